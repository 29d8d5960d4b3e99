"""The test page: rulers that show whether the printer scales, and crosses that show how it turns the paper."""

from __future__ import annotations

from wsdv_tools.components.lettering import Lettering, Printer
from wsdv_tools.components.paper import paper_size
from wsdv_tools.components.place_names import signed
from wsdv_tools.components.sheets import noted, ruler
from wsdv_tools.drawing.fitting import Style
from wsdv_tools.drawing.palette import Palette, template
from wsdv_tools.drawing.shapes import Box, Item, Page, Text, circle, line, moved, turned

_REACH = 10  # millimetres that the scales show on each side
_INCH = 25.4
_FREE = (30, 45)  # millimetres of the paper across and down that the crosses in the corners leave at least
_TENS = 10  # their distances are whole tens, to be measured easily
_LEFT = 32  # of title and words: clear of the cross in the corner
_SMALL_REACH, _SMALL_ASIDE = 3, 7  # of the scales in the corners, and how far they lie beside the cross
_WORDS = Style("regular", 11, 9, 9, 1.2, balanced=True)
_LABEL, _NUMBER = Style("regular", 9, 9, 9), Style("regular", 7, 7, 7)


def calibration(lettering: Lettering, palette: Palette, paper: str = "a4") -> tuple[Page, Page]:
    """Front and back; the crosses meet in a printer that turns the paper exactly."""
    printer = _Calibration(lettering, palette, paper)
    return (printer.front(), printer.back())


class _Calibration(Printer[Lettering]):
    def __init__(self, lettering: Lettering, palette: Palette, paper: str) -> None:
        super().__init__(lettering, palette)
        self._size = paper_size(paper)
        self._middle = (self._size[0] / 2, self._size[1] / 2)
        # Even to all edges, so that they meet whichever way the paper is turned.
        wide, high = (length // _TENS * _TENS for length in (self._size[0] - _FREE[0], self._size[1] - _FREE[1]))
        left, top = (self._size[0] - wide) / 2, (self._size[1] - high) / 2
        self._corners = [(x, y) for y in (top, top + high) for x in (left, left + wide)]

    def front(self) -> Page:
        (x, y), ink = self._middle, self._palette["ink"]
        items = self._words("calibration-rulers", 36, 14)
        items += ruler(44, 64, 100, self._palette, _LABEL, "100 mm")
        items.append(line(44, 80, 44 + 4 * _INCH, 80, ink, 0.2))
        for inch in range(9):
            tick = 2.4 if inch % 2 == 0 else 1.4
            items.append(line(44 + inch * _INCH / 2, 80 - tick, 44 + inch * _INCH / 2, 80, ink, 0.2))
        items.append(self.type.line("4 in", 42.8, 80, _LABEL, self._palette["soft"], "right"))
        items += [*_cross(x, y, 30, ink), *(part for at in self._corners for part in _cross(*at, 8, ink))]
        return self._page("", [*items, *self._distances(), *self._words("calibration-front", y + 40, 14)])

    def back(self) -> Page:
        (x, y), red = self._middle, self._palette["east-deep"]
        items: list[Item] = [circle(x, y, 0.6, red)]
        for offset in (-20, 20):
            items += self._scales(x, y, _REACH, offset, offset)
            for step in range(-_REACH, _REACH + 1, 5):
                items += self._numbers(step, x, y, offset, offset)
        for left, top in self._corners:  # the scales lie towards the middle, where every printer prints
            beside, below = (_SMALL_ASIDE if at < middle else -_SMALL_ASIDE for at, middle in ((left, x), (top, y)))
            items += [circle(left, top, 0.6, red), *self._scales(left, top, _SMALL_REACH, beside, below)]
            for step in (-_SMALL_REACH, _SMALL_REACH):
                items += self._numbers(step, left, top, beside, below)
        items += [*self._words("calibration-back", y + 40, 20), *self._words("calibration-corners", y + 62, 20)]
        return self._page(f", {self._say('back-side')}", items)

    def _page(self, side: str, items: list[Item]) -> Page:
        name = self._say("calibration-sheet") + side
        style = Style.of(template("reference")["type"]["title"])
        title = self.type.line(name, _LEFT, 28, style, self._palette["ink"])
        return noted(name, [title, *items], self._size, self._lettering, self._palette)

    def _words(self, key: str, y: float, height: float) -> list[Item]:
        box = Box(_LEFT, y, self._size[0] - _LEFT - 20, height)
        return [*self.type.block(self._say(key), box, _WORDS, self._palette["ink"])[0]]

    def _distances(self) -> list[Item]:
        """How far the crosses in the corners are apart: a longer measure than the rulers, across and down."""
        (left, top), (right, _), (_, bottom), _ = self._corners
        soft, pale = self._palette["soft"], self._palette["line"]
        upright = self.type.line(f"{bottom - top:g} mm", 0, 0, _LABEL, soft, "centre")
        return [
            self.type.line(f"{right - left:g} mm", (left + right) / 2, bottom + 1, _LABEL, soft, "centre"),
            *(line(x, bottom, x + 30, bottom, pale, 0.2, (1.5, 1.5)) for x in (left + 14, right - 44)),
            moved([turned([upright], -90, 0, 0)], left + 1, (top + bottom) / 2),
            *(line(left, y, left, y + 30, pale, 0.2, (1.5, 1.5)) for y in (top + 14, bottom - 44)),
        ]

    def _scales(self, x: float, y: float, reach: int, beside: float, below: float) -> list[Item]:
        """Two scales near a cross, so that its lines run through them: one across, one down."""
        ink, items = self._palette["soft"], list[Item]()
        items += [line(x - reach, y + below, x + reach, y + below, ink, 0.2)]
        items += [line(x + beside, y - reach, x + beside, y + reach, ink, 0.2)]
        for step in range(-reach, reach + 1):
            tick = 2.6 if step % 5 == 0 or abs(step) == reach else 1.4
            items.append(line(x + step, y + below, x + step, y + below - tick, ink, 0.2))
            items.append(line(x + beside, y + step, x + beside + tick, y + step, ink, 0.2))
        return items

    def _numbers(self, step: int, x: float, y: float, beside: float, below: float) -> list[Text]:
        """What a step of two such scales counts."""
        label, ink = signed(step), self._palette["soft"]
        down = below + 3.2 if below > 0 else below - 3.4  # on the far side: the other scale may be near
        return [
            self.type.line(label, x + step, y + down, _NUMBER, ink, "centre"),
            self.type.line(label, x + beside - 1, y + step + 0.9, _NUMBER, ink, "right"),
        ]


def _cross(x: float, y: float, reach: float, ink: str) -> list[Item]:
    return [line(x - reach, y, x + reach, y, ink, 0.35), line(x, y - reach, x, y + reach, ink, 0.35)]
