"""The script of the assistant: places, facts and words made from the data, then the Lua that works with them.

The pages of the table's notebook are part of it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wsdv_tools.components.geometry import TRACKS
from wsdv_tools.facts import State
from wsdv_tools.facts.tracks import FIRST, LAST
from wsdv_tools.record.notation import Notation
from wsdv_tools.record.statements import MOST_PIECES
from wsdv_tools.rules.protests import PROTEST
from wsdv_tools.tabletop.lying import Spot, snap_tags, supply
from wsdv_tools.tabletop.mat import READ, SIDE, MatPrinter, meaning, middle_of
from wsdv_tools.tabletop.objects import UNIT
from wsdv_tools.tabletop.stock import COURSE, MARKERS, kinds, piece_name, slot, term_name
from wsdv_tools.telling.explanations import LETTERS
from wsdv_tools.telling.phrases import MINUS, NO_BREAK, Phrases
from wsdv_tools.words.names import Names
from wsdv_tools.words.plurals import form_of, main_form

if TYPE_CHECKING:
    from wsdv_tools.components.lettering import Lettering
    from wsdv_tools.rules.game import Game

REACH = {"piece": 12.0, "card": 40.0}  # millimetres beyond a place where a piece still counts for it
DOUBT = 2.0  # millimetres: another place only this much farther away makes it doubtful
COLOURS = {"west": "Yellow", "east": "Red"}  # whose hands are whose
HIDDEN = ("display", "west", "east")  # where a card that lies face down is unknown
LANDMARKS = ("city", "unrest", "phase", "card")  # by which a stray piece is reported
_COUNTED = 100  # numbers whose form is known; there are fewer pieces
_PARTS = ("reading.lua", "figures.lua", "assistant.lua")


def script(game: Game, lettering: Lettering, printer: MatPrinter, laid: Iterable[Spot]) -> str:
    """The whole script, with what lies there after the set-up."""
    data = {
        **_places(printer),
        **_facts(game, lettering),
        **_tables(game, lettering),
        "kinds": _kinds(lettering),
        "lying": [_spot(spot) for spot in laid],
        "words": _words(lettering),
        "forms": [form_of(lettering.code, number) for number in range(_COUNTED)],
        "pages": [{"title": title, "body": body} for title, body in pages(lettering).items()],
        "lang": lettering.code,
    }
    parts = [(Path(__file__).with_name(name)).read_text("utf-8") for name in _PARTS]
    return "\n".join([f"DATA = {as_lua(data)}", *parts])


def as_lua(value: Any) -> str:
    """A value as Lua writes it.

    >>> as_lua({"id": "city-ulm", "x": 2.5, "tags": ["a", 1, True, None]})
    '{["id"]="city-ulm",["x"]=2.5,["tags"]={"a",1,true,nil}}'
    """
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if value is None or isinstance(value, bool):
        return {None: "nil", True: "true", False: "false"}[value]
    if isinstance(value, float):
        return f"{round(value, 3):g}"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, Mapping):
        return "{" + ",".join(f"[{as_lua(key)}]={as_lua(inner)}" for key, inner in value.items()) + "}"
    return "{" + ",".join(map(as_lua, value)) + "}"


def _places(printer: MatPrinter) -> dict[str, Any]:
    mat = printer.mat
    read = [place for place in mat.values() if place.kind in (*READ, *COURSE, "stasi")]
    snaps = [(place, snap_tags(place)) for place in mat.values()]

    def at(point: tuple[float, float], turn: float | None) -> dict[str, Any]:
        x, y = mat.point(*point)
        return {"x": x, "y": y, **({} if turn is None else {"turn": turn})}

    return {
        "side": SIDE,
        "units": SIDE / UNIT,
        "reach": REACH,
        "doubt": DOUBT,
        "landmarks": LANDMARKS,
        "hidden": dict.fromkeys(HIDDEN, True),
        "colours": COLOURS,
        "places": [
            {
                "id": place.id,
                "kind": place.kind,
                "slot": slot(place),
                "of": place.of,
                "number": place.number,
                "means": " ".join(map(str, meaning(place))),
                "name": printer.names[place.id],
                "w": place.width,
                "h": place.height,
                **at((place.x, place.y), place.turn or None),
            }
            for place in read
        ],
        "snaps": [
            {**at(middle_of(place), place.turn if place.kind in ("line", "card") else None), "tags": tags}
            for place, tags in snaps
            if tags
        ],
    }


def _kinds(lettering: Lettering) -> list[dict[str, Any]]:
    return [
        {
            "id": kind.name,
            "name": piece_name(lettering, kind),
            "family": kind.family,
            "places": kind.places,
            "single": kind.is_single,
        }
        for kind in kinds(lettering.catalogue).values()
    ]


def _spot(spot: Spot) -> dict[str, Any]:
    more: dict[str, Any] = {"cards": spot.cards} if spot.cards else {"n": spot.n}
    return {"kind": spot.kind, "x": spot.x, "y": spot.y, "turn": spot.turn, "down": spot.is_down, **more}


def factory_kind(game: Game, city: int) -> str:
    """The kind of factory that a city takes."""
    if city == game.rheinsberg:
        return "rheinsberg"
    return "factory-external" if game.external[city] else f"factory-{game.city_states[city].value}"


def _facts(game: Game, lettering: Lettering) -> dict[str, Any]:
    """The map: provinces, cities, connections, West Berlin's sectors."""
    spoken = lettering.language.spoken
    ids = [province.id for province in game.provinces]
    return {
        "provinces": [
            {
                "id": province.id,
                "name": spoken(province),
                "state": province.state.value,
                "neighbours": [ids[neighbour] for neighbour in game.neighbours[number]],
                "sector": province.sector,
            }
            for number, province in enumerate(game.provinces)
        ],
        "cities": [
            {
                "id": city.id,
                "name": spoken(city),
                "home": ids[home] if (home := game.home[number]) is not None else None,
                "state": game.city_states[number].value,
                "external": bool(city.external),
                "factory": factory_kind(game, number),
                "rundown": game.city_states[number] is State.EAST and not city.external,
                "base": game.intact_values[number],
            }
            for number, city in enumerate(game.cities)
        ],
        "connections": [
            {
                "id": connection.id,
                "a": connection.cities[0].id,
                "b": connection.cities[1].id,
                "lines": connection.lines,
                "state": connection.state.value,
            }
            for connection in game.connections
        ],
        "sectors": [
            {"id": sector, "supplier": ids[supplier]}
            for sector, supplier in zip(game.sectors, game.suppliers, strict=True)
        ],
        "west_berlin": ids[game.west_berlin],
        "hamburg": game.cities[game.hamburg].id,
        "joins": [ids[province] for province in game.hamburg_joins],
    }


