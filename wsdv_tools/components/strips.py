"""Title strips in the user's own language, to slip into the sleeves of the published cards."""

from __future__ import annotations

from collections.abc import Iterable

from wsdv_tools.components.card_faces import SCHEMES, Piece
from wsdv_tools.components.icon_rows import clusters
from wsdv_tools.components.lettering import Lettering, Printer
from wsdv_tools.drawing.fitting import Style, fit
from wsdv_tools.drawing.palette import Palette, template
from wsdv_tools.drawing.shapes import Box, Item, line, moved, rect
from wsdv_tools.facts import Card
from wsdv_tools.facts.cards import Untitled

_TITLE = 3.4  # millimetres that a title needs at least


class StripPrinter(Printer[Lettering]):
    """Draws a strip for each face: its number in its colour, its title, and the texts that bind its icons."""

    def __init__(self, lettering: Lettering, palette: Palette) -> None:
        super().__init__(lettering, palette)
        self._layout = template("sheets")["strips"]
        self.width, self.height = map(float, self._layout["size"])

    def pieces(self, cards: Iterable[Card]) -> list[Piece]:
        return [Piece(card.id, self._strip(card), ()) for card in cards]

    def _strip(self, card: Card) -> tuple[Item, ...]:
        palette, tone = self._palette, SCHEMES[card.colour]
        self.type.about = Untitled(card.id, card.number)
        number = Box(0, 0, 10, self.height)
        room = Box(11.5, 0.4, self.width - 13, self.height - 0.8)
        texts = " · ".join(cluster.text for cluster in clusters(card, self._lettering) if cluster.text)
        small = Style.of(self._layout["text"])
        below = fit(texts, small, room.width, room.height - _TITLE, self._lettering.code).height if texts else 0.0
        upper = room._replace(height=room.height - below)
        style = Style.of(self._layout["title"])
        title, fitted = self.type.block(self._lettering.title(card), upper, style, palette["ink"], "left", "bottom")
        words, _ = self.type.block(texts, room._replace(y=upper.bottom, height=below), small, palette["soft"])
        free = room.height - fitted.height - below
        return (
            rect(number, 0, palette[tone]),
            self.type.centred(
                card.number, number, Style.of(self._layout["number"]), palette.get(f"{tone}-text", "ink")
            ),
            moved((*title, *words), 0, -free / 2),  # both together are in the middle
            line(0, 0, self.width, 0, palette["line"], 0.15),
            line(0, self.height, self.width, self.height, palette["line"], 0.15),
        )
