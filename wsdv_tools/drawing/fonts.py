"""The one type family, with its real metrics: Source Sans Pro (SIL Open Font License), from PyPI.

It has every letter of the languages shipped (ő, ű, ń, Č). What it lacks (arrows, stars, scissors) is drawn.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

from wsdv_tools.drawing.shapes import POINT

FAMILY = "Source Sans Pro"
WEIGHTS = {"regular": "Regular", "semibold": "Semibold", "bold": "Bold", "italic": "It"}
UNITS = 1000  # of the font in its size: what outlines are counted in
CAP_HEIGHT = 0.66  # of the size: capitals and figures, for centring a line in a box


def font_file(weight: str) -> str:
    return str(files("font_source_sans_pro") / "files" / f"SourceSansPro-{WEIGHTS[weight]}.ttf")


@cache
def font(weight: str) -> Any:
    """The font of a weight, known to reportlab by the weight's name."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    loaded = TTFont(weight, font_file(weight))
    pdfmetrics.registerFont(loaded)
    return loaded


class _Advances(dict[str, float]):
    """The advance of each letter; one the font lacks counts as nothing (see `missing`)."""

    def __missing__(self, letter: str) -> float:
        return 0.0


@cache
def _advances(weight: str) -> _Advances:
    return _Advances({chr(point): advance for point, advance in font(weight).face.charWidths.items()})


@cache
def _advance(text: str, weight: str) -> float:
    return sum(map(_advances(weight).__getitem__, text))


def advance(letter: str, weight: str) -> float:
    """The advance of a letter, in thousandths of the size."""
    return _advances(weight)[letter]


def width(text: str, weight: str, size: float) -> float:
    """The width of a line in millimetres."""
    return _advance(text, weight) * size * POINT / 1000


@cache
def missing(text: str, weight: str) -> tuple[str, ...]:
    """The letters for which a reader would see a black box, each once."""
    advances = _advances(weight)
    return tuple(dict.fromkeys(letter for letter in text if letter not in advances))


# Letters as shapes, for drawings that are opened where the font is not installed.


@cache
def _glyphs(weight: str) -> tuple[Any, dict[int, str]]:
    from fontTools.ttLib import TTFont

    loaded = TTFont(font_file(weight), lazy=True)
    assert loaded["head"].unitsPerEm == UNITS
    return loaded.getGlyphSet(), loaded.getBestCmap()


@cache
def outline(letter: str, weight: str) -> str:
    """The path of a letter, y upwards from the base line; empty for a blank."""
    from fontTools.pens.svgPathPen import SVGPathPen

    glyphs, names = _glyphs(weight)
    pen = SVGPathPen(glyphs, ntos=lambda number: str(round(number)))
    name = names.get(ord(letter))
    if name:
        glyphs[name].draw(pen)
    return str(pen.getCommands())
