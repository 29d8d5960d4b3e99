"""What may have happened where a decision is missing: every outcome that the rules allow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from wsdv_tools.rules.choices import NOTHING, Choice, Step, Undecided
from wsdv_tools.rules.run import Run

if TYPE_CHECKING:
    from wsdv_tools.record.answers import Answers
    from wsdv_tools.rules.choices import Asking
    from wsdv_tools.rules.position import Position

MOST_BOARDS = 256  # beyond it nothing is sampled: only cards and turns are judged
MOST_TRIES = 2_000  # replays of one line
_DECLARED = frozenset({"void", "space"})  # may be left unsaid; where something is missing, this may be, too
_OF_CARDS = frozenset({"look", "swap"})  # which cards nobody can tell


class Branch(NamedTuple):
    """One outcome: what was guessed for what is missing, and how the rest of the line was answered."""

    run: Run[Position]
    picks: tuple[Step, ...]
    answers: Answers

    @property
    def faults(self) -> int:
        return len(self.answers.findings) + len(self.answers.waiting)


class _Guess:
    """Answers as typed, and what nobody typed by a script; stops at the first decision that the script lacks.

    `spare` is how many words could not be read: each may have been a step that need not be done.
    """

    def __init__(self, answers: Answers, script: tuple[Step, ...], spare: int) -> None:
        self._answers = answers
        self._script = iter(script)
        self._spare = spare
        self.options: list[Step] = []

    def __call__(self, choice: Choice) -> Step | None:
        step = self._answers(choice)
        if step is not None or not self._is_open(choice):
            return step
        pick = next(self._script, None)
        if pick is None:
            self.options = list(_options(choice))
            raise Undecided
        if choice.required:
            return pick
        if pick == NOTHING:
            return None
        self._spare -= 0 if choice.kind in _DECLARED else 1
        return pick

    def _is_open(self, choice: Choice) -> bool:
        if choice.required:
            return choice.forced is None
        if choice.kind in _DECLARED:
            return bool(choice.options)
        return self._spare > 0 and not choice.idle and choice.kind not in _OF_CARDS


def _options(choice: Choice) -> Iterator[Step]:
    """What may have been done; of a price it matters only where the card came from."""
    if not choice.required and NOTHING not in choice.options:
        yield NOTHING
    if choice.kind != "price":
        yield from choice.options
        return
    course = choice.position.course
    yield Step("draw")
    for card in dict.fromkeys(course.east_hand if course else ()):
        yield Step("discard", card)


def outcomes(
    begin: Callable[[], Asking[Position]], answers: Callable[[], Answers], spare: int = 0
) -> list[Branch] | None:
    """Every board that a play or a phase can come to, by the fewest faults of what was typed; None: too many."""
    found: list[Branch] = []
    seen: set[object] = set()
    scripts: list[tuple[Step, ...]] = [()]
    for _ in range(MOST_TRIES):
        if not scripts:
            break
        script = scripts.pop()
        given = answers()
        guess = _Guess(given, script, spare)
        run = Run(begin()).follow(guess, given.cross_off)
        choice = run.pending
        if choice is None:
            found.append(Branch(run, script, given))
            continue
        for step in guess.options:
            same = frozenset(Counter((*script, step)).items())
            if same not in seen:  # the same steps in another order come to the same
                seen.add(same)
                scripts.append((*script, step))
    least = min((branch.faults for branch in found), default=0)
    kept = _distinct(branch for branch in found if branch.faults == least)
    return None if scripts or len(kept) > MOST_BOARDS else kept


def _distinct(branches: Iterable[Branch]) -> list[Branch]:
    """One branch a board."""
    boards: dict[object, Branch] = {}
    for branch in branches:
        over = branch.run.over
        boards.setdefault((branch.run.result, over and (over.position, over.reason)), branch)
    return list(boards.values())
