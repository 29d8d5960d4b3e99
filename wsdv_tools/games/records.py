"""Reads and writes records of a small game: one line, one fact, with a span on every part. Nothing is judged here.

What cannot be read is kept as it is and reported as a finding; the lines around it are still read. It is written in
canonical spelling: ids, one blank, the same items in one. Comments stay, and so does what cannot be read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from wsdv_tools.findings import Finding, Severity, Wording
from wsdv_tools.games.following import Part, Typed
from wsdv_tools.games.notation import AGREED_REASONS, No, Notation, side_of
from wsdv_tools.games.sides import Side
from wsdv_tools.games.steps import COMMAND, EVENT, PASS
from wsdv_tools.record.lines import Cannot, Header, Line, LineReader, Record, Statements, did_you_mean
from wsdv_tools.record.spans import Span, items

MOST_STEPS = 100  # in one part of a play
HEADERS = ("title", "date", "us", "su", "rules", "cards", "note")
WORDS = ("check", "set", "result")
_HEADER = re.compile(r"([^\W\d_]+(?:-[^\W\d_]+)*)\s*:", re.IGNORECASE)
_WORD = re.compile(r"[^\s,;]+")
_SLASH = re.compile(r"(?:^|(?<=\s))/(?=\s|$)")
_USES = {"event": EVENT, "pass": PASS, "command": COMMAND}
_EXAMPLES = {"side": ("US", "SU"), "number": ("1", "2"), "region": ("AS",), "by": ("by",)}
_SCORE = re.compile(r"[-+−]?\d{1,3}(?:\s*[-–:]\s*\d{1,3})?")


@dataclass(frozen=True, slots=True)
class Fact(Line):
    """A line that starts with one of the game's words; `said` is what follows it, each with its span."""

    word: str
    said: tuple[tuple[Any, Span], ...]

    def value(self, number: int) -> Any:
        return self.said[number][0]


@dataclass(frozen=True, slots=True)
class Play(Line):
    side: Side
    card: str
    card_span: Span
    where: Any
    where_span: Span
    parts: tuple[Part, ...]
    agreed: bool
    is_whole: bool  # every part of it could be read


@dataclass(frozen=True, slots=True)
class ResultLine(Line):
    winner: Side | None
    reason: str
    score: str


@dataclass(frozen=True, slots=True)
class Bad(Line):
    """A line that cannot be read; a play still takes a turn, so what is certain about it is kept."""

    side: Side | None = None


def read_record(text: str, file: str, notation: Notation) -> Record:
    """All lines of a record."""
    return Reader(notation, file).record(text)


