"""Running text in columns: blocks follow each other from column to column and page to page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from wsdv_tools.components.lettering import Labels, Printer
from wsdv_tools.components.paper import paper_size
from wsdv_tools.components.sheets import noted, numbered_title
from wsdv_tools.drawing.fitting import Style, fit, least_height
from wsdv_tools.drawing.fonts import CAP_HEIGHT
from wsdv_tools.drawing.palette import Palette, template
from wsdv_tools.drawing.shapes import POINT, Box, Item, Page, circle, line, rect, scaled

_STEP = 0.25  # points between two sizes of type that are tried
_ENDLESS = 1e4  # the height of a box that takes any text


@dataclass(frozen=True, slots=True)
class Heading:
    """A section's title, with a number in a disc where it has one."""

    text: str
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Text that may hold **bold** words; `sign` is at its left."""

    text: str
    sign: tuple[Item, ...] = ()  # drawn in a square of one millimetre's side, scaled by the flow
    is_list: bool = False  # a small sign and a thin line below, for long lists


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawing as wide as a column."""

    height: float
    draw: Callable[[Box], list[Item]]


Block = Heading | Paragraph | Figure
_Measure = Callable[[str, Style, float], float]  # how high a text is in a style and a width


class _Place(NamedTuple):
    """Where a block is: the number of its column, counted through all pages, and how far down it."""

    column: int
    y: float
    height: float


