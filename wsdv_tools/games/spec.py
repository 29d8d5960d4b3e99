"""What the files of a game look like: its name, its paragraphs' prefix, the lines of its records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

AGREED_REASONS = ("resigned", "agreed", "unfinished")


@dataclass(frozen=True)
class Spec:
    """`lines` gives for each word that starts a line of a record the kinds of what follows it."""

    id: str
    prefix: str  # of its paragraphs and rulings: KK-5.1
    title: str
    number_of_cards: int
    flags: Mapping[str, int]
    highest: int  # command number
    fixed: Mapping[str, tuple[str, ...]]  # what is not a card of the file and still has a name
    lines: Mapping[str, tuple[str, ...]]
    reasons: tuple[str, ...]
    ending: str
    rulings: Mapping[str, str]  # the letters that can be chosen, by ruling

    @property
    def record_key(self) -> str:
        return f"{self.id}-record"

    @property
    def position_key(self) -> str:
        return f"{self.id}-position"

    def rule(self, number: str) -> str:
        return f"{self.prefix}-{number}"

    def choosable(self) -> list[str]:
        """The rulings that differ from ours: `R1b`, `R4b`, `R4c`."""
        return [f"{id_}{letter}" for id_, letters in self.rulings.items() for letter in letters if letter != "a"]
