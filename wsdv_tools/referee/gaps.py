"""What may have happened where a decision is missing: all that the rules allow, and the boards it leads to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from wsdv_tools.findings import Note
from wsdv_tools.rules.choices import NOTHING, Choice, Step, Undecided
from wsdv_tools.rules.run import Run, completed
from wsdv_tools.rules.verbs import carry_out

if TYPE_CHECKING:
    from wsdv_tools.facts import State
    from wsdv_tools.record.notation import Notation
    from wsdv_tools.referee.answers import Answers
    from wsdv_tools.rules.choices import Asking
    from wsdv_tools.rules.decade_end import Outcome
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position

MOST_BOARDS = 256  # beyond it nothing is sampled: only cards and turns are judged
MOST_TRIES = 1_000  # replays of one line, on all its boards together
_DECLARED = frozenset({"void", "space"})  # may be left unsaid; where something is missing, this may be, too
_OF_CARDS = frozenset({"look", "swap"})  # which cards, nobody can say
_PLAIN = frozenset({"u+", "u-", "u>", "calm", "down", "up", "build", "lay", "dismantle", "lift"})  # only move pieces


class Branch(NamedTuple):
    """One outcome: what was guessed for what is missing, and how the rest of the line was answered."""

    run: Run[Position]
    picks: tuple[Step, ...]
    answers: Answers

    @property
    def faults(self) -> int:
        return len(self.answers.findings) + len(self.answers.waiting)


class Patience:
    """How often a line may still be replayed: many boards with many outcomes each would take minutes."""

    def __init__(self) -> None:
        self._left = MOST_TRIES

    def is_over(self) -> bool:
        """Counts a replay, too."""
        self._left -= 1
        return self._left < 0


class Watched:
    """Answers as typed where words could not be read; says whether anything is left that these may have been for."""

    def __init__(self, answers: Answers, words: frozenset[str]) -> None:
        self._answers = answers
        self._words = words
        self.is_complete = not words & {"use", "look", "swap", "drop"}

    def __call__(self, choice: Choice) -> Step | None:
        step = self._answers(choice)
        if step is None and self.is_complete and not choice.required:
            self.is_complete = not self._takes_more(choice)
        return step

    def _takes_more(self, choice: Choice) -> bool:
        if choice.idle or choice.kind in _OF_CARDS or choice.kind == "hamburg":
            return False
        if choice.kind in _DECLARED and "void" not in self._words:
            return False
        return any(step.verb not in ("none", "use") for step in choice.options)


Pick = tuple[int, Step]  # the decision, counted as they are asked, and what was taken for it


class _Guess:
    """Answers as typed, and what nobody typed by a script; what the script lacks by the first option not `seen` yet.

    `spare` is how many words could not be read: each may have been a step that need not be done. `others` are the
    scripts of the options that were not taken, `ends` those of the last icon's, with the board after it.
    """

    def __init__(self, answers: Answers, script: tuple[Pick, ...], spare: int, seen: _Seen) -> None:
        self._answers = answers
        self._given = script
        self.spare = spare
        self._seen = seen
        self._asked = -1
        self._taken = 0
        self.script = list(script)
        self.others: list[tuple[Pick, ...]] = []
        self.ends: list[tuple[tuple[Pick, ...], Position]] = []

    def __call__(self, choice: Choice) -> Step | None:
        step = self._answers(choice)
        self._asked += 1
        if self._taken < len(self._given):  # what is open in the script is known
            number, pick = self._given[self._taken]
            if number != self._asked:
                return step
        elif step is not None or not self._is_open(choice):
            return step
        else:
            pick = self._first(choice)
        self._taken += 1
        if choice.required:
            return pick
        if pick == NOTHING:
            return None
        self.spare -= 0 if choice.kind in _DECLARED else 1
        return pick

    def _first(self, choice: Choice) -> Step:
        """The first option that comes to something new; the others are for later."""
        new: list[Pick] = []
        picks = _steps(self.script)
        for step in _options(choice):
            is_new, board = self._seen.look(choice, picks, step)
            if is_new and board and not self._answers.waiting:
                self.ends.append(((*self.script, (self._asked, step)), board))
            elif is_new:
                new.append((self._asked, step))
        if not new:
            raise Undecided
        self.others += [(*self.script, pick) for pick in new[1:]]
        self.script.append(new[0])
        return new[0][1]

    def _is_open(self, choice: Choice) -> bool:
        if choice.required:
            return bool(choice.options) and choice.forced is None  # all options are needed next, and found once
        if choice.kind in _DECLARED:
            return bool(choice.options)
        return self.spare > 0 and not choice.idle and choice.kind not in _OF_CARDS


def _options(choice: Choice) -> Iterator[Step]:
    """What may have been done; of a price it matters only where the card came from."""
    if not choice.required and NOTHING not in choice.options and not _is_asked_again(choice):
        yield NOTHING
    if choice.kind != "price":
        yield from choice.options
        return
    course = choice.position.course
    yield Step("draw")
    for card in dict.fromkeys(course.east_hand if course else ()):
        yield Step("discard", card)


def _is_asked_again(choice: Choice) -> bool:
    """Whether saying nothing changes nothing: the icons do not lapse, so they are asked for one after another."""
    return choice.advances and choice.ends is not None and not choice.ends()


def outcomes(
    game: Game,
    begin: Callable[[], Asking[Position]],
    answers: Callable[[], Answers],
    patience: Patience,
    spare: int = 0,
    after_icons: Callable[[Position], Asking[Position]] | None = None,
) -> list[Branch] | None:
    """Every board that a play or a phase can come to, by the fewest faults of what was typed; None: too many.

    `after_icons` is what follows the last icon, if there are some.
    """
    found = _Fewest()
    seen = _Seen(game)
    scripts: list[tuple[Pick, ...]] = [()]
    while scripts:
        if patience.is_over():
            return None
        given = answers()
        guess = _Guess(given, scripts.pop(), spare, seen)
        run = Run(begin()).follow(guess, given.cross_off)
        scripts += guess.others
        if run.pending is None:
            found.take(Branch(run, _steps(guess.script), given))
        for script, board in guess.ends:
            ends = (
                outcomes(game, partial(after_icons, board), partial(_same, given), patience, guess.spare)
                if after_icons
                else []
            )
            if ends is None:
                return None
            picks = _steps(script)
            for end in ends:
                found.take(Branch(end.run, picks + end.picks, end.answers))
            if not ends:
                scripts.append(script)
        if len(found.boards) > MOST_BOARDS:
            return None
    return list(found.boards.values())


def _same(answers: Answers) -> Answers:
    return answers


def _steps(script: Iterable[Pick]) -> tuple[Step, ...]:
    return tuple([step for _, step in script])


def _in_any_order(steps: tuple[Step, ...]) -> frozenset[object]:
    """The steps, each as often as it was taken; counting takes longer than most of the work here."""
    once = frozenset(steps)
    return once if len(once) == len(steps) else frozenset(Counter(steps).items())


class _Seen:
    """What was tried already."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._steps: set[object] = set()
        self._boards: set[object] = set()

    def look(self, choice: Choice, picks: tuple[Step, ...], step: Step) -> tuple[bool, Position | None]:
        """Whether a step comes to something new, and the board after it where it is the last icon's.

        In another order the same steps come to the same. What comes after the last icon, or after moving unrest from
        the same places, depends on the board only.
        """
        same = _in_any_order((*picks, step))
        if same in self._steps:
            return False, None
        self._steps.add(same)
        is_last = choice.left == 1 and step.verb in _PLAIN
        if is_last:
            picks = tuple(pick for pick in picks if pick.verb not in _PLAIN)
        elif step.verb == "u>":
            picks = tuple(pick._replace(to=None) for pick in (*picks, step))
        else:
            return True, None
        board = completed(carry_out(self._game, choice.position, step))
        if board is None:
            return True, None
        key = board, choice.kind, choice.left, _in_any_order(picks)
        is_seen = key in self._boards
        self._boards.add(key)
        return not is_seen, board if is_last else None


