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

    from wsdv_tools.conformance.cases import Case


@dataclass(frozen=True)
class Coverage:
    """Cases per rule id, per paragraph of the German rulebook and per ruling, in the order of the rulebook."""

    rules: Mapping[str, int]
    paragraphs: Mapping[str, int]
    rulings: Mapping[str, int]
    refused: Mapping[str, int]  # per rule id: those that show where it says no, or has no effect
    cards: Mapping[str, tuple[int, int]]  # per card: how often its event is triggered legally, and illegally

    @property
    def one_sided(self) -> list[str]:
        """The rules that were never shown to say yes, or never to say no."""
        return [rule for rule, number in self.rules.items() if not 0 < self.refused[rule] < number]

    @property
    def gaps(self) -> list[str]:
        """The rules without a case."""
        return [rule for rule, number in self.rules.items() if not number]


def coverage(cases: Iterable[Case], data: Path) -> Coverage:
    """What cases prove of the rules in a data folder."""
    cases = list(cases)
    by_rule: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    by_ruling: Counter[str] = Counter()
    paragraphs: dict[str, set[str]] = {}
    entries = read_yaml(data / "rules.yaml").value["rules"]
    paragraph = {entry["id"]: _paragraph(entry) for entry in entries}
    for case in cases:
        by_rule.update(case.rules)
        refused.update(case.rules if case.refuses else ())
        by_ruling.update(case.rulings)
        for rule in case.rules:
            paragraphs.setdefault(paragraph[rule], set()).add(case.id)
    return Coverage(
        rules={entry["id"]: by_rule[entry["id"]] for entry in entries},
        paragraphs={number: len(paragraphs.get(number, ())) for number in dict.fromkeys(paragraph.values())},
        rulings=dict(sorted(by_ruling.items(), key=lambda pair: (int(pair[0][1:].rstrip("b")), pair[0]))),
        refused={entry["id"]: refused[entry["id"]] for entry in entries},
        cards=_cards(cases),
    )


_EVENT = re.compile(r"\s*[WE] +(\d+|[IV]+)(?:-[a-z-]+)?h? +event\b")


def _cards(cases: Iterable[Case]) -> dict[str, tuple[int, int]]:
    """By the card's number; the side of IV that lies up where the Wall stands is `IV-wall`."""
    counts: dict[str, tuple[int, int]] = {}
    for case in cases:
        wrong = {finding["line"] for finding in case.expect.get("findings", ())}
        for number, line in enumerate((case.record or "").splitlines(), 1):
            match = _EVENT.match(line)
            if match:
                card = f"{match[1]}-wall" if match[1] == "IV" and case.position.get("wall") else match[1]
                legal, illegal = counts.get(card, (0, 0))
                counts[card] = (legal, illegal + 1) if number in wrong else (legal + 1, illegal)
    return counts


def _paragraph(entry: Mapping[str, Any]) -> str:
    """The paragraph's number; the almanac and the icon box stand for themselves."""
    where = entry.get("where")
    return str(where) if where else str(entry["numbers"]["de"])
