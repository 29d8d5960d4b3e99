"""What people type in the dialogues by a slip, or shorter than expected: nothing of it may get lost or be misread."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import cast

import pytest

pytest.importorskip("pty", reason="there are no pseudo-terminals on this system")

from tests.player import Player, seats
from tests.records import checked, notation
from tests.test_table_manners import AT_THE_TABLE, POSITION, told
from wsdv_tools.dialogue.decade_dialogue import read_answers
from wsdv_tools.dialogue.form_questions import questions
from wsdv_tools.dialogue.interpretation import Answer, interpret, offered, with_commas
from wsdv_tools.dialogue.play_questions import Questioning, _Waiting
from wsdv_tools.dialogue.prompt import Terminal
from wsdv_tools.facts import State
from wsdv_tools.positions.position_reader import read_position_file
from wsdv_tools.record.notation import No
from wsdv_tools.referee.endings import Given, given_in, resume
from wsdv_tools.rules.adjudicator import Adjudicator
from wsdv_tools.rules.decade_end import ALL_PHASES
from wsdv_tools.rules.decade_play import DecadeEnd
from wsdv_tools.rules.position import empty
from wsdv_tools.telling.narrator import Narrator
from wsdv_tools.telling.phrases import Phrases
from wsdv_tools.words import Language

Begin = Callable[[str], Player]
KEPT = "1: -schwedt-polska-nord, -magdeburg-bitterfeld\n2: at -1\n3: dresden, -schwedt-berlin\n"


@pytest.fixture
def seated(tmp_path: Path) -> Iterator[Player]:
    """A decade end in English whose first two phases, and some of the third, are in a file."""
    (tmp_path / "game.yaml").write_bytes(POSITION.read_bytes())
    (tmp_path / "game.decisions").write_text(KEPT, "utf-8")
    with seats("decade-end") as seat:
        yield seat(tmp_path, "game.yaml", "--lang", "en")


def begun() -> DecadeEnd:
    position = read_position_file(POSITION, notation().game, notation().names).position
    assert position
    return DecadeEnd.begin(Adjudicator(notation().game), position, ALL_PHASES)


# Answers that were kept


def test_an_icon_that_nobody_answered_is_asked() -> None:
    """It need not be said where it has one outcome; but it cannot be passed over."""
    given, _ = read_answers(KEPT, "", notation())
    now = resume(notation(), begun(), given)
    assert now.end.pending
    assert (now.end.phase, now.end.pending.may_pass) == (2, False)
    assert [one.phase for one in now.waiting] == [3, 3]


def test_a_decade_end_goes_on_where_an_icon_is_missing(seated: Player) -> None:
    seated.is_asked("West>")
    assert "should not happen" not in seated.seen


def test_what_the_other_side_left_hides_nothing() -> None:
    given, _ = read_answers(KEPT.split("\n")[0], "", notation())
    others = Given(1, given[1].step, State.EAST)
    now = resume(notation(), begun(), [others, Given(1, given[0].step, State.WEST)])
    assert [one.side for one in given_in(now.end)][:2] == [State.WEST, State.EAST]


@pytest.mark.parametrize("lang", ["en", "de", "hu"])
def test_yes_and_no_are_not_the_beginning_of_a_name(lang: str, tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_bytes(POSITION.read_bytes())
    phrases = Phrases(Language.load(lang), notation())
    with seats("decade-end") as seat:
        player = seat(tmp_path, "game.yaml", "--lang", lang)
        for command in ("yes", "no"):
            for word in phrases.say(f"command.{command}").split():
                said = told(player, f"{phrases.name(State.WEST)}>", word)
                assert phrases.say("dialogue.no-default") in said, word


def test_no_builds_nothing(tmp_path: Path) -> None:
    with seats("play") as seat:
        player = seat(tmp_path, "club", "--lang", "hu")
        player.answers(*AT_THE_TABLE, ("Nyugat>", "20 építés"), ("Nyugat>", "hannover"), ("Nyugat>", "n"))
        player.is_told()
    assert "W 20 build hannover\n" in (tmp_path / "club.wsdv").read_text("utf-8")


# What is not used is said


def test_a_kept_answer_that_is_not_needed_is_said(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_bytes(POSITION.read_bytes())
    (tmp_path / "game.decisions").write_text("2: at -1, down leipzig, u+ni, down jena\n", "utf-8")
    with seats("decade-end") as seat:
        player = seat(tmp_path, "game.yaml", "--lang", "de")
        player.answers(("West>", "2"))
        said = told(player, "Ost>", "4")
    assert "marode jena" in said


def test_waiting_answers_keep_their_order(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_bytes(POSITION.read_bytes())
    kept = "3: dresden, rostock, dresden, leipzig, rostock\n"
    (tmp_path / "game.decisions").write_text(kept, "utf-8")
    with seats("decade-end") as seat:
        player = seat(tmp_path, "game.yaml", "--lang", "de")
        told(player, "West>", "2 4")
        waiting = (tmp_path / "game.decisions").read_text("utf-8")
    assert waiting.endswith(kept)


# Words and what parts them


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Player]:
    """A game whose first row is laid out: West is to move."""
    with seats("play") as seat:
        player = seat(tmp_path, "club", "--lang", "de")
        player.answers(*AT_THE_TABLE)
        yield player


def test_a_row_with_a_comment(tmp_path: Path) -> None:
    with seats("play") as seat:
        player = seat(tmp_path, "club", "--lang", "en")
        player.answers(*AT_THE_TABLE[:3], (">", "4 12 13 16 18 5 20  # first row"))
        player.is_asked("West>")
    assert "row 4 12 13 16 18 5 20  # first row\n" in (tmp_path / "club.wsdv").read_text("utf-8")


@pytest.mark.parametrize("between", [", ", " "])
def test_what_comes_later_may_become_legal_by_what_comes_before(between: str) -> None:
    """Schwedt cannot be dismantled while it is connected; with commas or blanks that is the same."""
    decision = begun().settled().pending
    assert decision
    typed = between.join(["schwedt-polska-nord", "schwedt-berlin", "schwedt"])
    answers = interpret(typed, decision.choice, 1, notation())
    assert isinstance(answers, list)
    assert [answer.step.verb for answer in answers] == ["lift", "lift", "dismantle"]


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("bauen hannover kiel", "W 20 bauen hannover, kiel"),
        ("bauen hannover + kiel", "W 20 bauen hannover, kiel"),
        ("bauen hannover, 2x hamburg-hannover", "W 20 bauen hannover, hamburg-hannover*2"),
    ],
)
def test_steps_behind_the_use_of_a_card(table: Player, typed: str, line: str) -> None:
    table.answers(("West>", "20"))
    assert "Nicht verwendet" not in told(table, "West>", typed)
    assert f"✓ {line}" in told(table, "West>", "")


def test_a_misspelt_city_behind_the_use_of_a_card_is_proposed(table: Player) -> None:
    table.answers(("West>", "20"))
    said = told(table, "West>", "bauen hannower")
    assert "Nicht verwendet: hannower. war „hannover“ gemeint? West: Was wird" in said


def test_twelve_times_is_not_twice() -> None:
    assert with_commas("12x leipzig-jena", "build", notation()) == "12x leipzig-jena"
    assert with_commas("2x leipzig-jena", "build", notation()) == "leipzig-jena*2"


def test_a_name_with_two_numbers_is_refused() -> None:
    phrases = Phrases(Language.load("de"), notation())
    question = questions(phrases)["tracks"](phrases, empty(notation().game))
    assert question
    with pytest.raises(No) as no:
        question.read(question.split("prestige 2 prestige 3"))
    assert no.value.why.code == "place-twice"


def test_in_a_play_what_the_other_side_left_hides_nothing() -> None:
    phrases = Phrases(Language.load("de"), notation())
    questioning = Questioning(Narrator(phrases), cast(Terminal, None))
    decision = begun().settled().pending
    assert decision
    east, west = decision.options[:2]
    questioning._waiting = [_Waiting(Answer(east, ""), State.EAST), _Waiting(Answer(west, ""), State.WEST)]
    assert decision.side is State.WEST
    assert questioning._typed_before(decision) == west


def test_a_point_too_many_is_none_of_an_icon(table: Player) -> None:
    """After the last point only East's police is asked about."""
    table.answers(("West>", "20 bauen hannover"), ("Ost>", "5 ereignis u-TH"), ("West>", "18 bauen kiel"))
    table.answers(("Ost>", "16 bauen"))
    assert "Staatsgewaltkarte" in told(table, "Ost>", "leipzig")
    said = told(table, "Ost>", "dresden")
    assert "„dresden“ ist ein Baupunkt zu viel: Karte 16 (17. Juni) gibt Ost 1." in said
    assert "6.2 Baupunkte einer Karte" in said
    assert "6.4" not in said


