"""The decade end replayed from its start with the answers given so far; it stops where a person has to decide.

Nothing else is remembered: an answer more, an answer less (`back`) or another start (`fix`) is another replay.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from wsdv_tools.record.answers import Decisions, Typed, TypedAnswers, is_meant_for
from wsdv_tools.record.endings import ALL_PHASES, not_needed
from wsdv_tools.record.lines import Span
from wsdv_tools.rules.choices import ADVANCE, NOTHING, Choice, Step, Undecided
from wsdv_tools.rules.decade_end import Outcome, adjudicate

if TYPE_CHECKING:
    from wsdv_tools.facts import State
    from wsdv_tools.findings import Finding
    from wsdv_tools.record.notation import Notation
    from wsdv_tools.rules.position import Position


class Answer(NamedTuple):
    """What was decided in a phase; `forced` where there was one option and nobody was asked.

    `side` is whose decision it was, where that is known: a file does not say it.
    """

    phase: int
    step: Step
    forced: bool = False
    side: State | None = None


class How(Enum):
    """How a step came about."""

    TOLD = "told"  # the rules decide
    FORCED = "forced"  # one option
    GIVEN = "given"  # a person said so
    DEFAULT = "default"  # nobody said otherwise


class Taken(NamedTuple):
    """A step as it was taken, and the choice it answered."""

    phase: int
    choice: Choice
    step: Step
    how: How

    @property
    def is_decision(self) -> bool:
        return self.how in (How.GIVEN, How.DEFAULT)


@dataclass
class Replay:
    """How far the answers carry: what was taken, which answers wait for later, which do not fit."""

    outcome: Outcome
    befores: list[Position]  # the board at the start of each phase
    taken: list[Taken]
    waiting: list[Answer] = field(default_factory=list)
    dropped: list[Finding] = field(default_factory=list)

    @property
    def given(self) -> list[Answer]:
        """The answers that were used, in order."""
        return [
            Answer(each.phase, each.step, each.how is How.FORCED, each.choice.side)
            for each in self.taken
            if each.how is not How.TOLD
        ]

    @property
    def answers(self) -> list[Answer]:
        return self.given + self.waiting

    def with_answers(self, steps: Iterable[Step]) -> list[Answer]:
        """The answers with those for the pending decision, and for what follows it, put in their place."""
        phase = self.outcome.reports[-1].phase
        return [*self.given, *(Answer(phase, step) for step in steps), *self.waiting]

    def before(self, decisions: int) -> list[Answer]:
        """The answers without the last so many decisions and all that followed them."""
        kept = len(self.taken)
        for number in range(len(self.taken) - 1, -1, -1):
            if decisions and self.taken[number].is_decision:
                decisions -= 1
                kept = number
        return replace(self, taken=self.taken[:kept]).given

    def before_phase(self, phase: int) -> list[Answer]:
        """The answers of the phases before one."""
        return [answer for answer in self.given if answer.phase < phase]


def replay(
    notation: Notation, start: Position, answers: Sequence[Answer], phases: Sequence[int] = ALL_PHASES
) -> Replay:
    """Go through the phases; an answer that does not fit any more is dropped, and the rest tried again."""
    left = list(answers)
    dropped: list[Finding] = []
    while True:
        answering = _Answering(notation, left)
        outcome, befores = _phase_by_phase(notation, start, answering, phases)
        if answering.misfit is None:
            break
        index, findings = answering.misfit
        dropped += findings
        del left[index]
    result = Replay(outcome, befores, answering.taken, dropped=dropped)
    for report in outcome.reports:
        is_over = outcome.pending is None or report.phase < outcome.reports[-1].phase
        not_taken = answering.typed.left_over(report.phase)
        if is_over:
            result.dropped += not_needed(notation, outcome, report.phase, not_taken, "")
        else:
            result.waiting += [left[typed.span.line - 1] for typed in not_taken]
    reached = outcome.reports[-1].phase
    result.waiting += [answer for answer in left if answer.phase > reached and answer.phase in phases]
    return result


def narrate(notation: Notation, start: Position, decisions: Decisions, phases: Sequence[int] = ALL_PHASES) -> Replay:
    """As a file of decisions carries it, nobody being asked; what is wrong with them is told elsewhere."""
    typed = TypedAnswers(decisions, notation)
    taken: list[Taken] = []

    def answer(choice: Choice, phase: int) -> Step | None:
        step = typed(choice, phase)
        shown = choice.forced if step is None and (choice.automatic or choice.required) else step
        if shown is not None and shown.verb != ADVANCE.verb:
            taken.append(Taken(phase, choice, shown, How.TOLD if step is None else How.GIVEN))
        return step

    outcome, befores = _phase_by_phase(notation, start, answer, phases)
    return Replay(outcome, befores, taken)


def _phase_by_phase(
    notation: Notation, start: Position, answer: Callable[[Choice, int], Step | None], phases: Sequence[int]
) -> tuple[Outcome, list[Position]]:
    """The outcome, and the board at the start of each phase that was reached."""
    outcome, befores = Outcome(start, []), []
    for number in phases:
        befores.append(outcome.position)
        part = adjudicate(notation.game, outcome.position, answer, [number])
        outcome = replace(part, reports=outcome.reports + part.reports)
        if outcome.pending or outcome.winner:
            break
    return outcome, befores


class _Answering:
    """Answers choices from the list of answers, the same way as from a file of decisions."""

    def __init__(self, notation: Notation, answers: Sequence[Answer]) -> None:
        self.answers = answers
        self.taken: list[Taken] = []
        self.misfit: tuple[int, list[Finding]] | None = None
        decisions = Decisions("")
        for number, answer in enumerate(answers, 1):
            text = notation.write(answer.step, str(answer.phase))
            typed = Typed(answer.step, Span(text, number, 1, len(text) + 1))
            decisions.phases.setdefault(answer.phase, []).append(typed)
        self.typed = TypedAnswers(decisions, notation)

    def __call__(self, choice: Choice, phase: int) -> Step | None:
        if self.misfit:
            raise Undecided
        if choice.automatic:
            self.typed(choice, phase)
            self._take(phase, choice, choice.options[0], How.TOLD)
            return None
        if any(self.typed.left_over(later) for later in range(phase, ALL_PHASES.stop)):
            return self._from_answers(choice, phase)
        return self._unanswered(choice, phase)

    def _take(self, phase: int, choice: Choice, step: Step, how: How) -> Step:
        self.taken.append(Taken(phase, choice, step, how))
        return step

    def _from_answers(self, choice: Choice, phase: int) -> Step | None:
        waiting = self.typed.left_over(phase)
        meant = next((typed.span.line - 1 for typed in waiting if is_meant_for(typed.step, choice)), None)
        if meant is not None:
            answer = self.answers[meant]
            if answer.forced and choice.forced is None:
                self.misfit = (meant, [])  # nobody decided this: now somebody must
                raise Undecided
            if answer.side not in (None, choice.side):
                raise Undecided  # it was the other side's answer, and stays it
        known = len(self.typed.findings)
        try:
            step = self.typed(choice, phase)
        except Undecided:
            for finding in self.typed.findings[known:]:
                if finding.place:
                    self.misfit = (finding.place.line - 1, [finding])
            raise
        if step is None or step.verb == ADVANCE.verb:
            return step if step else self._by_default(choice, phase)
        return self._take(phase, choice, step, How.FORCED if choice.forced else How.GIVEN)

    def _by_default(self, choice: Choice, phase: int) -> Step | None:
        """Nothing is said here, but something later on."""
        if choice.kind == "attack" and not choice.required:
            return self._take(phase, choice, choice.options[0], How.DEFAULT)
        if not choice.required:
            return None
        if choice.forced is None:
            raise Undecided
        return self._take(phase, choice, choice.forced, How.FORCED)

    def _unanswered(self, choice: Choice, phase: int) -> Step | None:
        """No more answers: what leaves nothing to decide goes on, the rest waits for a person."""
        if not choice.required and not choice.advances and choice.kind != "attack":
            return None  # all goes anyway: the rules tell in what order
        forced = choice.forced
        if forced is None:
            raise Undecided
        if forced == NOTHING:
            return None
        return self._take(phase, choice, forced, How.FORCED)
