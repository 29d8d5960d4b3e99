"""Using a laid card: the opponent may trigger its event, then it commands, or its own side triggers the event.

Effects of the vocabulary become choices of single steps; an event that is only text, any. What a step may do at all (a
marker must be there, a stock must not be empty) each game says in its own `Acting`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from wsdv_tools.games.cards import ALL, UNKNOWN, Card, Effect, Game
from wsdv_tools.games.sides import SIDES, Side
from wsdv_tools.games.steps import COMMAND, EVENT, PASS, decision, moving, placing, removing
from wsdv_tools.games.telling import where_wording
from wsdv_tools.rules.choices import NOTHING, Asking, Choice, Fault, Step, ask

MOST_FREE_STEPS = 100  # of an event that is only text
Where = str | tuple[str, ...]


class Acting:
    """A side that carries out a command or an event on a board. Each game says what its steps do."""

    event_rule: str  # the paragraph that says to do what the text says
    reply_rule: str  # … that the side of the flag may trigger its event before a command
    use_rules: tuple[str, str]  # … of both uses, of the event
    all_or_nothing: str  # the ruling by which a text that cannot be carried out as a whole does nothing
    highest: int  # command number

    def __init__(self, game: Game, board: Any, side: Side, this: str) -> None:
        self.game = game
        self.board = board
        self.side = side
        self.this = this  # the card whose event or number is used

    def places(self, where: Where) -> list[str]:
        """The cards on the table that a place of the vocabulary means."""
        raise NotImplementedError

    def markers(self, side: Side, card: str) -> int:
        piece = self.board.piece(card)
        return piece.markers(side) if piece else 0

    def refuse(self, step: Step) -> Fault | None:
        """What no event can do, because the pieces are not there."""
        raise NotImplementedError

    def do(self, step: Step) -> None:
        raise NotImplementedError

    def start_sentence(self) -> None:
        """One effect ends and the next begins."""

    def free_steps(self) -> Iterable[Step]:
        """What an event of which nothing is known could do."""
        raise NotImplementedError

    def carry_out(self, effect: Effect) -> Asking[None]:
        """An effect that only one of the games has."""
        raise NotImplementedError

    def command(self, number: int) -> Asking[None]:
        """The number of a card is used."""
        raise NotImplementedError


def laying(
    board: Any,
    side: Side,
    places: Sequence[Any],
    refuse_place: Callable[[str, Any], Fault | None],
    rules: tuple[str, str, str],
) -> Choice:
    """A hand card is laid (`rules`: that it is laid, that each is laid once, what a hand has)."""
    hand = board.hand(side)

    def refuse(step: Step) -> Fault | None:
        card = step.place
        if step.verb != "lay":
            return Fault("step-not-asked", rules[0], {})
        if board.piece(card):
            return Fault("card-played-twice", rules[1], {"card": card})
        if card not in hand and UNKNOWN not in hand:
            return Fault("card-elsewhere", rules[2], {"card": card, "where": where_wording("not-in-hand")})
        return refuse_place(card, step.to)

    options = [Step("lay", card, to) for card in hand if card != UNKNOWN for to in places]
    return decision(side, "lay", rules[0], board, options, refuse)


def used(begin: Callable[[Any, Side], Acting], board: Any, card: Card) -> Asking[Any]:
    """The board after a laid card was used: for a command, before which the opponent may reply, or for its event."""
    side = mover(board)
    acting = begin(board, side)
    if card.flag == side.other or card.flag is None:
        answer = yield _reply(acting, card.flag)
        if answer == EVENT:
            replying = begin(board, side.other)
            yield from event(replying, card.does)
            acting = begin(replying.board, side)
    chosen = yield from ask(_use(acting, card.flag))
    if chosen == EVENT:
        yield from event(acting, card.does)
    else:
        yield from acting.command(card.command or acting.highest)
    return acting.board


def mover(board: Any) -> Side:
    """Whose turn it is; a board where nobody is to move has none."""
    return Side(board.to_move)


def _reply(acting: Acting, flag: str | None) -> Choice:
    """Before a command the side of the flag may trigger the event, or pass; with an unknown flag nobody has to say."""
    side, rule = acting.side.other, acting.reply_rule

    def refuse(step: Step) -> Fault | None:
        return None if step in (EVENT, PASS) else Fault("event-or-pass-missing", rule, {"side": side})

    return decision(side, "reply", rule, acting.board, (EVENT, PASS), refuse, required=flag is not None)


def _use(acting: Acting, flag: str | None) -> Choice:
    """A command is always possible; the event not with the opponent's flag."""
    side, card, (rule, event_rule) = acting.side, acting.this, acting.use_rules

    def refuse(step: Step) -> Fault | None:
        if step == EVENT and flag == side.other:
            return Fault("event-of-opponent", event_rule, {"card": card, "side": side})
        return None if step in (EVENT, COMMAND) else Fault("use-missing", rule, {"card": card})

    return decision(side, "use", rule, acting.board, (COMMAND, EVENT), refuse)


