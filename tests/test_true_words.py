"""What is true may be typed, although nobody asks: no error, and the same board."""

from __future__ import annotations

import re

import pytest

from tests.mistakes import PLAY
from tests.random_season import NOTATION
from tests.records import EXAMPLE, LINES, checked, codes, english, errors, notation, with_line
from tests.rewritings import REWRITINGS
from tests.test_second_mistakes import game, games
from wsdv_tools.record.reader import read_record
from wsdv_tools.record.writer import write_record
from wsdv_tools.referee.needless import without_needless
from wsdv_tools.referee.record_files import check_text

PLAIN_EXAMPLE = [re.sub(r"\s*#.*", "", line) for line in LINES]


@pytest.mark.parametrize(
    ("line", "typed"),
    [
        (10, "W 20 build hannover, hamburg-hannover*2; hamburg=NI"),
        (11, "E 5 event u-SN; police; prestige +1"),
        (11, "E 5 event prestige +1, police, u-SN"),
        (11, "E 5 event u-SN; prestige 1"),
        (12, "W 4 unrest BY; -hamburg-hannover; hamburg=SH"),
        (14, "W 17 standard NI, NW>WB; hamburg=NI; u-NI"),
        (14, "W 17 standard NI, NW>WB; hamburg=NI; british"),
        (31, "2: at -2; down leipzig"),
        (33, "5: s-SN\n7: NI>ST, TH>HE"),
        (33, "5: -SN\n7: NI>ST, TH>HE"),
        (34, "8: use 5 BB"),
    ],
)
def test_a_true_word_is_no_error(line: int, typed: str) -> None:
    text = with_line(line, typed)
    assert codes(text) == []
    assert checked(text).position == checked(EXAMPLE).position


def test_an_unknown_card_of_a_hand_may_be_typed() -> None:
    hand = next(number for number, line in enumerate(LINES, 1) if line.startswith("hand"))
    typed = with_line(hand, "hand E ? 9")
    assert codes(typed) == []
    assert checked(typed).position == checked(with_line(hand, "hand E 9")).position
    assert codes(with_line(hand, "hand E ? 13")) != []


@pytest.mark.parametrize(
    ("line", "typed"),
    [
        (11, "E 5 event u-SN; prestige -1"),
        (11, "E 5 event u-SN; wall on"),
        (14, "W 17 standard NI, NW>WB; hamburg=NI; u-BY"),
        (12, "W 4 unrest BY; -hamburg-hannover; hamburg=BY"),
    ],
)
def test_a_false_word_is_an_error_and_changes_nothing_else(line: int, typed: str) -> None:
    told = [finding for finding in checked(with_line(line, typed)).findings if finding.is_error]
    assert told[0].place
    assert told[0].place.line == line


@pytest.mark.parametrize(
    ("line", "typed", "sentence"),
    [
        (11, "E 5 event u-SN; prestige -2", "“prestige -2” is wrong: here it is +1, not -2."),
        (
            12,
            "W 4 unrest BY; -hamburg-hannover; hamburg=BY",
            "Hamburg can only belong to one of these two: Niedersachsen and Schleswig-Holstein.",
        ),
        (
            10,
            "W 20 build hannover, hamburg-hannover*2; hamburg=SH; hamburg=NI",
            "Hamburg already counts for Schleswig-Holstein in this action; it cannot count for Niedersachsen as well.",
        ),
        (
            14,
            "W 17 standard NI, NW>WB; hamburg=NI; american",
            "“american” is wrong: here it is British sector, not American sector.",
        ),
        (
            14,
            "W 17 standard NI, NW>WB; hamburg=NI; u-BY",
            "“u-BY” is wrong: card 17 (Dismantling industry in the East) does not do that here.",
        ),
        (30, "1: =4; -leipzig-jena, -schwedt-polska-nord, -bitterfeld-leipzig", "“=4” is wrong: here it is 3, not 4."),
        (31, "2: at -3; down leipzig", "With the prestige marker on -2, these spaces may be executed: -2 and -1."),
        (33, "5: s-TH\n7: NI>ST, TH>HE", "“s-TH” is wrong: here it is 0, not 1."),
        (34, "8: use 15 BB", "Card 15 (Stalinist purges) is not in front of East as a police card."),
    ],
)
def test_a_false_word_is_one_error_that_says_both(line: int, typed: str, sentence: str) -> None:
    assert [english().sentence(finding) for finding in errors(with_line(line, typed))] == [sentence]


