"""Sheets: what lies where, that backs meet fronts, and that marks stay inside the printable part."""

from __future__ import annotations

from itertools import pairwise, product

import pytest
from overlaps import drawn_on, meet, named

from wsdv_tools.components.board import BoardPrinter
from wsdv_tools.components.cards import Piece, layout, sizes
from wsdv_tools.components.counter_sheets import CounterSheets
from wsdv_tools.components.counters import CounterPrinter, counts
from wsdv_tools.components.imposition import Plan, Slot, plan
from wsdv_tools.components.lettering import Lettering
from wsdv_tools.components.sheets import SheetMaker, cut_marks
from wsdv_tools.components.tiles import TilePrinter, tiling
from wsdv_tools.drawing.palette import Palette
from wsdv_tools.drawing.shapes import Group, Path, Text, flat, line
from wsdv_tools.facts import Catalogue
from wsdv_tools.findings import Unreadable
from wsdv_tools.words.language import known_languages

PALETTE = Palette.load("full")
LETTERING = Lettering.load(Catalogue.load(), "en")
POKER = (63.5, 88.9)
MODES = ("duplex-long", "duplex-short", "gutterfold")


def through_the_paper(x: float, y: float, sheet: Plan) -> tuple[float, float]:
    """Where a needle comes out that is pushed through the front, in the back's own coordinates.

    Written down from how a printer turns paper, not from the code: the long edge of an upright sheet stands, so
    that turning around it swaps left and right; that of a sheet laid across lies, and swaps above and below.
    """
    upright = sheet.height > sheet.width
    swaps_sides = {"duplex-long": upright, "duplex-short": not upright, "gutterfold": upright}[sheet.backs]
    return (sheet.width - x, y) if swaps_sides else (x, sheet.height - y)


def inked(slot: Slot, u: float, v: float) -> tuple[float, float]:
    """Where the point (u, v) of a piece's drawing is printed."""
    if slot.is_turned:
        return (slot.box.right - u, slot.box.bottom - v)
    return (slot.box.x + u, slot.box.y + v)


@pytest.mark.parametrize(("mode", "paper", "size"), list(product(MODES, ("a4", "letter"), sizes())))
@pytest.mark.parametrize("bleed", [0.0, 3.0])
def test_front_meets_back(mode: str, paper: str, size: str, bleed: float) -> None:
    width, height = layout(size)["size"]
    sheet = plan((width, height), paper, mode, bleed)
    assert len(sheet.fronts) == len(sheet.reverse) > 0
    for front, back in zip(sheet.fronts, sheet.reverse, strict=True):
        for u, v in ((0, 0), (width, 0), (width / 3, height / 4)):
            # A card turned like a page: what is left on its front is right on its back, and up stays up.
            assert through_the_paper(*inked(front, u, v), sheet) == pytest.approx(inked(back, width - u, v))


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_counters_meet_their_backs(mode: str, paper: str) -> None:
    blocks = CounterPrinter(LETTERING, PALETTE).blocks()
    sheets = CounterSheets(LETTERING, PALETTE, paper, mode)
    places = sheets.places(blocks)
    assert len(places) == sum(len(block.pieces) for block in blocks)
    page = sheets.pages(blocks)[0]
    sheet = Plan(paper, page.width, page.height, 5, 0, 1, 1, mode, (), ())
    for front, back in places:
        width, height = front.box.width, front.box.height
        assert through_the_paper(*inked(front, 1, 2), sheet) == pytest.approx(inked(back, width - 1, 2))
        assert front.box.x >= 5
        assert front.box.bottom <= page.height - 5
        assert height > 0


@pytest.mark.parametrize(("mode", "paper", "language"), list(product(MODES, ("a4", "letter"), known_languages())))
def test_names_of_counters_stand_clear_of_the_cut_marks(mode: str, paper: str, language: str) -> None:
    lettering = Lettering.load(LETTERING.catalogue, language)
    blocks = CounterPrinter(lettering, PALETTE).blocks()
    found = set()
    for page in CounterSheets(lettering, PALETTE, paper, mode).pages(blocks):
        drawn = list(drawn_on(item for item in page.items if isinstance(item, Path | Text)))
        for name in (one for one in drawn if named(one.item) in {block.name for block in blocks}):
            found.add(named(name.item))
            around = name.box.inset(-0.2, -0.4)
            assert not [one for one in drawn if isinstance(one.item, Path) and meet(one.box, around)]
            assert around.right < page.width / (2 if mode == "gutterfold" else 1)
    assert found == {block.name for block in blocks}


@pytest.mark.parametrize(
    ("paper", "bleed", "across", "grid"),
    [("a4", 0, False, (3, 3)), ("letter", 0, False, (3, 3)), ("a4", 3, True, (4, 2)), ("letter", 3, True, (3, 2))],
)
def test_grids_of_poker_cards(paper: str, bleed: float, across: bool, grid: tuple[int, int]) -> None:
    sheet = plan(POKER, paper, bleed=bleed)
    assert (sheet.columns, sheet.rows) == grid
    assert (sheet.width > sheet.height) is across


def test_gutterless_cards_touch() -> None:
    boxes = [slot.box for slot in plan(POKER).fronts]
    assert boxes[1].x == pytest.approx(boxes[0].right)
    assert boxes[3].y == pytest.approx(boxes[0].bottom)


