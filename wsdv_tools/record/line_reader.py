"""What readers of records have in common: line by line, with headers, and a finding for what cannot be read.

What cannot be read is kept as it is; the lines around it are still read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from types import MappingProxyType
from typing import TYPE_CHECKING

from wsdv_tools.findings import Finding, Fix
from wsdv_tools.record.lines import Span, without_comment
from wsdv_tools.sources.text_reader import text_lines
from wsdv_tools.words.names import folded

if TYPE_CHECKING:
    import re

MOST_FINDINGS = 1_000  # then it is not a record, and nobody reads on
WITH_HASH = ("title", "note")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a record: what it says, and its comment. A line of its own kind says more."""

    span: Span
    comment: str


@dataclass(frozen=True, slots=True)
class Header(Line):
    key: str
    value: str


@dataclass(frozen=True, slots=True)
class Statements(Line):
    """A `check` or `set` line; its statements are read where they are used."""

    word: str
    said: Span


@dataclass
class Record:
    """The lines of a record, and what could not be read."""

    file: str
    lines: list[Line] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)


class Cannot(Exception):
    """A line that cannot be read."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.code)
        self.finding = finding


class LineReader:
    """Reads line by line; the reader of a game says what its lines are."""

    headers: tuple[str, ...]
    also: Mapping[str, str] = MappingProxyType({})  # what a header is called in other languages, folded as names are

    def __init__(self, file: str) -> None:
        self.file = file
        self.findings: list[Finding] = []

    def line(self, span: Span, comment: str) -> Line:
        """A line of its own kind; raises `Cannot`."""
        raise NotImplementedError

    def bad(self, span: Span, comment: str, whole: str) -> Line:
        """What is certain about a line that cannot be read."""
        raise NotImplementedError

    def unread(self, span: Span, comment: str, whole: str) -> Line:
        """A line that nobody reads any more."""
        raise NotImplementedError

    def record(self, text: str) -> Record:
        """All lines of a record."""
        record = Record(self.file, findings=self.findings)
        for number, line in enumerate(text_lines(text), 1):
            span, comment = without_comment(line, number)
            if len(self.findings) >= MOST_FINDINGS:
                record.lines.append(self.unread(span, comment, line))
                continue
            try:
                record.lines.append(self.line(span, comment))
            except Cannot as cannot:
                self.findings.append(cannot.finding)
                record.lines.append(self.bad(span, comment, line))
        if record.lines and not record.lines[-1].span.text and not record.lines[-1].comment:
            record.lines.pop()  # after the last line's end
        return record

    def header(self, span: Span, comment: str, match: re.Match[str]) -> Line:
        typed, value = match[1].casefold(), span.part(match.end(), len(span.text)).text
        key = typed if typed in self.headers else self.also.get(folded(typed), typed)
        if key in WITH_HASH and comment:  # a `#` in a title belongs to it
            value, comment = f"{value} {comment}".strip(), ""
        if key not in self.headers:
            place = span.part(0, match.end() - 1).place(self.file)
            fixes = did_you_mean(key, self.headers)
            self.findings.append(Finding("header-unknown", place, {"text": match[1]}, fixes=fixes))
        return Header(span, comment, key, value)


def did_you_mean(word: str, names: Iterable[str]) -> tuple[Fix, ...]:
    """The nearest of several names."""
    return tuple(Fix("did-you-mean", {"name": name}) for name in get_close_matches(word, [*names], 1))
