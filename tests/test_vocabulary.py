"""The words of the notation in the player's own language: typed and shown, and never mistaken for a place."""

from __future__ import annotations

import pytest

from tests.records import EXAMPLE, notation
from wsdv_tools.record.reader import SIDES, read_record
from wsdv_tools.record.writer import write_line
from wsdv_tools.words import Language, known_languages
from wsdv_tools.words.language import further_names
from wsdv_tools.words.names import Names, folded
from wsdv_tools.words.vocabulary import WORDS, Vocabulary

NAMES = Names(notation().game.catalogue, further_names)
LANGUAGES = known_languages()


def vocabulary(code: str) -> Vocabulary:
    return Vocabulary(Language.load(code))


@pytest.mark.parametrize(
    ("code", "typed", "canonical"),
    [
        ("de", "20 bauen hannover", "20 build hannover"),
        ("de", "setze BY Unruhe 3, Lebensstandard 1; leipzig marode", "set BY unrest 3, standard 1; leipzig down"),
        ("de", "20 Bauen kiel # nicht bauen", "20 build kiel # nicht bauen"),
        ("de", "u-muenchen, bauer", "u-muenchen, bauer"),
        ("hu", "20 epites hannover", "20 build hannover"),
        ("es", "resultado E abandono", "result E resigned"),
        ("en", "20 build hannover", "20 build hannover"),
        ("de", "Titel: Die Mauer fällt", "Titel: Die Mauer fällt"),
    ],
)
def test_what_is_typed(code: str, typed: str, canonical: str) -> None:
    assert vocabulary(code).canonical(typed) == canonical


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_line_of_a_record_can_be_typed_in_ones_own_words(code: str) -> None:
    """What is shown in the player's own words is read back as the same line."""
    own = vocabulary(code)
    for line in read_record(EXAMPLE, "", notation()).lines:
        text = write_line(line, notation()).partition("#")[0].rstrip()
        if text and not text.startswith(("title", "west:", "east:", "date", "wsdv")):
            assert own.canonical(own.own(text)) == text


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_word_means_two_things(code: str) -> None:
    language = Language.load(code)
    meant: dict[str, str] = {}
    for word in WORDS:
        for own in language.say(f"texts.typed.{word}").split():
            assert meant.setdefault(folded(own), word) == word, own
            assert own == word or folded(own) not in WORDS or own.casefold() == word, own
            for index in (NAMES.provinces, NAMES.cities):
                assert not isinstance(index.find(own), str), f"{own} is a place, too"
    assert not {folded(side) for side in SIDES} & meant.keys()


@pytest.mark.parametrize("code", LANGUAGES)
def test_commands_are_no_words_of_the_notation(code: str) -> None:
    """`back` must not hide a step."""
    language = Language.load(code)
    words = {folded(own) for word in WORDS for own in language.say(f"texts.typed.{word}").split()}
    names = ("back", "fix", "show", "list", "options", "help", "quit", "why", "explain", "note", "force")
    commands = {folded(own) for name in names for own in language.say(f"texts.command.{name}").split()}
    assert not words & commands


@pytest.mark.parametrize(
    ("code", "typed", "mode"),
    [
        ("de", "b", "build"),
        ("de", "bau", "build"),
        ("de", "L", "standard"),
        ("de", "e", "event"),
        ("de", "unr", "unrest"),
        ("de", "x", ""),
        ("de", "", ""),
        ("hu", "ep", "build"),
        ("hu", "él", "standard"),
        ("hu", "e", "event"),  # the notation's own word comes first
        ("es", "niv", "standard"),
    ],
)
def test_modes(code: str, typed: str, mode: str) -> None:
    assert vocabulary(code).mode(typed) == mode


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("Titel: Die Mauer", "title: Die Mauer"),
        ("Cím: Klubest # 3", "title: Klubest # 3"),
        ("CIM : Klubest", "title: Klubest"),
        ("Título: Tarde", "title: Tarde"),
        ("Datum: 2026-11-09", "date: 2026-11-09"),
        ("fecha: 2026-11-09", "date: 2026-11-09"),
        ("Ost: Bert", "east: Bert"),
        ("Nyugat: Anna", "west: Anna"),
        ("RDA: Berta", "east: Berta"),
        ("Regeln: R9b", "rules: R9b"),
        ("szabályok: R9b", "rules: R9b"),
        ("Anmerkung: Pause", "note: Pause"),
        ("Megjegyzés: szünet", "note: szünet"),
        ("nota: pausa", "note: pausa"),
    ],
)
def test_headers(typed: str, canonical: str) -> None:
    """They are read in every language, and written in the notation's words."""
    record = read_record(typed, "", notation())
    assert record.findings == []
    assert write_line(record.lines[0], notation()) == canonical


def test_a_header_of_ones_own_is_kept() -> None:
    record = read_record("Anlass: Klubabend", "", notation())
    assert [finding.code for finding in record.findings] == ["header-unknown"]
    assert write_line(record.lines[0], notation()) == "Anlass: Klubabend"
