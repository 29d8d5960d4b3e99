"""Letters as outlines: an SVG that needs no font, looks as the one with text, and still says what is written."""

from __future__ import annotations

import re
from pathlib import Path as FilePath
from xml.etree import ElementTree

import pytest

from tests.records import EXAMPLE
from wsdv_tools.cli import run
from wsdv_tools.drawing.fonts import CAP_HEIGHT, UNITS, WEIGHTS, advance, outline, width
from wsdv_tools.drawing.shapes import POINT, Page, Text
from wsdv_tools.drawing.svg import svg

SVG = "{http://www.w3.org/2000/svg}"
HREF = "{http://www.w3.org/1999/xlink}href"


def page(*texts: Text) -> ElementTree.Element:
    return ElementTree.fromstring(svg(Page(100, 50, texts), "hu", has_outlines=True))


def test_a_line_is_made_of_its_letters() -> None:
    length = width("ő Á", "bold", 20)
    root = page(Text(50, 30, "ő Á", "bold", 20, "#123456", "middle", length))
    assert root.find(f".//{SVG}text") is None
    (line,) = root.findall(f"{SVG}g")
    assert (line.get("aria-label"), line.get("fill")) == ("ő Á", "#123456")
    assert [use.get(HREF) for use in line] == ["#b151", "#bc1"]
    scale, _, _, down, x, y = map(float, re.findall(r"-?[\d.]+", str(line.get("transform"))))
    assert scale == -down == pytest.approx(20 * POINT / UNITS)
    assert x == pytest.approx(50 - length / 2, abs=1e-3)
    assert y == 30
    assert float(str(line[1].get("x"))) == advance("ő", "bold") + advance(" ", "bold")


@pytest.mark.parametrize("weight", WEIGHTS)
def test_capitals_are_as_high_as_the_font_says(weight: str) -> None:
    path = outline("H", weight)
    heights = [float(y) for pair in re.findall(r"[ML]-?\d+[ ,]?(-?\d+)|V(-?\d+)", path) for y in pair if y]
    assert min(heights) == 0
    assert max(heights) / UNITS == pytest.approx(CAP_HEIGHT, abs=0.01)


def test_every_letter_is_defined_once_and_a_blank_needs_none() -> None:
    root = page(*(Text(1, y, "AA A", "regular", 8, "#000000") for y in (10, 20)))
    assert [path.get("id") for path in root.iter(f"{SVG}path")] == ["r41"]
    assert outline(" ", "regular") == ""


def test_letters_keep_apart_by_weight() -> None:
    assert len({outline("g", weight) for weight in WEIGHTS}) == len(WEIGHTS)


@pytest.mark.parametrize("letters", ["outlines", "text"])
def test_files_to_be_opened_elsewhere_need_no_font(tmp_path: FilePath, letters: str) -> None:
    record = tmp_path / "game.wsdv"
    record.write_text(EXAMPLE, "utf-8")
    option = [] if letters == "outlines" else ["--letters", "text"]
    assert run(["show", str(record), "--svg", str(tmp_path / "show.svg"), *option]) == 0
    assert run(["print", "board", "--format", "svg", "--board-size", "a2", "--out", str(tmp_path), *option]) == 0
    for name in ("show.svg", "board-a2-en.svg"):
        root = ElementTree.parse(tmp_path / name).getroot()
        texts = {"".join(text.itertext()) for text in root.iter(f"{SVG}text")}
        labels = {element.get("aria-label") for element in root.iter(f"{SVG}g") if element.get("role") == "img"}
        assert "Karl-Marx-Stadt" in (labels if letters == "outlines" else texts)
        assert not (texts if letters == "outlines" else labels)
