"""A decade end from a typed position and typed decisions, and its result as data (schemas/decade-end.schema.json)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from wsdv_tools.facts import State
from wsdv_tools.findings import Finding, Severity, sorted_by_place
from wsdv_tools.record.notation import Notation, Unreadable
from wsdv_tools.record.spans import Span, Typed, items, without_comment
from wsdv_tools.record.wordings import not_read
from wsdv_tools.referee.answers import NOT_YET, Answers, finding_of, is_meant_for
from wsdv_tools.referee.surplus import not_needed
from wsdv_tools.rules.choices import NOTHING, Choice, Step
from wsdv_tools.rules.decade_end import ALL_PHASES, Outcome, adjudicate
from wsdv_tools.rules.figures import as_data
from wsdv_tools.rules.plain import as_plain
from wsdv_tools.rules.run import Done, How
from wsdv_tools.sources.text_reader import text_lines

if TYPE_CHECKING:
    from wsdv_tools.rules.decade_play import DecadeEnd
    from wsdv_tools.rules.position import Position

_LINE = re.compile(r"([0-9]{1,2})\s*:")


@dataclass
class Decisions:
    """Typed decisions by phase; a phase whose line is there but empty has an empty list."""

    file: str
    phases: dict[int, list[Typed]] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)


def read_decisions(text: str, file: str, notation: Notation) -> Decisions:
    """All phase lines of a text; what cannot be read is a finding."""
    decisions = Decisions(file)
    for number, line in enumerate(text_lines(text), 1):
        span, _ = without_comment(line, number)
        if not span.text or span.text.casefold() == "end":
            continue
        match = _LINE.match(span.text)
        if match is None or int(match[1]) not in ALL_PHASES:
            decisions.findings.append(Finding("decision-line", span.place(file), {"text": span.text}))
            continue
        phase = int(match[1])
        typed = decisions.phases.setdefault(phase, [])
        for item in items(span.part(match.end(), len(span.text))):
            steps = notation.read(item.text, str(phase))
            if isinstance(steps, Unreadable):
                decisions.findings.append(not_read(notation, steps, item, str(phase), file))
            else:
                typed.extend(one for step in steps for one in as_asked(Typed(step, item), phase))
    return decisions


def as_asked(typed: Typed, phase: int) -> Iterator[Typed]:
    """A decision as its phase asks for it: phase 8 asks for the province; the police card is only named with it."""
    if phase == 8 and typed.step.verb == "use":
        yield typed._replace(step=Step("u-", typed.step.to))
    yield typed


class TypedAnswers:
    """Answers the choices of a decade end, phase by phase, from typed decisions.

    With `complete` a phase without a line is one in which nothing was said, as in a record; without, it is one
    that has not been decided yet.
    """

    def __init__(
        self,
        decisions: Decisions,
        notation: Notation,
        complete: bool = False,
        insist: bool = False,
        strict: bool = False,
    ) -> None:
        given, file = decisions.phases, decisions.file
        self._phases = {
            phase: Answers(given.get(phase, ()), notation, file, complete or phase in given, insist, strict=strict)
            for phase in ALL_PHASES
        }

    def __call__(self, choice: Choice, phase: int) -> Step | None:
        """The typed step for a choice; None where nothing was typed and nothing need be."""
        return self._phases[phase](choice)

    def cross_off(self, step: Step, phase: int) -> None:
        self._phases[phase].cross_off(step)

    @property
    def findings(self) -> list[Finding]:
        return [finding for answers in self._phases.values() for finding in answers.findings]

    def left_over(self, phase: int) -> list[Typed]:
        """What was typed for a phase and not needed."""
        return self._phases[phase].waiting


# What ends a game before its last phase, and the rule that does.
ENDED_BY = {
    "insolvency": "9-insolvency",
    "triumph-of-socialism": "9.9-triumph",
    "socialism-fails": "9.9-fails",
}


def adjudicate_typed(
    notation: Notation, position: Position, decisions: Decisions, phases: Iterable[int] = ALL_PHASES
) -> tuple[Outcome, list[Finding]]:
    """The decade end as far as the decisions go, and what is wrong with them."""
    answers = TypedAnswers(decisions, notation)
    outcome = adjudicate(notation.game, position, answers, phases, answers.cross_off)
    findings = [*decisions.findings, *answers.findings]
    for report in outcome.reports:
        left = answers.left_over(report.phase)
        findings.extend(not_needed(notation, outcome, report.phase, left, decisions.file))
    if outcome.pending and answers.findings:
        findings.extend(_further(notation, decisions, outcome, answers.findings))
    if outcome.winner:
        findings.extend(_after_the_end(decisions, outcome))
    return outcome, sorted_by_place(findings)


def _further(
    notation: Notation,
    decisions: Decisions,
    outcome: Outcome,
    told: Sequence[Finding],
) -> Iterator[Finding]:
    """What else is wrong in the phase that stopped at an illegal decision, taking that one as it was typed."""
    stopped = outcome.reports[-1].phase
    start = outcome.reports[-1].before
    insisting = TypedAnswers(decisions, notation, insist=True)
    adjudicate(notation.game, start, insisting, [stopped], insisting.cross_off)
    known = {finding.place for finding in told}
    yield from (finding for finding in insisting.findings if finding.place not in known)


def _after_the_end(decisions: Decisions, outcome: Outcome) -> Iterator[Finding]:
    """Decisions of phases that did not come, because the game was over."""
    for phase, typed in sorted(decisions.phases.items()):
        if typed and phase > outcome.reports[-1].phase:
            place, rule = typed[0].span.place(decisions.file), ENDED_BY[outcome.reason or ""]
            yield Finding("phase-after-the-end", place, {"n": phase}, rule, level=Severity.WARNING)


def result(notation: Notation, outcome: Outcome, paragraph: Callable[[str], str]) -> dict[str, Any]:
    """The result as JSON; `paragraph` gives the German rulebook's number of a rule."""
    return {
        "winner": outcome.winner.value if outcome.winner else None,
        "reason": outcome.reason,
        "position": as_plain(notation.game, outcome.position),
        "phases": [
            {
                "phase": report.phase,
                "rule": report.rule,
                "figures": as_data(report.figures),
                "steps": [notation.write(step, str(report.phase)) for step in report.steps],
            }
            for report in outcome.reports
        ],
        "pending": _pending(notation, outcome, paragraph),
    }


