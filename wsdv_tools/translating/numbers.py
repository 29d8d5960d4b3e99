"""Numbers in texts: digits, and the words for them in the languages that the program knows.

"One" is left out, because it is an article in all of them; words like "both" may mean a two.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import NamedTuple

_DIGITS = re.compile(r"\d+(?:[.,]\d+)*")
_WORD = re.compile(r"[^\W\d_]{2,}")
_HEAD = 2
_IGNORED = "1"

# By language: the word, its inflections and its ordinal; a star stands for any ending.
WORDS: dict[str, dict[str, str]] = {
    "de": {
        "2": "zwei zweien zweier zweimal zweite*",
        "3": "drei dreien dreier dreimal dritte*",
        "4": "vier vieren viermal vierte*",
        "5": "fünf fünfte*",
        "6": "sechs sechste*",
        "7": "sieben siebte*",
        "8": "acht achte achten achter",
        "9": "neun neunte*",
        "10": "zehn zehnte*",
        "11": "elf elfte*",
        "12": "zwölf zwölfte*",
        "13": "dreizehn*",
        "14": "vierzehn*",
        "18": "achtzehn*",
        "20": "zwanzig*",
    },
    "en": {
        "2": "two second twos",
        "3": "three third threes",
        "4": "four fourth",
        "5": "five fifth",
        "6": "six sixth",
        "7": "seven seventh",
        "8": "eight eighth",
        "9": "nine ninth",
        "10": "ten tenth",
        "11": "eleven eleventh",
        "12": "twelve twelfth",
        "13": "thirteen thirteenth",
        "14": "fourteen fourteenth",
        "18": "eighteen eighteenth",
        "20": "twenty twentieth",
    },
    "hu": {
        "2": "két kettő* ketten második* másodszor",
        "3": "három* hárma* hárman harmad*",
        "4": "négy* negyed*",
        "5": "öt ötöt ötre ötöd*",
        "6": "hatot hatra hatod*",
        "7": "hét hetet hétre heted*",
        "8": "nyolc*",
        "9": "kilenc*",
        "10": "tíz tizet tízre tized*",
        "11": "tizenegy*",
        "12": "tizenk*",
        "13": "tizenhár* tizenhar*",
        "14": "tizennég* tizenneg*",
        "18": "tizennyolc*",
        "20": "húsz huszat husza*",
    },
    "es": {
        "2": "dos segundo segunda segundos segundas",
        "3": "tres tercer*",
        "4": "cuatro cuarto cuarta",
        "5": "cinco quinto quinta",
        "6": "seis sexto sexta",
        "7": "siete séptim*",
        "8": "ocho octavo octava",
        "9": "nueve noveno novena",
        "10": "diez décim*",
        "11": "once undécim*",
        "12": "doce duodécim*",
        "13": "trece decimoterc*",
        "14": "catorce decimocuart*",
        "18": "dieciocho decimoctav*",
        "20": "veinte vigésim*",
    },
}
# Words that may mean a number: they match one in the other text, and require none.
LOOSE: dict[str, dict[str, str]] = {
    "de": {"2": "beide* doppelt* beidseitig zweitens paar", "3": "drittens"},
    "en": {"2": "both either twice double pair couple another other latter"},
    "hu": {
        "2": "mindkét mindkettő* kétszer* kettős* dupla pár egyaránt másik* utóbbi*",
        "3": "mindhár*",
        "6": "hat",  # which also means "acts"
    },
    "es": {"2": "ambos ambas doble* par otro otra último última"},
}
# Phrases with a number word in them that state no number: a colon is "two points".
IDIOMS = {"es": re.compile("dos puntos", re.IGNORECASE), "hu": re.compile(r"kettőspont\w*", re.IGNORECASE)}


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
def _words(language: str) -> _Words:
    spelt: dict[str, tuple[str, bool]] = {}
    for table, is_stated in ((WORDS, True), (LOOSE, False)):
        for number, words in table.get(language, {}).items():
            spelt.update((word, (number, is_stated)) for word in words.split())
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
    if language in IDIOMS:
        text = IDIOMS[language].sub(" ", text)
    for word in _WORD.findall(text.casefold()):
        meaning = words.number(word) if word[:_HEAD] in words.heads else None
        if meaning:
            number, is_stated = meaning
            (stated if is_stated else loose).add(number)
    return Numbers(frozenset(stated), frozenset(loose))


def understands(language: str) -> bool:
    return language in WORDS


def digits_in(text: str) -> frozenset[str]:
    return frozenset(number.replace(",", ".") for number in _DIGITS.findall(text)) - {_IGNORED}
