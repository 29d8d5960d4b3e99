"""What the knife follows: marks outside the pieces and between them, hairlines where they touch; files for machines.

After the first cut the marks at the edge of the sheet are gone. So every corner has its own mark where there is
room between the pieces, and where there is none a hairline runs along each cut.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from wsdv_tools.components.imposition import Plan, Slot, registration
from wsdv_tools.drawing.palette import Palette, template
from wsdv_tools.drawing.shapes import Item, Page, Path, line, polyline, rounded
from wsdv_tools.findings import Finding, Fix, Unreadable
from wsdv_tools.sources.outputs import MARK

_RED = "#ff0000"
_CASING = 0.6  # millimetres: the light edge of a mark that lies on colour
_CUT, _PAGE = "CUT", "PAGE"
_BULGE = math.tan(math.pi / 8)  # what DXF calls a quarter of a circle
_MILLIMETRES = 4  # the number of the unit in DXF
Span = tuple[float, float]


def cut_marks(plan: Plan, palette: Palette, pieces: int | None = None) -> list[Item]:
    """Everything that guides the knife on the front of a sheet, or the eye of a machine.

    A sheet that is not full has marks only for the rows and columns of its `pieces`.
    """
    if plan.machine:
        return [*registration(plan.width, plan.height)]
    has_room = [_has_room(spans) for spans in _spans(plan.on_front)]
    plan = plan.holding(pieces)
    columns, rows = _spans(plan.on_front)
    marks = template("sheets")["marks"]
    ink, hair, width = palette["ink"], palette["soft"], marks["line"]
    block, outer = plan.block, plan.block.inset(-plan.bleed)
    xs, ys = _cuts(columns), _cuts(rows)
    items: list[Item] = []
    upright = _outside(outer.y, outer.bottom, plan.margin, plan.height)
    across = _outside(outer.x, outer.right, plan.margin, plan.width)
    items += [line(x, y1, x, y2, ink, width) for y1, y2 in upright for x in xs]
    items += [line(x1, y, x2, y, ink, width) for x1, x2 in across for y in ys]
    for y1, y2 in _between(rows):
        items += [part for x in xs for part in _cased(line(x, y1, x, y2, ink, width), plan, palette)]
    for x1, x2 in _between(columns):
        items += [part for y in ys for part in _cased(line(x1, y, x2, y, ink, width), plan, palette)]
    if not upright or not has_room[1]:
        items += [line(x, block.y, x, block.bottom, hair, marks["hair"]) for x in xs]
    if not across or not has_room[0]:
        items += [line(block.x, y, block.right, y, hair, marks["hair"]) for y in ys]
    return items


def _spans(slots: Sequence[Slot]) -> tuple[list[Span], list[Span]]:
    """From where to where the columns and the rows of trimmed pieces reach."""
    columns = {(round(slot.box.x, 4), round(slot.box.right, 4)) for slot in slots}
    rows = {(round(slot.box.y, 4), round(slot.box.bottom, 4)) for slot in slots}
    return sorted(columns), sorted(rows)


def _cuts(spans: Sequence[Span]) -> list[float]:
    """Pieces that touch share a cut."""
    return sorted({round(end, 3) for span in spans for end in span})


def _gaps(spans: Sequence[Span]) -> Iterator[Span]:
    return ((before[1], after[0]) for before, after in pairwise(spans))


def _has_room(spans: Sequence[Span]) -> bool:
    """Whether all gaps have room for marks that can be followed; one piece alone has its marks outside."""
    least = template("sheets")["marks"]["least"]
    return all(end - start >= least - 1e-6 for start, end in _gaps(spans))


def _between(spans: Sequence[Span]) -> Iterator[Span]:
    """The marks in the gaps that are wide enough for them."""
    marks = template("sheets")["marks"]
    for start, end in _gaps(spans):
        if end - start >= marks["least"] - 1e-6:
            clear = min(marks["gap"], (end - start - marks["least"]) / 2)
            yield (start + clear, end - clear)


def _outside(start: float, end: float, margin: float, side: float) -> list[Span]:
    """The marks before and after the pieces, inside the printable part; none that is too short to follow."""
    marks = template("sheets")["marks"]
    spans = []
    for edge, way, room in ((start, -1, start - margin), (end, 1, side - margin - end)):
        near = max(marks["near"], min(marks["gap"], room - marks["least"]))
        far = min(near + marks["length"], room)
        if far - near >= marks["least"] - 1e-6:
            spans.append((edge + way * near, edge + way * far))
    return spans


def _cased(mark: Path, plan: Plan, palette: Palette) -> list[Path]:
    """On bleed a mark lies on colour of any depth."""
    return [mark._replace(stroke=palette["paper"], width=_CASING), mark] if plan.bleed else [mark]


def _outlines(plan: Plan, radius: float) -> list[Path]:
    """The cuts for a machine: each piece with its round corners or, where pieces touch, every line once."""
    columns, rows = _spans(plan.fronts)
    look = template("sheets")["marks"]["hair"]
    if all(end - start > 1e-6 for spans in (columns, rows) for start, end in _gaps(spans)):
        return [Path(rounded(slot.box, radius), None, _RED, look) for slot in plan.fronts]
    (left, right), (top, bottom) = ((spans[0][0], spans[-1][1]) for spans in (columns, rows))
    lines = [((x, top), (x, bottom)) for x in _cuts(columns)] + [((left, y), (right, y)) for y in _cuts(rows)]
    return [Path(polyline(ends), None, _RED, look, sharp=True) for ends in lines]


@dataclass(frozen=True, slots=True)
class CutFile:
    """One file serves all sheets: they are alike, and cuts through the empty places of the last one do no harm."""

    plan: Plan
    radius: float  # of the corners, where pieces have gaps between them

    def content(self, format_: str) -> bytes:
        return self.svg() if format_ == "svg" else self.dxf()

    def svg(self) -> bytes:
        from wsdv_tools.drawing.svg import svg

        page = Page(self.plan.width, self.plan.height, tuple(_outlines(self.plan, self.radius)))
        return svg(page, "en").encode()

    def dxf(self) -> bytes:
        """In millimetres, y upwards; the page is a layer of its own that is not cut."""
        ezdxf = _ezdxf()
        before, ezdxf.options.write_fixed_meta_data_for_testing = (
            ezdxf.options.write_fixed_meta_data_for_testing,
            True,  # neither time nor chance: the same sheet gives the same bytes
        )
        try:
            document = ezdxf.new("R2010", units=_MILLIMETRES)
            document.layers.add(_CUT, color=1)
            document.layers.add(_PAGE, color=8).dxf.plot = 0
            space = document.modelspace()
            width, height = self.plan.width, self.plan.height
            corners = [(0, 0), (width, 0), (width, height), (0, height)]
            space.add_lwpolyline(corners, close=True, dxfattribs={"layer": _PAGE})
            for path in _outlines(self.plan, self.radius):
                points, is_closed = self._points(path)
                space.add_lwpolyline(points, format="xyb", close=is_closed, dxfattribs={"layer": _CUT})
            for name in sorted(document.entitydb.dxf_types_in_use()):  # ezdxf takes them from a set, in any order
                document.classes.add_class(name)
            text = io.StringIO()
            document.write(text)
        finally:
            ezdxf.options.write_fixed_meta_data_for_testing = before
        return f"999\n{MARK}\n{text.getvalue()}".encode()

    def _points(self, path: Path) -> tuple[list[tuple[float, float, float]], bool]:
        """Corners with how much the stretch behind each is bent; turned upside down, all bends go the other way."""
        points: list[tuple[float, float, float]] = []
        for letter, *numbers in path.segments:
            if letter == "C":
                x, y, _ = points.pop()
                points.append((x, y, -_BULGE))
            if letter != "Z":
                points.append((round(numbers[-2], 4), round(self.plan.height - numbers[-1], 4), 0.0))
        is_closed = path.segments[-1][0] == "Z"
        if is_closed and points[0][:2] == points[-1][:2]:
            points.pop()
        return points, is_closed


def _ezdxf() -> Any:
    try:
        import ezdxf
    except ImportError:
        fix = Fix("install-print-extra", {"extra": "cut"})
        values = {"format": "DXF", "package": "ezdxf"}
        raise Unreadable([Finding("extra-missing", values=values, fixes=(fix,))]) from None
    return ezdxf
