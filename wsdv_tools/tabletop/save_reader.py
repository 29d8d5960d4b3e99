"""The objects of a saved table: what each of ours is, and where on the mat it lies. No script is needed for it."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from wsdv_tools.findings import Finding, Place, Unreadable
from wsdv_tools.record.statements import MOST_PIECES
from wsdv_tools.sources.json_reader import parse_json
from wsdv_tools.tabletop.mat import SIDE
from wsdv_tools.tabletop.objects import MARK, TILE
from wsdv_tools.tabletop.script import COLOURS

_FARTHEST = 1e5  # units: no table is larger
_SLANT = 20.0  # degrees: a mat that leans more does not lie on a table
_NAME = 60  # characters of a piece's name that are reported
_ID = re.compile('"([0-9a-f]{6})(?=")')


class Odd(ValueError):
    """Not what the game writes."""


class Card(NamedTuple):
    """A card by its face, and the second one where it has two."""

    face: str
    back: str = ""


@dataclass(frozen=True)
class Piece:
    """One of our objects: its kind, its name, its point on the mat in millimetres, and how it lies."""

    kind: str
    name: str
    place: Place
    x: float
    y: float
    n: int = 1
    is_down: bool = False
    is_across: bool = False
    cards: tuple[Card, ...] = ()
    held_by: str = ""  # the side whose hand it is in

    @property
    def is_secret(self) -> bool:
        """A single card with a back, face down: its name stays secret."""
        return self.is_down and len(self.cards) == 1 and not self.cards[0].back


class SavedTable:
    """The table of a file; raises `Unreadable` where there is no board to read it by."""

    def __init__(self, value: Any, text: str, file: str) -> None:
        self.file = file
        self._text = text
        objects = value.get("ObjectStates") if isinstance(value, dict) else None
        self._objects = [one for one in objects if isinstance(one, dict)] if isinstance(objects, list) else []
        self.findings: list[Finding] = []
        self._mat = self._the_mat()
        self._hands = [*self._hand_zones()]

    def pieces(self) -> Iterator[Piece]:
        """All pieces and cards that lie on the table; what lies in bags does not."""
        for one in self._objects:
            kind, *_ = _notes(one)
            if kind in ("", "board", "bag") and "ContainedObjects" not in one:
                continue
            cards = _cards(one)
            if not cards and (kind in ("", "board", "bag", "deck", "card")):
                continue
            try:
                yield self._piece(one, "card" if cards else kind, cards)
            except Odd:
                values = {"piece": _name(one)}
                self.findings.append(Finding("object-unreadable", self._place(one), values))

    def _piece(self, one: Mapping[str, Any], kind: str, cards: tuple[Card, ...]) -> Piece:
        pose = Pose.of(one)
        x, y = self._mat.to_mat(pose)
        turn = (pose.turn - self._mat.pose.turn) % 180
        return Piece(
            kind,
            _name(one),
            self._place(one),
            x,
            y,
            _count(one),
            90 < pose.roll % 360 < 270,
            45 < turn < 135,
            cards,
            next((side for side, zone in self._hands if cards and zone.holds(pose)), ""),
        )

    def _place(self, one: Mapping[str, Any]) -> Place:
        """The line with the object's id."""
        guid = one.get("GUID")
        return Place(self.file, self._lines.get(guid, 1) if isinstance(guid, str) else 1)

    @cached_property
    def _lines(self) -> Mapping[str, int]:
        """The first line of each id."""
        lines = [*enumerate(self._text.split("\n"), 1)]
        return {guid: number for number, line in reversed(lines) for guid in _ID.findall(line)}

    def _the_mat(self) -> _Mat:
        boards = [one for one in self._objects if _notes(one)[0] == "board"]
        if not boards:
            raise Unreadable([Finding("table-no-board", Place(self.file))])
        if len(boards) > 1:
            raise Unreadable([Finding("table-two-boards", self._place(boards[1]), {"n": len(boards)})])
        try:
            pose = Pose.of(boards[0])
            lies_flat = all((angle + _SLANT) % 360 < 2 * _SLANT for angle in (pose.pitch, pose.roll))
            if lies_flat and pose.width and pose.depth:
                return _Mat(pose, _half_of(boards[0]))
        except Odd:
            pass
        raise Unreadable([Finding("board-face-down", self._place(boards[0]))])

    def _hand_zones(self) -> Iterator[tuple[str, Pose]]:
        sides = {colour: side for side, colour in COLOURS.items()}
        for one in self._objects:
            if one.get("Name") == "HandTrigger" and one.get("FogColor") in sides:
                try:
                    yield sides[one["FogColor"]], Pose.of(one)
                except Odd:
                    continue


