"""Corners of records: one fault is reported once, and what is still certain after it is still checked."""

from __future__ import annotations

import json

import jsonschema
import pytest

from tests.records import checked, codes, errors, notation
from wsdv_tools.facts import State
from wsdv_tools.rules.plain import as_plain, build
from wsdv_tools.sources.shipped import shipped
from wsdv_tools.words import Language

HEAD = "wsdv-record: 1\ndecade I\nrow 1 4 5 12 16 17 20\n"
SECOND = "row 2 3 6 8 13 15 19\n"
HALF = "W 20 build\nE 1 build\nW 4 build\nE 5 build\nW 12 build\nE 16 build\nW 17 build\n"
LOST = HEAD + "W 20 bild nowhere\n"  # from here on nothing is known about the board
DECADE_II = (
    "wsdv-record: 1\nset prestige -3; berlin; leipzig; bitterfeld; jena; BY unrest 1\ndecade II\nhand E 36 37\n"
    "row 21 22 23 24 25 26 27\nW 21 build\nE 22 build\nW 23 build\nE 24 build\nW 25 build\nE 26 build\nW 27 build\n"
    "row 28 29 31 32 33 34 35\nE 28 build\nW 29 build\nE 31 build\nW 32 build\nE 33 build\nW 34 build\nE 35 build\n"
)


@pytest.mark.parametrize(
    ("between", "told"),
    [
        ("note: tea", []),
        ("weather: rain", ["header-unknown"]),
        ("check prestige 5", []),
        ("11: foo", ["phase-unknown"]),
        ("foo bar", ["line-unreadable"]),
    ],
)
def test_a_line_between_phases_does_not_end_the_decade_end(between: str, told: list[str]) -> None:
    text = f"{DECADE_II}end\n1: -berlin\n{between}\n2: at -3; u+SN\ndecade III\n"
    assert codes(text) == told
    assert checked(text).is_certain


def test_a_check_after_the_last_phase_is_compared_with_the_new_board() -> None:
    text = f"{DECADE_II}end\n1: -berlin\n2: at -3; u+SN\ncheck SN unrest 1\ncheck SN unrest 3\n"
    assert [(finding.code, finding.place.line) for finding in errors(text) if finding.place] == [("check-differs", 25)]


@pytest.mark.parametrize(
    ("play", "told"),
    [
        ("W 20 bild x", "mode-unknown"),
        ("W 99h build", "card-unknown"),
    ],
)
def test_an_unreadable_play_takes_its_turn_and_its_card(play: str, told: str) -> None:
    rest = HALF.split("\n", 1)[1] + ("E 20 build\n" if "h " in play else "")
    result = checked(HEAD + play + "\n" + rest + SECOND)
    assert [finding.code for finding in result.findings if finding.code != "result-missing"] == [told]
    assert result.plays == result.unchecked
    assert not result.is_certain
    assert [note.code for note in result.findings[0].notes] == ["outcomes-unknown"]


@pytest.mark.parametrize(
    ("play", "told"),
    [
        ("W 99 build", "card-unknown"),
        ("W ? build", "card-unknown"),
        ("W Wirtschaftswumder build", "card-unknown"),
        ("O 20 build", "side-ambiguous"),
        ("W 20 bild", "mode-unknown"),
    ],
)
def test_what_a_play_can_only_mean_is_taken(play: str, told: str) -> None:
    result = checked(HEAD + play + "\n" + HALF.split("\n", 1)[1] + SECOND)
    assert [finding.code for finding in result.findings if finding.code != "result-missing"] == [told]
    assert not result.unchecked


@pytest.mark.parametrize("card", ["VI", "Rusian tanks"])
def test_a_special_card_is_known_by_its_number_or_its_price(card: str) -> None:
    said = codes(f"{HEAD}W 20 build\nE {card} event u-SN, u-TH; draw\nE I event; draw\n")
    assert said[1:] == ["not-your-turn", "special-gone"]


def test_hands_are_kept_count_of_without_a_board() -> None:
    drawn = "E I event u-SN, u-BB; draw\nW 13h build\nE 5 build\nW 14h build\nE 1 build\nW 18h build\n"
    assert codes(LOST + drawn) == ["mode-unknown"]
    discarded = "E I event u-SN, u-BB; discard 9\nW 4 build\nE 9h build\n"
    assert codes(LOST + discarded) == ["mode-unknown", "card-seen-elsewhere"]
    start = "wsdv-record: 1\nset prestige 1\ndecade III\nhand W 47 48\nhand E 45 49\nrow 41 42 43 44 46 51 50\n"
    swapped = "E 41 build nowhere\nW 42 build\nE 50 event u+BY; look hand; swap 45 47\nW 45h build\nE 47h build\n"
    assert codes(start + swapped) == ["name-unknown"]


