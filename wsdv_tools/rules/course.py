"""The course of a decade (3): display, hands, whose turn it is, when a half ends, and one play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wsdv_tools.facts import State
from wsdv_tools.rules.actions import ACTIONS
from wsdv_tools.rules.choices import Asking, Choice, Fault, Step, ask
from wsdv_tools.rules.hands import change_hands, is_of_decade, may_be_in_deck, may_be_in_hand, with_hand, without
from wsdv_tools.rules.position import UNKNOWN, Course
from wsdv_tools.rules.socialists import move_socialists

if TYPE_CHECKING:
    from wsdv_tools.facts import Card
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position

HAND = 2
DISPLAY = 7
HALVES = 2


def begin_decade(position: Position) -> Position:
    """The special card is laid out, hands are filled up to two, the advantage starts (3-hands, 3-starter).

    What was left of the last deck and its special card is gone (3-decade-over).
    """
    full = (UNKNOWN,) * HAND
    course = Course(0, position.advantage, (), special=True, west_hand=full, east_hand=full)
    return position._replace(course=course)


def lay_out(position: Position, course: Course, cards: tuple[str, ...]) -> Position:
    """Seven cards for the next half; the side that did not play last starts it (3-display-seven, 3-second-half)."""
    return position._replace(course=course._replace(half=min(HALVES, course.half + 1), display=cards))


def refuse_row(game: Game, position: Position, course: Course, cards: tuple[str, ...]) -> Fault | None:
    """A row is seven cards of this decade that nobody has seen, once the half before is over."""
    left = _known(course.display)
    if left:
        return Fault("row-too-early", "3-half-ends", {"n": len(left), "cards": left})
    if course.half >= HALVES:
        return Fault("row-third", "3-second-half", {})
    special = next((game.cards[card] for card in cards if game.cards[card].is_special), None)
    if special and special.decade == position.decade:
        return Fault("row-special", "3-special-display", {"card": special})
    if len(cards) != DISPLAY:
        return Fault("row-not-seven", "3-display-seven", {"n": len(cards)})
    for card in cards:
        if cards.count(card) > 1:
            return Fault("row-card-twice", "3-display-seven", {"card": game.cards[card]})
        if not is_of_decade(game, position, course, card):
            return _other_decade(position, game.cards[card])
    return None


def _other_decade(position: Position, card: Card) -> Fault:
    """A card that cannot lie in this decade's display."""
    return Fault("display-other-decade", "3-display-seven", {"card": card, "decade": position.decade})


def face(position: Position, number: str) -> str:
    """Card IV shows the side `Mauerfall` if the Wall is built, otherwise the other one (3-special-iv)."""
    if number == "IV":
        return "IV-wall-falls" if position.wall else "IV-round-table"
    return number


def refuse_turn(course: Course, side: State) -> Fault | None:
    """Play alternates (3-alternate); the advantage starts the first half (3-starter)."""
    if side is course.to_move:
        return None
    rule = "3-alternate"
    if len(course.display) == DISPLAY:
        rule = "3-starter" if course.half == 1 else "3-second-half"
    return Fault("not-your-turn", rule, {"side": side, "other": course.to_move})


def refuse_card(
    game: Game, position: Position, course: Course, side: State, card: str, from_hand: bool
) -> Fault | None:
    """A card comes from the display or from the side's own hand; only East may take the special card (3-one-card)."""
    fact = game.cards[card]
    if fact.is_special:
        fault = _refuse_special(position, course, side, fact)
        from_nowhere = Fault("card-not-in-hand", "3-special-display", {"card": fact, "side": side})
        return from_nowhere if from_hand and not fault else fault
    if from_hand:
        hand = course.hand(side)
        if fact.decade > position.decade:
            return Fault("card-later-decade", "3-hands", {"card": fact, "decade": position.decade})
        if not hand:
            return Fault("hand-empty", "3-one-card", {"side": side, "card": fact})
        if may_be_in_hand(game, position, course, side, card):
            return None
        code = "card-seen-elsewhere" if UNKNOWN in hand else "card-not-in-hand"
        return Fault(code, "3-one-card", {"card": fact, "side": side})
    may_lie_there = UNKNOWN in course.display and may_be_in_deck(game, position, course, card)
    if card not in course.display and not may_lie_there:
        code = "card-is-in-hand" if card in course.hand(side) else "card-not-in-display"
        if code == "card-not-in-display" and UNKNOWN in course.display:  # it is not one of those nobody typed
            if fact.decade != position.decade:
                return _other_decade(position, fact)
            code = "card-seen-elsewhere"
        return Fault(code, "3-one-card", {"card": fact, "cards": _known(course.display)})
    return None


