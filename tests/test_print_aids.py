"""The icon sheet with its cards, strips with all texts of a card, the test page, and the names of tiles."""

from __future__ import annotations

import re
from functools import cache
from itertools import combinations

import pytest

from tests.overlaps import Drawn, along, drawn_on, meet
from wsdv_tools.components.board import BoardPrinter, formats
from wsdv_tools.components.calibration import calibration
from wsdv_tools.components.icon_rows import clusters
from wsdv_tools.components.lettering import Lettering
from wsdv_tools.components.paper import papers
from wsdv_tools.components.reference import ReferencePrinter
from wsdv_tools.components.strips import StripPrinter
from wsdv_tools.components.tiles import TilePrinter
from wsdv_tools.drawing.palette import Palette, template
from wsdv_tools.drawing.shapes import Box, Page, Path, Text, Use, flat
from wsdv_tools.facts import Catalogue
from wsdv_tools.words.choosing import known_languages

CATALOGUE = Catalogue.load()
PALETTE = Palette.load("full")
NOTES = next(one for one in template("reference")["sheets"]["icons"]["sections"] if "anatomy" in one)["anatomy"][
    "notes"
]


@cache
def lettering(code: str) -> Lettering:
    return Lettering.load(CATALOGUE, code)


@cache
def icon_sheet(code: str) -> list[Drawn]:
    (page,) = ReferencePrinter(lettering(code), PALETTE).pages("icons")
    return list(drawn_on(page.items))


def discs(code: str) -> list[Box]:
    """The dark discs of numbers, those on the cards first."""
    return [one.box for one in icon_sheet(code) if isinstance(one.item, Path) and one.item.fill == PALETTE["slate"]]


@pytest.mark.parametrize("code", known_languages())
def test_every_number_on_the_cards_is_told_and_covers_nothing(code: str) -> None:
    on_cards = discs(code)[: len(NOTES)]
    assert len(discs(code)) == 2 * len(NOTES)
    drawn = icon_sheet(code)
    last = max(number for number, one in enumerate(drawn) if one.box in on_cards)
    faces = [
        one
        for one in drawn[: last - 2 * len(NOTES)]
        if isinstance(one.item, Text | Use) and not _is_picture(one) and one.box.y > 30
    ]
    for number, disc in enumerate(on_cards, 1):
        inner = disc.inset(disc.width * 0.2)
        assert [one.item for one in faces if meet(one.box, inner)] == [], number


def _is_picture(one: Drawn) -> bool:
    return isinstance(one.item, Use) and one.item.symbol.name.startswith("emblem-")


@pytest.mark.parametrize("code", known_languages())
def test_the_icon_sheet_names_the_tracks(code: str) -> None:
    written = {one.item.text: one.box for one in icon_sheet(code) if isinstance(one.item, Text)}
    for track in ("prestige", "currency", "socialists"):
        name = f"{lettering(code).say(f'texts.track-{track}')}:"
        words = next(box for text, box in written.items() if text.startswith(name))
        beside = Box(words.x - 12, words.y - 3, 12, 9)
        assert any(
            isinstance(one.item, Use) and one.item.symbol.name == f"{track}-plain" and meet(one.box, beside)
            for one in icon_sheet(code)
        )


def test_icons_are_shown_in_every_colour_that_cards_have() -> None:
    shown = {one.item.symbol.name for one in icon_sheet("en") if isinstance(one.item, Use)}
    for card in CATALOGUE.cards.values():
        for icon in card.icons:
            scheme = "pink" if icon.kind == "police_pink" else icon.state.value
            assert f"{icon.kind}-{scheme}" in shown, (card.id, icon.kind)


@pytest.mark.parametrize("code", known_languages())
def test_strips_have_the_texts_that_bind_icons(code: str) -> None:
    printer = StripPrinter(lettering(code), PALETTE)
    strips = printer.pieces(CATALOGUE.cards.values())
    assert [finding for finding in printer.findings if finding.is_error] == []
    bound = 0
    for card, strip in zip(CATALOGUE.cards.values(), strips, strict=True):
        words = " ".join(item.text for item in flat(strip.front) if isinstance(item, Text))
        for cluster in clusters(card, lettering(code)):
            bound += bool(cluster.text)
            assert re.sub(r"[\s-]", "", cluster.text) in re.sub(r"[\s-]", "", words), card.id
        for one in drawn_on(strip.front):
            assert one.box.y + 0.5 >= 0, card.id
            assert one.box.bottom <= printer.height + 0.5, card.id
    assert bound > 25


def crosses(page: Page) -> list[tuple[float, float]]:
    """The middles of the crosses on the front of the test page."""
    lines = [item for item in flat(page.items) if isinstance(item, Path) and item.width == 0.35]
    found = []
    for across, down in zip(lines[::2], lines[1::2], strict=True):
        (x1, y1), (x2, _) = along(across.segments)
        (x3, y2), (_, y3) = along(down.segments)
        assert ((x1 + x2) / 2, (y2 + y3) / 2) == pytest.approx((x3, y1))
        found.append((x3, y1))
    return found


@pytest.mark.parametrize("paper", papers())
def test_crosses_in_the_corners_meet_their_scales_whichever_way_the_paper_turns(paper: str) -> None:
    front, back = calibration(lettering("de"), PALETTE, paper)
    middle, *corners = crosses(front)
    assert middle == (front.width / 2, front.height / 2)
    assert len(corners) == 4
    dots = {one.box.middle for one in drawn_on(back.items) if getattr(one.item, "fill", None) == PALETTE["east-deep"]}
    for x, y in (middle, *corners):
        for behind in ((front.width - x, y), (x, front.height - y)):
            assert any(behind == pytest.approx(dot) for dot in dots)
    (left, top), (right, _), (_, bottom), _ = corners
    assert (right - left) % 10 == pytest.approx(0) or (right - left) % 10 == pytest.approx(10)
    words = {item.text for item in flat(front.items) if isinstance(item, Text)}
    assert {f"{right - left:g} mm", f"{bottom - top:g} mm"} <= words


@pytest.mark.parametrize("paper", papers())
def test_everything_of_the_test_page_can_be_printed(paper: str) -> None:
    for page in calibration(lettering("hu"), PALETTE, paper):
        for one in drawn_on(item for item in page.items if not getattr(item, "matrix", None)):
            assert one.box.x >= 5
            assert one.box.right <= page.width - 5, one.item


@pytest.mark.parametrize("paper", papers())
def test_no_number_of_a_scale_meets_another(paper: str) -> None:
    for page in calibration(lettering("de"), PALETTE, paper):
        level = drawn_on(item for item in page.items if not getattr(item, "matrix", None))
        words = [one for one in level if isinstance(one.item, Text)]
        assert not [(a.item, b.item) for a, b in combinations(words, 2) if meet(a.box, b.box)]


@pytest.mark.parametrize("size", formats())
def test_no_tile_is_named_like_a_paper(size: str) -> None:
    board = BoardPrinter(lettering("de"), PALETTE).page(size)
    names = [page.title.rpartition(" ")[2] for page in TilePrinter(board, "a4", lettering("de"), PALETTE).pages()[1:]]
    assert names[:3] == ["1a", "1b", "2a"] if size == "a2" else names[0] == "1a"
    assert len(set(names)) == len(names)
    assert not any(re.fullmatch("[A-Z][0-9]", name) for name in names)
