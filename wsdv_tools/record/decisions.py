"""The decisions of a decade end, typed as the phase lines of a record: `3: hamburg=NI; leipzig, jena`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from wsdv_tools.findings import Finding, Fix
from wsdv_tools.record.lines import Span, items, without_comment
from wsdv_tools.record.notation import Notation, Unreadable
from wsdv_tools.rules.choices import NOTHING, Choice, Fault, Step
from wsdv_tools.rules.decade_end import Undecided
from wsdv_tools.rules.executing import ADVANCE

if TYPE_CHECKING:
    from wsdv_tools.findings import Place

_LINE = re.compile(r"(\d+)\s*:")
PHASES = range(1, 11)
# Steps that answer one kind of choice only, wherever in the line they stand.
_SEPARATE = {
    "hamburg": "hamburg",
    "space": "at",
    "import": "import",
    "release": "release",
    "place-socialist": "soc",
}


_BY_DEFAULT = frozenset({"attack", "place-socialist"})  # done the one sensible way where nothing is said


class Typed(NamedTuple):
    """A step as somebody typed it."""

    step: Step
    span: Span


@dataclass
class Decisions:
    """Typed decisions by phase; a phase whose line is there but empty has an empty list."""

    file: str
    phases: dict[int, list[Typed]] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)


def read_decisions(text: str, file: str, notation: Notation) -> Decisions:
    """All phase lines of a text; what cannot be read is a finding."""
    decisions = Decisions(file)
    for number, line in enumerate(text.splitlines(), 1):
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
    if why.code == "name-several":
        return Finding(why.code, place, why.values)
    fixes = tuple(Fix("did-you-mean", {"name": name}) for name in near[:1])
    return Finding(why.code, place, values, fixes=fixes)


class TypedAnswers:
    """Answers choices from typed decisions, and keeps what it had to find fault with."""

    def __init__(self, decisions: Decisions, notation: Notation) -> None:
        self._file = decisions.file
        self._notation = notation
        self._waiting = {phase: list(typed) for phase, typed in decisions.phases.items()}
        self._tried: tuple[int, int] | None = None
        self.findings: list[Finding] = []

    def __call__(self, choice: Choice, phase: int) -> Step | None:
        """The typed step for a choice; None where nothing was typed and nothing need be."""
        waiting = self._waiting.get(phase, [])
        typed = _next_for(choice, waiting)
        if typed is None:
            return self._untyped(choice, phase in self._waiting)
        if choice.automatic:
            if typed.step in choice.options:
                waiting.remove(typed)
            return None
        fault = choice.refuse(typed.step)
        if fault is None:
            waiting.remove(typed)
            return typed.step
        if not choice.required and choice.kind not in _BY_DEFAULT and self._tried != (phase, choice.left):
            self._tried = (phase, choice.left)
            return ADVANCE
        self.findings.append(self.finding(fault, typed, choice))
        raise Undecided

    def _untyped(self, choice: Choice, typed_at_all: bool) -> Step | None:
        if typed_at_all:
            return Step("at", choice.position.prestige) if choice.kind == "space" else None
        if choice.kind in _BY_DEFAULT or choice.required or choice.automatic:
            return None
        if choice.forced is None and choice.refuse(NOTHING) is None:
            raise Undecided
        return None

    def finding(self, fault: Fault, typed: Typed, choice: Choice) -> Finding:
        """Why a typed step is not legal, and what would be."""
        values = fault.values | {"text": typed.span.text}
        options = choice.options
        fixes: tuple[Fix, ...] = ()
        if options:
            legal = [self._notation.write(step) for step in options[:4]]
            fixes = (Fix("legal-here", {"steps": legal, "n": len(options)}),)
        return Finding(fault.code, typed.span.place(self._file), values, fault.rule, fixes=fixes)

    def left_over(self, phase: int) -> Iterator[Typed]:
        """What was typed for a phase and not needed."""
        yield from self._waiting.get(phase, [])


def _next_for(choice: Choice, waiting: Iterable[Typed]) -> Typed | None:
    """The typed step a choice is answered by: of its own verb, or else the next that answers no other kind."""
    verb = _SEPARATE.get(choice.kind)
    for typed in waiting:
        if verb is not None:
            if typed.step.verb == verb:
                return typed
        elif choice.kind == "attack":
            if typed.step.verb != "attack" or typed.step.place == choice.options[0].place:
                return typed
        elif typed.step.verb not in _SEPARATE.values():
            return typed
    return None
