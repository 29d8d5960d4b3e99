"""Checks documents against the schemas in `schemas/`, and says in their own sentences what does not fit.

Beside each constraint a schema carries `errorMessage`, the English sentence a person is shown, in an editor as
here, and `x-words`, the id under which a language file translates it. One fault gives one finding: a misspelt
key is not also a missing one, and of several alternatives a value is checked only against the one that was meant.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from difflib import get_close_matches
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from wsdv_tools.findings import Finding, Fix, Note, Place, Wording, sorted_by_place
from wsdv_tools.interrupts import undisturbed
from wsdv_tools.sources.shipped import shipped

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from wsdv_tools.sources.yaml_reader import Document

_Path = tuple[str | int, ...]
OF_SMALL_GAMES = ("game-", "kubakrise-", "vorhang-")
_ALTERNATIVES = frozenset({"anyOf", "oneOf"})
_LONGEST_VALUE = 60
_MOST_PROPOSALS = 100  # in one mapping: a file with more unknown keys is of another kind
_SWITCHES = {  # in the languages of the game
    **dict.fromkeys(("yes", "on", "ja", "j", "an", "wahr", "igen", "sí", "si"), "true"),
    **dict.fromkeys(("no", "off", "nein", "n", "aus", "falsch", "nem"), "false"),
}
Meant = Callable[[str], "str | None"]  # the key that a word of another language means


def check_schema(document: Document, schema_name: str, meant: Meant | None = None) -> list[Finding]:
    """Everything that keeps a document from being what `schemas/<schema_name>.schema.json` describes.

    `meant` knows the keys in other languages.
    """
    return [*_checked(document, schema_name, meant)]


# A run asks about the same few documents again and again; none of them ever changes.
@lru_cache(maxsize=32)
def _checked(document: Document, schema_name: str, meant: Meant | None) -> Sequence[Finding]:
    if fits(schema_name)(document.value):
        return ()
    keys = _Keys(document, meant)
    findings: list[Finding] = []
    for error in _single(_validator(schema_name).iter_errors(document.value)):
        if error.validator in ("additionalProperties", "required") and isinstance(error.instance, dict):
            keys.add(error)
        else:
            findings.append(_finding(document, error))
    unknown = {document.place(path) for path in keys.unknown}
    about_keys = list(keys.findings())
    return sorted_by_place([*about_keys, *(f for f in findings if f.place not in unknown)])


@cache
def schemas() -> dict[str, Any]:
    """All schemas by their `$id`, which is their file's name."""
    return {path.name: _read(path.name) for path in sorted(shipped("schemas").glob("*.schema.json"))}


@cache
def _read(address: str) -> Any:
    """The schema of a file's name, which may be the end of an address."""
    return json.loads((shipped("schemas") / address.rpartition("/")[2]).read_text("utf-8"))


@cache
def schema_words() -> dict[str, str]:
    """The English sentences of the schemas by their ids; those of the small games have their words apart."""
    return _sentences(schema for name, schema in schemas().items() if not name.startswith(OF_SMALL_GAMES))


def small_game_words() -> dict[str, str]:
    """The English sentences that only the schemas of the small games have."""
    words = _sentences(schema for name, schema in schemas().items() if name.startswith(OF_SMALL_GAMES))
    common = schema_words()
    return {id_: sentence for id_, sentence in words.items() if id_ not in common}


def _sentences(documents: Iterable[Any]) -> dict[str, str]:
    words: dict[str, str] = {}
    waiting: list[Any] = [*documents]
    while waiting:
        node = waiting.pop()
        if isinstance(node, dict):
            if isinstance(node.get("x-words"), str):
                words[node["x-words"]] = node.get("errorMessage", "")
            waiting.extend(node.values())
        elif isinstance(node, list):
            waiting.extend(node)
    return words


@cache
def fits(schema_name: str) -> Callable[[Any], bool]:
    """Whether a document has a shape. Nearly all have; jsonschema, which knows what is wrong, takes its time."""
    with undisturbed():  # Ctrl-C inside it is a panic
        from jsonschema_rs import Draft202012Validator

        validator = Draft202012Validator(_read(f"{schema_name}.schema.json"), retriever=_read)

    def is_valid(value: Any) -> bool:
        try:
            return bool(validator.is_valid(value))
        except ValueError:  # some versions cannot read very large numbers; jsonschema says what is wrong with them
            return False

    return is_valid


@cache
def _validator(schema_name: str) -> Any:
    from jsonschema import Draft202012Validator
    from referencing import Registry, Resource

    resources = [(name, Resource.from_contents(schema)) for name, schema in schemas().items()]
    registry: Any = Registry().with_resources(resources)
    return Draft202012Validator(schemas()[f"{schema_name}.schema.json"], registry=registry)


def _single(errors: Iterable[Any]) -> Iterator[Any]:
    """The errors, alternatives replaced by the errors of the one that fits the value's type, if it is only one."""
    for error in errors:
        meant = _meant_alternative(error) if error.validator in _ALTERNATIVES else None
        if meant:
            yield from _single(meant)
        else:
            yield error


def _meant_alternative(error: Any) -> list[Any] | None:
    branches: dict[int, list[Any]] = {}
    for inner in error.context:
        branches.setdefault(inner.relative_schema_path[0], []).append(inner)
    typed = [
        inner
        for inner in branches.values()
        if not any(e.validator == "type" and not e.relative_path for e in inner)
        and not all(e.validator == "required" for e in inner)
    ]
    return typed[0] if len(typed) == 1 else None


