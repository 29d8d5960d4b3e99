"""`wsdv show --svg`: the board of the print kit with the pieces on it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from wsdv_tools.components.board_pieces import BoardPieces
from wsdv_tools.components.lettering import Lettering
from wsdv_tools.drawing.palette import Palette
from wsdv_tools.drawing.svg import svg

if TYPE_CHECKING:
    from wsdv_tools.cli.session import Session
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position


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
