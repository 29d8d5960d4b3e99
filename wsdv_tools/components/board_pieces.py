"""The pieces of a position on the printed board; what the last move changed is marked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from wsdv_tools.components.board import BoardPrinter
from wsdv_tools.components.lettering import NUMERALS
from wsdv_tools.drawing.fitting import Style
from wsdv_tools.drawing.shapes import Box, Item, Page, Path, Use, circle, rect, scaled
from wsdv_tools.drawing.symbols import symbol
from wsdv_tools.drawing.typesetter import Typesetter
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
_SMALL = Style("bold", 17, 8, 8)
_TITLE = Style("semibold", 15, 9, 7)
_SCHEMES = {"unrest": "unrest", "living_standard": "blue", "socialist": "east"}
_EAST_BERLIN = {"unrest": "unrest", "living-standard": "living_standard", "socialists": "socialist"}
_MARK = 2.2  # millimetres: the width of what marks a change


class BoardPieces:
    """Draws positions of one game; the board below them is drawn once."""

    def __init__(self, game: Game, lettering: Lettering, palette: Palette) -> None:
        self._game = game
        self._lettering = lettering
        self._palette = palette
        self._board = BoardPrinter(lettering, palette)
        self._type = Typesetter(palette, lettering.code)

    def page(self, position: Position, before: Position | None = None) -> Page:
        """The board as it lies; what is not as it was `before` is marked."""
        width, height = self._board.size
        items = (*self._board.drawing, *self._pieces(position, before or position))
        title = self._lettering.say("texts.decade", numeral=NUMERALS[position.decade])
        return Page(width * SCALE, height * SCALE, (scaled(items, SCALE),), title)

    def _pieces(self, now: Position, before: Position) -> Iterator[Item]:
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
        cities, radius = self._board.map.geography.cities, self._board.city_radius
        for number, fact in enumerate(self._game.connections):
            start, end = (cities[city.id] for city in fact.cities)
            for count, (one, other) in enumerate(self._board.map.line_ends(fact.lines, start, end, radius), 1):
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
            radius = self._board.city_radius
            has_changed = now.factories[number] != before.factories[number]
            if now.factories[number] != NONE:
                is_down = now.factories[number] == RUN_DOWN
                yield from self._factory(number, Box(x - radius, y - radius, 2 * radius, 2 * radius), is_down)
                badge = Box(x + radius * 0.25, y + radius * 0.25, radius * 0.95, radius * 0.95)
                yield circle(*badge.middle, badge.width / 2, self._palette["ink"])
                yield self._type.centred(str(worth[number]), badge, _SMALL, self._palette["paper"])
            if number in now.closed:
                yield Path(
                    (("M", x - radius, y - radius), ("L", x + radius, y + radius)), None, self._palette["ink"], 2
                )
            if has_changed:
                yield circle(x, y, radius * 1.5, None, self._mark, _MARK)

    def _factory(self, number: int, box: Box, is_down: bool) -> Iterator[Item]:
        city, palette = self._game.cities[number], self._palette
        state = self._game.city_states[number]
        scheme = "external" if city.external else state.value if state else "east"
        deep = palette["purple-deep" if city.external else f"{scheme}-deep"]
        light = palette["purple-light" if city.external else f"{scheme}-light"]
        kind = "rheinsberg" if city.is_rheinsberg else "factory_external" if city.external else "factory"
        if is_down and kind == "factory":
            kind = "factory_rundown"
        ground = rect(box, 2, palette["paper"] if is_down else light, deep, 1.2)
        yield Path(ground.segments, ground.fill, deep, 1.2, (2, 1.4) if is_down else ())
        yield Use(symbol(kind, scheme, palette), *box.inset(box.width * 0.14))

    def _provinces(self, now: Position, before: Position) -> Iterator[Item]:
        for number, province in enumerate(self._game.provinces):
            if not self._board.map.has_plaque(province):
                continue
            box = self._board.map.plaque_box(province)
            pieces = (now.unrest[number], now.standards[number], now.placed[number])
            had = (before.unrest[number], before.standards[number], before.placed[number])
            wells = self._board.map.wells_of(province, self._board.map.below_head(box))
            for (kind, well), count, was in zip(wells.items(), pieces, had, strict=False):
                yield from self._count(kind, well, count, count != was)
            yield from self._protests(number, now, box)
            if markers(self._game, now, number) != markers(self._game, before, number):
                yield rect(box.inset(-2), 4, None, self._mark, _MARK)

    def _count(self, kind: str, well: Box, count: int, has_changed: bool) -> Iterator[Item]:
        """A piece, and how many of them lie there."""
        if has_changed:
            yield rect(well.inset(1), 2, None, self._mark, _MARK)
        if count:
            side = min(well.width * 0.55, well.height * 0.8)
            top = well.middle[1] - side / 2
            yield self._symbol(kind, Box(well.x + 1.5, top, side, side))
            room = Box(well.x + side, well.y, well.width - side - 1, well.height)
            yield self._type.centred(str(count), room, _COUNT if well.width > 15 else _SMALL, self._palette["ink"])

    def _protests(self, province: int, now: Position, box: Box) -> Iterator[Item]:
        """Mass protest markers stand on the upper edge, imported ones among them."""
        scheme = self._game.states[province].value
        for number in range(markers(self._game, now, province)):
            side = 15
            place = Box(box.x + 2 + number * (side + 1), box.y - side + 3, side, side)
            yield rect(place, 2, self._palette["paper"], self._palette["ink"], 1)
            yield Use(symbol("mass_protest", scheme, self._palette), *place.inset(1.5))

    def _berlin(self, now: Position, before: Position) -> Iterator[Item]:
        game, wells = self._game, self._board.berlin_wells()
        west, east = game.west_berlin, game.province("east-berlin")
        for number, sector in enumerate(game.sectors):
            well = wells["west-berlin", sector]
            below = Box(well.x, well.y + 9, well.width, well.height - 9)
            yield from self._count(
                "living_standard", below, now.sectors[number], now.sectors[number] != before.sectors[number]
            )
        unrest = now.unrest[west], before.unrest[west]
        yield from self._count("unrest", wells["west-berlin", "unrest"], unrest[0], unrest[0] != unrest[1])
        for kind, part in (("unrest", "unrest"), ("living-standard", "standards"), ("socialists", "placed")):
            count, was = getattr(now, part)[east], getattr(before, part)[east]
            yield from self._count(_EAST_BERLIN[kind], wells["east-berlin", kind], count, count != was)
        for province, id_ in ((west, "west-berlin"), (east, "east-berlin")):
            yield from self._protests(province, now, wells[id_, "unrest"])
        if now.wall:
            yield rect(self._board.wall_box(), 0.5, self._palette["slate"])
        if now.wall != before.wall:
            yield rect(self._board.wall_box().inset(-1), 1, None, self._mark, _MARK)

    # Around the map

    def _tracks(self, now: Position, before: Position) -> Iterator[Item]:
        for track, box in self._board.tracks.boxes.items():
            space = self._board.tracks.space_box(box, getattr(now, track))
            radius = min(space.width, space.height) * 0.36
            x, y = space.right - radius - 1.5, space.bottom - radius - 1.5
            yield circle(x, y, radius, self._palette["paper"], self._palette["ink"], 1.2)
            yield Use(
                symbol(track, "plain", self._palette), x - radius * 0.7, y - radius * 0.7, radius * 1.4, radius * 1.4
            )
            if getattr(now, track) != getattr(before, track):
                yield circle(x, y, radius + 1.5, None, self._mark, _MARK)

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
