"""`wsdv explain`: cards, paragraphs, rulings and codes, in our own words and with references."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import wsdv_tools
from wsdv_tools.cli import run
from wsdv_tools.cli.session import Session
from wsdv_tools.codes import AREAS, CODES
from wsdv_tools.facts import Catalogue
from wsdv_tools.rules.references import CITED
from wsdv_tools.rules.verbs import BY_THEMSELVES, VERBS
from wsdv_tools.telling.explanations import Explanations
from wsdv_tools.words import Language

Explain = Callable[..., str]


@pytest.fixture
def explain(capsys: pytest.CaptureFixture[str]) -> Explain:
    def call(*words: str, lang: str = "en", code: int = 0) -> str:
        assert run(["explain", *words, "--lang", lang]) == code
        return capsys.readouterr().out

    return call


def test_a_card(explain: Explain) -> None:
    out = explain("15")
    assert out.startswith("Card 15 (Stalinist purges), 1952–1953\n")
    assert "1 build point for West, West decides where" in out
    assert "Socialists: 1 space towards East" in out
    assert "Mistakes in the rulebooks:\n  HU, ES: West decides where it builds or where East dismantles." in out
    assert explain("15", lang="de").startswith("Karte 15 (")


def test_values_and_places(explain: Explain) -> None:
    assert "value for West 1, for East 3" in explain("2")
    assert "place 2 unrest in the West, in West Germany" in explain("4")
    assert "at most 1 in one province" in explain("35")
    assert "a city in Niedersachsen or Schleswig-Holstein" in explain("Hamburg")


@pytest.mark.parametrize("code", CODES)
def test_an_example_says_card_only_once(code: str, explain: Explain) -> None:
    assert "card card" not in explain(code).casefold()


def test_a_word_finds_rules_and_cards(explain: Explain) -> None:
    lines = explain("wall").splitlines()
    assert "  9.1-wall        The cost of the Wall" in lines
    assert "  IV              The Wall comes down" in lines
    assert "  10.3-one    Hamburg counts only once" in explain("HAMBURG").splitlines()
    assert "Kosten der Mauer" in explain("mauer", lang="de")
    assert "  9.1-flight " in explain("menekules", lang="hu")


def test_a_word_of_no_title_is_looked_for_in_the_texts(explain: Explain) -> None:
    assert "no rule or card contains that word" in explain("!!!", code=2)
    assert "Hamburg counts only once" in explain("niedersachsen")


def test_a_word_needs_three_letters(explain: Explain) -> None:
    assert "three letters" in explain("R", code=2)
    assert "three letters" in explain("ab", code=2)


def test_words_that_start_so_come_first(explain: Explain) -> None:
    titles = [line.split("  ")[-1].casefold() for line in explain("for").splitlines()[1:]]
    starts = [any(word.startswith("for") for word in title.split()) for title in titles]
    assert starts == sorted(starts, reverse=True)
    assert len(set(starts)) == 2


def test_a_number_of_a_card_and_of_a_chapter(explain: Explain) -> None:
    assert explain("9").endswith("Chapter 9 of the rules: wsdv explain rule 9\n")
    assert "wsdv explain rule" not in explain("20")


def test_both_sides_of_card_iv(explain: Explain) -> None:
    out = explain("iv")
    assert "Round Table" in out
    assert "the Wall falls" in out
    assert explain("IV-wall-falls").count("Card IV") == 1


@pytest.mark.parametrize("card", Catalogue.load().cards)
@pytest.mark.parametrize("lang", ["de", "en"])
def test_every_card_has_words_for_all_that_is_printed(explain: Explain, card: str, lang: str) -> None:
    out = explain(card, lang=lang)
    assert "{" not in out
    assert max(map(len, out.splitlines())) <= 80


def test_a_paragraph(explain: Explain) -> None:
    out = explain("9.7")
    assert "Attacking a neighbour" in out
    assert "(DE 9.7, HU 9.7, ES 9.7)" in out.replace("\n  ", " ")
    assert "R14: May a province attack" in out
    assert "or by agreement R14b" in out
    assert "HU: A province attacks with any number" in out


def test_a_chapter_is_more_than_its_head(explain: Explain) -> None:
    assert "Attacking a neighbour" in explain("rule", "9")
    assert "Attacking a neighbour" not in explain("Rule 10")
    assert "number on the currency space" in explain("9.3-income")
    assert "ES 10.1" in explain("10.2").replace("\n  ", " ")  # the Spanish numbers are one lower


def test_a_ruling(explain: Explain) -> None:
    out = explain("r9b")
    assert "R9a: Any space nearer the middle" in out
    assert "R9b: Only the next space" in out


def test_a_code(explain: Explain) -> None:
    out = explain("build-under-protest")
    assert out.startswith("build-under-protest (error)\n")
    assert "No build point may be spent in a province with a mass protest marker" in out


@pytest.mark.parametrize("lang", ["de", "en", "es", "hu"])
def test_what_the_notation_and_the_board_say_in_short(lang: str, explain: Explain) -> None:
    """Every verb that is typed is explained, and every column of the board in text."""
    language = Language.load(lang)
    typed = {name for name, verb in VERBS.items() if re.match(rf"{re.escape(name)}\b", verb.spelling)}
    signs = {"u", "u+", "u-", "u>", "s", "s+", "s-", "s>", "+", "LS", "h", "u+SN"}
    columns = {language.say(f"texts.board.head-{key}") for key in ("standard", "socialists", "economy", "export")}
    for word in (typed - BY_THEMSELVES - {"none", "advance"}) | signs | columns:
        assert explain(word, lang=lang), word
    assert explain("LS", lang=lang).startswith(language.rule_title("6.3-three"))
    assert explain("u+SN", lang=lang).startswith(language.rule_title("icon-place-unrest"))


def test_a_word_of_the_notation_is_looked_up_where_cards_use_it(explain: Explain) -> None:
    assert "almanac-21  Card 21: police may be declared void" in explain("void")
    assert explain("release").startswith("Removing an imported marker")


def test_nothing_of_that_name(explain: Explain) -> None:
    assert "Similar: build-under-protest" in explain("build-under-protst", code=2)
    assert "“81” is not a card" in explain("81", code=2)
    assert "“9.99” is not" in explain("9.99", code=2)


@pytest.mark.parametrize("lang", ["de", "en"])
def test_every_code_and_rule_can_be_explained(lang: str) -> None:
    session = Session(None, lang)
    explanations = Explanations(session.language, lambda: session.catalogue)
    for word in [*CODES, *session.language.rule_ids()]:
        lines = explanations.told(word, lambda: session.notation().names)
        assert lines is not None, word
        assert "".join(lines), word


def cited_by_the_code() -> dict[str, set[str]]:
    """Every code with the rules that are beside it where it is made."""
    rules = set(Language.load("en").rule_ids())
    found: dict[str, set[str]] = {}
    for path in Path(wsdv_tools.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and node.args and path.name != "references.py":
                texts = [[part.value for part in ast.walk(a) if isinstance(part, ast.Constant)] for a in node.args]
                beside = {text for texts_of in texts[1:] for text in texts_of if text in rules}
                for code in texts[0]:
                    if code in CODES and beside:
                        found.setdefault(str(code), set()).update(beside)
    return found


def test_the_list_of_cited_rules_is_complete() -> None:
    found = cited_by_the_code()
    assert {
        code: rules - set(CITED.get(code, ())) for code, rules in found.items() if rules - set(CITED.get(code, ()))
    } == {}
    assert set(AREAS["rules"]) - set(CITED) == set()
    assert set(CITED) - set(CODES) == set()
    known = set(Language.load("en").rule_ids())
    assert {rule for rules in CITED.values() for rule in rules} - known == set()


def test_a_place(explain: Explain) -> None:
    out = explain("leipzig")
    assert out.startswith("Leipzig: a city in Sachsen\n")
    assert "Connections: Bitterfeld, Dresden, Jena (2)" in out.replace("\u00a0", " ")
    out = explain("BY", lang="de")
    assert out.startswith("Bayern (BY)")
    assert "München" in out
    assert "Thüringen" in out
    assert "französisch" in explain("RP", lang="de").casefold()
    assert "ČSSR" in explain("cssr-ost")


@pytest.mark.parametrize("asked", ["setup", "set-up", "SETUP"])
def test_the_setup(explain: Explain, asked: str) -> None:
    assert explain(asked) == explain("rule 2")
    assert explain("aufbau", lang="de") == explain("rule 2", lang="de")


def test_hyphens_are_forgiven(explain: Explain) -> None:
    assert "4-removal " in explain("protestmarker")


def test_several_words_must_all_be_there(explain: Explain) -> None:
    one, both = explain("protest").splitlines(), explain("protest", "build").splitlines()
    assert len(both) < len(one)
    assert any("5.1-protest" in line for line in both)
    assert "no rule or card contains that word" in explain("protest", "xylophone", code=2)


@pytest.mark.parametrize(("city", "is_double"), [("Köln", False), ("Leipzig", True)])
def test_double_lines_are_explained_where_there_are_some(explain: Explain, city: str, is_double: bool) -> None:
    out = explain(city, lang="de")
    assert ("; (2) heißt: zwei Linien" in out) is is_double


@pytest.mark.parametrize(
    ("asked", "lang"), [("Phase 7", "de"), ("phase 7", "en"), ("7. fázis", "hu"), ("fázis 7", "hu"), ("Fase 7", "es")]
)
def test_a_phase_is_a_paragraph(explain: Explain, asked: str, lang: str) -> None:
    assert explain(*asked.split(), lang=lang) == explain("9.7", lang=lang)
