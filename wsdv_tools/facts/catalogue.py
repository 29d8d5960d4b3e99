"""The whole game as one value: `Catalogue.load()` reads `data/` and links it up."""

from __future__ import annotations

import copyreg
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from wsdv_tools.facts.cards import Card, Icon
from wsdv_tools.facts.map import City, Connection, Province, State
from wsdv_tools.facts.tracks import FIRST, LAST, Bonus, Tracks
from wsdv_tools.findings import Unreadable
from wsdv_tools.sources.shipped import shipped
from wsdv_tools.sources.yaml_reader import read_yaml

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

FACTS = ("map", "tracks", "setup", "cards")


def _fixed(mapping: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    return MappingProxyType(mapping)


copyreg.pickle(MappingProxyType, lambda mapping: (_fixed, (dict(mapping),)))  # so that facts can be copied


@dataclass(frozen=True, slots=True)
class Flight:
    """The flight track: so many spaces, and so many steps for one dismantled point."""

    spaces: int
    steps_per_point: int


@dataclass(frozen=True, slots=True)
class Pieces:
    """What lies in the box."""

    unrest: int
    living_standard: int
    socialists: int
    infrastructure: int
    factories: Mapping[str, int]
    mass_protest: int
    protest_words: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Setup:
    """How the game starts; the unrest is listed with the provinces."""

    factories: tuple[City, ...]
    cadre: int


@dataclass(frozen=True, eq=False, slots=True)
class Catalogue:
    """All facts, in printed order, and by id."""

    folder: Path
    provinces: Mapping[str, Province]
    sectors: tuple[str, ...]
    cities: Mapping[str, City]
    connections: Mapping[str, Connection]
    cards: Mapping[str, Card]
    tracks: Tracks
    flight: Flight
    pieces: Pieces
    setup: Setup

    @classmethod
    def load(cls, folder: Path | None = None) -> Catalogue:
        """Read the facts of a data folder, the shipped one by default.

        Any other folder is checked as a whole first. What is wrong is raised as :class:`Unreadable`.

        >>> catalogue = Catalogue.load()
        >>> catalogue.cards["20"].values[State.WEST]
        4
        """
        folder = folder or shipped("data")
        if folder.resolve() != shipped("data").resolve():
            _refuse_faulty(folder)
        try:
            return cls.build(folder, {kind: read_yaml(folder / f"{kind}.yaml").value for kind in FACTS})
        except (LookupError, TypeError, ValueError, AttributeError, StopIteration):
            _refuse_faulty(folder)
            raise

    @classmethod
    def build(cls, folder: Path, values: Mapping[str, Any]) -> Catalogue:
        """Link up what is in the files of `FACTS`, given by kind."""
        map_, setup, tracks = values["map"], values["setup"], values["tracks"]["tracks"]
        cards = values["cards"]["cards"]
        provinces = _provinces(map_)
        cities = _cities(map_, provinces)
        return cls(
            folder=folder,
            provinces=MappingProxyType(provinces),
            sectors=tuple(map_["west-berlin-sectors"]),
            cities=MappingProxyType(cities),
            connections=MappingProxyType(_connections(map_, cities)),
            cards=MappingProxyType({card.id: card for card in map(_card, cards)}),
            tracks=_tracks(tracks),
            flight=Flight(tracks["flight"]["spaces"], tracks["flight"]["points-per"]),
            pieces=_pieces(setup),
            setup=Setup(tuple(cities[city] for city in setup["setup"]["factories"]), setup["setup"]["cadre"]),
        )

    def faces(self, number: str) -> tuple[Card, ...]:
        """The faces of a card's number: one, and two for IV."""
        return tuple(card for card in self.cards.values() if card.number == number)


def _refuse_faulty(folder: Path) -> None:
    """Raise all that is wrong with a folder; the checks are loaded only then, because they are slow."""
    from wsdv_tools.facts.data_checks import check_folder

    findings = check_folder(folder)
    if any(finding.is_error for finding in findings):
        raise Unreadable(findings)


def _provinces(map_: Mapping[str, Any]) -> dict[str, Province]:
    provinces = {
        entry["id"]: Province(
            id=entry["id"],
            code=entry["code"],
            name=entry["name"],
            state=State(entry["state"]),
            setup_unrest=entry["setup-unrest"],
            sector=entry.get("supplies-sector"),
        )
        for entry in map_["provinces"]
    }
    for entry in map_["provinces"]:
        _link(provinces[entry["id"]], "neighbours", tuple(provinces[id_] for id_ in entry["neighbours"]))
    return provinces


def _cities(map_: Mapping[str, Any], provinces: Mapping[str, Province]) -> dict[str, City]:
    cities = {
        entry["id"]: City(
            id=entry["id"],
            name=entry["name"],
            province=provinces[entry["province"]] if entry["province"] else None,
            joins=tuple(provinces[id_] for id_ in entry.get("joins", ())),
            is_setup=entry.get("setup", False),
            external=entry.get("external"),
            is_rheinsberg=entry.get("special") == "rheinsberg",
        )
        for entry in map_["cities"]
    }
    for province in provinces.values():
        _link(province, "cities", tuple(city for city in cities.values() if city.province is province))
    return cities


def _connections(map_: Mapping[str, Any], cities: Mapping[str, City]) -> dict[str, Connection]:
    connections: dict[str, Connection] = {}
    for one, other, *lines in map_["connections"]:
        ends = (cities[one], cities[other])
        state = next(province.state for city in ends for province in city.provinces)
        connections[f"{one}-{other}"] = Connection(f"{one}-{other}", ends, lines[0] if lines else 1, state)
    for city in cities.values():
        _link(city, "connections", tuple(c for c in connections.values() if city in c.cities))
    return connections


def _link(fact: object, field: str, value: object) -> None:
    """Facts refer to each other in circles, so that a frozen one is completed once, here."""
    object.__setattr__(fact, field, value)


ICON_KEYS = frozenset({"state", "by", "in", "per-province"})


def _icon(entry: Mapping[str, Any]) -> Icon:
    (kind,) = entry.keys() - ICON_KEYS
    return Icon(
        kind=kind,
        count=entry[kind],
        state=State(entry["state"]),
        by=State(entry["by"]) if "by" in entry else None,
        place=entry.get("in"),
        per_province=entry.get("per-province"),
    )


def _card(entry: Mapping[str, Any]) -> Card:
    value = entry.get("value", {})
    values = value if isinstance(value, dict) else {"west": value, "east": value}
    each_end = entry.get("each-decade-end", {})
    return Card(
        id=str(entry["id"]),
        number=str(entry["id"]).partition("-")[0],
        decade=entry["decade"],
        is_special=entry.get("special", False),
        years=entry["years"],
        colour=entry["colour"],
        values=MappingProxyType({State(side): points for side, points in values.items()}),
        flight=entry.get("flight", 0),
        icons=tuple(map(_icon, entry["icons"])),
        arrows=MappingProxyType(dict(entry.get("arrows", {}))),
        each_decade_end=(tuple(map(_icon, each_end.get("icons", ()))), MappingProxyType(each_end.get("arrows", {}))),
        emblem=entry.get("emblem"),
    )


def _tracks(entry: Mapping[str, Any]) -> Tracks:
    def space(number: int) -> tuple[Icon, ...]:
        return tuple(
            Icon(kind, 1, State(side)) for side, kinds in entry["prestige"][str(number)].items() for kind in kinds
        )

    numbers = range(FIRST, LAST + 1)
    overflow = {
        (track, State(side)): Bonus(
            State(side), tuple(Icon(kind, 1, State(state)) for row in rows for kind, state in row.items())
        )
        for track, sides in entry["overflow"].items()
        for side, rows in sides.items()
    }
    return Tracks(
        prestige=MappingProxyType({number: space(number) for number in numbers}),
        currency=MappingProxyType({number: entry["currency"][str(number)] for number in numbers}),
        socialists=MappingProxyType({number: entry["socialists"][str(number)] for number in numbers}),
        overflow=MappingProxyType(overflow),
    )


def _pieces(setup: Mapping[str, Any]) -> Pieces:
    pieces = {name.replace("-", "_"): number for name, number in setup["pieces"].items()}
    pieces["factories"] = MappingProxyType(pieces["factories"])
    words = {side: tuple(words) for side, words in setup["mass-protest-markers"].items()}
    return Pieces(**pieces, protest_words=MappingProxyType(words))
