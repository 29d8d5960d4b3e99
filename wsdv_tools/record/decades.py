"""What a record says of its decades: where one begins, which one a line means, and what is certain about the next."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile
from typing import TYPE_CHECKING

from wsdv_tools.record import reader as reading
from wsdv_tools.rules.course import DISPLAY, lay_out
from wsdv_tools.rules.position import UNKNOWN

if TYPE_CHECKING:
    from wsdv_tools.facts import State
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position

LAST_DECADE = 4
_COURSE = (reading.Decade, reading.Hand, reading.Row, reading.Play, reading.End, reading.ResultLine)


def is_course(line: reading.Line) -> bool:
    """Whether a line goes on with the game, so that the decade end before it is complete; a note does not."""
    if isinstance(line, reading.Bad):
        return line.is_play
    return isinstance(line, _COURSE) or (isinstance(line, reading.Statements) and line.word == "set")


def is_in_phases(lines: Iterable[reading.Line]) -> bool:
    """Whether the game goes on with a phase."""
    first = next((line for line in lines if isinstance(line, reading.Phase) or is_course(line)), None)
    return isinstance(first, reading.Phase)


def decade_ahead(record: reading.Record, line: reading.Line) -> int:
    """The decade a record starts with, where the board is set before the `decade` line."""
    ahead = (other for other in record.lines[line.span.line :] if isinstance(other, _COURSE))
    first = next(ahead, None)
    return first.number if isinstance(first, reading.Decade) else 1


def meant_decade(game: Game, record: reading.Record, line: reading.Decade, due: int | None) -> int:
    """The decade that a line means; if it is not the one that is due, the cards after it say which is a typo."""
    if due is None or line.number == due:
        return line.number
    ahead = (other for other in record.lines[line.span.line :] if isinstance(other, reading.Row))
    row = next(ahead, None)
    decades = [game.cards[card].decade for card, _ in row.cards if card in game.cards] if row else []
    return line.number if decades.count(line.number) > decades.count(due) else due


def played_ahead(record: reading.Record, row: reading.Row) -> set[str]:
    """The cards that are played from a row, as the lines after it say."""
    ahead = record.lines[row.span.line :]
    lines = takewhile(lambda line: not isinstance(line, reading.Row | reading.End | reading.Decade), ahead)
    return {line.card for line in lines if isinstance(line, reading.Play) and not line.from_hand}


def next_decade(position: Position) -> Position:
    """What is certain about the next decade where this one could not be followed to its end."""
    return position._replace(decade=min(LAST_DECADE, position.decade + 1), course=None)


def laid_out(position: Position) -> Position:
    """The display is there, although nobody typed it."""
    assert position.course is not None
    return lay_out(position, position.course, (UNKNOWN,) * DISPLAY)


def with_turn(position: Position, side: State) -> Position:
    """Whoever plays was the one to move."""
    assert position.course is not None
    return position._replace(course=position.course._replace(to_move=side))
