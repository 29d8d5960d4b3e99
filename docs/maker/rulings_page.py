"""The page `docs/rulings.md`, made from `data/rulings.yaml` and `data/errata.yaml`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docs.maker.headings import RuleLinks, ruling_heading
from wsdv_tools.conformance.case_files import Case, published
from wsdv_tools.conformance.coverage import paragraphs_of_rules
from wsdv_tools.sources.shipped import shipped
from wsdv_tools.sources.yaml_reader import read_yaml
from wsdv_tools.words import Language

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

BOOKS = {"de": "German", "hu": "Hungarian", "es": "Spanish"}
_HEAD = """# Rulings

Where a rulebook is silent or two disagree, the adjudicator follows these numbered rulings. The German rulebook is the
most recent text and the one that counts; paragraph numbers are its own. Option **a** applies unless the players choose
another: `--rules R9b` on the command line, or a line `rules: R9b` in a record. [Cases](cases.md) show each ruling at
work. This page is made by `make docs`.
"""
_ERRATA = """## Where the rulebooks mislead

What a rulebook gets wrong or leaves out, and what applies.

| rule | rulebook | says | applies |
|---|---|---|---|"""


def rulings_page() -> str:
    """Every ruling with its options and reason, and then every place where a rulebook misleads."""
    data, english = shipped("data"), Language.load("en")
    errata = {entry["id"]: entry for entry in read_yaml(data / "errata.yaml").value["errata"]}
    cases, links = published(), RuleLinks(english, paragraphs_of_rules(data))
    lines = [_HEAD]
    for ruling in read_yaml(data / "rulings.yaml").value["rulings"]:
        lines += [*_ruling(ruling, errata, english), *_cases(ruling, cases, links), ""]
    lines.append(_ERRATA)
    lines += [
        f"| {english.rule(entry['rule'])} | {_books(entry)} | {_cell(entry['says'])} | {_cell(entry['right'])} |"
        for entry in errata.values()
    ]
    return "\n".join([*lines, ""])


def _ruling(ruling: Mapping[str, Any], errata: Mapping[str, Any], english: Language) -> Iterator[str]:
    yield f"## {ruling_heading(ruling)}"
    yield ""
    for letter, option in ruling["options"].items():
        chosen = " (ours)" if letter == "a" else f" (`{ruling['id']}{letter}`)"
        yield f"- **{letter}**{chosen}: {option}"
    yield ""
    yield f"Why: {ruling['why']}"
    yield ""
    yield "Rules: " + "; ".join(english.rule(rule) for rule in ruling["rules"]) + "."
    if ruling["errata"]:
        yield ""
        yield from (f"- {_books(errata[id_])}: {errata[id_]['says']}" for id_ in ruling["errata"])


def _cases(ruling: Mapping[str, Any], cases: Sequence[Case], links: RuleLinks) -> Iterator[str]:
    proving = [case for case in cases if ruling["id"] in (name.rstrip("b") for name in case.rulings)]
    if proving:
        yield ""
        yield f"Cases: {links.listed(proving)}."


def _books(entry: Mapping[str, Any]) -> str:
    return ", ".join(BOOKS[book] for book in entry["books"])


def _cell(text: str) -> str:
    return text.replace("|", "&#124;")
