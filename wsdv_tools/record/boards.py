"""The boards that a record may have come to: one, unless something is missing in it.

What one of them accepts is no error; those that refuse what others accept are not the board that was played on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

from wsdv_tools.findings import Finding, Note
from wsdv_tools.record.gaps import MOST_BOARDS
from wsdv_tools.record.plays import check_play
from wsdv_tools.record.statements import Statement, write_statement
from wsdv_tools.record.table_lines import TableLine, differences
from wsdv_tools.rules.choices import NOTHING
from wsdv_tools.rules.position import UNKNOWN

if TYPE_CHECKING:
    from wsdv_tools.facts import State
    from wsdv_tools.record.notation import Notation
    from wsdv_tools.record.phase_lines import Ended, PhaseLines
    from wsdv_tools.record.plays import Verdict
    from wsdv_tools.record.reader import Bad, Play, Statements
    from wsdv_tools.rules.choices import Step
    from wsdv_tools.rules.decade_end import Outcome
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position


class Judged(Protocol):
    """A line judged on one board."""

    @property
    def faults(self) -> int: ...


J = TypeVar("J", bound=Judged)


class Board(NamedTuple):
    """A board that may be the one; `guesses` tell what was taken for each gap, None where several come to the same."""

    position: Position
    guesses: tuple[tuple[Step, ...] | None, ...] = ()
    outcome: Outcome | None = None  # the game is over

    def then(self, position: Position, picks: tuple[Step, ...] | None = None, outcome: Outcome | None = None) -> Board:
        """The board after a line; `picks` where the line has a gap."""
        return Board(position, self.guesses if picks is None else (*self.guesses, picks), outcome)


def agreeing(judged: Sequence[tuple[Board, J]]) -> tuple[J, list[tuple[Board, J]]]:
    """What is told of a line, and the boards that go on: where none refuses it less, all of them."""
    if len(judged) == 1:
        return judged[0][1], list(judged)
    best = min((verdict for _, verdict in judged), key=lambda verdict: verdict.faults)
    return best, [one for one in judged if not one[1].faults] or list(judged)


def merged(boards: Iterable[Board]) -> list[Board]:
    """Equal boards are one."""
    found: dict[tuple[Position, object], Board] = {}
    for board in boards:
        key = board.position, board.outcome and (board.outcome.winner, board.outcome.reason)
        other = found.get(key)
        if other is None:
            found[key] = board
        elif other.guesses != board.guesses:
            pairs = zip(other.guesses, board.guesses, strict=True)
            guesses = tuple(one if one == another else None for one, another in pairs)
            found[key] = other._replace(guesses=guesses)
    return list(found.values())


class Gap(NamedTuple):
    """A line in which something is missing, and how many boards were possible behind it; none: too many."""

    line: int
    boards: int


class Boards:
    """All boards that are possible at a line of a record."""

    def __init__(self) -> None:
        self.possible: list[Board] = []
        self.is_known = True  # False: too many are possible, and only cards and turns count
        self.gaps: list[Gap] = []

    @property
    def position(self) -> Position | None:
        """The first of them."""
        return self.possible[0].position if self.possible else None

    @property
    def sure(self) -> Position | None:
        """The first of them, with those cards out of the game that are out on every board."""
        position = self.position
        if position is None or position.course is None or len(self.possible) == 1:
            return position
        courses = [board.position.course for board in self.possible]
        removed = [card for card in position.course.removed if all(one and card in one.removed for one in courses)]
        return position._replace(course=position.course._replace(removed=tuple(removed)))

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, where it ended on every board."""
        is_over = all(board.outcome for board in self.possible)
        return self.possible[0].outcome if self.possible and is_over else None

    def set(self, position: Position) -> None:
        """This is the board, whatever was before."""
        self.possible = [Board(position)]

    def lose(self, position: Position, line: int | None = None) -> None:
        """From here on nothing is known of the board."""
        self.is_known = False
        self.set(position)
        if line:
            self.gaps.append(Gap(line, 0))

    def each(self, change: Callable[[Position], Position]) -> None:
        """Change all of them in the same way."""
        self.possible = merged(board._replace(position=change(board.position)) for board in self.possible)

    def go_on(self) -> None:
        """The game goes on, so it was not over."""
        if self.outcome is None:
            self.possible = [board for board in self.possible if not board.outcome]

    def prove(self, winner: State | None, reason: str) -> bool:
        """Keep the boards on which the game ended so, if there are some."""
        true = [
            one for one in self.possible if one.outcome and (one.outcome.winner, one.outcome.reason) == (winner, reason)
        ]
        self.possible = true or self.possible
        return bool(true)

    def table_line(self, check: Callable[[Position, list[Finding]], Position]) -> list[Finding]:
        """A line about cards, judged on every board."""
        judged = []
        for board in self.possible:
            findings: list[Finding] = []
            judged.append((board, TableLine(check(board.position, findings), findings)))
        best, kept = agreeing(judged)
        self.possible = merged(board.then(told.position) for board, told in kept)
        return best.findings

    def statements(self, notation: Notation, line: Statements, file: str) -> list[Finding]:
        """A `check` line: what it says of some boards, the others are not."""
        found, true = differences(notation, line, [board.position for board in self.possible], file)
        self.possible = [board for board in self.possible if board.position in true]
        return found

    def play(self, notation: Notation, line: Play, file: str) -> Verdict:
        """A play, judged on every board."""
        judged = []
        for board in self.possible:
            assert board.position.course is not None
            judged.append((board, check_play(notation, board.position, board.position.course, line, file)))
        best, kept = agreeing(judged)
        is_gap = any(len(verdict.results) != 1 for _, verdict in kept)
        boards = [
            board.then(after, picks if is_gap else None) for board, verdict in kept for after, picks in verdict.results
        ]
        is_lost = any(not verdict.results for _, verdict in kept)
        self._keep([] if is_lost else boards, best.position, line.span.line if is_gap else None)
        return best

    def unread(self, notation: Notation, line: Bad, file: str) -> bool:
        """A play of which the side, the card or the mode cannot be read: all that it may say and no rule forbids."""
        found: list[Board] = []
        for board in self.possible:
            for play in _meant(board.position, line):
                course = board.position.course
                assert course is not None
                verdict = check_play(notation, board.position, course, play, file)
                if not verdict.faults:
                    found += [Board(after, (*board.guesses, None)) for after, _ in verdict.results]
        found = merged(found)
        if not 1 <= len(found) <= MOST_BOARDS:
            return False
        self.possible = found
        self.gaps.append(Gap(line.span.line, len(found)))
        return True

    def end(self, phases: PhaseLines, next_decade: Callable[[Position], Position]) -> Ended:
        """A decade end, judged on every board."""
        best, kept = agreeing([(board, phases.check(board.position)) for board in self.possible])
        gap = next((end.gap for _, end in kept if end.gap), None)
        boards = [
            board.then(outcome.position, picks if gap else None, outcome if outcome.winner else None)
            for board, end in kept
            for outcome, picks in end.outcomes
        ]
        is_lost = any(not end.outcomes for _, end in kept)
        self._keep([] if is_lost else boards, next_decade(best.outcome.position), gap)
        return best

    def tell(self, notation: Notation, findings: list[Finding]) -> None:
        """Say with each gap's finding how many outcomes it had, and which of them the rest of the record proves."""
        for number, gap in enumerate(self.gaps):
            at = [n for n, one in enumerate(findings) if one.place and one.place.line == gap.line and one.is_error]
            missing = [n for n in at if findings[n].code == "decision-missing"]
            if at:
                told = (missing or at)[-1]
                guesses = {board.guesses[number] for board in self.possible if len(board.guesses) > number}
                notes = (*findings[told].notes, *_notes(notation, gap, guesses, len(self.possible)))
                findings[told] = replace(findings[told], notes=notes)
        self.gaps.clear()

    def _keep(self, boards: list[Board], otherwise: Position, gap: int | None) -> None:
        """Go on with these boards, if they are not too many."""
        if len(boards) > 1:
            boards = merged(boards)
        if not 1 <= len(boards) <= MOST_BOARDS:
            self.lose(otherwise, gap)
            return
        self.possible = boards
        if gap:
            self.gaps.append(Gap(gap, len(boards)))


