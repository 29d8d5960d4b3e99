"""The one model of a finding: something a person should know about a file.

A finding is a code and values; it holds no sentence. The sentence is made at the door, in the
user's language, by a `Speaker` (in practice :class:`wsdv_tools.words.Language`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol, TypeVar

from wsdv_tools.codes import SEVERITIES, UNREADABLE
from wsdv_tools.visible import one_line


class Severity(StrEnum):
    """How severe a finding is. Only errors change the exit code."""

    ERROR = "error"
    WARNING = "warning"
    HINT = "hint"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a file: lines and columns count from 1, `end_column` lies one past the last character."""

    file: str
    line: int = 1
    column: int = 1
    end_column: int = 0

    def __post_init__(self) -> None:
        if self.end_column <= self.column:
            object.__setattr__(self, "end_column", self.column + 1)


@dataclass(frozen=True, slots=True)
class Wording:
    """A text among a finding's values that brings its English along; a language may say it in its own words."""

    section: str
    id: str
    english: str


@dataclass(frozen=True, slots=True)
class Note:
    """A fact that led to the finding; `place` where it is somewhere else than the finding."""

    code: str
    values: Mapping[str, Any] = field(default_factory=dict)
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class Fix:
    """A proposal. With `replacement` a tool can apply it: `place` is replaced by that text."""

    code: str
    values: Mapping[str, Any] = field(default_factory=dict)
    place: Place | None = None
    replacement: str | None = None


