"""The conformance suite: every published case holds, and every phase and ruling has one."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from dataclasses import replace

import pytest
from jsonschema import Draft202012Validator

from wsdv_tools.cli import cases as cases_command
from wsdv_tools.cli import run
from wsdv_tools.codes import CODES
from wsdv_tools.conformance import bench
from wsdv_tools.conformance.bench import Bench
from wsdv_tools.conformance.case_files import Case, published, read_suite
from wsdv_tools.conformance.coverage import Count, coverage
from wsdv_tools.facts import Catalogue
from wsdv_tools.positions.position_reader import Reading
from wsdv_tools.sources.schema import schemas
from wsdv_tools.sources.shipped import shipped
from wsdv_tools.sources.yaml_reader import read_yaml

CASES = {case.id: case for case in published()}
SUITE = read_suite()
BENCH = Bench(Catalogue.load())
RULES = [entry["id"] for entry in read_yaml(shipped("data") / "rules.yaml").value["rules"]]
RULINGS = {entry["id"]: entry for entry in read_yaml(shipped("data") / "rulings.yaml").value["rulings"]}
OF_THE_DECADE_END = ("R4", "R5", "R6", "R8", "R9", "R10", "R11", "R12", "R14", "R15")


@pytest.mark.parametrize("case", CASES.values(), ids=list(CASES))
def test_case(case: Case) -> None:
    assert BENCH.differences(case) == []


def test_no_id_is_given_twice() -> None:
    assert [id_ for id_, number in Counter(case.id for case in published()).items() if number > 1] == []


@pytest.mark.parametrize("case", CASES.values(), ids=list(CASES))
def test_case_says_what_it_proves(case: Case) -> None:
    """None is empty: it runs something, expects something, gives its reason, and cites rules and codes that exist."""
    assert case.id.partition("/")[0] == case.rule
    assert set(case.refusing) <= set(case.rules) <= set(RULES)
    assert {ruling.rstrip("b") for ruling in case.rulings} <= set(RULINGS)
    assert all(ruling[-1] in RULINGS[ruling[:-1]]["options"] for ruling in case.chosen)
    assert case.expect
    assert case.phases or case.record or case.expect.get("computed") or case.is_of_a_position
    where = set() if case.is_of_a_position else {"line", "column"}  # a case's board has no lines
    assert all(where <= finding.keys() for finding in case.expect.get("findings", ()))
    assert len(case.why) > len("Too short.")
    assert {finding["code"] for finding in case.expect.get("findings", ())} <= set(CODES)


def test_refusals_give_rule_sentence_and_a_legal_alternative() -> None:
    """An illegal step that leaves a decision open is shown with its paragraph, its numbers and what would be legal."""
    for case in (case for case in CASES.values() if case.phases):
        for finding in case.expect.get("findings", ()):
            assert finding["says"], case.id
            if "pending" in case.expect and not finding["code"].startswith(("name-", "step-unreadable")):
                assert finding["rule"] in RULES, case.id
                assert finding["legal"], case.id


@pytest.mark.parametrize("phase", range(1, 11))
def test_every_phase_has_cases(phase: int) -> None:
    alone = [case for case in CASES.values() if case.phases == (phase,)]
    assert len(alone) >= 7
    rules = [rule for rule in RULES if rule.startswith(f"9.{phase}-")]
    proven = {rule for case in CASES.values() for rule in case.rules}
    assert [rule for rule in rules if rule not in proven] == []


@pytest.mark.parametrize("ruling", OF_THE_DECADE_END)
def test_every_ruling_of_the_decade_end_has_a_case_for_each_reading(ruling: str) -> None:
    proven = coverage(CASES.values(), shipped("data")).rulings
    others = [f"{ruling}{letter}" for letter in RULINGS[ruling]["options"] if letter != "a"]
    assert [name for name in (ruling, *others) if not proven.get(name)] == []


@pytest.mark.parametrize(
    ("id_", "expect", "told"),
    [
        ("9.1-flight/3", {"changes": {}}, "changes.flight-icons: [1, 0] was not expected"),
        ("9.1-flight/3", {"changes": {"flight-icons": [1, 0], "cadre": [1, 0]}}, "changes.cadre: expected [1, 0]"),
        ("9.1-flight/3", {"figures": {"points": 1}}, "figures.points: expected 1, but it is 0"),
        ("9.1-flight/3", {"steps": ["-leipzig"]}, "steps: expected"),
        ("9-insolvency/2", {"winner": None}, "winner: expected null"),
        ("9.1-wall/3", {"pending": None}, "pending: expected null"),
        ("5.2-point/5", {"findings": []}, "findings: expected []"),
        ("5.2-point/5", {"findings": [{"column": 5}]}, "finding 1.column: expected 5, but it is 6"),
        ("5.2-point/5", {"findings": [{"legal": ["-dresden"]}]}, "-dresden is not named as legal"),
        ("5.1-value/2", {"computed": {"values": {"leipzig": 3}}}, "computed.values.leipzig: expected 3, but it is 4"),
    ],
)
def test_a_case_that_does_not_hold_is_told(id_: str, expect: dict[str, object], told: str) -> None:
    """The comparison goes both ways: what is missing and what is too much."""
    case = CASES[id_]
    differences = BENCH.differences(replace(case, expect={**case.expect, **expect}))
    assert any(told in difference for difference in differences), differences


def test_a_case_with_an_impossible_position_does_not_hold() -> None:
    case = replace(CASES["9.1-flight/3"], position={"police": [1]})
    (difference,) = BENCH.differences(case)
    assert "police-not-police" in difference


def test_a_case_whose_position_is_not_read_does_not_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even where nothing is said against it: nothing was tried."""
    monkeypatch.setattr(bench, "read_position", lambda *_: Reading(None, []))
    assert BENCH.differences(CASES["9.1-flight/3"])


