"""Symbols and emblems from `templates/`, coloured by a scheme of the palette."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from wsdv_tools.drawing.palette import Palette, template
from wsdv_tools.drawing.shapes import Box, Path, Segment, Symbol, parse, ring, rounded


@cache
def _entries() -> Mapping[str, Mapping[str, Any]]:
    return {
        **template("symbols")["symbols"],
        **{f"emblem-{name}": entry for name, entry in template("emblems")["symbols"].items()},
    }


def has_symbol(name: str) -> bool:
    return name in _entries()


@cache
def symbol(name: str, scheme: str, palette: Palette) -> Symbol:
    """A symbol in the colours of a scheme: `symbol("build", "west", palette)`."""
    entry = _entries()[name]
    colours = palette.schemes[scheme]
    width, height = entry["size"]
    items = tuple(_shape(shape, colours) for shape in entry["shapes"])
    edition = "" if palette.edition == "full" else f"-{palette.edition}"  # a document may show several editions
    return Symbol(f"{name}-{scheme}{edition}", float(width), float(height), items)


def _shape(shape: Mapping[str, Any], colours: Mapping[str, str | None]) -> Path:
    return Path(
        segments=_segments(shape),
        fill=colours[shape["fill"]] if "fill" in shape else None,
        stroke=colours[shape["stroke"]] if "stroke" in shape else None,
        width=shape.get("width", 0.0),
        opacity=shape.get("opacity", 1.0),
    )


def _segments(shape: Mapping[str, Any]) -> tuple[Segment, ...]:
    if "path" in shape:
        return parse(shape["path"])
    if "circle" in shape:
        return ring(*map(float, shape["circle"].split()))
    return rounded(Box(*map(float, shape["rect"].split())), shape.get("radius", 0.0))
