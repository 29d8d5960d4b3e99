"""Makes the pictures of printing.md with the program itself: `python docs/make_pictures.py`.

It needs the development dependencies (pypdfium2 turns pages into pixels).
"""

from __future__ import annotations

from pathlib import Path

import pypdfium2

from wsdv_tools.components.board import BoardPrinter
from wsdv_tools.components.cards import CardPrinter
from wsdv_tools.components.counter_sheets import CounterSheets
from wsdv_tools.components.counters import CounterPrinter
from wsdv_tools.components.lettering import Lettering
from wsdv_tools.components.reference import ReferencePrinter
from wsdv_tools.components.tiles import TilePrinter
from wsdv_tools.drawing import Document, Page
from wsdv_tools.drawing.palette import EDITIONS, Palette
from wsdv_tools.drawing.pdf import pdf
from wsdv_tools.drawing.shapes import moved
from wsdv_tools.facts import Catalogue

FOLDER = Path(__file__).parent / "pictures"
SHOWN = ("14", "16", "46", "51", "IV-wall-falls")


def save(name: str, page: Page, pixels: int) -> None:
    """A page as a picture so many pixels wide."""
    drawn = pypdfium2.PdfDocument(pdf(Document(name, "en", (page,))))[0]
    picture = drawn.render(scale=pixels / drawn.get_width()).to_pil().convert("RGB").quantize(96)
    picture.save(FOLDER / f"{name}.png", optimize=True)


def in_a_row(drawings: list[tuple], width: float, height: float) -> Page:
    """Cards side by side."""
    step = width + 3
    items = tuple(moved(drawing, 2 + number * step, 2) for number, drawing in enumerate(drawings))
    return Page(len(drawings) * step + 1, height + 4, items)


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    catalogue = Catalogue.load()
    lettering = Lettering.load(catalogue, "en")
    full = Palette.load("full")
    printer = CardPrinter(lettering, full)
    faces = [printer.face(catalogue.cards[card]) for card in SHOWN]
    save("cards", in_a_row(faces, printer.width, printer.height), 1400)
    save("backs", in_a_row([printer.back(decade) for decade in (1, 2, 3, 4)], printer.width, printer.height), 900)
    editions = [CardPrinter(lettering, Palette.load(edition)).face(catalogue.cards["20"]) for edition in EDITIONS]
    save("editions", in_a_row(editions, printer.width, printer.height), 860)
    board = BoardPrinter(lettering, full)
    save("board", board.page("a1"), 1100)
    tiles = TilePrinter(board.page("a2"), "a4", lettering, full).pages()
    save("tiles", tiles[0], 560)
    counters = CounterSheets(lettering, full).pages(CounterPrinter(lettering, full).blocks())
    save("counters", counters[0], 900)
    save("reference", ReferencePrinter(lettering, full).pages("icons")[0], 800)


if __name__ == "__main__":
    main()
