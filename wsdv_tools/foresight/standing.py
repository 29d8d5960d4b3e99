"""What East's provinces may lose, and what it costs: their export factories, and the standards that depend on them.

A point takes 1 from a factory, or from two where a line works between them. A factory runs down once.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from wsdv_tools.rules.economy import is_working, values
from wsdv_tools.rules.position import INTACT, RUN_DOWN

if TYPE_CHECKING:
    from wsdv_tools.foresight.closing import Numbers
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position

NEVER = 1_000  # more points than there are


class Loss(NamedTuple):
    """Points that East may still lose, at most: in all, by dismantling, and by factories that run down."""

    total: int
    gone: int
    down: int


class Industry(NamedTuple):
    """The factories of a province: what each is worth, which ones can run down, and working lines between them."""

    values: Numbers
    intact: tuple[bool, ...]
    inside: int

    @property
    def best(self) -> int:
        """What its export factory is worth; -1 without one."""
        return max(self.values, default=-1)


class Kept(NamedTuple):
    """A number of standards that a province may keep, and the fewest points after which it keeps no more."""

    standards: int
    price: int


class Standing:
    """East's industry on the boards of a decade end."""

    def __init__(self, game: Game) -> None:
        self.game = game
        homes = [{game.home[city] for city in ends} for ends in game.ends]
        east = set(game.east)
        self._inside = tuple(tuple(n for n, home in enumerate(homes) if home == {p}) for p in game.east)
        self._across = tuple(n for n, home in enumerate(homes) if len(home & east) > 1)
        self._known: dict[tuple[Numbers, Numbers], tuple[Industry, ...]] = {}

    def industries(self, board: Position) -> tuple[Industry, ...]:
        """By East's provinces."""
        key = board.factories, board.lines
        found = self._known.get(key)
        if found is None:
            value = values(self.game, board)
            found = self._known[key] = tuple(
                self._industry(board, value, number, province) for number, province in enumerate(self.game.east)
            )
        return found

    def _industry(self, board: Position, value: Numbers, number: int, province: int) -> Industry:
        factories = board.factories
        there = [city for city in self.game.cities_of[province] if factories[city]]
        return Industry(
            tuple(value[city] for city in there),
            tuple(factories[city] == INTACT for city in there),
            sum(is_working(self.game, board, n) for n in self._inside[number]),
        )

    def shared(self, board: Position) -> int:
        """Working lines between two provinces: a point that takes one away counts in both."""
        return sum(is_working(self.game, board, n) for n in self._across)

    def price_of_selling(self, board: Position, province: int, industry: Industry, worth: int, loss: Loss) -> int:
        """The fewest points after which a province has no factory that is worth so much."""
        if worth:
            return price(industry, worth - 1, loss)
        game, factories = self.game, board.factories
        there = [city for city in game.cities_of[province] if factories[city]]
        if any(factories[city] == RUN_DOWN and city != game.rheinsberg for city in there):
            return NEVER
        lines = {n for city in there for n in game.connections_of[city]}
        needed = len(there) + sum(board.lines[n] for n in lines)  # a factory goes after its lines
        return needed if needed <= loss.gone else NEVER


@lru_cache(maxsize=100_000)
def price(industry: Industry, worth: int, loss: Loss) -> int:
    """The fewest points after which no factory of a province is worth more."""
    needed = can_run_down = 0
    for value, is_intact in zip(industry.values, industry.intact, strict=True):
        if value > worth:
            needed += value - worth
            can_run_down += is_intact
    needed = max(1, needed - min(loss.gone, industry.inside))
    is_possible = needed <= loss.total and needed - min(loss.down, can_run_down) <= loss.gone
    return needed if is_possible else NEVER


@lru_cache(maxsize=100_000)
def least(industry: Industry, loss: Loss) -> int:
    """The least that a province's export factory is worth after such losses; -1 without one."""
    best = industry.best
    worths = range(max(0, best - loss.total), best)
    return next((worth for worth in worths if price(industry, worth, loss) < NEVER), best)


@lru_cache(maxsize=100_000)
def kept(industry: Industry, at_least: int, at_most: int, loss: Loss) -> tuple[Kept, ...]:
    """The standards that a province may keep in phase 5, the most first.

    Without losses it keeps between `at_least` and `at_most`.
    """
    found = [Kept(standards, 0) for standards in range(at_most, at_least - 1, -1)]
    for standards in range(at_least - 1, -1, -1):
        needed = price(industry, standards, loss)
        if needed == NEVER:
            break
        found.append(Kept(standards, needed))
    return tuple(found)
