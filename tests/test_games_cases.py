"""The conformance cases of the small games hold, and show every paragraph and every ruling from both sides."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.games_bench import Case, differences, read_cases
from wsdv_tools.games.opening import GAMES, room
from wsdv_tools.games.words import game_words

CASES = {case.id: case for game in GAMES for case in read_cases(game)}
RULES = list(game_words("en")["rules"])


@pytest.mark.parametrize("case", CASES.values(), ids=list(CASES))
def test_case(case: Case) -> None:
    assert differences(case) == []


def test_ids_are_those_of_their_rules_and_given_once() -> None:
    ids = [case.id for game in GAMES for case in read_cases(game)]
    assert [id_ for id_, number in Counter(ids).items() if number > 1] == []
    assert all(case.id.partition("/")[0] == case.rule for case in CASES.values())
    assert {rule for case in CASES.values() for rule in case.rules} <= set(RULES)


@pytest.mark.parametrize("rule", RULES)
def test_paragraph_is_shown_from_both_sides(rule: str) -> None:
    shown = {case.is_refusing for case in CASES.values() if rule in case.rules}
    assert shown == {True, False}


@pytest.mark.parametrize("game", GAMES)
def test_every_choosable_ruling_has_a_case(game: str) -> None:
    spec = room(game).SPEC
    used = {ruling for case in CASES.values() if case.game == game for ruling in case.rulings}
    asked = {*spec.choosable(), *(id_ for id_, letters in spec.rulings.items() if len(letters) > 1)}
    assert asked - used == set()


@pytest.mark.parametrize("name", ["E1", "E4", "E5", "E6", "E7", "E2", "E3"])
def test_worked_examples_are_cases(name: str) -> None:
    assert any(case.title.startswith(f"{name}:") for case in CASES.values())


def test_a_case_that_does_not_hold_is_told() -> None:
    case = CASES["EV-4.3/1"]
    wrong = Case(case.id, case.game, case.rule, case.title, {**case.entry, "expect": {"points": {"US": 9}}}, case.deck)
    assert differences(wrong) == ["points.US: expected 9, but it is 0"]
    plain = {**CASES["KK-5.2/2"].entry, "expect": {}}
    silent = Case("", "kubakrise", "", "", plain, CASES["KK-5.2/2"].deck)
    assert len(differences(silent)) == 2  # neither the finding nor the changes were expected
