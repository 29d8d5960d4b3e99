"""Headings of the pages made from cases and rulings, and links to them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from wsdv_tools.conformance.case_files import Case
    from wsdv_tools.words import Language


# The pages of the cases, by chapter of the German rulebook: a single page would be more than GitHub shows.
_PAGES = {
    **dict.fromkeys(("1", "2", "3", "4", "5"), "cases-board.md"),
    **dict.fromkeys(("6", "box", "7", "8"), "cases-actions.md"),
    "9": "cases-decade-end.md",
    **dict.fromkeys(("10", "almanac"), "cases-places.md"),
}


def page_of(paragraph: str) -> str:
    """The page with the cases of a paragraph."""
    return _PAGES[paragraph.partition(".")[0]]


def slug(heading: str) -> str:
    """The anchor that GitHub gives a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def rule_heading(rule: str, english: Language) -> str:
    """The heading of a rule on a page of cases."""
    return f"{rule}: {english.rule_title(rule)}"


class RuleLinks:
    """Links to the cases of rules."""

    def __init__(self, english: Language, paragraph_of: Mapping[str, str]) -> None:
        self._english = english
        self._paragraph_of = paragraph_of

    def link(self, rule: str, text: str) -> str:
        page = page_of(self._paragraph_of[rule])
        return f"[{text}]({page}#{slug(rule_heading(rule, self._english))})"

    def listed(self, cases: Iterable[Case]) -> str:
        """Cases by their rules, each with a link to where they are: `9.1-wall 4, 8; 9.2-nearer 1`."""
        numbers: dict[str, list[int]] = {}
        for case in cases:
            numbers.setdefault(case.rule, []).append(case.number)
        return "; ".join(f"{self.link(rule, rule)} {', '.join(map(str, sorted(own)))}" for rule, own in numbers.items())


def ruling_heading(ruling: Mapping[str, Any]) -> str:
    """The heading of a ruling on the page of the rulings."""
    return f"{ruling['id']} · {ruling['question']}"
