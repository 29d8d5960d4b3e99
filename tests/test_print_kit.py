"""`wsdv print` as a person runs it: files, their bytes, and the PDFs opened again by other libraries."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pypdf
import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageStat

from wsdv_tools.cli import run
from wsdv_tools.components import kit
from wsdv_tools.components.lettering import Lettering
from wsdv_tools.drawing.shapes import Text
from wsdv_tools.facts import Catalogue

GOLDEN = Path(__file__).parent / "golden"
CATALOGUE = Catalogue.load()
PAGES = {
    "cards": 20, "board-a1": 1, "board-a2": 1, "board-a1-tiles": 10, "board-a2-tiles": 7,
    "counters": 2, "reference": 10, "strips": 1, "calibration": 2, "start-here": 1,
}  # fmt: skip


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("kit")
    assert run(["print", "kit", "--lang", "de", "--out", str(folder)]) == 0
    return folder


def written(document: pypdfium2.PdfDocument) -> str:
    text = " ".join(page.get_textpage().get_text_range() for page in document)
    return " ".join(text.split())


def test_the_kit_has_all_files_and_pages(printed: Path) -> None:
    for name, count in PAGES.items():
        document = pypdfium2.PdfDocument(printed / f"{name}-de.pdf")
        assert len(document) == count, name
    assert {path.suffix for path in printed.iterdir()} == {".pdf", ".svg", ".json"}


def test_the_manifest_has_a_checksum_for_each_file(printed: Path) -> None:
    manifest = json.loads((printed / kit.MANIFEST).read_text("utf-8"))
    assert manifest["language"] == "de"
    files = {path.name for path in printed.iterdir()} - {kit.MANIFEST}
    assert set(manifest["files"]) == files
    for name, entry in manifest["files"].items():
        content = (printed / name).read_bytes()
        assert entry == {"sha256": hashlib.sha256(content).hexdigest(), "bytes": len(content)}


def test_every_title_is_found_as_text(printed: Path) -> None:
    lettering = Lettering.load(CATALOGUE, "de")
    for name in ("cards", "strips", "reference"):
        text = written(pypdfium2.PdfDocument(printed / f"{name}-de.pdf"))
        for card in CATALOGUE.cards.values():
            assert lettering.title(card) in text, (name, card.id)


@pytest.mark.parametrize("name", PAGES)
def test_fonts_are_embedded_and_boxes_right(printed: Path, name: str) -> None:
    reader = pypdf.PdfReader(printed / f"{name}-de.pdf", strict=True)
    for page in reader.pages:
        resources: Any = page["/Resources"]
        for font in resources.get("/Font", {}).values():
            assert "/FontFile2" in font.get_object()["/FontDescriptor"]
        media, bleed, trim = page.mediabox, page.bleedbox, page.trimbox
        for outer, inner in ((media, bleed), (bleed, trim)):
            assert outer.left <= inner.left + 0.01
            assert outer.bottom <= inner.bottom + 0.01
            assert inner.right <= outer.right + 0.01
            assert inner.top <= outer.top + 0.01
    if name == "cards":
        trim = reader.pages[0].trimbox
        assert float(trim.width) / 72 * 25.4 == pytest.approx(3 * 63.5)
        assert float(trim.height) / 72 * 25.4 == pytest.approx(3 * 88.9)


@pytest.mark.parametrize(("name", "page"), [("cards", 0), ("board-a2", 0), ("counters", 0), ("reference", 9)])
def test_a_page_looks_as_stored(printed: Path, name: str, page: int) -> None:
    scale = 0.35 if name.startswith("board") else 0.6
    shown = pypdfium2.PdfDocument(printed / f"{name}-de.pdf")[page].render(scale=scale).to_pil().convert("RGB")
    stored = Image.open(GOLDEN / f"{name}.png").convert("RGB")
    assert shown.size == stored.size
    difference = ImageStat.Stat(ImageChops.difference(shown, stored)).mean
    assert max(difference) < 3.0


def test_the_same_command_gives_the_same_bytes(tmp_path: Path) -> None:
    sums = []
    for seed in ("1", "2"):
        folder = tmp_path / seed
        command = [sys.executable, "-c", "import wsdv_tools.cli as c; c.main()", "print", "kit", "--lang", "en"]
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        subprocess.run([*command, "--out", str(folder)], check=True, env=environment, capture_output=True)
        sums.append({path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.iterdir()})
    assert sums[0] == sums[1]
    assert len(sums[0]) == 13


@pytest.mark.parametrize("options", [["--format", "svg"], ["--format", "svg", "--backs", "gutterfold", "--ink", "low"]])
def test_cards_as_svg(tmp_path: Path, options: list[str]) -> None:
    assert run(["print", "cards", "--cards", "1-9,IV", "--out", str(tmp_path), *options]) == 0
    files = sorted(path.name for path in tmp_path.glob("*.svg"))
    assert len(files) == (4 if "gutterfold" not in options else 3)
    assert all(path.read_text("utf-8").startswith("<?xml") for path in tmp_path.glob("*.svg"))


def test_faults_are_told_and_nothing_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = (CATALOGUE.folder / "lang" / "en.yaml").read_text("utf-8")
    language = tmp_path / "xx.yaml"
    language.write_text(words.replace('"Land reform"', '"' + "Land reform " * 20 + '"'), "utf-8")
    folder = tmp_path / "out"
    assert run(["print", "cards", "--lang", str(language), "--out", str(folder)]) == 1
    assert "card 1 (" in capsys.readouterr().out
    assert not folder.exists()


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("x")
    assert run(["print", "strips", "--lang", "en", "--out", str(tmp_path / "file" / "out")]) == 1
    assert "cannot be written" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "code", "told"),
    [
        (["cards", "--cards", "5-1"], 1, "There is no card “5-1”. [unknown-print-card]\n  = help: did you mean “1-5”?"),
        (["cards", "--back-offset", "1"], 2, "is not two numbers from"),
        (["cards", "--grid", "3"], 2, "is not two numbers from"),
        (["cards", "--pages", "x"], 2, "is not a list of numbers like 3,5"),
        (["cards", "--cards", "99"], 1, "There is no card “99”"),
        (["cards", "--pages", "12"], 1, "There is no sheet 12; the sheets are 1 to 10"),
        (["cards", "--paper", "letter", "--margin", "14"], 1, "--grid"),
        (["cards", "--paper", "a5x"], 2, "“a5x” is neither a4, letter, a3, legal nor a size in mm like 320x450"),
        (["posters"], 2, "posters"),
        (["cards", "--second-lang", "xx"], 2, "The program does not know the language “xx”"),
    ],
)
def test_wrong_wishes_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str], code: int, told: str
) -> None:
    assert run(["print", *options, "--lang", "en", "--out", str(tmp_path / "out")]) == code
    captured = capsys.readouterr()
    assert told in captured.out + captured.err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("code", ["de", "en", "hu", "es"])
def test_the_first_page_names_every_file(code: str) -> None:
    """Whoever opens the folder finds each file on it, in the kit's language, and nothing is shrunk."""
    whole = kit.Kit(Lettering.load(CATALOGUE, code), kit.Options(boards=("a2",)))
    page = whole.start().document.pages[0]
    assert not whole.findings
    texts = [item.text for item in page.items if isinstance(item, Text)]
    names = ("calibration", "cards", "board-a2", "board-a2-tiles", "counters", "reference", "strips")
    assert len(names) == len(whole.makers["kit"]) - 1
    assert {f"{name}-{code}" for name in names} <= {*texts}
    lowest = max(item.y for item in page.items if isinstance(item, Text) and item.size >= 9)
    assert lowest < page.height - 20
