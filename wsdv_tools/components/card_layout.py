"""Where everything is on a card: a size by name, or any in millimetres, which stretches the nearest of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from wsdv_tools.components.paper import millimetres
from wsdv_tools.drawing.palette import template
from wsdv_tools.drawing.shapes import Box
from wsdv_tools.facts import State

SMALLEST, LARGEST = (35.0, 55.0), (120.0, 200.0)  # millimetres, across and down
SIDES = {"yellow": (State.WEST,), "red": (State.EAST,), "dual": (State.WEST, State.EAST)}
_TO_PICTURE = 0.55  # of what a card is higher or lower than the one it is like; the rest goes to the icons


def sizes() -> tuple[str, ...]:
    return tuple(template("card")["layouts"])


def is_size(size: str) -> bool:
    """Whether a card can be drawn in a size: a name, or `60x90`, no wider than high."""
    if size in sizes():
        return True
    wished = millimetres(size)
    if wished is None or wished[0] > wished[1]:
        return False
    return all(least <= side <= most for least, side, most in zip(SMALLEST, wished, LARGEST, strict=True))


def size_in_mm(size: str) -> tuple[float, float]:
    entry = template("card")["layouts"].get(size)
    width, height = entry["size"] if entry else millimetres(size) or SMALLEST
    return (float(width), float(height))


@dataclass(frozen=True, slots=True)
class Layout:
    """The boxes of a card of one size, in millimetres from the upper left corner of the trimmed card."""

    width: float
    height: float
    entry: Mapping[str, Any]
    picture: float  # where the picture ends
    titles: tuple[float, float]  # from where to where the titles may reach
    icons: tuple[float, float]
    foot: tuple[float, float]
    scale: float = 1.0  # by which a card larger than all layouts is enlarged as a whole

    @classmethod
    def of(cls, size: str, is_bilingual: bool = False) -> Layout:
        """A second title takes its room from the picture."""
        width, height = size_in_mm(size)
        entry = template("card")["layouts"][_base(size, width, height)]
        scale = max(1.0, min(width / entry["size"][0], height / entry["size"][1]))
        width, height = width / scale, height / scale
        more = height - entry["size"][1]
        picture = entry["picture"] + more * _TO_PICTURE - (entry["second"]["room"] if is_bilingual else 0.0)
        titles = (picture + entry["title"]["above"], entry["picture"] + more * _TO_PICTURE + entry["title"]["height"])
        foot = (height - entry["foot"]["height"] - entry["foot"]["below"], height - entry["foot"]["below"])
        icons = (titles[1] + entry["icons"]["above"], foot[0] - entry["icons"]["below"])
        return cls(width, height, entry, picture, titles, icons, foot, scale)

    def panel(self, colour: str) -> Box:
        """What the bars leave of the card: picture, titles and foot are in its middle."""
        left, right = (self.bar(side, colour) for side in (State.WEST, State.EAST))
        return Box(left, 0, self.width - left - right, self.height)

    def bar(self, side: State, colour: str) -> float:
        """The width of a side's bar on a card, 0 where it has none."""
        return float(self.entry["bar"]) if side in SIDES[colour] else 0.0

    def column(self, colour: str, span: tuple[float, float]) -> Box:
        """The part of the panel that text may fill: off the cut on both sides, or a little off both bars."""
        panel = self.panel(colour)
        inset = self.entry["inner"] if len(SIDES[colour]) == 2 else self.entry["edge"]
        return Box(panel.x + inset, span[0], panel.width - 2 * inset, span[1] - span[0])

    @property
    def value(self) -> Box:
        side = self.entry["value"]["side"]
        x, y = self.entry["value"]["at"]
        return Box(x, y, side, side)

    @property
    def mark(self) -> Box:
        """Opposite the value, in the upper right corner."""
        side, (x, y) = self.entry["marks"]["side"], self.entry["value"]["at"]
        return Box(self.width - x - side, y, side, side)


def _base(size: str, width: float, height: float) -> str:
    """The layout that a size takes over: its own, or the first that is not squeezed much; they are sorted by size."""
    layouts = template("card")["layouts"]
    if size in layouts:
        return str(layouts[size].get("like", size))
    own = [(name, entry["size"]) for name, entry in layouts.items() if "like" not in entry]
    fitting = [name for name, least in own if width >= 0.88 * least[0] and height >= 0.94 * least[1]]
    return str(fitting[0] if fitting else own[-1][0])
