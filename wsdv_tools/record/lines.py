"""Lines of typed text: comments taken off, lists split, with the column of every part."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from wsdv_tools.findings import Place

_COMMENT = re.compile(r"(?:^|(?<=\s))#(?=\s|$)|^#")
_PART = re.compile(r"[^,;]+")


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
        behind = self.text[start:end].lstrip()
        text = behind.rstrip()
        column = self.column + end - len(behind)
        return Span(text, self.line, column, column + len(text))


def without_comment(text: str, line: int) -> tuple[Span, str]:
    """What a line says, and its comment."""
    match = _COMMENT.search(text)
    cut = match.start() if match else len(text)
    return Span(text, line, 1, len(text) + 1).part(0, cut), text[cut:].rstrip()


def items(span: Span) -> Iterator[Span]:
    """The parts between commas and semicolons."""
    for match in _PART.finditer(span.text):
        part = span.part(match.start(), match.end())
        if part.text:
            yield part
