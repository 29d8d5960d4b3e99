"""Sheets of counters: blocks of different sizes one below the other, their backs behind them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from wsdv_tools.components.card_faces import Piece
from wsdv_tools.components.counters import Block
from wsdv_tools.components.imposition import Slot, behind
from wsdv_tools.components.lettering import Labels, Printer
from wsdv_tools.components.paper import paper_size
from wsdv_tools.components.sheets import noted, numbered_title, put
from wsdv_tools.drawing.fitting import Style
from wsdv_tools.drawing.palette import Palette, template
from wsdv_tools.drawing.shapes import Box, Item, Page, line


@dataclass(slots=True)
class _Sheet:
    """What lies on one sheet: pieces with their places, and the blocks to be cut around."""

    places: list[tuple[Piece, Slot]] = field(default_factory=list)
    blocks: list[tuple[str, Box, tuple[float, float]]] = field(default_factory=list)


class CounterSheets(Printer[Labels]):
    """Fills upright sheets from the top; a block that does not fit continues on the next one."""

    def __init__(
        self,
        lettering: Labels,
        palette: Palette,
        paper: str = "a4",
        backs: str = "duplex-long",
        offset: tuple[float, float] = (0.0, 0.0),
        margin: float | None = None,
    ) -> None:
        super().__init__(lettering, palette)
        self._width, self._height = paper_size(paper)
        self._backs = backs
        self._offset = offset
        sheet = template("sheets")
        self._margin = float(sheet["margin"]) if margin is None else margin
        note, gap = sheet["note"]["height"], template("counters")["gap"]
        area = Box(self._margin + 5, self._margin + gap, self._width - 2 * self._margin - 10, 0)
        bottom = self._height - self._margin - note - 4
        if backs == "gutterfold":  # the left half folds behind the right one
            area = area._replace(width=(self._width - sheet["gutter"]) / 2 - self._margin - 5)
        self._area = area._replace(height=bottom - area.y)

    def pages(self, blocks: Sequence[Block]) -> tuple[Page, ...]:
        sheets = self._filled(blocks)
        pages: list[Page] = []
        for number, sheet in enumerate(sheets, 1):
            pages.append(self._front(sheet, number, len(sheets)))
            if self._backs.startswith("duplex"):
                pages.append(self._back(sheet, number, len(sheets)))
        return tuple(pages)

    def places(self, blocks: Sequence[Block]) -> list[tuple[Slot, Slot]]:
        """Every front's place with the place of its back, on all sheets."""
        return [(slot, self._behind(slot)) for sheet in self._filled(blocks) for _, slot in sheet.places]

    def _filled(self, blocks: Sequence[Block]) -> list[_Sheet]:
        sheets, gap = [_Sheet()], template("counters")["gap"]
        y = self._area.y
        for block in blocks:
            columns = math.floor(self._area.width / block.size[0])
            rest = list(block.pieces)
            while rest:
                rows = math.floor((self._area.bottom - y) / block.size[1])
                if rows < 1:
                    sheets.append(_Sheet())
                    y = self._area.y
                    continue
                part, rest = rest[: rows * columns], rest[rows * columns :]
                y = self._place(sheets[-1], block, part, columns, y) + gap
        return sheets

    def _place(self, sheet: _Sheet, block: Block, pieces: Sequence[Piece], columns: int, y: float) -> float:
        """Rows as even as possible, in the middle, so that a sheet turned over lies on itself."""
        rows = math.ceil(len(pieces) / columns)
        columns = math.ceil(len(pieces) / rows)
        width, height = block.size
        left = self._area.x + (self._area.width - columns * width) / 2
        for number, piece in enumerate(pieces):
            row, column = divmod(number, columns)
            sheet.places.append((piece, Slot(Box(left + column * width, y + row * height, width, height))))
        sheet.blocks.append((block.name, Box(left, y, columns * width, rows * height), block.size))
        return y + rows * height

    def _behind(self, slot: Slot) -> Slot:
        return behind(slot, self._width, self._height, sideways=self._backs != "duplex-short")

    def _front(self, sheet: _Sheet, number: int, count: int) -> Page:
        items: list[Item] = [put(piece.front, slot) for piece, slot in sheet.places]
        for name, box, size in sheet.blocks:
            items += self._marks(box, size)
            style = Style.of(template("counters")["name"])
            items.append(self.type.line(name, box.x, box.y - 2.6, style, self._palette["soft"]))
        if self._backs == "gutterfold":
            items += self._backs_of(sheet)
            x = self._width / 2
            items.append(line(x, self._margin + 2, x, self._height - 16, self._palette["soft"], 0.2, (2.0, 1.2)))
        return self._page(items, number, count)

    def _back(self, sheet: _Sheet, number: int, count: int) -> Page:
        return self._page(self._backs_of(sheet), number, count, self._say("back-side"))

    def _backs_of(self, sheet: _Sheet) -> list[Item]:
        return [put(piece.back, self._behind(slot), self._offset) for piece, slot in sheet.places]

    def _marks(self, box: Box, size: tuple[float, float]) -> list[Item]:
        """Cut marks at the left and right of every row, and above and below every column."""
        ink, items = self._palette["ink"], list[Item]()
        gap, length, width = 0.6, 2.2, template("sheets")["marks"]["line"]
        for row in range(round(box.height / size[1]) + 1):
            y = box.y + row * size[1]
            items.append(line(box.x - gap - length, y, box.x - gap, y, ink, width))
            items.append(line(box.right + gap, y, box.right + gap + length, y, ink, width))
        for column in range(round(box.width / size[0]) + 1):
            x = box.x + column * size[0]
            items.append(line(x, box.y - 1.2, x, box.y - 0.2, ink, width))
            items.append(line(x, box.bottom + 0.2, x, box.bottom + 1.2, ink, width))
        return items

    def _page(self, items: list[Item], number: int, count: int, side: str = "") -> Page:
        name = numbered_title(self._lettering, self._say("counters-sheet"), number, count, side)
        return noted(name, items, (self._width, self._height), self._lettering, self._palette, self._margin)
