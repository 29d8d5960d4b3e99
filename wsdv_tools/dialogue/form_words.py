"""The words and numbers of an answer to the questions about a position."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from wsdv_tools.facts.cards import NUMERALS
from wsdv_tools.record.notation import No
from wsdv_tools.record.statements import MOST_PIECES, Statement, count
from wsdv_tools.words.names import folded

if TYPE_CHECKING:
    from wsdv_tools.telling.phrases import Phrases

_WORDS = re.compile(r"[^\s,;]+")
_SIGNS = re.compile(r"[=:]")
# The decades as people call them, in English, German, Hungarian and Spanish; written without accents.
_DECADES = {
    1: "one first eins eine erste egy elso uno una primera primero",
    2: "two second zwei zwo zweite ketto masodik dos segunda segundo",
    3: "three third drei dritte harom harmadik tres tercera tercero",
    4: "four fourth vier vierte negy negyedik cuatro cuarta cuarto",
}


def typed_words(text: str) -> list[str]:
    """The words of an answer; separated by commas, semicolons or blanks.

    >>> typed_words("3 1, kiel")
    ['3', '1', 'kiel']
    """
    return _WORDS.findall(text)


def numbers(
    words: list[str], parts: list[tuple[str, int | None]], least: int = 0, most: int = MOST_PIECES
) -> list[Statement]:
    """One number for each part; those left out at the end stay as they are."""
    if len(words) > len(parts):
        raise No("type-too-many", text=" ".join(words[len(parts) :]), n=len(parts))
    return [Statement(part, place, count(word, least, most)) for (part, place), word in zip(parts, words, strict=False)]


def named_numbers(
    phrases: Phrases,
    words: list[str],
    parts: Mapping[str, tuple[str, int | None]],
    least: int = 0,
    most: int = MOST_PIECES,
) -> tuple[list[Statement], list[str]]:
    """Numbers in the order of the parts, `2 1`, or by their names, `unrest 2 standard 1`; and all other words."""
    named: list[Statement] = []
    others: list[str] = []
    left = iter(words)
    for word in left:
        key = phrases.vocabulary.canonical(word).casefold()
        if key not in parts:
            others.append(word)
            continue
        number = next(left, None)
        if number is None or not _is_number(number):
            raise No("type-number-missing", text=word)
        statement = Statement(*parts[key], count(number, least, most))
        if any(statement[:2] == other[:2] for other in named):
            raise No("place-twice", text=word)
        named.append(statement)
    alone = [word for word in others if _is_number(word)]
    if named and alone:
        raise No("type-number-whose", text=" ".join(alone))
    return named + numbers(alone, [*parts.values()], least, most), [word for word in others if not _is_number(word)]


def _is_number(word: str) -> bool:
    return word.lstrip("-−+").isdecimal()


def typed_facts(text: str) -> list[str]:
    """The words of an answer in which numbers may be named: `prestige: 2`, `prestige = 2`."""
    return typed_words(_SIGNS.sub(" ", text))


def typed_tracks(phrases: Phrases, text: str) -> list[str]:
    """The words of an answer about tracks, whose names may have two words: `nyugati valuta 2`."""
    return typed_words(phrases.vocabulary.canonical(_SIGNS.sub(" ", text)))


def decade_number(word: str) -> str:
    """`II`, `2.` and `zwei` are 2; any other word stays as it is.

    >>> [decade_number(word) for word in ("II", "2.", "Kettő", "5")]
    ['2', '2', '2', '5']
    """
    bare = word.removesuffix(".")
    if bare.upper() in NUMERALS[1:]:
        return str(NUMERALS.index(bare.upper()))
    return next((str(number) for number, said in _DECADES.items() if folded(bare) in said.split()), bare)