def _meant(position: Position, line: Bad) -> Iterator[Play]:
    """The plays that a line may mean; a card that could not be read is one of those that lie there."""
    course = position.course
    if course is None:
        return
    side = line.side or course.to_move
    cards = [line.card] if line.card else course.hand(side) if line.from_hand else course.display
    if UNKNOWN not in cards and not line.is_special:
        for play in line.meant:
            yield from (replace(play, side=side, card=card) for card in cards)


def _notes(notation: Notation, gap: Gap, guesses: set[tuple[Step, ...] | None], left: int) -> Iterable[Note]:
    if not gap.boards:
        yield Note("outcomes-too-many", {"n": MOST_BOARDS})
        return
    if gap.boards == 1:
        return
    yield Note("outcomes-possible", {"n": gap.boards})
    proven = next(iter(guesses)) if len(guesses) == 1 else None
    if proven is not None:
        steps = ", ".join(notation.write(step) for step in proven if step != NOTHING)
        yield Note("outcome-proven", {"steps": steps}) if steps else Note("outcome-nothing")
    elif left < gap.boards:
        yield Note("outcomes-left", {"n": left})


def uncertain(game: Game, boards: Sequence[Position]) -> list[str]:
    """Where boards differ, as one would type it, with all that may be there: `SN unrest 1 / 2`."""
    found = []
    parts = {part: getattr(boards[0], part) for part in WHOLE + BY_PLACE} if len(boards) > 1 else {}
    for part, value in parts.items():
        for place in range(len(value)) if part in BY_PLACE else (None,):
            said = Statement(part, place, value if place is None else value[place])
            texts = sorted({write_statement(game, said._replace(value=said.found(board))) for board in boards})
            is_total = part == "standards" and place == game.west_berlin  # the sum of its sectors
            if len(texts) > 1 and not is_total:
                found.append(_several(texts))
    return found


WHOLE = ("prestige", "currency", "socialists", "cadre", "wall")
BY_PLACE = ("unrest", "standards", "sectors", "placed", "factories", "lines", "imported")


def _several(texts: list[str]) -> str:
    """`SN unrest 1` and `SN unrest 2` in one."""
    words = [text.split() for text in texts]
    same = sum(1 for each in zip(*words, strict=False) if len(set(each)) == 1)
    values = (" ".join(each[same:]) or "up" for each in words)
    return f"{' '.join(words[0][:same])} {' / '.join(values)}"
