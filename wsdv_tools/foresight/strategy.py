"""A decade end under way: whether an ending can still be brought about, and by which step.

The solver knows moments up to phase 5. Here the same questions are asked of a `DecadeEnd` at any of its decisions, and
answered by taking steps that the rules offer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from wsdv_tools.facts import State
from wsdv_tools.foresight import closing
from wsdv_tools.foresight.closing import Attack, Later, Numbers, wish_of
from wsdv_tools.foresight.fates import borders
from wsdv_tools.foresight.moments import DEMANDS, LAST, PASSED_OVER, PRESTIGE, Moment
from wsdv_tools.foresight.questions import Collapses, Ending, Question, answers, bit
from wsdv_tools.rules import figures
from wsdv_tools.rules.execution import SKIPS
from wsdv_tools.rules.icons import KINDS
from wsdv_tools.rules.phases_1_to_5 import icons_of
from wsdv_tools.rules.phases_6_to_10 import COLLAPSE

if TYPE_CHECKING:
    from wsdv_tools.foresight.solver import Solver
    from wsdv_tools.rules.choices import Step
    from wsdv_tools.rules.decade_play import DecadeEnd
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.icons import Unit


def ending_of(end: DecadeEnd) -> Ending:
    """How a finished decade end came out."""
    if end.reason is None:
        return Ending.NOBODY
    if end.reason == "collapse":
        return Ending.EAST_COLLAPSES if end.winner is State.WEST else Ending.WEST_COLLAPSES
    return Ending(end.reason)


class Strategy:
    """Answers a question for a decade end under way."""

    def __init__(self, solver: Solver, question: Question) -> None:
        self.solver = solver
        self.question = question

    def holds(self, end: DecadeEnd) -> bool:
        """Whether the ending comes about from here on."""
        end = passed_over(end)
        if end.pending is None:
            return ending_of(end) is self.question.ending
        if end.phase > LAST:
            return self._holds_late(end)
        moment = moment_of(self.solver.rules.game, end)
        if moment is not None:
            return self.solver.is_brought_about(moment, self.question)
        results = (self.holds(end.take(step)) for step in end.pending.options)
        return any(results) if self.wants(end.pending.side) else all(results)

    def wants(self, side: State) -> bool:
        return bool(self.question.who & wish_of(side))

    def _holds_late(self, end: DecadeEnd) -> bool:
        ending, fixed = self.question.ending, self.solver.after_phase_8
        if fixed is not None and end.phase < 9:
            return ending is fixed
        if ending in (Ending.INSOLVENCY, Ending.TRIUMPH, Ending.FAILURE):
            return False
        return bool(answers([collapses(self.solver.rules.game, end)]).surely & bit(self.question))

    def step(self, end: DecadeEnd) -> Step:
        """A step after which the ending still comes about; of a side that does not want it, any step."""
        assert end.pending is not None
        options = end.pending.options
        if not self.wants(end.pending.side):
            return options[0]
        return next((step for step in options if self.holds(end.take(step))), options[0])


def passed_over(end: DecadeEnd) -> DecadeEnd:
    """Past what leaves nothing to decide, or nothing that matters to an ending."""
    end = end.settled()
    while end.pending is not None and end.pending.kind in PASSED_OVER:
        end = end.take(end.pending.options[0]).settled()
    return end


def moment_of(game: Game, end: DecadeEnd) -> Moment | None:
    """The moment at which a decade end is, up to phase 5; None in the middle of what the solver takes as a whole."""
    assert end.pending is not None
    choice, play = end.pending.choice, end.plays[-1]
    if choice.rule in DEMANDS:
        return Moment(end.phase, choice.position, choice.rule, choice.left, choice.side)
    if end.phase == PRESTIGE:
        return _at_icons(game, end)
    return None if play.answers else Moment(end.phase, play.start)


def _at_icons(game: Game, end: DecadeEnd) -> Moment:
    """In phase 2: the icons of the space that no step has executed yet."""
    board, steps = end.plays[-1].start, end.plays[-1].steps
    space, side, choices = figures.prestige(game, board)
    if len(choices) > 1:
        if not steps:
            return Moment(PRESTIGE, board)
        space = steps.pop(0).place
    waiting = icons_of(game, space, side)
    for step in steps:
        waiting.remove(next(unit for unit in waiting if _executes(unit, step)))
    return Moment(PRESTIGE, end.position, side=side, icons=tuple(waiting))


def _executes(unit: Unit, step: Step) -> bool:
    """Whether a step is of the kind that executes an icon, or lets it have its turn."""
    return SKIPS.get(unit.kind) == step.place if step.verb == "skip" else step.verb in KINDS[unit.kind].verbs


class Late(NamedTuple):
    """Phases 7 to 9 under way, by the provinces of each side: what is left to do."""

    west: Numbers  # unrest, with the attacks made so far
    east: Numbers
    west_standards: Numbers
    east_standards: Numbers
    west_attackers: tuple[Attack, ...]  # those that have not attacked yet
    east_attackers: tuple[Attack, ...]
    after: Later


def collapses(game: Game, end: DecadeEnd) -> Collapses:
    """Who can still collapse, at a decision of phases 7 to 9."""
    late = late_state(game, end)
    is_down = closing.west_markers(late.west) >= COLLAPSE
    can_fall = closing.west_can_collapse(late.west, late.west_standards, late.east_attackers)
    falls = closing.east_collapses(late.east, late.west_attackers, late.east_standards, late.after)
    return Collapses(is_down, can_fall, can_fall, falls, falls)


def late_state(game: Game, end: DecadeEnd) -> Late:
    """At a decision of phases 7 to 9."""
    assert end.pending is not None
    choice, board = end.pending.choice, end.position
    made: dict[str, int] = {}
    first = len(game.provinces)  # nobody is left to attack
    after = closing.later(game, board)
    if end.phase == 7:
        first = choice.options[0].place
        made = dict(figures.attacks(game, board, end.plays[-1].steps).unrest)
    elif end.phase == 8:
        after = after._replace(police=choice.left)
    else:
        lost = choice.left if choice.kind == "lose-socialist" else 0
        after = Later(0, lost, after.placed, board.cadre)
    unrest = [number + made.get(game.provinces[p].id, 0) for p, number in enumerate(board.unrest)]
    west, east = (tuple(unrest[p] for p in game.own(side)) for side in State)
    known = figures.attackers(game, board)
    if first <= game.west_berlin:
        targets = known[game.provinces[game.west_berlin].id].targets
        east = closing.hit(east, [(game.east.index(game.province(id_)), number) for id_, number in targets.items()])
    by_west, by_east = (_left(game, known, side, first) for side in State)
    have_west, have_east = (tuple(board.standards[p] for p in game.own(side)) for side in State)
    return Late(west, east, have_west, have_east, by_west, by_east, after)


def _left(game: Game, known: dict[str, figures.Attacker], side: State, first: int) -> tuple[Attack, ...]:
    """The provinces of a side that have not attacked yet; West Berlin does so by itself."""
    own = game.own(side)
    return tuple(
        (known[game.provinces[own[number]].id].usable, targets)
        for number, targets in borders(game, side)
        if own[number] >= first and own[number] != game.west_berlin
    )
