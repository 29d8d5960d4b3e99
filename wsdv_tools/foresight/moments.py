"""Moments of a decade end, up to phase 5: where it is, and what may come next.

All that is legal comes from the rules: their phases are begun here, and their demands taken up again at any point.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import cycle
from typing import TYPE_CHECKING, NamedTuple

from wsdv_tools.rules import figures
from wsdv_tools.rules.choices import NOTHING, GameOver
from wsdv_tools.rules.decade_end import PHASES
from wsdv_tools.rules.execution import Execution
from wsdv_tools.rules.phases_1_to_5 import dismantle, icons_of, lose_infrastructure, no_card, run_down_factories
from wsdv_tools.rules.play import Decision
from wsdv_tools.rules.run import Run, is_settled
from wsdv_tools.rules.verbs import VERBS

if TYPE_CHECKING:
    from wsdv_tools.facts import State
    from wsdv_tools.rules.adjudicator import Adjudicator
    from wsdv_tools.rules.choices import Asking, Choice, Step
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.icons import Unit
    from wsdv_tools.rules.position import Position

BY_TURNS = frozenset({"9.1-dismantle", "9.3-run-down", "9.3-infrastructure"})
DEMANDS = BY_TURNS | {"9.1-wall", "9.4-pay"}


def rest(game: Game, position: Position, rule: str, left: int, side: State) -> Asking[Position]:
    """What is left of a demand on East, from its next point on. `side` says what goes next.

    A demand can be taken up at any of its points, because each lowers what is left and what there is by one.
    """
    sides = cycle([side, side.other] if rule in BY_TURNS else [side])
    if rule == "9.3-run-down":
        return run_down_factories(game, position, left, sides)
    if rule == "9.3-infrastructure":
        return lose_infrastructure(game, position, left, sides)
    return dismantle(game, position, left, sides, rule)


def after_an_icon(game: Game, position: Position, waiting: Iterable[Unit]) -> list[tuple[Position, tuple[Unit, ...]]]:
    """Phase 2 after one more of its icons: every board, and the open icons. An empty list if none can be executed.

    Insolvency is raised as `GameOver`.
    """
    now = Execution(game, position, [], no_card(), [*waiting])
    found = [(after.position, tuple(after.waiting)) for after in now.next() if after]
    for unit in now.waiting if not found else ():  # what cannot be executed is ignored, save insolvency
        now.check_insolvency(unit)
    return found


PRESTIGE = 2
LAST = 5  # the phase from which all is known in closed form
# What makes no difference to how a decade ends: which supplier it is, and from which sector a standard goes.
PASSED_OVER = frozenset({"import", "release", "sector"})


class Moment(NamedTuple):
    """The start of a phase; or a point of a demand (its rule, how many are left, who says what goes); or open icons."""

    phase: int
    board: Position
    rule: str = ""
    left: int = 0
    side: State | None = None
    icons: tuple[Unit, ...] | None = None  # in phase 2: those of the space that was chosen


# None is insolvency: nothing comes after it.
Next = tuple["State | None", list[Moment | None]]


def following(rules: Adjudicator, moment: Moment) -> Next:
    """Who decides, and what may follow; nobody decides where only one moment can follow."""
    if moment.rule:
        return _after_a_point(rules, moment)
    if moment.phase == PRESTIGE:
        return _spaces(rules, moment) if moment.icons is None else _after_an_icon(rules, moment)
    found = dict.fromkeys(_phase(rules, moment))
    sides = {side for side, _ in found}
    assert len(sides) == 1, "a phase is decided by one side, but for its demand"
    return sides.pop(), list(dict.fromkeys(after for _, after in found))


def _after_a_point(rules: Adjudicator, moment: Moment) -> Next:
    phase, board, rule, left, side, _ = moment
    assert side is not None
    run = Run(rest(rules.game, board, rule, left, side))
    choice = run.pending
    if choice is None:
        return None, [_ended(run, phase)]
    turn = side.other if rule in BY_TURNS else side
    boards = [after(rules, choice, step) for step in choice.options]
    if left == 1:
        return side, [Moment(phase + 1, board) for board in boards]
    return side, [Moment(phase, board, rule, left - 1, turn) for board in boards]


def _spaces(rules: Adjudicator, moment: Moment) -> Next:
    _, side, choices = figures.prestige(rules.game, moment.board)
    return side, [moment._replace(side=side, icons=tuple(icons_of(rules.game, at, side))) for at in choices]


def _after_an_icon(rules: Adjudicator, moment: Moment) -> Next:
    try:
        found = dict.fromkeys(after_an_icon(rules.game, moment.board, moment.icons or ()))
    except GameOver:
        return None, [None]
    if not found:
        return None, [Moment(moment.phase + 1, moment.board)]
    return moment.side, [_with_icons(moment, board, icons) for board, icons in found]


def _with_icons(moment: Moment, board: Position, icons: tuple[Unit, ...]) -> Moment:
    return moment._replace(board=board, icons=icons) if icons else Moment(moment.phase + 1, board)


def after(rules: Adjudicator, choice: Choice, step: Step) -> Position:
    """The board after a point of a demand."""
    change = VERBS[step.verb].change
    assert change is not None
    return change(rules.game, choice.position, step.place)


def _ended(run: Run[Position], phase: int) -> Moment | None:
    return Moment(phase + 1, run.result) if run.result is not None else None


def _phase(rules: Adjudicator, moment: Moment) -> Iterator[tuple[State | None, Moment | None]]:
    """Every outcome of a phase, up to its demand, with the side that decides it."""
    scripts: list[tuple[Step, ...]] = [()]
    seen: set[object] = set()
    side: State | None = None
    while scripts:
        script = scripts.pop()
        run = _replayed(rules, moment, script)
        choice = run.pending
        if choice is None:
            yield side, _ended(run, moment.phase)
        elif choice.rule in DEMANDS:
            yield side, Moment(moment.phase, choice.position, choice.rule, choice.left, choice.side)
        else:
            side = choice.side
            for step in Decision(choice, rules).options:
                same = frozenset(Counter((*script, step)).items())
                if same not in seen:  # the same steps in another order lead to the same board
                    seen.add(same)
                    scripts.append((*script, step))


def _replayed(rules: Adjudicator, moment: Moment, script: tuple[Step, ...]) -> Run[Position]:
    """A phase answered by a script, and past what leaves nothing to decide."""
    run = Run(PHASES[moment.phase - 1](rules.game, moment.board))
    past(run)
    for step in script:
        choice = run.pending
        assert choice is not None
        run.take(None if step == NOTHING and not choice.required else step)
        past(run)
    return run


def past(run: Run[Position]) -> None:
    """Go past what leaves nothing to decide, or nothing that matters."""
    while (choice := run.pending) is not None:
        if choice.kind in PASSED_OVER:
            run.take(choice.options[0])
        elif choice.rule not in DEMANDS and is_settled(choice):
            run.take(choice.forced if choice.required or choice.advances else None)
        else:
            return
