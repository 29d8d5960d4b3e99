"""The kit's own counters and cards fit the printed board, on both sizes, and everything on it can be read."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from itertools import combinations, pairwise

import pytest

from tests.overlaps import along, drawn_on
from wsdv_tools.components.board import BoardPrinter, formats
from wsdv_tools.components.geography import Point, curve, distance_to
from wsdv_tools.components.geometry import Geometry, Place
from wsdv_tools.components.lettering import Lettering
from wsdv_tools.drawing.palette import EDITIONS, Palette, template
from wsdv_tools.drawing.shapes import Box, Text
from wsdv_tools.facts import Catalogue
from wsdv_tools.words.choosing import known_languages

CATALOGUE = Catalogue.load()
GEOMETRY = Geometry.load(CATALOGUE)
LIES_ON = {
    "factories": ("city",),
    "infrastructure": ("line",),
    "markers": ("spot", "phase"),
    "protests": ("protest",),
    "unrest": ("unrest",),
    "living_standard": ("standards", "sector"),
    "socialist": ("socialists", "holding"),
}  # block of counters: kinds of places
FITTING_CARDS = {"a1": ("poker", "euro", "mini-euro"), "a2": ("mini-euro",)}
LEAST_TYPE = 7.0  # points
Corners = list[Point]


def counter(place: Place) -> tuple[float, float] | None:
    """The size of the counter that lies at a place."""
    for block, kinds in LIES_ON.items():
        if place.kind in kinds:
            width, height = template("counters")["blocks"][block]["size"]
            return width, height
    return None


def test_every_block_of_counters_has_its_places() -> None:
    assert LIES_ON.keys() == template("counters")["blocks"].keys()
    kinds = {place.kind for place in GEOMETRY.values()}
    assert {kind for of in LIES_ON.values() for kind in of} <= kinds


@pytest.mark.parametrize("size", formats())
def test_every_place_takes_its_counter(size: str) -> None:
    scale = GEOMETRY.scale(size)
    for place in GEOMETRY.values():
        needed = counter(place)
        if needed:
            assert place.width * scale >= needed[0], place.id
            assert place.height * scale >= needed[1], place.id


def corners(place: Place, scale: float) -> Corners:
    """Of the counter in the middle of its place, in millimetres of the paper."""
    size = counter(place)
    assert size
    turn, found = math.radians(place.turn), []
    for right, down in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        x, y = right * size[0] / 2, down * size[1] / 2
        turned = (x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn))
        found.append((place.x * scale + turned[0], place.y * scale + turned[1]))
    return found


def box_corners(box: Box, scale: float) -> Corners:
    x, y, right, bottom = (scale * number for number in (box.x, box.y, box.right, box.bottom))
    return [(x, y), (right, y), (right, bottom), (x, bottom)]


def apart(one: Corners, other: Corners) -> bool:
    """Two convex shapes do not overlap where a line can be drawn between them."""
    for shape in (one, other):
        for (x1, y1), (x2, y2) in zip(shape, shape[1:] + shape[:1], strict=True):
            across = (y1 - y2, x2 - x1)
            first, second = ([x * across[0] + y * across[1] for x, y in points] for points in (one, other))
            if max(first) <= min(second) or max(second) <= min(first):
                return True
    return False


def test_shapes_that_overlap_are_found() -> None:
    square, tilted = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)], [(5.0, 2.0), (7.0, 4.0), (5.0, 6.0), (3.0, 4.0)]
    assert not apart(square, tilted)
    assert apart(square, [(x + 1.5, y + 1.5) for x, y in tilted])


@pytest.mark.parametrize("size", formats())
def test_no_counter_lies_on_another(size: str) -> None:
    """On a full board: a factory in every city, infrastructure on every line, something in every well."""
    scale = GEOMETRY.scale(size)
    lying = {place.id: corners(place, scale) for place in GEOMETRY.values() if counter(place)}
    for (one, shape), (other, beside) in combinations(lying.items(), 2):
        assert apart(shape, beside), (one, other)


@pytest.mark.parametrize("size", formats())
def test_no_counter_of_the_map_covers_a_plaque_or_a_name(size: str) -> None:
    scale = GEOMETRY.scale(size)
    plaques = {place.id: box_corners(place.box, scale) for place in GEOMETRY.values() if place.kind == "plaque"}
    names = {city.name for city in CATALOGUE.cities.values()}
    written = drawn_on(board("de").drawing)
    labels = {
        f"{one.item.text} {one.box.x:.0f}": box_corners(one.box, scale)
        for one in written
        if isinstance(one.item, Text) and one.item.text in names
    }
    assert len(labels) == len(CATALOGUE.cities)
    for place in GEOMETRY.values():
        if place.kind in ("city", "line"):
            shape = corners(place, scale)
            assert [id_ for id_, other in {**plaques, **labels}.items() if not apart(shape, other)] == [], place.id


def test_cards_fit_their_places() -> None:
    for size, cards in FITTING_CARDS.items():
        slot = GEOMETRY["card-display-1"]
        for card in cards:
            width, height = template("card")["layouts"][card]["size"]
            assert slot.width * GEOMETRY.scale(size) >= width, (size, card)
            assert slot.height * GEOMETRY.scale(size) >= height, (size, card)


@cache
def board(code: str, edition: str = "full") -> BoardPrinter:
    return BoardPrinter(Lettering.load(CATALOGUE, code), Palette.load(edition))


@pytest.mark.parametrize("code", known_languages())
def test_no_text_is_too_small_to_read(code: str) -> None:
    for size in formats():
        for one in drawn_on(board(code).page(size).items):
            if isinstance(one.item, Text):
                assert one.item.size * one.scale >= LEAST_TYPE, one.item.text


def borders() -> Iterator[tuple[set[str], list[Point]]]:
    """The provinces on both sides of every border, and points on it."""
    within = template("board")["map"]["within"]
    for arc in GEOMETRY.geography.arcs:
        provinces = {within.get(area, area) for area in arc.areas}
        if len(arc.areas) == 2 and len(provinces) == 2:
            yield provinces, along(curve(arc.points))


def test_no_ring_of_a_city_crosses_a_border() -> None:
    """Except for Hamburg's, which may count for both provinces beside it."""
    checked = 0
    for provinces, points in borders():
        for city in CATALOGUE.cities.values():
            place = GEOMETRY[f"city-{city.id}"]
            gap = min(distance_to((place.x, place.y), *ends) for ends in pairwise(points))
            if city.joins:
                continue
            assert gap > place.width / 2, (city.id, provinces)
            checked += 1
    assert checked > 500


