"""Boards for the proofs of the forecast: decade ends of random games, and boards with much to lose."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import count
from random import Random
from typing import TYPE_CHECKING

from tests.policies import ANYWHERE, POLICIES, beginning, player
from tests.samples import random_position
from wsdv_tools.bots.random_play import play_game
from wsdv_tools.facts import State
from wsdv_tools.facts.tracks import FIRST
from wsdv_tools.rules import figures
from wsdv_tools.rules.economy import points
from wsdv_tools.rules.position import RUN_DOWN

if TYPE_CHECKING:
    from wsdv_tools.record.notation import Notation
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position

# Of all kinds: chance alone, policies of a whole game, and games that begin anywhere.
PLAYERS = ("anything", *POLICIES, "fickle", ANYWHERE)
LITTLE, MUCH = 2, 9  # points to lose
FROM_GAME, BUILT = "game", "built"  # where a board is from


def decade_ends(notation: Notation, seed: int, games: int | None = None) -> Iterator[tuple[str, Position]]:
    """The boards on which the decades of random games ended, with the policy that was played."""
    for number in range(games) if games is not None else count():
        name, chance = PLAYERS[number % len(PLAYERS)], Random(f"{seed} {number}")
        start = beginning(name, notation, chance)
        for thing in play_game(notation.game, player(name, chance, Counter()), chance, start):
            if thing.outcome:
                yield name, thing.before._replace(course=None)


def by_turns(notation: Notation, seed: int) -> Iterator[tuple[str, Position]]:
    """A decade end of a random game and a built board, in turn."""
    for (_, end), built in zip(decade_ends(notation, seed), small_boards(notation.game, seed), strict=False):
        yield FROM_GAME, end
        yield BUILT, built


def demanded(game: Game, board: Position) -> int:
    """The points that East would lose on the board as it is now."""
    return (
        figures.flight(game, board).points
        + figures.currency(game, board).shortage
        + figures.police_costs(game, board).points
    )


def small_boards(game: Game, seed: int) -> Iterator[Position]:
    """Random boards with little to decide, so that they can be enumerated; corners of the rulings come often."""
    random = Random(seed)
    while True:
        board = _thinned(game, random_position(game, random), random)
        if random.random() < 0.15:
            board = board._replace(wall=True, prestige=FIRST)  # R8
        if random.random() < 0.1:  # R10
            lines = tuple(0 if random.random() < 0.8 else laid for laid in board.lines)
            sites = game.sites_of[State.EAST]
            ruins = {city: RUN_DOWN for city in sites if board.factories[city] and random.random() < 0.8}
            factories = tuple(ruins.get(city, factory) for city, factory in enumerate(board.factories))
            board = board._replace(factories=factories, lines=lines)
        if demanded(game, board) <= LITTLE:
            yield board


def _thinned(game: Game, board: Position, random: Random) -> Position:
    """The board with fewer standards and police, and with unrest at the edge of protests."""
    police = board.police[: random.randint(0, 2)]
    standards = [number if random.random() < 0.6 else 0 for number in board.standards]
    standards[game.west_berlin] = sum(board.sectors)
    unrest = [random.choice((1, 2, 3, 3, 3, 4, 5)) for _ in board.unrest]
    unrest[game.west_berlin] = board.unrest[game.west_berlin]  # its protests are imported
    return board._replace(
        standards=tuple(standards),
        unrest=tuple(unrest),
        police=police,
        police_used=tuple(card for card in board.police_used if card in police),
    )


def much_to_lose(game: Game, seed: int) -> Iterator[Position]:
    """Boards that were built so that East loses nine points or more, and has them."""
    random = Random(seed)
    while True:
        board = random_position(game, random)
        if MUCH <= demanded(game, board) <= points(game, board, State.EAST):
            yield board
