"""One planted error for each check of a translation: code, place, sentence, notes, proposal, and nothing else found."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from wsdv_tools.codes import CODES, TRANSLATION
from wsdv_tools.sources.shipped import shipped
from wsdv_tools.sources.yaml_reader import parse_yaml, read_yaml
from wsdv_tools.translating.checks import CHECKS, check_translation
from wsdv_tools.translating.editing import SAFE_TO_FIX, apply_fixes
from wsdv_tools.translating.origins import origins_file, origins_text
from wsdv_tools.translating.strings import PLAIN, Strings
from wsdv_tools.translating.translation import Workshop
from wsdv_tools.words import Language

if TYPE_CHECKING:
    from wsdv_tools.findings import Finding

PLANTED: list[dict[str, Any]] = read_yaml(Path(__file__).parent / "planted_translations.yaml").value


@cache
def workshop() -> Workshop:
    return Workshop.open(shipped("data"))


@cache
def english() -> Language:
    return Language.load("en")


def headed(code: str, text: str) -> str:
    return f"language: {{code: {code}, name: x}}\n{text}\n"


def planted(entry: dict[str, Any]) -> tuple[str, int, int]:
    """The faulty file, and the line and column of its mark."""
    text = headed(entry.get("language", "cs"), entry["text"])
    at = text.index("^")
    lines = text[:at].split("\n")
    return text[:at] + text[at + 1 :], len(lines), len(lines[-1]) + 1


def found(entry: dict[str, Any], path: Path) -> list[Finding]:
    source = Strings.of(parse_yaml(headed("de", entry["german"]), "de.yaml"))
    kept = {key: {PLAIN: text} for key, text in entry.get("before", {}).items()}
    if kept:
        origins_file(str(path)).parent.mkdir(exist_ok=True)
        origins_file(str(path)).write_text(origins_text(str(path), kept), "utf-8")
    return check_translation(replace(workshop(), source=source).translation(read_yaml(path)))


@pytest.mark.parametrize("entry", PLANTED, ids=lambda entry: entry["code"])
def test_planted_error(entry: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "cs.yaml"
    text, line, column = planted(entry)
    path.write_text(text, "utf-8")
    findings = found(entry, path)
    assert {finding.code for finding in findings} == {entry["code"], *entry.get("also", ())}
    (finding,) = (finding for finding in findings if finding.code == entry["code"])
    assert finding.place
    assert (finding.place.line, finding.place.column) == (line, column)
    assert english().sentence(finding) == entry["sentence"]
    assert [english().note(note) for note in finding.notes] == entry.get("notes", [])
    assert [english().fix(fix) for fix in finding.fixes] == entry.get("fixes", [])
    assert finding.severity.value == entry.get("level", CODES[entry["code"]])


@pytest.mark.parametrize("entry", PLANTED, ids=lambda entry: entry["code"])
def test_fixes_change_nothing_else(entry: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "cs.yaml"
    text, _, _ = planted(entry)
    path.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    done = apply_fixes(found(entry, path))
    if "fixed" in entry:
        assert entry["code"] in {finding.code for finding in done}
        text = headed(entry.get("language", "cs"), entry["fixed"])
        assert not {finding.code for finding in found(entry, path)} & SAFE_TO_FIX
    if "fixed" in entry or not set(entry.get("also", ())) & SAFE_TO_FIX:
        assert path.read_bytes() == b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode()


@pytest.mark.parametrize("entry", PLANTED, ids=lambda entry: entry["code"])
def test_any_finding_can_be_accepted(entry: dict[str, Any], tmp_path: Path) -> None:
    if entry["code"] == "accepted-idle":
        return
    path = tmp_path / "cs.yaml"
    text, _, _ = planted(entry)
    path.write_text(text, "utf-8")
    (finding,) = (finding for finding in found(entry, path) if finding.code == entry["code"])
    path.write_text(f"{text}accepted:\n  {entry['code']}: [{finding.values['key']}]\n", "utf-8")
    assert {finding.code for finding in found(entry, path)} == set(entry.get("also", ()))


def test_every_code_has_a_planted_error() -> None:
    assert {entry["code"] for entry in PLANTED} == set(TRANSLATION)


def test_every_check_says_what_it_finds() -> None:
    assert all(check.__doc__ for check in CHECKS)
