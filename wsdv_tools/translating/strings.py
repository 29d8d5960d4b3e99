"""All strings of a language by their keys: `cards.16.title`, `findings.unknown-key`, `rules.9.1-wall.text`.

German is the source. English words that are beside the facts (titles of rules, rulings, errata, the sentences of the
schemas) count as English's strings like those of `en.yaml`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from wsdv_tools.findings import Fix, Place
from wsdv_tools.sources.schema import schema_words, small_game_words
from wsdv_tools.sources.shipped import shipped
from wsdv_tools.sources.yaml_reader import read_yaml
from wsdv_tools.words.choosing import OF_GAMES, language_file
from wsdv_tools.words.plurals import CATEGORIES, is_plural

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from wsdv_tools.facts.folder import DataFolder
    from wsdv_tools.sources.yaml_reader import Document

SOURCE = "de"
BESIDE_FACTS = "en"
SECTIONS = (
    *("cards", "places", "states", "sectors", "words", "findings", "notes", "fixes"),
    *("rules", "rulings", "errata", "help", "texts", "schema", "glossary"),
)
ONE, OTHER, PLAIN = "one", "other", ""
TYPED = ("texts.command.", "texts.typed.")  # words that people type: no sentences, and no terms

_NO_STRINGS = {("places", "also"), ("cards", "also"), ("glossary", "forms"), ("glossary", "note")}
# The keys of an entry of rules.yaml, rulings.yaml and errata.yaml that are words.
_WORDS_OF_FACTS = {"rules": ("title",), "rulings": ("question", "options", "why"), "errata": ("says", "right")}

StringPath = tuple[str | int, ...]


@dataclass(frozen=True, eq=False)
class String:
    """One text with its key; `forms` has it under "", or a plural under its forms (`one`, `few`, `other`)."""

    key: str
    path: StringPath
    forms: Mapping[str, str]
    document: Document | None = field(repr=False)

    @cached_property
    def text(self) -> str:
        """The text, or what represents it in comparisons: the form for most numbers."""
        return self.forms[self.main]

    @cached_property
    def main(self) -> str:
        """The name of that form."""
        return next(form for form in (PLAIN, *reversed(CATEGORIES)) if form in self.forms)

    @property
    def is_plural(self) -> bool:
        return PLAIN not in self.forms

    @property
    def shown(self) -> str:
        """Both forms of a plural, for people."""
        return " / ".join(dict.fromkeys(self.forms.values()))

    def place(self, form: str | None = None, start: int | None = None, end: int | None = None) -> Place:
        """Where the string is, or a piece of one of its forms."""
        if self.document is None:
            return _place_in_schemas(str(self.path[-1]))
        whole = self.document.place(self._path_of(form))
        columns = self._columns(form) if start is not None else None
        if columns is None or start is None:
            return whole
        last = columns[end] if end is not None else columns[start] + 1
        return Place(whole.file, whole.line, whole.column + columns[start], whole.column + last)

    def fix(self, form: str, start: int, end: int, text: str, code: str = "replace-text") -> Fix:
        """A proposal to put another text in place of a piece; it can be applied where the piece can be found."""
        before = self.forms[form]
        values = {"text": before[:start] + text + before[end:]}
        if self.document is None or self._columns(form) is None:
            return Fix(code, values)
        style = self.document.span(self._path_of(form))[2]
        return Fix(code, values, self.place(form, start, end), inside(text, style))

    def _path_of(self, form: str | None) -> StringPath:
        return (*self.path, form) if form else self.path

    def _columns(self, form: str | None) -> list[int] | None:
        if self.document is None:
            return None
        start, end, style = self.document.span(self._path_of(form))
        found = offsets(self.document.text[start:end], style)
        return found if found and len(found) == len(self.forms[form or PLAIN]) + 1 else None


@dataclass(frozen=True, eq=False)
class Strings:
    """The strings of one language. `blank` are the keys that are in its file with an empty text."""

    code: str
    document: Document
    by_key: Mapping[str, String]
    blank: Mapping[str, StringPath]

    @classmethod
    def of(cls, document: Document, data: DataFolder | None = None) -> Strings:
        """The strings of a language file and, for English, those that are beside the facts of `data`."""
        value = document.value if isinstance(document.value, dict) else {}
        language = value.get("language")
        code = str(language.get("code", "")) if isinstance(language, dict) else ""
        found: dict[str, String] = {}
        blank: dict[str, StringPath] = {}
        for string in _walk(document, value):
            if all(text.strip() for text in string.forms.values()):
                found[string.key] = string
            else:
                blank[string.key] = string.path
        if code == BESIDE_FACTS and data:
            found = {**{string.key: string for string in _beside_facts(data)}, **found}
        if code == BESIDE_FACTS + OF_GAMES:
            found |= {string.key: string for string in _of_schemas(small_game_words())}
        return cls(code, document, found, blank)

    @property
    def value(self) -> Mapping[str, Any]:
        return self.document.value if isinstance(self.document.value, dict) else {}

    @property
    def file(self) -> str:
        return self.document.file

    @property
    def kind(self) -> str:
        """The schema of its file."""
        return "game-language" if self.code.endswith(OF_GAMES) else "language"

    @cached_property
    def terms(self) -> Mapping[str, tuple[str, ...]]:
        """The forms of each term of the glossary: stems at a word's start."""
        terms: dict[str, tuple[str, ...]] = {}
        for name, entry in self._mapping("glossary").items():
            if isinstance(entry, str):
                forms = [entry]
            else:
                forms = entry.get("forms") or [entry.get("term", "")] if isinstance(entry, dict) else []
            terms[name] = tuple(form for form in forms if isinstance(form, str) and form.strip())
        return terms

    @cached_property
    def accepted(self) -> Mapping[tuple[str, str], Place]:
        """The findings that the file accepts, by code and key, and where it says so."""
        found: dict[tuple[str, str], Place] = {}
        for code, keys in self._mapping("accepted").items():
            for i, key in enumerate(keys if isinstance(keys, list) else ()):
                found[(code, str(key))] = self.document.place(("accepted", code, i))
        return found

    def place_of(self, key: str) -> Place:
        """Where a string is or, if it is missing, the nearest mapping that should hold it."""
        if key in self.blank:
            return self.document.place(self.blank[key], key=True)
        if key in self.by_key:
            return self.by_key[key].place()
        section, _, rest = key.partition(".")
        entry = next((name for name in self._mapping(section) if rest.startswith(f"{name}.")), None)
        path = (section, entry) if entry else (section,)
        return self.document.place(path, key=True) if section in self.value else Place(self.file)

    def _mapping(self, section: str) -> Mapping[str, Any]:
        found = self.value.get(section)
        return found if isinstance(found, dict) else {}


