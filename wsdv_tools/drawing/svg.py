"""Writes a page as SVG, in millimetres.

Text stays text, so that it can be searched, read aloud and corrected. The family is named with fallbacks and
each line carries its measured length: another font may look different, but never runs out of its box. The fonts
are not embedded: a drawing program ignores embedded ones, and each of 85 files would grow fivefold.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from wsdv_tools.drawing.fonts import FAMILY
from wsdv_tools.drawing.shapes import IDENTITY, POINT, Group, Item, Matrix, Page, Path, Text, Use, symbols

_ROOT = {
    "baseProfile": "full",
    "font-family": f"'{FAMILY}', 'Source Sans 3', 'Noto Sans', sans-serif",
    "version": "1.1",
    "xmlns": "http://www.w3.org/2000/svg",
    "xmlns:ev": "http://www.w3.org/2001/xml-events",
    "xmlns:xlink": "http://www.w3.org/1999/xlink",
}
_WEIGHTS: dict[str, dict[str, str]] = {
    "regular": {},
    "italic": {"font-style": "italic"},
    "semibold": {"font-weight": "600"},
    "bold": {"font-weight": "700"},
}


def svg(page: Page, language: str) -> str:
    """The page as a whole SVG file."""
    width, height = _number(page.width), _number(page.height)
    writer = _Writer()
    for name, symbol in symbols([page]).items():
        box = f"0 0 {_number(symbol.width)} {_number(symbol.height)}"
        shown = writer.elements(symbol.items)
        writer.defs.append(_element("symbol", {"id": name, "overflow": "visible", "viewBox": box}, shown))
    items = writer.elements(page.items)
    title = [_element("title", {}, text=page.title)] if page.title else []
    size = {"width": f"{width}mm", "height": f"{height}mm", "viewBox": f"0 0 {width} {height}", "xml:lang": language}
    drawing = _element("svg", _ROOT | size, [*title, _element("defs", {}, writer.defs), *items])
    return f'<?xml version="1.0" encoding="utf-8" ?>\n{drawing}\n'


class _Writer:
    """Makes elements of items; `defs` collects what they refer to."""

    def __init__(self) -> None:
        self.defs: list[str] = []
        self._clips = 0

    def elements(self, items: Iterable[Item]) -> list[str]:
        return [self._item(item) for item in items]

    def _item(self, item: Item) -> str:
        if isinstance(item, Path):
            return self._path(item)
        if isinstance(item, Text):
            return self._text(item)
        if isinstance(item, Use):
            return self._use(item)
        return self._group(item)

    def _path(self, path: Path) -> str:
        look = {"d": _data(path), "fill": path.fill or "none"}
        if path.stroke:
            look |= {"stroke": path.stroke, "stroke-width": _number(path.width)}
            if not path.sharp:
                look |= {"stroke-linecap": "round", "stroke-linejoin": "round"}
            if path.dash:
                look["stroke-dasharray"] = " ".join(map(_number, path.dash))
        if path.opacity < 1:
            look["opacity"] = _number(path.opacity)
        return _element("path", look)

    def _text(self, text: Text) -> str:
        look = {"x": _number(text.x), "y": _number(text.y), "fill": text.colour, **_WEIGHTS[text.weight]}
        look["font-size"] = _number(text.size * POINT)
        if text.anchor != "start":
            look["text-anchor"] = text.anchor
        if text.length:
            look |= {"textLength": _number(text.length), "lengthAdjust": "spacingAndGlyphs"}
        return _element("text", look, text=text.text)

    def _use(self, use: Use) -> str:
        look = {"x": _number(use.x), "y": _number(use.y), "width": _number(use.width), "height": _number(use.height)}
        return _element("use", {"xlink:href": f"#{use.symbol.name}", **look})

    def _group(self, group: Group) -> str:
        look: dict[str, str] = {}
        if group.matrix != IDENTITY:
            look["transform"] = _transform(group.matrix)
        if group.clip:
            self._clips += 1
            name = f"clip-{self._clips}"
            self.defs.append(_element("clipPath", {"id": name}, [_element("path", {"d": _data(group.clip)})]))
            look["clip-path"] = f"url(#{name})"
        return _element("g", look, self.elements(group.items))


def _element(name: str, look: Mapping[str, str], inside: Sequence[str] = (), text: str = "") -> str:
    """An element with its attributes in order, and with other elements or a text inside."""
    start = name + "".join(f" {key}={_quoted(look[key])}" for key in sorted(look))
    if text:
        return f"<{start}>{_escaped(text)}</{name}>"
    return "\n".join([f"<{start}>", *inside, f"</{name}>"]) if inside else f"<{start} />"


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _quoted(text: str) -> str:
    escaped = _escaped(text).replace('"', "&quot;")
    return f'"{escaped}"'


def _transform(matrix: Matrix) -> str:
    a, b, c, d, e, f = matrix
    if (a, b, c, d) == IDENTITY[:4]:
        return f"translate({_number(e)} {_number(f)})"
    return f"matrix({a:.6g} {b:.6g} {c:.6g} {d:.6g} {_number(e)} {_number(f)})"


def _data(path: Path) -> str:
    return "".join(letter + " ".join(map(_number, numbers)) for letter, *numbers in path.segments)


def _number(value: float) -> str:
    """Thousandths of a millimetre are enough, and equal on every machine."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text
