"""A turn of a small game is the same value as one of the big game: it can be stored, taken back and hidden."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from tests.test_games_random import opened
from wsdv_tools.games.kubakrise.position import Position as KubaPosition
from wsdv_tools.games.opening import Opened
from wsdv_tools.games.sides import Side
from wsdv_tools.games.turns import Turn, TurnRules, turn_of
from wsdv_tools.games.vorhang.position import Position as VorhangPosition
from wsdv_tools.rules.play import Play


def started(game: Opened, chance: Random) -> Any:
    """A board with the hands dealt."""
    cards = list(game.deck.cards)
    chance.shuffle(cards)
    if game.spec.id == "kubakrise":
        return KubaPosition(to_move=Side.US, hands=((cards[0], cards[1]), (cards[2], cards[3])), cuba_card=cards[4])
    return VorhangPosition(to_move=Side.SU, hands=(tuple(cards[:5]), tuple(cards[5:10])))


def moments(game: Opened, seed: int) -> list[Turn]:
    """A random turn, at each of its decisions and at its end."""
    chance = Random(seed)
    found = [turn_of(game, started(game, chance))]
    while found[-1].pending:
        found.append(found[-1].take(chance.choice(found[-1].pending.options)))
    return found


@pytest.mark.parametrize("game", ["kubakrise", "vorhang"])
def test_a_turn_is_stored_and_read_back_at_every_moment(game: str) -> None:
    table = opened(game)
    for seed in range(20):
        for turn in moments(table, seed):
            again: Turn = Play.from_data(turn.as_data(), TurnRules(table))
            assert (again, again.position, again.log) == (turn, turn.position, turn.log)
    with pytest.raises(ValueError, match="rulings"):
        Play.from_data(turn.as_data() | {"rules": ["R9z"]}, TurnRules(table))


@pytest.mark.parametrize("game", ["kubakrise", "vorhang"])
def test_going_back_leads_through_the_same_boards(game: str) -> None:
    for seed in range(10):
        all_ = moments(opened(game), seed)
        for before, after in pairwise(all_):
            assert after.back() == before


@pytest.mark.parametrize("game", ["kubakrise", "vorhang"])
def test_a_side_sees_its_own_hand_only(game: str) -> None:
    board = turn_of(opened(game), started(opened(game), Random(1))).seen_by(Side.SU).start  # type: ignore[arg-type]
    assert set(board.hand(Side.US)) == {"?"}
    assert "?" not in board.hand(Side.SU)
    assert getattr(board, "cuba_card", "?") == "?"
