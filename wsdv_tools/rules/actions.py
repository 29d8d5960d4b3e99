"""The four actions a card can be used for (6-modes): unrest, build, standard, event.

`refuse_action` says why a card cannot be used like that at all; the action itself is a generator of choices.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from wsdv_tools.facts import State
from wsdv_tools.rules.choices import Asking, Fault
from wsdv_tools.rules.economy import points
from wsdv_tools.rules.events import refuse_event, trigger
from wsdv_tools.rules.execution import execute
from wsdv_tools.rules.icons import Setting, Unit
from wsdv_tools.rules.police import police_uses
from wsdv_tools.rules.special_cities import choose_hamburg
from wsdv_tools.rules.standards import raise_standards

if TYPE_CHECKING:
    from wsdv_tools.facts import Card
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position

OWN_COLOUR = {State.WEST: "yellow", State.EAST: "red"}


def refuse_action(game: Game, position: Position, side: State, card: Card, mode: str) -> Fault | None:
    """Why a side cannot use a card for an action."""
    if card.is_special and mode != "event":
        return Fault("special-event-only", "6-special-event-only", {"card": card})
    if mode == "event":
        return refuse_event(game, position, side, card)
    if mode == "unrest":
        if not any(position.unrest[province] for province in game.own(side)):
            return Fault("unrest-none-at-all", "6.1-own", {"side": side})
        if not is_free(side, card) and not points(game, position, side):
            return Fault("unrest-cannot-pay", "6.1-impossible", {"side": side, "card": card})
    return None


def is_free(side: State, card: Card) -> bool:
    """Whether removing unrest costs nothing: with a card of the side's own colour (6.1-free)."""
    return card.colour == OWN_COLOUR[side]


def remove_unrest(game: Game, position: Position, side: State, card: Card) -> Asking[Position]:
    """Remove one own unrest; without a card of its own colour the side dismantles one point (6.1-own, 6.1-price)."""
    units = [Unit("remove_unrest", side, side, 0, is_action=True)]
    if not is_free(side, card):
        units.append(Unit("dismantle", side, side, 1))
    return (yield from execute(game, position, units + police_uses(position, side), Setting({})))


def build_economy(game: Game, position: Position, side: State, card: Card) -> Asking[Position]:
    """Build points as the card's value for that side; unused ones lapse (6.2-points)."""
    hamburg_joins = (yield from choose_hamburg(game, position)) if side is State.WEST else game.hamburg_joins
    units = [Unit("build", side, side, 0, lapses=True)] * card.values[side]
    return (yield from execute(game, position, units + police_uses(position, side), Setting({}, hamburg_joins)))


def _event(game: Game, position: Position, side: State, card: Card) -> Asking[Position]:
    hamburg_joins = game.hamburg_joins
    if any(icon.kind == "build" and icon.state is State.WEST for icon in card.icons):
        hamburg_joins = yield from choose_hamburg(game, position)
    return (yield from trigger(game, position, side, card, hamburg_joins, police_uses(position, side)))


def _standard(game: Game, position: Position, side: State, card: Card) -> Asking[Position]:
    return (yield from raise_standards(game, position, side, card, police_uses(position, side)))


Action = Callable[["Game", "Position", State, "Card"], Asking["Position"]]
ACTIONS: dict[str, Action] = {
    "unrest": remove_unrest,
    "build": build_economy,
    "standard": _standard,
    "event": _event,
}
