"""What lies where in a position, as plain data: for whoever draws it, or lays it on a table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from wsdv_tools.facts.cards import NUMERALS
from wsdv_tools.rules.course import face
from wsdv_tools.rules.economy import is_working, values
from wsdv_tools.rules.position import NONE, RUN_DOWN
from wsdv_tools.rules.protests import markers

if TYPE_CHECKING:
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position


class Laid(NamedTuple):
    """So many pieces of a kind at a place of `Geometry`.

    The kinds and their states: factory and rheinsberg (west, east, external, run-down; n is the value), closed,
    infrastructure (working, idle), unrest, standard, socialist, protest (west, east), marker (the track), wall (built),
    card and used-card (the card's id; `?` where nobody has seen it).
    """

    place: str
    kind: str
    state: str = ""
    n: int = 1


def laid(game: Game, position: Position) -> tuple[Laid, ...]:
    """Everything on the board and beside it; what is not there is not named.

    >>> from wsdv_tools.facts import Catalogue
    >>> from wsdv_tools.rules.game import Game
    >>> from wsdv_tools.rules.position import start
    >>> game = Game(Catalogue.load())
    >>> [one for one in laid(game, start(game)) if one.place == "unrest-bayern"]
    [Laid(place='unrest-bayern', kind='unrest', state='', n=3)]
    """
    return (
        *_lines(game, position),
        *_factories(game, position),
        *_provinces(game, position),
        *_tracks(position),
        *_cards(position),
    )


def _lines(game: Game, position: Position) -> Iterator[Laid]:
    for number, connection in enumerate(game.connections):
        state = "working" if is_working(game, position, number) else "idle"
        for count in range(1, position.lines[number] + 1):
            yield Laid(f"line-{connection.id}-{count}", "infrastructure", state)


def _factories(game: Game, position: Position) -> Iterator[Laid]:
    worth = values(game, position)
    for number, city in enumerate(game.cities):
        stands = position.factories[number]
        if stands != NONE:
            whose = "external" if city.external else game.city_states[number].value
            state = "run-down" if stands == RUN_DOWN else whose
            yield Laid(f"city-{city.id}", "rheinsberg" if city.is_rheinsberg else "factory", state, worth[number])
        if number in position.closed:
            yield Laid(f"city-{city.id}", "closed")


def _provinces(game: Game, position: Position) -> Iterator[Laid]:
    for number, province in enumerate(game.provinces):
        found = [
            Laid(f"unrest-{province.id}", "unrest", "", position.unrest[number]),
            Laid(f"protest-{province.id}", "protest", province.state.value, markers(game, position, number)),
            Laid(f"standards-{province.id}", "standard", "", position.standards[number]),
            Laid(f"socialists-{province.id}", "socialist", "", position.placed[number]),
        ]
        if number == game.west_berlin:  # its standards lie in the sectors
            found[2:3] = [
                Laid(f"sector-{sector}", "standard", "", count)
                for sector, count in zip(game.sectors, position.sectors, strict=True)
            ]
        yield from (one for one in found if one.n)
    for number in range(1, position.cadre + 1):
        yield Laid(f"holding-{number}", "socialist")


def _tracks(position: Position) -> Iterator[Laid]:
    for track in ("prestige", "currency", "socialists"):
        yield Laid(f"track-{track}-{getattr(position, track)}", "marker", track)
    if position.wall:
        yield Laid("wall", "wall", "built")


def _cards(position: Position) -> Iterator[Laid]:
    course = position.course
    if course is not None:
        if course.special:
            yield Laid("card-special", "card", face(position, NUMERALS[position.decade]))
        for name, cards in (("display", course.display), ("west", course.west_hand), ("east", course.east_hand)):
            for number, card in enumerate(cards, 1):
                yield Laid(f"card-{name}-{number}", "card", card)
    for number, card in enumerate(position.police, 1):
        yield Laid(f"card-police-{number}", "used-card" if card in position.police_used else "card", card)
