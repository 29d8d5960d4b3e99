"""The mutation tester sees what it should: a change is active wherever it is made, and no change is no change."""

from __future__ import annotations

import pytest

pytest.importorskip("mutmut", reason="mutation testing is installed by `make mutate`")

from mutation import code, explained, tables, trial
from mutation.house import RULES, House

CASE = "5.1-value/2"
RECORD = "3-hands/2"  # checked by the referee


@pytest.fixture(scope="module")
def house() -> House:
    return House()


def written(module: str, where: str, was: str, now: str, *, reached: frozenset[int] | None) -> code.CodeMutant:
    """A mutant made by hand."""
    source = (RULES / f"{module}.py").read_bytes()
    start = source.index(was.encode())
    return code.CodeMutant(module, where, was, now, 1, reached, None, source, (start, start + len(was)), now.encode())


@pytest.mark.parametrize(
    ("module", "where", "was", "now", "case"),
    [
        ("economy", "_values", "result[a] += 1", "result[a] -= 1", CASE),  # its results are cached
        ("game", "Game._number_cities", "tuple(2 if", "tuple(3 if", "10.4-base/1"),  # the facts are compiled once
        ("position", "Position.advantage", "prestige > 0", "prestige >= 0", "3-hands/1"),  # a property
        (
            "execution",
            "Execution.run",
            "answer = (yield choice) if choice else None",
            "answer = None",
            "3-hands/2",
        ),  # a generator
        ("protests", "", "PROTEST = 4", "PROTEST = 5", "4-marker/2"),  # a constant that others import
    ],
)
def test_a_change_is_active(house: House, module: str, where: str, was: str, now: str, case: str) -> None:
    found = [m for m in code.mutants(module) if m.where == where and was in m.was and now in m.now]
    assert {trial.try_mutant(house, mutant, [house.cases[case]]) for mutant in found} == {(trial.KILLED, case)}


@pytest.mark.parametrize("reached", [None, frozenset({1})], ids=["loaded again", "exchanged"])
def test_no_change_is_no_change(house: House, reached: frozenset[int] | None) -> None:
    mutant = written("economy", "_values", "result[a] += 1", "result[a] += 1", reached=reached)
    cases = [house.cases[CASE], house.cases[RECORD]]
    assert trial.try_mutant(house, mutant, cases).word == trial.SURVIVED


def test_what_goes_on_for_ever_is_ended(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial, "SECONDS", 0.2)
    mutant = written("economy", "_values", "result[a] += 1", "while True: pass", reached=frozenset({1}))
    assert trial.try_mutant(house, mutant, [house.cases[CASE]]).word == trial.ENDLESS


def test_a_table_is_changed_for_a_mutant_only(house: House) -> None:
    mutant = next(m for m in tables.mutants("map.yaml") if m.where == "provinces.bayern.setup-unrest")
    assert (
        mutant.install(house).provinces["bayern"].setup_unrest == house.catalogue.provinces["bayern"].setup_unrest + 1
    )


def test_every_explanation_has_a_reason() -> None:
    assert [one for one in explained.read() if len(one.why) < len("It changes nothing.")] == []