def _pending(notation: Notation, outcome: Outcome, paragraph: Callable[[str], str]) -> dict[str, Any] | None:
    choice: Choice | None = outcome.pending
    if choice is None:
        return None
    phase = outcome.reports[-1].phase
    return {
        "phase": phase,
        "decision": choice.kind,
        "side": choice.side.value,
        "left": choice.left,
        "options": [notation.write(step, str(phase)) for step in choice.options],
        "rule": paragraph(choice.rule),
    }


class Given(NamedTuple):
    """A decision of a decade end as it was given; `side` is whose it was, where that is known: a file does not say."""

    phase: int
    step: Step
    side: State | None = None


def given_lines(given: Iterable[Given], notation: Notation) -> str:
    """The phase lines of a record, in canonical spelling."""
    phases: dict[int, list[str]] = {}
    for answer in given:
        phases.setdefault(answer.phase, []).append(notation.write(answer.step, str(answer.phase)))
    return "".join(f"{phase}: {', '.join(steps)}\n" for phase, steps in sorted(phases.items()))


def given_in(end: DecadeEnd) -> list[Given]:
    """What a decade end was given so far; what left nothing to decide is included, for those who read it."""
    return [Given(phase, done.step, done.choice.side) for phase, done in end.log if _is_given(done)]


def _is_given(done: Done) -> bool:
    return done.how is How.CHOSEN or (done.how is How.FORCED and done.step != NOTHING)


class Resumed(NamedTuple):
    """How far answers take a decade end, which of them wait for later, and what no longer fits."""

    end: DecadeEnd
    waiting: list[Given]
    dropped: list[Finding]


def resume(notation: Notation, end: DecadeEnd, given: Sequence[Given]) -> Resumed:
    """Answer a decade end from what was given before, as far as it fits; stop where a person has to decide."""
    left, dropped, tried = list(given), [], None
    while True:
        end = _settled(end, left)
        decision = end.pending
        if decision is None:
            break
        phase, choice = end.phase, decision.choice
        fitting = [one for one in left if one.phase == phase and is_meant_for(one.step, choice)]
        meant = next((one for one in fitting if one.side in (None, choice.side)), None)
        if meant is None:
            is_attack = choice.kind == "attack" and not choice.required
            if fitting:
                break  # they are the other side's answers, and stay them
            if not any(one.phase > phase for one in left) or not (is_attack or decision.may_pass):
                break
            end = end.take(choice.options[0] if is_attack else NOTHING)  # nothing is said here, but something later on
            continue
        fault = decision.refuse(meant.step)
        if fault and choice.advances and fault.code in NOT_YET and tried != (phase, choice.left):
            tried = phase, choice.left
            end = end.advanced()
            continue
        left.remove(meant)
        if fault is None:
            end = end.take(meant.step)
        else:
            dropped.append(finding_of(notation, fault, typed_of(notation, meant), choice, ""))
    outcome = end.outcome
    for report in outcome.reports:
        if outcome.pending is None or report.phase < end.phase:
            extra = [one for one in left if one.phase == report.phase]
            dropped += not_needed(notation, outcome, report.phase, [typed_of(notation, one) for one in extra], "")
            left = [one for one in left if one not in extra]
    return Resumed(end, [one for one in left if one.phase in end.phases and not end.winner], dropped)


def _settled(end: DecadeEnd, left: list[Given]) -> DecadeEnd:
    """Go on over what leaves nothing to decide; what was given for it is used up, too."""
    before = len(end.log)
    end = end.settled()
    for phase, done in end.log[before:]:
        said = next((one for one in left if (one.phase, one.step) == (phase, done.step)), None)
        if said:
            left.remove(said)
    return end


def typed_of(notation: Notation, given: Given) -> Typed:
    """An answer as somebody would have typed it."""
    text = notation.write(given.step, str(given.phase))
    return Typed(given.step, Span(text, 1, 1, len(text) + 1))
