"""The words of the notation in a player's own language, typed and shown in a dialogue. Records stay canonical."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import TYPE_CHECKING

from wsdv_tools.words.names import folded

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wsdv_tools.words.language import Language

MODES = ("unrest", "build", "standard", "event")
TRACKS = ("prestige", "currency", "socialists")
# Every word of the notation, of statements and of a record's lines; a language gives its own for each.
WORDS = (
    *MODES,
    *("socialists", "prestige", "currency", "cadre", "wall", "on", "off", "closed", "police", "used", "stasi"),
    *("dissolved", "delivered", "imported", "played", "down", "none", "decade", "flight-icons"),
    *("french", "british", "american"),
    *("calm", "up", "stop", "import", "release", "soc", "use", "void", "dismantle", "repair"),
    *("discard", "draw", "look", "hand", "deck", "swap", "drop", "skip"),
    *("row", "set", "check", "result", "end", "resigned", "agreed", "unfinished"),
    *("insolvency", "triumph-of-socialism", "socialism-fails", "collapse", "both-collapse", "time"),
)
_WORD = re.compile(r"[^\W\d_](?:[\w-]*\w)?")
_SIDE = re.compile(r"(\s*(?:(?:hand|result)\s+)?)([^\W\d_]+)(?=\s+\S)", re.IGNORECASE)  # where a line names one
_HEADER = re.compile(r"\s*[^\W\d_]+\s*:")
_COMMENT = re.compile(r"(?:^|\s)#(?:\s|$)")


class Vocabulary:
    """The words of one language. The canonical ones are understood in every language."""

    def __init__(self, language: Language) -> None:
        self._own = {word: language.say(f"texts.typed.{word}").split() for word in WORDS}
        self._sides = {folded(language.say(f"texts.typed.letter-{side}")): side[0].upper() for side in ("west", "east")}
        # The names of the tracks have two words in some languages.
        self._tracks = [
            (re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE), track)
            for track in TRACKS
            if " " in (name := language.say(f"texts.track-{track}"))
        ]
        self._canonical = {folded(own): word for word, several in self._own.items() for own in several}

    def canonical(self, text: str) -> str:
        """What was typed, in the words of the notation; a comment and a header with its text stay as they are."""
        if _HEADER.match(text):
            return text
        comment = _COMMENT.search(text)
        end = comment.start() if comment else len(text)
        line = text[:end]
        for name, track in self._tracks:
            line = name.sub(track, line)
        line = _WORD.sub(self._in_notation, line)
        side = _SIDE.match(line)
        if side and folded(side[2]) in self._sides:  # O is East in German, West in Spanish
            line = f"{side[1]}{self._sides[folded(side[2])]}{line[side.end() :]}"
        return line + text[end:]

    def _in_notation(self, found: re.Match[str]) -> str:
        return self._canonical.get(folded(found[0]), found[0])

    def own(self, text: str) -> str:
        """A line of the notation as this language would type it; a header with its text stays as it is."""
        if _HEADER.match(text):
            return text
        return _WORD.sub(lambda found: self._own.get(found[0], [found[0]])[0], text)

    def mode(self, typed: str) -> str:
        """The use of a card, by the first letters of the notation's word or the language's; empty for no such word."""
        begins = folded(typed)
        for words in ({mode: [mode] for mode in MODES}, {mode: self._own[mode] for mode in MODES}):
            found = [mode for mode in MODES if begins and any(folded(word).startswith(begins) for word in words[mode])]
            if len(found) == 1:
                return found[0]
        return ""

    def near_mode(self, typed: str) -> str:
        """The use of a card whose word in this language is spelt almost like that; empty where none is."""
        words = {folded(word): mode for mode in MODES for word in self._own[mode]}
        near = get_close_matches(folded(typed), words, 1, 0.7)
        return words[near[0]] if near else ""

    def all_of(self, words: Iterable[str]) -> list[str]:
        """The language's own word for each, as Tab offers them."""
        return [self._own[word][0] for word in words]
