"""Plays whole legal games: deals the cards truthfully and lets a policy take any legal play.

A policy chooses among what the rules offer, and nothing else: `Anything` takes whatever comes, others may think.
What happened is told as data (`Played`), from which a record can be written and checked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, Protocol

from wsdv_tools.facts import State
from wsdv_tools.facts.cards import NUMERALS
from wsdv_tools.rules.actions import ACTIONS, refuse_action
from wsdv_tools.rules.choices import Choice, Step, drive
from wsdv_tools.rules.course import DISPLAY, HALVES, HAND, begin_decade, face, is_half_over, lay_out, play, refuse_card
from wsdv_tools.rules.decade_end import Outcome, adjudicate
from wsdv_tools.rules.position import UNKNOWN, start

if TYPE_CHECKING:
    from random import Random

    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Course, Position

DECADES = 4


class Turn(NamedTuple):
    """A way to use a card."""

    side: State
    card: str
    from_hand: bool
    mode: str


class Policy(Protocol):
    """Who plays. Each method is given all there is to choose from."""

    def turn(self, game: Game, position: Position, turns: Sequence[Turn]) -> Turn:
        """The next play of the side to move."""

    def step(self, game: Game, choice: Choice, options: Sequence[Step | None]) -> Step | None:
        """One decision inside a play or a phase; None where nothing need be said."""

    def keep(self, side: State, hand: Sequence[str]) -> Sequence[str]:
        """The hand cards that are kept for the next decade, at most two."""


class Anything:
    """Takes any legal play and any legal step."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance

    def turn(self, game: Game, position: Position, turns: Sequence[Turn]) -> Turn:
        del game, position
        mode = self.chance.choice(sorted({turn.mode for turn in turns}))
        return self.chance.choice([turn for turn in turns if turn.mode == mode])

    def step(self, game: Game, choice: Choice, options: Sequence[Step | None]) -> Step | None:
        del game, choice
        return self.chance.choice(options)

    def keep(self, side: State, hand: Sequence[str]) -> Sequence[str]:
        del side
        return self.chance.sample(list(hand), self.chance.randint(0, min(HAND, len(hand))))


class Decision(NamedTuple):
    """A choice and what was answered; None where nothing was said. What the rules did by themselves is among them."""

    phase: int  # 0 in a play
    choice: Choice
    step: Step | None

    @property
    def is_typed(self) -> bool:
        """Whether it stands in a record."""
        return self.step is not None and self.step.verb != "none" and not self.choice.automatic


@dataclass
class Played:
    """One thing that happened: a decade began, a row was laid out, a card was played, a decade ended."""

    before: Position
    after: Position
    deck: tuple[str, ...]  # as it lies then, the top card last
    turn: Turn | None = None
    decisions: list[Decision] = field(default_factory=list)
    outcome: Outcome | None = None

    @property
    def steps(self) -> list[Step]:
        """The decisions that were taken, in order, as a record has them."""
        return [decision.step for decision in self.decisions if decision.step and decision.is_typed]

    @property
    def phases(self) -> dict[int, list[Step]]:
        """The same by the phases of a decade end."""
        by_phase: dict[int, list[Step]] = {}
        for phase, _, step in (decision for decision in self.decisions if decision.is_typed):
            if step:
                by_phase.setdefault(phase, []).append(step)
        return by_phase


class Broken(Exception):
    """The rules, or who plays, came to a fault: `thing` is what was under way, as far as it was decided."""

    def __init__(self, thing: Played) -> None:
        super().__init__("a game could not be played on")
        self.thing = thing


@dataclass
class Table:
    """A game in progress: the board, and the cards nobody sees."""

    game: Game
    policy: Policy
    chance: Random
    position: Position
    deck: list[str] = field(default_factory=list)
    hands: dict[State, tuple[str, ...]] = field(default_factory=lambda: dict.fromkeys(State, ()))

    @property
    def course(self) -> Course:
        course = self.position.course
        assert course is not None
        return course


def play_game(game: Game, policy: Policy, chance: Random, position: Position | None = None) -> Iterator[Played]:
    """A whole game, or the rest of one from the start of a decade, thing by thing till somebody has won."""
    table = Table(game, policy, chance, position or start(game))
    while True:
        yield _begin_decade(table)
        for _ in range(HALVES):
            yield _lay_out(table)
            while not is_half_over(table.course):
                yield _play(table)
        ended = _end_decade(table)
        yield ended
        if ended.outcome is None or ended.outcome.winner:
            return