def _walk(document: Document, value: Mapping[str, Any]) -> Iterator[String]:
    for section in SECTIONS:
        if section in value:
            yield from _strings(document, value[section], (section,), (section,))


def _strings(document: Document, value: Any, path: StringPath, key: tuple[str, ...]) -> Iterator[String]:
    """The strings inside a value; what has another shape is the schema's concern."""
    if isinstance(value, str):
        # A term of the glossary has one key, however it is written.
        shown = key[:-1] if key[0] == "glossary" and key[-1] == "term" else key
        yield String(".".join(shown), path, {PLAIN: value}, document)
    elif is_plural(value) and all(isinstance(text, str) for text in value.values()):
        yield String(".".join(key), path, value, document)
    elif isinstance(value, dict):
        for name, inner in value.items():
            if (key[0], name) not in _NO_STRINGS:
                yield from _strings(document, inner, (*path, name), (*key, name))


def _beside_facts(data: DataFolder) -> Iterator[String]:
    for kind, names in _WORDS_OF_FACTS.items():
        document = data.documents.get(kind)
        for i, entry in enumerate(document.value[kind] if document else ()):
            for name in names:
                key = (kind, str(entry["id"]), name)
                if document and name in entry:
                    yield from _strings(document, entry[name], (kind, i, name), key)
    yield from _of_schemas(schema_words())


def _of_schemas(words: Mapping[str, str]) -> Iterator[String]:
    for name, sentence in words.items():
        yield String(f"schema.{name}", ("schema", name), {PLAIN: sentence}, None)


def _place_in_schemas(name: str) -> Place:
    """Where a schema names the sentence; they are searched only when something is to be said about one."""
    wanted = re.compile(rf'"x-words": "{re.escape(name)}"')
    for path in sorted(shipped("schemas").glob("*.schema.json")):
        text = path.read_text("utf-8")
        found = wanted.search(text)
        if found:
            line = text.count("\n", 0, found.start()) + 1
            return Place(str(path), line, found.start() - text.rfind("\n", 0, found.start()))
    return Place(str(shipped("schemas")))


def source_strings(folder: Path, data: DataFolder, code: str = SOURCE) -> Strings:
    """The German strings of a data folder or, where it has none, the shipped ones."""
    document = data.languages.get(code) or read_yaml(language_file(code, folder))
    return Strings.of(document, data)


# Texts as they are written in YAML: where each character is in the file, and how a new text is quoted.

_LENGTH_OF_ESCAPE = {"x": 4, "u": 6, "U": 10}
_SHORT = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}
_TO_ESCAPE = re.compile('[\\\\"\\x00-\\x1f\\x7f-\\x9f\\u2028\\u2029\\ufeff\\ufffe\\uffff]')


def offsets(raw: str, style: str) -> list[int] | None:
    """Where each character of a text, and its end, is in the scalar; nothing where it spans lines.

    >>> offsets('"a\\\\"b"', '"')
    [1, 2, 4, 5]
    """
    if "\n" in raw or "\r" in raw or style in ("|", ">"):
        return None
    if not style:
        return list(range(len(raw) + 1))
    found: list[int] = []
    at, end = 1, len(raw) - 1
    while at < end:
        found.append(at)
        if style == "'":
            at += 2 if raw[at] == "'" else 1
        elif raw[at] == "\\":
            at += _LENGTH_OF_ESCAPE.get(raw[at + 1], 2)
        else:
            at += 1
    return [*found, end]


def quoted(text: str, style: str = '"') -> str:
    """The text as a scalar of one line, in single quotes where those were used and will do.

    >>> print(quoted('say "no"'))
    "say \\"no\\""
    """
    if style == "'" and text.isprintable():
        return "'" + text.replace("'", "''") + "'"
    return '"' + _TO_ESCAPE.sub(_escape, text) + '"'


def inside(text: str, style: str) -> str:
    """A piece of text as it is written inside a scalar that is there already."""
    if style == '"':
        return quoted(text)[1:-1]
    return text.replace("'", "''") if style == "'" else text


def _escape(found: re.Match[str]) -> str:
    character = found[0]
    return _SHORT.get(character) or f"\\u{ord(character):04x}"
