"""What only records of Kubakrise have: zones."""

from __future__ import annotations

import re
from typing import Any

from wsdv_tools.games.kubakrise.facts import ZONES
from wsdv_tools.games.notation import No, Notation
from wsdv_tools.games.sides import Side, side_of
from wsdv_tools.rules.choices import Step

_SHIFT = re.compile(r"(.+?)\s+to\s+(\S+)", re.IGNORECASE)


def zone_of(text: str) -> int:
    """A zone as positions name it: US, neutral, SU."""
    side = side_of(text)
    if side:
        return side.way
    if text and "neutral".startswith(text.casefold()):
        return 0
    raise No("zone-unknown", text=text)


class KubaNotation(Notation):
    """`cuba to neutral` shifts an area; a card is laid `home` or `neutral`."""

    laid_pattern = r"(.+?)\s+(\S+)"
    laid_example = "US CARD home"

    def read_own(self, text: str) -> tuple[Step, ...]:
        shifted = _SHIFT.fullmatch(text)
        return (Step("shift", self.find(shifted[1]), zone_of(shifted[2])),) if shifted else ()

    def write_own(self, step: Step) -> str:
        return f"{step.place} to {ZONES[step.to]}" if step.verb == "shift" else super().write_own(step)

    def read_where(self, text: str, side: Side) -> int:
        """`home` is the player's own zone; the opponent's can be named, and is refused by the rules."""
        word = text.casefold()
        if word and "home".startswith(word):
            return side.way
        if word and "away".startswith(word):
            return -side.way
        return zone_of(text)

    def write_where(self, place: Any, side: Side) -> str:
        return {side.way: "home", 0: "neutral"}.get(place, ZONES[place])
