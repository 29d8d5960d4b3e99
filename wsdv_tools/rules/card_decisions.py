"""The decisions about cards in a match (3): the row that is laid out, the cards a side keeps, the next turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

from wsdv_tools.facts import State
from wsdv_tools.rules.adjudicator import Adjudicator, Turn, can_be_played, turn_as_data, turn_from_data
from wsdv_tools.rules.choices import NO_STEP, Choice, Fault, Step
from wsdv_tools.rules.course import DISPLAY, HAND, refuse_row
from wsdv_tools.rules.hands import may_be_in_deck, may_be_in_hand
from wsdv_tools.rules.play import Decision, Play
from wsdv_tools.rules.position import UNKNOWN

if TYPE_CHECKING:
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position


class Row(NamedTuple):
    """Seven cards are laid out."""

    cards: tuple[str, ...]


class Keep(NamedTuple):
    """A side keeps these cards for the next decade, and discards the rest."""

    side: State
    cards: tuple[str, ...]


class Hand(NamedTuple):
    """A side says what it holds; this decides nothing."""

    side: State
    cards: tuple[str, ...]


class Top(NamedTuple):
    """The two top cards of the deck, which East has looked at (icon-guillaume); this decides nothing."""

    cards: tuple[str, ...]


Option = Step | Turn | Row | Keep
Taken = Option | Hand | Top


@dataclass(frozen=True)
class Asked:
    """A decision about cards: a row, what is kept, the next turn. It is asked like those of a play."""

    game: Game = field(repr=False)
    side: State
    kind: str
    rule: str
    refuse: Callable[[Any], Fault | None] = field(repr=False)
    _options: Callable[[], tuple[Option, ...]] = field(repr=False)
    left: int = 1
    may_pass: bool = False

    @cached_property
    def options(self) -> tuple[Option, ...]:
        return self._options()

    def can_insist(self, option: Any) -> bool:
        """Whether an option that is not legal can be carried out all the same: an answer to this, with real cards."""
        if isinstance(option, Turn):
            return self.kind == "turn" and can_be_played(self.game, option)
        is_meant = isinstance(option, Row if self.kind == "row" else Keep) and self.kind != "turn"
        return is_meant and are_cards(self.game, option.cards, DISPLAY)


class AskedInPlay(Decision):
    """A decision of a play where the deck is known: Guillaume takes what really lies there (R17)."""

    __slots__ = ("game", "is_there")

    def __init__(self, choice: Choice, rules: Adjudicator, is_there: Callable[[Step], bool]) -> None:
        super().__init__(choice, rules)
        self.game = rules.game
        self.is_there = is_there

    @property
    def options(self) -> tuple[Step, ...]:
        return tuple(filter(self.is_there, super().options))

    def refuse(self, step: Step) -> Fault | None:
        fault = super().refuse(step)
        if fault is None and not self.is_there(step):
            return Fault("card-not-in-deck", "icon-guillaume", {"card": self.game.cards[step.to or step.place]})
        return fault

    def can_insist(self, step: Step) -> bool:
        return super().can_insist(step) and step.verb not in ("swap", "drop")  # the cards are where they are


def are_cards(game: Game, cards: Any, most: int) -> bool:
    """Whether these are cards of the game, or unknown ones, and not too many of them."""
    is_short = isinstance(cards, tuple) and len(cards) <= most
    return is_short and all(isinstance(card, str) and (card in game.cards or card == UNKNOWN) for card in cards)


def refuse_told(game: Game, position: Position, now: Any, told: Hand | Top) -> Fault | None:
    """Why a side cannot hold these cards, or why they cannot lie on top of the deck."""
    course = position.course
    if course is None or not are_cards(game, told.cards, DISPLAY):
        return NO_STEP
    turn, steps = (now.what, now.steps) if isinstance(now, Play) else (None, [])
    named = [card for card in told.cards if card != UNKNOWN]
    if len({*named}) < len(named):
        return NO_STEP
    if isinstance(told, Top):
        if Step("look", "deck") not in steps or not 0 < len(named) == len(told.cards) <= 2:
            return NO_STEP
        card = next((card for card in named if not may_be_in_deck(game, position, course, card)), None)
        return Fault("card-not-in-deck", "icon-guillaume", {"card": game.cards[card]}) if card else None
    hand = course.hand(told.side) if isinstance(told.side, State) else ()
    if len(told.cards) != len(hand) or not {*hand} - {UNKNOWN} <= {*named}:
        return NO_STEP
    if turn and turn.from_hand and (turn.card in named) is not (turn.side is told.side):
        return NO_STEP  # it is the card that is being played
    card = next((card for card in named if not may_be_in_hand(game, position, course, told.side, card)), None)
    return Fault("card-not-in-hand", "3-one-card", {"card": game.cards[card], "side": told.side}) if card else None


def asked_to_keep(game: Game, side: State, hand: tuple[str, ...], is_dealt: bool) -> Asked:
    """Before a new decade each side may keep up to two hand cards (3-hand-discard); on a table, unseen."""

    def options() -> tuple[Option, ...]:
        every = (cards for number in range(HAND + 1) for cards in combinations(hand, number))
        return tuple(Keep(side, cards) for cards in dict.fromkeys(every))

    def refuse(option: Any) -> Fault | None:
        if not isinstance(option, Keep) or option.side is not side or not are_cards(game, option.cards, DISPLAY):
            return NO_STEP
        if len(option.cards) > HAND:
            return Fault("hand-too-large", "3-hand-discard", {"n": len(option.cards)})
        missing = [card for card in option.cards if option.cards.count(card) > hand.count(card)]
        if not is_dealt and len(option.cards) <= len(hand):  # a card that was seen may be kept unseen
            missing = [card for card in missing if card != UNKNOWN]
        card = next(iter(missing), None)
        values = {"card": game.cards.get(card or "", card), "side": side}
        return Fault("card-not-in-hand", "3-hand-discard", values) if card else None

    return Asked(game, side, "keep", "3-hand-discard", refuse, options)


def asked_for_row(game: Game, board: Position, dealt: tuple[str, ...]) -> Asked:
    """Seven cards are laid out (3-display-seven); a match that deals offers the one row there is."""
    course = board.course
    assert course is not None

    def refuse(option: Any) -> Fault | None:
        if not isinstance(option, Row) or not are_cards(game, option.cards, len(game.cards)):
            return NO_STEP
        number = len(option.cards)
        if dealt:
            other = next((card for card in option.cards if card not in dealt), None)
            if other:
                values = {"card": game.cards.get(other, other)}
                return Fault("card-not-in-deck", "3-display-seven", values)
        fault = refuse_row(game, board, course, option.cards) if UNKNOWN not in option.cards else None
        if fault or number != DISPLAY:
            return fault or Fault("row-not-seven", "3-display-seven", {"n": number})
        for card in option.cards:
            if card != UNKNOWN and option.cards.count(card) > 1:
                return Fault("row-card-twice", "3-display-seven", {"card": game.cards[card]})
            if not may_be_in_deck(game, board, course, card):
                return Fault("card-not-in-deck", "3-display-seven", {"card": game.cards[card]})
        return None

    return Asked(game, course.to_move, "row", "3-display-seven", refuse, lambda: (Row(dealt),) if dealt else ())


def taken_as_data(rules: Adjudicator, option: Taken, insisted: bool) -> dict[str, Any]:
    data: dict[str, Any]
    match option:
        case Turn():
            data = {"turn": turn_as_data(option)}
        case Row(cards):
            data = {"row": list(cards)}
        case Keep(side, cards):
            data = {"keep": {"side": side.value, "cards": list(cards)}}
        case Hand(side, cards):
            data = {"hand": {"side": side.value, "cards": list(cards)}}
        case Top(cards):
            data = {"top": list(cards)}
        case _:
            data = {"step": rules.step_as_data(option)}
    return data | {"insisted": True} if insisted else data


def taken_from_data(rules: Adjudicator, data: Mapping[str, Any]) -> Taken:
    if "turn" in data:
        return turn_from_data(data["turn"])
    for key, laid in (("row", Row), ("top", Top)):
        if key in data:
            return laid(_listed(data[key]))
    for key, kind in (("keep", Keep), ("hand", Hand)):
        if key in data:
            return kind(State(data[key]["side"]), _listed(data[key]["cards"]))
    return rules.step_from_data(data["step"])


def _listed(cards: Any) -> tuple[str, ...]:
    if type(cards) is not list:
        raise ValueError("not a list of cards")
    return tuple(cards)
