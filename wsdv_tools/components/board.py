"""The board on one page: the map with everything that lies around it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from wsdv_tools.components.board_map import BoardMap, sector_flag
from wsdv_tools.components.board_tracks import BoardTracks
from wsdv_tools.components.lettering import Lettering
from wsdv_tools.drawing.fitting import Style
from wsdv_tools.drawing.palette import Palette, template
from wsdv_tools.drawing.shapes import Box, Item, Page, circle, line, rect, scaled
from wsdv_tools.drawing.typesetter import Typesetter
from wsdv_tools.facts import State
from wsdv_tools.findings import Finding

_PHASES = 10
WALL = 6  # millimetres between the two halves of Berlin
_EAST_WELLS = ("unrest", "living-standard", "socialists")


def formats() -> tuple[str, ...]:
    return tuple(template("board")["formats"])


class BoardPrinter:
    """Draws the board in one language and edition; `findings` tell what did not fit.

    A bare one has no faint symbols and numbers where pieces lie: it is drawn on.
    """

    def __init__(self, lettering: Lettering, palette: Palette, is_bare: bool = False) -> None:
        self._layout: Mapping[str, Any] = template("board")
        self._lettering = lettering
        self._palette = palette
        self._type = Typesetter(palette, lettering.code)
        self._is_bare = is_bare
        self.map = BoardMap(self._layout, lettering, self._type, is_bare)
        self.tracks = BoardTracks(self._layout, lettering, self._type)

    @property
    def findings(self) -> list[Finding]:
        return self._type.findings

    @property
    def size(self) -> tuple[float, float]:
        width, height = self._layout["size"]
        return float(width), float(height)

    def page(self, size: str = "a1") -> Page:
        """The whole board on one sheet of that size."""
        width, height = self._layout["formats"][size]
        full = self._layout["size"]
        factor = min(width / full[0], height / full[1])
        title = self._lettering.say("texts.board-sheet")
        return Page(width, height, (scaled(self.drawing, factor),), f"{title} ({size.upper()})")

    @cached_property
    def drawing(self) -> tuple[Item, ...]:
        """The board in millimetres of its full size."""
        layout, palette = self._layout, self._palette
        width, height = layout["size"]
        frame = Box(*layout["map"]["frame"])
        return (
            rect(Box(0, 0, width, height), fill=palette["ground"]),
            rect(frame, layout["corner"], palette["sea"]),
            *self._title(),
            *self.map.draw(),
            rect(frame, layout["corner"], None, palette["line"], 0.5),
            *self._display(),
            *self._berlin(),
            *self._holding_box(),
            *self._decade_end(),
            *self._legend(),
            *self.tracks.draw(),
            *self._played(),
        )

    def _title(self) -> list[Item]:
        entry, ink = self._layout["title"], self._palette["ink"]
        (x, y), name, years = entry["at"], Style.of(entry["name"]), Style.of(entry["years"])
        self._type.about = "Wir sind das Volk!"
        step = name.size * 0.36
        lines: list[Item] = [
            self._type.line(part, x, y + number * step, name, ink)
            for number, part in enumerate(("Wir sind", "das Volk!"))
        ]
        return [*lines, self._type.line("1945–1989", x, y + 2 * step - 3, years, self._palette["soft"])]

    def _display(self) -> list[Item]:
        """The special card's place and the seven others."""
        entry, palette = self._layout["display"], self._palette
        style = Style.of(entry["name"])
        special, display = self._lettering.say("texts.special-card"), self._lettering.say("texts.display")
        self._type.about = display
        items: list[Item] = []
        for number in range(8):
            slot = self.slot_box(number)
            is_special = number == 0
            edge = palette["east-deep" if is_special else "line"]
            items.append(rect(slot, entry["radius"], palette["east-pale" if is_special else "paper"], edge, 0.7))
            words = special if is_special else f"{display} {number}"
            items.append(
                self._type.centred(words, slot.inset(3), style, palette["east-deep" if is_special else "line"])
            )
        return items

    def _berlin(self) -> list[Item]:
        """Both halves of Berlin with the Wall's course between them; the West in its three sectors."""
        entry, palette = self._layout["berlin"], self._palette
        box = Box(*entry["box"])
        west, east = (self._lettering.catalogue.provinces[id_] for id_ in ("west-berlin", "east-berlin"))
        half = (box.width - WALL) / 2
        left, right = Box(box.x, box.y, half, box.height), Box(box.right - half, box.y, half, box.height)
        items: list[Item] = [
            *self._half(left, State.WEST, self._lettering.language.name(west)),
            *self._half(right, State.EAST, self._lettering.language.name(east)),
            *_wall(self.wall_box(), palette),
        ]
        wells = self.berlin_wells()
        for sector in self._lettering.catalogue.sectors:
            items += self._sector(sector, wells["west-berlin", sector])
        items += self._well("unrest", wells["west-berlin", "unrest"], west.setup_unrest)
        for kind in _EAST_WELLS:
            start = east.setup_unrest if kind == "unrest" else None
            items += self._well(kind, wells["east-berlin", kind], start)
        return items

    def berlin_wells(self) -> dict[tuple[str, str], Box]:
        """Where pieces lie in Berlin: the sectors and unrest in the West, three wells in the East."""
        box = Box(*self._layout["berlin"]["box"])
        half = (box.width - WALL) / 2
        right = box.right - half
        top, sector_height = box.y + 22, 29
        wells: dict[tuple[str, str], Box] = {}
        for number, sector in enumerate(self._lettering.catalogue.sectors):
            wells["west-berlin", sector] = Box(box.x + 3, top + number * (sector_height + 3), half - 6, sector_height)
        rest = top + 3 * (sector_height + 3)
        wells["west-berlin", "unrest"] = Box(box.x + 3, rest, half - 6, box.bottom - rest - 3)
        heights = (66, 50, box.bottom - top - 3 - 66 - 50 - 6)
        y = top
        for kind, height in zip(_EAST_WELLS, heights, strict=True):
            wells["east-berlin", kind] = Box(right + 3, y, half - 6, height)
            y += height + 3
        return wells

    def wall_box(self) -> Box:
        box = Box(*self._layout["berlin"]["box"])
        return Box(box.x + (box.width - WALL) / 2, box.y, WALL, box.height)

    def _half(self, box: Box, state: State, name: str) -> list[Item]:
        palette, style = self._palette, Style.of(self._layout["berlin"]["name"])
        self._type.about = name
        words, _ = self._type.block(
            name,
            Box(box.x + 2, box.y + 2, box.width - 4, 18),
            style,
            palette[f"{state.value}-text"],
            "centre",
            "middle",
        )
        head = Box(box.x, box.y, box.width, 20)
        return [
            rect(box, 3, palette[f"{state.value}-pale"], palette[f"{state.value}-deep"], 0.6),
            rect(head, 3, palette[state.value], palette[f"{state.value}-deep"], 0.6),
            *words,
        ]

    def _sector(self, sector: str, box: Box) -> list[Item]:
        palette, style = self._palette, Style.of(self._layout["berlin"]["sector"])
        name = self._lettering.say(f"sectors.{sector}")
        self._type.about = name
        words = Box(box.x + 11, box.y + 1, box.width - 12, 9)
        label, _ = self._type.block(name, words, style, palette["ink"], "left", "middle")
        place = Box(box.x, box.y + 9, box.width, box.height - 9)
        return [
            rect(box, 2, palette["paper"], palette["line"], 0.5),
            sector_flag(sector, box.x + 2, box.y + 1.6, 7.5, palette),
            *label,
            *([] if self._is_bare else self.map.faint("living_standard", place)),
        ]

    def _well(self, kind: str, box: Box, start: int | None = None) -> list[Item]:
        palette, style = self._palette, Style.of(self._layout["berlin"]["sector"])
        symbols = {"unrest": "unrest", "living-standard": "living_standard", "socialists": "socialist"}
        words = self._lettering.say(f"texts.{kind}")
        self._type.about = words
        label = self._type.line(words, box.x + 2.5, box.y + 6, style, palette["soft"], "left", box.width - 5)
        items: list[Item] = [rect(box, 2, palette["paper"], palette["line"], 0.5), label]
        if self._is_bare:
            return items
        items += self.map.faint(symbols[kind], box)
        if start is not None:
            items.append(
                self._type.line(str(start), box.right - 2.5, box.bottom - 2.5, style, palette["soft"], "right")
            )
        return items

    def _holding_box(self) -> list[Item]:
        entry, palette = self._layout["holding-box"], self._palette
        box = Box(*entry["box"])
        name = self._lettering.say("texts.holding-box")
        self._type.about = name
        items: list[Item] = [
            rect(box, 3, palette["east-pale"], palette["east-deep"], 0.6),
            self._type.line(
                name, box.x + 4, box.y + 8, Style.of(entry["name"]), palette["east-deep"], "left", box.width - 8
            ),
        ]
        for number in range(self._lettering.catalogue.pieces.socialists):
            x, y, radius = self.cadre_spot(number)
            items.append(circle(x, y, radius, palette["paper"], palette["east-deep"], 0.35))
            if number < self._lettering.catalogue.setup.cadre and not self._is_bare:
                items += self.map.faint("socialist", Box(x - 6, y - 6, 12, 12), 0.9)
        return items

    def cadre_spot(self, number: int) -> tuple[float, float, float]:
        """Where a socialist lies in the holding box, and how large its space is."""
        entry = self._layout["holding-box"]
        box = Box(*entry["box"])
        width, height = (box.width - 6) / entry["columns"], (box.height - 13) / entry["rows"]
        row, column = divmod(number, entry["columns"])
        return box.x + 3 + (column + 0.5) * width, box.y + 11 + (row + 0.5) * height, min(width, height) * 0.44

    def slot_box(self, number: int) -> Box:
        """A place of the display; 0 is the special card's."""
        entry = self._layout["display"]
        box = Box(*entry["box"])
        width, height = entry["slot"]
        step = width + entry["gap"]
        start = box.x + (box.width - 8 * step + entry["gap"]) / 2
        return Box(start + number * step, box.y + (box.height - height) / 2, width, height)

    def _decade_end(self) -> list[Item]:
        """A space to start on and one for each of the ten phases, read downwards."""
        entry, palette = self._layout["decade-end"], self._palette
        box = Box(*entry["box"])
        name = self._lettering.say("texts.decade-end")
        self._type.about = name
        head = 12
        items: list[Item] = [
            rect(box, 3, palette["paper"], palette["slate"], 0.6),
            self._type.line(
                name, box.x + 4, box.y + 8.6, Style.of(entry["name"]), palette["ink"], "left", box.width - 8
            ),
        ]
        step = (box.height - head) / (_PHASES + 1)
        radius = min(step / 2 - 1.6, 11.4)
        for phase in range(_PHASES + 1):
            y = box.y + head + (phase + 0.5) * step
            x = box.x + 15
            if phase:
                items.append(line(x, y - step + radius, x, y - radius, palette["slate"], 1.2))
            items.append(circle(x, y, radius, palette["ground"], palette["slate"], 0.8))
            words = self._lettering.say(f"texts.phase-{phase}") if phase else self._lettering.say("texts.start")
            if phase:
                number = Style("bold", 22, 22, 22)
                items.append(self._type.centred(str(phase), Box(x - 8, y - 8, 16, 16), number, palette["slate-light"]))
            items += self._phase(phase, words, Box(box.x + 29, y - step / 2 + 1, box.width - 31, step - 2))
        return items

    def _phase(self, phase: int, words: str, room: Box) -> list[Item]:
        """A phase's name with the gist of it below, both together in the middle of the space."""
        entry, palette = self._layout["decade-end"], self._palette
        step, hint = Style.of(entry["step"]), Style.of(entry["hint"])
        self._type.about = words
        _, name = self._type.block(words, room, step, palette["ink"])
        text = self._lettering.say(f"texts.phase-hint-{phase}") if phase else ""
        below = room._replace(y=room.y + name.height, height=room.height - name.height)
        gist = self._type.block(text, below, hint, palette["soft"])[1].height if text else 0.0
        top = room.moved(0, (room.height - name.height - gist) / 2)
        lines, _ = self._type.block(words, top, step, palette["ink"])
        if text:
            lines += self._type.block(text, below._replace(y=top.y + name.height), hint, palette["soft"])[0]
        return list(lines)

    def _legend(self) -> list[Item]:
        """What the signs of the map mean, in the corner that the land leaves free."""
        entry, palette = self._layout["legend"], self._palette
        box, style, side = Box(*entry["box"]), Style.of(entry["type"]), entry["sign"]
        cities = self._lettering.catalogue.cities.values()
        plain = next(city for city in cities if city.province and not city.is_setup and not city.is_rheinsberg)
        kinds = {
            "city": plain,
            "setup-city": next(city for city in cities if city.is_setup),
            "rheinsberg-city": next(city for city in cities if city.is_rheinsberg),
            "external-city": next(city for city in cities if city.external),
        }
        rows = [*kinds, "connection-one", "connection-two"]
        step = box.height / len(rows)
        items: list[Item] = []
        for number, key in enumerate(rows):
            x, y = box.x + side / 2, box.y + (number + 0.5) * step
            if key in kinds:
                items += self.map.city_sign(kinds[key], x, y, side * 0.36)
            else:
                lines = 1 if key == "connection-one" else 2
                items += self.map.connection_sign(lines, (box.x, y), (box.x + side, y), side * 0.22)
            words = self._lettering.say(f"texts.{key}")
            self._type.about = words
            room = Box(box.x + side + 4, y - step / 2, box.width - side - 4, step)
            items += self._type.block(words, room, style, palette["ink"], "left", "middle")[0]
        return items

    def _played(self) -> list[Item]:
        entry, palette = self._layout["played"], self._palette
        box = Box(*entry["box"])
        words = self._lettering.say("texts.played-pile")
        self._type.about = words
        return [
            rect(box, 2, palette["paper"], palette["line"], 0.5),
            self._type.centred(words, box.inset(4, 0), Style.of(entry["type"]), palette["soft"]),
        ]


def _wall(box: Box, palette: Palette) -> list[Item]:
    """Bricks in two widths, course by course."""
    items: list[Item] = []
    height, y, number = 4.65, box.y, 0
    while y < box.bottom - 0.5:
        split = box.x + box.width * (0.35 if number % 2 else 0.65)
        for brick in (Box(box.x, y, split - box.x, height), Box(split, y, box.right - split, height)):
            items.append(rect(brick, 0.4, palette["slate-light"], palette["paper"], 0.5))
        y += height
        number += 1
    return items
