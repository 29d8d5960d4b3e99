"""Reads a record (`.wsdv`): one line, one fact, with a span on every part. Nothing is judged here.

Read laxly: any case, blanks, forgiving names. What cannot be read is kept as it stands and told as a
finding; the lines around it are read all the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import TYPE_CHECKING

from wsdv_tools.facts import State
from wsdv_tools.findings import Finding, Fix
from wsdv_tools.record.answers import Typed, unreadable
from wsdv_tools.record.lines import Span, items, without_comment
from wsdv_tools.record.notation import No, Notation, Unreadable
from wsdv_tools.rules.position import UNKNOWN
from wsdv_tools.sources.text_reader import text_lines

if TYPE_CHECKING:
    from wsdv_tools.rules.choices import Step

SIDES = {
    **dict.fromkeys(("w", "west", "brd", "frg", "nszk", "rfa", "nyugat", "oeste"), State.WEST),
    **dict.fromkeys(("e", "east", "ost", "ddr", "gdr", "ndk", "rda", "kelet", "este"), State.EAST),
}
MODES = ("unrest", "build", "standard", "event")
DECADES = {"i": 1, "ii": 2, "iii": 3, "iv": 4, "1": 1, "2": 2, "3": 3, "4": 4}
RULE_REASONS = ("insolvency", "triumph-of-socialism", "socialism-fails", "collapse", "both-collapse", "time")
MOST_STEPS = 200  # in one line; nobody plays so many
MOST_STATEMENTS = 1_000  # in one `check` or `set` line; the whole board needs fewer
MOST_FINDINGS = 1_000  # then it is no record, and nobody reads on
REASONS = (*RULE_REASONS, "resigned", "agreed", "unfinished")
WITH_HASH = ("title", "note")
HEADERS = ("wsdv-record", "title", "date", "west", "east", "rules", "note")
_WORDS = ("decade", "hand", "row", "end", "check", "set", "result")
_PLAY = re.compile(r"(\S+)\s+(\d+|[iv]+(?:-[a-z-]+)?)(\s*h)?\s+([^\W\d_]+)\b", re.IGNORECASE)
_HEADER = re.compile(r"((?![we]\s)[^\W\d_]+(?:[ -]+[^\W\d_]+)*)\s*:", re.IGNORECASE)
_PHASE = re.compile(r"(\d+)\s*:")
_WORD = re.compile(r"\S+")


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
class Decade(Line):
    number: int


@dataclass(frozen=True, slots=True)
class Hand(Line):
    side: State
    cards: tuple[tuple[str, Span], ...]


@dataclass(frozen=True, slots=True)
class Row(Line):
    cards: tuple[tuple[str, Span], ...]


@dataclass(frozen=True, slots=True)
class Play(Line):
    """`typed` are the steps in order; `raw` the texts of its items, with the steps each stands for."""

    side: State
    card: str
    from_hand: bool
    mode: str
    typed: tuple[Typed, ...]
    raw: tuple[tuple[Span, tuple[Step, ...] | None], ...]
    agreed: bool
    card_span: Span
    mode_span: Span
    is_whole: bool  # every part of it could be read


@dataclass(frozen=True, slots=True)
class End(Line):
    pass


@dataclass(frozen=True, slots=True)
class Phase(Line):
    number: int
    typed: tuple[Typed, ...]
    raw: tuple[tuple[Span, tuple[Step, ...] | None], ...]
    is_whole: bool


@dataclass(frozen=True, slots=True)
class Statements(Line):
    """A `check` or `set` line; its statements are read where they are used."""

    word: str
    said: Span

    @property
    def names_file(self) -> bool:
        """Whether the position stands in a file of its own."""
        return self.said.text.casefold().endswith((".yaml", ".yml", ".json"))


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


@dataclass
class Record:
    """The lines of a record, and what could not be read."""

    file: str
    lines: list[Line] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)


class _Cannot(Exception):
    """A line that cannot be read."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.code)
        self.finding = finding


def read_record(text: str, file: str, notation: Notation) -> Record:
    """All lines of a record."""
    reader = _Reader(notation, file)
    record = Record(file, findings=reader.findings)
    for number, line in enumerate(text_lines(text), 1):
        span, comment = without_comment(line, number)
        if len(reader.findings) >= MOST_FINDINGS:
            record.lines.append(Bad(span, comment, is_play=False, whole=line))
            continue
        try:
            record.lines.append(reader.line(span, comment))
        except _Cannot as cannot:
            reader.findings.append(cannot.finding)
            record.lines.append(reader.bad(span, comment, line))
    if record.lines and not record.lines[-1].span.text and not record.lines[-1].comment:
        record.lines.pop()  # after the last line's end
    return record


