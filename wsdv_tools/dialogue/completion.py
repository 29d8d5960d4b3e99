"""What Tab offers while a play is typed: cards of the display and the hand, modes, and then the legal steps."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from wsdv_tools.dialogue.interpretation import place_id
from wsdv_tools.record.meanings import asked
from wsdv_tools.record.reader import MODES, SIDES, Play, read_record
from wsdv_tools.record.writer import LETTERS
from wsdv_tools.rules.choices import NOTHING
from wsdv_tools.rules.position import UNKNOWN
from wsdv_tools.telling.board_text import special_card
from wsdv_tools.words.names import SHORTEST_PREFIX, folded

if TYPE_CHECKING:
    from wsdv_tools.facts import Card, State
    from wsdv_tools.record.notation import Notation
    from wsdv_tools.rules.choices import Step
    from wsdv_tools.rules.position import Course, Position
    from wsdv_tools.telling.phrases import Phrases

_HEAD = re.compile(
    r"\s*(?:([^\W\d]+)\s+)??((?:\d+|[iv]+(?:-[a-z-]+)?)\s*h?)\s+([^\W\d]+)\s+(.*)", re.IGNORECASE | re.DOTALL
)
_LAST = re.compile(r"(.*[,;])?(.*)", re.DOTALL)


def offered(phrases: Phrases, position: Position, course: Course, text: str) -> Iterator[str]:
    """What may follow a move typed so far; each completes its last step."""
    notation, head = phrases.notation, _HEAD.fullmatch(text)
    if head is None:
        yield from _cards(phrases, position, course)
        return
    side = phrases.vocabulary.canonical(text).split()[0] if head[1] else LETTERS[course.to_move]
    mode = phrases.vocabulary.mode(head[3])
    behind = _LAST.fullmatch(head[4])
    before = phrases.vocabulary.canonical((behind[1] if behind else None) or "")
    line = read_record(f"{side} {head[2]} {mode or head[3]} {before}", "", notation).lines[0]
    if not isinstance(line, Play) or not line.is_whole:
        return
    prefix = "" if before else text[: len(text) - len(head[4])].lstrip()
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


def by_number(phrases: Phrases, position: Position, course: Course, typed: str) -> str:
    """A move whose card was named by its title, with the card's number instead: `wirtschaftswunder bauen kiel`."""
    words = typed.split()
    if not words or not words[0][0].isalpha() or words[0].casefold() in SIDES:
        return typed
    lying = [*course.display, *course.hand(course.to_move), *([special_card(position)] if course.special else [])]
    cards = [phrases.game.cards[card] for card in lying if card != UNKNOWN]
    for length in range(len(words), 0, -1):
        name = folded(" ".join(words[:length]))
        fitting = [card for card in cards if len(name) >= SHORTEST_PREFIX and _is_called(phrases, card, name)]
        if len(fitting) == 1:
            return " ".join([fitting[0].number, *words[length:]])
    return typed


def _is_called(phrases: Phrases, card: Card, name: str) -> bool:
    """Whether a card's title, or a word of it, begins like that."""
    titles = [phrases.language.title(card), *phrases.language.other_titles(card)]
    return any(f"-{name}" in f"-{folded(title)}" for title in titles)


def is_from_hand(course: Course, side: State, card: str) -> bool:
    """Whether a card can only come from the hand: it is not in the display, where every card is known."""
    return card.isdecimal() and not {card, UNKNOWN} & {*course.display} and UNKNOWN in course.hand(side)


def _cards(phrases: Phrases, position: Position, course: Course) -> Iterator[str]:
    shown = [card for card in course.display if card != UNKNOWN]
    hand = [f"{card}h" for card in course.hand(course.to_move) if card != UNKNOWN]
    special = [special_card(position).partition("-")[0]] if course.special else []
    modes = phrases.vocabulary.all_of(MODES)
    yield from (f"{card} {mode} " for card in [*shown, *hand] for mode in modes)
    yield from (f"{card} {modes[-1]} " for card in special)
