"""Where a game stands, for those at the table: whose turn it is, the display, and what is known of the hands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from wsdv_tools.dialogue.options import in_columns
from wsdv_tools.dialogue.phrases import wrapped
from wsdv_tools.dialogue.play_phrases import card_label
from wsdv_tools.facts import State
from wsdv_tools.facts.cards import NUMERALS
from wsdv_tools.rules.course import face
from wsdv_tools.rules.position import UNKNOWN

if TYPE_CHECKING:
    from wsdv_tools.dialogue.phrases import Phrases
    from wsdv_tools.facts import Card
    from wsdv_tools.rules.position import Course, Position


def heading(phrases: Phrases, position: Position, course: Course) -> str:
    """`Decade I, half 1: West to move`."""
    numeral, side = NUMERALS[position.decade], phrases.name(course.to_move)
    return phrases.say("play.turn", numeral=numeral, half=course.half, side=side)


def scene(phrases: Phrases, position: Position, course: Course) -> Iterator[str]:
    """The cards on the table, then the hands."""
    entries = [_entry(phrases, card) for card in course.display]
    if course.special:
        entries.append(_entry(phrases, special_card(position)))
    yield from in_columns(entries)
    for side in State:
        yield from wrapped(_hand(phrases, course, side))


def special_card(position: Position) -> str:
    """The special card of the decade, the side that lies up."""
    return face(position, NUMERALS[position.decade])


def _entry(phrases: Phrases, card: str) -> str:
    if card == UNKNOWN:
        return f"  ? {phrases.say('play.unknown-card')}"
    fact = phrases.game.cards[card]
    return f"{fact.number:>3} {phrases.language.title(fact)} ({_worth(phrases, fact)})"


def _worth(phrases: Phrases, card: Card) -> str:
    """The colour, which says who profits, and the value."""
    if card.is_special:
        return phrases.say("play.special", side=State.EAST)
    west, east = card.values[State.WEST], card.values[State.EAST]
    value = str(west) if west == east else f"{west}/{east}"
    return f"{phrases.say(f'play.{card.colour}')} {value}"


def _hand(phrases: Phrases, course: Course, side: State) -> str:
    hand = course.hand(side)
    known = [card_label(phrases, card) for card in hand if card != UNKNOWN]
    if not known:
        return phrases.say("board.hand-unknown", side=side, n=len(hand))
    unknown = [UNKNOWN] * (len(hand) - len(known))
    return phrases.say("board.hand", side=side, text=phrases.listed([*known, *unknown]))
