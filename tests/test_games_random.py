"""Random games of the small games: every record is without a fault and comes to the board that was played.

`make games` plays 2,000 of each; here it is a few.
"""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest

from tests.games_random import Played, play
from wsdv_tools.findings import Severity
from wsdv_tools.games.cards import Deck, Game
from wsdv_tools.games.loading import check
from wsdv_tools.games.opening import Opened, room
from wsdv_tools.games.records import read_record
from wsdv_tools.sources.yaml_reader import read_yaml

NUMBER = int(os.environ.get("WSDV_RANDOM_GAMES", "60"))
MADE_UP = Path(__file__).parent / "games"
ENDINGS = {
    "kubakrise": {"prestige", "zones", "tie", "nuclear-war", "nuclear-war-both"},
    "vorhang": {"flag", "nearer", "tie"},
}


def opened(game: str, *rulings: str) -> Opened:
    """A game with the cards that were made up for the tests."""
    deck = Deck.of(read_yaml(MADE_UP / f"made_up_{game}.yaml").value)
    rooms = room(game)
    return Opened(rooms.SPEC, Game(deck, rulings), rooms.NotationClass(rooms.SPEC, deck))


def judged(game: Opened, played: Played) -> None:
    record = read_record(played.text, "random", game.notation)
    checked = check(game, record)
    assert [f.code for f in checked.findings if f.severity is not Severity.NOTE] == [], played.text
    assert room(game.spec.id).as_plain(checked.position) == room(game.spec.id).as_plain(played.position), played.text
    assert (checked.winner, checked.reason) == (played.winner, played.reason)


@pytest.mark.parametrize("game", ENDINGS)
def test_games_are_written_checked_and_read_back(game: str) -> None:
    endings: Counter[str] = Counter()
    for seed in range(NUMBER):
        table = opened(game)
        played = play(table, seed)
        judged(table, played)
        endings[played.reason] += 1
    print(game, dict(endings))
    if NUMBER >= 1000:
        assert set(endings) == ENDINGS[game]
    assert set(endings) <= ENDINGS[game]


@pytest.mark.parametrize("game", ENDINGS)
def test_by_other_rulings_too(game: str) -> None:
    rulings = room(game).SPEC.choosable()
    for seed in range(max(4, NUMBER // 3)):
        table = opened(game, *[ruling for ruling in rulings if not ruling.endswith("c")])
        judged(table, play(table, seed))


@pytest.mark.parametrize(("game", "seed"), [("kubakrise", 1), ("vorhang", 1)])
def test_the_same_seed_gives_the_same_game(game: str, seed: int) -> None:
    assert play(opened(game), seed).text == play(opened(game), seed).text


@pytest.mark.parametrize(
    ("game", "reason"), [(game, reason) for game, all_ in ENDINGS.items() for reason in sorted(all_)]
)
def test_every_ending_is_reached(game: str, reason: str) -> None:
    """These seeds were found by trying; the games are played again each time."""
    seeds = {"nuclear-war-both": range(40), "tie": range(150), "zones": range(60)}
    assert any(play(opened(game), seed).reason == reason for seed in seeds.get(reason, range(30)))
