"""Paper by its name or by its size: `a4`, `letter`, `320x450`."""

from __future__ import annotations

from wsdv_tools.drawing.palette import template

SMALLEST, LARGEST = 100.0, 1300.0  # millimetres: a postcard, and beyond what plotters take
WIDEST = 240.0  # millimetres: a page of running text


def papers() -> tuple[str, ...]:
    return tuple(template("sheets")["papers"])


def millimetres(text: str) -> tuple[float, float] | None:
    """Width and height from `63x88`, a decimal comma or point, and × as well; None if it is not such a pair.

    >>> millimetres("63,5x88.9")
    (63.5, 88.9)
    >>> millimetres("poker")
    """
    parts = text.lower().replace("×", "x").replace(",", ".").removesuffix("mm").split("x")
    try:
        width, height = map(float, parts)
    except ValueError:
        return None
    return (width, height)


def is_paper(paper: str) -> bool:
    if paper in papers():
        return True
    size = millimetres(paper)
    return size is not None and all(SMALLEST <= side <= LARGEST for side in size)


def paper_size(paper: str) -> tuple[float, float]:
    """Width and height, upright."""
    named = template("sheets")["papers"].get(paper)
    width, height = named["size"] if named else millimetres(paper) or (0.0, 0.0)
    return (float(min(width, height)), float(max(width, height)))


def paper_name(paper: str) -> str:
    """As a person calls it: A4, or 320 × 450 mm."""
    named = template("sheets")["papers"].get(paper)
    width, height = paper_size(paper)
    return str(named["name"]) if named else f"{width:g} × {height:g} mm"


def reading_paper(paper: str) -> str:
    """The paper itself, or A4 where its lines would be too long to read: two such pages share a sheet of A3."""
    return paper if paper_size(paper)[0] <= WIDEST else "a4"
