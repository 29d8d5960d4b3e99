"""Pictures for print services and other programs: one for each face, sheets of a decade, the board, the counters."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from wsdv_tools.components.board import BoardPrinter
from wsdv_tools.components.card_faces import CardPrinter
from wsdv_tools.components.card_layout import size_in_mm
from wsdv_tools.components.counters import CounterPrinter
from wsdv_tools.components.lettering import Lettering
from wsdv_tools.drawing.palette import Palette, template
from wsdv_tools.drawing.shapes import Item, Page, moved
from wsdv_tools.facts import Card
from wsdv_tools.facts.cards import NUMERALS
from wsdv_tools.findings import Finding

_INCH = 25.4
_BOARD = "a1"  # the size of a board that is turned into a picture; pictures have none of their own


@dataclass(frozen=True, slots=True)
class Picture:
    """A page that becomes a PNG; `is_clear` where what is not drawn lets the table shine through."""

    name: str
    page: Page
    dpi: float
    is_clear: bool = False

    def png(self) -> bytes:
        from wsdv_tools.drawing.png import png

        return png(self.page, self.dpi, self.is_clear)


def card_sizes(preset: str) -> tuple[str, ...]:
    """The sizes of cards that a service takes; none where it takes all."""
    return tuple(template("images")["presets"][preset].get("cards", ()))


def decade_sheet(printer: CardPrinter, cards: Sequence[Card], columns: int, rows: int) -> tuple[Page, float]:
    """Faces edge to edge, as Tabletop Simulator takes them, with the resolution at which it is as large as allowed.

    A decade has 20 cards and its special one: 7 x 3. Of card IV the first face is there; the other is a picture alone.
    """
    first = {card.number: card for card in reversed(cards)}
    faces = [printer.face(card) for card in cards if first[card.number] is card]
    items: list[Item] = []
    for number, face in enumerate(faces[: columns * rows]):
        row, column = divmod(number, columns)
        items.append(moved(face, column * printer.width, row * printer.height))
    page = Page(columns * printer.width, rows * printer.height, tuple(items))
    # A whole number of pixels for each card, so that no card shows a line of its neighbour.
    most = template("images")["largest"]
    side = min(most // columns, int(most // rows * printer.width / printer.height))
    return page, side / printer.width * _INCH


class ImageMaker:
    """Makes the pictures of one preset, edition and language."""

    def __init__(
        self,
        lettering: Lettering,
        palette: Palette,
        preset: str = "plain",
        size: str = "poker",
        dpi: float | None = None,
        bleed: float = 0.0,
    ) -> None:
        """`bleed` in millimetres is for pictures that no service has measured."""
        self._lettering = lettering
        self._preset: Mapping[str, Any] = template("images")["presets"][preset]
        self._dpi = float(dpi or self._preset["dpi"])
        self._bleed = self._preset["bleed"] / self._preset["dpi"] * _INCH if "bleed" in self._preset else bleed
        self._cards = CardPrinter(lettering, palette, size, self._bleed)
        self._counters = CounterPrinter(lettering, palette)
        self._board = BoardPrinter(lettering, palette)

    @property
    def findings(self) -> list[Finding]:
        return [*self._cards.findings, *self._counters.findings, *self._board.findings]

    def pictures(self, cards: Iterable[Card]) -> Iterator[Picture]:
        """Cards with their backs; services for cards get nothing else."""
        cards = list(cards)
        yield from self._sheets() if "sheet" in self._preset else self._faces(cards)
        decades = sorted({card.decade for card in cards})
        for decade in decades:
            yield self._card(f"back-{NUMERALS[decade]}", self._cards.back(decade))
        if "cards" not in self._preset:
            yield self._whole_board()
            yield from self._single_counters()

    def _faces(self, cards: Iterable[Card]) -> Iterator[Picture]:
        for card in cards:
            name = f"{int(card.id):02}" if card.id.isdecimal() else card.id
            yield self._card(self._named(f"card-{name}"), self._cards.face(card))

    def _card(self, name: str, drawing: tuple[Item, ...]) -> Picture:
        bleed = self._bleed
        size = (self._cards.width + 2 * bleed, self._cards.height + 2 * bleed)
        return Picture(name, Page(*size, (moved(drawing, bleed, bleed),)), self._dpi)

    def _sheets(self) -> Iterator[Picture]:
        """The whole deck, whatever cards are wished for: a sheet with holes is useless."""
        columns, rows = map(int, self._preset["sheet"])
        everything = self._lettering.catalogue.cards.values()
        for decade in sorted({card.decade for card in everything}):
            cards = [card for card in everything if card.decade == decade]
            page, dpi = decade_sheet(self._cards, cards, columns, rows)
            yield Picture(self._named(f"sheet-{NUMERALS[decade]}"), page, dpi)
        numbers = Counter(card.number for card in everything)
        yield from self._faces([card for card in everything if numbers[card.number] > 1])

    def _whole_board(self) -> Picture:
        page = self._board.page(_BOARD)
        dpi = template("images")["largest"] / max(page.width, page.height) * _INCH
        return Picture(self._named("board"), page, min(dpi, self._dpi))

    def _single_counters(self) -> Iterator[Picture]:
        """Each kind once, both sides."""
        for block in self._counters.blocks():
            seen: Counter[str] = Counter()
            for piece in dict.fromkeys(block.pieces):
                name = _plain(piece.name)
                seen[name] += 1
                again = f"-{seen[name]}" if seen[name] > 1 else ""
                for side, drawing in (("front", piece.front), ("back", piece.back)):
                    page = Page(*block.size, drawing)
                    yield Picture(self._named(f"counter-{name}{again}-{side}"), page, self._dpi, is_clear=True)

    def _named(self, name: str) -> str:
        return f"{name}-{self._lettering.code}"


def _plain(name: str) -> str:
    """A name that every file system takes."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-") or "sign"


def fits_preset(preset: str, size: str) -> bool:
    """Whether a service takes cards of a size."""
    taken = card_sizes(preset)
    return not taken or any(size_in_mm(size) == size_in_mm(other) for other in taken)
