"""From pieces on a table to a position: each counts for the nearest place of its kind; what looks wrong is a finding.

The assistant does the same in `reading.lua`; a test compares both.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from wsdv_tools.components.geometry import TRACKS, Place
from wsdv_tools.facts import State
from wsdv_tools.findings import Finding
from wsdv_tools.record.statements import MOST_PIECES
from wsdv_tools.rules.plain import build
from wsdv_tools.rules.position import UNKNOWN
from wsdv_tools.rules.protests import PROTEST
from wsdv_tools.tabletop.mat import SIDE, Mat, meaning
from wsdv_tools.tabletop.script import DOUBT, HIDDEN, LANDMARKS, REACH, factory_kind
from wsdv_tools.tabletop.stock import MARKERS, kinds, piece_name, slot, term_name

if TYPE_CHECKING:
    from wsdv_tools.components.lettering import Lettering
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position
    from wsdv_tools.tabletop.save_reader import Piece

_OPTIONAL = ("half", "turn", "flight")  # markers that do not have to be on the board


class _CardAt(NamedTuple):
    """A card on a place, in the order in which cards lie there; `seen` is `?` where it lies face down."""

    number: int
    order: int
    id: str
    seen: str
    is_across: bool


class TableReader:
    """Reads the pieces of one table; `findings` say what is out of place, doubtful or missing."""

    def __init__(self, game: Game, lettering: Lettering, mat: Mat, names: dict[str, str]) -> None:
        self._game = game
        self._lettering = lettering
        self._mat = mat
        self._names = names
        self._kinds = kinds(game.catalogue)
        self._by_slot: dict[str, list[Place]] = {}
        for place in mat.values():
            self._by_slot.setdefault(slot(place), []).append(place)
        self.findings: list[Finding] = []
        self._counts: Counter[tuple[str, str]] = Counter()  # by kind of place and what it is of
        self._factories: dict[str, bool] = {}  # by city: whether it is run down
        self._marks: set[tuple[str, str]] = set()  # closed sites, deliveries, the Stasi
        self._markers: dict[str, tuple[Place, bool]] = {}
        self._cards: dict[str, list[_CardAt]] = {}

    def position(self, pieces: Iterable[Piece]) -> Position:
        """What lies on the table, as a position."""
        for piece in pieces:
            if piece.kind == "card":
                self._read_cards(piece)
            elif piece.kind in self._kinds:
                self._read_piece(piece)
        return build(self._game, self._data())

    # Which place

    def _nearest(self, slots: Iterable[str], x: float, y: float) -> tuple[Place, float, Place | None]:
        """The place of these kinds that a point lies on, how far off it is, and another that it might mean."""
        there = [(self._distances(place, x, y), place) for name in slots for place in self._by_slot.get(name, ())]
        (edge, _), best = min(there, key=lambda each: each[0])
        rivals = (place for (other, _), place in there if other - edge < DOUBT and meaning(place) != meaning(best))
        return best, edge, next(rivals, None)

    def _distances(self, place: Place, x: float, y: float) -> tuple[float, float]:
        """From a point to the edge of a place, 0 within it, and to its middle."""
        left, top = self._mat.point(place.x, place.y)
        dx, dy, angle = x - left, y - top, math.radians(place.turn)
        along = dx * math.cos(angle) + dy * math.sin(angle)
        aside = dy * math.cos(angle) - dx * math.sin(angle)
        edge = math.hypot(max(0.0, abs(along) - place.width / 2), max(0.0, abs(aside) - place.height / 2))
        return edge, math.hypot(dx, dy)

    def _tell(self, code: str, piece: Piece, place: Place, other: Place | None = None) -> None:
        name = term_name(self._lettering, "card") if piece.is_secret else piece.name
        values = {"piece": name, "place": self._names[place.id]}
        if other:
            values["other"] = self._names[other.id]
        self.findings.append(Finding(code, piece.place, values))

    def _is_stray(self, piece: Piece, distance: float, reach: float, landmarks: Iterable[str]) -> bool:
        if distance <= reach:
            return False
        if 0 <= piece.x <= SIDE and 0 <= piece.y <= SIDE:
            self._tell("piece-stray", piece, self._nearest(landmarks, piece.x, piece.y)[0])
        return True

    # What it means there

    def _read_piece(self, piece: Piece) -> None:
        kind = self._kinds[piece.kind]
        place, distance, rival = self._nearest(kind.places, piece.x, piece.y)
        if self._is_stray(piece, distance, REACH["piece"], LANDMARKS):
            return
        wrong = self._take(place, kind.family, piece)
        if wrong:
            self._tell(wrong, piece, place)
        elif rival:
            self._tell("piece-doubtful", piece, place, rival)

    def _take(self, place: Place, kind: str, piece: Piece) -> str | None:
        """Count a piece; else the code of what is wrong with it."""
        if place.kind == "city":
            return self._take_in_city(place.of, kind, piece)
        if place.kind == "line" and self._counts["line", place.of] >= self._game.catalogue.connections[place.of].lines:
            return "piece-too-many"
        if kind in ("delivery", "stasi"):
            self._marks.add((kind, place.of))
        elif kind in MARKERS:
            if kind in self._markers:
                return "piece-too-many"
            self._markers[kind] = (place, piece.is_down)
        else:
            n = 1 if place.kind == "line" else piece.n
            if self._counts[place.kind, place.of] + n > MOST_PIECES:
                return "piece-too-many"
            self._counts[place.kind, place.of] += n
        return None

    def _take_in_city(self, id_: str, kind: str, piece: Piece) -> str | None:
        city = self._game.city(id_)
        if kind == "closed":
            if not self._game.external[city]:
                return "piece-foreign"
            self._marks.add((kind, id_))
        elif kind != factory_kind(self._game, city):
            return "piece-foreign"
        elif id_ in self._factories:
            return "piece-too-many"
        else:
            may_run_down = self._game.city_states[city] is State.EAST and not self._game.external[city]
            self._factories[id_] = piece.is_down and may_run_down
        return None

    def _read_cards(self, piece: Piece) -> None:
        known = [card for card in piece.cards if card.face in self._game.cards]
        if piece.held_by:
            there = self._cards.setdefault(piece.held_by, [])
            there += [_CardAt(99, len(there), card.face, card.face, False) for card in known]
            return
        place, distance, rival = self._nearest(("card",), piece.x, piece.y)
        if self._is_stray(piece, distance, REACH["card"], ("card",)):
            return
        if rival:
            self._tell("piece-doubtful", piece, place, rival)
        for card in known:
            id_ = card.back if card.back in self._game.cards and piece.is_down else card.face
            if card.back and len(known) > 1:
                self._tell("card-side-hidden", piece, place)
            is_hidden = piece.is_down and not card.back and place.of in HIDDEN
            there = self._cards.setdefault(place.of, [])
            there.append(_CardAt(place.number, len(there), id_, UNKNOWN if is_hidden else id_, piece.is_across))

    # The position as its schema has it

    def _data(self) -> dict[str, Any]:
        numbers = {kind: self._number(kind) for kind in MARKERS}
        decade = numbers["decade"] or 1
        data: dict[str, Any] = {
            "wsdv-position": 1,
            "decade": decade,
            "tracks": {track: numbers[track] or 0 for track in TRACKS},
            "wall": "decade-end" in self._markers and self._markers["decade-end"][1],
            "provinces": {province.id: self._inside(province.id) for province in self._game.provinces},
            "cadre": self._counts["holding-box", "holding-box"],
            "factories": list(self._factories),
            "rundown": [city for city, is_down in self._factories.items() if is_down],
            "infrastructure": {of: laid for (kind, of), laid in self._counts.items() if kind == "line"},
            "closed": [of for kind, of in self._marks if kind == "closed"],
            "police": self._ids("police"),
            "police-used": [_plain(card.id) for card in self._sorted("police") if card.is_across],
            "stasi-dissolved": ("stasi", "stasi") in self._marks,
            "delivered": [id_ for id_, sector in self._suppliers().items() if ("delivery", sector) in self._marks],
            "imported": self._imported(),
            "played": self._ids("played"),
        }
        if not data["played"]:
            data["flight-icons"] = numbers["flight"] or 0
        return data | self._course(decade, numbers["half"], numbers["turn"])

    def _number(self, kind: str) -> int | None:
        """The number of the space on which a marker lies."""
        if kind in self._markers:
            return self._markers[kind][0].number
        if kind not in _OPTIONAL:
            name = piece_name(self._lettering, self._kinds[kind])
            values = {"piece": name, "n": 1 if kind == "decade" else 0}
            self.findings.append(Finding("marker-missing", None, values))
        return None

    def _inside(self, id_: str) -> dict[str, Any]:
        inside: dict[str, Any] = {
            "unrest": self._counts["unrest", id_],
            "socialists": self._counts["socialists", id_],
        }
        if id_ == self._game.provinces[self._game.west_berlin].id:
            inside["sectors"] = {sector: self._counts["sector", sector] for sector in self._game.sectors}
        else:
            inside["standard"] = self._counts["standards", id_]
        return inside

    def _suppliers(self) -> dict[str, str]:
        return {
            self._game.provinces[number].id: sector
            for sector, number in zip(self._game.sectors, self._game.suppliers, strict=True)
        }

    def _imported(self) -> dict[str, int]:
        """Markers beyond a supplier's own are imported; anywhere else they do not fit the unrest."""
        found = {}
        for province in self._game.provinces:
            unrest, markers = self._counts["unrest", province.id], self._counts["protest", province.id]
            more = markers - unrest // PROTEST
            if more > 0 and province.is_supplier:
                found[province.id] = more
            elif more:
                values = {"province": province, "n": unrest, "number": markers}
                self.findings.append(Finding("protest-markers", None, values, "4-marker"))
        return found

    def _course(self, decade: int, half: int | None, turn: int | None) -> dict[str, Any]:
        """Whose turn it is and where the cards are: only where somebody marks it, or cards are laid out."""
        if turn is None and not self._cards.get("display"):
            return {}
        course: dict[str, Any] = {
            "display": self._ids("display"),
            "special": bool(self._cards.get("special")),
            "hands": {side.value: self._ids(side.value) for side in State},
            "deck-removed": self._ids("removed"),
            "deck-added": [_plain(card.id) for card in self._added(decade)],
        }
        if half:
            course["half"] = half
        return course | ({"to-move": [*State][turn - 1].value} if turn else {})

    def _added(self, decade: int) -> list[_CardAt]:
        """Cards of earlier decades in deck or display: Guillaume put them there."""
        facts = self._game.cards
        there = [*self._sorted("deck"), *self._sorted("display")]
        return [card for card in there if not facts[card.id].is_special and facts[card.id].decade < decade]

    def _sorted(self, where: str) -> list[_CardAt]:
        return sorted(self._cards.get(where, ()))

    def _ids(self, where: str) -> list[int | str]:
        return [_plain(card.seen) for card in self._sorted(where)]


def _plain(card: str) -> int | str:
    return int(card) if card.isdecimal() else card
