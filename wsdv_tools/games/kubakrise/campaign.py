"""A campaign of Kubakrise: points of several games are added up (KK-9)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from wsdv_tools.games.kubakrise.facts import CAMPAIGN
from wsdv_tools.games.pairs import leading
from wsdv_tools.games.sides import SIDES, Side


@dataclass(frozen=True, slots=True)
class Standing:
    """The state of a campaign after a game: `reason` is None while it goes on."""

    points: Mapping[Side, int]
    winner: Side | None
    reason: str | None  # points, nuclear-war, nuclear-war-both


def after_game(
    before: Standing,
    points: Mapping[Side, int],
    war: Iterable[Side] = (),
    winner: Side | None = None,
    rulings: Iterable[str] = (),
) -> Standing:
    """The standing after one more game; `winner` is the one of that game."""
    chosen, started = frozenset(rulings), tuple(war)
    if len(started) == len(SIDES):
        return before if "R11b" in chosen else Standing(before.points, None, "nuclear-war-both")
    if started:
        return Standing(before.points, started[0].other, "nuclear-war")
    total = {side: before.points[side] + points[side] for side in SIDES}
    there = [side for side in SIDES if total[side] >= CAMPAIGN]
    if len(there) == 1:
        return Standing(total, there[0], "points")
    if not there:
        return Standing(total, None, None)
    # Both are there: who won this game, or the higher total.
    ahead = winner if "R10b" in chosen else leading(total[Side.US] - total[Side.SU])
    return Standing(total, ahead, "points" if ahead else None)
