"""The cards: 85 faces and a back for each decade."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from wsdv_tools.components.icon_rows import IconRows, clusters, tile
from wsdv_tools.components.lettering import Lettering
from wsdv_tools.drawing.fitting import Style
from wsdv_tools.drawing.fonts import CAP_HEIGHT
from wsdv_tools.drawing.palette import Palette, template
from wsdv_tools.drawing.shapes import POINT, Box, Group, Item, Path, Symbol, Use, circle, line, rect, rounded
from wsdv_tools.drawing.symbols import has_symbol, symbol
from wsdv_tools.drawing.typesetter import Typesetter
from wsdv_tools.facts import Card, State
from wsdv_tools.facts.cards import NUMERALS, Untitled
from wsdv_tools.findings import Finding

_SIDES = {"yellow": (State.WEST,), "red": (State.EAST,), "dual": (State.WEST, State.EAST)}
_SCHEMES = {"yellow": "west", "red": "east", "dual": "dual"}
_RULE, _RULE_GAP = 6.0, 2.0  # millimetres: the rules beside the years


def layout(size: str) -> Mapping[str, Any]:
    """The layout of a card size, with what it takes over from another."""
    entry = template("card")["layouts"][size]
    return {**layout(entry["like"]), **entry} if "like" in entry else entry


def sizes() -> tuple[str, ...]:
    return tuple(template("card")["layouts"])


@dataclass(frozen=True, slots=True)
class Piece:
    """Something to cut out: its front and back, drawn from the upper left corner of its box."""

    name: str
    front: tuple[Item, ...]
    back: tuple[Item, ...]


class CardPrinter:
    """Draws faces and backs in one size, edition and language; `findings` tell what did not fit."""

    def __init__(self, lettering: Lettering, palette: Palette, size: str = "poker") -> None:
        self._lettering = lettering
        self._palette = palette
        self._layout = layout(size)
        self.type = Typesetter(palette, lettering.code)
        self.width, self.height = map(float, self._layout["size"])
        inset = self._layout["frame"]["inset"]
        self._frame = Box(0, 0, self.width, self.height).inset(inset)

    @property
    def corner(self) -> float:
        """The radius of a corner that a machine cuts."""
        return float(self._layout["corner"])

    @property
    def findings(self) -> list[Finding]:
        return self.type.findings

    def pieces(self, cards: Iterable[Card], has_backs: bool = True) -> list[Piece]:
        """One piece for each card; IV has its faces on both sides, or is two pieces where none has a back."""
        pieces: dict[str, Piece] = {}
        for card in cards:
            front, first = self.face(card), pieces.get(card.number)
            if not has_backs:
                pieces[card.id] = Piece(card.id, front, ())
            elif first:
                pieces[card.number] = Piece(card.number, first.front, front)
            else:
                pieces[card.number] = Piece(card.number, front, self.back(card.decade))
        return list(pieces.values())

    def face(self, card: Card) -> tuple[Item, ...]:
        self.type.about = Untitled(card.id, card.number)
        items: list[Item] = [
            rect(self._frame, fill=self._palette["paper"]),
            *self._picture(card),
            *self._bars(card),
            *self._values(card),
            *self._marks(card),
            *self._titles(card),
            *IconRows(self._layout["icons"], self.type).draw(clusters(card, self._lettering)),
            *self._foot(card),
        ]
        look = self._layout["frame"]
        edge = rounded(self._frame, look["radius"])
        scheme = _SCHEMES[card.colour]
        clipped = Group(tuple(items), clip=Path(edge))
        return (clipped, Path(edge, None, self._palette[f"{scheme}-deep"], look["line"]))

    def _picture(self, card: Card) -> list[Item]:
        """The emblem fills the upper part of the card; what is too high for it is cut off evenly."""
        box = self._frame._replace(height=self._layout["picture"]["height"])
        deep = self._palette[f"{_SCHEMES[card.colour]}-deep"]
        rule = line(box.x, box.bottom, box.right, box.bottom, deep, self._layout["frame"]["line"])
        name = f"emblem-{card.emblem}"
        if not has_symbol(name):
            return [rect(box, fill=self._palette[f"{_SCHEMES[card.colour]}-pale"]), rule]
        return [covering(symbol(name, f"picture-{_SCHEMES[card.colour]}", self._palette), box), rule]

    def _bars(self, card: Card) -> list[Item]:
        """The side that may trigger the event: a bar at the left for West, at the right for East."""
        width = self._layout["bar"]
        items: list[Item] = []
        for side in _SIDES[card.colour]:
            x = self._frame.x if side is State.WEST else self._frame.right - width
            box = Box(x, self._frame.y, width, self._frame.height)
            items.append(rect(box, fill=self._palette[side.value]))
            inner = box.right if side is State.WEST else box.x
            items.append(line(inner, box.y, inner, box.bottom, self._palette[f"{side.value}-deep"], 0.2))
        return items

    def _values(self, card: Card) -> list[Item]:
        """One box where both sides read the same, else West's above East's; a special card shows its decade."""
        entry = self._layout["value"]
        box, style = Box(*entry["box"]), Style.of(entry["numeral"])
        if card.is_special:
            return self._value_box(NUMERALS[card.decade], State.EAST, box, style)
        values = set(card.values.values())
        if len(values) == 1:
            paper = rect(box, entry["radius"], self._palette["paper"], self._palette["ink"], 0.5)
            return [paper, self.type.centred(str(values.pop()), box, style, self._palette["ink"])]
        items: list[Item] = []
        for number, (side, value) in enumerate(card.values.items()):
            items += self._value_box(str(value), side, box.moved(0, number * entry["step"]), style)
        return items

    def _value_box(self, text: str, side: State, box: Box, style: Style) -> list[Item]:
        colour = self._palette[f"{side.value}-text"]
        items: list[Item] = [tile(side, box, self._palette, side.value, is_strong=True)]
        if self._palette.has_letters:
            letter, small = self._lettering.language.name(side)[0].upper(), Style.of(self._layout["value"]["letter"])
            items.append(self.type.line(letter, box.right - 1, box.bottom - 1, small, colour, "right"))
        return [*items, self.type.centred(text, box, style, colour)]

    def _marks(self, card: Card) -> list[Item]:
        """Flight and police at the upper right, where they show when cards overlap in the played pile."""
        entry = self._layout["marks"]
        kinds = ["flight"] * card.flight + ([f"police_{card.police.value}"] if card.police else [])
        items: list[Item] = []
        for number, kind in enumerate(kinds):
            box = Box(*entry["box"]).moved(0, number * entry["step"])
            scheme = "pink" if kind == "police_pink" else "east"
            x, y = box.middle
            items.append(circle(x, y, box.width / 2, self._palette["paper"], self._palette[f"{scheme}-deep"], 0.45))
            items.append(Use(symbol(kind, scheme, self._palette), *box.inset(box.width * 0.13)))
        return items

    def _titles(self, card: Card) -> list[Item]:
        """The title with the years below it, both together in the middle of their room."""
        entry, second = self._layout["title"], self._lettering.second_title(card)
        title, ink = self._lettering.title(card), self._palette["ink"]
        box, years = Box(*entry["box"]), self._layout["years"]
        if second:
            box = box._replace(height=self._layout["second"]["box"][1] - box.y)
            items, _ = self.type.block(title, box, Style.of(entry["type"]), ink, "centre", "middle")
            return [*items, *self._second_title(second, card)]
        _, fitted = self.type.block(title, box, Style.of(entry["type"]), ink, "centre")
        below = Box(*years["box"])
        gap = below.height * 0.3
        spare = max(0.0, below.bottom - box.y - fitted.height - gap - below.height)
        box = box._replace(y=box.y + spare / 2, height=fitted.height)
        items, _ = self.type.block(title, box, Style.of(entry["type"]), ink, "centre")
        return [*items, *self._years(card, below._replace(y=box.bottom + gap), Style.of(years["type"]))]

    def _second_title(self, title: str, card: Card) -> list[Item]:
        """The title in the second language, and the years where they find room below it."""
        entry, years, soft = self._layout["second"], self._layout["years-second"], self._palette["soft"]
        items, fitted = self.type.block(title, Box(*entry["box"]), Style.of(entry["type"]), soft, "centre")
        if len(fitted.lines) > 1 or not years["box"][3]:
            return list(items)
        return [*items, self.type.centred(card.years, Box(*years["box"]), Style.of(years["type"]), soft)]

    def _years(self, card: Card, box: Box, style: Style) -> list[Item]:
        """Between two short rules in the card's colour."""
        text = self.type.centred(card.years, box, style, self._palette["soft"])
        x, y = box.middle
        colour, start = self._palette[_SCHEMES[card.colour]], text.length / 2 + _RULE_GAP
        rules = [line(x + way * start, y, x + way * (start + _RULE), y, colour, 0.5) for way in (-1, 1)]
        return [*rules, text]

    def _foot(self, card: Card) -> list[Item]:
        """Who may trigger it, with the mark of that colour; the number; the decade where there is room."""
        entry = self._layout["foot"]
        box, words = Box(*entry["box"]), Style.of(entry["words"])
        bar, colour = self._layout["bar"] + entry["gap"], self._palette["soft"]
        names = " + ".join(self._lettering.language.name(side) for side in _SIDES[card.colour]).upper()
        side = box.height * 0.56
        baseline = box.y + box.height / 2 + words.size * POINT * CAP_HEIGHT / 2
        (x, room), (middle, width) = entry["names"], entry["middle"]
        items: list[Item] = [
            line(box.x + bar, box.y, box.right - bar, box.y, self._palette["line"], 0.2),
            Use(
                symbol(f"mark_{card.colour}", _SCHEMES[card.colour], self._palette),
                x,
                box.middle[1] - side / 2,
                side,
                side,
            ),
            self.type.line(names, x + side + 1, baseline, words, colour, "left", room - side - 1),
            self.type.centred(
                card.number, Box(middle, box.y, width, box.height), Style.of(entry["number"]), self._palette["ink"]
            ),
        ]
        if "decade" in entry:
            decade = self._lettering.say("texts.decade", numeral=NUMERALS[card.decade])
            x, room = entry["decade"]
            items.append(self.type.line(decade, x + room, baseline, words, colour, "right", room))
        return items

    def back(self, decade: int) -> tuple[Item, ...]:
        """The decade's numeral on its pattern, inside a white edge that forgives a cut a little off."""
        look = self._layout["frame"]
        edge = rounded(self._frame, look["radius"])
        pattern = covering(symbol(f"card_back_{NUMERALS[decade]}", f"back-{decade}", self._palette), self._frame)
        return (Group((pattern,), clip=Path(edge)), Path(edge, None, self._palette["ink"], look["line"]))


def covering(picture: Symbol, box: Box) -> Group:
    """A symbol that fills a box wholly; what stands over is cut off on both sides alike."""
    scale = max(box.width / picture.width, box.height / picture.height)
    width, height = picture.width * scale, picture.height * scale
    x, y = box.middle
    return Group((Use(picture, x - width / 2, y - height / 2, width, height),), clip=Path(rounded(box)))
