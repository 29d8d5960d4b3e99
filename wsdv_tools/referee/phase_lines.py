"""Checks the phase lines of a record: the decade end, on one board, as far as the lines go."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from wsdv_tools.findings import Finding, Note, reason_words
from wsdv_tools.referee.answers import Answers
from wsdv_tools.referee.endings import ENDED_BY, Decisions, TypedAnswers, as_asked
from wsdv_tools.referee.gaps import MOST_BOARDS, Patience, outcomes
from wsdv_tools.referee.plays import missing
from wsdv_tools.referee.surplus import COUNTED, not_needed
from wsdv_tools.rules.decade_end import ALL_PHASES, PHASES, Outcome, Report, adjudicate

if TYPE_CHECKING:
    from wsdv_tools.record.lines import Line, Phase, Statements
    from wsdv_tools.record.notation import Notation
    from wsdv_tools.referee.gaps import Branch
    from wsdv_tools.rules.choices import Step
    from wsdv_tools.rules.position import Position

_ICONS = 3  # of a space: where a phase was left out, perhaps what may lapse was, too


@dataclass
class Ending:
    """The lines since an `end`."""

    line: Line  # the `end` itself
    phases: list[Phase] = field(default_factory=list)
    checks: list[Statements] = field(default_factory=list)
    is_whole: bool = True  # all of them could be read

    def take(self, phase: Phase) -> None:
        """A phase; a `check` before it is not compared, because nobody knows the board in the middle of the phases."""
        self.checks.clear()
        self.phases.append(phase)


class Ended(NamedTuple):
    """What came of a decade end on one board: its outcomes, with what was guessed for each, and what was wrong.

    Without outcomes there are too many, and `outcome` says how far it came. `gap` is the line where something is
    missing.
    """

    outcome: Outcome
    findings: list[Finding]
    outcomes: list[tuple[Outcome, tuple[Step, ...]]]
    gap: int | None = None

    @property
    def faults(self) -> int:
        return sum(finding.is_error for finding in self.findings)

    @property
    def wrong(self) -> int:
        """The first line with an error."""
        return min((one.place.line for one in self.findings if one.is_error and one.place), default=0)


@dataclass
class PhaseLines:
    """The lines behind an `end`; `after` is the line where one notices what is missing in the last phases."""

    notation: Notation
    lines: Sequence[Phase]
    after: Line
    file: str
    in_progress: bool = False  # goes no further than the last of its lines
    is_read: bool = True  # every line among them could be read
    _known: dict[tuple[int, Position, bool], Ended | None] = field(default_factory=dict)
    _patience: Patience = field(default_factory=Patience)

    def with_lines(self, lines: Sequence[Phase]) -> PhaseLines:
        """The same decade end with other lines."""
        return PhaseLines(self.notation, lines, self.after, self.file, self.in_progress, self.is_read)

    @property
    def key(self) -> Hashable:
        """What the verdict depends on, besides the board."""
        return (*self.lines, self.after, self.in_progress, self.is_read, self.notation.game.rulings)

    def check(self, position: Position, first: int = 1, strict: bool = False) -> Ended | None:
        """A decade end on one board, from a phase on; `strict` gives none where something is wrong with it."""
        key = (first, position, strict)
        if key not in self._known:
            self._known[key] = self._check_strictly(position, first) if strict else self._check(position, first)
        return self._known[key]

    def _check_strictly(self, position: Position, first: int) -> Ended | None:
        if not all(line.is_whole for line in self.lines):
            return None
        answers = TypedAnswers(self._decisions, self.notation, complete=True, strict=True)
        outcome = adjudicate(self.notation.game, position, answers, range(first, self._last + 1), answers.cross_off)
        told = [] if outcome.pending else self._told(answers, outcome)
        if outcome.pending or any(one.is_error for one in told):
            return None
        return Ended(outcome, told, [(outcome, ())])

    @property
    def _last(self) -> int:
        """The last phase that came."""
        return max((line.number for line in self.lines), default=0) if self.in_progress else ALL_PHASES[-1]

    def _check(self, position: Position, first: int) -> Ended:
        decisions = self._decisions
        answers = TypedAnswers(decisions, self.notation, complete=True, insist=True)
        last = self._last
        unread = next((line for line in self.lines if line.number >= first and not line.is_whole), None)
        stop = unread.number if unread else last
        outcome = adjudicate(self.notation.game, position, answers, range(first, stop + 1), answers.cross_off)
        phase = outcome.reports[-1].phase if outcome.reports else first
        is_cut = unread is not None and phase == stop and not outcome.winner
        if not outcome.pending and not is_cut:
            return Ended(outcome, self._told(answers, outcome), [(outcome, ())])
        return self._with_gap(decisions, answers, outcome, phase, last)

    @cached_property
    def _decisions(self) -> Decisions:
        """A decision of a phase that has no line is missed at the line where one notices."""
        decisions = Decisions(self.file)
        for line in self.lines:
            typed = [one for typed in line.typed for one in as_asked(typed, line.number)]
            decisions.phases.setdefault(line.number, []).extend(typed)
        return decisions

    def _with_gap(self, decisions: Decisions, answers: TypedAnswers, outcome: Outcome, phase: int, last: int) -> Ended:
        """Every outcome of a phase in which something is missing, and the phases after it."""
        before = outcome.reports[-1].before
        asked = next((line for line in self.lines if line.number >= phase), self.after)
        unread = [item for line in self.lines if line.number == phase for item, steps in line.raw if steps is None]
        typed = decisions.phases.get(phase, ())
        given = partial(Answers, typed, self.notation, self.file, insist=True, gaps=True)
        branches = outcomes(
            self.notation.game,
            partial(PHASES[phase - 1], self.notation.game, before),
            given,
            self._patience,
            len(unread) or (0 if typed else _ICONS),
        )
        findings = self._told(answers, outcome)
        is_told = any(one.place and one.place.line == asked.span.line for one in findings)
        if outcome.pending and not is_told and not unread and self.is_read:
            finding = missing(self.notation, outcome.pending, asked.span, self.file)
            findings.append(replace(finding, notes=tuple(_asked_in(outcome))))
        if not branches:
            if is_told and not self.in_progress:
                note = Note("uncertain-from-here", {"phase": phase})
                findings[-1] = replace(findings[-1], notes=(*findings[-1].notes, note))
            return Ended(outcome, findings, [], asked.span.line)
        for strict in (True, False):
            judged = [(branch.picks, self._after(branch, outcome, phase, last, strict)) for branch in branches]
            ends = [(picks, end) for picks, end in judged if end is not None]
            kept = [(picks, end) for picks, end in ends if not end.faults]
            if kept:
                break
        kept = kept or ends
        best = min((end for _, end in kept), key=lambda end: end.faults)
        told = {finding.place for finding in findings}
        findings += [finding for finding in best.findings if finding.place not in told]
        found = [(each, (*picks, *more)) for picks, end in kept for each, more in end.outcomes]
        is_lost = any(not end.outcomes for _, end in kept) or len(found) > MOST_BOARDS
        return Ended(best.outcome, findings, [] if is_lost else found, asked.span.line)

    def _after(self, branch: Branch, outcome: Outcome, phase: int, last: int, strict: bool) -> Ended | None:
        """The phases after one outcome of this one, with what the outcome leaves over of what was typed."""
        run = branch.run
        report = Report(self.notation.game, phase, outcome.reports[-1].before, run.log)
        reports = [*outcome.reports[:-1], report]
        left = branch.answers.waiting
        if run.over is not None:
            over = Outcome(run.over.position, reports, run.over.winner, run.over.reason)
            findings = [*not_needed(self.notation, over, phase, left, self.file), *self._behind(over)]
            return Ended(over, findings, [(over, ())])
        assert run.result is not None
        done = Outcome(run.result, reports)
        findings = [*branch.answers.findings, *not_needed(self.notation, done, phase, left, self.file)]
        if phase == last:
            return Ended(done, findings, [(done, ())])
        end = self.check(run.result, phase + 1, strict=strict)
        if end is None:
            return None
        found = [(replace(each, reports=reports + each.reports), picks) for each, picks in end.outcomes]
        whole = replace(end.outcome, reports=reports + end.outcome.reports)
        return Ended(whole, findings + end.findings, found)

    def _told(self, answers: TypedAnswers, outcome: Outcome) -> list[Finding]:
        """What is wrong: illegal decisions, and those that no phase asked for."""
        findings = [*answers.findings, *self._behind(outcome)]
        told = {finding.place for finding in answers.findings}
        for report in outcome.reports:
            left = not_needed(self.notation, outcome, report.phase, answers.left_over(report.phase), self.file)
            findings += [finding for finding in left if finding.place not in told]  # one step, one finding
        return findings

    def _behind(self, outcome: Outcome) -> Iterator[Finding]:
        """Lines after the end of the game."""
        rule = ENDED_BY.get(outcome.reason or "")
        behind = (line for line in self.lines if rule and line.number > outcome.reports[-1].phase)
        for line in islice(behind, 1):  # one of them is reported
            yield Finding("phase-after-the-end", line.span.place(self.file), {"n": line.number}, rule)


def _asked_in(outcome: Outcome) -> Iterator[Note]:
    """How many decisions a phase asks for, and who begins where the players decide in turn."""
    report = outcome.reports[-1]
    counted = COUNTED.get(report.phase)
    if counted:
        values = {
            "phase": report.phase,
            "n": getattr(report.figures, counted.figure),
            "side": outcome.position.advantage,
        }
        yield Note("asks-by-turns" if counted.by_turns else "asks", values)
    else:
        yield Note("asks-phase", {"phase": report.phase})


def how_it_ended(outcome: Outcome) -> dict[str, Any]:
    """Who won, when and why."""
    reason = reason_words(str(outcome.reason))
    phase, decade = outcome.reports[-1].phase, outcome.position.decade
    return {"side": outcome.winner, "decade": decade, "phase": phase, "reason": reason}
