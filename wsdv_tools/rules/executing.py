"""Executing icons in the order a player likes (6.4-order): the same for actions, events and phase 2.

All open icons are offered together, and a step goes to the most restricted open icon that it fits. When
nothing more is said, icons with one outcome are executed in printed order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING

from wsdv_tools.facts import State
from wsdv_tools.rules import icons
from wsdv_tools.rules.choices import ADVANCE, Asking, Choice, Fault, GameOver, Step, drive, tell
from wsdv_tools.rules.icons import Setting, Unit
from wsdv_tools.rules.special_icons import (
    AUTOMATIC,
    SPECIAL_KINDS,
    do_automatic,
    do_swap,
    refuse_police,
    use_police,
)
from wsdv_tools.rules.steps import carry_out

if TYPE_CHECKING:
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position

KINDS = {**icons.KINDS, **SPECIAL_KINDS}
_NO_ICON = Fault("step-fits-no-icon", "6.4-all-icons", {})
# What may find nothing when its turn comes, and something later (6.4-ignored), by the name that `skip` has for it.
SKIPS = {"repair": "repair", "remove_unrest": "u-", "bonus": "u-"}
# A step that fits no icon is told by what is nearest to fitting; the higher, the farther.
_VAGUE = {
    "step-fits-no-icon": 3,
    "icon-wrong-state": 2,
    "icon-outside": 1,
    "icon-outside-city": 1,
    "icon-outside-line": 1,
    "build-outside": 1,
}


def execute(game: Game, position: Position, units: list[Unit], setting: Setting) -> Asking[Position]:
    """Execute icons until none can be; what cannot be executed is ignored (6.4-ignored), save insolvency (9)."""
    waiting = list(units)
    while waiting:
        choice = _offer(game, position, units, waiting, setting, required=False)
        if choice is None:
            return (yield from _finish(game, position, units, waiting, setting))
        answer = yield choice
        if answer is None:
            return (yield from _finish(game, position, units, waiting, setting))
        if answer.verb == ADVANCE.verb:
            position = yield from _advance(game, position, waiting, setting, answer.place or frozenset())
        else:
            position = yield from _take(game, position, waiting, setting, answer)
    return position


def _finish(
    game: Game, position: Position, units: list[Unit], waiting: list[Unit], setting: Setting
) -> Asking[Position]:
    """Nothing more is said: printed order; only an icon with several outcomes asks."""
    while waiting:
        unit = waiting[0]
        outcomes = [] if unit.lapses else list(options(game, position, unit, setting))
        if len(outcomes) > 1:
            choice = _offer(game, position, units, waiting, setting, required=True)
            answer = (yield choice) if choice else None
            if answer is None:
                raise ValueError(f"{unit.kind}: an answer is required")
            position = yield from _take(game, position, waiting, setting, answer)
            continue
        waiting.pop(0)
        if outcomes:
            position = yield from _do_only(game, position, waiting, unit, setting, outcomes[0])
        elif unit.kind in AUTOMATIC:
            position = do_automatic(position, unit, setting)
        else:
            _check_insolvency(game, position, unit, setting)
    return position


def _advance(
    game: Game, position: Position, waiting: list[Unit], setting: Setting, later: frozenset[Step]
) -> Asking[Position]:
    """Execute the first icon in printed order that has one outcome, if there is one that is not to come `later`."""
    for unit in waiting:
        if unit.kind in AUTOMATIC:
            waiting.remove(unit)
            return do_automatic(position, unit, setting)
        outcomes = [] if unit.lapses else list(options(game, position, unit, setting))
        only = outcomes[0] if len(outcomes) == 1 else None
        if len(outcomes) > 1:
            only = _only_end(game, position, _row(waiting, unit), setting)
        if only and only not in later:
            waiting.remove(unit)
            return (yield from _do_only(game, position, waiting, unit, setting, only))
    return position


def _do_only(
    game: Game, position: Position, waiting: list[Unit], unit: Unit, setting: Setting, step: Step
) -> Asking[Position]:
    """Execute an icon that has one outcome."""
    kind = KINDS[unit.kind]
    yield from tell(unit.side, kind.decision, kind.rule, position, step)
    return (yield from _do(game, position, waiting, unit, setting, step))


def _take(game: Game, position: Position, waiting: list[Unit], setting: Setting, step: Step) -> Asking[Position]:
    """Execute the most restricted icon that the step fits. A step that fits none was insisted on: it is done."""
    fitting = [unit for unit in waiting if _refuse(game, position, waiting, unit, setting, step) is None]
    fitting = fitting or [unit for unit in waiting if _is_used_up(unit, step)]
    unit = min(fitting, key=_freedom, default=None)
    if unit is None:
        return use_police(position, step) if step.verb == "use" else (yield from carry_out(game, position, step))
    waiting.remove(unit)
    return (yield from _do(game, position, waiting, unit, setting, step))


def _is_used_up(unit: Unit, step: Step) -> bool:
    """Whether a step that was insisted on takes an icon's place; points for a country may lapse, and stay open."""
    is_left = unit.lapses and unit.place is not None
    return unit.kind not in AUTOMATIC and step.verb in KINDS[unit.kind].verbs and not is_left