class Reader(LineReader):
    def __init__(self, notation: Notation, file: str) -> None:
        super().__init__(file)
        self.notation = notation
        self.spec = notation.spec
        self.headers = (self.spec.record_key, *HEADERS)

    def unread(self, span: Span, comment: str, _whole: str) -> Bad:
        return Bad(span, comment)

    def bad(self, span: Span, comment: str, _whole: str) -> Bad:
        return Bad(span, comment, side_of(span.text.split(None, 1)[0]))

    def line(self, span: Span, comment: str) -> Line:
        if not span.text:
            return Line(span, comment)
        first = span.text.split(None, 1)[0]
        word = first.casefold()
        side = side_of(first)
        if side:
            return self._play(span, comment, side)
        if word in self.spec.lines:
            return Fact(span, comment, word, self._said(span, word))
        if word in WORDS:
            rest = span.part(len(first), len(span.text))
            return self._result(span, comment) if word == "result" else Statements(span, comment, word, rest)
        header = _HEADER.match(span.text)
        if header:
            return self.header(span, comment, header)
        raise Cannot(self._unknown_line(span, word))

    def _unknown_line(self, span: Span, word: str) -> Finding:
        place = span.part(0, len(word)).place(self.file)
        if word in ("u", "s"):
            return Finding("side-ambiguous", place, {"text": word})
        fixes = did_you_mean(word, (*self.spec.lines, *WORDS))
        return Finding("line-unreadable", place, {"text": span.text.split(None, 1)[0]}, fixes=fixes)

    def _said(self, span: Span, word: str) -> tuple[tuple[Any, Span], ...]:
        """What follows a word, each part by its kind."""
        words = [span.found(match) for match in _WORD.finditer(span.text)][1:]
        kinds = self.spec.lines[word]
        if kinds and kinds[-1] == "cards":
            kinds = (*kinds[:-1], *("card" for _ in words[len(kinds) - 1 :]))
        elif kinds and kinds[-1] == "card" and len(words) > len(kinds):
            at = len(kinds) - 1  # a name of several words
            words = [*words[:at], span.part(words[at].column - span.column, len(span.text))]
        if len(words) != len(kinds):
            values = {"word": word, "example": self._example(word)}
            raise Cannot(Finding("line-incomplete", span.place(self.file), values))
        return tuple((self._argument(kind, one), one) for kind, one in zip(kinds, words, strict=True))

    def _example(self, word: str) -> str:
        """A line that starts with this word as it could be."""
        card = next(iter(self.notation.known), "a")
        parts = {kind: iter(texts) for kind, texts in _EXAMPLES.items()}
        return " ".join([word, *(next(parts[kind]) if kind in parts else card for kind in self.spec.lines[word])])

    def _argument(self, kind: str, span: Span) -> Any:
        text = span.text
        if kind == "side":
            return self._side(span)
        if kind == "card":
            return self.card(span)
        if kind == "number" and re.fullmatch(r"\d{1,3}", text):
            return int(text)
        if kind == "region":
            region = self.notation.region(text)
            if region:
                return region
        if kind == "by" and text.casefold() == kind:
            return kind
        wanted = Wording("words", f"part-{kind}", kind)
        raise Cannot(Finding("line-part-unreadable", span.place(self.file), {"text": text, "kind": wanted}))

    def _side(self, span: Span) -> Side:
        side = side_of(span.text)
        if side is None:
            code = "side-ambiguous" if span.text.casefold() in ("u", "s") else "side-unknown"
            raise Cannot(Finding(code, span.place(self.file), {"text": span.text}))
        return side

    def card(self, span: Span) -> str:
        """The id of a card; one that is named for the first time is reported."""
        try:
            id_, is_new = self.notation.learn(span.text)
        except No as no:
            raise Cannot(no.finding(span.place(self.file))) from None
        if is_new:
            self.findings.append(Finding("card-new", span.place(self.file), {"text": span.text}))
        return id_

    def _play(self, span: Span, comment: str, side: Side) -> Line:
        agreed = span.text.endswith("!")
        if agreed:
            span = span.part(0, len(span.text) - 1)
        cuts = [m.start() for m in _SLASH.finditer(span.text)]
        edges = [-1, *cuts, len(span.text)]
        texts = [span.part(start + 1, end) for start, end in pairwise(edges)]
        head, *rest = texts
        card_span, where, where_span = self._laid(head, side)
        card = self.card(card_span)
        before = len(self.findings)
        parts = tuple(self._part(text, side) for text in rest if text.text)
        is_whole = not any(f.severity is Severity.ERROR for f in self.findings[before:])
        return Play(span, comment, side, card, card_span, where, where_span, parts, agreed, is_whole)

    def _laid(self, head: Span, side: Side) -> tuple[Span, Any, Span]:
        """The card and where it goes: the last word, or what starts with `@` or is `e of europa`."""
        first = re.match(r"\S+\s*", head.text)
        rest = head.part(first.end() if first else 0, len(head.text))
        match = re.fullmatch(self.notation.laid_pattern, rest.text, re.IGNORECASE)
        if not match:
            values = {"word": side.value, "example": self.notation.laid_example}
            raise Cannot(Finding("line-incomplete", head.place(self.file), values))
        where = rest.part(match.start(2), match.end(2))
        card = rest.part(match.start(1), match.end(1))
        try:
            return card, self.notation.read_where(where.text, side), where
        except No as no:
            raise Cannot(no.finding(where.place(self.file))) from None

    def _part(self, span: Span, player: Side) -> Part:
        """`SU event moskau+2, cuba+2`, `SU pass`, `command cuba+3`."""
        words = [span.found(match) for match in re.finditer(r"\S+", span.text)]
        side = side_of(words[0].text)
        at = 1 if side else 0
        use = _USES.get(words[at].text.casefold()) if len(words) > at else None
        if use is None:
            text = words[min(at, len(words) - 1)]
            raise Cannot(Finding("use-unknown", text.place(self.file), {"text": text.text}))
        rest = span.part(words[at].end - span.column, len(span.text))
        return Part(side or player, use, self._steps(rest, side or player), span)

    def _steps(self, span: Span, side: Side) -> tuple[Typed, ...]:
        typed: list[Typed] = []
        if span.text.count(",") + span.text.count(";") > MOST_STEPS:
            raise Cannot(Finding("too-many-steps", span.place(self.file), {"n": MOST_STEPS}))
        for item in items(span):
            try:
                typed += [Typed(step, item) for step in self.notation.read(item.text, side)]
            except No as no:
                self.findings.append(no.finding(item.place(self.file)))
        return tuple(typed)

    def _result(self, span: Span, comment: str) -> Line:
        words = [span.found(match) for match in re.finditer(r"\S+", span.text)][1:]
        known = (*self.spec.reasons, *AGREED_REASONS)
        reason = words[1].text.casefold() if len(words) > 1 else ""
        winner = side_of(words[0].text) if words else None
        is_side = words and (winner or words[0].text.casefold() == "none")
        score = " ".join(word.text for word in words[2:])
        if not is_side or reason not in known or not (score == "" or _SCORE.fullmatch(score)):
            values = {"reasons": ", ".join(known)}
            raise Cannot(Finding("result-unreadable", span.place(self.file), values))
        return ResultLine(span, comment, winner, reason, score)


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
