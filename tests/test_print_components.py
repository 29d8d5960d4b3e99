"""Cards, board, counters and reference sheets, as display lists: every word fits, nothing covers anything."""

from __future__ import annotations

import math
from functools import cache
from itertools import permutations
from pathlib import Path as FilePath

import pytest

from tests.overlaps import distance, drawn_on, meet, named, overlaps
from wsdv_tools.components.board import BoardPrinter
from wsdv_tools.components.board_map import BoardMap
from wsdv_tools.components.card_faces import CardPrinter
from wsdv_tools.components.card_layout import sizes
from wsdv_tools.components.counters import CounterPrinter
from wsdv_tools.components.fit_checks import check_fit
from wsdv_tools.components.geography import distance_to
from wsdv_tools.components.geometry import Geometry
from wsdv_tools.components.icon_rows import Arrow, clusters
from wsdv_tools.components.kit import chosen_cards
from wsdv_tools.components.lettering import Lettering
from wsdv_tools.components.reference import ReferencePrinter, sheet_names
from wsdv_tools.components.worksheet import WorksheetPrinter
from wsdv_tools.drawing.palette import EDITIONS, Palette, template
from wsdv_tools.drawing.shapes import POINT, Box, Group, Item, Page, Path, Text, Use, flat
from wsdv_tools.drawing.symbols import has_symbol
from wsdv_tools.facts import Catalogue
from wsdv_tools.findings import Unreadable
from wsdv_tools.sources.yaml_reader import read_yaml
from wsdv_tools.words import Language
from wsdv_tools.words.choosing import known_languages

CATALOGUE = Catalogue.load()
PALETTE = Palette.load("full")


@cache
def lettering(code: str, second: str | None = None) -> Lettering:
    return Lettering.load(CATALOGUE, code, second)


def texts(items: tuple[Item, ...]) -> str:
    """All that is written, with line ends as blanks and divided words joined."""
    written = " ".join(item.text.strip() for item in flat(items) if isinstance(item, Text))
    return written.replace("- ", "-")


@pytest.mark.parametrize("code", known_languages())
def test_every_word_of_a_language_fits(code: str) -> None:
    assert [(finding.values["thing"], finding.values["text"]) for finding in check_fit(CATALOGUE, code)] == []


@pytest.mark.parametrize("size", sizes())
def test_a_second_language_fits(size: str) -> None:
    for code, second in (("de", "en"), ("en", "de")):
        printer = CardPrinter(lettering(code, second), PALETTE, size)
        faces = {card: texts(printer.face(card)) for card in CATALOGUE.cards.values()}
        assert printer.findings == []
        card = CATALOGUE.cards["14"]
        assert lettering(second).title(card) in faces[card]


@pytest.mark.parametrize("code", known_languages())
def test_a_face_shows_what_the_card_says(code: str) -> None:
    printer = CardPrinter(lettering(code), PALETTE)
    for card in CATALOGUE.cards.values():
        shown = printer.face(card)
        written = texts(shown)
        assert lettering(code).title(card) in written, card.id
        assert card.years in written
        used = [item.symbol.name.rpartition("-")[0] for item in flat(shown) if isinstance(item, Use)]
        assert used.count("flight") == card.flight
        for icon in card.icons:
            drawn = used.count(icon.kind) - (icon.kind.startswith("police_"))  # the mark at the upper right
            assert drawn == sum(other.count for other in card.icons if other.kind == icon.kind), card.id
        assert used.count("shield_west") == sum(
            i.count for i in (*card.icons, *card.each_decade_end[0]) if i.by == "west"
        )


def test_colour_is_told_by_more_than_colour() -> None:
    printer = CardPrinter(lettering("en"), Palette.load("mono"))
    marks = {}
    for card in (CATALOGUE.cards[number] for number in ("1", "14", "11")):
        shown = printer.face(card)
        words = next(w for w in ("WEST + EAST", "WEST", "EAST") if w in texts(shown))
        mark = next(i.symbol.name for i in flat(shown) if isinstance(i, Use) and i.symbol.name.startswith("mark_"))
        marks[card.colour] = (words, mark.partition("-")[0])
    assert marks == {
        "red": ("EAST", "mark_red"),
        "yellow": ("WEST", "mark_yellow"),
        "dual": ("WEST + EAST", "mark_dual"),
    }


def test_icons_under_one_text_share_it() -> None:
    (first, second, arrow) = clusters(CATALOGUE.cards["46"], lettering("en"))
    assert [part.kind for part in first.parts if not isinstance(part, Arrow)] == ["place_living_standard", "repair"]
    assert first.text == "East Berlin"
    assert second.text == ""
    assert arrow.has_arrows