def test_a_margin_too_wide_proposes_a_grid_that_fits() -> None:
    with pytest.raises(Unreadable) as raised:
        plan(POKER, "letter", margin=8)
    (finding,) = raised.value.findings
    assert finding.code == "sheet-too-small"
    assert finding.values["free"] == "6.35"
    grid = (finding.fixes[0].values["columns"], finding.fixes[0].values["rows"])
    sheet = plan(POKER, "letter", margin=8, grid=grid)
    assert min(sheet.block.x, sheet.block.y) >= 8


@pytest.mark.parametrize(("mode", "paper", "bleed"), list(product((*MODES, "none"), ("a4", "letter"), (0.0, 3.0))))
def test_cut_marks_lie_outside_the_cards_and_off_the_edge(mode: str, paper: str, bleed: float) -> None:
    sheet = plan(POKER, paper, mode, bleed)
    block = sheet.block.inset(-bleed)
    marks = [mark for mark in cut_marks(sheet, PALETTE) if isinstance(mark, Path)]
    assert marks
    for mark in marks:
        for _, x, y in mark.segments:
            assert sheet.margin - 1e-6 <= x <= sheet.width - sheet.margin + 1e-6
            assert sheet.margin - 1e-6 <= y <= sheet.height - sheet.margin + 1e-6
            assert not (block.x < x < block.right and block.y < y < block.bottom)


def test_the_back_offset_moves_backs_only() -> None:
    piece = Piece("1", (line(0, 0, 1, 1, "#000000", 1),), (line(0, 0, 1, 1, "#ffffff", 1),))
    plain, moved = (
        SheetMaker(plan(POKER), LETTERING, PALETTE, "x", offset).sheets([piece]) for offset in ((0.0, 0.0), (0.8, -0.4))
    )
    assert plain[0] == moved[0]
    one, other = (page.items[0] for page in (plain[1], moved[1]))
    assert isinstance(one, Group)
    assert isinstance(other, Group)
    assert (other.matrix[4] - one.matrix[4], other.matrix[5] - one.matrix[5]) == pytest.approx((0.8, -0.4))


def test_every_sheet_says_what_it_is() -> None:
    piece = Piece("1", (), ())
    pages = SheetMaker(plan(POKER), LETTERING, PALETTE, "Cards").sheets([piece] * 10)
    assert len(pages) == 4
    for page in pages:
        words = " ".join(item.text for item in flat(page.items) if isinstance(item, Text))
        for part in ("Cards", " of 2", "print at 100 %", " en ", "wsdv_tools", "50 mm"):
            assert part in words, part


def test_single_sheets_keep_their_numbers() -> None:
    piece = Piece("1", (), ())
    pages = SheetMaker(plan(POKER, backs="none"), LETTERING, PALETTE, "Cards").sheets([piece] * 40, only=[5, 3])
    assert [page.title for page in pages] == ["Cards, Sheet 3 of 5", "Cards, Sheet 5 of 5"]


@pytest.mark.parametrize(
    ("board", "paper", "sheets"), [((420, 594), "a4", 6), ((594, 841), "a4", 9), ((420, 594), "letter", 6)]
)
def test_tiles_cover_the_board_and_overlap(board: tuple[float, float], paper: str, sheets: int) -> None:
    cut = tiling(board, paper, 5)
    assert cut.columns * cut.rows == sheets
    last = cut.part(cut.rows - 1, cut.columns - 1)
    assert (last.right, last.bottom) == pytest.approx((cut.area.right, cut.area.bottom))
    assert cut.part(0, 1).x == pytest.approx(cut.part(0, 0).right - cut.overlap)
    assert {part[2:] for part in (cut.part(0, 0), last)} == {cut.tile}
    assert cut.window.x >= cut.margin - 1e-6
    assert cut.window.y >= cut.margin - 1e-6


@pytest.mark.parametrize("language", ["de", "en", "es", "hu"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_words_on_tiles_do_not_meet(language: str, paper: str) -> None:
    """A narrow tile says less, and no word runs into the ruler or the next sheet's strip."""
    lettering = Lettering.load(LETTERING.catalogue, language)
    for size in ("a1", "a2"):
        printer = TilePrinter(BoardPrinter(lettering, PALETTE).page(size), paper, lettering, PALETTE)
        for page in printer.pages()[1:]:
            words = [item for item in page.items if isinstance(item, Text)]  # those of the strip below
            for left, right in pairwise(sorted(words, key=lambda text: text.x - starts(text))):
                assert left.x - starts(left) + left.length < right.x - starts(right), (left.text, right.text)
        assert [finding.values for finding in printer.findings if finding.is_error] == []


def starts(text: Text) -> float:
    """How far a text begins to the left of its point."""
    return {"start": 0.0, "middle": text.length / 2, "end": text.length}[text.anchor]


def test_counters_are_as_many_as_sites_and_pieces() -> None:
    assert counts(LETTERING.catalogue) == {
        "west": 25, "east": 12, "external": 4, "rundown": 12, "rheinsberg": 1,
        "infrastructure": 76, "unrest": 50, "living_standard": 35, "socialist": 12,
    }  # fmt: skip
