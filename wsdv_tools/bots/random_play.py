"""Whole games between players made of code.

A policy chooses among what the rules offer, and nothing else: `Anything` takes whatever comes, `Greedy` looks one
play ahead. Each thing that happened comes as data (`Played`), from which a record can be written and checked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from wsdv_tools.facts import State
from wsdv_tools.rules import figures
from wsdv_tools.rules.adjudicator import Turn
from wsdv_tools.rules.card_decisions import Keep
from wsdv_tools.rules.choices import Choice, Step
from wsdv_tools.rules.course import HAND, play
from wsdv_tools.rules.decade_end import Outcome, adjudicate
from wsdv_tools.rules.decade_play import DecadeEnd
from wsdv_tools.rules.economy import points
from wsdv_tools.rules.history import Played
from wsdv_tools.rules.match import Match
from wsdv_tools.rules.run import Done, How, Run

if TYPE_CHECKING:
    from random import Random

    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position


class Policy(Protocol):
    """Who plays. Each method is given all there is to choose from."""

    def turn(self, game: Game, position: Position, turns: Sequence[Turn]) -> Turn:
        """The next play of the side to move."""

    def step(self, game: Game, choice: Choice, options: Sequence[Step | None]) -> Step | None:
        """One decision inside a play or a phase; None where nothing has to be said."""

    def keep(self, side: State, hand: Sequence[str]) -> Sequence[str]:
        """The hand cards that are kept for the next decade, at most two."""


class Anything:
    """Takes any legal play and any legal step."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance

    def turn(self, _game: Game, _position: Position, turns: Sequence[Turn]) -> Turn:
        mode = self.chance.choice(sorted({turn.mode for turn in turns}))
        return self.chance.choice([turn for turn in turns if turn.mode == mode])

    def step(self, _game: Game, _choice: Choice, options: Sequence[Step | None]) -> Step | None:
        return self.chance.choice(options)

    def keep(self, _side: State, hand: Sequence[str]) -> Sequence[str]:
        return self.chance.sample(list(hand), self.chance.randint(0, min(HAND, len(hand))))


class Greedy(Anything):
    """Looks one play ahead: of some turns it takes the one after which a decade end would look best for its side.

    Steps inside a play are taken at random. `tries` is how many turns it compares.
    """

    def __init__(self, chance: Random, tries: int = 8) -> None:
        super().__init__(chance)
        self.tries = tries

    def turn(self, game: Game, position: Position, turns: Sequence[Turn]) -> Turn:
        some = self.chance.sample(list(turns), min(max(1, self.tries), len(turns)))
        return max(some, key=lambda turn: self._value(game, position, turn))

    def _value(self, game: Game, position: Position, turn: Turn) -> float:
        asking = play(game, position, turn.side, game.cards[turn.card], turn.from_hand, turn.mode)
        run = Run(asking).follow(lambda choice: self.chance.choice(choice.options) if choice.options else None)
        value = outlook(game, run.result or position)
        return value if turn.side is State.WEST else -value


def outlook(game: Game, position: Position) -> float:
    """How a decade end would look if it came now: above 0 for West, below for East. A rule of thumb, not a verdict."""
    demanded = figures.flight(game, position).points + figures.police_costs(game, position).points
    burden = demanded + figures.currency(game, position).shortage - points(game, position, State.EAST) / 2
    unrest = figures.comparison(game, position).unrest
    west = sum(added for id_, added in unrest.items() if game.states[game.province(id_)] is State.WEST)
    protests = figures.protests(game, position).protests
    angry = sum(unrest.values()) - 2 * west + 3 * (protests["east"] - protests["west"])
    return burden + angry - position.prestige / 2


class Sides:
    """Two policies, one for each side."""

    def __init__(self, west: Policy, east: Policy) -> None:
        self.policies = {State.WEST: west, State.EAST: east}

    def turn(self, game: Game, position: Position, turns: Sequence[Turn]) -> Turn:
        return self.policies[turns[0].side].turn(game, position, turns)

    def step(self, game: Game, choice: Choice, options: Sequence[Step | None]) -> Step | None:
        return self.policies[choice.side].step(game, choice, options)

    def keep(self, side: State, hand: Sequence[str]) -> Sequence[str]:
        return self.policies[side].keep(side, hand)


class Broken(Exception):
    """The rules or a policy failed: `thing` is what was under way, as far as it was decided."""

    def __init__(self, thing: Played, why: Exception | str) -> None:
        self.why = str(why) or type(why).__name__
        super().__init__(f"a game could not be played on: {self.why}")
        self.thing = thing

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.thing._replace(done=(), outcome=None), self.why)


def play_game(game: Game, policy: Policy, chance: Random, position: Position | None = None) -> Iterator[Played]:
    """A whole game, or the rest of one from the start of a decade, event by event until somebody has won."""
    match = Match.of(game, chance.getrandbits(48), position)
    told = 0
    while True:
        yield from match.history[told:]
        told = len(match.history)
        if match.is_over:
            return
        match = _on(match, policy)


def _on(match: Match, policy: Policy) -> Match:
    """The match after the next thing."""
    if isinstance(match.now, DecadeEnd):
        return match.ended(_end(match, policy))
    pending = match.pending
    assert pending is not None
    if pending.kind == "row":
        return match.take(pending.options[0])
    try:
        if pending.kind == "keep":
            kept = policy.keep(pending.side, match.held[pending.side].cards)
            return match.take(Keep(pending.side, tuple(kept)))
        turns = match.legal_plays()
        turn = policy.turn(match.game, match.board, turns)
        if turn not in turns:
            raise _not_offered(turn)
    except Exception as error:
        raise Broken(Played(match.board, match.board, match.deck), error) from error
    run = _driven(match, policy, turn)
    assert run.result is not None
    return match.played(turn, run.result, tuple(run.done))


def _driven(match: Match, policy: Policy, turn: Turn) -> Run[Position]:
    run: Run[Position] | None = None
    try:
        run = Run(match.rules.begin(match.board, turn))
        run.follow(partial(_answer, match, policy))
        assert run.result is not None, run.pending
    except Exception as error:
        done = tuple((0, each) for each in run.done) if run else ()
        raise Broken(Played(match.board, match.board, match.deck, turn, done), error) from error
    return run


def _answer(match: Match, policy: Policy, choice: Choice) -> Step | None:
    options = legal_answers(match, choice)
    step = policy.step(match.game, choice, options)
    if step not in options:
        raise _not_offered(step)
    return step


def _not_offered(taken: object) -> ValueError:
    return ValueError(f"the policy took {taken}, which is not among the options")


def legal_answers(match: Match, choice: Choice) -> list[Step | None]:
    """A choice's options; nothing may be said where that changes nothing, or where there is only one outcome."""
    options: list[Step | None] = [*filter(match.is_there, choice.options)]
    if not choice.required and (not choice.advances or len(choice.options) == 1):
        options.append(None)
    return options


def _end(match: Match, policy: Policy) -> Outcome:
    taken: list[tuple[int, Done]] = []

    def answer(choice: Choice, phase: int) -> Step | None:
        step = _answer(match, policy, choice)
        if step is not None:
            taken.append((phase, Done(choice, step, How.CHOSEN, None)))
        return step

    try:
        outcome = adjudicate(match.game, match.board, answer)
        assert outcome.pending is None, outcome.pending
    except Exception as error:
        thing = Played(match.board, match.board, match.deck, None, tuple(taken), Outcome(match.board, []))
        raise Broken(thing, error) from error
    return outcome
