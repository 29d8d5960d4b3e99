"""The pictures of the pages are made by the program, and look as it draws them today."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from tests.pages import PAGES, ROOT, links

FOLDER = ROOT / "docs" / "pictures"
SCRIPT = runpy.run_path(str(ROOT / "docs" / "maker" / "pictures.py"))
LARGEST = 150_000  # bytes


def test_every_picture_is_made_and_shown() -> None:
    files = set(FOLDER.iterdir())
    assert {path.name for path in files} == {f"{name}.png" for name in SCRIPT["PICTURES"]}
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
