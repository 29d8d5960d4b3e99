"""Leads people through a decade end: asks each decision of the side it belongs to, and takes it back on demand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from wsdv_tools.dialogue.board import shown
from wsdv_tools.dialogue.explaining import explained, refused
from wsdv_tools.dialogue.interpreting import interpret
from wsdv_tools.dialogue.mending import Mending
from wsdv_tools.dialogue.options import completions, default_of, listed_options
from wsdv_tools.dialogue.phrases import wrapped
from wsdv_tools.dialogue.replay import replay
from wsdv_tools.findings import Finding

if TYPE_CHECKING:
    from wsdv_tools.dialogue.keeping import Kept
    from wsdv_tools.dialogue.narrator import Narrator
    from wsdv_tools.dialogue.replay import Answer, Replay
    from wsdv_tools.dialogue.terminal import Terminal
    from wsdv_tools.rules.choices import Choice
    from wsdv_tools.rules.position import Position


class Left(Exception):
    """The people have had enough for now; all they said is kept."""


class Conversation:
    """One dialogue. Its state is the start position and the answers; all else follows from them."""

    def __init__(
        self,
        narrator: Narrator,
        terminal: Terminal,
        kept: Kept,
        start: Position,
        phases: Sequence[int],
        mending: Mending,
    ) -> None:
        self.narrator = narrator
        self.phrases = narrator.phrases
        self.notation = narrator.phrases.notation
        self.terminal = terminal
        self.kept = kept
        self.start = start
        self.phases = phases
        self.mending = mending
        self.answers: list[Answer] = []
        self.now: Replay
        self._commands: dict[str, Callable[[str], bool]] = {}
        for name in ("back", "fix", "show", "list", "help", "quit"):
            for word in self.phrases.say(f"command.{name}").split():
                self._commands[word] = getattr(self, f"_{name}")

    def run(self, answers: Sequence[Answer]) -> Replay:
        """Ask till all is decided and found good; `Left` where it was broken off."""
        self._set(answers, begin_at=None)
        if answers:
            self._say_resumed()
        else:
            self._print("dialogue.start")
        while True:
            self.narrator.tell(self.now)
            if self.now.outcome.pending:
                self._ask(self.now.outcome.pending)
            elif self._is_final():
                return self.now

    # The state

    def _set(self, answers: Sequence[Answer], begin_at: int | None) -> None:
        """Replay with other answers; what fits no more is told."""
        self.now = replay(self.notation, self.start, answers, self.phases)
        self.answers = self.now.answers
        try:
            self.kept.save(self.answers)
        except OSError as error:  # a full disk is no reason to stop playing
            self._print("dialogue.cannot-write", file=self.kept.path.name, reason=error.strerror or str(error))
        for finding in self.now.dropped:
            self._print("dialogue.dropped", text=finding.values["text"])
            self._refuse(finding)
        if begin_at is not None:
            self.narrator.begin_at(begin_at)

    @property
    def _phase(self) -> int:
        return self.now.outcome.reports[-1].phase

    def _say_resumed(self) -> None:
        decisions = sum(each.is_decision for each in self.now.taken)
        file = self.kept.path.name
        if self.now.outcome.pending:
            self._print("dialogue.resumed", n=decisions, file=file, phase=self._phase)
            self.narrator.begin_at(self._phase)
        else:
            self._print("dialogue.resumed-whole", n=decisions, file=file)

    # Asking

    def _ask(self, choice: Choice) -> None:
        """Put a choice, again and again, till something changes."""
        phrases, phase = self.phrases, self._phase
        side = phrases.name(choice.side)
        self.narrator.write("")
        for line in wrapped(f"{side}: {phrases.question(choice)}", ""):
            self.narrator.write(self.narrator.bold(line))
        for line in listed_options(phrases, choice, phase):
            self.narrator.write(line)
        default = default_of(choice)
        if default:
            self._print("dialogue.default", text=phrases.place(default._replace(verb="u+", place=default.to)))
        words = completions(self.notation, choice, phase)
        while True:
            typed = self.terminal.ask(f"{side}> ", words)
            if typed == "?":
                for line in explained(phrases, choice):
                    self.narrator.write(line)
            elif self._is_command(typed):
                if self._obey(typed):
                    return
            elif not typed and default:
                self._set(self.now.with_answers([default]), begin_at=None)
                return
            elif not typed:
                self._print("dialogue.no-default")
            elif self._take(typed, choice, phase):
                return

    def _take(self, typed: str, choice: Choice, phase: int) -> bool:
        """Whether what was typed is an answer."""
        labels = [self.phrases.label(step, choice, phase) for step in choice.options]
        steps = interpret(typed, choice, phase, self.notation, labels)
        if isinstance(steps, Finding):
            self._refuse(steps)
            return False
        if not steps:
            return False
        self._set(self.now.with_answers(steps), begin_at=None)
        return True

    def _is_final(self) -> bool:
        """All is decided: show it, and let it be found good."""
        self.narrator.end(self.start, self.now.outcome)
        self._print("dialogue.final")
        while True:
            typed = self.terminal.ask("> ")
            if not typed:
                return True
            if self._is_command(typed):
                if self._obey(typed):
                    return False
            else:
                self._print("dialogue.final")

    def _print(self, key: str, **values: object) -> None:
        self.narrator.lines([self.phrases.say(key, **values)])

    def _refuse(self, finding: Finding) -> None:
        for line in refused(self.phrases, finding):
            self.narrator.write(line)

    # Commands: each says whether it has changed anything

    def _is_command(self, typed: str) -> bool:
        return typed.partition(" ")[0].casefold() in self._commands

    def _obey(self, typed: str) -> bool:
        word, _, rest = typed.partition(" ")
        return self._commands[word.casefold()](rest.strip())

    def _back(self, rest: str) -> bool:
        """`back`, `back 3` decisions, `back 2:` to the start of a phase."""
        decisions = sum(each.is_decision for each in self.now.taken)
        if not decisions:
            self._print("dialogue.nothing-to-undo")
            return False
        if rest.endswith(":") and rest[:-1].strip().isdecimal():
            answers = self.now.before_phase(int(rest[:-1]))
        elif not rest or rest.isdecimal():
            answers = self.now.before(min(int(rest or 1), decisions))
        else:
            self._print("dialogue.back-how")
            return False
        self._set(answers, begin_at=None)
        self.narrator.begin_at(self._phase)
        self._print("dialogue.went-back", phase=self._phase)
        return True

    def _fix(self, rest: str) -> bool:
        """Mend what was mistyped in the position, and replay."""
        mended = self.mending.mend(self.start, rest)
        if mended is None:
            return False
        self.start = mended
        before = [(answer.phase, answer.step) for answer in self.answers]
        self._set(self.answers, begin_at=self.phases[0])
        kept = [(answer.phase, answer.step) for answer in self.answers]
        self._print("dialogue.replayed", n=sum(each in kept for each in before))
        if self.now.outcome.pending:
            self.narrator.begin_at(self._phase)
        return True

    def _show(self, rest: str) -> bool:
        del rest
        for line in shown(self.phrases, self.now.outcome.position):
            self.narrator.write(line)
        return False

    def _list(self, rest: str) -> bool:
        del rest
        taken = [each for each in self.now.taken if each.is_decision]
        for left, each in zip(range(len(taken), 0, -1), taken, strict=True):
            side, text = self.phrases.name(each.choice.side), self.phrases.done(each.step, each.choice)
            self._print("dialogue.listed", left=left, phase=each.phase, side=side, text=text)
        if not taken:
            self._print("dialogue.nothing-to-undo")
        return False

    def _help(self, rest: str) -> bool:
        del rest
        for name in ("answer", "rule", "back", "fix", "show", "list", "quit"):
            self._print(f"dialogue.help-{name}")
        return False

    def _quit(self, rest: str) -> bool:
        del rest
        raise Left
