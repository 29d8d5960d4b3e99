"""The decade end (9): ten phases in order, each a generator, and the course through them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from wsdv_tools.rules.choices import Asking, Choice, Step
from wsdv_tools.rules.figures import Figures, figures_of
from wsdv_tools.rules.phases_1_to_5 import currency, flight, living_standards, police_costs, prestige
from wsdv_tools.rules.phases_6_to_10 import attacks, comparison, police_work, socialists, verdict
from wsdv_tools.rules.run import Done, Raw, Run, steps_of

if TYPE_CHECKING:
    from wsdv_tools.facts import State
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position

Phase = Callable[["Game", "Position"], Asking["Position"]]

# Each returns the position after it (9-order). Only here can somebody win (3-decade-end-only).
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
ALL_PHASES = range(1, 11)


@dataclass
class Report:
    """What happened in one phase: the board before it, all that was done, and its figures."""

    game: Game
    phase: int
    before: Position
    log: list[Raw]

    @property
    def rule(self) -> str:
        return f"9.{self.phase}"

    @cached_property
    def done(self) -> list[Done]:
        """All that was done in it."""
        return [Done(*each) for each in self.log]

    @property
    def steps(self) -> list[Step]:
        return steps_of(self.log)

    @cached_property
    def figures(self) -> Figures:
        return figures_of(self.game, self.phase, self.before, [step for _, step, _, _ in self.log])


@dataclass
class Outcome:
    """A decade end as far as it went: over, won, or waiting for the `pending` decision."""

    position: Position
    reports: list[Report]
    winner: State | None = None
    reason: str | None = None
    pending: Choice | None = None


# Who answers: the choice and the number of its phase; None says nothing.
PhaseAnswer = Callable[[Choice, int], Step | None]


def adjudicate(
    game: Game,
    position: Position,
    answer: PhaseAnswer,
    phases: Iterable[int] = ALL_PHASES,
    on_automatic: Callable[[Step, int], object] | None = None,
) -> Outcome:
    """Go through phases, asking `answer` for every decision; stop where it has none and one is needed.

    `on_automatic` is called with what the rules did by themselves.
    """
    outcome = Outcome(position, [])
    for number in phases:
        run = _phase(game, outcome.position, answer, number, on_automatic)
        outcome.reports.append(Report(game, number, outcome.position, run.log))
        if run.over is not None:
            outcome.position, outcome.winner, outcome.reason = run.over.position, run.over.winner, run.over.reason
            break
        if run.result is None:
            outcome.pending = run.pending
            outcome.position = run.pending.position if run.pending else outcome.position
            break
        outcome.position = run.result
    return outcome


def _phase(
    game: Game, position: Position, answer: PhaseAnswer, number: int, on_automatic: Callable[[Step, int], object] | None
) -> Run[Position]:
    hears = (lambda step: on_automatic(step, number)) if on_automatic else None
    return Run(PHASES[number - 1](game, position)).follow(lambda choice: answer(choice, number), hears)
