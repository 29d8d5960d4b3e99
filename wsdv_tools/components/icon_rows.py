"""An event's icons: rows with the text that binds them, tiles shaped by side, arrows of the tracks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from wsdv_tools.components.lettering import Lettering
from wsdv_tools.drawing.fitting import Fitted, Style, fit
from wsdv_tools.drawing.palette import Palette
from wsdv_tools.drawing.shapes import Box, Item, Path, Segment, Use, line, polyline, rounded
from wsdv_tools.drawing.symbols import symbol
from wsdv_tools.drawing.typesetter import Typesetter
from wsdv_tools.facts import Card, Icon, State

_SHRINK = 0.95  # from one size of the icons that is tried to the next
_BADGE = 0.46  # a coat of arms, as part of its icon
_OVER = 0.28  # of the badge: how far it sticks out over the corner
_TRACKS = ("prestige", "currency", "socialists")


@dataclass(frozen=True, slots=True)
class Arrow:
    """Steps of a track's marker: + is towards East, - towards West."""

    track: str
    steps: int


@dataclass(frozen=True, slots=True)
class Cluster:
    """Icons and arrows that belong together, with the text below that applies to them."""

    parts: tuple[Icon | Arrow, ...]
    text: str = ""

    @property
    def has_arrows(self) -> bool:
        return isinstance(self.parts[0], Arrow)


def clusters(card: Card, lettering: Lettering) -> list[Cluster]:
    """The face's rows in printed order, then its arrows; what happens at every decade end says so."""
    every_end = lettering.say("texts.each-decade-end")
    icons, arrows = card.each_decade_end
    return _joined(
        [
            *(Cluster((icon,) * icon.count, lettering.restriction(icon)) for icon in card.icons),
            *(Cluster((arrow,)) for arrow in _arrows(card.arrows)),
            *(Cluster((arrow,), every_end) for arrow in _arrows(arrows)),
            *(Cluster((icon,) * icon.count, every_end) for icon in icons),
        ]
    )


def _arrows(arrows: Mapping[str, int]) -> list[Arrow]:
    return [Arrow(track, arrows[track]) for track in _TRACKS if track in arrows]


def _joined(found: Iterable[Cluster]) -> list[Cluster]:
    """Neighbours under the same text share it."""
    joined: list[Cluster] = []
    for cluster in found:
        if cluster.text and joined and joined[-1].text == cluster.text:
            joined[-1] = Cluster(joined[-1].parts + cluster.parts, cluster.text)
        else:
            joined.append(cluster)
    return joined


def tile(state: State, box: Box, palette: Palette, scheme: str, is_strong: bool = False) -> Path:
    """A ground: round corners for West, cut corners for East, so that colour is not needed."""
    look = (palette[scheme if is_strong else f"{scheme}-light"], palette[f"{scheme}-deep"], box.width * 0.035)
    if state is State.WEST:
        return Path(rounded(box, box.width * 0.3), *look)
    return Path(cut_corners(box, box.width * 0.16), *look)


def cut_corners(box: Box, cut: float) -> tuple[Segment, ...]:
    x, y, right, bottom = box.x, box.y, box.right, box.bottom
    corners = [
        (x + cut, y), (right - cut, y), (right, y + cut), (right, bottom - cut),
        (right - cut, bottom), (x + cut, bottom), (x, bottom - cut), (x, y + cut),
    ]  # fmt: skip
    return polyline(corners, closed=True)


def icon_tile(icon: Icon, box: Box, palette: Palette) -> list[Item]:
    """An icon on its tile, with the coat of arms of the side that decides where."""
    scheme = "pink" if icon.kind == "police_pink" else icon.state.value
    pictogram = box.inset(box.width * 0.1)
    items: list[Item] = [
        tile(icon.state, box, palette, scheme),
        Use(symbol(icon.kind, scheme, palette), *pictogram),
    ]
    if icon.by:
        side = box.width * _BADGE
        arms = symbol(f"shield_{icon.by.value}", icon.by.value, palette)
        items.append(Use(arms, box.right - side * (1 - _OVER), box.y - side * _OVER, side, side))
    return items


def _part_width(part: Icon | Arrow, side: float) -> float:
    """A shield sticks out over an icon's edge; a track's symbol has one or two arrow heads beside it."""
    if isinstance(part, Icon):
        return side * (1.0 + _BADGE * _OVER if part.by else 1.0)
    return side * (1.1 + 0.42 * abs(part.steps))


def arrow(part: Arrow, box: Box, palette: Palette) -> list[Item]:
    """The track's symbol with its arrows: yellow and to the left for West, red and to the right for East."""
    side = box.height
    state = State.EAST if part.steps > 0 else State.WEST
    start = box.right - side if part.steps < 0 else box.x
    items: list[Item] = [
        Path(rounded(Box(start, box.y, side, side), side / 2), palette["paper"], palette["ink"], side * 0.035),
        Use(symbol(part.track, "plain", palette), *Box(start, box.y, side, side).inset(side * 0.12)),
    ]
    for step in range(abs(part.steps)):
        x = box.x + side * 1.1 + side * 0.42 * step if part.steps > 0 else box.right - side * 1.1 - side * 0.42 * step
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
    style: Style


