"""A real Chromium for tests of the page: the one of the system, never one that is downloaded."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

NAMES = ("chromium", "chromium-browser", "google-chrome")
IS_NEEDED = os.environ.get("CI") == "true"
MISSING = "no Chromium is found"  # how a test that is left out says why
WHAT_TO_DO = "install chromium (Debian: apt install chromium), or name one in WSDV_CHROMIUM"
# It may run as root in a container, and only talks to the server under test.
SWITCHES = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--disable-sync",
    "--no-first-run",
)


def program() -> str | None:
    """Where Chromium is; None where there is none."""
    named = os.environ.get("WSDV_CHROMIUM")
    return shutil.which(named) if named else next(filter(None, map(shutil.which, NAMES)), None)


@contextmanager
def launched() -> Iterator[Browser]:
    """A browser; a test that asks for one is left out where there is none, and fails where CI insists."""
    path = program()
    if path is None:
        if IS_NEEDED:
            pytest.fail(f"{MISSING}, and must be where CI is true: {WHAT_TO_DO}")
        pytest.skip(MISSING)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=[*SWITCHES])
        try:
            yield browser
        finally:
            browser.close()
