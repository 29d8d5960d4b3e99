"""Reads a typed position (YAML or JSON): names are resolved first, then the schema applies, then `status()`.

All faults come at once, each with its line. The position is built by hand, strictly; the schema is asked
only to explain why that failed, which keeps a good file quick.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from wsdv_tools.facts.cards import NUMERALS
from wsdv_tools.findings import Finding, Fix, Note, exit_code, sorted_by_place
from wsdv_tools.rules.plain import Odd, build
from wsdv_tools.rules.status import status
from wsdv_tools.sources.kinds import not_a_position
from wsdv_tools.sources.text_reader import decoded, read_bytes
from wsdv_tools.sources.yaml_reader import Document, examine_text
from wsdv_tools.words.names import Unknown, folded, spellings

if TYPE_CHECKING:
    from pathlib import Path as FilePath

    from wsdv_tools.findings import Place
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position
    from wsdv_tools.rules.status import Flaw
    from wsdv_tools.words.names import Names

_MOST_ENTRIES = 100  # in one part; the game has fewer of everything
_A_NAME = 2  # steps to a name in a list or mapping
Path = tuple[str | int, ...]
Origins = dict[Path, tuple[Path, bool]]  # where a name was, and whether as a key
Find = Callable[[str], "str | Unknown"]


@dataclass(frozen=True)
class Reading:
    """The result of reading a position file: a position, if one could be built, and all findings."""

    position: Position | None
    findings: list[Finding]
    unfinished: str = ""  # the question that comes next, where somebody stopped typing

    @property
    def is_good(self) -> bool:
        return self.position is not None and not any(finding.is_error for finding in self.findings)


def read_position_file(path: FilePath, game: Game, names: Names) -> Reading:
    """The position of a YAML or JSON file."""
    data, findings = read_bytes(path)
    return Reading(None, findings) if data is None else read_position_text(data, str(path), game, names)


def read_position_text(data: bytes | str, file: str, game: Game, names: Names) -> Reading:
    """As :func:`read_position_file`, for what was read already; JSON may be indented with tabs."""
    text, findings = decoded(data, file)
    if text is None:
        return Reading(None, findings)
    other = not_a_position(text, file)
    if other:
        return Reading(None, [other])
    is_json = file.lower().endswith(".json") or text.lstrip().startswith("{")
    document, findings = examine_text(text.replace("\t", " ") if is_json else text, file)
    if document is None or exit_code(findings) > 1:
        return Reading(None, findings)
    reading = read_position(document, game, names)
    return replace(reading, position=None) if exit_code(findings) else reading


def read_position(document: Document, game: Game, names: Names) -> Reading:
    """The position a document describes."""
    resolver = _Resolver(document, game, names)
    canonical = resolver.resolve()
    unfinished, findings = _unfinished(canonical)
    findings += [*document.findings, *resolver.findings]
    try:
        position = build(game, _board(canonical.value))
    except Odd:
        from wsdv_tools.sources.schema import check_schema

        findings += check_schema(canonical, "position", key_meant)
        shown, lost = _as_far_as_it_goes(game, canonical, resolver.origins)
        findings += _flaws(game, shown, canonical, resolver.unsure | lost)
        return Reading(None, sorted_by_place(findings), unfinished)
    if not unfinished:  # what is not typed yet may explain any flaw
        findings += _flaws(game, position, canonical, resolver.unsure)
    return Reading(position, sorted_by_place(findings), unfinished)


UNFINISHED = "unfinished"  # the key by which a half-typed position says which question comes next


def _unfinished(canonical: Document) -> tuple[str, list[Finding]]:
    """The question that comes next in a half-typed position, and the finding that it is not a whole one."""
    value = canonical.value.get(UNFINISHED) if isinstance(canonical.value, dict) else None
    if not isinstance(value, str) or not value:
        return "", []
    fixes = (Fix("go-on-typing", {"file": canonical.file}),)
    return value, [Finding("position-unfinished", canonical.place((UNFINISHED,), key=True), fixes=fixes)]


def _board(value: Any) -> Any:
    """What a file says about the board; the schema is asked where more is wrong."""
    if isinstance(value, dict) and isinstance(value.get(UNFINISHED), str) and value[UNFINISHED]:
        return {key: part for key, part in value.items() if key != UNFINISHED}
    return value


# What a flaw depends on besides what it points at: where something is missing there, it could be a false one.
_DEPENDS = {
    "lines-without-factory": {"factories"},
    "lines-external": {"factories"},
    "imported-unequal": {"provinces", "imported"},
    "sectors-odd": {"provinces"},
    "sector-not-delivered": {"delivered"},
    "police-used-not-there": {"police"},
    "card-later-decade": {"decade"},
    "display-other-decade": {"decade", "deck-added"},
}


_LEAST = {"wsdv-position": 1, "decade": 1}


def _as_far_as_it_goes(game: Game, canonical: Document, origins: Origins) -> tuple[Position, set[str]]:
    """The position without what is wrong in the file, and the parts from which something was left out."""
    value = canonical.value if isinstance(canonical.value, dict) else {}
    sound = {key: _sound(game, part, (key,), origins) for key, part in value.items()}
    lost = {key for key in (*value, "decade") if sound.get(key) is None or sound[key] != value[key]}
    return build(game, _LEAST | {key: part for key, part in sound.items() if part is not None}), lost


def _sound(game: Game, part: Any, path: Path, origins: Origins) -> Any:
    """What can be built from a part of the file, so that it can still be judged; None where nothing can.

    The entries of a shortened list still know where they were.
    """
    if _builds(game, part, path):
        return part
    if not isinstance(part, dict | list) or len(part) > _MOST_ENTRIES or not _builds(game, type(part)(), path):
        return None
    if isinstance(part, dict):
        inner = {key: _sound(game, value, (*path, key), origins) for key, value in part.items()}
        return {key: value for key, value in inner.items() if value is not None}
    kept = [number for number, entry in enumerate(part) if _builds(game, [entry], path)]
    origins |= {(*path, place): ((*path, number), False) for place, number in enumerate(kept)}
    return [part[number] for number in kept]


def _builds(game: Game, part: Any, path: Path) -> bool:
    for key in reversed(path):
        part = {key: part}
    try:
        build(game, _LEAST | part)
    except Odd:
        return False
    return True


def _flaws(game: Game, position: Position, canonical: Document, lost: set[str]) -> Iterable[Finding]:
    for flaw in status(game, position):
        if lost & _DEPENDS.get(flaw.code, set()):
            continue
        path = flaw.path if flaw.path[0] in canonical.value else _shown_by(flaw, game, position)
        fixes = (Fix("count-imported"),) if flaw.code == "imported-unequal" else ()
        place = canonical.place(path, key=len(path) == _A_NAME)
        yield Finding.of(flaw, place, fixes=fixes)


def _shown_by(flaw: Flaw, game: Game, position: Position) -> Path:
    """Where a flaw shows whose own key was left out: at West Berlin's unrest, or at most socialists."""
    if flaw.code == "imported-unequal":
        return ("provinces", game.provinces[game.west_berlin].id, "unrest")
    if flaw.code == "socialists-too-many":
        crowd = max(range(len(position.placed)), key=position.placed.__getitem__)
        return ("provinces", game.provinces[crowd].id, "socialists")
    return flaw.path