def test_what_follows_inside_a_decade_end_is_no_error() -> None:
    """East types a factory that still has lines; that it runs down afterwards fits, if it stayed where it was."""
    assert [finding.code for finding in errors(with_line(30, "1: -leipzig"))] == ["dismantle-connected"]


@pytest.mark.parametrize("name", REWRITINGS)
def test_a_game_written_otherwise_is_the_same(name: str) -> None:
    changed = 0
    for lines in (*games(), game(11), PLAIN_EXAMPLE):  # factories run down in 11, the police work in the example
        plain = checked("\n".join(lines) + "\n")
        other = [REWRITINGS[name](line) for line in lines]
        changed += other != lines
        found = checked("\n".join(other) + "\n")
        assert [(finding.code, finding.place) for finding in found.findings if finding.is_error] == []
        assert found.position == plain.position
    assert changed
    assert len(REWRITINGS) >= 45


@pytest.mark.parametrize("name", ["Hamburg in phases", "Hamburg in the West"])
def test_fmt_takes_true_words_out(name: str) -> None:
    for lines in games()[:3]:
        plain, wordy = (
            write_record(without_needless(read_record(text, "game.wsdv", notation()), notation()), notation())
            for text in ("\n".join(lines), "\n".join(map(REWRITINGS[name], lines)))
        )
        assert wordy == plain
        assert checked(plain).position == checked("\n".join(lines)).position


def test_fmt_takes_arrows_police_and_sums_out() -> None:
    text = with_line(11, "E 5 event prestige +1, police, u-SN")
    text = text.replace("1: -leipzig-jena", "1: 6 steps; =3; -leipzig-jena")
    assert codes(text) == []
    record = without_needless(read_record(text, "game.wsdv", notation()), notation())
    lines = write_record(record, notation()).splitlines()
    assert lines[10] == "E 5 event u-SN"
    assert lines[29].startswith("1: -leipzig-jena, -schwedt-polska-nord, -bitterfeld-leipzig")


def test_a_false_sum_names_both_numbers() -> None:
    (finding,) = errors(EXAMPLE.replace("1: -leipzig-jena", "1: 5; -leipzig-jena"))
    assert english().sentence(finding) == "“5” is wrong: here it is 3, not 5."


def test_arrows_and_police_in_random_games() -> None:
    """Each event with what its arrows and its police icon did, as the boards before and after tell."""
    for lines in games():
        plain = check_text("\n".join(lines) + "\n", "game.wsdv", NOTATION).checked
        wordy = list(lines)
        for moment in plain.moments:
            if not (match := PLAY.match(lines[moment.line.span.line - 1])) or match[4] != "event":
                continue
            words = ["police"] if len(moment.after.police) > len(moment.before.police) else []
            void = [step.place for step in moment.done if step.verb == "void"]
            for track in ("prestige", "currency"):
                far = getattr(moment.after, track) - getattr(moment.before, track)
                if far and track not in void:
                    words.append(f"{track} {far:+d}")
            if words:
                number = moment.line.span.line - 1
                wordy[number] += f"{',' if match[5] else ''} {', '.join(words)}"
        found = check_text("\n".join(wordy) + "\n", "game.wsdv", NOTATION).checked
        assert wordy != lines
        assert [(finding.code, finding.place) for finding in found.findings if finding.is_error] == []
        assert found.position == plain.position


def test_police_cards_named_in_phase_8() -> None:
    """Each province with a police card that East has not used."""
    changed = 0
    for lines in (*games(), PLAIN_EXAMPLE):
        plain = check_text("\n".join(lines) + "\n", "game.wsdv", NOTATION).checked
        wordy = list(lines)
        ends = {moment.line.span.line: moment for moment in plain.moments if moment.outcome}
        end = None
        for number, line in enumerate(lines):
            end = ends.get(number + 1, end)
            if line.startswith("8: ") and end and end.outcome:
                before = next(report.before for report in end.outcome.reports if report.phase == 8)
                unused = [card for card in before.police if card not in before.police_used]
                places = line.removeprefix("8: ").split(", ")
                wordy[number] = "8: " + ", ".join(
                    f"use {card} {place}" for card, place in zip(unused, places, strict=False)
                )
                changed += len(unused) >= len(places)
        found = check_text("\n".join(wordy) + "\n", "game.wsdv", NOTATION).checked
        assert [(finding.code, finding.place) for finding in found.findings if finding.is_error] == []
        assert found.position == plain.position
    assert changed
