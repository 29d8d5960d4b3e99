"""Sheets: what lies where, that backs meet fronts, and that marks stay inside the printable part."""

from __future__ import annotations

from itertools import pairwise, product

import pytest
from hypothesis import given, settings, strategies

from tests.overlaps import drawn_on, meet, named
from wsdv_tools.components.board import BoardPrinter
from wsdv_tools.components.card_faces import Piece
from wsdv_tools.components.card_layout import size_in_mm, sizes
from wsdv_tools.components.counter_sheets import CounterSheets
from wsdv_tools.components.counters import CounterPrinter, counts
from wsdv_tools.components.cuts import cut_marks
from wsdv_tools.components.imposition import Plan, Slot, plan
from wsdv_tools.components.lettering import Lettering
from wsdv_tools.components.paper import reading_paper
from wsdv_tools.components.sheets import SheetMaker
from wsdv_tools.components.tiles import TilePrinter, tiling
from wsdv_tools.drawing.palette import Palette
from wsdv_tools.drawing.shapes import Box, Group, Path, Text, flat, line
from wsdv_tools.facts import Catalogue
from wsdv_tools.findings import Unreadable
from wsdv_tools.words.choosing import known_languages

PALETTE = Palette.load("full")
LETTERING = Lettering.load(Catalogue.load(), "en")
POKER = (63.5, 88.9)
MODES = ("duplex-long", "duplex-short", "gutterfold")


def through_the_paper(x: float, y: float, sheet: Plan) -> tuple[float, float]:
    """Where a needle comes out that is pushed through the front, in the back's own coordinates.

    Written down from how a printer turns paper, not from the code: the long edge of an upright sheet stands, so
    that turning around it swaps left and right; that of a sheet laid across lies, and swaps above and below.
    """
    upright = sheet.height >= sheet.width
    swaps_sides = {"duplex-long": upright, "duplex-short": not upright, "gutterfold": upright}[sheet.backs]
    return (sheet.width - x, y) if swaps_sides else (x, sheet.height - y)


def inked(slot: Slot, u: float, v: float) -> tuple[float, float]:
    """Where the point (u, v) of a piece's drawing is printed."""
    if slot.is_turned:
        return (slot.box.right - u, slot.box.bottom - v)
    return (slot.box.x + u, slot.box.y + v)


@pytest.mark.parametrize(("mode", "paper", "size"), list(product(MODES, ("a4", "letter"), sizes())))
@pytest.mark.parametrize(("bleed", "gap"), [(0.0, 0.0), (3.0, 0.0), (0.0, 4.0)])
def test_front_meets_back(mode: str, paper: str, size: str, bleed: float, gap: float) -> None:
    width, height = size_in_mm(size)
    sheet = plan((width, height), paper, mode, bleed, gap=gap)
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
    [
        ("a4", 0, False, (3, 3)),
        ("letter", 0, True, (4, 2)),  # 3 x 3 would leave 1.3 mm for the marks above
        ("a4", 3, True, (4, 2)),
        ("letter", 3, True, (3, 2)),
        ("a3", 0, True, (6, 3)),
        ("legal", 0, True, (5, 2)),
        ("320x450", 0, True, (6, 3)),
    ],
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
        plan(POKER, "letter", margin=14)
    (finding,) = raised.value.findings
    assert finding.code == "sheet-too-small"
    assert finding.values["free"] == "12.7"
    grid = (finding.fixes[0].values["columns"], finding.fixes[0].values["rows"])
    sheet = plan(POKER, "letter", margin=14, grid=grid)
    assert min(sheet.block.x, sheet.block.y) >= 14


def test_a_narrower_margin_takes_more_cards_and_a_wider_one_fewer() -> None:
    assert len(plan(POKER, "letter", margin=3).fronts) == 9
    assert len(plan(POKER, "a4", margin=8).fronts) == 8  # 3 x 3 would leave 1.75 mm for the marks


