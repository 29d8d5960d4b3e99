"""The lines of a record, and what kinds there are.

`LineReader` is what all readers of records have in common: what cannot be read is kept as it is, and the lines around
it are still read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from types import MappingProxyType

from wsdv_tools.facts import State
from wsdv_tools.findings import Finding, Fix
from wsdv_tools.record.spans import Span, Typed, without_comment
from wsdv_tools.rules.choices import Step
from wsdv_tools.sources.kinds import POSITION_SUFFIXES
from wsdv_tools.sources.text_reader import text_lines
from wsdv_tools.words.names import folded

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

    @property
    def names_file(self) -> bool:
        """Whether the position is in a file of its own."""
        return self.said.text.casefold().endswith(POSITION_SUFFIXES)


@dataclass
class Record:
    """The lines of a record, and what could not be read."""

    file: str
    lines: list[Line] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Decade(Line):
    number: int


@dataclass(frozen=True, slots=True)
class Hand(Line):
    side: State
    cards: tuple[tuple[str, Span], ...]


@dataclass(frozen=True, slots=True)
class Row(Line):
    cards: tuple[tuple[str, Span], ...]


Raw = tuple[tuple[Span, tuple[Step, ...] | None], ...]  # items, with the steps each stands for; None: unreadable


@dataclass(frozen=True, slots=True)
class StepLine(Line):
    """A line with steps: `raw` are its items as they were typed, `typed` all steps in order."""

    raw: Raw
    typed: tuple[Typed, ...] = field(init=False)
    is_whole: bool = field(init=False)  # every part of it could be read

    def __post_init__(self) -> None:
        steps = [Typed(step, item) for item, steps in self.raw if steps for step in steps]
        object.__setattr__(self, "typed", tuple(steps))
        object.__setattr__(self, "is_whole", all(steps is not None for _, steps in self.raw))


@dataclass(frozen=True, slots=True)
class Play(StepLine):
    side: State
    card: str
    from_hand: bool
    mode: str
    agreed: bool
    card_span: Span
    mode_span: Span


@dataclass(frozen=True, slots=True)
class End(Line):
    pass


@dataclass(frozen=True, slots=True)
class Phase(StepLine):
    number: int


@dataclass(frozen=True, slots=True)
class ResultLine(Line):
    winner: State | None
    reason: str


@dataclass(frozen=True, slots=True)
class Bad(Line):
    """A line that cannot be read, and how it was typed; `is_play` where it looks like one.

    An unreadable play still takes a turn and a card, so what can be read of them is kept.
    """

    is_play: bool
    whole: str
    side: State | None = None
    card: str | None = None
    from_hand: bool = False
    is_special: bool = False  # I to IV, or meant so
    meant: tuple[Play, ...] = ()  # what it may say, where only the side, the card or the mode cannot be read


_COURSE = frozenset({Decade, Hand, Row, Play, End, ResultLine})


def is_course(line: Line) -> bool:
    """Whether a line goes on with the game, so that the decade end before it is complete; a note does not."""
    if type(line) in _COURSE:
        return True
    if isinstance(line, Bad):
        return line.is_play
    return isinstance(line, Statements) and line.word == "set"


def is_in_phases(lines: Iterable[Line]) -> bool:
    """Whether the game goes on with a phase."""
    first = next((line for line in lines if isinstance(line, Phase) or is_course(line)), None)
    return isinstance(first, Phase)


def decade_ahead(record: Record, line: Line) -> int:
    """The decade a record starts with, where the board is set before the `decade` line."""
    ahead = (other for other in record.lines[line.span.line :] if type(other) in _COURSE)
    first = next(ahead, None)
    return first.number if isinstance(first, Decade) else 1


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