@dataclass(frozen=True, eq=False)
class _Canonical(Document):
    """A document whose names were resolved, and which still knows where each was."""

    origins: Origins = field(default_factory=dict, repr=False)

    def place(self, path: Path = (), key: bool = False) -> Place:
        for length in range(len(path), 0, -1):
            origin = self.origins.get(path[:length])
            if origin:
                return super().place(origin[0] + path[length:], key)
        return super().place(path, key)


_MOST_FAULTS = 200  # names that cannot be found; a board has half as many places
_NO_SUPPLIER = {
    "imported": ("not-a-supplier", "10.2-import"),
    "delivered": ("delivered-no-supplier", "10.2-standard"),
}


class _Resolver:
    """Turns the names of a typed position into ids."""

    def __init__(self, document: Document, game: Game, names: Names) -> None:
        self.document = document
        self.game = game
        self.names = names
        self.findings: list[Finding] = []
        self.origins: Origins = {}
        self.unsure: set[str] = set()  # parts with a name that could not be found

    def resolve(self) -> _Canonical:
        value = self.document.value
        if isinstance(value, dict):
            value = dict(value)
            self._numeral(value)
            provinces, cities = self.names.provinces.find, self.names.cities.find
            self._mapping(value, "provinces", provinces)
            self._mapping(value, "imported", provinces)
            self._list(value, "delivered", provinces)
            for key in ("factories", "rundown", "closed"):
                self._list(value, key, cities)
            self._mapping(value, "infrastructure", self.names.connection)
            self._list(value, "infrastructure", self.names.connection)
            self._not_standing(value)
            self._not_suppliers(value)
            self._misplaced_standards(value)
            self._counted_twice(value)
        given = self.document
        return _Canonical(value, given.file, given.text, given.findings, given._root, self.origins)

    def _numeral(self, value: dict[str, Any]) -> None:
        """`decade: II`, as records say it."""
        decade = str(value.get("decade")).upper()
        if decade in NUMERALS[1:]:
            value["decade"] = NUMERALS.index(decade)

    def _mapping(self, value: dict[str, Any], key: str, find: Find) -> None:
        given = value.get(key)
        if isinstance(given, dict):
            pairs = [((key, text), text, inner) for text, inner in given.items()]
            value[key] = dict(self._found(key, pairs, find, is_key=True))

    def _list(self, value: dict[str, Any], key: str, find: Find) -> None:
        given = value.get(key)
        if isinstance(given, list) and all(isinstance(text, str) for text in given):
            entries = [((key, number), text, None) for number, text in enumerate(given)]
            value[key] = [id_ for id_, _ in self._found(key, entries, find, is_key=False)]
        elif isinstance(given, list):
            self.unsure.add(key)

    def _found(
        self, key: str, entries: Iterable[tuple[Path, str, Any]], find: Find, is_key: bool
    ) -> Iterable[tuple[str, Any]]:
        first: dict[str, Place] = {}
        for path, text, inner in entries:
            place = self.document.place(path, key=is_key)
            if len(self.findings) > _MOST_FAULTS:
                self.findings.append(Finding("too-many-entries", place, {"limit": _MOST_FAULTS}))
                return
            id_ = find(text)
            if isinstance(id_, Unknown):
                self.findings.append(unknown_name(id_, place))
                self.unsure.add(key)
            elif id_ in first:
                note = Note("first-here", {}, first[id_])
                self.findings.append(Finding("place-twice", place, {"text": text}, notes=(note,)))
            else:
                first[id_] = place
                self.origins[key, id_] = (path, is_key)
                yield id_, inner

    def _not_standing(self, value: dict[str, Any]) -> None:
        """A run-down factory must be a factory."""
        standing = value.get("factories", [])
        if isinstance(standing, list) and "factories" not in self.unsure:
            for id_ in _names_of(value.get("rundown")):
                if id_ not in standing and (("rundown", id_) in self.origins):
                    place = self.document.place(self.origins["rundown", id_][0])
                    city = self.game.catalogue.cities[id_]
                    self.findings.append(Finding("rundown-not-there", place, {"city": city}, "5.3-value"))

    def _not_suppliers(self, value: dict[str, Any]) -> None:
        """Imported markers and deliveries are the suppliers' (10.2-import)."""
        for key in ("imported", "delivered"):
            for id_ in _names_of(value.get(key)):
                province = self.game.catalogue.provinces.get(id_)
                if province and not province.is_supplier:
                    path, is_key = self.origins[key, id_]
                    place = self.document.place(path, key=is_key)
                    code, rule = _NO_SUPPLIER[key]
                    self.findings.append(Finding(code, place, {"province": province}, rule))

    def _misplaced_standards(self, value: dict[str, Any]) -> None:
        """West Berlin's standards lie in its sectors, and only there are sectors (10.2-one-province)."""
        provinces: Any = value.get("provinces")
        for id_, inside in provinces.items() if isinstance(provinces, dict) else ():
            key = "standard" if id_ == "west-berlin" else "sectors"
            if isinstance(inside, dict) and inside.get(key):
                place = self.document.place((*self.origins["provinces", id_][0], key), key=True)
                if key == "standard":
                    self.findings.append(Finding("standard-without-sector", place, {}, "10.2-even"))
                else:
                    self.findings.append(Finding("sectors-elsewhere", place, {}, "10.2-one-province"))
                    provinces[id_] = {other: number for other, number in inside.items() if other != key}

    def _counted_twice(self, value: dict[str, Any]) -> None:
        """Flight icons are on the cards, or are counted: not both."""
        if value.get("played") and value.get("flight-icons"):
            place = self.document.place(("flight-icons",), key=True)
            self.findings.append(Finding("flight-icons-twice", place, {}, "9.1-flight"))