def test_the_board_is_corrected_at_a_decade_end_only(table: Player) -> None:
    said = told(table, "West>", "berichtige BY Unruhe 3")
    assert "`zurück` nimmt die letzte Zeile zurück" in said
    assert "weder ein Zug noch ein Befehl" not in said


def test_the_head_of_a_file_is_not_proposed_as_a_move(table: Player) -> None:
    said = told(table, "West>", "karten")
    assert "weder ein Zug noch ein Befehl" in said
    assert "gemeint?" not in said


# Cards


@pytest.mark.parametrize("typed", ["12 bauen hannover", "12"])
def test_a_card_that_is_gone_does_not_come_from_the_hand(table: Player, typed: str) -> None:
    table.answers(("West>", "20 bauen hannover, kiel"), ("Ost>", "12 bauen leipzig"))
    said = told(table, "West>", typed)
    assert "Kommt sie von der Hand?" not in said
    assert "wurde schon gespielt oder abgeworfen" in said


def test_a_card_of_a_later_decade_does_not_come_from_the_hand(table: Player) -> None:
    said = told(table, "West>", "60 bauen hannover")
    assert "Kommt sie von der Hand?" not in said


def test_back_where_yes_or_no_is_asked_is_no(table: Player) -> None:
    assert "Kommt sie von der Hand?" in told(table, "West>", "9 bauen hannover")
    assert "liegt nicht in der Auslage" in told(table, ">", "zurück")
    table.is_asked("West>")


