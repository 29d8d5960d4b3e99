"""The map: provinces, borders, connections, cities, and a plaque in every province for its pieces."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

from wsdv_tools.components.geography import Point, curve
from wsdv_tools.components.geometry import GEAR, HEXAGON, Geometry
from wsdv_tools.components.lettering import Lettering, Printer
from wsdv_tools.components.place_names import place_names
from wsdv_tools.drawing.fitting import Style
from wsdv_tools.drawing.fonts import CAP_HEIGHT, width
from wsdv_tools.drawing.palette import Palette, template
from wsdv_tools.drawing.shapes import (
    POINT,
    Box,
    Group,
    Item,
    Path,
    Use,
    circle,
    faded,
    line,
    named,
    polyline,
    rect,
    rounded,
)
from wsdv_tools.drawing.symbols import symbol
from wsdv_tools.facts import City, Province

SYMBOLS = {
    "unrest": "unrest",
    "protest": "mass_protest",
    "standards": "living_standard",
    "sector": "living_standard",
    "socialists": "socialist",
}  # kind of place: what lies there
_SETUP_TEETH = 12  # the uneven outline of the cities that start with a factory
_DROP = 0.2  # of the size: how far letters reach below the line
_SLOT = 13.0  # millimetres: the largest faint symbol
_FLAG = 6.6  # millimetres: a supplier's flag, in the head of its plaque


class BoardPart(Printer[Lettering]):
    """A part of the board; all parts share one layout, its places with their names, and one typesetter.

    A bare board has no faint symbols and numbers where pieces lie: they are drawn on top.
    """

    def __init__(
        self, lettering: Lettering, palette: Palette, is_bare: bool = False, whole: BoardPart | None = None
    ) -> None:
        super().__init__(lettering, palette)
        self._layout: Mapping[str, Any] = template("board")
        self._catalogue = lettering.catalogue
        self._is_bare = is_bare
        self.geometry: Geometry = whole.geometry if whole else Geometry(lettering.catalogue, self._layout)
        self.names: dict[str, str] = whole.names if whole else place_names(self.geometry, lettering)
        self.type = whole.type if whole else self.type

    def _placed(self, id_: str, items: Iterable[Item]) -> Group:
        """What is drawn for a place, under its id and name."""
        return named(id_, self.names[id_], items)


class BoardMap(BoardPart):
    """Draws the map."""

    def draw(self) -> list[Item]:
        cities = self._catalogue.cities.values()
        on_map = [p for p in self._catalogue.provinces.values() if self.geometry.has_plaque(p)]
        bands, lines = self._connections()
        return [
            named("land", "", self._land()),
            named("bands", "", bands),
            named("borders", "", self._borders()),
            named("lines", "", lines),
            named("cities", "", (self._placed(f"city-{city.id}", self._city(city)) for city in cities)),
            named("plaques", "", (self._placed(f"plaque-{one.id}", self._plaque(one)) for one in on_map)),
            named("names", "", (item for city in cities for item in self._city_name(city))),
        ]

    def _province(self, area: str) -> Province:
        """Whose land an area is: Hamburg's and Berlin's are drawn as part of a province around them."""
        return self._catalogue.provinces[self._layout["map"]["within"].get(area, area)]

    def _land(self) -> list[Item]:
        """The provinces, neighbours in different tints of their state's colour."""
        palette, halo = self._palette, self._layout["border"]["halo"]
        shapes = {area: self.geometry.geography.outline(area) for area in self.geometry.geography.outlines["provinces"]}
        ground = [Path(shape, palette["paper"], palette["paper"], halo) for shape in shapes.values()]
        areas: dict[Province, list[Item]] = {}
        for area, shape in shapes.items():
            province = self._province(area)
            tint = palette[f"{province.state.value}-{self._layout['map']['tints'][province.id]}"]
            seam = 0.4 if area in self._layout["map"]["within"] else 0.0  # what is joined shows no gap
            areas.setdefault(province, []).append(Path(shape, tint, tint if seam else None, seam))
        frame = Path(rounded(Box(*self._layout["map"]["frame"]), self._layout["corner"]))
        land = [self._placed(f"province-{province.id}", drawn) for province, drawn in areas.items()]
        return [Group(tuple(ground), clip=frame), *land]

    def _borders(self) -> list[Item]:
        """Thin at the coast, a line on white between provinces, and heavy where the two states meet."""
        entry, palette = self._layout["border"], self._palette
        coast: list[Item] = []
        halos: list[Item] = []  # below all lines, or they would cut the ends of each other's
        inner: list[Item] = []
        states: list[Item] = []
        for arc in self.geometry.geography.arcs:
            shape = tuple(curve(arc.points))
            provinces = {self._province(area) for area in arc.areas}
            sides = {province.state for province in provinces}
            if arc.areas <= self._layout["map"]["within"].keys():
                continue  # what lies wholly within a province has no border
            if len(arc.areas) == 1:
                coast.append(Path(shape, None, palette["soft"], entry["coast"]))
            elif len(sides) == 2:
                states.append(Path(shape, None, palette["slate"], entry["states"]))
                states.append(Path(shape, None, palette["paper"], entry["states"] * 0.28, dash=(3.2, 3.2), sharp=True))
            elif len(provinces) == 2:
                halos.append(Path(shape, None, palette["paper"], entry["provinces"] * 2.8))
                inner.append(Path(shape, None, palette[f"{sides.pop().value}-line"], entry["provinces"]))
        return [*halos, *inner, *coast, *states]

    def _connections(self) -> tuple[list[Item], list[Item]]:
        """Bands and lines apart: bands veil neither a border nor the line of another connection."""
        bands: list[Item] = []
        lines: list[Item] = []
        for connection in self._catalogue.connections.values():
            start, end = (self.geometry.geography.cities[city.id] for city in connection.cities)
            bands.append(self._band(connection.lines, start, end))
            lines += [self._placed(place.id, [self._line(*place.ends)]) for place in self.geometry.lines(connection)]
        return bands, lines

    def connection_sign(self, lines: int, start: Point, end: Point) -> list[Item]:
        """A broad light band, and in it the lines that infrastructure is laid on."""
        ends = self.geometry.line_ends(lines, start, end, (3.0, 3.0))
        return [self._band(lines, start, end), *(self._line(*one) for one in ends)]

    def _band(self, lines: int, start: Point, end: Point) -> Item:
        entry = self._layout["connection"]
        width_ = entry["bands"][lines - 1]
        band = Path((("M", *start), ("L", *end)), None, self._palette["paper"], width_, sharp=True)
        return faded(band, entry["opacity"])

    def _line(self, start: Point, end: Point) -> Item:
        return Path((("M", *start), ("L", *end)), None, self._palette["blue"], self._layout["connection"]["line"])

    def _city(self, city: City) -> list[Item]:
        x, y = self.geometry.geography.cities[city.id]
        return self.city_sign(city, x, y, self._layout["city"]["radius"])

    def city_sign(self, city: City, x: float, y: float, radius: float) -> list[Item]:
        """Round; toothed where a factory is at the start; Rheinsberg square, external cities six-sided."""
        palette, width_ = self._palette, self._layout["city"]["line"]
        if city.external:
            return [Path(_polygon(x, y, radius * HEXAGON, 6), palette["purple-light"], palette["purple-deep"], width_)]
        state = city.provinces[0].state
        deep, light = palette[f"{state.value}-deep"], palette[f"{state.value}-light"]
        if city.is_rheinsberg:
            box = Box.square(x, y, 2 * radius)
            plant = Use(symbol("rheinsberg", state.value, palette), *box.inset(radius * 0.35))
            return [rect(box, 1.5, palette["paper"], deep, width_), plant]
        if city.is_setup:
            plant = Use(symbol("factory", state.value, palette), *Box.square(x, y, radius * 1.1))
            return [Path(_gear(x, y, radius * GEAR), deep), circle(x, y, radius * 0.96, light), plant]
        return [circle(x, y, radius, palette["paper"], deep, width_), circle(x, y, radius * 0.8, None, light, width_)]

    def _city_name(self, city: City) -> list[Item]:
        """Beside the square that a factory takes, so that none covers it."""
        entry, palette = self._layout["city"], self._palette
        style = Style.of(entry["name"])
        text = self._lettering.language.name(city)
        x, y = self.geometry.geography.cities[city.id]
        half, cap = width(text, style.weight, style.size) / 2, style.size * POINT * CAP_HEIGHT
        reach = self.geometry.reach(city) + entry["gap"]
        angle = math.radians(self._layout["names"][city.id])
        drop = _DROP * style.size * POINT if math.sin(angle) < 0 else 0.0
        middle, centre = _beside(x, y, reach, half, cap / 2 + drop, angle)
        baseline = centre + cap / 2
        ground = Box(middle - half - 0.9, baseline - cap - 1.1, 2 * half + 1.8, cap + 2.2)
        self.type.about = text
        return [
            faded(rect(ground, 1.4, palette["paper"]), 0.72),
            self.type.line(text, middle, baseline, style, palette["ink"], "centre"),
        ]

    def _plaque(self, province: Province) -> list[Item]:
        """Room for unrest, protests, living standards and, in the East, socialists; suppliers show their sector."""
        box = self.geometry.plaque(province)
        entry, palette = self._layout["plaque"], self._palette
        side = province.state.value
        edge = rounded(box, entry["radius"])
        head = Box(box.x, box.y, box.width, entry["head"])
        self.type.about = province
        room = Box(head.x + 1.6, head.y + 0.5, head.width - 3.2, head.height - 1.5)
        mark: list[Item] = []
        if province.sector:
            mark = [sector_flag(province.sector, head.x + 1.6, head.y + (head.height - _FLAG) / 2, _FLAG, palette)]
            room = Box(head.x + _FLAG + 2.4, room.y, head.width - _FLAG - 4, room.height)
        words, style = self._lettering.language.name(province), Style.of(entry["name"])
        name, _ = self.type.block(words, room, style, palette[f"{side}-text"], "centre", "middle")
        wells = Box(box.x, head.bottom, box.width, box.height - head.height)
        return [
            Group((rect(head, fill=palette[side]), *self._wells(province, wells)), clip=Path(edge)),
            Path(edge, None, palette[f"{side}-deep"], 0.6),
            *name,
            *mark,
        ]

    def faint(self, kind: str, box: Box, side: float) -> list[Item]:
        """A pale symbol in the middle of a box: what lies there, without drawing the eye."""
        return [Use(symbol(kind, "faint", self._palette), *Box.square(*box.middle, side))]

    def _wells(self, province: Province, box: Box) -> list[Item]:
        """Parts of a plaque, each with a faint symbol of what lies there."""
        palette = self._palette
        items: list[Item] = []
        for kind in SYMBOLS:
            id_ = f"{kind}-{province.id}"
            if id_ not in self.geometry:
                continue
            well = self.geometry[id_].box
            parts: list[Item] = [rect(well, fill=palette["paper"])]
            parts += [] if self._is_bare else self.slot(kind, well, province)
            if well.x > box.x:
                parts.append(line(well.x, well.y, well.x, well.bottom, palette["line"], 0.5))
            if well.y > box.y:
                parts.append(line(well.x, well.y, well.right, well.y, palette["line"], 0.5))
            items.append(self._placed(id_, parts))
        return items

    def slot(self, kind: str, well: Box, province: Province) -> list[Item]:
        """What is faintly drawn where pieces of a kind lie; the flame shows how much unrest there is at the start."""
        side = min(_SLOT, well.height * 0.84, well.width * 0.84)
        items = self.faint(SYMBOLS[kind], well, side)
        if kind == "unrest":
            style = Style.of(self._layout["plaque"]["start"])
            x, y = well.middle
            belly = Box(x - side / 2, y + side * 0.02, side, side * 0.4)
            items.append(self.type.centred(str(province.setup_unrest), belly, style, self._palette["soft"]))
        return items


