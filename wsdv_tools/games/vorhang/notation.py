"""What only records of Eiserner Vorhang have: cells of the grid, and the ideology track."""

from __future__ import annotations

import re
from typing import Any

from wsdv_tools.games.notation import No, Notation
from wsdv_tools.games.sides import Side
from wsdv_tools.games.vorhang.position import SIDEWAYS, Cell
from wsdv_tools.games.vorhang.regions import region_named

_CELL = re.compile(r"@\s*([+-]?\d{1,2})\s*,\s*([+-]?\d{1,2})")
_BESIDE = re.compile(r"([nesw])\s+of\s+(.+)", re.IGNORECASE)
Beside = tuple[int, int, str]  # a step in x and y from a card


class VorhangNotation(Notation):
    """A card is laid at `@1,0`, or `e of europa`."""

    has_track = True
    laid_pattern = r"(.+?)\s+(@.+|[nesw]\s+of\s+.+)"
    laid_example = "US CARD @1,0"

    def region(self, text: str) -> str | None:
        return region_named(text)

    def write_where(self, place: Any, side: Side) -> str:
        del side
        return write_cell(place)

    def read_where(self, text: str, side: Side) -> Cell | Beside:
        del side
        cell = _CELL.fullmatch(text)
        if cell:
            return int(cell[1]), int(cell[2])
        beside = _BESIDE.fullmatch(text)
        if not beside:
            raise No("cell-unreadable", text=text)
        return (*SIDEWAYS["nesw".index(beside[1].casefold())], self.find(beside[2]))


def write_cell(cell: Any) -> str:
    """`@1,0`, or where it is still told by a neighbour, `e of europa`."""
    if len(cell) == len(("x", "y", "card")):
        return f"{'nesw'[SIDEWAYS.index(cell[:2])]} of {cell[2]}"
    return f"@{cell[0]},{cell[1]}"
