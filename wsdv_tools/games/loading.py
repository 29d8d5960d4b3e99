"""Files of the small games: a text becomes a checked record or a position, whatever is in it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wsdv_tools.findings import Finding, Place, Unreadable, readable
from wsdv_tools.games.checking import Checked, Checker
from wsdv_tools.games.kinds import Kind, kind_of_game
from wsdv_tools.games.opening import Opened, open_for, open_game, read_rulings, room
from wsdv_tools.games.positions import Reading, read_position
from wsdv_tools.games.records import read_record
from wsdv_tools.record.lines import Record
from wsdv_tools.sources.text_reader import read_text
from wsdv_tools.sources.yaml_reader import examine_text


@dataclass
class Loaded:
    """A file of a small game: its kind, its text, and what it says."""

    kind: Kind
    text: str
    opened: Opened
    checked: Checked | None = None  # of a record
    reading: Reading | None = None  # of a position

    @property
    def findings(self) -> list[Finding]:
        if self.checked:
            return self.checked.findings
        return self.reading.findings if self.reading else []

    @property
    def position(self) -> Any:
        if self.checked:
            return self.checked.position
        return self.reading.position if self.reading else None


def load(path: Path, cards: Path | None = None, rules: str = "", strict: bool = False) -> Loaded:
    """A record or a position of a small game; anything else is raised as `Unreadable`."""
    text = readable(read_text(path))
    kind = kind_of_game(text, str(path))
    if kind is None or kind.kind == "cards":
        raise Unreadable([Finding("unknown-kind-of-file", Place(str(path)))])
    return load_text(text, str(path), kind, cards, rules, strict)


def load_text(
    text: str, file: str, kind: Kind, cards: Path | None = None, rules: str = "", strict: bool = False
) -> Loaded:
    """As :func:`load`, for what was read already."""
    if kind.kind == "record":
        opened = open_for(text, file, kind.game, cards, rules)
        record = read_record(text, file, opened.notation)
        return Loaded(kind, text, opened, checked=check(opened, record, strict=strict))
    chosen, unknown = read_rulings(room(kind.game).SPEC, rules)
    if unknown:
        raise Unreadable(unknown)
    opened = open_game(kind.game, cards, chosen)
    is_json = text.lstrip().startswith("{")
    document, findings = examine_text(text.replace("\t", " ") if is_json else text, file)
    if document is None or any(finding.is_error for finding in findings):
        raise Unreadable(findings)
    reading = read_position(document, opened)
    return Loaded(kind, text, reading.opened, reading=reading)


def check(opened: Opened, record: Record, until: int | None = None, strict: bool = False) -> Checked:
    """A record that was read, checked up to a line."""
    checker: Checker = room(opened.spec.id).CheckerClass(opened.game, opened.notation, record, is_strict=strict)
    if not any(line.span.text for line in record.lines):
        return Checked(record.file, opened.spec, [Finding("empty-file", Place(record.file))])
    return checker.run(until)
