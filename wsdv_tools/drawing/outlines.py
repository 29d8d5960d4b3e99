"""Letters as shapes, from the outlines in the font: for drawings that are opened where the font is not installed."""

from __future__ import annotations

from functools import cache
from typing import Any

from wsdv_tools.drawing.fonts import font_file

UNITS = 1000  # of the font in its size: what outlines are counted in


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