@pytest.mark.parametrize(
    "text",
    [
        "decade III\nrow 41 42 43 44 45 46 47\nE 43 build\nW 44 build\n",
        "decade III\nrow 41 42 43 44 45 46 47\nset prestige 3; berlin; SN unrest 2\nE 43 build\nW 44 build\n",
        "decade IV\nrow 61 62 63 64 65 66 67\nW 61 build\nE IV-wall-falls event u-SN; draw\n",
    ],
)
def test_who_starts_is_not_known_without_a_board(text: str) -> None:
    assert codes("wsdv-record: 1\n" + text) == ["starts-late"]
    wrong = "decade III\nrow 41 42 43 44 45 46 47\nE 43 build\nE 44 build\n"
    assert codes("wsdv-record: 1\n" + wrong) == ["starts-late", "not-your-turn"]


def test_cards_stay_gone_after_a_set_line() -> None:
    assert codes(HEAD + "W 20 build\nset berlin\nE 20h build\n") == ["card-seen-elsewhere"]
    assert codes(HEAD + "W 20 build\nset berlin; played 20\nE 20h build\n") == ["card-seen-elsewhere"]


END_II = "end\n1: -berlin\n2: at -3; u+SN\ndecade III\n"


def test_a_kept_card_is_in_nobody_elses_hand() -> None:
    assert codes(f"{DECADE_II}{END_II}hand W 37\n") == ["card-not-kept"]
    assert codes(f"{DECADE_II}{END_II}hand E 37\n") == []
    assert codes(f"{DECADE_II}{END_II}row 41 42 43 44 45 46 47\nW 37h build\n") == ["card-not-kept"]


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("", "hand W 38 40\n", []),  # nobody has seen what West held
        ("hand W 38 40\n", "hand W 38 39\n", ["card-not-kept"]),
        ("hand W 38\n", "hand W 39 40\n", ["card-not-kept"]),  # one of them at most
        ("hand W 38\n", "hand W 39 40\nhand W 39 41\n", ["card-not-kept"]),  # the second line holds
        ("hand W 38 40\n", "row 41 42 43 44 45 46 47\nW 39h build\n", ["card-not-kept"]),
        ("hand W 38 40\n", "row 41 42 43 44 45 46 47\nW 38h build\nE 41 build\nW 40h build\n", []),
        ("", "row 41 42 43 44 45 46 47\nW 41 build\nE III event s+SN*2; discard 39\n", ["card-not-kept"]),
        ("W 40h bild\n", "hand E 38 39\n", ["mode-unknown"]),  # that play may have been anything
    ],
)
def test_an_old_hand_card_must_have_been_kept(before: str, after: str, told: list[str]) -> None:
    start, display, rest = DECADE_II.partition("row")
    text = f"{start}{before}{display}{rest}" if before.startswith("hand") else f"{DECADE_II}{before}"
    assert codes(f"{text}{END_II}{after}") == told


def test_guillaume_brings_old_cards_back() -> None:
    kept = f"{DECADE_II}{END_II}hand E 36 37\nhand W 59 60\nrow 41 42 43 44 45 46 50\nW 41 build\n"
    swapped = "E 50 event u+BY; look hand; swap 36 60\nW 36h build\nE 60h build\n"
    assert codes(kept + swapped) == []
    buried = "E 50 event u+BY; look deck; swap 36 58\nW 42 build\nE III event s+SN*2; draw\nW 36h build\n"
    assert codes(kept + buried) == []


def test_an_unreadable_item_of_a_set_line_leaves_the_board_unknown() -> None:
    result = checked("wsdv-record: 1\nset prestig 3; berlin\ndecade II\nrow 21 22 23 24 25 26 27\nE 23 build\n")
    assert [finding.code for finding in result.findings if finding.is_error] == ["name-unknown"]
    assert not result.is_certain


def test_a_board_set_before_its_decade_is_of_that_decade() -> None:
    row = "row 51 43 44 45 46 47 48\n"
    assert codes(f"wsdv-record: 1\nset prestige 1; police 21; played 41 42\ndecade III\n{row}E 43 build\n") == []
    assert codes(f"wsdv-record: 1\nset police 21\nset police 21; berlin\ndecade III\n{row}") == []
    assert codes(f"wsdv-record: 1\nset police 21\n{row}decade III\n")[:2] == ["card-later-decade", "no-decade"]
    assert codes("wsdv-record: 1\nset played 41\ndecade II\n") == ["card-later-decade"]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("hand W IV", "card-not-in-hand"),
        ("hand E I", "card-not-in-hand"),
        ("row IV 61 62 63 64 65 66", "row-special"),
        ("row 61 62 63 64 65 66 67\nE IV event u-SN; discard IV", "card-not-in-hand"),
        ("row 61 62 63 64 65 66 67\nE 61 build; use IV SN", "use-not-collected"),
        ("row 61 62 63 64 65 66 67\nE 50h event u+BY; look deck; swap IV 68", "card-not-in-hand"),
        ("row 61 62 63 64 65 66 67\nE 50h event u+BY; look deck; drop IV", "card-not-in-deck"),
    ],
)
def test_a_special_card_is_in_no_hand_row_or_deck(line: str, told: str) -> None:
    start = "wsdv-record: 1\nset prestige 1; wall on; SN unrest 3; berlin\ndecade IV\n"
    assert codes(f"{start}{line}\n") == [told]


