"""The pictures of a table: cards and counters of the print kit, the mat, and pieces that paper does not need.

Every piece is square, as the mat is, so that nothing depends on how the game stretches a picture.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import TYPE_CHECKING

from wsdv_tools.components.counters import CounterPrinter
from wsdv_tools.components.images import ImageMaker, Picture
from wsdv_tools.drawing.palette import Palette, template
from wsdv_tools.drawing.shapes import Box, Item, Page, Use, circle, rect, scaled
from wsdv_tools.drawing.symbols import symbol
from wsdv_tools.tabletop.mat import SIDE, MatPrinter
from wsdv_tools.tabletop.stock import COURSE, kinds, protest_words

if TYPE_CHECKING:
    from wsdv_tools.components.lettering import Lettering
    from wsdv_tools.findings import Finding

PRESET = "tabletop-simulator"
_INCH = 25.4
_PIXELS = 256  # the side of a piece's picture, and of the one that the game's own list shows
_TOKEN = 20.0  # millimetres: the side of what is drawn here
_FACES = {
    "standard": "living_standard",
    "factory-west": "west",
    "factory-east": "east",
    "factory-external": "external",
    "decade-end": "end_of_decade",
}  # where a kind's counter has another name
Drawing = tuple[Item, ...]


class PictureBook:
    """All pictures in one language, by their names; `findings` say what did not fit."""

    def __init__(self, lettering: Lettering) -> None:
        self._lettering = lettering
        self._palette = Palette.load("full")
        self._cards = ImageMaker(lettering, self._palette, PRESET)
        self._counters = CounterPrinter(lettering, self._palette)
        self.printer = MatPrinter(lettering, self._palette)
        self._printed = {
            piece.name: (block.size[0], piece) for block in self._counters.blocks() for piece in block.pieces
        }
        self.pictures = {picture.name: picture for picture in self._made()}

    @property
    def findings(self) -> list[Finding]:
        return [*self._cards.findings, *self._counters.findings, *self.printer.findings]

    def name(self, what: str) -> str:
        """The picture of `mat`, `sheet-I`, `card-IV-round-table` or `piece-unrest`."""
        return next(name for name in (f"{what}-{self._lettering.code}", what) if name in self.pictures)

    def faces(self, kind: str) -> tuple[str, str]:
        """The pictures on both sides of a piece."""
        front, back = f"piece-{kind}", f"piece-{kind}-back"
        return front, back if back in self.pictures else front

    def _made(self) -> Iterator[Picture]:
        mat = self.printer.page()
        yield Picture(f"mat-{self._lettering.code}", mat, template("images")["largest"] / SIDE * _INCH)
        yield Picture(f"thumbnail-{self._lettering.code}", mat, _PIXELS / SIDE * _INCH)
        cards = self._cards.pictures(self._lettering.catalogue.cards.values())
        yield from takewhile(lambda picture: not picture.name.startswith("board-"), cards)
        for name in kinds(self._lettering.catalogue):
            front, back = self._piece(name)
            yield Picture(f"piece-{name}", front, _PIXELS / front.width * _INCH, is_clear=True)
            if back != front:
                yield Picture(f"piece-{name}-back", back, _PIXELS / back.width * _INCH, is_clear=True)

    def _piece(self, name: str) -> tuple[Page, Page]:
        """Both sides of a kind; a factory of East has its run-down side on the back."""
        drawn = self._drawn(name)
        if drawn:
            return Page(_TOKEN, _TOKEN, drawn[0]), Page(_TOKEN, _TOKEN, drawn[1])
        width, piece = self._printed[_FACES.get(name, name)]
        back = self._printed["rundown"][1].front if name == "factory-east" else piece.back
        return Page(width, width, piece.front), Page(width, width, back)

    def _drawn(self, name: str) -> tuple[Drawing, Drawing] | None:
        """What is not printed, or not as a square."""
        if name == "infrastructure":
            return self._rail("infrastructure", "blue"), self._rail("infrastructure_idle", "plain")
        if name.startswith("protest-"):
            return (self._protest(name),) * 2
        signs = {
            "closed": ("stop_factory", "east", "paper"),
            "delivery": ("emblem-airlift-plane", "picture-west", "west-pale"),
            "stasi": ("dissolve_stasi", "east", "paper"),
        }
        if name in signs:
            return (self._sign(*signs[name]),) * 2
        return (self._ring(),) * 2 if name in COURSE else None

    def _tile(self, ground: str, edge: str) -> Item:
        return rect(Box(0, 0, _TOKEN, _TOKEN).inset(0.6), 3, self._palette[ground], self._palette[edge], 1.2)

    def _rail(self, name: str, scheme: str) -> Drawing:
        ground = self._tile("blue-light" if scheme == "blue" else "paper", "blue-deep")
        return (ground, Use(symbol(name, scheme, self._palette), *Box(0, 0, _TOKEN, _TOKEN).inset(2)))

    def _sign(self, name: str, scheme: str, ground: str) -> Drawing:
        room = Box(0, 0, _TOKEN, _TOKEN).inset(2.4)
        return (self._tile(ground, "ink"), Use(symbol(name, scheme, self._palette), *room))

    def _ring(self) -> Drawing:
        middle, paper = _TOKEN / 2, self._palette["paper"]
        disc = circle(middle, middle, middle - 0.6, self._palette["purple-deep"], paper, 1)
        return (disc, circle(middle, middle, middle * 0.55, None, paper, 1.6))

    def _protest(self, name: str) -> Drawing:
        """The printed counter on a square of its side's colour."""
        width, piece = self._printed[protest_words(self._lettering.catalogue)[name]]
        side = name.split("-")[1]
        factor = (_TOKEN - 2.4) / width
        ground = self._tile(f"{side}-light" if side != "both" else "hair", "ink")
        return (ground, scaled(piece.front, factor, 1.2, _TOKEN * 0.25))
