"""The boards that a record may have come to: one, unless something is missing in it.

What one of them accepts is not an error; those that refuse what others accept are not the board that was played on.
So a few of them are followed line by line. The others come after when these few refuse a line.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Protocol, TypeVar

from wsdv_tools.findings import Finding
from wsdv_tools.referee.gaps import MOST_BOARDS, Board, Gap, Patience, merged
from wsdv_tools.referee.plays import check_play, check_strictly, plays_meant
from wsdv_tools.referee.table_lines import TableLine, differences, next_decade

if TYPE_CHECKING:
    from wsdv_tools.facts import State
    from wsdv_tools.record.lines import Bad, Play, Statements
    from wsdv_tools.record.notation import Notation
    from wsdv_tools.referee.phase_lines import Ended, PhaseLines
    from wsdv_tools.referee.plays import Verdict
    from wsdv_tools.referee.verdicts import Judgements
    from wsdv_tools.rules.choices import Step
    from wsdv_tools.rules.decade_end import Outcome
    from wsdv_tools.rules.position import Position


class Judged(Protocol):
    """A line judged on one board."""

    @property
    def faults(self) -> int: ...


J = TypeVar("J", bound=Judged)
F = TypeVar("F")
Judge = Callable[["Boards"], tuple[int, F]]  # a line on some boards: what these refuse of it, and what is reported
Call = Callable[["Boards"], int]  # a line on other boards; gives what these refuse of it
FEW = 4  # boards that are followed line by line
TableCheck = Callable[["Position", list[Finding]], "Position"]


def agreeing(judged: Sequence[tuple[Board, J]]) -> tuple[J, list[tuple[Board, J]]]:
    """What is reported of a line, and the boards that go on: where none refuses it less, all of them."""
    if len(judged) == 1:
        return judged[0][1], list(judged)
    best = min((verdict for _, verdict in judged), key=lambda verdict: verdict.faults)
    return best, [one for one in judged if not one[1].faults] or list(judged)


class Later:
    """Boards that are followed only if the first few refuse a line, and the lines since."""

    def __init__(self, boards: list[Board], calls: Iterable[tuple[Call, int, bool]] = ()) -> None:
        self.boards = boards
        self.calls = list(calls)  # each line, the faults that the first few found, and whether these were strict

    def copy(self) -> Later:
        return Later(list(self.boards), self.calls) if self.boards else self

    def look_first_at_those_like(self, others: Iterable[Board]) -> None:
        """What is like a board that fits the record so far is likely to fit, too."""
        steps = {step for board in others for step in board.guessed}
        self.boards.sort(key=lambda board: -len(steps & board.guessed))

    def catch_up(self, number: int, judged: Judgements | None) -> list[Board]:
        """So many of the boards, as far as they accept the lines since."""
        boards = Boards(judged, is_few=False)
        boards.possible, self.boards = self.boards[:number], self.boards[number:]
        for call, faults, is_strict in self.calls:
            boards.modes = (True,) if is_strict else (True, False)
            try:
                is_refused = call(boards) > faults
            except _Refused:
                return []
            if is_refused or not boards.is_known or not boards.possible:
                return []
        return boards.possible


class _Refused(Exception):
    """Every board refuses a line."""


class Boards:
    """All boards that are possible at a line of a record."""

    def __init__(self, judged: Judgements | None = None, is_few: bool = True) -> None:
        self._judged = judged  # what is known of lines, where somebody keeps it
        self.possible: list[Board] = []  # with `is_few` the first few of them
        self.later = Later([])
        self.is_known = True  # False: too many are possible, and only cards and turns count
        self.gaps: list[Gap] = []
        self.modes: tuple[bool, ...] = ()  # how a line is judged: first strictly, then with what is wrong
        self._is_few = is_few
        self._was_strict = False
        self._may_be_over = True  # a decade has ended since it was last known that the game goes on

    def copy(self) -> Boards:
        """The same boards, for trying something out."""
        boards = Boards(self._judged)
        boards.become(self)
        return boards

    def become(self, other: Boards) -> None:
        """Go on with other boards."""
        self.possible, self.later, self.gaps = list(other.possible), other.later.copy(), list(other.gaps)
        self.is_known = other.is_known
        self._may_be_over = True

    @property
    def number(self) -> int:
        """How many there may be."""
        return len(self.possible) + len(self.later.boards)

    def _bring(self, number: int) -> None:
        """Let more boards catch up."""
        self.possible = merged([*self.possible, *self.later.catch_up(number, self._judged)])

    def _bring_more(self) -> None:
        self._bring(max(FEW, len(self.possible)))

    def everything(self) -> list[Board]:
        """All boards that are still possible."""
        if self.later.boards:
            self._bring(len(self.later.boards))
        return self.possible

    def _line(self, judge: Judge[F], again: Judge[F] | None = None) -> F:
        """Judge a line on the first few boards, and on more where these refuse it, until one accepts it.

        `again` judges it on those that come later.
        """
        if not self.later.boards:
            return judge(self)[1]
        modes: tuple[bool, ...] = (True, False)
        later = self.later
        while True:
            possible, gaps = self.possible, list(self.gaps)
            self.later, self._was_strict, self.modes = Later([]), False, modes
            try:
                faults, found = judge(self)
                is_gap = len(self.gaps) > len(gaps) or not self.is_known
                if not later.boards or not (faults or is_gap):
                    break
            except _Refused:
                pass
            self.possible, self.gaps, self.is_known, self.later = possible, gaps, True, later
            self._bring_more()
            # What is wrong with the line is known; while there are more boards, one that accepts it is looked for.
            modes = (True,) if later.boards else (True, False)
        self.modes = ()
        if later.boards:
            later.calls.append((lambda boards: (again or judge)(boards)[0], faults, self._was_strict))
            self.later = later
        return found

    @property
    def position(self) -> Position | None:
        """The first of them."""
        return self.possible[0].position if self.possible else None

    @property
    def sure(self) -> Position | None:
        """The first of them, with those cards out of the game that are out on every board."""
        position = self.position
        if position is None or position.course is None or self.number == 1:
            return position
        courses = {board.position.course for board in (*self.possible, *self.later.boards)}
        removed = [card for card in position.course.removed if all(one and card in one.removed for one in courses)]
        return position._replace(course=position.course._replace(removed=tuple(removed)))

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, where it ended on every board."""
        if not self._may_be_over:
            return None
        while self.later.boards and all(board.outcome for board in self.possible):
            self._bring_more()
        is_over = all(board.outcome for board in self.possible)
        return self.possible[0].outcome if self.possible and is_over else None

    def set(self, position: Position) -> None:
        """This is the board, whatever was before."""
        self.possible, self.later = [Board(position)], Later([])

    def lose(self, position: Position, gap: Gap | None = None) -> None:
        """From here on nothing is known about the board."""
        self.is_known = False
        self.set(position)
        if gap:
            self.gaps.append(gap)

    def each(self, change: Callable[[Position], Position]) -> None:
        """Change all of them in the same way."""

        def judge(boards: Boards) -> tuple[int, None]:
            boards.possible = merged(board._replace(position=change(board.position)) for board in boards.possible)
            return 0, None

        self._line(judge)

    def go_on(self) -> None:
        """The game goes on, so it was not over."""
        if not self._may_be_over:
            return

        def judge(boards: Boards) -> tuple[int, None]:
            boards.possible = [board for board in boards.possible if not board.outcome]
            return 0, None

        if self.outcome is None:
            self._line(judge)
            self._may_be_over = False

    def prove(self, winner: State | None, reason: str) -> bool:
        """Keep the boards on which the game ended so, if there are some."""

        def judge(boards: Boards) -> tuple[int, bool]:
            true = [one for one in boards.possible if one.ending == (winner, reason)]
            boards.possible = true or boards.possible
            return int(not true), bool(true)

        return self._line(judge)

    def table_line(self, check: TableCheck, again: TableCheck | None = None) -> list[Finding]:
        """A line about cards, judged on every board; `again` judges it later."""
        return self._line(partial(_table_line, check), partial(_table_line, again or check))

    def statements(self, notation: Notation, line: Statements, file: str) -> list[Finding]:
        """A `check` line: what it says of some boards, the others are not."""

        def judge(boards: Boards) -> tuple[int, list[Finding]]:
            found, true = differences(notation, line, [board.position for board in boards.possible], file)
            boards.possible = [board for board in boards.possible if board.position in true]
            return len(found), found

        return self._line(judge)

    def play(self, notation: Notation, line: Play, file: str) -> Verdict:
        """A play, judged on every board."""
        return self._line(lambda boards: boards._play(notation, line, file))

    def play_plainly(self, notation: Notation, line: Play, file: str) -> Verdict | None:
        """A play on the only board, where nothing is wrong with it, as in nearly all records; else nothing is done."""
        if len(self.possible) > 1 or self.later.boards or self._judged is not None:
            return None
        board = self.possible[0]
        verdict = check_strictly(notation, board.position, line, file)
        if verdict is not None:
            self.possible = [Board(verdict.position, board.guesses)]
        return verdict

    def _play(self, notation: Notation, line: Play, file: str) -> tuple[int, Verdict]:
        judge = partial(_played, notation, line, file, Patience())
        best, kept = agreeing(self._each_judged((line, notation.game.rulings), judge))
        is_gap = any(len(verdict.results) != 1 for _, verdict in kept)
        number = line.span.line
        boards = [
            board.then(after, (number, picks)) if is_gap else board.then(after)
            for board, verdict in kept
            for after, picks in verdict.results
        ]
        is_lost = any(not verdict.results for _, verdict in kept)
        self._keep([] if is_lost else boards, best.position, number if is_gap else None)
        return best.faults, best

    def _each_judged(self, line: Hashable, judge: Callable[[Position, bool], J | None]) -> list[tuple[Board, J]]:
        """A line judged on every board; of many boards first those are looked for which have nothing against it."""
        boards = self.possible
        for strict in self.modes or ((True, False) if len(boards) > 1 else (False,)):

            def verdicts(strict: bool = strict) -> list[J | None]:
                return [judge(board.position, strict) for board in boards]

            if self._judged is None:
                judged = verdicts()
            else:
                judged = self._judged.of((line, strict, *(board.position for board in boards)), verdicts)
            found = [(board, said) for board, said in zip(boards, judged, strict=True) if said is not None]
            if found:
                self._was_strict = strict
                return found
        raise _Refused

    def unread(self, notation: Notation, line: Bad, file: str) -> bool:
        """A play of which the side, the card or the mode cannot be read: all that it may say and no rule forbids."""
        return self._line(lambda boards: boards._unread(notation, line, file))

    def _unread(self, notation: Notation, line: Bad, file: str) -> tuple[int, bool]:
        found: list[Board] = []
        patience = Patience()
        for board in self.possible:
            for play in plays_meant(board.position, line):
                verdict = check_play(notation, board.position, play, file, patience)
                if not verdict.faults:
                    if not verdict.results:  # too many
                        return 1, False
                    found += [Board(after, (*board.guesses, (line.span.line, None))) for after, _ in verdict.results]
        found = merged(found)
        if not 1 <= len(found) <= MOST_BOARDS:
            return 1, False
        self._keep(found, found[0].position, line.span.line)
        return 0, True

    def end(self, phases: PhaseLines) -> Ended:
        """A decade end, judged on every board."""
        self._may_be_over = True
        return self._line(lambda boards: boards._end(phases))

    def _end(self, phases: PhaseLines) -> tuple[int, Ended]:
        decade = self.possible[0].position.decade
        judged = self._each_judged(phases.key, lambda position, strict: phases.check(position, strict=strict))
        best, kept = agreeing(judged)
        gap = next((end.gap for _, end in kept if end.gap), None)
        boards = [
            board.then(outcome.position, *([(gap, picks)] if gap else []), outcome=outcome if outcome.winner else None)
            for board, end in kept
            for outcome, picks in end.outcomes
        ]
        is_lost = any(not end.outcomes for _, end in kept)
        lost = next_decade(best.outcome.position._replace(decade=decade))  # it may have come there, or not
        self._keep([] if is_lost else boards, lost, gap)
        return best.faults, best

    def tell(self, notation: Notation, findings: list[Finding]) -> None:
        """Say with each gap's finding how many outcomes it had, and which of them the rest of the record proves."""
        self.later.look_first_at_those_like(self.possible)
        while self.later.boards and (len(self.possible) < 2 or not all(map(self._is_open, self.gaps))):
            self._bring_more()
        left = None if self.later.boards else len(self.possible) if self.is_known else MOST_BOARDS
        for gap in self.gaps:
            at = [n for n, one in enumerate(findings) if one.place and one.place.line == gap.line and one.is_error]
            missing = [n for n in at if findings[n].code == "decision-missing"]
            if at:
                told = (missing or at)[-1]
                guesses = self._guesses(gap) if self.is_known else frozenset()
                notes = (*findings[told].notes, *gap.notes(notation, guesses, left))
                findings[told] = replace(findings[told], notes=notes)
        self.gaps.clear()

    def _guesses(self, gap: Gap) -> frozenset[tuple[Step, ...] | None]:
        return frozenset(board.guess(gap.line) for board in self.possible)

    def _is_open(self, gap: Gap) -> bool:
        """Whether it is not proven what was done in a gap."""
        guesses = self._guesses(gap)
        return len(guesses) > 1 or None in guesses

    def _keep(self, boards: list[Board], otherwise: Position, gap: int | None) -> None:
        """Go on with these boards, if they are not too many."""
        if len(boards) > 1:
            boards = merged(boards)
        if not 1 <= len(boards) <= MOST_BOARDS:
            self.lose(otherwise, Gap(gap, 0) if gap else None)
            return
        self.possible = boards
        if gap:
            self.gaps.append(Gap(gap, len(boards)))
        if self._is_few and len(boards) > FEW:
            self.possible, later = _the_first(boards)
            self.later = Later(later)


def _the_first(boards: list[Board]) -> tuple[list[Board], list[Board]]:
    """A few boards, with each way in which the cards may lie, and the others."""
    few = list({board.position.course: board for board in reversed(boards)}.values())
    others = [board for board in boards if board not in few]
    missing = max(0, FEW - len(few))
    return [*few, *others[:missing]], others[missing:]


def _table_line(check: TableCheck, boards: Boards) -> tuple[int, list[Finding]]:
    judged = []
    for board in boards.possible:
        findings: list[Finding] = []
        judged.append((board, TableLine(check(board.position, findings), findings)))
    best, kept = agreeing(judged)
    boards.possible = merged(board.then(told.position) for board, told in kept)
    return best.faults, best.findings


def _played(
    notation: Notation, line: Play, file: str, patience: Patience, position: Position, strict: bool
) -> Verdict | None:
    if strict:
        return check_strictly(notation, position, line, file)
    return check_play(notation, position, line, file, patience)
