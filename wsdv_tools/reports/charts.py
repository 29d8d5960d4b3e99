"""Charts as SVG text: pure functions of numbers, for pages in one file and for the page of `wsdv serve`.

charts(game, stops(checked), titles)["prestige"].svg

Colours are CSS variables with a value to fall back on (`--chart-west`, ...), so that a page can have a dark side. Each
chart of a game has a line with the id `now-NAME`; to move it to a stop, move it by `stop * data-step`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, NamedTuple

from wsdv_tools.drawing.fonts import width
from wsdv_tools.drawing.shapes import Box, Group, Item, Path, Text, line, named, polyline, rect
from wsdv_tools.drawing.svg import layer
from wsdv_tools.facts.cards import NUMERALS
from wsdv_tools.facts.tracks import LAST
from wsdv_tools.reports.stops import standing
from wsdv_tools.rules.phases_6_to_10 import COLLAPSE

if TYPE_CHECKING:
    from wsdv_tools.reports.stops import Stop
    from wsdv_tools.rules.game import Game

PARTS = ("var(--c0, #2a6db5)", "var(--c1, #d9782a)", "var(--c2, #3f8f5a)", "var(--c3, #8263ac)")  # of a bar
WEST, EAST = "var(--chart-west, #a87900)", "var(--chart-east, #c62f26)"
INK, SOFT, HAIR = "var(--chart-ink, #23272e)", "var(--chart-soft, #5d646e)", "var(--chart-hair, #dcdfe3)"
BAND = "var(--chart-band, #f0ede5)"
TRACKS = ("prestige", "currency", "socialists")
PAIRS = ("protests", "standards", "economy")
NAMES = (*TRACKS, *PAIRS)
# The words for a chart's title, in the language files.
WORDS = {
    **{name: f"track-{name}" for name in TRACKS},
    "protests": "counters-protests",
    "standards": "living-standard",
    "economy": "report.economy",
}
_WIDTH, _HEIGHT = 90.0, 42.0
_PLOT = Box(9, 2.5, 79.5, 33)
_SIZE = 9.0  # points
_BAR, _GAP = 5.2, 1.6  # the height of a bar, and the gap between two


class Chart(NamedTuple):
    """A chart of a game, and the numbers in it: a line, or West's and East's."""

    svg: str
    values: tuple[tuple[float, ...], ...]


class Span(NamedTuple):
    """Stops that belong together: a decade, or its end."""

    first: int
    last: int
    label: str
    is_end: bool


def charts(game: Game, course: Sequence[Stop], titles: Mapping[str, str]) -> dict[str, Chart]:
    """The charts of a game by name; `titles` are the words for `NAMES`, `west` and `east`."""
    rows = [standing(game, stop.position) for stop in course]
    spans = [*_spans(course)]
    found: dict[str, Chart] = {}
    for name in TRACKS:
        numbers = tuple(float(getattr(row, name)) for row in rows)
        found[name] = Chart(track(name, numbers, spans, titles), (numbers,))
    for name in PAIRS:
        pair = [tuple(float(getattr(row, f"{side}_{name}")) for row in rows) for side in ("west", "east")]
        limit = COLLAPSE if name == "protests" else None
        found[name] = Chart(lines(name, titles[name], pair, spans, limit), tuple(pair))
    return found


def _spans(course: Sequence[Stop]) -> Iterator[Span]:
    numbered = enumerate(course)
    for (decade, is_end), group in groupby(numbered, key=lambda each: (each[1].decade, each[1].phase > 0)):
        members = [number for number, _ in group]
        yield Span(members[0], members[-1], NUMERALS[decade], is_end)


class _Scale:
    """From stops and numbers to places on the plot."""

    def __init__(self, number: int, low: float, high: float) -> None:
        self.step = _PLOT.width / max(1, number - 1)
        self.low, self.high = low, high

    def x(self, stop: float) -> float:
        return min(_PLOT.right, max(_PLOT.x, _PLOT.x + stop * self.step))

    def y(self, value: float) -> float:
        return _PLOT.bottom - (value - self.low) / (self.high - self.low) * _PLOT.height

    def stairs(self, values: Sequence[float]) -> list[tuple[float, float]]:
        """A line that keeps its height until the next stop."""
        points = [(self.x(0), self.y(values[0]))]
        for number, (was, value) in enumerate(pairwise(values), 1):
            if was != value or number == len(values) - 1:
                points += [(self.x(number), self.y(was)), (self.x(number), self.y(value))]
        return points

    def area(self, values: Sequence[float], colour: str) -> Path:
        """What lies between such a line and 0."""
        edge = [(self.x(0), self.y(0)), *self.stairs(values), (self.x(len(values) - 1), self.y(0))]
        return Path(polyline(edge, closed=True), colour, opacity=0.75)


def track(name: str, values: Sequence[float], spans: Sequence[Span], titles: Mapping[str, str]) -> str:
    """A track: above the middle East's, below it West's."""
    scale = _Scale(len(values), -LAST, LAST)
    items: list[Item] = [*_frame(scale, spans), *_grid(scale, (-LAST, -LAST / 2, 0, LAST / 2, LAST), is_signed=True)]
    items += [
        scale.area([max(0.0, value) for value in values], EAST),
        scale.area([min(0.0, value) for value in values], WEST),
        Path(polyline(scale.stairs(values)), None, INK, 0.4),
        _small(titles["east"], _PLOT.right - 1, _PLOT.y + 3.4, "end"),
        _small(titles["west"], _PLOT.right - 1, _PLOT.bottom - 1.2, "end"),
    ]
    return _whole(name, titles[name], items, scale)


def lines(
    name: str, title: str, pair: Sequence[Sequence[float]], spans: Sequence[Span], limit: float | None = None
) -> str:
    """West's and East's numbers, stop by stop; East's line is dashed, so that nothing depends on a colour."""
    highest = max([limit or 1, *(value for each in pair for value in each)])
    ticks = _ticks(highest)
    scale = _Scale(len(pair[0]), 0, max(highest, ticks[-1]) * 1.06)
    items: list[Item] = [*_frame(scale, spans), *_grid(scale, ticks)]
    if limit:
        items.append(line(_PLOT.x, scale.y(limit), _PLOT.right, scale.y(limit), EAST, 0.35, (0.4, 1)))
    for values, colour, dash in zip(pair, (WEST, EAST), ((), (2.2, 1.2)), strict=True):
        items.append(Path(polyline(scale.stairs(values)), None, colour, 0.9, dash, sharp=bool(dash)))
    return _whole(name, title, items, scale)


