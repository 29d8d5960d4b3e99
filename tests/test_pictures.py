"""The pictures of the pages are made by the program, and look as it draws them today."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PIL import Image, ImageChops, ImageStat

from docs.maker.screens import SCREENS, screen
from tests.pages import PAGES, ROOT, links

if TYPE_CHECKING:
    from playwright.sync_api import Browser

FOLDER = ROOT / "docs" / "pictures"
SCRIPT = runpy.run_path(str(ROOT / "docs" / "maker" / "pictures.py"))
LARGEST = 150_000  # bytes


def test_every_picture_is_made_and_shown() -> None:
    files = set(FOLDER.iterdir())
    assert {path.name for path in files} == {f"{name}.png" for name in (*SCRIPT["PICTURES"], *SCREENS)}
    shown = {(page.parent / link).resolve() for page in PAGES for link in links(page.read_text("utf-8"))}
    assert sorted(files - shown) == []


@pytest.mark.parametrize("name", SCRIPT["PICTURES"])
def test_the_picture_is_what_the_program_draws(name: str) -> None:
    path: Path = FOLDER / f"{name}.png"
    drawn, stored = SCRIPT["picture"](name).convert("RGB"), Image.open(path).convert("RGB")
    assert drawn.size == stored.size
    difference = ImageStat.Stat(ImageChops.difference(drawn, stored)).mean
    assert max(difference) < 2.0, "run `make pictures`, and look at what has changed"
    assert path.stat().st_size < LARGEST


@pytest.mark.parametrize("name", SCREENS)
def test_a_picture_of_a_page_has_its_size(name: str) -> None:
    path = FOLDER / f"{name}.png"
    assert Image.open(path).size == SCREENS[name].size
    assert path.stat().st_size < LARGEST


@pytest.mark.thorough
def test_the_picture_of_a_page_is_what_a_browser_shows(browser: Browser) -> None:
    """Not letter by letter: browsers have other fonts."""
    drawn, stored = screen("report", browser).convert("RGB"), Image.open(FOLDER / "report.png").convert("RGB")
    small = [image.resize((64, 40), Image.Resampling.BOX) for image in (drawn, stored)]
    assert max(ImageStat.Stat(ImageChops.difference(*small)).mean) < 8.0, "run `make pictures`, and look at it"
