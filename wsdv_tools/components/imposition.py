"""Where pieces lie on a sheet, and where their backs must lie so that both meet when the sheet is turned."""

from __future__ import annotations

import math
from dataclasses import dataclass

from wsdv_tools.drawing.palette import template
from wsdv_tools.drawing.shapes import Box
from wsdv_tools.findings import Finding, Fix, Unreadable

Size = tuple[float, float]
Grid = tuple[float, float, int, int]  # the paper as it lies, and how many pieces across and down


@dataclass(frozen=True, slots=True)
class Slot:
    """A piece's place on a page; `is_turned` pieces stand on their head."""

    box: Box
    is_turned: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """A sheet: where fronts and backs go. `fold` is the middle of a sheet that is folded instead of turned."""

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

    @property
    def block(self) -> Box:
        """The rectangle that all trimmed pieces of the front fill; folded sheets include the backs."""
        boxes = [slot.box for slot in (*self.fronts, *(self.reverse if self.is_folded else ()))]
        x, y = min(box.x for box in boxes), min(box.y for box in boxes)
        return Box(x, y, max(box.right for box in boxes) - x, max(box.bottom for box in boxes) - y)

    @property
    def is_folded(self) -> bool:
        return self.backs == "gutterfold"

    @property
    def turns_sideways(self) -> bool:
        return _turns_sideways(self.backs, self.width > self.height)

    @property
    def duplex(self) -> str | None:
        return self.backs.removeprefix("duplex-") if self.backs.startswith("duplex") else None


def paper_size(paper: str) -> Size:
    width, height = template("sheets")["papers"][paper]["size"]
    return float(width), float(height)


def plan(
    piece: Size,
    paper: str = "a4",
    backs: str = "duplex-long",
    bleed: float = 0.0,
    margin: float | None = None,
    grid: tuple[int, int] | None = None,
) -> Plan:
    """The sheet that holds most pieces. A margin it does not leave is refused, with a grid that fits."""
    usual = float(template("sheets")["margin"])
    margin = usual if margin is None else margin
    chosen = _best(piece, paper, backs, bleed, usual) if grid is None else _fitting(grid, piece, paper, backs, bleed)
    width, height, columns, rows = chosen
    used = _extent(columns, rows, piece, bleed, backs, width > height)
    free = min(width - used[0], height - used[1]) / 2
    if free < margin - 1e-6 or columns * rows == 0:
        raise Unreadable([_too_small(chosen, piece, paper, backs, bleed, margin, free)])
    return _placed(chosen, piece, paper, backs, bleed, margin)


def _best(piece: Size, paper: str, backs: str, bleed: float, margin: float) -> Grid:
    """Paper upright or across, whichever holds more; upright where both hold the same."""
    tries = []
    for width, height in _orientations(paper):
        free = (width - 2 * margin, height - 2 * margin)
        columns, rows = _count(free, piece, bleed, backs, width > height)
        tries.append((columns * rows, height > width, (width, height, columns, rows)))
    return max(tries)[2]


def _orientations(paper: str) -> tuple[Size, Size]:
    width, height = paper_size(paper)
    return (width, height), (height, width)


def _count(free: Size, piece: Size, bleed: float, backs: str, across: bool) -> tuple[int, int]:
    cell = (piece[0] + 2 * bleed, piece[1] + 2 * bleed)
    if backs != "gutterfold":
        return (math.floor(free[0] / cell[0] + 1e-6), math.floor(free[1] / cell[1] + 1e-6))
    gutter = float(template("sheets")["gutter"])
    # Across, the upper half folds behind the lower one; upright, the left half behind the right one.
    if across:
        return (math.floor(free[0] / cell[0] + 1e-6), math.floor((free[1] - gutter) / 2 / cell[1] + 1e-6))
    return (math.floor((free[0] - gutter) / 2 / cell[0] + 1e-6), math.floor(free[1] / cell[1] + 1e-6))


def _extent(columns: int, rows: int, piece: Size, bleed: float, backs: str, across: bool) -> Size:
    """What the pieces of a sheet take, bleed and backs included."""
    width, height = columns * (piece[0] + 2 * bleed), rows * (piece[1] + 2 * bleed)
    if backs == "gutterfold":
        gutter = float(template("sheets")["gutter"])
        return (width, 2 * height + gutter) if across else (2 * width + gutter, height)
    return (width, height)


def _fitting(grid: tuple[int, int], piece: Size, paper: str, backs: str, bleed: float) -> Grid:
    """The orientation in which a wished grid leaves the wider margin."""
    tries = []
    for width, height in _orientations(paper):
        used = _extent(*grid, piece, bleed, backs, width > height)
        tries.append((min(width - used[0], height - used[1]), (width, height, *grid)))
    return max(tries)[1]


def _too_small(chosen: Grid, piece: Size, paper: str, backs: str, bleed: float, margin: float, free: float) -> Finding:
    _, _, columns, rows = chosen
    _, _, fewer_columns, fewer_rows = _best(piece, paper, backs, bleed, margin)
    fixes: tuple[Fix, ...] = ()
    if fewer_columns * fewer_rows:
        fixes = (Fix("smaller-grid", {"columns": fewer_columns, "rows": fewer_rows}),)
    values = {
        "columns": columns,
        "rows": rows,
        "paper": template("sheets")["papers"][paper]["name"],
        "margin": f"{margin:g}",
        "free": f"{max(free, 0):.2f}".rstrip("0").rstrip("."),
    }
    return Finding("sheet-too-small", values=values, fixes=fixes)


def _placed(chosen: Grid, piece: Size, paper: str, backs: str, bleed: float, margin: float) -> Plan:
    width, height, columns, rows = chosen
    across = width > height
    used = _extent(columns, rows, piece, bleed, backs, across)
    left, top = (width - used[0]) / 2 + bleed, (height - used[1]) / 2 + bleed
    step = (piece[0] + 2 * bleed, piece[1] + 2 * bleed)
    fronts = tuple(
        Slot(Box(left + column * step[0], top + row * step[1], *piece))
        for row in range(rows)
        for column in range(columns)
    )
    sideways = _turns_sideways(backs, across)
    reverse = tuple(behind(slot, width, height, sideways) for slot in fronts) if backs != "none" else ()
    return Plan(paper, width, height, margin, bleed, columns, rows, backs, fronts, reverse)


def _turns_sideways(backs: str, across: bool) -> bool:
    """Whether the sheet turns, or folds, like a page of a book: around an upright axis."""
    if backs == "gutterfold":
        return not across
    return (backs == "duplex-long") != across


def behind(slot: Slot, width: float, height: float, sideways: bool) -> Slot:
    """The place that lies behind a slot when the sheet is turned, or folded in its middle.

    Turned around an upright axis, left and right change. Turned around a level one, above and below change, and
    the back must stand on its head for a card in the hand to be turned like a page.
    """
    box = slot.box
    if sideways:
        return Slot(box._replace(x=width - box.right), slot.is_turned)
    return Slot(box._replace(y=height - box.bottom), not slot.is_turned)
