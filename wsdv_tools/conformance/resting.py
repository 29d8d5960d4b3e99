"""What cases may ask of a position at rest: what lies there, values, economy, exports, points, protests."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from wsdv_tools.conformance.flat import flat
from wsdv_tools.facts import State
from wsdv_tools.rules import economy
from wsdv_tools.rules.events import refuse_event
from wsdv_tools.rules.protests import markers

if TYPE_CHECKING:
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position

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
    for question in asked:
        province, *cities = question.split("+")
        assigned = frozenset(game.city(city) for city in cities)
        answers[question] = economy.economy(game, position, game.province(province), assigned)
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
