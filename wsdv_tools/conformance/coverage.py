"""How much the cases prove: cases per rule, and the rules that have none."""

from __future__ import annotations

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

    @property
    def gaps(self) -> list[str]:
        """The rules without a case."""
        return [rule for rule, number in self.rules.items() if not number]


def coverage(cases: Iterable[Case], data: Path) -> Coverage:
    """What cases prove of the rules in a data folder."""
    by_rule: Counter[str] = Counter()
    by_ruling: Counter[str] = Counter()
    paragraphs: dict[str, set[str]] = {}
    entries = read_yaml(data / "rules.yaml").value["rules"]
    paragraph = {entry["id"]: _paragraph(entry) for entry in entries}
    for case in cases:
        by_rule.update(case.rules)
        by_ruling.update(case.rulings)
        for rule in case.rules:
            paragraphs.setdefault(paragraph[rule], set()).add(case.id)
    return Coverage(
        rules={entry["id"]: by_rule[entry["id"]] for entry in entries},
        paragraphs={number: len(paragraphs.get(number, ())) for number in dict.fromkeys(paragraph.values())},
        rulings=dict(sorted(by_ruling.items(), key=lambda pair: (int(pair[0][1:].rstrip("b")), pair[0]))),
    )


def _paragraph(entry: Mapping[str, Any]) -> str:
    """The paragraph's number; the almanac and the icon box stand for themselves."""
    where = entry.get("where")
    return str(where) if where else str(entry["numbers"]["de"])