def _begin_decade(table: Table) -> Played:
    """The decade's cards are shuffled, and hands are filled up to two (3-hands, 3-hand-discard)."""
    game, before = table.game, table.position
    position = begin_decade(before)
    table.deck = [card.id for card in game.cards.values() if card.decade == position.decade and not card.is_special]
    table.chance.shuffle(table.deck)
    for side, hand in table.hands.items():
        kept = list(table.policy.keep(side, hand)) if hand else []
        table.hands[side] = tuple(kept + [table.deck.pop() for _ in range(HAND - len(kept))])
    west, east = table.hands[State.WEST], table.hands[State.EAST]
    assert position.course is not None
    table.position = position._replace(course=position.course._replace(west_hand=west, east_hand=east))
    return Played(before, table.position, tuple(table.deck))


def _lay_out(table: Table) -> Played:
    before = table.position
    row = sorted((table.deck.pop() for _ in range(DISPLAY)), key=int)
    table.position = lay_out(before, table.course, tuple(row))
    return Played(before, table.position, tuple(table.deck))


def turns(game: Game, position: Position) -> list[Turn]:
    """Every card the side to move may take, and every mode it may use it for."""
    course = position.course
    if course is None:
        return []
    side = course.to_move
    cards = [(card, False) for card in course.display] + [(card, True) for card in course.hand(side)]
    if course.special and side is State.EAST:
        cards.append((face(position, NUMERALS[position.decade]), False))
    return [
        Turn(side, card, from_hand, mode)
        for card, from_hand in cards
        if refuse_card(game, position, course, side, card, from_hand) is None
        for mode in ACTIONS
        if refuse_action(game, position, side, game.cards[card], mode) is None
    ]


def _play(table: Table) -> Played:
    """One card of the policy's choice, and all the decisions that belong to it."""
    game, before = table.game, table.position
    turn = table.policy.turn(game, before, turns(game, before))
    thing = Played(before, before, tuple(table.deck), turn)
    try:
        action = play(game, before, turn.side, game.cards[turn.card], turn.from_hand, turn.mode)
        pending, after = drive(action, partial(_answer, table, thing, phase=0), [])
        assert after is not None, pending
    except Exception as error:
        raise Broken(thing) from error
    table.position = after
    _settle_hidden_cards(table, thing.steps)
    thing.after, thing.deck = table.position, tuple(table.deck)
    return thing


def _answer(table: Table, thing: Played, choice: Choice, phase: int) -> Step | None:
    """Put a choice to the policy; what it decided is kept."""
    if choice.automatic:
        thing.decisions.append(Decision(phase, choice, choice.forced))
        return None
    step = table.policy.step(table.game, choice, legal_answers(table, choice))
    thing.decisions.append(Decision(phase, choice, step))
    return step


def legal_answers(table: Table, choice: Choice) -> list[Step | None]:
    """A choice's options; nothing may be said where that leaves the rest as it is, or where there is but one outcome.

    Of the deck only what really lies on top can be taken (R17).
    """
    known = {*table.deck[-2:], *table.course.west_hand}
    options: list[Step | None] = [
        step for step in choice.options if step.verb not in ("swap", "drop") or (step.to or step.place) in known
    ]
    if not choice.required and (not choice.advances or len(choice.options) == 1):
        options.append(None)
    return options


def _settle_hidden_cards(table: Table, steps: list[Step]) -> None:
    """Deal what was drawn, and let the deck follow what Guillaume did to it."""
    for step in steps:
        if step.verb == "draw":
            west = tuple(table.deck.pop() if card == UNKNOWN else card for card in table.course.west_hand)
            table.position = table.position._replace(course=table.course._replace(west_hand=west))
        elif step.verb == "drop":
            table.deck.remove(step.place)
        elif step.verb == "swap" and step.to in table.deck:
            table.deck[table.deck.index(step.to)] = step.place


def _end_decade(table: Table) -> Played:
    before = table.position
    table.hands = {side: table.course.hand(side) for side in State}
    thing = Played(before, before, tuple(table.deck), outcome=Outcome(before, []))
    try:
        thing.outcome = adjudicate(table.game, before, partial(_answer, table, thing))
        assert thing.outcome.pending is None, thing.outcome.pending
    except Exception as error:
        raise Broken(thing) from error
    table.position = thing.after = thing.outcome.position
    return thing
