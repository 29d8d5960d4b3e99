"""The games under examples/: without a fault, with every event and every ending, and as they have always been.

A golden transcript is written again by `python tests/test_example_games.py`; look at what has changed in it.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from tests.transcript import transcript
from wsdv_tools.facts import Catalogue
from wsdv_tools.findings import Severity
from wsdv_tools.record.lines import Play
from wsdv_tools.record.notation import Notation
from wsdv_tools.record.reader import RULE_REASONS, read_record
from wsdv_tools.record.writer import write_record
from wsdv_tools.referee.checker import check_record
from wsdv_tools.referee.verdicts import Checked
from wsdv_tools.rules.course import face
from wsdv_tools.rules.game import Game
from wsdv_tools.sources.shipped import shipped
from wsdv_tools.words import Language
from wsdv_tools.words.names import Names

GAMES = {path.stem: path for path in sorted(shipped("examples").glob("*.wsdv"))}
GOLDEN = Path(__file__).parent / "golden" / "games"
NOTATION = Notation(Game(Catalogue.load()), Names(Catalogue.load()))
ENGLISH = Language.load("en")
CARDS = NOTATION.game.cards


@cache
def checked(name: str) -> Checked:
    return check_record(read_record(GAMES[name].read_text("utf-8"), name, NOTATION), NOTATION)


def told(name: str) -> str:
    return transcript(checked(name), NOTATION, lambda card: ENGLISH.title(CARDS[card]))


def events(name: str) -> set[str]:
    """The faces whose event was triggered."""
    plays = [(moment.before, moment.line) for moment in checked(name).moments if isinstance(moment.line, Play)]
    return {face(before, line.card) for before, line in plays if line.mode == "event"}


@pytest.mark.parametrize("name", GAMES)
def test_game_has_no_fault(name: str) -> None:
    quiet = {Severity.HINT, Severity.NOTE}
    assert [finding.code for finding in checked(name).findings if finding.severity not in quiet] == []
    assert checked(name).unchecked == 0


@pytest.mark.parametrize("name", GAMES)
def test_game_is_as_it_has_always_been(name: str) -> None:
    golden = (GOLDEN / f"{name}.transcript").read_text("utf-8").splitlines()
    assert told(name).splitlines() == golden


@pytest.mark.parametrize("name", [name for name in GAMES if checked(name).reason])
def test_whole_game_tells_who_played_and_is_in_canonical_spelling(name: str) -> None:
    assert {"title", "west", "east"} <= set(checked(name).headers)
    text = GAMES[name].read_text("utf-8")
    assert write_record(read_record(text, name, NOTATION), NOTATION) == text
    assert text.count("#") > text.count("\n") / 2  # it tells a story


def test_every_event_is_in_some_game() -> None:
    triggered = set().union(*map(events, GAMES))
    assert [card for card in CARDS if card not in triggered] == []


def test_every_ending_is_in_some_game() -> None:
    endings = {(checked(name).winner, checked(name).reason) for name in GAMES}
    assert {reason for _, reason in endings} >= set(RULE_REASONS)
    assert len([winner for winner, reason in endings if reason == "collapse"]) == 2


def test_every_golden_transcript_has_its_game() -> None:
    assert {path.stem for path in GOLDEN.iterdir()} == set(GAMES)


if __name__ == "__main__":
    GOLDEN.mkdir(parents=True, exist_ok=True)
    for name in GAMES:
        (GOLDEN / f"{name}.transcript").write_text(told(name), "utf-8")
