"""Breaks text into lines that fit a box, with the font's real metrics.

Text may hold `**bold**` and `{icon:name}`. Nothing is shrunk below the style's floor: what does not fit is reported
with the millimetres it is too large, and so is a letter that the font lacks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import ceil
from typing import Any, NamedTuple

from wsdv_tools.drawing.fonts import missing, width
from wsdv_tools.drawing.hyphens import syllables
from wsdv_tools.drawing.shapes import POINT

_STEP = 0.25  # points between two sizes that are tried
_MARKUP = re.compile(r"\*\*(.+?)\*\*|\{icon:([a-z_-]+)\}")
_ICON_WIDTH = 1.25  # of the size: an icon in running text, its gap included


class Style(NamedTuple):
    """How a field is set: sizes in points from the one wished for down to the least allowed."""

    weight: str
    size: float
    least: float
    floor: float
    leading: float = 1.12
    lines: int = 99
    balanced: bool = False

    @classmethod
    def of(cls, entry: Mapping[str, Any]) -> Style:
        least = entry.get("least", entry["size"])
        return cls(
            weight=entry.get("weight", "regular"),
            size=entry["size"],
            least=least,
            floor=min(entry.get("floor", least), least),
            leading=entry.get("leading", 1.12),
            lines=entry.get("lines", 99),
            balanced=entry.get("balanced", False),
        )


class Run(NamedTuple):
    """A piece of a line in one weight, or an icon in the line."""

    x: float
    text: str
    weight: str
    width: float
    icon: str | None = None


class Fitted(NamedTuple):
    """Text as set: `over` is by how many millimetres it is too large for the box, 0 where it fits."""

    size: float
    leading: float  # millimetres from one baseline to the next
    lines: tuple[tuple[Run, ...], ...]
    widths: tuple[float, ...]
    over: float = 0.0
    is_shrunk: bool = False
    missing: tuple[str, ...] = ()

    @property
    def height(self) -> float:
        return len(self.lines) * self.leading


class _Piece(NamedTuple):
    """What cannot be broken. `space` is before it; `tail` is the hyphen shown if a line ends with it."""

    text: str
    weight: str
    width: float  # in the size of one point
    space: bool
    tail: str = ""
    icon: str | None = None


@lru_cache(maxsize=4096)
def fit(text: str, style: Style, box_width: float, box_height: float, language: str = "") -> Fitted:
    """The largest setting that fits; whole words first, divided ones only where the box demands it."""
    tries = [(size, False) for size in _sizes(style.size, style.least)]
    tries += [(size, True) for size in _sizes(style.size, style.least)]
    tries += [(size, True) for size in _sizes(style.least - _STEP, style.floor)]
    for size, divided in tries:
        fitted = _set(text, style, size, box_width, box_height, language if divided else "")
        if fitted.over <= 0:
            return fitted
    return fitted


def least_height(text: str, style: Style, box_width: float) -> float:
    """A height that no setting in the style's size can go below: its words in one long line, cut into full ones."""
    lines = 0
    for length, space, longest in _lengths(text, style.weight):
        if longest * style.size <= box_width:
            lines += ceil((length + space) * style.size / (box_width + space * style.size) - 1e-6)
    return lines * style.size * style.leading * POINT


@lru_cache(maxsize=4096)
def _lengths(text: str, weight: str) -> list[tuple[float, float, float]]:
    """Of each paragraph in one line of one point: its length, that of a space, and its longest word's."""
    found = []
    for paragraph in text.split("\n"):
        pieces = _pieces(paragraph, weight, "")
        if pieces:
            space = width(" ", pieces[0].weight, 1)
            widths = [piece.width for piece in pieces]
            found.append((sum(widths) + space * sum(piece.space for piece in pieces[1:]), space, max(widths)))
    return found


def fit_line(text: str, style: Style, box_width: float) -> Fitted:
    """One line, never divided."""
    for size in _sizes(style.size, style.floor):
        length = width(text, style.weight, size)
        if length <= box_width:
            break
    return Fitted(
        size=size,
        leading=size * style.leading * POINT,
        lines=((Run(0.0, text, style.weight, length),),),
        widths=(length,),
        over=max(0.0, length - box_width),
        is_shrunk=size < style.least,
        missing=missing(text, style.weight),
    )


def _sizes(largest: float, smallest: float) -> list[float]:
    count = int((largest - smallest) / _STEP + 1e-6) + 1 if largest >= smallest else 0
    return [largest - i * _STEP for i in range(count)]


