"""What is printed for Kubakrise: rules, zone mat, markers, score sheet, and the owner's cards."""

from __future__ import annotations

from collections.abc import Callable

from wsdv_tools.components.kit import Part
from wsdv_tools.drawing.fitting import Style
from wsdv_tools.drawing.shapes import Box, Item, Page, Path, circle, polyline, rect
from wsdv_tools.games.card_prints import CardPrints
from wsdv_tools.games.cards import Card
from wsdv_tools.games.kubakrise.facts import MARKERS, TYPES
from wsdv_tools.games.kubakrise.telling import type_value, zone_value
from wsdv_tools.games.sheets import BODY, GameSheets, colour
from wsdv_tools.games.sides import SIDES

SECTIONS = (
    ("kk.section-setup", ("KK-2",)),
    ("kk.section-turn", ("KK-3", "KK-7")),
    ("kk.section-event", ("KK-4",)),
    ("kk.section-command", ("KK-5",)),
    ("kk.section-areas", ("KK-6",)),
    ("kk.section-scoring", ("KK-8",)),
    ("kk.section-campaign", ("KK-9",)),
)
_ZONE = Style("bold", 26, 18, 14)
_TOLD = Style("regular", 13, 11, 9, 1.2)
_ROWS = ("areas", "cuba", "military", "aftermath", "points", "zones", "war", "campaign")
_GAMES = 4  # on one score sheet
_TONES = {"military": "east", "political": "purple", "opinion": "dual"}


class Sheets(GameSheets):
    """The sheets of Kubakrise."""

    def makers(self) -> list[Callable[[], Part]]:
        cards = [self.cards] if self.printable() else []
        return [lambda: self.reference(SECTIONS), self.mat, lambda: self.markers(MARKERS), self.score_sheet, *cards]

    def printable(self) -> list[Card]:
        return list(self.opened.deck.cards.values())

    def mat(self) -> Part:
        """Three pages side by side: the zone of the USA, the neutral one, that of the USSR."""
        return self.part("mat", [self._zone(zone) for zone in (1, 0, -1)])

    def _zone(self, zone: int) -> Page:
        palette = self.palette
        _, _, area = self.area()
        side = next((side for side in SIDES if side.way == zone), None)
        name = self.language.name(zone_value(zone))
        banner = name[:1].upper() + name[1:]
        tone = {1: "blue-light", 0: "hair", -1: "east-light"}[zone]
        edge = colour(palette, side.value if side else None)
        self.type.about = name
        field = Box(area.x, area.y + 16, area.width, area.height - 46)
        items: list[Item] = [
            rect(Box(area.x, area.y, area.width, 14), 2, edge),
            self.type.centred(banner, Box(area.x + 4, area.y, area.width - 8, 14), _ZONE, palette["paper"]),
            rect(field, 3, palette[tone], edge, 0.8),
        ]
        if zone == 0:
            x, y = field.middle
            slot = Box(x - 33, y - 46, 66, 92)
            items.append(rect(slot, 3, palette["paper"], palette["slate"], 0.6))
            items += self.type.block(
                self.say("kk.mat-cuba"), slot.inset(2), _TOLD, palette["soft"], "centre", "middle"
            )[0]
        told = self.say("kk.mat-home", side=side) if side else self.say("kk.mat-neutral")
        items += self.type.block(told, Box(area.x, field.bottom + 4, area.width, 24), _TOLD, palette["ink"])[0]
        return self.page(self.say("kk.sheet-mat", zone=name), items)

    def score_sheet(self) -> Part:
        """Four games with the steps of the scoring, and the campaign's totals below."""
        _, _, area = self.area()
        first = 58.0
        step = (area.width - first) / (2 * _GAMES)
        sides = self.sides() * _GAMES
        rows = [["", *sides], *[[self.say(f"kk.row-{row}"), *[""] * len(sides)] for row in _ROWS]]
        head = [[self.say("kk.row-game"), *[self.say("game-number", n=n) for n in range(1, _GAMES + 1)]]]
        items = self.table(area, [first, *[2 * step] * _GAMES], head, 10)
        below = area._replace(y=area.y + 10)
        items += self.table(below, [first, *[step] * 2 * _GAMES], rows, 15)
        told = Box(area.x, below.y + 15 * len(rows) + 6, area.width, 70)
        y = told.y
        for rule in _HELP:
            self.type.about = rule
            text = f"{self.led(rule)} {self.language.rule_text(rule)}"
            words, fitted = self.type.block(text, told._replace(y=y), BODY, self.palette["ink"])
            items += words
            y += fitted.height + 1.6
        return self.part("score", [self.page(self.say("sheet-score"), items)])

    def cards(self) -> Part:
        back = self.language.word("fixed-cuba")
        return CardPrints(self, self._facts, back).part(self.printable())

    def _facts(self, card: Card, row: Box) -> list[Item]:
        """The DEFCON type: a sign of its own shape, and its word."""
        palette, size = self.palette, row.height
        box = Box(row.x, row.y, size, size)
        if card.type is None:
            unknown = f"{self.language.word('fact-type')}: ?"
            empty = rect(box, 1, palette["paper"], palette["soft"], 0.3)
            return [empty, self.type.line(unknown, box.right + 2.4, row.y + 6, BODY, palette["soft"])]
        word = self.language.name(type_value(card.type))
        label = self.type.line(word, box.right + 2.4, row.y + 6, BODY, palette["ink"], "left", row.width - size - 3)
        return [type_sign(card.type, box, palette[_TONES[card.type]], palette["ink"]), label]


def type_sign(type_: str, box: Box, fill: str, stroke: str) -> Item:
    """A triangle for military, a square for political, a disc for public opinion."""
    x, y = box.middle
    if type_ == TYPES[0]:
        corners = [(x, box.y + 0.6), (box.right - 0.4, box.bottom - 0.8), (box.x + 0.4, box.bottom - 0.8)]
        return Path(polyline(corners, closed=True), fill, stroke, 0.4)
    if type_ == TYPES[1]:
        return rect(box.inset(0.8), 0.6, fill, stroke, 0.4)
    return circle(x, y, box.width / 2 - 0.6, fill, stroke, 0.4)


_HELP = ("KK-8.2", "KK-8.4", "KK-8.5", "KK-8.6", "KK-8.7", "KK-8.9", "KK-9.1")
