"""Limits before work: what is too large, not a plain file, or not for this program is refused, not read."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from fuzzing.games import notation
from fuzzing.tables import Typist
from tests.clock import seconds
from wsdv_tools.cli import run
from wsdv_tools.cli.decade_end import Run
from wsdv_tools.cli.leading import Leading
from wsdv_tools.cli.session import Session
from wsdv_tools.dialogue.decade_dialogue import Kept
from wsdv_tools.dialogue.prompt import Left
from wsdv_tools.findings import Unreadable
from wsdv_tools.referee.record_files import check_text
from wsdv_tools.sources.shipped import shipped
from wsdv_tools.sources.text_reader import MOST_LINES
from wsdv_tools.telling.narrator import Narrator
from wsdv_tools.telling.phrases import Phrases
from wsdv_tools.translating.spreadsheets import Row, read_sheet, write_sheet
from wsdv_tools.words import Language

Printed = pytest.CaptureFixture[str]
with_fifos = pytest.mark.skipif(os.name == "nt", reason="FIFOs")
BOOK = write_sheet("xlsx", "cs", [Row("cards.1.title", "", "Bodenreform", "", "Reforma")])
SHEET, STYLES = "xl/worksheets/sheet1.xml", "xl/styles.xml"
ENTITIES = b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>'


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WSDV_LANG", "en")


# Workbooks


def book(part: str, change: Callable[[bytes], bytes]) -> bytes:
    """A workbook with one part changed."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(BOOK)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for entry in old.infolist():
            data = old.read(entry)
            new.writestr(entry.filename, change(data) if entry.filename == part else data)
    return out.getvalue()


def before_end(end: bytes, more: bytes) -> Callable[[bytes], bytes]:
    return lambda data: data.replace(end, more + end)


BOMBS: dict[str, tuple[str, str, Callable[[bytes], bytes]]] = {
    "large when unpacked": ("too-large", SHEET, before_end(b"</sheetData>", b" " * 30_000_000)),
    "many cells": ("too-many-entries", SHEET, before_end(b"</sheetData>", b"<row>" + b"<c/>" * 300_000 + b"</row>")),
    "many texts": ("too-many-entries", SHEET, before_end(b"</sheetData>", b"<is><t>x</t></is>" * 60_000)),
    "many styles": ("too-many-entries", STYLES, before_end(b"</cellXfs>", b"<xf/>" * 300_000)),
    "a cell without end": ("exchange-unreadable", SHEET, lambda data: data.replace(b"Reforma", b"x" * 400_000)),
    "entities": ("exchange-unreadable", SHEET, lambda data: ENTITIES + data.partition(b"?>")[2]),
    "another encoding": ("exchange-unreadable", SHEET, lambda data: data.decode().encode("utf-16")),
}


@pytest.mark.parametrize("what", BOMBS)
def test_a_workbook_is_weighed_before_it_is_read(what: str, tmp_path: Path) -> None:
    code, part, change = BOMBS[what]
    path = tmp_path / "cs.xlsx"
    path.write_bytes(book(part, change))
    assert path.stat().st_size < 1_000_000

    def read() -> None:
        with pytest.raises(Unreadable, match=code):
            read_sheet(path)

    assert seconds(read) < 2


@pytest.mark.thorough
def test_the_heaviest_workbook_that_is_read_stays_light(tmp_path: Path) -> None:
    """Just below the limits: it took 4 to 26 seconds and up to 4.3 GB."""
    path = tmp_path / "cs.xlsx"
    path.write_bytes(book(STYLES, before_end(b"</cellXfs>", b"<xf/>" * 190_000)))
    code = (
        "import re, resource, sys; from pathlib import Path\n"
        "from wsdv_tools.translating.spreadsheets import read_sheet\n"
        "print(len(read_sheet(Path(sys.argv[1])).rows)); used = resource.getrusage(resource.RUSAGE_SELF)\n"
        # A process inherits the peak of the one that started it; where the system tells it, its own is taken.
        "own = Path('/proc/self/status')\n"
        "peak = re.search(r'VmHWM:\\s+(\\d+)', own.read_text())[1] if own.exists() else used.ru_maxrss\n"
        "print(int(peak) // 1024, used.ru_utime)"
    )
    told = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True).stdout
    rows, megabytes, seconds = told.split()
    assert rows == "1"
    assert int(megabytes) < 400
    assert float(seconds) < 20


