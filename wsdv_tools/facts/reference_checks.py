"""Checks that every id is given once and every id named elsewhere exists."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from wsdv_tools.codes import CODES
from wsdv_tools.findings import Finding, Note
from wsdv_tools.sources.schema import did_you_mean, schema_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from wsdv_tools.facts.folder import DataFolder
    from wsdv_tools.sources.yaml_reader import Document

_Path = tuple[str | int, ...]
# Outlines of what the board shows inside its provinces.
_ONLY_DRAWN = ("hamburg", "berlin")
_TWO_HALVES = ("west-berlin", "east-berlin")


def ids_are_unique(data: DataFolder) -> Iterator[Finding]:
    """Provinces, cities, cards, rules, rulings and errata: no id twice, and no code for two provinces."""
    lists = [("map", "provinces", "code")]
    lists += [("map", "provinces", "id"), ("map", "cities", "id")]
    lists += [(kind, kind, "id") for kind in ("cards", "rules", "rulings", "errata")]
    for kind, section, key in lists:
        document = data.documents[kind]
        first: dict[str, int] = {}
        for i, entry in enumerate(document.value[section]):
            before = first.setdefault(str(entry[key]), i)
            if before != i:
                there = document.place((section, before, key))
                note = Note("first-given", {"line": there.line}, there)
                place = document.place((section, i, key))
                yield Finding("duplicate-id", place, {"id": str(entry[key])}, notes=(note,))


def references_exist(data: DataFolder) -> Iterator[Finding]:
    """Wherever one entry names another, the other exists."""
    provinces, cities = _ids(data, "map", "provinces"), _ids(data, "map", "cities")
    rules, errata = _ids(data, "rules", "rules"), _ids(data, "errata", "errata")
    map_, setup = data.documents["map"], data.documents["setup"]
    for i, province in enumerate(map_.value["provinces"]):
        yield from _unknown(map_, ("provinces", i, "neighbours"), province["neighbours"], provinces)
    for i, city in enumerate(map_.value["cities"]):
        if city["province"] is not None and city["province"] not in provinces:
            yield _unknown_id(map_, ("cities", i, "province"), city["province"], provinces)
        yield from _unknown(map_, ("cities", i, "joins"), city.get("joins", ()), provinces)
    for i, connection in enumerate(map_.value["connections"]):
        yield from _unknown(map_, ("connections", i), connection[:2], cities)
    yield from _unknown(setup, ("setup", "factories"), setup.value["setup"]["factories"], cities)
    yield from _unknown_rules(data, rules, errata)


def _unknown_rules(data: DataFolder, rules: list[str], errata: list[str]) -> Iterator[Finding]:
    """Every rule paragraph and erratum cited by data exists."""
    document = data.documents["rulings"]
    for i, ruling in enumerate(document.value["rulings"]):
        yield from _unknown(document, ("rulings", i, "rules"), ruling["rules"], rules)
        yield from _unknown(document, ("rulings", i, "errata"), ruling["errata"], errata)
    document = data.documents["errata"]
    for i, erratum in enumerate(document.value["errata"]):
        if erratum["rule"] not in rules:
            yield _unknown_id(document, ("errata", i, "rule"), erratum["rule"], rules)


def outlines_are_complete(data: DataFolder) -> Iterator[Finding]:
    """Every province and city can be drawn, and nothing is drawn that is not on the map."""
    document = data.documents["outlines"]
    drawn = [*(id_ for id_ in _ids(data, "map", "provinces") if id_ not in _TWO_HALVES), *_ONLY_DRAWN]
    for section, ids in (("provinces", drawn), ("cities", _ids(data, "map", "cities"))):
        given = document.value[section]
        yield from _unknown_keys(document, (section,), given, ids)
        for id_ in ids:
            if id_ not in given:
                yield Finding("not-drawn", document.place((section,), key=True), {"id": id_})


def languages_name_what_exists(data: DataFolder) -> Iterator[Finding]:
    """What German gives words for exists: cards, places, rules, codes of findings, sentences of schemas.

    The other languages are compared with German, see `wsdv_tools.translating`.
    """
    known = {
        "cards": _ids(data, "cards", "cards"),
        "places": [*_ids(data, "map", "provinces"), *_ids(data, "map", "cities")],
        "rules": _ids(data, "rules", "rules"),
        "rulings": _ids(data, "rulings", "rulings"),
        "errata": _ids(data, "errata", "errata"),
        "findings": list(CODES),
        "schema": list(schema_words()),
    }
    document = data.languages.get("de")
    for section, ids in known.items() if document else ():
        if document:
            yield from _unknown_keys(document, (section,), document.value.get(section, {}), ids)


def names_are_unambiguous(data: DataFolder) -> Iterator[Finding]:
    """No language gives two provinces, or two cities, the same name to type."""
    map_ = data.value("map")
    for document in data.languages.values():
        places = document.value.get("places", {})
        for section in ("provinces", "cities"):
            owners = {_folded(entry["id"]): entry["id"] for entry in map_[section]}
            owners |= {_folded(entry["code"]): entry["id"] for entry in map_[section] if "code" in entry}
            for entry in map_[section]:
                for i, name in enumerate(places.get(entry["id"], {}).get("also", ())):
                    owner = owners.setdefault(_folded(name), entry["id"])
                    if owner != entry["id"]:
                        place = document.place(("places", entry["id"], "also", i))
                        yield Finding("ambiguous-name", place, {"name": name, "id": owner})


def _folded(name: str) -> str:
    return re.sub(r"[\s–-]+", "-", name.casefold())


def _ids(data: DataFolder, kind: str, section: str) -> list[str]:
    return [str(entry["id"]) for entry in data.value(kind)[section]]


def _unknown(document: Document, path: _Path, given: Iterable[str], known: list[str]) -> Iterator[Finding]:
    for i, id_ in enumerate(given):
        if id_ not in known:
            yield _unknown_id(document, (*path, i), id_, known)


def _unknown_keys(document: Document, path: _Path, given: Iterable[str], known: list[str]) -> Iterator[Finding]:
    ids = set(known)
    for id_ in given:
        if id_ not in ids:
            yield _unknown_id(document, (*path, id_), id_, known, key=True)


def _unknown_id(document: Document, path: _Path, id_: str, known: list[str], key: bool = False) -> Finding:
    place = document.place(path, key)
    return Finding("unknown-id", place, {"id": id_}, fixes=did_you_mean(id_, known, place))


REFERENCE_CHECKS: tuple[Callable[[DataFolder], Iterator[Finding]], ...] = (
    ids_are_unique,
    references_exist,
    outlines_are_complete,
    languages_name_what_exists,
    names_are_unambiguous,
)
