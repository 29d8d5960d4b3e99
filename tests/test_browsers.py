"""Tests of the page run where there is a Chromium; where there is none, that is said."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests import browsers

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def test_a_browser_shows_a_page(browser: Browser) -> None:
    page = browser.new_page()
    page.set_content("<title>Leipzig</title>")
    assert page.title() == "Leipzig"
    page.close()


def test_a_named_browser_comes_before_those_on_the_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WSDV_CHROMIUM", sys.executable)
    assert browsers.program() == sys.executable
    monkeypatch.setenv("WSDV_CHROMIUM", "/nowhere/chromium")
    assert browsers.program() is None


@pytest.mark.parametrize(
    ("ci", "told", "code"),
    [("", "1 browser tests were left out, since no Chromium is found: install chromium", 0), ("true", "must be", 1)],
)
def test_without_a_browser_tests_are_left_out_or_fail_in_ci(ci: str, told: str, code: int) -> None:
    environment = {**os.environ, "WSDV_CHROMIUM": "/nowhere/chromium", "CI": ci}
    arguments = ["-m", "pytest", "-p", "no:cacheprovider", "tests/test_browsers.py", "-k", "shows_a_page"]
    home = Path(__file__).resolve().parent.parent
    done = subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, env=environment, cwd=home, check=False
    )
    assert told in done.stdout
    assert done.returncode == code
