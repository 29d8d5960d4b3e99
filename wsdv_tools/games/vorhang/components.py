"""What is printed for Eiserner Vorhang: rules, ideology track, markers, score sheet, start card, the owner's cards."""

from __future__ import annotations

from collections.abc import Callable

from wsdv_tools.components.card_faces import Piece
from wsdv_tools.components.counters import Block as Counters
from wsdv_tools.components.kit import Part
from wsdv_tools.drawing.fitting import Style
from wsdv_tools.drawing.shapes import Box, Item, circle, rect
from wsdv_tools.games.card_prints import CardPrints
from wsdv_tools.games.cards import Card, Region
from wsdv_tools.games.sheets import LABEL, MARKER, SMALL, GameSheets, colour, star
from wsdv_tools.games.sides import Side
from wsdv_tools.games.telling import region_value
from wsdv_tools.games.vorhang.facts import FLAG_AT, MARKERS, REGIONS, START

SECTIONS = (
    ("ev.section-setup", ("EV-2",)),
    ("ev.section-world", ("EV-3",)),
    ("ev.section-scoring", ("EV-4",)),
    ("ev.section-command", ("EV-5",)),
    ("ev.section-events", ("EV-6",)),
    ("ev.section-end", ("EV-7", "EV-1.5")),
)
_GAMES = 3  # on one score sheet
_ROW = 14.0
_TONES = {
    "EU": "blue-light",
    "MO": "dual-light",
    "AS": "west-light",
    "AF": "purple-light",
    "SA": "hair",
    "ZA": "pink-light",
}
_TOLD = Style("regular", 10.5, 9, 7.5, 1.2)
_NUMBER = Style("bold", 13, 10, 8)
_BONUS = Style("bold", 16, 12, 9)
_RULES = ("EV-5.2", "EV-5.4", "EV-5.5", "EV-5.6", "EV-5.7", "EV-4.2", "EV-4.4", "EV-4.5", "EV-2.8")


