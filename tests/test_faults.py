"""Inputs that were faults once, and those by which fuzzing begins: every reader keeps its promises on them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent))

from fuzzing.promises import Broken, check_findings
from fuzzing.readers import CORPUS, FAULTS, READERS
from wsdv_tools.cli import run
from wsdv_tools.findings import Finding, Place
from wsdv_tools.sources.text_reader import MOST_LINES

COMMANDS = {"data": ["validate"], "position": ["decade-end", "--json"], "record": ["check"], "language": ["validate"]}
SUFFIXES = {"record": ".wsdv"}
ONCE = sorted(FAULTS.glob("*/*"))


@pytest.mark.parametrize("path", ONCE, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_fault_stays_mended(path: Path) -> None:
    READERS[path.parent.name].examine(path.read_bytes())


@pytest.mark.parametrize("name", READERS)
def test_the_corpus_breaks_no_promise(name: str) -> None:
    kept = sorted((CORPUS / name).glob("*"))
    assert kept
    for path in kept:
        READERS[name].examine(path.read_bytes())


@pytest.mark.parametrize(
    "path", [p for p in ONCE if p.parent.name in COMMANDS], ids=lambda p: f"{p.parent.name}/{p.name}"
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


def test_endless_names_are_answered_quickly() -> None:
    import time

    began = time.process_time()
    READERS["record"].examine(("decade I\nrow 1 4 5 12 16 17 20\nW 20 build " + "a-" * 5_000).encode())
    READERS["position"].examine(("wsdv-position: 1\n" + "".join(f"k{i}: 1\n" for i in range(2_000))).encode())
    assert time.process_time() - began < 10  # it was minutes
