"""What decided a game: from where on it would have been over at a decade end, and what led there.

Each way to win has a margin: how far a board is beyond the point at which a decade end finds that the game is over. It
is read off the board as it is, before anybody decides anything in the decade end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from wsdv_tools.facts import State
from wsdv_tools.rules import figures
from wsdv_tools.rules.economy import points
from wsdv_tools.rules.phases_6_to_10 import COLLAPSE
from wsdv_tools.rules.protests import markers_of

if TYPE_CHECKING:
    from wsdv_tools.reports.stops import Stop
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position

MOST_STEPS = 5
PROTESTS = ("collapse", "both-collapse")  # the phases before the last one bring unrest, too
LAST_PHASE = 10
Margin = Callable[["Game", "Position", State], int]


class Turning(NamedTuple):
    """By the numbers of stops: where the game was decided for good, and what led there in its last decade."""

    tip: int | None
    steps: tuple[int, ...]


def _collapse(game: Game, position: Position, winner: State) -> int:
    return markers_of(game, position, winner.other) - COLLAPSE


def _both_collapse(game: Game, position: Position, _winner: State) -> int:
    return min(markers_of(game, position, side) for side in State) - COLLAPSE


def _socialists(game: Game, position: Position) -> int:
    """How many there will be after phase 9."""
    found = figures.socialists(game, position)
    return found.on_board + found.change


def _triumph(game: Game, position: Position, _winner: State) -> int:
    return _socialists(game, position) - game.catalogue.pieces.socialists - 1


def _debt(game: Game, position: Position) -> int:
    """How much more East has to give up than it has, as far as the board shows it."""
    owed = figures.flight(game, position).points + figures.police_costs(game, position).points
    return owed + figures.currency(game, position).shortage - points(game, position, State.EAST)


MARGINS: dict[str, Margin] = {
    "collapse": _collapse,
    "both-collapse": _both_collapse,
    "triumph-of-socialism": _triumph,
    "socialism-fails": lambda game, position, _: -_socialists(game, position) - 1,
    "insolvency": lambda game, position, _: _debt(game, position) - 1,
}


def turning(game: Game, course: Sequence[Stop], winner: State | None, reason: str | None) -> Turning | None:
    """None where only time, or no rule at all, ended the game."""
    margin = MARGINS.get(reason or "")
    if margin is None or winner is None or not course:
        return None
    margins = [margin(game, stop.position, winner) for stop in course]
    last, tip = course[-1].decade, None
    for number in reversed(range(len(course))):
        stop = course[number]
        if stop.decade < last and 0 < stop.phase < LAST_PHASE:
            continue  # in the middle of a decade end that nobody won, the board says nothing
        if margins[number] < 0:
            break
        tip = number
    counts_phases = reason in PROTESTS
    rises = [
        n
        for n in range(1, len(course))
        if course[n].decade == last and margins[n] > margins[n - 1] and (counts_phases or not course[n].phase)
    ]
    steepest = sorted(rises, key=lambda n: (margins[n - 1] - margins[n], -n))[:MOST_STEPS]
    return Turning(tip, tuple(sorted(steepest)))


class Escape(NamedTuple):
    """How near East came to losing at a decade end."""

    decade: int
    n: int


def closest(game: Game, course: Sequence[Stop]) -> tuple[Escape, Escape] | None:
    """Of all decade ends the one with the most protest in the East, and the one that left it the least."""
    ends = [stop for stop in course if stop.phase == LAST_PHASE]
    if not ends:
        return None
    protests = [Escape(stop.decade, markers_of(game, stop.position, State.EAST)) for stop in ends]
    left = [Escape(stop.decade, points(game, stop.position, State.EAST)) for stop in ends]
    return max(protests, key=lambda one: one.n), min(left, key=lambda one: one.n)
