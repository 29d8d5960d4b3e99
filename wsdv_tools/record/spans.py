"""Pieces of typed text and where they are: a line without its comment, the items in it, a step as it was typed."""

from __future__ import annotations

import re
from typing import NamedTuple

from wsdv_tools.findings import Place
from wsdv_tools.rules.choices import Step

_COMMENT = re.compile(r"(?:^|(?<=\s))#(?=\s|$)|^#")
_ITEM = re.compile(r"[^,;\s](?:[^,;]*[^,;\s])?")


class Span(NamedTuple):
    """A piece of a line: its text, and its columns counted from 1."""

    text: str
    line: int
    column: int
    end: int

    def place(self, file: str) -> Place:
        return Place(file, self.line, self.column, self.end)

    def part(self, start: int, end: int) -> Span:
        """A part of it, blanks at both ends taken off."""
        whole, line, column, _ = self
        typed = whole[start:end]
        text = typed.strip()
        column += start
        if text != typed:
            column += len(typed) - len(typed.lstrip())
        return Span(text, line, column, column + len(text))

    def found(self, match: re.Match[str], group: int = 0) -> Span:
        """What a pattern found in it; no blanks at its ends."""
        start, end = match.span(group)
        _, line, column, _ = self
        return Span(match[group], line, column + start, column + end)


def without_comment(text: str, line: int) -> tuple[Span, str]:
    """What a line says, and its comment."""
    match = _COMMENT.search(text) if "#" in text else None
    whole = Span(text, line, 1, len(text) + 1)
    if match is None:
        return (whole if text == text.strip() else whole.part(0, len(text))), ""
    return whole.part(0, match.start()), text[match.start() :].rstrip()


def items(span: Span) -> list[Span]:
    """The parts between commas and semicolons."""
    return [span.found(match) for match in _ITEM.finditer(span.text)]


class Typed(NamedTuple):
    """A step as somebody typed it."""

    step: Step
    span: Span
