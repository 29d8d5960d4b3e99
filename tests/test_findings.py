"""How findings are shown: text with a caret, JSON, annotations, and the exit code they ask for."""

from __future__ import annotations

import pytest

from wsdv_tools.findings import (
    Finding,
    Fix,
    Note,
    Place,
    Severity,
    as_dict,
    as_github,
    as_text,
    exit_code,
    sorted_by_place,
)
from wsdv_tools.words import Language

ENGLISH = Language.load("en")
PLACE = Place("cs.yaml", 2, 7, 12)
TYPO = Finding(
    "unknown-key",
    PLACE,
    {"key": "titel"},
    notes=(Note("first-given", {"line": 1}, Place("cs.yaml", 1, 1)),),
    fixes=(Fix("did-you-mean", {"name": "title"}, PLACE, "title"),),
)


def test_text_shows_line_and_caret() -> None:
    shown = as_text(TYPO, ENGLISH, 'cards:\n  1: {titel: "x"}\n')
    assert shown.splitlines() == [
        "error: The key “titel” is unknown here. [unknown-key]",
        " --> cs.yaml:2:7",
        '2 |   1: {titel: "x"}',
        "  |       ^^^^^",
        "  = note: It is first given in line 1. (cs.yaml:1:1)",
        "  = help: did you mean “title”?",
    ]


def test_text_cites_the_rule() -> None:
    finding = Finding("unknown-key", None, {"key": "x"}, rule="9.1-wall")
    assert "= rule: 9.1 The cost of the Wall" in as_text(finding, ENGLISH)


@pytest.mark.parametrize("column", [1, 90, 500, 990])
def test_a_long_line_is_cut_around_the_place(column: int) -> None:
    line = "".join(chr(ord("a") + i % 26) for i in range(1000))
    shown = as_text(Finding("nul-byte", Place("f", 1, column, column + 3)), ENGLISH, [line]).splitlines()
    assert all(len(row) <= 80 for row in shown[1:])
    caret = shown[3].index("^")
    assert shown[2][caret : caret + 3] == line[column - 1 : column + 2]


def test_a_place_behind_the_end_has_no_excerpt() -> None:
    assert as_text(Finding("nul-byte", Place("f", 9, 1)), ENGLISH, "one line").count("\n") == 1


def test_colour_only_when_asked() -> None:
    assert "\x1b[1;31m" in as_text(TYPO, ENGLISH, None, colour=True)
    assert "\x1b" not in as_text(TYPO, ENGLISH, None)


def test_annotations_are_escaped() -> None:
    shown = as_github(Finding("unknown-key", Place("a,b:c.yaml", 1, 2, 4), {"key": "50%\nx"}), ENGLISH)
    where = "file=a%2Cb%3Ac.yaml,line=1,col=2,endColumn=4,title=unknown-key"
    assert shown == f"::error {where}::The key “50%25\\nx” is unknown here."


def test_as_dict_has_all_keys() -> None:
    shown = as_dict(TYPO, ENGLISH)
    assert (shown["file"], shown["line"], shown["column"], shown["end-column"]) == ("cs.yaml", 2, 7, 12)
    assert shown["help"] == ["did you mean “title”?"]
    assert shown["rule"] is None


@pytest.mark.parametrize(
    ("codes", "expected"),
    [
        ([], 0),
        (["cut-text"], 0),
        (["unknown-key", "cut-text"], 1),
        (["unknown-key", "too-deep"], 2),
        (["duplicate-key"], 1),
    ],
)
def test_exit_code(codes: list[str], expected: int) -> None:
    assert exit_code(Finding(code) for code in codes) == expected


def test_a_level_can_be_given() -> None:
    finding = Finding("too-deep", level=Severity.HINT)
    assert not finding.is_error
    assert exit_code([finding]) == 0


def test_order_is_that_of_files_and_lines() -> None:
    findings = [Finding("nul-byte", Place(*where)) for where in (("b", 2), ("a", 1), ("b", 1, 5), ("b", 1, 2))]
    places = [finding.place for finding in sorted_by_place(findings)]
    assert [(p.file, p.line, p.column) for p in places if p] == [("b", 1, 2), ("b", 1, 5), ("b", 2, 1), ("a", 1, 1)]