def _do(
    game: Game, position: Position, waiting: list[Unit], unit: Unit, setting: Setting, step: Step
) -> Asking[Position]:
    """Execute an icon by a step; some make others possible."""
    if step.verb in ("none", "skip"):
        return position
    if unit.kind == "use":
        if any(other.kind == "dissolve_stasi" for other in waiting):  # its unrest returns, too
            waiting.append(returned_unrest())
        return use_police(position, step)
    if unit.kind == "remove_unrest" and not _can_calm(game, position, waiting, setting):
        # No protest was left to calm: that icon had its turn (almanac-I).
        waiting[:] = [other for other in waiting if other.kind != "calm_protest"]
    if unit.kind == "guillaume":
        waiting.append(unit._replace(kind="guillaume_swap", place=step.place))
        return position
    if unit.kind == "guillaume_swap":
        return do_swap(position, unit, step)
    return (yield from icons.do(game, position, unit, setting, step))


def police_use(card: str) -> Unit:
    """East may use a police card during its own action (8-when)."""
    return Unit("use", State.EAST, State.EAST, -1, card, lapses=True)


def returned_unrest() -> Unit:
    """Unrest from a police card comes back, at most one in a province, where East says (icon-stasi, R13)."""
    return Unit("place_unrest", State.EAST, State.EAST, -2, per_province=1)


def options(game: Game, position: Position, unit: Unit, setting: Setting) -> Iterator[Step]:
    """The steps that execute an icon now."""
    if unit.kind in AUTOMATIC:
        return
    kind = KINDS[unit.kind]
    for step in kind.candidates(game, position, unit):
        if step.verb == "none":
            if unit.lapses:
                yield step
        elif step.verb in kind.verbs and kind.refuse(game, position, unit, setting, step) is None:
            yield step


def _ways(game: Game, position: Position, waiting: list[Unit], unit: Unit, setting: Setting) -> Iterator[Step]:
    """The steps that execute an icon, or let it have its turn before there is something for it (6.4-ignored)."""
    steps = list(options(game, position, unit, setting))
    yield from steps
    if not steps and unit.kind in SKIPS and _comes_too_early(game, position, waiting, unit, setting):
        yield Step("skip", SKIPS[unit.kind])


def _comes_too_early(game: Game, position: Position, waiting: list[Unit], unit: Unit, setting: Setting) -> bool:
    """Whether another icon could give this one something: run a factory down (almanac-46), place an unrest."""
    if unit.kind == "repair":
        return any(other.kind == "run_down" for other in waiting)
    placing = (other for other in waiting if other.kind in ("place_unrest", "bonus"))
    steps = (step for other in placing for step in options(game, position, other, setting))
    return any(step.verb == "u+" and game.states[step.place] is unit.state for step in steps)


def _refuse(
    game: Game, position: Position, waiting: list[Unit], unit: Unit, setting: Setting, step: Step
) -> Fault | None:
    """Why a step does not execute an icon now. Protests are calmed before other unrest is removed (almanac-I)."""
    if step.verb == "skip":
        is_ignored = next(options(game, position, unit, setting), None) is None and not unit.is_action
        return None if is_ignored and SKIPS.get(unit.kind) == step.place else _NO_ICON
    if unit.kind in AUTOMATIC or step.verb not in KINDS[unit.kind].verbs:
        return _NO_ICON
    if step.verb == "none":
        return None if unit.lapses else Fault("build-must-be-used", "icon-build", {})
    if unit.kind == "remove_unrest" and _can_calm(game, position, waiting, setting):
        return Fault("calm-first", "almanac-I", {})
    return KINDS[unit.kind].refuse(game, position, unit, setting, step)


def _can_calm(game: Game, position: Position, waiting: list[Unit], setting: Setting) -> bool:
    protests = (unit for unit in waiting if unit.kind == "calm_protest")
    return any(next(options(game, position, unit, setting), None) for unit in protests)


def _is_too_much(
    game: Game, position: Position, units: list[Unit], waiting: list[Unit], setting: Setting, step: Step
) -> bool:
    """Whether the text under an icon asks for such a step, and all of them are executed."""
    executed = (unit for unit in units if unit.place is not None and unit not in waiting)
    return any(_refuse(game, position, waiting, unit, setting, step) is None for unit in executed)


