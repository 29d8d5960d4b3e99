"""The forecast: if the decade ended now, what would be the result of each phase, and who can force which ending?"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from wsdv_tools.facts import State
from wsdv_tools.foresight.closing import EAST, WEST
from wsdv_tools.foresight.questions import Ending, Question
from wsdv_tools.foresight.solver import BUDGET, OutOfBudget, Solver
from wsdv_tools.foresight.strategy import Strategy
from wsdv_tools.rules import figures
from wsdv_tools.rules.decade_end import ALL_PHASES, Report
from wsdv_tools.rules.decade_play import DecadeEnd
from wsdv_tools.rules.economy import points
from wsdv_tools.rules.run import How

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wsdv_tools.rules.adjudicator import Adjudicator
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position
    from wsdv_tools.rules.run import Done

NOBODY, BOTH = 0, WEST + EAST


class Verdict(Enum):
    """What can be said about an ending; a guess is never an answer."""

    CERTAIN = "certain"
    IMPOSSIBLE = "impossible"
    WEST = "west"  # West can force it
    EAST = "east"
    EITHER = "either"  # each of them can, whatever the other does
    NEITHER = "neither"  # it can happen, but each side can prevent it
    NOT_SETTLED = "not-settled"  # within the budget


class Moved(NamedTuple):
    """A step of a line of play: `is_meant` where its side takes it to bring the ending about."""

    phase: int
    done: Done
    is_meant: bool


class Judgement(NamedTuple):
    """The verdict on one ending, the moments searched for it, and a line of play that leads to it."""

    ending: Ending
    verdict: Verdict
    searched: int
    line: tuple[Moved, ...] = ()


@dataclass(frozen=True)
class Forecast:
    """A decade end that has not come yet, or has only begun."""

    position: Position
    reports: tuple[Report, ...]  # all ten phases on the board as it is now
    judgements: tuple[Judgement, ...]

    @property
    def is_in_midst(self) -> bool:
        """Whether cards are still to come in this decade: they are left out."""
        return self.position.course is not None

    def __getitem__(self, ending: Ending) -> Judgement:
        return next(one for one in self.judgements if one.ending is ending)


def forecast(rules: Adjudicator, position: Position, budget: int = BUDGET, with_lines: bool = True) -> Forecast:
    """What would happen if the decade ended now. `budget` is how many moments are searched for an ending."""
    board = position._replace(course=None)
    solver, end = Solver(rules, board, budget), DecadeEnd.begin(rules, board)
    reports = tuple(Report(rules.game, phase, board, []) for phase in ALL_PHASES)
    return Forecast(position, reports, judgements(solver, end, with_lines))


def judgements(solver: Solver, end: DecadeEnd, with_lines: bool = True) -> tuple[Judgement, ...]:
    """The verdict on every ending, for a decade end at its start or under way."""
    return tuple(_judgement(solver, end, ending, with_lines) for ending in solver.endings())


def _judgement(solver: Solver, end: DecadeEnd, ending: Ending, with_lines: bool) -> Judgement:
    before = solver.searched
    solver.begin_budget()
    try:
        verdict, who = _verdict(solver, end, ending)
        line = _line(solver, end, Question(ending, who)) if with_lines and who is not None else ()
    except OutOfBudget:
        return Judgement(ending, Verdict.NOT_SETTLED, solver.searched - before)
    return Judgement(ending, verdict, solver.searched - before, line)


def _verdict(solver: Solver, end: DecadeEnd, ending: Ending) -> tuple[Verdict, int | None]:
    """The verdict, and whose wish the line of play shows; None where there is nothing to show."""

    def holds(who: int) -> bool:
        return Strategy(solver, Question(ending, who)).holds(end)

    if not holds(BOTH):
        return Verdict.IMPOSSIBLE, None
    if holds(NOBODY):
        return Verdict.CERTAIN, NOBODY
    by_west, by_east = holds(WEST), holds(EAST)
    if by_west and by_east:
        return Verdict.EITHER, WEST
    if by_west or by_east:
        return (Verdict.WEST, WEST) if by_west else (Verdict.EAST, EAST)
    return Verdict.NEITHER, BOTH


def _line(solver: Solver, end: DecadeEnd, question: Question) -> tuple[Moved, ...]:
    """One way to the ending: a side that wants it plays for it, the other takes its first option."""
    strategy, known = Strategy(solver, question), len(end.log)
    meant: set[int] = set()
    end = end.settled()
    while end.pending is not None:
        if strategy.wants(end.pending.side):
            meant.add(len(end.decisions))
        end = end.take(strategy.step(end)).settled()
    line, decision = [], -1
    for number, (phase, done) in enumerate(end.log):
        decision += done.how is How.CHOSEN
        if number >= known and done.how is not How.SILENT:
            line.append(Moved(phase, done, done.how is How.CHOSEN and decision in meant))
    return tuple(line)


class Stake(NamedTuple):
    """One side's losses, phase by phase. Only East loses points; they are demanded whether it has them or not."""

    side: State
    flight: int = 0  # phase 1, the Wall included
    shortage: int = 0  # phase 3: factories that run down, then infrastructure
    police: int = 0  # phase 4
    points: int = 0  # what East has
    standards: int = 0  # phase 5
    unrest: int = 0  # phase 6
    attacks: int = 0  # phase 7: unrest at most


def stakes(game: Game, board: Position) -> tuple[Stake, Stake]:
    """West's and East's."""
    lost = figures.living_standards(game, board).lost
    unrest = figures.comparison(game, board).unrest
    west, east = (
        Stake(
            side,
            standards=_of(game, side, lost),
            unrest=_of(game, side, unrest),
            attacks=_attacked(game, board, side),
        )
        for side in State
    )
    return west, east._replace(
        flight=figures.flight(game, board).points,
        shortage=figures.currency(game, board).shortage,
        police=figures.police_costs(game, board).points,
        points=points(game, board, State.EAST),
    )


def _of(game: Game, side: State, numbers: Mapping[str, int]) -> int:
    return sum(number for id_, number in numbers.items() if game.states[game.province(id_)] is side)


def _attacked(game: Game, board: Position, side: State) -> int:
    """The most unrest that the other side's attacks can bring; West Berlin attacks both its neighbours."""
    most = 0
    for id_, attacker in figures.attackers(game, board).items():
        province = game.province(id_)
        if game.states[province] is not side and attacker.targets:
            hits = attacker.targets.values()
            most += sum(hits) if province == game.west_berlin else max(hits)
    return most
