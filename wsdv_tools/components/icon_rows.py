"""An event's icons: rows with the text that binds them, tiles shaped by side, arrows of the tracks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from wsdv_tools.components.wording import Wording
from wsdv_tools.drawing.fitting import Fitted, Style, fit
from wsdv_tools.drawing.palette import Palette
from wsdv_tools.drawing.shapes import Box, Item, Path, Use, line, polyline, rounded
from wsdv_tools.drawing.symbols import symbol
from wsdv_tools.drawing.typesetter import Typesetter
from wsdv_tools.facts import Card, Icon, State

_SHRINK = 0.95  # from one size of the icons that is tried to the next
_BADGE = 0.46  # a coat of arms, as part of its icon
_TRACKS = ("prestige", "currency", "socialists")


@dataclass(frozen=True, slots=True)
class Cluster:
    """Icons that stand together, with their text below. An arrow's `track` replaces the icon."""

    count: int
    icon: Icon | None = None
    track: str = ""
    steps: int = 0
    text: str = ""


def clusters(card: Card, wording: Wording) -> list[Cluster]:
    """The face's rows in printed order, then its arrows; what happens at every decade end says so."""
    every_end = wording.say("texts.each-decade-end")
    found = [Cluster(icon.count, icon, text=wording.restriction(icon)) for icon in card.icons]
    found += [Cluster(1, track=track, steps=card.arrows[track]) for track in _TRACKS if track in card.arrows]
    icons, arrows = card.each_decade_end
    found += [Cluster(1, track=track, steps=arrows[track], text=every_end) for track in _TRACKS if track in arrows]
    return found + [Cluster(icon.count, icon, text=every_end) for icon in icons]


def tile(state: State, box: Box, palette: Palette, scheme: str = "") -> Path:
    """The ground of an icon: round corners for West, cut corners for East, so that colour is not needed."""
    scheme = scheme or state.value
    look = (palette[scheme], palette[f"{scheme}-deep"], box.width * 0.035)
    if state is State.WEST:
        return Path(rounded(box, box.width * 0.3), *look)
    cut = box.width * 0.16
    x, y, right, bottom = box.x, box.y, box.right, box.bottom
    corners = [
        (x + cut, y), (right - cut, y), (right, y + cut), (right, bottom - cut),
        (right - cut, bottom), (x + cut, bottom), (x, bottom - cut), (x, y + cut),
    ]  # fmt: skip
    return Path(polyline(corners, closed=True), *look)


def icon_tile(icon: Icon, box: Box, palette: Palette) -> list[Item]:
    """An icon on its tile, with the coat of arms of the side that decides where."""
    scheme = "pink" if icon.kind == "police_pink" else icon.state.value
    pictogram = box.inset(box.width * 0.1)
    items: list[Item] = [
        tile(icon.state, box, palette, scheme),
        Use(symbol(icon.kind, f"on-{scheme}", palette), *pictogram),
    ]
    if icon.by:
        side = box.width * _BADGE
        arms = symbol(f"arms_{icon.by.value}", icon.by.value, palette)
        items.append(Use(arms, box.right - side * 0.72, box.y - side * 0.28, side, side))
    return items


def arrow_width(side: float, steps: int) -> float:
    """A track's symbol with one or two arrows beside it."""
    return side + side * 0.42 * abs(steps) + side * 0.1


def arrow(track: str, steps: int, box: Box, palette: Palette) -> list[Item]:
    """The track's symbol with its arrows: yellow and to the left for West, red and to the right for East."""
    side = box.height
    state = State.EAST if steps > 0 else State.WEST
    start = box.right - side if steps < 0 else box.x
    items: list[Item] = [
        Path(rounded(Box(start, box.y, side, side), side / 2), palette["paper"], palette["ink"], side * 0.035),
        Use(symbol(track, "plain", palette), *Box(start, box.y, side, side).inset(side * 0.12)),
    ]
    for step in range(abs(steps)):
        x = box.x + side * 1.1 + side * 0.42 * step if steps > 0 else box.right - side * 1.1 - side * 0.42 * step
        items.append(chevron(x, box.y + side / 2, side * 0.42, state, palette))
    return items


def chevron(x: float, y: float, size: float, state: State, palette: Palette) -> Path:
    """A solid arrow head whose back lies at x."""
    way = 1 if state is State.EAST else -1
    points = [(x, y - size * 0.85), (x + way * size * 0.92, y), (x, y + size * 0.85)]
    return Path(polyline(points, closed=True), palette[state.value], palette[f"{state.value}-deep"], size * 0.09)


