"""Drawings that both small games use: markers, flags, numbers. The sides differ in shape, not only in colour."""

from __future__ import annotations

import math

from wsdv_tools.drawing.fitting import Style
from wsdv_tools.drawing.palette import Palette
from wsdv_tools.drawing.shapes import Box, Item, Path, circle, polyline, rect
from wsdv_tools.drawing.typesetter import Typesetter
from wsdv_tools.games.sides import Side

COLOURS = {"US": "blue", "SU": "east", "UN": "slate-light"}
_DEEP = {"US": "blue-deep", "SU": "east-deep", "UN": "slate"}
_POINTS = 5


def colour(palette: Palette, flag: str | None) -> str:
    """A flag's colour; grey where it is not known."""
    return palette[COLOURS[flag]] if flag else palette["soft"]


def deep(palette: Palette, flag: str | None) -> str:
    return palette[_DEEP[flag]] if flag else palette["ink"]


def star(x: float, y: float, radius: float, fill: str) -> Path:
    corners = []
    for number in range(2 * _POINTS):
        reach = radius if number % 2 == 0 else radius * 0.42
        angle = math.pi * (number / _POINTS - 0.5)
        corners.append((x + reach * math.cos(angle), y + reach * math.sin(angle)))
    return Path(polyline(corners, closed=True), fill)


def marker(type_: Typesetter, side: Side, box: Box) -> tuple[Item, ...]:
    """An influence marker: a disc with a star for the USA, a square with a diamond for the USSR."""
    palette = type_.palette
    x, y = box.middle
    radius = min(box.width, box.height) / 2 - 0.6
    fill, edge, light = colour(palette, side), deep(palette, side), palette["paper"]
    style = Style("bold", radius * 1.25, radius * 1.25, 4)
    type_.about = side.value
    label = type_.centred(side.value, Box(x - radius, y + radius * 0.3, 2 * radius, radius * 0.5), style, light)
    if side is Side.US:
        return (circle(x, y, radius, fill, edge, 0.4), star(x, y - radius * 0.22, radius * 0.46, light), label)
    square = Box(x - radius, y - radius, 2 * radius, 2 * radius)
    half, top = radius * 0.42, y - radius * 0.28
    diamond = polyline([(x, top - half), (x + half, top), (x, top + half), (x - half, top)], closed=True)
    return (rect(square, radius * 0.28, fill, edge, 0.4), Path(diamond, light), label)


def dots(palette: Palette, number: int | None, box: Box, fill: str) -> list[Item]:
    """As many marker signs as a card commands; an open box where nobody knows."""
    size = box.height
    if number is None:
        return [rect(Box(box.right - size * 1.6, box.y, size * 1.6, size), 0.8, palette["paper"], palette["soft"], 0.3)]
    step = size * 1.18
    return [circle(box.right - size / 2 - at * step, box.middle[1], size / 2, fill) for at in range(number)]
