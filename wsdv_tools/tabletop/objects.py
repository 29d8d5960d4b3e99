"""Objects of Tabletop Simulator as they are in its saved files (schemas/tabletop.schema.json)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

Object = dict[str, Any]
_GREY = {"r": 0.5, "g": 0.5, "b": 0.5}
MARK = "wsdv"  # what the notes of our objects begin with
UNIT = 25.4  # millimetres: the game counts in inches
TILE = 2.0  # units: the edge of a square tile whose scale is 1
UPRIGHT = 180.0  # how far an object is turned whose picture is upright for the first seat
BOX, CIRCLE, ROUNDED = 0, 2, 3  # shapes of a tile


class At(NamedTuple):
    """Where an object lies: world coordinates, degrees, scale."""

    x: float
    z: float
    y: float = 1.3
    turn: float = 0.0
    is_down: bool = False
    scale: float = 1.0
    height: float = 1.0

    def transform(self) -> dict[str, float]:
        values = {
            "posX": self.x, "posY": self.y, "posZ": self.z,
            "rotX": 0.0, "rotY": (UPRIGHT + self.turn) % 360, "rotZ": 180.0 if self.is_down else 0.0,
            "scaleX": self.scale, "scaleY": self.height, "scaleZ": self.scale,
        }  # fmt: skip
        return {key: round(value, 4) + 0.0 for key, value in values.items()}


def note(kind: str, *more: str) -> str:
    """What the notes of an object say it is, for the assistant and for whoever reads a saved table."""
    return " ".join((MARK, kind, *more))


def thing(name: str, at: At, nickname: str, notes: str, tags: Sequence[str] = (), **more: Any) -> Object:
    """An object with what all of them have; its id comes with `numbered`."""
    return {
        "GUID": "",
        "Name": name,
        "Transform": at.transform(),
        "Nickname": nickname,
        "Description": "",
        "GMNotes": notes,
        "ColorDiffuse": {"r": 1.0, "g": 1.0, "b": 1.0},
        "Tags": list(tags),
        "LayoutGroupSortIndex": 0,
        "Value": 0,
        "Locked": False,
        "Grid": False,
        "Snap": True,
        "IgnoreFoW": False,
        "MeasureMovement": False,
        "DragSelectable": True,
        "Autoraise": True,
        "Sticky": True,
        "Tooltip": True,
        "GridProjection": False,
        "HideWhenFaceDown": False,
        "Hands": False,
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
        **more,
    }


def tile(
    at: At,
    nickname: str,
    notes: str,
    tags: Sequence[str],
    faces: tuple[str, str],
    shape: int = ROUNDED,
    n: int = 1,
    is_stackable: bool = False,
) -> Object:
    """A flat piece with a picture on each side, or a stack of them."""
    image = {
        "ImageURL": faces[0],
        "ImageSecondaryURL": faces[1],
        "ImageScalar": 1.0,
        "WidthScale": 0.0,
        "CustomTile": {"Type": shape, "Thickness": 0.1, "Stackable": is_stackable, "Stretch": True},
    }
    stack = {"Number": n} if n > 1 else {}
    return thing("Custom_Tile_Stack" if stack else "Custom_Tile", at, nickname, notes, tags, CustomImage=image, **stack)


class Sheet(NamedTuple):
    """Faces on one picture, and the back they share; `number` is the hundreds of its cards."""

    number: int
    face: str
    back: str
    columns: int = 1
    rows: int = 1

    def custom(self) -> dict[str, Any]:
        entry = {
            "FaceURL": self.face,
            "BackURL": self.back,
            "NumWidth": self.columns,
            "NumHeight": self.rows,
            "BackIsHidden": True,
            "UniqueBack": False,
            "Type": 0,
        }
        return {str(self.number): entry}


def card(at: At, nickname: str, notes: str, text: str, sheet: Sheet, index: int) -> Object:
    """One card."""
    more = {"CardID": sheet.number * 100 + index, "SidewaysCard": False, "CustomDeck": sheet.custom()}
    made = thing("CardCustom" if sheet.columns == 1 else "Card", at, nickname, notes, ["wsdv-card"], **more)
    return made | {"Description": text, "Hands": True, "HideWhenFaceDown": sheet.columns > 1}


def deck(at: At, nickname: str, cards: Sequence[Object]) -> Object:
    """Cards in a pile; a single one is a card."""
    for one in cards:
        one["Transform"] = at.transform()
    if len(cards) == 1:
        return cards[0]
    custom = {key: entry for one in cards for key, entry in one["CustomDeck"].items()}
    more = {
        "DeckIDs": [one["CardID"] for one in cards],
        "CustomDeck": custom,
        "SidewaysCard": False,
        "ContainedObjects": list(cards),
    }
    made = thing("DeckCustom" if len(custom) == 1 else "Deck", at, nickname, note("deck"), ["wsdv-card"], **more)
    return made | {"HideWhenFaceDown": True}


def bag(at: At, nickname: str, kind: str, inside: Object) -> Object:
    """An endless bag of a piece."""
    more = {"MaterialIndex": -1, "MeshIndex": -1, "ContainedObjects": [inside]}
    return thing("Infinite_Bag", at, nickname, note("bag", kind), (), **more)


def numbered(objects: Iterable[Object]) -> list[Object]:
    """The objects with ids that are the same every time, and each of which is there once."""
    taken: set[str] = set()

    def mark(one: Object, path: str) -> None:
        attempt = 0
        while not one["GUID"] or one["GUID"] in taken:
            one["GUID"] = hashlib.sha256(f"{path}#{attempt}".encode()).hexdigest()[:6]
            attempt += 1
        taken.add(one["GUID"])
        for number, inner in enumerate(one.get("ContainedObjects", ())):
            mark(inner, f"{path}/{number}")

    made = list(objects)
    for number, one in enumerate(made):
        mark(one, str(number))
    return made


def saved(name: str, mark: str, objects: Sequence[Object], pages: Mapping[str, str]) -> Object:
    """The whole file; `pages` are those of the notebook. The first entry is ours: the game drops it when it saves."""
    tabs = {
        str(number): {"title": title, "body": body, "color": "Grey", "visibleColor": _GREY, "id": number}
        for number, (title, body) in enumerate(pages.items())
    }
    return {
        "wsdv-table": mark,
        "SaveName": name,
        "GameMode": name,
        "Date": "",
        "VersionNumber": "",
        "Gravity": 0.5,
        "PlayArea": 0.5,
        "Table": "",
        "Sky": "",
        "Note": "",
        "TabStates": tabs,
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
        "ObjectStates": list(objects),
    }
