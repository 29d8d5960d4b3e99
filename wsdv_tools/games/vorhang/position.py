"""A position of Eiserner Vorhang: countries on one grid, the ideology track, and what is known of the cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from wsdv_tools.games.cards import UNKNOWN
from wsdv_tools.games.sides import Side, leading, of_side, with_side
from wsdv_tools.games.vorhang.facts import FLAG_AT, HANDS, LEAD_TO_DOMINATE, MARKERS, START

Cell = tuple[int, int]  # from Europa: to the right, up
Hands = tuple[tuple[str, ...], tuple[str, ...]]
SIDEWAYS: tuple[Cell, ...] = ((0, 1), (1, 0), (0, -1), (-1, 0))  # north, east, south, west


class Country(NamedTuple):
    """A card on the table."""

    card: str
    at: Cell
    us: int = 0
    su: int = 0

    def markers(self, side: Side) -> int:
        return of_side((self.us, self.su), side)

    def with_markers(self, side: Side, change: int) -> Country:
        return self._replace(us=self.us + change) if side is Side.US else self._replace(su=self.su + change)

    @property
    def controller(self) -> Side | None:
        """Who has more markers; nobody if equal (EV-4.2)."""
        return leading(self.us - self.su)

    def is_dominated_by(self, side: Side) -> bool:
        """A lead of two or more (EV-5.5)."""
        return self.markers(side) - self.markers(side.other) >= LEAD_TO_DOMINATE


class Position(NamedTuple):
    """Everything on the table. `turn` counts the plays of the round, the one to come included."""

    countries: tuple[Country, ...] = (Country(START, (0, 0), 1, 1),)
    ideology: int = 0  # towards the US flag
    round: int = 1
    turn: int = 1
    to_move: Side | None = None
    hands: Hands = ((UNKNOWN,) * HANDS[1], (UNKNOWN,) * HANDS[1])
    aftermath: tuple[str, str] = (UNKNOWN, UNKNOWN)
    is_sure: bool = True  # False once a bonus that nobody knows was scored: the marker may be elsewhere

    def piece(self, card: str) -> Country | None:
        return next((country for country in self.countries if country.card == card), None)

    def hand(self, side: Side) -> tuple[str, ...]:
        return of_side(self.hands, side)

    def with_hand(self, side: Side, hand: tuple[str, ...]) -> Position:
        return self._replace(hands=with_side(self.hands, side, hand))

    def stock(self, side: Side) -> int:
        return MARKERS - sum(country.markers(side) for country in self.countries)

    def laid(self, card: str, cell: Cell) -> Position:
        """With a card laid on a cell."""
        return self._replace(countries=(*self.countries, Country(card, cell)))

    def with_piece(self, changed: Country) -> Position:
        return self._replace(countries=tuple(changed if c.card == changed.card else c for c in self.countries))

    def neighbours(self, at: Cell) -> Iterator[Country]:
        """The countries at the four edges of a cell (EV-3.1)."""
        beside = {(at[0] + x, at[1] + y) for x, y in SIDEWAYS}
        return (country for country in self.countries if country.at in beside)

    @property
    def free_cells(self) -> list[Cell]:
        """The cells next to a country that hold none, from the upper left on."""
        taken = {country.at for country in self.countries}
        cells = {(x + dx, y + dy) for x, y in taken for dx, dy in SIDEWAYS} - taken
        return sorted(cells, key=lambda cell: (-cell[1], cell[0]))

    def with_points(self, side: Side, number: int) -> Position:
        """The marker moves; steps beyond a flag lapse (EV-1.5)."""
        return self._replace(ideology=max(-FLAG_AT, min(FLAG_AT, self.ideology + side.way * number)))

    @property
    def winner(self) -> Side | None:
        """The side whose flag the marker has reached (EV-1.5)."""
        return leading(self.ideology) if abs(self.ideology) >= FLAG_AT and self.is_sure else None

    @property
    def chooser(self) -> Side:
        """Who decides who starts the round: the USSR, then the side whose flag is further away (EV-2.6, 2.8)."""
        return Side.US if self.round > 1 and self.ideology < 0 else Side.SU
