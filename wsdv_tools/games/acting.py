"""Carrying out an event: effects of the vocabulary become choices of single steps; an event that is only text, any.

What a step may do at all (a marker must be there, a stock must not be empty) each game says in its own `Acting`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from wsdv_tools.games.effects import ALL, Effect
from wsdv_tools.games.sides import SIDES, Side
from wsdv_tools.games.steps import decision, moving, placing, removing
from wsdv_tools.rules.choices import NOTHING, Asking, Fault, Step

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_FREE_STEPS = 100  # of an event that is only text
Where = str | tuple[str, ...]


class Acting:
    """A side that carries out a command or an event on a board. Each game says what its steps do."""

    event_rule: str  # the paragraph that says to do what the text says
    is_all_or_nothing: bool  # a ruling of both games

    def __init__(self, board: Any, side: Side, this: str) -> None:
        self.board = board
        self.side = side
        self.this = this  # the card whose event or number is used

    def places(self, where: Where) -> list[str]:
        """The cards on the table that a place of the vocabulary means."""
        raise NotImplementedError

    def markers(self, side: Side, card: str) -> int:
        raise NotImplementedError

    def stock(self, side: Side) -> int:
        raise NotImplementedError

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
    if acting.is_all_or_nothing and effect.exactly and effect.number < ALL and number < effect.number:
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
        return min(room, sum(acting.stock(side) for side in sides))
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
