"""Leads people through a decade end: asks the right side, keeps every answer in a file, takes decisions back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from wsdv_tools.dialogue.options import Numbers
from wsdv_tools.dialogue.prompt import Asker, Commands, Talk, default_of
from wsdv_tools.record.lines import Phase
from wsdv_tools.referee.endings import Given, Resumed, given_in, given_lines, read_decisions, resume
from wsdv_tools.referee.surplus import COUNTED
from wsdv_tools.rules.adjudicator import Adjudicator
from wsdv_tools.rules.decade_play import DecadeEnd
from wsdv_tools.sources.saving import back_up, reason, save_text
from wsdv_tools.sources.text_reader import read_text

if TYPE_CHECKING:
    from wsdv_tools.dialogue.corrections import Corrections
    from wsdv_tools.dialogue.interpretation import Answer
    from wsdv_tools.dialogue.prompt import Terminal
    from wsdv_tools.facts import State
    from wsdv_tools.findings import Finding
    from wsdv_tools.record.notation import Notation
    from wsdv_tools.referee.ledger import Ledger
    from wsdv_tools.rules.choices import Choice
    from wsdv_tools.rules.position import Position
    from wsdv_tools.rules.run import Done
    from wsdv_tools.telling.narrator import Narrator

_SURPLUS = ("decision-too-many", "decision-not-asked")  # to these there is no more to say than what was not used


def read_answers(text: str, file: str, notation: Notation) -> tuple[list[Given], list[Finding]]:
    """The answers of a file, and what in it cannot be read. A police card that is named in phase 8 answers nothing."""
    decisions = read_decisions(text, file, notation)
    answers = [
        Given(phase, typed.step)
        for phase, steps in sorted(decisions.phases.items())
        for typed in steps
        if (phase, typed.step.verb) != (8, "use")
    ]
    return answers, decisions.findings


class Kept:
    """A file of answers. What a person wrote in it by hand is copied before it is written over."""

    can_reopen = False  # whether there is something before the decade end to go back to

    def __init__(self, path: Path, notation: Notation) -> None:
        self.path = path
        self.notation = notation
        self._lines = ""  # what the file says, in canonical spelling
        self._is_ours = True

    def load(self) -> tuple[list[Given], list[Finding]]:
        """The answers of an earlier dialogue; none where there is no file."""
        if not self.path.exists():
            return [], []
        text, faults = read_text(self.path)
        answers, findings = read_answers(text or "", str(self.path), self.notation)
        self._lines = given_lines(answers, self.notation)
        self._is_ours = text == self._lines
        return answers, [*faults, *findings]

    def put_aside(self) -> Path | None:
        """Start over: the old file is kept under another name."""
        if not self.path.exists():
            return None
        copy = back_up(self.path)
        self.path.unlink()
        return copy

    def save(self, answers: Sequence[Given]) -> None:
        """Write the answers, if they have changed: whatever ends the program, nothing is lost."""
        lines = given_lines(answers, self.notation)
        if lines == self._lines:
            return
        if not self._is_ours and self.path.exists():
            back_up(self.path)
        save_text(self.path, lines)
        self._lines, self._is_ours = lines, True


class Overtaken(Exception):
    """Somebody else has written to the record; what they wrote has been read."""


class KeptInRecord:
    """Keeps the answers of a decade end in the record."""

    can_reopen = True

    def __init__(self, ledger: Ledger) -> None:
        self.path = ledger.path
        self._ledger = ledger

    def load(self) -> list[Given]:
        """The answers that follow `end`."""
        ending = self._ledger.ending
        behind = self._ledger.record.lines[ending.span.line :] if ending else []
        phases = [line for line in behind if isinstance(line, Phase)]
        return [Given(line.number, typed.step) for line in phases for typed in line.typed]

    def save(self, answers: Sequence[Given]) -> None:
        lines = given_lines(answers, self._ledger.notation)
        if lines == given_lines(self.load(), self._ledger.notation) and self._ledger.is_saved:
            return
        if not self._ledger.keep(self._ledger.with_phases(lines)):
            raise Overtaken
        if self._ledger.trouble:
            raise self._ledger.trouble


class Reopened(Exception):
    """The decade end was begun too early: people go back to what came before it."""


class Conversation(Talk):
    """One dialogue. Its state is the start position and the answers; all else follows from them."""

    def __init__(
        self,
        narrator: Narrator,
        terminal: Terminal,
        kept: Kept | KeptInRecord,
        start: Position,
        phases: Sequence[int],
        corrections: Corrections | None = None,
    ) -> None:
        super().__init__(narrator, terminal)
        self.notation = self.phrases.notation
        self.kept = kept
        self.start = start
        self.phases = phases
        self.corrections = corrections
        self.now: Resumed
        self._numbers: dict[int, Numbers] = {}  # by phase
        self._unused: list[Answer] = []  # of the last answer, and whose it was
        self._unused_by: State | None = None
        named = ("back", "fix", "show", "list", "hint", "explain", "help", "quit")
        self._commands = Commands(self, named)
        self.asker = Asker(narrator, terminal, self._commands)

    def run(self, answers: Sequence[Given]) -> DecadeEnd:
        """Ask until all is decided and found good; `Left` where it was broken off."""
        self._set(answers)
        if answers:
            self._say_resumed()
        else:
            self.narrator.say("dialogue.start")
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

    def _set(self, answers: Sequence[Given], end: DecadeEnd | None = None) -> None:
        """Go on with answers, from the start or from an end that is under way; what no longer fits is reported."""
        self._keep(resume(self.notation, end or self._begin(), answers))

    def _keep(self, now: Resumed) -> None:
        self.now = now
        try:
            self.kept.save([*given_in(self.now.end), *self.now.waiting])
        except OSError as error:  # a full disk is not a reason to stop playing
            self.narrator.say("dialogue.cannot-write", file=self.kept.path.name, reason=reason(error))
        for finding in self.now.dropped:
            self.narrator.say("dialogue.dropped", text=self.phrases.vocabulary.own(finding.values["text"]))
            self.narrator.refuse(finding)

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
            self.narrator.say("dialogue.resumed", n=decisions, file=file, phase=self._phase)
            self._say_waiting()
            self.narrator.begin_at(self._phase)
        elif self.kept.can_reopen:
            self.narrator.say("play.resumed-end", n=decisions)
        else:
            self.narrator.say("dialogue.resumed-whole", n=decisions, file=file)

    def _say_waiting(self) -> None:
        """Answers for later decisions: nobody can say yet whether they fit."""
        if self.now.waiting:
            self.narrator.say("dialogue.waiting", n=len(self.now.waiting))

    # Asking

    def _ask(self, choice: Choice) -> None:
        """Put a choice, again and again, until something changes."""
        default, hint = default_of(choice), None
        if default:
            text = self.phrases.place(default._replace(verb="u+", place=default.to))
            hint = self.phrases.say("dialogue.default", text=text)
        numbers = self._numbers.setdefault(self._phase, Numbers())
        answers = self.asker.ask(choice, self._phase, numbers, default, hint)
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
        self.narrator.say("dialogue.final")
        while True:
            typed = self.terminal.ask("> ")
            if not typed or self.phrases.is_said("yes", typed):
                return True
            if typed in self._commands:
                if self._commands.obey(typed):
                    return False
            else:
                self.narrator.say("dialogue.final")

    # Commands: each says whether it has changed anything

    def _back(self, rest: str) -> bool:
        """`back`, `back 3` decisions, `back 2:` to the start of a phase."""
        decisions = len(self._decisions)
        if not decisions:
            if self.kept.can_reopen:
                raise Reopened
            self.narrator.say("dialogue.nothing-to-undo")
            return False
        if rest.endswith(":") and rest[:-1].strip().isdecimal():
            end = self.now.end.before_phase(int(rest[:-1][:9]))
        elif not rest or rest.isdecimal():
            end = self._before(min(int(rest[:9] or 1), decisions))
        else:
            self.narrator.say("dialogue.back-how")
            return False
        self._set([], end)
        self.narrator.begin_at(self._phase)
        self.narrator.say("dialogue.went-back", phase=self._phase)
        return True

    def _fix(self, rest: str) -> bool:
        """Correct what was mistyped in the position, and replay. In a record the board follows from its lines."""
        if self.corrections is None:
            self.narrator.say("play.no-fix")
            return False
        corrected = self.corrections.correct(self.start, rest)
        if corrected is None:
            return False
        self.start = corrected
        given = [Given(phase, done.step, done.choice.side) for phase, done in self._decisions]
        self._set([*given, *self.now.waiting])
        self.narrator.begin_at(self.phases[0])
        self.narrator.say("dialogue.replayed", n=len(self._decisions))
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
            self.narrator.say("dialogue.listed", left=left, phase=phase, side=side, text=text)
        if not taken:
            self.narrator.say("dialogue.nothing-to-undo")
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
            self.narrator.say(f"dialogue.help-{name}")
        return False


def _is_surplus(finding: Finding, phase: int, typed: Collection[str]) -> bool:
    """Whether a finding is about one of the steps that were typed just now in a phase, beyond what it asked for."""
    return finding.code in _SURPLUS and finding.values["phase"] == phase and finding.values["text"] in typed
