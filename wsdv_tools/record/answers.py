"""Answers choices from typed steps: the next one that fits, or nothing where nothing has to be said."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from wsdv_tools.findings import Finding, Fix, worded
from wsdv_tools.record.lines import items, without_comment
from wsdv_tools.record.notation import Notation, Unreadable
from wsdv_tools.record.wordings import steps_meant
from wsdv_tools.rules.choices import ADVANCE, NOTHING, Choice, Fault, Step, Undecided
from wsdv_tools.rules.verbs import BY_THEMSELVES, OF_CITIES, OF_LINES, can_be_done
from wsdv_tools.sources.text_reader import text_lines

if TYPE_CHECKING:
    from wsdv_tools.findings import Place
    from wsdv_tools.record.lines import Span
    from wsdv_tools.record.notation import Notation
    from wsdv_tools.rules.choices import Choice, Step


# Faults of a step that another icon may have to make possible first; a wrong place stays wrong.
NOT_YET = frozenset(
    {
        *("unrest-none-there", "calm-no-protest", "calm-first"),
        *("repair-not-run-down", "build-under-protest", "dismantle-connected"),
    }
)


class Typed(NamedTuple):
    """A step as somebody typed it."""

    step: Step
    span: Span


class Answers:
    """Typed steps in their order, and what is wrong with them.

    `complete` says that nothing more is to come: what was not typed was not wanted. `insist` goes on after an
    illegal step as it was typed, if the pieces can be moved so: that is what lay on the table. `gaps` says that
    something is missing here: then what may be left unsaid may be missing, too. `strict` stops at an illegal step,
    and says nothing about it.
    """

    __slots__ = (
        "_complete",
        "_dropped",
        "_file",
        "_gaps",
        "_insist",
        "_notation",
        "_strict",
        "_tried",
        "findings",
        "waiting",
    )

    def __init__(
        self,
        typed: Iterable[Typed],
        notation: Notation,
        file: str,
        complete: bool = True,
        insist: bool = False,
        gaps: bool = False,
        strict: bool = False,
    ) -> None:
        self.waiting = list(typed)
        self.findings: list[Finding] = []
        self._notation = notation
        self._file = file
        self._complete = complete
        self._insist = insist
        self._gaps = gaps
        self._strict = strict
        self._tried: int | None = None
        self._dropped: set[str] = set()  # kinds of choices with an illegal step that could not be carried out

    def __call__(self, choice: Choice) -> Step | None:
        """The typed step for a choice; None where nothing was typed and nothing need be."""
        while True:
            meant = [typed for typed in self.waiting if is_meant_for(typed.step, choice)] if self.waiting else ()
            if not meant:
                return self._untyped(choice)
            typed = meant[0]
            if len(meant) > 1:
                typed = next((typed for typed in meant if typed.step.verb == "attack"), typed)
            fault = choice.refuse(typed.step)
            if fault is None:
                self.waiting.remove(typed)
                return typed.step
            if choice.advances and fault.code in NOT_YET and self._tried != choice.left:
                self._tried = choice.left
                return ADVANCE._replace(place=tuple(other.step for other in self.waiting))
            if self._strict:
                raise Undecided
            self._report(finding_of(self._notation, fault, typed, choice, self._file))
            if fault.code == "attack-no-effect":  # as good as no attack
                self.waiting.remove(typed)
                return typed.step._replace(to=None)
            if not self._insist:
                raise Undecided
            self.waiting.remove(typed)
            if choice.kind != "attack" and can_be_done(self._notation.game, choice.position, typed.step):
                return typed.step
            if typed.step.verb not in _BESIDES:
                self._dropped.add(_kind(choice))

    def _report(self, finding: Finding) -> None:
        """A step typed with `*n` is reported once."""
        if all(told.place != finding.place for told in self.findings):
            self.findings.append(finding)

    def cross_off(self, step: Step) -> None:
        """What the rules decide may have been typed, in any order."""
        typed = next((typed for typed in self.waiting if typed.step == as_typed(step)), None)
        if typed:
            self.waiting.remove(typed)

    def _untyped(self, choice: Choice) -> Step | None:
        if self._complete and not self._gaps and self._is_open(choice):
            raise Undecided
        if self._complete:
            is_here = choice.kind == "space" and not self._gaps
            return Step("at", choice.position.prestige) if is_here else None
        if choice.advances and choice.forced is None and choice.refuse(NOTHING) is None:
            raise Undecided
        return None

    def _is_open(self, choice: Choice) -> bool:
        """Whether a wrong step was typed for this, so that doing what is forced would be choosing for a player."""
        if _kind(choice) not in self._dropped:
            return False
        if choice.advances:
            return choice.ends is None or not choice.ends()
        return choice.required or choice.kind == "attack"


def as_typed(step: Step) -> Step:
    """A step as people type it: which card the police are collected with goes without saying."""
    return step._replace(place=None) if step.verb == "police" else step


_BESIDES = frozenset(
    {"use", "look", "swap", "drop", "discard", "draw", "none", "skip"}
)  # nothing is left open without them


def _kind(choice: Choice) -> str:
    """What kind of choice it is; all icons of a card are one."""
    if choice.kind == "attack":
        return f"attack {choice.options[0].place}"
    return "icons" if choice.advances else choice.kind


def finding_of(notation: Notation, fault: Fault, typed: Typed, choice: Choice, file: str) -> Finding:
    """Why a typed step is not legal, and what would be."""
    values = worded(fault.values) | {"text": typed.span.text}
    fixes = proposed(notation, choice, typed.step)
    return Finding(fault.code, typed.span.place(file), values, fault.rule, fixes=fixes)


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
                decisions.findings.append(not_read(notation, steps, item, str(phase), file))
            else:
                typed.extend(one for step in steps for one in as_asked(Typed(step, item), phase))
    return decisions


def as_asked(typed: Typed, phase: int) -> Iterator[Typed]:
    """A decision as its phase asks for it: phase 8 asks for the province; the police card is only named with it."""
    if phase == 8 and typed.step.verb == "use":
        yield typed._replace(step=Step("u-", typed.step.to))
    yield typed


def unreadable(why: Unreadable, place: Place, meant: str | None = None) -> Finding:
    """The finding for a text that is not a step; `meant` is the step that its words mean."""
    values = dict(why.values)
    near = values.pop("near", ())
    if why.code in ("name-several", "no-connection"):
        return Finding(why.code, place, why.values)
    fixes = tuple(Fix("did-you-mean", {"name": name}) for name in ([meant] if meant else near)[:1])
    return Finding(why.code, place, values, fixes=fixes)


def not_read(notation: Notation, why: Unreadable, item: Span, context: str, file: str) -> Finding:
    """As :func:`unreadable`, for a step in a play or a phase."""
    meant = None if why.code in _SAID_ALREADY else next(steps_meant(notation, item.text, context), None)
    return unreadable(why, item.place(file), meant)


_SAID_ALREADY = frozenset({"comma-missing", "step-other-phase"})  # what to do about it


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
            for phase in PHASES
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


# Steps that answer one kind of choice only, wherever in the line they stand.
_SEPARATE = {
    "hamburg": frozenset({"hamburg"}),
    "assign": frozenset({"hamburg", "assign"}),
    "space": frozenset({"at"}),
    "import": frozenset({"import"}),
    "release": frozenset({"release"}),
    "place-socialist": frozenset({"soc"}),
    "void": frozenset({"void"}),
    "price": frozenset({"discard", "draw"}),
}
_SEPARATE_VERBS = frozenset().union(*_SEPARATE.values())


def is_meant_for(step: Step, choice: Choice) -> bool:
    """A step of the choice's own verb, or else one that answers no other kind; attacks belong to their province."""
    verbs = _SEPARATE.get(choice.kind)
    if verbs is not None:
        return step.verb in verbs
    if step.verb in _SEPARATE_VERBS or step.verb in BY_THEMSELVES:
        return False
    if choice.kind == "place-standard" and step.verb in ("u-", "sector+") and not choice.advances:
        return False  # what goes with a new living standard; it may be typed, too
    if choice.kind == "sector" and step.verb == "s-":
        return False  # what a province loses by itself in phase 5; it may be typed, too
    if choice.kind == "bonus" and choice.left == 1 and step.verb in ("dismantle", "lift"):
        return False  # what else the Wall costs, typed before West's bonus
    if choice.kind == "police" and step.verb == "use":
        return False  # the card that is named with a province
    if choice.kind == "attack" and step.verb == "u+" and not choice.required:
        return False  # what attacks bring by themselves; it may be typed, too
    return choice.kind != "attack" or step.verb != "attack" or step.place == choice.options[0].place


