"""What is true may be typed, though nobody asks: no error, and the same board."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.mistakes import PLAY
from tests.random_season import NOTATION
from tests.records import EXAMPLE, checked, codes, with_line
from tests.test_second_mistakes import games
from wsdv_tools.record.record_files import check_text


@pytest.mark.parametrize(
    ("line", "typed"),
    [
        (10, "W 20 build hannover, hamburg-hannover*2; hamburg=NI"),
        (11, "E 5 event u-SN; police; prestige +1"),
        (11, "E 5 event prestige +1, police, u-SN"),
        (12, "W 4 unrest BY; -hamburg-hannover; hamburg=SH"),
        (14, "W 17 standard NI, NW>WB; hamburg=NI; u-NI"),
        (34, "8: use 5 BB"),
    ],
)
def test_a_true_word_is_no_error(line: int, typed: str) -> None:
    text = with_line(line, typed)
    assert codes(text) == []
    assert checked(text).position == checked(EXAMPLE).position


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


def _with_hamburg_in_phases(line: str) -> str:
    return f"{line}, hamburg=NI" if re.match("[14678]:", line) else line


def _with_used_cards(line: str) -> str:
    if not line.startswith("8:"):
        return line
    return "8: " + ", ".join(f"use 5 {name.strip()}" for name in line[2:].split(","))


@pytest.mark.parametrize("change", [_with_hamburg_in_phases, _with_used_cards])
def test_true_words_in_random_games(change: Callable[[str], str]) -> None:
    for lines in games():
        plain = check_text("\n".join(lines) + "\n", "game.wsdv", NOTATION).checked
        wordy = check_text("\n".join(map(change, lines)) + "\n", "game.wsdv", NOTATION).checked
        assert [finding for finding in wordy.findings if finding.is_error] == []
        assert wordy.position == plain.position


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
