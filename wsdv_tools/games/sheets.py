"""Pages of the small games: the rules at a glance, markers, frames; complete without any card.

The sides differ in shape, not only in colour.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any

from wsdv_tools.components.card_faces import Piece
from wsdv_tools.components.counter_sheets import CounterSheets
from wsdv_tools.components.counters import Block as Counters
from wsdv_tools.components.flow import Block, Flow, Heading, Paragraph
from wsdv_tools.components.kit import Options, Part
from wsdv_tools.components.paper import paper_size
from wsdv_tools.components.sheets import noted
from wsdv_tools.drawing import Document
from wsdv_tools.drawing.fitting import Style
from wsdv_tools.drawing.palette import Palette, template
from wsdv_tools.drawing.shapes import Box, Item, Page, Path, circle, line, polyline, rect
from wsdv_tools.drawing.typesetter import Typesetter
from wsdv_tools.findings import Finding
from wsdv_tools.games.cards import Deck, Game
from wsdv_tools.games.opening import Opened
from wsdv_tools.games.sides import SIDES, Side
from wsdv_tools.games.words import GameLanguage

MARKER = 15.0  # millimetres
HEAD = Style("bold", 22, 15, 12)
LABEL = Style("bold", 9.5, 8, 6.5, 1.1)
BODY = Style("regular", 9, 7.5, 6.5, 1.2)
SMALL = Style("regular", 7.5, 7, 6, 1.15)


@dataclass(frozen=True)
class GameLettering:
    """The words on the sheets of a small game."""

    language: GameLanguage
    game: str

    @property
    def code(self) -> str:
        return self.language.code

    def say(self, key: str, /, **values: Any) -> str:
        return self.language.say(key, **values)


class GameSheets:
    """Draws the pages of one game in one language; `findings` say what did not fit."""

    def __init__(self, opened: Opened, language: GameLanguage, options: Options) -> None:
        self.opened = opened
        self.language = language
        self.options = options
        self.lettering = GameLettering(language, opened.spec.title)
        self.palette = Palette.load(options.ink)
        self.type = Typesetter(self.palette, language.code)
        self.findings: list[Finding] = []
        self.margin = float(template("sheets")["margin"]) if options.margin is None else options.margin

    def makers(self) -> Sequence[Callable[[], Part]]:
        """What draws each of the game's parts."""
        raise NotImplementedError

    def say(self, key: str, **values: Any) -> str:
        return self.language.say(f"texts.{key}", **values)

    def sides(self) -> list[str]:
        """Both sides as the head of a table names them."""
        return [self.language.word(f"flag-{side}") for side in SIDES]

    def part(self, name: str, pages: Sequence[Page], duplex: str | None = None) -> Part:
        self.findings += [finding for finding in self.type.findings if finding not in self.findings]
        title = f"{self.lettering.game} – {pages[0].title.partition(',')[0]}"
        whole = f"{self.opened.spec.id}-{name}-{self.language.code}"
        return Part(whole, Document(title, self.language.code, tuple(pages), duplex))

    def reference(self, sections: Sequence[tuple[str, Sequence[str]]]) -> Part:
        """The rules in our own words, by chapters; on a page of its own what we decided where the book is silent."""
        flow = Flow(self.lettering, self.palette, self.options.paper, bars=("blue", "east"))
        pages = [
            *flow.pages(self.say("sheet-rules"), [*self._rules(sections)], 1),
            *flow.pages(self.say("section-rulings"), [*self._rulings()], 1),
        ]
        self.findings += flow.type.findings
        return self.part("reference", pages)

    def _rules(self, sections: Sequence[tuple[str, Sequence[str]]]) -> Iterator[Block]:
        for title, chapters in sections:
            yield Heading(self.say(title))
            for chapter in chapters:
                for rule in self.language.rules_of(chapter):
                    text = self.language.rule_text(rule)
                    yield Paragraph(f"{self.led(rule)} {text}")

    def led(self, rule: str) -> str:
        """A rule's title in bold, with a full stop unless it asks."""
        title = self.language.rule_title(rule)
        return f"**{title}**" if title.endswith("?") else f"**{title}.**"

    def _rulings(self) -> Iterator[Block]:
        for id_ in self.opened.spec.rulings:
            question, answer = self.language.ruling(f"{self.opened.spec.prefix}-{id_}")
            yield Paragraph(f"**{id_}. {question}** {answer}")

    def markers(self, number: int, more: Sequence[Counters] = ()) -> Part:
        """All markers of both sides to cut out."""
        blocks = [
            Counters(
                self.say("sheet-markers", side=side),
                (MARKER, MARKER),
                tuple(Piece(side.value, self.marker(side), self.marker(side)) for _ in range(number)),
            )
            for side in SIDES
        ]
        options = self.options
        sheets = CounterSheets(
            self.lettering, self.palette, options.paper, options.backs, options.offset, options.margin
        )
        duplex = options.backs.removeprefix("duplex-") if options.backs.startswith("duplex") else None
        return self.part("markers", sheets.pages([*blocks, *more]), duplex)

    def marker(self, side: Side) -> tuple[Item, ...]:
        return marker(self.type, side, Box(0, 0, MARKER, MARKER))

    # Pages drawn by hand

    def area(self, is_across: bool = False) -> tuple[float, float, Box]:
        """The paper as it lies, and what of it is free for drawing below the head and above the note."""
        width, height = paper_size(self.options.paper)
        if is_across:
            width, height = max(width, height), min(width, height)
        edge = 12.0
        return width, height, Box(edge, 26.0, width - 2 * edge, height - 26.0 - self.margin - 9)

    def page(self, title: str, items: Sequence[Item], is_across: bool = False) -> Page:
        """A page with its head and note around the items."""
        width, height, area = self.area(is_across)
        palette = self.palette
        self.type.about = title
        small = Style("regular", 9, 9, 7)
        drawn: list[Item] = [
            rect(Box(area.x, 10, 2.4, 11), 0, palette["blue"]),
            rect(Box(area.x + 2.4, 10, 2.4, 11), 0, palette["east"]),
            self.type.line(title, area.x + 8, 18, HEAD, palette["ink"], "left", area.width - 70),
            self.type.line(self.lettering.game, area.right, 18, small, palette["soft"], "right", 60),
        ]
        return noted(title, (*drawn, *items), (width, height), self.lettering, palette, self.margin)

    def table(self, box: Box, columns: Sequence[float], rows: Sequence[Sequence[str]], row: float) -> list[Item]:
        """A grid to write into: the first row and column have labels, in the others a text is printed small."""
        palette = self.palette
        items: list[Item] = []
        edges = [box.x]
        for width in columns:
            edges.append(edges[-1] + width)
        y = box.y
        for at, cells in enumerate(rows):
            is_head = at == 0
            ground = palette["hair"] if is_head else palette["paper"]
            items.append(rect(Box(box.x, y, edges[-1] - box.x, row), 0, ground, palette["line"], 0.25))
            for number, text in enumerate(cells):
                cell = Box(edges[number] + 1.2, y, columns[number] - 2.4, row)
                if number:
                    items.append(line(edges[number], y, edges[number], y + row, palette["line"], 0.25))
                if text:
                    style = LABEL if is_head or not number else SMALL
                    self.type.about = text
                    words, _ = self.type.block(
                        text, cell, style, palette["ink"], "left" if not number else "centre", "middle"
                    )
                    items += words
            y += row
        return items