def test_a_card_larger_than_the_paper_is_told() -> None:
    with pytest.raises(Unreadable) as raised:
        plan(POKER, "100x100")
    (finding,) = raised.value.findings
    assert (finding.code, finding.values["paper"], finding.fixes) == ("sheet-too-small", "100 × 100 mm", ())


CUTS = list(product((*MODES, "none"), ("a4", "letter"), (0.0, 3.0), (0.0, 2.0, 4.0)))


def guides(sheet: Plan, pieces: int | None = None) -> list[tuple[float, float, float, float]]:
    """Every line that the knife follows, by its ends."""
    found = []
    for item in cut_marks(sheet, PALETTE, pieces):
        assert isinstance(item, Path)
        if item.stroke != PALETTE["paper"]:
            (_, x1, y1), (_, x2, y2) = item.segments
            found.append((x1, y1, x2, y2))
    return found


@pytest.mark.parametrize(("mode", "paper", "bleed", "gap"), CUTS)
def test_marks_keep_out_of_the_cards_and_off_the_edge(mode: str, paper: str, bleed: float, gap: float) -> None:
    sheet = plan(POKER, paper, mode, bleed, gap=gap)
    boxes = [slot.box for slot in (*sheet.fronts, *(sheet.reverse if mode == "gutterfold" else ()))]
    assert guides(sheet)
    for x1, y1, x2, y2 in guides(sheet):
        for x, y in ((x1, y1), (x2, y2), ((x1 + x2) / 2, (y1 + y2) / 2)):
            assert sheet.margin - 1e-6 <= x <= sheet.width - sheet.margin + 1e-6
            assert sheet.margin - 1e-6 <= y <= sheet.height - sheet.margin + 1e-6
            assert not [
                box for box in boxes if box.x + 0.01 < x < box.right - 0.01 and box.y + 0.01 < y < box.bottom - 0.01
            ]


@pytest.mark.parametrize(("mode", "paper", "bleed", "gap"), CUTS)
def test_every_corner_has_something_to_follow_in_both_directions(
    mode: str, paper: str, bleed: float, gap: float
) -> None:
    """In the waste beside the corner, so that it is there for the second cut, too; and long enough for a ruler."""
    sheet = plan(POKER, paper, mode, bleed, gap=gap)
    lines = guides(sheet)
    assert min(abs(x2 - x1) + abs(y2 - y1) for x1, y1, x2, y2 in lines) >= 3 - 1e-6
    for slot in sheet.fronts:
        left, top, right, bottom = slot.box.x, slot.box.y, slot.box.right, slot.box.bottom
        for x, y in ((left, top), (right, top), (left, bottom), (right, bottom)):
            upright = [ends for ends in lines if ends[0] == ends[2] == pytest.approx(x, abs=1e-3)]
            level = [ends for ends in lines if ends[1] == ends[3] == pytest.approx(y, abs=1e-3)]
            assert min(_apart(y, y1, y2) for _, y1, _, y2 in upright) <= bleed + 0.8 + 1e-3
            assert min(_apart(x, x1, x2) for x1, _, x2, _ in level) <= bleed + 0.8 + 1e-3


def _apart(point: float, start: float, end: float) -> float:
    low, high = sorted((start, end))
    return max(low - point, point - high, 0.0)


@pytest.mark.parametrize(("paper", "bleed"), list(product(("a4", "letter", "a3", "legal"), (0.0, 3.0))))
@pytest.mark.parametrize("language", known_languages())
def test_the_note_keeps_clear_of_the_marks(paper: str, bleed: float, language: str) -> None:
    lettering = Lettering.load(LETTERING.catalogue, language)
    for size in sizes():
        sheet = plan(size_in_mm(size), paper, "none", bleed)
        (page,) = SheetMaker(sheet, lettering, PALETTE, lettering.say("texts.cards-sheet")).sheets([Piece("1", (), ())])
        drawn = list(drawn_on(item for item in page.items if not isinstance(item, Group)))
        marks = [Box(min(a, c), min(b, d), abs(c - a), abs(d - b)) for a, b, c, d in guides(sheet)]
        texts = [one.box for one in drawn if isinstance(one.item, Text)]
        words = [item.text for item in flat(page.items) if isinstance(item, Text)]
        assert any(word.endswith("0 mm") for word in words), size
        assert "wsdv_tools" in " ".join(words), size
        note = [item for item in flat(page.items) if isinstance(item, Text) and not item.text.endswith("0 mm")]
        assert len({item.size for item in note}) == 1, size
        assert not [(text, mark) for text in texts for mark in marks if meet(text, mark.inset(-0.5))]


