"""The cards: 85 faces and a back for each decade."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from wsdv_tools.components.card_layout import SIDES, Layout
from wsdv_tools.components.icon_rows import IconRows, clusters, tile
from wsdv_tools.components.lettering import Lettering, Printer
from wsdv_tools.drawing.fitting import Fitted, Style, fit, fit_line
from wsdv_tools.drawing.fonts import CAP_HEIGHT
from wsdv_tools.drawing.palette import Palette
from wsdv_tools.drawing.shapes import POINT, Box, Group, Item, Path, Symbol, Use, circle, line, rect, rounded, scaled
from wsdv_tools.drawing.symbols import has_symbol, symbol
from wsdv_tools.facts import Card, State
from wsdv_tools.facts.cards import NUMERALS, Untitled

SCHEMES = {"yellow": "west", "red": "east", "dual": "dual"}
_LINE = 0.35  # millimetres: below the picture and along the bars
_RULE_GAP = 2.0  # between the years and the rules beside them
_BESIDE = 1.0  # between the mark in the foot and its word
_UNDER = 0.05  # of a mirror image under the picture
_ABOVE = 0.28  # of a picture that is too high for its box: cut off above


@dataclass(frozen=True, slots=True)
class Piece:
    """Something to cut out: its front and back, drawn from the upper left corner of its box and beyond its edges."""

    name: str
    front: tuple[Item, ...]
    back: tuple[Item, ...]


class CardPrinter(Printer[Lettering]):
    """Draws faces and backs in one size.

    A card is drawn `bleed` millimetres beyond its cut, and what lies inside the cut does not depend on it.
    """

    def __init__(self, lettering: Lettering, palette: Palette, size: str = "poker", bleed: float = 0.0) -> None:
        super().__init__(lettering, palette)
        self._layout = Layout.of(size, lettering.second is not None)
        self._entry = self._layout.entry
        scale = self._layout.scale
        self.width, self.height = self._layout.width * scale, self._layout.height * scale
        self._whole = Box(0, 0, self._layout.width, self._layout.height).inset(-bleed / scale)

    @property
    def corner(self) -> float:
        """The radius of a corner that a machine cuts."""
        return float(self._entry["corner"]) * self._layout.scale

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
            rect(self._whole, fill=self._palette["paper"]),
            *self._picture(card),
            *self._bars(card),
            *self._values(card),
            *self._marks(card),
            *self._titles(card),
            *self._icons(card),
            *self._foot(card),
        ]
        return self._scaled([Group(tuple(items), clip=Path(rounded(self._whole)))])

    def _picture(self, card: Card) -> list[Item]:
        """The emblem fills the upper part of the card; what is too high for it is cut off evenly."""
        panel, whole = self._layout.panel(card.colour)._replace(height=self._layout.picture), self._whole
        left = panel.x if State.WEST in SIDES[card.colour] else whole.x
        right = panel.right if State.EAST in SIDES[card.colour] else whole.right
        around = Box(left, whole.y, right - left, panel.bottom - whole.y)
        deep = self._palette[f"{SCHEMES[card.colour]}-deep"]
        rule = line(left, panel.bottom, right, panel.bottom, deep, _LINE)
        name = f"emblem-{card.emblem}"
        if not has_symbol(name):
            return [rect(around, fill=self._palette[f"{SCHEMES[card.colour]}-pale"]), rule]
        return [*_mirrored(symbol(name, f"picture-{SCHEMES[card.colour]}", self._palette), panel, around), rule]

    def _bars(self, card: Card) -> list[Item]:
        """The side that may trigger the event: a bar at the left for West, at the right for East."""
        panel, whole = self._layout.panel(card.colour), self._whole
        items: list[Item] = []
        for side in SIDES[card.colour]:
            inner, outer = (panel.x, whole.x) if side is State.WEST else (panel.right, whole.right)
            box = Box(min(inner, outer), whole.y, abs(outer - inner), whole.height)
            items.append(rect(box, fill=self._palette[side.value]))
            items.append(line(inner, box.y, inner, box.bottom, self._palette[f"{side.value}-deep"], _LINE))
        return items

    def _values(self, card: Card) -> list[Item]:
        """One box where both sides read the same, else West's above East's; a special card shows its decade."""
        entry, box = self._entry["value"], self._layout.value
        style = Style.of(entry["numeral"])
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
            letter, small = self._lettering.language.name(side)[0].upper(), Style.of(self._entry["value"]["letter"])
            items.append(self.type.line(letter, box.right - 1, box.bottom - 1, small, colour, "right"))
        return [*items, self.type.centred(text, box, style, colour)]

    def _marks(self, card: Card) -> list[Item]:
        """Flight and police at the upper right, where they show when cards overlap in the played pile."""
        kinds = ["flight"] * card.flight + ([f"police_{card.police.value}"] if card.police else [])
        items: list[Item] = []
        for number, kind in enumerate(kinds):
            box = self._layout.mark.moved(0, number * self._entry["marks"]["step"])
            scheme = "pink" if kind == "police_pink" else "east"
            x, y = box.middle
            items.append(circle(x, y, box.width / 2, self._palette["paper"], self._palette[f"{scheme}-deep"], 0.45))
            items.append(Use(symbol(kind, scheme, self._palette), *box.inset(box.width * 0.13)))
        return items

    def _titles(self, card: Card) -> list[Item]:
        """Title, second title and years, one below the other and together in the middle of their room."""
        room, entry = self._layout.column(card.colour, self._layout.titles), self._entry
        title, second = self._lettering.title(card), self._lettering.second_title(card)
        below: list[tuple[float, Fitted | None]] = [(entry["title"]["gap"] + entry["years"]["height"], None)]
        if second:
            fitted = fit(second, Style.of(entry["second"]["type"]), room.width, room.height, self.type.language)
            below.insert(0, (entry["second"]["gap"] + fitted.height, fitted))
        style, free = Style.of(entry["title"]["type"]), room.height - sum(height for height, _ in below)
        main = fit(title, style, room.width, free, self.type.language)
        if second and main.is_shrunk | (main.over > 0):  # the years give way; the almanac has them, too
            free += below.pop()[0]
            main = fit(title, style, room.width, free, self.type.language)
        y = room.y + max(0.0, free - main.height) / 2
        items, _ = self.type.block(title, room._replace(y=y, height=free), style, self._palette["ink"], "centre")
        drawn, y = list(items), y + main.height
        for height, words in below:
            box = room._replace(y=y, height=height)
            drawn += self._second_title(second, box, words) if words else self._years(card, box)
            y += height
        return drawn

    def _second_title(self, title: str, box: Box, words: Fitted) -> list[Item]:
        style, soft = Style.of(self._entry["second"]["type"]), self._palette["soft"]
        room = box._replace(y=box.bottom - words.height, height=words.height)
        return [*self.type.block(title, room, style, soft, "centre")[0]]

    def _years(self, card: Card, box: Box) -> list[Item]:
        """Between two short rules in the card's colour."""
        entry = self._entry["years"]
        box = box._replace(y=box.bottom - entry["height"], height=entry["height"])
        text = self.type.centred(card.years, box, Style.of(entry["type"]), self._palette["soft"])
        x, y = box.middle
        colour, start = self._palette[SCHEMES[card.colour]], text.length / 2 + _RULE_GAP
        rules = [line(x + way * start, y, x + way * (start + entry["rule"]), y, colour, 0.5) for way in (-1, 1)]
        return [*rules, text]

    def _icons(self, card: Card) -> list[Item]:
        box = self._layout.column(card.colour, self._layout.icons)
        return IconRows({**self._entry["icons"], "box": box}, self.type).draw(clusters(card, self._lettering))

    def _foot(self, card: Card) -> list[Item]:
        """Who may trigger it, with the mark of that colour; the number; the decade where all cards have room for it."""
        entry, box = self._entry["foot"], self._layout.column(card.colour, self._layout.foot)
        words, colour = Style.of(entry["words"]), self._palette["soft"]
        side = box.height * 0.56
        baseline = box.middle[1] + words.size * POINT * CAP_HEIGHT / 2
        sign = symbol(f"mark_{card.colour}", SCHEMES[card.colour], self._palette)
        start, end = self._room_for_names(card.colour, self._has_decade)
        number = Box(end, box.y, entry["width"], box.height)
        items: list[Item] = [
            line(box.x, box.y, box.right, box.y, self._palette["line"], 0.2),
            Use(sign, box.x, box.middle[1] - side / 2, side, side),
            self.type.line(self._names(card.colour), start, baseline, words, colour, "left", end - start),
            self.type.centred(card.number, number, Style.of(entry["number"]), self._palette["ink"]),
        ]
        if self._has_decade:
            decade = self._say("decade", numeral=NUMERALS[card.decade])
            items.append(self.type.line(decade, box.right, baseline, words, colour, "right", box.right - number.right))
        return items

    def _names(self, colour: str) -> str:
        return " + ".join(self._lettering.language.name(side) for side in SIDES[colour]).upper()

    def _room_for_names(self, colour: str, has_decade: bool) -> tuple[float, float]:
        """Up to the number, which is in the middle of the panel, or at its right where the decade is left out."""
        box, width = self._layout.column(colour, self._layout.foot), self._entry["foot"]["width"]
        end = box.middle[0] - width / 2 if has_decade else box.right - width
        return (box.x + box.height * 0.56 + _BESIDE, end)

    @cached_property
    def _has_decade(self) -> bool:
        words = Style.of(self._entry["foot"]["words"])
        rooms = {colour: self._room_for_names(colour, True) for colour in SIDES}
        return all(
            fit_line(self._names(colour), words, end - start).over <= 0 for colour, (start, end) in rooms.items()
        )

    def back(self, decade: int) -> tuple[Item, ...]:
        """The decade's numeral on its pattern, which runs over the edge."""
        pattern = symbol(f"card_back_{NUMERALS[decade]}", f"back-{decade}", self._palette)
        box = Box(0, 0, self._layout.width, self._layout.height)
        return self._scaled(_mirrored(pattern, box, self._whole))

    def _scaled(self, items: Sequence[Item]) -> tuple[Item, ...]:
        return tuple(items) if self._layout.scale == 1 else (scaled(items, self._layout.scale),)


