"""The three tracks with their icons, and the flight track."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wsdv_tools.components.icon_rows import chevron, icon_tile
from wsdv_tools.components.lettering import Lettering
from wsdv_tools.drawing.fitting import Style
from wsdv_tools.drawing.palette import Palette
from wsdv_tools.drawing.shapes import Box, Item, Use, rect
from wsdv_tools.drawing.symbols import symbol
from wsdv_tools.drawing.typesetter import Typesetter
from wsdv_tools.facts import Icon, State
from wsdv_tools.facts.tracks import FIRST, LAST

_GAP = 1.6  # between the icons of one space


class BoardTracks:
    """Draws prestige, currency, socialists and flight below the map."""

    def __init__(self, layout: Mapping[str, Any], lettering: Lettering, setter: Typesetter) -> None:
        self._layout = layout["tracks"]
        self._flight = layout["flight"]
        self._lettering = lettering
        self._type = setter
        self._palette: Palette = setter.palette
        self._tracks = lettering.catalogue.tracks

    def draw(self) -> list[Item]:
        items: list[Item] = []
        for track, box in self.boxes.items():
            items += self._track(track, box)
        return [*items, *self._flight_track()]

    @property
    def boxes(self) -> dict[str, Box]:
        """The three tracks, one below the other."""
        entry = self._layout
        box = Box(*entry["box"])
        found: dict[str, Box] = {}
        y = box.y
        for track, height in entry["heights"].items():
            found[track] = Box(box.x, y, box.width, height)
            y += height + entry["gap"]
        return found

    def space_box(self, box: Box, number: int) -> Box:
        """A space of a track that fills this box."""
        label, bonus = self._layout["label"], self._layout["bonus"]
        step = (box.width - label - 2 * bonus) / (LAST - FIRST + 1)
        return Box(box.x + label + bonus + (number - FIRST) * step, box.y, step, box.height)

    def _label(self, kind: str, words: str, box: Box) -> list[Item]:
        """A track's symbol with its name below, at the left end."""
        self._type.about = words
        style = Style.of(self._layout["name"])
        side = min(box.height - 6.5, 22)
        top = box.y + (box.height - side - 6) / 2
        picture = Box(box.x + (box.width - side) / 2, top, side, side)
        name = Box(box.x, top + side + 0.5, box.width - 1, 5.5)
        return [
            Use(symbol(kind, "plain", self._palette), *picture),
            self._type.centred(words, name, style, self._palette["ink"]),
        ]

    def _track(self, track: str, box: Box) -> list[Item]:
        entry, palette = self._layout, self._palette
        label, bonus = entry["label"], entry["bonus"]
        items = self._label(track, self._lettering.say(f"texts.track-{track}"), box._replace(width=label))
        for number in range(FIRST, LAST + 1):
            space = self.space_box(box, number)
            items.append(rect(space.inset(0.5, 0), 1.6, palette[_ground(number)], palette["soft"], 0.4))
            items += self._space(track, number, space)
        items += self._bonus(track, State.WEST, Box(box.x + label, box.y, bonus, box.height))
        return [*items, *self._bonus(track, State.EAST, Box(box.right - bonus, box.y, bonus, box.height))]

    def _space(self, track: str, number: int, space: Box) -> list[Item]:
        style, palette = Style.of(self._layout["number"]), self._palette
        colour = palette["ink"]
        if track != "prestige":
            value = (self._tracks.currency if track == "currency" else self._tracks.socialists)[number]
            return [self._type.centred(_signed(value), space, style, colour)]
        icons = self._tracks.prestige[number]
        top = space._replace(height=9.5)
        items: list[Item] = [self._type.centred(_signed(number), top, style, colour)]
        return [*items, *self._icons(icons, Box(space.x, top.bottom, space.width, space.height - top.height))]

    def _icons(self, icons: tuple[Icon, ...], box: Box) -> list[Item]:
        """Side by side, as large as the space allows; one alone is no larger than two."""
        side = min((box.width - 3) / max(2, len(icons)) - _GAP, box.height - 4)
        items: list[Item] = []
        x = box.x + (box.width - len(icons) * (side + _GAP) + _GAP) / 2
        y = box.y + (box.height - side) / 2 - 1
        for icon in icons:
            items += icon_tile(icon, Box(x, y, side, side), self._palette)
            x += side + _GAP
        return items

    def _bonus(self, track: str, side: State, box: Box) -> list[Item]:
        """What an arrow gives that cannot move its marker: one of the icons shown past the end."""
        bonus = self._tracks.overflow[(track, side)]
        size = 5.2
        way = -1 if side is State.WEST else 1
        x = box.right - 3 if side is State.WEST else box.x + 3
        items: list[Item] = [chevron(x, box.y + box.height / 2, size, side, self._palette)]
        rest = Box(box.x + (0 if way < 0 else 9), box.y, box.width - 9, box.height)
        tile = min(9.5, box.height - 4)
        y = box.y + box.height / 2 - (tile + 1) * len(bonus.icons) / 2 + 0.5
        for icon in bonus.icons:
            items += icon_tile(icon, Box(rest.x + (rest.width - tile) / 2, y, tile, tile), self._palette)
            y += tile + 1
        return items

    def _flight_track(self) -> list[Item]:
        """Steps 0 to 20, and below every second one how many points East dismantles."""
        entry, palette = self._flight, self._palette
        flight = self._lettering.catalogue.flight
        box, label = Box(*entry["box"]), entry["label"]
        items = self._label("flight", self._lettering.say("texts.flight-track"), box._replace(width=label))
        step = (box.width - label) / flight.spaces
        number_style, words_style = Style.of(entry["number"]), Style.of(entry["words"])
        for number in range(flight.spaces):
            space = Box(box.x + label + number * step, box.y, step, box.height)
            points = number // flight.steps_per_point
            items.append(rect(space.inset(0.5, 0), 1.6, palette["paper"], palette["east-deep"], 0.4))
            upper = space._replace(height=box.height * 0.62)
            items.append(self._type.centred(str(number), upper, number_style, palette["ink"]))
            if points and number % flight.steps_per_point == 0:
                words = self._lettering.say("texts.dismantles", n=points)
                lower = Box(space.x + 1, upper.bottom - 1, space.width - 2, space.bottom - upper.bottom)
                items.append(self._type.centred(words, lower, words_style, palette["east-deep"]))
        return items


def _ground(number: int) -> str:
    """Yellow on West's side and red on East's; the start belongs to West, as the prestige advantage does."""
    if number > 0:
        return "east-light" if number > LAST // 2 else "east-pale"
    return "west-light" if number < FIRST // 2 else "west-pale"


def _signed(number: int) -> str:
    """With a real minus, and a plus where something is gained."""
    return f"+{number}" if number > 0 else str(number).replace("-", "−")
