"""A position as plain data with canonical ids (schemas/position.schema.json), and back: two inverses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from wsdv_tools.facts import State
from wsdv_tools.facts.tracks import FIRST, LAST
from wsdv_tools.rules.choices import Step
from wsdv_tools.rules.position import INTACT, RUN_DOWN, UNKNOWN, Course, Position, empty
from wsdv_tools.rules.verbs import TRACKS, VERBS, Kind, Verb, places_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wsdv_tools.rules.game import Game


class Odd(ValueError):
    """Not what the schema asks for; the schema says why."""

    def __init__(self) -> None:
        super().__init__("not a position in canonical form")


def _whole(value: Any) -> Any:
    """For a schema `3.0` is a whole number like 3."""
    return int(value) if type(value) is float and value.is_integer() else value


def _number(value: Any, least: int, most: int) -> int:
    value = _whole(value)
    if type(value) is not int or not least <= value <= most:
        raise Odd
    return value


def _count(value: Any) -> int:
    return _number(value, 0, 99)


def _flag(value: Any) -> bool:
    if type(value) is not bool:
        raise Odd
    return value


def _part(value: Mapping[str, Any], key: str, kind: type) -> Any:
    """A list or mapping of the file, empty where it is left out."""
    part = value.get(key, kind())
    if type(part) is not kind:
        raise Odd
    return part


def _texts(value: Mapping[str, Any], key: str) -> list[str]:
    part = _part(value, key, list)
    if not all(type(item) is str for item in part):
        raise Odd
    return list(part)


_COURSE_KEYS = frozenset({"half", "to-move", "display", "special", "hands", "deck-removed", "deck-added"})
_BOARD_KEYS = frozenset(
    {"wsdv-position", "decade", "tracks", "wall", "provinces", "cadre", "factories", "rundown", "infrastructure"}
    | {"closed", "police", "police-used", "stasi-dissolved", "delivered", "imported", "played", "flight-icons"}
)


def build(game: Game, value: Any) -> Position:
    """The position of canonical data; raises where the schema would object."""
    if type(value) is not dict or not value.keys() <= _BOARD_KEYS | _COURSE_KEYS:
        raise Odd
    _number(value.get("wsdv-position"), 1, 1)
    position = empty(game, _number(value.get("decade"), 1, 4))
    position = _with_tracks(position, value)
    position = _with_provinces(game, position, value)
    position = _with_economy(game, position, value)
    position = _with_west_berlin(game, position, value)
    return position._replace(
        wall=_flag(value.get("wall", False)),
        cadre=_count(value.get("cadre", 0)),
        police=_cards(game, value, "police"),
        police_used=_cards(game, value, "police-used"),
        stasi_dissolved=_flag(value.get("stasi-dissolved", False)),
        played=_cards(game, value, "played"),
        flight_icons=_count(value.get("flight-icons", 0)),
        course=_course(game, value) if _COURSE_KEYS & value.keys() else None,
    )


def _with_tracks(position: Position, value: Mapping[str, Any]) -> Position:
    tracks = _part(value, "tracks", dict)
    if not tracks.keys() <= {*TRACKS}:
        raise Odd
    spaces: dict[str, Any] = {track: _number(space, FIRST, LAST) for track, space in tracks.items()}
    return position._replace(**spaces)


def _with_provinces(game: Game, position: Position, value: Mapping[str, Any]) -> Position:
    unrest, standards, placed = [*position.unrest], [*position.standards], [*position.placed]
    sectors = [*position.sectors]
    for id_, inside in _part(value, "provinces", dict).items():
        number = game.province_of_id.get(id_)
        if number is None or type(inside) is not dict:
            raise Odd
        if not inside.keys() <= {"unrest", "standard", "socialists", "sectors"}:
            raise Odd
        unrest[number] = _count(inside.get("unrest", 0))
        standards[number] = _count(inside.get("standard", 0))
        placed[number] = _count(inside.get("socialists", 0))
        for sector, standing in _part(inside, "sectors", dict).items():
            if sector not in game.sectors:
                raise Odd
            sectors[game.sectors.index(sector)] = _count(standing)
    standards[game.west_berlin] = sum(sectors)
    return position._replace(
        unrest=tuple(unrest), standards=tuple(standards), placed=tuple(placed), sectors=tuple(sectors)
    )


def _with_economy(game: Game, position: Position, value: Mapping[str, Any]) -> Position:
    factories = [*position.factories]
    lines = [*position.lines]
    try:
        for id_ in _texts(value, "factories"):
            factories[game.city(id_)] = INTACT
        for id_ in _texts(value, "rundown"):
            factories[game.city(id_)] = RUN_DOWN
        infrastructure = value.get("infrastructure", {})
        if type(infrastructure) is list:
            infrastructure = {id_: game.catalogue.connections[id_].lines for id_ in infrastructure}
        for id_, laid in _part({"it": infrastructure}, "it", dict).items():
            lines[game.connection(id_)] = _count(laid)
        closed = frozenset(game.city(id_) for id_ in _texts(value, "closed"))
    except (KeyError, TypeError) as error:
        raise Odd from error
    return position._replace(factories=tuple(factories), lines=tuple(lines), closed=closed)


def _with_west_berlin(game: Game, position: Position, value: Mapping[str, Any]) -> Position:
    suppliers = _suppliers(game)
    delivered, imported = _texts(value, "delivered"), _part(value, "imported", dict)
    if not {*delivered, *imported} <= {*suppliers}:
        raise Odd
    return position._replace(
        delivered=tuple(id_ in delivered for id_ in suppliers),
        imported=tuple(_count(imported.get(id_, 0)) for id_ in suppliers),
    )


def _cards(game: Game, value: Mapping[str, Any], key: str, *also: str) -> tuple[str, ...]:
    cards = []
    for card in map(_whole, _part(value, key, list)):
        is_number = type(card) is int and str(card) in game.cards
        is_name = type(card) is str and not card.isdecimal() and (card in also or card in game.cards)
        if not is_number and not is_name:
            raise Odd
        cards.append(str(card))
    return tuple(cards)


def _course(game: Game, value: Mapping[str, Any]) -> Course:
    hands = _part(value, "hands", dict)
    if not hands.keys() <= {"west", "east"} or value.get("to-move", "west") not in ("west", "east"):
        raise Odd
    return Course(
        half=_number(value["half"], 1, 2) if "half" in value else int(bool(value.get("display"))),
        to_move=State(value.get("to-move", "west")),
        display=_cards(game, value, "display", UNKNOWN),
        special=_flag(value.get("special", False)),
        west_hand=_cards(game, hands, "west", UNKNOWN),
        east_hand=_cards(game, hands, "east", UNKNOWN),
        removed=_cards(game, value, "deck-removed"),
        buried=_cards(game, value, "deck-added"),
    )


def as_plain(game: Game, position: Position) -> dict[str, Any]:
    """The position as `schemas/position.schema.json` describes it."""
    plain: dict[str, Any] = {"wsdv-position": 1, "decade": position.decade}
    suppliers = _suppliers(game)
    parts: dict[str, Any] = {
        "tracks": {track: getattr(position, track) for track in TRACKS},
        "wall": position.wall,
        "provinces": dict(_provinces(game, position)),
        "cadre": position.cadre,
        "factories": [game.cities[city].id for city, factory in enumerate(position.factories) if factory],
        "rundown": [game.cities[city].id for city, factory in enumerate(position.factories) if factory == RUN_DOWN],
        "infrastructure": {game.connections[number].id: laid for number, laid in enumerate(position.lines) if laid},
        "closed": [game.cities[city].id for city in sorted(position.closed)],
        "police": _numbered(position.police),
        "police-used": _numbered(position.police_used),
        "stasi-dissolved": position.stasi_dissolved,
        "delivered": [suppliers[sector] for sector, did in enumerate(position.delivered) if did],
        "imported": {suppliers[sector]: number for sector, number in enumerate(position.imported) if number},
        "played": _numbered(position.played),
        "flight-icons": position.flight_icons,
    }
    return plain | _known(parts) | _known_course(position)


def _known(parts: dict[str, Any]) -> dict[str, Any]:
    """Without what is empty."""
    return {key: part for key, part in parts.items() if part}


def _provinces(game: Game, position: Position) -> Iterator[tuple[str, dict[str, Any]]]:
    for number, province in enumerate(game.provinces):
        inside: dict[str, Any] = {"unrest": position.unrest[number]}
        if number == game.west_berlin:
            inside["sectors"] = _known(dict(zip(game.sectors, position.sectors, strict=True)))
        else:
            inside["standard"] = position.standards[number]
        inside["socialists"] = position.placed[number]
        if _known(inside):
            yield province.id, _known(inside)


def _suppliers(game: Game) -> list[str]:
    return [game.provinces[supplier].id for supplier in game.suppliers]


def _numbered(cards: Iterable[str]) -> list[int | str]:
    return [int(card) if card.isdecimal() else card for card in cards]


def course_as_plain(course: Course) -> dict[str, Any]:
    """How far a decade is, with all keys of a position file that say so."""
    return {
        "half": course.half,
        "to-move": course.to_move.value,
        "display": _numbered(course.display),
        "special": course.special,
        "hands": {"west": _numbered(course.west_hand), "east": _numbered(course.east_hand)},
        "deck-removed": _numbered(course.removed),
        "deck-added": _numbered(course.buried),
    }


def _known_course(position: Position) -> dict[str, Any]:
    """Before the first row there is no half yet."""
    if position.course is None:
        return {}
    plain = course_as_plain(position.course)
    plain["hands"] = _known(plain["hands"])
    return _known(plain)


def step_as_plain(game: Game, step: Step) -> list[Any]:
    """`["lay", "hamburg-bremen"]`: the verb, its place, where it goes, its number, as far as it has them."""
    verb = VERBS[step.verb]
    parts = [step.verb, _id(game, verb.takes, step.place), _id(game, verb.to, step.to), step.number or None]
    while parts[-1] is None:
        parts.pop()
    return parts


def _id(game: Game, kind: Kind, place: Any) -> Any:
    ids = _ids(game, kind)
    return place if ids is None or place is None else ids[place]


def _ids(game: Game, kind: Kind) -> list[str] | None:
    """The ids of all places of a kind; None where a place is not a number."""
    many = places_of(game, kind)
    return None if many is None else [one if isinstance(one, str) else one.id for one in many]


def step_from_plain(game: Game, data: Any) -> Step:
    """The inverse of `step_as_plain`; raises ValueError for anything else."""
    if type(data) is not list or not 1 <= len(data) <= 4 or type(data[0]) is not str or data[0] not in VERBS:
        raise ValueError("not a step")
    verb, place, to, number = [*data, None, None, None][:4]
    step = Step(verb, _place(game, VERBS[verb].takes, place), _place(game, VERBS[verb].to, to), number or 0)
    if not is_sound(game, step) or type(step.number) is not int:
        raise ValueError("not a step of this game")
    return step


def _place(game: Game, kind: Kind, id_: Any) -> Any:
    ids = _ids(game, kind)
    if ids is None or id_ is None:
        return id_
    return ids.index(id_) if id_ in ids else UNKNOWN


def is_sound(game: Game, step: Step) -> bool:
    """Whether it is a step at all: a known verb, and places that exist."""
    verb = VERBS.get(step.verb) if isinstance(step, Step) and isinstance(step.verb, str) else None
    return verb is not None and _exists(game, verb, verb.takes, step.place) and _exists(game, verb, verb.to, step.to)


def _exists(game: Game, verb: Verb, kind: Kind, place: Any) -> bool:
    many = places_of(game, kind)
    if many is not None:
        is_nobody = place is None and verb is VERBS["attack"] and kind is verb.to
        return is_nobody or (type(place) is int and 0 <= place < len(many))
    match kind:
        case Kind.CARD:
            return type(place) is str and (place in game.cards or place == UNKNOWN)
        case Kind.SPACE:
            return type(place) is int and place in game.catalogue.tracks.prestige
        case Kind.TRACK:
            return place in TRACKS
        case Kind.WORD:
            return place is None or (type(place) is str and (not verb.words or place in verb.words))
    return place is None
