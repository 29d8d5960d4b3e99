"""The words of `--help` and of what is said about a command line: the section `help` of the language files.

Of a shipped file only this section is read, line by line: all of it, as YAML, would take longer than the rest of
`wsdv --help`. The tests compare both ways of reading.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from wsdv_tools.words.choosing import FALLBACK, is_path, shipped_words

SECTION = "help"
_SECTION = re.compile(rf"^{SECTION}:\n((?: .*\n|\n)*)", re.MULTILINE)
_LINE = re.compile(r'^  ([a-z0-9.-]+): "((?:[^"\\]|\\.)*)"$', re.MULTILINE)
_ESCAPED = re.compile(r"\\(.)")
_PLACE = re.compile(r"\{([a-z-]+)\}")


class HelpWords:
    """The words of one language, read when the first is needed; what it lacks is said in English."""

    def __init__(self, code: str = FALLBACK) -> None:
        self.code = code

    def say(self, key: str, **values: Any) -> str:
        """The text of a key, its places filled.

        >>> HelpWords("de").say("usage")
        'Aufruf:'
        """
        return _PLACE.sub(lambda place: str(values.get(place[1], place[0])), self._template(key))

    def has(self, key: str) -> bool:
        return key in self._own or key in self._english

    def _template(self, key: str) -> str:
        return self._own.get(key) or self._english[key]

    @cached_property
    def _own(self) -> Mapping[str, str]:
        return _of_ones_own(self.code) if is_path(self.code) else read_quickly(self.code)

    @cached_property
    def _english(self) -> Mapping[str, str]:
        return read_quickly(FALLBACK)


def read_quickly(code: str) -> dict[str, str]:
    """The section of a shipped file, in which every text is in a line of its own and in double quotes."""
    name = shipped_words(code)
    if name is None:
        return {}
    with open(name, encoding="utf-8") as file:
        section = _SECTION.search(file.read())
    return {key: _ESCAPED.sub(_meant, text) for key, text in _LINE.findall(section[1])} if section else {}


def _meant(escaped: re.Match[str]) -> str:
    return "\n" if escaped[1] == "n" else escaped[1]


def _of_ones_own(code: str) -> Mapping[str, str]:
    """A user's own file is read with care; one that cannot be used has no words."""
    from wsdv_tools.findings import Unreadable
    from wsdv_tools.words.language import Language

    try:
        return Language.load(code).own(SECTION)
    except Unreadable:
        return {}
