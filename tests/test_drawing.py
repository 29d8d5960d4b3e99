"""The display list, text fitting and the two writers."""

from __future__ import annotations

import io
import re
import xml.etree.ElementTree as ET
from itertools import pairwise
from pathlib import Path as FilePath
from typing import Any

import pypdf
import pyphen
import pytest

from wsdv_tools.drawing import Box, Document, Group, Page, Path, Text, Use
from wsdv_tools.drawing.fitting import Style, fit, fit_line, least_height
from wsdv_tools.drawing.fonts import WEIGHTS, missing, width
from wsdv_tools.drawing.hyphens import syllables
from wsdv_tools.drawing.palette import EDITIONS, Palette, template
from wsdv_tools.drawing.pdf import pdf
from wsdv_tools.drawing.shapes import circle, line, moved, parse, rect, symbols, turned
from wsdv_tools.drawing.svg import svg
from wsdv_tools.drawing.symbols import symbol
from wsdv_tools.drawing.typesetter import Typesetter
from wsdv_tools.sources.schema import check_schema
from wsdv_tools.sources.shipped import shipped
from wsdv_tools.sources.yaml_reader import read_yaml
from wsdv_tools.words.choosing import language_file

GOLDEN = FilePath(__file__).parent / "golden"
BODY = Style("regular", 10, 8, 7)


def sample() -> Page:
    """A page with one of everything."""
    palette = Palette.load("full")
    unrest = symbol("place_unrest", "east", palette)
    items = (
        rect(Box(10, 10, 30, 20), 3, "#fef3d3", "#23272e", 0.5),
        circle(60, 20, 8, None, "#c62f26", 1.25),
        line(0, 50, 100, 50, "#2a6db5", 0.2, (2.0, 1.0)),
        Path(parse("M1 2 L3 4 Q5 6 7 8 C1 1 2 2 3 3 Z"), "#000000", opacity=0.5),
        Use(unrest, 70, 5, 12, 10),
        Group((Text(5, 5, "Thüringen", "bold", 12, "#23272e", "middle", 20.5),), clip=Path(parse("M0 0 L9 0 L9 9 Z"))),
        turned([moved([Text(1, 2, "ő ű ń Č", "regular", 8, "#5d646e")], 30, 40)], 90, 30, 40),
    )
    return Page(100, 60, items, "Probe", Box(3, 3, 94, 54), Box(0, 0, 100, 60))


def test_svg_is_as_stored() -> None:
    assert svg(sample(), "de") == (GOLDEN / "sample.svg").read_text("utf-8")


def test_display_list_is_as_stored() -> None:
    shown = "\n".join(repr(item) for item in sample().items) + "\n"
    assert shown == (GOLDEN / "sample.txt").read_text("utf-8")


def test_svg_is_well_formed_and_in_millimetres() -> None:
    root = ET.fromstring(svg(sample(), "de"))
    assert root.attrib["width"] == "100mm"
    assert root.attrib["viewBox"] == "0 0 100 60"
    names = {use.attrib["{http://www.w3.org/1999/xlink}href"] for use in root.iter("{http://www.w3.org/2000/svg}use")}
    defined = {"#" + one.attrib["id"] for one in root.iter("{http://www.w3.org/2000/svg}symbol")}
    assert names == defined == {"#place_unrest-east"}


def test_pdf_tells_about_itself() -> None:
    reader = pypdf.PdfReader(io.BytesIO(pdf(Document("Probe", "de", (sample(),), "long"))))
    root: Any = reader.trailer["/Root"]
    assert root["/Lang"] == "de"
    assert root["/ViewerPreferences"]["/PrintScaling"] == "/None"
    assert root["/ViewerPreferences"]["/Duplex"] == "/DuplexFlipLongEdge"
    assert reader.metadata is not None
    assert reader.metadata.title == "Probe"
    outline: Any = reader.outline
    assert [entry["/Title"] for entry in outline] == ["Probe"]
    page = reader.pages[0]
    assert [round(float(n) / 72 * 25.4, 3) for n in page.trimbox] == [3, 3, 97, 57]
    assert [round(float(n) / 72 * 25.4, 3) for n in page.bleedbox] == [0, 0, 100, 60]
    assert "Thüringen" in page.extract_text()


def _fonts(page: Any) -> Any:
    return page["/Resources"]["/Font"].values()


def test_every_font_in_a_pdf_is_embedded() -> None:
    reader = pypdf.PdfReader(io.BytesIO(pdf(Document("Probe", "de", (sample(),)))))
    fonts = [font.get_object() for page in reader.pages for font in _fonts(page)]
    assert {font["/BaseFont"].partition("+")[2] for font in fonts} == {"SourceSansPro-Bold", "SourceSansPro-Regular"}
    assert all("/FontFile2" in font["/FontDescriptor"] for font in fonts)


def test_same_drawing_gives_same_bytes() -> None:
    document = Document("Probe", "de", (sample(),))
    assert pdf(document) == pdf(document)


def test_symbols_are_found_inside_groups_and_defined_once() -> None:
    palette = Palette.load("full")
    use = Use(symbol("build", "west", palette), 0, 0, 5, 5)
    page = Page(10, 10, (moved([use], 1, 1), use))
    assert list(symbols([page])) == ["build-west"]


