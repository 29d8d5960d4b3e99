"""Steps, choices, and the ways they end: what the rules exchange with whoever answers.

A rule that leaves something to a player is a generator: it yields a `Choice` and is sent one of its
options. Checker, dialogue, random player and a file of decisions differ only in who answers.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from copy import copy
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

if TYPE_CHECKING:
    from wsdv_tools.facts import State
    from wsdv_tools.rules.position import Position

Result = TypeVar("Result")


class Step(NamedTuple):
    """One thing done: a verb of `verbs.py`, and what it is done to.

    The number of an attack is how many standards are used, 0 for all; that of an arrow is how far the marker
    goes; that of a sum is what it comes to; no other step has one.
    """

    verb: str
    place: Any = None
    to: Any = None
    number: int = 0


class Fault(NamedTuple):
    """Why a step is not legal: a code of `codes.py`, the rule that says so, and the facts used."""

    code: str
    rule: str
    values: dict[str, Any]


@lru_cache(maxsize=256)
def steps_at(verb: str, places: tuple[int, ...]) -> tuple[Step, ...]:
    """One step for each place. The same ones are wanted again and again."""
    return tuple(Step(verb, place) for place in places)


NOTHING = Step("none")  # what may be left undone is left undone
ADVANCE = Step("advance")  # an answer: first execute an icon that has one outcome, none of `place`; then ask again


@dataclass(slots=True, eq=False, repr=False)
class Choice:
    """A decision of one side: only what is offered is legal."""

    side: State
    kind: str
    rule: str
    position: Position
    candidates: Iterable[Step]  # iterated more than once
    refuse: Callable[[Step], Fault | None]  # why a step is not legal here; None where it is
    left: int = 1
    required: bool = True  # False: `None` may be sent, meaning that nothing more is said
    automatic: bool = False  # the rules decide: it is only reported, with its one option
    advances: bool = False  # `ADVANCE` may be sent, too: see execution.py
    settled: Callable[[], Step | None] | None = None  # one of several options where all lead to the same board
    able: Callable[[], int] | None = None  # how many of what is `left` can be done now, where that may be fewer
    idle: bool = False  # whatever is said, or nothing: it makes no difference, or counts where it helps
    ends: Callable[[], bool] | None = None  # whether nothing else is asked if nobody says anything
    _options: tuple[Step, ...] | None = None

    @property
    def options(self) -> tuple[Step, ...]:
        """All legal steps."""
        if self._options is None:
            refuse = self.refuse
            self._options = tuple([step for step in self.candidates if refuse(step) is None])
        return self._options

    def _legal(self) -> Iterator[Step]:
        refuse = self.refuse
        return (step for step in self.candidates if refuse(step) is None)

    def without_nothing(self) -> Choice:
        """The same choice where something has to be done first."""
        choice = copy(self)
        choice._options = tuple(step for step in self.options if step != NOTHING)
        return choice

    def decided(self) -> Choice:
        """From now on the rules decide, for the first option: it still says why another step is refused."""
        self._options, self.automatic = (next(self._legal()),), True
        return self

    @property
    def forced(self) -> Step | None:
        """The only option where there is just one, or one of several that lead to the same board."""
        options = self._legal() if self._options is None else iter(self._options)
        first = next(options, None)
        if first is not None and next(options, None) is None:  # there may be many more, which nobody needs here
            return first
        return self.settled() if self.settled else None


# A rule in progress: yields choices, is sent steps, returns its result.
Asking = Generator[Choice, Step | None, Result]


# Who answers; None says nothing.
Answer = Callable[[Choice], Step | None]


NO_STEP = Fault("step-fits-no-icon", "6.4-all-icons", {})  # nothing here takes it


class Undecided(Exception):
    """Raised by whoever answers: this decision has to wait, though the rules could go on without it."""


class GameOver(Exception):
    """The game ends now (raised and caught inside the rules only)."""

    def __init__(self, winner: State, reason: str, position: Position) -> None:
        self.winner = winner
        self.reason = reason
        self.position = position


def tell(side: State, kind: str, rule: str, position: Position, step: Step) -> Asking[None]:
    """Report a step that leaves nothing to decide."""
    yield Choice(side, kind, rule, position, (step,), _nothing_against, automatic=True)


def _nothing_against(_: Step) -> Fault | None:
    return None


def _never() -> bool:
    return False


def ask(choice: Choice) -> Asking[Step]:
    """Put a choice to whoever answers. Where nobody speaks, one that is not required takes its first option."""
    choice.ends = _never
    answer = yield choice
    if answer is not None:
        return answer
    if choice.required and choice.forced is None:
        raise ValueError(f"{choice.kind}: an answer is required")
    step = choice.options[0]
    yield from tell(choice.side, choice.kind, choice.rule, choice.position, step)
    return step
