"""The result of checking a record, and what is known of lines that were judged before."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from wsdv_tools.record.lines import Line

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wsdv_tools.facts import State
    from wsdv_tools.findings import Finding
    from wsdv_tools.record.lines import Play
    from wsdv_tools.referee.boards import Boards
    from wsdv_tools.referee.gaps import Board
    from wsdv_tools.referee.table_lines import CardMemory
    from wsdv_tools.rules.choices import Step
    from wsdv_tools.rules.decade_end import Outcome
    from wsdv_tools.rules.position import Course, Position


@dataclass(slots=True)
class Moment:
    """What one line did: kept for transcripts and for showing the board at a line."""

    line: Line
    before: Position
    after: Position
    done: list[Step]
    outcome: Outcome | None = None


@dataclass
class Checked:
    """A checked record."""

    file: str
    findings: list[Finding] = field(default_factory=list)
    headers: dict[str, str] = field(default_factory=dict)
    plays: int = 0
    unchecked: int = 0
    winner: State | None = None
    reason: str | None = None
    position: Position | None = None
    is_certain: bool = True  # whether the position is known
    is_followed: bool = True  # whether all that was typed leads to the position; a play may be missing all the same
    moments: list[Moment] = field(default_factory=list)
    cards: CardMemory | None = field(default=None, compare=False, repr=False)  # what was said about cards
    all_boards: Callable[[], list[Board]] = field(default=list, compare=False, repr=False)

    @property
    def boards(self) -> list[Position]:
        """All boards that are possible, worked out when somebody asks; none where these are too many."""
        return [board.position for board in self.all_boards()]

    def come_to(self, boards: Boards, is_whole: bool) -> None:
        """The record is at its end: this is the result; of a record that is not whole nothing is certain."""
        self.position, self.is_followed = boards.position, boards.is_known and len(boards.possible) < 2
        self.is_certain = self.is_followed and is_whole
        self.all_boards = boards.everything if boards.is_known and is_whole else list

    def new(self, findings: Iterable[Finding]) -> list[Finding]:
        """Those of some findings that are about places of which nothing has been said."""
        found = list(findings)
        told = {finding.place for finding in self.findings} if found else ()
        return [finding for finding in found if finding.place not in told]


class ToldOnce:
    """What has been reported about turns and halves."""

    def __init__(self) -> None:
        self._over: tuple[int, int] | None = None  # the decade and half that were reported as over
        self.out_of_turn: State | None = None  # who has just played although it was the other side's turn

    def is_over(self, position: Position, course: Course) -> bool:
        """Whether it was reported that this half is over."""
        return self._over == (position.decade, course.half)

    def of_play(self, line: Play, position: Position | None, findings: list[Finding]) -> list[Finding]:
        """The findings of a play that are new: a wrong side that was typed once is reported once."""
        if not findings:
            self.out_of_turn = None
            return []
        known: set[str] = set()
        is_out = any(finding.code == "not-your-turn" for finding in findings)
        if is_out and self.out_of_turn is line.side:
            known.add("not-your-turn")
            is_out = False
        self.out_of_turn = line.side if is_out else None
        course = position.course if position else None
        if position and course and any(finding.code == "half-is-over" for finding in findings):
            if self.is_over(position, course):
                known.add("half-is-over")
            self._over = position.decade, course.half
        return [finding for finding in findings if finding.code not in known]


T = TypeVar("T")
MOST = 20_000  # verdicts that are kept; one takes up to about 20 kB, most far less


class Judgements:
    """What was said of a line on some boards. The same line on the same boards gets the same answer."""

    def __init__(self) -> None:
        self._known: dict[Hashable, list[Any]] = {}
        self._size = 0

    def of(self, line: Hashable, judge: Callable[[], list[T]]) -> list[T]:
        """The verdicts on a line; when there are too many, all are forgotten."""
        found = self._known.get(line)
        if found is None:
            found = judge()
            self._size += len(found)
            if self._size > MOST:
                self._known.clear()
                self._size = len(found)
            self._known[line] = found
        return found
