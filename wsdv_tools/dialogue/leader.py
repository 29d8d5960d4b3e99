"""Leads people through a decade end: asks each decision of the side it belongs to, and takes it back on demand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from wsdv_tools.dialogue.prompt import COMMANDS, Asker, Commands, Left, default_of
from wsdv_tools.telling.explanations import refused
from wsdv_tools.telling.replay import replay

if TYPE_CHECKING:
    from wsdv_tools.dialogue.answer_files import Keeper, Mends
    from wsdv_tools.dialogue.prompt import Terminal
    from wsdv_tools.findings import Finding
    from wsdv_tools.rules.choices import Choice
    from wsdv_tools.rules.position import Position
    from wsdv_tools.telling.narrator import Narrator
    from wsdv_tools.telling.replay import Answer, Replay


class Reopened(Exception):
    """The decade end was begun too early: people go back to what came before it."""


class Conversation:
    """One dialogue. Its state is the start position and the answers; all else follows from them."""

    def __init__(
        self,
        narrator: Narrator,
        terminal: Terminal,
        kept: Keeper,
        start: Position,
        phases: Sequence[int],
        mending: Mends,
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
        named = ("back", "fix", "show", "list", "help", "quit")
        self._commands = Commands(self.phrases, {name: getattr(self, f"_{name}") for name in named})
        self.asker = Asker(narrator, terminal, self._commands)

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
            self._say_waiting()
            self.narrator.begin_at(self._phase)
        elif self.kept.can_reopen:
            self._print("play.resumed-end", n=decisions)
        else:
            self._print("dialogue.resumed-whole", n=decisions, file=file)

    def _say_waiting(self) -> None:
        """Answers for later decisions: nobody can say yet whether they fit."""
        waiting = sum(not answer.forced for answer in self.now.waiting)
        if waiting:
            self._print("dialogue.waiting", n=waiting)

    # Asking

    def _ask(self, choice: Choice) -> None:
        """Put a choice, again and again, till something changes."""
        default, hint = default_of(choice), None
        if default:
            text = self.phrases.place(default._replace(verb="u+", place=default.to))
            hint = self.phrases.say("dialogue.default", text=text)
        steps = self.asker.ask(choice, self._phase, [default] if default else None, hint, COMMANDS)
        if steps is not None:
            self._set(self.now.with_answers(steps), begin_at=None)

    def _is_final(self) -> bool:
        """All is decided: show it, and let it be found good."""
        self.narrator.end(self.start, self.now.outcome)
        self._print("dialogue.final")
        while True:
            typed = self.terminal.ask("> ")
            if not typed:
                return True
            if typed in self._commands:
                if self._commands.obey(typed):
                    return False
            else:
                self._print("dialogue.final")

    def _print(self, key: str, **values: object) -> None:
        self.narrator.lines([self.phrases.say(key, **values)])

    def _refuse(self, finding: Finding) -> None:
        for line in refused(self.phrases, finding):
            self.narrator.write(line)

    # Commands: each says whether it has changed anything

    def _back(self, rest: str) -> bool:
        """`back`, `back 3` decisions, `back 2:` to the start of a phase."""
        decisions = sum(each.is_decision for each in self.now.taken)
        if not decisions:
            if self.kept.can_reopen:
                raise Reopened
            self._print("dialogue.nothing-to-undo")
            return False
        if rest.endswith(":") and rest[:-1].strip().isdecimal():
            answers = self.now.before_phase(int(rest[:-1][:9]))
        elif not rest or rest.isdecimal():
            answers = self.now.before(min(int(rest[:9] or 1), decisions))
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
        self._set(self.answers, begin_at=self.phases[0])
        self._print("dialogue.replayed", n=sum(each.is_decision for each in self.now.taken))
        self._say_waiting()
        if self.now.outcome.pending:
            self.narrator.begin_at(self._phase)
        return True

    def _show(self, rest: str) -> bool:
        del rest
        self.narrator.show(self.now.outcome.position)
        return False

    def _list(self, rest: str) -> bool:
        del rest
        taken = [each for each in self.now.taken if each.is_decision]
        for left, each in zip(range(len(taken), 0, -1), taken, strict=True):
            side, text = self.phrases.name(each.choice.side), self.phrases.done(each.step, each.choice)
            self._print("dialogue.listed", left=left, phase=each.phase, side=side, text=text)
        if not taken:
            self._print("dialogue.nothing-to-undo")
        self._say_waiting()
        return False

    def _help(self, rest: str) -> bool:
        del rest
        for name in ("answer", "rule", "back", "fix", "show", "list", "quit"):
            self._print(f"dialogue.help-{name}")
        return False

    def _quit(self, rest: str) -> bool:
        del rest
        raise Left
