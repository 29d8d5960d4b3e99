"""Plays that nobody wrote down, and plays that were written twice.

The first are seen by the turn that they break, and by the cards of a display that nobody plays. What such a play did to
the pieces nobody can say. So what does not fit after it may only follow from it.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import cycle
from typing import TYPE_CHECKING, NamedTuple

from wsdv_tools.findings import Finding, Note, Severity
from wsdv_tools.record.lines import Bad, Decade, End, Play, Row
from wsdv_tools.referee.answers import finding_at
from wsdv_tools.referee.table_lines import with_turn
from wsdv_tools.rules.course import face, refuse_card, refuse_turn
from wsdv_tools.rules.hands import without
from wsdv_tools.rules.position import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wsdv_tools.facts import State
    from wsdv_tools.record.lines import Line, Record
    from wsdv_tools.referee.boards import Boards
    from wsdv_tools.referee.table_lines import CardMemory
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position

# What is wrong on any board, as it is about turns, cards or the other state.
_CERTAIN = frozenset(
    {
        *("not-your-turn", "half-is-over", "card-not-in-display", "card-later-decade"),
        *("display-other-decade", "police-east-only"),
        *("event-wrong-colour", "special-east-only", "special-event-only", "special-other-decade"),
        *("special-gone", "build-wrong-state", "line-wrong-state", "dismantle-wrong-state", "lift-wrong-state"),
        *("standard-wrong-state", "icon-wrong-state"),
    }
)


class MissingPlay(NamedTuple):
    """A play of the other side is missing before a line: with one of these cards, if any is never played."""

    finding: Finding
    side: State  # who plays now
    cards: tuple[str, ...]

    def made(self, position: Position) -> Position:
        """The board on which nothing is known of it but that it was made, and the card where only one is left."""
        position = with_turn(position, self.side)
        course = position.course
        if course is None or len(self.cards) != 1:
            return position
        course = course._replace(display=without(course.display, *self.cards))
        return position._replace(played=(*position.played, *self.cards), course=course)


class MissingPlays:
    """What is seen of both while a record is checked."""

    def __init__(self, game: Game, record: Record, cards: CardMemory) -> None:
        self._game = game
        self._record = record
        self._cards = cards
        self.first: int | None = None  # the line at which one is missing
        self._is_full = False  # the half has plays enough, though a number may be wrong
        self._written: dict[str, Play] = {}  # the plays of this half, by their cards

    def at(self, line: Line) -> None:
        """One is missing before this line; what the hands hold nobody knows from now on."""
        self.first = self.first or line.span.line
        self._cards.is_sure = False

    def early(self, line: Line) -> None:
        """A half is not over at its end: a play is missing, or a wrong number was typed."""
        if not self._is_full:
            self.at(line)

    def forget(self) -> None:
        """The board is given: whatever happened before no longer matters."""
        self.first = None
        self._written.clear()

    def twice(self, line: Play) -> list[Finding]:
        """What to say of a line that is written a second time; it is not played again."""
        first = self._written.setdefault(line.card, line)
        if first is line or line.agreed or _said(first) != _said(line):
            return []
        place = line.span.place(self._record.file)
        return [Finding("play-twice", place, {"line": first.span.line}, "3-one-card")]

    def look_ahead(self, row: Row, position: Position) -> None:
        """Whether one is missing somewhere in the half that begins, where no broken turn shows the place."""
        self._written.clear()
        half = _Half(self._game, self._record, row, position)
        self._is_full = half.is_full
        turns = cycle((position.course.to_move, position.course.to_move.other) if position.course else ())
        if half.never_played and all(one is due for one, due in zip(half.sides, turns, strict=False)):
            self.at(row)

    def before(self, line: Play, boards: Boards) -> list[Finding]:
        """One that is missing before a line has been made all the same."""
        missing = missing_before(self._game, self._record, line, boards.position) if boards.position else None
        if missing is None:
            return []
        self.at(line)
        boards.each(missing.made)
        return [missing.finding]

    def perhaps(self, findings: list[Finding]) -> list[Finding]:
        """What is wrong with a line: no error where a missing play may be the reason."""
        if self.first is None:
            return findings
        note = Note("may-follow", {"line": self.first})
        return [
            replace(one, level=Severity.NOTE, notes=(*one.notes, note), fixes=())
            if one.is_error and one.code not in _CERTAIN
            else one
            for one in findings
        ]


def _said(line: Play) -> tuple[object, ...]:
    return line.side, line.mode, [step for step, _ in line.typed]


def missing_before(game: Game, record: Record, line: Play, position: Position) -> MissingPlay | None:
    """The play that is missing before a line; none where only the letter of its side is wrong."""
    course = position.course
    fault = refuse_turn(course, line.side) if course else None
    if course is None or fault is None or line.agreed:
        return None
    if not line.from_hand and refuse_card(game, position, course, line.side, face(position, line.card), False):
        return None  # it may be this line that is too many
    half = _Half(game, record, line, position)
    left = half.never_played
    if not left and not half.is_answered:
        return None
    cards = [game.cards[card] for card in left]
    note = Note("play-missing-card", {"cards": cards, "n": len(cards)}) if left else Note("play-missing")
    finding = finding_at(fault, line.span.part(0, len(line.span.text.split()[0])), record.file)
    return MissingPlay(replace(finding, notes=(note,)), line.side, left)


class _Half:
    """The plays from a line on, to the end of its half."""

    def __init__(self, game: Game, record: Record, line: Line, position: Position) -> None:
        self._display = position.course.display if position.course else ()
        self._behind = list(_course(record, line))
        ends = next((n for n, other in enumerate(self._behind) if not isinstance(other, Play)), None)
        self._is_whole = ends is not None
        plays = [other for other in (line, *self._behind[:ends]) if isinstance(other, Play)]
        self.sides = [play.side for play in plays]
        self._played = [
            play.card
            for play in plays
            if play.card in self._display or not (play.from_hand or game.cards[face(position, play.card)].is_special)
        ]

    @property
    def is_answered(self) -> bool:
        """Whether the other side, or nobody in this decade, plays after the first play."""
        after = next((other for other in self._behind if not isinstance(other, Row)), None)
        return after is not None and not (isinstance(after, Play) and after.side is self.sides[0])

    @property
    def is_full(self) -> bool:
        """Whether there are as many plays as cards in the display."""
        return len(self._played) >= len(self._display)

    @property
    def never_played(self) -> tuple[str, ...]:
        """The cards of the display that nobody plays, though the half ends; a wrong number is no missing play."""
        if not self._is_whole or self.is_full:
            return ()
        return tuple(card for card in self._display if card != UNKNOWN and card not in self._played)


def _course(record: Record, line: Line) -> Iterator[Line]:
    """The plays and rows behind a line, to the end of the decade or to a play that nobody can read."""
    for other in record.lines[line.span.line :]:
        if isinstance(other, Play | Row | End | Decade):
            yield other
        if isinstance(other, End | Decade) or (isinstance(other, Bad) and other.is_play):
            return
