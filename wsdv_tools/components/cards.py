"""The cards: 85 faces and a back for each decade."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from wsdv_tools.components.icon_rows import IconRows, clusters, tile
from wsdv_tools.components.wording import NUMERALS, Wording
from wsdv_tools.drawing.fitting import Style
from wsdv_tools.drawing.palette import Palette, template
from wsdv_tools.drawing.shapes import Box, Group, Item, Path, Use, circle, line, polyline, rect, rounded
from wsdv_tools.drawing.symbols import has_symbol, symbol
from wsdv_tools.drawing.typesetter import Typesetter
from wsdv_tools.facts import Card, State
from wsdv_tools.findings import Finding

_SIDES = {"yellow": (State.WEST,), "red": (State.EAST,), "dual": (State.WEST, State.EAST)}
_SCHEMES = {"yellow": "west", "red": "east", "dual": "dual"}


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

    def __init__(self, wording: Wording, palette: Palette, size: str = "poker") -> None:
        self._wording = wording
        self._palette = palette
        self._layout = layout(size)
        self.type = Typesetter(palette, wording.code)
        self.width, self.height = map(float, self._layout["size"])
        inset = self._layout["frame"]["inset"]
        self._frame = Box(0, 0, self.width, self.height).inset(inset)

    @property
    def findings(self) -> list[Finding]:
        return self.type.findings

    def pieces(self, cards: Iterable[Card]) -> list[Piece]:
        """One piece for each card; the two faces of IV are the two sides of one."""
        pieces: dict[str, Piece] = {}
        for card in cards:
            front, first = self.face(card), pieces.get(card.number)
            if first:
                pieces[card.number] = Piece(card.number, first.front, front)
            else:
                pieces[card.number] = Piece(card.number, front, self.back(card.decade))
        return list(pieces.values())

    def face(self, card: Card) -> tuple[Item, ...]:
        self.type.about = card
        items: list[Item] = [
            *self._picture(card),
            *self._bars(card),
            *self._values(card),
            *self._marks(card),
            *self._titles(card),
            *IconRows(self._layout["icons"], self.type).draw(clusters(card, self._wording)),
            *self._foot(card),
        ]
        look = self._layout["frame"]
        edge = rounded(self._frame, look["radius"])
        scheme = _SCHEMES[card.colour]
        clipped = Group(tuple(items), clip=Path(edge))
        return (clipped, Path(edge, None, self._palette[f"{scheme}-deep"], look["line"]))

    def _picture(self, card: Card) -> list[Item]:
        """The ground behind the emblem in the card's colour; a dual card's is parted from corner to corner."""
        entry = self._layout["picture"]
        box = Box(self._frame.x, self._frame.y, self._frame.width, entry["height"])
        colours = [self._palette[f"{side.value}-pale"] for side in _SIDES[card.colour]]
        items: list[Item] = [rect(box, fill=colours[0])]
        if len(colours) == 2:
            corner = [(box.right, box.y), (box.right, box.bottom), (box.x, box.bottom)]
            items.append(Path(polyline(corner, closed=True), colours[1]))
        width, height = entry["emblem"]
        x, y = box.middle
        name = f"emblem-{card.emblem}" if getattr(card, "emblem", None) else ""
        if name and has_symbol(name):
            emblem = symbol(name, _SCHEMES[card.colour], self._palette)
            items.append(Use(emblem, x - width / 2, y - height / 2, width, height))
        deep = self._palette[f"{_SCHEMES[card.colour]}-deep"]
        return [*items, line(box.x, box.bottom, box.right, box.bottom, deep, self._layout["frame"]["line"])]

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
        ground = tile(side, box, self._palette)
        return [ground, self.type.centred(text, box, style, self._palette[f"{side.value}-text"])]

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
        ink, soft = self._palette["ink"], self._palette["soft"]
        entry, second = self._layout["title"], self._wording.second_title(card)
        title = self._wording.title(card)
        items, _ = self.type.block(title, Box(*entry["box"]), Style.of(entry["type"]), ink, "centre", "middle")
        lines: list[Item] = list(items)
        years = self._layout["years-second" if second else "years"]
        lines.append(self.type.centred(card.years, Box(*years["box"]), Style.of(years["type"]), soft))
        if second:
            entry = self._layout["second"]
            lines.append(self.type.centred(second, Box(*entry["box"]), Style.of(entry["type"]), soft))
        return lines

    def _foot(self, card: Card) -> list[Item]:
        """Number in the middle, who may trigger it at the left, the decade at the right."""
        entry = self._layout["foot"]
        box, words = Box(*entry["box"]), Style.of(entry["words"])
        bar, colour = self._layout["bar"] + 1.2, self._palette["soft"]
        names = " + ".join(self._wording.language.name(side) for side in _SIDES[card.colour]).upper()
        decade = self._wording.say("texts.decade", numeral=NUMERALS[card.decade])
        room = box.width / 2 - bar - 4
        baseline = box.y + box.height / 2 + words.size * 0.11
        number = self.type.centred(card.number, box, Style.of(entry["number"]), self._palette["ink"])
        return [
            line(box.x + bar, box.y, box.right - bar, box.y, self._palette["line"], 0.2),
            self.type.line(names, box.x + bar, baseline, words, colour, "left", room),
            self.type.line(decade, box.right - bar, baseline, words, colour, "right", room),
            number,
        ]

    def back(self, decade: int) -> tuple[Item, ...]:
        """A brick wall between yellow and red, and the decade's numeral."""
        self.type.about = self._wording.say("texts.decade", numeral=NUMERALS[decade])
        entry, palette = self._layout["back"], self._palette
        frame = Box(0, 0, self.width, self.height).inset(entry["inset"])
        edge = Path(rounded(frame, entry["radius"]))
        x, y = frame.middle
        disc, bar = entry["disc"], self._layout["bar"] * 1.6
        ground = palette["slate"] if palette.has_grounds else palette["paper"]
        items: list[Item] = [
            rect(frame, fill=ground),
            *_bricks(frame, *entry["brick"], palette["slate-light"]),
            rect(Box(frame.x, frame.y, bar, frame.height), fill=palette["west"]),
            rect(Box(frame.right - bar, frame.y, bar, frame.height), fill=palette["east"]),
            circle(x, y, disc, palette["paper"]),
            circle(x, y, disc - 1.2, None, palette["ink"], 0.35),
        ]
        numeral = Box(x - disc * 0.8, y - disc, disc * 1.6, disc * 2)
        items.append(self.type.centred(NUMERALS[decade], numeral, Style.of(entry["numeral"]), palette["ink"]))
        outline = Path(edge.segments, None, palette["ink"], self._layout["frame"]["line"])
        return (Group(tuple(items), clip=edge), outline)


def _bricks(box: Box, width: float, height: float, colour: str) -> list[Item]:
    """Courses of a wall; one path for all joints keeps the file small."""
    rows = int(box.height / height) + 1
    joints: list[Any] = []
    for row in range(rows + 1):
        y = box.y + row * height
        joints += [("M", box.x, y), ("L", box.right, y)]
        start = box.x + (width / 2 if row % 2 else 0.0)
        for column in range(int(box.width / width) + 1):
            joints += [("M", start + column * width, y), ("L", start + column * width, y + height)]
    return [Path(tuple(joints), None, colour, 0.3, sharp=True)]
