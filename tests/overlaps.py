"""Finds what lies on top of a text, and texts and symbols that run into each other, in a display list."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, product
from typing import NamedTuple

from wsdv_tools.drawing.fonts import CAP_HEIGHT
from wsdv_tools.drawing.shapes import IDENTITY, POINT, Box, Group, Item, Matrix, Path, Segment, Text, Use

DESCENDING = set("gjpqyQ,;()")
VEIL = 0.5  # what is fainter than this covers nothing
SQUARE = 20.0  # millimetres
TOUCH = 0.05  # millimetres that two things may share: numbers are rounded


class Drawn(NamedTuple):
    """An item with the box it takes on the page."""

    item: Path | Text | Use
    box: Box
    scale: float


def drawn_on(items: Iterable[Item], matrix: Matrix = IDENTITY) -> Iterator[Drawn]:
    """All items in the order in which they are drawn; turned groups are not for this test."""
    scale, _, _, _, dx, dy = matrix
    for item in items:
        if isinstance(item, Group):
            a, b, _, d, e, f = item.matrix
            assert (b, a) == (0.0, d), "turned"
            yield from drawn_on(item.items, (scale * a, 0.0, 0.0, scale * a, dx + scale * e, dy + scale * f))
        else:
            x, y, width, height = _box(item)
            yield Drawn(item, Box(dx + scale * x, dy + scale * y, scale * width, scale * height), scale)


def _box(item: Path | Text | Use) -> Box:
    if isinstance(item, Use):
        factor = item.matrix[0]
        return Box(item.matrix[4], item.matrix[5], item.symbol.width * factor, item.symbol.height * factor)
    if isinstance(item, Text):
        size = item.size * POINT
        left = item.x - item.length * {"start": 0.0, "middle": 0.5, "end": 1.0}[item.anchor]
        below = 0.2 * size if DESCENDING.intersection(item.text) else 0.0
        return Box(left, item.y - size * CAP_HEIGHT, item.length, size * CAP_HEIGHT + below)
    points = [point for segment in item.segments for point in _points(segment)]
    left, top = (min(point[way] for point in points) for way in (0, 1))
    right, bottom = (max(point[way] for point in points) for way in (0, 1))
    return Box(left, top, right - left, bottom - top).inset(-item.width / 2 if item.stroke else 0.0)


def _points(segment: Segment) -> list[tuple[float, float]]:
    numbers = segment[1:]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def along(segments: Iterable[Segment]) -> list[tuple[float, float]]:
    """Points on a path, close enough to be joined by straight lines."""
    found: list[tuple[float, float]] = []
    for segment in segments:
        points = _points(segment)
        if len(points) == 2:  # a quadratic curve
            (x0, y0), (x1, y1), (x2, y2) = found[-1], *points
            for part in (0.25, 0.5, 0.75, 1.0):
                a, b, c = (1 - part) ** 2, 2 * part * (1 - part), part**2
                found.append((a * x0 + b * x1 + c * x2, a * y0 + b * y1 + c * y2))
        else:
            found += points
    return found


def meet(one: Box, other: Box) -> bool:
    return (
        min(one.right, other.right) - max(one.x, other.x) > TOUCH
        and min(one.bottom, other.bottom) - max(one.y, other.y) > TOUCH
    )


def _covers(upper: Drawn, text: Box) -> bool:
    """Whether something drawn later hides a part of a text; a mere line only where it runs."""
    item = upper.item
    if isinstance(item, Path) and (item.opacity < VEIL or not (item.fill or item.stroke)):
        return False
    if not meet(upper.box, text):
        return False
    if isinstance(item, Path) and not item.fill:
        return distance(upper, text) < item.width * upper.scale / 2 - TOUCH
    return True


def distance(line: Drawn, box: Box) -> float:
    """From a line to a box."""
    assert isinstance(line.item, Path)
    x0, y0, _, _ = _box(line.item)
    points = [
        (line.box.x + (x - x0) * line.scale, line.box.y + (y - y0) * line.scale) for x, y in along(line.item.segments)
    ]
    least = math.inf
    for (x1, y1), (x2, y2) in pairwise(points):
        steps = max(1, int(math.hypot(x2 - x1, y2 - y1) * 4))
        for step in range(steps + 1):
            x, y = x1 + (x2 - x1) * step / steps, y1 + (y2 - y1) * step / steps
            least = min(least, math.hypot(max(box.x - x, 0, x - box.right), max(box.y - y, 0, y - box.bottom)))
    return least


def named(item: Path | Text | Use) -> str:
    if isinstance(item, Text):
        return item.text
    return item.symbol.name if isinstance(item, Use) else f"path {item.fill} {item.stroke}"


def _squares(box: Box) -> Iterator[tuple[int, int]]:
    """The squares of a page that a box touches: only what shares one can meet."""
    columns = range(int(box.x // SQUARE), int(box.right // SQUARE) + 1)
    rows = range(int(box.y // SQUARE), int(box.bottom // SQUARE) + 1)
    return product(columns, rows)


def overlaps(lower: Sequence[Drawn], upper: Sequence[Drawn]) -> list[str]:
    """Texts that something drawn later covers, and symbols above which texts are written later.

    Both are given in the order in which they are drawn, `upper` after `lower`; what lies below only is not looked at.
    """
    by_square: dict[tuple[int, int], list[int]] = {}
    for number, entry in enumerate(upper, start=len(lower)):
        for square in _squares(entry.box):
            by_square.setdefault(square, []).append(number)
    everything = [*lower, *upper]
    found = []
    for number, entry in enumerate(everything):
        if not isinstance(entry.item, Text | Use):
            continue
        near = {other for square in _squares(entry.box) for other in by_square.get(square, ())}
        for later in (everything[other] for other in sorted(near) if other > number):
            if isinstance(entry.item, Text) and _covers(later, entry.box):
                found.append(f"{named(later.item)} over {entry.item.text}")
            elif isinstance(entry.item, Use) and number >= len(lower) and _crowds(later, entry.box):
                found.append(f"{named(later.item)} over {named(entry.item)}")
    return found


def _crowds(upper: Drawn, symbol: Box) -> bool:
    return isinstance(upper.item, Text | Use) and meet(upper.box, symbol)
