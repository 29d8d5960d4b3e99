"""A quick yes or no: whether a document fits its schema.

Documents are right far more often than not, and jsonschema takes its time to say so. A schema is turned into nested
functions once; only where they say no does :mod:`wsdv_tools.sources.schema` ask jsonschema what is wrong. A schema
with a keyword that is not known here is never said to fit.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

Test = Callable[[Any], bool]

_SILENT = frozenset({"$schema", "$id", "$defs", "title", "description", "errorMessage", "x-words"})
_TYPES: dict[str, Test] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
}


class UnknownKeyword(Exception):
    """A keyword that jsonschema may know, and this module does not."""


class Compiler:
    """Turns the schemas of a folder, by their `$id`, into tests."""

    def __init__(self, schemas: Mapping[str, Any]) -> None:
        self._schemas = schemas
        self._done: dict[tuple[str, str], Test] = {}

    def test(self, name: str) -> Test:
        """The test of a whole schema; one that always says no where the schema is not understood."""
        try:
            return self._resolve(name, "")
        except UnknownKeyword:
            return lambda _: False

    def _resolve(self, file: str, pointer: str) -> Test:
        known = self._done.get((file, pointer))
        if known is None:
            schema = self._schemas[file]
            for step in pointer.strip("/").split("/") if pointer else ():
                schema = schema[step]
            # A schema may contain itself: effects of an event contain effects.
            self._done[(file, pointer)] = lambda value: self._done[(file, pointer)](value)
            known = self._done[(file, pointer)] = self._compile(schema, file)
        return known

    def _compile(self, schema: Any, file: str) -> Test:
        if isinstance(schema, bool):
            return lambda _: schema
        tests: list[Test] = []
        for keyword, wanted in schema.items():
            if keyword in _SILENT or keyword in ("additionalProperties", "patternProperties"):
                continue  # `properties` handles those two
            if keyword == "$ref":
                name, _, pointer = wanted.partition("#")
                tests.append(self._resolve(name or file, pointer))
            elif keyword in ("anyOf", "oneOf"):
                tests.append(_count([self._compile(inner, file) for inner in wanted], keyword == "oneOf"))
            elif keyword == "not":
                tests.append(_opposite(self._compile(wanted, file)))
            elif keyword == "prefixItems":
                tests.append(_first([self._compile(inner, file) for inner in wanted]))
            elif keyword == "items":
                tests.append(_rest(self._compile(wanted, file), len(schema.get("prefixItems", ()))))
            elif keyword == "propertyNames":
                tests.append(_keys(self._compile(wanted, file)))
            elif keyword != "properties":
                tests.append(_simple(keyword, wanted))
        if schema.keys() & {"properties", "additionalProperties", "patternProperties"}:
            tests.append(self._members(schema, file))
        return tests[0] if len(tests) == 1 else lambda value: all(test(value) for test in tests)

    def _members(self, schema: Any, file: str) -> Test:
        known = {key: self._compile(inner, file) for key, inner in schema.get("properties", {}).items()}
        patterns = [
            (re.compile(pattern), self._compile(inner, file))
            for pattern, inner in schema.get("patternProperties", {}).items()
        ]
        other = self._compile(schema.get("additionalProperties", True), file)

        def member(key: str, value: Any) -> bool:
            fitting = [test for pattern, test in patterns if pattern.search(key)]
            if key in known:
                fitting.append(known[key])
            return all(test(value) for test in fitting) if fitting else other(value)

        return lambda value: not isinstance(value, dict) or all(member(key, inner) for key, inner in value.items())


def _opposite(test: Test) -> Test:
    return lambda value: not test(value)


def _keys(test: Test) -> Test:
    return lambda value: not isinstance(value, dict) or all(test(key) for key in value)


def _first(tests: list[Test]) -> Test:
    return lambda value: (
        not isinstance(value, list) or all(test(item) for test, item in zip(tests, value, strict=False))
    )


def _rest(test: Test, first: int) -> Test:
    return lambda value: not isinstance(value, list) or all(test(item) for item in value[first:])


def _count(tests: list[Test], only_one: bool) -> Test:
    if only_one:
        return lambda value: sum(test(value) for test in tests) == 1
    return lambda value: any(test(value) for test in tests)


def _simple(keyword: str, wanted: Any) -> Test:
    """The test of a keyword that has no schema inside it."""
    if keyword == "type":
        types = [_TYPES[name] for name in ([wanted] if isinstance(wanted, str) else wanted)]
        return types[0] if len(types) == 1 else lambda value: any(test(value) for test in types)
    if keyword == "pattern":
        search = re.compile(wanted).search
        return lambda value: not isinstance(value, str) or search(value) is not None
    maker = _LIMITS.get(keyword)
    if maker is None:
        raise UnknownKeyword(keyword)
    return maker(wanted)


def _same(one: Any, other: Any) -> bool:
    """As JSON sees it: true is not 1."""
    return bool(one == other) and isinstance(one, bool) == isinstance(other, bool)


def _all_differ(value: Any) -> bool:
    return not any(_same(item, other) for i, item in enumerate(value) for other in value[:i])


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


_LIMITS: dict[str, Callable[[Any], Test]] = {
    "enum": lambda wanted: lambda value: any(_same(value, other) for other in wanted),
    "const": lambda wanted: lambda value: _same(value, wanted),
    "required": lambda wanted: lambda value: not isinstance(value, dict) or all(key in value for key in wanted),
    "minLength": lambda wanted: lambda value: not isinstance(value, str) or len(value) >= wanted,
    "minimum": lambda wanted: lambda value: not _is_number(value) or value >= wanted,
    "exclusiveMinimum": lambda wanted: lambda value: not _is_number(value) or value > wanted,
    "maximum": lambda wanted: lambda value: not _is_number(value) or value <= wanted,
    "minItems": lambda wanted: lambda value: not isinstance(value, list) or len(value) >= wanted,
    "maxItems": lambda wanted: lambda value: not isinstance(value, list) or len(value) <= wanted,
    "minProperties": lambda wanted: lambda value: not isinstance(value, dict) or len(value) >= wanted,
    "maxProperties": lambda wanted: lambda value: not isinstance(value, dict) or len(value) <= wanted,
    "uniqueItems": lambda wanted: lambda value: not (wanted and isinstance(value, list)) or _all_differ(value),
}
