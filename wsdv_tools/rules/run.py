"""A rule in progress: the generator, and the protocol between it and whoever answers.

What is automatic, forced, settled or may be left unsaid is decided here and nowhere else. A `Run` is live and goes
forward only; the value that can be kept, copied and stored is a `Play`.
"""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING, Generic, NamedTuple

from wsdv_tools.rules.choices import ADVANCE, NOTHING, Answer, Asking, Choice, Fault, GameOver, Result, Step, Undecided
from wsdv_tools.rules.verbs import BY_THEMSELVES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


class How(Enum):
    """How a step came about."""

    CHOSEN = auto()  # somebody said so
    FORCED = auto()  # there was one option, or all led to the same board
    AUTOMATIC = auto()  # the rules did it
    SILENT = auto()  # nothing was said


class Done(NamedTuple):
    """A step that was done, and the decision it answers; `fault` where it was insisted on though it is not legal."""

    choice: Choice
    step: Step
    how: How
    fault: Fault | None


Raw = tuple[Choice, Step, How, Fault | None]  # a `Done` before anybody looks at it


class Run(Generic[Result]):
    """One rule, from its first decision to its end."""

    __slots__ = ("_asking", "log", "over", "pending", "result")

    def __init__(self, asking: Asking[Result]) -> None:
        self._asking = asking
        self.log: list[Raw] = []
        self.pending: Choice | None = None  # what has to be decided now
        self.result: Result | None = None  # what the rule returned, at its end
        self.over: GameOver | None = None  # the game ended
        self._send(None)

    def _send(self, step: Step | None) -> None:
        asking, log = self._asking, self.log
        try:
            choice = asking.send(step)
            while choice.automatic:
                log.append((choice, choice.options[0], How.AUTOMATIC, None))
                choice = asking.send(None)
            self.pending = choice
        except StopIteration as end:
            self.pending, self.result = None, end.value
        except GameOver as over:
            self.pending, self.over = None, over.with_traceback(None)  # whose frames would keep everything

    def take(self, step: Step | None, how: How = How.CHOSEN, fault: Fault | None = None) -> None:
        """Answer the pending decision; None says nothing, where nothing has to be said."""
        choice = self.pending
        assert choice is not None
        self.log.append((choice, step, how, fault) if step is not None else (choice, NOTHING, How.SILENT, None))
        self._send(step)

    def advance(self) -> None:
        """First execute an icon that has one outcome; then the decision is asked again."""
        self._send(ADVANCE)

    def follow(self, answer: Answer, on_automatic: Callable[[Step], object] | None = None) -> Run[Result]:
        """Let somebody answer until the rule ends, or until a decision has no answer.

        `on_automatic` is called with what the rules did by themselves, before the next answer is asked for.
        """
        heard, log = 0, self.log
        while True:
            if on_automatic and len(log) > heard:
                for _, step, how, _ in log[heard:]:
                    if how is How.AUTOMATIC:
                        on_automatic(step)
                heard = len(log)
            choice = self.pending
            if choice is None:
                break
            try:
                said = answer(choice)
            except Undecided:
                break
            if said is None:
                said = choice.forced if choice.required else None
                if said is None and choice.required:
                    break
                log.append((choice, said, How.FORCED, None) if said else (choice, NOTHING, How.SILENT, None))
            elif said.verb != ADVANCE.verb:
                log.append((choice, said, How.CHOSEN, None))
            self._send(said)
        return self

    @property
    def done(self) -> list[Done]:
        """All that was done so far."""
        return [Done(*each) for each in self.log]


def is_settled(choice: Choice) -> bool:
    """Whether nobody has to be asked: one outcome, or none that could be chosen."""
    if choice.idle:
        return True
    if choice.required or choice.advances:
        return choice.forced is not None
    return not any(step != NOTHING for step in choice.options)


def steps_of(log: Iterable[Raw]) -> list[Step]:
    """The steps of a log, as a record has them: without what icons and arrows did by themselves."""
    return [step for _, step, how, _ in log if how is not How.SILENT and step.verb not in BY_THEMSELVES]


def completed(asking: Asking[Result]) -> Result | None:
    """The result of a rule if nobody says anything; None where somebody must."""
    return Run(asking).follow(lambda _: None).result
