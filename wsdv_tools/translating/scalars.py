"""Texts as they are written in YAML: where each character is in the file, and how a new text is quoted."""

from __future__ import annotations

import re

_LENGTH_OF_ESCAPE = {"x": 4, "u": 6, "U": 10}
_SHORT = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}
_TO_ESCAPE = re.compile('[\\\\"\\x00-\\x1f\\x7f-\\x9f\\u2028\\u2029\\ufeff\\ufffe\\uffff]')


def offsets(raw: str, style: str) -> list[int] | None:
    """Where each character of a text, and its end, is in the scalar; nothing where it spans lines.

    >>> offsets('"a\\\\"b"', '"')
    [1, 2, 4, 5]
    """
    if "\n" in raw or "\r" in raw or style in ("|", ">"):
        return None
    if not style:
        return list(range(len(raw) + 1))
    found: list[int] = []
    at, end = 1, len(raw) - 1
    while at < end:
        found.append(at)
        if style == "'":
            at += 2 if raw[at] == "'" else 1
        elif raw[at] == "\\":
            at += _LENGTH_OF_ESCAPE.get(raw[at + 1], 2)
        else:
            at += 1
    return [*found, end]


def quoted(text: str, style: str = '"') -> str:
    """The text as a scalar of one line, in single quotes where those were used and will do.

    >>> print(quoted('say "no"'))
    "say \\"no\\""
    """
    if style == "'" and text.isprintable():
        return "'" + text.replace("'", "''") + "'"
    return '"' + _TO_ESCAPE.sub(_escape, text) + '"'


def inside(text: str, style: str) -> str:
    """A piece of text as it is written inside a scalar that is there already."""
    if style == '"':
        return quoted(text)[1:-1]
    return text.replace("'", "''") if style == "'" else text


def _escape(found: re.Match[str]) -> str:
    character = found[0]
    return _SHORT.get(character) or f"\\u{ord(character):04x}"
