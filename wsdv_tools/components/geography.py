"""The outlines of the provinces as smooth shapes on the board, from longitude and latitude.

Borders are cut into arcs where three areas meet; each arc is smoothed once, for both its neighbours, so
that no gap opens between them.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Any

from wsdv_tools.drawing.shapes import Box, Segment
from wsdv_tools.facts import Catalogue
from wsdv_tools.facts.folder import read_checked
from wsdv_tools.findings import Finding, Unreadable
from wsdv_tools.sources.shipped import shipped

Point = tuple[float, float]
_LATITUDE = 51.0  # where the map is true to scale
_KILOMETRES = 111.2  # of one degree


@dataclass(frozen=True, eq=False)
class Arc:
    """A stretch of border between two junctions, by its control points, and the areas it parts."""

    points: tuple[Point, ...]
    areas: frozenset[str]


@dataclass(frozen=True, eq=False)
class Geography:
    """Outlines and cities on the board: `scale` is millimetres for a kilometre, `origin` the north-west corner."""

    outlines: Mapping[str, Any]
    scale: float
    origin: Point
    coarse: float  # kilometres of coast and border that are smoothed away
    shifts: Mapping[str, Sequence[float]] = field(default_factory=dict)  # millimetres that a city is moved

    @classmethod
    def load(cls, catalogue: Catalogue, entry: Mapping[str, Any], shifts: Mapping[str, Sequence[float]]) -> Geography:
        """By the map's entry of a board layout."""
        path, findings = catalogue.folder / "outlines.json", list[Finding]()
        if path.is_relative_to(shipped("data")):
            outlines = json.loads(path.read_text(encoding="utf-8"))
        else:  # a user's own layout: anything may be there
            document = read_checked(path, "outlines", findings)
            if document is None:
                raise Unreadable(findings)
            outlines = document.value
        x, y = entry["origin"]
        return cls(outlines, entry["scale"], (x, y), entry["coarse"], shifts)

    def place(self, longitude: float, latitude: float) -> Point:
        x, y = self._kilometres(longitude, latitude)
        west, north = self._corner
        return (self.origin[0] + (x - west) * self.scale, self.origin[1] + (north - y) * self.scale)

    @staticmethod
    def _kilometres(longitude: float, latitude: float) -> Point:
        return (longitude * math.cos(math.radians(_LATITUDE)) * _KILOMETRES, latitude * _KILOMETRES)

    @cached_property
    def _corner(self) -> Point:
        points = [self._kilometres(*point) for rings in self._rings.values() for ring in rings for point in ring]
        return (min(x for x, _ in points), max(y for _, y in points))

    @cached_property
    def _rings(self) -> dict[str, list[list[Point]]]:
        return {
            area: [[(x, y) for x, y in (ring[:-1] if ring[0] == ring[-1] else ring)] for ring in rings]
            for area, rings in self.outlines["provinces"].items()
        }

    @cached_property
    def cities(self) -> dict[str, Point]:
        cities = {}
        for city, point in self.outlines["cities"].items():
            (x, y), (dx, dy) = self.place(*point), self.shifts.get(city, (0.0, 0.0))
            cities[city] = (x + dx, y + dy)
        return cities

    @cached_property
    def _split(self) -> tuple[dict[frozenset[Point], Arc], dict[str, list[list[tuple[Arc, bool]]]]]:
        """All arcs, and each ring as the arcs that make it up, with the way they run."""
        beside: dict[Point, set[Point]] = {}
        for rings in self._rings.values():
            for ring in rings:
                for before, point, after in zip(ring[-1:] + ring, ring, ring[1:] + ring[:1], strict=False):
                    beside.setdefault(point, set()).update((before, after))
        chains: dict[tuple[Point, ...], set[str]] = {}
        rings_as_chains: dict[str, list[list[tuple[tuple[Point, ...], bool]]]] = {}
        for area, rings in self._rings.items():
            for ring in rings:
                parts = []
                for chain in _chains(ring, beside):
                    forward = chain[::-1] not in chains
                    key = chain if forward else chain[::-1]
                    chains.setdefault(key, set()).add(area)
                    parts.append((key, forward))
                rings_as_chains.setdefault(area, []).append(parts)
        arcs = {chain: Arc(self._thin(chain), frozenset(areas)) for chain, areas in chains.items()}
        outlines = {
            area: [[(arcs[chain], forward) for chain, forward in ring] for ring in rings]
            for area, rings in rings_as_chains.items()
        }
        return {frozenset(chain): arc for chain, arc in arcs.items()}, outlines

    @property
    def arcs(self) -> list[Arc]:
        return list(self._split[0].values())

    def controls(self, area: str) -> list[list[tuple[Point, ...]]]:
        """The outline of an area, ring by ring, as the control points of its arcs in the way they run."""
        return [[arc.points if forward else arc.points[::-1] for arc, forward in ring] for ring in self._split[1][area]]

    def outline(self, area: str) -> tuple[Segment, ...]:
        segments: list[Segment] = []
        for ring in self.controls(area):
            segments.append(("M", *ring[0][0]))
            for points in ring:
                segments += curve(points)[1:]
            segments.append(("Z",))
        return tuple(segments)

    def extent(self, area: str) -> Box:
        """The box around an area."""
        points = [point for ring in self.controls(area) for arc in ring for point in arc]
        left, top = (min(point[way] for point in points) for way in (0, 1))
        right, bottom = (max(point[way] for point in points) for way in (0, 1))
        return Box(left, top, right - left, bottom - top)

    def _thin(self, chain: Sequence[Point]) -> tuple[Point, ...]:
        points = [self.place(*point) for point in chain]
        if points[0] != points[-1]:
            return tuple(_thinned(points, self._tolerance))
        half = len(points) // 2  # an island: both halves keep their ends, or it would shrink to a line
        return tuple(_thinned(points[: half + 1], self._tolerance)[:-1] + _thinned(points[half:], self._tolerance))

    @property
    def _tolerance(self) -> float:
        return self.coarse * self.scale


