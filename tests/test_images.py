"""Pictures for others: exactly as many pixels as they take, the cut where they cut, the same bytes each time."""

from __future__ import annotations

import sys
from collections import Counter
from functools import cache
from io import BytesIO
from pathlib import Path

import click
import pytest
from PIL import Image, ImageChops, ImageStat

from wsdv_tools.cli import run
from wsdv_tools.cli.printing import command
from wsdv_tools.components.card_faces import CardPrinter
from wsdv_tools.components.counters import CounterPrinter
from wsdv_tools.components.images import ImageMaker, Picture, decade_sheet
from wsdv_tools.components.lettering import Lettering
from wsdv_tools.drawing.palette import Palette, template
from wsdv_tools.drawing.shapes import Page
from wsdv_tools.facts import Catalogue

CATALOGUE = Catalogue.load()
FULL = Palette.load("full")
PRESETS = tuple(template("images")["presets"])


def pixels(page: Page, dpi: float) -> tuple[int, int]:
    """How wide and high the picture of a page is."""
    return (round(page.width / 25.4 * dpi), round(page.height / 25.4 * dpi))


@cache
def made(preset: str, size: str = "poker", code: str = "de") -> dict[str, Picture]:
    maker = ImageMaker(Lettering.load(CATALOGUE, code), FULL, preset, size)
    pictures = {picture.name: picture for picture in maker.pictures(CATALOGUE.cards.values())}
    assert maker.findings == []
    return pictures


def opened(picture: Picture) -> Image.Image:
    return Image.open(BytesIO(picture.png()))


# As the services say on their pages.
ORDERED = [
    ("game-crafter", "poker", (825, 1125), 37.5, 75),
    ("game-crafter", "bridge", (750, 1125), 37.5, 75),
    ("make-playing-cards", "poker", (822, 1122), 36, 72),
    ("make-playing-cards", "bridge", (747, 1122), 36, 72),
]


@pytest.mark.parametrize(("preset", "size", "wanted", "bleed", "safe"), ORDERED)
def test_services_get_the_pixels_they_ask_for(
    preset: str, size: str, wanted: tuple[int, int], bleed: float, safe: float
) -> None:
    pictures = made(preset, size)
    assert len(pictures) == 85 + 4
    assert {pixels(picture.page, picture.dpi) for picture in pictures.values()} == {wanted}
    for name in ("card-15-de", "back-II"):
        shown = opened(pictures[name])
        assert (shown.size, shown.mode) == (wanted, "RGB")
        assert shown.info["dpi"] == pytest.approx((300, 300), abs=0.1)
    entry = template("images")["presets"][preset]
    assert (entry["bleed"], entry["safe"]) == (bleed, safe)
    assert template("images")["presets"][preset]["cards"][size] == list(wanted)


@pytest.mark.parametrize(("preset", "size", "wanted", "bleed", "safe"), ORDERED)
def test_what_is_cut_off_is_the_bleed(
    preset: str, size: str, wanted: tuple[int, int], bleed: float, safe: float
) -> None:
    """Inside the cut a picture for a service is the plain one."""
    inside = (int(bleed) + 2, int(bleed) + 2, wanted[0] - int(bleed) - 2, wanted[1] - int(bleed) - 2)
    ordered = opened(made(preset, size)["card-15-de"]).crop(inside)
    plain = opened(made("plain", size)["card-15-de"]).convert("RGB")
    margin = (plain.width - ordered.width) // 2
    same = plain.crop((margin, margin, margin + ordered.width, margin + ordered.height))
    # Half a pixel of bleed puts one picture between the pixels of the other: small ones do not show it.
    small = [picture.resize((50, 70), Image.Resampling.BOX) for picture in (ordered, same)]
    assert max(ImageStat.Stat(ImageChops.difference(*small)).mean) < 3
    assert safe > bleed


def test_a_plain_picture_takes_the_bleed_that_is_wished_for() -> None:
    lettering = Lettering.load(CATALOGUE, "en")
    sizes = {}
    for preset in PRESETS:
        maker = ImageMaker(lettering, FULL, preset, bleed=3.0)
        back = next(picture for picture in maker.pictures(CATALOGUE.cards.values()) if picture.name == "back-I")
        sizes[preset] = pixels(back.page, back.dpi)
    assert sizes == {
        "plain": (821, 1121), "game-crafter": (825, 1125), "make-playing-cards": (822, 1122),
        "tabletop-simulator": (750, 1050),
    }  # fmt: skip


def test_a_decade_is_a_sheet_of_seven_by_three() -> None:
    pictures = made("tabletop-simulator")
    sheets = [picture for name, picture in pictures.items() if name.startswith("sheet-")]
    assert {pixels(sheet.page, sheet.dpi) for sheet in sheets} == {(4095, 2457)}
    assert [len(sheet.page.items) for sheet in sheets] == [21] * 4
    assert {name for name in pictures if name.startswith("card-")} == {
        "card-IV-round-table-de",
        "card-IV-wall-falls-de",
    }
    assert all(max(pixels(picture.page, picture.dpi)) <= 4096 for picture in pictures.values())


