"""Sheets of paper: pieces in their places, cut marks, a ruler, and a note that says what the sheet is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from wsdv_tools import __version__
from wsdv_tools.components.cards import Piece
from wsdv_tools.components.imposition import Plan, Slot
from wsdv_tools.components.lettering import Lettering
from wsdv_tools.drawing.fitting import Style
from wsdv_tools.drawing.palette import Palette, template
from wsdv_tools.drawing.shapes import Box, Group, Item, Page, Path, line, moved, rect, turned
from wsdv_tools.drawing.typesetter import Typesetter
from wsdv_tools.findings import Finding, Unreadable


@dataclass(frozen=True, slots=True)
class SheetMaker:
    """Puts pieces on sheets. `offset` moves the backs, to make up for what the printer does when it turns paper."""

    plan: Plan
    lettering: Lettering
    palette: Palette
    title: str
    offset: tuple[float, float] = (0.0, 0.0)

    def sheets(self, pieces: Sequence[Piece], only: Iterable[int] = ()) -> tuple[Page, ...]:
        """Fronts and backs in the order a duplex printer takes them; `only` names sheets to print again."""
        size = len(self.plan.fronts)
        parts = [pieces[start : start + size] for start in range(0, len(pieces), size)]
        wanted = sorted(set(only)) or range(1, len(parts) + 1)
        for number in wanted:
            if not 1 <= number <= len(parts):
                raise Unreadable([Finding("unknown-sheet", values={"n": number, "last": len(parts)})])
        pages: list[Page] = []
        for number in wanted:
            pages.append(self._front(parts[number - 1], number, len(parts)))
            if self.plan.duplex:
                pages.append(self._back(parts[number - 1], number, len(parts)))
        return tuple(pages)

    def _front(self, pieces: Sequence[Piece], number: int, count: int) -> Page:
        plan = self.plan
        items: list[Item] = []
        for piece, slot in zip(pieces, plan.fronts, strict=False):
            items += self._put(piece.front, slot)
        if plan.is_folded:
            for piece, slot in zip(pieces, plan.reverse, strict=False):
                items += self._put(piece.back, slot, self.offset)
            items.append(self._fold())
        items += cut_marks(plan, self.palette)
        return self._page(items, number, count, "")

    def _back(self, pieces: Sequence[Piece], number: int, count: int) -> Page:
        items: list[Item] = []
        for piece, slot in zip(pieces, self.plan.reverse, strict=False):
            items += self._put(piece.back, slot, self.offset)
        return self._page(items, number, count, self.lettering.say("texts.back-side"))

    def _put(self, drawing: tuple[Item, ...], slot: Slot, offset: tuple[float, float] = (0.0, 0.0)) -> list[Item]:
        box = slot.box.moved(*offset)
        put: Item = moved(drawing, box.x, box.y)
        if slot.is_turned:
            put = turned([put], 180, *box.middle)
        if not self.plan.bleed:
            return [put]
        edge = box.inset(-self.plan.bleed)
        return [rect(edge, fill=self.palette["ground"]), Group((put,), clip=Path(rect(edge).segments))]

    def _fold(self) -> Path:
        plan = self.plan
        block, colour = plan.block, self.palette["soft"]
        if plan.turns_sideways:
            x = plan.width / 2
            return line(x, block.y - 2, x, block.bottom + 2, colour, 0.2, (2.0, 1.2))
        y = plan.height / 2
        return line(block.x - 2, y, block.right + 2, y, colour, 0.2, (2.0, 1.2))

    def _page(self, items: list[Item], number: int, count: int, side: str) -> Page:
        plan, say = self.plan, self.lettering.say
        page = say("texts.page", n=number, m=count)
        name = f"{self.title}, {page}" + (f", {side}" if side else "")
        text = sheet_text(self.lettering, name)
        items = [
            *items,
            *sheet_note(text, plan.block.inset(-plan.bleed), (plan.width, plan.height), plan.margin, self.palette),
        ]
        return Page(plan.width, plan.height, tuple(items), name, plan.block, plan.block.inset(-plan.bleed))


def sheet_text(lettering: Lettering, name: str) -> str:
    """What every sheet says about itself."""
    parts = (
        "Wir sind das Volk!",
        name,
        lettering.say("texts.print-at-100"),
        lettering.code,
        f"wsdv_tools {__version__}",
    )
    return "  ·  ".join(parts)


def cut_marks(plan: Plan, palette: Palette) -> list[Item]:
    """Short lines outside the pieces at every cut; they end inside the printable part, short of the note."""
    entry = template("sheets")["marks"]
    block = plan.block.inset(-plan.bleed)
    slots = (*plan.fronts, *(plan.reverse if plan.is_folded else ()))
    xs = sorted({round(x, 4) for slot in slots for x in (slot.box.x, slot.box.right)})
    ys = sorted({round(y, 4) for slot in slots for y in (slot.box.y, slot.box.bottom)})
    note = template("sheets")["note"]["height"]
    below = _is_below(block, (plan.width, plan.height), plan.margin)
    across, down = block.x - plan.margin, block.y - plan.margin
    ink, width = palette["ink"], entry["line"]
    items: list[Item] = []
    for x in xs:
        for edge, way, room in ((block.y, -1, down), (block.bottom, 1, down - note if below else down)):
            near, far = _mark(entry, room)
            items.append(line(x, edge + way * near, x, edge + way * far, ink, width))
    for y in ys:
        for edge, way, room in ((block.x, -1, across), (block.right, 1, across if below else across - note)):
            near, far = _mark(entry, room)
            items.append(line(edge + way * near, y, edge + way * far, y, ink, width))
    return items


def _mark(entry: Mapping[str, Any], room: float) -> tuple[float, float]:
    """Where a mark starts and ends, counted from the pieces."""
    near = max(0.0, min(entry["gap"], room * 0.3))
    return near, max(near, min(near + entry["length"], room))


def _is_below(used: Box, page: tuple[float, float], margin: float) -> bool:
    """Whether the strip below the pieces takes the note, or the one beside them."""
    below, beside = page[1] - used.bottom - margin, page[0] - used.right - margin
    return bool(below >= template("sheets")["note"]["height"] or below >= beside)


def sheet_note(text: str, used: Box, page: tuple[float, float], margin: float, palette: Palette) -> list[Item]:
    """The note and a ruler, below the pieces, or upright beside them where that strip is wider."""
    height = template("sheets")["note"]["height"]
    if _is_below(used, page, margin):
        return _note(text, Box(margin + 2, page[1] - margin - height, page[0] - 2 * margin - 4, height), palette)
    # The strip beside is drawn lying and then turned up around its lower left corner.
    strip = Box(page[0] - margin - height, page[1] - margin - 2, page[1] - 2 * margin - 4, height)
    return [turned(_note(text, strip, palette), -90, strip.x, strip.y)]


def _note(text: str, strip: Box, palette: Palette) -> list[Item]:
    entry = template("sheets")["note"]
    style, colour = Style.of(entry["type"]), palette["soft"]
    length = entry["ruler"]
    baseline = strip.y + strip.height * 0.68
    setter = Typesetter(palette, "")
    words = setter.line(text, strip.x, baseline, style, colour, "left", strip.width - length - 14)
    return [words, *ruler(strip.right - length, strip.y + strip.height * 0.75, length, palette, style, f"{length} mm")]


def ruler(x: float, y: float, length: float, palette: Palette, style: Style, label: str) -> list[Item]:
    """Millimetres, to be held against a real ruler."""
    ink = palette["ink"]
    ticks = [line(x, y, x + length, y, ink, 0.2)]
    for step in range(int(length) // 5 + 1):
        height = 2.4 if step % 2 == 0 else 1.4
        ticks.append(line(x + step * 5, y - height, x + step * 5, y, ink, 0.2))
    setter = Typesetter(palette, "")
    return [*ticks, setter.line(label, x - 1.2, y, style, palette["soft"], "right")]
