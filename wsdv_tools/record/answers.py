"""Answers choices from typed steps: the next one that fits, or nothing where nothing need be said."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from wsdv_tools.findings import Finding
from wsdv_tools.record.matching import is_meant_for
from wsdv_tools.record.proposing import proposed
from wsdv_tools.record.wording import worded
from wsdv_tools.rules.choices import ADVANCE, NOTHING, Choice, Fault, Step, Undecided
from wsdv_tools.rules.steps import can_be_done

if TYPE_CHECKING:
    from wsdv_tools.record.lines import Span
    from wsdv_tools.record.notation import Notation


# Faults of a step that another icon may have to make possible first; a wrong place stays wrong.
_NOT_YET = frozenset(
    {"unrest-none-there", "calm-no-protest", "calm-first", "repair-not-run-down", "build-under-protest"}
)


_SETTLED = frozenset({"import", "release", "place-socialist"})  # a wrong place here does not stop the play


class Typed(NamedTuple):
    """A step as somebody typed it."""

    step: Step
    span: Span


class Answers:
    """Typed steps in the order they stand, and what is wrong with them.

    `complete` says that nothing more is to come: what was not typed was not wanted. `insist` goes on after an
    illegal step as it was typed, if the pieces can be moved so: that is what lay on the table.
    """

    def __init__(
        self, typed: Iterable[Typed], notation: Notation, file: str, complete: bool = True, insist: bool = False
    ) -> None:
        self.waiting = list(typed)
        self.findings: list[Finding] = []
        self._notation = notation
        self._file = file
        self._complete = complete
        self._insist = insist
        self._tried: int | None = None

    def __call__(self, choice: Choice) -> Step | None:
        """The typed step for a choice; None where nothing was typed and nothing need be."""
        if choice.automatic:
            self._cross_off(choice)
            return None
        while True:
            meant = [typed for typed in self.waiting if is_meant_for(typed.step, choice)]
            if not meant:
                return self._untyped(choice)
            typed = next((typed for typed in meant if typed.step.verb == "attack"), meant[0])
            fault = choice.refuse(typed.step)
            if fault is None:
                self.waiting.remove(typed)
                return typed.step
            if choice.advances and fault.code in _NOT_YET and self._tried != choice.left:
                self._tried = choice.left
                return ADVANCE._replace(place=frozenset(other.step for other in self.waiting))
            self._report(self.finding(fault, typed, choice))
            if fault.code == "attack-no-effect":  # as good as no attack
                self.waiting.remove(typed)
                return typed.step._replace(to=None)
            if not self._insist:
                raise Undecided
            self.waiting.remove(typed)
            if choice.kind != "attack" and can_be_done(self._notation.game, choice.position, typed.step):
                return typed.step
            if choice.kind in _SETTLED:  # somewhere it must have gone, and checking goes on
                return choice.options[0]

    def _report(self, finding: Finding) -> None:
        """A step typed with `*n` is told once."""
        if all(told.place != finding.place for told in self.findings):
            self.findings.append(finding)

    def _cross_off(self, choice: Choice) -> None:
        """What the rules decide may have been typed, in any order."""
        typed = next((typed for typed in self.waiting if typed.step in choice.options), None)
        if typed:
            self.waiting.remove(typed)

    def _untyped(self, choice: Choice) -> Step | None:
        if self._complete:
            return Step("at", choice.position.prestige) if choice.kind == "space" else None
        if choice.advances and choice.forced is None and choice.refuse(NOTHING) is None:
            raise Undecided
        return None

    def finding(self, fault: Fault, typed: Typed, choice: Choice) -> Finding:
        """Why a typed step is not legal, and what would be."""
        values = worded(fault.values) | {"text": typed.span.text}
        fixes = proposed(self._notation, choice, typed.step)
        return Finding(fault.code, typed.span.place(self._file), values, fault.rule, fixes=fixes)
