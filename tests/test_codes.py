"""Codes, sentences and rule ids: none is missing, none is unused, and the pages in docs are up to date."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from docs.maker import __main__ as documentation
from wsdv_tools.codes import AREAS, CODES
from wsdv_tools.facts import Catalogue
from wsdv_tools.sources.schema import schema_words, schemas
from wsdv_tools.sources.shipped import shipped
from wsdv_tools.sources.yaml_reader import read_yaml

ROOT = Path(__file__).resolve().parent.parent
FILES = sorted((ROOT / "wsdv_tools").rglob("*.py"))
# The small games have words of their own: tests/test_games_words.py.
SOURCES = {path: path.read_text("utf-8") for path in FILES if "games" not in path.relative_to(ROOT).parts}
CODE = "\n".join(text for path, text in SOURCES.items() if path.name != "codes.py")
REFERENCES = ROOT / "wsdv_tools" / "rules" / "references.py"  # by finding, for `wsdv explain`
LANGUAGES = {code: read_yaml(shipped("data") / "lang" / f"{code}.yaml").value for code in ("de", "en")}
RULES = {entry["id"] for entry in read_yaml(shipped("data") / "rules.yaml").value["rules"]}


def placeholders(template: Any) -> set[str]:
    """The names in a template's braces; `n` counts where a template has a plural."""
    texts = [template] if isinstance(template, str) else template.values()
    names = {name for text in texts for name in re.findall(r"\{([a-z0-9_-]+)\}", text)}
    return names if isinstance(template, str) else names | {"n"}


# Rules that no line of `rules/` follows, and why. A note on a card is a row of data/cards.yaml: its text, its colour.
UNCITED = {
    "4-marker-words": "which of the words lies where changes nothing",
    "almanac-colours": "facts/data_checks.py holds the cards' colours against the list",
}


def test_every_rule_is_cited_where_it_is_implemented() -> None:
    rules = "\n".join(text for path, text in SOURCES.items() if path.parent.name == "rules" and path != REFERENCES)
    cited = set(re.findall(r"[\w.]+(?:-[\w]+)+", rules))
    cards = {card.almanac for card in Catalogue.load().cards.values()}
    assert sorted(RULES - cited - cards - UNCITED.keys()) == []
    assert UNCITED.keys() & cited == set()


def test_a_rule_is_named_after_its_paragraph() -> None:
    entries = read_yaml(shipped("data") / "rules.yaml").value["rules"]
    numbered = [entry for entry in entries if entry["id"][0].isdigit()]
    assert [entry["id"] for entry in numbered if entry["id"].partition("-")[0] != entry["numbers"]["de"]] == []


def test_no_code_stands_in_two_areas() -> None:
    assert sum(map(len, AREAS.values())) == len(CODES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_has_a_sentence(language: str) -> None:
    assert set(LANGUAGES[language]["findings"]) == set(CODES)


@pytest.mark.parametrize("section", ["findings", "notes", "fixes", "texts"])
def test_german_and_english_have_the_same_places(section: str) -> None:
    german, english = (LANGUAGES[code][section] for code in ("de", "en"))
    assert set(german) == set(english)
    differing = [key for key in english if placeholders(german[key]) != placeholders(english[key])]
    assert differing == []


def test_every_code_is_used() -> None:
    assert [code for code in CODES if f'"{code}"' not in CODE] == []


@pytest.mark.parametrize(("section", "maker"), [("notes", "Note"), ("fixes", "Fix")])
def test_notes_and_fixes_have_words(section: str, maker: str) -> None:
    used = set(re.findall(rf'\b{maker}\(\s*"([a-z0-9-]+)"', CODE))
    assert used - set(LANGUAGES["en"][section]) == set()


def test_schema_sentences_are_translated_and_none_is_left_over() -> None:
    assert set(LANGUAGES["de"]["schema"]) == set(schema_words())
    assert "schema" not in LANGUAGES["en"]  # English is in the schemas themselves


def test_a_schema_sentence_has_one_wording() -> None:
    wordings: dict[str, set[str]] = {}
    for schema in schemas().values():
        for node in nodes(schema):
            if "x-words" in node:
                wordings.setdefault(node["x-words"], set()).add(node["errorMessage"])
    assert {name: texts for name, texts in wordings.items() if len(texts) > 1} == {}


def nodes(value: object) -> list[dict[str, str]]:
    if isinstance(value, dict):
        return [value, *(node for inner in value.values() for node in nodes(inner))]
    return [node for inner in value for node in nodes(inner)] if isinstance(value, list) else []


def test_rules_cited_by_the_code_exist() -> None:
    """Code cites a rule by its id in quotes, such as "9.1-wall" or "icon-stop"."""
    cited = set(re.findall(r'"((?:\d{1,2}(?:\.\d{1,2})?|icon|almanac)-[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*)"', CODE))
    assert {rule for rule in cited if rule not in RULES and rule not in CODES} == set()


@pytest.mark.parametrize("name", documentation.PAGES)
def test_page_is_up_to_date(name: str) -> None:
    assert (ROOT / "docs" / name).read_text("utf-8") == documentation.PAGES[name](), "run `make docs`"
