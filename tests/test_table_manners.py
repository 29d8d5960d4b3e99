"""Answers as people type them at a terminal, in German: what is not used is said, and each side answers for itself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("pty", reason="there are no pseudo-terminals on this system")

from tests.player import Player, seats
from tests.records import notation
from wsdv_tools.conformance.case_files import read_suite
from wsdv_tools.dialogue.form_questions import questions
from wsdv_tools.findings import Finding
from wsdv_tools.games.card_files import template
from wsdv_tools.games.words import GameLanguage
from wsdv_tools.record.notation import No
from wsdv_tools.record.reader import read_record
from wsdv_tools.rules.decade_end import adjudicate
from wsdv_tools.rules.position import empty
from wsdv_tools.sources.shipped import shipped
from wsdv_tools.telling.phrases import Phrases
from wsdv_tools.telling.sums import sums
from wsdv_tools.words import Language
from wsdv_tools.words.vocabulary import Vocabulary

POSITION = shipped("examples") / "decade-2.yaml"
ROW = "4 12 13 16 18 5 20"
AT_THE_TABLE = (">", ""), (">", ""), (">", ""), (">", ROW)


@pytest.fixture
def end(tmp_path: Path) -> Iterator[Player]:
    """A decade end, before its first question."""
    (tmp_path / "game.yaml").write_bytes(POSITION.read_bytes())
    with seats("decade-end") as seat:
        yield seat(tmp_path, "game.yaml", "--lang", "de")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Player]:
    """A game whose first row is laid out: West is to move."""
    with seats("play") as seat:
        player = seat(tmp_path, "club", "--lang", "de")
        player.answers(*AT_THE_TABLE)
        yield player


@pytest.fixture
def form(tmp_path: Path) -> Iterator[Player]:
    """A position of decade II to be typed in, before the question about the tracks."""
    with seats("decade-end") as seat:
        player = seat(tmp_path, "--lang", "de")
        player.answers(("[1] >", "2"))
        yield player


def told(player: Player, prompt: str, typed: str) -> str:
    """All that is said to an answer, up to the next prompt, without what breaks its lines."""
    player.is_asked(prompt)
    player.types(typed)
    return " ".join(player.is_told().split())


# Why, and what a rule means, in the middle of a question


def test_why_is_the_rule_of_the_question(end: Player) -> None:
    asked = told(end, "West>", "?")
    assert asked[asked.index(" 9.1 ") :] in told(end, "West>", "warum")
    said = told(end, "West>", "erkläre 9.3")
    assert "Deviseneinnahmen" in said
    assert "West: " in said  # and the question again
    assert "Was soll erklärt werden?" in told(end, "West>", "erkläre")
    said = told(end, "West>", "hilfe")
    assert "?, warum – was die Regel sagt; erkläre 9.3" in said
    assert "eine Infrastruktur wird abgebaut" in told(end, "West>", "2")


@pytest.mark.parametrize(
    ("lang", "why", "explain", "side", "rule"),
    [
        ("de", "warum", "erkläre LS", "West>", "Bis zu drei Lebensstandard"),
        ("en", "why", "explain s+", "West>", "Place a living standard"),
        ("hu", "miért", "magyaráz ÉSZ", "Nyugat>", "Legfeljebb három életszínvonal"),
        ("es", "motivo", "explica NV", "Oeste>", "Hasta tres niveles de vida"),
    ],
)
def test_why_and_explain_at_a_play(lang: str, why: str, explain: str, side: str, rule: str, tmp_path: Path) -> None:
    with seats("play") as seat:
        player = seat(tmp_path, "club", "--lang", lang)
        player.answers(*AT_THE_TABLE, (side, "20"))
        assert rule in told(player, side, explain)  # where the use is asked
        player.answers((side, "b"))
        asked = told(player, side, "?")
        assert asked.partition("? ")[2] in told(player, side, why), asked
        assert rule in told(player, side, explain)
        assert why in told(player, side, "help")
        player.answers((side, "hannover"), (side, ""))
        player.is_told()
    assert "W 20 build hannover\n" in (tmp_path / "club.wsdv").read_text("utf-8")


def test_a_rule_is_explained_while_a_position_is_typed(form: Player) -> None:
    said = told(form, "[0 0 0] >", "erkläre 9.2")
    assert "Das Feld der Prestigeleiste" in said or "9.2" in said
    form.is_asked("[0 0 0] >")


# Is it from the hand?


@pytest.mark.parametrize(
    ("lang", "side", "other", "slip", "move", "question"),
    [
        ("de", "West>", "Ost>", "9 bauen kiel", "20 bauen hannover, kiel", "Karte 9 liegt nicht aus."),
        ("hu", "Nyugat>", "Kelet>", "9 építés kiel", "20 építés hannover, kiel", "A 9. kártya nincs a kínálaton."),
    ],
)
def test_another_move_where_the_hand_is_asked(
    lang: str, side: str, other: str, slip: str, move: str, question: str, tmp_path: Path
) -> None:
    with seats("play") as seat:
        player = seat(tmp_path, "club", "--lang", lang)
        player.answers(*AT_THE_TABLE)
        assert question in told(player, side, slip)
        assert question in told(player, ">", "kiel")  # no move: what to type is said, and it is asked again
        assert question.replace("9", "15") in told(player, ">", "15")  # another card that does not lie there
        assert "✓ W 20 " in told(player, ">", move)
        player.is_asked(other)
    assert "W 20 build hannover, kiel\n" in (tmp_path / "club.wsdv").read_text("utf-8")


def test_a_title_is_another_move_where_the_hand_is_asked(table: Player) -> None:
    table.answers(("West>", "9 bauen kiel"))
    assert "✓ W 20 bauen kiel" in told(table, ">", "wirtschaftswunder bauen kiel")


# Answers


def test_nobody_answers_for_the_other_side(end: Player) -> None:
    said = told(end, "West>", "2 4")
    assert "West: Schwedt–Polska Nord: eine Infrastruktur wird abgebaut" in said
    assert "Nicht verwendet: 4. Jetzt entscheidet Ost: Die Spieler wechseln sich ab." in said
    assert "Magdeburg–Bitterfeld: eine" not in said
    said = told(end, "Ost>", "4 1")
    assert "Ost: Magdeburg–Bitterfeld: eine Infrastruktur wird abgebaut" in said
    assert "Nicht verwendet: 1. Jetzt entscheidet West. " in said  # in another phase: nobody takes turns there
    assert "entfällt" not in said


def test_one_may_answer_several_questions_of_ones_own(end: Player) -> None:
    end.answers(("West>", "2"), ("Ost>", "4"), ("West>", "-1"), ("West>", "leipzig"), ("West>", "ni"))
    end.answers(("West>", "rostock"), ("Ost>", "dresden"))
    said = told(end, "Ost>", "schwedt-berlin, berlin-bitterfeld")
    assert said.count("eine Infrastruktur wird abgebaut") == 2
    assert "Nicht verwendet" not in said


def test_blanks_part_names(table: Player) -> None:
    table.answers(("West>", "20 bauen"))
    said = told(table, "West>", "hannover kiel")
    assert "✓ Hannover: eine Fabrik wird gebaut; noch 3" in said
    assert "✓ Kiel: eine Fabrik wird gebaut; noch 2" in said


def test_of_several_words_the_one_that_is_not_known_is_named(table: Player) -> None:
    table.answers(("West>", "20 bauen"))
    assert "„foo“ ist hier nicht zu verstehen" in told(table, "West>", "hannover kiel foo")


def test_a_whole_move_with_blanks(table: Player) -> None:
    assert "✓ W 20 bauen hannover, kiel" in told(table, "West>", "20 bauen hannover kiel")


@pytest.mark.parametrize("is_asked", [True, False])
def test_a_plus_parts_names_and_2x_is_twice(table: Player, is_asked: bool) -> None:
    if is_asked:
        table.answers(("West>", "20 bauen"), ("West>", "hanover + 2x hamburg-hanover"))
        table.answers(("West>", ""))
        said = " ".join(table.is_told().split())
    else:
        said = told(table, "West>", "20 bauen hanover + 2x hamburg-hanover")
    assert "✓ W 20 bauen hannover, hamburg-hannover*2" in said


def test_what_follows_a_card_is_not_dropped_in_silence(table: Player) -> None:
    said = told(table, "West>", "4 1")
    assert "Nicht verwendet: 1." in said
    assert "Wofür wird Karte 4 (Göttinger Achtzehn) benutzt?" in said


def test_a_use_with_steps_behind_it(table: Player) -> None:
    table.answers(("West>", "20"))
    said = told(table, "West>", "5 ereignis")
    assert "„5 ereignis“ ist hier keine Antwort. Möglich: 1 Unruhe, 2 bauen, 3 Lebensstandard" in said
    said = told(table, "West>", "bauen kiel, 7")
    assert "Nicht verwendet: 7." in said
    assert "✓ Kiel: eine Fabrik wird gebaut; noch 3" in said


def test_answers_left_at_the_end_of_a_play(table: Player) -> None:
    table.answers(("West>", "12 bauen"))
    assert "Nicht verwendet: kiel." in told(table, "West>", "hannover, kiel")


def test_a_province_in_an_event(table: Player) -> None:
    said = told(table, "West>", "16 ereignis sachsen")
    assert "„sachsen“ ist ein Gebiet; davor fehlt, was dort geschieht, zum Beispiel `u+SN`" in said
    assert "eine Stadt" not in said


def test_what_is_no_move_is_refused_in_words_of_the_table(table: Player) -> None:
    said = told(table, "West>", "staatsgewalt 7")
    assert "„Staatsgewalt“ ist weder ein Zug noch ein Befehl. Ein Zug beginnt mit der Karte" in said
    assert "war „prüfe Staatsgewalt 7“ gemeint?" in said


# Yes and no, and the end of a game


def test_who_has_won_is_asked_before_it_is_written(table: Player, tmp_path: Path) -> None:
    said = told(table, "West>", "Ergebnis Ost aufgegeben")
    assert "Ost gewinnt, weil West aufgibt. So aufzeichnen? [j/N]" in said
    told(table, ">", "nö")
    assert "result" not in (tmp_path / "club.wsdv").read_text("utf-8")
    table.answers(("West>", "Ergebnis O aufgegeben"), (">", "jo"))
    said = " ".join(table.is_told().split())
    assert "Ost gewinnt (Aufgabe)" in said
    assert "result E resigned\n" in (tmp_path / "club.wsdv").read_text("utf-8")
    table.answers((">", "j"))  # the screen says that Enter ends
    assert table.ends() == 0


def test_a_game_without_a_winner(table: Player) -> None:
    assert "Niemand gewinnt (" in told(table, "West>", "Ergebnis niemand abgebrochen")


def test_yes_and_no_say_what_can_be_typed(table: Player) -> None:
    table.answers(("West>", "Ergebnis West aufgegeben"))
    for typed in ("hilfe", "vielleicht"):
        said = told(table, ">", typed)
        assert "Tippen Sie `ja` oder `nein`; Enter bedeutet den Großbuchstaben in der Klammer" in said
        assert "West gewinnt, weil Ost aufgibt." in said


def test_o_is_east_in_german(table: Player) -> None:
    assert "Hand von Ost: 9 Beitritt zum Warschauer Pakt, 14 Luftbrücke" in told(table, "West>", "Hand O 9 14")
    assert "West ist am Zug, nicht Ost." in told(table, "West>", "O 4 ereignis")


def test_every_language_has_its_own_letters_for_the_sides() -> None:
    for code, west, east in (("de", "W", "O"), ("en", "W", "E"), ("hu", "Ny", "K"), ("es", "O", "E")):
        own = Vocabulary(Language.load(code))
        assert own.canonical(f"hand {west} 1 2") == "hand W 1 2"
        assert own.canonical(f"{east.lower()} 4 event") == "E 4 event"


# Sentences


def test_nothing_missing_is_said_in_words() -> None:
    game = notation().game
    position = empty(game)._replace(currency=1, standards=tuple(int(n == 8) for n in range(len(game.provinces))))
    phrases = Phrases(Language.load("de"), notation())
    (report,) = adjudicate(game, position, lambda *_: None, [3]).reports
    told = [line.replace("\u00a0", " ") for line in sums(phrases, report)]
    assert "Kosten: 1 Lebensstandard; 1 − 1 = 0: Es fehlt nichts" in told


def test_the_spaces_of_a_track_are_parted_from_what_they_do(end: Player) -> None:
    end.answers(("West>", "2"))
    assert "−3: 1 Unruhe im Osten setzen −2: 1 Fabrik im Osten wird marode" in told(end, "Ost>", "4")


# A position that is typed in


@pytest.mark.parametrize(
    "typed", ["prestige 2, devisen -1, sozialisten 1", "Sozialisten: 1; Prestige = 2; Devisen -1", "2 -1 1"]
)
def test_markers_by_their_names(form: Player, typed: str) -> None:
    assert "✓ Prestige 0 → +2; Devisen 0 → −1; Sozialistenleiste 0 → +1" in told(form, "[0 0 0] >", typed)


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("1 2 3 4", "! Zu viel: „4“. Hier werden höchstens 3 Zahlen gebraucht. »"),
        ("devisen", "! Hinter „Devisen“ fehlt die Zahl. »"),
        ("devisen 1 2", "! Wozu gehört „2“? Nennen Sie alle Zahlen beim Namen oder keine. »"),
        ("1 zwei", "! „zwei“ sollte eine Zahl von -6 bis 6 sein. »"),
    ],
)
def test_one_sentence_for_what_is_wrong_with_the_markers(form: Player, typed: str, reason: str) -> None:
    assert reason in f"{told(form, '[0 0 0] >', typed)} »"


def test_a_province_by_names(form: Player) -> None:
    form.answers(("[0 0 0] >", ""), ("[nein] >", "nö"))
    assert "✓ SH Schleswig-Holstein: Unruhe 0 → 2, Lebensstandard 0 → 1, Kiel: neue Fabrik" in told(
        form, "[0 0] >", "unruhe 2 standard 1 kiel"
    )


def test_the_question_comes_again_after_help_and_show(form: Player) -> None:
    for typed in ("hilfe", "?", "zeige"):
        said = told(form, "[0 0 0] >", typed)
        assert said.endswith("Zum Beispiel: -2 1 3, oder Devisen 1"), said
    assert "Prestige West" in said


def test_the_only_city_of_a_province(form: Player) -> None:
    form.answers(("[0 0 0] >", ""), ("[nein] >", ""), *[("[0 0] >", "")] * 7, ("[0 0 0 0] >", ""))
    form.answers(("[0 0 0] >", ""), ("[0 0 0] >", ""))
    assert "„lei“ ist nicht die Stadt, um die es hier geht: Berlin." in told(form, "[0 0 0] >", "lei")


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("kiel-ham*2", "„kiel-ham*2“: Kiel–Hamburg hat nur 1 Linie."),
        ("1, leipzig-jena", "„leipzig-jena“: Leipzig–Jena gehört zu Ost; hier wird nur nach West gefragt."),
    ],
)
def test_an_answer_about_lines_says_which_part_is_wrong(typed: str, reason: str) -> None:
    game, language = notation().game, Language.load("de")
    phrases = Phrases(language, notation())
    position = empty(game)._replace(factories=tuple(int(city.id == "kiel") for city in game.cities))
    question = questions(phrases)["lines-west"](phrases, position)
    assert question
    with pytest.raises(No) as no:
        question.read(question.split(typed))
    assert language.sentence(Finding(no.value.why.code, None, no.value.why.values)) == reason


def test_a_free_name_is_proposed(tmp_path: Path) -> None:
    for taken in ("decade-1.yaml", "decade-1-2.decisions", "decade-1-3.after.yaml"):
        (tmp_path / taken).touch()
    (tmp_path / "position.yaml").write_text("wsdv-position: 1\nunfinished: summary\ndecade: 1\n", "utf-8")
    with seats("decade-end") as seat:
        player = seat(tmp_path, "--lang", "de")
        player.answers((">", "ja"), (">", "ja"))
        assert "Enter: decade-1-4.yaml" in " ".join(player.is_told().split())
        player.answers((">", "ja"))  # which is no name
        player.sees("Phase 1")
    assert (tmp_path / "decade-1-4.yaml").exists()


# Words of one's own language


@pytest.mark.parametrize("code", ["de", "hu", "es"])
def test_reasons_of_gaps_are_translated(code: str) -> None:
    english, own = Language.load("en"), Language.load(code)
    for rule, gap in read_suite().gaps.items():
        key = f"texts.cases-why-{rule}"
        assert english.say(key) == gap.why
        assert own.say(key) != gap.why


@pytest.mark.parametrize("code", ["de", "hu", "es"])
@pytest.mark.parametrize("game", ["kubakrise", "vorhang"])
def test_a_card_file_is_in_the_language_of_its_owner(game: str, code: str) -> None:
    assert "the owner fills in the rest" in template(game, GameLanguage(Language.load("en")))
    assert "the owner" not in template(game, GameLanguage(Language.load(code)))


def test_the_kinds_of_a_result_are_not_joined_by_and() -> None:
    (finding,) = read_record("result W colapse", "", notation()).findings
    assert Language.load("de").sentence(finding).endswith("resigned, agreed, unfinished.")


def test_a_move_typed_where_the_row_is_asked(tmp_path: Path) -> None:
    with seats("play") as seat:
        player = seat(tmp_path, "club", "--lang", "de")
        player.answers(*AT_THE_TABLE[:3])
        said = told(player, ">", "20 bauen hannover")
        assert "Zuerst die Auslage: sieben Karten, etwa 1 2 3 4 5 6 7. Keine Karte ist: bauen, hannover." in said
        assert "!" not in said
        assert "Es gibt keine Karte „20b“" in told(player, ">", "4 12 13 16 18 5 20b")


def test_no_is_not_the_name_of_a_city(end: Player) -> None:
    said = told(end, "West>", "nein")
    assert "Hier ist eine Entscheidung nötig: eine Nummer, ein Name, `?` oder `hilfe`." in said
    assert "gemeint?" not in said


def test_no_is_nothing_where_that_can_be_chosen(tmp_path: Path) -> None:
    text = "wsdv-position: 1\ndecade: 2\nfactories: [kiel, berlin]\nprovinces: {schleswig-holstein: {standard: 1}}\n"
    (tmp_path / "game.yaml").write_text(text, "utf-8")
    with seats("decade-end") as seat:
        player = seat(tmp_path, "game.yaml", "--lang", "de")
        assert "Schleswig-Holstein attackiert nicht" in told(player, "West>", "nein")


# Going on and looking again


@pytest.mark.parametrize(
    ("options", "environment", "hint"),
    [
        (("--lang", "de"), {}, "`wsdv --lang de decade-end position.yaml`"),
        ((), {"WSDV_LANG": "de"}, "`wsdv decade-end position.yaml`"),
    ],
)
def test_the_hint_how_to_go_on_keeps_the_language(
    tmp_path: Path, options: tuple[str, ...], environment: dict[str, str], hint: str
) -> None:
    with seats("decade-end") as seat:
        player = seat(tmp_path, *options, environment=environment)
        player.answers(("[1] >", "2"), ("[0 0 0] >", "beenden"))
        player.ends()
        assert hint in " ".join(player.seen.split())


def test_the_display_can_be_seen_again(table: Player) -> None:
    table.is_asked("West>")
    table.types("auslage")
    assert "12 Wiedergutmachungsabkommen mit Israel" in table.is_told()
    said = told(table, "West>", "hilfe")
    assert "auslage – die Karten der Auslage noch einmal" in said


def test_the_word_for_the_display_is_still_a_line_of_the_record(tmp_path: Path) -> None:
    with seats("play") as seat:
        player = seat(tmp_path, "club", "--lang", "de")
        player.answers((">", ""), (">", ""), (">", ""), (">", f"auslage {ROW}"))
        player.is_asked("West>")
    assert f"row {ROW}\n" in (tmp_path / "club.wsdv").read_text("utf-8")


def test_a_correction_of_a_typed_position_is_confirmed(tmp_path: Path) -> None:
    (tmp_path / "half.yaml").write_text("wsdv-position: 1\ndecade: 2\nunfinished: summary\n", encoding="utf-8")
    with seats("decade-end") as seat:
        player = seat(tmp_path, "half.yaml", "--lang", "de")
        player.answers((">", "j"))
        assert "✓ BY Bayern: Unruhe 0 → 3" in told(player, ">", "BY Unruhe 3")


def test_nothing_is_proposed_for_a_word_that_is_spelt_right(table: Player) -> None:
    said = told(table, "West>", "abwerfen")
    assert "„abwerfen“ ist weder ein Zug noch ein Befehl." in said
    assert "gemeint?" not in said


def test_the_one_possible_berlin_is_kept_when_the_rest_is_asked(table: Player) -> None:
    said = told(table, "West>", "4 unruhe berlin")
    assert "✓ West-Berlin: Unruhe 3 → 2 West: Was wird abgebaut?" in said
