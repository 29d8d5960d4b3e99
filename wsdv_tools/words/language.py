"""A language: the words of one file in `data/lang/`, and how sentences are made from them.

A template is text with `{name}` places, or a mapping `{one: ..., other: ...}` chosen by the value `n`.
Values may be facts (a province, a city, a card), states, numbers, texts, or lists of these.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wsdv_tools.facts import Card, Catalogue, City, Connection, Province, State
from wsdv_tools.findings import Wording
from wsdv_tools.sources.yaml_reader import read_yaml

if TYPE_CHECKING:
    from wsdv_tools.findings import Finding, Fix, Note

FALLBACK = "en"
_PLACEHOLDER = re.compile(r"\{([a-z0-9_-]+)\}")


class Language:
    """The words of one language. `say` makes sentences, `name` names things of the game."""

    def __init__(self, words: Mapping[str, Any], catalogue: Catalogue) -> None:
        self._words = words
        self._catalogue = catalogue
        self.code: str = words["language"]["code"]

    @classmethod
    def load(cls, code: str, catalogue: Catalogue) -> Language:
        """The language of that code, or in the file of that path (`./cs.yaml`)."""
        return cls(read_yaml(language_file(code, catalogue)).value, catalogue)

    def say(self, key: str, /, **values: Any) -> str:
        """The text at a dotted key, its places filled: `say("notes.did-you-mean", name="Jena")`."""
        section, _, name = key.partition(".")
        return self.fill(self._words[section][name], values)

    def has(self, key: str) -> bool:
        section, _, name = key.partition(".")
        return name in self._words.get(section, {})

    def fill(self, template: str | Mapping[str, str], values: Mapping[str, Any]) -> str:
        if not isinstance(template, str):
            template = template["one" if values["n"] == 1 else "other"]
        return _PLACEHOLDER.sub(lambda match: self.name(values[match[1]]), template)

    def name(self, value: Any) -> str:
        """How the language names a value: a place, a card, a side, a number, or several of them."""
        if isinstance(value, Wording):
            return str(self._words.get(value.section, {}).get(value.id, value.english))
        if isinstance(value, State):
            return str(self._words["states"][value.value]["short"])
        if isinstance(value, Province | City):
            return str(self._words["places"].get(value.id, {}).get("name", value.name))
        if isinstance(value, Connection):
            return "–".join(self.name(city) for city in value.cities)
        if isinstance(value, Card):
            return f"{self.word('card')} {value.number} ({self.title(value)})"
        if isinstance(value, str | int | float):
            return str(value)
        return self.listed([self.name(item) for item in value])

    def title(self, card: Card) -> str:
        """The card's title, or its number where the language has none yet."""
        entry = self._words.get("cards", {}).get(card.id, {})
        return str(entry.get("title", card.number))

    def listed(self, items: Iterable[str]) -> str:
        *first, last = [*items] or [""]
        return f"{', '.join(first)} {self.word('and')} {last}" if first else last

    def word(self, key: str) -> str:
        return str(self._words["words"][key])

    def sentence(self, finding: Finding) -> str:
        return self.say(f"findings.{finding.code}", **finding.values)

    def note(self, note: Note) -> str:
        return self.say(f"notes.{note.code}", **note.values)

    def fix(self, fix: Fix) -> str:
        return self.say(f"fixes.{fix.code}", **fix.values)


def language_file(code: str, catalogue: Catalogue) -> Path:
    """`de` is a file of the data folder; anything with a dot or a slash is a path."""
    if "." in code or "/" in code or os.sep in code:
        return Path(code)
    return catalogue.folder / "lang" / f"{code}.yaml"
