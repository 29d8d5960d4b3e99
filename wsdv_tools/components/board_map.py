"""The map: provinces, borders, connections, cities, and a plaque in every province for its pieces."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from wsdv_tools.components.geography import Geography, Point, curve
from wsdv_tools.components.lettering import Lettering
from wsdv_tools.drawing.fitting import Style
from wsdv_tools.drawing.fonts import CAP_HEIGHT, width
from wsdv_tools.drawing.palette import Palette
from wsdv_tools.drawing.shapes import POINT, Box, Group, Item, Path, Use, circle, faded, line, polyline, rect, rounded
from wsdv_tools.drawing.symbols import symbol
from wsdv_tools.drawing.typesetter import Typesetter
from wsdv_tools.facts import City, Connection, Province, State

_SETUP_TEETH = 12  # the uneven outline of the cities that start with a factory
_GEAR, _HEXAGON = 1.16, 1.08  # how far they reach, of a city's radius
_DROP = 0.2  # of the size: how far letters reach below the line
_FLAG = 6.6  # millimetres: a supplier's flag, in the head of its plaque


class BoardMap:
    """Draws the map of a board layout; without what tells where pieces go if they are to be drawn as well."""

    def __init__(
        self, layout: Mapping[str, Any], lettering: Lettering, setter: Typesetter, is_bare: bool = False
    ) -> None:
        self._layout = layout
        self._is_bare = is_bare
        self._lettering = lettering
        self._type = setter
        self._palette: Palette = setter.palette
        self._catalogue = lettering.catalogue
        self.geography = Geography.load(self._catalogue, layout["map"], layout["shifts"])

    def draw(self) -> list[Item]:
        return [
            *self._land(),
            *self._borders(),
            *self._connections(),
            *(item for city in self._catalogue.cities.values() for item in self._city(city)),
            *(item for province in self._on_map for item in self._plaque(province)),
            *(item for city in self._catalogue.cities.values() for item in self._city_name(city)),
        ]

    @property
    def _on_map(self) -> list[Province]:
        return [p for p in self._catalogue.provinces.values() if self.has_plaque(p)]

    def _state(self, area: str) -> State:
        """Whose land an area is; Hamburg and Berlin are drawn as areas of their own."""
        if area in self._catalogue.provinces:
            return self._catalogue.provinces[area].state
        return self._catalogue.cities[area].provinces[0].state

    def _land(self) -> list[Item]:
        palette, halo = self._palette, self._layout["border"]["halo"]
        areas = list(self.geography.outlines["provinces"])
        shapes = {area: self.geography.outline(area) for area in areas}
        ground = [Path(shape, palette["paper"], palette["paper"], halo) for shape in shapes.values()]
        land: list[Item] = []
        for area, shape in shapes.items():
            own = area in self._catalogue.provinces
            tone = "pale" if own else "light"
            land.append(Path(shape, palette[f"{self._state(area).value}-{tone}"]))
        frame = Path(rounded(Box(*self._layout["map"]["frame"]), self._layout["corner"]))
        return [Group(tuple(ground), clip=frame), *land]

    def _borders(self) -> list[Item]:
        """Thin at the coast, white between provinces, and heavy where the two states meet."""
        entry, palette = self._layout["border"], self._palette
        coast: list[Item] = []
        inner: list[Item] = []
        states: list[Item] = []
        for arc in self.geography.arcs:
            shape = tuple(curve(arc.points))
            sides = {self._state(area) for area in arc.areas}
            if len(arc.areas) == 1:
                coast.append(Path(shape, None, palette["soft"], entry["coast"]))
            elif len(sides) == 2:
                states.append(Path(shape, None, palette["slate"], entry["states"]))
                states.append(Path(shape, None, palette["paper"], entry["states"] * 0.28, dash=(3.2, 3.2), sharp=True))
            else:
                deep = palette[f"{sides.pop().value}-deep"]
                inner.append(Path(shape, None, palette["paper"], entry["provinces"]))
                inner.append(faded(Path(shape, None, deep, entry["provinces"] * 0.3, dash=(2.4, 1.6)), 0.8))
        return [*inner, *coast, *states]

    def _connections(self) -> list[Item]:
        """All bands lie below all lines: where two connections meet, no line is veiled."""
        bands: list[Item] = []
        lines: list[Item] = []
        for connection in self._catalogue.connections.values():
            start, end = (self.geography.cities[city.id] for city in connection.cities)
            band, *blue = self.connection_sign(connection.lines, start, end, self._clear)
            bands.append(band)
            lines += blue
        return [*bands, *lines]

    def connection_sign(self, lines: int, start: Point, end: Point, clear: float = 0.0) -> list[Item]:
        """A broad light band, and in it the lines that infrastructure is laid on."""
        entry, palette = self._layout["connection"], self._palette
        band = Path((("M", *start), ("L", *end)), None, palette["paper"], entry["bands"][lines - 1], sharp=True)
        items: list[Item] = [faded(band, entry["opacity"])]
        for one, other in self._line_ends(lines, start, end, clear):
            items.append(Path((("M", *one), ("L", *other)), None, palette["blue"], entry["line"]))
        return items

    @property
    def _clear(self) -> float:
        """From a city's middle to the lines that run to it."""
        return float(self._layout["city"]["radius"] + self._layout["connection"]["clear"])

    def lines_of(self, connection: Connection) -> list[tuple[Point, Point]]:
        """Where each line of a connection of the map begins and ends."""
        start, end = (self.geography.cities[city.id] for city in connection.cities)
        return self._line_ends(connection.lines, start, end, self._clear)

    def _line_ends(self, lines: int, start: Point, end: Point, clear: float) -> list[tuple[Point, Point]]:
        """Where each line of a connection begins and ends, so far clear of the cities' middles."""
        entry = self._layout["connection"]
        length = math.dist(start, end)
        along = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
        found: list[tuple[Point, Point]] = []
        for offset in (0.0,) if lines == 1 else (-entry["apart"] / 2, entry["apart"] / 2):
            shift = (-along[1] * offset, along[0] * offset)
            one = (start[0] + clear * along[0] + shift[0], start[1] + clear * along[1] + shift[1])
            other = (end[0] - clear * along[0] + shift[0], end[1] - clear * along[1] + shift[1])
            found.append((one, other))
        return found

    def _city(self, city: City) -> list[Item]:
        return self.city_sign(city, *self.geography.cities[city.id], self._layout["city"]["radius"])

    def city_sign(self, city: City, x: float, y: float, radius: float) -> list[Item]:
        """Round; toothed where a factory stands at the start; Rheinsberg square, external cities six-sided."""
        palette, width_ = self._palette, self._layout["city"]["line"]
        if city.external:
            return [Path(_polygon(x, y, radius * _HEXAGON, 6), palette["purple-light"], palette["purple-deep"], width_)]
        state = city.provinces[0].state
        deep, light = palette[f"{state.value}-deep"], palette[f"{state.value}-light"]
        if city.is_rheinsberg:
            box = Box(x - radius, y - radius, 2 * radius, 2 * radius)
            plant = Use(symbol("rheinsberg", state.value, palette), *box.inset(radius * 0.35))
            return [rect(box, 1.5, palette["paper"], deep, width_), plant]
        if city.is_setup:
            plant = Use(
                symbol("factory", state.value, palette),
                x - radius * 0.55,
                y - radius * 0.55,
                radius * 1.1,
                radius * 1.1,
            )
            return [
                Path(_gear(x, y, radius * _GEAR, _SETUP_TEETH), deep),
                circle(x, y, radius * 0.96, light),
                plant,
            ]
        return [circle(x, y, radius, palette["paper"], deep, width_), circle(x, y, radius * 0.8, None, light, width_)]

    def reach(self, city: City) -> float:
        """Half the side of the square that a city's sign takes, or the factory on it."""
        return float(self._layout["city"]["radius"]) * (_GEAR if city.is_setup else _HEXAGON if city.external else 1.0)

    def _city_name(self, city: City) -> list[Item]:
        """Beside the square that a factory takes, so that none covers it."""
        entry, palette = self._layout["city"], self._palette
        style = Style.of(entry["name"])
        text = self._lettering.language.name(city)
        x, y = self.geography.cities[city.id]
        half, cap = width(text, style.weight, style.size) / 2, style.size * POINT * CAP_HEIGHT
        reach = self.reach(city) + entry["gap"]
        angle = math.radians(self._layout["names"][city.id])
        drop = _DROP * style.size * POINT if math.sin(angle) < 0 else 0.0
        middle, centre = _beside(x, y, reach, half, cap / 2 + drop, angle)
        baseline = centre + cap / 2
        ground = Box(middle - half - 0.9, baseline - cap - 1.1, 2 * half + 1.8, cap + 2.2)
        self._type.about = text
        return [
            faded(rect(ground, 1.4, palette["paper"]), 0.72),
            self._type.line(text, middle, baseline, style, palette["ink"], "centre"),
        ]

    def _plaque(self, province: Province) -> list[Item]:
        """Room for unrest, living standards and, in the East, socialists; suppliers show their sector."""
        box = self.plaque_box(province)
        return [*self._tail(province, box), *self.plaque(province, box)]

    def has_plaque(self, province: Province) -> bool:
        """Berlin lies beside the map."""
        return province.id in self._layout["plaques"]

    def plaque_box(self, province: Province) -> Box:
        return Box(*self._layout["plaques"][province.id], *self._layout["plaque"]["size"])

    def wells_of(self, province: Province, box: Box) -> dict[str, Box]:
        """The parts of a plaque by what lies there; `box` is the plaque below its head."""
        kinds = ["unrest", "living_standard"] + (["socialist"] if province.state is State.EAST else [])
        shares = (0.44, 0.32, 0.24) if len(kinds) == 3 else (0.58, 0.42)
        wells: dict[str, Box] = {}
        x = box.x
        for kind, share in zip(kinds, shares, strict=True):
            wells[kind] = Box(x, box.y, box.width * share, box.height)
            x += box.width * share
        return wells

    def below_head(self, box: Box) -> Box:
        head = self._layout["plaque"]["head"]
        return Box(box.x, box.y + head, box.width, box.height - head)

    def _tail(self, province: Province, box: Box) -> list[Item]:
        """A plaque outside its province points into it."""
        if province.id not in self._layout["tails"]:
            return []
        (x, y), (mx, my) = self._layout["tails"][province.id], box.middle
        length = math.dist((x, y), (mx, my))
        across = (-(y - my) / length * 5, (x - mx) / length * 5)
        points = [(x, y), (mx + across[0], my + across[1]), (mx - across[0], my - across[1])]
        side = province.state.value
        return [Path(polyline(points, closed=True), self._palette[side], self._palette[f"{side}-deep"], 0.6)]

    def plaque(self, province: Province, box: Box) -> list[Item]:
        entry, palette = self._layout["plaque"], self._palette
        side = province.state.value
        edge = rounded(box, entry["radius"])
        head = Box(box.x, box.y, box.width, entry["head"])
        self._type.about = province
        room = head.inset(1.6, 0)
        mark: list[Item] = []
        if province.sector:
            mark = [sector_flag(province.sector, head.x + 1.6, head.y + (head.height - _FLAG) / 2, _FLAG, palette)]
            room = Box(head.x + _FLAG + 2.4, head.y, head.width - _FLAG - 4, head.height)
        name = self._type.centred(
            self._lettering.language.name(province), room, Style.of(entry["name"]), palette[f"{side}-text"]
        )
        wells = self.below_head(box)
        ground = Group((rect(box, fill=palette["paper"]), rect(head, fill=palette[side])), clip=Path(edge))
        return [
            ground,
            *self.wells(province, wells),
            Path(edge, None, palette[f"{side}-deep"], 0.6),
            name,
            *mark,
        ]

    def faint(self, kind: str, box: Box, share: float = 0.42) -> list[Item]:
        """A pale symbol in the middle of a box: what lies there, without drawing the eye."""
        side = min(box.width, box.height) * share
        x, y = box.middle
        return [Use(symbol(kind, "faint", self._palette), x - side / 2, y - side / 2, side, side)]

    def wells(self, province: Province, box: Box) -> list[Item]:
        """Parts of a plaque, each with a faint symbol of what lies there."""
        palette = self._palette
        items: list[Item] = []
        for kind, well in self.wells_of(province, box).items():
            items += [] if self._is_bare else self.faint(kind, well)
            if well.x > box.x:
                items.append(line(well.x, box.y + 2, well.x, box.bottom - 2, palette["line"], 0.4, (1.2, 1.2)))
        if self._is_bare:
            return items
        small = Style.of(self._layout["plaque"]["small"])
        start = self._type.line(str(province.setup_unrest), box.x + 1.8, box.bottom - 1.6, small, palette["soft"])
        return [*items, start]


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


def _gear(x: float, y: float, radius: float, teeth: int) -> Any:
    points: list[Point] = []
    for number in range(teeth * 2):
        reach = radius if number % 2 == 0 else radius * 0.88
        for turn in (-0.25, 0.25):
            angle = math.radians(360 * (number + turn) / (teeth * 2))
            points.append((x + reach * math.cos(angle), y + reach * math.sin(angle)))
    return polyline(points, closed=True)
