"""What people type and read at a terminal in their own language: no word of a record where they know another."""

from __future__ import annotations

import re
from functools import cache

import pytest

from tests.records import notation
from wsdv_tools.dialogue.corrections import corrected_by, remarks_on, told_correction
from wsdv_tools.dialogue.form_questions import questions
from wsdv_tools.dialogue.interpretation import Answer, interpret
from wsdv_tools.facts import State
from wsdv_tools.findings import Finding, Place
from wsdv_tools.record.lines import ResultLine
from wsdv_tools.record.notation import No, Notation, Unreadable
from wsdv_tools.record.reader import REASONS, read_record
from wsdv_tools.record.statements import ABSENT, USED, Statement, read_statements
from wsdv_tools.record.wordings import unreadable
from wsdv_tools.rules.choices import Choice, Fault, Step
from wsdv_tools.rules.position import RUN_DOWN, Position, empty, put
from wsdv_tools.telling.narrator import refused
from wsdv_tools.telling.phrases import Phrases
from wsdv_tools.words import Language
from wsdv_tools.words.choosing import known_languages
from wsdv_tools.words.language import further_names
from wsdv_tools.words.names import Names
from wsdv_tools.words.vocabulary import TRACKS

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


# The questions about a position


def answered(code: str, id_: str, typed: str, position: Position | None = None) -> Position | str:
    """The position after an answer to a question, or what is said to it."""
    own = phrases(code)
    position = position or empty(own.game, 2)
    question = questions(own)[id_](own, position)
    assert question is not None
    try:
        for statement in question.read(question.split(typed)):
            position = statement.made(own.game, position)
    except No as no:
        return said(own, unreadable(no.why, Place("")))
    return position


@pytest.mark.parametrize(
    ("province", "typed", "cities"),
    [
        ("schleswig-holstein", "ja", "Flensburg und Kiel"),
        ("mecklenburg-vorpommern", "Schwerin", "Rostock"),
        ("thueringen", "Erfurt", "Jena"),
    ],
)
def test_only_cities_of_the_province_are_proposed(province: str, typed: str, cities: str) -> None:
    text = answered("de", province, f"2 1 {typed}")
    assert isinstance(text, str)
    assert "gemeint?" not in text
    assert f"„{typed}“ ist keine der Städte, um die es hier geht" in text
    assert cities in text


def test_a_misspelt_city_of_the_province_is_proposed() -> None:
    assert "war „flensburg“ gemeint?" in str(answered("de", "schleswig-holstein", "2 1 Flenzburg"))


def with_factories(*names: str) -> Position:
    game = notation().game
    return empty(game, 2)._replace(factories=tuple(int(city.id in names) for city in game.cities))


@pytest.mark.parametrize(
    ("typed", "laid"),
    [
        ("Hamburg - Bremen", {"hamburg-bremen": 1}),
        ("hannover hamburg 1", {"hamburg-hannover": 1}),
        ("Köln Dortmund", {"dortmund-koeln": 1}),
        (
            "Köln – Dortmund, hamburg hannover 2; Bremen Hamburg",
            {"dortmund-koeln": 1, "hamburg-hannover": 2, "hamburg-bremen": 1},
        ),
    ],
)
def test_a_connection_is_two_cities(typed: str, laid: dict[str, int]) -> None:
    position = answered("de", "lines-west", typed, with_factories("hamburg", "bremen", "hannover", "koeln"))
    assert not isinstance(position, str), position
    connections = notation().game.connections
    lying = {connections[number].id: lines for number, lines in enumerate(position.lines) if lines}
    assert lying == laid


def test_cities_without_a_connection_are_places_all_the_same() -> None:
    start = with_factories("hamburg", "kiel", "koeln")
    for typed in ("Köln Kiel", "Köln Kiel 2", "Köln"):
        text = str(answered("de", "lines-west", typed, start))
        assert "ist keine Verbindung auf dem Spielplan; die Verbindungen dieser Städte sind" in text
        assert "Dortmund–Köln" in text


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("track", TRACKS)
def test_a_track_is_called_as_the_program_calls_it(code: str, track: str) -> None:
    own = phrases(code)
    name = own.language.say(f"texts.track-{track}")
    for typed in (f"{name} 2", f"{name.casefold()}: 2"):
        position = answered(code, "tracks", typed)
        assert not isinstance(position, str), position
        assert getattr(position, track) == 2
    statements = read_statements(own.vocabulary.canonical(f"{name} 2"), own.notation)
    assert statements == [Statement(track, None, 2)]


