"""Pictures that run over the cut: beyond their edge they go on as in a mirror.

Whatever touches the edge goes on without a seam, and what lies inside the cut is the same with and without bleed.
"""

from __future__ import annotations

from wsdv_tools.drawing.shapes import Box, Group, Item, Path, Symbol, Use, rounded

_UNDER = 0.05  # millimetres
_ABOVE = 0.28  # of what is too high for its box


def covering(picture: Symbol, box: Box) -> Group:
    """A symbol that fills a box wholly. What sticks out is cut off: more below than above, where the heads are."""
    scale = max(box.width / picture.width, box.height / picture.height)
    width, height = picture.width * scale, picture.height * scale
    x, y = box.x - (width - box.width) / 2, box.y - (height - box.height) * _ABOVE
    return Group((Use(picture, x, y, width, height),), clip=Path(rounded(box)))


def mirrored(picture: Symbol, box: Box, around: Box) -> list[Item]:
    """A symbol that fills a box, and its mirror images as far as they are seen in the larger box around it."""
    inside = covering(picture, box)
    # Along each direction: turned over at the left or right edge, or as it is. The picture itself comes last.
    across = [*_turns(box.x, box.right, around.x, around.right), (1.0, 0.0)]
    down = [*_turns(box.y, box.bottom, around.y, around.bottom), (1.0, 0.0)]
    copies = [Group((inside,), (a, 0.0, 0.0, d, e, f)) for a, e in across for d, f in down]
    if len(copies) == 1:
        return [inside]
    return [Group(tuple(copies), clip=Path(rounded(around)))]


def _turns(start: float, end: float, outer_start: float, outer_end: float) -> list[tuple[float, float]]:
    """How an image is turned over at the edges that are crossed, a little under the picture, so that no seam shows."""
    edges = [(start + _UNDER, start - outer_start), (end - _UNDER, outer_end - end)]
    return [(-1.0, 2 * edge) for edge, beyond in edges if beyond > 1e-6]
