"""Executing icons in the order a player chooses (6.4-order): the same for actions, events and phase 2.

All open icons are offered together, and a step goes to the most restricted open icon that it fits. When
nothing more is said, icons with one outcome are executed in printed order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any

from wsdv_tools.facts import State
from wsdv_tools.rules import icons
from wsdv_tools.rules.choices import ADVANCE, NO_STEP, Asking, Choice, Fault, GameOver, Step, tell
from wsdv_tools.rules.hands import change_hands
from wsdv_tools.rules.icons import Setting, Unit
from wsdv_tools.rules.police import refuse_police, use_police
from wsdv_tools.rules.run import completed
from wsdv_tools.rules.special_icons import AUTOMATIC, SPECIAL_KINDS, automatic
from wsdv_tools.rules.verbs import carry_out

if TYPE_CHECKING:
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position

KINDS = {**icons.KINDS, **SPECIAL_KINDS}
# What may find nothing when its turn comes, and something later (6.4-ignored), by the name that `skip` has for it.
SKIPS = {"repair": "repair", "remove_unrest": "u-", "bonus": "u-"}
# A step that fits no icon is explained by the icon that nearly fits; the higher, the farther.
_VAGUE = {
    "step-fits-no-icon": 3,
    "icon-wrong-state": 2,
    "icon-outside": 1,
    "icon-outside-city": 1,
    "icon-outside-line": 1,
    "build-outside": 1,
}


def execute(game: Game, position: Position, units: list[Unit], setting: Setting) -> Asking[Position]:
    """Execute icons until none can be; what cannot be executed is ignored (6.4-ignored), except for insolvency (9)."""
    return Execution(game, position, units, setting, [*units]).run()


def returned_unrest() -> Unit:
    """Unrest from a police card comes back, at most one in a province, where East chooses (icon-stasi, R13)."""
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


@dataclass(slots=True, eq=False)
class Execution:
    """Icons on their way: the board now, and the icons that are still open."""

    game: Game
    position: Position
    units: list[Unit]  # all of them
    setting: Setting
    waiting: list[Unit]

    def run(self) -> Asking[Position]:
        """Ask for the next step until nothing is open, or nothing more is said."""
        while self.waiting:
            choice = self._offer(required=False)
            answer = (yield choice) if choice else None
            if answer is None:
                yield from self._finish()
            elif answer.verb == ADVANCE.verb:
                yield from self._advance(answer.place or ())
            else:
                yield from self._take(answer)
        return self.position

    def _options(self, unit: Unit) -> Iterator[Step]:
        return options(self.game, self.position, unit, self.setting)

    def _can(self, unit: Unit) -> bool:
        return next(self._options(unit), None) is not None

    # Doing

    def _finish(self) -> Asking[None]:
        """Nothing more is said: printed order; only an icon with several outcomes asks."""
        while self.waiting:
            unit = self.waiting[0]
            outcomes = [] if unit.lapses else list(self._options(unit))
            if len(outcomes) > 1:
                choice = self._offer(required=True)
                answer = (yield choice) if choice else None
                if answer is None:
                    raise ValueError(f"{unit.kind}: an answer is required")
                yield from self._take(answer)
                continue
            self.waiting.pop(0)
            if outcomes:
                yield from self._do_only(unit, outcomes[0])
            elif unit.kind in AUTOMATIC:
                self.position = yield from automatic(self.position, unit, self.setting)
            else:
                self.check_insolvency(unit)

    def _advance(self, later: tuple[Step, ...]) -> Asking[None]:
        """Execute the first icon in printed order that has one outcome and that no step to come `later` needs."""
        for unit in self.waiting:
            if unit.kind in AUTOMATIC:
                self.waiting.remove(unit)
                self.position = yield from automatic(self.position, unit, self.setting)
                return
            outcomes = [] if unit.lapses else list(self._options(unit))
            only = outcomes[0] if len(outcomes) == 1 else None
            if len(outcomes) > 1:
                only = self._only_end(self._row(unit))
            if only and only not in later and not self._is_needed(unit, later):
                self.waiting.remove(unit)
                yield from self._do_only(unit, only)
                return

    def _is_needed(self, unit: Unit, later: tuple[Step, ...]) -> bool:
        """Whether there are no more icons of a kind than steps that want one."""
        verbs = KINDS[unit.kind].verbs
        alike = sum(1 for other in self.waiting if other.kind == unit.kind)
        return alike <= sum(1 for step in later if step.verb in verbs)

    def _do_only(self, unit: Unit, step: Step) -> Asking[None]:
        """Execute an icon that has one outcome."""
        kind = KINDS[unit.kind]
        yield from tell(unit.side, kind.decision, kind.rule, self.position, step)
        yield from self._do(unit, step)

    def _take(self, step: Step) -> Asking[None]:
        """Execute the most restricted icon that the step fits. A step that fits none was insisted on: it is done."""
        fitting = [unit for unit in self.waiting if self._refuse_icon(unit, step) is None]
        fitting = fitting or [unit for unit in self.waiting if _is_used_up(unit, step)]
        unit = min(fitting, key=_freedom, default=None)
        if unit is not None:
            self.waiting.remove(unit)
            yield from self._do(unit, step)
        elif step.verb == "use":
            self.position = use_police(self.position, step)
        else:
            self.position = yield from carry_out(self.game, self.position, step)

    def _do(self, unit: Unit, step: Step) -> Asking[None]:
        """Execute an icon by a step; some make others possible."""
        if step.verb in ("none", "skip"):
            return
        if unit.kind == "use":
            if any(other.kind == "dissolve_stasi" for other in self.waiting):  # its unrest returns, too
                self.waiting.append(returned_unrest())
            self.position = use_police(self.position, step)
            return
        if unit.kind == "remove_unrest" and not self._can_calm():
            # No protest was left to calm: that icon had its turn (almanac-I).
            self.waiting[:] = [other for other in self.waiting if other.kind != "calm_protest"]
        if unit.kind == "guillaume":
            self.waiting.append(unit._replace(kind="guillaume_swap", place=step.place))
        elif unit.kind == "guillaume_swap":
            course = self.position.course
            if course:
                self.position = self.position._replace(course=change_hands(course, step, unit.place))
        else:
            self.position = yield from icons.do(self.game, self.position, unit, self.setting, step)

    def check_insolvency(self, unit: Unit) -> None:
        """In the decade end, East loses if it cannot dismantle what it must (9-insolvency); R10 for a run-down icon."""
        if not self.setting.in_decade_end or unit.state is not State.EAST:
            return
        if unit.kind == "dismantle" or (unit.kind == "run_down" and not self.game.follows("R10b")):
            raise GameOver(State.WEST, "insolvency", self.position)  # 9-insolvency

    # Judging

    def _refuse_icon(self, unit: Unit, step: Step) -> Fault | None:
        """Why a step does not execute an icon now. Protests are calmed before other unrest is removed (almanac-I)."""
        if step.verb == "skip":
            is_ignored = not self._can(unit) and not unit.is_action
            return None if is_ignored and SKIPS.get(unit.kind) == step.place else NO_STEP
        if unit.kind in AUTOMATIC or step.verb not in KINDS[unit.kind].verbs:
            return NO_STEP
        if step.verb == "none":
            return None if unit.lapses else Fault("build-must-be-used", "icon-build", {})
        if unit.kind == "remove_unrest" and self._can_calm():
            return Fault("calm-first", "almanac-I", {})
        return KINDS[unit.kind].refuse(self.game, self.position, unit, self.setting, step)

    def _can_calm(self) -> bool:
        return any(unit.kind == "calm_protest" and self._can(unit) for unit in self.waiting)

    def _refuse(self, step: Step) -> Fault | None:
        """Why no open icon takes a step: what the nearest of them says."""
        if step.verb == "use":
            return self._refuse_use(step)
        faults = []
        for unit in self.waiting:
            fault = self._refuse_icon(unit, step)
            if fault is None:
                return None
            faults.append(fault)
        if self._is_too_much(step):
            return NO_STEP
        return min(faults, key=lambda fault: _VAGUE.get(fault.code, 0))

    def _refuse_use(self, step: Step) -> Fault | None:
        """Police cards come in addition to the action, which needs an unrest of its own (8-when)."""
        police = (unit for unit in self.waiting if unit.kind == "use")
        fault = refuse_police(self.game, self.position, police, step, self.setting.card)
        is_last = sum(self.position.unrest[province] for province in self.game.east) == 1
        if fault is None and is_last and any(unit.is_action for unit in self.waiting):
            return Fault("use-last-unrest", "8-when", {})
        return fault

    def _is_too_much(self, step: Step) -> bool:
        """Whether the text under an icon asks for such a step, and all of them are executed."""
        executed = (unit for unit in self.units if unit.place is not None and unit not in self.waiting)
        return any(self._refuse_icon(unit, step) is None for unit in executed)

    # Offering

    def _offer(self, required: bool) -> Choice | None:
        """The choice among the steps of all open icons, or None where none can be executed."""
        able = next((unit for unit in self.waiting if self._can(unit)), None)
        if able is None:
            return None

        def ends() -> bool:
            return not required and all(unit.lapses for unit in self.waiting if self._can(unit))

        def steps() -> Iterator[Step]:
            return iter(dict.fromkeys(chain.from_iterable(self._ways(unit) for unit in dict.fromkeys(self.waiting))))

        def settled() -> Step | None:
            if not required:
                return self._only_end(self.waiting)
            left = [unit for unit in self.waiting if not unit.lapses]  # nothing was said about what lapses
            return self._only_end(self._row(able)) or self._only_end(left)  # it is its turn, in printed order

        kind = KINDS[able.kind]
        return Choice(
            able.side,
            kind.decision,
            kind.rule,
            self.position,
            _Later(steps),
            self._refuse,
            len(self.waiting),
            required,
            advances=not required,
            settled=settled,
            able=lambda: sum(self._can(unit) for unit in self.waiting),
            ends=ends,
        )

    def _ways(self, unit: Unit) -> Iterator[Step]:
        """The steps that execute an icon, or let it have its turn before there is something for it (6.4-ignored)."""
        steps = list(self._options(unit))
        if unit.kind != "remove_unrest" or not self._can_calm():  # almanac-I
            yield from steps
        if not steps and unit.kind in SKIPS and self._comes_too_early(unit):
            yield Step("skip", SKIPS[unit.kind])

    def _comes_too_early(self, unit: Unit) -> bool:
        """Whether another icon could give this one something: run a factory down (almanac-46), place an unrest."""
        if unit.kind == "repair":
            return any(other.kind == "run_down" for other in self.waiting)
        placing = (other for other in self.waiting if other.kind in ("place_unrest", "bonus"))
        steps = (step for other in placing for step in self._options(other))
        return any(step.verb == "u+" and self.game.states[step.place] is unit.state for step in steps)

    def _row(self, unit: Unit) -> list[Unit]:
        """The icons of one row, as far as they are open."""
        return [other for other in self.waiting if other.row == unit.row]

    def _only_end(self, waiting: list[Unit]) -> Step | None:
        """The first step where all steps, in any order, lead to the same board: then nobody has to be asked."""
        used, *fixed = self.setting
        return _only_end(self.game, self.position, tuple(waiting), frozenset(used.items()), *fixed)

    def _with(self, waiting: list[Unit]) -> Execution:
        """The same board with other open icons, to try something out."""
        setting = self.setting._replace(used=self.setting.used.copy())
        return Execution(self.game, self.position, self.units, setting, [*waiting])

    def _boards(self, seen: set[object]) -> Iterator[Position | None]:
        """Every board that executing icons can lead to; None where somebody is asked something else on the way.

        What was `seen` in another order of the icons is left out.
        """
        moment = (self.position, *self.waiting, frozenset(self.setting.used.items()))
        if moment in seen:
            return
        seen.add(moment)
        is_end = True
        for after in self.next():
            is_end = False
            if after is None:
                yield None
            else:
                yield from after._boards(seen)
        if is_end:
            yield self.position

    def next(self) -> Iterator[Execution | None]:
        """What executing one more icon can lead to; None where somebody is asked something else on the way."""
        for unit in dict.fromkeys(self.waiting):
            for step in self._ways(unit):
                after = self._with(self.waiting)
                after.waiting.remove(unit)
                yield after if completed(after._done(unit, step)) else None

    def _done(self, unit: Unit, step: Step) -> Asking[bool]:
        yield from self._do(unit, step)
        return True


@lru_cache(maxsize=256)  # whoever tries out what may have happened reaches the same icons in many ways
def _only_end(
    game: Game, position: Position, waiting: tuple[Unit, ...], used: frozenset[tuple[tuple[int, int], int]], *fixed: Any
) -> Step | None:
    execution = Execution(game, position, [], Setting(dict(used), *fixed), [*waiting])
    boards = execution._boards(set())
    first = next(boards)
    if first is None or any(board != first for board in boards):
        return None
    return next(step for unit in waiting for step in execution._options(unit))


class _Later:
    """Candidates that are worked out when somebody looks at them."""

    def __init__(self, steps: Callable[[], Iterator[Step]]) -> None:
        self._steps = steps

    def __iter__(self) -> Iterator[Step]:
        return self._steps()


def _is_used_up(unit: Unit, step: Step) -> bool:
    """Whether a step that was insisted on takes an icon's place; points for a country may lapse, and stay open."""
    is_left = unit.lapses and unit.place is not None
    return unit.kind not in AUTOMATIC and step.verb in KINDS[unit.kind].verbs and not is_left


def _freedom(unit: Unit) -> tuple[bool, bool]:
    """The less, the more restricted: a text under the row before none, a bonus last."""
    return (unit.kind == "bonus", unit.place is None)
