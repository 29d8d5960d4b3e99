"""Sets text into boxes of the display list, and keeps the findings about what does not fit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wsdv_tools.drawing.fitting import Fitted, Style, fit, fit_line
from wsdv_tools.drawing.fonts import CAP_HEIGHT
from wsdv_tools.drawing.palette import Palette
from wsdv_tools.drawing.shapes import POINT, Box, Item, Text, Use
from wsdv_tools.drawing.symbols import symbol
from wsdv_tools.findings import Finding, Fix

_ANCHORS = {"left": ("start", 0.0), "centre": ("middle", 0.5), "right": ("end", 1.0)}


class Typesetter:
    """Text becomes items; a text too long or a letter without glyph becomes a finding.

    `about` names what is being set (`{"thing": card}`), so that a finding says where the text is.
    """

    def __init__(self, palette: Palette, language: str) -> None:
        self.palette = palette
        self.language = language
        self.findings: list[Finding] = []
        self.about: Any = ""

    def line(
        self, text: str, x: float, y: float, style: Style, colour: str, align: str = "left", room: float = 1e6
    ) -> Text:
        """One line on a baseline, shrunk to the style's floor where the room is narrow."""
        fitted = fit_line(text, style, room)
        self._judge(text, fitted)
        return Text(x, y, text, style.weight, fitted.size, colour, _ANCHORS[align][0], fitted.widths[0])

    def centred(self, text: str, box: Box, style: Style, colour: str) -> Text:
        """One line in the middle of a box, its capitals centred by eye and not by the font's ascent."""
        fitted = fit_line(text, style, box.width)
        self._judge(text, fitted)
        x, y = box.middle
        baseline = y + fitted.size * POINT * CAP_HEIGHT / 2
        return Text(x, baseline, text, style.weight, fitted.size, colour, "middle", fitted.widths[0])

    def block(
        self, text: str, box: Box, style: Style, colour: str, align: str = "left", down: str = "top"
    ) -> tuple[tuple[Item, ...], Fitted]:
        """Text of several lines; `down` is top, middle or bottom."""
        fitted = fit(text, style, box.width, box.height, self.language)
        self._judge(text, fitted)
        free = box.height - fitted.height
        top = box.y + {"top": 0.0, "middle": free / 2, "bottom": free}[down]
        # The first baseline lies where capitals fill the leading evenly above and below.
        first = top + (fitted.leading + fitted.size * POINT * CAP_HEIGHT) / 2
        items: list[Item] = []
        for number, (runs, width) in enumerate(zip(fitted.lines, fitted.widths, strict=True)):
            start = box.x + _ANCHORS[align][1] * (box.width - width)
            y = first + number * fitted.leading
            for run in runs:
                if run.icon:
                    side = fitted.size * POINT * 1.1
                    items.append(
                        Use(symbol(run.icon, "inline", self.palette), start + run.x, y - side * 0.84, side, side)
                    )
                else:
                    size = fitted.size
                    items.append(Text(start + run.x, y, run.text, run.weight, size, colour, length=run.width))
        return tuple(items), fitted

    def judge_height(self, over: float, text: str) -> None:
        """Reports a drawing that is too high for its box at the smallest size allowed."""
        if over > 1e-6:
            self._report("fit", {"text": text, "millimetres": f"{over:.1f}", "size": "7"})

    def _judge(self, text: str, fitted: Fitted) -> None:
        for letter in fitted.missing:
            self._report("glyph", {"text": text, "letter": letter, "point": f"U+{ord(letter):04X}"})
        if fitted.over > 0:
            self._report("fit", {"text": text, "millimetres": f"{fitted.over:.1f}", "size": _points(fitted.size)})
        elif fitted.is_shrunk:
            self._report("fit-shrunk", {"text": text, "size": _points(fitted.size)})

    def _report(self, code: str, values: Mapping[str, Any]) -> None:
        fixes = (Fix("shorten"),) if code == "fit" else ()
        finding = Finding(code, values={"thing": self.about, "language": self.language, **values}, fixes=fixes)
        if finding not in self.findings:
            self.findings.append(finding)


def _points(size: float) -> str:
    return f"{size:.2f}".rstrip("0").rstrip(".")
