"""Typed steps answer the choices of the rules: the next one that fits, or nothing where nothing has to be said.

What could not be read is judged here, too: of several meanings the legal one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from wsdv_tools.findings import Finding, Fix
from wsdv_tools.record.notation import Notation, Unreadable
from wsdv_tools.record.spans import Typed
from wsdv_tools.record.wordings import steps_meant
from wsdv_tools.rules.adjudicator import SEPARATE
from wsdv_tools.rules.choices import ADVANCE, NOTHING, Choice, Fault, Step, Undecided
from wsdv_tools.rules.course import face, play
from wsdv_tools.rules.run import Run
from wsdv_tools.rules.verbs import BY_THEMSELVES, OF_CITIES, OF_LINES, can_be_done

if TYPE_CHECKING:
    from wsdv_tools.record.lines import Play
    from wsdv_tools.record.spans import Span
    from wsdv_tools.rules.position import Position


# Faults of a step that another icon may have to make possible first; a wrong place stays wrong.
NOT_YET = frozenset(
    {
        *("unrest-none-there", "calm-no-protest", "calm-first"),
        *("repair-not-run-down", "build-under-protest", "dismantle-connected"),
    }
)


class Answers:
    """Typed steps in their order, and what is wrong with them.

    `complete` says that nothing more is to come: what was not typed was not wanted. `insist` goes on after an
    illegal step as it was typed, if the pieces can be moved so: that is what lay on the table. `gaps` says that
    something is missing here: then what may be left unsaid may be missing, too. `strict` stops at an illegal step,
    and says nothing about it.
    """

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
        if not self.waiting:
            return
        step = as_typed(step)
        typed = next((typed for typed in self.waiting if typed.step == step), None)
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
    return Finding.of(fault, typed.span.place(file), typed.span.text, proposed(notation, choice, typed.step))


_SEPARATE_VERBS = frozenset().union(*SEPARATE.values())


def is_meant_for(step: Step, choice: Choice) -> bool:
    """A step of the choice's own verb, or else one that answers no other kind; attacks belong to their province."""
    verbs = SEPARATE.get(choice.kind)
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


def finding_at(fault: Fault, span: Span, file: str) -> Finding:
    """A fault of a rule, where it was typed."""
    return Finding.of(fault, span.place(file), span.text)


def understood(
    notation: Notation, position: Position, line: Play, findings: list[Finding]
) -> tuple[Play, list[Finding]]:
    """A line that could not be read as a whole, and what is reported of it.

    Of several places that a name fits, the only one that is legal is meant; else findings propose what is legal.
    """
    better: dict[tuple[int, int], str | None] = {}
    raw: list[tuple[Span, tuple[Step, ...] | None]] = []
    before: list[Step] = []
    for item, steps in line.raw:
        why = notation.read(item.text, line.mode) if steps is None else steps
        if isinstance(why, Unreadable):
            legal = list(_legal_texts(notation, position, line, before, item, why))
            is_clear = len(legal) == 1 or (legal and why.code != "name-several")
            if why.code == "name-several" and len(legal) == 1:
                why = notation.read(legal[0][1], line.mode)
            if is_clear:
                better[item.line, item.column] = legal[0][0] if isinstance(why, Unreadable) else None
        found = None if isinstance(why, Unreadable) else why
        raw.append((item, found))
        before += found or ()
    told = [one for one in (_with_name(finding, better) for finding in findings) if one]
    return replace(line, raw=tuple(raw)), told


def _with_name(finding: Finding, better: dict[tuple[int, int], str | None]) -> Finding | None:
    """The finding with what is legal; none where it was understood."""
    place = finding.place
    if not place or (place.line, place.column) not in better or finding.code not in _OF_NAMES:
        return finding
    name = better[place.line, place.column]
    return replace(finding, fixes=(Fix("did-you-mean", {"name": name}),)) if name else None


_OF_NAMES = (
    *("name-unknown", "name-several", "province-not-city", "province-alone", "city-not-province", "step-unreadable"),
)


def _legal_texts(
    notation: Notation, position: Position, line: Play, before: Sequence[Step], item: Span, why: Unreadable
) -> Iterator[tuple[str, str]]:
    """What is legal instead of something that was not understood: a name or a step, and the whole step."""
    choices = list(asked(notation, position, line, before))
    texts = [(text, text) for text in steps_meant(notation, item.text, line.mode)]
    texts += [(str(name), item.text.replace(why.values["text"], name)) for name in why.values.get("near", ())]
    for name, text in texts:
        steps = notation.read(text, line.mode)
        if not isinstance(steps, Unreadable) and any(_takes(choice, steps[0]) for choice in choices):
            yield name, text


def _takes(choice: Choice, step: Step) -> bool:
    return is_meant_for(step, choice) and choice.refuse(step) is None


def asked(notation: Notation, position: Position, line: Play, before: Sequence[Step]) -> Iterator[Choice]:
    """The choices that are put after the steps typed so far."""
    game = notation.game
    card = game.cards[face(position, line.card)]
    if card.is_special and line.mode != "event":
        return
    waiting = list(before)
    found: list[Choice] = []

    def answer(choice: Choice) -> Step | None:
        step = next((step for step in waiting if _takes(choice, step)), None)
        if step is not None:
            waiting.remove(step)
            return step
        found.append(choice)
        if choice.required or choice.advances or choice.kind in ("place-standard", "place-socialist"):
            raise Undecided
        return None

    Run(play(game, position, line.side, card, line.from_hand, line.mode)).follow(answer)
    yield from found
