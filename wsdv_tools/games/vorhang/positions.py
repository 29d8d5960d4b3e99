"""Positions of Eiserner Vorhang as they are typed and written."""

from __future__ import annotations

from typing import Any

from wsdv_tools.games.cards import UNKNOWN
from wsdv_tools.games.positions import Builder, known_only, turn_differs
from wsdv_tools.games.sides import SIDES
from wsdv_tools.games.telling import card_value
from wsdv_tools.games.vorhang.facts import HANDS, MARKERS, PLAYS, ROUNDS, START
from wsdv_tools.games.vorhang.notation import write_cell
from wsdv_tools.games.vorhang.position import Country, Position
from wsdv_tools.games.vorhang.scoring import region_of


def build(builder: Builder) -> Position:
    """The position that a file describes; what is impossible is reported."""
    value = builder.value
    countries = []
    for name, entry in value["table"].items():
        id_ = builder.card(("table", name), name, key=True)
        countries.append(Country(id_, tuple(entry["at"]), entry.get("US", 0), entry.get("SU", 0)))
    number = value.get("round", 1)
    turn = value.get("turn", max(1, len(countries) - PLAYS * (number - 1)))
    turn_differs(builder, turn, len(countries) - PLAYS * (number - 1), "EV-3.1")
    left = dict.fromkeys(SIDES, HANDS[number])
    hands = builder.hands(left)
    position = Position(
        tuple(countries),
        value.get("ideology", 0),
        number,
        turn,
        builder.to_move(),
        hands,
        builder.of_sides("aftermath"),
    )
    _judge(builder, position)
    return position


def _judge(builder: Builder, position: Position) -> None:
    cells: dict[tuple[int, int], str] = {}
    names = list(builder.value["table"])
    alone = _alone(position)
    for name, country in zip(names, position.countries, strict=True):
        path = ("table", name)
        card = card_value(builder.opened.spec, builder.opened.deck, country.card)
        if country.at in cells:
            builder.say("cell-taken", (*path, "at"), {"cell": write_cell(country.at)}, "EV-3.1")
        elif country.card in alone:
            values = {"card": card, "cell": write_cell(country.at)}
            builder.say("not-adjacent", (*path, "at"), values, "EV-3.1")
        elif country.card != START and _is_astray(builder, position, country):
            builder.say("away-from-region", path, {"card": card}, "EV-3.2", key=True)
        cells[country.at] = country.card
    if not any(country.card == START for country in position.countries):
        builder.say("cell-missing", ("table",), {"text": START}, "EV-2.2", key=True)
    for side in SIDES:
        if position.stock(side) < 0:
            values = {"side": side, "number": MARKERS - position.stock(side), "most": MARKERS}
            builder.say("markers-too-many", ("table",), values, "EV-1.2", key=True)
    if position.winner:
        builder.say("already-won", ("ideology",), {"side": position.winner}, "EV-1.5")


def _alone(position: Position) -> set[str]:
    """The cards that touch no other. The start card was there first: it counts only where no other does."""
    if len(position.countries) == 1:
        return set()
    alone = {country.card for country in position.countries if not any(position.neighbours(country.at))}
    return alone - {START} or alone


def _is_astray(builder: Builder, position: Position, country: Country) -> bool:
    """Away from its region although others of it are on the table; in which order they came, nobody knows."""
    region = region_of(builder.opened.game, country.card)
    others = [c for c in position.countries if c is not country and region_of(builder.opened.game, c.card) == region]
    beside = {c.card for c in position.neighbours(country.at)}
    has_unknown = any(region_of(builder.opened.game, card) is None for card in beside)
    return bool(region and others) and not has_unknown and not beside & {c.card for c in others}


def as_plain(position: Position) -> dict[str, Any]:
    """As in `schemas/vorhang-position.schema.json`."""
    plain: dict[str, Any] = {
        "vorhang-position": 1,
        "round": position.round,
        "turn": position.turn,
        "ideology": position.ideology,
        "table": {
            country.card: {"at": list(country.at), **known_only((s.value, country.markers(s)) for s in SIDES)}
            for country in position.countries
        },
    }
    if position.to_move and (position.round, position.turn) != (ROUNDS, PLAYS + 1):
        plain["to-move"] = position.to_move.value
    if any(card != UNKNOWN for hand in position.hands for card in hand):
        plain["hands"] = {side.value: list(position.hand(side)) for side in SIDES}
    if any(card != UNKNOWN for card in position.aftermath):
        plain["aftermath"] = {side.value: position.aftermath[SIDES.index(side)] for side in SIDES}
    return plain
