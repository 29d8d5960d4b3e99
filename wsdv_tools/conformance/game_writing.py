"""Writes a game that was played (random_play.py) as a record."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from wsdv_tools.facts import State
from wsdv_tools.record.writing import LETTERS, NUMERALS, phase_line, play_line

if TYPE_CHECKING:
    from wsdv_tools.conformance.random_play import Played
    from wsdv_tools.record.notation import Notation


def game_lines(notation: Notation, played: Iterable[Played], headers: Mapping[str, str] | None = None) -> Iterator[str]:
    """The lines of a record, with the hands after filling up and the rows as they were laid out."""
    yield "wsdv-record: 1"
    for key, value in (headers or {}).items():
        yield f"{key}: {value}"
    for thing in played:
        yield from _lines(notation, thing)


def _lines(notation: Notation, thing: Played) -> Iterator[str]:
    course = thing.after.course
    if thing.turn:
        side, card, from_hand, mode = thing.turn
        number = notation.game.cards[card].number
        yield play_line(notation, side, number, mode, thing.steps, from_hand)
    elif thing.outcome:
        yield "end"
        for phase, steps in thing.phases.items():
            if steps:
                yield phase_line(notation, phase, steps)
        if thing.outcome.winner:
            yield f"result {LETTERS[thing.outcome.winner]} {thing.outcome.reason}"
    elif course and not course.half:
        yield ""
        yield f"decade {NUMERALS[thing.after.decade]}"
        for side in State:
            yield " ".join([f"hand {LETTERS[side]}", *course.hand(side)])
    elif course:
        yield " ".join(["row", *course.display])
