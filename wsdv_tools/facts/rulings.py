"""The rulings that players may choose (data/rulings.yaml)."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from wsdv_tools.sources.yaml_reader import read_yaml


@cache
def ruling_choices(folder: Path) -> frozenset[str]:
    """Every option of a ruling that has more than one: `R9a`, `R9b`, and `R9` for our own choice."""
    choices: set[str] = set()
    for ruling in read_yaml(folder / "rulings.yaml").value["rulings"]:
        if len(ruling["options"]) > 1:
            choices.add(ruling["id"])
            choices.update(ruling["id"] + letter for letter in ruling["options"])
    return frozenset(choices)
