"""Where pieces lie on a sheet, and where their backs must lie so that both meet when the sheet is turned."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from wsdv_tools.components.paper import paper_name, paper_size
from wsdv_tools.drawing.palette import template
from wsdv_tools.drawing.shapes import Box, Path, polyline, rect
from wsdv_tools.findings import Finding, Fix, Unreadable

_BLACK = "#000000"  # in every edition: the sensor sees nothing paler
_CLEAR = 1.0  # millimetres between a mark and whatever else is printed
Size = tuple[float, float]
Grid = tuple[float, float, int, int]  # the paper as it lies, and how many pieces across and down


@dataclass(frozen=True, slots=True)
class Slot:
    """A piece's place on a page; `is_turned` pieces are upside down."""

    box: Box
    is_turned: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """A sheet: where fronts and backs go, and with which `machine` it is cut, if not by hand."""

    paper: str
    width: float
    height: float
    margin: float
    bleed: float
    columns: int
    rows: int
    backs: str
    fronts: tuple[Slot, ...]
    reverse: tuple[Slot, ...]
    gap: float = 0.0
    machine: str | None = None

    @property
    def block(self) -> Box:
        """The rectangle that all trimmed pieces of the front fill; folded sheets include the backs."""
        boxes = [slot.box for slot in self.on_front]
        x, y = min(box.x for box in boxes), min(box.y for box in boxes)
        return Box(x, y, max(box.right for box in boxes) - x, max(box.bottom for box in boxes) - y)

    @property
    def on_front(self) -> tuple[Slot, ...]:
        """All places on the front of the sheet; folded sheets have the backs there, too."""
        return (*self.fronts, *(self.reverse if self.is_folded else ()))

    def holding(self, pieces: int | None) -> Plan:
        """The same sheet with places for only the first pieces."""
        return replace(self, fronts=self.fronts[:pieces], reverse=self.reverse[:pieces])

    @property
    def is_folded(self) -> bool:
        return self.backs == "gutterfold"

    @property
    def turns_sideways(self) -> bool:
        return _turns_sideways(self.backs, self.width > self.height)

    @property
    def duplex(self) -> str | None:
        return self.backs.removeprefix("duplex-") if self.backs.startswith("duplex") else None


@dataclass(frozen=True, slots=True)
class _Wish:
    """What a sheet has to hold."""

    piece: Size
    paper: str
    backs: str
    bleed: float
    gap: float
    machine: str | None

    def extent(self, columns: int, rows: int, across: bool) -> Size:
        """What the pieces of a sheet take: bleed, gaps and backs included."""
        width = columns * (self.piece[0] + 2 * self.bleed + self.gap) - self.gap
        height = rows * (self.piece[1] + 2 * self.bleed + self.gap) - self.gap
        if self.backs != "gutterfold":
            return (width, height)
        # Across, the upper half folds behind the lower one; upright, the left half behind the right one.
        gutter = float(template("sheets")["gutter"])
        return (width, 2 * height + gutter) if across else (2 * width + gutter, height)

    def free(self, grid: Grid) -> float:
        """The narrowest edge that a grid leaves."""
        width, height, columns, rows = grid
        used = self.extent(columns, rows, width > height)
        return min(width - used[0], height - used[1]) / 2

    def fits(self, grid: Grid, margin: float) -> bool:
        """Whether a grid leaves the printer its margin, and the knife marks that it can follow."""
        marks = template("sheets")["marks"]
        room = 0.0 if self.machine else marks["least"] + marks["near"]
        if self.free(grid) < margin + room - 1e-6:
            return False
        return not self.machine or keeps_clear(_placed(self, grid, margin).block.inset(-self.bleed))

    def grids(self) -> Iterator[Grid]:
        """All that the bare paper holds, upright and across."""
        width, height = paper_size(self.paper)
        for wide, high in ((width, height), (height, width)):
            for columns in range(1, math.floor(wide / self.piece[0]) + 1):
                for rows in range(1, math.floor(high / self.piece[1]) + 1):
                    yield (wide, high, columns, rows)


def plan(
    piece: Size,
    paper: str = "a4",
    backs: str = "duplex-long",
    bleed: float = 0.0,
    margin: float | None = None,
    grid: tuple[int, int] | None = None,
    gap: float = 0.0,
    machine: str | None = None,
) -> Plan:
    """The sheet that holds most pieces. A margin it does not leave is refused, with a grid that fits."""
    wish = _Wish(piece, paper, backs, bleed, gap, machine)
    usual = float(template("sheets")["margin"])
    margin = usual if margin is None else margin
    chosen = _best(wish, min(usual, margin)) if grid is None else _wished(wish, grid)
    if chosen is None or wish.free(chosen) < margin - 1e-6:
        raise Unreadable([_too_small(wish, chosen, margin)])
    if grid is None and not wish.fits(chosen, margin):
        chosen = _best(wish, margin) or chosen  # fewer pieces rather than marks that nobody can follow
    return _placed(wish, chosen, margin)


