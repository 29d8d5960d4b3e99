"""Tables of Tabletop Simulator for tests: laid out, moved about, and read by Lua in a mock and by Python."""

from __future__ import annotations

import copy
import json
import math
import os
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from wsdv_tools import check_record, random_game
from wsdv_tools.components.lettering import Lettering
from wsdv_tools.facts import Catalogue
from wsdv_tools.findings import Finding
from wsdv_tools.rules.game import Game
from wsdv_tools.rules.plain import build
from wsdv_tools.rules.position import Position
from wsdv_tools.tabletop.mat import mat_names
from wsdv_tools.tabletop.picture_book import PictureBook
from wsdv_tools.tabletop.save_reader import SavedTable
from wsdv_tools.tabletop.scene import Scene
from wsdv_tools.tabletop.table_reading import TableReader

MOCK = (Path(__file__).parent / "table_mock.lua").read_text("utf-8")
TABLES = int(os.environ.get("WSDV_TABLES", "16"))  # positions that are laid out; `make tables` asks for 300
GAME = Game(Catalogue.load())
_RICH = (1, 3, 4, 9)  # games whose positions have every kind of fact
Objects = list[dict[str, Any]]


@cache
def lettering(code: str = "en") -> Lettering:
    return Lettering.load(GAME.catalogue, code)


@cache
def book(code: str = "en") -> PictureBook:
    return PictureBook(lettering(code))


@cache
def scene(code: str = "en") -> Scene:
    return Scene(GAME, lettering(code), book(code), lambda name: f"file:///x/{name}.png")


@cache
def _file(position: Position, code: str) -> bytes:
    return scene(code).file(position)


def objects(position: Position, code: str = "en") -> Objects:
    """What lies on the table in a position; the board with its script comes first."""
    found: Objects = json.loads(_file(position, code))["ObjectStates"]
    return found


@cache
def positions(number: int = TABLES) -> tuple[Position, ...]:
    """Positions of random games, from all decades."""
    found: list[Position] = []
    seeds = iter((*_RICH, *(seed for seed in range(number) if seed not in _RICH)))
    while len(found) < number:
        seed = next(seeds)
        moments = [moment.after for moment in check_record(random_game(seed)).moments]
        found += random.Random(seed).sample(moments, min(4, len(moments)))
    return tuple(found[:number])


def canonical(position: Position) -> Position:
    """The position without what a table cannot show, and no rule asks for: the order in piles.

    Of the cards in the deck only those of earlier decades matter: the others belong there anyway.
    """
    course = position.course
    if course:
        elsewhere = {*course.west_hand, *course.east_hand, *course.removed, *position.played, *position.police}
        buried = [card for card in course.buried if GAME.cards[card].decade < position.decade and card not in elsewhere]
        course = course._replace(
            west_hand=tuple(sorted(course.west_hand)),
            east_hand=tuple(sorted(course.east_hand)),
            removed=tuple(sorted(course.removed)),
            buried=tuple(sorted(buried)),
        )
    return position._replace(
        course=course,
        played=tuple(sorted(position.played)),
        police=tuple(sorted(position.police)),
        police_used=tuple(sorted(position.police_used)),
    )


class Pose(NamedTuple):
    """How a whole table lies: turned, enlarged, moved; `edge` is how large the game makes a tile of scale 1."""

    turn: float = 0.0
    scale: float = 1.0
    x: float = 0.0
    z: float = 0.0
    edge: float = 2.0


POSES = (Pose(), Pose(turn=90), Pose(33, 0.7, 4, -9), Pose(180, 2.5), Pose(271.5, 1.3, -30, 12, 1.77), Pose(edge=5))


def posed(table: Objects, pose: Pose) -> Objects:
    """The same table, with everything on it turned, enlarged and moved together."""
    moved = copy.deepcopy(table)
    angle = math.radians(pose.turn)
    for one in moved:
        at = one["Transform"]
        x, z = at["posX"] * pose.scale, at["posZ"] * pose.scale
        at["posX"] = x * math.cos(angle) + z * math.sin(angle) + pose.x
        at["posZ"] = z * math.cos(angle) - x * math.sin(angle) + pose.z
        at["rotY"] = (at["rotY"] + pose.turn) % 360
        for key in ("scaleX", "scaleZ"):
            at[key] *= pose.scale * (2 / pose.edge if one is moved[0] else 1)
    moved[0]["LuaScriptState"] = json.dumps({"half": pose.edge / 2})
    return moved