class Broken(Protocol):
    """How the rules say that something is not as it should be."""

    @property
    def code(self) -> str: ...
    @property
    def rule(self) -> str | None: ...
    @property
    def values(self) -> Mapping[str, Any]: ...


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault or remark. Its severity comes from the list of codes unless given."""

    code: str
    place: Place | None = None
    values: Mapping[str, Any] = field(default_factory=dict)
    rule: str | None = None  # an id of data/rules.yaml
    notes: tuple[Note, ...] = ()
    fixes: tuple[Fix, ...] = ()
    level: Severity | None = None

    @classmethod
    def of(
        cls, fault: Broken, place: Place | None = None, text: str | None = None, fixes: Iterable[Fix] = ()
    ) -> Finding:
        """What a rule says is wrong, where it was typed, and as what."""
        values = worded(fault.values)
        if text is not None:
            values["text"] = text
        return cls(fault.code, place, values, fault.rule, fixes=tuple(fixes))

    @property
    def severity(self) -> Severity:
        return self.level or Severity(SEVERITIES[self.code])

    @property
    def is_error(self) -> bool:
        return self.severity is Severity.ERROR


class Unreadable(Exception):
    """A file or a text that cannot be used at all; carries the findings that say why."""

    def __init__(self, findings: Iterable[Finding]) -> None:
        self.findings = tuple(findings)
        super().__init__("; ".join(map(_in_short, self.findings)))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.findings,)


Read = TypeVar("Read")


def readable(read: tuple[Read | None, Sequence[Finding]]) -> Read:
    """What was read; where nothing could be, the findings that came instead are raised as `Unreadable`."""
    found, findings = read
    if found is None:
        raise Unreadable(findings)
    return found


def _in_short(finding: Finding) -> str:
    """For programmers: `game.yaml:6:23 unknown-key`. Users get the sentence."""
    place = finding.place
    return f"{place.file}:{place.line}:{place.column} {finding.code}" if place else finding.code


class Speaker(Protocol):
    """What findings need of a language."""

    def sentence(self, finding: Finding) -> str: ...
    def note(self, note: Note) -> str: ...
    def fix(self, fix: Fix) -> str: ...
    def rule(self, rule: str) -> str: ...
    def paragraph(self, rule: str) -> str: ...
    def word(self, key: str) -> str: ...


def exit_code(findings: Iterable[Finding]) -> int:
    """0 without errors, 1 with an error, 2 where something was not readable at all."""
    worst = 0
    for finding in findings:
        if finding.is_error:
            worst = max(worst, 2 if finding.code in UNREADABLE else 1)
    return worst


def sorted_by_place(findings: Iterable[Finding]) -> list[Finding]:
    """In the order of the files as they came, and of their lines."""
    files: dict[str, int] = {}

    def key(finding: Finding) -> tuple[int, int, int]:
        place = finding.place
        if place is None:
            return (-1, 0, 0)
        return (files.setdefault(place.file, len(files)), place.line, place.column)

    return sorted(findings, key=key)


def as_text(finding: Finding, speaker: Speaker, source: str | Sequence[str] | None = None, colour: bool = False) -> str:
    """The finding for a terminal: the sentence, the place, the source line with a caret, notes, help.

    `source` is the file's text or, where there are many findings, its lines.
    """
    severity = finding.severity
    head = _paint(f"{speaker.word(severity.value)}:", severity, colour)
    lines = [f"{head} {speaker.sentence(finding)} [{finding.code}]"]
    place = finding.place
    margin = " " * len(str(place.line)) if place else " "
    if place:
        lines.append(f"{margin}--> {one_line(place.file)}:{place.line}:{place.column}")
        shown = _excerpt(source, place)
        if shown:
            text, start, width = shown
            lines.append(f"{place.line} | {text}")
            lines.append(f"{margin} | {' ' * start}{_paint('^' * width, severity, colour)}")
    if finding.rule:
        lines.append(f"{margin} = {speaker.word('rule')}: {speaker.rule(finding.rule)}")
    for note in finding.notes:
        where = f" ({one_line(note.place.file)}:{note.place.line}:{note.place.column})" if note.place else ""
        lines.append(f"{margin} = {speaker.word('note')}: {speaker.note(note)}{where}")
    lines.extend(f"{margin} = {speaker.word('help')}: {speaker.fix(fix)}" for fix in finding.fixes)
    return "\n".join(lines)


def as_dict(finding: Finding, speaker: Speaker) -> dict[str, Any]:
    """The finding for `--json`, as in `schemas/findings.schema.json`."""
    place = finding.place
    return {
        "code": finding.code,
        "severity": finding.severity.value,
        "file": place.file if place else None,
        "line": place.line if place else None,
        "column": place.column if place else None,
        "end-column": place.end_column if place else None,
        "message": speaker.sentence(finding),
        "rule": speaker.paragraph(finding.rule) if finding.rule else None,
        "notes": [speaker.note(note) for note in finding.notes],
        "help": [speaker.fix(fix) for fix in finding.fixes],
    }


def as_json(findings: Iterable[Finding], speaker: Speaker) -> str:
    document = {"findings": [as_dict(finding, speaker) for finding in findings]}
    return json.dumps(document, ensure_ascii=False, indent=2)


def as_github(finding: Finding, speaker: Speaker) -> str:
    """The finding as a workflow command, so that it is shown beside the line it is about."""
    kind = {Severity.ERROR: "error", Severity.WARNING: "warning"}.get(finding.severity, "notice")
    place = finding.place
    where = ""
    if place:
        where = f"file={_property(place.file)},line={place.line},col={place.column},endColumn={place.end_column},"
    message = "\n".join([speaker.sentence(finding), *(speaker.fix(fix) for fix in finding.fixes)])
    return f"::{kind} {where}title={_property(finding.code)}::{_escaped(message)}"


_COLOURS = {Severity.ERROR: "31", Severity.WARNING: "33", Severity.HINT: "36", Severity.NOTE: "36"}
_LONGEST_LINE = 72


def _paint(text: str, severity: Severity, colour: bool) -> str:
    return f"\x1b[1;{_COLOURS[severity]}m{text}\x1b[0m" if colour else text


def _excerpt(source: str | Sequence[str] | None, place: Place) -> tuple[str, int, int] | None:
    """The source line, cut around the place where it is long; the caret's start and width in it."""
    if source is None:
        return None
    lines = source.splitlines() if isinstance(source, str) else source
    if place.line > len(lines):
        return None
    line = "".join(c if c.isprintable() else " " for c in lines[place.line - 1])
    start = min(place.column - 1, len(line))
    width = max(1, min(place.end_column - place.column, len(line) - start))
    if len(line) > _LONGEST_LINE:
        cut = max(0, min(start - 30, len(line) - _LONGEST_LINE))
        before, after = ("…" if cut else ""), ("…" if cut + _LONGEST_LINE < len(line) else "")
        line = before + line[cut : cut + _LONGEST_LINE] + after
        start += len(before) - cut
        width = max(1, min(width, len(line) - start))
    return line, start, width


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")


def worded(values: Mapping[str, Any]) -> dict[str, Any]:
    """The values with words for those that the rules give by their id.

    >>> worded({"sector": "french", "n": 2})
    {'sector': Wording(section='sectors', id='french', english='french'), 'n': 2}
    """
    words = dict(values)
    if "sector" in values:
        words["sector"] = Wording("sectors", values["sector"], values["sector"])
    if "piece" in values:
        words["piece"] = Wording("words", f"piece-{values['piece']}", values["piece"])
    if isinstance(values.get("reason"), str):
        words["reason"] = reason_words(values["reason"])
    return words


def reason_words(reason: str) -> Wording:
    """Why a game ended, in words instead of the code that a `result` line has."""
    return Wording("words", f"reason-{reason}", reason)