def test_every_sheet_of_this_program_is_light_enough(tmp_path: Path) -> None:
    """All texts, all remarks, and room for twice as many."""
    rows = [
        Row(f"texts.{n}", "", "Ein Satz. " * 8, "A sentence. " * 8, "Mondat. " * 8, "note " * 9) for n in range(4000)
    ]
    path = tmp_path / "hu.xlsx"
    path.write_bytes(write_sheet("xlsx", "hu", rows))
    assert len(read_sheet(path).rows) == 4000


# Files that are none


@with_fifos
@pytest.mark.parametrize(
    "arguments",
    [
        ["check", "pipe.wsdv"],
        ["fmt", "pipe.wsdv"],
        ["show", "pipe.wsdv"],
        ["validate", "pipe.wsdv"],
        ["validate", "--lang", "./pipe.wsdv"],
        ["decade-end", "pipe.wsdv"],
        ["decade-end", "p.yaml", "--decisions", "pipe.wsdv"],
        ["check", "set.wsdv"],
        ["translate", "import", "pipe.csv"],
        ["translate", "status", "./pipe.wsdv"],
        ["print", "strips", "--lang", "./pipe.wsdv"],
        ["cases", "--data", "folder"],
        ["print", "board", "--data", "data"],
    ],
)
def test_nobody_waits_for_a_fifo(arguments: list[str]) -> None:
    """In a process of its own: one that hangs is reported."""
    for name in ("pipe.wsdv", "pipe.csv", "pipe.yaml"):
        os.mkfifo(name)
    Path("p.yaml").write_bytes((shipped("examples") / "decade-2.yaml").read_bytes())
    Path("set.wsdv").write_text("wsdv-record: 1\nset pipe.yaml\n")
    Path("folder").mkdir()
    os.mkfifo("folder/map.yaml")
    if "data" in arguments:
        Path("data").mkdir()
        for file in shipped("data").glob("*.yaml"):
            Path("data", file.name).write_bytes(file.read_bytes())
        os.mkfifo("data/outlines.json")
    command = [sys.executable, "-c", "from wsdv_tools.cli import main; main()", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode in (1, 2), done.stderr


@with_fifos
def test_nobody_waits_at_the_table(tmp_path: Path) -> None:
    """A FIFO where the answers are kept, where the new position goes, and where a board is watched."""
    for name in ("decade-2.yaml", "decade-2.decisions"):
        Path(name).write_bytes((shipped("examples") / name).read_bytes())
    os.mkfifo("pipe.decisions")
    answers, findings = Kept(Path("pipe.decisions"), notation()).load()
    assert ([finding.code for finding in findings], answers) == (["cannot-open"], [])
    os.mkfifo("decade-2.after.yaml")
    told: list[str] = []
    leading_run = Run(Session(lang="en"))
    narrator = Narrator(Phrases(Language.load("en"), leading_run.notation), told.append)
    typist = Typist(["", "y"])
    leading = Leading(leading_run, narrator, typist)  # type: ignore[arg-type]
    try:
        assert leading.lead(tmp_path / "decade-2.yaml", fresh=False) == 0
    except (EOFError, Left):
        pytest.fail("the answers of the example are enough")
    assert "cannot be written" in told[-1]
    assert Path("decade-2.after.yaml").is_fifo()
    os.mkfifo("watched.wsdv")
    assert run(["show", "watched.wsdv", "--watch"]) == 2


def test_decisions_are_limited_like_all_else(capsys: Printed) -> None:
    Path("p.yaml").write_bytes((shipped("examples") / "decade-2.yaml").read_bytes())
    Path("p.decisions").write_text("1: x\n" * (MOST_LINES + 1))
    assert run(["decade-end", "p.yaml", "--decisions", "p.decisions"]) == 2
    assert "too-many-entries" in capsys.readouterr().out
    _, findings = Kept(Path("p.decisions"), notation()).load()
    assert [finding.code for finding in findings] == ["too-many-entries"]


# Names that lead elsewhere


ESCAPED = "language: {code: ../escaped, name: x}\ncards: {1: {title: x}}\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ["translate", "export", "./x.yaml", "--format", "csv"],
        ["print", "calibration", "--lang", "./x.yaml", "--out", "out"],
        ["print", "calibration", "--lang", "xx", "--data", "data", "--out", "out"],
    ],
)
def test_a_code_that_is_none_names_no_file(arguments: list[str], tmp_path: Path, capsys: Printed) -> None:
    (tmp_path / "here" / "data" / "lang").mkdir(parents=True)
    os.chdir(tmp_path / "here")
    Path("x.yaml").write_text(ESCAPED)
    for file in [*shipped("data").glob("*.yaml"), shipped("data") / "outlines.json"]:
        Path("data", file.name).write_bytes(file.read_bytes())
    Path("data/lang/xx.yaml").write_text(ESCAPED)
    assert run(arguments) == 1
    assert "A language's code is two or three lower-case letters" in capsys.readouterr().out
    assert [path.name for path in tmp_path.iterdir()] == ["here"]
    assert not Path("out").exists()


