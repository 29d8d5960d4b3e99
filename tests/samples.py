"""Random positions that `status()` accepts, and random answers: for properties and for benchmarks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wsdv_tools.facts import State
from wsdv_tools.facts.tracks import FIRST, LAST
from wsdv_tools.rules.position import INTACT, NONE, RUN_DOWN, Position, empty
from wsdv_tools.rules.protests import PROTEST

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from wsdv_tools.rules.choices import Choice, Step
    from wsdv_tools.rules.game import Game

_UNREST = (0, 0, 0, 1, 1, 2, 2, 2, 3, 3, 4, 6)
_STANDARDS = (0, 0, 0, 1, 1, 2, 3)


def random_position(game: Game, random: Random) -> Position:
    """A position at the end of a decade."""
    position = empty(game, random.randint(1, 4))._replace(
        prestige=random.randint(FIRST, LAST),
        currency=random.randint(FIRST, LAST),
        socialists=random.randint(FIRST, LAST),
        wall=random.random() < 0.3,
        unrest=tuple(random.choice(_UNREST) for _ in game.provinces),
    )
    position = _with_standards(game, position, random)
    position = _with_socialists(game, position, random)
    position = _with_economy(game, position, random)
    return _with_cards(game, position, random)


def random_beginning(game: Game, random: Random) -> Position:
    """A position at the start of a decade: nothing is played yet, and all police cards are ready, won earlier.

    Now and then all of East is run down, and no infrastructure is left.
    """
    position = random_position(game, random)
    police = tuple(card for card in position.police if game.cards[card].decade < position.decade)
    if random.random() < 0.3:
        ruins = {city: RUN_DOWN for city in game.sites_of[State.EAST] if position.factories[city]}
        factories = tuple(ruins.get(city, factory) for city, factory in enumerate(position.factories))
        position = position._replace(factories=factories, lines=(0,) * len(position.lines))
    return position._replace(police=police, police_used=(), played=())


def _with_standards(game: Game, position: Position, random: Random) -> Position:
    sectors = tuple(random.choice((0, 0, 1, 1, 2)) for _ in game.sectors)
    standards = [random.choice(_STANDARDS) for _ in game.provinces]
    standards[game.west_berlin] = sum(sectors)
    imported = [0] * len(sectors)
    for _ in range(position.unrest[game.west_berlin] // PROTEST):
        imported[random.randrange(len(imported))] += 1
    return position._replace(
        standards=tuple(standards),
        sectors=sectors,
        delivered=tuple(bool(number) or random.random() < 0.3 for number in sectors),
        imported=tuple(imported),
    )


def _with_socialists(game: Game, position: Position, random: Random) -> Position:
    placed = [0] * len(game.provinces)
    left = game.catalogue.pieces.socialists
    for province in game.east:
        placed[province] = min(left, random.choice((0, 0, 0, 1, 2)))
        left -= placed[province]
    return position._replace(placed=tuple(placed), cadre=random.randint(0, min(left, 4)))


def _with_economy(game: Game, position: Position, random: Random) -> Position:
    """Lines lie where they can lie; now and then East has next to nothing."""
    density, decay, building = random.random(), random.random() * 0.6, random.random()
    closed = frozenset(city for city, country in enumerate(game.external) if country and random.random() < 0.1)
    factories = [NONE] * len(game.cities)
    for city in range(len(game.cities)):
        if city not in closed and random.random() < density:
            can_decay = game.city_states[city] is State.EAST and not game.external[city]
            factories[city] = RUN_DOWN if can_decay and random.random() < decay else INTACT
    lines = [0] * len(game.connections)
    for number, (one, other) in enumerate(game.ends):
        abroad = one if game.external[one] else other
        reachable = factories[abroad] if game.external[abroad] else factories[one] or factories[other]
        if reachable and not closed.intersection((one, other)) and random.random() < building:
            lines[number] = random.randint(1, game.lines[number])
    return position._replace(factories=tuple(factories), lines=tuple(lines), closed=closed)


def _with_cards(game: Game, position: Position, random: Random) -> Position:
    """Each card in one place, none of a later decade."""
    known = [card for card in game.cards.values() if card.decade <= position.decade and card.number != "IV"]
    dissolved = random.random() < 0.1
    police = [card.id for card in known if card.police and not dissolved and random.random() < 0.5]
    others = [card.id for card in known if card.id not in police]
    return position._replace(
        police=tuple(police),
        police_used=tuple(card for card in police if random.random() < 0.4),
        stasi_dissolved=dissolved,
        played=tuple(random.sample(others, random.randint(0, min(14, len(others))))),
    )


def random_answers(random: Random, silence: float = 0.0) -> Callable[[Choice, int], Step | None]:
    """Answers any choice by one of its options; with `silence` says nothing now and then where that is allowed."""

    def answer(choice: Choice, phase: int) -> Step | None:
        del phase
        if choice.automatic or (not choice.required and random.random() < silence):
            return None
        return random.choice(choice.options)

    return answer
