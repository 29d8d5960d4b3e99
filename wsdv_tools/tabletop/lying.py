"""What lies on the table in a position, and where to the millimetre: pieces side by side, then on top of each other.

Everything on the board, the cards, and markers that paper does not need. Nothing of a position is kept anywhere but in
pieces, so that a table can be read without any script.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from wsdv_tools.components.geometry import HAND, TRACKS
from wsdv_tools.components.laid import Laid, laid
from wsdv_tools.facts import State
from wsdv_tools.facts.cards import NUMERALS
from wsdv_tools.rules.position import UNKNOWN, Course, start
from wsdv_tools.tabletop.mat import LAID_ONLY, SIDE, Mat, middle_of
from wsdv_tools.tabletop.stock import COURSE, Kind, protest_words, slot

if TYPE_CHECKING:
    from wsdv_tools.components.geometry import Place
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position

ACROSS = 90.0  # how far a used police card is turned
_EDGES = 4  # values on a factory's front; the others are on the back


class Lies(NamedTuple):
    """So many pieces of a kind, or a pile of cards, at a place of `Mat`; `turn` in degrees clockwise."""

    place: str
    kind: str
    n: int = 1
    is_down: bool = False
    turn: float = 0.0
    cards: tuple[str, ...] = ()


def set_up(game: Game) -> Position:
    """The beginning of a game: the board is set up, the special card lies there, no card is dealt."""
    position = start(game)
    return position._replace(course=Course(0, position.advantage, (), special=True, west_hand=(), east_hand=()))


def lying(game: Game, position: Position) -> tuple[Lies, ...]:
    """All that lies on the mat, and the cards beside it."""
    return (*_pieces(game, position), *_markers(position), *_cards(game, position))


def _pieces(game: Game, position: Position) -> Iterator[Lies]:
    words = {side.value: _Words(game, side) for side in State}
    for one in laid(game, position):
        if one.kind in ("factory", "rheinsberg"):
            yield _factory(one)
        elif one.kind == "infrastructure":
            yield Lies(one.place, one.kind, is_down=one.state == "idle")
        elif one.kind == "protest":
            yield from words[one.state].lying(one)
        elif one.kind in ("unrest", "standard", "socialist", "closed"):
            yield Lies(one.place, one.kind, one.n)
    for number, sector in enumerate(game.sectors):
        if position.delivered[number]:
            yield Lies(f"sector-{sector}", "delivery")
    if position.stasi_dissolved:
        yield Lies("stasi", "stasi")


class _Words:
    """The markers of a side's slogan, one after the other; then those that serve both sides."""

    def __init__(self, game: Game, side: State) -> None:
        kinds = [*protest_words(game.catalogue)]
        own = [kind for kind in kinds if kind.split("-")[1] == side.value]
        self._spare = next(kind for kind in kinds if kind.split("-")[1] == "both")
        self._left = iter(own)

    def lying(self, one: Laid) -> Iterator[Lies]:
        for _ in range(one.n):
            yield Lies(one.place, next(self._left, self._spare))


def _factory(one: Laid) -> Lies:
    """Turned so that its value points north, as far as its side shows it."""
    is_down = one.state == "run-down"
    if one.kind == "rheinsberg":
        return Lies(one.place, one.kind, is_down=is_down)
    whose = "east" if is_down else one.state
    has_back = whose == "west" and one.n > _EDGES
    edge = one.n if is_down else (one.n - 1) % _EDGES
    return Lies(one.place, f"factory-{whose}", is_down=is_down or has_back, turn=-90.0 * (edge % _EDGES))


def _markers(position: Position) -> Iterator[Lies]:
    for track in TRACKS:
        yield Lies(f"spot-{track}-{getattr(position, track)}", track)
    yield Lies(f"spot-flight-{min(position.flight_icons, 20)}", "flight")
    yield Lies("phase-0", "decade-end", is_down=position.wall)
    yield Lies(f"decade-{NUMERALS[position.decade].lower()}", "decade")
    course = position.course
    if course:
        yield Lies(f"turn-{course.to_move.value}", "turn")
        if course.half:
            yield Lies(f"half-{course.half}", "half")


def _cards(game: Game, position: Position) -> Iterator[Lies]:
    """Each card once: where the position has it, else in its deck; unknown ones lie face down, from the deck."""
    lie = [one for one in laid(game, position) if one.kind in ("card", "used-card")]
    removed, buried = (position.course.removed, position.course.buried) if position.course else ((), ())
    rest = _unseen(game, {*(one.state for one in lie), *position.played, *removed} - {UNKNOWN})
    deck = [card for card in rest if _is_in_deck(game, position.decade, card) or card in buried]
    for one in lie:
        is_unknown = one.state == UNKNOWN
        if is_unknown and not deck:
            continue
        card = deck.pop() if is_unknown else one.state
        rest = [other for other in rest if other != card]
        turn = ACROSS if one.kind == "used-card" else 0.0
        yield Lies(_within(one.place), "card", is_down=is_unknown or _is_back(game, card), turn=turn, cards=(card,))
    yield from _pile(game, "card-pile", position.played)
    yield from _pile(game, "card-removed", removed)
    if deck:
        yield Lies("card-deck", "card", is_down=True, cards=tuple(deck))
    yield from _box(game, [card for card in rest if card not in deck])


