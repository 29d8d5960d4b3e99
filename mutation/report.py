"""What is reported at the end: a table, and what is left without a case or a reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from mutation.explained import Explanation
from mutation.mutant import Mutant
from mutation.trial import KILLED, SURVIVED, Verdict

MANY = 60  # more than these are written to files only


@dataclass
class Row:
    """The figures of one module or table."""

    room: str
    mutants: int
    killed: int  # by a case
    unloaded: int  # because the program or table cannot be loaded
    explained: int
    left: list[Mutant]

    @property
    def score(self) -> float:
        return 100 * (self.mutants - len(self.left)) / self.mutants if self.mutants else 100.0


def row(room: str, verdicts: Sequence[tuple[Mutant, Verdict]], explanations: Sequence[Explanation]) -> Row:
    survivors = [mutant for mutant, verdict in verdicts if verdict.word == SURVIVED]
    left = [mutant for mutant in survivors if not any(one.fits(mutant) for one in explanations)]
    unloaded = sum(verdict == Verdict(KILLED) for _, verdict in verdicts)
    killed = len(verdicts) - len(survivors) - unloaded
    return Row(room, len(verdicts), killed, unloaded, len(survivors) - len(left), left)


def total(name: str, rows: Sequence[Row]) -> Row:
    left = [mutant for one in rows for mutant in one.left]
    counted = ("mutants", "killed", "unloaded", "explained")
    mutants, killed, unloaded, explained = (sum(getattr(one, figure) for one in rows) for figure in counted)
    return Row(name, mutants, killed, unloaded, explained, left)


def print_table(rows: Sequence[Row]) -> None:
    print(f"{'':16}{'mutants':>9}{'killed':>9}{'unloaded':>10}{'explained':>11}{'left':>7}{'score':>9}")
    for one in rows:
        print(
            f"{one.room:16}{one.mutants:>9}{one.killed:>9}{one.unloaded:>10}{one.explained:>11}{len(one.left):>7}"
            f"{one.score:>8.1f}%"
        )


def write_left(rows: Sequence[Row], folder: Path) -> None:
    """A file for each module and table, and all on the screen where they are few."""
    folder.mkdir(parents=True, exist_ok=True)
    for one in rows:
        (folder / f"{one.room}.txt").write_text("\n\n".join(map(str, one.left)) + "\n", encoding="utf-8")
    left = total("", rows).left
    if len(left) <= MANY:
        print(*left, sep="\n\n")
    else:
        print(f"{len(left)} are left without a case or a reason; see {folder}/")
