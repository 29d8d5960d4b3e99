"""What several tests share: a browser, a server, and what is said at the end where there is none."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browsers import MISSING, WHAT_TO_DO, launched
from tests.serving import Served

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The system's Chromium, one for all tests of a module."""
    with launched() as found:
        yield found


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """A real `wsdv serve` on an empty folder of its own."""
    server = Served(tmp_path)
    yield server
    server.stop()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What is quick comes first, and its faults show early: a browser or a server takes its time."""
    items.sort(key=lambda item: not {"browser", "served"}.isdisjoint(getattr(item, "fixturenames", ())))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Nobody should think that the page was tested where it was not."""
    skipped = terminalreporter.stats.get("skipped", [])
    number = sum(MISSING in str(report.longrepr) for report in skipped)
    if number:
        terminalreporter.write_line(f"{number} browser tests were left out, since {MISSING}: {WHAT_TO_DO}.")