def event(acting: Acting, effects: Sequence[Effect]) -> Asking[None]:
    """The event of a card: its effects in order or, where they are not described, whatever is said."""
    if not effects:
        yield from _free(acting)
    for effect in effects:
        acting.start_sentence()
        shared = _KINDS.get(effect.kind)
        yield from shared(acting, effect) if shared else acting.carry_out(effect)


def _free(acting: Acting) -> Asking[None]:
    last: tuple[Any, ...] = ()
    for _ in range(MOST_FREE_STEPS):
        step = yield from take(acting, acting.free_steps(), acting.refuse, acting.event_rule)
        if step is None:
            return
        if last != (step.verb, step.place):
            acting.start_sentence()
        last = (step.verb, step.place)
        acting.do(step)


def take(
    acting: Acting,
    candidates: Iterable[Step],
    refuse: Callable[[Step], Fault | None],
    rule: str,
    left: int = 1,
    required: bool = False,
) -> Asking[Step | None]:
    """One step of the side that acts; None where it is free to stop and does."""
    answer = yield decision(acting.side, "step", rule, acting.board, candidates, refuse, left, required)
    return None if answer in (None, NOTHING) else answer


def owners(acting: Acting, whose: str) -> tuple[Side, ...]:
    """Whose markers are meant, seen from the side that acts."""
    named = {"own": (acting.side,), "opponent": (acting.side.other,), "either": SIDES}
    return named[whose] if whose in named else (Side(whose),)


def unfit(acting: Acting) -> Fault:
    """The event does not ask for this step at this point."""
    return Fault("event-unfit", acting.event_rule, {"card": acting.this})


def _candidates(acting: Acting, effect: Effect) -> list[Step]:
    places = acting.places(effect.where)
    sides = owners(acting, effect.whose)
    if effect.kind == "move":
        ends = acting.places(effect.to)
        return [moving(side, card, to) for side in sides for card in places for to in ends if to != card]
    one = placing if effect.kind == "place" else removing
    return [one(side, card) for side in sides for card in places]


def _markers(acting: Acting, effect: Effect) -> Asking[None]:
    """Markers placed, removed or moved, one by one, as many as the effect says."""
    done: Counter[str] = Counter()

    def refuse(step: Step) -> Fault | None:
        if step not in allowed:
            return unfit(acting)
        if done[step.place] >= effect.each or (len(done) >= effect.cards and step.place not in done):
            return Fault("event-too-many", acting.event_rule, {"card": acting.this})
        return acting.refuse(step)

    number = min(effect.number, most(acting, effect))
    is_whole = acting.all_or_nothing in acting.game.rulings
    if is_whole and effect.exactly and effect.number < ALL and number < effect.number:
        return
    for count in range(number):
        allowed = _candidates(acting, effect)
        if not any(refuse(step) is None for step in allowed):
            return  # what can be done is done
        step = yield from take(acting, allowed, refuse, acting.event_rule, number - count, effect.exactly)
        if step is None:
            return
        acting.do(step)
        done[step.place] += 1


def most(acting: Acting, effect: Effect) -> int:
    """How many markers an effect can touch at all."""
    places, sides = acting.places(effect.where), owners(acting, effect.whose)
    if effect.kind == "place":
        room = min(len(places), effect.cards) * effect.each
        stocks: int = sum(acting.board.stock(side) for side in sides)
        return min(room, stocks)
    there = sorted((sum(acting.markers(side, card) for side in sides) for card in places), reverse=True)
    return sum(min(number, effect.each) for number in there[: effect.cards])


def _choose(acting: Acting, effect: Effect) -> Asking[None]:
    """Either, or, or nothing."""
    options = [Step("choose", number=number) for number in range(1, len(effect.branches) + 1)]

    def refuse(step: Step) -> Fault | None:
        return None if step in options else unfit(acting)

    answer = yield decision(acting.side, "choose", acting.event_rule, acting.board, options, refuse, required=False)
    if answer in options:
        yield from event(acting, effect.branches[answer.number - 1])


def _opponent(acting: Acting, effect: Effect) -> Asking[None]:
    """Then the opponent may."""
    acting.side = acting.side.other
    yield from event(acting, effect.branches[0])
    acting.side = acting.side.other


_KINDS: dict[str, Callable[[Acting, Effect], Asking[None]]] = {
    "place": _markers,
    "remove": _markers,
    "move": _markers,
    "choose": _choose,
    "opponent": _opponent,
}


def marker_steps(acting: Acting) -> Iterator[Step]:
    """Every marker of either side placed or removed: candidates of an event that is only text."""
    for side in (acting.side, acting.side.other):
        for card in acting.places("any"):
            yield placing(side, card)
            if acting.markers(side, card):
                yield removing(side, card)
