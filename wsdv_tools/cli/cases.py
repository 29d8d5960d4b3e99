"""`wsdv cases`: the conformance suite, run on the spot, and what it proves."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from wsdv_tools.cli.session import Session, session_options
from wsdv_tools.conformance.cases import Case, read_cases
from wsdv_tools.conformance.coverage import Coverage, coverage
from wsdv_tools.conformance.running import Bench
from wsdv_tools.facts import Catalogue
from wsdv_tools.sources.shipped import shipped

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


@click.command("cases")
@click.option("--rule", metavar="RULE", help="Only the cases of a paragraph (9.3) or a rule (9.3-export).")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@session_options
def command(session: Session, rule: str | None, as_json: bool) -> int:
    """Run the published cases of the rules.

    Lists how many cases prove each rule (in brackets: how many of them show where it says no), and the rules that
    have none yet.
    """
    cases = [case for case in read_cases() if rule is None or _is_about(case, rule)]
    if not cases:
        session.say("cases-none", rule=rule or "")
        return 2
    bench = Bench(Catalogue.load())
    failed = {case.id: found for case in cases if (found := bench.differences(case))}
    proven = coverage(cases, shipped("data"))
    if as_json:
        print(json.dumps(_document(cases, failed, proven), ensure_ascii=False, indent=2))
    else:
        _print(session, cases, failed, proven, whole=rule is None)
    return 1 if failed else 0


def _is_about(case: Case, rule: str) -> bool:
    return any(proven == rule or proven.startswith(f"{rule}-") for proven in case.rules)


def _document(cases: Sequence[Case], failed: Mapping[str, list[str]], proven: Coverage) -> dict[str, object]:
    return {
        "cases": [{"id": case.id, "title": case.title, "holds": case.id not in failed} for case in cases],
        "failed": failed,
        "paragraphs": proven.paragraphs,
        "rules": {rule: number for rule, number in proven.rules.items() if number},
        "refused": {rule: number for rule, number in proven.refused.items() if number},
        "cards": {card: {"legal": legal, "illegal": illegal} for card, (legal, illegal) in proven.cards.items()},
        "rulings": proven.rulings,
        "gaps": proven.gaps,
    }


def _print(
    session: Session, cases: Sequence[Case], failed: Mapping[str, list[str]], proven: Coverage, whole: bool
) -> None:
    for rule, number in proven.rules.items():
        if number:
            refused = f"({proven.refused[rule]})"
            print(f"{number:4} {refused:>5}  {rule:22} {session.language.rule(rule)}")
    for id_, differences in failed.items():
        session.say("cases-failed", id=id_)
        for difference in differences:
            print(f"  {difference}")
    if whole and proven.gaps:
        session.say("cases-gaps", n=len(proven.gaps), rules=", ".join(proven.gaps))
    session.say("cases-held", n=len(cases), held=len(cases) - len(failed))