def test_several_tracks_by_their_names() -> None:
    position = answered("hu", "tracks", "presztízs -1, nyugati valuta 2")
    assert not isinstance(position, str), position
    assert (position.prestige, position.currency) == (-1, 2)


@pytest.mark.parametrize("typed", ["2", "2.", "II", "ii.", "zwei", "kettő", "ketto", "dos", "two"])
def test_the_decade_as_a_word(typed: str) -> None:
    position = answered("hu", "decade", typed, empty(notation().game, 1))
    assert not isinstance(position, str), position
    assert position.decade == 2


# Corrections


def corrected(code: str, typed: str, position: Position) -> tuple[Position, str]:
    """The corrected position, and what is said to it."""
    own = phrases(code)
    after, errors = corrected_by(own, position, typed, check=False)
    assert after is not None, [said(own, error) for error in errors]
    return after, " ".join(" ".join(told_correction(own, position, after, typed)).split())


@pytest.mark.parametrize("typed", ["berlin-cottbus weg", "-berlin-cottbus", "Berlin-Cottbus 0", "-cottbus-berlin"])
def test_a_line_is_taken_away_like_a_factory(typed: str) -> None:
    game = notation().game
    number = next(number for number, each in enumerate(game.connections) if each.id == "berlin-cottbus")
    start = with_factories("berlin")
    start = start._replace(lines=put(start.lines, number, 1))
    after, text = corrected("de", typed, start)
    assert not any(after.lines)
    assert text == "✓ EB Ost-Berlin: Berlin–Cottbus 1 → 0"


def test_a_factory_is_taken_away_by_a_minus() -> None:
    after, text = corrected("de", "-kiel", with_factories("kiel", "jena"))
    assert after == with_factories("jena")
    assert text.startswith("✓ ")


@pytest.mark.parametrize(
    ("code", "typed"),
    [("de", "Patenland RP"), ("de", "Paten RP"), ("de", "geliefert RP"), ("hu", "ellátó RP"), ("es", "proveedor RP")],
)
def test_a_supplier_is_called_as_in_the_question(code: str, typed: str) -> None:
    after, text = corrected(code, typed, with_factories())
    assert after.delivered == (True, False, False)
    assert text.startswith("✓ ")


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_warning_about_a_supplier_says_what_to_type(code: str) -> None:
    own = phrases(code)
    start = with_factories()._replace(sectors=(1, 0, 0), delivered=(False, False, False))
    [remark] = [each for each in remarks_on(own, start) if each.code == "sector-not-delivered"]
    [example] = EXAMPLE.findall(said(own, remark))
    assert "delivered" not in example or code == "en"
    after, _ = corrected(code, example, start)
    assert "sector-not-delivered" not in [each.code for each in remarks_on(own, after)]


def test_a_card_that_was_not_played_cannot_be_taken_back() -> None:
    start = with_factories()._replace(played=("26",))
    after, text = corrected("de", "gespielt 22 weg", start)
    assert (after, text) == (start, "Karte 22 war nicht unter den gespielten.")
    after, text = corrected("de", "gespielt 26 weg, BY Unruhe 3", start)
    assert after.played == ()
    assert "gespielt 26 weg" in text
    assert "BY Bayern: Unruhe 0 → 3" in text


def test_cards_may_be_separated_by_commas() -> None:
    after, text = corrected("de", "gespielt 26, 30; Prestige -2", with_factories())
    assert after.played == ("26", "30")
    assert after.prestige == -2
    assert "gespielt 26; gespielt 30" in text
    assert isinstance(read_statements("prestige 1, 30", notation()), Unreadable)  # 30 of what?


def test_what_changes_nothing_is_said() -> None:
    assert corrected("de", "Prestige 0", with_factories())[1] == "So liegt es schon auf dem Spielplan."


# A name that fits several places


def choice_of(*options: Step, kind: str = "unrest") -> Choice:
    def refuse(step: Step) -> Fault | None:
        return None if step in options else Fault("decision-not-asked", "9.2-space", {})

    return Choice(State.WEST, kind, "9.2-space", with_factories(), options, refuse)


