"""Breaks text into lines that fit a box, with the font's real metrics.

Text may hold `**bold**` and `{icon:name}`. Nothing is shrunk below the style's floor: what does not fit
is reported with the millimetres it stands over, and so is a letter that the font lacks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from wsdv_tools.drawing.fonts import missing, width
from wsdv_tools.drawing.shapes import POINT

_STEP = 0.25  # points between two sizes that are tried
_MARKUP = re.compile(r"\*\*(.+?)\*\*|\{icon:([a-z_-]+)\}")
_ICON_WIDTH = 1.25  # of the size: an icon in running text, its gap included


@dataclass(frozen=True, slots=True)
class Style:
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


@dataclass(frozen=True, slots=True)
class Run:
    """A piece of a line in one weight, or an icon in the line."""

    x: float
    text: str
    weight: str
    width: float
    icon: str | None = None


@dataclass(frozen=True, slots=True)
class Fitted:
    """Text as set: `over` is how many millimetres stand outside the box, 0 where all is well."""

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


@dataclass(frozen=True, slots=True)
class _Piece:
    """What cannot be broken. `space` stands before it; `tail` is the hyphen shown if a line ends with it."""

    text: str
    weight: str
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
        missing=tuple(missing(text, style.weight)),
    )


def _sizes(largest: float, smallest: float) -> list[float]:
    count = int((largest - smallest) / _STEP + 1e-6) + 1 if largest >= smallest else 0
    return [largest - i * _STEP for i in range(count)]


def _set(text: str, style: Style, size: float, box_width: float, box_height: float, language: str) -> Fitted:
    """The text in one size; paragraphs are parted by line ends."""
    lines: list[tuple[Run, ...]] = []
    lacking: list[str] = []
    for paragraph in text.split("\n"):
        pieces = _pieces(paragraph, style.weight, language)
        lacking += [letter for piece in pieces for letter in missing(piece.text, piece.weight)]
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
        missing=tuple(dict.fromkeys(lacking)),
    )


@lru_cache(maxsize=4096)
def _pieces(paragraph: str, weight: str, language: str) -> tuple[_Piece, ...]:
    pieces: list[_Piece] = []
    for text, its_weight, icon in _spans(paragraph, weight):
        if icon:
            pieces.append(_Piece("", weight, text == " ", icon=icon))
            continue
        for number, word in enumerate(text.split(" ")):
            parts = list(_divided(word, language))
            for part_number, (part, tail) in enumerate(parts):
                if part:
                    pieces.append(_Piece(part, its_weight, number > 0 and part_number == 0, tail))
    return tuple(pieces)


def _spans(paragraph: str, weight: str) -> Iterable[tuple[str, str, str | None]]:
    """Text with its weight, or an icon whose first entry tells whether a space stands before it."""
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
        syllables = _hyphenate(part, language) if language and len(part) > 5 else [part]
        yield from ((syllable, "-") for syllable in syllables[:-1])
        yield syllables[-1], ""


@cache
def _hyphenate(word: str, language: str) -> list[str]:
    divider = _divider(language)
    return divider.inserted(word, "\u00ad").split("\u00ad") if divider else [word]


@cache
def _divider(language: str) -> Any:
    """Loading takes half a second in German, so that it waits until a word must be divided."""
    import pyphen

    name = pyphen.language_fallback(language)
    return pyphen.Pyphen(lang=name, left=3, right=3) if name else None


def _piece_width(piece: _Piece, size: float) -> float:
    if piece.icon:
        return _ICON_WIDTH * size * POINT
    return width(piece.text, piece.weight, size)


def _breaks(pieces: tuple[_Piece, ...], size: float, box_width: float, balanced: bool) -> list[tuple[int, int]]:
    """Where lines start and end: as few lines as can be, then as even as can be, few hyphens."""
    count = len(pieces)
    space = width(" ", pieces[0].weight, size) if pieces else 0.0
    widths = [_piece_width(piece, size) for piece in pieces]
    best: list[tuple[float, int]] = [(0.0, 0)] + [(float("inf"), 0)] * count
    for end in range(1, count + 1):
        tail = width(pieces[end - 1].tail, pieces[end - 1].weight, size) if end < count else 0.0
        inside_word = 0.0 if end == count or pieces[end].space else 1.0 if tail else 0.3
        length = tail - space
        for start in range(end - 1, -1, -1):
            length += widths[start] + (space if pieces[start].space or start == 0 else 0.0)
            shown = length + (0.0 if pieces[start].space or start == 0 else space)
            if shown > box_width + 1e-6 and start < end - 1:
                break
            cost = best[start][0] + _cost(shown, box_width, inside_word, end == count and not balanced)
            if cost < best[end][0]:
                best[end] = (cost, start)
    breaks = []
    end = count
    while end > 0:
        breaks.append((best[end][1], end))
        end = best[end][1]
    return breaks[::-1]


def _cost(length: float, box_width: float, division: float, is_free: bool) -> float:
    slack = max(0.0, box_width - length) / box_width
    over = max(0.0, length - box_width)
    return 10.0 + (0.0 if is_free else slack**2) + division + 1000.0 * over


def _line(pieces: tuple[_Piece, ...], size: float) -> tuple[Run, ...]:
    """Neighbours of one weight joined, so that a line is mostly one run and its text can be found again."""
    runs: list[Run] = []
    x = 0.0
    for number, piece in enumerate(pieces):
        tail = piece.tail if number == len(pieces) - 1 else ""
        gap = " " if piece.space and number else ""
        if piece.icon:
            x += width(gap, piece.weight, size)
            runs.append(Run(x, "", piece.weight, _ICON_WIDTH * size * POINT, piece.icon))
        elif runs and runs[-1].weight == piece.weight and not runs[-1].icon:
            text = runs.pop().text + gap + piece.text + tail
            x = sum(run.width for run in runs) if not runs else runs[-1].x + runs[-1].width
            runs.append(Run(x, text, piece.weight, width(text, piece.weight, size)))
        else:
            text = gap + piece.text + tail
            runs.append(Run(x, text, piece.weight, width(text, piece.weight, size)))
        x = runs[-1].x + runs[-1].width
    return tuple(runs)