def _set(text: str, style: Style, size: float, box_width: float, box_height: float, language: str) -> Fitted:
    """The text in one size; paragraphs are separated by line ends."""
    lines: list[tuple[Run, ...]] = []
    for paragraph in text.split("\n"):
        pieces = _pieces(paragraph, style.weight, language)
        lines += [_line(pieces[a:b], size) for a, b in _breaks(pieces, size, box_width, style.balanced)]
    leading = size * style.leading * POINT
    widths = tuple(line[-1].x + line[-1].width if line else 0.0 for line in lines)
    too_wide = max(widths, default=0.0) - box_width
    too_high = len(lines) * leading - box_height
    too_many = (len(lines) - style.lines) * leading
    over = max(too_wide, too_high, too_many)
    return Fitted(
        size=size,
        leading=leading,
        lines=tuple(lines),
        widths=widths,
        over=round(over, 2) if over > 1e-6 else 0.0,
        is_shrunk=size < style.least,
        missing=tuple(dict.fromkeys(c for line in lines for run in line for c in missing(run.text, run.weight))),
    )


@lru_cache(maxsize=4096)
def _pieces(paragraph: str, weight: str, language: str) -> tuple[_Piece, ...]:
    pieces: list[_Piece] = []
    for text, its_weight, icon in _spans(paragraph, weight):
        if icon:
            pieces.append(_Piece("", weight, _ICON_WIDTH * POINT, text == " ", icon=icon))
            continue
        for number, word in enumerate(text.split(" ")):
            parts = list(_divided(word, language))
            for part_number, (part, tail) in enumerate(parts):
                if part:
                    space = number > 0 and part_number == 0
                    pieces.append(_Piece(part, its_weight, width(part, its_weight, 1), space, tail))
    return tuple(pieces)


def _spans(paragraph: str, weight: str) -> Iterable[tuple[str, str, str | None]]:
    """Text with its weight, or an icon whose first entry says whether a space is before it."""
    end = 0
    for match in _MARKUP.finditer(paragraph):
        before = paragraph[end : match.start()]
        icon = match[2]
        if before.strip():
            yield (before.rstrip(" ") if icon else before), weight, None
        yield (" " if icon and before.endswith(" ") else match[1] or ""), "bold", icon
        end = match.end()
    if end < len(paragraph):
        yield paragraph[end:], weight, None


_AFTER_HYPHEN = re.compile(r"(?<=[\w.][-–/])(?=\w)")


def _divided(word: str, language: str) -> Iterable[tuple[str, str]]:
    """The parts of a word with the hyphen each would end a line with; a written hyphen is its own."""
    for part in _AFTER_HYPHEN.split(word):
        *others, last = syllables(part, language) if language and len(part) > 5 else (part,)
        yield from ((syllable, "-") for syllable in others)
        yield last, ""


def _breaks(pieces: tuple[_Piece, ...], size: float, box_width: float, balanced: bool) -> list[tuple[int, int]]:
    """Where lines start and end: as few lines as possible, then as even as possible, with few hyphens."""
    count = len(pieces)
    space = width(" ", pieces[0].weight, size) if pieces else 0.0
    # A line's length is added up backwards, each piece with its gap; the gap of the first piece does not show.
    gaps = [space if piece.space or number == 0 else 0.0 for number, piece in enumerate(pieces)]
    widths = [piece.width * size + gap for piece, gap in zip(pieces, gaps, strict=True)]
    hidden = [space - gap for gap in gaps]
    costs, starts = [0.0] + [float("inf")] * count, [0] * (count + 1)
    for end in range(1, count + 1):
        tail = width(pieces[end - 1].tail, pieces[end - 1].weight, size) if end < count else 0.0
        division = 0.0 if end == count or pieces[end].space else 1.0 if tail else 0.3
        if end < count and pieces[end].icon:
            division = 100.0  # an icon stays with the word before it, where the box lets it
        is_free = end == count and not balanced
        length = tail - space
        for start in range(end - 1, -1, -1):
            length += widths[start]
            over = length + hidden[start] - box_width
            if over > 1e-6 and start < end - 1:
                break
            slack = 0.0 if is_free or over > 0.0 else over / box_width
            cost = costs[start] + (10.0 + slack * slack + division)
            if over > 0.0:
                cost += 1000.0 * over
            if cost < costs[end]:
                costs[end], starts[end] = cost, start
    breaks = []
    end = count
    while end > 0:
        breaks.append((starts[end], end))
        end = starts[end]
    return breaks[::-1]


def _line(pieces: tuple[_Piece, ...], size: float) -> tuple[Run, ...]:
    """Neighbours of one weight joined, so that a line is mostly one run and its text can be found again."""
    joined: list[tuple[str, str, str | None]] = []
    for number, piece in enumerate(pieces):
        text = (" " if piece.space and number else "") + piece.text
        if number == len(pieces) - 1:
            text += piece.tail
        if joined and joined[-1][1:] == (piece.weight, piece.icon) == (piece.weight, None):
            text = joined.pop()[0] + text
        joined.append((text, piece.weight, piece.icon))
    runs: list[Run] = []
    x = 0.0
    for text, weight, icon in joined:
        length = width(text, weight, size)
        if icon:
            x += length  # of the gap before it
            runs.append(Run(x, "", weight, _ICON_WIDTH * size * POINT, icon))
        else:
            runs.append(Run(x, text, weight, length))
        x = runs[-1].x + runs[-1].width
    return tuple(runs)
