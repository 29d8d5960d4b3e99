"""The pieces of a position on the printed board; what the last move changed is marked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from wsdv_tools.components.board import BoardPrinter
from wsdv_tools.drawing.fitting import Style
from wsdv_tools.drawing.fonts import CAP_HEIGHT
from wsdv_tools.drawing.shapes import POINT, Box, Item, Page, Path, Use, circle, line, rect, scaled
from wsdv_tools.drawing.symbols import symbol
from wsdv_tools.drawing.typesetter import Typesetter
from wsdv_tools.facts.cards import NUMERALS
from wsdv_tools.rules.course import face
from wsdv_tools.rules.economy import values
from wsdv_tools.rules.position import NONE, RUN_DOWN, UNKNOWN
from wsdv_tools.rules.protests import markers

if TYPE_CHECKING:
    from wsdv_tools.components.lettering import Lettering
    from wsdv_tools.drawing.palette import Palette
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position

SCALE = 0.5  # of the board's full size: a screen is no table
_COUNT = Style("bold", 30, 14, 14)
_VALUE = Style("bold", 20, 20, 20)
_TITLE = Style("semibold", 15, 9, 7)
_SCHEMES = {"unrest": "unrest", "living_standard": "blue", "socialist": "east"}
_EAST_BERLIN = {"unrest": "unrest", "living-standard": "living_standard", "socialists": "socialist"}
_LABEL = 9  # millimetres at the top of Berlin's wells, for their names
_MARK = 1.8  # the width of what marks a change
_CLEAR = 2.4  # from a well's edge to what lies in it, a mark included
_FIGURE = _COUNT.size * POINT * CAP_HEIGHT
_GAP = 1.6  # from a piece to the number of them
_MOST_PROTESTS = 3  # that are drawn one by one


class BoardPieces:
    """Draws positions of one game; the board below them is drawn once."""

    def __init__(self, game: Game, lettering: Lettering, palette: Palette) -> None:
        self._game = game
        self._lettering = lettering
        self._palette = palette
        self._board = BoardPrinter(lettering, palette, is_bare=True)
        self._type = Typesetter(palette, lettering.code)

    def page(self, position: Position, before: Position | None = None) -> Page:
        """The board as it lies; what is not as it was `before` is marked."""
        width, height = self._board.size
        items = (*self._board.drawing, *self.pieces(position, before or position))
        title = self._lettering.say("texts.decade", numeral=NUMERALS[position.decade])
        return Page(width * SCALE, height * SCALE, (scaled(items, SCALE),), title)

    def pieces(self, now: Position, before: Position) -> Iterator[Item]:
        """All that lies on the board, in millimetres of its full size."""
        yield from self._lines(now, before)
        yield from self._factories(now, before)
        yield from self._provinces(now, before)
        yield from self._berlin(now, before)
        yield from self._tracks(now, before)
        for number in range(now.cadre):
            x, y, radius = self._board.cadre_spot(number)
            yield self._symbol("socialist", Box(x - radius, y - radius, 2 * radius, 2 * radius))
            if number >= before.cadre:
                yield circle(x, y, radius + 1, None, self._mark, _MARK)
        yield from self._display(now)

    @property
    def _mark(self) -> str:
        return self._palette.get("mark", "purple-deep")

    def _symbol(self, kind: str, box: Box) -> Item:
        return Use(symbol(kind, _SCHEMES[kind], self._palette), *box)

    # The map

    def _lines(self, now: Position, before: Position) -> Iterator[Item]:
        """Infrastructure lies on the lines of a connection; one that has just gone leaves a dashed trace."""
        for number, fact in enumerate(self._game.connections):
            for count, (one, other) in enumerate(self._board.map.lines_of(fact), 1):
                shape = (("M", *one), ("L", *other))
                laid, was = now.lines[number] >= count, before.lines[number] >= count
                if laid != was:
                    yield Path(shape, None, self._mark, 6.4 if laid else 3.0, () if laid else (3, 3))
                if laid:
                    yield Path(shape, None, self._palette["blue-deep"], 4.2)
                    yield Path(shape, None, self._palette["paper"], 1.0, (2.4, 2.4), sharp=True)

    def _factories(self, now: Position, before: Position) -> Iterator[Item]:
        worth = values(self._game, now)
        for number, city in enumerate(self._game.cities):
            x, y = self._board.map.geography.cities[city.id]
            tile = Box(x, y, 0, 0).inset(-self._board.map.reach(city))
            stands = now.factories[number] != NONE
            if stands:
                yield from self._factory(number, tile, now.factories[number] == RUN_DOWN)
            if number in now.closed:
                yield line(tile.x, tile.y, tile.right, tile.bottom, self._palette["ink"], 2)
                yield line(tile.x, tile.bottom, tile.right, tile.y, self._palette["ink"], 2)
            if stands:
                plate = Box(tile.x + 1.6, tile.bottom - 8.8, tile.width - 3.2, 7.2)
                yield rect(plate, 1.4, self._palette["ink"])
                yield self._type.centred(str(worth[number]), plate, _VALUE, self._palette["paper"])
            if now.factories[number] != before.factories[number]:
                yield rect(tile, 2, None, self._mark, _MARK)

    def _factory(self, number: int, tile: Box, is_down: bool) -> Iterator[Item]:
        """A square counter with its picture; below it there is room for the value."""
        city, palette = self._game.cities[number], self._palette
        state = self._game.city_states[number]
        scheme = "external" if city.external else state.value if state else "east"
        deep = palette["purple-deep" if city.external else f"{scheme}-deep"]
        light = palette["purple-light" if city.external else f"{scheme}-light"]
        kind = "rheinsberg" if city.is_rheinsberg else "factory_external" if city.external else "factory"
        if is_down and kind == "factory":
            kind = "factory_rundown"
        ground = rect(tile, 2, palette["paper"] if is_down else light)
        yield Path(ground.segments, ground.fill, deep, 1.2, (2, 1.4) if is_down else ())
        yield Use(symbol(kind, scheme, palette), tile.x, tile.y + 1.6, tile.width, tile.height - 11.2)

    def _provinces(self, now: Position, before: Position) -> Iterator[Item]:
        for number, province in enumerate(self._game.provinces):
            if not self._board.map.has_plaque(province):
                continue
            box = self._board.map.below_head(self._board.map.plaque_box(province))
            wells = self._board.map.wells_of(province, box)
            yield from self._unrest(number, wells["unrest"], now, before)
            yield from self._count(
                "living_standard", wells["living_standard"], now.standards[number], before.standards[number]
            )
            if "socialist" in wells:
                yield from self._count("socialist", wells["socialist"], now.placed[number], before.placed[number])

    def _unrest(self, province: int, well: Box, now: Position, before: Position) -> Iterator[Item]:
        """Unrest, and beside it the mass protest markers that it or an import has called up."""
        count, protests = now.unrest[province], markers(self._game, now, province)
        if (count, protests) != (before.unrest[province], markers(self._game, before, province)):
            yield self._changed(well)
        half = well.inset(_MARK / 2, 0)._replace(width=well.width / 2 - _MARK / 2)
        yield from self._count("unrest", half if protests else well, count, count)
        if protests:
            yield from self._protests(province, half.moved(half.width, 0).inset(0, _CLEAR), protests)

    def _protests(self, province: int, room: Box, count: int) -> Iterator[Item]:
        """One below the other; many of them as one with their number."""
        scheme = self._game.states[province].value
        protest = symbol("mass_protest", scheme, self._palette)
        if count > _MOST_PROTESTS:
            picture, below = _stacked(room)
            yield Use(protest, *picture)
            yield self._type.centred(str(count), below, _COUNT, self._palette["ink"])
            return
        step = min(room.width, room.height / count)
        top = room.middle[1] - step * count / 2
        for number in range(count):
            place = Box(room.x, top + number * step, room.width, step).inset(0.6)
            yield Use(protest, *place)

    def _changed(self, well: Box) -> Item:
        return rect(well.inset(_MARK / 2), 2, None, self._mark, _MARK)

    def _count(self, kind: str, well: Box, count: int, was: int) -> Iterator[Item]:
        """A piece, and how many of them lie there: below it, or beside it where the well is wide."""
        if count != was:
            yield self._changed(well)
        if not count:
            yield from self._board.map.faint(kind, well)
            return
        picture, number = _paired(well) if well.width > 1.6 * well.height else _stacked(well.inset(1, _CLEAR))
        yield self._symbol(kind, picture)
        yield self._type.centred(str(count), number, _COUNT, self._palette["ink"])

    def _berlin(self, now: Position, before: Position) -> Iterator[Item]:
        game = self._game
        wells = {
            key: Box(well.x, well.y + _LABEL, well.width, well.height - _LABEL)
            for key, well in self._board.berlin_wells().items()
        }
        west, east = game.west_berlin, game.province("east-berlin")
        for number, sector in enumerate(game.sectors):
            count, was = now.sectors[number], before.sectors[number]
            yield from self._count("living_standard", wells["west-berlin", sector], count, was)
        for province, id_ in ((west, "west-berlin"), (east, "east-berlin")):
            yield from self._unrest(province, wells[id_, "unrest"], now, before)
        for kind, part in (("living-standard", "standards"), ("socialists", "placed")):
            count, was = getattr(now, part)[east], getattr(before, part)[east]
            yield from self._count(_EAST_BERLIN[kind], wells["east-berlin", kind], count, was)
        if now.wall:
            yield rect(self._board.wall_box(), 0.5, self._palette["slate"])
        if now.wall != before.wall:
            yield rect(self._board.wall_box().inset(-1), 1, None, self._mark, _MARK)

    # Around the map

    def _tracks(self, now: Position, before: Position) -> Iterator[Item]:
        """A marker frames its space and stands beside the number, clear of the icons below it."""
        for track, box in self._board.tracks.boxes.items():
            space = self._board.tracks.space_box(box, getattr(now, track)).inset(0.5, 0)
            has_moved = getattr(now, track) != getattr(before, track)
            yield rect(space, 1.6, None, self._mark if has_moved else self._palette["ink"], _MARK)
            radius = 5.6
            x, y = space.right - radius - 1.8, min(space.middle[1], space.y + radius + 1.8)
            yield circle(x, y, radius, self._palette["paper"], self._palette["ink"], 1)
            yield Use(symbol(track, "plain", self._palette), *Box(x, y, 0, 0).inset(-radius * 0.7))

    def _display(self, now: Position) -> Iterator[Item]:
        """The cards that are laid out, by number and title."""
        course = now.course
        if course is None:
            return
        special = face(now, NUMERALS[now.decade]) if course.special else None
        for number, card in enumerate([special, *course.display]):
            if card is None or card == UNKNOWN:
                continue
            fact = self._game.cards[card]
            slot = self._board.slot_box(number)
            colours = {"yellow": "west-light", "red": "east-light"}
            yield rect(slot, 3, self._palette[colours.get(fact.colour, "paper")], self._palette["ink"], 0.8)
            yield self._type.centred(fact.number, slot._replace(height=20), _COUNT, self._palette["ink"])
            room = slot.inset(4)._replace(y=slot.y + 20, height=slot.height - 24)
            title = self._lettering.language.title(fact)
            yield from self._type.block(title, room, _TITLE, self._palette["ink"], "centre", "top")[0]


def _stacked(room: Box) -> tuple[Box, Box]:
    """Where a piece and the number below it stand, together in the middle."""
    side = min(room.width, room.height - _GAP - _FIGURE, 20)
    top = room.middle[1] - (side + _GAP + _FIGURE) / 2
    return Box(room.x, top, room.width, side), Box(room.x, top + side + _GAP, room.width, _FIGURE)


def _paired(room: Box) -> tuple[Box, Box]:
    """Where a piece and the number beside it stand."""
    side = min(room.height - 2 * _CLEAR, 20)
    return Box(room.middle[0] - side - _GAP, room.y, side, room.height), Box(room.middle[0], room.y, side, room.height)