class _Fewest:
    """The branches with the fewest faults, one a board."""

    def __init__(self) -> None:
        self.boards: dict[object, Branch] = {}
        self._least = 0

    def take(self, branch: Branch) -> None:
        over, faults = branch.run.over, branch.faults
        if not self.boards or faults < self._least:
            self.boards, self._least = {}, faults
        if faults == self._least:
            self.boards.setdefault((branch.run.result, over and (over.position, over.reason)), branch)


class Board(NamedTuple):
    """A board that may be the one; `guesses` tell by line what was taken for a gap, None where several are the same."""

    position: Position
    guesses: tuple[tuple[int, tuple[Step, ...] | None], ...] = ()
    outcome: Outcome | None = None  # the game is over

    def then(self, position: Position, *guess: tuple[int, tuple[Step, ...]], outcome: Outcome | None = None) -> Board:
        """The board after a line; `guess` where the line has a gap."""
        return Board(position, (*self.guesses, *guess), outcome)

    @property
    def ending(self) -> tuple[State, str | None] | None:
        """Who won and why, where the game is over."""
        return (self.outcome.winner, self.outcome.reason) if self.outcome and self.outcome.winner else None

    @property
    def guessed(self) -> frozenset[Step]:
        """All that was taken for gaps."""
        return frozenset([step for _, picks in self.guesses for step in picks or ()])

    def guess(self, line: int) -> tuple[Step, ...] | None:
        """What was taken for the gap in a line."""
        return dict(self.guesses).get(line)


def merged(boards: Iterable[Board]) -> list[Board]:
    """Equal boards are one."""
    boards = list(boards)
    if len(boards) == 1:
        return boards
    found: dict[tuple[Position, object], Board] = {}
    for board in boards:
        key = board.position, board.ending
        other = found.get(key)
        if other is None:
            found[key] = board
        elif other.guesses != board.guesses:
            also = dict(board.guesses)
            guesses = tuple((line, picks if also.get(line) == picks else None) for line, picks in other.guesses)
            found[key] = other._replace(guesses=guesses)
    return list(found.values())


class Gap(NamedTuple):
    """A line in which something is missing, and how many boards were possible after it; 0: too many; None: any."""

    line: int
    boards: int | None

    def notes(
        self, notation: Notation, guesses: Collection[tuple[Step, ...] | None], left: int | None
    ) -> Iterator[Note]:
        """How many outcomes it has, and what is left of them at the end; `left` is None where nobody counted."""
        if self.boards is None:
            yield Note("outcomes-unknown")
        if self.boards == 0:
            yield Note("outcomes-too-many", {"n": MOST_BOARDS})
        if self.boards is None or self.boards < 2:
            return
        yield Note("outcomes-possible", {"n": self.boards})
        proven = next(iter(guesses)) if len(guesses) == 1 else None
        if proven is not None:
            steps = ", ".join(notation.write(step) for step in proven if step != NOTHING)
            yield Note("outcome-proven", {"steps": steps}) if steps else Note("outcome-nothing")
        elif left is None:
            yield Note("outcomes-several")
        elif left < self.boards:
            yield Note("outcomes-left", {"n": left})
