"""Icons that leave nothing to decide, or that are about cards: police, Wall, Stasi, Guillaume, and stuck arrows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from wsdv_tools.facts import State
from wsdv_tools.rules.choices import NOTHING, Fault, Step
from wsdv_tools.rules.icons import Kind, Setting, Unit
from wsdv_tools.rules.position import UNKNOWN, Course, put

if TYPE_CHECKING:
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position

# Icons that are executed by themselves; their one step is never typed.
AUTOMATIC = frozenset({"police_red", "police_pink", "build_wall", "open_wall", "dissolve_stasi"})


def do_automatic(position: Position, unit: Unit, setting: Setting) -> Position:
    """icon-police, icon-wall, icon-open-wall, icon-stasi."""
    if unit.kind == "build_wall":
        return position._replace(wall=True)
    if unit.kind == "open_wall":
        return position._replace(wall=False)
    if unit.kind == "dissolve_stasi":
        course = position.course
        if course:
            course = course._replace(removed=(*course.removed, *position.police))
        return position._replace(police=(), police_used=(), stasi_dissolved=True, course=course)
    if position.stasi_dissolved:
        return position
    return position._replace(police=(*position.police, setting.card))


def _refuse_bonus(game: Game, position: Position, unit: Unit, setting: Setting, step: Step) -> Fault | None:
    """What a stuck arrow gives its side: one of the things printed at the track's end (6.4-stuck-arrow)."""
    del setting
    rule = "6.4-stuck-prestige" if unit.place == "prestige" else "6.4-stuck-arrow"
    if step not in _bonuses(game, position, unit):
        if unit.place == "prestige":
            return Fault("bonus-not-that", rule, {"side": unit.side})
        return Fault("bonus-remove-only" if unit.side is State.EAST else "bonus-place-only", rule, {})
    if step.verb == "u-" and not position.unrest[step.place]:
        return Fault("unrest-none-there", rule, {"province": game.provinces[step.place]})
    return None


def _bonuses(game: Game, position: Position, unit: Unit) -> list[Step]:
    del position
    bonus = game.catalogue.tracks.overflow[unit.place or "", unit.side]
    return [
        Step("u-" if icon.kind == "remove_unrest" else "u+", province)
        for icon in bonus.icons
        for province in game.own(icon.state)
    ]


def refuse_police(game: Game, position: Position, police: Iterable[Unit], step: Step, played: str = "") -> Fault | None:
    """A police card at hand removes one of East's unrest, once a decade (8-use, 8-when); R7b for the one `played`."""
    named = {"card": game.cards[step.place]}
    if step.place not in position.police:
        return Fault("use-not-collected", "8-collect", named)
    if step.place in position.police_used:
        return Fault("use-twice", "8-use", named)
    if step.place == played and game.follows("R7b"):
        return Fault("use-just-won", "8-when", named)
    if all(unit.place != step.place for unit in police):
        return Fault("use-not-now", "8-when", named)
    if step.to not in game.east:
        return Fault("police-east-only", "8-use", {})
    if not position.unrest[step.to]:
        return Fault("unrest-none-there", "8-use", {"province": game.provinces[step.to]})
    return None


def _refuse_use(game: Game, position: Position, unit: Unit, setting: Setting, step: Step) -> Fault | None:
    del setting
    return refuse_police(game, position, (unit,), step)


def use_police(position: Position, step: Step) -> Position:
    """The unrest lies on the card till the decade's end (8-laid)."""
    unrest = put(position.unrest, step.to, position.unrest[step.to] - 1)
    return position._replace(police_used=(*position.police_used, step.place), unrest=unrest)


def police_steps(game: Game, position: Position, unit: Unit) -> list[Step]:
    """The ways to use a police card now."""
    return [step for step in _uses(game, position, unit) if step.verb == "use"]


def _uses(game: Game, position: Position, unit: Unit) -> Iterable[Step]:
    return [NOTHING, *(Step("use", unit.place, province) for province in game.east if position.unrest[province])]


def _refuse_look(game: Game, position: Position, unit: Unit, setting: Setting, step: Step) -> Fault | None:
    """icon-guillaume: East may look at West's hand or at the deck's two top cards, and must before it takes one."""
    del game, position, unit, setting
    return None if step.verb == "look" else Fault("swap-without-look", "icon-guillaume", {})


