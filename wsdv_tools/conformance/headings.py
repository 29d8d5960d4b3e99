"""Headings of the pages made from cases and rulings, and links to them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from wsdv_tools.conformance.cases import Case
    from wsdv_tools.words import Language


def slug(heading: str) -> str:
    """The anchor that GitHub gives a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def rule_heading(rule: str, english: Language) -> str:
    """The heading of a rule on the page of the cases."""
    return f"{rule}: {english.rule_title(rule)}"


def ruling_heading(ruling: Mapping[str, Any]) -> str:
    """The heading of a ruling on the page of the rulings."""
    return f"{ruling['id']} · {ruling['question']}"


def listed(cases: Iterable[Case], english: Language, page: str = "") -> str:
    """Cases by their rules, each with a link to where they stand: `9.1-wall 4, 8; 9.2-nearer 1`."""
    numbers: dict[str, list[int]] = {}
    for case in cases:
        numbers.setdefault(case.rule, []).append(case.number)
    return "; ".join(
        f"[{rule}]({page}#{slug(rule_heading(rule, english))}) {', '.join(map(str, sorted(own)))}"
        for rule, own in numbers.items()
    )