class _Keys:
    """Unknown and missing keys by mapping, so that a typo is reported once."""

    def __init__(self, document: Document, meant: Meant | None) -> None:
        self.document = document
        self.meant = meant
        self.listed: set[tuple[str, ...]] = set()  # known keys that have been told: a long list is told once
        self.unknown: dict[_Path, list[str]] = {}
        self.missing: dict[_Path, list[str]] = {}
        self.known: dict[_Path, list[str]] = {}

    def add(self, error: Any) -> None:
        path = tuple(error.absolute_path)
        self.known[path] = list(error.schema.get("properties", {}))
        if error.validator == "required":
            self.missing[path] = [key for key in error.validator_value if key not in error.instance]
            return
        patterns = error.schema.get("patternProperties", {})
        self.unknown[path] = [
            key
            for key in error.instance
            if key not in self.known[path] and not any(re.search(pattern, key) for pattern in patterns)
        ]

    def findings(self) -> Iterator[Finding]:
        for path in {**self.unknown, **self.missing}:
            missing = list(self.missing.get(path, ()))
            for number, key in enumerate(self.unknown.get(path, ())):
                yield self._unknown(path, key, missing, may_propose=number < _MOST_PROPOSALS)
            for key in missing:
                place = self.document.place(path)
                yield Finding("missing-key", replace(place, end_column=place.column + 1), {"key": key})

    def _unknown(self, path: _Path, key: str, missing: list[str], may_propose: bool) -> Finding:
        place = self.document.place((*path, key), key=True)
        if not may_propose:
            return Finding("unknown-key", place, {"key": key})
        word = self.meant(key) if self.meant else None
        typo = [word] if word in missing else get_close_matches(key, missing, 1, 0.4)
        if typo:
            missing.remove(typo[0])
            fix = Fix("did-you-mean", {"name": typo[0]}, place, typo[0])
            return Finding("misspelt-key", place, {"key": key, "name": typo[0]}, fixes=(fix,))
        free = [name for name in self.known[path] if name not in self._given(path)]
        if word in self.known[path]:
            fixes = did_you_mean(word, free, place) if word in free else ()
            return Finding("unknown-key", place, {"key": key}, fixes=fixes)
        fixes = _with_blank(key, free) or did_you_mean(key, free, place)
        notes = () if fixes else tuple(self._list_known(path))
        return Finding("unknown-key", place, {"key": key}, notes=notes, fixes=fixes)

    def _list_known(self, path: _Path) -> Iterator[Note]:
        known = tuple(self.known[path])
        if known and known not in self.listed:
            self.listed.add(known)
            yield Note("known-keys", {"keys": ", ".join(known)})

    def _given(self, path: _Path) -> Any:
        value = self.document.value
        for step in path:
            value = value[step]
        return value


def _with_blank(key: str, known: Iterable[str]) -> tuple[Fix, ...]:
    """`unrest:3` and `unrest 3` are keys to YAML: the colon, or the blank after it, was forgotten."""
    typed = re.fullmatch(r"([\w-]+)(?::| )\s*(\S.*)", key)
    return (Fix("replace-text", {"text": f"{typed[1]}: {typed[2]}"}),) if typed and typed[1] in known else ()


def did_you_mean(name: str, known: Iterable[str], place: Place) -> tuple[Fix, ...]:
    """A proposal to replace a name by the nearest known one, where one is near."""
    near = get_close_matches(name, known, 1, 0.6) or get_close_matches(name.lower(), known, 1, 0.6)
    return tuple(Fix("did-you-mean", {"name": other}, place, other) for other in near)


def _finding(document: Document, error: Any) -> Finding:
    path = tuple(error.absolute_path)
    expected = _expected(error)
    if "propertyNames" in error.absolute_schema_path:
        place = document.place((*path, error.instance), key=True)
        return Finding("wrong-key", place, {"key": error.instance, "expected": expected})
    if error.validator == "uniqueItems":
        index = _first_repeated(error.instance)
        place = document.place((*path, index))
        return Finding("repeated-entry", place, {"value": _typed(document, place)})
    place = document.place(path)
    if error.instance is None:
        return Finding("empty-value", place, {"expected": expected})
    values = {"expected": expected, "value": _typed(document, place)}
    return Finding("wrong-value", place, values, fixes=_proposals(error, place))


def _expected(error: Any) -> Wording:
    """The sentence beside the constraint or, for an alternative without one, beside the alternatives."""
    schema = error.schema
    while "errorMessage" not in schema and error.parent is not None:
        error = error.parent
        schema = error.schema
    return Wording("schema", schema.get("x-words", ""), schema.get("errorMessage", error.message))


def _first_repeated(items: Sequence[Any]) -> int:
    return next((i for i, item in enumerate(items) if item in items[:i]), 0)


def _typed(document: Document, place: Place) -> str:
    """What is at the place, as it was typed."""
    lines = document.lines
    text = lines[place.line - 1][place.column - 1 : place.end_column - 1] if place.line <= len(lines) else ""
    return text if len(text) <= _LONGEST_VALUE else text[: _LONGEST_VALUE - 1] + "…"


def _proposals(error: Any, place: Place) -> tuple[Fix, ...]:
    value = error.instance
    wanted = error.schema.get("type")
    if isinstance(value, str) and wanted == "boolean" and value.lower() in _SWITCHES:
        name = _SWITCHES[value.lower()]
        return (Fix("did-you-mean", {"name": name}, place, name),)
    if isinstance(value, str) and "enum" in error.schema:
        return did_you_mean(value, [other for other in error.schema["enum"] if isinstance(other, str)], place)
    if error.validator == "type" and wanted == "string" and isinstance(value, int | float):
        return (Fix("quote-text"),)
    return ()
