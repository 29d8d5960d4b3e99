"""Every PDF is read again by strict readers: no warning of poppler, no name that its own Resources lack."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageStat

from tests.poppler import needs_poppler, picture, warnings
from tests.resources import unknown_names
from tests.thorough import only
from wsdv_tools.cli import run
from wsdv_tools.components.board import BoardPrinter
from wsdv_tools.components.lettering import Lettering
from wsdv_tools.components.tiles import tiling
from wsdv_tools.drawing import Document, Page
from wsdv_tools.drawing.palette import Palette
from wsdv_tools.drawing.pdf import pdf
from wsdv_tools.drawing.shapes import Box, Symbol, Use, faded, rect
from wsdv_tools.facts import Catalogue

# Together they have every value of every option once.
WISHES = {
    "de": ["kit", "--lang", "de"],
    "en": ["kit", "--lang", "en", "--paper", "letter", "--backs", "gutterfold", "--ink", "low"],
    "es": ["kit", "--lang", "es", "--backs", "none", "--size", "mini-euro"],
    "hu": ["kit", "--lang", "hu", "--backs", "duplex-short", "--ink", "mono", "--second-lang", "de", "--size", "euro"],
    "bleed": ["cards", "--lang", "de", "--bleed", "3", "--back-offset", "0.8,-0.4", "--paper", "a3"],
    "gap": ["cards", "--lang", "en", "--gap", "4", "--size", "bridge", "--paper", "legal", "--backs", "duplex-short"],
    "machine": ["cards", "--lang", "hu", "--machine", "silhouette", "--size", "70x120", "--paper", "320x450"],
}


@pytest.fixture(scope="module", params=only(["hu", "bleed"], WISHES))
def printed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp(request.param)
    assert run(["print", *WISHES[request.param], "--out", str(folder)]) == 0
    return sorted(folder.glob("*.pdf"))


@needs_poppler
def test_poppler_has_nothing_to_complain_of(printed: list[Path]) -> None:
    assert {path.name: found for path in printed if (found := warnings(path))} == {}


def test_streams_name_what_their_own_resources_have(printed: list[Path]) -> None:
    assert {path.name: found for path in printed if (found := unknown_names(path.read_bytes()))} == {}


def veiled() -> bytes:
    """A symbol in a symbol, both with something that shines through."""
    inner = Symbol("inner", 10, 10, (faded(rect(Box(0, 0, 10, 10), fill="#000000"), 0.5),))
    outer = Symbol("outer", 10, 10, (Use(inner, 0, 0, 10, 10), faded(rect(Box(0, 0, 5, 5), fill="#ff0000"), 0.25)))
    return pdf(Document("", "en", (Page(10, 10, (Use(outer, 0, 0, 10, 10),)),)))


def broken(kind: str) -> bytes:
    """The same without what its forms name."""
    with pikepdf.open(BytesIO(veiled())) as document:
        for form in document.objects:
            if isinstance(form, pikepdf.Stream) and form.get("/Subtype") == "/Form" and kind in form.Resources:
                del form.Resources[kind]
        target = BytesIO()
        document.save(target)
        return target.getvalue()


@pytest.mark.parametrize(("kind", "told"), [("/ExtGState", "gs"), ("/XObject", "Do")])
def test_a_name_that_is_missing_is_found(kind: str, told: str) -> None:
    assert unknown_names(veiled()) == []
    found = unknown_names(broken(kind))
    assert found
    assert all(f": {told} /" in one for one in found)


@needs_poppler
def test_poppler_complains_of_a_name_that_is_missing(tmp_path: Path) -> None:
    for name, file in (("whole", veiled()), ("broken", broken("/ExtGState"))):
        (tmp_path / name).write_bytes(file)
    assert warnings(tmp_path / "whole") == []
    assert warnings(tmp_path / "broken")


@needs_poppler
def test_what_shines_through_in_a_symbol_shines_through_in_every_reader(tmp_path: Path) -> None:
    path = tmp_path / "veiled.pdf"
    path.write_bytes(veiled())
    by_poppler = picture(path, 1, 72)
    by_pdfium = pypdfium2.PdfDocument(path)[0].render(scale=1).to_pil().convert("RGB")
    for shown in (by_poppler, by_pdfium):
        assert shown.getpixel((20, 20)) == pytest.approx((128, 128, 128), abs=2)
        assert shown.getpixel((5, 5)) == pytest.approx((160, 96, 96), abs=2)


@needs_poppler
@pytest.mark.parametrize("size", only(["a2"], ["a1", "a2"]))
def test_tiles_show_the_board_as_one_page_does(tmp_path: Path, size: str) -> None:
    assert run(["print", "board", "--lang", "en", "--board-size", size, "--out", str(tmp_path)]) == 0
    board = BoardPrinter(Lettering.load(Catalogue.load(), "en"), Palette.load("full")).page(size)
    plan, dpi = tiling((board.width, board.height), "a4", 5), 100
    scale = dpi / 25.4
    whole = picture(tmp_path / f"board-{size}-en.pdf", 1, dpi)
    for number in range(plan.rows * plan.columns):
        row, column = divmod(number, plan.columns)
        part, window = plan.part(row, column), plan.window
        # Without the strips for glue, the lines along the cut, and the pixels on which an edge falls.
        seen = Box(1, 1, part.width - 2 - plan.overlap, part.height - 2 - plan.overlap)
        tile = picture(tmp_path / f"board-{size}-tiles-en.pdf", number + 2, dpi)
        one, other = (
            _cut(sheet, seen.moved(*corner), scale) for sheet, corner in ((whole, part[:2]), (tile, window[:2]))
        )
        difference = ImageStat.Stat(ImageChops.difference(one, other)).mean
        assert max(difference) < 1.6, (row, column)  # 2.2 where the opacities were lost


def _cut(sheet: Image.Image, box: Box, scale: float) -> Image.Image:
    """A part of a page , a pixel for two millimetres, so that fractions of one do not matter."""
    corners = (box.x * scale, box.y * scale, box.right * scale, box.bottom * scale)
    return sheet.resize((round(box.width / 2), round(box.height / 2)), Image.Resampling.BOX, corners)
