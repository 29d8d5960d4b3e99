"""The test page: rulers that show whether the printer scales, and crosses that show how it turns the paper."""

from __future__ import annotations

from wsdv_tools.components.lettering import Lettering
from wsdv_tools.components.paper import paper_size
from wsdv_tools.components.sheets import ruler, sheet_note, sheet_text
from wsdv_tools.drawing.fitting import Style
from wsdv_tools.drawing.palette import Palette, template
from wsdv_tools.drawing.shapes import Box, Item, Page, circle, line, moved, turned
from wsdv_tools.drawing.typesetter import Typesetter

_REACH = 10  # millimetres that the scales show on each side
_INCH = 25.4
_FREE = (30, 45)  # millimetres of the paper across and down that the crosses in the corners leave at least
_TENS = 10  # their distances are whole tens, to be measured easily
_SMALL_REACH, _SMALL_ASIDE = 3, 7  # of the scales in the corners, and how far they lie beside the cross


def calibration(lettering: Lettering, palette: Palette, paper: str = "a4") -> tuple[Page, Page]:
    """Front and back; the crosses meet in a printer that turns the paper exactly."""
    return (_front(lettering, palette, paper), _back(lettering, palette, paper))


def _page(lettering: Lettering, palette: Palette, paper: str, side: str, items: list[Item]) -> Page:
    width, height = paper_size(paper)
    margin = float(template("sheets")["margin"])
    name = lettering.say("texts.calibration-sheet") + side
    setter = Typesetter(palette, lettering.code)
    title = setter.line(name, 32, 28, Style.of(template("reference")["type"]["title"]), palette["ink"])
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
    items += [*_cross(x, y, 30, ink), *(part for at in _corners(paper) for part in _cross(*at, 8, ink))]
    items += _distances(lettering, palette, paper)
    return _page(
        lettering,
        palette,
        paper,
        "",
        [*items, *_words(lettering, palette, "calibration-front", Box(20, y + 40, width - 40, 14))],
    )


def _corners(paper: str) -> list[tuple[float, float]]:
    """Even to all edges, so that they meet whichever way the paper is turned."""
    (width, height), (across, down) = paper_size(paper), _FREE
    wide, high = (length // _TENS * _TENS for length in (width - across, height - down))
    left, top = (width - wide) / 2, (height - high) / 2
    return [(x, y) for y in (top, top + high) for x in (left, left + wide)]


def _cross(x: float, y: float, reach: float, ink: str) -> list[Item]:
    return [line(x - reach, y, x + reach, y, ink, 0.35), line(x, y - reach, x, y + reach, ink, 0.35)]


def _distances(lettering: Lettering, palette: Palette, paper: str) -> list[Item]:
    """How far the crosses in the corners are apart: a longer measure than the rulers, across and down."""
    setter, style = Typesetter(palette, lettering.code), Style("regular", 9, 9, 9)
    (left, top), (right, _), (_, bottom), _ = _corners(paper)
    across, down = f"{right - left:g} mm", f"{bottom - top:g} mm"
    upright = setter.line(down, 0, 0, style, palette["soft"], "centre")
    return [
        setter.line(across, (left + right) / 2, bottom + 1, style, palette["soft"], "centre"),
        *(line(x, bottom, x + 30, bottom, palette["line"], 0.2, (1.5, 1.5)) for x in (left + 14, right - 44)),
        moved([turned([upright], -90, 0, 0)], left + 1, (top + bottom) / 2),
        *(line(left, y, left, y + 30, palette["line"], 0.2, (1.5, 1.5)) for y in (top + 14, bottom - 44)),
    ]


def _scales(x: float, y: float, reach: int, beside: float, below: float, palette: Palette) -> list[Item]:
    """Two scales near a cross, so that its lines run through them: one across, one down."""
    ink, items = palette["soft"], list[Item]()
    items += [line(x - reach, y + below, x + reach, y + below, ink, 0.2)]
    items += [line(x + beside, y - reach, x + beside, y + reach, ink, 0.2)]
    for step in range(-reach, reach + 1):
        tick = 2.6 if step % 5 == 0 or abs(step) == reach else 1.4
        items.append(line(x + step, y + below, x + step, y + below - tick, ink, 0.2))
        items.append(line(x + beside, y + step, x + beside + tick, y + step, ink, 0.2))
    return items


def _back(lettering: Lettering, palette: Palette, paper: str) -> Page:
    width, height = paper_size(paper)
    x, y = width / 2, height / 2
    ink, red = palette["soft"], palette["east-deep"]
    small = Style("regular", 7, 7, 7)
    setter = Typesetter(palette, lettering.code)
    items: list[Item] = [circle(x, y, 0.6, red)]
    for offset in (-20, 20):
        items += _scales(x, y, _REACH, offset, offset, palette)
        for step in range(-_REACH, _REACH + 1, 5):
            items.append(setter.line(_signed(step), x + step, y + offset + 3.2, small, ink, "centre"))
            items.append(setter.line(_signed(step), x + offset - 1, y + step + 0.9, small, ink, "right"))
    for left, top in _corners(paper):  # the scales lie towards the middle, where every printer prints
        beside, below = (_SMALL_ASIDE if at < middle else -_SMALL_ASIDE for at, middle in ((left, x), (top, y)))
        items += [circle(left, top, 0.6, red), *_scales(left, top, _SMALL_REACH, beside, below, palette)]
        for step in (-_SMALL_REACH, _SMALL_REACH):
            items.append(setter.line(_signed(step), left + step, top + below + 3.2, small, ink, "centre"))
            items.append(setter.line(_signed(step), left + beside - 1, top + step + 0.9, small, ink, "right"))
    text = _words(lettering, palette, "calibration-back", Box(20, y + 40, width - 40, 20))
    corners = _words(lettering, palette, "calibration-corners", Box(20, y + 62, width - 40, 20))
    return _page(lettering, palette, paper, f", {lettering.say('texts.back-side')}", [*items, *text, *corners])


def _signed(number: int) -> str:
    return f"{number:+d}".replace("-", "−") if number else "0"