def _looks(game: Game, position: Position, unit: Unit) -> Iterable[Step]:
    del game, position, unit
    return [NOTHING, Step("look", "hand"), Step("look", "deck")]


def _refuse_swap(game: Game, position: Position, unit: Unit, setting: Setting, step: Step) -> Fault | None:
    """Having looked, East may swap one of those cards for one of its own, or take one of the deck's out (R17)."""
    course = position.course
    if course is None:
        return None
    course = course._replace(removed=(*course.removed, setting.card))  # the card in play is in nobody's hand
    taken = step.to if step.verb == "swap" else step.place
    if step.verb == "drop" and unit.place != "deck":
        return Fault("drop-not-deck", "icon-guillaume", {"card": game.cards[taken]})
    if step.verb == "swap" and not may_be_in_hand(game, position, course, State.EAST, step.place):
        return Fault("card-not-in-hand", "icon-guillaume", {"card": game.cards[step.place], "side": State.EAST})
    if unit.place == "hand" and not may_be_in_hand(game, position, course, State.WEST, taken):
        return Fault("card-not-in-hand", "icon-guillaume", {"card": game.cards[taken], "side": State.WEST})
    if unit.place == "deck" and not may_be_in_deck(game, position, course, taken):
        return Fault("card-not-in-deck", "icon-guillaume", {"card": game.cards[taken]})
    return None


def seen_elsewhere(position: Position, course: Course, side: State) -> set[str]:
    """Cards that cannot be a side's unknown hand card."""
    others = course.hand(side.other)
    return {*course.display, *others, *course.removed, *position.played, *position.police} - {UNKNOWN}


def may_be_in_hand(game: Game, position: Position, course: Course, side: State, card: str) -> bool:
    """Whether a side holds a card, or may hold it: an unknown one that nobody has seen anywhere."""
    hand = course.hand(side)
    if card in hand:
        return True
    fact = game.cards[card]
    if UNKNOWN not in hand or fact.is_special or fact.decade > position.decade:
        return False
    return card not in seen_elsewhere(position, course, side)


def may_be_in_deck(game: Game, position: Position, course: Course, card: str) -> bool:
    """Whether a card of this decade, or one put into the deck, has not been seen anywhere else."""
    seen = {*course.display, *course.west_hand, *course.east_hand, *course.removed, *position.played, *position.police}
    fact = game.cards[card]
    of_this_decade = fact.decade == position.decade or card in course.buried
    return not fact.is_special and of_this_decade and card not in seen


def _swaps(game: Game, position: Position, unit: Unit) -> Iterable[Step]:
    course = position.course
    if course is None:
        return [NOTHING]
    deck = [card for card in game.cards if may_be_in_deck(game, position, course, card)]
    taken = [card for card in course.west_hand if card != UNKNOWN] if unit.place == "hand" else deck
    own = [card for card in course.east_hand if card != UNKNOWN]
    drops = [Step("drop", card) for card in deck]
    return [NOTHING, *(Step("swap", one, other) for one in own for other in taken), *drops]


def do_swap(position: Position, unit: Unit, step: Step) -> Position:
    """The cards change places; a dropped one is out of the game."""
    course = position.course
    if course is None:
        return position
    if step.verb == "drop":
        return position._replace(course=course._replace(removed=(*course.removed, step.place)))
    east = (*without(course.east_hand, step.place), step.to)
    if unit.place == "deck":
        return position._replace(course=course._replace(east_hand=east, buried=(*course.buried, step.place)))
    west = (*without(course.west_hand, step.to), step.place)
    return position._replace(course=course._replace(east_hand=east, west_hand=west))


def without(hand: tuple[str, ...], card: str) -> tuple[str, ...]:
    """A hand less a card; where the card was not known, less one nobody has seen."""
    gone = card if card in hand else UNKNOWN
    cards = list(hand)
    if gone in cards:
        cards.remove(gone)
    return tuple(cards)


SPECIAL_KINDS = {
    "bonus": Kind("bonus", "6.4-stuck-arrow", frozenset({"u+", "u-"}), _bonuses, _refuse_bonus),
    "use": Kind("use", "8-use", frozenset({"use", "none"}), _uses, _refuse_use),
    "guillaume": Kind("look", "icon-guillaume", frozenset({"look", "swap", "drop", "none"}), _looks, _refuse_look),
    "guillaume_swap": Kind("swap", "icon-guillaume", frozenset({"swap", "drop", "none"}), _swaps, _refuse_swap),
}