class IconRows:
    """Lays clusters into a box: as large as fits, rows centred, never smaller than the layout allows."""

    def __init__(self, layout: Mapping[str, Any], typesetter: Typesetter) -> None:
        self._layout = layout
        self._box = Box(*layout["box"])
        self._style = Style.of(layout["text"])
        self._type = typesetter
        self._palette = typesetter.palette

    def draw(self, clusters: Sequence[Cluster]) -> list[Item]:
        rows, side = self._fitted(clusters)
        height = self._height(rows, side)
        self._type.judge_height(height - self._box.height, ", ".join(one.text for one in clusters if one.text))
        items: list[Item] = []
        y = self._box.y + (self._box.height - height) / 2
        for row in rows:
            items += self._row(row, y, side)
            y += self._row_height(row, side) + self._layout["rows"]
        return items

    def _fitted(self, clusters: Sequence[Cluster]) -> tuple[list[list[_Placed]], float]:
        """The largest icons for which some arrangement fits the box."""
        side = float(self._layout["side"])
        small = self._style._replace(size=self._style.least)
        while True:
            tries = [
                rows
                for style in (self._style, small)
                for rows in self._arrangements([self._measure(cluster, side, style) for cluster in clusters])
            ]
            for rows in tries:
                if self._height(rows, side) <= self._box.height:
                    return rows, side
            if side * _SHRINK < self._layout["least"]:
                return tries[-1], side
            side *= _SHRINK

    def _measure(self, cluster: Cluster, side: float, style: Style) -> _Placed:
        gap = self._layout["gap"]
        icons = sum(_part_width(part, side) + gap for part in cluster.parts) - gap
        if not cluster.text:
            return _Placed(cluster, icons, icons, None, style)
        # Whole words beside each other look better than a divided one below its icons.
        wide = self._layout["side"]
        for room in (max(icons * 1.15, wide * 1.9), max(icons * 1.5, wide * 2.8), self._box.width):
            words = fit(cluster.text, style, room, 1e3)
            if words.over <= 0:
                break
        else:
            words = fit(cluster.text, style, self._box.width, 1e3, self._type.language)
        return _Placed(cluster, max(icons, *words.widths), icons, words, style)

    def _arrangements(self, placed: Sequence[_Placed]) -> list[list[list[_Placed]]]:
        """All in one row; the icons, and the arrows below them; or simply filled up, row by row."""
        icons = [one for one in placed if not one.cluster.has_arrows]
        arrows = [one for one in placed if one.cluster.has_arrows]
        tries = [[*self._filled(icons), *self._filled(arrows)], self._filled(placed)]
        return [tries[1], *tries] if self._row_width(placed) <= self._box.width else tries

    def _row_width(self, row: Sequence[_Placed]) -> float:
        return sum(one.width for one in row) + float(self._layout["between"]) * (len(row) - 1)

    def _filled(self, placed: Sequence[_Placed]) -> list[list[_Placed]]:
        rows: list[list[_Placed]] = []
        for one in placed:
            if rows and self._row_width([*rows[-1], one]) <= self._box.width:
                rows[-1].append(one)
            else:
                rows.append([one])
        return rows

    def _row_height(self, row: Sequence[_Placed], side: float) -> float:
        words = max((one.words.height for one in row if one.words), default=0.0)
        return float(side + (self._layout["bracket"] + words if words else 0.0))

    def _height(self, rows: Sequence[Sequence[_Placed]], side: float) -> float:
        return sum(self._row_height(row, side) for row in rows) + float(self._layout["rows"]) * (len(rows) - 1)

    def _row(self, row: Sequence[_Placed], y: float, side: float) -> list[Item]:
        between = self._layout["between"]
        free = self._box.width - self._row_width(row)
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
        at = start
        for part in one.cluster.parts:
            width = _part_width(part, side)
            if isinstance(part, Arrow):
                items += arrow(part, Box(at, y, width, side), self._palette)
            else:
                items += icon_tile(part, Box(at, y, side, side), self._palette)
            at += width + self._layout["gap"]
        if one.words:
            items += self._words(one, x, start, y + side)
        return items

    def _words(self, one: _Placed, x: float, start: float, y: float) -> list[Item]:
        """The text and a bracket that shows which icons it binds."""
        assert one.words is not None
        top, colour = y + self._layout["bracket"] * 0.6, self._palette["soft"]
        box = Box(x - 0.01, y + self._layout["bracket"], one.width + 0.02, one.words.height)
        words, _ = self._type.block(one.cluster.text, box, one.style, self._palette["ink"], "centre")
        return [line(start + 0.4, top, start + one.icons - 0.4, top, colour, 0.25), *words]
