"""How Kubakrise is typed: zones, and positions."""

from __future__ import annotations

import re
from typing import Any

from wsdv_tools.games.cards import UNKNOWN
from wsdv_tools.games.kubakrise.facts import CUBA, DRAWS, HAND, MARKERS, NUMBER_OF_ZONE, PLAYS, ZONES
from wsdv_tools.games.kubakrise.position import Area, Position
from wsdv_tools.games.notation import No, Notation, side_of
from wsdv_tools.games.positions import Builder, plain_card, plain_cards, plain_markers
from wsdv_tools.games.sides import SIDES, Side
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


def build(builder: Builder) -> Position:
    """The position that a file describes; what is impossible is reported."""
    value = builder.value
    areas = []
    for name, entry in value["areas"].items():
        id_ = builder.card(("areas", name), name, key=True)
        areas.append(Area(id_, NUMBER_OF_ZONE[entry["zone"]], entry.get("US", 0), entry.get("SU", 0)))
    if not any(area.card == CUBA for area in areas):
        areas.insert(0, Area(CUBA, 0))
    bids = value.get("bids") or {}
    out = (bids.get("US", 0), bids.get("SU", 0))
    number = value.get("turn", len(areas))
    builder.turn_differs(number, len(areas), "KK-3.1")
    to_move = builder.to_move()
    sizes = {side: hand_size(number, side, to_move) for side in SIDES}
    cuba = builder.card(("cuba-card",), value.get("cuba-card", UNKNOWN))
    position = Position(tuple(areas), out, to_move, number, builder.hands(sizes), cuba, builder.of_sides("last"))
    builder.too_many_markers(position, MARKERS, "areas", "KK-1.2")
    return position


def hand_size(turn: int, side: Side, to_move: Side | None) -> int:
    """Two cards while the pile lasts; then each player plays one of the last two (KK-7.1, 7.2)."""
    if turn <= DRAWS + 1:
        return HAND
    if turn > PLAYS:
        return 1
    return HAND if side is to_move or to_move is None else 1


def as_plain(position: Position) -> dict[str, Any]:
    """As in `schemas/kubakrise-position.schema.json`."""
    plain: dict[str, Any] = {
        "kubakrise-position": 1,
        "bids": {side.value: position.out[SIDES.index(side)] for side in SIDES},
        "areas": {area.card: {"zone": ZONES[area.zone], **plain_markers(area)} for area in position.areas},
    }
    if position.to_move and not position.is_played:
        plain["to-move"] = position.to_move.value
    plain["turn"] = position.turn
    plain |= plain_cards("hands", position.hands)
    if position.cuba_card != UNKNOWN:
        plain["cuba-card"] = position.cuba_card
    return plain | plain_card("last", position.last)
