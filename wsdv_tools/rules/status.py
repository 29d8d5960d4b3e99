"""What is wrong with a typed position: all of it at once.

A flaw names the part of the position file that shows it (`path`), so that whoever read the file can
point there. Which flaws are errors and which are warnings is in `codes.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from wsdv_tools.facts import State
from wsdv_tools.rules.position import INTACT, RUN_DOWN, UNKNOWN
from wsdv_tools.rules.protests import PROTEST, own_markers

if TYPE_CHECKING:
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position

Path = tuple[str | int, ...]


class Flaw(NamedTuple):
    """One thing that is impossible or odd."""

    code: str
    rule: str | None
    path: Path
    values: dict[str, Any]


def status(game: Game, position: Position) -> list[Flaw]:
    """Every flaw of a position."""
    return [flaw for check in CHECKS for flaw in check(game, position)]


def _rundown(game: Game, position: Position) -> Iterator[Flaw]:
    """Only East's factories run down, never external ones (5.3-east-only)."""
    for city, factory in enumerate(position.factories):
        if factory == RUN_DOWN and (game.external[city] or game.city_states[city] is State.WEST):
            fact = game.cities[city]
            code = "run-down-external" if game.external[city] else "run-down-west"
            yield Flaw(code, "5.3-east-only", ("rundown", fact.id), {"city": fact})


def _lines(game: Game, position: Position) -> Iterator[Flaw]:
    """Infrastructure lies where it can lie (5.1-line, 10.5-no-factory)."""
    for number, laid in enumerate(position.lines):
        if not laid:
            continue
        fact = game.connections[number]
        path: Path = ("infrastructure", fact.id)
        values: dict[str, Any] = {"connection": fact}
        ends = game.ends[number]
        if laid > game.lines[number]:
            yield Flaw("lines-too-many", "5.1-line", path, values | {"n": game.lines[number], "laid": laid})
        abroad = game.abroad[number]
        if not any(position.factories[city] for city in ends):
            yield Flaw("lines-without-factory", "5.1-line", path, values)
        elif abroad is not None and not position.factories[abroad] and not game.follows("R3b"):
            yield Flaw("lines-external", "10.5-no-factory", path, values | {"city": game.cities[abroad]})
        if any(city in position.closed for city in ends):
            yield Flaw("lines-closed", "icon-stop", path, values)


def _closed(game: Game, position: Position) -> Iterator[Flaw]:
    """Nothing is at a closed site, and only external ones close (icon-stop)."""
    for city in sorted(position.closed):
        fact = game.cities[city]
        if not game.external[city]:
            yield Flaw("closed-not-external", "icon-stop", ("closed", fact.id), {"city": fact})
        elif position.factories[city]:
            yield Flaw("factory-closed", "icon-stop", ("factories", fact.id), {"city": fact})


def _socialists(game: Game, position: Position) -> Iterator[Flaw]:
    """There are twelve (9.9-triumph, R5), and none in the West."""
    most = game.catalogue.pieces.socialists
    if position.socialists_on_board > most:
        values = {"n": position.socialists_on_board, "most": most}
        yield Flaw("socialists-too-many", "9.9-triumph", ("cadre",), values)
    for province in game.west:
        if position.placed[province]:
            fact = game.provinces[province]
            yield Flaw("socialists-west", "7-duty", ("provinces", fact.id, "socialists"), {"province": fact})


def _imported(game: Game, position: Position) -> Iterator[Flaw]:
    """As many imported markers as West Berlin has (10.2-import)."""
    own, imported = own_markers(position, game.west_berlin), sum(position.imported)
    if own != imported:
        values = {"n": own, "imported": imported, "unrest": position.unrest[game.west_berlin]}
        yield Flaw("imported-unequal", "10.2-import", ("imported",), values)


def _cards(game: Game, position: Position) -> Iterator[Flaw]:
    """A card lies in one place, and not before its decade (3-special-display)."""
    seen: set[str] = set()
    if position.course and position.course.special:
        special = next(card for card in game.cards.values() if card.is_special and card.decade == position.decade)
        seen.add(special.number)
    for path, card in _places_of_cards(position):
        fact = game.cards[card]
        if fact.decade > position.decade:
            yield Flaw("card-later-decade", "3-hands", path, {"card": fact, "decade": position.decade})
        if fact.number in seen:
            yield Flaw("card-twice", "3-one-card", path, {"card": fact})
        seen.add(fact.number)
        of_this_decade = fact.decade == position.decade or (position.course and card in position.course.buried)
        if path[0] == "display" and (fact.is_special or not of_this_decade):
            yield Flaw("display-other-decade", "3-display-seven", path, {"card": fact, "decade": position.decade})


