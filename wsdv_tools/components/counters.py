"""Counters: factories, infrastructure, markers, and flat pieces for those who have no wooden ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from wsdv_tools.components.card_faces import Piece
from wsdv_tools.components.icon_rows import cut_corners, tile
from wsdv_tools.components.lettering import Lettering, Printer
from wsdv_tools.drawing.fitting import Style
from wsdv_tools.drawing.palette import Palette, template
from wsdv_tools.drawing.shapes import Box, Group, Item, Path, Use, circle, line, rect, rounded, turned
from wsdv_tools.drawing.symbols import symbol
from wsdv_tools.facts import Catalogue, State

_EDGES = 4  # a square counter shows four values on each side


@dataclass(frozen=True, slots=True)
class Block:
    """Counters of one size, cut along straight lines."""

    name: str
    size: tuple[float, float]
    pieces: tuple[Piece, ...]


def counts(catalogue: Catalogue) -> dict[str, int]:
    """As many as lie in the box, and more where the board has more sites than that (25 West cities, 76 lines)."""
    box = catalogue.pieces
    cities = [city for city in catalogue.cities.values() if not city.is_rheinsberg]
    sites = {
        "west": sum(1 for city in cities if city.provinces and city.provinces[0].state is State.WEST),
        "east": sum(1 for city in cities if city.provinces and city.provinces[0].state is State.EAST),
        "external": sum(1 for city in cities if city.external),
    }
    lines = sum(connection.lines for connection in catalogue.connections.values())
    return {
        **{kind: max(count, sites.get(kind, 0)) for kind, count in box.factories.items()},
        "infrastructure": max(box.infrastructure, lines),
        "unrest": box.unrest,
        "living_standard": box.living_standard,
        "socialist": box.socialists,
    }


class CounterPrinter(Printer[Lettering]):
    """Draws all counters."""

    def __init__(self, lettering: Lettering, palette: Palette) -> None:
        super().__init__(lettering, palette)
        self._layout: Mapping[str, Any] = template("counters")
        self._counts = counts(lettering.catalogue)

    def blocks(self) -> list[Block]:
        pieces = {
            "factories": self._factories(),
            "markers": self._markers(),
            "infrastructure": self._infrastructure(),
            "protests": self._protests(),
            **{kind: self._flat(kind) for kind in ("unrest", "living_standard", "socialist")},
        }
        return [Block(self._say(f"counters-{name}"), self._size(name), tuple(made)) for name, made in pieces.items()]

    def _size(self, block: str) -> tuple[float, float]:
        width, height = self._layout["blocks"][block]["size"]
        return (float(width), float(height))

    def _box(self, block: str) -> Box:
        return Box(0, 0, *self._size(block)).inset(self._layout["edge"])

    def _factories(self) -> list[Piece]:
        """Values 1 to 6, of run-down ones 0 to 5: four on the front's edges, the others on the back's."""
        highest = 1 + max(len(city.connections) for city in self._lettering.catalogue.cities.values())
        intact, rundown = range(1, highest + 1), range(highest)
        outside = range(1, 2 + max(len(c.connections) for c in self._lettering.catalogue.cities.values() if c.external))
        kinds = {
            "west": ("factory", "west", intact),
            "east": ("factory", "east", intact),
            "external": ("factory_external", "external", outside),
            "rundown": ("factory_rundown", "east", rundown),
        }
        pieces: list[Piece] = []
        for kind, (name, scheme, values) in kinds.items():
            front = self._factory(name, scheme, values[:_EDGES])
            back = self._factory(name, scheme, values[_EDGES:] or values[:_EDGES])
            pieces += [Piece(kind, front, back)] * self._counts[kind]
        front, back = self._factory("rheinsberg", "east", (2,)), self._factory("rheinsberg", "east", (1,), is_down=True)
        return [*pieces, *[Piece("rheinsberg", front, back)] * self._counts["rheinsberg"]]

    def _factory(self, name: str, scheme: str, values: Iterable[int], is_down: bool = False) -> tuple[Item, ...]:
        entry = self._layout["blocks"]["factories"]
        box, style = self._box("factories"), Style.of(entry["values"])
        state = State.WEST if scheme == "west" else State.EAST
        colour = "purple" if scheme == "external" else scheme
        x, y = box.middle
        side = entry["symbol"]
        pale = is_down or name == "factory_rundown"
        shape = tile(state, box.inset(0.3), self._palette, state.value).segments
        ground, deep = self._palette["paper" if pale else f"{colour}-light"], self._palette[f"{colour}-deep"]
        items: list[Item] = [Path(shape, ground, deep, 0.5, (1.4, 0.9) if pale else ())]
        items.append(Use(symbol(name, scheme, self._palette), *Box.square(x, y, side)))
        self.type.about = name
        for number, value in enumerate(values):
            label = self.type.centred(str(value), Box(x - 4, box.y + 0.3, 8, 3.6), style, self._palette["ink"])
            items.append(turned([label], 90 * number, x, y))
        return tuple(items)

    def _markers(self) -> list[Piece]:
        """The tracks' markers, and the decade end's: flight on one side, the Wall on the other."""
        backs = {kind: kind for kind in ("prestige", "currency", "socialists", "flight")}
        backs["end_of_decade"] = "wall_marker"
        return [Piece(front, self._marker(front), self._marker(back)) for front, back in backs.items()]

    def _marker(self, name: str) -> tuple[Item, ...]:
        box, side = self._box("markers"), self._layout["blocks"]["markers"]["symbol"]
        scheme = "plain" if name in ("prestige", "currency", "socialists") else "east"
        picture = Use(symbol(name, scheme, self._palette), *Box.square(*box.middle, side))
        return (rect(box.inset(0.3), box.width / 2, self._palette["paper"], self._palette["ink"], 0.6), picture)

    def _infrastructure(self) -> list[Piece]:
        """Rails where the connection works, a broken track where it does not yet."""
        front = self._rail("infrastructure", "blue", "blue-light")
        back = self._rail("infrastructure_idle", "plain", "paper")
        return [Piece("infrastructure", front, back)] * self._counts["infrastructure"]

    def _rail(self, name: str, scheme: str, ground: str) -> tuple[Item, ...]:
        """The symbol is upright; here it is laid flat and repeated along the counter."""
        box = self._box("infrastructure").inset(0.2)
        side = box.height * 0.86
        picture = symbol(name, scheme, self._palette)
        count = int(box.width / side)
        start = box.x + (box.width - count * side) / 2
        y = box.middle[1]
        parts: list[Item] = []
        for number in range(count):
            x = start + (number + 0.5) * side
            parts.append(turned([Use(picture, *Box.square(x, y, side))], 90, x, y))
        edge = rect(box, 1.2, self._palette[ground], self._palette["blue-deep"], 0.4)
        return (edge, *parts)

    def _protests(self) -> list[Piece]:
        """The words of the two slogans; the spare ones serve both sides."""
        schemes = {"west": ("west", State.WEST), "east": ("east", State.EAST), "both": ("plain", None)}
        pieces = []
        for kind, words in self._lettering.catalogue.pieces.protest_words.items():
            scheme, state = schemes[kind]
            for word in words:
                face = self._protest(word, scheme, state)
                pieces.append(Piece(word, face, face))
        return pieces

    def _protest(self, word: str, scheme: str, state: State | None) -> tuple[Item, ...]:
        """People who hold a banner up with the word on it."""
        box, palette = self._box("protests").inset(0.2), self._palette
        style = Style.of(self._layout["blocks"]["protests"]["words"])
        own = (scheme, f"{scheme}-text", f"{scheme}-deep", f"{scheme}-light")
        fill, colour, stroke, ground = (palette[role] for role in (own if state else ("paper", "ink", "ink", "hair")))
        edge = rounded(box, 1.6) if state is not State.EAST else cut_corners(box, 1.4)
        banner = Box(box.x + 0.7, box.y + 0.7, box.width - 1.4, box.height * 0.56)
        self.type.about = word
        return (
            Group((rect(box, 0, ground), *_crowd(box, banner, palette["ink"])), clip=Path(edge)),
            Path(edge, None, stroke, 0.5),
            rect(banner, 0.5, fill, stroke, 0.3),
            self.type.centred(word, banner.inset(0.4, 0), style, colour),
        )

    def _flat(self, kind: str) -> list[Piece]:
        """Unrest is black, standards white, socialists red; the pictures differ as well."""
        box, side = self._box(kind), self._layout["blocks"][kind]["symbol"]
        scheme, ground, radius = {
            "unrest": ("unrest", "paper", 1.2),
            "living_standard": ("blue", "blue-light", box.width / 2),
            "socialist": ("east", "east-light", 3.0),
        }[kind]
        face = (
            rect(box.inset(0.2), radius, self._palette[ground], self._palette["ink"], 0.5),
            Use(symbol(kind, scheme, self._palette), *Box.square(*box.middle, side)),
        )
        return [Piece(kind, face, face)] * self._counts[kind]


def _crowd(box: Box, banner: Box, ink: str) -> list[Item]:
    """Five people from the chest up, two of them with the poles of the banner."""
    items: list[Item] = []
    step = box.width / 5
    head, neck = step * 0.24, banner.bottom + step * 0.62
    for number in range(5):
        x = box.x + (number + 0.5) * step
        body = Box(x - step * 0.4, neck, step * 0.8, 2 * step)
        items += [circle(x, neck - head * 1.2, head, ink), rect(body, step * 0.38, ink)]
    poles = (box.x + step, box.right - step)
    return [*items, *(line(x, banner.bottom, x, box.bottom, ink, 0.5) for x in poles)]
