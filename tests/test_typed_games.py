"""Games typed as people write them on paper: what could not be read comes with the step that was meant."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from tests.records import checked, notation
from wsdv_tools.record.wordings import steps_meant
from wsdv_tools.sources.yaml_reader import read_yaml
from wsdv_tools.words import Language

FOLDER = Path(__file__).parent / "typed"
PROPOSALS: dict[str, dict[int, list[str]]] = read_yaml(FOLDER / "proposals.yaml").value
LANGUAGES = ("de", "en", "es", "hu")
# What may be meant can be told of these.
OF_READING = {
    "name-unknown",
    "step-unreadable",
    "mode-unknown",
    "line-unreadable",
    "result-unreadable",
    "province-not-city",
}


def game(name: str) -> str:
    return (FOLDER / f"{name}.wsdv").read_text("utf-8")


@cache
def language(name: str) -> Language:
    return Language.load(name)


@pytest.mark.parametrize("name", PROPOSALS)
def test_messages_propose_what_was_meant(name: str) -> None:
    found: dict[int, list[str]] = {}
    for finding in checked(game(name)).findings:
        names = [fix.values["name"] for fix in finding.fixes if fix.code == "did-you-mean"]
        assert names or finding.code not in OF_READING, finding
        if names:
            assert finding.place
            found.setdefault(finding.place.line, []).extend(names)
    assert found == {int(line): names for line, names in PROPOSALS[name].items()}


@pytest.mark.parametrize("name", PROPOSALS)
def test_messages_are_whole_in_every_language(name: str) -> None:
    """No braces, and the proposal is in the text."""
    for finding in checked(game(name)).findings:
        for tongue in map(language, LANGUAGES):
            texts = [tongue.sentence(finding), *(tongue.note(note) for note in finding.notes)]
            texts += [tongue.fix(fix) for fix in finding.fixes]
            assert not any("{" in text or "}" in text for text in texts)
            assert all(fix.values["name"] in tongue.fix(fix) for fix in finding.fixes if fix.code == "did-you-mean")


@pytest.mark.parametrize(
    ("text", "context", "meant"),
    [
        ("Saxony", "event", "u-SN"),
        ("unrest in West Berlin", "event", "u+WB"),
        ("one unrest from Saxony to Thuringia", "event", "u SN>TH"),
        ("Fabrik in Jena", "1", "-jena"),
        ("repair Leipzig", "event", "up leipzig"),
        ("remove a living standard in Bavaria", "event", "s-BY"),
        ("Sachsen und Thüringen", "8", "Sachsen, Thüringen"),
        ("West draws a card", "event", "draw"),
        ("no currency", "event", "void currency"),
        ("-BY", "unrest", "u-BY"),  # not the word “by”
        ("Bavaria -1", "unrest", "u-BY"),
        ("Kiel (new factory)", "build", "kiel"),
        ("kiel/hannover", "build", "kiel, hannover"),
        ("rostock gone", "event", "-rostock"),
        ("unrest SN gone", "event", "u-SN"),
        ("NW to West Berlin", "standard", "NW>WB"),
        ("und Bitterfeld nach Leipzig", "build", "bitterfeld-leipzig"),
        ("what a lovely evening", "event", None),
        ("leipzg", "event", None),  # a typo: the nearest names are proposed
    ],
)
def test_everyday_words(text: str, context: str, meant: str | None) -> None:
    assert next(steps_meant(notation(), text, context), None) == meant


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("W20 build kiel", "W 20 build kiel"),
        ("West, 20, build kiel", "West 20 build kiel"),
        ("1 -leipzig", "1: -leipzig"),
        ("East won by time", "result E time"),
    ],
)
def test_lines_in_which_something_small_is_wrong(line: str, meant: str) -> None:
    told = [finding for finding in checked(f"wsdv-record: 1\ndecade I\n{line}\n").findings if finding.is_error]
    assert [fix.values["name"] for fix in told[0].fixes] == [meant]


def test_a_colon_behind_the_side_makes_no_header() -> None:
    result = checked("wsdv-record: 1\nwest: 4 friends\ndecade I\nrow 1 4 5 12 16 17 20\nW: 20 build kiel\n")
    assert (result.plays, result.headers["west"]) == (1, "4 friends")


@pytest.mark.parametrize("line", ["set", "check", "check SN 2"])
def test_a_statement_that_says_nothing(line: str) -> None:
    told = [finding.code for finding in checked(f"wsdv-record: 1\ndecade I\n{line}\n").findings if finding.is_error]
    assert told == ["statement-unreadable"]


def test_a_play_without_its_blank_takes_its_turn() -> None:
    """What comes behind it is not out of turn, and the board is known."""
    lines = [
        "wsdv-record: 1",
        "decade I",
        "row 1 4 5 12 16 17 20",
        "W20 build kiel",
        "E 5 event u-SN",
        "W 4 build bonn",
    ]
    told = checked("\n".join(lines) + "\n")
    found = [(one.code, one.place.line) for one in told.findings if one.is_error and one.place]
    assert found == [("line-unreadable", 4), ("name-unknown", 6)]
    assert not told.unchecked
