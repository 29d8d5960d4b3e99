"""Steps, choices, and the ways they end: what the rules exchange with whoever answers.

A rule that leaves something to a player is a generator: it yields a `Choice` and is sent one of its
options. Checker, dialogue, random player and a file of decisions differ only in who answers.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from copy import copy
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


NOTHING = Step("none")  # what may be left undone is left undone
ADVANCE = Step("advance")  # an answer: first execute an icon that has one outcome, none of `place`; then ask again


class Choice:
    """A decision of one side: only what is offered is legal."""

    __slots__ = (
        "_candidates",
        "_options",
        "able",
        "advances",
        "automatic",
        "ends",
        "idle",
        "kind",
        "left",
        "position",
        "refuse",
        "required",
        "rule",
        "settled",
        "side",
    )

    def __init__(
        self,
        side: State,
        kind: str,
        rule: str,
        position: Position,
        candidates: Iterable[Step],
        refuse: Callable[[Step], Fault | None],
        left: int = 1,
        required: bool = True,
        automatic: bool = False,
        advances: bool = False,
        settled: Callable[[], Step | None] | None = None,
        able: Callable[[], int] | None = None,
        idle: bool = False,
        ends: Callable[[], bool] | None = None,
    ) -> None:
        self.side = side
        self.kind = kind
        self.rule = rule
        self.position = position
        self.left = left
        self.refuse = refuse  # why a step is not legal here; None where it is
        self.required = required  # False: `None` may be sent, meaning that nothing more is said
        self.automatic = automatic  # the rules decide: it is only reported, with its one option
        self.advances = advances  # `ADVANCE` may be sent, too: see execution.py
        self.settled = settled  # gives one of several options where all of them lead to the same board
        self.able = able  # gives how many of what is `left` can be done now, where that may be fewer
        self.idle = idle  # whatever is said, or nothing: it makes no difference, or counts where it helps
        self.ends = ends  # says whether nothing else is asked if nobody says anything
        self._candidates = candidates  # iterated more than once
        self._options: tuple[Step, ...] | None = None

    @property
    def options(self) -> tuple[Step, ...]:
        """All legal steps."""
        if self._options is None:
            self._options = tuple(self._legal())
        return self._options

    def _legal(self) -> Iterator[Step]:
        refuse = self.refuse
        return (step for step in self._candidates if refuse(step) is None)

    def without_nothing(self) -> Choice:
        """The same choice where something has to be done first."""
        choice = copy(self)
        choice._options = tuple(step for step in self.options if step != NOTHING)
        return choice

    def told(self, step: Step) -> Choice:
        """The same choice where the rules have decided: it still says why another step is refused."""
        choice = copy(self)
        choice._options, choice.automatic = (step,), True
        return choice

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


def ask_unless(settled: bool, choice: Choice) -> Asking[Step]:
    """As `ask`; but where all options will be taken anyway the choice is `settled`, and the next is only reported."""
    if not settled:
        return (yield from ask(choice))
    step = choice.options[0]
    yield choice.told(step)
    return step
