"""Writes a position: canonical ids, fixed order, what is 0, empty or false left out. The inverse of reading."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from wsdv_tools.rules.position import RUN_DOWN

if TYPE_CHECKING:
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Course, Position


def as_plain(game: Game, position: Position) -> dict[str, Any]:
    """The position as `schemas/position.schema.json` describes it."""
    plain: dict[str, Any] = {"wsdv-position": 1, "decade": position.decade}
    tracks = {"prestige": position.prestige, "currency": position.currency, "socialists": position.socialists}
    parts: dict[str, Any] = {
        "tracks": tracks,
        "wall": position.wall,
        "provinces": dict(_provinces(game, position)),
        "cadre": position.cadre,
        "factories": [city.id for city, factory in zip(game.cities, position.factories, strict=True) if factory],
        "rundown": [
            city.id for city, factory in zip(game.cities, position.factories, strict=True) if factory == RUN_DOWN
        ],
        "infrastructure": {
            connection.id: laid for connection, laid in zip(game.connections, position.lines, strict=True) if laid
        },
        "closed": [game.cities[city].id for city in sorted(position.closed)],
        "police": _cards(position.police),
        "police-used": _cards(position.police_used),
        "stasi-dissolved": position.stasi_dissolved,
        "delivered": [s for s, did in zip(_suppliers(game), position.delivered, strict=True) if did],
        "imported": {s: number for s, number in zip(_suppliers(game), position.imported, strict=True) if number},
        "played": _cards(position.played),
        "flight-icons": position.flight_icons,
    }
    plain.update({key: part for key, part in parts.items() if part})
    plain.update(_known_course(position))
    return plain


def as_yaml(game: Game, position: Position) -> str:
    """The position as a file a person would type: provinces and lists on one line each."""
    lines = []
    for key, value in as_plain(game, position).items():
        if key == "provinces":
            lines.append("provinces:")
            lines.extend(f"  {id_}: {_flow(inside)}" for id_, inside in value.items())
        else:
            lines.append(f"{key}: {_flow(value)}")
    return "\n".join(lines) + "\n"


def _provinces(game: Game, position: Position) -> Iterator[tuple[str, dict[str, Any]]]:
    for number, province in enumerate(game.provinces):
        inside: dict[str, Any] = {"unrest": position.unrest[number]}
        if number == game.west_berlin:
            sectors = zip(game.sectors, position.sectors, strict=True)
            inside["sectors"] = {sector: standing for sector, standing in sectors if standing}
        else:
            inside["standard"] = position.standards[number]
        inside["socialists"] = position.placed[number]
        inside = {key: value for key, value in inside.items() if value}
        if inside:
            yield province.id, inside


def _suppliers(game: Game) -> list[str]:
    return [game.provinces[supplier].id for supplier in game.suppliers]


def _cards(cards: Iterable[str]) -> list[int | str]:
    return [int(card) if card.isdecimal() else card for card in cards]


def course_as_plain(course: Course) -> dict[str, Any]:
    """How far a decade is, with all keys of a position file that tell it."""
    return {
        "half": course.half,
        "to-move": course.to_move.value,
        "display": _cards(course.display),
        "special": course.special,
        "hands": {"west": _cards(course.west_hand), "east": _cards(course.east_hand)},
        "deck-removed": _cards(course.removed),
        "deck-added": _cards(course.buried),
    }


def _known_course(position: Position) -> dict[str, Any]:
    """Without what is empty; before the first row there is no half yet."""
    if position.course is None:
        return {}
    plain = course_as_plain(position.course)
    plain["hands"] = {side: hand for side, hand in plain["hands"].items() if hand}
    return {key: part for key, part in plain.items() if part}


def _flow(value: Any) -> str:
    """A value on one line, in YAML that is also nearly JSON."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_flow(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_flow(item) for item in value) + "]"
    if value == "?":
        return '"?"'
    return value if isinstance(value, str) else json.dumps(value)
