"""The decade end (9): ten phases in order, each a generator, and the course through them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from wsdv_tools.rules.choices import Asking, Choice, GameOver, Step, drive
from wsdv_tools.rules.phases_economy import currency, flight, living_standards, police_costs, prestige
from wsdv_tools.rules.phases_people import attacks, comparison, police_work, socialists, verdict

if TYPE_CHECKING:
    from wsdv_tools.facts import State
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position

Phase = Callable[["Game", "Position", dict[str, Any]], Asking["Position"]]

# Each takes the figures it is to fill in, and returns the position after it (9-order).
PHASES: tuple[Phase, ...] = (
    flight,
    prestige,
    currency,
    police_costs,
    living_standards,
    comparison,
    attacks,
    police_work,
    socialists,
    verdict,
)


@dataclass
class Report:
    """What happened in one phase: its figures, and the steps that were taken."""

    phase: int
    figures: dict[str, Any] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)

    @property
    def rule(self) -> str:
        return f"9.{self.phase}"


@dataclass
class Outcome:
    """A decade end as far as it came: over, won, or waiting for the `pending` decision."""

    position: Position
    reports: list[Report]
    winner: State | None = None
    reason: str | None = None
    pending: Choice | None = None


# Who answers: the choice and the number of its phase; None says nothing.
PhaseAnswer = Callable[[Choice, int], Step | None]


def adjudicate(game: Game, position: Position, answer: PhaseAnswer, phases: Iterable[int] = range(1, 11)) -> Outcome:
    """Go through phases, asking `answer` for every decision; stop where it has none and one is needed."""
    outcome = Outcome(position, [])
    for number in phases:
        report = Report(number)
        outcome.reports.append(report)
        asking = PHASES[number - 1](game, outcome.position, report.figures)
        try:
            pending, after = drive(asking, partial(_answered, answer, number), report.steps)
        except GameOver as over:
            outcome.position, outcome.winner, outcome.reason = over.position, over.winner, over.reason
            break
        if after is None:
            outcome.pending = pending
            outcome.position = pending.position if pending else outcome.position
            break
        outcome.position = after
    return outcome


def _answered(answer: PhaseAnswer, number: int, choice: Choice) -> Step | None:
    return answer(choice, number)
