"""Inputs that were faults once, and those by which fuzzing begins: every reader keeps its promises on them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import openpyxl
import pytest

from fuzzing.games import notation
from fuzzing.promises import Broken, check_findings
from fuzzing.readers import CORPUS, FAULTS, READERS
from fuzzing.tables import Typist
from tests.clock import seconds
from tests.thorough import only
from wsdv_tools.cli import run
from wsdv_tools.cli.decade_end import Run
from wsdv_tools.cli.leading import Leading
from wsdv_tools.cli.session import Session
from wsdv_tools.dialogue.position_form import ask_position
from wsdv_tools.dialogue.prompt import Left
from wsdv_tools.findings import Finding, Place, Unreadable
from wsdv_tools.referee.ledger import Ledger
from wsdv_tools.sources.shipped import shipped
from wsdv_tools.sources.text_reader import MOST_LINES
from wsdv_tools.telling.narrator import Narrator
from wsdv_tools.telling.phrases import Phrases
from wsdv_tools.translating.spreadsheets import read_sheet
from wsdv_tools.words import Language

COMMANDS = {"data": ["validate"], "position": ["decade-end", "--json"], "record": ["check"], "language": ["validate"]}
SUFFIXES = {"record": ".wsdv"}
ONCE = sorted(FAULTS.glob("*/*"))
LONG = ("many-moves-after-gaps", "countless-outcomes")
QUICK = [path for path in ONCE if path.stem not in LONG]


@pytest.mark.parametrize("path", only(QUICK, ONCE), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_fault_does_not_come_back(path: Path) -> None:
    READERS[path.parent.name].examine(path.read_bytes())


@pytest.mark.parametrize("name", READERS)
def test_the_corpus_breaks_no_promise(name: str) -> None:
    kept = sorted((CORPUS / name).glob("*"))
    assert kept
    for path in kept:
        READERS[name].examine(path.read_bytes())


@pytest.mark.parametrize(
    "path", only(QUICK, [p for p in ONCE if p.parent.name in COMMANDS]), ids=lambda p: f"{p.parent.name}/{p.name}"
)
def test_a_fault_is_told_by_its_command(path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    reader = path.parent.name
    copy = tmp_path / f"input{SUFFIXES.get(reader, '.yaml')}"
    copy.write_bytes(path.read_bytes())
    assert run([*COMMANDS[reader], str(copy)]) in (0, 1, 2, 3)
    printed = capsys.readouterr()
    assert printed.out
    assert "Traceback" not in printed.err


def test_a_broken_promise_is_seen() -> None:
    """The promises themselves: a finding outside its file, and a sentence with a place nobody filled."""
    with pytest.raises(Broken, match="line outside the file"):
        check_findings([Finding("empty-file", Place("f", 3))], {"f": ["a"]})
    with pytest.raises(Broken, match="column outside the line"):
        check_findings([Finding("empty-file", Place("f", 1, 9))], {"f": ["a"]})
    with pytest.raises(Broken, match="sentence not filled"):
        check_findings([Finding("too-many-entries", Place("f"), {})], {"f": ["a"]})


def test_a_record_of_endless_lines_is_refused_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "long.wsdv"
    path.write_text("x\n" * 2_000_000, "utf-8")
    assert run(["check", str(path), "--lang", "en"]) == 2
    assert f"more than {MOST_LINES} entries" in capsys.readouterr().out
    path.write_text("# x\n" * (MOST_LINES - 1) + "decade I", "utf-8")
    assert run(["check", str(path)]) == 0


def test_quit_leaves_while_a_position_is_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    told: list[str] = []
    narrator = Narrator(Phrases(Language.load("en"), notation()), told.append)
    typist: Any = Typist(["2", "quit"])
    with pytest.raises(Left):
        ask_position(narrator, typist)
    assert "decade: 2" in (tmp_path / "position.yaml").read_text("utf-8")
    assert any("position.yaml" in line for line in told[-2:])
    typist = Typist(["quit"])
    with pytest.raises(Left):  # at the question whether to go on with the file
        ask_position(narrator, typist)


def test_sheets_of_any_size_are_answered(tmp_path: Path) -> None:
    """A quote that is never closed, a cell touched by chance in the last row, and a file too large."""
    path = tmp_path / "cs.csv"
    path.write_text('key,form,de,cs\ncards.1.title,,,"' + "x" * 200_000, "utf-8")
    with pytest.raises(Unreadable, match="exchange-unreadable"):
        read_sheet(path)
    path.write_text("x" * 5_000_001, "utf-8")
    with pytest.raises(Unreadable, match="too-large"):
        read_sheet(path)
    book = openpyxl.Workbook()
    book.active.append(["key", "form", "de", "cs"])
    book.active.append(["cards.1.title", "", "", "Reforma"])
    book.active.cell(1_048_576, 16_384).value = "x"
    book.save(tmp_path / "cs.xlsx")
    rows: list[str] = []
    assert seconds(lambda: rows.extend(row.text for row in read_sheet(tmp_path / "cs.xlsx").rows)) < 30
    assert rows == ["Reforma"]


def test_a_folder_cannot_be_played(tmp_path: Path) -> None:
    assert [finding.code for finding in Ledger(tmp_path, notation()).open()] == ["cannot-open"]


def test_a_foreign_file_where_the_new_position_goes(tmp_path: Path) -> None:
    for name in ("decade-2.yaml", "decade-2.decisions"):
        (tmp_path / name).write_bytes((shipped("examples") / name).read_bytes())
    after = tmp_path / "decade-2.after.yaml"
    after.write_bytes(b"K\xf6ln")
    told: list[str] = []
    leading_run = Run(Session(lang="en"))
    narrator = Narrator(Phrases(Language.load("en"), leading_run.notation), told.append)
    typist: Any = Typist(["", "n"])
    assert Leading(leading_run, narrator, typist).lead(tmp_path / "decade-2.yaml", fresh=False) == 0
    assert any("decade-2.after.yaml" in line for line in told[-2:])
    assert after.read_bytes() == b"K\xf6ln"


def test_endless_names_are_answered_quickly() -> None:
    names = ("decade I\nrow 1 4 5 12 16 17 20\nW 20 build " + "a-" * 5_000).encode()
    keys = ("wsdv-position: 1\n" + "".join(f"k{i}: 1\n" for i in range(2_000))).encode()
    assert seconds(lambda: READERS["record"].examine(names)) < 10  # it was minutes
    assert seconds(lambda: READERS["position"].examine(keys)) < 10
