"""What is common to all mutants: where one is, what it changes, and its lasting name."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mutation.house import House
    from wsdv_tools.facts import Catalogue


def short(told: bytes) -> str:
    return hashlib.sha256(told).hexdigest()[:12]


@dataclass(frozen=True)
class Mutant:
    """One change. Its name depends on the changed lines and not on their numbers, so it survives other edits."""

    room: str  # the module of the rules, or the table
    where: str  # the function, or the place in the table
    was: str
    now: str
    number: int  # of those in the same place with the same text

    @property
    def id(self) -> str:
        named = "|".join((self.room, self.where, self.was, self.now, str(self.number)))
        return f"{self.room}-{short(named.encode())[:8]}"

    @property
    def group(self) -> str:
        """Mutants that the same cases are likely to kill."""
        return self.where

    @property
    def words(self) -> frozenset[str]:
        """What a case that reaches it may mention."""
        return frozenset()

    @property
    def lines(self) -> frozenset[int] | None:
        """The lines of the module that a case must pass to meet the change; None where any case may meet it."""
        return None

    @property
    def function_lines(self) -> frozenset[int] | None:
        """The lines of the function around it."""
        return None

    def install(self, house: House) -> Catalogue:
        """Make the change in this process, and give the tables to play by."""
        raise NotImplementedError

    def __str__(self) -> str:
        where = f" {self.where}" if self.where else ""
        return f"{self.id}{where}\n  - {self.was}\n  + {self.now}"
