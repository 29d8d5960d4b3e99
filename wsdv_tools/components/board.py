"""The board on one page: the map with everything that lies around it."""

from __future__ import annotations

from functools import cached_property

from wsdv_tools.components.board_map import SYMBOLS, BoardMap, BoardPart, sector_flag
from wsdv_tools.components.board_tracks import BoardTracks
from wsdv_tools.components.geometry import DISPLAY, PHASES
from wsdv_tools.components.lettering import Lettering
from wsdv_tools.drawing.fitting import Style
from wsdv_tools.drawing.palette import Palette, template
from wsdv_tools.drawing.shapes import Box, Item, Page, circle, line, rect, scaled
from wsdv_tools.facts import Province, State

_WORDS = {
    "unrest": "unrest",
    "protest": "counters-protests",
    "standards": "living-standard",
    "socialists": "socialists",
}


def formats() -> tuple[str, ...]:
    return tuple(template("board")["formats"])


class BoardPrinter(BoardPart):
    """Draws the whole board."""

    def __init__(self, lettering: Lettering, palette: Palette, is_bare: bool = False) -> None:
        super().__init__(lettering, palette, is_bare)
        self.map = BoardMap(lettering, palette, is_bare, self)
        self._tracks = BoardTracks(lettering, palette, is_bare, self)

    def page(self, size: str = "a1") -> Page:
        """The whole board on one sheet of that size."""
        width, height = self._layout["formats"][size]
        factor = self.geometry.scale(size)
        title = f"{self._say('board-sheet')} ({size.upper()})"
        return Page(width, height, (scaled(self.drawing, factor),), title)

    @cached_property
    def drawing(self) -> tuple[Item, ...]:
        """The board in millimetres of its full size."""
        layout, palette = self._layout, self._palette
        width, height = self.geometry.size
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
            *self._tracks.draw(),
            *self._played(),
        )

    def _title(self) -> list[Item]:
        entry, ink = self._layout["title"], self._palette["ink"]
        (x, y), name, years = entry["at"], Style.of(entry["name"]), Style.of(entry["years"])
        self.type.about = "Wir sind das Volk!"
        step = name.size * 0.36
        lines: list[Item] = [
            self.type.line(part, x, y + number * step, name, ink)
            for number, part in enumerate(("Wir sind", "das Volk!"))
        ]
        return [*lines, self.type.line("1945–1989", x, y + 2 * step - 3, years, self._palette["soft"])]

    def _display(self) -> list[Item]:
        """The special card's place and the seven others."""
        entry, palette = self._layout["display"], self._palette
        style = Style.of(entry["name"])
        special, display = self._say("special-card"), self._about("display")
        items: list[Item] = []
        for number in range(DISPLAY + 1):
            is_special = number == 0
            id_ = "card-special" if is_special else f"card-display-{number}"
            slot = self.geometry[id_].box
            edge = palette["east-deep" if is_special else "line"]
            ground = rect(slot, entry["radius"], palette["east-pale" if is_special else "paper"], edge, 0.7)
            words = special if is_special else f"{display} {number}"
            items.append(self._placed(id_, [ground, self.type.centred(words, slot.inset(3), style, edge)]))
        return items

    def _berlin(self) -> list[Item]:
        """Both halves of Berlin with the Wall's course between them; the West in its three sectors."""
        west, east = (self._catalogue.provinces[id_] for id_ in ("west-berlin", "east-berlin"))
        halves: list[Item] = []
        for province in (west, east):
            id_ = f"province-{province.id}"
            items = self._half(self.geometry[id_].box, province.state, self._lettering.language.name(province))
            if province is west:
                for sector in self._catalogue.sectors:
                    items += self._sector(sector)
            for kind in ("unrest", "protest", "standards", "socialists"):
                if f"{kind}-{province.id}" in self.geometry:
                    items += self._well(kind, province)
            halves.append(self._placed(id_, items))
        return [*halves, self._placed("wall", _wall(self.geometry["wall"].box, self._palette))]

    def _labelled(self, id_: str) -> Box:
        """A well of Berlin with the label above it."""
        box, label = self.geometry[id_].box, self._layout["berlin"]["label"]
        return Box(box.x, box.y - label, box.width, box.height + label)

    def _half(self, box: Box, state: State, name: str) -> list[Item]:
        palette, style = self._palette, Style.of(self._layout["berlin"]["name"])
        self.type.about = name
        room, colour = Box(box.x + 2, box.y + 2, box.width - 4, 18), palette[f"{state.value}-text"]
        words, _ = self.type.block(name, room, style, colour, "centre", "middle")
        head = Box(box.x, box.y, box.width, 20)
        return [
            rect(box, 3, palette[f"{state.value}-pale"], palette[f"{state.value}-deep"], 0.6),
            rect(head, 3, palette[state.value], palette[f"{state.value}-deep"], 0.6),
            *words,
        ]

    def _sector(self, sector: str) -> list[Item]:
        palette, style = self._palette, Style.of(self._layout["berlin"]["sector"])
        id_ = f"sector-{sector}"
        box, name = self._labelled(id_), self._lettering.say(f"sectors.{sector}")
        self.type.about = name
        words = Box(box.x + 11, box.y + 1, box.width - 12, 9)
        label, _ = self.type.block(name, words, style, palette["ink"], "left", "middle")
        faint = [] if self._is_bare else self.map.faint(SYMBOLS["sector"], self.geometry[id_].box, 11)
        flag = sector_flag(sector, box.x + 2, box.y + 1.6, 7.5, palette)
        return [self._placed(id_, [rect(box, 2, palette["paper"], palette["line"], 0.5), flag, *label, *faint])]

    def _well(self, kind: str, province: Province) -> list[Item]:
        palette, style = self._palette, Style.of(self._layout["berlin"]["sector"])
        id_ = f"{kind}-{province.id}"
        box = self._labelled(id_)
        words = self._about(_WORDS[kind])
        label = self.type.line(words, box.x + 2.5, box.y + 6, style, palette["soft"], "left", box.width - 5)
        faint = [] if self._is_bare else self.map.slot(kind, self.geometry[id_].box, province)
        return [self._placed(id_, [rect(box, 2, palette["paper"], palette["line"], 0.5), label, *faint])]

    def _headed(self, id_: str, drop: float, fill: str, edge: str, ink: str) -> list[Item]:
        """A box of the layout with its name in it, so far down."""
        entry, palette = self._layout[id_], self._palette
        box, style, name = Box(*entry["box"]), Style.of(entry["name"]), self._about(id_)
        head = self.type.line(name, box.x + 4, box.y + drop, style, palette[ink], "left", box.width - 8)
        return [rect(box, 3, palette[fill], palette[edge], 0.6), head]

    def _holding_box(self) -> list[Item]:
        palette = self._palette
        items = self._headed("holding-box", 8, "east-pale", "east-deep", "east-deep")
        for number in range(1, self._catalogue.pieces.socialists + 1):
            place = self.geometry[f"holding-{number}"]
            spot = circle(place.x, place.y, place.width / 2, palette["paper"], palette["east-deep"], 0.35)
            at_start = number <= self._catalogue.setup.cadre and not self._is_bare
            faint = self.map.faint("socialist", place.box, place.width * 0.75) if at_start else []
            items.append(self._placed(place.id, [spot, *faint]))
        return [self._placed("holding-box", items)]

    def _decade_end(self) -> list[Item]:
        """A space to start on and one for each of the ten phases, read downwards."""
        entry, palette = self._layout["decade-end"], self._palette
        box, items = Box(*entry["box"]), self._headed("decade-end", 8.6, "paper", "slate", "ink")
        step = (box.height - entry["head"]) / (PHASES + 1)
        number = Style("bold", 22, 22, 22)
        for phase in range(PHASES + 1):
            place = self.geometry[f"phase-{phase}"]
            x, y, radius = place.x, place.y, place.width / 2
            parts: list[Item] = [circle(x, y, radius, palette["ground"], palette["slate"], 0.8)]
            if phase:
                items.append(line(x, y - step + radius, x, y - radius, palette["slate"], 1.2))
                parts.append(self.type.centred(str(phase), Box.square(x, y, 16), number, palette["slate-light"]))
            parts += self._phase(phase, Box(box.x + 29, y - step / 2 + 1, box.width - 31, step - 2))
            items.append(self._placed(place.id, parts))
        return items

    def _phase(self, phase: int, room: Box) -> list[Item]:
        """A phase's name with the gist of it below, both together in the middle of the space."""
        entry, palette = self._layout["decade-end"], self._palette
        step, hint = Style.of(entry["step"]), Style.of(entry["hint"])
        words = self._about(f"phase-{phase}" if phase else "start")
        _, name = self.type.block(words, room, step, palette["ink"])
        text = self._say(f"phase-hint-{phase}") if phase else ""
        below = room._replace(y=room.y + name.height, height=room.height - name.height)
        gist = self.type.block(text, below, hint, palette["soft"])[1].height if text else 0.0
        top = room.moved(0, (room.height - name.height - gist) / 2)
        lines, _ = self.type.block(words, top, step, palette["ink"])
        if text:
            lines += self.type.block(text, below._replace(y=top.y + name.height), hint, palette["soft"])[0]
        return list(lines)

    def _legend(self) -> list[Item]:
        """What the signs of the map mean, in the corner that the land leaves free."""
        entry, palette = self._layout["legend"], self._palette
        box, style, side = Box(*entry["box"]), Style.of(entry["type"]), entry["sign"]
        cities = self._catalogue.cities.values()
        plain = next(city for city in cities if city.province and not city.is_setup and not city.is_rheinsberg)
        kinds = {
            "city": plain,
            "setup-city": next(city for city in cities if city.is_setup),
            "rheinsberg-city": next(city for city in cities if city.is_rheinsberg),
            "external-city": next(city for city in cities if city.external),
        }
        rows = [*kinds, "connection-one", "connection-two", "setup-number"]
        step = box.height / len(rows)
        items: list[Item] = []
        for number, key in enumerate(rows):
            x, y = box.x + side / 2, box.y + (number + 0.5) * step
            if key in kinds:
                items += self.map.city_sign(kinds[key], x, y, side * 0.36)
            elif key == "setup-number":
                plate = Box.square(x, y, side * 0.92)
                items.append(rect(plate, 1.5, palette["paper"], palette["line"], 0.5))
                items += self.map.slot("unrest", plate, self._catalogue.provinces["bayern"])
            else:
                lines = 1 if key == "connection-one" else 2
                items += self.map.connection_sign(lines, (box.x, y), (box.x + side, y))
            words = self._about(key)
            room = Box(box.x + side + 4, y - step / 2, box.width - side - 4, step)
            items += self.type.block(words, room, style, palette["ink"], "left", "middle")[0]
        return items

    def _played(self) -> list[Item]:
        palette, box, style = self._palette, self.geometry["card-played"].box, Style.of(self._layout["played"]["type"])
        text = self.type.centred(self._about("played-pile"), box.inset(4, 0), style, palette["soft"])
        return [self._placed("card-played", [rect(box, 2, palette["paper"], palette["line"], 0.5), text])]


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
