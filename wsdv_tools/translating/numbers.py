"""Numbers in texts: digits, and the words for them in the languages of `data/number-words.json`.

That has for each number the word, its inflections and its ordinal; a star stands for any ending. "One" is left out,
because it is an article in all languages. Loose words such as "both" may mean a number: they match one in the other
text, and require none. Idioms have a number word in them and state no number: a Spanish colon is "two points".
"""

from __future__ import annotations

import json
import re
from functools import cache, lru_cache
from typing import Any, NamedTuple

from wsdv_tools.sources.shipped import shipped

_DIGITS = re.compile(r"\d+(?:[.,]\d+)*")
_WORD = re.compile(r"[^\W\d_]{2,}")
_HEAD = 2
_IGNORED = "1"


class Numbers(NamedTuple):
    """The numbers that a text states, and those that it may be taken to state."""

    stated: frozenset[str]
    loose: frozenset[str]


class _Words(NamedTuple):
    """The number words of a language, each with its number and whether it states it; those with any ending apart."""

    exact: dict[str, tuple[str, bool]]
    begun: dict[str, tuple[str, bool]]
    beginnings: tuple[str, ...]
    heads: frozenset[str]  # first letters of all of them, which show that nearly every word is not a number

    def number(self, word: str) -> tuple[str, bool] | None:
        found = self.exact.get(word)
        if found is None and word.startswith(self.beginnings):
            return next(meaning for beginning, meaning in self.begun.items() if word.startswith(beginning))
        return found


@cache
def _table() -> dict[str, dict[str, Any]]:
    table: dict[str, dict[str, Any]] = json.loads((shipped("data") / "number-words.json").read_text("utf-8"))
    return table


@cache
def _words(language: str) -> _Words:
    spelt: dict[str, tuple[str, bool]] = {}
    for kind in ("stated", "loose"):
        for number, words in _table().get(language, {}).get(kind, {}).items():
            spelt.update((word, (number, kind == "stated")) for word in words.split())
    longest_first = sorted((word for word in spelt if word.endswith("*")), key=len, reverse=True)
    begun = {word[:-1]: spelt[word] for word in longest_first}
    return _Words(spelt, begun, tuple(begun), frozenset(word[:_HEAD] for word in spelt))


@lru_cache(maxsize=16384)  # the texts of five languages: with less, every German text is gone when the next one comes
def numbers_in(text: str, language: str) -> Numbers:
    """The numbers of a text, words understood where the language is known.

    >>> sorted(numbers_in("Die zweite von 14 Karten, 9.5", "de").stated)
    ['14', '2', '9.5']
    """
    words = _words(language)
    stated = set(digits_in(text))
    loose: set[str] = set()
    idioms = _table().get(language, {}).get("idioms")
    if idioms:
        text = re.sub(idioms, " ", text, flags=re.IGNORECASE)
    for word in _WORD.findall(text.casefold()):
        meaning = words.number(word) if word[:_HEAD] in words.heads else None
        if meaning:
            number, is_stated = meaning
            (stated if is_stated else loose).add(number)
    return Numbers(frozenset(stated), frozenset(loose))


def understands(language: str) -> bool:
    return language in _table()


def digits_in(text: str) -> frozenset[str]:
    return frozenset(number.replace(",", ".") for number in _DIGITS.findall(text)) - {_IGNORED}
