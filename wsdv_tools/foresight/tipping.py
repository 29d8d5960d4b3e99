"""What tips it: small changes of the board after which the decade would end differently."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from wsdv_tools.facts import State
from wsdv_tools.facts.tracks import FIRST, LAST
from wsdv_tools.foresight.forecasts import Verdict, judgements
from wsdv_tools.foresight.moments import past
from wsdv_tools.foresight.questions import Ending
from wsdv_tools.foresight.solver import Solver
from wsdv_tools.rules import figures
from wsdv_tools.rules.building import refuse_build
from wsdv_tools.rules.choices import Step
from wsdv_tools.rules.decade_play import DecadeEnd
from wsdv_tools.rules.run import Run
from wsdv_tools.rules.verbs import TRACKS, carry_out, place_standard

if TYPE_CHECKING:
    from wsdv_tools.foresight.forecasts import Forecast
    from wsdv_tools.rules.adjudicator import Adjudicator
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position

TIP_BUDGET = 60_000  # moments for all changes together
_ONE = 3_000  # moments for one change and one ending

WINNERS = {
    Ending.INSOLVENCY: State.WEST,
    Ending.FAILURE: State.WEST,
    Ending.EAST_COLLAPSES: State.WEST,
    Ending.TRIUMPH: State.EAST,
    Ending.WEST_COLLAPSES: State.EAST,
    Ending.BOTH_COLLAPSE: State.EAST,
    Ending.TIME: State.EAST,
}
_FORCED = {
    State.WEST: (Verdict.CERTAIN, Verdict.WEST, Verdict.EITHER),
    State.EAST: (Verdict.CERTAIN, Verdict.EAST, Verdict.EITHER),
}


class Tip(NamedTuple):
    """A change, and what is different after it: an ending with its new verdict, or a sum of a phase."""

    change: Step
    ending: Ending | None = None
    verdict: Verdict | None = None  # of the ending, after the change
    is_lost: bool = False  # it was certain before
    sum: str = ""  # `shortage` or `flight`
    number: int = 0  # its value then


class Tips(NamedTuple):
    """All tips, and for how many changes the budget was enough."""

    found: tuple[Tip, ...]
    looked_at: int
    changes: int


def what_tips(rules: Adjudicator, forecast: Forecast, budget: int = TIP_BUDGET) -> Tips:
    """One more or one less of everything, and whether it makes a difference."""
    board = forecast.position._replace(course=None)
    changes = list(_changes(rules.game, board))
    found: list[Tip] = []
    looked_at = 0
    for change, after in changes:
        if budget <= 0:
            break
        solver = Solver(rules, after, min(_ONE, budget))
        found += _sums(rules.game, change, board, after)
        judged = judgements(solver, DecadeEnd.begin(rules, after), with_lines=False)
        budget -= solver.searched
        verdicts = {one.ending: one.verdict for one in judged}
        if Verdict.NOT_SETTLED not in verdicts.values():
            looked_at += 1
            found += _endings(change, forecast, verdicts)
    return Tips(tuple(found), looked_at, len(changes))


def _endings(change: Step, forecast: Forecast, after: dict[Ending, Verdict]) -> Iterator[Tip]:
    """What is certain now, or what its winner can force now; otherwise what is no longer certain."""
    before = {one.ending: one.verdict for one in forecast.judgements}
    if Verdict.NOT_SETTLED in before.values():
        return
    gained = [ending for ending in after if after[ending] is Verdict.CERTAIN is not before[ending]]
    gained = gained or [
        ending
        for ending in after
        if ending in WINNERS
        and after[ending] in _FORCED[WINNERS[ending]]
        and before[ending] not in _FORCED[WINNERS[ending]]
    ]
    for ending in gained:
        yield Tip(change, ending, after[ending])
    if not gained:
        for ending in after:
            if before[ending] is Verdict.CERTAIN is not after[ending]:
                yield Tip(change, ending, after[ending], is_lost=True)


def _sums(game: Game, change: Step, before: Position, after: Position) -> Iterator[Tip]:
    """Where a demand on East appears or disappears completely."""
    was, then = ((figures.currency(game, one).shortage, figures.flight(game, one).points) for one in (before, after))
    for name, old, new in zip(("shortage", "flight"), was, then, strict=True):
        if bool(old) is not bool(new):
            yield Tip(change, sum=name, number=new)


def _changes(game: Game, board: Position) -> Iterator[tuple[Step, Position]]:
    """One unrest, factory, standard or space of a track more or less, as far as there can be."""
    for province in range(len(game.provinces)):
        steps = [Step("u+", province), *([Step("u-", province)] if board.unrest[province] else [])]
        if province != game.west_berlin:
            steps.append(Step("s+", province))
        for step in steps:
            yield step, _after(game, board, step)
    for city, side in enumerate(game.city_states):
        if refuse_build(game, board, side, city, game.hamburg_joins) is None:
            yield Step("build", city), _after(game, board, Step("build", city))
    for track in TRACKS:
        for by in (-1, 1):
            space = getattr(board, track) + by
            if FIRST <= space <= LAST:
                yield Step("arrow", track, None, by), board._replace(**{track: space})


def _after(game: Game, board: Position, step: Step) -> Position:
    if step.verb == "s+":  # nothing but the standard: with an unrest less it would be two changes
        return place_standard(game, board, step.place)
    run = Run(carry_out(game, board, step))
    past(run)
    assert run.result is not None
    return run.result
