"""The README's tour runs, and prints what it shows. `…` stands for the rest."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from wsdv_tools.cli import run

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")
SHOWN = [
    (command, output)
    for block in re.findall(r"```console\n(.*?)```", README, re.DOTALL)
    for command, output in re.findall(r"^\$ wsdv (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
]
BROKEN = re.search(r"```\n(wsdv-record: 1\n.*?)```", README, re.DOTALL)


@pytest.mark.parametrize(("command", "output"), SHOWN, ids=[command for command, _ in SHOWN])
def test_command_prints_what_the_readme_shows(
    command: str, output: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    assert BROKEN is not None
    (tmp_path / "broken.wsdv").write_text(BROKEN[1], "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WSDV_LANG", "en")
    run(command.split())
    printed = capsys.readouterr().out.strip()
    shown = output.strip()
    if shown.endswith("…"):
        assert printed.startswith(shown.removesuffix("…").strip())
    else:
        assert printed == shown


def test_the_tour_shows_something() -> None:
    assert len(SHOWN) >= 3


def test_links_lead_somewhere() -> None:
    targets = re.findall(r"\]\(([^)#]+)\)", README)
    assert targets
    assert [target for target in targets if not (ROOT / target).exists()] == []