MOST_PROPOSALS = 4
_INSTEAD = {"swap": "look", "drop": "look", "s>": "s+"}  # what a step should have been, or should have followed


def proposed(notation: Notation, choice: Choice, typed: Step | None = None) -> tuple[Fix, ...]:
    """The legal steps, those like the typed one first: the same verb, then the same neighbourhood."""
    legal = [step for step in choice.options if step != NOTHING]
    if typed is None or typed.verb != "use":  # police cards are nobody's way out
        legal = [step for step in legal if step.verb != "use"]
    if not legal:
        return ()
    if typed is not None:
        near, alike = _provinces(notation, typed), {typed.verb, _INSTEAD.get(typed.verb)}
        legal.sort(key=lambda step: (step.verb not in alike, near.isdisjoint(_provinces(notation, step))))
    steps = [notation.write(step) for step in legal[:MOST_PROPOSALS]]
    values = {"steps": ", ".join(steps), "n": len(legal)}
    return (Fix("legal-here" if len(legal) > len(steps) else "legal-here-all", values),)


def _provinces(notation: Notation, step: Step) -> set[int | None]:
    """Where a step takes place; a place abroad is None."""
    game = notation.game
    if step.verb in OF_CITIES:
        return {game.home[step.place]}
    if step.verb in OF_LINES:
        return {game.home[city] for city in game.ends[step.place]}
    return {step.place} if isinstance(step.place, int) else set()
