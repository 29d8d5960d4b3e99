"""The first page of a kit: what is in the folder, which paper each file wants, and what to do first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wsdv_tools.components.paper import paper_size
from wsdv_tools.components.sheets import sheet_note, sheet_text
from wsdv_tools.drawing.fitting import Style
from wsdv_tools.drawing.palette import Palette, template
from wsdv_tools.drawing.shapes import Box, Item, Page, line
from wsdv_tools.drawing.typesetter import Typesetter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wsdv_tools.components.lettering import Lettering
    from wsdv_tools.findings import Finding

_SIDE, _NAMES = 22.0, 48.0  # millimetres: of the margin, and of the column with the names of files
_BODY = Style("regular", 11, 9, 9, 1.25)
_NAME = Style("bold", 11, 9, 8)
_HEADING = Style("bold", 14, 12, 11)
_STEPS = 6


class StartPage:
    """Lays the page out from top to bottom; each part is as high as its text."""

    def __init__(self, lettering: Lettering, palette: Palette, paper: str) -> None:
        self._lettering = lettering
        self._palette = palette
        self._size = paper_size(paper)
        self._setter = Typesetter(palette, lettering.code)
        self._items: list[Item] = []
        self._y = 28.0

    @property
    def findings(self) -> list[Finding]:
        return self._setter.findings

    def page(self, files: Sequence[tuple[str, str]]) -> Page:
        """`files` are the names of the kit's files, each with the key of what is said about it."""
        name = self._say("start-sheet")
        self._setter.about = name
        ink = self._palette["ink"]
        title = Style.of(template("reference")["type"]["title"])
        self._items = [self._setter.line(f"{self._lettering.game} – {name}", _SIDE, self._y, title, ink)]
        self._y += 5
        self._words(self._say("start-lead"), _SIDE)
        self._heading("start-files")
        for file, key in files:
            self._row(file, self._say(key))
        self._heading("start-order")
        for number in range(1, _STEPS + 1):
            self._row(f"{number}.", self._say(f"start-step-{number}"), 8.0)
        width, height = self._size
        margin = float(template("sheets")["margin"])
        used = Box(0, 0, width, height - margin - 8)
        note = sheet_note(sheet_text(self._lettering, name), used, self._size, margin, self._palette)
        return Page(width, height, (*self._items, *note), name)

    def _heading(self, key: str) -> None:
        self._y += 9
        self._items.append(self._setter.line(self._say(key), _SIDE, self._y, _HEADING, self._palette["ink"]))
        self._items.append(line(_SIDE, self._y + 2, self._size[0] - _SIDE, self._y + 2, self._palette["line"], 0.3))
        self._y += 4

    def _row(self, head: str, text: str, column: float = _NAMES) -> None:
        start = self._y
        self._words(text, _SIDE + column)
        room = column - 2
        self._items.append(self._setter.line(head, _SIDE, start + 3.9, _NAME, self._palette["ink"], room=room))

    def _words(self, text: str, left: float) -> None:
        box = Box(left, self._y, self._size[0] - left - _SIDE, self._size[1] - self._y - 20)
        items, fitted = self._setter.block(text, box, _BODY, self._palette["ink"])
        self._items += items
        self._y += fitted.height + 1.8

    def _say(self, key: str) -> str:
        return self._lettering.say(f"texts.{key}")
