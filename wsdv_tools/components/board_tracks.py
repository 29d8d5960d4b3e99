"""The three tracks with their icons, and the flight track."""

from __future__ import annotations

from wsdv_tools.components.board_map import BoardPart
from wsdv_tools.components.geometry import Place
from wsdv_tools.components.icon_rows import chevron, icon_tile
from wsdv_tools.components.place_names import signed
from wsdv_tools.drawing.fitting import Style
from wsdv_tools.drawing.shapes import Box, Item, Use, circle, faded, moved, rect
from wsdv_tools.drawing.symbols import symbol
from wsdv_tools.facts import Icon, State
from wsdv_tools.facts.tracks import FIRST, LAST

_GAP = 1.6  # between the icons of one space


class BoardTracks(BoardPart):
    """Draws prestige, currency, socialists and flight below the map."""

    def draw(self) -> list[Item]:
        items: list[Item] = []
        for track, box in self.geometry.track_boxes().items():
            items += self._track(track, box)
        return [*items, *self._flight_track()]

    def _label(self, kind: str, words: str, box: Box) -> list[Item]:
        """A track's symbol with its name below, at the left end."""
        style, room = Style.of(self._layout["tracks"]["name"]), Box(box.x, box.y, box.width - 1, 10)
        name, fitted = self.type.block(words, room, style, self._palette["ink"], "centre")
        side = min(box.height - fitted.height - 0.6, 22)
        top = box.y + (box.height - side - fitted.height - 0.6) / 2
        picture = Box(box.x + (box.width - 1 - side) / 2, top, side, side)
        below = moved(name, 0, picture.bottom + 0.6 - box.y)
        return [Use(symbol(kind, "plain", self._palette), *picture), below]

    def _track(self, track: str, box: Box) -> list[Item]:
        entry, palette = self._layout["tracks"], self._palette
        label, bonus = entry["label"], entry["bonus"]
        items = self._label(track, self._about(f"track-{track}"), box._replace(width=label))
        for number in range(FIRST, LAST + 1):
            id_ = f"track-{track}-{number}"
            space = self.geometry[id_].box
            ground = rect(space.inset(0.5, 0), 1.6, palette[_ground(number)], palette["soft"], 0.4)
            items.append(self._placed(id_, [ground, *self._space(track, number, space)]))
        items += self._bonus(track, State.WEST, Box(box.x + label, box.y, bonus, box.height))
        return [*items, *self._bonus(track, State.EAST, Box(box.right - bonus, box.y, bonus, box.height))]

    def _space(self, track: str, number: int, space: Box) -> list[Item]:
        """Its value with a spot for the marker beside it; what the prestige track gives is below."""
        style, palette = Style.of(self._layout["tracks"]["number"]), self._palette
        spot = self.geometry[f"spot-{track}-{number}"]
        room = Box(space.x + 1, spot.box.y, spot.box.x - space.x - 1, spot.height)
        value = number if track == "prestige" else getattr(self._catalogue.tracks, track)[number]
        items: list[Item] = [self.type.centred(signed(value), room, style, palette["ink"]), self._spot(spot)]
        if track == "prestige":
            below = Box(space.x, spot.box.bottom, space.width, space.bottom - spot.box.bottom)
            items += self._icons(self._catalogue.tracks.prestige[number], below)
        return items

    def _spot(self, place: Place) -> Item:
        """A pale disc, as large as the marker that lies there."""
        disc = faded(circle(place.x, place.y, place.width / 2, self._palette["paper"]), 0.6)
        ring = circle(place.x, place.y, place.width / 2, None, self._palette["soft"], 0.35)
        return self._placed(place.id, [disc, ring._replace(dash=(1.6, 1.2))])

    def _icons(self, icons: tuple[Icon, ...], box: Box) -> list[Item]:
        """Side by side, as large as the space allows; one alone is no larger than two."""
        side = min((box.width - 3) / max(2, len(icons)) - _GAP, box.height - 3)
        items: list[Item] = []
        x = box.x + (box.width - len(icons) * (side + _GAP) + _GAP) / 2
        y = box.y + (box.height - side) / 2
        for icon in icons:
            items += icon_tile(icon, Box(x, y, side, side), self._palette)
            x += side + _GAP
        return items

    def _bonus(self, track: str, side: State, box: Box) -> list[Item]:
        """What an arrow gives that cannot move its marker: one of the icons shown past the end."""
        bonus = self._catalogue.tracks.overflow[(track, side)]
        is_west = side is State.WEST
        x = box.right - 3 if is_west else box.x + 3
        items: list[Item] = [chevron(x, box.y + box.height / 2, 5.2, side, self._palette)]
        rest = Box(box.x + (0 if is_west else 9), box.y, box.width - 9, box.height)
        tile = min(9.5, box.height - 4)
        y = box.y + box.height / 2 - (tile + 1) * len(bonus.icons) / 2 + 0.5
        for icon in bonus.icons:
            items += icon_tile(icon, Box(rest.x + (rest.width - tile) / 2, y, tile, tile), self._palette)
            y += tile + 1
        return items

    def _flight_track(self) -> list[Item]:
        """Steps 0 to 20, and below every second one how many points East dismantles."""
        entry, palette, flight = self._layout["flight"], self._palette, self._catalogue.flight
        items = self._label("flight", self._about("flight-track"), Box(*entry["box"])._replace(width=entry["label"]))
        number_style, words_style = Style.of(entry["number"]), Style.of(entry["words"])
        for number in range(flight.spaces):
            id_ = f"track-flight-{number}"
            space = self.geometry[id_].box
            points = number // flight.steps_per_point
            parts: list[Item] = [rect(space.inset(0.5, 0), 1.6, palette["paper"], palette["east-deep"], 0.4)]
            spot = self.geometry[f"spot-flight-{number}"]
            parts += [self._spot(spot), self.type.centred(str(number), spot.box, number_style, palette["ink"])]
            if points and number % flight.steps_per_point == 0:
                words = self._say("dismantles", n=points)
                lower = Box(space.x + 1, spot.box.bottom, space.width - 2, space.bottom - spot.box.bottom - 0.6)
                parts.append(self.type.centred(words, lower, words_style, palette["east-deep"]))
            items.append(self._placed(id_, parts))
        return items


def _ground(number: int) -> str:
    """Yellow on West's side and red on East's; the start belongs to West, as the prestige advantage does."""
    if number > 0:
        return "east-light" if number > LAST // 2 else "east-pale"
    return "west-light" if number < FIRST // 2 else "west-pale"