class Flow(Printer[Labels]):
    """Sets blocks into the columns of as many pages as they need."""

    def __init__(
        self, lettering: Labels, palette: Palette, paper: str, bars: tuple[str, str] = ("west", "east")
    ) -> None:
        layout = template("reference")
        self._page, self._spaces = layout["page"], layout["spaces"]
        self._title, self._head, self._body = (Style.of(layout["type"][name]) for name in ("title", "heading", "body"))
        super().__init__(lettering, palette)
        self._bars = bars  # the colours of both sides, beside the title
        self._width, self._height = paper_size(paper)
        self._margin = float(template("sheets")["margin"])

    def pages(self, title: str, blocks: Sequence[Block], most: int) -> tuple[Page, ...]:
        """The largest type with which the blocks need no more than `most` pages, or the smallest allowed."""
        size = self._body.size
        while size > self._body.least and not self._has_room(blocks, size, most):
            size -= _STEP
        sheets = self._laid(blocks, size)
        return tuple(self.framed(title, items, number, len(sheets)) for number, items in enumerate(sheets, 1))

    def _columns(self) -> list[Box]:
        margin, gap, count = self._page["margin"], self._page["gap"], self._page["columns"]
        width = (self._width - 2 * margin - gap * (count - 1)) / count
        top = margin + self._page["head"]
        bottom = self._height - self._margin - template("sheets")["note"]["height"] - 3
        return [Box(margin + number * (width + gap), top, width, bottom - top) for number in range(count)]

    def _in_size(self, size: float) -> Style:
        return Style(self._body.weight, size, size, size, self._body.leading)

    def _has_room(self, blocks: Sequence[Block], size: float, most: int) -> bool:
        """First with the least that each block needs: most sizes are ruled out without setting a line."""
        return all(
            self._pages_needed(blocks, self._heights(blocks, size, measure)) <= most
            for measure in (least_height, self._set_height)
        )

    def _pages_needed(self, blocks: Sequence[Block], heights: Sequence[float]) -> int:
        columns = self._columns()
        places = self._places(blocks, heights, columns[0].height)
        return places[-1].column // len(columns) + 1 if places else 1

    def _laid(self, blocks: Sequence[Block], size: float) -> list[list[Item]]:
        columns = self._columns()
        places = self._balanced(blocks, size, columns)
        sheets: list[list[Item]] = [[] for _ in range(places[-1].column // len(columns) + 1)] if places else [[]]
        for block, place in zip(blocks, places, strict=True):
            page, number = divmod(place.column, len(columns))
            column = columns[number]
            sheets[page] += self._draw(block, Box(column.x, column.y + place.y, column.width, place.height), size)
        return sheets

    def _balanced(self, blocks: Sequence[Block], size: float, columns: Sequence[Box]) -> list[_Place]:
        """The blocks of the last page are spread over its columns, as short as possible."""
        height, heights = columns[0].height, self._heights(blocks, size, self._set_height)
        places = self._places(blocks, heights, height)
        if not places:
            return places
        first_column = places[-1].column // len(columns) * len(columns)
        first = next(number for number, place in enumerate(places) if place.column >= first_column)
        least = sum(heights[first:]) / len(columns) - float(self._spaces["section"])
        for shorter in range(int(height - least), 0, -1):  # millimetres
            tried = self._places(blocks[first:], heights[first:], height - shorter)
            if tried[-1].column < len(columns) and max(at.y + at.height for at in tried) <= height - shorter + 1e-6:
                places[first:] = [place._replace(column=place.column + first_column) for place in tried]
                break
        return places

    def _heights(self, blocks: Sequence[Block], size: float, measure: _Measure) -> list[float]:
        width, style = self._columns()[0].width, self._in_size(size)
        return [self._height_of(block, width, style, measure) for block in blocks]

    def _places(self, blocks: Sequence[Block], heights: Sequence[float], room: float) -> list[_Place]:
        """Each block in a column of that height; a heading stays with what follows, and loses its space at the top."""
        places: list[_Place] = []
        column, y = 0, 0.0
        for number, (block, height) in enumerate(zip(blocks, heights, strict=True)):
            needed = height
            if isinstance(block, Heading) and number + 1 < len(blocks):
                needed += heights[number + 1]
            if y + needed > room and y > 0:
                column, y = column + 1, 0.0
            if y <= 0 and isinstance(block, Heading):
                y = -float(self._spaces["section"])
            places.append(_Place(column, y, height))
            y += height
        return places

    def _height_of(self, block: Block, width: float, style: Style, measure: _Measure) -> float:
        if isinstance(block, Heading):
            return float(self._spaces["section"] + self._head.size * POINT * 1.2 + self._spaces["heading"] * 0.5)
        if isinstance(block, Figure):
            return block.height + 2 * float(self._spaces["paragraph"])
        sign = self._sign(block, style.size)
        text = measure(block.text, style, width - sign)
        return max(text, sign * 0.86) + float(self._spaces["paragraph"])

    def _set_height(self, text: str, style: Style, width: float) -> float:
        return fit(text, style, width, _ENDLESS, self._lettering.code).height

    def _sign(self, block: Paragraph, size: float) -> float:
        """Room for a sign grows and shrinks with the type."""
        if not block.sign:
            return 0.0
        return float(self._spaces["mark" if block.is_list else "sign"]) * size / self._body.size

    def _draw(self, block: Block, box: Box, size: float) -> list[Item]:
        if isinstance(block, Figure):
            return block.draw(box)
        return self._heading(block, box) if isinstance(block, Heading) else self._paragraph(block, box, size)

    def _heading(self, block: Heading, box: Box) -> list[Item]:
        palette, style = self._palette, self._head
        self.type.about = block.text
        y = box.y + self._spaces["section"]
        baseline = y + style.size * POINT * 1.02
        items: list[Item] = []
        x = box.x
        if block.number is not None:
            radius = style.size * POINT * 0.62
            middle = baseline - style.size * POINT * CAP_HEIGHT / 2
            items.append(circle(x + radius, middle, radius, palette["slate"]))
            small = Style("bold", style.size * 0.82, style.size * 0.82, style.size * 0.82)
            disc = Box(x, middle - radius, 2 * radius, 2 * radius)
            items.append(self.type.centred(str(block.number), disc, small, palette["paper"]))
            x += 2 * radius + 1.6
        items.append(self.type.line(block.text, x, baseline, style, palette["ink"], "left", box.right - x))
        under = baseline + 1.5
        items.append(line(box.x, under, box.right, under, palette["slate"], 0.35))
        return items

    def _paragraph(self, block: Paragraph, box: Box, size: float) -> list[Item]:
        palette = self._palette
        indent = self._sign(block, size)
        room = Box(box.x + indent, box.y, box.width - indent, _ENDLESS)
        self.type.about = block.text.partition("**")[2].partition("**")[0] or block.text[:30]
        lines, _ = self.type.block(block.text, room, self._in_size(size), palette["ink"])
        items: list[Item] = list(lines)
        if block.sign:
            items.append(scaled(block.sign, indent * 0.8, box.x, box.y + 0.3))
        if block.is_list:
            y = box.bottom - self._spaces["paragraph"] * 0.4
            items.append(line(box.x, y, box.right, y, palette["hair"], 0.2))
        return items

    def framed(self, title: str, items: Sequence[Item], number: int = 1, count: int = 1) -> Page:
        """A page with the sheet's head and note around its items."""
        palette, margin = self._palette, self._page["margin"]
        name = title if count == 1 else numbered_title(self._lettering, title, number, count)
        self.type.about = title
        head = Box(margin, margin - 2, self._width - 2 * margin, self._page["head"] - 6)
        small = Style("regular", 9, 9, 9)
        bar = head.height
        drawn: list[Item] = [
            rect(Box(head.x, head.y, 2.4, bar), 0, palette[self._bars[0]]),
            rect(Box(head.x + 2.4, head.y, 2.4, bar), 0, palette[self._bars[1]]),
            self.type.line(
                title, head.x + 8, head.y + bar * 0.72, self._title, palette["ink"], "left", head.width - 48
            ),
            self.type.line(self._lettering.game, head.right, head.y + bar * 0.72, small, palette["soft"], "right"),
        ]
        return noted(name, (*drawn, *items), (self._width, self._height), self._lettering, palette)
