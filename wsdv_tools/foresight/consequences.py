"""What each option of a decision leads to in the worst case. Nothing is decided here: people look at it and choose."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from wsdv_tools.facts import State
from wsdv_tools.foresight.forecasts import Judgement, Verdict, judgements
from wsdv_tools.foresight.moments import LAST
from wsdv_tools.foresight.prospects import Worst, most_hits
from wsdv_tools.foresight.solver import Solver
from wsdv_tools.foresight.strategy import late_state, moment_of, passed_over
from wsdv_tools.rules.adjudicator import Adjudicator
from wsdv_tools.rules.economy import points

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wsdv_tools.rules.choices import Step
    from wsdv_tools.rules.decade_play import DecadeEnd
    from wsdv_tools.rules.game import Game

OPTION_BUDGET = 2_000  # moments for one option and one ending
HINT_BUDGET = 6_000  # and for all of them together: somebody waits for it at the table


class Consequence(NamedTuple):
    """An option, the endings that are possible after it, and what may be lost from now to the end, at most.

    The numbers are never too small, but may be larger than what can really happen. None where they are not known.
    """

    step: Step
    endings: tuple[Judgement, ...]
    points: int | None  # East's
    west_unrest: int | None  # more than there is now
    east_unrest: int | None


def consequences(
    end: DecadeEnd, budget: int = OPTION_BUDGET, steps: Iterable[Step] | None = None
) -> tuple[Consequence, ...]:
    """For every option of the pending decision, or for these; nothing where none is pending or phases are left out."""
    if end.pending is None or end.phases[-1] != 10:
        return ()
    rules = end.plays[0].rules
    assert isinstance(rules, Adjudicator)
    solver = Solver(rules, end.start._replace(course=None), budget)
    return tuple(_consequence(solver, end, step) for step in (end.pending.options if steps is None else steps))


def _consequence(solver: Solver, end: DecadeEnd, step: Step) -> Consequence:
    solver.budget = max(0, min(solver.budget, HINT_BUDGET - solver.searched))
    after = passed_over(end.take(step))
    found = judgements(solver, after, with_lines=False)
    possible = tuple(one for one in found if one.verdict is not Verdict.IMPOSSIBLE)
    worst = _worst(solver, after)
    if worst is None:
        return Consequence(step, possible, None, None, None)
    game = solver.rules.game
    gone = points(game, end.position, State.EAST) - points(game, after.position, State.EAST)
    west, east = (sum(end.position.unrest[p] for p in game.own(side)) for side in State)
    return Consequence(
        step, possible, max(0, gone + worst.points), max(0, worst.west - west), max(0, worst.east - east)
    )


def _worst(solver: Solver, end: DecadeEnd) -> Worst | None:
    game = solver.rules.game
    if end.pending is None:
        return Worst(0, *(sum(end.position.unrest[p] for p in game.own(side)) for side in State))
    if end.phase > LAST:
        return _late(game, end)
    moment = moment_of(game, end)
    return solver.outlook.worst(moment) if moment else None


def _late(game: Game, end: DecadeEnd) -> Worst:
    late = late_state(game, end)
    return Worst(
        0,
        sum(late.west) + most_hits(late.east_attackers, late.west_standards),
        sum(late.east) + most_hits(late.west_attackers, late.east_standards) + late.after.lost,
    )
