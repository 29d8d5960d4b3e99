"""A language: the words of one file in `data/lang/`, and how sentences are made from them.

A template is text with `{name}` places, or a mapping `{one: ..., other: ...}` chosen by the value `n`; languages differ
in the forms they have (`plurals.py`).
Values may be facts (a province, a city, a card), states, numbers, texts, or lists of these.
What a language lacks is said in English.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cached_property, lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wsdv_tools.facts import Card, Catalogue, City, Connection, Province, State
from wsdv_tools.facts.cards import NUMERALS, Untitled
from wsdv_tools.findings import Finding, Fix, Unreadable, Wording
from wsdv_tools.sources.shipped import shipped
from wsdv_tools.sources.yaml_reader import examine_yaml, read_yaml
from wsdv_tools.visible import one_line
from wsdv_tools.words.choosing import FALLBACK, is_path, known_languages, language_file, preferred_language
from wsdv_tools.words.plurals import chosen, is_plural, main_form, why_unsupported

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from wsdv_tools.findings import Note, Place

OWN_BOOK = "de"  # the one that counts
OTHER_BOOKS = ("hu", "es")
_UNSUPPORTED = {"right-to-left": "language-right-to-left", "digits": "language-digits"}
_WORD = re.compile(r"\w+")
_PLACEHOLDER = re.compile(r"\{([a-z0-9_-]+)\}")
_parts = lru_cache(maxsize=4096)(_PLACEHOLDER.split)  # texts are few, and said again and again


class Language:
    """The words of one language. `say` makes sentences, `name` names things of the game.

    They are read when the first is needed: the numbers of rules, for example, are told without them.
    """

    def __init__(self, read: Callable[[], Mapping[str, Any]], folder: Path) -> None:
        self._read = read
        self._folder = folder

    @classmethod
    def load(cls, code: str = FALLBACK, catalogue: Catalogue | None = None) -> Language:
        """The language of that code in the catalogue's folder, or in the file of that path (`./cs.yaml`).

        >>> Language.load("en").rule("9.1-wall")
        '9.1 The cost of the Wall'
        """
        folder = catalogue.folder if catalogue else shipped("data")
        path = language_file(code, folder)
        if is_path(code) or (path.is_file() and not path.is_relative_to(shipped("data"))):
            _check(path)
            words = read_words(path)  # at once: whoever owns the file may be editing it
            return cls(lambda: words, folder)
        if not path.is_file():
            known = ", ".join(known_languages(folder))
            here = Path(f"{code}.yaml")
            fixes = (Fix("did-you-mean", {"name": f"./{here}"}),) if here.is_file() else ()
            raise Unreadable([Finding("unknown-language", None, {"code": code, "known": known}, fixes=fixes)])
        return cls(partial(read_words, path), folder)

    @classmethod
    def for_findings(cls, asked: str | None = None) -> Language:
        """The language that was asked for; if its own file is at fault, the one that is preferred, or English."""
        for code in (preferred_language(asked), preferred_language()):
            with suppress(Unreadable):
                language = cls.load(code)
                language._words  # noqa: B018
                return language
        return cls.load()

    @cached_property
    def _words(self) -> Mapping[str, Any]:
        return self._read()

    @cached_property
    def code(self) -> str:
        return str(self._words["language"]["code"])

    @cached_property
    def _sounds(self) -> Sounds:
        return Sounds(self._words["language"].get("sounds", ()))

    @cached_property
    def _english(self) -> Mapping[str, Any]:
        return read_words(language_file(FALLBACK, self._folder))

    @cached_property
    def _rules(self) -> Mapping[str, Any]:
        return {entry["id"]: entry for entry in self._entries("rules")}

    @cached_property
    def _rulings(self) -> Mapping[str, Any]:
        return {entry["id"]: entry for entry in self._entries("rulings")}

    def _entries(self, kind: str) -> list[dict[str, Any]]:
        """What the folder lists of a kind or, where it has no such file, the shipped one."""
        path = self._folder / f"{kind}.yaml"
        return list(read_yaml(path if path.is_file() else shipped("data") / path.name).value[kind])

    def template(self, key: str) -> str:
        """The text at a dotted key as it is, its places open; of several forms the one for most numbers."""
        section, _, name = key.partition(".")
        template = self._words.get(section, {}).get(name) or self._english[section][name]
        return str(main_form(template) if isinstance(template, Mapping) else template)

    def say(self, key: str, /, **values: Any) -> str:
        """The text at a dotted key, its places filled: `say("fixes.did-you-mean", name="Jena")`."""
        section, _, name = key.partition(".")
        template = self._words.get(section, {}).get(name)
        if template is not None:
            return self.fill(template, values)
        return self.fill(self._english[section][name], values, FALLBACK)

    def term(self, name: str) -> str:
        """A term of the rules, from the glossary."""
        for words in (self._words, self._english):
            entry = (words.get("glossary") or {}).get(name)
            term = entry.get("term") if isinstance(entry, Mapping) else entry
            if term:
                return str(term)
        raise KeyError(name)

    def own(self, section: str) -> Mapping[str, Any]:
        """A section of the language's own file, empty where it has none."""
        return self._words.get(section) or {}

    def has(self, key: str) -> bool:
        section, _, name = key.partition(".")
        return name in self._words.get(section, {})

    def fill(self, template: str | Mapping[str, str], values: Mapping[str, Any], code: str = "") -> str:
        """The template with its places filled, each in one line; a place nobody fills stays as it is.

        `code` is the language it is in, where that is another one: it says which form belongs to a number.
        """
        if isinstance(template, Mapping):
            template = chosen(template, code or self.code, values["n"])
        filled, *rest = _parts(template)
        for name, text in zip(rest[::2], rest[1::2], strict=True):
            value = one_line(self._filled_in(name, values[name])) if name in values else f"{{{name}}}"
            filled = self._sounds.joined(filled, value) + text
        return filled

    def _filled_in(self, name: str, value: Any) -> str:
        """How a value appears in a sentence; decades are counted in Roman numerals, as on the cards."""
        is_numbered = name == "decade" and isinstance(value, int) and 0 < value < len(NUMERALS)
        return NUMERALS[value] if is_numbered else self.spoken(value)

    def spoken(self, value: Any) -> str:
        """The name within a sentence: shorter for Berlin's parts, and telling apart what is printed alike abroad."""
        if isinstance(value, Province | City):
            key = f"place.{value.id}"
            return self.say(f"texts.{key}") if self.has(f"texts.{key}") else self.name(value)
        if isinstance(value, Connection):
            return "–".join(self.spoken(city) for city in value.cities)
        if isinstance(value, list | tuple):
            return self.listed([self.spoken(item) for item in value])
        return self.name(value)

    def name(self, value: Any) -> str:
        """How the language names a value: a place, a card, a side, a number, or several of them."""
        if isinstance(value, Wording):
            own = self._words.get(value.section, {}).get(value.id)
            return str(own or self._english.get(value.section, {}).get(value.id, value.english))
        if isinstance(value, State):
            own = self._words.get("states", {}).get(value.value, {})
            return str(own.get("short") or self._english["states"][value.value]["short"])
        if isinstance(value, Province | City):
            return str(self._words.get("places", {}).get(value.id, {}).get("name", value.name))
        if isinstance(value, Connection):
            return "–".join(self.name(city) for city in value.cities)
        if isinstance(value, Card):
            return f"{self.say('words.card', number=value.number)} ({self.title(value)})"
        if isinstance(value, Untitled):
            return self.say("words.card", number=value.number)
        if isinstance(value, str | int | float):
            return str(value)
        return self.listed([self.name(item) for item in value])

    def title(self, card: Card) -> str:
        """The card's title, or its number where the language has none yet."""
        entry = self._words.get("cards", {}).get(card.id, {})
        return str(entry.get("title", card.number))

    def other_titles(self, card: Card) -> list[str]:
        """What a card is called besides its title, misprints of a rulebook included."""
        return list(self._words.get("cards", {}).get(card.id, {}).get("also", ()))

    def listed(self, items: Iterable[str], joined_by: str = "and") -> str:
        """`Bayern, Hessen and Sachsen`, or with `or`."""
        *first, last = [*items] or [""]
        return self._sounds.joined(f"{', '.join(first)} {self.word(joined_by)} ", last) if first else last

    def word(self, key: str) -> str:
        return self.say(f"words.{key}")

    def sentence(self, finding: Finding) -> str:
        text = self.say(f"findings.{finding.code}", **finding.values)
        starts_with_card = self.template(f"findings.{finding.code}").startswith("{card}")
        return text[:1].upper() + text[1:] if starts_with_card else text

    def note(self, note: Note) -> str:
        return self.say(f"notes.{note.code}", **note.values)

    def fix(self, fix: Fix) -> str:
        return self.say(f"fixes.{fix.code}", **fix.values)

    def paragraph(self, rule: str) -> str:
        """The rule's number in the German rulebook, the one that counts."""
        entry = self._rules.get(rule)
        if entry is None:
            return rule
        number = str(entry["numbers"]["de"])
        return f"{self.word('almanac')} {number}" if entry.get("where") == "almanac" else number

    def rule(self, rule: str) -> str:
        """The rule's number and title, and its number in the other rulebooks where it differs or is missing."""
        entry = self._rules.get(rule)
        if entry is None:
            return rule
        title = self.rule_title(rule)
        numbers = entry["numbers"]
        others = [f"{book} {numbers[book] or '–'}" for book in OTHER_BOOKS if numbers[book] != numbers["de"]]
        where = entry.get("where")
        number = f"{self.word('almanac')}," if where == "almanac" else numbers["de"]
        box = f"{self.word('box')}: " if where == "box" else ""
        return f"{number} {box}{title}" + (f" ({', '.join(others)})" if others else "")

    def rule_title(self, rule: str) -> str:
        title = self._rules[rule]["title"] if rule in self._rules else rule
        return str(self._words.get("rules", {}).get(rule, {}).get("title", title))

    def rule_text(self, rule: str) -> str:
        """What the rule says, in our own words."""
        for words in (self._words, self._english):
            text = words.get("rules", {}).get(rule, {}).get("text")
            if text:
                return str(text)
        return ""

    def numbers(self, rule: str) -> dict[str, str]:
        """The rule's number in each rulebook; a dash where it is missing."""
        numbers = self._rules[rule]["numbers"] if rule in self._rules else {}
        return {book: str(numbers.get(book) or "–") for book in (OWN_BOOK, *OTHER_BOOKS)}

    def rulings_on(self, rules: Iterable[str]) -> list[str]:
        """The ids of the rulings that concern one of these rules."""
        asked = set(rules)
        return [id_ for id_, entry in self._rulings.items() if asked.intersection(entry["rules"])]

    def ruling(self, id_: str, option: str = "a") -> tuple[str, str]:
        """The question of a ruling, and one of its options."""
        entry, own = self._rulings[id_], self._words.get("rulings", {}).get(id_, {})
        options = {**entry["options"], **own.get("options", {})}
        return str(own.get("question", entry["question"])), str(options[option])

    def has_option(self, id_: str, option: str) -> bool:
        return option in self._rulings[id_]["options"]

    def ruling_reason(self, id_: str) -> str:
        """Why we decided so."""
        return str(self._words.get("rulings", {}).get(id_, {}).get("why", self._rulings[id_]["why"]))

    def has_ruling(self, id_: str) -> bool:
        return id_ in self._rulings

    def has_rule(self, rule: str) -> bool:
        return rule in self._rules

    def rules_of(self, paragraph: str) -> list[str]:
        """The rules of a paragraph of the German rulebook (`9.3`), or of a whole chapter (`9`)."""
        return [
            id_
            for id_, entry in self._rules.items()
            if entry.get("where") != "almanac" and f"{entry['numbers']['de']}.".startswith(f"{paragraph}.")
        ]

    def rule_ids(self) -> list[str]:
        return list(self._rules)

    def rules_of_ruling(self, id_: str) -> list[str]:
        return list(self._rulings[id_]["rules"])

    def errata_on(self, rules: Iterable[str]) -> list[tuple[str, str, str]]:
        """What rulebooks get wrong about these rules: which books, what they say, and what is right."""
        asked = set(rules)
        found = []
        for entry in self._entries("errata"):
            if entry["rule"] in asked:
                own = self._words.get("errata", {}).get(entry["id"], {})
                books = ", ".join(book.upper() for book in entry["books"])
                found.append((books, own.get("says", entry["says"]), own.get("right", entry["right"])))
        return found


