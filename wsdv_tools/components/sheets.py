"""Sheets of paper: pieces in their places, cut marks, a ruler, and a note that says what the sheet is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from wsdv_tools import __version__
from wsdv_tools.components.card_faces import Piece
from wsdv_tools.components.cuts import cut_marks
from wsdv_tools.components.imposition import Plan, Slot, machine_reach
from wsdv_tools.components.lettering import Labels
from wsdv_tools.drawing.fitting import Style, fit_line
from wsdv_tools.drawing.palette import Palette, template
from wsdv_tools.drawing.shapes import Box, Group, Item, Page, Path, line, rounded, turned
from wsdv_tools.drawing.typesetter import Typesetter
from wsdv_tools.findings import Finding, Unreadable

_TOUCH = 1e-6
_DOT = " · "  # between the parts of a note
_BESIDE = 1.2  # millimetres that a note keeps from a mark
_Reach = tuple[float, float, float, float]  # beyond the left, upper, right and lower cut


@dataclass(frozen=True, slots=True)
class SheetMaker:
    """Puts pieces on sheets. `offset` moves the backs, to make up for what the printer does when it turns paper."""

    plan: Plan
    lettering: Labels
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
        items = [self._put(piece.front, slot) for piece, slot in zip(pieces, plan.fronts, strict=False)]
        if plan.is_folded:
            backs = zip(pieces, plan.reverse, strict=False)
            items += [self._put(piece.back, slot, self.offset) for piece, slot in backs]
            items.append(self._fold())
        items += cut_marks(plan, self.palette, len(pieces))
        return self._page(items, number, count)

    def _back(self, pieces: Sequence[Piece], number: int, count: int) -> Page:
        backs = zip(pieces, self.plan.reverse, strict=False)
        items = [self._put(piece.back, slot, self.offset, self._reach(slot.box)) for piece, slot in backs]
        return self._page(items, number, count, self.lettering.say("texts.back-side"))

    def _reach(self, box: Box) -> _Reach:
        """How far a back goes on where no other lies, so that a sheet that is turned a little off shows no paper."""
        plan, block = self.plan, self.plan.block
        outer = block.inset(-plan.bleed)
        most = max(0.0, template("sheets")["overhang"] - plan.bleed)  # bleed does the same, and does it everywhere
        room = [outer.x - plan.margin, outer.y - plan.margin]
        room[_is_below(outer, (plan.width, plan.height), plan.margin)] -= template("sheets")["note"]["height"] * 0.75
        across, down = (plan.bleed + max(0.0, min(most, free)) for free in room)
        inside = plan.bleed + min(most, plan.gap / 2)
        return (
            across if box.x - block.x < _TOUCH else inside,
            down if box.y - block.y < _TOUCH else inside,
            across if block.right - box.right < _TOUCH else inside,
            down if block.bottom - box.bottom < _TOUCH else inside,
        )

    def _put(
        self,
        drawing: tuple[Item, ...],
        slot: Slot,
        offset: tuple[float, float] = (0.0, 0.0),
        reach: _Reach | None = None,
    ) -> Item:
        """A piece in its place, cut off where its bleed ends, or a back where it reaches."""
        left, top, right, bottom = reach or (self.plan.bleed,) * 4
        if slot.is_turned:
            left, top, right, bottom = right, bottom, left, top
        edge = Box(-left, -top, slot.box.width + left + right, slot.box.height + top + bottom)
        return put(drawing, slot, offset, Path(rounded(edge)))

    def _fold(self) -> Path:
        plan = self.plan
        block, colour = plan.block, self.palette["soft"]
        if plan.turns_sideways:
            x = plan.width / 2
            return line(x, block.y - 2, x, block.bottom + 2, colour, 0.2, (2.0, 1.2))
        y = plan.height / 2
        return line(block.x - 2, y, block.right + 2, y, colour, 0.2, (2.0, 1.2))

    def _page(self, items: list[Item], number: int, count: int, side: str = "") -> Page:
        plan = self.plan
        name = numbered_title(self.lettering, self.title, number, count, side)
        text, outer = sheet_text(self.lettering, name), plan.block.inset(-plan.bleed)
        marks = () if plan.machine else [slot.box for slot in plan.fronts]
        ends = machine_reach() - plan.margin if plan.machine else 2.0
        items += sheet_note(text, outer, (plan.width, plan.height), plan.margin, self.palette, marks, ends)
        return Page(plan.width, plan.height, tuple(items), name, plan.block, outer)


def put(
    drawing: tuple[Item, ...], slot: Slot, offset: tuple[float, float] = (0.0, 0.0), clip: Path | None = None
) -> Item:
    """A drawing in its place, or as far from it as the printer is off."""
    box = slot.box.moved(*offset)
    item = Group(drawing, (1.0, 0.0, 0.0, 1.0, box.x, box.y), clip)
    return turned([item], 180, *box.middle) if slot.is_turned else item


def numbered_title(lettering: Labels, title: str, number: int, count: int, side: str = "") -> str:
    return ", ".join(filter(None, (title, lettering.say("texts.page", n=number, m=count), side)))


def noted(
    name: str,
    items: Iterable[Item],
    size: tuple[float, float],
    lettering: Labels,
    palette: Palette,
    margin: float | None = None,
) -> Page:
    """A whole page with the note at its foot."""
    width, height = size
    margin = float(template("sheets")["margin"]) if margin is None else margin
    used = Box(0, 0, width, height - margin - 8)
    return Page(width, height, (*items, *sheet_note(sheet_text(lettering, name), used, size, margin, palette)), name)


def sheet_text(lettering: Labels, name: str) -> str:
    """What every sheet says about itself."""
    at_100 = lettering.say("texts.print-at-100")
    return _DOT.join((lettering.game, name, at_100, lettering.code, f"wsdv_tools {__version__}"))


def _is_below(used: Box, page: tuple[float, float], margin: float) -> bool:
    """Whether the strip below the pieces takes the note, or the one beside them."""
    below, beside = page[1] - used.bottom - margin, page[0] - used.right - margin
    return bool(below >= template("sheets")["note"]["height"] or below >= beside)


def sheet_note(
    text: str,
    used: Box,
    page: tuple[float, float],
    margin: float,
    palette: Palette,
    pieces: Sequence[Box] = (),
    ends: float = 2.0,
) -> list[Item]:
    """The note and a ruler, below the pieces, or upright beside them where that strip is wider.

    They keep clear of the cut marks, which are where the pieces begin and end.
    """
    height = template("sheets")["note"]["height"]
    if _is_below(used, page, margin):
        strip = Box(margin + ends, page[1] - margin - height, page[0] - 2 * (margin + ends), height)
        return _note(text, strip, palette, [x for box in pieces for x in (box.x, box.right)])
    # The strip beside is drawn lying and then turned up around its lower left corner.
    strip = Box(page[0] - margin - height, page[1] - margin - ends, page[1] - 2 * (margin + ends), height)
    marks = [strip.x + strip.y - y for box in pieces for y in (box.y, box.bottom)]
    return [turned(_note(text, strip, palette, marks), -90, strip.x, strip.y)]


def _note(text: str, strip: Box, palette: Palette, marks: Iterable[float]) -> list[Item]:
    """The longest ruler that leaves room for all words between the marks, or the longest at all."""
    entry = template("sheets")["note"]
    style, colour = Style.of(entry["type"]), palette["soft"]
    baseline, setter, parts = strip.y + strip.height * 0.68, Typesetter(palette, ""), text.split(_DOT)
    tries = []
    for length in range(entry["ruler"], 10, -10):
        label, rooms = f"{length} mm", _rooms(strip, marks)
        needed = length + 1.2 + fit_line(label, style, 1e3).widths[0]
        wide = [number for number, (start, end) in enumerate(rooms) if end - start >= needed]
        if wide:
            start, end = rooms[wide[-1]]
            rooms[wide[-1]] = (start, end - needed - 4)
            drawn = ruler(end - length, strip.y + strip.height * 0.75, length, palette, style, label)
            tries.append((drawn, _shared_out(parts, rooms, style)))
    whole = [one for one in tries if sum(len(words.split(_DOT)) for words, _ in one[1]) == len(parts)]
    drawn, shared = (whole or tries or [([], _shared_out(parts, _rooms(strip, marks), style))])[0]
    sizes = [fit_line(words, style, end - start).size for words, (start, end) in shared]
    even = style._replace(size=min(sizes, default=style.size))  # parts beside each other look like one line
    drawn += [setter.line(words, start, baseline, even, colour, "left", end - start) for words, (start, end) in shared]
    return drawn


def _rooms(strip: Box, marks: Iterable[float]) -> list[tuple[float, float]]:
    """What the marks leave of a strip."""
    stops = sorted({round(mark, 3) for mark in marks if strip.x < mark < strip.right})
    starts = [strip.x, *(stop + _BESIDE for stop in stops)]
    ends = [*(stop - _BESIDE for stop in stops), strip.right]
    return [(start, end) for start, end in zip(starts, ends, strict=True) if end > start]


def _shared_out(
    parts: Sequence[str], rooms: Sequence[tuple[float, float]], style: Style
) -> list[tuple[str, tuple[float, float]]]:
    """Parts of the note put into rooms in their order, as many as fit into each; smaller type where some are left."""
    shared: list[tuple[str, tuple[float, float]]] = []
    rest = list(parts)
    for room in rooms:
        taken = 0
        while taken < len(rest) and fit_line(_DOT.join(rest[: taken + 1]), style, room[1] - room[0]).over <= 0:
            taken += 1
        if taken:
            shared.append((_DOT.join(rest[:taken]), room))
            rest = rest[taken:]
    return shared


def ruler(x: float, y: float, length: float, palette: Palette, style: Style, label: str) -> list[Item]:
    """Millimetres, to be held against a real ruler."""
    ink = palette["ink"]
    ticks = [line(x, y, x + length, y, ink, 0.2)]
    for step in range(int(length) // 5 + 1):
        height = 2.4 if step % 2 == 0 else 1.4
        ticks.append(line(x + step * 5, y - height, x + step * 5, y, ink, 0.2))
    setter = Typesetter(palette, "")
    return [*ticks, setter.line(label, x - 1.2, y, style, palette["soft"], "right")]