@pytest.mark.parametrize("weight", WEIGHTS)
def test_font_has_the_letters_of_all_languages(weight: str) -> None:
    letters = "ÄÖÜäöüßáéíóöőúüűÁÉÍÓÖŐÚÜŰñÑ¿¡ćńśČčŁł–—„“”»«…·×÷−→≥½%°"
    assert missing(letters, weight) == ()
    assert missing("a★b✂", weight) == ("★", "✂")


def test_whole_words_are_set_before_any_is_divided() -> None:
    fitted = fit("Wiedergutmachungsabkommen mit Israel", Style("bold", 12, 8, 7, lines=2), 40, 20, "de")
    assert [run.text for line_ in fitted.lines for run in line_] == ["Wiedergutmachungsabkommen", "mit Israel"]
    assert fitted.size < 12
    assert max(fitted.widths) <= 40


def test_a_word_too_long_for_the_box_is_divided_with_a_hyphen() -> None:
    fitted = fit("Wiedergutmachungsabkommen", Style("bold", 12, 12, 12), 30, 40, "de")
    texts = [run.text for line_ in fitted.lines for run in line_]
    assert all(text.endswith("-") for text in texts[:-1])
    assert "".join(text.rstrip("-") for text in texts) == "Wiedergutmachungsabkommen"
    assert fitted.over == 0


@pytest.mark.parametrize("language", ["de", "en", "es", "hu"])
def test_words_are_divided_where_pyphen_divides_them(language: str) -> None:
    words = sorted(set(re.findall(r"[^\W\d_]{6,}", language_file(language, shipped("data")).read_text("utf-8"))))
    divider = pyphen.Pyphen(lang=pyphen.language_fallback(language), left=3, right=3)
    assert len(words) > 500
    for word in words:
        places = [0, *(place for place in divider.positions(word) if not place.data), len(word)]
        assert syllables(word, language) == tuple(word[a:b] for a, b in pairwise(places))


def test_a_word_that_a_hyphen_would_respell_stays_whole_there() -> None:
    assert syllables("visszavonulás", "hu") == ("vissza", "vo", "nu", "lás")  # with a hyphen it reads visz-sza
    assert syllables("ubhayatobhadra", "xx") == ("ubhayatobhadra",)


def test_overflow_is_told_in_millimetres() -> None:
    fitted = fit_line("Berlin", Style("regular", 10, 10, 10), 5)
    assert fitted.over == pytest.approx(width("Berlin", "regular", 10) - 5)
    tall = fit("eins zwei drei vier", Style("regular", 10, 10, 10), 8, 5)
    assert tall.over > 0


@pytest.mark.parametrize("language", ["de", "hu"])
def test_no_text_stands_lower_than_the_least_height(language: str) -> None:
    """Long texts in boxes too narrow for their words, and in wide ones."""
    lines = language_file(language, shipped("data")).read_text("utf-8").splitlines()
    texts = [text for text in lines if len(text) > 150]
    gaps = []
    for text in texts[:40]:
        for box_width in (12, 30.5, 61, 92):
            style = Style("regular", 8.25, 8.25, 8.25)
            for code in ("", language):
                height, least = fit(text, style, box_width, 1e4, code).height, least_height(text, style, box_width)
                assert least <= height + 1e-6
                gaps.append(height - least)
    assert min(gaps) < 1e-6
    assert len(gaps) == 320


def test_markup_makes_bold_runs_and_icons() -> None:
    fitted = fit("**Bauen.** Ein {icon:build} Punkt", BODY, 100, 10)
    assert [(run.text, run.weight, run.icon) for run in fitted.lines[0]] == [
        ("Bauen.", "bold", None),
        (" Ein", "regular", None),
        ("", "regular", "build"),
        (" Punkt", "regular", None),
    ]


def test_typesetter_reports_fit_and_glyph_once() -> None:
    setter = Typesetter(Palette.load("full"), "de")
    setter.about = "Probe"
    for _ in range(2):
        setter.line("viel zu lang ★", 0, 0, Style("regular", 7, 7, 7), "#000000", room=3)
    assert [finding.code for finding in setter.findings] == ["glyph", "fit"]
    assert setter.findings[0].values["point"] == "U+2605"


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_edition_colours_every_symbol(edition: str) -> None:
    palette = Palette.load(edition)
    for scheme in palette.schemes:
        for name in template("symbols")["symbols"]:
            assert symbol.__wrapped__(name, scheme, palette).items  # past the cache, which would keep them all


@pytest.mark.parametrize("name", ["palettes", "card", "sheets", "board", "counters", "reference", "images"])
def test_layouts_keep_to_their_schemas(name: str) -> None:
    document = read_yaml(shipped("templates") / f"{name}.yaml")
    assert check_schema(document, name) == []
    assert document.lines[0] == f"# yaml-language-server: $schema=../schemas/{name}.schema.json"


def test_icons_may_begin_a_line_where_the_box_leaves_no_choice() -> None:
    fitted = fit("{icon:build}" * 12, BODY._replace(size=8), 30, 40)
    assert len(fitted.lines) == 2
    assert fitted.over == 0
