"""Where everything lies on the board: every city, line, box, space and card place, in millimetres of its full size.

Whatever shows the board takes its places from here: the printed board, the picture of a position, and programs that
lay pieces on it. A place has an id that never changes, and the drawing carries the same ids.

>>> from wsdv_tools.facts import Catalogue
>>> geometry = Geometry.load(Catalogue.load())
>>> geometry["city-leipzig"].kind, geometry["track-prestige--3"].number
('city', -3)
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from wsdv_tools.components.geography import Geography, Point
from wsdv_tools.drawing.palette import template
from wsdv_tools.drawing.shapes import Box
from wsdv_tools.facts import Catalogue, City, Connection, Province, State
from wsdv_tools.facts.tracks import FIRST, LAST

PHASES = 10
DISPLAY = 7  # cards beside the special one
HAND = 4  # places for the cards of a hand; more would lie on the last one
TRACKS = ("prestige", "currency", "socialists")
GEAR, HEXAGON = 1.16, 1.08  # how far the signs of set-up and external cities reach, of a city's radius
_BETWEEN = 1.4  # millimetres between lines of two connections
_SPOT_GAP = 1.5  # millimetres between a marker's spot and the edge of its space
_BEYOND = 8  # millimetres between the board's edge and what lies beside it


class Place(NamedTuple):
    """A place for pieces: its middle, its size, and how far it is turned, in degrees clockwise.

    `of` is the id of what it belongs to (a city, connection, province, sector, track, side), `number` tells places of
    one thing apart: the line, the space, the card's place.
    """

    id: str
    kind: str
    of: str
    x: float
    y: float
    width: float
    height: float
    turn: float = 0.0
    number: int = 0

    @property
    def box(self) -> Box:
        """As it lies; for a line, before it is turned."""
        return Box(self.x - self.width / 2, self.y - self.height / 2, self.width, self.height)

    @property
    def ends(self) -> tuple[Point, Point]:
        """Where a line begins and ends."""
        dx, dy = (f(math.radians(self.turn)) * self.width / 2 for f in (math.cos, math.sin))
        return (self.x - dx, self.y - dy), (self.x + dx, self.y + dy)


def _at(id_: str, kind: str, of: str, box: Box, number: int = 0) -> Place:
    return Place(id_, kind, of, *box.middle, box.width, box.height, 0.0, number)


class Geometry(dict[str, Place]):
    """All places by their ids, in a fixed order; by default of the shipped board."""

    def __init__(self, catalogue: Catalogue, layout: Mapping[str, Any]) -> None:
        self._catalogue = catalogue
        self._layout = layout
        self.geography = Geography.load(catalogue, layout["map"], layout["shifts"])
        found = (
            *self._cities(),
            *self._lines(),
            *self._provinces(),
            *self._berlin(),
            *self._track_spaces(),
            *self._phases(),
            *self._holding_box(),
            *self._cards(),
        )
        super().__init__((place.id, place) for place in found)

    @classmethod
    def load(cls, catalogue: Catalogue) -> Geometry:
        return cls(catalogue, template("board"))

    @property
    def size(self) -> tuple[float, float]:
        width, height = self._layout["size"]
        return float(width), float(height)

    def scale(self, size: str) -> float:
        """How much smaller the board is on a paper of `formats`."""
        return float(min(one / full for one, full in zip(self._layout["formats"][size], self.size, strict=True)))

    def is_on_board(self, place: Place) -> bool:
        """Hands, deck and police cards lie beside it."""
        return 0 <= place.x <= self.size[0]

    # The map

    def reach(self, city: City) -> float:
        """Half the side of the square that a city's sign takes, or the factory on it."""
        return float(self._layout["city"]["radius"]) * (GEAR if city.is_setup else HEXAGON if city.external else 1.0)

    def _cities(self) -> Iterator[Place]:
        for city in self._catalogue.cities.values():
            side = 2 * self.reach(city)
            yield Place(f"city-{city.id}", "city", city.id, *self.geography.cities[city.id], side, side)

    def lines(self, connection: Connection) -> list[Place]:
        """The lines of a connection, as long as they are drawn and as broad as they lie apart."""
        return [self[f"line-{connection.id}-{number}"] for number in range(1, connection.lines + 1)]

    def line_ends(self, lines: int, start: Point, end: Point, clear: tuple[float, float]) -> list[tuple[Point, Point]]:
        """Where each of the lines between two points begins and ends, so far clear of those."""
        length = math.dist(start, end)
        along = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
        found: list[tuple[Point, Point]] = []
        for offset in (0.0,) if lines == 1 else (-self._aside(lines), self._aside(lines)):
            shift = (-along[1] * offset, along[0] * offset)
            one = (start[0] + clear[0] * along[0] + shift[0], start[1] + clear[0] * along[1] + shift[1])
            other = (end[0] - clear[1] * along[0] + shift[0], end[1] - clear[1] * along[1] + shift[1])
            found.append((one, other))
        return found

    def _aside(self, lines: int) -> float:
        """From the middle of a connection to its lines."""
        return float(self._layout["connection"]["apart"]) / 2 if lines > 1 else 0.0

    def _clear(self, connection: Connection, city: City) -> float:
        """From a city's middle to where a line begins: farther where another one runs close beside it."""
        entry = self._layout["connection"]
        clear = float(self._layout["city"]["radius"] + entry["clear"])
        for other in city.connections:
            angle = abs(self._direction(connection, city) - self._direction(other, city))
            angle = min(angle, 2 * math.pi - angle)
            if other is not connection and angle < math.pi / 2:
                aside = self._aside(connection.lines) * math.cos(angle) + self._aside(other.lines)
                clear = max(clear, (entry["line"] + _BETWEEN + aside) / math.sin(angle))
        return clear

    def _direction(self, connection: Connection, city: City) -> float:
        """Where a connection leads from a city, as an angle."""
        (far,) = (self.geography.cities[other.id] for other in connection.cities if other is not city)
        near = self.geography.cities[city.id]
        return math.atan2(far[1] - near[1], far[0] - near[0])

    def _lines(self) -> Iterator[Place]:
        broad = float(self._layout["connection"]["apart"])
        for connection in self._catalogue.connections.values():
            start, end = (self.geography.cities[city.id] for city in connection.cities)
            one, other = (self._clear(connection, city) for city in connection.cities)
            for number, ((x1, y1), (x2, y2)) in enumerate(
                self.line_ends(connection.lines, start, end, (one, other)), 1
            ):
                middle, length = ((x1 + x2) / 2, (y1 + y2) / 2), math.dist((x1, y1), (x2, y2))
                turn = math.degrees(math.atan2(y2 - y1, x2 - x1))
                id_ = f"line-{connection.id}-{number}"
                yield Place(id_, "line", connection.id, *middle, length, broad, turn, number)

    def has_plaque(self, province: Province) -> bool:
        """Berlin lies beside the map."""
        return province.id in self._layout["plaques"]

    def plaque(self, province: Province) -> Box:
        """The box in a province for its pieces, with its name as the head."""
        return Box(*self._layout["plaques"][province.id]["at"], *self._shape(province)["size"])

    def _shape(self, province: Province) -> Mapping[str, Any]:
        shape: Mapping[str, Any] = self._layout["plaque"]["shapes"][self._layout["plaques"][province.id]["shape"]]
        return shape

    def _provinces(self) -> Iterator[Place]:
        for province in self._catalogue.provinces.values():
            if not self.has_plaque(province):
                continue
            yield _at(f"province-{province.id}", "province", province.id, self.geography.extent(province.id))
            plaque = self.plaque(province)
            yield _at(f"plaque-{province.id}", "plaque", province.id, plaque)
            x, y = plaque.x, plaque.y + self._layout["plaque"]["head"]
            for kind, well in self._shape(province)[province.state.value].items():
                yield _at(f"{kind}-{province.id}", kind, province.id, Box(*well).moved(x, y))

    # Beside the map

    def _berlin(self) -> Iterator[Place]:
        """The sectors in the West, the wells of both halves, and the Wall between them."""
        entry = self._layout["berlin"]
        box, wall = Box(*entry["box"]), entry["wall"]
        half = (box.width - wall) / 2
        halves = {State.WEST: Box(box.x, box.y, half, box.height), State.EAST: box._replace(x=box.right - half)}
        for state, part in halves.items():
            province, rooms = f"{state.value}-berlin", entry[state.value]
            part = part._replace(width=half)
            yield _at(f"province-{province}", "province", province, part)
            y = part.y + entry["head"]
            for kind, height in rooms.items():
                yield self._berlin_well(kind, province, Box(part.x + 3, y, half - 6, height))
                y += height + entry["gap"]
        yield _at("wall", "wall", "wall", Box(box.x + half, box.y, wall, box.height))

    def _berlin_well(self, kind: str, province: str, box: Box) -> Place:
        """A well of Berlin, below its label."""
        label = self._layout["berlin"]["label"]
        room = Box(box.x, box.y + label, box.width, box.height - label)
        if kind in self._catalogue.sectors:
            return _at(f"sector-{kind}", "sector", kind, room)
        return _at(f"{kind}-{province}", kind, province, room)

    def track_boxes(self) -> dict[str, Box]:
        """The three tracks, one below the other."""
        entry = self._layout["tracks"]
        box = Box(*entry["box"])
        found: dict[str, Box] = {}
        y = box.y
        for track, height in entry["heights"].items():
            found[track] = Box(box.x, y, box.width, height)
            y += height + entry["gap"]
        return found

    def _track_spaces(self) -> Iterator[Place]:
        """Every space, and the spot in it where a marker lies: beside the number, above the icons."""
        label, bonus = self._layout["tracks"]["label"], self._layout["tracks"]["bonus"]
        spot, gap = self._layout["tracks"]["spot"], _SPOT_GAP
        for track, box in self.track_boxes().items():
            step = (box.width - label - 2 * bonus) / (LAST - FIRST + 1)
            for number in range(FIRST, LAST + 1):
                space = Box(box.x + label + bonus + (number - FIRST) * step, box.y, step, box.height)
                yield _at(f"track-{track}-{number}", "track", track, space, number)
                place = Box(space.right - spot - gap, space.y + gap, spot, spot)
                yield _at(f"spot-{track}-{number}", "spot", track, place, number)
        entry, spaces = self._layout["flight"], self._catalogue.flight.spaces
        box = Box(*entry["box"])
        step = (box.width - entry["label"]) / spaces
        for number in range(spaces):
            space = Box(box.x + entry["label"] + number * step, box.y, step, box.height)
            yield _at(f"track-flight-{number}", "track", "flight", space, number)
            place = Box(space.middle[0] - spot / 2, space.y + 0.8, spot, spot)
            yield _at(f"spot-flight-{number}", "spot", "flight", place, number)

    def _phases(self) -> Iterator[Place]:
        """The decade-end track: the start, and the ten phases below it."""
        entry = self._layout["decade-end"]
        box, head = Box(*entry["box"]), entry["head"]
        step = (box.height - head) / (PHASES + 1)
        side = 2 * min(step / 2 - 1.6, 11.4)
        for number in range(PHASES + 1):
            y = box.y + head + (number + 0.5) * step
            yield Place(f"phase-{number}", "phase", "decade-end", box.x + 15, y, side, side, 0.0, number)

    def _holding_box(self) -> Iterator[Place]:
        entry = self._layout["holding-box"]
        box = Box(*entry["box"])
        yield _at("holding-box", "holding-box", "holding-box", box)
        width, height = (box.width - 6) / entry["columns"], (box.height - 13) / entry["rows"]
        for number in range(self._catalogue.pieces.socialists):
            row, column = divmod(number, entry["columns"])
            x, y = box.x + 3 + (column + 0.5) * width, box.y + 11 + (row + 0.5) * height
            side = min(width, height) * 0.94
            yield Place(f"holding-{number + 1}", "holding", "holding-box", x, y, side, side, 0.0, number + 1)

    def _cards(self) -> Iterator[Place]:
        """The display above the map; hands, deck and police cards beside the board, West's at the left."""
        entry = self._layout["display"]
        box, (width, height) = Box(*entry["box"]), entry["slot"]
        step = width + entry["gap"]
        start = Box(box.x + (box.width - (DISPLAY + 1) * step + entry["gap"]) / 2, box.y, width, height)
        start = start.moved(0, (box.height - height) / 2)
        yield _at("card-special", "card", "special", start)
        for number in range(1, DISPLAY + 1):
            yield _at(f"card-display-{number}", "card", "display", start.moved(number * step, 0), number)
        yield _at("card-played", "card", "played", Box(*self._layout["played"]["box"]))
        left, right = start._replace(x=-_BEYOND - width), start._replace(x=self.size[0] + _BEYOND)
        yield _at("card-deck", "card", "deck", left)
        down = height + entry["gap"]
        for number in range(1, HAND + 1):
            yield _at(f"card-west-{number}", "card", "west", left.moved(0, number * down), number)
        for number in range(1, HAND + 1):
            yield _at(f"card-east-{number}", "card", "east", right.moved(0, number * down), number)
        for number, _ in enumerate((card for card in self._catalogue.cards.values() if card.police), 1):
            place = right.moved(step, (number - 1) * down)
            yield _at(f"card-police-{number}", "card", "police", place, number)
