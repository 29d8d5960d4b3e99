"""Writes a page as SVG, in millimetres.

Where text stays text it can be searched, read aloud and corrected. The family is named with fallbacks and each line
carries its measured length: another font may look different, but never runs out of its box. The fonts are not
embedded: a drawing program ignores embedded ones. A file that is opened elsewhere has its letters as outlines instead,
and looks the same everywhere; what is written is in labels.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import svgwrite

from wsdv_tools.drawing.fonts import FAMILY, UNITS, advance, outline
from wsdv_tools.drawing.shapes import IDENTITY, POINT, Group, Item, Matrix, Page, Path, Segment, Text, Use, symbols
from wsdv_tools.sources.outputs import MARK

_WEIGHTS: dict[str, dict[str, Any]] = {
    "regular": {},
    "italic": {"font_style": "italic"},
    "semibold": {"font_weight": 600},
    "bold": {"font_weight": 700},
}


def svg(page: Page, language: str, spare: Iterable[Use] = (), has_outlines: bool = False) -> str:
    """The page as a whole SVG file, its letters as outlines if asked for.

    The symbols of `spare` are defined as well, for layers that come later.
    """
    width, height = _number(page.width), _number(page.height)
    drawing = svgwrite.Drawing(
        size=(f"{width}mm", f"{height}mm"), viewBox=f"0 0 {width} {height}", debug=False, profile="full"
    )
    drawing.attribs["xml:lang"] = language
    drawing.attribs["font-family"] = f"'{FAMILY}', 'Source Sans 3', 'Noto Sans', sans-serif"
    if page.title:
        drawing.set_desc(title=page.title)
    writer = _Writer(drawing, has_outlines)
    for name, symbol in symbols([page, Page(0, 0, tuple(spare))]).items():
        box = f"0 0 {_number(symbol.width)} {_number(symbol.height)}"
        shown = drawing.symbol(id=name, viewBox=box, overflow="visible")
        drawing.defs.add(writer.fill(shown, symbol.items))
    writer.fill(drawing, page.items)
    writer.define_letters()
    text = io.StringIO()
    drawing.write(text, pretty=False)
    head, line_end, rest = text.getvalue().partition("\n")
    return f"{head}{line_end}<!-- {MARK} -->\n" + rest.replace("><", ">\n<") + "\n"


def layer(item: Item) -> str:
    """A group or another item alone, to be put into a drawing on a page that defines its symbols."""
    text: str = _Writer(svgwrite.Drawing(debug=False)).element(item).tostring()
    return text.replace(" xlink:href=", " href=")  # a part of a page declares no namespaces


class _Writer:
    def __init__(self, drawing: Any, has_outlines: bool = False) -> None:
        self._drawing = drawing
        self._clips = 0
        self._has_outlines = has_outlines
        self._letters: dict[str, str] = {}  # the outlines that are used, by their ids

    def fill(self, parent: Any, items: Iterable[Item]) -> Any:
        for item in items:
            parent.add(self.element(item))
        return parent

    def element(self, item: Item) -> Any:
        if isinstance(item, Path):
            return self._path(item)
        if isinstance(item, Text):
            return self._shapes(item) if self._has_outlines else self._text(item)
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

    def _shapes(self, text: Text) -> Any:
        """A line of text as the outlines of its letters; each letter of a weight is defined once."""
        size = text.size * POINT / UNITS
        place = f"{_number(text.left)} {_number(text.y)}"
        look = {"fill": text.colour, "transform": f"matrix({size:.6g} 0 0 {-size:.6g} {place})"}
        shown, at = self._drawing.g(**look), 0.0
        shown.attribs |= {"role": "img", "aria-label": text.text}
        for letter in text.text:
            path = outline(letter, text.weight)
            if path:
                id_ = f"{text.weight[0]}{ord(letter):x}"
                self._letters[id_] = path
                used = self._drawing.use(f"#{id_}")
                used.attribs["x"] = _number(at)
                shown.add(used)
            at += advance(letter, text.weight)
        return shown

    def define_letters(self) -> None:
        for id_, path in sorted(self._letters.items()):
            self._drawing.defs.add(self._drawing.path(d=path, id=id_))

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
        shown = self._drawing.g(**look)
        if group.id:
            shown.attribs["id"] = group.id
        if group.label:
            shown.attribs |= {"role": "group", "aria-label": group.label}
            shown.set_desc(title=group.label)
        return self.fill(shown, group.items)


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
