"""The board on sheets of home paper: tiles that overlap, with strips to glue and a plan to put them together."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from string import ascii_lowercase

from wsdv_tools.components.lettering import Lettering, Printer
from wsdv_tools.components.paper import paper_size
from wsdv_tools.components.sheets import ruler, sheet_note, sheet_text
from wsdv_tools.drawing.fitting import Style, fit_line
from wsdv_tools.drawing.palette import Palette, template
from wsdv_tools.drawing.shapes import (
    Box,
    Group,
    Item,
    Page,
    Path,
    Symbol,
    Use,
    faded,
    line,
    moved,
    rect,
    rounded,
    turned,
)
from wsdv_tools.drawing.symbols import symbol


@dataclass(frozen=True, slots=True)
class Tiling:
    """How a board is cut: even tiles on pages of one orientation, as few as possible."""

    width: float
    height: float
    margin: float
    overlap: float
    area: Box  # what of the board is printed
    columns: int
    rows: int

    @property
    def tile(self) -> tuple[float, float]:
        """All are of one size: narrow ones would not be easier to cut, and harder to glue."""
        width = (self.area.width + (self.columns - 1) * self.overlap) / self.columns
        height = (self.area.height + (self.rows - 1) * self.overlap) / self.rows
        return (width, height)

    def part(self, row: int, column: int) -> Box:
        """The part of the board that a tile shows."""
        width, height = self.tile
        x = self.area.x + column * (width - self.overlap)
        y = self.area.y + row * (height - self.overlap)
        return Box(x, y, width, height)

    @property
    def window(self) -> Box:
        """Where a tile is on its page: in the middle."""
        width, height = self.tile
        return Box((self.width - width) / 2, (self.height - height) / 2, width, height)


def tiling(board: tuple[float, float], paper: str, margin: float) -> Tiling:
    """The orientation that needs fewer sheets; the board's outermost edge is blank and not printed."""
    entry = template("board")["tiles"]
    trim, overlap = entry["trim"], entry["overlap"]
    area = Box(trim, trim, board[0] - 2 * trim, board[1] - 2 * trim)
    tries = []
    for width, height in (paper_size(paper), paper_size(paper)[::-1]):
        columns = _needed(area.width, width - 2 * margin, overlap)
        rows = _needed(area.height, height - 2 * margin, overlap)
        tries.append((columns * rows, width > height, Tiling(width, height, margin, overlap, area, columns, rows)))
    return min(tries, key=lambda one: one[:2])[2]


def _needed(length: float, window: float, overlap: float) -> int:
    return max(1, math.ceil((length - overlap) / (window - overlap) - 1e-6))