def _refuse_use(game: Game, position: Position, waiting: list[Unit], setting: Setting, step: Step) -> Fault | None:
    """Police cards come besides the action, which must find an unrest of its own (8-when)."""
    police = (unit for unit in waiting if unit.kind == "use")
    fault = refuse_police(game, position, police, step, setting.card)
    is_last = sum(position.unrest[province] for province in game.east) == 1
    if fault is None and is_last and any(unit.is_action for unit in waiting):
        return Fault("use-last-unrest", "8-when", {})
    return fault


def _why_not(
    game: Game, position: Position, units: list[Unit], waiting: list[Unit], setting: Setting, step: Step
) -> Fault | None:
    """Why no open icon takes a step: what the nearest of them says."""
    if step.verb == "use":
        return _refuse_use(game, position, waiting, setting, step)
    faults = []
    for unit in waiting:
        fault = _refuse(game, position, waiting, unit, setting, step)
        if fault is None:
            return None
        faults.append(fault)
    if _is_too_much(game, position, units, waiting, setting, step):
        return _NO_ICON
    return min(faults, key=lambda fault: _VAGUE.get(fault.code, 0))


def _offer(
    game: Game, position: Position, units: list[Unit], waiting: list[Unit], setting: Setting, required: bool
) -> Choice | None:
    """The choice among the steps of all open icons, or None where none can be executed."""
    able = next((unit for unit in waiting if next(options(game, position, unit, setting), None)), None)
    if able is None:
        return None
    why_not = partial(_why_not, game, position, units, waiting, setting)

    def steps() -> Iterator[Step]:
        every = chain.from_iterable(_ways(game, position, waiting, unit, setting) for unit in waiting)
        return (step for step in dict.fromkeys(every) if why_not(step) is None)

    def settled() -> Step | None:
        if not required:
            return _only_end(game, position, waiting, setting)
        left = [unit for unit in waiting if not unit.lapses]  # of what lapses nothing was said
        row = _row(waiting, able)  # it is its turn, in printed order
        return _only_end(game, position, row, setting) or _only_end(game, position, left, setting)

    def able_now() -> int:
        return sum(next(options(game, position, unit, setting), None) is not None for unit in waiting)

    kind = KINDS[able.kind]
    return Choice(
        able.side,
        kind.decision,
        kind.rule,
        position,
        _Later(steps),
        why_not,
        len(waiting),
        required,
        advances=not required,
        settled=settled,
        able=able_now,
    )


def _row(waiting: list[Unit], unit: Unit) -> list[Unit]:
    """The icons of one row, as far as they are open."""
    return [other for other in waiting if other.row == unit.row]


def _only_end(game: Game, position: Position, waiting: list[Unit], setting: Setting) -> Step | None:
    """The first step where all steps, in any order, come to the same board: nobody has to be asked then."""
    boards = _boards(game, position, waiting, setting)
    first = next(boards)
    if first is None or any(board != first for board in boards):
        return None
    return next(step for unit in waiting for step in options(game, position, unit, setting))


def _boards(game: Game, position: Position, waiting: list[Unit], setting: Setting) -> Iterator[Position | None]:
    """Every board that executing icons can come to; None where somebody is asked something else on the way."""
    is_end = True
    for unit in dict.fromkeys(waiting):
        for step in _ways(game, position, waiting, unit, setting):
            if _refuse(game, position, waiting, unit, setting, step):
                continue
            is_end = False
            rest, there = [*waiting], setting._replace(used=setting.used.copy())
            rest.remove(unit)
            _, after = drive(_do(game, position, rest, unit, there, step), lambda _: None, [])
            if after is None:
                yield None
            else:
                yield from _boards(game, after, rest, there)
    if is_end:
        yield position


class _Later:
    """Candidates that are worked out when somebody looks at them."""

    def __init__(self, steps: Callable[[], Iterator[Step]]) -> None:
        self._steps = steps

    def __iter__(self) -> Iterator[Step]:
        return self._steps()


def _freedom(unit: Unit) -> tuple[bool, bool]:
    """The less, the more restricted: a text under the row before none, a bonus last."""
    return (unit.kind == "bonus", unit.place is None)


def _check_insolvency(game: Game, position: Position, unit: Unit, setting: Setting) -> None:
    """In the decade end, what East must dismantle and cannot is its end (9-insolvency); R10 for a run-down icon."""
    if not setting.in_decade_end or unit.state is not State.EAST:
        return
    if unit.kind == "dismantle" or (unit.kind == "run_down" and not game.follows("R10b")):
        raise GameOver(State.WEST, "insolvency", position)  # 9-insolvency