@pytest.mark.parametrize(
    ("play", "told"),
    [
        ("W 18 event u-NI, u-BY", ["unrest-none-there"]),
        ("W 18 event u-NI, u-BY, u-HE", ["unrest-none-there", "no-icon-left"]),  # two icons, three steps
        ("W 18 event u-NI, u-SN", ["no-icon-left"]),  # nothing for East's unrest
        ("W 14 event u-WB", ["unrest-none-there"]),
        ("W 18 event u-NI; +kiel, +bremen", ["no-icon-left"]),
    ],
)
def test_an_icon_that_found_nothing_is_told_by_what_is_missing(play: str, told: list[str]) -> None:
    start = "wsdv-record: 1\nset berlin; dortmund; SN unrest 1; NI unrest 1\ndecade I\nrow 1 2 3 4 5 14 18\n"
    assert codes(f"{start}{play}\n") == told


def test_steps_too_many_are_one_finding() -> None:
    [found] = errors(HEAD + "W 12 build kiel, hamburg-hannover*2, bremen\n")
    assert found.place
    assert (found.code, found.values["n"], found.values["text"]) == ("build-too-many", 3, "hamburg-hannover*2, bremen")
    assert (found.place.column, found.place.end_column) == (18, 44)


def test_a_result_holds_where_the_board_is_not_known() -> None:
    result = checked(LOST + "result E time\n")
    assert (result.winner, result.reason) == (State.EAST, "time")
    assert [finding.code for finding in result.findings] == ["mode-unknown"]


def test_a_decade_without_its_end() -> None:
    result = checked(f"{DECADE_II}decade III\nrow 41 42 43 44 45 46 47\nE 43 build\n")
    told = [finding.code for finding in result.findings if finding.is_error]
    assert told == ["decade-not-ended", "not-your-turn"]  # West starts, however it ended
    assert not result.is_certain
    assert result.boards
    assert codes(f"{DECADE_II}end at last\n1: -berlin\n2: at -3; u+SN\ndecade III\n") == ["line-too-long"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (HEAD + "W 20 build\nE Ih event u-SN, u-BB; draw\n", "card-not-in-hand"),
        (HEAD.replace("20", "99") + "W 20 build\nE 5 build\n", "card-unknown"),
        (HEAD + HALF.replace("W 20 ", "W 20h ") + SECOND, "card-seen-elsewhere"),
        (HEAD + HALF + "E 9h build\n" + SECOND + "W 2 build\n", "half-is-over"),
        (HEAD + HALF + "E 2 build\n" + SECOND + "W 3 build\n", "half-is-over"),
        (HEAD.replace("row", "hand E 9 14 15\nrow") + "W 20 build\nE 15h build\n", "hand-too-large"),
        (HEAD + "W 25h build\n", "card-later-decade"),
        (HEAD.replace(" 20", "") + HALF + SECOND, "row-not-seven"),
    ],
)
def test_one_fault_is_told_once(text: str, told: str) -> None:
    assert codes(text) == [told]


def test_another_decades_special_card_leaves_this_one() -> None:
    text = "wsdv-record: 1\nset prestige 1\ndecade II\nrow 21 22 23 24 25 26 35\n"
    assert codes(text + "E III event s+SN*2; draw\nW 21 build\nE II event draw\n") == ["special-other-decade"]


def test_results() -> None:
    result = checked(LOST + "result W resigned\n")
    assert (result.winner, result.reason) == (State.WEST, "resigned")
    result = checked(HEAD + "W 20 build\nresult E resigned\nresult W agreed\n")
    assert [finding.code for finding in result.findings] == ["result-not-last"]
    assert (result.winner, result.reason) == (State.EAST, "resigned")
    assert codes(HEAD + "W 20 build\nresult E resigned\nnote: x\nE 5 build\nW 4 build\n") == ["result-not-last"]


def test_headers_in_any_words() -> None:
    result = checked("wsdv-record: 1\nPlayed at: Leipzig\nÜbung: x\n" + HEAD.split("\n", 1)[1])
    assert [finding.code for finding in result.findings] == ["header-unknown", "header-unknown", "result-missing"]
    assert result.headers["played at"] == "Leipzig"
    assert codes(HEAD + "W build: hannover\n") == ["play-incomplete"]


