"""Text is shown, never executed: on terminals, in logs and in spreadsheets, whatever it came from."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import sys
from pathlib import Path

import pytest

from wsdv_tools.cli import run
from wsdv_tools.findings import Finding, Place, Severity, as_text
from wsdv_tools.sources.cells import guarded, unguarded
from wsdv_tools.sources.shipped import shipped
from wsdv_tools.visible import on_terminal, one_line, visible
from wsdv_tools.words import Language

Printed = pytest.CaptureFixture[str]
TITLE = "\x1b]0;owned\x07"
STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WSDV_LANG", "en")


def test_what_steers_is_shown_by_its_number() -> None:
    assert visible("a\tb\r\nü – ć") == "a\tb\r\nü – ć"
    assert visible("\x1b[2J\x9b1m\x7f\r!\u202eevil\u2066") == r"\u001b[2J\u009b1m\u007f\u000d!\u202eevil\u2066"
    assert visible("\udc80.wsdv") == r"\udc80.wsdv"
    assert json.loads(f'"{visible(chr(0x202E))}"') == "\u202e"
    assert one_line("a\r\n::error::b") == r"a\n::error::b"


def test_our_own_paint_stays_paint_and_no_other_does() -> None:
    painted = as_text(Finding("empty-file", Place("f", 1)), Language.load("en"), None, colour=True)
    assert on_terminal(painted) == painted
    for severity in Severity:
        finding = Finding("empty-file", level=severity)
        painted = as_text(finding, Language.load("en"), None, colour=True)
        assert on_terminal(painted) == painted
    assert on_terminal("\x1b[1mbold\x1b[0m \x1b[8mhidden") == "\x1b[1mbold\x1b[0m \\u001b[8mhidden"


HOSTILE: dict[str, tuple[list[str], dict[str, str]]] = {
    "a value of a position": (
        ["validate", "p.yaml"],
        {"p.yaml": 'wsdv-position: 1\n"\\e]0;owned\\a": 1\nprovinces: {"\\u202eBY": {unrest: 1}}\n'},
    ),
    "a decision": (["decade-end", "p.yaml", "--json"], {"p.yaml": 'wsdv-position: 1\ndecade: "\\e[2J\\u009b2J"\n'}),
    "a player": (["check", "g.wsdv"], {"g.wsdv": "wsdv-record: 1\nwest: \u202eannA\u2066\neast: B\ndecade I\n"}),
    "a language": (
        ["cases", "--rule", "9.3", "--lang", "./x.yaml"],
        {"x.yaml": 'language: {code: cs, name: x}\ntexts: {cases-suite: "\\e]0;owned\\a {version}"}\n'},
    ),
    "a word to explain": (["explain", f"{TITLE}wall"], {}),
    "an unknown command": ([f"{TITLE}chek"], {}),
    "a file's name": (["check", f"{TITLE}.wsdv"], {f"{TITLE}.wsdv": "wsdv-record: 1\ndecade I\nW 1 bild\n"}),
    "a file's name in a note": (["check", "g.wsdv"], {"g.wsdv": f"wsdv-record: 1\nset {TITLE[:1]}x.yaml\n"}),
    "a ruling": (["check", "g.wsdv", "--rules", f"R9{TITLE}"], {"g.wsdv": "wsdv-record: 1\n"}),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_nothing_steers_the_terminal(what: str, capsys: Printed) -> None:
    arguments, files = HOSTILE[what]
    for name, text in files.items():
        Path(name).write_text(text, "utf-8")
    assert run(arguments) in (0, 1, 2)
    printed = capsys.readouterr()
    assert printed.out + printed.err
    assert not STEERING.search(printed.out + printed.err)
    assert re.search(r"\\u[0-9a-f]{4}", printed.out + printed.err) or what == "a file's name in a note"


@pytest.mark.skipif(os.name == "nt", reason="such names")
@pytest.mark.parametrize("arguments", [["check"], ["check", "--format", "github"], ["validate"], ["show"]])
def test_a_name_begins_no_line_of_its_own(arguments: list[str], capsys: Printed) -> None:
    """In the log of a build a line that begins with two colons is a command."""
    name = "a\n::add-mask::b.wsdv"
    Path(name).write_text("wsdv-record: 1\ndecade I\nW 1 bild\n", "utf-8")
    assert run([arguments[0], name, *arguments[1:]]) == 1
    printed = capsys.readouterr()
    assert "::add-mask" not in {line[:10] for line in (printed.out + printed.err).splitlines()}


def test_data_stays_as_it_is_in_a_pipe(capsys: Printed) -> None:
    Path("g.wsdv").write_text("wsdv-record: 1\nwest: \u200fאנה\ndecade I\n", "utf-8")
    assert run(["fmt", "g.wsdv"]) == 0
    assert "west: \u200fאנה\n" in capsys.readouterr().out


def test_every_table_guards_its_cells(monkeypatch: pytest.MonkeyPatch, capsys: Printed) -> None:
    Path("=cmd.wsdv").write_text("wsdv-record: 1\nwest: =HYPERLINK(1)\neast: B\ndecade I\n", "utf-8")
    assert run(["check", "=cmd.wsdv", "--format", "csv"]) == 0
    rows = list(csv.reader(io.StringIO(capsys.readouterr().out)))
    assert rows[1][:2] == ["'=cmd.wsdv", "'=HYPERLINK(1) / B"]
    words = (shipped("data") / "lang" / "hu.yaml").read_text("utf-8")
    Path("hu.yaml").write_text(words.replace('"Föld reform"', '"=1+1"'), "utf-8")
    assert run(["translate", "export", "./hu.yaml", "--format", "csv", "--out", "hu.csv"]) == 0
    table = list(csv.reader(io.StringIO(Path("hu.csv").read_text("utf-8-sig"))))
    assert not [cell for row in table for cell in row if cell[:1] in ("=", "+", "-", "@", "\t")]
    monkeypatch.undo()


@pytest.mark.parametrize("cell", ["=1", "+1", "-1", "@a", "\t=1", "\r=1", "'=1", "''=1", "＝1", "1=1", "'a", ""])
def test_a_guard_is_taken_off_again(cell: str) -> None:
    assert unguarded(guarded(cell)) == cell
    assert guarded(cell)[:1] not in ("=", "+", "-", "@", "\t", "\r", "＝")


def test_the_streams_are_as_before(capsys: Printed) -> None:
    before = sys.stdout, sys.stderr
    assert run(["explain", "9.3"]) == 0
    assert (sys.stdout, sys.stderr) == before
    assert capsys.readouterr().out
