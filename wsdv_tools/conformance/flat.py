"""A position as one flat table, so that two can be compared piece by piece."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wsdv_tools.rules.position import INTACT, NONE, RUN_DOWN

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
