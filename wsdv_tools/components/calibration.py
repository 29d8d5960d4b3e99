"""The test page: rulers that show whether the printer scales, and a cross that shows how it turns the paper."""

from __future__ import annotations

from wsdv_tools.components.lettering import Lettering
from wsdv_tools.components.paper import paper_size
from wsdv_tools.components.sheets import ruler, sheet_note, sheet_text
from wsdv_tools.drawing.fitting import Style
from wsdv_tools.drawing.palette import Palette, template
from wsdv_tools.drawing.shapes import Box, Item, Page, circle, line
from wsdv_tools.drawing.typesetter import Typesetter

_REACH = 10  # millimetres that the scales show on each side
_INCH = 25.4


def calibration(lettering: Lettering, palette: Palette, paper: str = "a4") -> tuple[Page, Page]:
    """Front and back; the crosses meet in a printer that turns the paper exactly."""
    return (_front(lettering, palette, paper), _back(lettering, palette, paper))


def _page(lettering: Lettering, palette: Palette, paper: str, side: str, items: list[Item]) -> Page:
    width, height = paper_size(paper)
    margin = float(template("sheets")["margin"])
    name = lettering.say("texts.calibration-sheet") + side
    setter = Typesetter(palette, lettering.code)
    title = setter.line(name, 20, 28, Style.of(template("reference")["type"]["title"]), palette["ink"])
    used = Box(0, 0, width, height - margin - 8)
    note = sheet_note(sheet_text(lettering, name), used, (width, height), margin, palette)
    return Page(width, height, (title, *items, *note), name)


def _words(lettering: Lettering, palette: Palette, key: str, box: Box) -> list[Item]:
    setter = Typesetter(palette, lettering.code)
    return list(
        setter.block(
            lettering.say(f"texts.{key}"), box, Style("regular", 11, 9, 9, 1.2, balanced=True), palette["ink"]
        )[0]
    )


def _front(lettering: Lettering, palette: Palette, paper: str) -> Page:
    width, height = paper_size(paper)
    x, y = width / 2, height / 2
    small, ink = Style("regular", 9, 9, 9), palette["ink"]
    items = _words(lettering, palette, "calibration-rulers", Box(20, 36, width - 40, 14))
    items += ruler(40, 64, 100, palette, small, "100 mm")
    items.append(line(40, 80, 40 + 4 * _INCH, 80, ink, 0.2))
    for inch in range(9):
        tick = 2.4 if inch % 2 == 0 else 1.4
        items.append(line(40 + inch * _INCH / 2, 80 - tick, 40 + inch * _INCH / 2, 80, ink, 0.2))
    setter = Typesetter(palette, lettering.code)
    items.append(setter.line("4 in", 38.8, 80, small, palette["soft"], "right"))
    items += [line(x - 30, y, x + 30, y, ink, 0.35), line(x, y - 30, x, y + 30, ink, 0.35)]
    return _page(
        lettering,
        palette,
        paper,
        "",
        [*items, *_words(lettering, palette, "calibration-front", Box(20, y + 40, width - 40, 14))],
    )


def _back(lettering: Lettering, palette: Palette, paper: str) -> Page:
    width, height = paper_size(paper)
    x, y = width / 2, height / 2
    ink, red = palette["soft"], palette["east-deep"]
    small = Style("regular", 7, 7, 7)
    setter = Typesetter(palette, lettering.code)
    items: list[Item] = [circle(x, y, 0.6, red)]
    for offset in (-20, 20):  # both scales lie beside the cross, so that its lines run through them
        items.append(line(x - _REACH, y + offset, x + _REACH, y + offset, ink, 0.2))
        items.append(line(x + offset, y - _REACH, x + offset, y + _REACH, ink, 0.2))
        for step in range(-_REACH, _REACH + 1):
            tick = 2.6 if step % 5 == 0 else 1.4
            items.append(line(x + step, y + offset, x + step, y + offset - tick, ink, 0.2))
            items.append(line(x + offset, y + step, x + offset + tick, y + step, ink, 0.2))
            if step % 5 == 0:
                number = f"{step:+d}".replace("-", "−") if step else "0"
                items.append(setter.line(number, x + step, y + offset + 3.2, small, ink, "centre"))
                items.append(setter.line(number, x + offset - 1, y + step + 0.9, small, ink, "right"))
    text = _words(lettering, palette, "calibration-back", Box(20, y + 40, width - 40, 20))
    return _page(lettering, palette, paper, f", {lettering.say('texts.back-side')}", [*items, *text])
