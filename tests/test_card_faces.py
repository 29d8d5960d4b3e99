"""How the cards look: what is cut off, what is centred, what covers what, and how much ink they take."""

from __future__ import annotations

import math
from collections import Counter
from functools import cache

import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageStat

from tests.overlaps import drawn_on
from wsdv_tools.components.card_faces import CardPrinter
from wsdv_tools.components.card_layout import Layout, is_size, size_in_mm, sizes
from wsdv_tools.components.lettering import Lettering
from wsdv_tools.drawing import Document, Page
from wsdv_tools.drawing.palette import Palette, template
from wsdv_tools.drawing.pdf import pdf
from wsdv_tools.drawing.shapes import Box, Group, Item, Text, Use, moved
from wsdv_tools.facts import Card, Catalogue
from wsdv_tools.words.choosing import known_languages

CATALOGUE = Catalogue.load()
CARDS = list(CATALOGUE.cards.values())
PALETTE = Palette.load("full")
ONE_OF_EACH = [CATALOGUE.cards[number] for number in ("1", "14", "15", "II", "IV-wall-falls")]
SAFE = 75 / 300 * 25.4 - 37.5 / 300 * 25.4  # what The Game Crafter wants free inside the cut


@cache
def printer(code: str, size: str = "poker", bleed: float = 0.0, ink: str = "full") -> CardPrinter:
    return CardPrinter(Lettering.load(CATALOGUE, code), Palette.load(ink), size, bleed)


def rendered(drawings: list[tuple[Item, ...]], width: float, height: float, bleed: float = 0.0) -> list[Image.Image]:
    """Each drawing as a picture with 8 pixels for a millimetre."""
    pages = [Page(width + 2 * bleed, height + 2 * bleed, (moved(drawing, bleed, bleed),)) for drawing in drawings]
    document = pypdfium2.PdfDocument(pdf(Document("", "en", tuple(pages))))
    return [page.render(scale=8 * 25.4 / 72).to_pil().convert("RGB") for page in document]


def sides(one: CardPrinter) -> list[tuple[Item, ...]]:
    return [*(one.face(card) for card in ONE_OF_EACH), *(one.back(decade) for decade in (1, 2, 3, 4))]


@pytest.mark.parametrize("size", ["poker", "mini-euro", "70x120"])
def test_after_cutting_cards_with_and_without_bleed_look_the_same(size: str) -> None:
    width, height = size_in_mm(size)
    inside = (25, 25, int(24 + width * 8), int(24 + height * 8))
    plain, bleeding = (
        [picture.crop(inside) for picture in rendered(sides(printer("de", size, bleed)), width, height, 3.0)]
        for bleed in (0.0, 3.0)
    )
    for one, other in zip(plain, bleeding, strict=True):
        assert max(ImageStat.Stat(ImageChops.difference(one, other)).mean) < 0.1