def test_a_sheet_does_not_choose_the_file_it_is_taken_into(capsys: Printed) -> None:
    words = (shipped("data") / "lang" / "hu.yaml").read_bytes()
    Path("mine.yaml").write_bytes(words)
    Path("x.po").write_text(
        'msgid ""\nmsgstr ""\n"Language: ./mine.yaml\\n"\n\nmsgctxt "cards.1.title"\nmsgid "a"\nmsgstr "b"\n'
    )
    assert run(["translate", "import", "x.po"]) == 1
    assert "[exchange-language]" in capsys.readouterr().out
    assert Path("mine.yaml").read_bytes() == words


def test_a_sheet_is_what_stands_in_it() -> None:
    """A text that is the name of another file is not that file."""
    Path("secret.po").write_text('msgid ""\nmsgstr "Language: cs\\n"\n\nmsgctxt "k"\nmsgid "a"\nmsgstr "b"\n')
    Path("x.po").write_text("secret.po")
    with pytest.raises(Unreadable, match="exchange-unreadable"):
        read_sheet(Path("x.po"))
    assert [(row.text, row.number) for row in read_sheet(Path("secret.po")).rows] == [("b", 4)]


SECRET = "password: correct-horse\n"


@pytest.mark.parametrize(
    "name", ["../secret.yaml", "{folder}/secret.yaml", "link.yaml", "beside.yaml", "x" * 300 + ".yaml"]
)
def test_a_record_reads_only_positions_beside_it(name: str, tmp_path: Path, capsys: Printed) -> None:
    (tmp_path / "secret.yaml").write_text(SECRET)
    games = tmp_path / "games"
    games.mkdir()
    (games / "link.yaml").symlink_to("../secret.yaml")
    (games / "beside.yaml").write_text(SECRET)
    text = f"wsdv-record: 1\nset {name.format(folder=tmp_path)}\n"
    (games / "g.wsdv").write_text(text)
    assert run(["check", "games/g.wsdv"]) in (1, 2)
    printed = capsys.readouterr()
    assert "correct-horse" not in printed.out + printed.err
    assert "password" not in printed.out + printed.err
    if len(name) < 100:
        findings = check_text(text, str(games / "g.wsdv"), notation()).checked.findings
        assert "set-file-outside" in [finding.code for finding in findings]


def test_a_position_below_the_record_is_read(tmp_path: Path) -> None:
    (tmp_path / "boards").mkdir()
    (tmp_path / "boards" / "p.yaml").write_bytes((shipped("examples") / "decade-2.yaml").read_bytes())
    record = tmp_path / "g.wsdv"
    record.write_text("wsdv-record: 1\nset boards/p.yaml\nresult none agreed\n")
    assert run(["check", str(record)]) == 0
