"""Writes a record of a small game in canonical spelling: ids, one blank, the same items in one.

Comments stay, and so does what cannot be read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wsdv_tools.games.following import Part
from wsdv_tools.games.notation import Notation
from wsdv_tools.games.reading import Fact, Play, ResultLine
from wsdv_tools.games.steps import PASS
from wsdv_tools.record.line_reader import Header, Line, Record, Statements

if TYPE_CHECKING:
    from wsdv_tools.games.sides import Side


def write_record(record: Record, notation: Notation) -> str:
    """The record's text."""
    return "".join(f"{_commented(line, notation)}\n" for line in record.lines)


def _commented(line: Line, notation: Notation) -> str:
    text = write_line(line, notation)
    return f"{text}  {line.comment}" if text and line.comment else text or line.comment


def write_line(line: Line, notation: Notation) -> str:
    """What a line says, as it is written; one that could not be read as it was typed."""
    if isinstance(line, Header):
        return f"{line.key}: {line.value}".rstrip()
    if isinstance(line, Fact):
        return " ".join((line.word, *(str(value) for value, _ in line.said)))
    if isinstance(line, Statements):
        return f"{line.word} {' '.join(line.said.text.split())}"
    if isinstance(line, ResultLine):
        return " ".join(filter(None, ("result", line.winner or "none", line.reason, line.score)))
    if isinstance(line, Play) and line.is_whole:
        return _play(line, notation)
    return line.span.text


def _play(line: Play, notation: Notation) -> str:
    head = f"{line.side} {line.card} {notation.write_where(line.where, line.side)}"
    text = " / ".join([head, *(_part(part, line.side, notation) for part in line.parts)])
    return f"{text} !" if line.agreed else text


def _part(part: Part, player: Side, notation: Notation) -> str:
    who = "" if part.side is player else f"{part.side} "
    if part.use == PASS:
        return f"{who}pass"
    steps: list[Any] = [typed.step for typed in part.steps]
    return f"{who}{part.use.verb} {notation.write(steps, part.side)}"
