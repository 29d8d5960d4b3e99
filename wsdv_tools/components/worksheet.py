"""The worksheet: a decade end by pencil, its boxes in the order of the adjudicator's figures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from wsdv_tools.components.flow import Flow
from wsdv_tools.components.lettering import Lettering, Printer
from wsdv_tools.components.paper import paper_size
from wsdv_tools.drawing.fitting import Style
from wsdv_tools.drawing.palette import Palette, template
from wsdv_tools.drawing.shapes import Box, Item, Page, Text, line, rect
from wsdv_tools.facts import State


class WorksheetPrinter(Printer[Lettering]):
    """Draws the worksheet on one page."""

    def __init__(self, lettering: Lettering, palette: Palette, paper: str = "a4") -> None:
        super().__init__(lettering, palette)
        self._layout = template("reference")
        self._entry: Any = self._layout["worksheet"]
        self._flow = Flow(lettering, palette, paper)
        self.type = self._flow.type
        width, height = paper_size(paper)
        page = self._layout["page"]
        margin = page["margin"]
        self._area = Box(margin, margin + page["head"] - 2, width - 2 * margin, height - 2 * margin - page["head"])

    def page(self) -> Page:
        items: list[Item] = []
        y = self._rows(self._entry["above"], self._area.y, items)
        y = self._table(y, items) + 4
        self._rows(self._entry["below"], y, items)
        return self._flow.framed(self._say("sheet-worksheet"), items)

    def _rows(self, rows: Sequence[Sequence[int]], y: float, items: list[Item]) -> float:
        for phases in rows:
            x = self._area.x
            for phase in phases:
                end = self._figures(self._entry["figures"][str(phase)], x + 8, y + 6.4, items)
                items.extend(name := self._name(phase, x, y))
                ends = [item.x + item.length for item in name if isinstance(item, Text)]
                x = max(end, *ends) + self._entry["between"]
            y += self._entry["row"]
        return y

    def _figures(self, parts: Sequence[str], x: float, y: float, items: list[Item]) -> float:
        """Boxes and the signs between them; returns where they end."""
        width, height = self._entry["box"]
        for before, part in zip(["", *parts], parts, strict=False):
            if part[0].isalpha():
                x += self._entry["apart"] if before[:1].isalpha() else 0.0
                items += self._figure(part, Box(x, y, width, height))
                x += width + self._entry["gap"]
            else:
                x = self._sign(part, x, y, height, items)
        return x

    def _name(self, phase: int, x: float, y: float) -> list[Item]:
        name = self._say(f"phase-{phase}")
        if phase == 1:
            name += f"   ·   {self._say('wall-stands')}"
        return self._heading(str(phase), name, Box(x, y - 0.2, 4.8, 4.8), Style("bold", 9, 9, 9), 8)

    def _heading(self, number: str, words: str, disc: Box, style: Style, start: float) -> list[Item]:
        """Words behind a number in its disc."""
        palette, bold, x = self._palette, Style.of(self._layout["type"]["heading"]), disc.x + start
        self.type.about = words
        return [
            rect(disc, 2.4, palette["slate"]),
            self.type.centred(number, disc, style, palette["paper"]),
            self.type.line(words, x, disc.y + 3.8, bold, palette["ink"], "left", self._area.right - x),
        ]

    def _figure(self, name: str, box: Box) -> list[Item]:
        """A box to fill in with what belongs there below it."""
        caption = self._about(f"figure-{name}")
        room = Box(box.x - 3.5, box.bottom + 0.4, box.width + 7, 8.2)
        style = Style.of(self._entry["caption"])
        words, _ = self.type.block(caption, room, style, self._palette["soft"], "centre")
        return [rect(box, 1, self._palette["paper"], self._palette["ink"], 0.35), *words]

    def _sign(self, text: str, x: float, y: float, height: float, items: list[Item]) -> float:
        style = Style.of(self._entry["sign"])
        width = 4.0 if len(text) == 1 else 11.0
        items.append(self.type.centred(text, Box(x, y, width, height), style, self._palette["ink"]))
        return x + width + float(self._entry["gap"])

    def _table(self, y: float, items: list[Item]) -> float:
        """A row for each province, and columns for the phases that compare them."""
        entry, palette = self._entry["table"], self._palette
        columns = entry["columns"]
        first = entry["first"]
        step = (self._area.width - first) / len(columns)
        small, body = Style.of(self._entry["caption"]), Style.of(self._layout["type"]["table"])
        items += self._span(entry["phases"], y)
        y += 6.4
        for number, name in enumerate(columns):
            room = Box(self._area.x + first + number * step + 0.4, y, step - 0.8, entry["head"] - 2)
            style = Style(small.weight, 7.5, 7, 6, 1.02, 3)
            items += self.type.block(self._about(f"column-{name}"), room, style, palette["soft"], "centre", "bottom")[0]
        y += entry["head"] - 1.4
        for province in self._lettering.catalogue.provinces.values():
            row = Box(self._area.x, y, self._area.width, entry["row"])
            tone = palette["west-pale" if province.state is State.WEST else "east-pale"]
            items.append(rect(row, 0, tone, palette["line"], 0.25))
            self.type.about = province
            name, down = self._lettering.language.name(province), y + row.height * 0.68
            items.append(self.type.line(name, row.x + 1.5, down, body, palette["ink"], "left", first - 3))
            for number in range(len(columns)):
                x = self._area.x + first + number * step
                items.append(rect(Box(x + 0.6, y + 0.7, step - 1.2, row.height - 1.4), 0.6, palette["paper"]))
                items.append(line(x, y, x, y + row.height, palette["line"], 0.25))
            y += row.height
        return y

    def _span(self, phases: Sequence[int], y: float) -> list[Item]:
        """The names of the phases that the table serves."""
        names = "   ·   ".join(self._say(f"phase-{phase}") for phase in phases)
        disc = Box(self._area.x, y - 0.2, 9.6, 4.8)
        return self._heading(f"{phases[0]}–{phases[-1]}", names, disc, Style("bold", 8, 8, 8), 12)