def _best(wish: _Wish, margin: float) -> Grid | None:
    """Paper upright or across, whichever holds more; upright where both hold the same."""
    fitting = [grid for grid in wish.grids() if wish.fits(grid, margin)]
    return max(fitting, key=lambda grid: (grid[2] * grid[3], grid[1] > grid[0], wish.free(grid)), default=None)


def _wished(wish: _Wish, grid: tuple[int, int]) -> Grid:
    """The orientation in which a wished grid leaves the wider margin."""
    width, height = paper_size(wish.paper)
    return max(((width, height, *grid), (height, width, *grid)), key=wish.free)


def _too_small(wish: _Wish, chosen: Grid | None, margin: float) -> Finding:
    width, height = paper_size(wish.paper)
    shown = chosen or (width, height, 1, 1)
    smaller = _best(wish, margin)
    values = {
        "columns": shown[2],
        "rows": shown[3],
        "paper": paper_name(wish.paper),
        "margin": f"{margin:g}",
        "free": f"{max(wish.free(shown), 0):.2f}".rstrip("0").rstrip("."),
    }
    fixes = (Fix("smaller-grid", {"columns": smaller[2], "rows": smaller[3]}),) if smaller else ()
    return Finding("sheet-too-small", values=values, fixes=fixes)


def _placed(wish: _Wish, grid: Grid, margin: float) -> Plan:
    width, height, columns, rows = grid
    across, bleed = width > height, wish.bleed
    used = wish.extent(columns, rows, across)
    left, top = (width - used[0]) / 2 + bleed, (height - used[1]) / 2 + bleed
    step = (wish.piece[0] + 2 * bleed + wish.gap, wish.piece[1] + 2 * bleed + wish.gap)
    fronts = tuple(
        Slot(Box(left + column * step[0], top + row * step[1], *wish.piece))
        for row in range(rows)
        for column in range(columns)
    )
    sideways = _turns_sideways(wish.backs, across)
    reverse = tuple(behind(slot, width, height, sideways) for slot in fronts) if wish.backs != "none" else ()
    return Plan(
        wish.paper, width, height, margin, bleed, columns, rows, wish.backs, fronts, reverse, wish.gap, wish.machine
    )


def _turns_sideways(backs: str, across: bool) -> bool:
    """Whether the sheet turns, or folds, like a page of a book: around an upright axis."""
    if backs == "gutterfold":
        return not across
    return (backs == "duplex-long") != across


def behind(slot: Slot, width: float, height: float, sideways: bool) -> Slot:
    """The place that lies behind a slot when the sheet is turned, or folded in its middle.

    Turned around an upright axis, left and right change. Turned around a level one, above and below change, and
    the back must be upside down for a card in the hand to be turned like a page.
    """
    box = slot.box
    if sideways:
        return Slot(box._replace(x=width - box.right), slot.is_turned)
    return Slot(box._replace(y=height - box.bottom), not slot.is_turned)


# A cutting machine looks for marks, and must find the corners of the paper empty.


def keeps_clear(block: Box) -> bool:
    """Whether what is printed, in the middle of the paper, lies between the marks and leaves the corners free."""
    entry = template("sheets")["silhouette"]
    edge, corner = entry["inset"] + entry["line"] + _CLEAR, entry["corner"]
    return bool(min(block.x, block.y) >= edge and max(block.x, block.y) >= corner)


def machine_reach() -> float:
    """How far the marks go on along the edges of the paper, with what stays free behind them."""
    entry = template("sheets")["silhouette"]
    return float(entry["inset"] + entry["arm"] + 4 * _CLEAR)


def registration(width: float, height: float) -> list[Path]:
    """Silhouette's three marks: a square at the upper left, an L at the upper right and at the lower left."""
    entry = template("sheets")["silhouette"]
    inset, arm, line = entry["inset"], entry["arm"], entry["line"]
    right, bottom = width - inset, height - inset
    upper = [(right - arm, inset), (right, inset), (right, inset + arm)]
    lower = [(inset, bottom - arm), (inset, bottom), (inset + arm, bottom)]
    square = rect(Box(inset, inset, entry["square"], entry["square"]), fill=_BLACK)
    return [square, *(Path(polyline(points), None, _BLACK, line, sharp=True) for points in (upper, lower))]