def test_card_iv_is_one_piece_with_two_faces() -> None:
    pieces = CardPrinter(lettering("en"), PALETTE).pieces(CATALOGUE.cards.values())
    assert len(pieces) == 84
    four = next(piece for piece in pieces if piece.name == "IV")
    assert "Round Table" in texts(four.front)
    assert "Wall comes down" in texts(four.back)


def test_without_backs_both_faces_of_card_iv_are_cards() -> None:
    pieces = CardPrinter(lettering("en"), PALETTE).pieces(CATALOGUE.cards.values(), has_backs=False)
    assert len(pieces) == 85
    assert ["Round Table" in texts(pieces[-2].front), "Wall comes down" in texts(pieces[-1].front)] == [True, True]
    assert not any(piece.back for piece in pieces)


def test_every_card_has_an_emblem_of_its_own() -> None:
    emblems = [card.emblem for card in CATALOGUE.cards.values()]
    assert all(has_symbol(f"emblem-{emblem}") for emblem in emblems)
    assert len(set(emblems)) >= 40


def planted(tmp_path: FilePath, old: str, new: str) -> FilePath:
    words = (CATALOGUE.folder / "lang" / "en.yaml").read_text("utf-8")
    assert words.count(old) == 1
    path = tmp_path / "planted.yaml"
    path.write_text(words.replace(old, new), "utf-8")
    return path


def test_a_planted_overflow_is_told_with_card_language_and_millimetres(tmp_path: FilePath) -> None:
    title = "Unbelievably long title " * 8
    path = planted(tmp_path, '"Berlin Airlift"', f'"{title.strip()}"')
    finding = check_fit(CATALOGUE, str(path))[0]
    assert finding.code == "fit"
    assert finding.place is not None
    assert (finding.place.file, finding.place.line) == (str(path), 23)
    sentence = Language.load("en").sentence(finding)
    assert sentence.startswith("card 14 (")
    assert "(en)" in sentence
    assert f"is {finding.values['millimetres']} mm too large for its place even at 7 pt" in sentence
    assert float(finding.values["millimetres"]) > 5


def test_a_planted_letter_without_glyph_is_told(tmp_path: FilePath) -> None:
    path = planted(tmp_path, '"Berlin Airlift"', '"Berlin ✈ Airlift"')
    finding = check_fit(CATALOGUE, str(path))[0]
    assert finding.code == "glyph"
    sentence = Language.load("en").sentence(finding)
    assert "the font has no glyph for “✈” (U+2708) in “Berlin ✈ Airlift”" in sentence


def test_a_text_below_its_wished_sizes_is_a_warning(tmp_path: FilePath) -> None:
    path = planted(
        tmp_path,
        '"Berlin Airlift"',
        '"Berlin Airlift that went on, day by day, all through a long and cold winter"',
    )
    assert {finding.code for finding in check_fit(CATALOGUE, str(path))} == {"fit-shrunk"}


@pytest.mark.parametrize(
    ("wish", "numbers"), [("1-3,IV", ["1", "2", "3", "IV", "IV"]), ("iii, 80", ["80", "III"]), ("", None)]
)
def test_cards_are_chosen_by_number(wish: str, numbers: list[str] | None) -> None:
    chosen = [card.number for card in chosen_cards(CATALOGUE, wish)]
    assert chosen == numbers if numbers else len(chosen) == 85


@pytest.mark.parametrize("wish", ["81", "V", "1-", "0-3", "x"])
def test_a_card_that_does_not_exist_is_refused(wish: str) -> None:
    with pytest.raises(Unreadable) as raised:
        chosen_cards(CATALOGUE, wish)
    assert raised.value.findings[0].code == "unknown-print-card"


def gap(x: float, y: float, box: tuple[float, float, float, float]) -> float:
    left, top, right, bottom = box
    return math.hypot(max(left - x, 0, x - right), max(top - y, 0, y - bottom))


@cache
def geometry() -> Geometry:
    return Geometry.load(CATALOGUE)


@cache
def drawn_map() -> list[Item]:
    return list(flat(BoardMap(lettering("de"), PALETTE).draw()))


@cache
def blue_lines() -> list[tuple[tuple[float, float], tuple[float, float], float]]:
    """The lines for infrastructure with half their width."""
    found = []
    for item in drawn_map():
        if isinstance(item, Path) and item.stroke == PALETTE["blue"]:
            (_, x1, y1), (_, x2, y2) = item.segments
            found.append(((x1, y1), (x2, y2), item.width / 2))
    return found