def _covering(picture: Symbol, box: Box) -> Group:
    """A symbol that fills a box wholly. What sticks out is cut off: more below than above, where the heads are."""
    scale = max(box.width / picture.width, box.height / picture.height)
    width, height = picture.width * scale, picture.height * scale
    x, y = box.x - (width - box.width) / 2, box.y - (height - box.height) * _ABOVE
    return Group((Use(picture, x, y, width, height),), clip=Path(rounded(box)))


def _mirrored(picture: Symbol, box: Box, around: Box) -> list[Item]:
    """A symbol that fills a box, and its mirror images as far as they are seen in the larger box around it.

    So whatever touches the cut goes on without a seam, and what lies inside the cut is the same with and without bleed.
    """
    inside = _covering(picture, box)
    # Along each direction: turned over at the left or right edge, or as it is. The picture itself comes last.
    across = [*_turns(box.x, box.right, around.x, around.right), (1.0, 0.0)]
    down = [*_turns(box.y, box.bottom, around.y, around.bottom), (1.0, 0.0)]
    copies = [Group((inside,), (a, 0.0, 0.0, d, e, f)) for a, e in across for d, f in down]
    if len(copies) == 1:
        return [inside]
    return [Group(tuple(copies), clip=Path(rounded(around)))]


def _turns(start: float, end: float, outer_start: float, outer_end: float) -> list[tuple[float, float]]:
    """How an image is turned over at the edges that are crossed, a little under the picture, so that no seam shows."""
    edges = [(start + _UNDER, start - outer_start), (end - _UNDER, outer_end - end)]
    return [(-1.0, 2 * edge) for edge, beyond in edges if beyond > 1e-6]
