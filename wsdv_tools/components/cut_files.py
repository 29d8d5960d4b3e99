"""The cuts of a sheet of cards as a file for a cutting machine: SVG, or DXF where ezdxf is there."""

from __future__ import annotations

import io
import math
from dataclasses import dataclass
from typing import Any

from wsdv_tools.components.cut_lines import outlines
from wsdv_tools.components.imposition import Plan
from wsdv_tools.drawing.shapes import Page, Path
from wsdv_tools.findings import Finding, Fix, Unreadable
from wsdv_tools.sources.outputs import MARK

FORMATS = ("svg", "dxf")
_CUT, _PAGE = "CUT", "PAGE"
_BULGE = math.tan(math.pi / 8)  # what DXF calls a quarter of a circle
_MILLIMETRES = 4  # the number of the unit in DXF


@dataclass(frozen=True, slots=True)
class CutFile:
    """One file serves all sheets: they are alike, and cuts through the empty places of the last one do no harm."""

    plan: Plan
    radius: float  # of the corners, where pieces have gaps between them

    def content(self, format_: str) -> bytes:
        return self.svg() if format_ == "svg" else self.dxf()

    def svg(self) -> bytes:
        from wsdv_tools.drawing.svg import svg

        page = Page(self.plan.width, self.plan.height, tuple(outlines(self.plan, self.radius)))
        return svg(page, "en").encode()

    def dxf(self) -> bytes:
        """In millimetres, y upwards; the page is a layer of its own that is not cut."""
        ezdxf = _ezdxf()
        before, ezdxf.options.write_fixed_meta_data_for_testing = (
            ezdxf.options.write_fixed_meta_data_for_testing,
            True,  # neither time nor chance: the same sheet gives the same bytes
        )
        try:
            document = ezdxf.new("R2010", units=_MILLIMETRES)
            document.layers.add(_CUT, color=1)
            document.layers.add(_PAGE, color=8).dxf.plot = 0
            space = document.modelspace()
            width, height = self.plan.width, self.plan.height
            corners = [(0, 0), (width, 0), (width, height), (0, height)]
            space.add_lwpolyline(corners, close=True, dxfattribs={"layer": _PAGE})
            for path in outlines(self.plan, self.radius):
                points, is_closed = self._points(path)
                space.add_lwpolyline(points, format="xyb", close=is_closed, dxfattribs={"layer": _CUT})
            text = io.StringIO()
            document.write(text)
        finally:
            ezdxf.options.write_fixed_meta_data_for_testing = before
        return f"999\n{MARK}\n{text.getvalue()}".encode()

    def _points(self, path: Path) -> tuple[list[tuple[float, float, float]], bool]:
        """Corners with how much the stretch behind each is bent; turned upside down, all bends go the other way."""
        points: list[tuple[float, float, float]] = []
        for letter, *numbers in path.segments:
            if letter == "C":
                x, y, _ = points.pop()
                points.append((x, y, -_BULGE))
            if letter != "Z":
                points.append((round(numbers[-2], 4), round(self.plan.height - numbers[-1], 4), 0.0))
        is_closed = path.segments[-1][0] == "Z"
        if is_closed and points[0][:2] == points[-1][:2]:
            points.pop()
        return points, is_closed


def _ezdxf() -> Any:
    try:
        import ezdxf
    except ImportError:
        fix = Fix("install-print-extra", {"extra": "cut"})
        values = {"format": "DXF", "package": "ezdxf"}
        raise Unreadable([Finding("extra-missing", values=values, fixes=(fix,))]) from None
    return ezdxf
