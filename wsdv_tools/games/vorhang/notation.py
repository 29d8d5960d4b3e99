"""How Eiserner Vorhang is typed: cells of the grid, regions as people name them, positions."""

from __future__ import annotations

import re
from typing import Any

from wsdv_tools.games.notation import No, Notation
from wsdv_tools.games.positions import Builder, plain_card, plain_cards, plain_markers
from wsdv_tools.games.sides import SIDES, Side
from wsdv_tools.games.telling import card_value
from wsdv_tools.games.vorhang.facts import HANDS, MARKERS, PLAYS, ROUNDS, START
from wsdv_tools.games.vorhang.position import SIDEWAYS, Cell, Country, Position
from wsdv_tools.games.vorhang.scoring import region_of
from wsdv_tools.rules.choices import Step
from wsdv_tools.words.names import folded

_NAMES = {
    "EU": ("eu", "europa", "europe"),
    "MO": ("mo", "mittlerer-osten", "naher-osten", "middle-east", "kozel-kelet", "oriente-medio"),
    "AS": ("as", "asien", "asia", "azsia"),
    "AF": ("af", "afrika", "africa"),
    "SA": ("sa", "suea", "sua", "suedamerika", "sudamerika", "south-america", "del-amerika", "sudamerica"),
    "ZA": ("za", "zea", "zentralamerika", "mittelamerika", "central-america", "kozep-amerika", "centroamerica"),
}


def region_named(text: str) -> str | None:
    """The code of a region by its code or its name.

    >>> region_named("SüA"), region_named("Mittlerer Osten")
    ('SA', 'MO')
    """
    name = folded(text)
    return next((region for region, names in _NAMES.items() if name in names), None)


_CELL = re.compile(r"@\s*([+-]?\d{1,2})\s*,\s*([+-]?\d{1,2})")
_BESIDE = re.compile(r"([nesw])\s+of\s+(.+)", re.IGNORECASE)
Beside = tuple[int, int, str]  # a step in x and y from a card


class VorhangNotation(Notation):
    """A card is laid at `@1,0`, or `e of europa`."""

    has_track = True
    laid_pattern = r"(.+?)\s+(@.+|[nesw]\s+of\s+.+)"
    laid_example = "US CARD @1,0"

    def region(self, text: str) -> str | None:
        return region_named(text)

    def write_where(self, place: Any, _side: Side) -> str:
        return write_cell(place)

    def read_where(self, text: str, _side: Side) -> Cell | Beside:
        cell = _CELL.fullmatch(text)
        if cell:
            return int(cell[1]), int(cell[2])
        beside = _BESIDE.fullmatch(text)
        if not beside:
            raise No("cell-unreadable", text=text)
        return (*SIDEWAYS["nesw".index(beside[1].casefold())], self.find(beside[2]))

    def write_own(self, step: Step) -> str:
        """A region that was scored, which needs no typing."""
        return f"{step.verb} {step.place} {step.number:+d}" if step.verb == "scored" else super().write_own(step)

    def resolved(self, where: Any, board: Any) -> Cell:
        """A cell, also where it is given by a neighbour: `e of europa`."""
        if len(where) == len(("x", "y")):
            return where[0], where[1]
        x, y, card = where
        country = board.piece(card)
        if country is None:
            raise No("not-on-table", card=card)
        return country.at[0] + x, country.at[1] + y


def write_cell(cell: Any) -> str:
    """`@1,0`, or where it is still given by a neighbour, `e of europa`."""
    if len(cell) == len(("x", "y", "card")):
        return f"{'nesw'[SIDEWAYS.index(cell[:2])]} of {cell[2]}"
    return f"@{cell[0]},{cell[1]}"


def build(builder: Builder) -> Position:
    """The position that a file describes; what is impossible is reported."""
    value = builder.value
    countries = []
    for name, entry in value["table"].items():
        id_ = builder.card(("table", name), name, key=True)
        countries.append(Country(id_, tuple(entry["at"]), entry.get("US", 0), entry.get("SU", 0)))
    number = value.get("round", 1)
    turn = value.get("turn", max(1, len(countries) - PLAYS * (number - 1)))
    builder.turn_differs(turn, len(countries) - PLAYS * (number - 1), "EV-3.1")
    hands = builder.hands(dict.fromkeys(SIDES, HANDS[number]))
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
    builder.too_many_markers(position, MARKERS, "table", "EV-1.2")
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
        "table": {country.card: {"at": list(country.at), **plain_markers(country)} for country in position.countries},
    }
    if position.to_move and (position.round, position.turn) != (ROUNDS, PLAYS + 1):
        plain["to-move"] = position.to_move.value
    return plain | plain_cards("hands", position.hands) | plain_card("aftermath", position.aftermath)
