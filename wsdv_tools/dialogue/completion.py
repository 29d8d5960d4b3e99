"""What Tab offers while a move is typed: cards of the display and the hand, modes, and then the legal steps."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from wsdv_tools.dialogue.interpretation import place_id
from wsdv_tools.record.answers import asked
from wsdv_tools.record.reader import MODES, Play, read_record
from wsdv_tools.record.writer import LETTERS
from wsdv_tools.rules.choices import NOTHING
from wsdv_tools.rules.position import UNKNOWN
from wsdv_tools.telling.board_text import special_card

if TYPE_CHECKING:
    from wsdv_tools.record.notation import Notation
    from wsdv_tools.rules.choices import Step
    from wsdv_tools.rules.position import Course, Position

_HEAD = re.compile(
    r"\s*(?:([^\W\d]+)\s+)??((?:\d+|[iv]+(?:-[a-z-]+)?)\s*h?\s+[a-z]+)\s+(.*)", re.IGNORECASE | re.DOTALL
)
_LAST = re.compile(r"(.*[,;])?(.*)", re.DOTALL)


def offered(notation: Notation, position: Position, course: Course, text: str) -> Iterator[str]:
    """What may follow a move typed so far; each completes its last step."""
    head = _HEAD.fullmatch(text)
    if head is None:
        yield from _cards(position, course)
        return
    side = head[1] or LETTERS[course.to_move]
    behind = _LAST.fullmatch(head[3])
    before = (behind[1] if behind else None) or ""
    line = read_record(f"{side} {head[2]} {before}", "", notation).lines[0]
    if not isinstance(line, Play) or not line.is_whole:
        return
    prefix = "" if before else text[: len(text) - len(head[3])].lstrip()
    for choice in asked(notation, position, line, [typed.step for typed in line.typed]):
        for step in choice.options:
            if step != NOTHING:
                yield from (prefix + word for word in _spellings(notation, step, line.mode))


def _spellings(notation: Notation, step: Step, mode: str) -> Iterator[str]:
    """The canonical one, and the place's name where that alone says it."""
    written, place = notation.write(step, mode), place_id(step, notation)
    yield written
    if place and place != written and notation.read(place, mode) == (step,):
        yield place


def _cards(position: Position, course: Course) -> Iterator[str]:
    shown = [card for card in course.display if card != UNKNOWN]
    hand = [f"{card}h" for card in course.hand(course.to_move) if card != UNKNOWN]
    special = [special_card(position).partition("-")[0]] if course.special else []
    yield from (f"{card} {mode} " for card in [*shown, *hand] for mode in MODES)
    yield from (f"{card} event " for card in special)
