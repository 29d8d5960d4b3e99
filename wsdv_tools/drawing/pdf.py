"""Writes a document as PDF: fonts embedded, symbols once, the same bytes for the same drawing."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache

from reportlab import rl_config
from reportlab.lib.rl_accel import escapePDF, fp_str
from reportlab.pdfbase.pdfdoc import PDFResourceDictionary
from reportlab.pdfgen.canvas import Canvas

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
    Segment,
    Symbol,
    Text,
    Use,
    symbols,
)

_UNIT = 72 / 25.4  # PDF counts in points
_DUPLEX = {"long": "DuplexFlipLongEdge", "short": "DuplexFlipShortEdge"}
_BASE_FONT = "regular"
_CURVE = "%.3f %.3f %.3f %.3f %.3f %.3f c"
_TURNED = "%.6f %.6f %.6f %.6f %.3f %.3f cm"
_OPERATORS = {"M": "%.3f %.3f m", "L": "%.3f %.3f l", "C": _CURVE, "Q": _CURVE, "Z": "h"}
_PAINT = {(False, False): "n", (False, True): "f", (True, False): "S", (True, True): "B"}  # by stroke and fill


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
    canvas.setSubject(document.title.partition(" – ")[0])
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
        self._canvas.endForm(Resources=self._resources())

    def _resources(self) -> PDFResourceDictionary:
        """What a form's stream names. reportlab leaves out the opacities, and a name that is not there does nothing."""
        canvas = self._canvas
        resources = PDFResourceDictionary(
            XObject=canvas._doc.xobjDict(canvas._formsinuse), ExtGState=canvas._extgstate.getState()
        )
        resources.basicFonts()
        return resources

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
                self._canvas.addLiteral(f"q\n{_TURNED % item.matrix}")
                self._canvas.doForm(item.symbol.name)
                self._canvas.addLiteral("Q")
            else:
                self._group(item)

    def _group(self, group: Group) -> None:
        if group.matrix == IDENTITY and not group.clip:  # its name is for drawings on a screen
            self._draw(group.items)
            return
        write = self._canvas.addLiteral
        write("q")
        if group.matrix != IDENTITY:
            write(_TURNED % group.matrix)
        if group.clip:
            write(f"{_outline(group.clip.segments)} W n")
        self._draw(group.items)
        write("Q")

    def _path(self, path: Path) -> None:
        canvas = self._canvas
        if path.opacity < 1:
            canvas.saveState()
            canvas.setFillAlpha(path.opacity)
            canvas.setStrokeAlpha(path.opacity)
        canvas.addLiteral(_drawn(path))
        if path.opacity < 1:
            canvas.restoreState()

    def _text(self, text: Text) -> None:
        face, document = font(text.weight), self._canvas._doc
        parts = [f"BT 1 0 0 -1 {text.left:.3f} {text.y:.3f} Tm {_look(text.colour)}"]
        for subset, codes in face.splitString(text.text, document):
            name = face.getSubsetInternalName(subset, document)
            parts.append(f"{name} {text.size * POINT:.3f} Tf ({escapePDF(codes)}) Tj")
        self._canvas.addLiteral(" ".join([*parts, "ET"]))


# reportlab's own calls format every number again and keep a state that nothing here asks for: operators written once
# for each path (four boards share theirs) take a third of the time.
@lru_cache(maxsize=8192)
def _drawn(path: Path) -> str:
    """A path as PDF operators, without its opacity."""
    look = _look(path.fill, path.stroke, path.width, path.sharp, path.dash)
    return f"q\n{look}\n{_outline(path.segments)}\n{_PAINT[bool(path.stroke), bool(path.fill)]}\nQ"


@cache
def _look(
    fill: str | None, stroke: str | None = None, width: float = 0.0, sharp: bool = False, dash: tuple[float, ...] = ()
) -> str:
    """Colours and line as PDF operators."""
    parts = [f"{fp_str(_rgb(fill))} rg"] if fill else []
    if stroke:
        ends = 0 if sharp else 1
        parts += [f"{fp_str(_rgb(stroke))} RG", f"{fp_str(width)} w", f"{ends} J", f"{ends} j"]
        if dash:
            parts.append(f"[{fp_str(dash)}] 0 d")
    return "\n".join(parts)


def _outline(segments: tuple[Segment, ...]) -> str:
    """The segments of a path as PDF operators."""
    operators: list[str] = []
    numbers: list[float] = []
    for letter, *its_numbers in segments:
        operators.append(_OPERATORS[letter])
        numbers += its_numbers if letter != "Q" else _cubic(numbers[-2:], its_numbers)
    return " ".join(operators) % tuple(numbers)


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
