"""Events (6.4): who may trigger one, what is declared void, arrows, and then the icons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wsdv_tools.facts import State
from wsdv_tools.facts.tracks import FIRST, LAST
from wsdv_tools.rules.choices import Asking, Choice, Fault, Step, tell
from wsdv_tools.rules.economy import east_lines, intact_east, points
from wsdv_tools.rules.execution import execute, returned_unrest
from wsdv_tools.rules.icons import Setting, Unit, has_run_down, units
from wsdv_tools.rules.police import police_use
from wsdv_tools.rules.position import NONE
from wsdv_tools.rules.special_icons import automatic
from wsdv_tools.rules.verbs import TRACKS

if TYPE_CHECKING:
    from wsdv_tools.facts import Card
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position

# How a record names an icon that is declared void: all kinds of icons that dual cards have.
VOID_WORDS = {
    "place_unrest": "u+",
    "remove_unrest": "u-",
    "police_red": "police",
    "police_pink": "police",
    "build": "build",
    "dismantle": "dismantle",
}
_AT_ONCE = frozenset({"police_red", "police_pink", "build_wall", "open_wall"})  # nothing else waits for these


def refuse_event(game: Game, position: Position, side: State, card: Card) -> Fault | None:
    """West triggers yellow and dual cards, East red and dual ones (6.4-colour); and nobody beyond their means."""
    if card.colour == ("red" if side is State.WEST else "yellow"):
        return Fault("event-wrong-colour", "6.4-colour", {"card": card, "side": side, "other": side.other})
    voids: list[Step | None] = [None, *possible_voids(card)]
    if not any(_is_affordable(game, position, side, card, void) for void in voids):
        values = {"card": card, "side": side, "n": points(game, position, side)}
        return Fault("event-own-economy", "6.4-own-economy", values)
    return None


def trigger(
    game: Game, position: Position, side: State, card: Card, hamburg_joins: tuple[int, ...], police: list[Unit]
) -> Asking[Position]:
    """Carry out a card's event."""
    void = yield from _declare_void(game, position, side, card)
    position, waiting = yield from _move_arrows(position, card, void)
    setting = Setting({}, hamburg_joins, card.id)
    for unit in icons_left(game, card, side, void):
        if unit.kind in _AT_ONCE:
            had = position.police
            position = yield from automatic(position, unit, setting)
            if position.police != had and side is State.EAST and not game.follows("R7b"):
                police = [*police, police_use(card.id)]
        else:
            waiting.append(unit)
            if unit.kind == "dissolve_stasi":  # R13
                waiting += [returned_unrest()] * len(position.police_used)
    return (yield from execute(game, position, waiting + police, setting))


def _declare_void(game: Game, position: Position, side: State, card: Card) -> Asking[Step | None]:
    """Of a dual card one arrow or one icon may be declared void (6.4-void)."""
    voids = possible_voids(card)

    def meant(step: Step) -> list[Step]:
        return [void for void in _printed(card) if void.place == step.place and step.to in (None, void.to)]

    def refuse(step: Step) -> Fault | None:
        if not voids:
            return Fault("void-not-dual", "6.4-void", {"card": card})
        named = meant(step)
        if step.verb != "void" or not named:
            return Fault("void-not-there", "6.4-void", {"card": card})
        if len(named) > 1:
            return Fault("void-which-side", "6.4-void", {"card": card})
        if not _is_affordable(game, position, side, card, named[0]):
            values = {"card": card, "side": side, "n": points(game, position, side)}
            return Fault("event-own-economy", "6.4-own-economy", values)
        return None

    must = bool(voids) and not _is_affordable(game, position, side, card, None)
    step = yield Choice(side, "void", "6.4-void", position, voids, refuse, required=must)
    if step is None:
        return None
    named = meant(step)
    return named[0] if len(named) == 1 else None


def possible_voids(card: Card) -> list[Step]:
    """What may be declared void: on a dual card any icon or arrow (6.4-void)."""
    return _printed(card) if card.colour == "dual" else []


def _printed(card: Card) -> list[Step]:
    """What a `void` can name: an arrow of a track, or an icon, with its state where both have it."""
    words = dict.fromkeys((VOID_WORDS[icon.kind], icon.state) for icon in card.icons if icon.kind in VOID_WORDS)
    both = {word for word, state in words if (word, state.other) in words}
    arrows = [Step("void", track) for track in TRACKS if card.arrows.get(track)]
    return arrows + [Step("void", word, state.value if word in both else None) for word, state in words]


def icons_left(game: Game, card: Card, side: State, void: Step | None) -> list[Unit]:
    """The icons less the one declared void (6.4-void); on a card that is not dual only if somebody insists."""
    found = units(game, card.icons, side)
    if void is None:
        return found
    for number, unit in enumerate(found):
        if VOID_WORDS.get(unit.kind) == void.place and void.to in (None, unit.state.value):
            is_insisted = card.colour != "dual" and unit.kind not in _AT_ONCE  # then it may be left unexecuted
            rest = [unit._replace(lapses=True)] if is_insisted else []
            return [*found[:number], *rest, *found[number + 1 :]]
    return found


def _is_affordable(game: Game, position: Position, side: State, card: Card, void: Step | None) -> bool:
    """A side may not trigger an event that dismantles more of its own economy than it has (6.4-own-economy, R10)."""
    own = [unit for unit in icons_left(game, card, side, void) if unit.state is side]
    demanded = sum(1 for unit in own if unit.kind == "dismantle")
    if demanded > points(game, position, side):
        return False
    if any(unit.kind == "run_down" for unit in own) and not game.follows("R10b"):
        rheinsberg = position.factories[game.rheinsberg] != NONE
        # Repaired first, it can run down again.
        repaired = any(unit.kind == "repair" and has_run_down(game, position, unit) for unit in own)
        return bool(intact_east(game, position) or east_lines(game, position) or rheinsberg or repaired)
    return True


def _move_arrows(position: Position, card: Card, void: Step | None) -> Asking[tuple[Position, list[Unit]]]:
    """Markers move, without an arrow that is void (icon-arrows, 6.4-void).

    An arrow past the end gives its side a bonus (6.4-stuck-arrow).
    """
    stuck: list[Unit] = []
    for track in TRACKS:
        arrows = card.arrows.get(track, 0)
        way = 1 if arrows > 0 else -1
        left = abs(arrows) - (1 if void is not None and void.place == track else 0)
        side = State.EAST if way > 0 else State.WEST
        marker = getattr(position, track)
        far = min(left, abs((LAST if way > 0 else FIRST) - marker))
        if far:
            yield from tell(side, "icon", "icon-arrows", position, Step("arrow", track, None, far * way))
            position = position._replace(**{track: marker + far * way})
        stuck += [Unit("bonus", side, side, -3, track)] * (left - far)
    return position, stuck
