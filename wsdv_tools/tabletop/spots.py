"""Where on the mat, to the millimetre, what lies there is laid: pieces side by side, then on top of each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from wsdv_tools.tabletop.mat import LAID_ONLY, SIDE, Mat, middle_of
from wsdv_tools.tabletop.stock import COURSE, Kind, slot

if TYPE_CHECKING:
    from wsdv_tools.components.geometry import Place
    from wsdv_tools.tabletop.lying import Lies

_DELIVERY = 14.0  # millimetres at the end of a sector, for the marker of a delivery
_SUPPLY_ROWS = 8
_SUPPLY_STEP = 70.0  # millimetres between the bags beside the mat


class Spot(NamedTuple):
    """Pieces of a kind on one point, in millimetres from the mat's upper left corner; or a pile of cards."""

    kind: str
    place: str
    x: float
    y: float
    n: int = 1
    turn: float = 0.0
    is_down: bool = False
    cards: tuple[str, ...] = ()


def spots(mat: Mat, kinds: dict[str, Kind], lies: Iterable[Lies]) -> Iterator[Spot]:
    """All that lies there, point by point."""
    heaped: dict[tuple[str, str], int] = {}
    for one in lies:
        place = mat[one.place]
        if one.kind == "card":
            x, y = mat.point(place.x, place.y)
            yield Spot(one.kind, one.place, x, y, 1, one.turn, one.is_down, one.cards)
            continue
        kind = kinds[one.kind]
        points = list(spread(place, kind))
        first = heaped.get((one.place, kind.family), 0)
        heaped[one.place, kind.family] = first + one.n
        for number, point in enumerate(points):
            count = sum(1 for piece in range(first, first + one.n) if piece % len(points) == number)
            if count:
                yield Spot(one.kind, one.place, *mat.point(*point), count, place.turn + one.turn, one.is_down)


def spread(place: Place, kind: Kind) -> Iterator[tuple[float, float]]:
    """Where pieces of a kind lie in a place, one after the other."""
    box = place.box
    if kind.name == "delivery":
        yield box.right - _DELIVERY / 2, place.y
        return
    if place.kind == "sector":
        box = box._replace(width=box.width - _DELIVERY)
    if not kind.is_counted or place.kind == "holding":
        yield middle_of(place)
        return
    columns, rows = (max(1, int(length // kind.side)) for length in (box.width, box.height))
    for number in range(columns * rows):
        row, column = divmod(number, columns)
        yield box.x + box.width * (column + 0.5) / columns, box.y + box.height * (row + 0.5) / rows


def supply(kinds: Iterable[str]) -> dict[str, tuple[float, float]]:
    """Where the bags are, beside the mat, and markers that lie on none of their spaces."""
    return {
        name: (
            SIDE + _SUPPLY_STEP * (0.7 + number // _SUPPLY_ROWS),
            _SUPPLY_STEP * (1 + number % _SUPPLY_ROWS),
        )
        for number, name in enumerate(kinds)
    }


def snap_tags(place: Place) -> list[str]:
    """What snaps to a place: wells have none, because many pieces lie in them."""
    if place.kind in LAID_ONLY:
        return [f"wsdv-track-{place.of}" if place.kind == "spot" else "wsdv-holding-box"]
    is_point = place.kind in ("city", "line", "phase", "card", *COURSE) and place.id != "card-played"
    return [f"wsdv-{slot(place)}"] if is_point else []