def test_a_machine_finds_its_marks_and_nothing_else_in_the_corners() -> None:
    sheet = plan(POKER, machine="silhouette")
    assert (sheet.columns, sheet.rows, sheet.width > sheet.height) == (4, 2, True)
    square, upper, lower = (mark for mark in cut_marks(sheet, PALETTE) if isinstance(mark, Path))
    assert [point[1:] for point in square.segments[:-1]] == [(10, 10), (15, 10), (15, 15), (10, 15)]
    assert [point[1:] for point in upper.segments] == [(267, 10), (287, 10), (287, 30)]
    assert [point[1:] for point in lower.segments] == [(10, 180), (10, 200), (30, 200)]
    assert {mark.width for mark in (upper, lower)} == {0.3}
    (page, _) = SheetMaker(sheet, LETTERING, PALETTE, "Cards").sheets([Piece("1", (), ())] * 8)
    words = [one.box for one in drawn_on(page.items) if isinstance(one.item, Text)]
    corners = [Box(x, y, 20, 20) for x in (0, 277) for y in (0, 190)]
    taken = [*words, *(slot.box for slot in sheet.fronts)]
    assert not [(box, corner) for box in taken for corner in corners if meet(box, corner)]


@pytest.mark.parametrize("mode", ["duplex-long", "duplex-short"])
def test_backs_go_on_beyond_the_outermost_cuts(mode: str) -> None:
    """A printer that turns the paper 1 mm off must not leave a white edge; neighbours stay as they are."""
    sheet = plan(POKER, backs=mode)
    page = SheetMaker(sheet, LETTERING, PALETTE, "Cards").sheets([Piece("1", (), ())] * 9)[1]
    reached = [_reached(item) for item in page.items[:9]]
    block = sheet.block
    assert min(box.x for box in reached) == pytest.approx(block.x - 2)
    assert max(box.bottom for box in reached) == pytest.approx(block.bottom + 2)
    assert not [(one, other) for one, other in pairwise(reached) if meet(one, other)]


def _reached(item: object) -> Box:
    """The box that a piece is cut off at, as it lies on the page."""
    assert isinstance(item, Group)
    if item.clip is None:  # turned by half a circle
        (inner,) = item.items
        box = _reached(inner)
        return Box(item.matrix[4] - box.right, item.matrix[5] - box.bottom, box.width, box.height)
    xs, ys = zip(*(segment[1:] for segment in item.clip.segments[:-1]), strict=True)
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)).moved(*item.matrix[4:])


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
        for part in ("Cards", " of 2", "print at 100%", " en ", "wsdv_tools", "50 mm"):
            assert part in words, part


@pytest.mark.parametrize(("pieces", "rows", "columns"), [(1, 1, 1), (3, 1, 3), (4, 2, 3), (9, 3, 3)])
def test_a_sheet_that_is_not_full_has_lines_only_around_its_cards(pieces: int, rows: int, columns: int) -> None:
    sheet = plan(POKER, backs="none")
    block, (width, height) = sheet.block, POKER
    lines = guides(sheet, pieces)
    upright, across = ([ends for ends in lines if ends[way] == ends[way + 2]] for way in (0, 1))
    assert {round(x - block.x, 2) for x, *_ in upright} == {round(width * n, 2) for n in range(columns + 1)}
    assert {round(y - block.y, 2) for _, y, *_ in across} == {round(height * n, 2) for n in range(rows + 1)}
    # A hairline runs along every cut, from the first card to the last, also in a single row.
    hairs = {(round(y1, 3), round(y2, 3)) for _, y1, _, y2 in upright if y1 < block.y + 1 < y2}
    assert hairs == {(round(block.y, 3), round(block.y + height * rows, 3))}


