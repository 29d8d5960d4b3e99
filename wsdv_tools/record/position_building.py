"""Builds a position from canonical data, strictly: the inverse of `position_writing.as_plain`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wsdv_tools.facts import State
from wsdv_tools.rules.position import INTACT, RUN_DOWN, UNKNOWN, Course, Position, empty

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wsdv_tools.rules.game import Game


class Odd(Exception):
    """Not what the schema asks for; the schema says why."""


def _whole(value: Any) -> Any:
    """To a schema `3.0` is a whole number like 3."""
    return int(value) if type(value) is float and value.is_integer() else value


def _number(value: Any, least: int, most: int) -> int:
    value = _whole(value)
    if type(value) is not int or not least <= value <= most:
        raise Odd
    return value


def _count(value: Any) -> int:
    return _number(value, 0, 99)


def _flag(value: Any) -> bool:
    if type(value) is not bool:
        raise Odd
    return value


def _part(value: Mapping[str, Any], key: str, kind: type) -> Any:
    """A list or mapping of the file, empty where it is left out."""
    part = value.get(key, kind())
    if type(part) is not kind:
        raise Odd
    return part


def _texts(value: Mapping[str, Any], key: str) -> list[str]:
    part = _part(value, key, list)
    if not all(type(item) is str for item in part):
        raise Odd
    return list(part)


_COURSE_KEYS = frozenset({"half", "to-move", "display", "special", "hands", "deck-removed", "deck-added"})
_BOARD_KEYS = frozenset(
    {"wsdv-position", "decade", "tracks", "wall", "provinces", "cadre", "factories", "rundown", "infrastructure"}
    | {"closed", "police", "police-used", "stasi-dissolved", "delivered", "imported", "played", "flight-icons"}
)


def build(game: Game, value: Any) -> Position:
    """The position of canonical data; raises where the schema would object."""
    if type(value) is not dict or not value.keys() <= _BOARD_KEYS | _COURSE_KEYS:
        raise Odd
    _number(value.get("wsdv-position"), 1, 1)
    position = empty(game, _number(value.get("decade"), 1, 4))
    position = _with_tracks(position, value)
    position = _with_provinces(game, position, value)
    position = _with_economy(game, position, value)
    position = _with_west_berlin(game, position, value)
    return position._replace(
        wall=_flag(value.get("wall", False)),
        cadre=_count(value.get("cadre", 0)),
        police=_cards(game, value, "police"),
        police_used=_cards(game, value, "police-used"),
        stasi_dissolved=_flag(value.get("stasi-dissolved", False)),
        played=_cards(game, value, "played"),
        flight_icons=_count(value.get("flight-icons", 0)),
        course=_course(game, value) if _COURSE_KEYS & value.keys() else None,
    )


def _with_tracks(position: Position, value: Mapping[str, Any]) -> Position:
    tracks = _part(value, "tracks", dict)
    if not tracks.keys() <= {"prestige", "currency", "socialists"}:
        raise Odd
    spaces = {track: _number(space, -6, 6) for track, space in tracks.items()}
    return position._replace(
        prestige=spaces.get("prestige", 0), currency=spaces.get("currency", 0), socialists=spaces.get("socialists", 0)
    )


def _with_provinces(game: Game, position: Position, value: Mapping[str, Any]) -> Position:
    unrest, standards, placed = [*position.unrest], [*position.standards], [*position.placed]
    sectors = [*position.sectors]
    for id_, inside in _part(value, "provinces", dict).items():
        number = game.province_of_id.get(id_)
        if number is None or type(inside) is not dict:
            raise Odd
        if not inside.keys() <= {"unrest", "standard", "socialists", "sectors"}:
            raise Odd
        unrest[number] = _count(inside.get("unrest", 0))
        standards[number] = _count(inside.get("standard", 0))
        placed[number] = _count(inside.get("socialists", 0))
        for sector, standing in _part(inside, "sectors", dict).items():
            if sector not in game.sectors:
                raise Odd
            sectors[game.sectors.index(sector)] = _count(standing)
    standards[game.west_berlin] = sum(sectors)
    return position._replace(
        unrest=tuple(unrest), standards=tuple(standards), placed=tuple(placed), sectors=tuple(sectors)
    )


def _with_economy(game: Game, position: Position, value: Mapping[str, Any]) -> Position:
    factories = [*position.factories]
    lines = [*position.lines]
    try:
        for id_ in _texts(value, "factories"):
            factories[game.city(id_)] = INTACT
        for id_ in _texts(value, "rundown"):
            factories[game.city(id_)] = RUN_DOWN
        infrastructure = value.get("infrastructure", {})
        if type(infrastructure) is list:
            infrastructure = {id_: game.catalogue.connections[id_].lines for id_ in infrastructure}
        for id_, laid in _part({"it": infrastructure}, "it", dict).items():
            lines[game.connection(id_)] = _count(laid)
        closed = frozenset(game.city(id_) for id_ in _texts(value, "closed"))
    except (KeyError, TypeError) as error:
        raise Odd from error
    return position._replace(factories=tuple(factories), lines=tuple(lines), closed=closed)


def _with_west_berlin(game: Game, position: Position, value: Mapping[str, Any]) -> Position:
    suppliers = [game.provinces[supplier].id for supplier in game.suppliers]
    delivered, imported = _texts(value, "delivered"), _part(value, "imported", dict)
    return position._replace(
        delivered=tuple(id_ in delivered for id_ in suppliers),
        imported=tuple(_count(imported.get(id_, 0)) for id_ in suppliers),
    )


def _cards(game: Game, value: Mapping[str, Any], key: str, *also: str) -> tuple[str, ...]:
    cards = []
    for card in map(_whole, _part(value, key, list)):
        is_number = type(card) is int and str(card) in game.cards
        is_name = type(card) is str and not card.isdecimal() and (card in also or card in game.cards)
        if not is_number and not is_name:
            raise Odd
        cards.append(str(card))
    return tuple(cards)


def _course(game: Game, value: Mapping[str, Any]) -> Course:
    hands = _part(value, "hands", dict)
    if not hands.keys() <= {"west", "east"} or value.get("to-move", "west") not in ("west", "east"):
        raise Odd
    return Course(
        half=_number(value["half"], 1, 2) if "half" in value else int(bool(value.get("display"))),
        to_move=State(value.get("to-move", "west")),
        display=_cards(game, value, "display", UNKNOWN),
        special=_flag(value.get("special", False)),
        west_hand=_cards(game, hands, "west", UNKNOWN),
        east_hand=_cards(game, hands, "east", UNKNOWN),
        removed=_cards(game, value, "deck-removed"),
        buried=_cards(game, value, "deck-added"),
    )
