"""`wsdv show --svg`: the board of the print kit with the pieces on it, and a page that keeps it before one's eyes."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from wsdv_tools.components.board_pieces import BoardPieces
from wsdv_tools.components.lettering import Lettering
from wsdv_tools.drawing.palette import Palette
from wsdv_tools.drawing.svg import svg
from wsdv_tools.sources.outputs import MARK
from wsdv_tools.sources.text_reader import read_bytes
from wsdv_tools.visible import visible

if TYPE_CHECKING:
    from wsdv_tools.cli.session import Session
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position

EVERY = 0.3  # seconds between two looks at a file
_PAGE = """<!DOCTYPE html>
<!-- {mark} -->
<html lang="{language}">
<meta charset="utf-8">
<title>{title}</title>
<style>body {{ margin: 0; background: #333 }} img {{ display: block; margin: auto; height: 100vh }}
img.wide {{ height: auto; width: 100% }}</style>
<img id="board" src="{picture}" alt="{title}" onclick="this.classList.toggle('wide')">
<script>
setInterval(() => {{
  const next = new Image();
  next.onload = () => {{ document.getElementById("board").src = next.src; }};
  next.src = "{picture}?" + Date.now();
}}, 1000);
</script>
"""


class BoardPicture:
    """Draws positions of one game into a file; what is the same on all of them is drawn once."""

    def __init__(self, session: Session, game: Game, file: Path, letters: str = "outlines") -> None:
        lettering = Lettering.load(session.catalogue, session.language.code)
        self.file = file
        self._session = session
        self._language = session.language.code
        self._has_outlines = letters == "outlines"
        self._pieces = BoardPieces(game, lettering, Palette.load("full"))

    def write(self, position: Position, before: Position | None) -> bool:
        """False where the picture went to the standard output."""
        page = self._pieces.page(position, before)
        return self._session.deliver({self.file: svg(page, self._language, has_outlines=self._has_outlines).encode()})

    def write_page(self, title: str) -> Path:
        """A page that shows the picture, and looks every second whether there is a new one."""
        page = self.file.with_suffix(".html")
        names = {"title": escape(visible(title)), "picture": quote(os.fsencode(self.file.name))}
        self._session.deliver({page: _PAGE.format(language=self._language, mark=MARK, **names).encode()})
        return page


def changed(path: Path) -> Iterator[bytes]:
    """What stands in a file, now and whenever it is another."""
    known: bytes | None = None
    while True:
        found, _ = read_bytes(path)
        if found is None:  # it is being replaced, or was moved for a while
            found = known or b""
        if found != known:
            known = found
            yield found
        time.sleep(EVERY)
