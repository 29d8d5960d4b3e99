"""The whole kit: which files are made, and of what."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from wsdv_tools import __version__
from wsdv_tools.components.board import BoardPrinter
from wsdv_tools.components.calibration import calibration
from wsdv_tools.components.card_faces import CardPrinter
from wsdv_tools.components.counter_sheets import CounterSheets
from wsdv_tools.components.counters import CounterPrinter
from wsdv_tools.components.cuts import CutFile
from wsdv_tools.components.images import ImageMaker
from wsdv_tools.components.imposition import plan
from wsdv_tools.components.lettering import Lettering
from wsdv_tools.components.paper import reading_paper
from wsdv_tools.components.reference import ReferencePrinter, sheet_names
from wsdv_tools.components.sheets import SheetMaker
from wsdv_tools.components.start_page import StartPage
from wsdv_tools.components.strips import StripPrinter
from wsdv_tools.components.tiles import TilePrinter
from wsdv_tools.components.worksheet import WorksheetPrinter
from wsdv_tools.drawing import Document, Page
from wsdv_tools.drawing.palette import Palette, template
from wsdv_tools.facts import Card, Catalogue
from wsdv_tools.findings import Finding, Fix, Unreadable

MANIFEST = "manifest.json"


@dataclass(frozen=True, slots=True)
class Options:
    """What a person may choose; the defaults suit a home printer with A4."""

    paper: str = "a4"
    size: str = "poker"
    backs: str = "duplex-long"
    offset: tuple[float, float] = (0.0, 0.0)
    bleed: float = 0.0
    ink: str = "full"
    margin: float | None = None
    grid: tuple[int, int] | None = None
    cards: str = ""
    pages: tuple[int, ...] = ()
    gap: float = 0.0
    machine: str | None = None
    cut_files: tuple[str, ...] = ()
    preset: str = "plain"
    dpi: float | None = None
    boards: tuple[str, ...] = ("a1", "a2")


@dataclass(frozen=True, slots=True)
class Part:
    """One file of the kit: a document, written as PDF, or each of its pages as SVG."""

    name: str
    document: Document
    formats: tuple[str, ...] = ("pdf",)
    others: tuple[tuple[str, bytes], ...] = ()  # files that go with it, by name


def chosen_cards(catalogue: Catalogue, wish: str) -> list[Card]:
    """The faces that `1-20,IV` names, in printed order; all if nothing was asked for."""
    if not wish.strip():
        return list(catalogue.cards.values())
    wanted: set[str] = set()
    for part in wish.replace(" ", "").split(","):
        first, _, last = part.partition("-")
        is_range = first.isdecimal() and last.isdecimal() and len(first) < 4 and len(last) < 4
        if is_range and int(first) > int(last):
            fix = Fix("did-you-mean", {"name": f"{last}-{first}"})
            raise Unreadable([Finding("unknown-print-card", values={"name": part}, fixes=(fix,))])
        for number in map(str, range(int(first), int(last) + 1)) if is_range else [part.upper()]:
            if not catalogue.faces(number):
                raise Unreadable([Finding("unknown-print-card", values={"name": number})])
            wanted.add(number)
    return [card for card in catalogue.cards.values() if card.number in wanted]


class Kit:
    """Lays out what is asked for; `findings` say what did not fit in any of it."""

    def __init__(self, lettering: Lettering, options: Options) -> None:
        self._lettering = lettering
        self._options = options
        self._palette = Palette.load(options.ink)
        self.findings: list[Finding] = []
        self._printer: BoardPrinter | None = None

    @property
    def makers(self) -> Mapping[str, Sequence[Callable[[], Part]]]:
        """What each name of the command line makes."""
        boards = [lambda size=size: self.board(size) for size in self._options.boards]
        tiles = [lambda size=size: self.tiles(size) for size in self._options.boards]
        single: dict[str, list[Callable[[], Part]]] = {
            "cards": [self.cards],
            "board": [*boards, *tiles],
            "counters": [self.counters],
            "reference": [self.reference],
            "strips": [self.strips],
            "calibration": [self.calibration],
        }
        everything = [make for name in single for make in single[name]]
        return {**single, "images": [self.images], "kit": [self.start, *everything]}

    def cards(self) -> Part:
        options = self._options
        reach = max(options.bleed, template("sheets")["overhang"])  # the sheet cuts off what is too much
        printer = CardPrinter(self._lettering, self._palette, options.size, reach)
        pieces = printer.pieces(chosen_cards(self._lettering.catalogue, options.cards), options.backs != "none")
        sheet = plan(
            (printer.width, printer.height),
            options.paper,
            options.backs,
            options.bleed,
            options.margin,
            options.grid,
            options.gap,
            options.machine,
        )
        maker = SheetMaker(sheet, self._lettering, self._palette, self._say("cards-sheet"), options.offset)
        self.findings += printer.findings
        part = self._part("cards", maker.sheets(pieces, options.pages), sheet.duplex)
        cuts = CutFile(sheet, printer.corner)
        others = tuple((f"{part.name}-cut.{format_}", cuts.content(format_)) for format_ in options.cut_files)
        return replace(part, others=others)

    def images(self) -> Part:
        """Pictures for other programs; they are not part of the kit, which consists of sheets."""
        options = self._options
        maker = ImageMaker(self._lettering, self._palette, options.preset, options.size, options.dpi, options.bleed)
        pictures = list(maker.pictures(chosen_cards(self._lettering.catalogue, options.cards)))
        self.findings += maker.findings
        is_whole = not any(finding.is_error for finding in maker.findings)
        others = tuple((f"{picture.name}.png", picture.png()) for picture in pictures if is_whole)
        return Part("images", Document("", self._lettering.code, ()), (), others)

    def strips(self) -> Part:
        options = self._options
        printer = StripPrinter(self._lettering, self._palette)
        pieces = printer.pieces(chosen_cards(self._lettering.catalogue, options.cards))
        sheet = plan((printer.width, printer.height), options.paper, "none", 0.0, options.margin)
        maker = SheetMaker(sheet, self._lettering, self._palette, self._say("strips-sheet"))
        self.findings += printer.findings
        return self._part("strips", maker.sheets(pieces))

    def board(self, size: str) -> Part:
        page = self._board(size)
        return self._part(f"board-{size}", (page,), formats=("pdf", "svg"))

    def tiles(self, size: str) -> Part:
        options = self._options
        printer = TilePrinter(self._board(size), options.paper, self._lettering, self._palette, options.margin)
        pages = printer.pages()
        self.findings += printer.findings
        return self._part(f"board-{size}-tiles", pages)

    def _board(self, size: str) -> Page:
        """Sizes differ only in scale, and tiles show the same board again: it is drawn once."""
        if self._printer is None:
            self._printer = BoardPrinter(self._lettering, self._palette)
        page = self._printer.page(size)
        self.findings += [finding for finding in self._printer.findings if finding not in self.findings]
        return page

    def counters(self) -> Part:
        options = self._options
        printer = CounterPrinter(self._lettering, self._palette)
        blocks = printer.blocks()
        sheets = CounterSheets(
            self._lettering, self._palette, options.paper, options.backs, options.offset, options.margin
        )
        self.findings += printer.findings
        duplex = options.backs.removeprefix("duplex-") if options.backs.startswith("duplex") else None
        return self._part("counters", sheets.pages(blocks), duplex)

    def reference(self) -> Part:
        paper = reading_paper(self._options.paper)
        printer = ReferencePrinter(self._lettering, self._palette, paper)
        pages = [page for name in sheet_names() for page in printer.pages(name)]
        worksheet = WorksheetPrinter(self._lettering, self._palette, paper)
        pages.append(worksheet.page())
        self.findings += [*printer.findings, *worksheet.findings]
        return self._part("reference", tuple(pages))

    def start(self) -> Part:
        """The page that says what the other files are, which paper they want, and what comes first."""
        boards = [(f"board-{size}", "start-board") for size in self._options.boards]
        tiles = [(f"board-{size}-tiles", "start-tiles") for size in self._options.boards]
        names = [("calibration", "start-calibration"), ("cards", "start-cards"), *boards, *tiles]
        names += [("counters", "start-counters"), ("reference", "start-reference"), ("strips", "start-strips")]
        printer = StartPage(self._lettering, self._palette, reading_paper(self._options.paper))
        page = printer.page([(f"{name}-{self._lettering.code}", key) for name, key in names])
        self.findings += printer.findings
        return self._part("start-here", (page,))

    def calibration(self) -> Part:
        return self._part("calibration", calibration(self._lettering, self._palette, self._options.paper), "long")

    def _say(self, key: str) -> str:
        return self._lettering.say(f"texts.{key}")

    def _part(
        self, name: str, pages: tuple[Page, ...], duplex: str | None = None, formats: tuple[str, ...] = ("pdf",)
    ) -> Part:
        game = self._lettering.game
        title = f"{game} – {pages[0].title.partition(',')[0]}" if pages else game
        return Part(f"{name}-{self._lettering.code}", Document(title, self._lettering.code, pages, duplex), formats)


def files(part: Part, formats: Iterable[str] = (), has_outlines: bool = True) -> Iterator[tuple[str, bytes]]:
    """The part as files: one PDF, and an SVG for each page, which needs no font unless its text is kept as text."""
    from wsdv_tools.drawing.pdf import pdf
    from wsdv_tools.drawing.svg import svg

    for format_ in (tuple(formats) or part.formats) if part.document.pages else ():
        if format_ == "pdf":
            yield f"{part.name}.pdf", pdf(part.document)
            continue
        pages = part.document.pages
        for number, page in enumerate(pages, 1):
            name = part.name if len(pages) == 1 else f"{part.name}-{number:02}"
            yield f"{name}.svg", svg(page, part.document.language, has_outlines=has_outlines).encode()
    yield from part.others


def manifest(made: Mapping[str, bytes], language: str, options: Options) -> bytes:
    """What was printed with which choices, and a checksum for each file."""
    entries = {
        name: {"sha256": hashlib.sha256(content).hexdigest(), "bytes": len(content)}
        for name, content in sorted(made.items())
    }
    document = {
        "wsdv-kit": 1,
        "version": __version__,
        "language": language,
        "paper": options.paper,
        "card-size": options.size,
        "backs": options.backs,
        "ink": options.ink,
        "files": entries,
    }
    return (json.dumps(document, ensure_ascii=False, indent=2) + "\n").encode()
