"""The pieces of a position on the printed board, as a layer of their own; what the last move changed is marked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from wsdv_tools.components.board import BoardPrinter
from wsdv_tools.components.board_map import SYMBOLS
from wsdv_tools.components.geometry import Place
from wsdv_tools.components.laid import Laid, laid
from wsdv_tools.components.lettering import Lettering, Printer
from wsdv_tools.drawing.fitting import Style
from wsdv_tools.drawing.fonts import CAP_HEIGHT
from wsdv_tools.drawing.shapes import POINT, Box, Group, Item, Page, Path, Use, circle, line, named, rect, scaled
from wsdv_tools.drawing.symbols import symbol
from wsdv_tools.facts.cards import NUMERALS
from wsdv_tools.rules.position import UNKNOWN

if TYPE_CHECKING:
    from wsdv_tools.drawing.palette import Palette
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position

SCALE = 0.5  # of the board's full size: a screen is not a table
_COUNT = Style("bold", 30, 12, 12)
_VALUE = Style("bold", 20, 20, 20)
_TITLE = Style("semibold", 15, 9, 7)
_SCHEMES = {"unrest": "unrest", "living_standard": "blue", "socialist": "east"}
_COUNTED = ("unrest", "standards", "sector", "socialists")  # kinds of places that show how many lie there
_MARK = 1.5  # the width of what marks a change
_CLEAR = 1.8  # from a well's edge to what lies in it, a mark included
_FIGURE = _COUNT.size * POINT * CAP_HEIGHT
_LARGEST = 16  # millimetres: a piece in a well
_GAP = 1.6  # from a piece to the number of them
_MOST_PROTESTS = 3  # that are drawn one by one


class Lying(NamedTuple):
    """What lies at one place, and whether it has changed."""

    place: str
    pieces: tuple[Laid, ...]
    has_changed: bool


class BoardPieces(Printer[Lettering]):
    """Draws positions of one game; the board below them is drawn once."""

    def __init__(self, game: Game, lettering: Lettering, palette: Palette) -> None:
        super().__init__(lettering, palette)
        self._game = game
        self.board = BoardPrinter(lettering, palette, is_bare=True)
        self._counted_places = [place for place in self.board.geometry.values() if place.kind in _COUNTED]
        self._by_place = lru_cache(maxsize=32)(self._lies_by_place)  # the board before is asked for again and again
        self._drawers: Mapping[str, Callable[[Laid, Place], Iterator[Item]]] = {
            "factory": self._factory,
            "rheinsberg": self._factory,
            "closed": self._closed,
            "infrastructure": self._infrastructure,
            **dict.fromkeys(("unrest", "standard", "socialist"), self._counted),
            "protest": self._protests,
            "marker": self._marker,
            "wall": self._wall,
            "card": self._card,
            "used-card": self._card,
        }

    def page(self, position: Position, before: Position | None = None) -> Page:
        """The board with its pieces; what differs from `before` is marked."""
        width, height = self.board.geometry.size
        items = (*self.board.drawing, self.layer(position, before))
        title = self._lettering.say("texts.decade", numeral=NUMERALS[position.decade])
        return Page(width * SCALE, height * SCALE, (scaled(items, SCALE),), title)

    def layer(self, now: Position, before: Position | None = None) -> Group:
        """All that lies on the board, in millimetres of its full size, place by place."""
        return named("pieces", "", [self.at_place(*lying) for lying in self.lying(now, before)])

    def lying(self, now: Position, before: Position | None = None) -> Iterator[Lying]:
        """What lies at each place, the empty ones first that show a number."""
        lying, was = self._by_place(now), self._by_place(before or now)
        for place in self._counted_places:
            if place.id not in lying and place.id not in was:
                yield Lying(place.id, (), False)
        for id_ in {**lying, **was}:
            pieces = lying.get(id_, ())
            yield Lying(id_, pieces, pieces != was.get(id_, ()))

    def at_place(self, id_: str, pieces: tuple[Laid, ...], has_changed: bool) -> Group:
        """What lies at one place, as it is drawn."""
        place = self.board.geometry[id_]
        if pieces or place.kind not in _COUNTED:
            drawn = [item for one in pieces for item in self._drawers[one.kind](one, place)]
        else:
            drawn = [*self.board.map.faint(SYMBOLS[place.kind], place.box, min(11.0, place.height - 2))]
        marks = [*self._mark(place, bool(pieces))] if has_changed else []
        below, above = (marks, []) if place.kind == "line" else ([], marks)
        return named(f"piece-{id_}", self._label(place, pieces), (*below, *drawn, *above))

    def symbols(self) -> tuple[Use, ...]:
        """Every symbol that any layer may use: a board that is to change below them has to define them."""
        plain = {(name, "plain") for name in ("prestige", "currency", "socialists")}
        faint = {(SYMBOLS[kind], "faint") for kind in _COUNTED}
        sides = {(name, side) for name in ("factory", "mass_protest") for side in ("west", "east")}
        others = {("factory_rundown", "east"), ("factory_external", "external"), ("rheinsberg", "east")}
        names = sorted({*plain, *faint, *sides, *others, *_SCHEMES.items()})
        return tuple(Use(symbol(name, scheme, self._palette), 0, 0, 1, 1) for name, scheme in names)

    def _lies_by_place(self, position: Position) -> dict[str, tuple[Laid, ...]]:
        """What is drawn, by its place; hands and police cards are not on the board."""
        found: dict[str, tuple[Laid, ...]] = {}
        for one in laid(self._game, position):
            place = self.board.geometry.get(one.place)
            if place and self.board.geometry.is_on_board(place) and one.state != UNKNOWN:
                found[one.place] = (*found.get(one.place, ()), one)
        return found

    def _label(self, place: Place, pieces: tuple[Laid, ...]) -> str:
        """The place's name, and how many lie there or which card."""
        name = self.board.names[place.id]
        if not pieces:
            return f"{name}: 0"
        first = pieces[0]
        if first.kind in ("card", "used-card"):
            return f"{name}: {self._lettering.title(self._game.cards[first.state])}"
        return f"{name}: {first.n}" if place.kind in (*_COUNTED, "protest", "city") else name

    @property
    def _changed(self) -> str:
        return self._palette.get("mark", "purple-deep")

    def _mark(self, place: Place, is_there: bool) -> Iterator[Item]:
        """Around what has changed; what was just removed leaves a dashed trace of its line."""
        if place.kind == "line":
            shape = (("M", *place.ends[0]), ("L", *place.ends[1]))
            yield Path(shape, None, self._changed, 6.0 if is_there else 3.0, () if is_there else (3, 3))
        elif place.kind == "holding":
            yield circle(place.x, place.y, place.width / 2 + 1, None, self._changed, _MARK)
        elif place.kind == "track" and is_there:
            yield rect(place.box.inset(0.5, 0), 1.6, None, self._changed, _MARK)
        elif place.kind == "wall":
            yield rect(place.box.inset(-1), 1, None, self._changed, _MARK)
        elif place.kind == "city":
            yield rect(place.box, 2, None, self._changed, _MARK)
        elif place.kind in (*_COUNTED, "protest"):
            yield rect(place.box.inset(_MARK / 2), 2, None, self._changed, _MARK)

    # The map

    def _infrastructure(self, one: Laid, place: Place) -> Iterator[Item]:
        shape = (("M", *place.ends[0]), ("L", *place.ends[1]))
        del one
        yield Path(shape, None, self._palette["blue-deep"], 4.2)
        yield Path(shape, None, self._palette["paper"], 1.0, (2.4, 2.4), sharp=True)

    def _factory(self, one: Laid, place: Place) -> Iterator[Item]:
        """A square counter with its picture, and its value below it."""
        palette, tile = self._palette, place.box
        is_down = one.state == "run-down"
        scheme = "east" if is_down else one.state
        colour = "purple" if scheme == "external" else scheme
        kind = "factory_external" if scheme == "external" else one.kind
        if is_down and kind == "factory":
            kind = "factory_rundown"
        ground = rect(tile, 2, palette["paper"] if is_down else palette[f"{colour}-light"])
        yield Path(ground.segments, ground.fill, palette[f"{colour}-deep"], 1.2, (2, 1.4) if is_down else ())
        yield Use(symbol(kind, scheme, palette), tile.x, tile.y + 1.6, tile.width, tile.height - 11.2)
        plate = Box(tile.x + 1.6, tile.bottom - 8.8, tile.width - 3.2, 7.2)
        yield rect(plate, 1.4, palette["ink"])
        yield self.type.centred(str(one.n), plate, _VALUE, palette["paper"])

    def _closed(self, _one: Laid, place: Place) -> Iterator[Item]:
        tile, ink = place.box, self._palette["ink"]
        yield line(tile.x, tile.y, tile.right, tile.bottom, ink, 2)
        yield line(tile.x, tile.bottom, tile.right, tile.y, ink, 2)

    def _counted(self, one: Laid, place: Place) -> Iterator[Item]:
        """A piece, and how many of them lie there: below it, or beside it where the well is wide."""
        kind = "living_standard" if one.kind == "standard" else one.kind
        picture = symbol(kind, _SCHEMES[kind], self._palette)
        if place.kind == "holding":
            yield Use(picture, *place.box)
            return
        where, number = _together(place.box.inset(_CLEAR))
        yield Use(picture, *where)
        yield self.type.centred(str(one.n), number, _COUNT, self._palette["ink"])

    def _protests(self, one: Laid, place: Place) -> Iterator[Item]:
        """One beside the other; many of them as one with their number."""
        protest, room = symbol("mass_protest", one.state, self._palette), place.box.inset(_CLEAR)
        if one.n > _MOST_PROTESTS:
            picture, figure = _together(room)
            yield Use(protest, *picture)
            yield self.type.centred(str(one.n), figure, _COUNT, self._palette["ink"])
            return
        side = min(room.width / one.n, room.height, _LARGEST)
        left = room.middle[0] - side * one.n / 2
        for number in range(one.n):
            yield Use(protest, *Box(left + number * side, room.y, side, room.height).inset(0.3, 0))

    # Around the map

    def _wall(self, _one: Laid, place: Place) -> Iterator[Item]:
        yield rect(place.box, 0.5, self._palette["slate"])

    def _marker(self, one: Laid, place: Place) -> Iterator[Item]:
        """A marker lies on its spot, and its space is framed."""
        yield rect(place.box.inset(0.5, 0), 1.6, None, self._palette["ink"], _MARK)
        spot = self.board.geometry[f"spot-{place.of}-{place.number}"]
        yield circle(spot.x, spot.y, spot.width / 2, self._palette["paper"], self._palette["ink"], 1)
        yield Use(symbol(one.state, "plain", self._palette), *spot.box.inset(spot.width * 0.16))

    def _card(self, one: Laid, place: Place) -> Iterator[Item]:
        """A card of the display, by number and title."""
        fact, slot = self._game.cards[one.state], place.box
        colours = {"yellow": "west-light", "red": "east-light"}
        yield rect(slot, 3, self._palette[colours.get(fact.colour, "paper")], self._palette["ink"], 0.8)
        yield self.type.centred(fact.number, slot._replace(height=20), _COUNT, self._palette["ink"])
        room = slot.inset(4)._replace(y=slot.y + 20, height=slot.height - 24)
        title = self._lettering.language.title(fact)
        yield from self.type.block(title, room, _TITLE, self._palette["ink"], "centre", "top")[0]


def _together(room: Box) -> tuple[Box, Box]:
    """Where a piece and the number of them go, together in the middle: beside it, or below it in a high room."""
    if room.height > room.width * 1.3 or room.height > 2.5 * _FIGURE:
        side = min(room.width, room.height - _GAP - _FIGURE, _LARGEST)
        top = room.middle[1] - (side + _GAP + _FIGURE) / 2
        return Box(room.x, top, room.width, side), Box(room.x, top + side + _GAP, room.width, _FIGURE)
    side = min(room.height, room.width * 0.44, _LARGEST)
    gap = min(_GAP, room.width * 0.05)
    figures = min(room.width - side - gap, 1.7 * _FIGURE)
    left = room.middle[0] - (side + gap + figures) / 2
    return Box(left, room.y, side, room.height), Box(left + side + gap, room.y, figures, room.height)
