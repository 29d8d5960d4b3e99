"""The `check` and `set` lines of a record: what they say about the board, item by item."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from wsdv_tools.findings import Finding, Unreadable
from wsdv_tools.record.decisions import unreadable
from wsdv_tools.record.lines import items
from wsdv_tools.record.notation import No
from wsdv_tools.record.position_reading import read_position
from wsdv_tools.record.statements import INSIDE_WORDS, StatementReader
from wsdv_tools.record.wording import worded
from wsdv_tools.rules.position import empty
from wsdv_tools.rules.status import status
from wsdv_tools.sources.yaml_reader import read_yaml

if TYPE_CHECKING:
    from wsdv_tools.record.lines import Span
    from wsdv_tools.record.notation import Notation
    from wsdv_tools.record.reading import Statements
    from wsdv_tools.record.statements import Statement
    from wsdv_tools.rules.position import Position


def statements_of(
    notation: Notation, line: Statements, file: str, findings: list[Finding]
) -> Iterator[tuple[Statement, Span]]:
    """Every statement with the item it stands in; what cannot be read goes to `findings`."""
    reader = StatementReader(notation)
    for item in items(line.said):
        had = len(reader.statements)
        try:
            reader.take(item.text)
        except No as no:
            findings.append(unreadable(no.why, item.place(file)))
            continue
        for statement in reader.statements[had:]:
            yield statement, item


def differences(notation: Notation, line: Statements, position: Position, file: str) -> list[Finding]:
    """What a `check` line says and the board does not have."""
    findings: list[Finding] = []
    for statement, span in statements_of(notation, line, file, findings):
        if not statement.holds(position):
            values = {"text": _whole(notation, statement, span), "found": statement.found_text(position)}
            findings.append(Finding("check-differs", span.place(file), values))
    return findings


def _whole(notation: Notation, statement: Statement, span: Span) -> str:
    """What was typed, with the province that holds for it where it was named before."""
    if span.text.split()[0].casefold() in INSIDE_WORDS and statement.place is not None:
        return f"{notation.game.provinces[statement.place].code} {span.text}"
    return span.text


def set_position(
    notation: Notation, line: Statements, decade: int, file: str
) -> tuple[Position | None, list[Finding], bool]:
    """The position that a `set` line gives, and whether all of it could be read: what it does not name is 0.

    None where its file cannot be used.
    """
    findings: list[Finding] = []
    if line.names_file:
        try:
            found = read_position(read_yaml(Path(file).parent / line.said.text), notation.game, notation.names)
        except Unreadable as error:
            return None, list(error.findings), False
        return found.position, found.findings, True
    position = empty(notation.game, decade)
    for statement, _ in statements_of(notation, line, file, findings):
        position = statement.made(notation.game, position)
    if findings:  # what is missing there would be told a second time
        return position, findings, False
    for flaw in status(notation.game, position):
        findings.append(Finding(flaw.code, line.said.place(file), worded(flaw.values), flaw.rule))
    return position, findings, True