def heaped(table: Objects) -> Objects:
    """As players leave it: equal pieces that lie close are a stack, cards that lie on each other a deck."""
    merged: Objects = []
    first: dict[Any, dict[str, Any]] = {}
    for one in copy.deepcopy(table):
        at = one["Transform"]
        cell = (round(at["posX"]), round(at["posZ"]), round(at["rotY"]), round(at["rotZ"]))
        is_stackable = one.get("CustomImage", {}).get("CustomTile", {}).get("Stackable", False)
        key = (one["GMNotes"], *cell) if is_stackable else None
        there = first.get(key) if key else None
        if there is None:
            if key:
                first[key] = one
            merged.append(one)
            continue
        there["Name"], there["Number"] = "Custom_Tile_Stack", there.get("Number", 1) + one.get("Number", 1)
    return merged


# Readers


class Lua:
    """The assistant in a runtime of lupa, with the mock around it and without what the game does not have."""

    def __init__(self, version: str, script: str, edge: float = 2.0) -> None:
        import importlib

        self.runtime: Any = importlib.import_module(f"lupa.lua{version}").LuaRuntime(unpack_returned_tuples=True)
        self.globals: Any = self.runtime.globals()
        self.globals.EDGE = edge
        self.globals.DECODE = self._decoded
        self.globals.ENCODE = lambda value: json.dumps(self.plain(value))
        self.runtime.execute(MOCK)
        self.runtime.execute("io, os, require, package, debug, dofile, loadfile = nil")
        self.runtime.execute(script)

    def _decoded(self, text: str) -> Any:
        return self.table(json.loads(text))

    def table(self, value: Any) -> Any:
        """Plain data as a Lua table; nothing is nil."""
        if isinstance(value, dict):
            return self.runtime.table_from({key: self.table(each) for key, each in value.items() if each is not None})
        if isinstance(value, list | tuple):
            return self.runtime.table_from([self.table(each) for each in value])
        return value

    def plain(self, value: Any) -> Any:
        """A Lua table as plain data; an empty one is a mapping."""
        if not hasattr(value, "items"):
            return value
        keys = list(value.keys())
        if keys and all(type(key) is int for key in keys):
            return [self.plain(value[key]) for key in sorted(keys)]
        return {key: self.plain(value[key]) for key in keys}

    def load(self, table: Objects) -> None:
        self.globals.LOAD(self.table(table))

    def read(self) -> tuple[Position, list[tuple[str, str]]]:
        """What lies there, and what is said about it: code and sentence."""
        found, remarks = self.globals.readTable()
        data = json.loads(self.globals.positionText(found))
        return build(GAME, data), [(each.code, each.text) for each in remarks.values()]

    def figures(self, phase: int) -> Any:
        return self.plain(self.globals.figuresOf(self.globals.readTable()[0], phase))

    def told(self, phase: int) -> list[str]:
        return list(self.globals.tellPhase(self.globals.readTable()[0], phase).values())

    def said(self) -> list[str]:
        """What was said since the last call."""
        said = list(self.globals.SAID.values())
        self.runtime.execute("SAID = {}")
        return said


def read_by_python(table: Objects, code: str = "en") -> tuple[Position, list[Finding]]:
    text = json.dumps({"ObjectStates": table})
    saved = SavedTable(json.loads(text), text, "save.json")
    mat = scene(code)._mat
    reader = TableReader(GAME, lettering(code), mat, mat_names(mat, lettering(code)))
    position = reader.position(saved.pieces())
    return position, [*saved.findings, *reader.findings]


def piece(table: Objects, notes: str, number: int = 0) -> dict[str, Any]:
    """One of the objects with these notes."""
    return [one for one in table if one["GMNotes"] == f"wsdv {notes}"][number]


def shift(one: dict[str, Any], right: float, up: float = 0.0) -> None:
    """Move an object by millimetres of the board."""
    one["Transform"]["posX"] += right / 25.4
    one["Transform"]["posZ"] += up / 25.4


def pictures_in(value: Any) -> Iterator[str]:
    """Every address of a picture in a saved file."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key.endswith("URL"):
                yield inner
            else:
                yield from pictures_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from pictures_in(inner)