@pytest.mark.parametrize("size", ["poker", "mini-euro", "70x140"])
def test_every_card_of_a_sheet_has_a_whole_number_of_pixels(size: str) -> None:
    printer = CardPrinter(Lettering.load(CATALOGUE, "en"), FULL, size)
    cards = [card for card in CATALOGUE.cards.values() if card.decade == 4]
    page, dpi = decade_sheet(printer, cards, 7, 3)
    width, height = pixels(page, dpi)
    assert max(width, height) <= 4096
    assert width % 7 == 0
    assert width / 7 * 8 > 4096 or height / 3 * 4 > 4096  # it is as large as may be


def test_a_place_on_a_sheet_shows_its_card() -> None:
    sheet = opened(made("tabletop-simulator")["sheet-I-de"])
    number = 14  # card 15: third row, first column
    row, column = divmod(number, 7)
    cell = sheet.crop((column * 585, row * 819, column * 585 + 585, row * 819 + 819)).resize((150, 210))
    card = opened(made("plain")["card-15-de"]).convert("RGB").resize((150, 210))
    assert max(ImageStat.Stat(ImageChops.difference(cell, card)).mean) < 4


def test_counters_come_once_each_with_clear_corners() -> None:
    pictures = {name: picture for name, picture in made("plain").items() if name.startswith("counter-")}
    blocks = CounterPrinter(Lettering.load(CATALOGUE, "de"), FULL).blocks()
    assert len(pictures) == 2 * sum(len(set(block.pieces)) for block in blocks) > 40
    for name in ("counter-flight-front-de", "counter-unrest-back-de"):
        shown = opened(pictures[name])
        assert shown.mode == "RGBA"
        alpha = shown.getchannel("A")
        assert alpha.getpixel((0, 0)) == 0
        assert alpha.getpixel((shown.width // 2, shown.height // 2)) == 255


@pytest.mark.parametrize("preset", PRESETS)
def test_names_are_plain_and_each_is_there_once(preset: str) -> None:
    maker = ImageMaker(Lettering.load(CATALOGUE, "hu"), FULL, preset)
    names = Counter(picture.name for picture in maker.pictures(CATALOGUE.cards.values()))
    assert max(names.values()) == 1
    assert all(name.isascii() and " " not in name and "--" not in name for name in names)


def test_the_same_wish_gives_the_same_bytes(tmp_path: Path) -> None:
    for folder in ("one", "other"):
        wish = ["print", "images", "--lang", "en", "--cards", "1-2,IV", "--preset", "game-crafter"]
        assert run([*wish, "--out", str(tmp_path / folder)]) == 0
    one, other = ({path.name: path.read_bytes() for path in (tmp_path / name).iterdir()} for name in ("one", "other"))
    assert one == other
    assert set(one) == {
        "card-01-en.png", "card-02-en.png", "card-IV-round-table-en.png", "card-IV-wall-falls-en.png", "back-I.png",
        "back-IV.png", "manifest.json",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (
            ["--preset", "game-crafter", "--size", "euro"],
            "only cards of these sizes (--size): poker, bridge.",
        ),
        (
            ["--preset", "game-crafter", "--dpi", "600"],
            "game-crafter sets the pixels of a card itself",
        ),
        (["--preset", "polaroid"], "there is no “polaroid”. Possible: "),
        (["--size", "5x5"], "nor a size in mm like 35x55–120x200"),
    ],
)
def test_what_a_service_does_not_take_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str], told: str
) -> None:
    assert run(["print", "images", "--lang", "en", *options, "--out", str(tmp_path / "out")]) == 2
    captured = capsys.readouterr()
    assert told in " ".join((captured.out + captured.err).split())
    assert not (tmp_path / "out").exists()


def test_the_command_line_offers_every_preset() -> None:
    option = next(option for option in command.params if option.name == "preset")
    assert isinstance(option.type, click.Choice)
    assert tuple(option.type.choices) == PRESETS


@pytest.mark.parametrize("package", ["pypdfium2", "PIL"])
@pytest.mark.parametrize("command", [["print", "images", "--lang", "hu", "--cards", "1"], ["tts", "--lang", "de"]])
def test_without_the_package_it_is_told_what_to_install(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    command: list[str],
    package: str,
) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == package]:
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.setitem(sys.modules, package, None)
    assert run([*command, "--out", str(tmp_path / "out")]) != 0
    assert 'pip install "wsdv_tools[images]"' in capsys.readouterr().out
    assert not (tmp_path / "out").exists()


def test_words_that_do_not_fit_stop_the_pictures_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["print", "images", "--lang", "hu", "--size", "35x55", "--out", str(tmp_path / "out")]) == 1
    assert "[fit]" in capsys.readouterr().out
    assert not (tmp_path / "out").exists()