@pytest.mark.parametrize(
    ("lang", "played", "typed"),
    [
        ("de", "W 20 build kiel", "O 12 bauen leipzig"),
        ("hu", "W 20 build kiel", "K 12 építés leipzig"),
        ("es", "", "O 20 construir kiel"),
        ("es", "", "20 construir kiel"),
    ],
)
def test_tab_knows_the_letters_of_the_sides(lang: str, played: str, typed: str) -> None:
    """What is offered goes on with what was typed."""
    position = checked(f"wsdv-record: 1\ndecade I\nrow 4 12 13 16 18 5 20\n{played}\n").position
    assert position
    assert position.course
    phrases = Phrases(Language.load(lang), notation())
    assert typed in offered(phrases, position, position.course, typed.rpartition(" ")[0] + " ")


# A position that is typed in


@pytest.fixture
def summed_up(tmp_path: Path) -> Iterator[Player]:
    """A position of which all is typed."""
    text = "wsdv-position: 1\nunfinished: summary\ndecade: 2\nfactories: [kiel, berlin]\n"
    (tmp_path / "position.yaml").write_text(text, "utf-8")
    with seats("decade-end") as seat:
        player = seat(tmp_path, "--lang", "de")
        player.answers((">", "ja"))
        yield player


@pytest.fixture
def typing(tmp_path: Path) -> Iterator[Begin]:
    """A position of decade II, typed up to a question, with what is there already."""
    with seats("decade-end") as seat:

        def begin(text: str) -> Player:
            whole = f"wsdv-position: 1\ndecade: 2\nunfinished: {text}\n"
            (tmp_path / "position.yaml").write_text(whole, "utf-8")
            player = seat(tmp_path, "--lang", "de")
            player.answers((">", "ja"))
            return player

        yield begin


def test_a_draft_may_keep_its_name_however_it_is_typed(summed_up: Player, tmp_path: Path) -> None:
    summed_up.answers((">", "ja"), (">", str(tmp_path / "position.yaml")))
    summed_up.sees("Phase 1")
    assert (tmp_path / "position.yaml").exists()