def _places_of_cards(position: Position) -> Iterator[tuple[Path, str]]:
    piles: list[tuple[Path, tuple[str, ...]]] = [(("police",), position.police), (("played",), position.played)]
    course = position.course
    if course:
        piles += [(("display",), course.display), (("deck-removed",), course.removed)]
        piles += [(("hands", "west"), course.west_hand), (("hands", "east"), course.east_hand)]
    for path, cards in piles:
        for number, card in enumerate(cards):
            if card != UNKNOWN:
                yield (*path, number), card


def _police(game: Game, position: Position) -> Iterator[Flaw]:
    """Police cards are police cards (8-collect), each used once (8-use), none after the Stasi (icon-stasi)."""
    for number, card in enumerate(position.police):
        if card not in game.police_cards:
            yield Flaw("police-not-police", "8-collect", ("police", number), {"card": game.cards[card]})
    for number, card in enumerate(position.police_used):
        path: Path = ("police-used", number)
        if card not in position.police:
            yield Flaw("police-used-not-there", "8-use", path, {"card": game.cards[card]})
        elif card in position.police_used[:number]:
            yield Flaw("card-twice", "8-use", path, {"card": game.cards[card]})
    if position.stasi_dissolved and position.police:
        yield Flaw("police-after-stasi", "icon-stasi", ("police",), {"n": len(position.police)})


def _sectors(game: Game, position: Position) -> Iterator[Flaw]:
    """Sectors are filled evenly (10.2-even), by suppliers that delivered (9.5-west-berlin)."""
    path: Path = ("provinces", game.provinces[game.west_berlin].id, "sectors")
    if max(position.sectors) - min(position.sectors) > 1:
        yield Flaw("sectors-odd", "10.2-even", path, {})
    for sector, number in enumerate(position.sectors):
        if number and not position.delivered[sector]:
            supplier = game.provinces[game.suppliers[sector]]
            values = {"sector": game.sectors[sector], "province": supplier}
            yield Flaw("sector-not-delivered", "9.5-west-berlin", (*path, game.sectors[sector]), values)


def _waiting_socialists(game: Game, position: Position) -> Iterator[Flaw]:
    """East's protests draw socialists at once (7-duty)."""
    if position.cadre:
        for province in game.east:
            if position.unrest[province] >= PROTEST:
                fact = game.provinces[province]
                path: Path = ("provinces", fact.id, "unrest")
                yield Flaw("socialists-waiting", "7-duty", path, {"province": fact, "n": position.cadre})


def _pieces(game: Game, position: Position) -> Iterator[Flaw]:
    """More pieces than the box holds are odd, but no limit (R5)."""
    box = game.catalogue.pieces
    standing = Counter(_piece(game, city, factory) for city, factory in enumerate(position.factories) if factory)
    counts: list[tuple[str, str, int, int]] = [
        ("provinces", "unrest", sum(position.unrest) + len(position.police_used), box.unrest),
        ("provinces", "living-standard", sum(position.standards), box.living_standard),
        ("infrastructure", "infrastructure", sum(position.lines), box.infrastructure),
        *(("factories", f"factory-{kind}", standing[kind], most) for kind, most in box.factories.items()),
    ]
    for key, piece, number, most in counts:
        if number > most:
            yield Flaw("pieces-too-many", None, (key,), {"piece": piece, "n": number, "most": most})


def _piece(game: Game, city: int, factory: int) -> str:
    if game.external[city]:
        return "external"
    if city == game.rheinsberg:
        return "rheinsberg"
    return game.city_states[city].value if factory == INTACT else "rundown"


Check = Callable[["Game", "Position"], Iterator[Flaw]]
CHECKS: tuple[Check, ...] = (
    _rundown,
    _lines,
    _closed,
    _socialists,
    _imported,
    _cards,
    _police,
    _sectors,
    _waiting_socialists,
    _pieces,
)