def test_a_minus_or_a_dash_is_a_hyphen() -> None:
    plays = "W 20 build hannover, hamburg–hannover*2\nE 5 event u−SN\nW 4 unrest BY; –hamburg-hannover\n"
    assert codes(HEAD + plays + "check SN unrest 2\n") == []
    read = notation().read
    assert read("s−SN", "event") == read("s–SN", "event") == read("s-SN", "event")


GUILLAUME = "wsdv-record: 1\nset prestige 1\ndecade III\nhand E 18 45\nrow 41 42 43 44 46 51 50\n"


@pytest.mark.parametrize(
    "text",
    [
        "decade I\nhand E 9 14\n",
        HEAD + HALF + SECOND + "row 7 9 10 11 14 18 2\nrow 7 9 10 11 14 18 2\n",
        HEAD.replace(" 20", " 99") + "W 4 build\n",  # one card of the display is not known
        "wsdv-record: 1\ndecade I\nW 4 build\n",  # none of them is
        GUILLAUME + "E 50 event u+BY; look deck; swap 18 47\n",  # a card of another decade is in the deck
    ],
)
def test_positions_satisfy_their_schema_and_read_back(text: str) -> None:
    position = checked(text).position
    assert position is not None
    game = notation().game
    plain = as_plain(game, position)
    jsonschema.validate(plain, json.loads((shipped("schemas") / "position.schema.json").read_text("utf-8")))
    assert build(game, plain) == position


def test_unknown_cards_are_not_listed() -> None:
    found = errors(HEAD.replace(" 20", " 99") + "W 30 build\n" + SECOND)
    assert [finding.code for finding in found] == ["card-unknown", "display-other-decade", "row-too-early"]
    assert "?" not in found[-1].values["cards"]


def test_an_illegal_phase_step_that_cannot_be_done_says_what_is_lost_with_it() -> None:
    text = f"{DECADE_II}end\n1: -rostock\n2: at -3; u+SN\ndecade III\nrow 41 42 43 44 45 46 47\nW 43 unrest HE\n"
    finding, second = errors(text)
    assert (finding.code, [note.code for note in finding.notes]) == ("dismantle-none-there", ["outcomes-possible"])
    assert second.code == "unrest-cannot-pay"  # West has nothing on any board
    assert not checked(text).is_certain


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("2: at -5; u+SN", ["space-not-open"]),
        ("2: at -4; -jena, u+SN", ["space-not-open"]),
        ("2: at -1; down leipzig", []),
    ],
)
def test_the_icons_of_an_illegal_space_are_those_that_were_typed(line: str, told: list[str]) -> None:
    text = f"{DECADE_II}end\n1: -berlin\n{line}\ndecade III\n"
    assert [finding.code for finding in errors(text)] == told
    assert checked(text).is_certain


def test_a_line_behind_the_end_hears_who_won_when_and_why() -> None:
    text = HEAD.replace("decade I\n", "set prestige 0\ndecade I\n") + HALF + SECOND
    text += "E 2 build\nW 3 build\nE 6 build\nW 8 build\nE 13 build\nW 15 build\nE 19 build\nend\ndecade II\n"
    (finding,) = errors(text)
    assert (finding.code, finding.place and finding.place.line) == ("after-the-end", 21)
    assert Language.load("en").sentence(finding) == (
        "The game was over before this line: West won in phase 1 at the end of decade I (insolvency)."
    )


@pytest.mark.parametrize(
    ("play", "told"),
    [
        ("W 20 event +kiel, +bremen, +hannover, u-BY, u+SN*3", "no-icon-left"),
        ("W 20 unrest BY*4", "unrest-only-one"),
        ("W 20 unrest u-SN*3", "unrest-not-own"),
        ("W 12 build kiel, hamburg-hannover*2", "build-too-many"),
    ],
)
def test_a_step_that_is_repeated_is_told_once(play: str, told: str) -> None:
    (finding,) = errors(HEAD + play + "\n")
    assert finding.code == told


STEEL = "decade III\nrow 41 42 43 44 45 46 47\nE 43 event u+NW; -duisburg\n"


def test_a_line_that_has_to_go_first_need_not_be_typed() -> None:
    """The event takes three points; the only first one is the line, and the choice comes after it."""
    text = f"wsdv-record: 1\nset decade 3; prestige 1; duisburg; dortmund; duisburg-dortmund 1\n{STEEL}"
    assert errors(f"{text}check dortmund none; duisburg none; duisburg-dortmund 0\n") == []


def test_where_two_lines_could_go_first_somebody_has_to_say_which() -> None:
    lines = "duisburg-dortmund 1; koeln-duisburg 1"
    text = f"wsdv-record: 1\nset decade 3; prestige 1; duisburg; dortmund; koeln; {lines}\n{STEEL}"
    assert [finding.code for finding in errors(text)] == ["dismantle-connected"]
