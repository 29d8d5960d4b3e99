"""A play step by step, for those who do not know the notation: every choice of the rules is put as a question."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from wsdv_tools.dialogue.asking import Asker, Commands, Left
from wsdv_tools.dialogue.explaining import refused
from wsdv_tools.dialogue.phrases import wrapped
from wsdv_tools.findings import Finding
from wsdv_tools.record.matching import is_meant_for
from wsdv_tools.record.reading import MODES
from wsdv_tools.record.wording import worded
from wsdv_tools.rules.actions import refuse_action
from wsdv_tools.rules.choices import NOTHING, Asking, Choice, Step, drive
from wsdv_tools.rules.executing import KINDS
from wsdv_tools.rules.icons import lapsing

if TYPE_CHECKING:
    from wsdv_tools.dialogue.narrator import Narrator
    from wsdv_tools.dialogue.terminal import Terminal
    from wsdv_tools.facts import Card, State
    from wsdv_tools.rules.position import Position


class Decided(NamedTuple):
    """A play that was asked to its end: what people said, all that was done, and the board after it."""

    said: list[Step]
    done: list[Step]
    after: Position


class _Back(Exception):
    """Another answer to the question before."""


class Questioning:
    """Asks a play. Its state is the answers: `back` drops the last and asks again from the start."""

    def __init__(self, narrator: Narrator, terminal: Terminal) -> None:
        self.narrator = narrator
        self.phrases = narrator.phrases
        self.terminal = terminal
        named = {"back": self._back, "show": self._show, "help": self._help, "quit": self._quit}
        self.commands = Commands(self.phrases, named)
        way_out = self.phrases.say("play.help-question-back")
        self.asker = Asker(narrator, terminal, self.commands, way_out)
        self._answers: list[Step | None] = []
        self._asked_for: list[int] = []  # which of the answers a person gave to a question
        self._waiting: list[Step] = []
        self._choices: Iterator[int] = iter(())
        self._position: Position

    def mode(self, position: Position, side: State, card: Card) -> str | None:
        """What the card is to be used for; None after `back`."""
        phrases, modes = self.phrases, []
        self._position = position
        for line in wrapped(phrases.say("play.ask-mode", side=side, card=card), ""):
            self.narrator.write(self.narrator.bold(line))
        for number, mode in enumerate(MODES, 1):
            fault = refuse_action(phrases.game, position, side, card, mode)
            if fault is None:
                modes.append(mode)
                self.narrator.write(f"  {number:>3} {mode}: {phrases.say(f'play.mode-{mode}')}")
            else:
                why = phrases.language.sentence(Finding(fault.code, None, worded(fault.values), fault.rule))
                for line in wrapped(f"– {mode}: {why}", "    ", "      "):
                    self.narrator.write(line)
        while True:
            typed = self.terminal.ask(f"{phrases.name(side)}> ", [*modes, *self.commands.words]).casefold()
            if typed in self.commands:
                try:
                    self.commands.obey(typed)
                except _Back:
                    return None
                continue
            meant = [
                mode
                for number, mode in enumerate(MODES, 1)
                if typed and (typed == str(number) or mode.startswith(typed))
            ]
            if meant and meant[0] in modes:
                return meant[0]
            self.narrator.lines([phrases.say("dialogue.no-default")])

    def play(self, start: Callable[[], Asking[Position]], mode: str, typed: Sequence[Step] = ()) -> Decided | None:
        """Ask all that was not typed already; None where people went back to before the play."""
        self._answers, self._asked_for, self._waiting = [], [], list(typed)
        while True:
            done: list[Step] = []
            self._choices = iter(range(len(self._answers)))
            try:
                _, after = drive(start(), lambda choice: self._answer(choice, mode), done)
            except _Back:
                if not self._asked_for:
                    return None
                del self._answers[self._asked_for.pop() :]
                continue
            if after is None:
                return None
            return Decided(self._said, [step for step in done if step != NOTHING], after)

    @property
    def _said(self) -> list[Step]:
        return [step for step in self._answers if step is not None and step != NOTHING]

    @property
    def under_way(self) -> list[Step]:
        """What has been said of a play that is broken off, also for questions that have not come yet."""
        return self._said + self._waiting

    def _answer(self, choice: Choice, mode: str) -> Step | None:
        if choice.automatic:
            return None
        if not choice.options or (choice.forced and (choice.required or choice.advances)):
            return None if choice.forced in (None, NOTHING) else choice.forced
        known = next(self._choices, None)
        if known is not None:
            return self._answers[known]
        step = self._typed_before(choice)
        if step is None:  # a factory that may count in several places does so where it helps, unless somebody says
            step = NOTHING if choice.kind == "assign" else self._ask(choice, mode)
        answer = None if step == NOTHING and not choice.required else step
        self._answers.append(answer)
        return answer

    def _typed_before(self, choice: Choice) -> Step | None:
        """Something that was typed for a later question, if this is it."""
        while True:
            step = next((step for step in self._waiting if is_meant_for(step, choice)), None)
            if step is None:
                return None
            self._waiting.remove(step)
            fault = choice.refuse(step)
            if fault is None:
                return step
            values = worded(fault.values) | {"text": self.phrases.notation.write(step)}
            for line in refused(self.phrases, Finding(fault.code, None, values, fault.rule)):
                self.narrator.write(line)

    def _ask(self, choice: Choice, mode: str) -> Step:
        if choice.able and self._must_act(choice, mode):
            choice = _without_nothing(choice)
        may_pass = not choice.required and (not choice.advances or NOTHING in choice.options)
        hint = self.phrases.say("play.enter-done" if self._asked_for else "play.enter-none") if may_pass else None
        self._position = choice.position
        while True:
            steps = self.asker.ask(choice, mode, [NOTHING] if may_pass else None, hint)
            if steps:
                self._waiting = [*steps[1:], *self._waiting]
                self._asked_for.append(len(self._answers))
                return steps[0]

    def _must_act(self, choice: Choice, mode: str) -> bool:
        """Whether an icon waits that cannot be left alone: what may be is then no way out yet."""
        kinds = {"use", *(lapsing(self.phrases.game) if mode == "event" else ("build",))}
        return any(not any(step.verb in KINDS[kind].verbs for kind in kinds) for step in choice.options)

    def _back(self, rest: str) -> bool:
        del rest
        self._waiting = []
        raise _Back

    def _show(self, rest: str) -> bool:
        del rest
        self.narrator.show(self._position)
        return False

    def _help(self, rest: str) -> bool:
        del rest
        self.narrator.lines([self.phrases.say(f"play.help-{name}") for name in ("answer", "question-back")])
        return False

    def _quit(self, rest: str) -> bool:
        del rest
        raise Left


def _without_nothing(choice: Choice) -> Choice:
    """The same choice, but somebody has to decide."""
    steps = [step for step in choice.options if step != NOTHING]
    rest = (choice.refuse, choice.left)
    return Choice(choice.side, choice.kind, choice.rule, choice.position, steps, *rest, advances=True, able=choice.able)
