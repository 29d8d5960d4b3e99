"""The conformance suite: every published case holds, and every phase and ruling has one."""

from __future__ import annotations

from collections import Counter

import pytest

from wsdv_tools.conformance.cases import Case, read_cases
from wsdv_tools.conformance.coverage import coverage
from wsdv_tools.conformance.running import Bench
from wsdv_tools.facts import Catalogue
from wsdv_tools.sources.shipped import shipped
from wsdv_tools.sources.yaml_reader import read_yaml

CASES = read_cases()
BENCH = Bench(Catalogue.load())
RULINGS = {entry["id"]: entry for entry in read_yaml(shipped("data") / "rulings.yaml").value["rulings"]}
OF_THE_DECADE_END = ("R4", "R5", "R6", "R8", "R9", "R10", "R11", "R12", "R14", "R15")


@pytest.mark.parametrize("case", CASES, ids=[case.id for case in CASES])
def test_case(case: Case) -> None:
    assert BENCH.differences(case) == []
