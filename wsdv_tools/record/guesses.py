"""One of the boards that a record may have come to, with what was guessed for the gaps before it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from wsdv_tools.findings import Note
from wsdv_tools.record.gaps import MOST_BOARDS
from wsdv_tools.rules.choices import NOTHING

if TYPE_CHECKING:
    from wsdv_tools.facts import State
    from wsdv_tools.record.notation import Notation
    from wsdv_tools.rules.choices import Step
    from wsdv_tools.rules.decade_end import Outcome
    from wsdv_tools.rules.position import Position


class Board(NamedTuple):
    """A board that may be the one; `guesses` tell by line what was taken for a gap, None where several are the same."""

    position: Position
    guesses: tuple[tuple[int, tuple[Step, ...] | None], ...] = ()
    outcome: Outcome | None = None  # the game is over

    def then(self, position: Position, *guess: tuple[int, tuple[Step, ...]], outcome: Outcome | None = None) -> Board:
        """The board after a line; `guess` where the line has a gap."""
        return Board(position, (*self.guesses, *guess), outcome)

    @property
    def ending(self) -> tuple[State, str | None] | None:
        """Who won and why, where the game is over."""
        return (self.outcome.winner, self.outcome.reason) if self.outcome and self.outcome.winner else None

    @property
    def guessed(self) -> frozenset[Step]:
        """All that was taken for gaps."""
        return frozenset(step for _, picks in self.guesses for step in picks or ())

    def guess(self, line: int) -> tuple[Step, ...] | None:
        """What was taken for the gap in a line."""
        return dict(self.guesses).get(line)


def merged(boards: Iterable[Board]) -> list[Board]:
    """Equal boards are one."""
    found: dict[tuple[Position, object], Board] = {}
    for board in boards:
        key = board.position, board.ending
        other = found.get(key)
        if other is None:
            found[key] = board
        elif other.guesses != board.guesses:
            also = dict(board.guesses)
            guesses = tuple((line, picks if also.get(line) == picks else None) for line, picks in other.guesses)
            found[key] = other._replace(guesses=guesses)
    return list(found.values())


class Gap(NamedTuple):
    """A line in which something is missing, and how many boards were possible after it; none: too many."""

    line: int
    boards: int

    def notes(
        self, notation: Notation, guesses: Collection[tuple[Step, ...] | None], left: int | None
    ) -> Iterator[Note]:
        """How many outcomes it has, and what is left of them at the end; `left` is None where nobody counted."""
        if not self.boards:
            yield Note("outcomes-too-many", {"n": MOST_BOARDS})
        if self.boards < 2:
            return
        yield Note("outcomes-possible", {"n": self.boards})
        proven = next(iter(guesses)) if len(guesses) == 1 else None
        if proven is not None:
            steps = ", ".join(notation.write(step) for step in proven if step != NOTHING)
            yield Note("outcome-proven", {"steps": steps}) if steps else Note("outcome-nothing")
        elif left is None:
            yield Note("outcomes-several")
        elif left < self.boards:
            yield Note("outcomes-left", {"n": left})