COLOURS = {"US": "blue", "SU": "east", "UN": "slate-light"}
_DEEP = {"US": "blue-deep", "SU": "east-deep", "UN": "slate"}
_POINTS = 5


def colour(palette: Palette, flag: str | None) -> str:
    """A flag's colour; grey where it is not known."""
    return palette[COLOURS[flag]] if flag else palette["soft"]


def deep(palette: Palette, flag: str | None) -> str:
    return palette[_DEEP[flag]] if flag else palette["ink"]


def star(x: float, y: float, radius: float, fill: str) -> Path:
    corners = []
    for number in range(2 * _POINTS):
        reach = radius if number % 2 == 0 else radius * 0.42
        angle = math.pi * (number / _POINTS - 0.5)
        corners.append((x + reach * math.cos(angle), y + reach * math.sin(angle)))
    return Path(polyline(corners, closed=True), fill)


def marker(type_: Typesetter, side: Side, box: Box) -> tuple[Item, ...]:
    """An influence marker: a disc with a star for the USA, a square with a diamond for the USSR."""
    palette = type_.palette
    x, y = box.middle
    radius = min(box.width, box.height) / 2 - 0.6
    fill, edge, light = colour(palette, side), deep(palette, side), palette["paper"]
    style = Style("bold", radius * 1.25, radius * 1.25, 4)
    type_.about = side.value
    label = type_.centred(side.value, Box(x - radius, y + radius * 0.3, 2 * radius, radius * 0.5), style, light)
    if side is Side.US:
        return (circle(x, y, radius, fill, edge, 0.4), star(x, y - radius * 0.22, radius * 0.46, light), label)
    square = Box(x - radius, y - radius, 2 * radius, 2 * radius)
    half, top = radius * 0.42, y - radius * 0.28
    diamond = polyline([(x, top - half), (x + half, top), (x, top + half), (x - half, top)], closed=True)
    return (rect(square, radius * 0.28, fill, edge, 0.4), Path(diamond, light), label)


def dots(palette: Palette, number: int | None, box: Box, fill: str) -> list[Item]:
    """As many marker signs as a card commands; an open box where nobody knows."""
    size = box.height
    if number is None:
        return [rect(Box(box.right - size * 1.6, box.y, size * 1.6, size), 0.8, palette["paper"], palette["soft"], 0.3)]
    step = size * 1.18
    return [circle(box.right - size / 2 - at * step, box.middle[1], size / 2, fill) for at in range(number)]


def sheets_of(opened: Opened, language: GameLanguage, options: Options, has_cards: bool = True) -> GameSheets:
    """What is printed; cards only where their owner has typed them, because little is known of the published ones."""
    if not has_cards:
        opened = replace(opened, game=Game(Deck({}, opened.deck.regions), opened.game.rulings))
    components = import_module(f"wsdv_tools.games.{opened.spec.id}.components")
    sheets: GameSheets = components.Sheets(opened, language, options)
    return sheets
