"""A play in progress as a value: what is played, the board it started from, the answers given so far.

It can be kept, compared, copied and stored at any moment. Taking a step gives another play and leaves the old one as it
was: to go back, keep the old one; to try something out, take another step from it. There is no generator inside: a
`Run` is made by replaying the answers when somebody asks.

It knows nothing about any particular game. What it needs to know is in `Rules`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, Self, TypeVar

from wsdv_tools.rules.choices import ADVANCE, NOTHING, Asking, Choice, Fault, Step
from wsdv_tools.rules.run import Done, How, Run, is_settled

if TYPE_CHECKING:
    from wsdv_tools.facts import State

VERSION = 1
Board = TypeVar("Board")
What = TypeVar("What")


class Rules(Protocol[Board, What]):
    """What a play has to know about a game: how to begin, which steps there are, how things are stored and hidden."""

    def begin(self, board: Board, what: What) -> Asking[Board]: ...
    def refuse(self, step: Step) -> Fault | None:
        """Why something is not a step of this game at all."""

    def can_insist(self, choice: Choice, step: Step) -> bool:
        """Whether a step that is not legal can be carried out all the same."""

    def figures(self, board: Board, what: What, done: list[Step]) -> Any: ...
    def as_data(self, board: Board, what: What) -> dict[str, Any]: ...
    def from_data(self, data: Mapping[str, Any]) -> tuple[Rules[Board, What], Board, What]: ...
    def step_as_data(self, step: Step) -> list[Any]: ...
    def step_from_data(self, data: list[Any]) -> Step: ...
    def seen_by(self, side: State, board: Board) -> Board: ...
    def step_seen_by(self, side: State, step: Step, before: list[Step]) -> Step: ...


class Refused(ValueError):
    """A step that is not legal, and why."""

    def __init__(self, step: Step, fault: Fault) -> None:
        super().__init__(f"{fault.code} ({fault.rule})")
        self.step = step
        self.fault = fault

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.step, self.fault)


class Answer(NamedTuple):
    """What was answered to a decision; `NOTHING` where nothing was said. `insisted`: carried out though not legal."""

    step: Step
    how: How = How.CHOSEN
    insisted: bool = False


class Entry(NamedTuple):
    """One step of the log, with the board before and after it."""

    side: State
    kind: str
    rule: str
    step: Step
    how: How
    fault: Fault | None
    before: Any
    after: Any


class Decision:
    """What somebody has to decide now: whose decision it is, which rule asks, and what is legal."""

    __slots__ = ("_rules", "choice")

    def __init__(self, choice: Choice, rules: Rules[Any, Any]) -> None:
        self.choice = choice  # as the rules put it
        self._rules = rules

    @property
    def question(self) -> Choice:
        """The choice as it is put to a person: doing nothing is offered only where nothing more is asked then."""
        return self.choice if self.may_pass else self.choice.without_nothing()

    @property
    def side(self) -> State:
        return self.choice.side

    @property
    def kind(self) -> str:
        return self.choice.kind

    @property
    def rule(self) -> str:
        return self.choice.rule

    @property
    def left(self) -> int:
        """How many such decisions there are, with this one."""
        return self.choice.able() if self.choice.able else self.choice.left

    @property
    def options(self) -> tuple[Step, ...]:
        """All legal steps; `NOTHING` is among them where nothing has to be done."""
        steps = tuple(step for step in self.choice.options if step != NOTHING)
        return (*steps, NOTHING) if self.may_pass else steps

    @property
    def may_pass(self) -> bool:
        """Whether the side may do nothing here, and is not asked again."""
        choice = self.choice
        return not choice.required and (choice.ends() if choice.ends else True)

    def refuse(self, step: Step) -> Fault | None:
        """Why a step is not legal; None where it is. Anything may be asked."""
        if step == NOTHING and self.may_pass:
            return None
        return self._rules.refuse(step) or self.choice.refuse(step)

    def can_insist(self, step: Step) -> bool:
        """Whether a step that is not legal can be carried out all the same."""
        return self._rules.can_insist(self.choice, step)


@dataclass(frozen=True)
class Play(Generic[Board, What]):
    """A turn, or one phase of a decade end."""

    rules: Rules[Board, What]
    start: Board
    what: What
    answers: tuple[Answer, ...] = ()

    def __getstate__(self) -> dict[str, Any]:
        """For copies: without the run, which cannot be copied."""
        return {one.name: getattr(self, one.name) for one in fields(self)}

    @cached_property
    def _run(self) -> Run[Board]:
        """Replayed for this value alone, and never continued: what it offers must stay true."""
        return self._replay()

    def _replay(self, judge: bool = False) -> Run[Board]:
        run = Run(self.rules.begin(self.start, self.what))
        for answer in self.answers:
            choice = run.pending
            if choice is None:
                raise ValueError("more answers than decisions")
            if judge:
                self._judge(choice, answer)
            step, how, insisted = answer
            if step.verb == ADVANCE.verb:
                run.advance()
            else:
                run.take(_sent(choice, step), how, choice.refuse(step) if insisted else None)
        return run

    def _judge(self, choice: Choice, answer: Answer) -> None:
        """Refuse what cannot have been answered; a play that was stored may have been changed by anybody."""
        step, _, insisted = answer
        if (step.verb == ADVANCE.verb and choice.advances) or (step == NOTHING and not choice.required):
            return
        fault = self.rules.refuse(step) or choice.refuse(step)
        if fault and not (insisted and self.rules.can_insist(choice, step)):
            raise Refused(step, fault)

    # What it tells

    @cached_property
    def pending(self) -> Decision | None:
        """The decision asked now, also where there is one option; None where the play is over."""
        choice = self._run.pending
        return Decision(choice, self.rules) if choice else None

    @property
    def position(self) -> Board:
        """The board now."""
        run = self._run
        if run.pending is not None:
            return run.pending.position  # type: ignore[return-value]
        if run.over is not None:
            return run.over.position  # type: ignore[return-value]
        assert run.result is not None
        return run.result

    @property
    def is_over(self) -> bool:
        return self._run.pending is None

    @property
    def winner(self) -> State | None:
        """Who has won by this play; None where the game goes on."""
        return self._run.over.winner if self._run.over else None

    @property
    def reason(self) -> str | None:
        return self._run.over.reason if self._run.over else None

    @property
    def log(self) -> tuple[Entry, ...]:
        """All that was done, arrows and automatic icons included."""
        done = [each for each in self._run.done if each.how is not How.SILENT]
        after = [*(each.choice.position for each in done), self.position][1:]
        return tuple(
            Entry(c.side, c.kind, c.rule, step, how, fault, c.position, then)
            for (c, step, how, fault), then in zip(done, after, strict=True)
        )

    @property
    def done(self) -> tuple[Done, ...]:
        """The same as the run has it: each step with the choice it answered."""
        return tuple(self._run.done)

    @property
    def steps(self) -> list[Step]:
        """All steps done, by either side."""
        return [done.step for done in self._run.done]

    @property
    def figures(self) -> Any:
        """The numbers of a phase, as far as they are known; None for a turn."""
        return self.rules.figures(self.start, self.what, self.steps)

    # What comes of it

    def take(self, step: Step, insist: bool = False) -> Self:
        """The play after an answer. One that is not legal is refused; if somebody insists, it is carried out.

        What the pieces do not allow, or what answers another question, is refused all the same.
        """
        if self.pending is None:
            raise ValueError("nothing is to be decided any more")
        fault = self.pending.refuse(step)
        if fault and not (insist and self.pending.can_insist(step)):
            raise Refused(step, fault)
        return self._with(Answer(step, How.CHOSEN, bool(fault)))

    def _with(self, *answers: Answer) -> Self:
        return replace(self, answers=(*self.answers, *answers))

    def advanced(self) -> Self:
        """The play after the first icon that has one outcome, so that something else may become possible."""
        return self._with(Answer(ADVANCE, How.FORCED))

    def settled(self) -> Self:
        """The play after all that leaves nothing to decide."""
        choice = self._run.pending
        if choice is None or not is_settled(choice):
            return self
        run, forced = self._replay(), []
        while (choice := run.pending) is not None and is_settled(choice):
            step = (choice.forced if choice.required or choice.advances else None) or NOTHING
            forced.append(Answer(step, How.FORCED))
            run.take(_sent(choice, step), How.FORCED)
        play = self._with(*forced)
        play.__dict__["_run"] = run  # it was just made for this value
        return play

    def back(self) -> Self | None:
        """The play before the last decision that somebody took; None where there was none."""
        for number in range(len(self.answers) - 1, -1, -1):
            if self.answers[number].how is How.CHOSEN:
                return replace(self, answers=self.answers[:number])
        return None

    # Storing and hiding

    def as_data(self) -> dict[str, Any]:
        """Plain data, as in `schemas/play.schema.json`."""
        return {
            "wsdv-play": VERSION,
            **self.rules.as_data(self.start, self.what),
            "answers": [dict(self._answer_as_data(answer)) for answer in self.answers],
        }

    def _answer_as_data(self, answer: Answer) -> Iterator[tuple[str, Any]]:
        yield "step", self.rules.step_as_data(answer.step)
        if answer.how is How.FORCED:
            yield "forced", True
        if answer.insisted:
            yield "insisted", True

    @classmethod
    def from_data(cls, data: Mapping[str, Any], rules: Rules[Board, What]) -> Play[Board, What]:
        """The inverse of `as_data`; raises ValueError for anything else."""
        with reading("a play"):
            if data["wsdv-play"] != VERSION:
                raise ValueError("not a play of this version")
            rules, start, what = rules.from_data(data)
            return cls.restored(rules, start, what, data["answers"])

    @classmethod
    def restored(cls, rules: Rules[Board, What], start: Board, what: What, answers: list[Any]) -> Play[Board, What]:
        """A play whose answers were stored, as in `as_data`; what cannot have been answered is refused."""
        play = Play(rules, start, what, tuple(_answer_from_data(rules, answer) for answer in answers))
        play.__dict__["_run"] = play._replay(judge=True)
        return play

    def seen_by(self, side: State) -> Self:
        """The same as one side may know it: cards of the other's hand and of the deck are `?`."""
        steps = [answer.step for answer in self.answers]
        hidden = [self.rules.step_seen_by(side, step, steps[:number]) for number, step in enumerate(steps)]
        answers = tuple(
            answer if answer.step == step else answer._replace(step=step, insisted=True)
            for answer, step in zip(self.answers, hidden, strict=True)
        )
        return replace(self, start=self.rules.seen_by(side, self.start), answers=answers)


def _answer_from_data(rules: Rules[Any, Any], data: Mapping[str, Any]) -> Answer:
    how = How.FORCED if flag(data, "forced") else How.CHOSEN
    return Answer(rules.step_from_data(data["step"]), how, flag(data, "insisted"))


def flag(data: Mapping[str, Any], key: str) -> bool:
    """What was stored as true, or left out."""
    if type(value := data.get(key, False)) is not bool:
        raise ValueError(f"{key}: not true or false")
    return value


@contextmanager
def reading(what: str) -> Iterator[None]:
    """While stored data is read: what is not as it was stored is a ValueError, whatever is wrong with it."""
    try:
        yield
    except (LookupError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(f"not {what}") from error


def _sent(choice: Choice, step: Step) -> Step | None:
    """Saying nothing ends what is optional; where something must be done, one thing lapses."""
    return None if step == NOTHING and not choice.required else step
