"""How much the cases prove: cases per rule, and the rules that have none."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from wsdv_tools.sources.yaml_reader import read_yaml

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from wsdv_tools.conformance.case_files import Case


@dataclass(frozen=True)
class Count:
    """How many cases show that something is accepted or takes effect, and how many that it is refused or does not."""

    accepted: int
    refused: int

    @property
    def missing(self) -> str | None:
        """Which of the two no case shows."""
        if self.accepted:
            return None if self.refused else "refused"
        return "accepted" if self.refused else "both"


@dataclass(frozen=True)
class Coverage:
    """Cases per rule id, per paragraph of the German rulebook and per ruling, in the order of the rulebook."""

    rules: Mapping[str, Count]
    paragraphs: Mapping[str, Count]
    paragraph_of: Mapping[str, str]  # per rule id
    rulings: Mapping[str, int]
    cards: Mapping[str, tuple[int, int]]  # per card: how often its event is triggered legally, and illegally

    @property
    def one_sided(self) -> dict[str, str]:
        """The rules that were never shown to say yes, or never to say no, and which of the two."""
        return {rule: count.missing for rule, count in self.rules.items() if count.missing}


def coverage(cases: Iterable[Case], data: Path) -> Coverage:
    """What cases prove of the rules in a data folder."""
    cases = list(cases)
    paragraph_of = paragraphs_of_rules(data)
    by_ruling: Counter[str] = Counter()
    rules: Counter[tuple[str, bool]] = Counter()  # by name, and whether it is refused
    paragraphs: Counter[tuple[str, bool]] = Counter()
    for case in cases:
        rules.update({(rule, rule in case.refusing) for rule in case.rules})
        # a paragraph is refused by a case that is refused by one of its rules
        refusing = {paragraph_of[rule] for rule in case.refusing}
        paragraphs.update({(paragraph_of[rule], paragraph_of[rule] in refusing) for rule in case.rules})
        by_ruling.update(case.rulings)
    return Coverage(
        rules={rule: _count(rules, rule) for rule in paragraph_of},
        paragraphs={name: _count(paragraphs, name) for name in sorted(set(paragraph_of.values()), key=_by_place)},
        paragraph_of=paragraph_of,
        rulings=dict(sorted(by_ruling.items(), key=lambda pair: (int(pair[0][1:].rstrip("b")), pair[0]))),
        cards=_cards(cases),
    )


def paragraphs_of_rules(data: Path) -> dict[str, str]:
    """The paragraph of each rule in a data folder, in the order of the file."""
    return {entry["id"]: _paragraph(entry) for entry in read_yaml(data / "rules.yaml").value["rules"]}


def _count(cases: Counter[tuple[str, bool]], name: str) -> Count:
    return Count(accepted=cases[name, False], refused=cases[name, True])


_EVENT = re.compile(r"\s*[WE] +(\d+|[IV]+)(?:-[a-z-]+)?h? +event\b")


def _cards(cases: Iterable[Case]) -> dict[str, tuple[int, int]]:
    """By the card's number; the side of IV that lies up where the Wall stands is `IV-wall`."""
    counts: dict[str, tuple[int, int]] = {}
    for case in cases:
        wrong = {finding.get("line") for finding in case.expect.get("findings", ())}
        for number, line in enumerate((case.record or "").splitlines(), 1):
            match = _EVENT.match(line)
            if match:
                card = f"{match[1]}-wall" if match[1] == "IV" and case.position.get("wall") else match[1]
                legal, illegal = counts.get(card, (0, 0))
                counts[card] = (legal, illegal + 1) if number in wrong else (legal + 1, illegal)
    return counts


def _paragraph(entry: Mapping[str, Any]) -> str:
    """The paragraph's number; the almanac and the icon box count as paragraphs."""
    where = entry.get("where")
    return str(where) if where else str(entry["numbers"]["de"])


def _by_place(paragraph: str) -> tuple[int, ...]:
    """In the order of the rulebook: the icon box is in 6.4, the almanac at the end."""
    if paragraph == "almanac":
        return (99,)
    return tuple(int(number) for number in ("6.4.1" if paragraph == "box" else paragraph).split("."))
