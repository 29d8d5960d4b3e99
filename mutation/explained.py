"""Mutants that no case can kill, each with the written reason: `explained.yaml`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import yaml

from mutation.mutant import Mutant

FILE = Path(__file__).parent / "explained.yaml"
OF_GAMES = Path(__file__).parent / "explained_games.yaml"


@dataclass(frozen=True)
class Explanation:
    """Why a change makes no difference, or none that a case could show. It is found again by what the lines say."""

    place: str  # the module and the function, or the table and its entry
    was: str
    now: str
    why: str

    def fits(self, mutant: Mutant) -> bool:
        return (self.place, self.was, self.now) == (place(mutant), mutant.was, mutant.now)


def place(mutant: Mutant) -> str:
    return f"{mutant.room} {mutant.where}".strip()


def read(file: Path = FILE) -> list[Explanation]:
    document = yaml.safe_load(file.read_text(encoding="utf-8")) or {}
    return [
        Explanation(entry["in"], change["was"], change["now"], entry["why"])
        for entry in document.get("explained") or ()
        for change in entry["changes"]
    ]


def entry(mutants: Iterable[Mutant]) -> str:
    """Mutants as they are written into the file, without the reason."""
    entries = [
        {"in": place(mutant), "why": "", "changes": [{"was": mutant.was, "now": mutant.now}]} for mutant in mutants
    ]
    return yaml.safe_dump(entries, sort_keys=False, allow_unicode=True, width=1000)
