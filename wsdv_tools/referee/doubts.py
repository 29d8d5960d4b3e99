"""Lines that break a rule: what was typed lay on the table, or something else did.

The referee goes on with what was typed. If a later line does not fit, it tries what else the wrong line may have
been; where that fits, the later line is not a mistake of its own but follows from the wrong one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from wsdv_tools.findings import Finding, Note, Severity, sorted_by_place
from wsdv_tools.record.lines import StepLine
from wsdv_tools.referee.boards import Boards, Call, TableCheck
from wsdv_tools.referee.gaps import Gap

if TYPE_CHECKING:
    from wsdv_tools.facts import State
    from wsdv_tools.record.lines import Bad, Play, Statements
    from wsdv_tools.record.notation import Notation
    from wsdv_tools.record.spans import Span
    from wsdv_tools.referee.phase_lines import Ended, PhaseLines
    from wsdv_tools.referee.plays import Verdict
    from wsdv_tools.referee.verdicts import Judgements
    from wsdv_tools.rules.choices import Step
    from wsdv_tools.rules.position import Position

MOST_DOUBTS = 3  # of the last wrong lines
MOST_OTHERWISE = 32  # boards; beyond it a wrong step is only left out
T = TypeVar("T")
V = TypeVar("V", "Verdict", "Ended")
L = TypeVar("L", bound=StepLine)


class Doubt:
    """One wrong line, the boards it may have led to otherwise, and the lines since."""

    def __init__(self, line: int, begin: Callable[[], Boards | None]) -> None:
        self.line = line
        self._begin: Callable[[], Boards | None] | None = begin
        self._boards: Boards | None = None
        self._calls: list[tuple[Call, bool]] = []

    def took(self, call: Call, is_refused: bool) -> None:
        """A line came; `is_refused` where it is an error anyway."""
        self._calls.append((call, is_refused))

    def boards(self) -> Boards | None:
        """The boards now, if what came since fits some of them."""
        if self._begin:
            self._boards, self._begin = self._begin(), None
        calls, self._calls = self._calls, []
        for call, is_refused in calls:
            if self._boards is None:
                break
            faults = call(self._boards)
            if (faults and not is_refused) or not self._boards.is_known or not self._boards.possible:
                self._boards = None
        return self._boards


def unsure(line: L, findings: Iterable[Finding], file: str) -> L:
    """A line without what is wrong with it, as if that could not be read; of a step typed with `*n` the last one is."""
    wrong = {finding.place for finding in findings if finding.is_error}
    raw: list[tuple[Span, tuple[Step, ...] | None]] = []
    for item, steps in line.raw:
        is_wrong = item.place(file) in wrong
        if is_wrong and steps and len(steps) > 1:
            raw.append((item, steps[:-1]))
        raw.append((item, None if is_wrong else steps))
    return replace(line, raw=tuple(raw))


def following(findings: Iterable[Finding], line: int) -> list[Finding]:
    """What a later line breaks only because of a wrong one: not an error, but reported."""
    note = Note("follows-from", {"line": line})
    errors = [finding for finding in findings if finding.is_error][:1]
    return [replace(finding, level=Severity.NOTE, notes=(*finding.notes, note), fixes=()) for finding in errors]


class DoubtedBoards(Boards):
    """The boards of a record, and what wrong lines may have been instead."""

    def __init__(self, judged: Judgements | None = None) -> None:
        super().__init__(judged)
        self.doubts: list[Doubt] = []

    def set(self, position: Position) -> None:
        self.doubts.clear()
        super().set(position)

    def each(self, change: Callable[[Position], Position]) -> None:
        super().each(change)
        self._took(_without_fault(lambda boards: boards.each(change)))

    def go_on(self) -> None:
        super().go_on()
        if self.doubts:
            self._took(_without_fault(lambda boards: boards.go_on()))

    def table_line(self, check: TableCheck, again: TableCheck | None = None) -> list[Finding]:
        findings = super().table_line(check, again)
        self._took(lambda boards: len(boards.table_line(again or check)), bool(findings))
        return findings

    def prove(self, winner: State | None, reason: str) -> bool:
        return super().prove(winner, reason) or self.is_otherwise(lambda boards: boards.prove(winner, reason))

    def is_otherwise(self, fits: Callable[[Boards], bool]) -> bool:
        """Whether something fits what a wrong line may have been instead; then that is what it was."""
        return self._instead(lambda boards: (int(not fits(boards)), None)) is not None

    def statements(self, notation: Notation, line: Statements, file: str) -> list[Finding]:
        findings = super().statements(notation, line, file)

        def judge(boards: Boards) -> tuple[int, list[Finding]]:
            found = boards.statements(notation, line, file)
            return len(found), found

        follows = self._instead(judge) if findings else None
        if follows:
            return following(findings, follows[0])
        self._took(lambda boards: judge(boards)[0], bool(findings))
        return findings

    def unread(self, notation: Notation, line: Bad, file: str) -> bool:
        is_read = super().unread(notation, line, file)
        self._took(lambda boards: int(not boards.unread(notation, line, file)))
        return is_read

    def play(self, notation: Notation, line: Play, file: str) -> Verdict:
        plain = None if self.doubts else self.play_plainly(notation, line, file)
        if plain:
            return plain
        before = self.copy()
        verdict = super().play(notation, line, file)
        if not verdict.faults and not self.doubts:
            return verdict
        if line.agreed:
            self._took(_without_fault(lambda boards: boards.play(notation, line, file)))
            return verdict
        follows = self._follows(verdict, lambda boards: boards.play(notation, line, file))
        if follows:
            return follows
        if verdict.faults:
            self._doubt(line.span.line, lambda: _played_otherwise(before, notation, line, file, verdict.findings))
        return verdict

    def end(self, phases: PhaseLines) -> Ended:
        before = self.copy()
        ended = super().end(phases)
        follows = self._follows(ended, lambda boards: boards.end(phases))
        if follows or not ended.faults:
            return follows or ended
        ended = self._without_what_follows(before, phases, ended)
        lines = [unsure(line, ended.findings, phases.file) for line in phases.lines]
        if lines != list(phases.lines):
            self._doubt(ended.wrong, lambda: _ended_otherwise(before, phases.with_lines(lines)))
        return ended

    def _follows(self, verdict: V, judge: Callable[[Boards], V]) -> V | None:
        """The verdict on a line that is wrong only because of an earlier one; else the doubts hear of the line."""

        def judged(boards: Boards) -> tuple[int, V]:
            other = judge(boards)
            return other.faults, other

        follows = self._instead(judged) if verdict.faults else None
        if follows:
            return follows[1]._replace(findings=following(verdict.findings, follows[0]))
        self._took(lambda boards: judge(boards).faults, bool(verdict.faults))
        return None

    def _without_what_follows(self, before: Boards, phases: PhaseLines, ended: Ended) -> Ended:
        """A decade end with several errors, of which all but the first follow from the first."""
        errors = sorted_by_place(finding for finding in ended.findings if finding.is_error)
        if len(errors) < 2:
            return ended
        first = errors[0]
        lines = [unsure(line, [first], phases.file) for line in phases.lines]
        boards = before.copy()
        other = boards.end(phases.with_lines(lines))
        if lines == list(phases.lines) or other.faults or not boards.is_known:
            return ended
        self.become(boards)
        line = first.place.line if first.place else 0
        later = [one for one in errors if one.place and one.place.line > line]
        return ended._replace(findings=[first, *following(later, line), *other.findings], gap=other.gap)

    def _doubt(self, line: int, begin: Callable[[], Boards | None]) -> None:
        self.doubts = [*self.doubts[1 - MOST_DOUBTS :], Doubt(line, begin)]

    def _took(self, call: Call, is_refused: bool = False) -> None:
        for doubt in self.doubts:
            doubt.took(call, is_refused)

    def _instead(self, judge: Callable[[Boards], tuple[int, T]]) -> tuple[int, T] | None:
        """The wrong line without which the boards accept this, and what they say; from there on it was otherwise."""
        for number, doubt in reversed(list(enumerate(self.doubts))):
            boards = doubt.boards()
            if boards is None:
                continue
            trial = boards.copy()
            faults, found = judge(trial)
            if not faults and trial.is_known and trial.possible:
                self.become(trial)
                del self.doubts[number:]
                return doubt.line, found
        return None


def _without_fault(change: Callable[[Boards], object]) -> Call:
    def call(boards: Boards) -> int:
        change(boards)
        return 0

    return call


def _played_otherwise(
    before: Boards, notation: Notation, line: Play, file: str, findings: Sequence[Finding]
) -> Boards | None:
    """What a wrong play may have come to: something else instead of each wrong step, or nothing."""
    other = unsure(line, findings, file)
    if other == line or not before.is_known:
        return None
    boards = before.copy()
    had, wrong = len(boards.gaps), sum(steps is None for _, steps in other.raw)
    if wrong == 1:
        boards.play(notation, other, file)
    if wrong > 1 or not boards.is_known or boards.number > MOST_OTHERWISE:
        left_out = replace(other, raw=tuple(one for one in other.raw if one[1] is not None))
        boards.become(before)
        boards.play(notation, left_out, file)
    return _with_gap(boards, had, line.span.line)


def _ended_otherwise(before: Boards, phases: PhaseLines) -> Boards | None:
    """As :func:`_played_otherwise`, for a decade end."""
    if not before.is_known:
        return None
    had = len(before.gaps)
    ended = before.end(phases)
    return _with_gap(before, had, ended.gap or 0)


def _with_gap(boards: Boards, had: int, line: int) -> Boards | None:
    """The boards with a gap where the wrong line is, so that the end says what it was."""
    if not boards.is_known:
        return None
    if len(boards.gaps) == had:
        boards.gaps.append(Gap(line, boards.number))
        boards.possible = [one._replace(guesses=(*one.guesses, (line, None))) for one in boards.possible]
    return boards
