"""A play that nobody wrote down, or that was written twice, is told; and no true line behind it is called an error."""

from __future__ import annotations

import re
from random import Random

import pytest

from tests.mistakes import PLAY
from tests.random_season import text_of
from tests.records import LINES, checked, english, errors, notation
from tests.thorough import only
from wsdv_tools.bots.random_play import Anything, play_game
from wsdv_tools.findings import Finding
from wsdv_tools.sources.shipped import shipped

THE_GAP = {"not-your-turn", "end-too-early", "row-too-early"}


def without(lines: list[str], *numbers: int) -> str:
    """A record without lines, which are counted from 1."""
    return "\n".join(line for number, line in enumerate(lines, 1) if number not in numbers) + "\n"


def plays(lines: list[str]) -> list[int]:
    return [number for number, line in enumerate(lines, 1) if PLAY.match(line.partition("#")[0].strip())]


def false_alarms(lines: list[str], *numbers: int) -> list[Finding]:
    """What is called an error besides what shows that these lines are missing."""
    return [finding for finding in errors(without(lines, *numbers)) if finding.code not in THE_GAP]


def games() -> list[list[str]]:
    examples = [path.read_text("utf-8").splitlines() for path in sorted(shipped("examples").glob("*.wsdv"))]
    chances = map(Random, range(3))
    return examples + [text_of(notation(), play_game(notation().game, Anything(c), c)).splitlines() for c in chances]


def test_any_play_of_a_decade_may_be_missing() -> None:
    assert len(plays(LINES)) == 17
    for number in plays(LINES):
        assert errors(without(LINES, number)), number
        assert false_alarms(LINES, number) == [], number


@pytest.mark.thorough
def test_any_play_of_any_game_may_be_missing() -> None:
    for lines in games():
        assert [number for number in plays(lines) if false_alarms(lines, number)] == []
        assert [number for number in plays(lines) if not errors(without(lines, number))] == []


@pytest.mark.thorough
def test_two_plays_one_after_the_other_may_be_missing() -> None:
    for lines in games():
        from_display = {one for one in plays(lines) if re.match(r"[WE] \d+ ", lines[one - 1])}  # others leave no trace
        pairs = [(one, one + 1) for one in plays(lines) if one + 1 in plays(lines) and {one, one + 1} & from_display]
        assert [pair for pair in pairs if false_alarms(lines, *pair)] == []


def test_the_card_that_nobody_plays_is_named() -> None:
    (finding,) = errors(without(LINES, 12))
    assert finding.place
    assert (finding.code, finding.place.line, finding.place.column) == ("not-your-turn", 12, 1)
    (note,) = map(english().note, finding.notes)
    assert note == (
        "Nobody ever plays card 4 (Göttingen Eighteen), which is in the display: that play is probably missing "
        "before this line."
    )


def test_a_play_from_a_hand_may_be_missing() -> None:
    (finding,) = errors(without(LINES, 13))
    assert [note.code for note in finding.notes] == ["play-missing"]


def test_what_may_follow_is_told_and_is_no_error() -> None:
    result = checked(without(LINES, 15))
    told = {english().note(note) for finding in result.findings[1:] for note in finding.notes}
    assert told == {
        "Perhaps this does not fit only because a play is missing at line 15. Add the play and check again."
    }
    assert not result.is_certain
    assert result.boards == []


def test_what_no_play_can_allow_is_an_error_all_the_same() -> None:
    lines = [*LINES[:20], LINES[20].replace("+bremen", "+leipzig"), *LINES[21:]]
    assert [finding.code for finding in false_alarms(lines, 12)] == ["build-wrong-state"]


def test_after_a_set_line_everything_counts_again() -> None:
    lines = [*LINES[:19], "set SN unrest 2; cadre 1", *LINES[19:]]
    assert "standard-economy" in {finding.code for finding in false_alarms(lines, 12)}


@pytest.mark.parametrize(
    "changed",
    [
        {15: "W 1 build leipzig, bitterfeld-leipzig"},  # the letter is wrong, as the next line shows
        {15: "W 18h event u-SH, u-WB !", 16: "E 1 build leipzig, bitterfeld-leipzig", 17: "E 12 build rostock !"},
        {10: "W 19 build hannover, hamburg-hannover*2"},  # a wrong number: no play is missing
    ],
)
def test_what_is_no_missing_play(changed: dict[int, str]) -> None:
    text = "\n".join(changed.get(number, line) for number, line in enumerate(LINES, 1)) + "\n"
    assert not [note for finding in checked(text).findings for note in finding.notes if note.code == "may-follow"]


def test_a_record_that_grows_lacks_no_play_yet() -> None:
    (finding,) = errors(without(LINES[:13], 12))
    assert (finding.code, finding.notes) == ("not-your-turn", ())


def doubled(lines: list[str], number: int) -> str:
    return "\n".join([*lines[:number], *lines[number - 1 :]]) + "\n"


@pytest.mark.parametrize("lines", only([LINES], games()), ids=str)
def test_any_play_may_be_written_twice(lines: list[str]) -> None:
    for number in plays(lines):
        (finding,) = errors(doubled(lines, number))
        assert finding.place
        assert (finding.code, finding.place.line, finding.values) == ("play-twice", number + 1, {"line": number})


def test_what_is_written_twice_is_played_once() -> None:
    once, twice = checked("\n".join(LINES) + "\n"), checked(doubled(LINES, 12))
    assert (twice.plays, twice.position, twice.is_certain) == (once.plays, once.position, True)


def test_a_card_played_for_something_else_is_not_the_same_play() -> None:
    lines = [*LINES[:12], "W 4 build kiel", *LINES[12:]]
    assert "play-twice" not in {finding.code for finding in errors("\n".join(lines) + "\n")}


def test_the_same_play_on_another_board_is_another_one() -> None:
    again = LINES[9]
    text = f"{LINES[3]}\nset\ndecade I\n{LINES[8]}\n{again}\nset\n{LINES[8]}\n{again}\n"
    assert "play-twice" not in {finding.code for finding in errors(text)}