def clearance(box: tuple[float, float, float, float]) -> float:
    """The least distance from a box to any line for infrastructure."""
    least = math.inf
    for start, end, half in blue_lines():
        steps = max(2, int(math.dist(start, end)))
        for step in range(steps + 1):
            x, y = (a + (b - a) * step / steps for a, b in zip(start, end, strict=True))
            least = min(least, gap(x, y, box) - half)
    return least


def test_the_board_has_every_line() -> None:
    assert len(blue_lines()) == sum(connection.lines for connection in CATALOGUE.connections.values())


def test_lines_of_two_connections_keep_apart() -> None:
    lines = [
        (one.id, ends)
        for one in CATALOGUE.connections.values()
        for ends in (place.ends for place in geometry().lines(one))
    ]
    for (one, ends), (other, stretch) in permutations(lines, 2):
        apart = min(distance_to(end, *stretch) for end in ends) - template("board")["connection"]["line"]
        assert apart > 1.2 or one == other, (one, other)


def test_no_connection_veils_the_border_of_the_states() -> None:
    drawn, cities = drawn_map(), geometry().geography.cities
    points = [
        (segment[-2], segment[-1])
        for item in drawn
        if isinstance(item, Path) and item.stroke == PALETTE["slate"]
        for segment in item.segments
    ]
    assert points
    for connection in CATALOGUE.connections.values():
        reach = (
            template("board")["connection"]["bands"][connection.lines - 1] + template("board")["border"]["states"]
        ) / 2
        ends = [cities[city.id] for city in connection.cities]
        assert min(distance_to(point, *ends) for point in points) > reach, connection.id


def test_signs_of_the_legend_end_before_its_words() -> None:
    layout = template("board")
    left, top, width, _ = layout["legend"]["box"]
    signs = [
        item
        for item in flat(BoardPrinter(lettering("hu"), PALETTE).drawing)
        if isinstance(item, Path) and item.width in layout["connection"]["bands"] and item.segments[0][2] > top
    ]
    signs = [item for item in signs if left - 9 < item.segments[0][1] < left + width]
    assert [item.width for item in signs] == layout["connection"]["bands"]
    for item in signs:
        assert item.segments[1][1] + (0 if item.sharp else item.width / 2) < left + layout["legend"]["sign"] + 3


def test_names_of_cities_lie_beside_lines_and_cities() -> None:
    names = {CATALOGUE.cities[id_].name for id_ in CATALOGUE.cities}
    written = [item for item in drawn_map() if isinstance(item, Text) and item.text in names]
    assert len(written) == len(CATALOGUE.cities)
    radius = template("board")["city"]["radius"]
    for name in written:
        cap = name.size * POINT * 0.66
        box = (name.x - name.length / 2, name.y - cap, name.x + name.length / 2, name.y)
        assert clearance(box) > 0.2, name.text
        for city, (x, y) in geometry().geography.cities.items():
            assert gap(x, y, box) > radius, (name.text, city)


@pytest.mark.parametrize("code", known_languages())
def test_nothing_covers_a_word_of_the_board(code: str) -> None:
    found = overlaps([], list(drawn_on(BoardPrinter(lettering(code), PALETTE).drawing)))
    assert [one for one in found if one not in ("2 over unrest-faint", "3 over unrest-faint")] == []  # the set-up


def test_no_factory_covers_a_name_and_no_plaque_or_name_the_border_of_the_states() -> None:
    names = {city.name: city for city in CATALOGUE.cities.values()}
    squares = {id_: geometry()[f"city-{id_}"].box for id_ in CATALOGUE.cities}
    everything = list(drawn_on(item for item in drawn_map() if not isinstance(item, Group)))
    words = [entry for entry in everything if isinstance(entry.item, Text) and entry.item.text in names]
    plaques = [(place.of, place.box) for place in geometry().values() if place.kind == "plaque"]
    borders = [entry for entry in everything if isinstance(entry.item, Path) and entry.item.stroke == PALETTE["slate"]]
    assert borders
    for text, box in [(named(word.item), word.box) for word in words] + plaques:
        assert not [city for city, square in squares.items() if meet(square, box)], text
        assert min(distance(border, box) for border in borders) > 1.6, text


def test_plaques_cover_no_line_no_city_and_no_other_plaque() -> None:
    radius = template("board")["city"]["radius"]
    plaques = [place for place in geometry().values() if place.kind == "plaque"]
    boxes = {place.of: (place.box.x, place.box.y, place.box.right, place.box.bottom) for place in plaques}
    for id_, box in boxes.items():
        assert clearance(box) > 0, id_
        for city, (x, y) in geometry().geography.cities.items():
            assert gap(x, y, box) > radius, (id_, city)
        for other, (left, top, right, bottom) in boxes.items():
            apart = box[2] <= left or right <= box[0] or box[3] <= top or bottom <= box[1]
            assert apart or other == id_


