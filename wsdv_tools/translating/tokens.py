"""Tokens: the `{places}` of a text that are filled in, and `{icon:build}`, `{province:hessen}` that are drawn or named.

Whatever is in braces belongs to them, so that a sample such as `{french: 1}` is kept as it is, too.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import NamedTuple

TOKEN = re.compile(r"\{[^{}\n]*\}")
_COUNTED = re.compile(r"\{[a-z]+:[^\s{}]+\}")
NUMBER = "{n}"


class Token(NamedTuple):
    """A token and where it is in its text."""

    text: str
    start: int
    end: int

    @property
    def kind(self) -> str:
        """`icon` of `{icon:build}`; nothing for a place that is filled in."""
        return self.text[1:].partition(":")[0] if _COUNTED.fullmatch(self.text) else ""

    @property
    def id(self) -> str:
        return self.text[1:-1].partition(":")[2]


def tokens_in(text: str) -> list[Token]:
    """
    >>> [token.text for token in tokens_in("{side} builds {icon:build}")]
    ['{side}', '{icon:build}']
    """
    if "{" not in text:
        return []
    return [Token(found[0], found.start(), found.end()) for found in TOKEN.finditer(text)]


def without_tokens(text: str) -> str:
    return TOKEN.sub(" ", text)


def same_tokens(source: str, text: str) -> bool:
    """The quick answer for nearly all texts."""
    if "{" not in source and "{" not in text:
        return True
    return sorted(TOKEN.findall(source)) == sorted(TOKEN.findall(text))


def lacking(source: str, text: str) -> list[str]:
    """The tokens of the source that are missing in the text; drawn ones as often as they are there, others once."""
    wanted, given = _counted(source), _counted(text)
    return [token for token, times in wanted.items() if given[token] < times]


def surplus(source: str, text: str) -> list[Token]:
    """The tokens of the text that the source does not have."""
    wanted, found = _counted(source), []
    given: Counter[str] = Counter()
    for token in tokens_in(text):
        given[token.text] += 1
        allowed = wanted[token.text]
        if not allowed or (token.kind and given[token.text] > allowed):
            found.append(token)
    return found


def _counted(text: str) -> Counter[str]:
    tokens = tokens_in(text)
    return Counter({token.text: 1 for token in tokens if not token.kind}) + Counter(
        token.text for token in tokens if token.kind
    )
