"""The pages `docs/cases*.md`: all cases by paragraph, in words that a player can check with the rulebook in hand."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

from docs.maker.cases_words import CaseWords
from docs.maker.headings import RuleLinks, page_of, rule_heading, ruling_heading, slug
from wsdv_tools.conformance.case_files import Case, Suite, published, read_suite
from wsdv_tools.conformance.coverage import Coverage, coverage
from wsdv_tools.facts import Catalogue
from wsdv_tools.sources.shipped import shipped
from wsdv_tools.sources.yaml_reader import read_yaml
from wsdv_tools.words import Language

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

_HEAD = """# The cases

What the adjudicator does, shown in {n} small positions, one idea each, with the reason. Version {version} of the suite.
Look up the paragraph of the German rulebook that you are arguing about, and compare.

✓ marks a case in which the rule allows something or takes effect, ✗ one in which it refuses something, asks for what
was not said, or does not apply: a threshold is not reached. A case counts under each of its rules. Where a rulebook is
silent, the [rulings](rulings.md) decide; a case that names one shows it. Open a case to see its board, what is done,
and the complete result. What the board does not name is not there, and what the result does not name does not change.
Plays and decisions are written in the [notation](notation.md) of records; `code` words are [findings](findings.md).

`wsdv cases` runs all of them, `wsdv cases --rule 9.3` those of a paragraph. They are files that
[other programs can use, too](../tests/cases/README.md). This page is made by `make docs`.
"""
_TITLES = {
    "1": "Terms",
    "2": "Set-up",
    "3": "Course of a decade",
    "4": "Mass protests",
    "5.1": "Building",
    "5.2": "Dismantling",
    "5.3": "Running down",
    "6": "Actions",
    "6.1": "Action: remove unrest",
    "6.2": "Action: build",
    "6.3": "Action: living standard",
    "6.4": "Action: event",
    "box": "The icons",
    "7": "Socialists",
    "8": "Police",
    "9": "Decade end",
    "9.1": "Phase 1: flight, or the cost of the Wall",
    "9.2": "Phase 2: prestige",
    "9.3": "Phase 3: currency",
    "9.4": "Phase 4: paying the police",
    "9.5": "Phase 5: keeping living standards",
    "9.6": "Phase 6: comparison within a state",
    "9.7": "Phase 7: comparison across the border",
    "9.8": "Phase 8: the police acts",
    "9.9": "Phase 9: socialists",
    "9.10": "Phase 10: the verdict",
    "10.1": "East Berlin",
    "10.2": "West Berlin",
    "10.3": "Hamburg",
    "10.4": "Rheinsberg",
    "10.5": "External factories",
    "almanac": "Card almanac",
}


# The pages that hold cases, with their titles; `page_of` says which paragraphs are on which.
PARTS = {
    "cases-board.md": "set-up, course, protests, economy",
    "cases-actions.md": "actions, icons, socialists, police",
    "cases-decade-end.md": "the decade end",
    "cases-places.md": "special places, and the card almanac",
}


def cases_page() -> str:
    """How to read the cases, and the contents of all pages."""
    return _pages().contents()


def cases_part(name: str) -> str:
    """One of the pages that hold cases."""
    return _pages().part(name)


@cache
def _pages() -> _Pages:
    return _Pages(published(), read_suite())


class _Pages:
    """Everything that the lines of the pages are made from."""

    def __init__(self, cases: Sequence[Case], suite: Suite) -> None:
        self.cases = cases
        self.suite = suite
        self.english = Language.load("en")
        self.words = CaseWords(Catalogue.load(), self.english)
        self.proven: Coverage = coverage(cases, shipped("data"))
        self.links = RuleLinks(self.english, self.proven.paragraph_of)
        rulings = read_yaml(shipped("data") / "rulings.yaml").value["rulings"]
        self.rulings: Mapping[str, Mapping[str, Any]] = {ruling["id"]: ruling for ruling in rulings}

    def part(self, name: str) -> str:
        lines = [f"# Cases: {PARTS[name]}", "", "How to read them, and the other cases: [contents](cases.md).", ""]
        for paragraph in self.proven.paragraphs:
            if page_of(paragraph) == name:
                lines += [f"## {_title(paragraph)}", ""]
                for rule in self._rules(paragraph):
                    lines += self._rule(rule)
        return "\n".join(lines)

    def contents(self) -> str:
        lines = [_HEAD.format(n=len(self.cases), version=self.suite.version)]
        lines += ["## Contents", "", "| paragraph | ✓ | ✗ | rules |", "|---|---:|---:|---|"]
        for paragraph, count in self.proven.paragraphs.items():
            title = _title(paragraph)
            rules = " · ".join(self.links.link(rule, self.english.rule_title(rule)) for rule in self._rules(paragraph))
            link = f"[{title}]({page_of(paragraph)}#{slug(title)})"
            lines.append(f"| {link} | {count.accepted} | {count.refused} | {rules} |")
        return "\n".join([*lines, ""])

    def _rules(self, paragraph: str) -> list[str]:
        return [rule for rule, own in self.proven.paragraph_of.items() if own == paragraph]

    def _rule(self, rule: str) -> Iterator[str]:
        yield f"### {rule_heading(rule, self.english)}"
        yield ""
        yield f"> {self.english.rule_text(rule)}"
        yield ""
        if rule in self.suite.gaps:
            yield f"Not shown: {self.suite.gaps[rule].why}"
            yield ""
        for case in sorted((case for case in self.cases if case.rule == rule), key=lambda case: case.number):
            yield from self._case(case)
        elsewhere = self.links.listed(case for case in self.cases if rule in case.also)
        if elsewhere:
            yield f"Also in {elsewhere}."
            yield ""

    def _case(self, case: Case) -> Iterator[str]:
        mark = "✗" if case.rule in case.refusing else "✓"
        rulings = "".join(f" · {self._ruling(ruling)}" for ruling in case.rulings)
        stop = "" if case.title.endswith(("?", "!")) else "."
        yield f"**{mark} {_plain(case.title)}{stop}** {_plain(case.why)} `{case.id}`{rulings}"
        yield "<details><summary>details</summary>"
        yield ""
        yield from self.words.told(case)
        yield ""
        yield "</details>"
        yield ""

    def _ruling(self, ruling: str) -> str:
        heading = ruling_heading(self.rulings[ruling.rstrip("b")])
        return f"[{ruling}](rulings.md#{slug(heading)})"


def _title(paragraph: str) -> str:
    number = {"box": "6.4 ", "almanac": ""}.get(paragraph, f"{paragraph} ")
    return f"{number}{_TITLES[paragraph]}"


def _plain(text: str) -> str:
    """Without what Markdown would take for markup."""
    return re.sub(r"([*_<>])", r"\\\1", text)
