"""The cards: their values, marks, icons and arrows."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wsdv_tools.facts.map import State

NUMERALS = ("", "I", "II", "III", "IV")  # of the decades, and of their special cards


class Police(StrEnum):
    RED = "red"
    PINK = "pink"


@dataclass(frozen=True, slots=True)
class Icon:
    """A row's icon: `count` times the same, for the board of `state`.

    `by` is the side whose coat of arms lies on it; `place` is the text under the row: a province,
    a country, `west-germany`, `niedersachsen-hamburg` or `rheinsberg`.
    """

    kind: str
    count: int
    state: State
    by: State | None = None
    place: str | None = None
    per_province: int | None = None


@dataclass(frozen=True, slots=True)
class Card:
    """One face. `id` is unique; both faces of special card IV have the number IV."""

    id: str
    number: str
    decade: int
    is_special: bool
    years: str
    colour: str
    values: Mapping[State, int]
    flight: int
    icons: tuple[Icon, ...]
    arrows: Mapping[str, int]
    each_decade_end: tuple[tuple[Icon, ...], Mapping[str, int]]
    emblem: str | None = None  # its picture, by name

    @property
    def almanac(self) -> str:
        """The id its note in the rulebook's almanac would have; that on card IV is about the face without the Wall."""
        return f"almanac-{self.id if self.id.startswith(f'{self.number}-wall') else self.number}"

    @property
    def police(self) -> Police | None:
        """The colour of its police icon, if it has one."""
        for icon in self.icons:
            if icon.kind.startswith("police_"):
                return Police(icon.kind.removeprefix("police_"))
        return None

    def __hash__(self) -> int:
        return hash(self.id)


@dataclass(frozen=True, slots=True)
class Untitled:
    """A card to be named by its number alone, where its title is given anyway."""

    id: str
    number: str
