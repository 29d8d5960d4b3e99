"""A decade end from a typed position and typed decisions, and its result as data (schemas/decade-end.schema.json)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from wsdv_tools.findings import Finding
from wsdv_tools.record.decisions import Decisions, Typed, TypedAnswers
from wsdv_tools.record.position_writing import as_plain
from wsdv_tools.rules.decade_end import Outcome, adjudicate
from wsdv_tools.rules.phases_people import refuse_attack

if TYPE_CHECKING:
    from wsdv_tools.record.notation import Notation
    from wsdv_tools.rules.choices import Choice
    from wsdv_tools.rules.position import Position

ALL_PHASES = range(1, 11)


def adjudicate_typed(
    notation: Notation, position: Position, decisions: Decisions, phases: Iterable[int] = ALL_PHASES
) -> tuple[Outcome, list[Finding]]:
    """The decade end as far as the decisions carry it, and what is wrong with them."""
    answers = TypedAnswers(decisions, notation)
    outcome = adjudicate(notation.game, position, answers, phases)
    findings = [*decisions.findings, *answers.findings]
    if not findings:
        for report in outcome.reports:
            for typed in answers.left_over(report.phase):
                findings.extend(_not_needed(notation, outcome, report.phase, typed, decisions.file))
    return outcome, findings


def _not_needed(notation: Notation, outcome: Outcome, phase: int, typed: Typed, file: str) -> Iterator[Finding]:
    """A typed decision that the phase did not ask for; where Hamburg counts may always be said."""
    if outcome.pending and phase == outcome.reports[-1].phase:
        return
    step, place = typed.step, typed.span.place(file)
    if step.verb == "attack":
        fault = refuse_attack(notation.game, outcome.position, step.place, step)
        yield Finding(fault.code, place, fault.values | {"text": typed.span.text}, fault.rule)
    elif step.verb != "hamburg":
        yield Finding("decision-not-asked", place, {"text": typed.span.text, "phase": phase}, "9-order")


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
                "figures": report.figures,
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
