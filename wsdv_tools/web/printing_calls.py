"""The kit for a printer: a preview of its pages, and the PDF itself."""

from __future__ import annotations

import base64
from io import BytesIO
from typing import TYPE_CHECKING, Any
from zipfile import ZipFile, ZipInfo

from wsdv_tools.components.kit import Kit, Options, Part, files
from wsdv_tools.drawing.palette import template
from wsdv_tools.drawing.svg import svg
from wsdv_tools.findings import Unreadable

if TYPE_CHECKING:
    from collections.abc import Callable

    from wsdv_tools.web.desk import Data, Desk

COMPONENTS = ("kit", "cards", "board", "tiles", "counters", "reference", "strips", "calibration")
# What can be chosen; the first of each is what a home printer wants.
CHOICES: dict[str, tuple[str, ...]] = {
    "component": COMPONENTS,
    "paper": ("a4", "letter", "a3", "legal"),
    "size": ("poker", "bridge", "euro", "mini-euro"),
    "backs": ("duplex-long", "duplex-short", "gutterfold", "none"),
    "ink": ("full", "low", "mono"),
    "board": ("a2", "a1"),
}
# Which choices make a difference to what is printed.
MATTERS = {
    "kit": ("paper", "size", "backs", "ink"),
    "cards": ("paper", "size", "backs", "ink"),
    "board": ("board", "ink"),
    "tiles": ("paper", "board", "ink"),
    "counters": ("paper", "backs", "ink"),
    "reference": ("paper", "ink"),
    "strips": ("paper", "ink"),
    "calibration": ("paper", "backs"),
}


def choices() -> Data:
    """What the page offers; papers and sizes by the names that printers use."""
    papers = {id_: paper["name"] for id_, paper in template("sheets")["papers"].items()}
    names = papers | {"a1": "A1", "a2": "A2"}
    return {"choices": {key: list(values) for key, values in CHOICES.items()}, "matters": MATTERS, "names": names}


def preview(own: Desk, request: Data) -> Data:
    """One page as a picture, and how many there are."""
    part = _part(own, request)
    pages = part.document.pages
    wanted = request.get("page", 0)
    number = min(max(wanted if type(wanted) is int else 0, 0), len(pages) - 1)
    page = pages[number]
    drawn = svg(page, own.lang, has_outlines=True)
    return {"pages": len(pages), "page": number, "width": page.width, "height": page.height, "svg": drawn}


def printed(own: Desk, request: Data) -> Data:
    """The PDF, or all of them in one file, in a form that fits an answer."""
    if _chosen(own, request, "component") == "kit":
        name, content, kind = f"kit-{own.lang}.zip", _zipped(own, request), "application/zip"
    else:
        ((name, content), *_), kind = files(_part(own, request), ("pdf",)), "application/pdf"
    return {"name": name, "type": kind, "data": base64.b64encode(content).decode()}


def _zipped(own: Desk, request: Data) -> bytes:
    """As `wsdv print kit` makes them, and always the same bytes."""
    kit, packed = _kit(own, request), BytesIO()
    with ZipFile(packed, "w") as archive:  # PDF is compressed already
        for make in kit.makers["kit"]:
            for name, content in files(_laid_out(own, make)):
                archive.writestr(ZipInfo(name), content)
    return packed.getvalue()


def _kit(own: Desk, request: Data) -> Kit:
    paper, size, backs, ink = (_chosen(own, request, key) for key in ("paper", "size", "backs", "ink"))
    boards = Options().boards if _chosen(own, request, "component") == "kit" else (_chosen(own, request, "board"),)
    return Kit(own.lettering, Options(paper=paper, size=size, backs=backs, ink=ink, boards=boards))


def _part(own: Desk, request: Data) -> Part:
    """What is shown; of the kit its first page, which says what all its files are."""
    kit, component, size = _kit(own, request), _chosen(own, request, "component"), _chosen(own, request, "board")
    own_makers = {"kit": kit.start, "board": lambda: kit.board(size), "tiles": lambda: kit.tiles(size)}
    return _laid_out(own, own_makers.get(component) or kit.makers[component][0])


def _laid_out(own: Desk, make: Callable[[], Part]) -> Part:
    try:
        return make()
    except Unreadable as error:
        raise own.refused(error.findings[0]) from None


def _chosen(own: Desk, request: Data, key: str) -> str:
    value: Any = request.get(key, CHOICES[key][0])
    if value not in CHOICES[key]:
        raise own.refuse("request")
    return str(value)
