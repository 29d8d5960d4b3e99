"""A whole game in progress as a value: rows, hands, turns and decade ends, all as decisions (3).

With a seed the match deals the cards itself. Without one the cards lie on a table: whoever lays a row out says which
cards it has, and hands are unknown (`?`) until somebody names them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random
from types import NoneType
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from wsdv_tools.facts import State
from wsdv_tools.facts.cards import NUMERALS
from wsdv_tools.rules.actions import ACTIONS, refuse_action
from wsdv_tools.rules.adjudicator import Adjudicator, Phase, Turn, is_turn
from wsdv_tools.rules.card_decisions import (
    Asked,
    AskedInPlay,
    Hand,
    Keep,
    Option,
    Row,
    Taken,
    Top,
    asked_for_row,
    asked_to_keep,
    refuse_told,
    taken_as_data,
    taken_from_data,
)
from wsdv_tools.rules.choices import NO_STEP, Fault, Step
from wsdv_tools.rules.course import (
    DISPLAY,
    HALVES,
    HAND,
    begin_decade,
    face,
    is_half_over,
    lay_out,
    refuse_card,
    refuse_turn,
)
from wsdv_tools.rules.decade_end import Outcome
from wsdv_tools.rules.decade_play import DecadeEnd
from wsdv_tools.rules.hands import may_be_in_hand, with_hand
from wsdv_tools.rules.history import Played
from wsdv_tools.rules.plain import as_plain, build
from wsdv_tools.rules.play import Decision, Play, Refused, flag, reading
from wsdv_tools.rules.position import UNKNOWN, start
from wsdv_tools.rules.run import Done

if TYPE_CHECKING:
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Course, Position


MOST_STEPS = 200  # in one turn; more is somebody's mischief


class Held(NamedTuple):
    """The cards a side held at a decade end, or keeps of them once that is decided."""

    cards: tuple[str, ...] = ()
    decided: bool = True


def _nothing_held() -> dict[State, Held]:
    return dict.fromkeys(State, Held())


@dataclass(frozen=True)
class Match:
    """A game: what it was dealt from, and everything that was decided. All else follows from these."""

    rules: Adjudicator
    seed: int | None
    begin: Position
    taken: tuple[tuple[Taken, bool], ...] = ()  # with whether it was insisted on
    # What follows from them.
    board: Position = field(compare=False, kw_only=True, repr=False)
    deck: tuple[str, ...] = field(default=(), compare=False, repr=False)  # what nobody has seen, the top card last
    now: Play[Position, Turn | Phase] | DecadeEnd | None = field(default=None, compare=False, repr=False)
    held: Mapping[State, Held] = field(default_factory=_nothing_held, compare=False, repr=False)
    history: tuple[Played, ...] = field(default=(), compare=False, repr=False)
    winner: State | None = field(default=None, compare=False)
    reason: str | None = field(default=None, compare=False)

    @classmethod
    def of(cls, game: Game, seed: int | None = None, position: Position | None = None) -> Self:
        """A new game, or the rest of one from the start of a decade."""
        if type(seed) not in (int, NoneType):
            raise ValueError(f"a seed is a whole number: {seed!r}")
        begin = position or start(game)
        return cls(Adjudicator(game), seed, begin, board=begin)._moved_on()

    def __reduce__(self) -> tuple[Any, ...]:
        """For copies in another process: what happened is played again."""
        return type(self).from_data, (self.as_data(), self.rules)

    def __deepcopy__(self, _: object) -> Self:
        return self  # nothing in it changes

    # What it tells

    @property
    def game(self) -> Game:
        return self.rules.game

    @property
    def position(self) -> Position:
        """The board now, with all cards that the match knows."""
        return self.now.position if self.now else self.board

    @property
    def course(self) -> Course:
        course = self.board.course
        assert course is not None
        return course

    @property
    def is_over(self) -> bool:
        return self.reason is not None

    @cached_property
    def pending(self) -> Decision | Asked | None:
        """What has to be decided now; None when the game is over."""
        if self.is_over:
            return None
        if self.now:
            return self._in_play(self.now)
        if self.board.course is None:
            side = next(side for side, held in self.held.items() if not held.decided)
            return asked_to_keep(self.game, side, self.held[side].cards, is_dealt=self.seed is not None)
        if is_half_over(self.course):
            dealt = tuple(sorted(self.deck[-DISPLAY:], key=int)) if self.seed is not None else ()
            return asked_for_row(self.game, self.board, dealt)
        plays = self.refuse_play, lambda: tuple(self.legal_plays())
        return Asked(self.game, self.course.to_move, "turn", "3-one-card", *plays)

    def _in_play(self, now: Play[Position, Turn | Phase] | DecadeEnd) -> Decision | None:
        decision = now.pending
        if decision is None or not self.deck or UNKNOWN in self.deck:
            return decision
        return AskedInPlay(decision.choice, self.rules, self.is_there)

    def is_there(self, step: Step) -> bool:
        """From the deck only what really lies on top can be taken (R17)."""
        taken = step.to or step.place
        return step.verb not in ("swap", "drop") or taken in self.deck[-2:] or taken in self.course.west_hand

    def refuse_play(self, turn: Any) -> Fault | None:
        """Why the side to move cannot use a card like that (3-alternate, 3-one-card, 6)."""
        course = self.board.course
        if not isinstance(turn, Turn) or not is_turn(self.game, turn) or not course:
            return NO_STEP
        fault = refuse_turn(course, turn.side)
        fault = fault or refuse_card(self.game, self.board, course, turn.side, turn.card, turn.from_hand)
        return fault or refuse_action(self.game, self.board, turn.side, self.game.cards[turn.card], turn.mode)

    def legal_plays(self) -> list[Turn]:
        """Every card the side to move may take, and everything it may use it for."""
        return [turn for turn in self._plays() if self.refuse_play(turn) is None]

    def refused_plays(self) -> list[tuple[Turn, Fault]]:
        """What it cannot do with the cards it sees, and why."""
        judged = ((turn, self.refuse_play(turn)) for turn in self._plays())
        return [(turn, fault) for turn, fault in judged if fault is not None]

    def _plays(self) -> Iterator[Turn]:
        course = self.board.course
        if course is None or self.now or self.is_over:
            return
        side = course.to_move
        cards = [(card, False) for card in course.display if card != UNKNOWN]
        cards += [(card, True) for card in course.hand(side) if card != UNKNOWN]
        if UNKNOWN in course.hand(side):
            hidden = (card for card in self.game.cards if card not in course.hand(side))
            cards += [(card, True) for card in hidden if may_be_in_hand(self.game, self.board, course, side, card)]
        if course.special:
            cards.append((face(self.board, NUMERALS[self.board.decade]), False))
        for card, from_hand in cards:
            for mode in ACTIONS:
                yield Turn(side, card, from_hand, mode)

    # What comes of it

    def take(self, option: Taken, insist: bool = False) -> Self:
        """The match after a decision; one that is not legal is refused, or carried out if somebody insists.

        What cannot be done at all is refused all the same: a card that does not exist, an answer to another question.
        """
        pending = self.pending
        if pending is None:
            raise ValueError("the game is over")
        if isinstance(option, Hand | Top):
            fault = NO_STEP if self.seed is not None else refuse_told(self.game, self._told_of, self.now, option)
            may_insist = False
        else:
            fault = pending.refuse(option)  # type: ignore[arg-type]
            may_insist = insist and pending.can_insist(option) and self._is_dealt(option)  # type: ignore[arg-type]
        if fault and not may_insist:
            raise Refused(option, fault)  # type: ignore[arg-type]
        return replace(self._after(option, bool(fault)), taken=(*self.taken, (option, bool(fault))))._moved_on()

    def _is_dealt(self, option: Option) -> bool:
        """Whether a card lies where somebody insists on taking it from; where the match has dealt, it knows."""
        if self.seed is None or not isinstance(option, Turn):
            return True
        course = self.course
        special = course.special and option.card == face(self.board, NUMERALS[self.board.decade])
        return special or option.card in (course.hand(option.side) if option.from_hand else course.display)

    def _after(self, option: Taken, insist: bool) -> Self:
        if isinstance(option, Hand):
            return self._with_hand(option.side, option.cards)
        if isinstance(option, Top):
            return replace(self, deck=option.cards)
        if isinstance(option, Keep):
            return replace(self, held={**self.held, option.side: Held(option.cards)})
        if isinstance(option, Row):
            after = lay_out(self.board, self.course, option.cards)
            deck = tuple(card for card in self.deck if card not in option.cards)
            return self._with_event(Played(self.board, after, deck))
        if isinstance(option, Turn):
            return replace(self, now=Play(self.rules, self.board, option))
        assert self.now is not None
        return replace(self, now=self.now.take(option, insist))

    @property
    def _told_of(self) -> Position:
        """The board whose hands somebody may name: the one that a play began with."""
        return self.now.start if isinstance(self.now, Play) else self.board

    def _with_hand(self, side: State, cards: tuple[str, ...]) -> Self:
        if self.now is not None and isinstance(self.now, Play):
            board = self._told_of
            assert board.course is not None
            board = board._replace(course=with_hand(board.course, side, cards))
            return replace(self, board=board, now=replace(self.now, start=board))
        return replace(self, board=self.board._replace(course=with_hand(self.course, side, cards)))

    def _with_event(self, event: Played) -> Self:
        return replace(self, board=event.after, deck=event.deck, history=(*self.history, event))

    def played(self, turn: Turn, after: Position, done: tuple[Done, ...]) -> Self:
        """The match after a turn that somebody drove to its end (a `Run` of it, for speed)."""
        deck = list(self.deck)
        for step in (each.step for each in done):
            if step.verb == "draw" and deck and after.course:
                west = tuple(deck.pop() if card == UNKNOWN else card for card in after.course.west_hand)
                after = after._replace(course=after.course._replace(west_hand=west))
            elif step.verb == "drop" and step.place in deck:
                deck.remove(step.place)
            elif step.verb == "swap" and step.to in deck:
                deck[deck.index(step.to)] = step.place
        left = tuple(deck) if self.seed is not None else ()  # what East saw on top may be drawn unseen
        turned = (insisted for option, insisted in reversed(self.taken) if isinstance(option, Turn))
        insisted = any(each.fault for each in done) or next(turned, False)
        event = Played(self.board, after, left, turn, tuple((0, each) for each in done), None, insisted)
        return replace(self._with_event(event), now=None)._moved_on()

    def ended(self, outcome: Outcome) -> Self:
        """The match after a decade end that came to its end."""
        done = tuple((report.phase, each) for report in outcome.reports for each in report.done)
        match = self._with_event(Played(self.board, outcome.position, self.deck, None, done, outcome))
        held = {side: Held(hand := self.course.hand(side), not hand) for side in State}
        ended = replace(match, now=None, held=held, winner=outcome.winner, reason=outcome.reason)
        return ended._moved_on()

    def _moved_on(self) -> Self:
        """What happens without anybody deciding: a play that is over is put away, hands are filled, a decade ends."""
        now = self.now
        if now is not None and now.pending is None:
            if isinstance(now, DecadeEnd):
                return self.ended(now.outcome)
            assert isinstance(now.what, Turn)
            return self.played(now.what, now.position, now.done)
        if now is not None or self.is_over:
            return self
        if self.board.course is None:
            return self._begun() if all(held.decided for held in self.held.values()) else self
        if is_half_over(self.course) and self.course.half == HALVES:
            return replace(self, now=DecadeEnd.begin(self.rules, self.board))._moved_on()
        return self

    def _begun(self) -> Self:
        """The special card is laid out, the deck shuffled, hands are filled up to two (3-special-display, 3-hands)."""
        position = begin_decade(self.board)
        course, deck = position.course, list[str]()
        assert course is not None
        if self.seed is not None:
            fresh = (card for card in self.game.cards.values() if card.decade == position.decade)
            deck = [card.id for card in fresh if not card.is_special]
            Random(f"{self.seed} {position.decade}").shuffle(deck)
        for side, (kept, _) in self.held.items():
            drawn = (deck.pop() if deck else UNKNOWN for _ in range(HAND - len(kept)))
            course = with_hand(course, side, (*kept, *drawn))
        return self._with_event(Played(self.board, position._replace(course=course), tuple(deck)))

    def settled(self) -> Self:
        """The match at the next decision that somebody must take."""
        match = self
        while match.now is not None and (now := match.now.settled()) is not match.now:
            taken = [(answer.step, answer.insisted) for answer in _new_answers(match.now, now)]
            match = replace(match, now=now, taken=(*match.taken, *taken))._moved_on()
        return match

    # Storing and hiding

    def as_data(self) -> dict[str, Any]:
        """Plain data, as in `schemas/match.schema.json`: what was dealt, and every decision."""
        return {
            "wsdv-match": 1,
            "rules": sorted(self.game.rulings),
            "seed": self.seed,
            "position": as_plain(self.game, self.begin),
            "taken": [taken_as_data(self.rules, option, insisted) for option, insisted in self.taken],
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any], rules: Adjudicator) -> Self:
        """The inverse of `as_data`; raises ValueError for anything else."""
        with reading("a match"):
            if data["wsdv-match"] != 1:
                raise ValueError("not a match of this version")
            rules = rules.with_rulings(data["rules"])
            begin = build(rules.game, data["position"])
            if type(data["taken"]) is not list or (begin.course and len(begin.course.display) > DISPLAY):
                raise ValueError("not a match")
            match = cls.of(rules.game, data["seed"], begin)
            for taken in data["taken"]:
                if len(_steps_of(match.now)) > MOST_STEPS:
                    raise ValueError("a turn without end")
                match = match.take(taken_from_data(rules, taken), flag(taken, "insisted"))
            return match

    def seen_by(self, side: State) -> Self:
        """The same as one side may know it: without the seed and the deck, the other's hand as `?`."""
        side = State(side)
        begin = self.rules.seen_by(side, self.begin)
        seen = type(self)(self.rules, None, begin, board=begin)._moved_on()
        whole = type(self)(self.rules, self.seed, self.begin, board=self.begin)._moved_on()
        for option, insisted in self.taken:
            seen = seen._told(side, whole)
            whole = whole.take(option, insisted)
            if isinstance(option, Hand) and option.side is not side:
                continue
            masked = self._masked(side, option, whole)
            if masked is not None and seen.pending is not None:
                seen = seen.take(masked, insist=True)
        return seen._told(side, whole)

    def _masked(self, side: State, option: Taken, whole: Match) -> Taken | None:
        """What a side sees of a decision."""
        if isinstance(option, Keep):
            return option if option.side is side else Keep(option.side, (UNKNOWN,) * len(option.cards))
        if isinstance(option, Step):
            now = whole.now
            before = [answer.step for answer in now.answers] if isinstance(now, Play) else []
            events = [each.step for _, each in whole.history[-1].done] if now is None and whole.history else []
            return self.rules.step_seen_by(side, option, before or events)
        return option

    def _told(self, side: State, whole: Match) -> Self:
        """With the cards that the side knows: its own hand, and West's where East has looked at it."""
        if self.board.course is None or whole.board.course is None or self.is_over:
            return self
        shown = [side]
        now = whole.now
        if side is State.EAST and Step("look", "hand") in _steps_of(now):
            shown.append(State.WEST)
        match = self
        for one in shown:
            real, mine = whole._told_of.course, match._told_of.course
            if real and mine and mine.hand(one) != real.hand(one):
                match = match.take(Hand(one, real.hand(one)))
        if side is State.EAST and not match.deck and Step("look", "deck") in _steps_of(now):
            match = match.take(Top(whole.deck[-2:])) if whole.deck else match
        return match


def _steps_of(now: Play[Position, Any] | DecadeEnd | None) -> list[Step]:
    """What was answered in a turn so far."""
    return [answer.step for answer in now.answers] if isinstance(now, Play) else []


def _new_answers(old: Play[Position, Any] | DecadeEnd, new: Play[Position, Any] | DecadeEnd) -> list[Any]:
    """The answers that settling added."""
    if isinstance(old, DecadeEnd) and isinstance(new, DecadeEnd):
        return [answer for _, answer in new.answers[len(old.answers) :]]
    assert isinstance(old, Play)
    assert isinstance(new, Play)
    return list(new.answers[len(old.answers) :])
