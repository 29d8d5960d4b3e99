"""Factories and infrastructure: their values (5), economy (6.3), export (9.3), and what can go."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from wsdv_tools.facts import State
from wsdv_tools.rules.position import INTACT, RUN_DOWN

if TYPE_CHECKING:
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position


def values(game: Game, position: Position) -> tuple[int, ...]:
    """The value of every city's factory, 0 where there is none (5.1-value, 5.3-value, 10.4-base).

    Base 1 (run down: one less) plus the working connections: all lines laid, a factory at both ends (5.1-working).
    Nothing is kept of it, so values fall with what is dismantled (5.2-values-fall).
    """
    return _values(game, position.factories, position.lines)


@lru_cache(maxsize=64)  # one phase after another asks for the same board
def _values(game: Game, factories: tuple[int, ...], lines: tuple[int, ...]) -> tuple[int, ...]:
    result = [
        base - (factory == RUN_DOWN) if factory else 0
        for base, factory in zip(game.intact_values, factories, strict=True)
    ]
    for laid, (a, b, full) in zip(lines, game.plan, strict=True):
        if laid == full and factories[a] and factories[b]:
            result[a] += 1
            result[b] += 1
    return tuple(result)


def is_working(game: Game, position: Position, connection: int) -> bool:
    """5.1-working."""
    a, b, full = game.plan[connection]
    return bool(position.lines[connection] == full and position.factories[a] and position.factories[b])


def exports(game: Game, position: Position, hamburg_in: int) -> list[int | None]:
    """The value of every province's export factory, None without one (9.3-export).

    Hamburg counts for the province `hamburg_in` (10.3-one). External factories never export (10.5-never-exports), so
    that they bring no currency and keep no standard (9.3-external, 9.5-external).
    """
    value = values(game, position)
    factories = position.factories
    result: list[int | None] = []
    for province, cities in enumerate(game.cities_of):
        best: int | None = None
        for city in cities:
            if factories[city] and (best is None or value[city] > best):
                best = value[city]
        if province == hamburg_in and factories[game.hamburg]:
            best = max(best or 0, value[game.hamburg])
        result.append(best)
    return result


def worst_west_export(game: Game, exported: list[int | None]) -> int:
    """The worst West export factory; 0 where a province other than West Berlin has none (9.3-no-factory)."""
    return min([exported[province] or 0 for province in game.west_germany])


def economies(game: Game, position: Position) -> tuple[int, ...]:
    """The sum of every province's factory values, without Hamburg and external factories (6.3-power).

    What these may add is up to the player: `standards.py`.
    """
    value = values(game, position)
    return tuple([sum([value[city] for city in cities]) for cities in game.cities_of])


def reaches(game: Game, position: Position, external: int) -> list[int]:
    """The provinces an external factory may add its value to (10.5-adds)."""
    found: list[int] = []
    for connection in game.connections_of[external]:
        if is_working(game, position, connection):
            a, b = game.ends[connection]
            province = game.home[b if a == external else a]
            if province is not None and province not in found:
                found.append(province)
    return found


def points(game: Game, position: Position, state: State) -> int:
    """How much a state can dismantle (5.2-point, R6): intact factories, infrastructure, Rheinsberg 2 or 1."""
    factories = position.factories
    total = [factories[city] for city in game.sites_of[state]].count(INTACT)
    if state is State.EAST and factories[game.rheinsberg]:
        total += 1  # flipping it is a point, and taking it off another
    return total + infrastructure(game, position, state)


def infrastructure(game: Game, position: Position, state: State) -> int:
    """All lines that a state has laid."""
    lines = position.lines
    return sum([lines[n] for n in game.lines_of[state]])


def intact_east(game: Game, position: Position) -> list[int]:
    """East's factories that can run down: intact, not external (5.3-east-only, icon-run-down)."""
    factories = position.factories
    return [city for city in game.sites_of[State.EAST] if factories[city] == INTACT]


def east_lines(game: Game, position: Position) -> list[int]:
    """East's connections that have infrastructure."""
    return [n for n in game.lines_of[State.EAST] if position.lines[n]]
