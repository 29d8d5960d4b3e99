"""Leads people through a decade end: asks the right side for each decision, and takes decisions back on demand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from wsdv_tools.dialogue.options import Numbers
from wsdv_tools.dialogue.prompt import Asker, Commands, Left, default_of
from wsdv_tools.record.endings import COUNTED, Given, Resumed, given_in, resume
from wsdv_tools.rules.adjudicator import Adjudicator
from wsdv_tools.rules.decade_play import DecadeEnd
from wsdv_tools.telling.explanations import refused

if TYPE_CHECKING:
    from wsdv_tools.dialogue.answer_files import Keeper, Mends
    from wsdv_tools.dialogue.interpretation import Answer
    from wsdv_tools.dialogue.prompt import Terminal
    from wsdv_tools.facts import State
    from wsdv_tools.findings import Finding
    from wsdv_tools.rules.choices import Choice
    from wsdv_tools.rules.position import Position
    from wsdv_tools.rules.run import Done
    from wsdv_tools.telling.narrator import Narrator

_SURPLUS = ("decision-too-many", "decision-not-asked")  # to these there is no more to say than what was not used


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
        self.now: Resumed
        self._numbers: dict[int, Numbers] = {}  # by phase
        self._unused: list[Answer] = []  # of the last answer, and whose it was
        self._unused_by: State | None = None
        named = ("back", "fix", "show", "list", "hint", "help", "quit")
        self._commands = Commands(self.phrases, {name: getattr(self, f"_{name}") for name in named})
        self.asker = Asker(narrator, terminal, self._commands)

    def run(self, answers: Sequence[Given]) -> DecadeEnd:
        """Ask until all is decided and found good; `Left` where it was broken off."""
        self._set(answers)
        if answers:
            self._say_resumed()
        else:
            self._print("dialogue.start")
        while True:
            self.narrator.tell(self.now.end.outcome)
            self._say_unused()
            if self.now.end.pending:
                self._ask(self.now.end.pending.choice)
            elif self._is_final():
                return self.now.end

    # The state

    def _begin(self) -> DecadeEnd:
        return DecadeEnd.begin(Adjudicator(self.notation.game), self.start, self.phases)

    def _set(self, answers: Sequence[Given], end: DecadeEnd | None = None, begin_at: int | None = None) -> None:
        """Go on with answers, from the start or from an end that is under way; what no longer fits is reported."""
        self._keep(resume(self.notation, end or self._begin(), answers))
        if begin_at is not None:
            self.narrator.begin_at(begin_at)

    def _keep(self, now: Resumed) -> None:
        self.now = now
        try:
            self.kept.save([*given_in(self.now.end), *self.now.waiting])
        except OSError as error:  # a full disk is not a reason to stop playing
            self._print("dialogue.cannot-write", file=self.kept.path.name, reason=error.strerror or str(error))
        for finding in self.now.dropped:
            self._print("dialogue.dropped", text=self.phrases.vocabulary.own(finding.values["text"]))
            self._refuse(finding)

    @property
    def _phase(self) -> int:
        return self.now.end.phase

    @property
    def _decisions(self) -> list[tuple[int, Done]]:
        return self.now.end.decisions

    def _before(self, decisions: int) -> DecadeEnd:
        """The decade end without the last so many decisions."""
        end = self.now.end
        for _ in range(decisions):
            end = end.back() or end
        return end

    def _say_resumed(self) -> None:
        decisions = len(self._decisions)
        file = self.kept.path.name
        if self.now.end.pending:
            self._print("dialogue.resumed", n=decisions, file=file, phase=self._phase)
            self._say_waiting()
            self.narrator.begin_at(self._phase)
        elif self.kept.can_reopen:
            self._print("play.resumed-end", n=decisions)
        else:
            self._print("dialogue.resumed-whole", n=decisions, file=file)

    def _say_waiting(self) -> None:
        """Answers for later decisions: nobody can say yet whether they fit."""
        if self.now.waiting:
            self._print("dialogue.waiting", n=len(self.now.waiting))

    # Asking

    def _ask(self, choice: Choice) -> None:
        """Put a choice, again and again, until something changes."""
        default, hint = default_of(choice), None
        if default:
            text = self.phrases.place(default._replace(verb="u+", place=default.to))
            hint = self.phrases.say("dialogue.default", text=text)
        numbers = self._numbers.setdefault(self._phase, Numbers())
        answers = self.asker.ask(choice, self._phase, [default] if default else None, hint, numbers=numbers)
        if answers is not None:
            self._take(answers, choice)

    def _take(self, answers: Sequence[Answer], choice: Choice) -> None:
        """Decide by what was answered; each side answers for itself, so what is left when the other is asked goes."""
        phase, given = self._phase, len(given_in(self.now.end))
        said = [Given(phase, answer.step, choice.side) for answer in answers]
        now = resume(self.notation, self.now.end, [*said, *self.now.waiting])
        used = Counter(one.step for one in given_in(now.end)[given:] if one.phase == phase)
        faults = [finding for finding in now.dropped if finding.code not in _SURPLUS]
        explained = {finding.values["text"] for finding in faults}
        self._unused = []
        for answer in answers:
            used[answer.step] -= 1
            if used[answer.step] < 0 and self.notation.write(answer.step, str(phase)) not in explained:
                self._unused.append(answer)
        self._unused_by = choice.side
        surplus = {self.notation.write(answer.step, str(phase)) for answer in self._unused}
        dropped = [finding for finding in now.dropped if not _is_surplus(finding, phase, surplus)]
        waiting = list(now.waiting)
        for answer in self._unused:
            typed = Given(phase, answer.step, choice.side)
            if typed in waiting:
                waiting.remove(typed)
        self._keep(now._replace(waiting=waiting, dropped=dropped))

    def _say_unused(self) -> None:
        """What was typed beyond one's own decisions, and who is asked now."""
        decision, counted = self.now.end.pending, COUNTED.get(self._phase)
        key = "dialogue.by-turns" if counted and counted.by_turns else "dialogue.now-decides"
        is_other = decision and decision.side is not self._unused_by
        then = self.phrases.say(key, side=decision.side) if decision and is_other else ""
        self.asker.say_unused(self._unused, then)
        self._unused = []

    def _is_final(self) -> bool:
        """All is decided: show it, and let it be found good."""
        self.narrator.end(self.start, self.now.end.outcome)
        self._print("dialogue.final")
        while True:
            typed = self.terminal.ask("> ")
            if not typed or self.phrases.is_said("yes", typed):
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
        decisions = len(self._decisions)
        if not decisions:
            if self.kept.can_reopen:
                raise Reopened
            self._print("dialogue.nothing-to-undo")
            return False
        if rest.endswith(":") and rest[:-1].strip().isdecimal():
            end = self.now.end.before_phase(int(rest[:-1][:9]))
        elif not rest or rest.isdecimal():
            end = self._before(min(int(rest[:9] or 1), decisions))
        else:
            self._print("dialogue.back-how")
            return False
        self._set([], end)
        self.narrator.begin_at(self._phase)
        self._print("dialogue.went-back", phase=self._phase)
        return True

    def _fix(self, rest: str) -> bool:
        """Correct what was mistyped in the position, and replay."""
        mended = self.mending.mend(self.start, rest)
        if mended is None:
            return False
        self.start = mended
        given = [Given(phase, done.step, done.choice.side) for phase, done in self._decisions]
        self._set([*given, *self.now.waiting], begin_at=self.phases[0])
        self._print("dialogue.replayed", n=len(self._decisions))
        self._say_waiting()
        if self.now.end.pending:
            self.narrator.begin_at(self._phase)
        return True

    def _show(self, _rest: str) -> bool:
        self.narrator.show(self.now.end.position)
        return False

    def _list(self, _rest: str) -> bool:
        taken = self._decisions
        for left, (phase, done) in zip(range(len(taken), 0, -1), taken, strict=True):
            side, text = self.phrases.name(done.choice.side), self.phrases.done(done.step, done.choice)
            self._print("dialogue.listed", left=left, phase=phase, side=side, text=text)
        if not taken:
            self._print("dialogue.nothing-to-undo")
        self._say_waiting()
        return False

    def _hint(self, _rest: str) -> bool:
        """What each option leads to; nothing is decided by it."""
        from wsdv_tools.foresight.consequences import consequences
        from wsdv_tools.telling.forecast_text import hint_lines

        decision = self.now.end.pending
        if decision is not None:
            found = consequences(self.now.end)
            self.narrator.lines(hint_lines(self.phrases, decision, self._phase, found))
        return False

    def _help(self, _rest: str) -> bool:
        for name in ("answer", "rule", "back", "fix", "show", "list", "hint", "quit"):
            self._print(f"dialogue.help-{name}")
        return False

    def _quit(self, _rest: str) -> bool:
        raise Left


def _is_surplus(finding: Finding, phase: int, typed: Collection[str]) -> bool:
    """Whether a finding is about one of the steps that were typed just now in a phase, beyond what it asked for."""
    return finding.code in _SURPLUS and finding.values["phase"] == phase and finding.values["text"] in typed
