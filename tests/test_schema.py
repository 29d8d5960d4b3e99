"""Schemas: closed, with a sentence beside every constraint, and one finding for one fault."""

from __future__ import annotations

import re
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from wsdv_tools.findings import Wording
from wsdv_tools.sources.schema import check_schema, schemas
from wsdv_tools.sources.shipped import shipped
from wsdv_tools.sources.yaml_reader import parse_yaml
from wsdv_tools.words import Language

# These describe what the program prints; nobody types it.
PRINTED = (
    "cases-report.schema.json",
    "check.schema.json",
    "findings.schema.json",
    "forecast.schema.json",
    "decade-end.schema.json",
    "match.schema.json",
    "draft.schema.json",
    "serve.schema.json",
    "serve-views.schema.json",
    "serve-calls.schema.json",
    "play.schema.json",
    "symbols.schema.json",
    "tabletop.schema.json",
    "tabletop-read.schema.json",
    "kubakrise-score.schema.json",
    "vorhang-score.schema.json",
)
TYPED = [name for name in schemas() if name not in PRINTED]
CONSTRAINTS = {"type", "enum", "const", "pattern", "minimum", "maximum", "minItems", "maxItems", "anyOf", "oneOf"}


@pytest.mark.parametrize("name", schemas())
def test_schema_is_a_schema(name: str) -> None:
    schema = schemas()[name]
    Draft202012Validator.check_schema(schema)
    assert schema["$id"] == name
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["title"]
    assert schema["description"]


def subschemas(schema: Any, path: str = "") -> list[tuple[str, Any]]:
    """All schemas within one, by their pointers."""
    if not isinstance(schema, dict):
        return []
    found = [(path, schema)]
    for key in ("properties", "$defs", "patternProperties"):
        for name, inner in schema.get(key, {}).items():
            found += subschemas(inner, f"{path}/{key}/{name}")
    for key in ("items", "additionalProperties", "propertyNames"):
        found += subschemas(schema.get(key), f"{path}/{key}")
    for key in ("anyOf", "prefixItems"):
        for i, inner in enumerate(schema.get(key, ())):
            found += subschemas(inner, f"{path}/{key}/{i}")
    return found


@pytest.mark.parametrize("name", TYPED)
def test_every_constraint_has_its_sentence(name: str) -> None:
    bare = [
        path
        for path, schema in subschemas(schemas()[name])
        if CONSTRAINTS & schema.keys()
        and not ("errorMessage" in schema and "x-words" in schema)
        and not re.search(r"/anyOf/\d+$", path)  # where an alternative has none, that of the whole is shown
    ]
    assert bare == []


@pytest.mark.parametrize("name", schemas())
def test_every_mapping_is_closed(name: str) -> None:
    pairs = subschemas(schemas()[name])
    open_ = [path for path, schema in pairs if schema.get("type") == "object" and "additionalProperties" not in schema]
    assert open_ == []


def test_every_data_file_names_its_schema() -> None:
    for path in sorted(path for path in shipped("data").rglob("*.yaml") if path.parent.name != "sources"):
        first = path.read_text("utf-8").splitlines()[0]
        named = re.fullmatch(r"# yaml-language-server: \$schema=(\S+)", first)
        assert named, path
        assert (path.parent / named[1]).resolve().is_file(), path


LANGUAGE = "language: {code: cs, name: Čeština}\n"


@pytest.mark.parametrize("typed", ["unrest:3", "unrest 3"])
def test_a_forgotten_colon_or_blank_is_told(typed: str) -> None:
    document = parse_yaml(f"wsdv-position: 1\ndecade: 1\nprovinces: {{SN: {{{typed}}}}}\n", "game.yaml")
    (finding,) = check_schema(document, "position")
    assert [(fix.code, fix.values) for fix in finding.fixes] == [("replace-text", {"text": "unrest: 3"})]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        # A misspelt key is one fault, not two.
        ("language: {cod: cs, name: x}", [("misspelt-key", 1, 12, "code")]),
        ("language: {code: cs}", [("missing-key", 1, 11, None)]),
        (LANGUAGE + "plases: {}", [("unknown-key", 2, 1, "places")]),
        (LANGUAGE + "xyz: {}", [("unknown-key", 2, 1, None)]),
        # A number where a text belongs.
        (LANGUAGE + "words: {and: 5}", [("wrong-value", 2, 14, None)]),
        # Of two alternatives the one that was meant is reported.
        (LANGUAGE + "texts: {x: {one: a, othr: b}}", [("unknown-key", 2, 21, "other")]),
        (LANGUAGE + "texts: {x: [a]}", [("wrong-value", 2, 12, None)]),
        # All faults at once, in the order of the lines.
        ("words: {and: [1]}\nlanguage: {code: CS}\n", [
            ("wrong-value", 1, 14, None), ("missing-key", 2, 11, None), ("wrong-value", 2, 18, None)]),
        ("just text", [("wrong-value", 1, 1, None)]),
    ],
)  # fmt: skip
def test_one_finding_for_one_fault(text: str, told: list[tuple[Any, ...]]) -> None:
    findings = check_schema(parse_yaml(text, "cs.yaml"), "language")
    seen = [
        (f.code, f.place.line, f.place.column, f.fixes[0].replacement if f.fixes else None) for f in findings if f.place
    ]
    assert seen == told


@pytest.mark.parametrize(("value", "near"), [("rde", "red"), ("Yellow", "yellow"), ("blue", None)])
def test_did_you_mean_for_values(value: str, near: str | None) -> None:
    text = (shipped("data") / "cards.yaml").read_text("utf-8").replace("colour: red", f"colour: {value}", 1)
    (finding,) = check_schema(parse_yaml(text, "cards.yaml"), "cards")
    assert [fix.values["name"] for fix in finding.fixes] == ([near] if near else [])


def test_the_sentence_is_the_schemas_own_or_its_translation() -> None:
    (finding,) = check_schema(parse_yaml("language: {code: CS, name: x}", "f"), "language")
    expected = finding.values["expected"]
    assert isinstance(expected, Wording)
    assert Language.load("en").sentence(finding).startswith(expected.english)
    assert Language.load("de").sentence(finding).startswith("Das Kürzel einer Sprache")
