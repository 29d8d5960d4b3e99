"""The calls for what never changes in one language: the drawn board, its places, the cards, the words of the page."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from wsdv_tools.components.card_faces import CardPrinter
from wsdv_tools.components.step_places import places_of
from wsdv_tools.drawing.palette import Palette
from wsdv_tools.drawing.shapes import Box, Page
from wsdv_tools.drawing.svg import svg
from wsdv_tools.facts import State
from wsdv_tools.facts.cards import NUMERALS
from wsdv_tools.rules.decade_end import ALL_PHASES
from wsdv_tools.web.desk import Data, Desk, desk
from wsdv_tools.words.choosing import known_languages
from wsdv_tools.words.language import Language

if TYPE_CHECKING:
    from wsdv_tools.components.geometry import Geometry, Place
    from wsdv_tools.rules.choices import Step
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position

# Kinds of places that can be tapped; what lies in a well is tapped at its plaque, or at its half of Berlin.
_TARGETS = ("city", "line", "plaque", "sector", "track", "wall", "holding-box")
_WELLS = ("unrest", "protest", "standards", "socialists")
_BERLIN = ("province-west-berlin", "province-east-berlin")
_NORTH = ("schleswig-holstein", "niedersachsen", "nordrhein-westfalen")
_ROOM = 8.0  # millimetres around a section of the board
_SVG_HEAD = re.compile(r"^.*?(?=<svg)", re.DOTALL)


def board(own: Desk, _asked: Data) -> Data:
    """The drawing without pieces, every place that can be tapped, the sections to look at, and the facts."""
    return _board(own.lang)


@lru_cache(maxsize=8)
def _board(lang: str) -> Data:
    own = desk(lang)
    geometry = own.drawing.geometry
    names = own.drawing.names
    return {
        "lang": lang,
        "size": list(geometry.size),
        "svg": _SVG_HEAD.sub("", own.drawing.board()),
        "targets": [_target(place, names[place.id]) for place in geometry.values() if _is_target(place)],
        "sections": _sections(own.game, geometry),
        "provinces": [_province(own, number) for number in range(len(own.game.provinces))],
        "cities": {
            city.id: {"name": own.phrases.city(number), "external": bool(city.external), "side": state.value}
            for number, (city, state) in enumerate(zip(own.game.cities, own.game.city_states, strict=True))
        },
        "connections": {
            connection.id: {
                "name": own.phrases.name(connection),
                "lines": connection.lines,
                "cities": [city.id for city in connection.cities],
            }
            for connection in own.game.connections
        },
        "sectors": {sector: own.phrases.sector(number) for number, sector in enumerate(own.game.sectors)},
        "cards": [_card(own, id_) for id_ in own.game.cards],
        "phases": {number: own.phrases.say(f"phase-{number}") for number in ALL_PHASES},
        "pieces": _stock(own.game),
    }


def _is_target(place: Place) -> bool:
    is_flight = place.kind == "track" and place.of == "flight"
    return (place.kind in _TARGETS and not is_flight) or place.id in _BERLIN


def _target(place: Place, name: str) -> Data:
    data: Data = {"id": place.id, "kind": place.kind, "of": place.of, "number": place.number, "name": name}
    if place.kind == "line":
        (x1, y1), (x2, y2) = place.ends
        return data | {"line": [round(value, 1) for value in (x1, y1, x2, y2)]}
    return data | {"box": [round(value, 1) for value in place.box]}


def _sections(game: Game, geometry: Geometry) -> Data:
    """Parts of the board that fit a phone, by what lies in them."""
    north = [f"plaque-{id_}" for id_ in _NORTH] + _cities(game, _NORTH)
    south_of = [game.provinces[number].id for number in game.west_germany]
    south_of = [id_ for id_ in south_of if id_ not in _NORTH]
    south = [f"plaque-{id_}" for id_ in south_of] + _cities(game, south_of)
    east_of = [game.provinces[number].id for number in game.own(State.EAST)]
    plaques = [f"plaque-{id_}" for id_ in east_of if f"plaque-{id_}" in geometry]
    abroad = [f"city-{city.id}" for city in game.cities if city.external]
    tracks = [id_ for id_, place in geometry.items() if place.kind == "track" and place.of != "flight"]
    whole = Box(0, 0, *geometry.size)
    berlin = [*_BERLIN, "holding-box"]
    return {
        "all": list(whole),
        "map": _around(geometry, [*north, *south, *plaques, *_cities(game, east_of), *berlin]),
        "north": _around(geometry, north),
        "south": _around(geometry, south),
        "east": _around(geometry, [*plaques, *_cities(game, east_of), *abroad]),
        "berlin": _around(geometry, berlin),
        "tracks": _around(geometry, tracks),
    }


def _cities(game: Game, provinces: list[str] | tuple[str, ...]) -> list[str]:
    return [f"city-{game.cities[city].id}" for id_ in provinces for city in game.cities_of[game.province(id_)]]


def _around(geometry: Geometry, places: list[str]) -> list[float]:
    boxes = [geometry[id_].box.inset(-_ROOM) for id_ in places]
    x, y = min(box.x for box in boxes), min(box.y for box in boxes)
    right, bottom = max(box.right for box in boxes), max(box.bottom for box in boxes)
    return [round(value, 1) for value in (x, y, right - x, bottom - y)]


def _province(own: Desk, number: int) -> Data:
    game = own.game
    fact = game.provinces[number]
    return {
        "id": fact.id,
        "code": fact.code,
        "name": own.phrases.province(number),
        "side": fact.state.value,
        "target": target_of(game, f"unrest-{fact.id}"),
        "cities": [game.cities[city].id for city in game.cities_of[number]],
        "sectors": list(game.sectors) if number == game.west_berlin else [],
        "supplies": game.sectors[game.suppliers.index(number)] if number in game.suppliers else None,
    }


def _card(own: Desk, id_: str) -> Data:
    card = own.game.cards[id_]
    return {
        "id": card.id,
        "number": card.number,
        "title": own.language.title(card),
        "decade": card.decade,
        "colour": card.colour,
        "special": card.is_special,
        "police": card.police.value if card.police else None,
        "flight": card.flight,
    }


def _stock(game: Game) -> Data:
    """How many pieces there are in the box."""
    pieces = game.catalogue.pieces
    return {
        "unrest": pieces.unrest,
        "standards": pieces.living_standard,
        "socialists": pieces.socialists,
        "infrastructure": pieces.infrastructure,
        "factories": dict(pieces.factories),
    }


def target_of(game: Game, place: str) -> str:
    """The place to tap for one that a step touches.

    >>> target_of(desk("en").game, "unrest-bayern"), target_of(desk("en").game, "unrest-west-berlin")
    ('plaque-bayern', 'province-west-berlin')
    """
    kind, _, rest = place.partition("-")
    if kind in (*_WELLS, "province") and rest in game.province_of_id:
        return f"province-{rest}" if f"province-{rest}" in _BERLIN else f"plaque-{rest}"
    return place


def tapped(game: Game, step: Step, position: Position) -> Data:
    """Where a step is lit, and where it is tapped: an attack at its target, all else where it is done."""
    places = places_of(game, step, position)
    where = places[-1:] if step.verb == "attack" and step.to is not None else places[:1]
    return {"at": list(places), "tap": target_of(game, where[0]) if where else None}


@lru_cache(maxsize=512)
def card_svg(card: str, lang: str) -> str:
    """A card as it is printed, its letters as outlines; raises KeyError where there is no such card."""
    own = desk(lang)
    faces = _faces(own.lang)
    fact = own.game.cards[card]
    page = Page(faces.width, faces.height, faces.face(fact), own.language.title(fact))
    return svg(page, own.lang, has_outlines=True)


@lru_cache(maxsize=8)
def _faces(lang: str) -> CardPrinter:
    return CardPrinter(desk(lang).lettering, Palette.load("full"))


def words(own: Desk, _asked: Data) -> Data:
    """The words of the page: texts with `{places}`, or two forms of one, to be chosen by `n`."""
    return _words(own.lang)


@lru_cache(maxsize=8)
def _words(lang: str) -> Data:
    own = desk(lang)
    keys = [key for key in Language.load().own("texts") if key.startswith("web.")]
    texts: dict[str, Any] = {key.removeprefix("web."): own.language.own("texts").get(key) for key in keys}
    return {
        "lang": lang,
        "languages": {code: desk(code).language.own("language")["name"] for code in known_languages()},
        "sides": {side.value: own.phrases.name(side) for side in State},
        "decades": {number: own.phrases.say("decade", numeral=NUMERALS[number]) for number in range(1, 5)},
        "tracks": {track: own.phrases.say(f"track-{track}") for track in ("prestige", "currency", "socialists")},
        "modes": {mode: own.phrases.say(f"play.mode-{mode}") for mode in ("event", "build", "standard", "unrest")},
        "words": texts,
    }
