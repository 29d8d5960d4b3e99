"""Nobody is asked where all answers lead to the same board, and only there."""

from __future__ import annotations

from random import Random

import pytest

from tests.samples import random_position
from wsdv_tools.facts import Catalogue, State
from wsdv_tools.rules.actions import ACTIONS, refuse_action
from wsdv_tools.rules.adjudicator import Adjudicator, Phase, Turn
from wsdv_tools.rules.choices import NOTHING, Choice, Step
from wsdv_tools.rules.game import Game
from wsdv_tools.rules.play import Play
from wsdv_tools.rules.position import INTACT, Position, empty
from wsdv_tools.rules.run import Run
from wsdv_tools.telling.phrases import play_kind

GAME = Game(Catalogue.load())


def with_unrest(**unrest: int) -> Position:
    board = empty(GAME, decade=4)
    by_code = {province.code: number for number, province in enumerate(GAME.provinces)}
    named = {by_code[code]: number for code, number in unrest.items()}
    return board._replace(unrest=tuple(named.get(p, 0) for p in range(len(GAME.provinces))))


def asked(position: Position, side: State, card: str) -> list[str]:
    """What a person is asked for in an event; a choice that has nothing to choose answers itself."""
    questions: list[str] = []

    def answer(choice: Choice) -> Step | None:
        if choice.kind == "void":
            return None
        if choice.forced is None and choice.options:
            questions.append(choice.kind)
            return choice.options[0]
        return choice.forced

    Run(ACTIONS["event"](GAME, position, side, GAME.cards[card])).follow(answer)
    return questions


@pytest.mark.parametrize(
    ("position", "side", "card", "questions"),
    [
        (with_unrest(SN=1, TH=1), State.EAST, "1", []),
        (with_unrest(SN=2), State.EAST, "1", []),
        (with_unrest(SN=1, TH=2), State.EAST, "1", ["remove-unrest"]),
        (with_unrest(SN=1, TH=1, BB=1), State.EAST, "1", ["remove-unrest", "remove-unrest"]),
        (with_unrest(WB=1, BY=1), State.WEST, "39", []),
        (with_unrest(WB=2, BY=1), State.WEST, "39", ["remove-unrest"]),  # two for anywhere may leave Bayern's
        (with_unrest(), State.WEST, "58", ["place-unrest"]),
    ],
)
def test_what_is_asked(position: Position, side: State, card: str, questions: list[str]) -> None:
    assert asked(position, side, card) == questions


@pytest.mark.parametrize("seed", range(15))
def test_whatever_is_answered_where_nobody_is_asked_comes_to_the_same(seed: int) -> None:
    """A small board and any event: from a choice that answers itself, every option ends on one board."""
    chance = Random(seed)
    provinces = range(len(GAME.provinces))
    cities = GAME.sites_of[State.WEST] + GAME.sites_of[State.EAST]
    standing = chance.sample(cities, chance.randint(0, 4))
    position = empty(GAME, decade=4)._replace(
        unrest=tuple(chance.choice((0, 0, 0, 1, 2)) for _ in provinces),
        factories=tuple(INTACT if city in standing else 0 for city in range(len(GAME.cities))),
    )
    for card in GAME.cards.values():
        side = State.WEST if card.colour == "yellow" else State.EAST
        ends = {_end(position, side, card.id, Random(seed * 100 + turn)) for turn in range(6)}
        assert len(ends) == 1, card.id


def _end(position: Position, side: State, card: str, chance: Random) -> Position | None:
    """The board after an event: real questions take the first answer, those that answer themselves take any."""

    def answer(choice: Choice) -> Step | None:
        if choice.kind == "void":
            return None
        if choice.forced is None:
            return choice.options[0] if choice.options else None
        return chance.choice(choice.options)

    return Run(ACTIONS["event"](GAME, position, side, GAME.cards[card])).follow(answer).result


@pytest.mark.parametrize("seed", range(12))
def test_nobody_is_asked_for_police_without_a_card(seed: int) -> None:
    """Where nothing can be decided nobody is asked, and where the police can be used is asked of East with a card."""
    chance = Random(seed)
    start = random_position(GAME, chance)._replace(course=None)
    for card in chance.sample(list(GAME.cards.values()), 3):
        for side in State:
            for mode in ACTIONS:
                if refuse_action(GAME, start, side, card, mode) is None:
                    _play_on(Play(Adjudicator(GAME), start, Turn(side, card.id, False, mode)).settled(), chance)


def _play_on(play: Play[Position, Turn | Phase], chance: Random) -> None:
    while play.pending:
        choice = play.pending.question
        steps = [step for step in choice.options if step != NOTHING]
        assert steps, "a question without an answer"
        assert play_kind(choice) != "use" or (choice.side is State.EAST and choice.position.police)
        play = play.take(chance.choice(play.pending.options)).settled()
