"""Hands and deck (3): which cards may be where, and the ways in which a card comes and goes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wsdv_tools.facts import State
from wsdv_tools.rules.position import UNKNOWN, Course

if TYPE_CHECKING:
    from wsdv_tools.rules.choices import Step
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position


def seen_elsewhere(position: Position, course: Course, side: State) -> set[str]:
    """Cards that cannot be a side's unknown hand card."""
    others = course.hand(side.other)
    return {*course.display, *others, *course.removed, *position.played, *position.police} - {UNKNOWN}


def may_be_in_hand(game: Game, position: Position, course: Course, side: State, card: str) -> bool:
    """Whether a side holds a card, or may hold it: an unknown one that nobody has seen anywhere."""
    hand = course.hand(side)
    if card in hand or UNKNOWN not in hand:
        return card in hand
    fact = game.cards[card]
    if fact.is_special or fact.decade > position.decade:
        return False
    return card not in seen_elsewhere(position, course, side)


def may_be_in_deck(game: Game, position: Position, course: Course, card: str) -> bool:
    """Whether a card of this decade, or one put into the deck, has not been seen anywhere else."""
    if card == UNKNOWN:  # one that this side has not seen
        return True
    seen = {*course.display, *course.west_hand, *course.east_hand, *course.removed, *position.played, *position.police}
    return is_of_decade(game, position, course, card) and card not in seen


def is_of_decade(game: Game, position: Position, course: Course, card: str) -> bool:
    """Whether a card belongs to this decade's deck: it is of that decade, or Guillaume put it there."""
    fact = game.cards[card]
    return not fact.is_special and (fact.decade == position.decade or card in course.buried)


def with_hand(course: Course, side: State, hand: tuple[str, ...]) -> Course:
    return course._replace(west_hand=hand) if side is State.WEST else course._replace(east_hand=hand)


def change_hands(course: Course, step: Step, looked: str | None = None) -> Course:
    """What a step does to the cards: the price of a special card (3-special-price), Guillaume (icon-guillaume, R17).

    `looked` is where East looked before it took a card: the cards of `swap` change places with West's hand or the deck.
    """
    match step.verb:
        case "draw":
            return course._replace(west_hand=(*course.west_hand, UNKNOWN))
        case "discard":
            removed = (*course.removed, step.place)
            return course._replace(east_hand=without(course.east_hand, step.place), removed=removed)
        case "drop":
            return course._replace(removed=(*course.removed, step.place))
        case "swap":
            course = course._replace(east_hand=(*without(course.east_hand, step.place), step.to))
            if looked == "deck":
                return course._replace(buried=(*course.buried, step.place))
            return course._replace(west_hand=(*without(course.west_hand, step.to), step.place))
    return course


def without(hand: tuple[str, ...], card: str) -> tuple[str, ...]:
    """A hand without a card; where the card was not known, without one that nobody has seen."""
    gone = card if card in hand else UNKNOWN
    cards = list(hand)
    if gone in cards:
        cards.remove(gone)
    return tuple(cards)
