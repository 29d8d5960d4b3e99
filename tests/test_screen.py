"""What commands print on a terminal of 80 columns, and what they print elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("pty", reason="there are no pseudo-terminals on this system")

from tests.player import seats
from wsdv_tools.cli import run

COLUMNS = 80
RECORD = """\
wsdv-record: 1
decade I
row 4 12 13 16 18 5 20
W 20 build hannover, rostock, kiel, hamburg-bremen
hand E 1 2 3
result W collapse
"""


def on_terminal(folder: Path, command: str, *arguments: str) -> list[str]:
    with seats(command) as seat:
        player = seat(folder, *arguments, "--lang", "de", environment={"NO_COLOR": "1"})
        player.ends()
        return [line.rstrip() for line in player.seen.split("\n")]


def test_findings_of_a_record_are_broken_between_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "game.wsdv").write_text(RECORD, encoding="utf-8")
    lines = on_terminal(tmp_path, "check", "game.wsdv")
    assert max(map(len, lines)) <= COLUMNS
    assert run(["check", str(tmp_path / "game.wsdv"), "--lang", "de"]) == 1
    redirected = capsys.readouterr().out.splitlines()
    assert max(map(len, redirected)) > COLUMNS  # one finding, one line
    said = " ".join(" ".join(lines).split())
    for line in redirected:
        if line.endswith("]"):
            assert line in said


@pytest.mark.parametrize("asked", ["LS", "85"])
def test_an_explanation_is_broken_between_words(tmp_path: Path, asked: str) -> None:
    lines = on_terminal(tmp_path, "explain", asked)
    assert max(map(len, lines)) <= COLUMNS
    assert len(lines) > 2