class Sheets(GameSheets):
    """The sheets of Eiserner Vorhang."""

    def makers(self) -> list[Callable[[], Part]]:
        return [lambda: self.reference(SECTIONS), self.track, self._markers, self.score_sheet, self.cards]

    def _markers(self) -> Part:
        size = (MARKER, MARKER)
        face = self._pointer(Box(0, 0, *size))
        pointer = Counters(self.say("ev.sheet-pointer"), size, (Piece("ideology", face, face),))
        return self.markers(MARKERS, [pointer])

    def _pointer(self, box: Box) -> tuple[Item, ...]:
        x, y = box.middle
        palette = self.palette
        return (
            circle(x, y, box.width / 2 - 0.6, palette["west"], palette["ink"], 0.5),
            star(x, y, box.width * 0.27, palette["ink"]),
        )

    def track(self) -> Part:
        """Seventeen spaces from flag to flag, the regions in the order of scoring, and the rules that people forget."""
        _, _, area = self.area(is_across=True)
        items = self._spaces(area)
        items += self._regions(Box(area.x, area.y + 50, area.width, 30))
        items += self._reminders(Box(area.x, area.y + 87, area.width, area.height - 87))
        return self.part("track", [self.page(self.say("ev.sheet-track"), items, is_across=True)])

    def _spaces(self, area: Box) -> list[Item]:
        palette = self.palette
        count = 2 * FLAG_AT + 1
        step = area.width / count
        items: list[Item] = []
        for at in range(-FLAG_AT, FLAG_AT + 1):
            box = Box(area.x + (at + FLAG_AT) * step, area.y, step, 32).inset(0.7, 0)
            side = Side.US if at > 0 else Side.SU
            is_flag = abs(at) == FLAG_AT
            fill = palette["west"] if at == 0 else palette["blue-light" if at > 0 else "east-light"]
            items.append(rect(box, 1.6, colour(palette, side) if is_flag else fill, palette["slate"], 0.4))
            ink = palette["paper"] if is_flag and palette.edition == "full" else palette["ink"]
            self.type.about = str(at)
            label = side.value if is_flag else str(abs(at))
            items.append(self.type.centred(label, box._replace(height=12), _NUMBER, ink))
        for side, align, x in ((Side.SU, "left", area.x), (Side.US, "right", area.right)):
            text = self.say("ev.wins-here", side=side)
            items.append(self.type.line(text, x, area.y + 38, LABEL, palette["soft"], align, area.width / 3))
        x = area.x + area.width / 2
        box = Box(x - area.width / 6, area.y + 34, area.width / 3, 6)
        items.append(self.type.centred(self.say("ev.start-space"), box, SMALL, palette["soft"]))
        return items

    def _regions(self, box: Box) -> list[Item]:
        """Bonus and number of cards of each region; what nobody knows is left open to be filled in."""
        palette = self.palette
        gap = 3.0
        width = (box.width - gap * (len(REGIONS) - 1)) / len(REGIONS)
        items: list[Item] = []
        for number, region in enumerate(REGIONS):
            cell = Box(box.x + number * (width + gap), box.y, width, box.height)
            facts = self.opened.deck.region(region)
            items.append(rect(cell, 2, palette[_TONES[region]], palette["slate"], 0.4))
            name = f"{number + 1}. {self.language.name(region_value(region))}"
            self.type.about = name
            head = Box(cell.x + 2, cell.y + 1.5, cell.width - 4, 8)
            items += self.type.block(name, head, LABEL, palette["ink"], "centre", "middle")[0]
            items += self._fact(
                self.language.word("fact-bonus"), _bonus(facts), Box(cell.x + 2, cell.y + 11, width / 2 - 3, 20)
            )
            right = Box(cell.x + width / 2 + 1, cell.y + 11, width / 2 - 3, 20)
            items += self._fact(self.language.word("fact-size"), _size(facts), right)
        return items

    def _fact(self, label: str, text: str, box: Box) -> list[Item]:
        palette = self.palette
        field = Box(box.x, box.y, box.width, 11)
        items: list[Item] = [rect(field, 1.2, palette["paper"], palette["soft"], 0.3)]
        self.type.about = label
        if text:
            items.append(self.type.centred(text, field, _BONUS, palette["ink"]))
        below = Box(box.x - 1, field.bottom + 0.6, box.width + 2, box.height - 11)
        items += self.type.block(label, below, SMALL, palette["soft"], "centre")[0]
        return items

    def _reminders(self, box: Box) -> list[Item]:
        items: list[Item] = []
        width = (box.width - 8) / 2
        x, y = box.x, box.y
        for number, rule in enumerate(_RULES):
            if number == (len(_RULES) + 1) // 2:
                x, y = box.x + width + 8, box.y
            text = f"{self.led(rule)} {self.language.rule_text(rule)}"
            self.type.about = rule
            words, fitted = self.type.block(text, Box(x, y, width, box.bottom - y), _TOLD, self.palette["ink"])
            items += words
            y += fitted.height + 1.6
        return items

    def score_sheet(self) -> Part:
        """Scorings during the game, then the final one; three games."""
        _, _, area = self.area()
        first = 46.0
        step = (area.width - first) / (3 * _GAMES)
        heads = [*self.sides(), self.say("ev.row-marker")] * _GAMES
        empty = [""] * len(heads)
        names = [self._named(region) for region in REGIONS]
        during = [[self.say("ev.row-during"), *heads], *[[name, *empty] for name in names]]
        last = [[self.say("ev.row-final"), *heads], [self.say("ev.row-aftermath"), *empty]]
        last += [[name, *empty] for name in names]
        games = [[self.say("kk.row-game"), *[self.say("game-number", n=n) for n in range(1, _GAMES + 1)]]]
        items = self.table(area, [first, *[3 * step] * _GAMES], games, 10)
        below = area._replace(y=area.y + 10)
        columns = [first, *[step] * 3 * _GAMES]
        items += self.table(below, columns, during, _ROW)
        items += self.table(below._replace(y=below.y + len(during) * _ROW + 4), columns, last, _ROW)
        return self.part("score", [self.page(self.say("sheet-score"), items)])

    def _named(self, region: str) -> str:
        """A region with its bonus, or room for it."""
        return f"{self.language.name(region_value(region))} {_bonus(self.opened.deck.region(region)) or '+ __'}"

    def cards(self) -> Part:
        """The start card, and every card of the owner's file."""
        europa = Card(START, {self.language.code: self.language.word("fixed-europa")}, region="EU")
        prints = CardPrints(self, self._facts, self.say("ev.back"))
        return prints.part([europa, *self.opened.deck.cards.values()])

    def _facts(self, card: Card, row: Box) -> list[Item]:
        """Region with its colour, bonus and number of cards."""
        palette = self.palette
        region = card.region
        facts = self.opened.deck.region(region) if region else Region()
        chip = Box(row.x, row.y, row.width - 24, row.height)
        tone = palette[_TONES[region]] if region else palette["paper"]
        name = self.language.name(region_value(region)) if region else f"{self.language.word('fact-region')}: ?"
        items: list[Item] = [rect(chip, 1.4, tone, palette["slate"], 0.3)]
        items += self.type.block(name, chip.inset(1.6, 0.6), LABEL, palette["ink"], "left", "middle")[0]
        for number, text in enumerate((_bonus(facts), _size(facts))):
            box = Box(chip.right + 2 + number * 11.5, row.y, 10.5, row.height)
            items.append(rect(box, 1.2, palette["paper"], palette["slate"], 0.3))
            if text:
                items.append(self.type.centred(text, box, _NUMBER, palette["ink"]))
        return items


def _bonus(region: Region) -> str:
    return f"+{region.bonus}" if region.bonus else ""


def _size(region: Region) -> str:
    """How many cards a region has; where that is only inferred it says so."""
    return f"{region.size or ''}{'?' if region.source == 'inferred' else ''}"
