"""The versions of other packages that we promise to work with."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path

import pytest

from tests.lowest import lowest
from wsdv_tools.cli import run

PYPROJECT = Path(__file__).parent.parent / "pyproject.toml"


def test_every_package_has_a_lower_bound_and_this_machine_is_not_below_it() -> None:
    bounds = dict(line.partition(" ;")[0].split("==") for line in lowest(PYPROJECT))
    assert {"click", "pyyaml", "reportlab", "openpyxl", "defusedxml"} <= bounds.keys()
    for name, bound in bounds.items():
        assert _numbers(version(name)) >= _numbers(bound), name


def _numbers(text: str) -> list[int]:
    numbers = [int(part) for part in text.split(".") if part.isdecimal()]
    return numbers + [0] * (3 - len(numbers))


def test_a_package_without_a_bound_is_told(tmp_path: Path) -> None:
    text = PYPROJECT.read_text("utf-8").replace('"click>=8.1.7"', '"click"')
    (tmp_path / "pyproject.toml").write_text(text, "utf-8")
    with pytest.raises(SystemExit, match="no lower bound: click"):
        list(lowest(tmp_path / "pyproject.toml"))


@pytest.mark.parametrize("arguments", [[], ["position"], ["translate"]])
def test_a_missing_command_is_wrong_usage_with_every_click(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments) == 2
    assert "Usage: wsdv" in capsys.readouterr().err
