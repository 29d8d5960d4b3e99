"""What people type and read at a terminal in their own language: no word of a record where they know another."""

from __future__ import annotations

import re
from functools import cache

import pytest

from tests.records import notation
from wsdv_tools.findings import Finding, Place
from wsdv_tools.record.answers import unreadable
from wsdv_tools.record.notation import Notation, Unreadable
from wsdv_tools.record.reader import REASONS, ResultLine, read_record
from wsdv_tools.record.statements import read_statements
from wsdv_tools.telling.explanations import refused
from wsdv_tools.telling.phrases import Phrases
from wsdv_tools.words import Language
from wsdv_tools.words.choosing import known_languages
from wsdv_tools.words.language import further_names
from wsdv_tools.words.names import Names

LANGUAGES = known_languages()
EXAMPLE = re.compile(r"`([^`]+)`")


@cache
def phrases(code: str) -> Phrases:
    game = notation().game
    return Phrases(Language.load(code), Notation(game, Names(game.catalogue, further_names)))


def said(own: Phrases, finding: Finding) -> str:
    """What is said about a refusal, without what breaks its lines."""
    return " ".join(" ".join(refused(own, finding)).split())


def said_to_line(code: str, typed: str) -> str:
    own = phrases(code)
    record = read_record(own.vocabulary.canonical(typed), "", own.notation)
    return " ".join(said(own, finding) for finding in record.findings)


def said_to_step(code: str, typed: str, context: str) -> str:
    own = phrases(code)
    step = own.notation.read(own.vocabulary.canonical(typed), context)
    assert isinstance(step, Unreadable)
    return said(own, unreadable(step, Place("")))


# What is refused


@pytest.mark.parametrize(
    ("code", "typed", "actions", "meant"),
    [
        ("de", "W 17 ereigniss", ["Unruhe", "bauen", "Lebensstandard", "Ereignis"], "war „Ereignis“ gemeint?"),
        ("de", "W 7 lebenstandard SN", ["Unruhe", "bauen", "Lebensstandard", "Ereignis"], "„Lebensstandard“ gemeint?"),
        ("hu", "W 17 esemyény", ["nyugtalanság", "építés", "életszínvonal", "esemény"], "„esemény”?"),
        ("es", "W 17 evnto", ["agitación", "construir", "nivel", "evento"], "«evento»?"),
        ("en", "W 17 evnt", ["unrest", "build", "standard", "event"], "“event”?"),
    ],
)
def test_actions_are_named_as_they_are_typed(code: str, typed: str, actions: list[str], meant: str) -> None:
    text = said_to_line(code, typed)
    assert EXAMPLE.findall(text) == actions
    assert meant in text
    assert not any(f"({action})" in text for action in actions)  # nothing is said twice


def test_the_abbreviation_on_the_board_is_a_word() -> None:
    assert phrases("de").vocabulary.canonical("W 12 LS NI") == "W 12 standard NI"
    assert phrases("de").vocabulary.canonical("BY LS 2") == "BY standard 2"


@pytest.mark.parametrize("code", LANGUAGES)
def test_examples_of_corrections_can_be_typed(code: str) -> None:
    own = phrases(code)
    examples = EXAMPLE.findall(said(own, Finding("statement-unreadable", Place(""), {"text": "x"})))
    assert len(examples) == 6
    for example in examples:
        assert isinstance(read_statements(own.vocabulary.canonical(example), own.notation), list), example


@pytest.mark.parametrize(("code", "example"), [("de", "abwerfen 14"), ("hu", "eldob 14"), ("es", "descartar 14")])
def test_an_example_of_a_step_is_in_ones_own_words(code: str, example: str) -> None:
    assert EXAMPLE.findall(said_to_step(code, example.split()[0], "event")) == [example]


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_reason_can_be_typed_as_it_is_named(code: str) -> None:
    own = phrases(code)
    text = said_to_line(code, "result W")
    reasons = text.rstrip(".").rpartition(": ")[2].split(", ")
    examples = EXAMPLE.findall(text)
    assert len(examples) == 3
    for example in examples:
        for typed, reason in zip(reasons, REASONS, strict=True):
            record = read_record(own.vocabulary.canonical(f"{example} {typed}"), "", own.notation)
            assert [line.reason for line in record.lines if isinstance(line, ResultLine)] == [reason]


def test_a_place_that_may_be_meant_is_called_by_its_name() -> None:
    assert "Ost-Berlin und West-Berlin" in said_to_step("de", "Berlin", "unrest")
    assert "Kelet-Berlin" in said_to_step("hu", "Berlin", "unrest")
