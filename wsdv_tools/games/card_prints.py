"""Cards from their owner's file, in poker size, with a plain back of our own."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from wsdv_tools.components.card_faces import Piece
from wsdv_tools.components.imposition import plan
from wsdv_tools.components.kit import Part
from wsdv_tools.components.sheets import SheetMaker
from wsdv_tools.drawing.fitting import Style
from wsdv_tools.drawing.shapes import Box, Group, Item, Path, circle, line, rect, rounded
from wsdv_tools.games.cards import Card, EventText
from wsdv_tools.games.sheets import GameSheets, colour, deep, dots

SIZE = (63.5, 88.9)
_INSET, _RADIUS = 2.2, 3.0
_NAME = Style("bold", 13, 9.5, 8, 1.05, 2, True)
_FOOT = Style("bold", 7.5, 7, 6)
_TEXT = Style("regular", 9.5, 7.5, 6.5, 1.2)
_BAND = 15.0

Facts = Callable[[Card, Box], list[Item]]  # what only one game prints on its cards, in the row below the name


class CardPrints:
    """Faces and backs of one game's cards."""

    def __init__(self, sheets: GameSheets, facts: Facts, back_label: str) -> None:
        self.sheets = sheets
        self.type = sheets.type
        self.palette = sheets.palette
        self.facts = facts
        self.back_label = back_label

    def part(self, cards: Sequence[Card]) -> Part:
        options = self.sheets.options
        back = self.back()
        pieces = [Piece(card.id, self.face(card), back) for card in cards]
        sheet = plan(SIZE, options.paper, options.backs, options.bleed, options.margin, options.grid, options.gap)
        maker = SheetMaker(sheet, self.sheets.lettering, self.palette, self.sheets.say("sheet-cards"), options.offset)
        return self.sheets.part("cards", maker.sheets(pieces, options.pages), sheet.duplex)

    def face(self, card: Card) -> tuple[Item, ...]:
        palette, language = self.palette, self.sheets.language
        frame = Box(0, 0, *SIZE).inset(_INSET)
        name = language.name(card)
        self.type.about = name
        band = Box(frame.x, frame.y, frame.width, _BAND)
        fill = colour(palette, card.flag)
        items: list[Item] = [rect(frame, 0, palette["paper"]), rect(band, 0, fill)]
        light = palette["paper"] if palette.edition == "full" else palette["ink"]
        words, _ = self.type.block(name, band.inset(2.4, 1.2), _NAME, light, "left", "middle")
        items += words
        row = Box(frame.x + 2.4, band.bottom + 2.4, frame.width - 4.8, 9.0)
        items += self.facts(card, row)
        rule = row.bottom + 2.2
        items.append(line(frame.x + 2.4, rule, frame.right - 2.4, rule, palette["line"], 0.25))
        room = Box(frame.x + 2.8, rule + 1.6, frame.width - 5.6, frame.bottom - rule - 12.5)
        is_start = card.id in self.sheets.opened.spec.fixed
        if card.text:
            text = language.name(EventText(card.text))
            items += self.type.block(text, room, _TEXT, palette["ink"])[0]
        elif not is_start:  # room to write it by hand
            for at in range(1, int(room.height / 7)):
                items.append(line(room.x, room.y + 7 * at, room.right, room.y + 7 * at, palette["hair"], 0.25))
        foot = Box(frame.x + 2.4, frame.bottom - 9.2, frame.width - 4.8, 7.0)
        items += self._start_foot(foot) if is_start else self._foot(card, foot)
        edge = rounded(frame, _RADIUS)
        return (Group(tuple(items), clip=Path(edge)), Path(edge, None, deep(palette, card.flag), 0.5))

    def _foot(self, card: Card, box: Box) -> list[Item]:
        """Whose flag it has, and how many markers it commands."""
        palette = self.palette
        flag = self.sheets.language.word(f"flag-{card.flag}" if card.flag else "unknown-fact")
        shown = dots(palette, card.command, Box(box.right - 22, box.y + 1.4, 22, 4.2), deep(palette, card.flag))
        top = line(box.x, box.y - 0.8, box.right, box.y - 0.8, palette["line"], 0.25)
        label = self.type.line(flag, box.x, box.y + 4.6, _FOOT, palette["soft"], "left", box.width - 24)
        return [top, label, *shown]

    def _start_foot(self, box: Box) -> list[Item]:
        """The start card has no flag, number or event."""
        text = self.sheets.say("start-card")
        return [self.type.centred(text, box, _FOOT, self.palette["soft"])]

    def back(self) -> tuple[Item, ...]:
        """Two colours and a word: no picture of the published back."""
        palette = self.palette
        frame = Box(0, 0, *SIZE).inset(_INSET)
        x, y = frame.middle
        half = frame._replace(width=frame.width / 2)
        items: list[Item] = [
            rect(half, 0, palette["blue-light"]),
            rect(half.moved(frame.width / 2, 0), 0, palette["east-light"]),
            circle(x, y, 19, palette["paper"], palette["slate"], 0.6),
        ]
        self.type.about = self.back_label
        style = Style("bold", 18, 10, 7)
        items.append(self.type.centred(self.back_label, Box(x - 16, y - 5, 32, 10), style, palette["ink"]))
        edge = rounded(frame, _RADIUS)
        return (Group(tuple(items), clip=Path(edge)), Path(edge, None, palette["slate"], 0.5))
