"""A position: what lies on the board at one moment. A value, never changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from wsdv_tools.facts import State

if TYPE_CHECKING:
    from wsdv_tools.rules.game import Game

NONE, INTACT, RUN_DOWN = 0, 1, 2  # what is in a city
UNKNOWN = "?"  # a card nobody has seen: in a hand, or of a display that was not typed


class Course(NamedTuple):
    """What a position inside a decade has in addition: whose turn it is, and where the cards are."""

    half: int
    to_move: State
    display: tuple[str, ...]
    special: bool  # the special card still lies in the display
    west_hand: tuple[str, ...]
    east_hand: tuple[str, ...]
    removed: tuple[str, ...] = ()  # known to be out: discarded, or taken out by Guillaume
    buried: tuple[str, ...] = ()  # East's cards that Guillaume put into the deck

    def hand(self, side: State) -> tuple[str, ...]:
        return self.west_hand if side == State.WEST else self.east_hand


class Position(NamedTuple):
    """The board. Tuples are counted as in `Game`: provinces, sectors, cities, connections."""

    decade: int
    prestige: int
    currency: int
    socialists: int
    wall: bool
    unrest: tuple[int, ...]
    standards: tuple[int, ...]  # West Berlin's is the sum of its sectors
    sectors: tuple[int, ...]
    placed: tuple[int, ...]  # socialists in the provinces
    cadre: int  # socialists in the holding box
    factories: tuple[int, ...]  # NONE, INTACT or RUN_DOWN
    lines: tuple[int, ...]
    closed: frozenset[int]
    police: tuple[str, ...]
    police_used: tuple[str, ...]
    stasi_dissolved: bool
    delivered: tuple[bool, ...]  # by sector: its supplier has ever delivered
    imported: tuple[int, ...]  # by sector: imported markers on its supplier
    played: tuple[str, ...]
    flight_icons: int  # of played cards that were not named
    course: Course | None = None

    @property
    def advantage(self) -> State:
        """The side with the prestige advantage: West on 0, too (2-advantage)."""
        return State.EAST if self.prestige > 0 else State.WEST

    @property
    def socialists_on_board(self) -> int:
        return self.cadre + sum(self.placed)


def empty(game: Game, decade: int = 1) -> Position:
    """A board without any piece on it."""
    provinces, sectors = len(game.provinces), len(game.sectors)
    return Position(
        decade=decade,
        prestige=0,
        currency=0,
        socialists=0,
        wall=False,
        unrest=(0,) * provinces,
        standards=(0,) * provinces,
        sectors=(0,) * sectors,
        placed=(0,) * provinces,
        cadre=0,
        factories=(NONE,) * len(game.cities),
        lines=(0,) * len(game.connections),
        closed=frozenset(),
        police=(),
        police_used=(),
        stasi_dissolved=False,
        delivered=(False,) * sectors,
        imported=(0,) * sectors,
        played=(),
        flight_icons=0,
    )


def start(game: Game) -> Position:
    """The set-up (2-setup-unrest, 2-setup-factories, 2-setup-cadre, 2-setup-markers)."""
    setup = game.catalogue.setup
    factories = [NONE] * len(game.cities)
    for city in setup.factories:
        factories[game.city(city.id)] = INTACT
    return empty(game)._replace(
        unrest=tuple(province.setup_unrest for province in game.provinces),
        cadre=setup.cadre,
        factories=tuple(factories),
    )


def put(values: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    """The tuple with one number changed."""
    return (*values[:index], value, *values[index + 1 :])
