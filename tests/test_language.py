"""Languages: sentences, names, plurals, what stands in for a missing word, and which language is chosen."""

from __future__ import annotations

import pytest

from wsdv_tools.facts import Catalogue, State
from wsdv_tools.findings import Unreadable
from wsdv_tools.sources.shipped import shipped
from wsdv_tools.words import Language, known_languages, preferred_language

CATALOGUE = Catalogue.load()
ENGLISH, GERMAN = Language.load("en"), Language.load("de", CATALOGUE)
SPARSE = Language({"language": {"code": "cs", "name": "Čeština"}, "words": {"and": "a"}}, shipped("data"))


def test_names_of_facts() -> None:
    assert GERMAN.name(CATALOGUE.cards["IV-wall-falls"]) == "Karte IV (Mauerfall)"
    assert ENGLISH.name(CATALOGUE.provinces["west-berlin"]) == "West Berlin"
    assert ENGLISH.name(CATALOGUE.connections["leipzig-jena"]) == "Leipzig–Jena"
    assert GERMAN.name([State.WEST, State.EAST]) == "West und Ost"
    assert ENGLISH.name([1, 2, 3]) == "1, 2 and 3"


def test_plurals() -> None:
    template = {"one": "{n} file", "other": "{n} files"}
    assert [ENGLISH.fill(template, {"n": n}) for n in (0, 1, 2)] == ["0 files", "1 file", "2 files"]


def test_a_place_that_nobody_fills_stays() -> None:
    assert ENGLISH.fill("{a} {b}", {"a": "{b}"}) == "{b} {b}"


def test_a_sparse_language_falls_back_to_english() -> None:
    assert SPARSE.word("and") == "a"
    assert SPARSE.word("error") == "error"
    assert SPARSE.name(State.EAST) == "East"
    assert SPARSE.name(CATALOGUE.provinces["thueringen"]) == "Thüringen"
    assert SPARSE.title(CATALOGUE.cards["77"]) == "77"
    assert not SPARSE.has("words.error")


@pytest.mark.parametrize(
    ("rule", "english", "german"),
    [
        ("9.1-wall", "9.1 The cost of the Wall", "9.1 Kosten der Mauer"),
        ("icon-build", "6.4 icon box: Build", "6.4 Symbolkasten: Bauen"),
        ("3-decade-over", "3 Leftover cards (es 9.10)", "3 Übrige Karten der Dekade (es 9.10)"),
        ("10.1-factory", "10.1 The factory of East Berlin (es –)", None),
        ("nonsense", "nonsense", "nonsense"),
    ],
)
def test_rules_are_cited_with_their_numbers(rule: str, english: str, german: str | None) -> None:
    assert ENGLISH.rule(rule) == english
    if german:
        assert GERMAN.rule(rule) == german


def test_paragraph_is_that_of_the_german_rulebook() -> None:
    assert ENGLISH.paragraph("3-decade-over") == "3"
    assert GERMAN.paragraph("almanac-46") == "Almanach 46"


@pytest.mark.parametrize(
    ("environment", "asked", "code"),
    [
        ({}, None, "en"),
        ({"LANG": "de_DE.UTF-8"}, None, "de"),
        ({"LANG": "fr_FR.UTF-8"}, None, "en"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "en_GB"}, None, "en"),
        ({"LANG": "C"}, None, "en"),
        ({"WSDV_LANG": "de", "LANG": "en_GB"}, None, "de"),
        ({"WSDV_LANG": "de"}, "en", "en"),
    ],
)
def test_which_language_is_chosen(
    environment: dict[str, str], asked: str | None, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("WSDV_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert preferred_language(asked) == code


def test_known_languages() -> None:
    assert {"de", "en"} <= set(known_languages())
    with pytest.raises(Unreadable):
        Language.load("./no-such-file.yaml")
