"""What a finding proposes: steps that are legal here, the likeliest first, and names that would be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from wsdv_tools.findings import Finding, Fix
from wsdv_tools.record.matching import is_meant_for
from wsdv_tools.record.notation import Unreadable
from wsdv_tools.rules.choices import NOTHING, Choice, Step, Undecided, drive
from wsdv_tools.rules.course import face, play

if TYPE_CHECKING:
    from wsdv_tools.record.lines import Span
    from wsdv_tools.record.notation import Notation
    from wsdv_tools.record.reading import Play
    from wsdv_tools.rules.position import Position

MOST_PROPOSALS = 4
_INSTEAD = {"swap": "look", "drop": "look", "s>": "s+"}  # what a step should have been, or should have followed
_OF_CITIES = frozenset({"build", "dismantle", "down", "up", "stop"})
_OF_LINES = frozenset({"lay", "lift"})


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
    if step.verb in _OF_CITIES:
        return {game.home[step.place]}
    if step.verb in _OF_LINES:
        return {game.home[city] for city in game.ends[step.place]}
    return {step.place} if isinstance(step.place, int) else set()


def with_legal_names(notation: Notation, position: Position, line: Play, findings: list[Finding]) -> list[Finding]:
    """The findings of a line that could not be read as a whole; of similar names they propose one that is legal."""
    better: dict[tuple[int, int], str] = {}
    before: list[Step] = []
    for item, steps in line.raw:
        if steps is not None:
            before += steps
            continue
        why = notation.read(item.text, line.mode)
        if isinstance(why, Unreadable) and why.values.get("near"):
            name = _legal_name(notation, position, line, before, item, why)
            if name:
                better[item.line, item.column] = name
    return [_with_name(finding, better) for finding in findings]


def _with_name(finding: Finding, better: dict[tuple[int, int], str]) -> Finding:
    place = finding.place
    name = better.get((place.line, place.column)) if place else None
    if name is None or finding.code not in ("name-unknown", "name-several"):
        return finding
    return replace(finding, fixes=(Fix("did-you-mean", {"name": name}),))


def _legal_name(
    notation: Notation, position: Position, line: Play, before: Sequence[Step], item: Span, why: Unreadable
) -> str | None:
    choices = list(asked(notation, position, line, before))
    for name in why.values["near"]:
        steps = notation.read(item.text.replace(why.values["text"], name), line.mode)
        if not isinstance(steps, Unreadable) and any(_takes(choice, steps[0]) for choice in choices):
            return str(name)
    return None


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

    drive(play(game, position, line.side, card, line.from_hand, line.mode), answer, [])
    yield from found
