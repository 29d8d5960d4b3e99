"""Writes a document as PDF: fonts embedded, symbols once, the same bytes for the same drawing."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from reportlab import rl_config
from reportlab.pdfgen.canvas import FILL_NON_ZERO, Canvas

from wsdv_tools import __version__
from wsdv_tools.drawing.fonts import font
from wsdv_tools.drawing.shapes import (
    IDENTITY,
    POINT,
    Box,
    Document,
    Group,
    Item,
    Page,
    Path,
    Symbol,
    Text,
    Use,
    symbols,
)

_UNIT = 72 / 25.4  # PDF counts in points
_DUPLEX = {"long": "DuplexFlipLongEdge", "short": "DuplexFlipShortEdge"}
_BASE_FONT = "regular"
_CURVE = "%.3f %.3f %.3f %.3f %.3f %.3f c"
_OPERATORS = {"M": "%.3f %.3f m", "L": "%.3f %.3f l", "C": _CURVE, "Q": _CURVE, "Z": "h"}


def pdf(document: Document) -> bytes:
    """The document as a whole PDF file."""
    font(_BASE_FONT)
    target = io.BytesIO()
    # Without a first font of ours reportlab names its own on every page and embeds it on none.
    canvas = Canvas(
        target, pageCompression=1, invariant=1, initialFontName=_BASE_FONT, lang=document.language, pdfVersion=(1, 7)
    )
    canvas.setTitle(document.title)
    canvas.setAuthor("wsdv_tools")
    canvas.setCreator(f"wsdv_tools {__version__}")
    canvas.setSubject("Wir sind das Volk!")
    canvas.setViewerPreference("PrintScaling", "None")
    if document.duplex:
        canvas.setViewerPreference("Duplex", _DUPLEX[document.duplex])
    writer = _Writer(canvas)
    for symbol in symbols(document.pages).values():
        writer.define(symbol)
    for number, page in enumerate(document.pages):
        writer.page(page, number)
    with _plain_streams():
        canvas.save()
    return target.getvalue()


@contextmanager
def _plain_streams() -> Iterator[None]:
    """Streams as bytes: smaller, and encoding them as letters took a tenth of all time."""
    before, rl_config.useA85 = rl_config.useA85, 0
    try:
        yield
    finally:
        rl_config.useA85 = before


class _Writer:
    """Copies items to a canvas whose y axis is turned, so that millimetres run downwards as in the display list."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas

    def define(self, symbol: Symbol) -> None:
        self._canvas.beginForm(symbol.name, 0, 0, symbol.width, symbol.height)
        self._draw(symbol.items)
        self._canvas.endForm()

    def page(self, page: Page, number: int) -> None:
        canvas = self._canvas
        canvas.setPageSize((page.width * _UNIT, page.height * _UNIT))
        canvas.setTrimBox(_corners(page.trim or Box(0, 0, page.width, page.height), page))
        canvas.setBleedBox(_corners(page.bleed or page.trim or Box(0, 0, page.width, page.height), page))
        if page.title:
            key = f"page-{number}"
            canvas.bookmarkPage(key)
            canvas.addOutlineEntry(page.title, key)
        canvas.transform(_UNIT, 0, 0, -_UNIT, 0, page.height * _UNIT)
        self._draw(page.items)
        canvas.showPage()

    def _draw(self, items: Iterable[Item]) -> None:
        for item in items:
            if isinstance(item, Path):
                self._path(item)
            elif isinstance(item, Text):
                self._text(item)
            elif isinstance(item, Use):
                self._canvas.saveState()
                self._canvas.transform(*item.matrix)
                self._canvas.doForm(item.symbol.name)
                self._canvas.restoreState()
            else:
                self._group(item)

    def _group(self, group: Group) -> None:
        self._canvas.saveState()
        if group.matrix != IDENTITY:
            self._canvas.transform(*group.matrix)
        if group.clip:
            self._canvas.clipPath(_Outline(group.clip), stroke=0, fill=0, fillMode=FILL_NON_ZERO)
        self._draw(group.items)
        self._canvas.restoreState()

    def _path(self, path: Path) -> None:
        canvas = self._canvas
        canvas.saveState()
        if path.opacity < 1:
            canvas.setFillAlpha(path.opacity)
            canvas.setStrokeAlpha(path.opacity)
        if path.fill:
            canvas.setFillColorRGB(*_rgb(path.fill))
        if path.stroke:
            canvas.setStrokeColorRGB(*_rgb(path.stroke))
            canvas.setLineWidth(path.width)
            canvas.setLineCap(0 if path.sharp else 1)
            canvas.setLineJoin(0 if path.sharp else 1)
            if path.dash:
                canvas.setDash(list(path.dash))
        stroke, fill = int(bool(path.stroke)), int(bool(path.fill))
        canvas.drawPath(_Outline(path), stroke=stroke, fill=fill, fillMode=FILL_NON_ZERO)
        canvas.restoreState()

    def _text(self, text: Text) -> None:
        font(text.weight)
        x = text.x - {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor] * text.length
        line = self._canvas.beginText()
        line.setTextTransform(1, 0, 0, -1, x, text.y)
        line.setFont(text.weight, text.size * POINT)
        line.setFillColorRGB(*_rgb(text.colour))
        line.textOut(text.text)
        self._canvas.drawText(line)


class _Outline:
    """A path as PDF operators: reportlab's own path object formats every number anew, which took half of all time."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def getCode(self) -> str:  # noqa: N802  (reportlab asks for it by this name)
        parts = []
        at: Sequence[float] = (0.0, 0.0)
        for letter, *numbers in self._path.segments:
            if letter == "Q":
                numbers = list(_cubic(at, numbers))
            parts.append(_OPERATORS[letter] % tuple(numbers))
            at = numbers[-2:] or at
        return " ".join(parts)


def _corners(box: Box, page: Page) -> tuple[float, float, float, float]:
    """Lower left and upper right, as PDF counts: four numbers, because a pair is written wrong by reportlab."""
    return (
        box.x * _UNIT,
        (page.height - box.bottom) * _UNIT,
        box.right * _UNIT,
        (page.height - box.y) * _UNIT,
    )


def _rgb(colour: str) -> tuple[float, float, float]:
    return (int(colour[1:3], 16) / 255, int(colour[3:5], 16) / 255, int(colour[5:7], 16) / 255)


def _cubic(at: Sequence[float], numbers: Sequence[float]) -> tuple[float, ...]:
    """A quadratic curve as the cubic one that PDF knows."""
    (x0, y0), (x1, y1, x2, y2) = at, numbers
    return (x0 + 2 * (x1 - x0) / 3, y0 + 2 * (y1 - y0) / 3, x2 + 2 * (x1 - x2) / 3, y2 + 2 * (y1 - y2) / 3, x2, y2)
