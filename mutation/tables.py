"""Mutants of the tables in `data/`: a number changed by one, or a fact that is not a number exchanged or left out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any

from mutation.house import House
from mutation.mutant import Mutant
from wsdv_tools.facts import Catalogue
from wsdv_tools.facts.catalogue import FACTS
from wsdv_tools.sources.shipped import shipped
from wsdv_tools.sources.yaml_reader import read_yaml

OTHER = {"west": "east", "east": "west"}
COLOURS = ("yellow", "red", "dual")
COUNTRIES = {"cssr": "polska", "polska": "cssr"}
# What is only printed cannot be tested by a case: no rule reads it.
PRINTED = frozenset({"id", "name", "code", "years", "emblem", "mass-protest", "setup"})
LEFT_OUT = "nothing"

Path = tuple[str | int, ...]
Change = tuple[Path, Any]  # where, and the new value


def tables() -> list[str]:
    return [f"{kind}.yaml" for kind in FACTS]


@dataclass(frozen=True)
class TableMutant(Mutant):
    """A table with one entry changed, or two entries for the same fact."""

    changes: tuple[Change, ...] = ()

    @property
    def group(self) -> str:
        return ".".join(self.where.split(".")[:2])

    @property
    def words(self) -> frozenset[str]:
        """The ids in its place and its value."""
        return frozenset(self.where.split(".") + self.was.split(", "))

    def install(self, house: House) -> Catalogue:
        values = deepcopy(_read())
        table = values[self.room.removesuffix(".yaml")]
        for path, value in self.changes:
            inner = table
            for key in path[:-1]:
                inner = inner[key]
            if value is LEFT_OUT:
                del inner[path[-1]]
            else:
                inner[path[-1]] = value
        return Catalogue.build(house.catalogue.folder, values)


@cache
def _read() -> dict[str, Any]:
    return {kind: read_yaml(shipped("data") / f"{kind}.yaml").value for kind in FACTS}


def mutants(table: str) -> list[TableMutant]:
    """Every mutant of a table."""
    kind = table.removesuffix(".yaml")
    value = _read()[kind]
    found: list[TableMutant] = []
    for changes in TABLES[kind](value):
        path, new = changes[0]
        was = value
        for key in path:
            was = was[key]
        found.append(TableMutant(table, _place(value, path), _text(was), _text(new), 1, changes))
    return found


def _place(value: Any, path: Path) -> str:
    """The path for a reader: entries of a list are named by their id."""
    words: list[str] = []
    for key in path:
        value = value[key]
        words.append(
            str(value["id"]) if isinstance(key, int) and isinstance(value, dict) and "id" in value else str(key)
        )
    return ".".join(words)


def _text(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _by_one(path: Path, number: int) -> Iterator[tuple[Change, ...]]:
    yield ((path, number + 1),)
    yield ((path, number - 1),)


def _numbers(value: Any, path: Path = ()) -> Iterator[tuple[Change, ...]]:
    """Every number below a place."""
    if isinstance(value, int) and not isinstance(value, bool):
        yield from _by_one(path, value)
    entries = value.items() if isinstance(value, Mapping) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in entries:
        if key not in PRINTED:
            yield from _numbers(inner, (*path, key))


def _map(map_: Mapping[str, Any]) -> Iterator[tuple[Change, ...]]:
    yield from _of_provinces(map_["provinces"])
    yield from _of_cities(map_["cities"], map_["provinces"])
    for number, (one, other, *lines) in enumerate(map_["connections"]):
        for new in (lines[0] - 1, lines[0] + 1) if lines else (2,):
            yield ((("connections", number), [one, other, new]),)
        yield ((("connections", number), LEFT_OUT),)


def _of_provinces(provinces: list[Any]) -> Iterator[tuple[Change, ...]]:
    suppliers = [number for number, entry in enumerate(provinces) if "supplies-sector" in entry]
    for number, entry in enumerate(provinces):
        here: Path = ("provinces", number)
        yield from _by_one((*here, "setup-unrest"), entry["setup-unrest"])
        yield (((*here, "state"), OTHER[entry["state"]]),)
        for id_ in entry["neighbours"] if entry["state"] == "west" else ():  # a border is one fact, written twice
            there, its = next((n, other) for n, other in enumerate(provinces) if other["id"] == id_)
            yield (
                ((*here, "neighbours"), [n for n in entry["neighbours"] if n != id_]),
                (("provinces", there, "neighbours"), [n for n in its["neighbours"] if n != entry["id"]]),
            )
    for one, other in pairwise(suppliers):
        sectors = provinces[one]["supplies-sector"], provinces[other]["supplies-sector"]
        yield (
            (("provinces", one, "supplies-sector"), sectors[1]),
            (("provinces", other, "supplies-sector"), sectors[0]),
        )


def _of_cities(cities: list[Any], provinces: list[Any]) -> Iterator[tuple[Change, ...]]:
    sides = {entry["id"]: entry["state"] for entry in provinces}
    for number, entry in enumerate(cities):
        here: Path = ("cities", number)
        if entry["province"]:
            side = [id_ for id_, state in sides.items() if state == sides[entry["province"]]]
            yield (((*here, "province"), side[side.index(entry["province"]) - 1]),)
        for id_ in entry.get("joins", ()):
            yield (((*here, "joins"), [other for other in entry["joins"] if other != id_]),)
        if entry.get("external"):
            yield (((*here, "external"), COUNTRIES[entry["external"]]),)
        if entry.get("special"):
            yield (((*here, "special"), LEFT_OUT),)


def _tracks(table: Mapping[str, Any]) -> Iterator[tuple[Change, ...]]:
    tracks = table["tracks"]
    for space, sides in tracks["prestige"].items():
        for side, kinds in sides.items():
            here: Path = ("tracks", "prestige", space)
            yield ((here, {OTHER[side]: kinds}),)
            for kind in kinds:
                yield (((*here, side), [other for other in kinds if other != kind]),)
    for name in ("currency", "socialists", "flight"):
        yield from _numbers(tracks[name], ("tracks", name))
    for track, sides in tracks["overflow"].items():
        for side, rows in sides.items():
            for number, row in enumerate(rows):
                here = ("tracks", "overflow", track, side, number)
                yield ((here, {kind: OTHER[state] for kind, state in row.items()}),)
                yield ((here, LEFT_OUT),)


def _setup(table: Mapping[str, Any]) -> Iterator[tuple[Change, ...]]:
    yield from _numbers(table["pieces"], ("pieces",))
    yield from _by_one(("setup", "cadre"), table["setup"]["cadre"])
    for number in range(len(table["setup"]["factories"])):
        yield ((("setup", "factories", number), LEFT_OUT),)


def _cards(table: Mapping[str, Any]) -> Iterator[tuple[Change, ...]]:
    for number, card in enumerate(table["cards"]):
        here: Path = ("cards", number)
        yield from _numbers(card, here)
        yield from ((((*here, "colour"), colour),) for colour in COLOURS if colour != card["colour"])
        if card.get("special"):
            yield (((*here, "special"), False),)
        yield from _icons(card["icons"], (*here, "icons"))
        yield from _icons(card.get("each-decade-end", {}).get("icons", ()), (*here, "each-decade-end", "icons"))


def _icons(icons: list[Any], here: Path) -> Iterator[tuple[Change, ...]]:
    for number, icon in enumerate(icons):
        yield (((*here, number), LEFT_OUT),)
        yield (((*here, number, "state"), OTHER[icon["state"]]),)
        if "by" in icon:
            yield (((*here, number, "by"), OTHER[icon["by"]]),)
            yield (((*here, number, "by"), LEFT_OUT),)
        for key in ("in", "per-province"):
            if key in icon:
                yield (((*here, number, key), LEFT_OUT),)


TABLES = {"map": _map, "tracks": _tracks, "setup": _setup, "cards": _cards}