def test_picture_bar_and_pattern_run_to_the_edge_of_the_bleed() -> None:
    width, height = size_in_mm("poker")
    pictures = rendered(sides(printer("de", bleed=3.0)), width, height, 3.0)
    paper = (255, 255, 255)
    for card, picture in zip(ONE_OF_EACH, pictures, strict=False):
        right, bottom = picture.width - 2, picture.height - 2
        outer, inner = picture.getpixel((right, 100)), picture.getpixel((right - 30, 100))
        if card.colour == "red":
            assert outer == inner == picture.getpixel((right, bottom))  # the bar, all the way down
            assert outer != paper
        # Beyond the cut the picture goes on as in a mirror.
        edge, mirror = (picture.getpixel((picture.width // 2, y)) for y in (24 + 6, 24 - 7))
        assert edge == pytest.approx(mirror, abs=6)
        assert picture.getpixel((picture.width // 2, 1)) != paper or edge == paper
    for back in pictures[len(ONE_OF_EACH) :]:
        corners = [back.getpixel((x, y)) for x in (1, back.width - 2) for y in (1, back.height - 2)]
        assert paper not in corners


@pytest.mark.parametrize("size", ["poker", "bridge", "euro"])
@pytest.mark.parametrize("code", known_languages())
def test_words_and_signs_keep_off_the_cut(size: str, code: str) -> None:
    one = printer(code, size)
    inside = Box(0, 0, one.width, one.height).inset(SAFE)
    for card in CARDS:
        (whole,) = one.face(card)
        assert isinstance(whole, Group)
        for drawn in drawn_on(item for item in whole.items if isinstance(item, Text | Use)):
            box = drawn.box
            assert inside.x <= box.x + 1e-6 <= box.right <= inside.right + 1e-6, (card.id, drawn.item)
            assert inside.y <= box.y + 1e-6 <= box.bottom <= inside.bottom + 1e-6, (card.id, drawn.item)


@pytest.mark.parametrize("code", known_languages())
def test_title_years_and_number_stand_in_the_middle_of_the_panel(code: str) -> None:
    one, layout = printer(code), Layout.of("poker")
    for card in CARDS:
        (whole,) = one.face(card)
        assert isinstance(whole, Group)
        middle = layout.panel(card.colour).middle[0]
        texts = [drawn for drawn in drawn_on(whole.items) if isinstance(drawn.item, Text)]
        title = [drawn.box for drawn in texts if layout.titles[0] < drawn.box.y < layout.titles[1]]
        assert len(title) >= 2
        number = [drawn.box for drawn in texts if drawn.item.text == card.number and drawn.box.y > layout.foot[0]]
        for box in (*title, *number):
            assert box.middle[0] == pytest.approx(middle, abs=0.01), card.id


@pytest.mark.parametrize("code", known_languages())
def test_titles_keep_away_from_the_picture(code: str) -> None:
    one, layout = printer(code), Layout.of("poker")
    for card in CARDS:
        (whole,) = one.face(card)
        assert isinstance(whole, Group)
        tops = [drawn.box.y for drawn in drawn_on(whole.items) if isinstance(drawn.item, Text)]
        assert min(top for top in tops if top > layout.picture) - layout.picture >= 2.5, card.id


def icon_side(card: Card, one: CardPrinter) -> float:
    """The side of a card's icons: their signs fill four fifths of a tile."""
    (whole,) = one.face(card)
    assert isinstance(whole, Group)
    layout = Layout.of("poker")
    signs = [item for item in whole.items if isinstance(item, Use) and layout.icons[0] < item.y < layout.icons[1]]
    return max(round(sign.width / (0.76 if "plain" in sign.symbol.name else 0.8), 2) for sign in signs)


def test_icons_have_one_size_through_all_cards_and_languages() -> None:
    found = Counter(
        icon_side(card, printer(code)) for code in known_languages() for card in CARDS if card.icons or card.arrows
    )
    usual = template("card")["layouts"]["poker"]["icons"]["side"]
    assert found[usual] >= 0.99 * found.total()


def test_no_value_and_no_mark_covers_a_head() -> None:
    """The heads of small people are black discs."""
    one, found = printer("de"), 0
    for card in CARDS:
        (whole,) = one.face(card)
        assert isinstance(whole, Group)
        picture = next(item for item in whole.items if isinstance(item, Group))
        use = next(item for item in _all(picture) if isinstance(item, Use))
        scale, x, y = use.matrix[0], use.matrix[4], use.matrix[5]
        covers = _covers(card)
        for shape in template("emblems")["symbols"][card.emblem]["shapes"]:
            if "circle" in shape and shape.get("fill") == "ink":
                left, top, radius = map(float, shape["circle"].split())
                if 3 <= radius <= 4.5:
                    found += 1
                    head = (left * scale + x, top * scale + y)
                    assert not [box for box in covers if _distance(head, box) < radius * scale], (card.id, shape)
    assert found > 40


def _all(group: Group) -> list[Item]:
    return [inner for item in group.items for inner in (_all(item) if isinstance(item, Group) else [item])]


def _covers(card: Card) -> list[Box]:
    layout = Layout.of("poker")
    values = 1 if card.is_special or len(set(card.values.values())) == 1 else 2
    boxes = [layout.value.moved(0, number * layout.entry["value"]["step"]) for number in range(values)]
    marks = card.flight + bool(card.police)
    return boxes + [layout.mark.moved(0, number * layout.entry["marks"]["step"]) for number in range(marks)]


def _distance(point: tuple[float, float], box: Box) -> float:
    x, y = point
    return math.hypot(max(box.x - x, 0, x - box.right), max(box.y - y, 0, y - box.bottom))


@pytest.mark.parametrize("size", ["poker", "mini-euro"])
def test_two_titles_have_air(size: str) -> None:
    one = CardPrinter(Lettering.load(CATALOGUE, "hu", "de"), PALETTE, size)
    for card in CARDS:
        (whole,) = one.face(card)
        assert isinstance(whole, Group)
        texts = [drawn for drawn in drawn_on(whole.items) if isinstance(drawn.item, Text)]
        second = [drawn.box for drawn in texts if drawn.item.weight == "italic"]
        main = [drawn.box for drawn in texts if drawn.item.weight == "bold" and drawn.item.size > 7.4]
        if second:
            above = max(box.bottom for box in main if box.bottom < second[0].bottom)
            assert second[0].y - above > 0.4, card.id


def ink(edition: str) -> float:
    """The part of the fronts that is covered, all three colours taken together."""
    one = printer("de", ink=edition)
    pages = tuple(Page(one.width, one.height, one.face(card)) for card in CARDS)
    shown = [
        page.render(scale=0.5).to_pil().convert("RGB") for page in pypdfium2.PdfDocument(pdf(Document("", "de", pages)))
    ]
    return 1 - sum(sum(ImageStat.Stat(picture).mean) for picture in shown) / (3 * 255 * len(shown))


def test_little_ink_is_less_than_half() -> None:
    assert ink("low") < 0.5 * ink("full")


@pytest.mark.parametrize("size", ["poker", "41x63", "50x80", "63x88", "70 x 120 mm".replace(" ", ""), "100×150"])
def test_cards_of_any_size(size: str) -> None:
    assert is_size(size)
    one = printer("de", size)
    assert one.pieces(CARDS)
    assert (one.width, one.height) == pytest.approx(size_in_mm(size))
    assert one.findings == []


def test_a_card_too_small_for_its_words_says_which() -> None:
    one = printer("hu", "35x55")
    one.pieces(CARDS)
    assert {finding.code for finding in one.findings} == {"fit"}
    assert all(float(finding.values["millimetres"]) > 0 for finding in one.findings)


@pytest.mark.parametrize("size", ["tarot", "88x63", "10x20", "63x", "63.5x500"])
def test_no_card_has_such_a_size(size: str) -> None:
    assert not is_size(size)
    assert size not in sizes()