def test_marks_are_those_of_the_cards_on_the_sheet() -> None:
    piece, sheet = Piece("1", (), ()), plan(POKER, backs="none")
    full, rest = SheetMaker(sheet, LETTERING, PALETTE, "Cards").sheets([piece] * 10)
    for page, pieces in ((full, 9), (rest, 1)):
        marks = cut_marks(sheet, PALETTE, pieces)
        assert [item for item in page.items if item in marks] == marks


def test_single_sheets_keep_their_numbers() -> None:
    piece = Piece("1", (), ())
    pages = SheetMaker(plan(POKER, backs="none"), LETTERING, PALETTE, "Cards").sheets([piece] * 40, only=[5, 3])
    assert [page.title for page in pages] == ["Cards, sheet 3 of 5", "Cards, sheet 5 of 5"]


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


@pytest.mark.parametrize(("paper", "bleed"), list(product(("a4", "letter", "a3", "legal"), (0.0, 3.0))))
def test_backs_end_before_the_note(paper: str, bleed: float) -> None:
    for size in sizes():
        sheet = plan(size_in_mm(size), paper, "duplex-long", bleed)
        pieces = [Piece("1", (), ())] * len(sheet.fronts)
        page = SheetMaker(sheet, LETTERING, PALETTE, "Cards").sheets(pieces)[1]
        reached = [_reached(item) for item in page.items[: len(pieces)]]
        notes = [one.box for one in drawn_on(item for item in page.items if isinstance(item, Text))]
        assert not [(note, box) for note in notes for box in reached if meet(note, box)]


@pytest.mark.parametrize(
    ("paper", "read"), [("legal", "legal"), ("a3", "a4"), ("320x450", "a4"), ("210x320", "210x320")]
)
def test_lines_of_text_stay_short_on_wide_paper(paper: str, read: str) -> None:
    assert reading_paper(paper) == read


millimetres = strategies.floats(0, 12).map(lambda number: round(number, 1))


@settings(max_examples=200, deadline=None)
@given(
    paper=strategies.tuples(strategies.integers(100, 500), strategies.integers(100, 700)),
    piece=strategies.tuples(strategies.integers(35, 120), strategies.integers(55, 200)),
    mode=strategies.sampled_from((*MODES, "none")),
    bleed=millimetres,
    gap=millimetres,
    margin=millimetres,
    machine=strategies.sampled_from((None, "silhouette")),
)
def test_any_sheet_is_whole_or_refused(
    paper: tuple[int, int],
    piece: tuple[int, int],
    mode: str,
    bleed: float,
    gap: float,
    margin: float,
    machine: str | None,
) -> None:
    """Whatever is wished for: pieces stay on the printable part, apart from each other, and meet their backs."""
    try:
        sheet = plan(piece, "{}x{}".format(*paper), mode, bleed, margin, None, gap, machine)
    except Unreadable as raised:
        refused = [finding.code for finding in raised.findings]
        sheet = None
    if sheet is None:
        assert refused == ["sheet-too-small"]
        return
    boxes = [slot.box.inset(-bleed) for slot in (*sheet.fronts, *(sheet.reverse if mode == "gutterfold" else ()))]
    printable = Box(0, 0, sheet.width, sheet.height).inset(margin - 1e-6)
    for number, box in enumerate(boxes):
        assert printable.x <= box.x <= box.right <= printable.right
        assert printable.y <= box.y <= box.bottom <= printable.bottom
        assert not [other for other in boxes[:number] if meet(box.inset(0.01), other.inset(0.01))]
    for front, back in zip(sheet.fronts, sheet.reverse, strict=mode != "none"):
        assert through_the_paper(*inked(front, 1, 2), sheet) == pytest.approx(inked(back, piece[0] - 1, 2))
    if not machine:
        assert min(abs(x2 - x1) + abs(y2 - y1) for x1, y1, x2, y2 in guides(sheet)) >= 3 - 1e-6
