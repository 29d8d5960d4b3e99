"""One planted error for each code about reading, schemas and data: code, line, column and sentence."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from wsdv_tools.codes import AREAS
from wsdv_tools.facts.data_checks import run_checks
from wsdv_tools.facts.folder import FILES, DataFolder
from wsdv_tools.findings import Unreadable
from wsdv_tools.sources.schema import check_schema
from wsdv_tools.sources.shipped import shipped
from wsdv_tools.sources.yaml_reader import examine_text, examine_yaml, read_yaml
from wsdv_tools.words import Language

if TYPE_CHECKING:
    from wsdv_tools.findings import Finding

PLANTED: list[dict[str, Any]] = read_yaml(Path(__file__).parent / "planted_errors.yaml").value
# Those that no text of a few lines can show are tested below, one by one.
APART = {"cannot-open", "too-large", "too-many-entries", "too-deep", "not-utf8", "unknown-language"}
APART |= {"language-right-to-left", "language-digits"}  # in test_plurals.py
APART |= {"system-refuses"}  # in test_outside_world.py
APART |= {"unknown-kind-of-file"}  # in test_validate.py
APART |= {"json-syntax"}  # in test_tts_cli.py
APART |= {"position-not-record", "data-not-record", "record-not-position"}  # in test_check_cli.py, test_position.py
KINDS = {**FILES, "language": "lang/en.yaml"}


@cache
def folder() -> DataFolder:
    return DataFolder.read(shipped("data"))


@cache
def english() -> Language:
    return Language.load("en")


def planted(entry: dict[str, Any]) -> tuple[str, int, int]:
    """The faulty text and the line and column of its mark."""
    if "text" in entry:
        text, start = entry["text"], 0
    else:
        text = (shipped("data") / KINDS[entry["kind"]]).read_text("utf-8")
        for old, new in (entry.get("also", ("", "")), (entry["old"], entry["new"])):
            assert old in text, f"the shipped file has no {old!r}"
            start = text.index(old)
            text = text.replace(old, new, 1)
    at = text.index("^", start)
    lines = text[:at].split("\n")
    return text[:at] + text[at + 1 :], len(lines), len(lines[-1]) + 1


def found(entry: dict[str, Any], text: str) -> list[Finding]:
    document, findings = examine_text(text, "planted.yaml")
    if "text" in entry:
        return findings
    assert document
    findings = check_schema(document, entry["kind"])
    return findings or run_checks(folder().with_document(entry["kind"], document))


@pytest.mark.parametrize("entry", PLANTED, ids=lambda entry: entry["code"])
def test_planted_error(entry: dict[str, Any]) -> None:
    text, line, column = planted(entry)
    told = [
        (finding.code, finding.place.line, finding.place.column, english().sentence(finding))
        for finding in found(entry, text)
        if finding.place
    ]
    assert (entry["code"], line, column, entry["sentence"]) in told


def test_every_code_has_a_planted_error() -> None:
    codes = {code for area in ("reading", "schemas", "data") for code in AREAS[area]}
    assert {entry["code"] for entry in PLANTED} | APART == codes


@pytest.mark.parametrize(
    ("code", "data", "place", "sentence"),
    [
        ("too-many-entries", "[" + "1," * 50_001 + "]", (1, 100_000), "more than 50000 entries"),
        ("too-deep", "a: " + "[" * 20_000, (1, 43), "nested more than 40 deep"),
        ("not-utf8", b"name: K\xf6ln\n", (1, 8), "byte F6 was found here"),
        ("too-large", b"a" * 5_000_001, (1, 1), "The file is 5.0 MB; files over 5 MB are not read"),
    ],
)
def test_unusual_texts(code: str, data: str | bytes, place: tuple[int, int], sentence: str) -> None:
    (finding,) = examine_text(data, "f.yaml")[1]
    assert finding.place
    assert (finding.code, finding.place.line, finding.place.column) == (code, *place)
    assert sentence in english().sentence(finding)


def test_cannot_open(tmp_path: Path) -> None:
    for path, note in ((tmp_path / "none.yaml", "There is no such file."), (tmp_path, "It is a folder.")):
        (finding,) = examine_yaml(path)[1]
        assert finding.code == "cannot-open"
        assert english().sentence(finding) == f"{path} cannot be opened."
        assert english().note(finding.notes[0]) == note


def test_unknown_language() -> None:
    with pytest.raises(Unreadable) as raised:
        Language.load("xx")
    (finding,) = raised.value.findings
    assert finding.code == "unknown-language"
    assert english().sentence(finding).startswith("The program does not know the language “xx”; it knows: de, en")
