"""The display list: everything that is printed, in millimetres, y downwards, colours resolved.

Components make it, the writers only copy it: what is laid out once looks the same in SVG and PDF.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

POINT = 25.4 / 72  # one typographic point in millimetres
Segment = tuple[str, *tuple[float, ...]]
Matrix = tuple[float, float, float, float, float, float]
IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


class Box(NamedTuple):
    """A rectangle by its upper left corner."""

    x: float
    y: float
    width: float
    height: float

    @classmethod
    def square(cls, x: float, y: float, side: float) -> Box:
        """With that point in its middle."""
        return cls(x - side / 2, y - side / 2, side, side)

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def middle(self) -> tuple[float, float]:
        return (self.x + self.width / 2, self.y + self.height / 2)

    def inset(self, by: float, down: float | None = None) -> Box:
        """The box made smaller on all sides, or larger with a negative number."""
        v = by if down is None else down
        return Box(self.x + by, self.y + v, self.width - 2 * by, self.height - 2 * v)

    def moved(self, dx: float, dy: float) -> Box:
        return self._replace(x=self.x + dx, y=self.y + dy)


class Path(NamedTuple):
    """Segments M, L, C, Q, Z with absolute numbers; fill and stroke are `#rrggbb` or None."""

    segments: tuple[Segment, ...]
    fill: str | None = None
    stroke: str | None = None
    width: float = 0.0
    dash: tuple[float, ...] = ()
    opacity: float = 1.0
    sharp: bool = False  # butt caps and mitred corners instead of round ones


class Text(NamedTuple):
    """One line of text. `y` is the baseline, `size` is in points, `length` the measured width in millimetres."""

    x: float
    y: float
    text: str
    weight: str
    size: float
    colour: str
    anchor: str = "start"
    length: float = 0.0

    @property
    def left(self) -> float:
        """Where it begins, by its length."""
        return self.x - {"start": 0.0, "middle": 0.5, "end": 1.0}[self.anchor] * self.length


class Symbol(NamedTuple):
    """A drawing that is used many times; its name is unique in a document."""

    name: str
    width: float
    height: float
    items: tuple[Item, ...]


class Use(NamedTuple):
    """A symbol put into a box, stretched evenly and centred."""

    symbol: Symbol
    x: float
    y: float
    width: float
    height: float

    @property
    def matrix(self) -> Matrix:
        scale = min(self.width / self.symbol.width, self.height / self.symbol.height)
        dx = self.x + (self.width - self.symbol.width * scale) / 2
        dy = self.y + (self.height - self.symbol.height * scale) / 2
        return (scale, 0.0, 0.0, scale, dx, dy)


class Group(NamedTuple):
    """Items moved, turned or scaled together, and cut off outside `clip`.

    Those that are one thing have an `id`, and a `label` by which people who do not see it know it.
    """

    items: tuple[Item, ...]
    matrix: Matrix = IDENTITY
    clip: Path | None = None
    id: str = ""
    label: str = ""


Item = Path | Text | Use | Group


class Page(NamedTuple):
    """A page; `title` becomes its entry in the outline, `trim` and `bleed` the boxes a print shop reads."""

    width: float
    height: float
    items: tuple[Item, ...]
    title: str = ""
    trim: Box | None = None
    bleed: Box | None = None


class Document(NamedTuple):
    """Pages with what a reader shows about them. `duplex` is None, `long` or `short`."""

    title: str
    language: str
    pages: tuple[Page, ...]
    duplex: str | None = None


def named(id_: str, label: str, items: Iterable[Item]) -> Group:
    return Group(tuple(items), id=id_, label=label)


def moved(items: Iterable[Item], dx: float, dy: float) -> Group:
    return Group(tuple(items), (1.0, 0.0, 0.0, 1.0, dx, dy))


def scaled(items: Iterable[Item], factor: float, dx: float = 0.0, dy: float = 0.0) -> Group:
    return Group(tuple(items), (factor, 0.0, 0.0, factor, dx, dy))


def turned(items: Iterable[Item], degrees: float, x: float, y: float) -> Group:
    """Turned clockwise around a point of the page."""
    cos, sin = (round(f(math.radians(degrees)), 9) for f in (math.cos, math.sin))
    return Group(tuple(items), (cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y))


def flat(items: Iterable[Item]) -> Iterator[Item]:
    """The items and all that lies inside them, outermost first."""
    for item in items:
        yield item
        if isinstance(item, Group):
            yield from flat(item.items)


def symbols(pages: Iterable[Page]) -> dict[str, Symbol]:
    """The symbols that the pages use, in the order of their first use."""
    found: dict[str, Symbol] = {}

    def visit(items: Iterable[Item]) -> None:
        for item in flat(items):
            if isinstance(item, Use) and item.symbol.name not in found:
                visit(item.symbol.items)  # what a symbol uses must be known before it
                found[item.symbol.name] = item.symbol

    for page in pages:
        visit(page.items)
    return found


_TOKENS = re.compile(r"[MLCQZ]|-?\d*\.?\d+")
_NUMBERS = {"M": 2, "L": 2, "C": 6, "Q": 4, "Z": 0}


def parse(d: str) -> tuple[Segment, ...]:
    """Path data with absolute commands; numbers that follow without a letter repeat the last one."""
    tokens = _TOKENS.findall(d)
    segments: list[Segment] = []
    letter, place = "", 0
    while place < len(tokens):
        if tokens[place].isalpha():
            letter = tokens[place]
            place += 1
        count = _NUMBERS[letter]
        segments.append((letter, *(float(number) for number in tokens[place : place + count])))
        place += count
        letter = "L" if letter == "M" else letter
    return tuple(segments)


def polyline(points: Iterable[tuple[float, float]], closed: bool = False) -> tuple[Segment, ...]:
    first, *rest = points
    segments: list[Segment] = [("M", *first), *(("L", *point) for point in rest)]
    return (*segments, ("Z",)) if closed else tuple(segments)


_KAPPA = 0.5522847  # how far a cubic's handles reach to make a quarter of a circle


def rounded(box: Box, radius: float = 0.0) -> tuple[Segment, ...]:
    x, y, width, height = box
    r = min(radius, width / 2, height / 2)
    if r <= 0:
        return polyline([(x, y), (x + width, y), (x + width, y + height), (x, y + height)], closed=True)
    k, right, bottom = r * (1 - _KAPPA), x + width, y + height
    return (
        ("M", x + r, y),
        ("L", right - r, y),
        ("C", right - k, y, right, y + k, right, y + r),
        ("L", right, bottom - r),
        ("C", right, bottom - k, right - k, bottom, right - r, bottom),
        ("L", x + r, bottom),
        ("C", x + k, bottom, x, bottom - k, x, bottom - r),
        ("L", x, y + r),
        ("C", x, y + k, x + k, y, x + r, y),
        ("Z",),
    )


def ring(x: float, y: float, radius: float) -> tuple[Segment, ...]:
    return rounded(Box(x - radius, y - radius, 2 * radius, 2 * radius), radius)


def rect(box: Box, radius: float = 0.0, fill: str | None = None, stroke: str | None = None, width: float = 0.0) -> Path:
    return Path(rounded(box, radius), fill, stroke, width, sharp=radius == 0)


def circle(
    x: float, y: float, r: float, fill: str | None = None, stroke: str | None = None, width: float = 0.0
) -> Path:
    return Path(ring(x, y, r), fill, stroke, width)


def line(x1: float, y1: float, x2: float, y2: float, stroke: str, width: float, dash: tuple[float, ...] = ()) -> Path:
    return Path((("M", x1, y1), ("L", x2, y2)), None, stroke, width, dash, sharp=True)


def faded(path: Path, opacity: float) -> Path:
    return path._replace(opacity=opacity)