class Pose(NamedTuple):
    """Where an object lies: world coordinates, angles in degrees, scale."""

    x: float
    y: float
    z: float
    pitch: float
    turn: float
    roll: float
    width: float
    height: float
    depth: float

    @classmethod
    def of(cls, one: Mapping[str, Any]) -> Pose:
        transform = one.get("Transform")
        if not isinstance(transform, dict):
            raise Odd
        keys = ("posX", "posY", "posZ", "rotX", "rotY", "rotZ", "scaleX", "scaleY", "scaleZ")
        return cls(*(_number(transform.get(key, 0.0)) for key in keys))

    def local(self, other: Pose) -> tuple[float, float]:
        """Another object's place in this object's axes, not yet divided by the scale."""
        angle = math.radians(self.turn)
        dx, dz = other.x - self.x, other.z - self.z
        return dx * math.cos(angle) - dz * math.sin(angle), dx * math.sin(angle) + dz * math.cos(angle)

    def holds(self, other: Pose) -> bool:
        """Whether another object lies within this one, which is a zone."""
        x, z = self.local(other)
        return abs(x) <= abs(self.width) / 2 and abs(z) <= abs(self.depth) / 2


class _Mat(NamedTuple):
    """The mat on the table: its pose, and half of its edge in its own units."""

    pose: Pose
    half: float

    def to_mat(self, pose: Pose) -> tuple[float, float]:
        """The point of an object, in millimetres from the picture's upper left corner."""
        x, z = self.pose.local(pose)
        across, down = x / self.pose.width / self.half, z / self.pose.depth / self.half
        return SIDE / 2 * (1 - across), SIDE / 2 * (1 + down)


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= _FARTHEST:  # nor is nan
        raise Odd
    return float(value)


def _count(one: Mapping[str, Any]) -> int:
    number = one.get("Number", 1)
    if type(number) is not int or not 1 <= number <= MOST_PIECES:
        raise Odd
    return number


def _half_of(board: Mapping[str, Any]) -> float:
    """As the assistant measured it, if it ever did."""
    state = board.get("LuaScriptState")
    try:
        half = parse_json(state, "").get("half") if isinstance(state, str) else None
        return _number(half) if half and _number(half) > 0 else TILE / 2
    except (AttributeError, Odd, Unreadable):
        return TILE / 2


def _notes(one: Mapping[str, Any]) -> tuple[str, str, str]:
    """What the notes say: the kind, and the faces of a card."""
    notes = one.get("GMNotes")
    words = notes.split(" ") if isinstance(notes, str) else []
    kind, face, back = [*words[1:4], "", "", ""][:3] if words[:1] == [MARK] else ("", "", "")
    return kind, face, back


def _cards(one: Mapping[str, Any]) -> tuple[Card, ...]:
    """A card, or those of a pile; bags are not piles."""
    kind, face, back = _notes(one)
    if kind == "card":
        return (Card(face, back),)
    inside = one.get("ContainedObjects")
    if not str(one.get("Name")).startswith("Deck") or not isinstance(inside, list):
        return ()
    found = [_notes(each) for each in inside if isinstance(each, dict)]
    return tuple(Card(face, back) for kind, face, back in found if kind == "card")


def _name(one: Mapping[str, Any]) -> str:
    """What players call it."""
    name = one.get("Nickname") or one.get("GMNotes") or one.get("Name")
    return str(name)[:_NAME] if isinstance(name, str) else "?"