def test_no_is_not_a_file_name(summed_up: Player, tmp_path: Path) -> None:
    summed_up.answers((">", "ja"))
    assert "Unter welchem Namen" in told(summed_up, ">", "nein")
    summed_up.is_asked(">")
    assert not (tmp_path / "nein.yaml").exists()


@pytest.mark.parametrize(
    ("typed", "why"),
    [("5 1", "ist keine Staatsgewaltkarte"), ("60", "kann noch nicht im Spiel sein"), ("5 5*", "")],
)
def test_a_card_that_cannot_be_there_is_refused_where_it_is_typed(typing: Begin, typed: str, why: str) -> None:
    said = told(typing("police\nplayed: [28]"), "[0] >", typed)
    assert why in said
    assert ("Welche Patenländer" in said) is not bool(why)  # the next question


def test_a_misspelt_command_is_proposed(typing: Begin) -> None:
    form = typing("tracks")
    assert "war „zurück“ gemeint?" in told(form, "[0 0 0] >", "zruück")
    assert "Die Stellung, Frage für Frage." in told(form, "[0 0 0] >", "warum")
    form.answers(("[0 0 0] >", ""), ("[nein] >", ""))
    assert "gemeint?" not in told(form, "[0 0] >", "ja")
    assert told(form, "[0 0] >", "Flenzburg").count("gemeint?") == 1


@pytest.mark.parametrize("typed", ["keine", "Nein", "0"])
def test_none_may_be_a_word(typing: Begin, typed: str) -> None:
    assert "✓ Staatsgewaltkarten: –" in told(typing("police\npolice: [5]"), "[5] >", typed)


def test_a_rule_is_told_once_for_all_that_break_it(typing: Begin) -> None:
    said = told(typing("police"), "[0] >", "1 2 3")
    assert said.count("ist keine Staatsgewaltkarte") == 3
    assert said.count("8 Staatsgewalt sammeln") == 1


def test_back_from_the_summary(summed_up: Player) -> None:
    assert "durch die Karten 37 und 73 gesperrt" in told(summed_up, ">", "zurück")
    summed_up.answers(("[0] >", "zurück"))
    summed_up.answers(("[0] >", ""), ("[0] >", ""))
    assert "Sieht es so auf Ihrem Tisch aus?" in summed_up.is_told()


def test_connections_keep_their_numbers_after_back() -> None:
    """One that was typed though no factory is near comes last in the list."""
    game, phrases = notation().game, Phrases(Language.load("de"), notation())
    before = empty(game)._replace(factories=tuple(int(city.id == "jena") for city in game.cities))
    make = questions(phrases)["lines-east"]
    question = make(phrases, before)
    assert question
    position = before
    for statement in question.read(question.split("rostock-magdeburg, berlin-bitterfeld")):
        position = statement.made(game, position)
    again = make(phrases, position)
    assert again
    assert again.options[: len(question.options)] == question.options
    assert len(again.options) == len(question.options) + 2


def test_a_list_of_connections_stands_in_columns_where_it_fits(typing: Begin) -> None:
    form = typing("lines-west\nfactories: [hamburg, nürnberg, frankfurt, münchen]")
    assert any(re.search(r" 1 Flensburg–Hamburg \(2\) +11 ", line) for line in form.is_told().splitlines())


# More than there is


@pytest.mark.parametrize("typed", ["hamburg-hannover*3", "hannover, 3x hamburg-hannover", "kiel hamburg-hannover*3"])
def test_more_lines_than_a_connection_has_are_refused(table: Player, typed: str) -> None:
    table.answers(("West>", "20 bauen"))
    said = told(table, "West>", typed)
    assert "„hamburg-hannover*3“: Hamburg–Hannover hat nur 2 Linien." in said
    assert "✓" not in said


def test_of_two_lines_the_one_that_was_not_laid_is_said(table: Player) -> None:
    table.answers(("West>", "13 bauen"))
    said = told(table, "West>", "hannover, hamburg-hannover*2")
    assert "✓ W 13 bauen hannover, hamburg-hannover" in said
    assert "Nicht verwendet: hamburg-hannover." in said
