"""Follows a typed play through the rules: who said what where, what is wrong with it, and the board it comes to.

A step that breaks a rule is still carried out if the pieces can be moved like that: it is what lay on the table.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from wsdv_tools.games.sides import Side
from wsdv_tools.games.steps import COMMAND, EVENT, PASS
from wsdv_tools.record.spans import Span
from wsdv_tools.rules.choices import NOTHING, Asking, Choice, Fault, Step
from wsdv_tools.rules.run import How, Run

_UNFIT = frozenset({"event-unfit"})  # the step may be meant for what comes later
_MOST_TRIES = 500  # ways to read a play whose events leave open which of several effects was chosen


class Typed(NamedTuple):
    """A single step, and the text it was typed in."""

    step: Step
    span: Span


class Part(NamedTuple):
    """What one side does with the card: `event`, `pass` or `command`, and its steps."""

    side: Side
    use: Step
    steps: tuple[Typed, ...]
    span: Span


class Wrong(NamedTuple):
    """A fault of a play, where it is, and what would have been legal there."""

    fault: Fault
    span: Span
    choice: Choice | None = None


@dataclass
class Followed:
    """The result of a play: the board after it, and the faults."""

    board: Any = None
    wrong: list[Wrong] = field(default_factory=list)
    log: list[tuple[Side, str, str, Step]] = field(default_factory=list)  # who, what kind, by which rule, what


class _Ambiguous(Exception):
    """Which effect was meant is not typed: each is tried."""

    def __init__(self, options: tuple[Step, ...]) -> None:
        super().__init__()
        self.options = options


def follow(
    start: Callable[[], Asking[Any]],
    laid: Typed,
    parts: tuple[Part, ...],
    player: Side,
    is_possible: Callable[[Any, Step], bool],
    can_end: Callable[[Any], bool] = bool,
) -> Followed:
    """Play what was typed; of events with alternatives the reading with the fewest faults counts.

    `can_end` says whether the game is over on a board: what was typed after that is too much.
    """
    waiting: list[tuple[Step, ...]] = [()]
    best: Followed | None = None
    for _ in range(_MOST_TRIES):
        if not waiting:
            break
        chosen = waiting.pop(0)
        follower = _Follower(laid, parts, player, is_possible, chosen)
        try:
            followed = follower.run(start(), can_end)
        except _Ambiguous as ambiguous:
            waiting += [(*chosen, option) for option in ambiguous.options]
            continue
        if best is None or len(followed.wrong) < len(best.wrong):
            best = followed
        if not best.wrong:
            break
    return best or Followed()


class _Follower:
    """One way through a play."""

    def __init__(
        self,
        laid: Typed,
        parts: tuple[Part, ...],
        player: Side,
        is_possible: Callable[[Any, Step], bool],
        chosen: tuple[Step, ...],
    ) -> None:
        self.laid = laid
        self.player = player
        self.is_possible = is_possible
        self.chosen = list(chosen)
        self.replies = [part for part in parts if part.side is not player]
        self.uses = [part for part in parts if part.side is player]
        self.now: Part | None = None  # whose steps are being taken
        self.left: list[Typed] = []
        self.blamed: Span | None = None  # one finding for one typed item
        self.found = Followed()

    def run(self, asking: Asking[Any], can_end: Callable[[Any], bool]) -> Followed:
        run = Run(asking)
        heard = 0
        while True:
            for choice, step, how, _ in run.done[heard:]:
                if how is How.AUTOMATIC:
                    self._told(choice, step)
                if step != NOTHING:
                    side: Any = choice.side
                    self.found.log.append((side, choice.kind, choice.rule, step))
            heard = len(run.done)
            if run.pending is None:
                break
            run.take(self._answer(run.pending))
        self.found.board = run.result
        self._finish(can_end(self.found.board))
        return self.found

    def _answer(self, choice: Choice) -> Step | None:
        if choice.kind == "step":
            return self._step(choice)
        if choice.kind == "choose":
            return self._branch(choice)
        if choice.kind == "lay":
            return self._judged(choice, self.laid)
        return self._reply(choice) if choice.kind == "reply" else self._use(choice)

    def _judged(self, choice: Choice, typed: Typed) -> Step:
        fault = choice.refuse(typed.step)
        if fault:
            self._blame(fault, typed.span, choice)
        return typed.step

    def _reply(self, choice: Choice) -> Step | None:
        """The part of the opponent, who may trigger the event or pass."""
        part = self.replies.pop(0) if self.replies else None
        if part is None:
            if choice.required:
                fault = Fault("event-or-pass-missing", choice.rule, {"side": choice.side})
                self._blame(fault, self.laid.span, choice)
            return PASS if choice.required else None
        self._enter(part)
        return part.use if part.use in (EVENT, PASS) else self._judged(choice, Typed(part.use, part.span))

    def _use(self, choice: Choice) -> Step:
        """The player's own part."""
        self._leave()
        part = self.uses.pop(0) if self.uses else None
        if part is None:
            self._blame(Fault("use-missing", choice.rule, {"card": self.laid.step.place}), self.laid.span, choice)
            return COMMAND
        self._enter(part)
        self._judged(choice, Typed(part.use, part.span))
        return EVENT if part.use == EVENT else COMMAND

    def _enter(self, part: Part) -> None:
        self.now = part
        self.left = list(part.steps)

    def _leave(self) -> None:
        """What was typed and nobody asked for."""
        typed = next((typed for typed in self.left if typed.step != NOTHING and typed.span != self.blamed), None)
        if typed:
            self._blame(Fault("step-not-asked", "", {"step": typed.step}), typed.span, None)
        self.left = []

    def _finish(self, is_over: bool) -> None:
        rest = [*self.replies, *self.uses]
        if is_over:
            spans = [typed.span for typed in self.left[:1]] + [part.span for part in rest[:1]]
            if spans:
                self._blame(Fault("after-the-win", "", {}), spans[0], None)
            return
        self._leave()
        for part in self.replies:
            self._blame(Fault("reply-not-asked", "", {"side": part.side}), part.span, None)
        for part in self.uses:
            self._blame(Fault("used-twice", "", {"side": part.side}), part.span, None)

    def _told(self, choice: Choice, step: Step) -> None:
        """What the rules decide; if somebody typed it anyway, it must be right."""
        if self.left and step.verb == self.left[0].step.verb == "points":
            typed = self.left.pop(0)
            fault = choice.refuse(typed.step)
            if fault:
                self._blame(fault, typed.span, choice)

    def _branch(self, choice: Choice) -> Step | None:
        if not self.left or self.left[0].step == NOTHING:
            return None
        if self.chosen:
            return self.chosen.pop(0)
        raise _Ambiguous(choice.options)

    def _step(self, choice: Choice) -> Step | None:
        while self.left:
            typed = self.left[0]
            if typed.step == NOTHING:
                self.left.pop(0)
                if not choice.required:
                    return None
                continue
            fault = choice.refuse(typed.step)
            if fault is None:
                self.left.pop(0)
                return typed.step
            if fault.code in _UNFIT and (not choice.required or choice.forced):
                return choice.forced if choice.required else None  # it may be meant for what comes later
            self.left.pop(0)
            self._blame(fault, typed.span, choice)
            if self.is_possible(choice.position, typed.step):
                return typed.step
        if not choice.required:
            return None
        if choice.forced is None:
            values = {"side": choice.side, "n": choice.left}
            span = self.now.span if self.now else self.laid.span
            self._blame(Fault("steps-missing", choice.rule, values), span, choice)
            return choice.options[0]
        return choice.forced

    def _blame(self, fault: Fault, span: Span, choice: Choice | None) -> None:
        if span != self.blamed:
            self.found.wrong.append(Wrong(fault, span, choice))
        self.blamed = span
