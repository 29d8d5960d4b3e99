"""What has happened in a game, one event after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from wsdv_tools.rules.choices import NOTHING, Step
from wsdv_tools.rules.run import Done, How

if TYPE_CHECKING:
    from wsdv_tools.rules.adjudicator import Turn
    from wsdv_tools.rules.decade_end import Outcome
    from wsdv_tools.rules.position import Position


class Played(NamedTuple):
    """One thing that happened: a decade began, a row was laid out, a card was played, a decade ended."""

    before: Position
    after: Position
    deck: tuple[str, ...]  # at that moment, the top card last
    turn: Turn | None = None
    done: tuple[tuple[int, Done], ...] = ()  # each with its phase, 0 in a turn
    outcome: Outcome | None = None
    insisted: bool = False  # something in a turn was not legal

    @property
    def steps(self) -> list[Step]:
        """The decisions that were taken, in order, as a record has them."""
        return [done.step for _, done in self.done if _is_typed(done)]

    @property
    def phases(self) -> dict[int, list[Step]]:
        """The same by the phases of a decade end."""
        by_phase: dict[int, list[Step]] = {}
        for phase, done in self.done:
            if _is_typed(done):
                by_phase.setdefault(phase, []).append(done.step)
        return by_phase


def _is_typed(done: Done) -> bool:
    return done.how is not How.AUTOMATIC and done.step != NOTHING