class _Reader:
    """Reads line by line."""

    def __init__(self, notation: Notation, file: str) -> None:
        self.notation = notation
        self.file = file
        self.findings: list[Finding] = []

    def line(self, span: Span, comment: str) -> Line:
        text = span.text
        if not text:
            return Line(span, comment)
        play = _PLAY.match(text)
        if play:
            side = SIDES.get(play[1].casefold())
            if side is not None:
                return self._play(span, comment, side, play)
        phase = _PHASE.match(text)
        if phase:
            return self._phase(span, comment, phase)
        word = text.split(None, 1)[0].casefold()
        keyword = _KEYWORDS.get(word)
        if keyword is not None:
            return keyword(self, span, comment)
        header = _HEADER.match(text)
        if header:
            return self._header(span, comment, header)
        raise _Cannot(self._unknown_line(span, word))

    def bad(self, span: Span, comment: str, whole: str) -> Bad:
        """What is sure of a line that cannot be read."""
        word = span.text.split(None, 1)[0].casefold()
        side = SIDES.get(word)
        play = None if word in _KEYWORDS or _PHASE.match(word) else _PLAY.match(span.text)
        if play is None:
            return Bad(span, comment, side is not None, whole, side)
        try:
            card = self.notation.card(play[2])
        except No:
            card = None
        meant = tuple(self._meant(span, comment, side, card, play))
        return Bad(span, comment, True, whole, side, card, play[3] is not None, not play[2].isdecimal(), meant)

    def _meant(
        self, span: Span, comment: str, side: State | None, card: str | None, match: re.Match[str]
    ) -> Iterator[Play]:
        """The plays of every mode in which all steps can be read; an unknown side or card is to be filled in."""
        modes = [mode for mode in MODES if mode.startswith(match[4].casefold())]
        rest = span.part(match.end(), len(span.text))
        for mode in modes or MODES:
            raw = [(item, self.notation.read(item.text, mode)) for item in items(rest)]
            steps = [(item, read) for item, read in raw if not isinstance(read, Unreadable)]
            if len(steps) < len(raw):
                continue
            yield Play(
                span,
                comment,
                side or State.WEST,
                card or UNKNOWN,
                match[3] is not None,
                mode,
                tuple(Typed(step, item) for item, read in steps for step in read),
                tuple(steps),
                False,
                span.part(match.start(2), match.end(2)),
                span.part(match.start(4), match.end(4)),
                True,
            )

    def _header(self, span: Span, comment: str, match: re.Match[str]) -> Line:
        key = match[1].casefold()
        value = span.part(match.end(), len(span.text)).text
        if key in WITH_HASH and comment:  # a `#` in a title belongs to it
            value, comment = f"{value} {comment}".strip(), ""
        if key not in HEADERS:
            near = get_close_matches(key, HEADERS, n=1)
            fixes = tuple(Fix("did-you-mean", {"name": name}) for name in near)
            place = span.part(0, match.end() - 1).place(self.file)
            self.findings.append(Finding("header-unknown", place, {"text": match[1]}, fixes=fixes))
        return Header(span, comment, key, value)

    def _play(self, span: Span, comment: str, side: State, match: re.Match[str]) -> Line:
        mode_span = span.part(match.start(4), match.end(4))
        mode = [mode for mode in MODES if mode.startswith(match[4].casefold())]
        card_span = span.part(match.start(2), match.end(2))
        card = self._card(card_span)
        if not mode:
            raise _Cannot(Finding("mode-unknown", mode_span.place(self.file), {"text": match[4]}))
        rest = span.part(match.end(), len(span.text))
        agreed = rest.text.endswith("!")
        if agreed:
            rest = rest.part(0, len(rest.text) - 1)
        typed, raw = self._steps(rest, mode[0])
        return Play(
            span,
            comment,
            side,
            card,
            match[3] is not None,
            mode[0],
            typed,
            raw,
            agreed,
            card_span,
            mode_span,
            is_whole=all(steps is not None for _, steps in raw),
        )

    def _steps(
        self, span: Span, context: str
    ) -> tuple[tuple[Typed, ...], tuple[tuple[Span, tuple[Step, ...] | None], ...]]:
        typed: list[Typed] = []
        raw: list[tuple[Span, tuple[Step, ...] | None]] = []
        self._refuse_endless(span, MOST_STEPS)
        for item in items(span):
            steps = self.notation.read(item.text, context)
            if isinstance(steps, Unreadable):
                self.findings.append(unreadable(steps, item.place(self.file)))
                raw.append((item, None))
            else:
                typed.extend([Typed(step, item) for step in steps])
                raw.append((item, steps))
        return tuple(typed), tuple(raw)

    def _refuse_endless(self, span: Span, most: int) -> None:
        if span.text.count(",") + span.text.count(";") > most:
            raise _Cannot(Finding("too-many-steps", span.place(self.file), {"n": most}))

    def _phase(self, span: Span, comment: str, match: re.Match[str]) -> Line:
        number = int(match[1]) if len(match[1]) < 3 else 0
        if not 1 <= number <= 10:
            raise _Cannot(Finding("phase-unknown", span.part(0, match.end(1)).place(self.file), {"text": match[1]}))
        typed, raw = self._steps(span.part(match.end(), len(span.text)), str(number))
        return Phase(span, comment, number, typed, raw, all(steps is not None for _, steps in raw))

    def _card(self, span: Span) -> str:
        try:
            return self.notation.card(span.text)
        except No as no:
            raise _Cannot(Finding("card-unknown", span.place(self.file), no.why.values)) from None

    def _words(self, span: Span) -> list[Span]:
        return [span.part(match.start(), match.end()) for match in _WORD.finditer(span.text.replace(",", " "))]

    def decade(self, span: Span, comment: str) -> Line:
        words = self._words(span)
        number = DECADES.get(words[1].text.casefold()) if len(words) == 2 else None
        if number is None:
            raise _Cannot(Finding("decade-unknown", words[-1].place(self.file), {"text": words[-1].text}))
        return Decade(span, comment, number)

    def hand(self, span: Span, comment: str) -> Line:
        words = self._words(span)
        side = SIDES.get(words[1].text.casefold()) if len(words) > 1 else None
        if side is None:
            raise _Cannot(self._no_side(words[min(1, len(words) - 1)]))
        return Hand(span, comment, side, tuple((self._card(word), word) for word in words[2:]))

    def row(self, span: Span, comment: str) -> Line:
        cards = []
        for word in self._words(span)[1:]:
            try:
                cards.append((self._card(word), word))
            except _Cannot as cannot:  # the other cards lie there all the same
                self.findings.append(cannot.finding)
                cards.append((word.text, word))
        return Row(span, comment, tuple(cards))

    def end(self, span: Span, comment: str) -> Line:
        if len(self._words(span)) > 1:
            raise _Cannot(Finding("line-too-long", span.place(self.file), {"word": "end"}))
        return End(span, comment)

    def statements(self, span: Span, comment: str) -> Line:
        word = span.text.split(None, 1)[0]
        self._refuse_endless(span, MOST_STATEMENTS)
        return Statements(span, comment, word.casefold(), span.part(len(word), len(span.text)))

    def result(self, span: Span, comment: str) -> Line:
        words = self._words(span)
        reason = words[2].text.casefold() if len(words) == 3 else ""
        who = words[1].text.casefold() if len(words) > 1 else ""
        if reason not in REASONS or (who != "none" and who not in SIDES):
            wrong = words[1] if reason in REASONS else words[-1]
            near = get_close_matches(reason, REASONS, n=1) if reason not in REASONS else ()
            fixes = tuple(Fix("did-you-mean", {"name": name}) for name in near)
            values = {"reasons": REASONS}
            raise _Cannot(Finding("result-unreadable", wrong.place(self.file), values, fixes=fixes))
        return ResultLine(span, comment, SIDES.get(who), reason)

    def _no_side(self, span: Span) -> Finding:
        code = "side-ambiguous" if span.text.casefold() == "o" else "side-unknown"
        return Finding(code, span.place(self.file), {"text": span.text})

    def _unknown_line(self, span: Span, word: str) -> Finding:
        first = span.part(0, len(word))
        if _PLAY.match(span.text):
            return self._no_side(first)
        near = get_close_matches(word, (*_WORDS, *HEADERS), n=1)
        fixes = tuple(Fix("did-you-mean", {"name": name}) for name in near)
        return Finding("line-unreadable", first.place(self.file), {"text": first.text}, fixes=fixes)


_KEYWORDS: dict[str, Callable[[_Reader, Span, str], Line]] = {
    "decade": _Reader.decade,
    "hand": _Reader.hand,
    "row": _Reader.row,
    "end": _Reader.end,
    "check": _Reader.statements,
    "set": _Reader.statements,
    "result": _Reader.result,
}
