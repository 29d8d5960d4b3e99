"""Positions as cases speak of them: one flat table to compare piece by piece, and what follows from one at rest."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from wsdv_tools.facts import State
from wsdv_tools.rules import economy
from wsdv_tools.rules.events import refuse_event
from wsdv_tools.rules.position import INTACT, NONE, RUN_DOWN
from wsdv_tools.rules.protests import markers

if TYPE_CHECKING:
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position

_STATES = {NONE: "none", INTACT: "intact", RUN_DOWN: "run-down"}


def flat(game: Game, position: Position) -> dict[str, Any]:
    """Every number of a position by a dotted name, such as `sachsen.unrest` or `infrastructure.leipzig-jena`."""
    table: dict[str, Any] = {
        "decade": position.decade,
        "prestige": position.prestige,
        "currency": position.currency,
        "socialists": position.socialists,
        "wall": position.wall,
        "cadre": position.cadre,
        "stasi-dissolved": position.stasi_dissolved,
        "police": _cards(position.police),
        "police-used": _cards(position.police_used),
        "played": _cards(position.played),
        "flight-icons": position.flight_icons,
        "closed": [game.cities[city].id for city in sorted(position.closed)],
        "course": position.course,
    }
    for number, province in enumerate(game.provinces):
        table[f"{province.id}.unrest"] = position.unrest[number]
        table[f"{province.id}.socialists"] = position.placed[number]
        if number != game.west_berlin:
            table[f"{province.id}.standard"] = position.standards[number]
    for number, sector in enumerate(game.sectors):
        supplier = game.provinces[game.suppliers[number]].id
        table[f"west-berlin.{sector}"] = position.sectors[number]
        table[f"delivered.{supplier}"] = position.delivered[number]
        table[f"imported.{supplier}"] = position.imported[number]
    table |= {f"factories.{city.id}": _STATES[position.factories[n]] for n, city in enumerate(game.cities)}
    table |= {f"infrastructure.{line.id}": position.lines[n] for n, line in enumerate(game.connections)}
    return table


def changes(game: Game, before: Position, after: Position) -> dict[str, list[Any]]:
    """What differs, as `[before, after]`."""
    old, new = flat(game, before), flat(game, after)
    return {key: [value, new[key]] for key, value in old.items() if value != new[key]}


def _cards(cards: tuple[str, ...]) -> list[int | str]:
    return [int(card) if card.isdecimal() else card for card in cards]


Asked = Mapping[str, Any]


def computed(game: Game, position: Position, asked: Asked) -> dict[str, Any]:
    """The answers, in the shape of the questions."""
    return {kind: _ANSWERS[kind](game, position, questions) for kind, questions in asked.items()}


def _position(game: Game, position: Position, asked: Asked) -> dict[str, Any]:
    """By dotted name, as in `changes`: what lies there."""
    table = flat(game, position)
    return {name: table.get(name) for name in asked}


def _values(game: Game, position: Position, asked: Asked) -> dict[str, int]:
    """By city."""
    values = economy.values(game, position)
    return {city: values[game.city(city)] for city in asked}


def _working(game: Game, position: Position, asked: Asked) -> dict[str, bool]:
    """By connection."""
    return {line: economy.is_working(game, position, game.connection(line)) for line in asked}


def _points(game: Game, position: Position, asked: Asked) -> dict[str, int]:
    """By state."""
    return {state: economy.points(game, position, State(state)) for state in asked}


def _exports(game: Game, position: Position, asked: Asked) -> dict[str, dict[str, int | None]]:
    """By the province that Hamburg counts for, then by province."""
    answers = {}
    for hamburg, provinces in asked.items():
        exported = economy.exports(game, position, game.province(hamburg))
        answers[hamburg] = {province: exported[game.province(province)] for province in provinces}
    return answers


def _economy(game: Game, position: Position, asked: Asked) -> dict[str, int]:
    """By province; `sachsen+polska-nord` has the factory of that city assigned to it."""
    answers = {}
    own, value = economy.economies(game, position), economy.values(game, position)
    for question in asked:
        province, *cities = question.split("+")
        answers[question] = own[game.province(province)] + sum(value[game.city(city)] for city in cities)
    return answers


def _reaches(game: Game, position: Position, asked: Asked) -> dict[str, list[str]]:
    """By external city: the provinces it may add its value to."""
    return {city: [game.provinces[p].id for p in economy.reaches(game, position, game.city(city))] for city in asked}


def _markers(game: Game, position: Position, asked: Asked) -> dict[str, int]:
    """By province."""
    return {province: markers(game, position, game.province(province)) for province in asked}


def _worth(game: Game, _: Position, asked: Asked) -> dict[str, list[int]]:
    """By card: its points for West and for East."""
    return {card: [game.cards[card].values[state] for state in State] for card in asked}


def _triggers(game: Game, position: Position, asked: Asked) -> dict[str, list[str]]:
    """By card: the sides that may trigger its event."""
    return {
        card: [side.value for side in State if not refuse_event(game, position, side, game.cards[card])]
        for card in asked
    }


_ANSWERS: dict[str, Callable[[Game, Position, Asked], dict[str, Any]]] = {
    "position": _position,
    "values": _values,
    "working": _working,
    "points": _points,
    "exports": _exports,
    "economy": _economy,
    "reaches": _reaches,
    "markers": _markers,
    "worth": _worth,
    "triggers": _triggers,
}