def read_words(path: Path) -> Mapping[str, Any]:
    """The words of a language file, without the texts that are still empty: those are missing ones."""
    words: Mapping[str, Any] = _filled(read_yaml(path).value)
    return words


def _filled(value: Any) -> Any:
    """The value without its empty texts, and without the mappings that hold nothing else."""
    if not isinstance(value, dict):
        return value
    filled = {key: _filled(inner) for key, inner in value.items()}
    if is_plural(filled) and not all(filled.values()):
        return {}  # half a plural is not a plural
    return {key: inner for key, inner in filled.items() if inner != {} and not _is_blank(inner)}


def _is_blank(value: Any) -> bool:
    return isinstance(value, str) and not value.strip()


def further_names(folder: Path | None = None) -> dict[str, list[str]]:
    """What places and cards are called besides what is printed on the board, in any language, by id."""
    names: dict[str, list[str]] = {}
    for code in known_languages(folder):
        document, _ = examine_yaml(language_file(code, folder or shipped("data")))
        words = document.value if document and isinstance(document.value, dict) else {}
        for id_, entry in [*words.get("places", {}).items(), *words.get("cards", {}).items()]:
            called = filter(None, [entry.get("name"), entry.get("title")])
            names.setdefault(str(id_), []).extend([*entry.get("also", ()), *called])
    return names


def _check(path: Path) -> None:
    """A user's own language file is checked against the schema before its words are used."""
    from wsdv_tools.facts.folder import read_checked

    findings: list[Finding] = []
    document = read_checked(path, "language", findings)
    if document is None:
        raise Unreadable(findings)
    reason = unsupported(document.value["language"]["code"], document.place(("language", "code")))
    if reason:
        raise Unreadable([reason])


def unsupported(code: str, place: Place | None = None) -> Finding | None:
    """The finding about a language whose cards would be broken, None for all others."""
    why = why_unsupported(code)
    return Finding(_UNSUPPORTED[why], place, {"code": code}) if why else None


@dataclass(frozen=True, slots=True)
class Sound:
    """A word that changes before the sound of what follows: Spanish `y` and `o`, the Hungarian article `a(z)`.

    A language file says which; `*` and `?` mean any letters and one letter. Numbers are written as digits and Roman
    numerals, so that the lists say how they are spoken. `written` becomes `changed` before words like those,
    and `usual` before all others.
    """

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
