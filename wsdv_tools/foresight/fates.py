"""What follows from the standards that East keeps in phase 5, for all questions at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from wsdv_tools.facts import State
from wsdv_tools.foresight import closing
from wsdv_tools.foresight.closing import Attack, Numbers, Wishes
from wsdv_tools.foresight.questions import Answers, Collapses, answers
from wsdv_tools.rules import figures
from wsdv_tools.rules.phases_6_to_10 import COLLAPSE
from wsdv_tools.rules.protests import PROTEST

if TYPE_CHECKING:
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position


class West(NamedTuple):
    """West in phase 7, by its provinces."""

    unrest: Numbers
    standards: Numbers
    attackers: tuple[Attack, ...]
    berlin: Attack  # attacks both its neighbours, always (9.7-west-berlin)


class Spread(NamedTuple):
    """East's standards after phase 5, at least and at most, and its unrest after phase 6."""

    low: Numbers
    high: Numbers
    calm: Numbers
    angry: Numbers


class Fates:
    """Phases 5 to 10 of one decade end. West's standards do not change in it before phase 5."""

    def __init__(self, game: Game, start: Position) -> None:
        self.game = game
        self.later = closing.later(game, start)
        self._kept = tuple(dict.fromkeys(_kept(game, start, hamburg) for hamburg in game.hamburg_joins))
        self._borders = {side: borders(game, side) for side in State}
        self._wests: dict[Numbers, tuple[West, ...]] = {}
        self._exact: dict[tuple[Numbers, Numbers, Numbers], int] = {}
        self._between: dict[tuple[Numbers, Spread], Answers] = {}

    def exact(self, west: Numbers, east: Numbers, standards: Numbers) -> int:
        """The questions answered yes, by the unrest of both sides and by what East's provinces keep."""
        key = west, east, standards
        found = self._exact.get(key)
        if found is None:
            after = closing.compared(east, max(standards), standards)
            found = self.between(west, Spread(standards, standards, after, after)).surely
            self._exact[key] = found
        return found

    def between(self, west: Numbers, spread: Spread) -> Answers:
        """The answers where East's standards and unrest are known to lie within limits."""
        key = west, spread
        if key not in self._between:
            self._between[key] = answers([self._collapses(one, spread) for one in self.wests(west)])
        return self._between[key]

    def _collapses(self, west: West, spread: Spread) -> Collapses:
        low, high, calm, angry = spread
        at_least = self._east(west, calm, high)
        is_exact = low == high and calm == angry
        strong = self.attackers(State.EAST, high, calm)
        weak = strong if is_exact else self.attackers(State.EAST, low, angry)
        is_down = closing.west_markers(west.unrest) >= COLLAPSE
        can_fall = is_down or closing.west_can_collapse(west.unrest, west.standards, weak)
        may_fall = can_fall or closing.west_can_collapse(west.unrest, west.standards, strong)
        return Collapses(is_down, can_fall, may_fall, at_least, at_least if is_exact else self._east(west, angry, low))

    def _east(self, west: West, unrest: Numbers, standards: Numbers) -> Wishes:
        hits = closing.hits_of(west.berlin, standards)
        return closing.east_collapses(closing.hit(unrest, hits), west.attackers, standards, self.later)

    def wests(self, unrest: Numbers) -> tuple[West, ...]:
        """West in phase 7, for each place where Hamburg may count in phase 5."""
        if unrest not in self._wests:
            self._wests[unrest] = tuple(self._west(unrest, standards) for standards in self._kept)
        return self._wests[unrest]

    def _west(self, unrest: Numbers, standards: Numbers) -> West:
        after = closing.compared(unrest, max(standards), standards, with_berlin=True)
        attackers = self.attackers(State.WEST, standards, after)
        return West(after, standards, attackers[:-1], attackers[-1])

    def attackers(self, side: State, standards: Numbers, unrest: Numbers) -> tuple[Attack, ...]:
        """The provinces at the border with their usable standards (9.7-usable); West Berlin is West's last."""
        return tuple(
            (max(0, standards[number] - unrest[number] // PROTEST), targets) for number, targets in self._borders[side]
        )


def borders(game: Game, side: State) -> tuple[tuple[int, Numbers], ...]:
    """The provinces of a side that have neighbours to attack; all are counted among their state's."""
    others = game.own(side.other)
    return tuple(
        (number, tuple(others.index(n) for n in game.neighbours[p]))
        for number, p in enumerate(game.own(side))
        if game.neighbours[p]
    )


def _kept(game: Game, start: Position, hamburg: int) -> Numbers:
    """What West's provinces keep in phase 5."""
    lost = figures.standards_with(game, start, hamburg).lost
    return tuple(start.standards[p] - lost.get(game.provinces[p].id, 0) for p in game.west)
