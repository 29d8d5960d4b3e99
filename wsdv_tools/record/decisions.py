"""The decisions of a decade end, typed as the phase lines of a record: `3: hamburg=NI; leipzig, jena`."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from wsdv_tools.findings import Finding, Fix
from wsdv_tools.record.answers import Answers, Typed
from wsdv_tools.record.lines import items, without_comment
from wsdv_tools.record.notation import Notation, Unreadable
from wsdv_tools.sources.text_reader import text_lines

if TYPE_CHECKING:
    from wsdv_tools.findings import Place
    from wsdv_tools.rules.choices import Choice, Step

_LINE = re.compile(r"([0-9]{1,2})\s*:")
PHASES = range(1, 11)


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
        if match is None or int(match[1]) not in PHASES:
            decisions.findings.append(Finding("decision-line", span.place(file), {"text": span.text}))
            continue
        phase = int(match[1])
        typed = decisions.phases.setdefault(phase, [])
        for item in items(span.part(match.end(), len(span.text))):
            steps = notation.read(item.text, str(phase))
            if isinstance(steps, Unreadable):
                decisions.findings.append(unreadable(steps, item.place(file)))
            else:
                typed.extend(Typed(step, item) for step in steps)
    return decisions


def unreadable(why: Unreadable, place: Place) -> Finding:
    """The finding for a text that is no step."""
    values = dict(why.values)
    near = values.pop("near", ())
    if why.code in ("name-several", "no-connection"):
        return Finding(why.code, place, why.values)
    fixes = tuple(Fix("did-you-mean", {"name": name}) for name in near[:1])
    return Finding(why.code, place, values, fixes=fixes)


class TypedAnswers:
    """Answers the choices of a decade end, phase by phase, from typed decisions.

    With `complete` a phase without a line is one in which nothing was said, as in a record; without, it is one
    that has not been decided yet.
    """

    def __init__(self, decisions: Decisions, notation: Notation, complete: bool = False, insist: bool = False) -> None:
        given = decisions.phases
        self._phases = {
            phase: Answers(
                given.get(phase, ()), notation, decisions.file, complete=complete or phase in given, insist=insist
            )
            for phase in PHASES
        }

    def __call__(self, choice: Choice, phase: int) -> Step | None:
        """The typed step for a choice; None where nothing was typed and nothing need be."""
        return self._phases[phase](choice)

    @property
    def findings(self) -> list[Finding]:
        return [finding for answers in self._phases.values() for finding in answers.findings]

    def left_over(self, phase: int) -> list[Typed]:
        """What was typed for a phase and not needed."""
        return self._phases[phase].waiting