def test_of_two_berlins_the_possible_one_is_meant() -> None:
    game = notation().game
    east, west, sachsen = (game.province(name) for name in ("east-berlin", "west-berlin", "sachsen"))
    own = phrases("de").notation
    east_only = choice_of(Step("u+", east), Step("u+", sachsen))
    assert interpret("Berlin", east_only, 2, own) == [Answer(Step("u+", east), "Berlin")]
    attacks = choice_of(Step("attack", sachsen, west), Step("attack", sachsen, None), kind="attack")
    assert interpret("Berlin", attacks, 7, own) == [Answer(Step("attack", sachsen, west), "Berlin")]
    both = interpret("Berlin", choice_of(Step("u+", east), Step("u+", west)), 2, own)
    assert isinstance(both, Finding)
    assert both.code == "name-several"


@pytest.mark.parametrize(
    ("typed", "part", "place", "value"),
    [
        ("leipzig*", "factories", "leipzig", RUN_DOWN),
        ("Staatsgewalt 5*", "police", "5", USED),
        ("Staatsgewalt -5", "police", "5", ABSENT),
        ("gespielt -12", "played", "12", False),
        ("gesperrt -polska-nord", "closed", "polska-nord", False),
        ("geliefert -RP", "delivered", "rheinland-pfalz", False),
    ],
)
def test_a_star_and_a_minus_mean_what_they_mean_in_the_questions(
    typed: str, part: str, place: str, value: object
) -> None:
    own = phrases("de")
    game = own.game
    numbers = {"factories": game.city, "closed": game.city, "delivered": _supplier}
    statements = read_statements(own.vocabulary.canonical(typed), own.notation)
    assert statements == [Statement(part, numbers.get(part, str)(place), value)]


def _supplier(province: str) -> int:
    return notation().game.suppliers.index(notation().game.province(province))


@pytest.mark.parametrize("typed", ["gespielt 12 -13", "Staatsgewalt -5 benutzt"])
def test_a_minus_before_a_card_is_never_passed_over(typed: str) -> None:
    own = phrases("de")
    assert isinstance(read_statements(own.vocabulary.canonical(typed), own.notation), Unreadable)


@pytest.mark.parametrize(
    ("question", "typed", "police", "played", "delivered"),
    [
        ("police", "-5", ("15",), ("12", "16"), (True, True, False)),
        ("police", "-5 21*", ("21",), ("12", "16"), (True, True, False)),
        ("played", "-12", ("5", "15"), ("16",), (True, True, False)),
        ("played", "18 -12", ("5", "15"), ("18",), (True, True, False)),
        ("delivered", "-RP", ("5", "15"), ("12", "16"), (False, True, False)),
        ("delivered", "BW -RP", ("5", "15"), ("12", "16"), (False, False, True)),
    ],
)
def test_a_minus_takes_one_away_and_leaves_the_others(
    question: str, typed: str, police: tuple[str, ...], played: tuple[str, ...], delivered: tuple[bool, ...]
) -> None:
    start = with_factories()._replace(police=("5", "15"), played=("12", "16"), delivered=(True, True, False))
    position = answered("de", question, typed, start)
    assert not isinstance(position, str), position
    assert (position.police, position.played, position.delivered) == (police, played, delivered)


def test_a_site_abroad_is_opened_again_by_a_minus() -> None:
    game = notation().game
    start = with_factories()._replace(closed=frozenset({game.city("polska-nord"), game.city("cssr-ost")}))
    position = answered("de", "closed", "-polska-nord", start)
    assert not isinstance(position, str), position
    assert position.closed == {game.city("cssr-ost")}


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_city_can_be_typed_as_it_is_offered(code: str) -> None:
    own = phrases(code)
    for id_, make in questions(own).items():
        question = make(own, empty(own.game, 2))
        for name in question.words if question and (id_ in ("elsewhere", "closed") or id_ in PROVINCES) else ():
            position = answered(code, id_, name)
            assert not isinstance(position, str), position
            assert position.closed or any(position.factories)
            spaced = answered(code, id_, name.replace("-", " "))
            assert spaced == position


PROVINCES = {province.id for province in notation().game.provinces}


def test_a_country_abroad_has_two_sites() -> None:
    text = str(answered("de", "elsewhere", "polen"))
    assert "passt auf mehrere Orte: Polska Nord und Polska Süd" in text
    assert "um die es hier geht: Hamburg, Polska Nord" in str(answered("de", "elsewhere", "kiel"))
