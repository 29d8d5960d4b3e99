"""What only records of Eiserner Vorhang have: cells of the grid, and the ideology track."""

from __future__ import annotations

import re
from typing import Any

from wsdv_tools.games.notation import No, Notation
from wsdv_tools.games.sides import Side
from wsdv_tools.games.vorhang.position import SIDEWAYS, Cell
from wsdv_tools.games.vorhang.regions import region_named
from wsdv_tools.rules.choices import Step

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

    def write_where(self, place: Any, _side: Side) -> str:
        return write_cell(place)

    def read_where(self, text: str, _side: Side) -> Cell | Beside:
        cell = _CELL.fullmatch(text)
        if cell:
            return int(cell[1]), int(cell[2])
        beside = _BESIDE.fullmatch(text)
        if not beside:
            raise No("cell-unreadable", text=text)
        return (*SIDEWAYS["nesw".index(beside[1].casefold())], self.find(beside[2]))

    def write_own(self, step: Step) -> str:
        """A region that was scored, which needs no typing."""
        return f"{step.verb} {step.place} {step.number:+d}" if step.verb == "scored" else super().write_own(step)

    def resolved(self, where: Any, board: Any) -> Cell:
        """A cell, also where it is given by a neighbour: `e of europa`."""
        if len(where) == len(("x", "y")):
            return where[0], where[1]
        x, y, card = where
        country = board.country(card)
        if country is None:
            raise No("not-on-table", card=card)
        return country.at[0] + x, country.at[1] + y


def write_cell(cell: Any) -> str:
    """`@1,0`, or where it is still given by a neighbour, `e of europa`."""
    if len(cell) == len(("x", "y", "card")):
        return f"{'nesw'[SIDEWAYS.index(cell[:2])]} of {cell[2]}"
    return f"@{cell[0]},{cell[1]}"
