"""Which places of the board a step concerns: to light them up, and to know what a tap may mean."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from wsdv_tools.facts.tracks import FIRST, LAST

if TYPE_CHECKING:
    from wsdv_tools.rules.choices import Step
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position


def places_of(game: Game, step: Step, position: Position | None = None) -> tuple[str, ...]:
    """The ids of the places that a step touches: first where it is done, then what else changes or takes part.

    A line is given by its number if the position is known, or all lines of the connection are meant. Steps that
    concern no place of the board (none, skip, void, look, swap) touch nothing.

    >>> from wsdv_tools.facts import Catalogue
    >>> from wsdv_tools.rules.choices import Step
    >>> from wsdv_tools.rules.game import Game
    >>> game = Game(Catalogue.load())
    >>> places_of(game, Step("s+", game.province("bayern")))
    ('standards-bayern', 'unrest-bayern')
    """
    concerned = _CONCERNED.get(step.verb)
    return concerned(game, step, position) if concerned else ()


_Concerned = Callable[["Game", "Step", "Position | None"], tuple[str, ...]]


def _city(game: Game, step: Step, _position: Position | None) -> tuple[str, ...]:
    return (f"city-{game.cities[step.place].id}",)


def _stop(game: Game, step: Step, position: Position | None) -> tuple[str, ...]:
    """The factory goes with all lines of its connections (icon-stop)."""
    lines = (line for number in game.connections_of[step.place] for line in _lines(game, number))
    return (*_city(game, step, position), *lines)


def _lines(game: Game, connection: int) -> list[str]:
    id_ = game.connections[connection].id
    return [f"line-{id_}-{number}" for number in range(1, game.lines[connection] + 1)]


def _line(added: int) -> _Concerned:
    def concerned(game: Game, step: Step, position: Position | None) -> tuple[str, ...]:
        lines = _lines(game, step.place)
        if position is None:
            return tuple(lines)
        number = position.lines[step.place] + added
        return tuple(lines[number - 1 : number])

    return concerned


def _of_province(*kinds: str, also: tuple[str, ...] = ()) -> _Concerned:
    def concerned(game: Game, step: Step, _position: Position | None) -> tuple[str, ...]:
        province = game.provinces[step.place].id
        return (*(f"{kind}-{province}" for kind in kinds), *also)

    return concerned


def _between(kind: str, other: str) -> _Concerned:
    """From a province to another; one that attacks nobody stays alone."""

    def concerned(game: Game, step: Step, _position: Position | None) -> tuple[str, ...]:
        target = () if step.to is None else (f"{other}-{game.provinces[step.to].id}",)
        own = game.provinces[step.place].id
        first = "province" if kind == "standards" and step.place == game.west_berlin else kind  # it has sectors
        return (f"{first}-{own}", *target)

    return concerned


def _passed_on(game: Game, step: Step, _position: Position | None) -> tuple[str, ...]:
    """A supplier's standard goes on to its sector, and calms West Berlin (10.2-standard, 10.2-unrest)."""
    supplier = game.provinces[step.place]
    return (f"standards-{supplier.id}", f"sector-{supplier.sector}", "unrest-west-berlin")


def _sector(game: Game, step: Step, _position: Position | None) -> tuple[str, ...]:
    calmed = ("unrest-west-berlin",) if step.verb == "sector+" else ()
    return (f"sector-{game.sectors[step.place]}", *calmed)


def _space(_game: Game, step: Step, _position: Position | None) -> tuple[str, ...]:
    return (f"track-prestige-{step.place}",)


def _hamburg(game: Game, step: Step, _position: Position | None) -> tuple[str, ...]:
    return (f"province-{game.provinces[step.place].id}", f"city-{game.cities[game.hamburg].id}")


def _assigned(game: Game, step: Step, _position: Position | None) -> tuple[str, ...]:
    return (f"province-{game.provinces[step.to].id}", f"city-{game.cities[step.place].id}")


def _police(game: Game, step: Step, position: Position | None) -> tuple[str, ...]:
    """The unrest that goes, and the card that is used for it, where it is known to lie."""
    cards = position.police if position else ()
    card = (f"card-police-{cards.index(step.place) + 1}",) if step.place in cards else ()
    return (f"unrest-{game.provinces[step.to].id}", *card)


def _discard(_game: Game, step: Step, position: Position | None) -> tuple[str, ...]:
    hand = position.course.east_hand if position and position.course else ()
    return (f"card-east-{hand.index(step.place) + 1}",) if step.place in hand else ()


def _draw(_game: Game, _step: Step, _position: Position | None) -> tuple[str, ...]:
    return ("card-deck",)


def _arrow(_game: Game, step: Step, position: Position | None) -> tuple[str, ...]:
    """The space of the track's marker, where it is known; else the whole track is meant."""
    if position is None:
        return tuple(f"track-{step.place}-{number}" for number in range(FIRST, LAST + 1))
    return (f"track-{step.place}-{getattr(position, step.place)}",)


def _wall(_game: Game, _step: Step, _position: Position | None) -> tuple[str, ...]:
    return ("wall",)


def _laid_police(_game: Game, step: Step, position: Position | None) -> tuple[str, ...]:
    """Where the card lies in front of East, or will lie."""
    cards = position.police if position else ()
    number = cards.index(step.place) if step.place in cards else len(cards)
    return (f"card-police-{number + 1}",)


def _all_police(_game: Game, _step: Step, position: Position | None) -> tuple[str, ...]:
    """What East loses with the Stasi (icon-stasi)."""
    return tuple(f"card-police-{number}" for number in range(1, 1 + len(position.police if position else ())))


_CONCERNED: Mapping[str, _Concerned] = {
    **dict.fromkeys(("build", "dismantle", "down", "up"), _city),
    "stop": _stop,
    "lay": _line(1),
    "lift": _line(0),
    "u+": _of_province("unrest"),
    "u-": _of_province("unrest"),
    "calm": _of_province("protest", "unrest"),
    "s+": _of_province("standards", "unrest"),
    "s-": _of_province("standards"),
    "import": _of_province("protest"),
    "release": _of_province("protest"),
    "soc": _of_province("socialists", "unrest", also=("holding-box",)),
    "lose": _of_province("socialists", "unrest"),
    "u>": _between("unrest", "unrest"),
    "attack": _between("standards", "unrest"),
    "s>": _passed_on,
    "sector+": _sector,
    "sector-": _sector,
    "at": _space,
    "hamburg": _hamburg,
    "assign": _assigned,
    "use": _police,
    "discard": _discard,
    "draw": _draw,
    "arrow": _arrow,
    "wall": _wall,
    "police": _laid_police,
    "stasi": _all_police,
}