def _beside(x: float, y: float, reach: float, half: float, high: float, angle: float) -> Point:
    """The middle of a label of half that width and height, moved outwards until it clears a square."""
    dx, dy = math.cos(angle), math.sin(angle)
    ways = [(room / abs(part)) for room, part in ((reach + half, dx), (reach + high, dy)) if abs(part) > 1e-9]
    return x + dx * min(ways), y + dy * min(ways)


def sector_flag(sector: str, x: float, y: float, side: float, palette: Palette) -> Use:
    """The flag of a sector's power, the same in West Berlin and in the province that supplies it."""
    return Use(symbol(f"sector_{sector}", "flag", palette), x, y, side, side)


def _polygon(x: float, y: float, radius: float, sides: int) -> Any:
    """Regular, with a corner at the top."""
    points: list[Point] = []
    for number in range(sides):
        angle = math.radians(-90 + 360 * number / sides)
        points.append((x + radius * math.cos(angle), y + radius * math.sin(angle)))
    return polyline(points, closed=True)


def _gear(x: float, y: float, radius: float) -> Any:
    points: list[Point] = []
    for number in range(_SETUP_TEETH * 2):
        reach = radius if number % 2 == 0 else radius * 0.88
        for turn in (-0.25, 0.25):
            angle = math.radians(360 * (number + turn) / (_SETUP_TEETH * 2))
            points.append((x + reach * math.cos(angle), y + reach * math.sin(angle)))
    return polyline(points, closed=True)
