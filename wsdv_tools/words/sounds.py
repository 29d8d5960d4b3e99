"""Words that change before the sound of what follows: Spanish `y` and `o`, the Hungarian article `a(z)`.

A language file says which; `*` and `?` mean any letters and one letter. Numbers are written as digits and
Roman numerals, so that the lists say how they are spoken.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Sound:
    """`written` becomes `changed` before words like those, and `usual` before all others."""

    written: str
    usual: str
    changed: str
    before: Sequence[str]
    but: Sequence[str] = ()

    def form(self, following: str) -> str:
        """The form before a text, whatever quotes or brackets it begins with.

        >>> Sound("y", "y", "e", ["i*", "hi*"], ["hie*"]).form("«Ingolstadt»")
        'e'
        """
        found = _WORD.search(following)
        word = found[0].casefold() if found else ""
        is_changed = any(fnmatchcase(word, sign) for sign in self.before)
        return self.changed if is_changed and not any(fnmatchcase(word, sign) for sign in self.but) else self.usual


class Sounds:
    """The changing words of one language."""

    def __init__(self, entries: Sequence[Mapping[str, Any]]) -> None:
        self._sounds = {sound.written: sound for sound in (Sound(**entry) for entry in entries)}

    def joined(self, before: str, following: str) -> str:
        """Two parts of a sentence, where the first may end with such a word."""
        if not self._sounds or not before.endswith(" "):
            return before + following
        start, space, last = before[:-1].rpartition(" ")
        sound = self._sounds.get(last) or self._sounds.get(last.lower())
        if sound is None:
            return before + following
        form = sound.form(following)
        form = form[0].upper() + form[1:] if last[0].isupper() else form
        return f"{start}{space}{form} {following}"
