"""What a play that could not be read as a whole means, judged by the board: the legal one of several meanings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from wsdv_tools.findings import Finding, Fix
from wsdv_tools.record.answers import Typed, is_meant_for
from wsdv_tools.record.notation import Unreadable
from wsdv_tools.record.wordings import steps_meant
from wsdv_tools.rules.choices import Choice, Step, Undecided
from wsdv_tools.rules.course import face, play
from wsdv_tools.rules.run import Run

if TYPE_CHECKING:
    from wsdv_tools.record.lines import Span
    from wsdv_tools.record.notation import Notation
    from wsdv_tools.record.reader import Play
    from wsdv_tools.rules.position import Position


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
    typed = tuple(Typed(step, item) for item, steps in raw for step in steps or ())
    is_whole = all(steps is not None for _, steps in raw)
    told = [one for one in (_with_name(finding, better) for finding in findings) if one]
    return replace(line, raw=tuple(raw), typed=typed, is_whole=is_whole), told


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
