"""A translation: the strings of a language beside the German ones, and what they were made from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from wsdv_tools.facts.folder import DataFolder
from wsdv_tools.findings import Finding, Note
from wsdv_tools.sources.shipped import shipped
from wsdv_tools.translating.origins import Forms, read_origins
from wsdv_tools.translating.strings import SOURCE, String, Strings, source_strings
from wsdv_tools.words.choosing import OF_GAMES

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from wsdv_tools.sources.yaml_reader import Document


@dataclass(frozen=True, eq=False)
class Workshop:
    """What all translations are compared with: the German strings, and the ids that tokens may name."""

    folder: Path
    source: Strings
    data: DataFolder
    ids: Mapping[str, frozenset[str]]
    names: frozenset[str]  # words of proper names, which need no translation

    @classmethod
    def open(cls, folder: Path, data: DataFolder | None = None) -> Workshop:
        data = data or DataFolder.read(folder)
        if not data.is_complete:  # a faulty folder is reported elsewhere; translations need only its ids
            data = DataFolder.read(shipped("data"))
        places = [*data.value("map")["provinces"], *data.value("map")["cities"]]
        ids = {
            "province": frozenset(entry["id"] for entry in data.value("map")["provinces"]),
            "city": frozenset(entry["id"] for entry in data.value("map")["cities"]),
            "card": frozenset(str(entry["id"]) for entry in data.value("cards")["cards"]),
            "rule": frozenset(str(entry["id"]) for entry in data.value("rules")["rules"]),
            "icon": _icons(data),
        }
        words = " ".join(str(entry["name"]) for entry in places).replace("–", " ").replace("-", " ").split()
        return cls(folder, source_strings(folder, data), data, ids, frozenset({*words, "Polska", "ČSSR", "CSSR"}))

    @cached_property
    def of_games(self) -> Workshop:
        """The same for the words of the small games."""
        return replace(self, source=source_strings(self.folder, self.data, SOURCE + OF_GAMES))

    def translation(self, document: Document) -> Translation:
        if document is self.source.document:
            return Translation(self, self.source)
        strings = Strings.of(document, self.data)
        workshop = self if strings.kind == self.source.kind else self.of_games
        if strings.code == workshop.source.code:  # another German file is its own source
            return Translation(replace(workshop, source=strings), strings)
        return Translation(workshop, strings, read_origins(document.file))


def _icons(data: DataFolder) -> frozenset[str]:
    """The kinds of icons that cards and tracks show, as in `{icon:build}`; hyphens may stand for underscores."""
    kinds = {key for card in data.value("cards")["cards"] for icon in card["icons"] for key in icon}
    kinds |= {"prestige", "currency", "socialists", "flight"}
    return frozenset(kinds | {kind.replace("_", "-") for kind in kinds})


@dataclass(frozen=True, eq=False)
class Translation:
    """One language as the checks see it."""

    workshop: Workshop
    target: Strings
    origins: Mapping[str, Forms] = field(default_factory=dict)

    @property
    def source(self) -> Strings:
        return self.workshop.source

    @property
    def is_source(self) -> bool:
        return self.target.code == self.source.code

    @cached_property
    def pairs(self) -> list[tuple[String, String]]:
        """The German and the translated string of every key that has both."""
        own = self.target.by_key
        return [(string, own[key]) for key, string in self.source.by_key.items() if key in own]


def texts_of(strings: Strings) -> Iterator[tuple[String, str, str]]:
    """Every form of every string: the string, the form's name and its text."""
    for string in strings.by_key.values():
        for form, text in string.forms.items():
            yield string, form, text


def about(code: str, source: String | None, target: String | None, /, **options: Any) -> Finding:
    """A finding about a string: its values name the key, and its notes show the German text.

    `source` and `text` among the values are for reports that show both side by side.
    """
    values = {"key": target.key if target else source.key if source else "", **options.pop("values", {})}
    if source is not None:
        values["source"] = source.shown
    if target is not None:
        values["translation"] = target.shown
    place = options.pop("place", None) or (target.place() if target else None)
    notes = options.pop("notes", ())
    if source is not None and source is not target:
        notes = (Note("source-text", {"text": source.shown}), *notes)
    return Finding(code, place, values, notes=notes, **options)
