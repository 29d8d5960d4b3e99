"""Takes true words out of a record: what only says what happened anyway, in lines that are certain and faultless."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from wsdv_tools.record.lines import Decade, End, Line, Phase, Play, Record, ResultLine, Row
from wsdv_tools.referee.checker import check_record
from wsdv_tools.referee.phase_lines import PhaseLines
from wsdv_tools.referee.plays import check_strictly

if TYPE_CHECKING:
    from wsdv_tools.record.notation import Notation
    from wsdv_tools.referee.verdicts import Moment

L = TypeVar("L", Play, Phase)


# What may be said without being asked for, in a play and in a phase.
_IN_PLAYS = frozenset({"hamburg", "assign", "arrow", "police", "wall", "stasi", "soc"})
_IN_STANDARDS = frozenset({"u-", "sector+", "soc"})  # where Hamburg counts is a declaration there
_IN_PHASES = frozenset(
    {"hamburg", "at", "arrow", "sum", "s-", "u+", "dismantle", "lift", "down", "soc", "sector-", "u-"}
)


def without_needless(record: Record, notation: Notation) -> Record:
    """The record without true words; the board is the same after every line."""
    checked = check_record(record, notation)
    wrong = {finding.place.line for finding in checked.findings if finding.place and finding.code not in _HARMLESS}
    changed: dict[int, Line] = {}
    for moment in checked.moments if checked.is_certain else ():
        for line in _shortened(record, notation, moment, wrong):
            changed[line.span.line] = line
    lines = [changed.get(line.span.line, line) for line in record.lines]
    return replace(record, lines=lines)


_HARMLESS = frozenset({"result-missing", "header-missing", "header-unknown", "card-is-in-hand"})


def _shortened(record: Record, notation: Notation, moment: Moment, wrong: set[int]) -> Iterator[Line]:
    """The lines of one moment, shorter."""
    line = moment.line
    if isinstance(line, Play):
        if moment.before.course is None or line.span.line in wrong or line.agreed:
            return

        def is_same(play: Play) -> bool:
            verdict = check_strictly(notation, moment.before, play, record.file)
            return verdict is not None and verdict.position == moment.after and not verdict.findings

        verbs = _IN_STANDARDS if line.mode == "standard" else _IN_PLAYS
        yield _shorter(line, verbs, is_same)
    elif moment.outcome:
        yield from _shorter_phases(record, notation, moment, wrong)


def _shorter_phases(record: Record, notation: Notation, moment: Moment, wrong: set[int]) -> Iterator[Line]:
    outcome = moment.outcome
    behind = record.lines[moment.line.span.line :]
    phases: list[Phase] = []
    for other in behind:
        if isinstance(other, Phase):
            phases.append(other)
        elif isinstance(other, Decade | Row | Play | End | ResultLine):
            break
    if outcome is None or any(line.span.line in wrong for line in phases):
        return
    for number, line in enumerate(phases):

        def is_same(other: Phase, number: int = number) -> bool:
            lines = [*phases[:number], other, *phases[number + 1 :]]
            end = PhaseLines(notation, lines, moment.line, record.file).check(moment.before, strict=True)
            same = end is not None and (end.outcome.position, end.outcome.reason) == (outcome.position, outcome.reason)
            return same and end is not None and not end.findings

        phases[number] = _shorter(line, _IN_PHASES, is_same)
        yield phases[number]


def _shorter(line: L, verbs: frozenset[str], is_same: Callable[[L], bool]) -> L:
    """The line without each item that says nothing new."""
    for item, steps in line.raw:
        if steps and all(step.verb in verbs and (step.verb != "at" or abs(step.place) < 2) for step in steps):
            raw = tuple(one for one in line.raw if one[0] != item)
            other = replace(line, raw=raw)
            if is_same(other):
                line = other
    return line
