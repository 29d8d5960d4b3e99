"""Languages: sentences, names, plurals, what stands in for a missing word, and which language is chosen."""

from __future__ import annotations

import pytest

from wsdv_tools.facts import Catalogue, State
from wsdv_tools.findings import Unreadable
from wsdv_tools.sources.shipped import shipped
from wsdv_tools.words import Language, known_languages, preferred_language

CATALOGUE = Catalogue.load()
ENGLISH, GERMAN = Language.load("en"), Language.load("de", CATALOGUE)
SPARSE = Language(lambda: {"language": {"code": "cs", "name": "Čeština"}, "words": {"and": "a"}}, shipped("data"))


def test_names_of_facts() -> None:
    assert GERMAN.name(CATALOGUE.cards["IV-wall-falls"]) == "Karte IV (Mauerfall)"
    assert ENGLISH.name(CATALOGUE.provinces["west-berlin"]) == "West Berlin"
    assert ENGLISH.name(CATALOGUE.connections["leipzig-jena"]) == "Leipzig–Jena"
    assert GERMAN.name([State.WEST, State.EAST]) == "West und Ost"
    assert ENGLISH.name([1, 2, 3]) == "1, 2 and 3"


def test_plurals() -> None:
    template = {"one": "{n} file", "other": "{n} files"}
    assert [ENGLISH.fill(template, {"n": n}) for n in (0, 1, 2)] == ["0 files", "1 file", "2 files"]


@pytest.mark.parametrize(
    ("last", "listed"),
    [
        ("Ingolstadt", "Ulm e Ingolstadt"),
        ("«Irán»", "Ulm e «Irán»"),
        ("hijos", "Ulm e hijos"),
        ("hielo", "Ulm y hielo"),
        ("Iowa", "Ulm y Iowa"),
        ("Jena", "Ulm y Jena"),
        ("II", "Ulm y II"),
        ("8", "Ulm y 8"),
        ("–", "Ulm y –"),
    ],
)
def test_spanish_and_before_an_i(last: str, listed: str) -> None:
    assert Language.load("es").listed(["Ulm", last]) == listed
    assert ENGLISH.listed(["Ulm", last]) == f"Ulm and {last}"


@pytest.mark.parametrize(("last", "word"), [("oro", "u"), ("hotel", "u"), (8, "u"), (80, "u"), (11, "u"), (110, "o")])
def test_spanish_or_before_an_o(last: str | int, word: str) -> None:
    assert Language.load("es").fill("{a} o {b}", {"a": 7, "b": last}) == f"7 {word} {last}"


@pytest.mark.parametrize("number", [1, 5, 50, 51, 500, 1000, 1745, "I", "A1", "Ulm", "`Elbe`", "új"])
def test_hungarian_article_before_a_vowel(number: int | str) -> None:
    hungarian = Language.load("hu")
    assert hungarian.fill("A(z) {n}. sor", {"n": number}) == f"Az {number}. sor"
    assert hungarian.fill("itt a(z) {n}. sor", {"n": number}) == f"itt az {number}. sor"


@pytest.mark.parametrize("number", [0, 2, 10, 15, 100, 10000, "II", "III", "IV", "B1", "Jena"])
def test_hungarian_article_before_a_consonant(number: int | str) -> None:
    assert Language.load("hu").fill("itt a(z) {n}", {"n": number}) == f"itt a {number}"


def test_no_hungarian_text_leaves_its_article_open() -> None:
    text = (shipped("data") / "lang" / "hu.yaml").read_text("utf-8")
    texts = text.partition("\nwords:")[2]
    assert texts.count("(z) {") == texts.count("(z)") > 0


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


def test_findings_about_a_language_are_told_in_the_one_that_is_preferred(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WSDV_LANG", "hu")
    assert Language.for_findings("xx").code == "hu"
    monkeypatch.setenv("WSDV_LANG", "yy")
    assert Language.for_findings("xx").code == "en"
