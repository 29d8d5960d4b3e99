"""Checks a decade end of a record: its phase lines against what the phases ask for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from wsdv_tools.findings import Finding, Note, Wording
from wsdv_tools.record.adjudicating import ALL_PHASES, COUNTED, ENDED_BY, not_needed
from wsdv_tools.record.decisions import Decisions, TypedAnswers
from wsdv_tools.record.play_checking import missing
from wsdv_tools.rules.decade_end import Outcome, adjudicate

if TYPE_CHECKING:
    from wsdv_tools.record.notation import Notation
    from wsdv_tools.record.reading import Line, Phase
    from wsdv_tools.rules.position import Position


class Ended(NamedTuple):
    """What came of a decade end, and what was wrong with it."""

    outcome: Outcome
    findings: list[Finding]


def check_end(
    notation: Notation, position: Position, lines: Sequence[Phase], after: Line, file: str, in_progress: bool = False
) -> Ended:
    """A decade end on a position that is certain; `in_progress` goes no further than the last of its lines.

    A decision of a phase that has no line is missed at the line where one notices: the next phase's, or `after`.
    """
    decisions = Decisions(file)
    for line in lines:
        decisions.phases.setdefault(line.number, []).extend(line.typed)
    answers = TypedAnswers(decisions, notation, complete=True, insist=True)
    last = max((line.number for line in lines), default=0)
    outcome = adjudicate(notation.game, position, answers, range(1, last + 1) if in_progress else ALL_PHASES)
    findings = [*answers.findings, *_left_over(notation, answers, outcome, lines, file)]
    if outcome.pending:
        phase = outcome.reports[-1].phase
        asked = next((line for line in lines if line.number >= phase), after)
        told = [n for n, one in enumerate(findings) if one.place and one.place.line == asked.span.line]
        if not told:
            finding = missing(notation, outcome.pending, asked.span, file)
            findings.append(replace(finding, notes=tuple(_asked_in(outcome))))
        elif not in_progress:  # an illegal step that could not be carried out: what was done instead nobody knows
            uncertain = Note("uncertain-from-here", {"phase": phase})
            findings[told[-1]] = replace(findings[told[-1]], notes=(*findings[told[-1]].notes, uncertain))
    return Ended(outcome, findings)


def _asked_in(outcome: Outcome) -> Iterator[Note]:
    """How many decisions a phase asks for, and who begins where the players decide by turns."""
    report = outcome.reports[-1]
    counted = COUNTED.get(report.phase)
    if counted:
        values = {"phase": report.phase, "n": report.figures[counted.figure], "side": outcome.position.advantage}
        yield Note("asks-by-turns" if counted.by_turns else "asks", values)
    else:
        yield Note("asks-phase", {"phase": report.phase})


def _left_over(
    notation: Notation, answers: TypedAnswers, outcome: Outcome, lines: Sequence[Phase], file: str
) -> Iterator[Finding]:
    """Lines behind the end of the game, and decisions that no phase asked for."""
    reached = {report.phase for report in outcome.reports}
    for line in lines:
        if line.number not in reached and outcome.reason:
            rule = ENDED_BY[outcome.reason]
            yield Finding("phase-after-the-end", line.span.place(file), {"n": line.number}, rule)
    for phase in sorted(reached):
        told = {finding.place for finding in answers.findings}
        left = not_needed(notation, outcome, phase, answers.left_over(phase), file)
        yield from (finding for finding in left if finding.place not in told)  # one step, one finding


def ending(outcome: Outcome) -> dict[str, Any]:
    """Who won, when and why."""
    reason = Wording("words", f"reason-{outcome.reason}", str(outcome.reason))
    phase, decade = outcome.reports[-1].phase, outcome.position.decade
    return {"side": outcome.winner, "decade": decade, "phase": phase, "reason": reason}
