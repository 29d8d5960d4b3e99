"""Makes the pictures of these pages with the program itself: `make pictures`.

It needs the development dependencies (pypdfium2 turns pages into pixels).
"""

from __future__ import annotations

import pathlib
from collections.abc import Callable
from functools import cache

import pypdfium2
from PIL.Image import Image

from docs.maker.tabletop_picture import top_view
from wsdv_tools import open_rulebook
from wsdv_tools.components.board import BoardPrinter
from wsdv_tools.components.board_pieces import BoardPieces
from wsdv_tools.components.card_faces import CardPrinter
from wsdv_tools.components.counter_sheets import CounterSheets
from wsdv_tools.components.counters import CounterPrinter
from wsdv_tools.components.lettering import Lettering
from wsdv_tools.components.reference import ReferencePrinter
from wsdv_tools.components.tiles import TilePrinter
from wsdv_tools.components.worksheet import WorksheetPrinter
from wsdv_tools.drawing import Document, Page
from wsdv_tools.drawing.palette import EDITIONS, Palette
from wsdv_tools.drawing.pdf import pdf
from wsdv_tools.drawing.shapes import Box, Group, Item, Path, moved, rounded
from wsdv_tools.facts import Catalogue
from wsdv_tools.record.reader import read_record
from wsdv_tools.referee.checker import check_record
from wsdv_tools.referee.verdicts import Checked
from wsdv_tools.sources.shipped import shipped

FOLDER = pathlib.Path(__file__).parent.parent / "pictures"
CARDS = ("14", "16", "46", "51", "IV-wall-falls")
GAME, LINE = "four-decades.wsdv", 123  # the board that is shown with its pieces
TABLETOP = 88  # the line after which the table is shown
FULL = Palette.load("full")


@cache
def lettering(language: str = "en") -> Lettering:
    return Lettering.load(Catalogue.load(), language)


def in_a_row(drawings: list[tuple[Item, ...]], printer: CardPrinter) -> Page:
    """Cards side by side, with the round corners that a machine cuts."""
    step = printer.width + 3
    edge = rounded(Box(0, 0, printer.width, printer.height), printer.corner)
    cut = [(Group(drawing, clip=Path(edge)), Path(edge, None, FULL["line"], 0.2)) for drawing in drawings]
    items = tuple(moved(card, 2 + number * step, 2) for number, card in enumerate(cut))
    return Page(len(drawings) * step + 1, printer.height + 4, items)


def cards(language: str = "en") -> Page:
    printer = CardPrinter(lettering(language), FULL)
    return in_a_row([printer.face(lettering().catalogue.cards[card]) for card in CARDS], printer)


def backs() -> Page:
    printer = CardPrinter(lettering(), FULL)
    return in_a_row([printer.back(decade) for decade in (1, 2, 3, 4)], printer)


def editions() -> Page:
    """The same card with full colour, little ink and black only."""
    printers = [CardPrinter(lettering(), Palette.load(edition)) for edition in EDITIONS]
    return in_a_row([printer.face(lettering().catalogue.cards["20"]) for printer in printers], printers[0])


def board() -> Page:
    return BoardPrinter(lettering(), FULL).page("a1")


def tiles() -> Page:
    return TilePrinter(BoardPrinter(lettering(), FULL).page("a2"), "a4", lettering(), FULL).pages()[0]


def _checked(line: int) -> Checked:
    notation = open_rulebook().notation
    record = read_record((shipped("examples") / GAME).read_text("utf-8"), GAME, notation)
    return check_record(record, notation, line)


def table() -> Page:
    """The board as `wsdv show --svg` draws it, after a line of an example."""
    notation, checked = open_rulebook().notation, _checked(LINE)
    assert checked.position
    return BoardPieces(notation.game, lettering(), FULL).page(checked.position, checked.moments[-1].before)


def tabletop() -> Page:
    """The same game on the table that `wsdv tts` makes, a little earlier."""
    position = _checked(TABLETOP).position
    assert position
    return top_view(open_rulebook().game, position, lettering())


def counters() -> Page:
    return CounterSheets(lettering(), FULL).pages(CounterPrinter(lettering(), FULL).blocks())[0]


def reference() -> Page:
    return ReferencePrinter(lettering(), FULL).pages("icons")[0]


def worksheet() -> Page:
    return WorksheetPrinter(lettering(), FULL).page()


# Each picture: what it shows, and how many pixels wide.
PICTURES: dict[str, tuple[Callable[[], Page], int]] = {
    "cards": (cards, 1400),
    "cards-hu": (lambda: cards("hu"), 1400),
    "backs": (backs, 900),
    "editions": (editions, 860),
    "board": (board, 800),
    "tiles": (tiles, 560),
    "table": (table, 800),
    "tabletop-simulator": (tabletop, 800),
    "counters": (counters, 900),
    "reference": (reference, 800),
    "worksheet": (worksheet, 800),
}


def picture(name: str) -> Image:
    """A page as pixels, in few colours: the files stay small."""
    make, pixels = PICTURES[name]
    drawn = pypdfium2.PdfDocument(pdf(Document(name, "en", (make(),))))[0]
    page: Image = drawn.render(scale=pixels / drawn.get_width()).to_pil()
    return page.convert("RGB").quantize(256, kmeans=1)


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name in PICTURES:
        picture(name).save(FOLDER / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
