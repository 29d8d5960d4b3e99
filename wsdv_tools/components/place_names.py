"""What the places of the board are called: for screen readers, and for whoever points at one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wsdv_tools.components.geometry import Geometry, Place
    from wsdv_tools.components.lettering import Lettering

_WELLS = {
    "unrest": "unrest",
    "protest": "mass-protest",
    "standards": "living-standard",
    "socialists": "socialist",
}  # kind of place: term of the rules
_CARDS = {"special": "special-card", "display": "display", "played": "played-pile", "deck": "deck", "police": "police"}


def place_names(geometry: Geometry, lettering: Lettering) -> dict[str, str]:
    """The names of all places in a language, by their ids."""
    return {id_: _named(place, lettering) for id_, place in geometry.items()}


def signed(number: int) -> str:
    """With a real minus, and a plus where something is gained."""
    return f"+{number}" if number > 0 else str(number).replace("-", "−")


def _named(place: Place, lettering: Lettering) -> str:
    language, catalogue = lettering.language, lettering.catalogue
    if place.kind in _WELLS:
        return f"{language.spoken(catalogue.provinces[place.of])}: {language.term(_WELLS[place.kind])}"
    if place.kind in ("province", "plaque"):
        return language.spoken(catalogue.provinces[place.of])
    return _NAMES[place.kind](place, lettering)


def _city(place: Place, lettering: Lettering) -> str:
    return lettering.language.spoken(lettering.catalogue.cities[place.of])


def _line(place: Place, lettering: Lettering) -> str:
    connection = lettering.catalogue.connections[place.of]
    name = lettering.language.spoken(connection)
    return f"{name} {place.number}" if connection.lines > 1 else name


def _track(place: Place, lettering: Lettering) -> str:
    key = "flight-track" if place.of == "flight" else f"track-{place.of}"
    number = str(place.number) if place.of == "flight" else signed(place.number)
    return f"{lettering.say(f'texts.{key}')} {number}"


def _phase(place: Place, lettering: Lettering) -> str:
    name = lettering.say(f"texts.phase-{place.number}" if place.number else "texts.start")
    return f"{lettering.say('texts.decade-end')} {place.number}: {name}"


def _card(place: Place, lettering: Lettering) -> str:
    if place.of in _CARDS:
        name = lettering.language.term(_CARDS[place.of])
    else:
        name = f"{lettering.language.term(place.of)}, {lettering.language.term('hand-card')}"
    return f"{name} {place.number}" if place.number else name


_NAMES: Mapping[str, Callable[[Place, Lettering], str]] = {
    "city": _city,
    "line": _line,
    "sector": lambda place, lettering: lettering.say(f"sectors.{place.of}"),
    "track": _track,
    "spot": lambda place, lettering: f"{_track(place, lettering)}, {lettering.language.term('marker')}",
    "phase": _phase,
    "wall": lambda _, lettering: lettering.language.term("wall"),
    "holding-box": lambda _, lettering: lettering.say("texts.holding-box"),
    "holding": lambda place, lettering: f"{lettering.say('texts.holding-box')} {place.number}",
    "card": _card,
}