def test_every_rule_is_shown_to_say_yes_and_no_or_the_reason_is_written() -> None:
    """And no reason is left over: one that is no longer needed is reported by name."""
    one_sided = coverage(CASES.values(), shipped("data")).one_sided
    assert one_sided == {rule: gap.side for rule, gap in SUITE.gaps.items()}


def fingerprint() -> str:
    """Of all that the rulings of a data folder decide: their ids and options, the first of which applies."""
    rulings = RULINGS.values()
    decided = [f"{ruling['id']}{letter}: {text}" for ruling in rulings for letter, text in ruling["options"].items()]
    return hashlib.sha256("\n".join(decided).encode()).hexdigest()[:12]


def test_the_version_changes_with_the_rulings() -> None:
    now = fingerprint()
    assert now == SUITE.rulings, (
        "What data/rulings.yaml decides has changed. In tests/cases/suite.yaml raise the first number of `version` "
        "(and set the others to 0) if a ruling, an option or the one that holds is another now; raise the third if "
        f'only its wording is. Then write there: rulings: "{now}"'
    )


def test_a_boundary_may_be_one_rule_of_several() -> None:
    case = replace(CASES["9.1-flight/1"], also=("9.1-clear",), boundary=("9.1-clear",))
    proven = coverage([case], shipped("data"))
    assert proven.rules["9.1-flight"] == Count(accepted=1, refused=0)
    assert proven.rules["9.1-clear"] == Count(accepted=0, refused=1)
    assert proven.paragraphs["9.1"] == Count(accepted=0, refused=1)
    assert proven.one_sided["9.1-flight"] == "refused"
    assert proven.one_sided["9.1-clear"] == "accepted"
    assert proven.one_sided["9.1-wall"] == "both"


@pytest.fixture
def all_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spares the time where only what is printed matters; the JSON below is made by a real run."""
    monkeypatch.setattr(Bench, "differences", lambda *_: [])


@pytest.mark.usefixtures("all_hold")
@pytest.mark.parametrize("language", ["de", "en", "hu", "es"])
def test_command_lists_what_is_proven(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--lang", language, "cases"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert SUITE.version in lines[0]
    assert max(map(len, lines)) <= 80
    told = "\n".join(lines)
    assert [rule for rule in RULES if rule not in told] == []


@pytest.mark.usefixtures("all_hold")
def test_command_gives_reasons(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--lang", "en", "cases"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    for rule, gap in SUITE.gaps.items():
        assert f"{rule} ({'no case' if gap.side == 'both' else 'never'}" in told
        assert gap.why in told


@pytest.mark.usefixtures("all_hold")
def test_a_gap_without_a_reason_is_told(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cases_command, "read_suite", lambda: replace(SUITE, gaps={}))
    assert run(["--lang", "en", "cases"]) == 1
    assert "4-marker-words (no case): The reason is missing." in capsys.readouterr().out


def test_command_tells_what_does_not_hold(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    long = "figures.points: expected " + "very " * 30 + "much"
    monkeypatch.setattr(Bench, "differences", lambda _, case: [long] if case.id == "9.6-difference/2" else [])
    assert run(["--lang", "en", "cases", "--rule", "9.6"]) == 1
    out = capsys.readouterr().out
    assert "9.6-difference/2 fails:\n  figures.points: expected very" in out
    assert max(map(len, out.splitlines())) <= 80


def test_command_lists_one_paragraph(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--lang", "en", "cases", "--rule", "9.6"]) == 0
    out = capsys.readouterr().out
    assert "9.6-west-berlin" in out
    assert "9.1-flight" not in out
    assert "cases pass." in out
    assert "one side only" not in out


@pytest.mark.usefixtures("all_hold")
@pytest.mark.parametrize(
    ("asked", "told", "not_told"),
    [
        ("9", "9.10-time", "10.1-factory"),  # a chapter
        ("6.2", "6.2-own-state", "6.3-three"),  # a rule counts for the paragraph that states it
        ("9.3-export", "9.3-export", "9.3-cost"),
        ("almanac", "almanac-79", "icon-build"),
        ("icon", "icon-build", "6.4-text"),
    ],
)
def test_command_takes_chapters_paragraphs_and_rules(
    asked: str, told: str, not_told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["--lang", "en", "cases", "--rule", asked]) == 0
    rules = [line.split()[2] for line in capsys.readouterr().out.splitlines() if re.match(r" +\d+ +\d+ ", line)]
    assert told in rules
    assert not_told not in rules


def test_command_gives_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["cases", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["version"] == SUITE.version
    assert len(document["cases"]) == len(CASES)
    assert document["failed"] == {}
    assert set(document["rules"]) | set(document["gaps"]) == set(RULES)
    of_flight = [case for case in CASES.values() if "9.1-flight" in case.rules]
    assert sum(document["rules"]["9.1-flight"].values()) == len(of_flight)
    assert document["paragraphs"]["9.1"]["accepted"] >= document["rules"]["9.1-flight"]["accepted"]
    assert document["gaps"]["4-marker-words"]["side"] == "both"
    Draft202012Validator(schemas()["cases-report.schema.json"]).validate(document)


def test_command_knows_when_there_is_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--lang", "en", "cases", "--rule", "99"]) == 2
    assert "no case for 99" in capsys.readouterr().out
