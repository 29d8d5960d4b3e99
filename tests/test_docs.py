"""The pages that teach are true: their examples run."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest
from records import checked, codes

import wsdv_tools

DOCS = Path(__file__).resolve().parent.parent / "docs"


def test_library() -> None:
    results = doctest.testfile(str(DOCS / "library.md"), module_relative=False, encoding="utf-8")
    assert results.attempted > 20
    assert results.failed == 0


def test_every_public_name_is_there() -> None:
    for name in wsdv_tools.__all__:
        assert getattr(wsdv_tools, name) is not None
    assert set(wsdv_tools._HOME_OF) | {"__version__"} == set(wsdv_tools.__all__)
    with pytest.raises(AttributeError, match="no attribute 'banana'"):
        wsdv_tools.banana  # noqa: B018


def test_importing_pulls_in_nothing() -> None:
    code = (
        "import sys, wsdv_tools; print([m for m in ('click', 'reportlab', 'yaml', 'jsonschema') if m in sys.modules])"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def examples(page: str) -> list[str]:
    return re.findall(r"```wsdv\n(.*?)```", (DOCS / page).read_text("utf-8"), re.DOTALL)


def test_notation() -> None:
    """The example decade is legal; so is every shorter example, on its own or behind a `set` line."""
    decade = max(examples("notation.md"), key=len)
    result = checked(decade)
    assert [finding.code for finding in result.findings] == []
    assert result.plays >= 14
    assert result.position
    assert result.position.decade == 2


def test_lines_of_the_notation_can_be_read() -> None:
    unreadable = {"line-unreadable", "name-unknown", "step-unreadable", "statement-unreadable", "card-unknown"}
    for example in examples("notation.md"):
        assert not unreadable.intersection(codes(example)), example