def _ticks(highest: float) -> list[float]:
    """Two or three round numbers from 0 up."""
    steps = [base * 10**power for power in range(7) for base in (1, 2, 5)]
    step = next((step for step in steps if highest / step <= 4), steps[-1])
    return [float(step * number) for number in range(math.floor(highest / step) + 1)]


def _frame(scale: _Scale, spans: Sequence[Span]) -> Iterator[Item]:
    """Decade ends are shaded, decades have their numerals below."""
    for span in spans:
        left, right = scale.x(span.first - 1 if span.first else 0), scale.x(span.last)
        if span.is_end:
            yield rect(Box(left, _PLOT.y, right - left, _PLOT.height), 0, BAND)
        else:
            yield _small(span.label, (left + right) / 2, _HEIGHT - 1.6, "middle")


def _grid(scale: _Scale, ticks: Sequence[float], is_signed: bool = False) -> Iterator[Item]:
    for tick in ticks:
        y = scale.y(tick)
        yield line(_PLOT.x, y, _PLOT.right, y, HAIR if tick else SOFT, 0.25)
        text = f"{tick:+g}".replace("-", "−") if is_signed and tick else f"{tick:g}"
        yield _small(text, _PLOT.x - 1.2, y + 1.1, "end")


def _small(text: str, x: float, y: float, anchor: str) -> Text:
    return Text(x, y, text, "regular", _SIZE, SOFT, anchor)


def _whole(name: str, title: str, items: Sequence[Item], scale: _Scale) -> str:
    """The drawing for a page, with the line that says where one is."""
    now = named(f"now-{name}", "", [line(_PLOT.x, _PLOT.y, _PLOT.x, _PLOT.bottom, INK, 0.5)])
    return _svg((_WIDTH, _HEIGHT), title, [*items, now], f' class="chart" data-step="{scale.step:.4f}"')


def _svg(size: tuple[float, float], title: str, items: Sequence[Item], more: str = ' class="chart"') -> str:
    return (
        f'<svg viewBox="0 0 {size[0]:g} {size[1]:g}" role="img" aria-label="{escape(title)}"{more}>'
        f"{layer(Group(tuple(items)))}</svg>"
    )


class Bar(NamedTuple):
    """A bar of parts, each with its colour and what a pointer shows of it."""

    label: str
    parts: tuple[tuple[float, str, str], ...]
    told: str = ""  # behind the bar

    @property
    def total(self) -> float:
        return sum(value for value, _, _ in self.parts)


def bars(title: str, rows: Sequence[Bar], most_label: float = 42.0) -> str:
    """Horizontal bars, one below the other; a label that is too long is cut off."""
    most = max((row.total for row in rows), default=0) or 1
    labels = [_cut(row.label, most_label) for row in rows]
    edge = max((_length(label) for label in labels), default=0.0) + 1.5
    room = _WIDTH - edge - 1.2 - max((_length(row.told) for row in rows), default=0.0)
    items: list[Item] = []
    for number, (row, label) in enumerate(zip(rows, labels, strict=True)):
        top, left = number * (_BAR + _GAP) + 0.6, edge
        base = top + _BAR / 2 + 1.1
        items.append(_small(label, edge - 1.5, base, "end")._replace(length=_length(label)))
        for value, colour, told in row.parts:
            long = room * value / most
            if long:
                items.append(named("", told, [rect(Box(left, top, long, _BAR), 0, colour)]))
            left += long
        items.append(_small(row.told, left + 1.2, base, "start")._replace(length=_length(row.told)))
    return _svg((_WIDTH, len(rows) * (_BAR + _GAP) + 0.6), title, items)


def _length(text: str) -> float:
    """How long a label is, whatever font a browser has for it: it is set to that length."""
    return width(text, "regular", _SIZE)


def _cut(text: str, most: float) -> str:
    if _length(text) <= most:
        return text
    while text and _length(f"{text}…") > most:
        text = text[:-1].rstrip()
    return f"{text}…"
