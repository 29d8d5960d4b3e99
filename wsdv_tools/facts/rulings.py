"""The rulings that players may choose (data/rulings.yaml)."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from functools import cache
from pathlib import Path

from wsdv_tools.findings import Finding, Fix
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


def chosen_rulings(named: str, before: Iterable[str], folder: Path) -> tuple[list[str], list[str]]:
    """The rulings after some were named (`R9b, R2b`), and the names that no ruling has."""
    spelt = {name.casefold(): name for name in ruling_choices(folder)}
    names = [name.strip() for name in named.replace(";", ",").split(",") if name.strip()]
    chosen = [spelt[name.casefold()] for name in names if name.casefold() in spelt]
    settled = {ruling.rstrip("abc") for ruling in chosen}
    kept = [ruling for ruling in before if ruling.rstrip("abc") not in settled]
    return [*kept, *chosen], [name for name in names if name.casefold() not in spelt]


def unknown_ruling(name: str, folder: Path) -> Finding:
    """Why a ruling cannot be chosen: only those with an alternative can. `R9b` comes before `R10b`."""
    known = ruling_choices(folder)
    lettered = sorted((ruling for ruling in known if ruling[-1].isalpha()), key=lambda r: (int(r[1:-1]), r))
    near = get_close_matches(name.upper(), [ruling.upper() for ruling in lettered], 1, 0.5)
    fixes = tuple(Fix("did-you-mean", {"name": f"{ruling[:-1]}{ruling[-1].lower()}"}) for ruling in near)
    return Finding("ruling-unknown", None, {"text": name, "rulings": lettered}, fixes=fixes)
