"""Outputs never destroy anything: no input, nothing that is not a file, nothing that somebody else made."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from wsdv_tools.cli import run
from wsdv_tools.cli.session import Session
from wsdv_tools.sources.outputs import is_made_here
from wsdv_tools.sources.shipped import shipped
from wsdv_tools.words import Language

Printed = pytest.CaptureFixture[str]
ENGLISH = Language.load("en")
RECORD = (shipped("examples") / "decade-1.wsdv").read_bytes()
POSITION = (shipped("examples") / "decade-2.yaml").read_bytes()


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WSDV_LANG", "en")
    Path("a.wsdv").write_bytes(RECORD)
    Path("a.yaml").write_bytes(POSITION)


@pytest.mark.parametrize(
    ("arguments", "file", "before"),
    [
        (["show", "a.wsdv", "--svg", "a.wsdv"], "a.wsdv", RECORD),
        (["show", "a.yaml", "--svg", "./a.yaml"], "a.yaml", POSITION),
        (["show", "a.wsdv", "--svg", "link.svg"], "a.wsdv", RECORD),
        (["show", "a.wsdv", "--svg", "hard.svg"], "a.wsdv", RECORD),
        (["validate", "a.yaml", "--out", "a.yaml"], "a.yaml", POSITION),
        (["validate", "a.yaml", "--format", "html", "--out", "a.yaml"], "a.yaml", POSITION),
    ],
)
def test_an_input_is_never_the_output(arguments: list[str], file: str, before: bytes, capsys: Printed) -> None:
    Path("link.svg").symlink_to("a.wsdv")
    os.link("a.wsdv", "hard.svg")
    assert run(arguments) == 1
    assert ENGLISH.say("notes.is-input") in capsys.readouterr().out
    assert Path(file).read_bytes() == before


def test_the_language_is_an_input_too(capsys: Printed) -> None:
    words = (shipped("data") / "lang" / "en.yaml").read_bytes()
    Path("own.yaml").write_bytes(words)
    assert run(["show", "a.wsdv", "--lang", "./own.yaml", "--svg", "own.yaml"]) == 1
    assert ENGLISH.say("notes.is-input") in capsys.readouterr().out
    assert Path("own.yaml").read_bytes() == words


MAKERS: dict[str, list[str]] = {
    "x.svg": ["show", "a.wsdv", "--svg", "x.svg"],
    "x.txt": ["validate", "a.yaml", "--out", "x.txt"],
    "x.json": ["validate", "a.yaml", "--json", "--out", "x.json"],
    "x.html": ["validate", "a.yaml", "--format", "html", "--out", "x.html"],
    "x.log": ["validate", "a.yaml", "--format", "github", "--out", "x.log"],
    "calibration-en.pdf": ["print", "calibration", "--out", "."],
    "manifest.json": ["print", "calibration", "--out", "."],
    "cards-en-cut.dxf": ["print", "cards", "--cards", "1", "--cut-file", "dxf", "--out", "."],
    "cards-en-cut.svg": ["print", "cards", "--cards", "1", "--cut-file", "svg", "--out", "."],
}


@pytest.mark.parametrize("file", MAKERS)
def test_what_somebody_else_made_stays_and_what_we_made_is_made_again(file: str, capsys: Printed) -> None:
    Path(file).write_bytes(b"somebody else's")
    assert run(MAKERS[file]) == 1
    out = capsys.readouterr().out
    assert file in out
    assert "file-exists" in out
    assert ENGLISH.say("fixes.another-name") in out
    assert Path(file).read_bytes() == b"somebody else's"
    Path(file).unlink()
    assert run(MAKERS[file]) == 0
    made = Path(file).read_bytes()
    assert is_made_here(made)
    Path(file).write_bytes(made + b"\n\n")  # made by an older version
    assert run(MAKERS[file]) == 0
    assert Path(file).read_bytes() == made


@pytest.mark.parametrize("format_", ["csv", "po", "xlsx"])
def test_a_sheet_that_was_worked_on_is_never_replaced(format_: str) -> None:
    file = Path(f"hu.{format_}")
    assert run(["translate", "export", "hu", "--format", format_]) == 0
    worked_on = file.read_bytes() + b" "
    file.write_bytes(worked_on)
    assert run(["translate", "export", "hu", "--format", format_]) == 1
    assert file.read_bytes() == worked_on


def test_a_person_is_asked(monkeypatch: pytest.MonkeyPatch, capsys: Printed) -> None:
    answers = iter(["n", "y"])
    asked: Callable[..., bool] = lambda *_: True  # noqa: E731
    monkeypatch.setattr(sys.stdin, "isatty", asked)
    monkeypatch.setattr(sys.stdout, "isatty", asked)
    monkeypatch.setattr("builtins.input", lambda _: next(answers))
    Path("x.svg").write_text("mine")
    session = Session(lang="en")
    assert not session.may_replace(Path("x.svg"))
    assert run(["show", "a.wsdv", "--svg", "x.svg"]) == 0
    assert ENGLISH.say("texts.dialogue.overwrite", file="x.svg") in capsys.readouterr().out
    assert is_made_here(Path("x.svg").read_bytes())


@pytest.mark.skipif(os.name == "nt", reason="FIFOs")
@pytest.mark.parametrize(
    "command",
    [
        ["show", "a.wsdv", "--svg", "pipe"],
        ["validate", "a.yaml", "--out", "pipe"],
        ["position", "new", "pipe"],
        ["translate", "export", "hu", "--out", "pipe"],
    ],
)
def test_a_fifo_stays_one(command: list[str], capsys: Printed) -> None:
    os.mkfifo("pipe")
    assert run(command) in (1, 2)
    assert "pipe" in capsys.readouterr().out
    assert Path("pipe").is_fifo()


@pytest.mark.skipif(os.name == "nt", reason="/dev/stdout")
@pytest.mark.parametrize("target", ["-", "/dev/stdout"])
def test_the_standard_output_holds_the_picture_and_nothing_else(target: str) -> None:
    command = [sys.executable, "-c", "from wsdv_tools.cli import main; main()", "show", "a.wsdv", "--svg", target]
    done = subprocess.run(command, capture_output=True, check=True)
    assert done.stdout.startswith(b"<?xml")
    assert done.stdout.endswith(b"</svg>\n")
    assert not Path("-").exists()
