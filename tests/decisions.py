"""The decisions of something that was played: what the tests look at."""

from __future__ import annotations

from typing import NamedTuple

from wsdv_tools.rules.choices import Choice, Step
from wsdv_tools.rules.history import Played
from wsdv_tools.rules.run import How


class Decision(NamedTuple):
    """A choice and what was answered; None where nothing was said. What the rules did by themselves is among them."""

    phase: int  # 0 in a play
    choice: Choice
    step: Step | None

    @property
    def is_typed(self) -> bool:
        """Whether it is in a record."""
        return self.step is not None and self.step.verb != "none" and not self.choice.automatic


def decisions(thing: Played) -> list[Decision]:
    return [Decision(phase, done.choice, None if done.how is How.SILENT else done.step) for phase, done in thing.done]
