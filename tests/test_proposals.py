"""Whoever types what a message proposes gets on: the message is gone."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from tests.mistakes import FIRST
from tests.records import checked, with_line
from tests.test_second_mistakes import games
from tests.test_typed_games import PROPOSALS
from tests.test_typed_games import game as typed_game
from tests.thorough import only
from wsdv_tools.findings import Finding, Fix

_LEGAL = ("legal-here", "legal-here-all")
# Lines of the example decade, each with a mistake that somebody may make.
MISTYPED = {
    10: ("W 20 build hannovr, hamburg-hannover*2", "W 20 build hannover; hamburg/hannover*2", "W 20 biuld hannover"),
    11: ("E 5 event Saxony", "E 5h event u-SN"),
    12: ("W 4 unrest Bayren; -hamburg-hannover", "W 4 unrest BY; pays hamburg-hannover", "W 4 unrest BY; -hamburg"),
    14: ("W 17 standard NI, BY>WB; hamburg=NI",),
    30: ("1: leipzig-jena removed, -schwedt-polska-nord, -bitterfeld-leipzig", "1: -leipzig, -berlin, -jena"),
    31: ("2: at -3; down leipzig", "2: leipzig runs down", "2: down leipsig", "2: down rostock"),
    33: ("7: NI attacks ST, TH>HE", "7: NI>BY, TH>HE"),
    34: ("8: police in BB", "8: -BB", "8: remove BB", "8: Hessen"),
}


def proposals(text: str) -> Iterator[tuple[Finding, str]]:
    """Findings with each text that they propose to type in their place."""
    for finding in checked(text).findings:
        for fix in finding.fixes if finding.place else ():
            yield from ((finding, new) for new in _texts(finding, fix))


def _texts(finding: Finding, fix: Fix) -> list[str]:
    if fix.code == "did-you-mean":
        return [fix.values["name"]]
    if fix.code in _LEGAL and finding.code != "decision-missing":  # see `added`
        return [str(step) for step in fix.values["steps"].split(", ")]
    return []


def followed(text: str, finding: Finding, new: str) -> str:
    """The record with the proposal typed where the finding is."""
    place = finding.place
    assert place
    lines = text.splitlines()
    line = lines[place.line - 1]
    lines[place.line - 1] = line[: place.column - 1] + new + line[place.end_column - 1 :]
    return "\n".join(lines) + "\n"


def _is_left(finding: Finding, text: str) -> bool:
    """Whether the same is still said of the same place."""
    place = finding.place
    assert place
    return any(
        one.code == finding.code and one.place and (one.place.line, one.place.column) == (place.line, place.column)
        for one in checked(text).findings
    )


def _useless(text: str, count: Counter[str]) -> list[tuple[str, str]]:
    found = []
    for finding, new in proposals(text):
        count[finding.code] += 1
        if _is_left(finding, followed(text, finding, new)):
            found.append((finding.code, new))
    return found


@pytest.mark.parametrize("name", only(["hu"], PROPOSALS))
def test_proposals_for_games_typed_on_paper(name: str) -> None:
    count: Counter[str] = Counter()
    assert _useless(typed_game(name), count) == []
    assert count.total() > 10


@pytest.mark.parametrize(("line", "text"), [(line, text) for line, texts in MISTYPED.items() for text in texts])
def test_proposals_for_a_line(line: int, text: str) -> None:
    count: Counter[str] = Counter()
    assert _useless(with_line(line, text), count) == []
    assert count.total()


@pytest.mark.thorough
def test_proposals_for_planted_mistakes() -> None:
    count: Counter[str] = Counter()
    for number, lines in enumerate(games()):
        for name, kind in FIRST.items():
            change = kind(lines, Random(f"{number} {name}"))
            if change:
                assert _useless("\n".join(change.lines) + "\n", count) == [], (number, name)
    assert len(count) > 8
    assert count.total() > 30


def added(text: str, finding: Finding, step: str) -> tuple[str, int, int]:
    """The record with a missing step typed: behind its play, or in a line of its phase; and the step's place."""
    assert finding.place
    lines, number = text.splitlines(), finding.place.line - 1
    phase = next((note.values["phase"] for note in finding.notes if "phase" in note.values), None)
    if phase is not None and not lines[number].startswith(f"{phase}:"):
        lines.insert(number, f"{phase}: {step}")
        return "\n".join(lines) + "\n", number + 1, len(f"{phase}: ") + 1
    line = re.sub(r"\s+#.*", "", lines[number])
    lines[number] = f"{line}; {step}"
    return "\n".join(lines) + "\n", number + 1, len(f"{line}; ") + 1


@pytest.mark.thorough
def test_what_is_missing_can_be_typed_as_proposed() -> None:
    """Each step that a message offers for a missing decision is taken, though more may be missing behind it."""
    count: Counter[str] = Counter()
    for number, lines in enumerate(games()[:2]):
        for name, kind in FIRST.items():
            change = kind(lines, Random(f"{number} {name}"))
            text = "\n".join(change.lines) + "\n" if change else ""
            for finding in checked(text).findings if text else ():
                fixes = [fix for fix in finding.fixes if finding.code == "decision-missing" and fix.code in _LEGAL]
                for step in [step for fix in fixes for step in fix.values["steps"].split(", ")]:
                    new, line, column = added(text, finding, step)
                    wrong = [
                        one.code
                        for one in checked(new).findings
                        if one.place and one.is_error and (one.place.line, one.place.column) == (line, column)
                    ]
                    assert wrong == [], (number, name, step, new.splitlines()[line - 1])
                    count[name] += 1
    assert len(count) > 8
    assert count.total() > 30
