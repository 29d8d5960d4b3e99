"""The whole table as one saved object: the mat with its assistant, cards, pieces in their places, bags of more."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from wsdv_tools import __version__
from wsdv_tools.components.lettering import GAME
from wsdv_tools.drawing.palette import template
from wsdv_tools.facts.cards import NUMERALS
from wsdv_tools.sources.outputs import MARK
from wsdv_tools.tabletop.lying import Spot, lying, snap_tags, spots, supply
from wsdv_tools.tabletop.mat import SIDE, Mat, middle_of
from wsdv_tools.tabletop.objects import (
    BOX,
    CIRCLE,
    ROUNDED,
    TILE,
    UNIT,
    At,
    Object,
    Sheet,
    bag,
    card,
    deck,
    note,
    numbered,
    saved,
    tile,
)
from wsdv_tools.tabletop.picture_book import PRESET
from wsdv_tools.tabletop.script import pages, script
from wsdv_tools.tabletop.stock import MARKERS, Kind, kinds, piece_name

if TYPE_CHECKING:
    from wsdv_tools.components.lettering import Lettering
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position
    from wsdv_tools.tabletop.picture_book import PictureBook

_ROUND = (*MARKERS, "standard")


class Scene:
    """Lays positions of one game out in one language; `address` says where a picture is to be found."""

    def __init__(self, game: Game, lettering: Lettering, book: PictureBook, address: Callable[[str], str]) -> None:
        self._game = game
        self._lettering = lettering
        self._book = book
        self._address = address
        self._mat: Mat = book.printer.mat
        self._kinds = kinds(game.catalogue)

    def file(self, position: Position) -> bytes:
        """The saved object with a position on the table."""
        laid = tuple(spots(self._mat, self._kinds, lying(self._game, position)))
        objects = [self._board(laid), *map(self._lying, laid), *self._supply({spot.kind for spot in laid})]
        name = f"{GAME} ({self._lettering.code})"
        made = saved(name, f"{MARK} {__version__}", numbered(objects), pages(self._lettering))
        return (json.dumps(made, ensure_ascii=False, indent=1) + "\n").encode()

    def _picture(self, what: str) -> str:
        return self._address(self._book.name(what))

    def _board(self, laid: tuple[Spot, ...]) -> Object:
        face = self._picture("mat")
        made = tile(At(0.0, 0.0, 1.0, scale=SIDE / UNIT / TILE), GAME, note("board"), ["wsdv-board"], (face, face), BOX)
        return made | {
            "Description": self._lettering.say("texts.tts.about"),
            "Locked": True,
            "AttachedSnapPoints": [*self._snap_points()],
            "LuaScript": script(self._game, self._lettering, self._book.printer, laid),
        }

    def _snap_points(self) -> Iterator[Object]:
        """In the mat's own units: its picture's top lies towards negative z, its left towards positive x."""
        for place in self._mat.values():
            tags = snap_tags(place)
            if tags:
                right, down = self._mat.point(*middle_of(place))
                position = {"x": (0.5 - right / SIDE) * TILE, "y": 0.1, "z": (down / SIDE - 0.5) * TILE}
                point: Object = {"Position": {axis: round(value, 5) + 0.0 for axis, value in position.items()}}
                if place.kind in ("line", "card"):
                    point["Rotation"] = {"x": 0.0, "y": round(place.turn % 360, 3), "z": 0.0}
                yield point | {"Tags": tags}

    # What lies there

    def _lying(self, spot: Spot) -> Object:
        at = At(*world(spot.x, spot.y), turn=spot.turn, is_down=spot.is_down)
        if spot.cards:
            return self._cards(spot, at)
        return self._piece(self._kinds[spot.kind], at, spot.n)

    def _piece(self, kind: Kind, at: At, n: int = 1) -> Object:
        front, back = map(self._address, self._book.faces(kind.name))
        shape = CIRCLE if kind.name in _ROUND else ROUNDED
        tags = [f"wsdv-{place}" for place in kind.places]
        at = at._replace(scale=kind.side / UNIT / TILE)
        name = piece_name(self._lettering, kind)
        return tile(at, name, note(kind.name), tags, (front, back), shape, n, kind.is_counted)

    def _supply(self, lying_kinds: set[str]) -> Iterator[Object]:
        """Beside the mat: endless bags of what there is plenty of; what there is one of, if it does not lie there."""
        for name, (x, y) in supply(self._kinds).items():
            kind, at = self._kinds[name], At(*world(x, y), 1.5)
            if not kind.is_single:
                yield bag(at, piece_name(self._lettering, kind), name, self._piece(kind, At(0.0, 0.0)))
            elif name not in lying_kinds:
                yield self._piece(kind, at)

    # Cards

    @cached_property
    def _sheets(self) -> dict[str, tuple[Sheet, int]]:
        """Where each card's picture is: its sheet, and its number on it. A card with two faces has pictures alone."""
        columns, rows = map(int, template("images")["presets"][PRESET]["sheet"])
        found: dict[str, tuple[Sheet, int]] = {}
        for decade, numeral in enumerate(NUMERALS[1:], 1):
            sheet = Sheet(decade, self._picture(f"sheet-{numeral}"), self._picture(f"back-{numeral}"), columns, rows)
            numbers = dict.fromkeys(fact.number for fact in self._game.cards.values() if fact.decade == decade)
            for index, number in enumerate(numbers):
                first, *others = self._game.catalogue.faces(number)
                found[first.id] = (sheet, index)
                for other in others:
                    front, back = (self._picture(f"card-{face.id}") for face in (first, other))
                    found[first.id] = found[other.id] = (Sheet(len(NUMERALS), front, back), 0)
        return found

    def _cards(self, spot: Spot, at: At) -> Object:
        made = []
        for id_ in spot.cards:
            faces = self._game.catalogue.faces(self._game.cards[id_].number)
            rule = self._lettering.own("rules").get(faces[0].almanac) or {}
            notes = note("card", *(face.id for face in faces))
            name = f"{faces[0].number} {self._lettering.title(faces[0])}"
            made.append(card(at, name, notes, str(rule.get("text", "")), *self._sheets[id_]))
        return deck(at, self._book.printer.names[spot.place], made)


def world(x: float, y: float) -> tuple[float, float]:
    """Where a point of the mat lies on the table, in its units: the mat's middle is the table's."""
    return (x - SIDE / 2) / UNIT, (SIDE / 2 - y) / UNIT
