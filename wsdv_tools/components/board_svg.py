"""The board for a screen: the map once, with real text and the ids of its places, and the pieces as a layer over it.

drawing = BoardDrawing(game, Lettering.load(game.catalogue, "de"))
drawing.board()           # the whole SVG, without pieces
drawing.pieces(position)  # <g id="pieces">, to put in its place after every move
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from wsdv_tools.components.board_pieces import BoardPieces, Lying
from wsdv_tools.drawing.palette import Palette
from wsdv_tools.drawing.shapes import Page, named
from wsdv_tools.drawing.svg import layer, svg

if TYPE_CHECKING:
    from wsdv_tools.components.geometry import Geometry
    from wsdv_tools.components.lettering import Lettering
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position


class BoardDrawing:
    """The board of one game in one language, in millimetres of its full size as `Geometry` counts them."""

    def __init__(self, game: Game, lettering: Lettering, edition: str = "full") -> None:
        self._pieces = BoardPieces(game, lettering, Palette.load(edition))
        self._lettering = lettering
        self._written = lru_cache(maxsize=4096)(self._write)  # a move changes few of the pieces

    @property
    def geometry(self) -> Geometry:
        return self._pieces.board.geometry

    @property
    def names(self) -> dict[str, str]:
        """What the places are called, by their ids."""
        return self._pieces.board.names

    def board(self) -> str:
        """The map and all around it, an empty layer for the pieces, and the symbols that these will use."""
        board = self._pieces.board
        title = self._lettering.say("texts.board-sheet")
        width, height = board.geometry.size
        page = Page(width, height, (*board.drawing, named("pieces", "", ())), title)
        return svg(page, self._lettering.code, self._pieces.symbols())

    def pieces(self, position: Position, before: Position | None = None) -> str:
        """Everything that lies there; what differs from `before` is marked."""
        return f'<g id="pieces">{"".join(self.each_place(position, before))}</g>'

    def each_place(self, position: Position, before: Position | None = None) -> list[str]:
        """The same in its parts, place by place."""
        return [self._written(lying) for lying in self._pieces.lying(position, before)]

    def _write(self, lying: Lying) -> str:
        return layer(self._pieces.at_place(*lying))
