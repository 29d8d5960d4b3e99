"""Executing icons in the order a player likes (6.4-order): the same for events and for phase 2.

All open icons are offered together, and a step goes to the most restricted open icon that it fits. When
nothing more is said, icons with one outcome are executed in printed order.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from wsdv_tools.facts import State
from wsdv_tools.rules.choices import Asking, Choice, Fault, GameOver, Step, tell
from wsdv_tools.rules.icons import KINDS, Setting, Unit, do, options, refuse

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position

ADVANCE = Step("advance")  # an answer: first execute an icon that has one outcome, then ask again


def execute(game: Game, position: Position, icons: list[Unit], setting: Setting) -> Asking[Position]:
    """Execute icons until none can be; what cannot be executed is ignored (6.4-ignored), save insolvency (9)."""
    waiting = list(icons)
    while waiting:
        choice = _offer(game, position, waiting, setting, required=False)
        if choice is None:
            break
        answer = yield choice
        if answer is None:
            return (yield from _finish(game, position, waiting, setting))
        if answer == ADVANCE:
            position = yield from _advance(game, position, waiting, setting)
        else:
            position = yield from _take(game, position, waiting, setting, answer)
    for unit in waiting:
        _check_insolvency(game, position, unit, setting)
    return position


def _finish(game: Game, position: Position, waiting: list[Unit], setting: Setting) -> Asking[Position]:
    """Nothing more is said: printed order; only an icon with several outcomes asks."""
    while waiting:
        unit = waiting[0]
        outcomes = options(game, position, unit, setting)
        if not outcomes or _may_lapse(game, unit):
            _check_insolvency(game, position, unit, setting)
            waiting.pop(0)
        elif len(outcomes) == 1:
            waiting.pop(0)
            position = yield from _do_only(game, position, unit, setting, outcomes[0])
        else:
            choice = _offer(game, position, waiting, setting, required=True)
            answer = (yield choice) if choice else None
            if answer is None:
                raise ValueError(f"{unit.kind}: an answer is required")
            position = yield from _take(game, position, waiting, setting, answer)
    return position


def _take(game: Game, position: Position, waiting: list[Unit], setting: Setting, step: Step) -> Asking[Position]:
    """Execute the most restricted icon that the step fits."""
    fitting = [unit for unit in waiting if refuse(game, position, unit, setting, step) is None]
    unit = min(fitting, key=_freedom)
    waiting.remove(unit)
    if step.verb == "none":
        return position
    return (yield from do(game, position, unit, setting, step))


def _freedom(unit: Unit) -> tuple[bool, bool]:
    """The less, the more restricted: a text under the row before a printed maximum before none."""
    return (unit.place is None or unit.place == "west-germany", unit.place is None and unit.per_province is None)


def _advance(game: Game, position: Position, waiting: list[Unit], setting: Setting) -> Asking[Position]:
    """Execute the first icon in printed order that has one outcome, if there is one."""
    for unit in waiting:
        outcomes = options(game, position, unit, setting)
        if len(outcomes) == 1 and not _may_lapse(game, unit):
            waiting.remove(unit)
            return (yield from _do_only(game, position, unit, setting, outcomes[0]))
    return position


def _do_only(game: Game, position: Position, unit: Unit, setting: Setting, step: Step) -> Asking[Position]:
    """Execute an icon that has one outcome."""
    kind = KINDS[unit.kind]
    yield from tell(unit.side, kind.decision, kind.rule, position, step)
    return (yield from do(game, position, unit, setting, step))


def _offer(game: Game, position: Position, waiting: list[Unit], setting: Setting, required: bool) -> Choice | None:
    """The choice among the steps of all open icons, or None where none can be executed."""
    able = next((unit for unit in waiting if options(game, position, unit, setting)), None)
    if able is None:
        return None

    def why_not(step: Step) -> Fault | None:
        faults = [refuse(game, position, unit, setting, step) for unit in waiting]
        if None in faults:
            return None
        fitting = [fault for fault, unit in zip(faults, waiting, strict=True) if step.verb in KINDS[unit.kind].verbs]
        if fitting:
            return fitting[0]
        return Fault("step-fits-no-icon", "6.4-all-icons", {"icons": sorted({unit.kind for unit in waiting})})

    kind = KINDS[able.kind]
    steps = _distinct(chain.from_iterable(options(game, position, unit, setting) for unit in waiting))
    return Choice(able.side, kind.decision, kind.rule, position, steps, why_not, len(waiting), required)


def _distinct(steps: Iterator[Step]) -> Iterator[Step]:
    return iter(dict.fromkeys(steps))


def _may_lapse(game: Game, unit: Unit) -> bool:
    """Build points given by an icon may lapse, like those of the action (R16)."""
    return unit.kind == "build" and not game.follows("R16b")


def _check_insolvency(game: Game, position: Position, unit: Unit, setting: Setting) -> None:
    """In the decade end, what East must dismantle and cannot is its end (9-insolvency); R10 for a run-down icon."""
    if not setting.in_decade_end or unit.state is not State.EAST:
        return
    demands = unit.kind == "dismantle" or (unit.kind == "run_down" and not game.follows("R10b"))
    if demands and not options(game, position, unit, setting):
        raise GameOver(State.WEST, "insolvency", "9-insolvency", position)
