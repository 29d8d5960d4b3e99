"""What the knife follows: marks outside the pieces and between them, hairlines where they touch.

After the first cut the marks at the edge of the sheet are gone. So every corner has its own mark where there is
room between the pieces, and where there is none a hairline runs along each cut.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from wsdv_tools.components.imposition import Plan, Slot
from wsdv_tools.components.registration import registration
from wsdv_tools.drawing.palette import Palette, template
from wsdv_tools.drawing.shapes import Item, Path, line, polyline, rounded

_RED = "#ff0000"
_CASING = 0.6  # millimetres: the light edge of a mark that lies on colour
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


def outlines(plan: Plan, radius: float) -> list[Path]:
    """The cuts for a machine: each piece with its round corners or, where pieces touch, every line once."""
    columns, rows = _spans(plan.fronts)
    look = template("sheets")["marks"]["hair"]
    if all(end - start > 1e-6 for spans in (columns, rows) for start, end in _gaps(spans)):
        return [Path(rounded(slot.box, radius), None, _RED, look) for slot in plan.fronts]
    (left, right), (top, bottom) = ((spans[0][0], spans[-1][1]) for spans in (columns, rows))
    lines = [((x, top), (x, bottom)) for x in _cuts(columns)] + [((left, y), (right, y)) for y in _cuts(rows)]
    return [Path(polyline(ends), None, _RED, look, sharp=True) for ends in lines]