def _names_of(part: Any) -> list[str]:
    """The names in a list or mapping of the file, whatever else somebody put there."""
    return [name for name in part if isinstance(name, str)] if isinstance(part, dict | list) else []


def unknown_name(unknown: Unknown, place: Place) -> Finding:
    """The finding for a name that fits nothing, or several places."""
    if unknown.several or unknown.apart:
        code = "name-several" if unknown.several else "no-connection"
        return Finding(code, place, {"text": unknown.text, "near": unknown.near})
    fixes = tuple(Fix("did-you-mean", {"name": near}) for near in unknown.near[:1])
    return Finding("name-unknown", place, {"text": unknown.text}, fixes=fixes)


# The keys in German, Hungarian and Spanish, without accents. They are not read; a message proposes the key meant.
_KEYS = {
    "decade": "dekade jahrzehnt evtized decada",
    "tracks": "leisten leiste marken savok sav jelzok escalas marcadores",
    "prestige": "prestige hirnev presztizs prestigio",
    "currency": "devisen devise valuta deviza moneda divisas",
    "socialists": "sozialisten sozialist szocialistak szocialista socialistas socialismo",
    "wall": "mauer fal berlini-fal muro",
    "provinces": "provinzen gebiete laender bundeslaender tartomanyok provincias",
    "unrest": "unruhe unruhen nyugtalansag agitacion",
    "standard": "lebensstandard standards eletszinvonal nivel nivel-de-vida",
    "sectors": "sektoren sektor szektorok sectores",
    "french": "franzoesisch francia frances",
    "british": "britisch brit britanico",
    "american": "amerikanisch amerikai estadounidense americano",
    "cadre": "kaderschmiede kader kaderiskola cuadros",
    "factories": "fabriken fabrik gyarak gyar fabricas",
    "rundown": "marode heruntergekommen elavult elavultak decadentes",
    "infrastructure": "infrastruktur linien verbindungen strassen utak ut kapcsolatok infraestructura conexiones",
    "closed": "gesperrt geschlossen lezarva lezart cerrado cerrados",
    "police": "staatsgewalt polizei titkosrendorseg rendorseg policia",
    "police-used": "staatsgewalt-benutzt benutzt felhasznalt usadas",
    "delivered": "beliefert geliefert szallitott entregado",
    "imported": "importiert importalt importado",
    "played": "gespielt kijatszott jugadas",
    "flight-icons": "fluchtsymbole menekulesikonok",
    "half": "halbdekade haelfte felevtized mitad",
    "to-move": "am-zug soron turno",
    "display": "auslage kinalat",
    "hands": "haende hand kezek manos",
}
_MEANT = {word: key for key, words in _KEYS.items() for word in words.split()}


def key_meant(word: str) -> str | None:
    """The key that a word of another language means.

    >>> key_meant("Provinzen")
    'provinces'
    """
    return next((_MEANT[one] for one in (folded(word), *sorted(spellings(word))) if one in _MEANT), None)
