"""The three tracks, and what an arrow gives if its marker is already at the end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wsdv_tools.facts.cards import Icon
    from wsdv_tools.facts.map import State

FIRST, LAST = -6, 6  # West's end and East's end of every track

Space = tuple["Icon", ...]


@dataclass(frozen=True, slots=True)
class Bonus:
    """What the named side may do for an arrow that cannot move its marker: one of `icons`."""

    side: State
    icons: tuple[Icon, ...]


@dataclass(frozen=True, slots=True)
class Tracks:
    """What the markers' spaces mean."""

    prestige: Mapping[int, Space]
    currency: Mapping[int, int]
    socialists: Mapping[int, int]
    overflow: Mapping[tuple[str, State], Bonus]  # by track and the side the arrow points to