@pytest.mark.parametrize("edition", EDITIONS)
def test_neighbours_have_different_tints(edition: str) -> None:
    tints, palette = template("board")["map"]["tints"], Palette.load(edition)

    def tint(province: str) -> str:
        return palette[f"{CATALOGUE.provinces[province].state.value}-{tints[province]}"]

    pairs = [provinces for provinces, _ in borders()]
    assert len(pairs) > 20
    for one, other in pairs:
        same_state = CATALOGUE.provinces[one].state is CATALOGUE.provinces[other].state
        assert not same_state or tint(one) != tint(other), (one, other)


def test_plaques_lie_in_their_provinces() -> None:
    """At least for the most part: the middle of a plaque is land of its province."""
    for province in CATALOGUE.provinces.values():
        if GEOMETRY.has_plaque(province):
            assert _inside(GEOMETRY.plaque(province).middle, province.id), province.id


def _inside(point: Point, area: str) -> bool:
    """A ray to the right meets the outline an odd number of times."""
    (x, y), crossings = point, 0
    for ring in GEOMETRY.geography.controls(area):
        points = [point for arc in ring for point in arc]
        for (x1, y1), (x2, y2) in zip(points, points[1:] + points[:1], strict=True):
            if (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
                crossings += 1
    return crossings % 2 == 1
