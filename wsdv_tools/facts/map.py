"""Provinces, cities and connections."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class State(StrEnum):
    """One of the two sides, and its half of the board."""

    WEST = "west"
    EAST = "east"

    @property
    def other(self) -> State:
        return State.EAST if self is State.WEST else State.WEST


@dataclass(frozen=True, eq=False, slots=True)
class Province:
    """A province. `neighbours` are those of the other state, all that rule 9.7 needs."""

    id: str
    code: str
    name: str
    state: State
    setup_unrest: int
    sector: str | None  # the West Berlin sector it supplies
    neighbours: tuple[Province, ...] = field(default=(), repr=False)
    cities: tuple[City, ...] = field(default=(), repr=False)

    @property
    def is_supplier(self) -> bool:
        return self.sector is not None


@dataclass(frozen=True, eq=False, slots=True)
class City:
    """A site for one factory. Hamburg `joins` two provinces and has none of its own."""

    id: str
    name: str
    province: Province | None
    joins: tuple[Province, ...]
    is_setup: bool
    external: str | None  # polska or cssr
    is_rheinsberg: bool
    connections: tuple[Connection, ...] = field(default=(), repr=False)

    @property
    def provinces(self) -> tuple[Province, ...]:
        """The provinces the city may count for: its own, both for Hamburg, none outside Germany."""
        return (self.province,) if self.province else self.joins


@dataclass(frozen=True, eq=False, slots=True)
class Connection:
    """Two cities and the one or two lines between them."""

    id: str
    cities: tuple[City, City]
    lines: int
    state: State

    @property
    def external(self) -> City | None:
        """The external city at one of its ends, if there is one."""
        return next((city for city in self.cities if city.external), None)
