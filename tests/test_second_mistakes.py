"""One mistake does not hide the next: after each kind of first mistake a second one is found at its line."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import pytest

from tests.mistakes import FIRST, second_mistake
from tests.random_season import NOTATION, text_of
from tests.records import EXAMPLE, LINES, checked, english, errors, with_line
from wsdv_tools.bots.random_play import Anything, play_game
from wsdv_tools.referee.record_files import check_text

GAMES = 4
MOST_ERRORS = 5  # of one mistake


@cache
def game(seed: int) -> list[str]:
    chance = Random(seed)
    return text_of(NOTATION, play_game(NOTATION.game, Anything(chance), chance)).splitlines()


def games() -> list[list[str]]:
    return [game(seed) for seed in range(GAMES)]


def test_after_sixty_kinds_of_mistakes_the_next_is_found() -> None:
    """More games, counted the same way, are in the page about checking."""
    count: Counter[str] = Counter()
    alarms = []
    for number, lines in enumerate(games()):
        for name, kind in FIRST.items():
            chance = Random(f"{number} {name}")
            change = kind(lines, chance)
            both = second_mistake(change, chance) if change else None
            if both is None:
                continue
            result = check_text("\n".join(both.lines) + "\n", "game.wsdv", NOTATION).checked
            told = {finding.place.line for finding in result.findings if finding.is_error and finding.place}
            count["all"] += 1
            count["found"] += both.second in told
            last = both.second if both.moves else len(both.lines) + 1
            if both.first in told:  # else it is not a mistake by itself: another game, which the rest does not fit
                alarms += [
                    (number, name, line) for line in told - {both.first, both.second} if both.first < line < last
                ]
    assert len(FIRST) >= 60
    assert count["all"] > 100
    assert count["found"] >= 0.98 * count["all"], count
    assert alarms == []


@pytest.mark.thorough
def test_one_mistake_is_no_flood() -> None:
    for number, lines in enumerate(games()):
        for name, kind in FIRST.items():
            change = kind(lines, Random(f"{number} {name}"))
            if change:
                result = check_text("\n".join(change.lines) + "\n", "game.wsdv", NOTATION).checked
                told = [finding for finding in result.findings if finding.is_error]
                is_told = any(finding.place and finding.place.line == change.line for finding in told)
                assert len(told) <= MOST_ERRORS or not is_told, (number, name)


def test_what_follows_from_a_mistake_says_so() -> None:
    """West builds in Leipzig, which it may not; that East builds there later is not a second mistake."""
    text = with_line(10, "W 20 build hannover, hamburg-hannover*2, leipzig")
    result = checked(text)
    assert [finding.code for finding in result.findings if finding.is_error] == ["build-wrong-state"]
    (follows,) = [finding for finding in result.findings if finding.code == "build-occupied"]
    assert follows.place
    assert (follows.place.line, follows.severity) == (15, "note")
    assert english().note(follows.notes[-1]) == "This follows from the mistake in line 10; without it this line fits."
    assert result.position == checked(EXAMPLE).position


def test_the_finding_says_how_many_outcomes_are_possible() -> None:
    (finding,) = errors(with_line(11, "E 5 event"))
    assert english().note(finding.notes[0]) == (
        "27 outcomes are possible here; the rest is checked for all of these positions."
    )


def test_a_check_line_proves_what_was_left_out() -> None:
    text = with_line(11, "E 5 event").replace("check prestige -2", "check MV unrest 2; BB unrest 2")
    notes = [english().note(note) for finding in errors(text) for note in finding.notes]
    assert any("possible" in note for note in notes)


def test_a_missing_price_touches_the_hands_only() -> None:
    result = checked(with_line(20, "E I event calm SN, calm TH; u-BB, u-MV"))
    boards = {position._replace(course=None) for position in result.boards}
    assert len(boards) == 1
    assert not result.unchecked


def test_a_phase_left_out_is_made_up_for() -> None:
    lines = [*LINES[:29], *LINES[30:]]
    result = checked("\n".join(lines) + "\n")
    assert [finding.code for finding in result.findings if finding.is_error] == ["decision-missing"]
    assert len(result.boards) > 1


def test_too_many_outcomes_are_told() -> None:
    text = "wsdv-record: 1\ndecade I\nrow 1 4 5 12 16 17 20\nW 20 bild nowhere\nE 5 build leipzig\nresult none agreed\n"
    result = checked(text)
    assert (result.unchecked, result.boards) == (2, [])


def test_boards_that_come_later_know_the_hands_of_their_time() -> None:
    """The factory whose name nobody can read runs down many lines later: only then is its board looked at."""
    change = FIRST["unknown name in a build"](game(21), Random("21 unknown name in a build"))
    assert change
    (finding,) = errors("\n".join(change.lines) + "\n")
    assert english().note(finding.notes[-1]) == "The rest of the record proves which it was: +neubrandenburg."