@pytest.mark.parametrize("edition", EDITIONS)
def test_board_and_counters_in_every_edition(edition: str) -> None:
    palette = Palette.load(edition)
    board, counters = BoardPrinter(lettering("en"), palette), CounterPrinter(lettering("en"), palette)
    assert isinstance(board.page("a2"), Page)
    assert sum(len(block.pieces) for block in counters.blocks()) == 54 + 5 + 76 + 10 + 97
    assert board.findings == counters.findings == []


def test_factories_show_all_values() -> None:
    west = next(piece for piece in CounterPrinter(lettering("en"), PALETTE).blocks()[0].pieces if piece.name == "west")
    assert texts(west.front).split() == ["1", "2", "3", "4"]
    assert texts(west.back).split() == ["5", "6"]


def test_reference_sheets_print_what_the_language_has() -> None:
    printer = ReferencePrinter(lettering("de"), PALETTE)
    for name in sheet_names():
        pages = printer.pages(name)
        assert 1 <= len(pages) <= template("reference")["sheets"][name]["pages"], name
    decade_end = texts(printer.pages("decade-end")[0].items)
    for rule in ("9.1-flight", "9.5-west-berlin", "9.10-collapse"):
        words = lettering("de").own("rules")[rule]["text"]
        assert words.split(" ")[0] in decade_end
        assert lettering("de").own("rules")[rule]["title"] in decade_end


@pytest.mark.parametrize("code", known_languages())
def test_titles_lead_the_rules_in(code: str) -> None:
    shown = texts(ReferencePrinter(lettering(code), PALETTE).pages("icons")[0].items)
    for rule in ("icon-build", "6.4-stuck-prestige", "icon-guillaume"):
        assert f"{lettering(code).language.rule_title(rule)}." in shown


def test_rules_of_arrows_stand_beside_the_signs_they_speak_of() -> None:
    items = list(drawn_on(ReferencePrinter(lettering("hu"), PALETTE).pages("icons")[0].items))
    signs = {
        "6.4-stuck-arrow": {"currency-plain", "socialists-plain"},
        "6.4-stuck-prestige": {"prestige-plain"},
        "icon-arrows": {f"path {PALETTE[side]} {PALETTE[f'{side}-deep']}" for side in ("west", "east")},
        "6.4-coat-of-arms": {"shield_west-west", "shield_east-east"},
    }
    for rule, expected in signs.items():
        title = lettering("hu").own("rules")[rule]["title"]
        words = next(one.box for one in items if isinstance(one.item, Text) and one.item.text == f"{title}.")
        beside = Box(words.x - 10, words.y - 2, 10, 9)
        found = {named(one.item) for one in items if not isinstance(one.item, Text) and meet(one.box, beside)}
        assert found - {f"path {PALETTE['slate']} {PALETTE['paper']}"} == expected  # the number's disc


@pytest.mark.parametrize("code", known_languages())
def test_no_icon_of_a_card_begins_a_line(code: str) -> None:
    for page in ReferencePrinter(lettering(code), PALETTE).pages("almanac"):
        items = list(drawn_on(page.items))
        for icon in (
            one.box for one in items if isinstance(one.item, Use) and one.item.symbol.name.endswith("-inline")
        ):
            before = Box(icon.x - 11, icon.y, 11, icon.height)
            assert any(meet(one.box, before) for one in items if isinstance(one.item, Text))


def test_errors_of_the_rulebooks_come_in_the_order_of_the_paragraphs() -> None:
    rules = [rule["id"] for rule in read_yaml(CATALOGUE.folder / "rules.yaml").value["rules"]]
    errata = [rules.index(erratum["rule"]) for erratum in read_yaml(CATALOGUE.folder / "errata.yaml").value["errata"]]
    assert errata == sorted(errata)
    almanac = next(number for number, rule in enumerate(rules) if rule.startswith("almanac"))
    chapters = [tuple(map(int, rule.partition("-")[0].split("."))) for rule in rules[:almanac] if rule[0].isdigit()]
    assert chapters == sorted(chapters)


def test_the_worksheet_has_a_box_for_every_figure() -> None:
    shown = texts(WorksheetPrinter(lettering("en"), PALETTE).page().items)
    for parts in template("reference")["worksheet"]["figures"].values():
        for part in (part for part in parts if part[0].isalpha()):
            for word in lettering("en").say(f"texts.figure-{part}").split():
                assert word in shown
    for province in CATALOGUE.provinces.values():
        assert lettering("en").language.name(province) in shown
