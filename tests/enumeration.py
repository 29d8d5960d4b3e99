"""A decade end by enumeration: every line of play through the rules, with neither bounds nor closed forms.

Equal boards at the same decision are one. All questions are answered at once: an answer is a set of bits, one for each
ending and each set of sides that want it.
"""

from __future__ import annotations

from functools import reduce
from operator import and_, or_

from wsdv_tools.facts import State
from wsdv_tools.foresight.closing import WHO, wish_of
from wsdv_tools.foresight.questions import Ending, Question
from wsdv_tools.rules import figures
from wsdv_tools.rules.adjudicator import Adjudicator
from wsdv_tools.rules.choices import NOTHING, Choice, Step
from wsdv_tools.rules.decade_end import PHASES
from wsdv_tools.rules.play import Decision
from wsdv_tools.rules.position import Position
from wsdv_tools.rules.run import Run

ENDINGS = list(Ending)
# What is still to be decided follows from the board and these: a choice of such a kind can be met again.
_REPEATED = frozenset({"9.1-wall", "9.1-dismantle", "9.3-run-down", "9.3-infrastructure", "9.4-pay"}) | {
    "9.5-west-berlin", "9.8-remove", "9.9-loss", "7-too-few",
}  # fmt: skip
LAST_OF_ECONOMY = 5  # the last phase that looks at factories and lines


class GaveUp(Exception):
    """Too many lines."""


def bit(question: Question) -> int:
    return 1 << (ENDINGS.index(question.ending) * len(WHO) + question.who)


def certain(ending: Ending) -> int:
    return reduce(or_, (bit(Question(ending, who)) for who in WHO))


# The questions in which a side wants the ending.
WANTED = {
    side: reduce(or_, (bit(Question(ending, who)) for ending in Ending for who in WHO if who & wish_of(side)))
    for side in State
}


class Enumeration:
    """All lines of play from a board, as far as `most` runs of a rule reach."""

    def __init__(self, rules: Adjudicator, most: int) -> None:
        self.rules = rules
        self.left = most
        self._boards: dict[tuple[int, Position], int] = {}
        self._choices: dict[tuple[object, ...], int] = {}

    def answer(self, position: Position, question: Question) -> bool:
        return bool(self.from_phase(1, position) & bit(question))

    def from_phase(self, phase: int, board: Position) -> int:
        if phase > len(PHASES):
            return certain(Ending.NOBODY)
        if phase > LAST_OF_ECONOMY:  # boards that differ only in these are one; a rule that asks for them fails
            board = board._replace(factories=None, lines=None)  # type: ignore[arg-type]
        key = phase, board
        if key not in self._boards:
            self._boards[key] = self._after(phase, board, ())
        return self._boards[key]

    def _after(self, phase: int, board: Position, script: tuple[Step, ...]) -> int:
        self.left -= 1
        if self.left < 0:
            raise GaveUp
        run = _past_idle(Run(PHASES[phase - 1](self.rules.game, board)))
        for step in script:
            assert run.pending is not None
            run.take(None if step == NOTHING and not run.pending.required else step)
            _past_idle(run)
        choice = run.pending
        if choice is None:
            return self._ended(phase, run)
        made: object = None
        if choice.kind == "attack":  # who attacks next, and the unrest of all attacks so far
            unrest = figures.attacks(self.rules.game, board, [step for _, step, _, _ in run.log]).unrest
            made = choice.options[0].place, tuple(unrest.items())
        elif choice.rule not in _REPEATED:
            return self._decided(phase, board, script, choice)
        key = phase, choice.rule, choice.left, choice.side, choice.position, choice.required, made
        if key not in self._choices:
            self._choices[key] = self._decided(phase, board, script, choice)
        return self._choices[key]

    def _decided(self, phase: int, board: Position, script: tuple[Step, ...], choice: Choice) -> int:
        found = [self._after(phase, board, (*script, step)) for step in Decision(choice, self.rules).options]
        wanted = WANTED[choice.side]
        return (reduce(or_, found) & wanted) | (reduce(and_, found) & ~wanted)

    def _ended(self, phase: int, run: Run[Position]) -> int:
        if run.over is None:
            assert run.result is not None
            return self.from_phase(phase + 1, run.result)
        if run.over.reason == "collapse":
            falls_east = run.over.winner is State.WEST
            return certain(Ending.EAST_COLLAPSES if falls_east else Ending.WEST_COLLAPSES)
        return certain(Ending(run.over.reason))


def _past_idle(run: Run[Position]) -> Run[Position]:
    """Past what makes no difference, as the rules themselves say."""
    while run.pending is not None and run.pending.idle:
        run.take(None)
    return run


def is_contested(answers: int) -> bool:
    """Whether no ending is certain."""
    return not any(answers & bit(Question(ending, 0)) for ending in Ending)
