"""The cases by record: every card and every ruling about the actions is shown both ways."""

from __future__ import annotations

import pytest

from wsdv_tools.conformance.case_files import Case, published
from wsdv_tools.conformance.coverage import coverage
from wsdv_tools.facts import Card, Catalogue
from wsdv_tools.sources.shipped import shipped
from wsdv_tools.sources.yaml_reader import read_yaml

CASES = published()
PROVEN = coverage(CASES, shipped("data"))
RULINGS = {entry["id"]: entry for entry in read_yaml(shipped("data") / "rulings.yaml").value["rulings"]}
OF_THE_ACTIONS = ("R1", "R2", "R3", "R7", "R13", "R16", "R17")


@pytest.mark.parametrize("card", Catalogue.load().cards.values(), ids=lambda card: card.id)
def test_every_card_is_triggered_legally_and_illegally(card: Card) -> None:
    number = "IV-wall" if card.id == "IV-wall-falls" else card.number
    legal, illegal = PROVEN.cards[number]
    assert legal
    assert illegal


@pytest.mark.parametrize("ruling", OF_THE_ACTIONS)
def test_every_ruling_of_the_actions_has_a_case_for_each_reading(ruling: str) -> None:
    others = [f"{ruling}{letter}" for letter in RULINGS[ruling]["options"] if letter != "a"]
    assert [name for name in (ruling, *others) if not PROVEN.rulings.get(name)] == []


@pytest.mark.parametrize("case", [case for case in CASES if case.record], ids=lambda case: case.id)
def test_a_refusal_is_by_a_rule_of_the_case(case: Case) -> None:
    found = [finding for finding in case.expect.get("findings", ()) if finding.get("rule")]
    assert not found or any(finding["rule"] in case.rules for finding in found)
