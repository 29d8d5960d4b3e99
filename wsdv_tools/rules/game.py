"""The facts compiled for the rules: places become numbers, and the rulings that were chosen come along.

Provinces, cities, connections and sectors are counted in printed order; a position is tuples over
these numbers, which makes it small, hashable and quick.
"""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING

from wsdv_tools.facts import State
from wsdv_tools.facts.rulings import chosen_rulings
from wsdv_tools.rules.choices import NOTHING, Step

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wsdv_tools.facts import Catalogue


class Game:
    """One game's facts and rulings; rules take it as their first argument, never a global.

    >>> from wsdv_tools.facts import Catalogue
    >>> game = Game(Catalogue.load(), rulings=["R9b"])
    >>> game.follows("R9b"), game.follows("R2b")
    (True, False)
    """

    def __init__(self, catalogue: Catalogue, rulings: Iterable[str] = ()) -> None:
        self.catalogue = catalogue
        self.rulings = frozenset(rulings)
        self._number_provinces()
        self._number_cities()
        self._number_connections()
        self._sort_cards()

    def follows(self, ruling: str) -> bool:
        """Whether a lettered alternative such as `R9b` was chosen."""
        return ruling in self.rulings

    def with_rulings(self, named: str) -> tuple[Game, list[str]]:
        """The game with other rulings (`R9b, R2b`), and the names that no ruling has."""
        rulings, unknown = chosen_rulings(named, self.rulings, self.catalogue.folder)
        game = copy(self)  # its numbers are the same: a record may name rulings in thousands of lines
        game.rulings = frozenset(rulings)
        return game, unknown

    def province(self, id_: str) -> int:
        return self.province_of_id[id_]

    def city(self, id_: str) -> int:
        return self.city_of_id[id_]

    def connection(self, id_: str) -> int:
        return self.connection_of_id[id_]

    def own(self, side: State) -> tuple[int, ...]:
        """The provinces of a side."""
        return self.west if side is State.WEST else self.east

    def _number_provinces(self) -> None:
        self.provinces = tuple(self.catalogue.provinces.values())
        self.province_of_id = {province.id: number for number, province in enumerate(self.provinces)}
        self.states = tuple(province.state for province in self.provinces)
        self.west = tuple(p for p, state in enumerate(self.states) if state is State.WEST)
        self.east = tuple(p for p, state in enumerate(self.states) if state is State.EAST)
        self.neighbours = tuple(tuple(self.province(n.id) for n in province.neighbours) for province in self.provinces)
        self.sectors = self.catalogue.sectors
        supplier = {province.sector: number for number, province in enumerate(self.provinces) if province.sector}
        self.suppliers = tuple(supplier[sector] for sector in self.sectors)  # 1-supplier
        self.west_berlin = self.province("west-berlin")
        self.west_germany = tuple(p for p in self.west if p != self.west_berlin)

    def _number_cities(self) -> None:
        self.cities = tuple(self.catalogue.cities.values())
        self.city_of_id = {city.id: number for number, city in enumerate(self.cities)}
        self.home = tuple(self.province(city.province.id) if city.province else None for city in self.cities)
        self.external = tuple(city.external for city in self.cities)
        self.rheinsberg = next(c for c, city in enumerate(self.cities) if city.is_rheinsberg)
        self.hamburg = next(c for c, city in enumerate(self.cities) if city.joins)
        self.hamburg_joins = tuple(self.province(province.id) for province in self.cities[self.hamburg].joins)
        # The factory of Berlin is East Berlin's (10.1-factory); West Berlin has no city to build in (10.2-no-building).
        self.city_states = tuple(
            city.provinces[0].state if city.provinces else State.EAST for city in self.cities
        )  # an external city is East's
        self.cities_of = tuple(
            tuple(c for c, home in enumerate(self.home) if home == p) for p in range(len(self.provinces))
        )
        self.intact_values = tuple(2 if city.is_rheinsberg else 1 for city in self.cities)  # 10.4-base, 5.1-value
        self.sites_of = {
            side: tuple(c for c, state in enumerate(self.city_states) if state is side and not self.external[c])
            for side in State
        }  # at home: what can be dismantled and run down

    def _number_connections(self) -> None:
        self.connections = tuple(self.catalogue.connections.values())
        self.connection_of_id = {connection.id: number for number, connection in enumerate(self.connections)}
        self.ends = tuple(
            (self.city(connection.cities[0].id), self.city(connection.cities[1].id)) for connection in self.connections
        )
        self.abroad = tuple(next((city for city in ends if self.external[city]), None) for ends in self.ends)
        self.lines = tuple(connection.lines for connection in self.connections)
        self.line_states = tuple(connection.state for connection in self.connections)
        self.connections_of = tuple(
            tuple(n for n, ends in enumerate(self.ends) if c in ends) for c in range(len(self.cities))
        )
        self.plan = tuple((a, b, full) for (a, b), full in zip(self.ends, self.lines, strict=True))
        self.lines_of = {side: tuple(n for n, s in enumerate(self.line_states) if s is side) for side in State}
        self.build_steps = {side: self._build_steps(side) for side in State}
        self.lift_steps = tuple(Step("lift", n) for n in range(len(self.connections)))
        self.dismantle_steps = tuple(Step("dismantle", c) for c in range(len(self.cities)))
        self.run_down_steps = tuple(Step("down", c) for c in range(len(self.cities)))

    def _build_steps(self, side: State) -> tuple[Step, ...]:
        """Everything a side might ever build, and letting the point lapse."""
        cities = (Step("build", c) for c, state in enumerate(self.city_states) if state is side)
        lines = (Step("lay", n) for n in self.lines_of[side])
        return (NOTHING, *cities, *lines)

    def _sort_cards(self) -> None:
        self.cards = self.catalogue.cards
        self.closed_by = {
            icon.place: card for card in self.cards.values() for icon in card.icons if icon.kind == "stop_factory"
        }  # by country: the card that closes a site there
        self.flight_icons = {card.id: card.flight for card in self.cards.values()}
        self.red_police = frozenset(card.id for card in self.cards.values() if card.police == "red")  # 8-colours
        self.police_cards = frozenset(card.id for card in self.cards.values() if card.police)