def _tables(game: Game, lettering: Lettering) -> dict[str, Any]:
    """Cards and tracks, and the rulings that matter to figures."""
    tracks, spaces = game.catalogue.tracks, range(FIRST, LAST + 1)
    phrases = Phrases(lettering.language, Notation(game, Names(game.catalogue)))
    return {
        "cards": [{"id": card.id, "decade": card.decade, "special": card.is_special} for card in game.cards.values()],
        "flight": {card: icons for card, icons in game.flight_icons.items() if icons},
        "red_police": dict.fromkeys(sorted(game.red_police), True),
        "flight_spaces": game.catalogue.flight.spaces,
        "flight_step": game.catalogue.flight.steps_per_point,
        "currency": {str(space): tracks.currency[space] for space in spaces},
        "socialists": {str(space): tracks.socialists[space] for space in spaces},
        "prestige_icons": {str(space): phrases.icons(space).replace(NO_BREAK, " ") for space in spaces if space},
        "first": FIRST,
        "tracks": TRACKS,
        "markers": MARKERS,
        "protest": PROTEST,
        "most": MOST_PIECES,
        "supply": {name: {"x": x, "y": y} for name, (x, y) in supply(kinds(game.catalogue)).items()},
        **{ruling: game.follows(ruling) for ruling in ("R8b", "R9b", "R11b")},
    }


_TOLD = ("start", "label.nothing", *(f"phase-{number}" for number in range(1, 11)))
_FOUND = (
    "piece-stray", "piece-foreign", "piece-too-many", "piece-doubtful", "marker-missing", "protest-markers",
    "card-side-hidden",
)  # fmt: skip


def _words(lettering: Lettering) -> dict[str, Any]:
    """The texts as they are in the language file: the assistant fills their places."""
    texts, spare = lettering.own("texts"), lettering.spare[0].own("texts")
    keys = [key for key in spare if key.startswith(("sum.", "tts.")) or key in _TOLD]
    words: dict[str, Any] = {key: _forms(texts.get(key, spare[key])) for key in keys}
    findings = lettering.own("findings")
    words |= {f"finding.{code}": _forms(findings[code]) for code in _FOUND}
    words |= {state.value: lettering.language.name(state) for state in State}
    return words | {"card": term_name(lettering, "card"), "minus": MINUS}


def _forms(text: Any) -> Any:
    """A text; of a counted one all forms, and the one for most numbers."""
    return {**text, "main": main_form(text)} if isinstance(text, Mapping) else text


def pages(lettering: Lettering) -> dict[str, str]:
    """The text of each page by its title."""
    return {
        "wsdv_tools": lettering.say("texts.tts.about"),
        lettering.say("texts.section-rulings"): "\n\n".join(_rulings(lettering)),
    }


def _rulings(lettering: Lettering) -> list[str]:
    language = lettering.language
    found = []
    for id_ in language.rulings_on(language.rule_ids()):
        options = [letter for letter in LETTERS if language.has_option(id_, letter)]
        question = language.ruling(id_)[0]
        answers = [f"{id_}{letter}: {language.ruling(id_, letter)[1]}" for letter in options]
        found.append("\n".join([question, *answers, language.ruling_reason(id_)]))
    return found
