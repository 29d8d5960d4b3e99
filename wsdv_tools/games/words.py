"""The words of the small games: a language of the program, and beside it what only these games say.

They are in files of their own, so that nobody who plays the big game has to wait for them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from wsdv_tools.games.cards import Card, EventText
from wsdv_tools.games.sides import Side
from wsdv_tools.sources.shipped import shipped
from wsdv_tools.sources.yaml_reader import read_yaml
from wsdv_tools.words.choosing import FALLBACK
from wsdv_tools.words.language import Language, read_words

if TYPE_CHECKING:
    from pathlib import Path

    from wsdv_tools.findings import Finding

FOLDER = "games"


def folder() -> Path:
    """Where the data of the small games lies."""
    return shipped("data") / FOLDER


def game_words(code: str) -> Mapping[str, Any]:
    """What a language has for the small games; nothing where it has no file yet."""
    path = folder() / "lang" / f"{code}.yaml"
    return read_words(path) if path.is_file() else {}


class GameLanguage(Language):
    """A language with the words of the small games as well."""

    def __init__(self, language: Language) -> None:
        super().__init__(lambda: _joined(language._words, game_words(language.code)), language._folder)

    @cached_property
    def _english(self) -> Mapping[str, Any]:
        common = read_words(shipped("data") / "lang" / f"{FALLBACK}.yaml")
        return _joined(common, game_words(FALLBACK))

    @cached_property
    def _rules(self) -> Mapping[str, Any]:
        """Every paragraph of both games; the English words have them all."""
        rules: Mapping[str, Any] = game_words(FALLBACK).get("rules", {})
        return rules

    @cached_property
    def _rulings(self) -> Mapping[str, Any]:
        entries = {entry["id"]: entry for entry in read_yaml(folder() / "rulings.yaml").value["rulings"]}
        english = game_words(FALLBACK).get("rulings", {})
        return {id_: {**entry, **english.get(id_, {})} for id_, entry in entries.items()}

    def paragraph(self, rule: str) -> str:
        return rule

    def rule(self, rule: str) -> str:
        return f"{rule} {self.rule_title(rule)}" if rule in self._rules else rule

    def sentence(self, finding: Finding) -> str:
        """A side that begins a sentence begins it with a capital; an id is left as it is typed."""
        text = super().sentence(finding)
        is_side = self.template(f"findings.{finding.code}").startswith("{side}")
        return text[:1].upper() + text[1:] if is_side else text

    def rules_of(self, paragraph: str) -> list[str]:
        """`KK-5.1`, or all of `KK-5`."""
        asked = paragraph.upper()
        return [rule for rule in self._rules if rule == asked or f"{rule}.".startswith(f"{asked}.")]

    def name(self, value: Any) -> str:
        if isinstance(value, Card):
            return value.name(self.code)
        if isinstance(value, Side):
            return self.say(f"words.side-{value.value}")
        if isinstance(value, EventText):
            return value.texts.get(self.code) or value.texts.get(FALLBACK) or next(iter(value.texts.values()), "")
        return super().name(value)


def _joined(common: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """Section by section, the games' own words over the common ones; the big game's rules are not theirs."""
    sections = {*common, *own} - {"rules", "rulings", "errata", "glossary"}
    joined = {name: {**common.get(name, {}), **own.get(name, {})} for name in sections if name != "accepted"}
    joined["language"] = common.get("language", {})  # theirs names a file of its own
    return {**joined, "rules": own.get("rules", {}), "rulings": own.get("rulings", {})}
