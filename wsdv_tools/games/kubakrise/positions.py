"""Positions of Kubakrise as they are typed and written."""

from __future__ import annotations

from typing import Any

from wsdv_tools.games.cards import UNKNOWN
from wsdv_tools.games.kubakrise.facts import CUBA, DRAWS, HAND, MARKERS, NUMBER_OF_ZONE, PLAYS, ZONES
from wsdv_tools.games.kubakrise.position import Area, Position
from wsdv_tools.games.positions import Builder, known_only, turn_differs
from wsdv_tools.games.sides import SIDES, Side


def build(builder: Builder) -> Position:
    """The position that a file describes; what is impossible is reported."""
    value = builder.value
    areas = []
    for name, entry in value["areas"].items():
        id_ = builder.card(("areas", name), name, key=True)
        areas.append(Area(id_, NUMBER_OF_ZONE[entry["zone"]], entry.get("US", 0), entry.get("SU", 0)))
    if not any(area.card == CUBA for area in areas):
        areas.insert(0, Area(CUBA, 0))
    bids = value.get("bids") or {}
    out = (bids.get("US", 0), bids.get("SU", 0))
    number = value.get("turn", len(areas))
    turn_differs(builder, number, len(areas), "KK-3.1")
    to_move = builder.to_move()
    sizes = {side: hand_size(number, side, to_move) for side in SIDES}
    cuba = builder.card(("cuba-card",), value.get("cuba-card", UNKNOWN))
    position = Position(tuple(areas), out, to_move, number, builder.hands(sizes), cuba, builder.of_sides("last"))
    for side in SIDES:
        if position.stock(side) < 0:
            values = {"side": side, "number": MARKERS - position.stock(side), "most": MARKERS}
            builder.say("markers-too-many", ("areas",), values, "KK-1.2", key=True)
    return position


def hand_size(turn: int, side: Side, to_move: Side | None) -> int:
    """Two cards while the pile lasts; then each player plays one of the last two (KK-7.1, 7.2)."""
    if turn <= DRAWS + 1:
        return HAND
    if turn > PLAYS:
        return 1
    return HAND if side is to_move or to_move is None else 1


def as_plain(position: Position) -> dict[str, Any]:
    """As in `schemas/kubakrise-position.schema.json`."""
    plain: dict[str, Any] = {
        "kubakrise-position": 1,
        "bids": {side.value: position.out[SIDES.index(side)] for side in SIDES},
        "areas": {
            area.card: {"zone": ZONES[area.zone], **known_only((side.value, area.markers(side)) for side in SIDES)}
            for area in position.areas
        },
    }
    if position.to_move and not position.is_played:
        plain["to-move"] = position.to_move.value
    plain["turn"] = position.turn
    if any(card != UNKNOWN for hand in position.hands for card in hand):
        plain["hands"] = {side.value: list(position.hand(side)) for side in SIDES}
    if position.cuba_card != UNKNOWN:
        plain["cuba-card"] = position.cuba_card
    if any(card != UNKNOWN for card in position.last):
        plain["last"] = {side.value: position.last[SIDES.index(side)] for side in SIDES}
    return plain