def _unseen(game: Game, seen: set[str]) -> list[str]:
    """The first face of every card that lies nowhere else."""
    numbers = {game.cards[card].number for card in seen}
    return [id_ for id_, card in game.cards.items() if card.number not in numbers and not _is_back(game, id_)]


def _is_in_deck(game: Game, decade: int, card: str) -> bool:
    return game.cards[card].decade == decade and not game.cards[card].is_special


def _within(place: str) -> str:
    """Hands of more cards than there are places end on the last one."""
    column, _, number = place.rpartition("-")
    is_hand = column in ("card-west", "card-east")
    return f"{column}-{min(int(number), HAND)}" if is_hand else place


def _is_back(game: Game, card: str) -> bool:
    """Whether a face is the second one of its card."""
    return game.catalogue.faces(game.cards[card].number)[0].id != card


def _pile(game: Game, place: str, cards: Iterable[str]) -> Iterator[Lies]:
    """Cards in a pile; one with two faces lies apart, because nobody sees in a pile which is up."""
    apart = [card for card in cards if len(game.catalogue.faces(game.cards[card].number)) > 1]
    fronts = tuple(card for card in cards if card not in apart)
    if fronts:
        yield Lies(place, "card", cards=fronts)
    for card in apart:
        beside = "card-played" if place == "card-pile" else place
        yield Lies(beside, "card", is_down=_is_back(game, card), cards=(card,))


def _box(game: Game, rest: list[str]) -> Iterator[Lies]:
    """What is not in play lies in its decade's deck, away from the mat."""
    for decade in range(1, len(NUMERALS)):
        cards = tuple(card for card in rest if game.cards[card].decade == decade)
        if cards:
            yield Lies(f"box-{decade}", "card", is_down=True, cards=cards)


_DELIVERY = 14.0  # millimetres at the end of a sector, for the marker of a delivery
_SUPPLY_ROWS = 8
_SUPPLY_STEP = 70.0  # millimetres between the bags beside the mat


class Spot(NamedTuple):
    """Pieces of a kind on one point, in millimetres from the mat's upper left corner; or a pile of cards."""

    kind: str
    place: str
    x: float
    y: float
    n: int = 1
    turn: float = 0.0
    is_down: bool = False
    cards: tuple[str, ...] = ()


def spots(mat: Mat, kinds: dict[str, Kind], lies: Iterable[Lies]) -> Iterator[Spot]:
    """All that lies there, point by point."""
    heaped: dict[tuple[str, str], int] = {}
    for one in lies:
        place = mat[one.place]
        if one.kind == "card":
            x, y = mat.point(place.x, place.y)
            yield Spot(one.kind, one.place, x, y, 1, one.turn, one.is_down, one.cards)
            continue
        kind = kinds[one.kind]
        points = list(spread(place, kind))
        first = heaped.get((one.place, kind.family), 0)
        heaped[one.place, kind.family] = first + one.n
        for number, point in enumerate(points):
            count = sum(1 for piece in range(first, first + one.n) if piece % len(points) == number)
            if count:
                yield Spot(one.kind, one.place, *mat.point(*point), count, place.turn + one.turn, one.is_down)


def spread(place: Place, kind: Kind) -> Iterator[tuple[float, float]]:
    """Where pieces of a kind lie in a place, one after the other."""
    box = place.box
    if kind.name == "delivery":
        yield box.right - _DELIVERY / 2, place.y
        return
    if place.kind == "sector":
        box = box._replace(width=box.width - _DELIVERY)
    if not kind.is_counted or place.kind == "holding":
        yield middle_of(place)
        return
    columns, rows = (max(1, int(length // kind.side)) for length in (box.width, box.height))
    for number in range(columns * rows):
        row, column = divmod(number, columns)
        yield box.x + box.width * (column + 0.5) / columns, box.y + box.height * (row + 0.5) / rows


def supply(kinds: Iterable[str]) -> dict[str, tuple[float, float]]:
    """Where the bags are, beside the mat, and markers that lie on none of their spaces."""
    return {
        name: (
            SIDE + _SUPPLY_STEP * (0.7 + number // _SUPPLY_ROWS),
            _SUPPLY_STEP * (1 + number % _SUPPLY_ROWS),
        )
        for number, name in enumerate(kinds)
    }


def snap_tags(place: Place) -> list[str]:
    """What snaps to a place: wells have none, because many pieces lie in them."""
    if place.kind in LAID_ONLY:
        return [f"wsdv-track-{place.of}" if place.kind == "spot" else "wsdv-holding-box"]
    is_point = place.kind in ("city", "line", "phase", "card", *COURSE) and place.id != "card-played"
    return [f"wsdv-{slot(place)}"] if is_point else []
