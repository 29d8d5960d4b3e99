"""The first page of a kit: what is in the folder, which paper each file wants, and what to do first."""

from __future__ import annotations

from collections.abc import Sequence

from wsdv_tools.components.lettering import Lettering, Printer
from wsdv_tools.components.paper import paper_size
from wsdv_tools.components.sheets import noted
from wsdv_tools.drawing.fitting import Style
from wsdv_tools.drawing.palette import Palette, template
from wsdv_tools.drawing.shapes import Box, Item, Page, Text, line

_SIDE, _NAMES = 22.0, 48.0  # millimetres: of the margin, and of the column with the names of files
_BODY = Style("regular", 11, 9, 9, 1.25)
_NAME = Style("bold", 11, 9, 8)
_HEADING = Style("bold", 14, 12, 11)
_STEPS = 6


class StartPage(Printer[Lettering]):
    """Lays the page out from top to bottom; each part is as high as its text."""

    def __init__(self, lettering: Lettering, palette: Palette, paper: str) -> None:
        super().__init__(lettering, palette)
        self._size = paper_size(paper)
        self._items: list[Item] = []
        self._y = 28.0

    def page(self, files: Sequence[tuple[str, str]]) -> Page:
        """`files` are the names of the kit's files, each with the key of what is said about it."""
        name = self._about("start-sheet")
        ink = self._palette["ink"]
        title = Style.of(template("reference")["type"]["title"])
        self._items = [self.type.line(f"{self._lettering.game} – {name}", _SIDE, self._y, title, ink)]
        self._y += 5
        self._words(self._say("start-lead"), _SIDE)
        self._heading("start-files")
        for file, key in files:
            self._row(file, self._say(key))
        self._heading("start-order")
        for number in range(1, _STEPS + 1):
            self._row(f"{number}.", self._say(f"start-step-{number}"), 8.0)
        return noted(name, self._items, self._size, self._lettering, self._palette)

    def _heading(self, key: str) -> None:
        self._y += 9
        self._items.append(self.type.line(self._say(key), _SIDE, self._y, _HEADING, self._palette["ink"]))
        self._items.append(line(_SIDE, self._y + 2, self._size[0] - _SIDE, self._y + 2, self._palette["line"], 0.3))
        self._y += 4

    def _row(self, head: str, text: str, column: float = _NAMES) -> None:
        ink, baseline = self._palette["ink"], self._words(text, _SIDE + column)
        self._items.append(self.type.line(head, _SIDE, baseline, _NAME, ink, room=column - 2))

    def _words(self, text: str, left: float) -> float:
        """Sets text below what is there, and says where its first line stands."""
        box = Box(left, self._y, self._size[0] - left - _SIDE, self._size[1] - self._y - 20)
        items, fitted = self.type.block(text, box, _BODY, self._palette["ink"])
        self._items += items
        self._y += fitted.height + 1.8
        return next(item.y for item in items if isinstance(item, Text))