def _chains(ring: Sequence[Point], beside: Mapping[Point, set[Point]]) -> list[tuple[Point, ...]]:
    """The ring cut at its junctions; without any it is one closed chain that starts at its smallest point."""
    joints = [index for index, point in enumerate(ring) if len(beside[point]) > 2]
    if not joints:
        start = min(range(len(ring)), key=lambda index: ring[index])
        closed = [*ring[start:], *ring[:start], ring[start]]
        return [tuple(closed)]
    chains = []
    for start, end in zip(joints, joints[1:] + joints[:1], strict=True):
        run = ring[start : end + 1] if end > start else [*ring[start:], *ring[: end + 1]]
        chains.append(tuple(run))
    return chains


def _thinned(points: Sequence[Point], tolerance: float) -> list[Point]:
    """Douglas and Peucker: points that lie nearly on the line between others are dropped."""
    if len(points) < 3:
        return list(points)
    first, last = points[0], points[-1]
    distances = [distance_to(point, first, last) for point in points[1:-1]]
    farthest = max(range(len(distances)), key=distances.__getitem__)
    if distances[farthest] <= tolerance:
        return [first, last]
    return _thinned(points[: farthest + 2], tolerance)[:-1] + _thinned(points[farthest + 1 :], tolerance)


def curve(points: Sequence[Point]) -> list[Segment]:
    """A smooth line that starts and ends at the outer points and is drawn towards the inner ones."""
    segments: list[Segment] = [("M", *points[0])]
    for one, other in pairwise(points[1:]):
        segments.append(("Q", *one, *_between(one, other, 0.5)))
    if len(points) > 2:
        segments[-1] = ("Q", *points[-2], *points[-1])
    else:
        segments.append(("L", *points[-1]))
    return segments


def _between(one: Point, other: Point, part: float) -> Point:
    return (one[0] + (other[0] - one[0]) * part, one[1] + (other[1] - one[1]) * part)


def distance_to(point: Point, start: Point, end: Point) -> float:
    """From a point to a stretch between two others."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = dx * dx + dy * dy
    part = ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / length if length else 0.0
    return math.dist(point, _between(start, end, min(1.0, max(0.0, part))))