class TilePrinter(Printer[Lettering]):
    """Makes the pages: first the plan, then the tiles row by row."""

    def __init__(
        self, board: Page, paper: str, lettering: Lettering, palette: Palette, margin: float | None = None
    ) -> None:
        super().__init__(lettering, palette)
        usual = float(template("sheets")["margin"])
        self._plan = tiling((board.width, board.height), paper, usual if margin is None else margin)
        self._entry = template("board")["tiles"]
        # One symbol holds the whole board, so that the file does not grow with the number of sheets.
        self._board = Symbol("board", board.width, board.height, board.items)
        self._title = board.title

    def pages(self) -> tuple[Page, ...]:
        plan = self._plan
        tiles = [self._tile(row, column) for row in range(plan.rows) for column in range(plan.columns)]
        return (self._assembly(), *tiles)

    def _name(self, row: int, column: int) -> str:
        """Row and column: 1a, 1b, 2a; the other way round they would read as sizes of paper."""
        return f"{row + 1}{ascii_lowercase[column]}"

    def _tile(self, row: int, column: int) -> Page:
        plan, window = self._plan, self._plan.window
        part = plan.part(row, column)
        shift = (window.x - part.x, window.y - part.y)
        picture = Use(self._board, shift[0], shift[1], self._board.width, self._board.height)
        items: list[Item] = [Group((picture,), clip=Path(rounded(window)))]
        label = self._say("tile-label", name=self._name(row, column))
        name = f"{self._title}, {label}"
        notes = (sheet_text(self._lettering, name), name)
        is_last = row + 1 == plan.rows  # others have their note in the strip below, and the one beside ends there
        if column + 1 < plan.columns:
            end = window.bottom if is_last else window.bottom - plan.overlap
            strip = Box(0.0, 0.0, end - window.y, plan.overlap)  # drawn lying and turned up
            upright = turned(self._glue(strip, self._name(row, column + 1), notes if is_last else ()), -90, 0, 0)
            items.append(moved([upright], window.right - plan.overlap, end))
        if not is_last:
            strip = Box(window.x, window.bottom - plan.overlap, window.width, plan.overlap)
            items += self._glue(strip, self._name(row + 1, column), notes)
        if (row + 1, column + 1) == (plan.rows, plan.columns):
            items += sheet_note(notes[0], window, (plan.width, plan.height), plan.margin, self._palette)
        items += self._cuts(window, row, column)
        return Page(plan.width, plan.height, tuple(items), name, window, window)

    def _glue(self, strip: Box, name: str, notes: Sequence[str]) -> list[Item]:
        """The strip that the next sheet covers: veiled, dashed, saying what comes there, with note and ruler."""
        words = self._say("tile-glue", name=name)
        style, colour = Style.of(self._entry["label"]), self._palette["ink"]
        self.type.about = words
        y = strip.y + strip.height * 0.64
        bold = Style("bold", style.size, style.size, style.floor)
        label = self.type.line(words, strip.x + 3, y, bold, colour, "left", min(34.0, strip.width - 6))
        items: list[Item] = [
            faded(rect(strip, fill=self._palette["paper"]), 0.72),
            line(strip.x, strip.y, strip.right, strip.y, colour, self._entry["line"], (1.6, 1.2)),
            label,
        ]
        length = template("sheets")["note"]["ruler"]
        start, end = label.x + label.length + 5, strip.right - length - 15
        if not notes or start > end:  # the lowest row may be too short for a ruler
            return items
        fitting = [note for note in notes if fit_line(note, style, end - start).over <= 0]
        items += [self.type.line(note, start, y, style, colour, "left", end - start) for note in fitting[:1]]
        mark = (strip.right - length - 3, strip.y + strip.height * 0.8, length)
        return [*items, *ruler(*mark, self._palette, style, f"{length} mm")]

    def _cuts(self, window: Box, row: int, column: int) -> list[Item]:
        """Scissors and a line along the edges that lie on top of another sheet."""
        ink, width = self._palette["ink"], self._entry["line"]
        sign = symbol("scissors", "plain", self._palette)
        side = min(3.6, self._plan.margin - 0.6)
        items: list[Item] = []
        if column:
            items.append(line(window.x, window.y, window.x, window.bottom, ink, width))
            x, y = window.x - side / 2 - 0.2, window.y + window.height * 0.2
            items.append(turned([Use(sign, x - side / 2, y, side, side)], -90, x, y + side / 2))
        if row:
            items.append(line(window.x, window.y, window.right, window.y, ink, width))
            items.append(Use(sign, window.x + window.width * 0.2, window.y - side - 0.1, side, side))
        return items

    def _assembly(self) -> Page:
        """A small picture of the board with the sheets' edges and names, and what to do."""
        plan, palette, margin = self._plan, self._palette, 15.0
        width, height = min(plan.width, plan.height), max(plan.width, plan.height)
        title, steps = Style.of(self._entry["title"]), Style.of(self._entry["steps"])
        words = self._say("tile-steps", first=self._name(0, 0))
        self.type.about = words
        heading = self.type.line(self._title, margin, margin + 8, title, palette["ink"], "left", width - 2 * margin)
        room = Box(margin, margin + 14, width - 2 * margin, 46)
        text, fitted = self.type.block(words, room, steps, palette["ink"])
        y = room.y + fitted.height + 8
        scale = min((width - 2 * margin) / self._board.width, (height - y - 24) / self._board.height)
        x = (width - self._board.width * scale) / 2
        small = Use(self._board, x, y, self._board.width * scale, self._board.height * scale)
        items: list[Item] = [heading, *text, small, *self._grid(x, y, scale)]
        note = sheet_text(self._lettering, self._title)
        items += sheet_note(note, Box(0, 0, width, height - 12), (width, height), plan.margin, palette)
        return Page(width, height, tuple(items), self._title)

    def _grid(self, x: float, y: float, scale: float) -> list[Item]:
        plan, palette = self._plan, self._palette
        name_style = Style("bold", 26, 26, 26)
        items: list[Item] = []
        for row in range(plan.rows):
            for column in range(plan.columns):
                part = plan.part(row, column)
                box = Box(x + part.x * scale, y + part.y * scale, part.width * scale, part.height * scale)
                items.append(rect(box, 0, None, palette["blue-deep"], 0.6))
                mx, my = box.middle
                ground = Box(mx - 8, my - 6, 16, 12)
                items.append(faded(rect(ground, 2, palette["paper"]), 0.85))
                items.append(self.type.centred(self._name(row, column), ground, name_style, palette["blue-deep"]))
        return items
