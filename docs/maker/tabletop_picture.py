"""The table of Tabletop Simulator from above, as `wsdv tts` lays it out."""

from __future__ import annotations

from collections.abc import Iterator

from wsdv_tools.components.card_faces import CardPrinter
from wsdv_tools.components.lettering import Lettering
from wsdv_tools.drawing.palette import Palette
from wsdv_tools.drawing.shapes import Group, Item, Page, scaled, turned
from wsdv_tools.rules.game import Game
from wsdv_tools.rules.position import Position
from wsdv_tools.tabletop.lying import Spot, lying, spots
from wsdv_tools.tabletop.mat import SIDE
from wsdv_tools.tabletop.picture_book import PictureBook
from wsdv_tools.tabletop.stock import kinds

_STACKED = 0.9  # millimetres by which a piece of a stack shows below the next


def top_view(game: Game, position: Position, lettering: Lettering) -> Page:
    """The mat with everything on it; decks and bags beside it are left out."""
    book = PictureBook(lettering)
    laid = [*spots(book.printer.mat, kinds(game.catalogue), lying(game, position))]
    shown = [spot for spot in laid if not spot.place.startswith("box-")]
    pieces = [item for spot in shown if not spot.cards for item in _pieces(spot, book, game)]
    printer = CardPrinter(lettering, Palette.load("full"))
    cards = [_card(spot, printer, game) for spot in shown if spot.cards]
    return Page(SIDE, SIDE, (*book.printer.page().items, *pieces, *cards))


def _pieces(spot: Spot, book: PictureBook, game: Game) -> Iterator[Group]:
    side = kinds(game.catalogue)[spot.kind].side
    page = book.pictures[book.faces(spot.kind)[spot.is_down]].page
    for number in range(spot.n):
        up = _STACKED * number
        yield _at(spot, page.items, (page.width, page.width), side / page.width, up)


def _card(spot: Spot, printer: CardPrinter, game: Game) -> Group:
    card = game.cards[spot.cards[-1]]
    is_back = spot.is_down and len(game.catalogue.faces(card.number)) == 1
    drawing = printer.back(card.decade) if is_back else printer.face(card)
    return _at(spot, drawing, (printer.width, printer.height), 1.0, 0.0)


def _at(spot: Spot, items: tuple[Item, ...], size: tuple[float, float], factor: float, up: float) -> Group:
    x, y = spot.x - size[0] * factor / 2, spot.y - size[1] * factor / 2 - up
    return turned([scaled(items, factor, x, y)], spot.turn, spot.x, spot.y - up)
