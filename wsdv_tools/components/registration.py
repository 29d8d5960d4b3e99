"""Marks that a cutting machine looks for, and the corners that it must find empty."""

from __future__ import annotations

from wsdv_tools.drawing.palette import template
from wsdv_tools.drawing.shapes import Box, Path, polyline, rect

_BLACK = "#000000"  # in every edition: the sensor sees nothing paler
_CLEAR = 1.0  # millimetres between a mark and whatever else is printed


def keeps_clear(block: Box) -> bool:
    """Whether what is printed, in the middle of the paper, lies between the marks and leaves the corners free."""
    entry = template("sheets")["silhouette"]
    edge, corner = entry["inset"] + entry["line"] + _CLEAR, entry["corner"]
    return bool(min(block.x, block.y) >= edge and max(block.x, block.y) >= corner)


def machine_reach() -> float:
    """How far the marks go on along the edges of the paper, with what stays free behind them."""
    entry = template("sheets")["silhouette"]
    return float(entry["inset"] + entry["arm"] + 4 * _CLEAR)


def registration(width: float, height: float) -> list[Path]:
    """Silhouette's three marks: a square at the upper left, an L at the upper right and at the lower left."""
    entry = template("sheets")["silhouette"]
    inset, arm, line = entry["inset"], entry["arm"], entry["line"]
    right, bottom = width - inset, height - inset
    upper = [(right - arm, inset), (right, inset), (right, inset + arm)]
    lower = [(inset, bottom - arm), (inset, bottom), (inset + arm, bottom)]
    square = rect(Box(inset, inset, entry["square"], entry["square"]), fill=_BLACK)
    return [square, *(Path(polyline(points), None, _BLACK, line, sharp=True) for points in (upper, lower))]
