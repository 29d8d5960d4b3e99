"""Title strips in one's own language, to slip into the sleeves of the published cards."""

from __future__ import annotations

from collections.abc import Iterable

from wsdv_tools.components.card_faces import Piece
from wsdv_tools.components.lettering import Lettering
from wsdv_tools.drawing.fitting import Style
from wsdv_tools.drawing.palette import Palette, template
from wsdv_tools.drawing.shapes import Box, Item, line, rect
from wsdv_tools.drawing.typesetter import Typesetter
from wsdv_tools.facts import Card
from wsdv_tools.facts.cards import Untitled
from wsdv_tools.findings import Finding

_TONES = {"yellow": "west", "red": "east", "dual": "dual"}


class StripPrinter:
    """Draws a strip for each face: its number, its title, and a bar in its colour."""

    def __init__(self, lettering: Lettering, palette: Palette) -> None:
        self._lettering = lettering
        self._palette = palette
        self._layout = template("sheets")["strips"]
        self._type = Typesetter(palette, lettering.code)
        self.width, self.height = map(float, self._layout["size"])

    @property
    def findings(self) -> list[Finding]:
        return self._type.findings

    def pieces(self, cards: Iterable[Card]) -> list[Piece]:
        return [Piece(card.id, self._strip(card), ()) for card in cards]

    def _strip(self, card: Card) -> tuple[Item, ...]:
        palette, tone = self._palette, _TONES[card.colour]
        self._type.about = Untitled(card.id, card.number)
        number = Box(0, 0, 10, self.height)
        room = Box(11.5, 0.5, self.width - 13, self.height - 1)
        title, _ = self._type.block(
            self._lettering.title(card), room, Style.of(self._layout["title"]), palette["ink"], "left", "middle"
        )
        return (
            rect(number, 0, palette[tone]),
            self._type.centred(
                card.number, number, Style.of(self._layout["number"]), palette.get(f"{tone}-text", "ink")
            ),
            *title,
            line(0, 0, self.width, 0, palette["line"], 0.15),
            line(0, self.height, self.width, self.height, palette["line"], 0.15),
        )
