"""Writes a page as SVG, in millimetres.

Text stays text, so that it can be searched, read aloud and corrected. The family is named with fallbacks and
each line carries its measured length: another font may look different, but never runs out of its box. The fonts
are not embedded: a drawing program ignores embedded ones, and each of 85 files would grow fivefold.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import svgwrite

from wsdv_tools.drawing.fonts import FAMILY
from wsdv_tools.drawing.shapes import IDENTITY, POINT, Group, Item, Matrix, Page, Path, Segment, Text, Use, symbols
from wsdv_tools.sources.outputs import MARK

_WEIGHTS: dict[str, dict[str, Any]] = {
    "regular": {},
    "italic": {"font_style": "italic"},
    "semibold": {"font_weight": 600},
    "bold": {"font_weight": 700},
}


def svg(page: Page, language: str) -> str:
    """The page as a whole SVG file."""
    width, height = _number(page.width), _number(page.height)
    drawing = svgwrite.Drawing(
        size=(f"{width}mm", f"{height}mm"), viewBox=f"0 0 {width} {height}", debug=False, profile="full"
    )
    drawing.attribs["xml:lang"] = language
    drawing.attribs["font-family"] = f"'{FAMILY}', 'Source Sans 3', 'Noto Sans', sans-serif"
    if page.title:
        drawing.set_desc(title=page.title)
    writer = _Writer(drawing)
    for name, symbol in symbols([page]).items():
        box = f"0 0 {_number(symbol.width)} {_number(symbol.height)}"
        shown = drawing.symbol(id=name, viewBox=box, overflow="visible")
        drawing.defs.add(writer.fill(shown, symbol.items))
    writer.fill(drawing, page.items)
    text = io.StringIO()
    drawing.write(text, pretty=False)
    head, line_end, rest = text.getvalue().partition("\n")
    return f"{head}{line_end}<!-- {MARK} -->\n" + rest.replace("><", ">\n<") + "\n"


class _Writer:
    def __init__(self, drawing: Any) -> None:
        self._drawing = drawing
        self._clips = 0

    def fill(self, parent: Any, items: Iterable[Item]) -> Any:
        for item in items:
            parent.add(self._element(item))
        return parent

    def _element(self, item: Item) -> Any:
        if isinstance(item, Path):
            return self._path(item)
        if isinstance(item, Text):
            return self._text(item)
        if isinstance(item, Use):
            return self._use(item)
        return self._group(item)

    def _path(self, path: Path) -> Any:
        look: dict[str, Any] = {"fill": path.fill or "none"}
        if path.stroke:
            look |= {"stroke": path.stroke, "stroke_width": _number(path.width)}
            if not path.sharp:
                look |= {"stroke_linecap": "round", "stroke_linejoin": "round"}
            if path.dash:
                look["stroke_dasharray"] = " ".join(map(_number, path.dash))
        if path.opacity < 1:
            look["opacity"] = _number(path.opacity)
        return self._drawing.path(d=_data(path.segments), **look)

    def _text(self, text: Text) -> Any:
        look: dict[str, Any] = {"fill": text.colour, "font_size": _number(text.size * POINT), **_WEIGHTS[text.weight]}
        if text.anchor != "start":
            look["text_anchor"] = text.anchor
        if text.length:
            look |= {"textLength": _number(text.length), "lengthAdjust": "spacingAndGlyphs"}
        return self._drawing.text(text.text, insert=(_number(text.x), _number(text.y)), **look)

    def _use(self, use: Use) -> Any:
        place, size = (_number(use.x), _number(use.y)), (_number(use.width), _number(use.height))
        return self._drawing.use(f"#{use.symbol.name}", insert=place, size=size)

    def _group(self, group: Group) -> Any:
        look: dict[str, Any] = {}
        if group.matrix != IDENTITY:
            look["transform"] = _transform(group.matrix)
        if group.clip:
            self._clips += 1
            name = f"clip-{self._clips}"
            clip = self._drawing.clipPath(id=name)
            clip.add(self._drawing.path(d=_data(group.clip.segments)))
            self._drawing.defs.add(clip)
            look["clip_path"] = f"url(#{name})"
        return self.fill(self._drawing.g(**look), group.items)


def _transform(matrix: Matrix) -> str:
    a, b, c, d, e, f = matrix
    if (a, b, c, d) == IDENTITY[:4]:
        return f"translate({_number(e)} {_number(f)})"
    return f"matrix({a:.6g} {b:.6g} {c:.6g} {d:.6g} {_number(e)} {_number(f)})"


@lru_cache(maxsize=8192)  # both sizes of the board show the same outlines
def _data(segments: tuple[Segment, ...]) -> str:
    return "".join(letter + " ".join(map(_number, numbers)) for letter, *numbers in segments)


def _number(value: float) -> str:
    """Thousandths of a millimetre are enough, and equal on every machine."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text
