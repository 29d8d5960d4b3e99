"""`make bench` still runs: a row of each kind prints its figure. How fast anything is, is not asked here."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("resource", reason="Windows has no such module")

from benchmarks.rows import ROWS

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="memory is measured as Linux tells it")


# One of each unit; with code and with commands; of one process and of the page.
OF_EACH_KIND = (
    "decade-end figures",
    "play, longest prompt",
    "page, a step of a decade end",
    "validate",
    "start-up: --help",
)


@pytest.mark.thorough
def test_a_row_of_each_kind_prints_numbers() -> None:
    chosen = [row for row in ROWS if row.name in OF_EACH_KIND]
    assert {row.unit for row in chosen} == {row.unit for row in ROWS}
    command = [sys.executable, "-m", "benchmarks", "--quick", *OF_EACH_KIND]
    result = subprocess.run(
        command, cwd=Path(__file__).parent.parent, capture_output=True, text=True, check=False, timeout=600
    )
    assert result.returncode == 0, result.stderr
    printed = {line[:34].rstrip(): line[34:] for line in result.stdout.splitlines()}
    for row in chosen:
        numbers = [float(number.replace(",", "")) for number in re.findall(r"[\d,]+(?:\.\d+)?", printed[row.name])]
        assert len(numbers) >= 3  # figure, rounds and megabytes at least
        assert all(number > 0 for number in numbers)


def test_a_limit_is_kept_or_broken() -> None:
    kit = next(row for row in ROWS if row.name == "print kit")
    figures = next(row for row in ROWS if row.name == "decade-end figures")
    assert kit.keeps(4) and not kit.keeps(4.1)  # noqa: PT018
    assert figures.keeps(10_000) and not figures.keeps(9_999)  # noqa: PT018
