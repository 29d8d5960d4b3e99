"""Icons that leave nothing to decide, or that are about cards: police, Wall, Stasi, Guillaume, and stuck arrows."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from wsdv_tools.facts import State
from wsdv_tools.rules.choices import NOTHING, Asking, Fault, Step, tell
from wsdv_tools.rules.hands import may_be_in_deck, may_be_in_hand
from wsdv_tools.rules.icons import Kind, Setting, Unit
from wsdv_tools.rules.police import police_steps, refuse_police
from wsdv_tools.rules.position import UNKNOWN

if TYPE_CHECKING:
    from wsdv_tools.facts import Card
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position

# Icons that are executed by themselves, with the rule of each; their one step does not have to be typed.
AUTOMATIC = {
    "police_red": "icon-police",
    "police_pink": "icon-police",
    "build_wall": "icon-wall",
    "open_wall": "icon-open-wall",
    "dissolve_stasi": "icon-stasi",
}


def automatic(position: Position, unit: Unit, setting: Setting) -> Asking[Position]:
    """Execute such an icon: icon-police, icon-wall, icon-open-wall, icon-stasi."""
    step, after = _automatic(position, unit, setting)
    if after != position:
        yield from tell(unit.side, "icon", AUTOMATIC[unit.kind], position, step)
    return after


def _automatic(position: Position, unit: Unit, setting: Setting) -> tuple[Step, Position]:
    if unit.kind == "build_wall":
        return Step("wall", "on"), position._replace(wall=True)
    if unit.kind == "open_wall":
        return Step("wall", "off"), position._replace(wall=False)
    if unit.kind == "dissolve_stasi":
        course = position.course
        if course:
            course = course._replace(removed=(*course.removed, *position.police))
        return Step("stasi"), position._replace(police=(), police_used=(), stasi_dissolved=True, course=course)
    collected = position if position.stasi_dissolved else position._replace(police=(*position.police, setting.card))
    return Step("police", setting.card), collected


def _refuse_bonus(game: Game, position: Position, unit: Unit, _setting: Setting, step: Step) -> Fault | None:
    """What an arrow past the end gives its side: one of the things printed at the track's end (6.4-stuck-arrow)."""
    rule = "6.4-stuck-prestige" if unit.place == "prestige" else "6.4-stuck-arrow"
    if step not in _bonus_steps(game, unit.place, unit.side):
        if unit.place == "prestige":
            return Fault("bonus-not-that", rule, {"side": unit.side})
        return Fault("bonus-remove-only" if unit.side is State.EAST else "bonus-place-only", rule, {})
    if step.verb == "u-" and not position.unrest[step.place]:
        return Fault("unrest-none-there", rule, {"province": game.provinces[step.place]})
    return None


def _bonuses(game: Game, _position: Position, unit: Unit) -> tuple[Step, ...]:
    return _bonus_steps(game, unit.place, unit.side)


@lru_cache(maxsize=32)
def _bonus_steps(game: Game, track: str | None, side: State) -> tuple[Step, ...]:
    """What is printed at the end of a track, as steps."""
    bonus = game.catalogue.tracks.overflow[track or "", side]
    return tuple(
        Step("u-" if icon.kind == "remove_unrest" else "u+", province)
        for icon in bonus.icons
        for province in game.own(icon.state)
    )


def _refuse_use(game: Game, position: Position, unit: Unit, _setting: Setting, step: Step) -> Fault | None:
    return refuse_police(game, position, (unit,), step)


def _uses(game: Game, position: Position, unit: Unit) -> Iterable[Step]:
    return [NOTHING, *police_steps(game, position, unit)]


def _refuse_look(_game: Game, _position: Position, _unit: Unit, _setting: Setting, step: Step) -> Fault | None:
    """icon-guillaume: East may look at West's hand or at the deck's two top cards, and must before it takes one."""
    return None if step.verb == "look" else Fault("swap-without-look", "icon-guillaume", {})


def _looks(_game: Game, _position: Position, _unit: Unit) -> Iterable[Step]:
    return [NOTHING, Step("look", "hand"), Step("look", "deck")]


def _refuse_swap(game: Game, position: Position, unit: Unit, setting: Setting, step: Step) -> Fault | None:
    """Having looked, East may swap one of those cards for one of its own, or take one of the deck's out (R17)."""
    course = position.course
    if course is None:
        return None
    course = course._replace(removed=(*course.removed, setting.card))  # the card in play is in nobody's hand
    taken = step.to if step.verb == "swap" else step.place
    if step.verb == "drop" and unit.place != "deck":
        return Fault("drop-not-deck", "icon-guillaume", {"card": _card(game, taken)})
    if step.verb == "swap" and not may_be_in_hand(game, position, course, State.EAST, step.place):
        return Fault("card-not-in-hand", "icon-guillaume", {"card": _card(game, step.place), "side": State.EAST})
    if unit.place == "hand" and not may_be_in_hand(game, position, course, State.WEST, taken):
        return Fault("card-not-in-hand", "icon-guillaume", {"card": _card(game, taken), "side": State.WEST})
    if unit.place == "deck" and not may_be_in_deck(game, position, course, taken):
        return Fault("card-not-in-deck", "icon-guillaume", {"card": game.cards[taken]})
    return None


def _card(game: Game, card: str) -> Card | str:
    """The card; one that this side does not see is `?`."""
    return game.cards.get(card, card)


def _swaps(game: Game, position: Position, unit: Unit) -> Iterable[Step]:
    course = position.course
    if course is None:
        return [NOTHING]
    deck = [card for card in game.cards if may_be_in_deck(game, position, course, card)]
    taken = [card for card in course.west_hand if card != UNKNOWN] if unit.place == "hand" else deck
    own = [card for card in course.east_hand if card != UNKNOWN]
    drops = [Step("drop", card) for card in deck]
    return [NOTHING, *(Step("swap", one, other) for one in own for other in taken), *drops]


SPECIAL_KINDS = {
    "bonus": Kind("bonus", "6.4-stuck-arrow", frozenset({"u+", "u-"}), _bonuses, _refuse_bonus),
    "use": Kind("use", "8-use", frozenset({"use", "none"}), _uses, _refuse_use),
    "guillaume": Kind("look", "icon-guillaume", frozenset({"look", "swap", "drop", "none"}), _looks, _refuse_look),
    "guillaume_swap": Kind("swap", "icon-guillaume", frozenset({"swap", "drop", "none"}), _swaps, _refuse_swap),
}