@dataclass(frozen=True, slots=True)
class _Placed:
    cluster: Cluster
    width: float
    icons: float  # width of the icons alone
    words: Fitted | None


class IconRows:
    """Lays clusters into a box: as large as fits, rows centred, never smaller than the layout allows."""

    def __init__(self, layout: Mapping[str, Any], typesetter: Typesetter) -> None:
        self._layout = layout
        self._box = Box(*layout["box"])
        self._style = Style.of(layout["text"])
        self._type = typesetter
        self._palette = typesetter.palette

    def draw(self, clusters: Sequence[Cluster]) -> list[Item]:
        side = self._layout["side"]
        while True:
            rows = self._rows([self._measure(cluster, side) for cluster in clusters])
            height = self._height(rows, side)
            if height <= self._box.height or side * _SHRINK < self._layout["least"]:
                break
            side *= _SHRINK
        items: list[Item] = []
        y = self._box.y + (self._box.height - height) / 2
        for row in rows:
            items += self._row(row, y, side)
            y += self._row_height(row, side) + self._layout["rows"]
        return items

    def _measure(self, cluster: Cluster, side: float) -> _Placed:
        gap = self._layout["gap"]
        icons = arrow_width(side, cluster.steps) if cluster.track else cluster.count * (side + gap) - gap
        if not cluster.text:
            return _Placed(cluster, icons, icons, None)
        room = max(icons * 1.15, side * 2.6)
        words = fit(cluster.text, self._style, room, 1e3, self._type.language)
        if words.over > 0:
            words = fit(cluster.text, self._style, self._box.width, 1e3, self._type.language)
        return _Placed(cluster, max(icons, *words.widths), icons, words)

    def _rows(self, placed: Sequence[_Placed]) -> list[list[_Placed]]:
        """Filled in order; a row takes what fits beside its neighbours."""
        rows: list[list[_Placed]] = []
        used = 0.0
        for one in placed:
            if rows and used + self._layout["between"] + one.width <= self._box.width:
                rows[-1].append(one)
                used += self._layout["between"] + one.width
            else:
                rows.append([one])
                used = one.width
        return rows

    def _row_height(self, row: Sequence[_Placed], side: float) -> float:
        words = max((one.words.height for one in row if one.words), default=0.0)
        return float(side + (self._layout["bracket"] + words if words else 0.0))

    def _height(self, rows: Sequence[Sequence[_Placed]], side: float) -> float:
        return sum(self._row_height(row, side) for row in rows) + self._layout["rows"] * (len(rows) - 1)

    def _row(self, row: Sequence[_Placed], y: float, side: float) -> list[Item]:
        between = self._layout["between"]
        free = self._box.width - sum(one.width for one in row) - between * (len(row) - 1)
        # Room that is left spreads the clusters a little, so that two are not taken for one.
        extra = min(free / (len(row) + 1), 4.0)
        x = self._box.x + (free - extra * (len(row) - 1)) / 2
        items: list[Item] = []
        for one in row:
            items += self._cluster(one, x, y, side)
            x += one.width + between + extra
        return items

    def _cluster(self, one: _Placed, x: float, y: float, side: float) -> list[Item]:
        items: list[Item] = []
        start = x + (one.width - one.icons) / 2
        if one.cluster.icon:
            for number in range(one.cluster.count):
                box = Box(start + number * (side + self._layout["gap"]), y, side, side)
                items += icon_tile(one.cluster.icon, box, self._palette)
        else:
            items += arrow(one.cluster.track, one.cluster.steps, Box(start, y, one.icons, side), self._palette)
        if one.words:
            items += self._words(one, x, start, y + side)
        return items

    def _words(self, one: _Placed, x: float, start: float, y: float) -> list[Item]:
        """The text and a bracket that shows which icons it binds."""
        assert one.words is not None
        top, colour = y + self._layout["bracket"] * 0.6, self._palette["soft"]
        box = Box(x - 0.01, y + self._layout["bracket"], one.width + 0.02, one.words.height)
        words, _ = self._type.block(one.cluster.text, box, self._style, self._palette["ink"], "centre")
        return [line(start + 0.4, top, start + one.icons - 0.4, top, colour, 0.25), *words]
