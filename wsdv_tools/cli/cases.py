"""`wsdv cases`: the conformance suite, run on the spot, and what it proves."""

from __future__ import annotations

import json
import textwrap
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from wsdv_tools.cli.session import Session, session_options
from wsdv_tools.cli.usage import Command
from wsdv_tools.conformance.bench import Bench
from wsdv_tools.conformance.case_files import Case, Suite, published, read_suite
from wsdv_tools.conformance.coverage import Count, Coverage, coverage, paragraphs_of_rules
from wsdv_tools.facts import Catalogue
from wsdv_tools.sources.shipped import shipped
from wsdv_tools.telling.phrases import wrapped

if TYPE_CHECKING:
    from collections.abc import Container, Mapping, Sequence

_WIDTH = 80


@click.command("cases", cls=Command)
@click.option("--rule", metavar="RULE")
@click.option("--json", "as_json", is_flag=True, help="option.json")
@session_options
def command(session: Session, rule: str | None, as_json: bool) -> int:
    """The published cases: which hold, and what they prove."""
    suite = read_suite()
    asked = _asked(rule, paragraphs_of_rules(shipped("data")))
    cases = [case for case in published() if asked.intersection(case.rules)]
    if not cases:
        session.say("cases-none", rule=rule or "")
        return 2
    bench = Bench(Catalogue.load())
    failed = {case.id: found for case in cases if (found := bench.differences(case))}
    proven = coverage(cases, shipped("data"))
    gaps = proven.one_sided if rule is None else {}
    if as_json:
        print(json.dumps(_document(suite, cases, failed, proven, gaps), ensure_ascii=False, indent=2))
    else:
        session.say("cases-suite", version=suite.version)
        _print_table(session, proven, asked)
        _print_failed(session, failed)
        _print_gaps(session, suite, gaps)
        session.say("cases-held", n=len(cases), held=len(cases) - len(failed))
    return 1 if failed or gaps.keys() - suite.gaps.keys() else 0


def _asked(rule: str | None, paragraph_of: Mapping[str, str]) -> set[str]:
    """The rules meant: one by its id, those of a paragraph or a chapter, or all."""
    return {
        id_
        for id_, paragraph in paragraph_of.items()
        if rule is None
        or rule in (id_, paragraph)
        or f"{paragraph}.".startswith(f"{rule}.")
        or id_.startswith(f"{rule}-")
    }


def _document(
    suite: Suite,
    cases: Sequence[Case],
    failed: Mapping[str, list[str]],
    proven: Coverage,
    gaps: Mapping[str, str],
) -> dict[str, object]:
    reasons = {rule: gap.why for rule, gap in suite.gaps.items()}
    return {
        "version": suite.version,
        "cases": [{"id": case.id, "title": case.title, "holds": case.id not in failed} for case in cases],
        "failed": failed,
        "paragraphs": _counted(proven.paragraphs),
        "rules": _counted(proven.rules),
        "cards": {card: {"legal": legal, "illegal": illegal} for card, (legal, illegal) in proven.cards.items()},
        "rulings": proven.rulings,
        "gaps": {rule: {"side": side, "why": reasons.get(rule)} for rule, side in gaps.items()},
    }


def _counted(counts: Mapping[str, Count]) -> dict[str, dict[str, int]]:
    return {name: asdict(count) for name, count in counts.items() if count.missing != "both"}


def _print_table(session: Session, proven: Coverage, asked: Container[str]) -> None:
    """A line for each paragraph, and below it one for each of its rules; what has no case is left out."""
    say = session.language.say
    print(f"{say('texts.cases-yes'):>5}{say('texts.cases-no'):>6}")
    for paragraph, total in proven.paragraphs.items():
        rules = [rule for rule, own in proven.paragraph_of.items() if own == paragraph and rule in asked]
        shown = {rule: proven.rules[rule] for rule in rules if proven.rules[rule].missing != "both"}
        if shown:
            print(_row(total, _paragraph(session, paragraph)))
        for rule, count in shown.items():
            print(_row(count, f"  {rule:22} {session.language.rule_title(rule)}"))


def _row(count: Count, text: str) -> str:
    row = f"{count.accepted:5}{count.refused:6}  {text}"
    return row if len(row) <= _WIDTH else f"{row[: _WIDTH - 1]}…"


def _paragraph(session: Session, paragraph: str) -> str:
    return paragraph if paragraph[0].isdigit() else session.language.word(paragraph)


def _print_failed(session: Session, failed: Mapping[str, list[str]]) -> None:
    for id_, differences in failed.items():
        session.say("cases-failed", id=id_)
        for difference in differences:
            print(textwrap.fill(difference, _WIDTH, initial_indent="  ", subsequent_indent="    "))


def _print_gaps(session: Session, suite: Suite, gaps: Mapping[str, str]) -> None:
    if gaps:
        session.say("cases-gaps", n=len(gaps))
    for rule, side in gaps.items():
        missing = session.language.say(f"texts.cases-gap-{side}")
        print("\n".join(wrapped(f"{rule} ({missing}): {_why(session, suite, rule)}")))


def _why(session: Session, suite: Suite, rule: str) -> str:
    """The reason in the language of the session, as far as that has it."""
    if rule not in suite.gaps:
        return session.language.say("texts.cases-gap-open")
    key = f"texts.cases-why-{rule}"
    return session.language.say(key) if session.language.has(key) else suite.gaps[rule].why