def _known(cards: tuple[str, ...]) -> tuple[str, ...]:
    """Cards that somebody has seen."""
    return tuple(card for card in cards if card != UNKNOWN)


def _refuse_special(position: Position, course: Course, side: State, card: Card) -> Fault | None:
    """The decade's special card, once, and by East only (3-special-east-only)."""
    if side is State.WEST:
        return Fault("special-east-only", "3-special-east-only", {"card": card})
    if card.decade != position.decade:
        return Fault("special-other-decade", "3-special-display", {"card": card, "decade": position.decade})
    if card.id != face(position, card.number):
        return Fault("special-wrong-side", "3-special-iv", {"card": card})
    if not course.special:
        return Fault("special-gone", "3-special-display", {"card": card})
    return None


def play(game: Game, position: Position, side: State, card: Card, from_hand: bool, mode: str) -> Asking[Position]:
    """One play: a card is taken, its action carried out, East's protests are calmed, the other side is next."""
    position = take(position, side, card, from_hand)
    if card.is_special:
        position = yield from _pay(game, position)
    position = yield from ACTIONS[mode](game, position, side, card)
    position = yield from move_socialists(game, position)  # 7-when
    return put_away(position, side, card)


def put_away(position: Position, side: State, card: Card) -> Position:
    """The played card goes to the pile, unless it lies in front of East; the other side is next (3-played-pile)."""
    is_apart = card.id in position.police  # 3-police-apart, 6.4-police-laid
    played = position.played if is_apart else (*position.played, card.id)
    course = position.course._replace(to_move=side.other) if position.course else None
    return position._replace(played=played, course=course)


def take(position: Position, side: State, card: Card, from_hand: bool) -> Position:
    """The card is taken from the display or the hand: from where it is known to be, whatever was said."""
    course = position.course
    if course is None:
        return position
    if card.is_special:
        is_there = course.special and card.decade != position.decade
        return position._replace(course=course._replace(special=is_there))
    hand = course.hand(side)
    if card.id in course.display or (not from_hand and card.id not in hand):
        return position._replace(course=course._replace(display=without(course.display, card.id)))
    return position._replace(course=with_hand(course, side, without(hand, card.id)))


def _pay(game: Game, position: Position) -> Asking[Position]:
    """East discards a hand card, or lets West draw one; with an empty hand West draws (3-special-price, R1)."""
    course = position.course
    if course is None:
        return position
    hand = course.east_hand

    def refuse(step: Step) -> Fault | None:
        if step.verb == "draw":
            return None
        if step.verb != "discard":
            return Fault("special-price", "3-special-price", {})
        if not hand:
            return Fault("hand-empty", "3-special-price", {"side": State.EAST, "card": game.cards[step.place]})
        if not may_be_in_hand(game, position, course, State.EAST, step.place):
            values = {"card": game.cards[step.place], "side": State.EAST}
            return Fault("card-not-in-hand", "3-special-price", values)
        return None

    options = [Step("draw"), *(Step("discard", card) for card in hand if card != UNKNOWN)]
    if UNKNOWN in hand:  # which card it is nobody can tell for East
        options += [Step("discard", card) for card in game.cards if refuse(Step("discard", card)) is None]
    choice = Choice(State.EAST, "price", "3-special-price", position, dict.fromkeys(options), refuse)
    step = yield from ask(choice)
    return position._replace(course=change_hands(course, step))


def is_half_over(course: Course) -> bool:
    """The half ends the moment the last normal card of the display is played (3-half-ends)."""
    return not course.display
