"""Names as people type them: any case, no accents, codes, prefixes; and what they might have meant.

A name is looked up among ids, codes and printed names first, then among the `also:` names of the
language files (which are read only when they are needed), then as a prefix of three letters or more.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from wsdv_tools.facts import Catalogue

SHORTEST_PREFIX = 3
LONGEST = 60  # characters of a name; anything longer is not a name, and nothing is like it
MOST_PARTS = 8  # of a connection, between its hyphens
_GAPS = re.compile(r"[^a-z0-9]+")
_LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})


class Unknown(NamedTuple):
    """A name that fits nothing, or several places; `near` are the ids it might mean.

    Two cities that no connection joins are `apart`; `near` are all connections of theirs.
    """

    text: str
    near: tuple[str, ...]
    several: bool
    apart: bool = False


def folded(text: str) -> str:
    """`Thüringen` → `thueringen`, `Berlin (West)` → `berlin-west`: as ids are written."""
    return _plain(text.casefold().translate(_LETTERS))


def _plain(text: str) -> str:
    bare = "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))
    return _GAPS.sub("-", bare).strip("-")


def spellings(text: str) -> set[str]:
    """With the umlauts written out, and with them dropped."""
    return {folded(text), _plain(text.casefold().replace("ß", "ss"))}


class Index:
    """The names of one kind of place. `find` gives an id, or says what the name might mean."""

    def __init__(self, names: Mapping[str, Iterable[str]], more: Callable[[], Mapping[str, Iterable[str]]]) -> None:
        self._ids = tuple(names)
        self._exact: dict[str, set[str]] = {}
        self._add(names)
        self._more: Callable[[], Mapping[str, Iterable[str]]] | None = more
        self._known: dict[str, str | Unknown] = {}

    def find(self, text: str) -> str | Unknown:
        known = self._known.get(text)
        if known is None:
            known = self._known[text] = self._look_up(text)
        return known

    def _add(self, names: Mapping[str, Iterable[str]]) -> None:
        for id_, texts in names.items():
            for text in texts:
                for spelling in spellings(text):
                    self._exact.setdefault(spelling, set()).add(id_)

    def _look_up(self, text: str) -> str | Unknown:
        if len(text) > LONGEST:
            return Unknown(text, (), several=False)
        found = self._exactly(text)
        if not found and self._more is not None:
            self._add(self._more())
            self._more = None
            found = self._exactly(text)
        found = found or self._by_id(text) or self._by_prefix(text)
        if len(found) == 1:
            return next(iter(found))
        found = found or self._by_prefix(text, shortest=1)
        if len(found) > 1:
            return Unknown(text, tuple(sorted(found)), several=True)
        return Unknown(text, tuple(found) or self._near(text), several=False)

    def _exactly(self, text: str) -> set[str]:
        return set().union(*(self._exact.get(spelling, ()) for spelling in spellings(text)))

    def _by_id(self, text: str) -> set[str]:
        """The one id that begins like that: it wins over a word that begins another language's name."""
        found = {id_ for prefix in spellings(text) for id_ in self._ids if id_.startswith(prefix)}
        return found if len(found) == 1 and len(text) >= SHORTEST_PREFIX else set()

    def _by_prefix(self, text: str, shortest: int = SHORTEST_PREFIX) -> set[str]:
        found: set[str] = set()
        for prefix in spellings(text):
            if len(prefix) >= shortest:
                found.update(*(ids for name, ids in self._exact.items() if name.startswith(prefix)))
        return found

    def _near(self, text: str) -> tuple[str, ...]:
        names = get_close_matches(folded(text), self._exact, n=3, cutoff=0.6)
        return tuple(dict.fromkeys(id_ for name in names for id_ in sorted(self._exact[name])))[:3]


class Names:
    """All names of the map. `also` gives the further names of the languages, by id, when first needed."""

    def __init__(self, catalogue: Catalogue, also: Callable[[], Mapping[str, Iterable[str]]] = dict) -> None:
        self._also: Mapping[str, Iterable[str]] | None = None
        self._read_also = also
        provinces = {p.id: (p.id, p.code, p.name) for p in catalogue.provinces.values()}
        cities = {c.id: (c.id, c.name) for c in catalogue.cities.values()}
        self.provinces = Index(provinces, lambda: self._further(provinces))
        self.cities = Index(cities, lambda: self._further(cities))
        self.sectors = Index({sector: (sector,) for sector in catalogue.sectors}, dict)
        cards = {card: (card,) for card in catalogue.cards}
        self.cards = Index(cards, lambda: self._further(cards))
        self._ends = {frozenset(c.id for c in n.cities): n.id for n in catalogue.connections.values()}
        self._of = {city.id: [n.id for n in city.connections] for city in catalogue.cities.values()}
        # Both orders of the ids, which most people type, are known without trying every hyphen.
        self._connections: dict[str, str | Unknown] = {
            f"{one.id}-{other.id}": n.id
            for n in catalogue.connections.values()
            for one, other in (n.cities, n.cities[::-1])
        }

    def read_further(self) -> None:
        """Read the names of all languages now, not while somebody waits for an answer."""
        for index in (self.provinces, self.cities):
            index.find("\0")

    def connection_of_id(self, text: str) -> str | None:
        """The connection of that id, or of its cities in the other order."""
        known = self._connections.get(text)
        return known if isinstance(known, str) else None

    def connection(self, text: str) -> str | Unknown:
        """Two cities joined by a hyphen in either order, found by trying every hyphen."""
        known = self._connections.get(text)
        if known is None:
            known = self._connections[text] = self._find_connection(text)
        return known

    def _further(self, kind: Mapping[str, Iterable[str]]) -> dict[str, Iterable[str]]:
        if self._also is None:
            self._also = self._read_also()
        return {id_: texts for id_, texts in self._also.items() if id_ in kind}

    def _find_connection(self, text: str) -> str | Unknown:
        parts = re.split(r"\s*[-‐-―−]\s*", text.strip())
        if len(parts) > MOST_PARTS:
            return Unknown(text, (), several=False)
        found: dict[str, None] = {}
        near: dict[str, None] = {}
        theirs: dict[str, None] = {}
        for cut in range(1, len(parts)):
            one, other = self.cities.find("-".join(parts[:cut])), self.cities.find("-".join(parts[cut:]))
            meant = bool(_meant(one) and _meant(other))
            for first in _meant(one) or _near(one):
                for second in _meant(other) or _near(other):
                    connection = self._ends.get(frozenset((first, second)))
                    if connection:
                        (found if meant else near)[connection] = None
            if meant:
                theirs.update(dict.fromkeys(n for end in (one, other) for city in _meant(end) for n in self._of[city]))
        if len(found) == 1:
            return next(iter(found))
        if theirs and not found:
            return Unknown(text, tuple(theirs), several=False, apart=True)
        return Unknown(text, tuple(found or near)[:4], several=bool(found))


def _meant(result: str | Unknown) -> tuple[str, ...]:
    """What a name means: one place, or each of several that it fits; two letters mean nothing yet."""
    if isinstance(result, str):
        return (result,)
    return result.near if result.several and len(result.text) >= SHORTEST_PREFIX else ()


def _near(result: str | Unknown) -> tuple[str, ...]:
    return result.near if isinstance(result, Unknown) else ()
