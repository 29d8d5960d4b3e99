"""Writes statements about the board, as `check` and `set` lines have them: the inverse of reading them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from wsdv_tools.record.statements import INSIDE_WORDS, READY
from wsdv_tools.rules.position import NONE, RUN_DOWN

if TYPE_CHECKING:
    from wsdv_tools.record.notation import Notation
    from wsdv_tools.record.statements import Statement
    from wsdv_tools.rules.game import Game

_INSIDE = {"unrest": "unrest", "standards": "standard", "placed": "socialists"}
_STANDING = {NONE: " none", RUN_DOWN: " down"}


def write_item(notation: Notation, typed: str, statements: Sequence[Statement]) -> str:
    """One item, which may say several things: of a province (`SN unrest 2 standard 1`), or of cards played.

    The province is named where the item named it; else it is the one of the item before.
    """
    if not statements:
        return typed
    game = notation.game
    first = statements[0]
    if first.part in _INSIDE:
        is_named = typed.split(None, 1)[0].casefold() not in INSIDE_WORDS
        name = [game.provinces[first.place].code] if is_named else []
        return " ".join([*name, *(f"{_INSIDE[one.part]} {one.value}" for one in statements)])
    if first.part == "played":
        cards = " ".join(one.place for one in statements)
        return f"played {cards}{_gone(first.value)}"
    return write_statement(game, first)


def write_statement(game: Game, statement: Statement) -> str:
    """One statement that stands alone."""
    return _WRITERS[statement.part](game, statement)


def _gone(is_there: bool) -> str:
    return "" if is_there else " none"


def _number(word: str) -> Callable[[Game, Statement], str]:
    return lambda _, one: f"{word} {one.value}"


def _supplier(game: Game, one: Statement) -> str:
    code: str = game.provinces[game.suppliers[one.place]].code
    return code


def _inside(word: str) -> Callable[[Game, Statement], str]:
    return lambda game, one: f"{game.provinces[one.place].code} {word} {one.value}"


_WRITERS: dict[str, Callable[[Game, Statement], str]] = {
    **{word: _number(word) for word in ("prestige", "currency", "socialists", "decade", "cadre")},
    **{part: _inside(word) for part, word in _INSIDE.items()},
    "flight_icons": _number("flight-icons"),
    "wall": lambda _, one: f"wall {'on' if one.value else 'off'}",
    "stasi_dissolved": lambda _, one: f"stasi dissolved{_gone(one.value)}",
    "closed": lambda game, one: f"closed {game.cities[one.place].id}{_gone(one.value)}",
    "delivered": lambda game, one: f"delivered {_supplier(game, one)}{_gone(one.value)}",
    "imported": lambda game, one: f"imported {_supplier(game, one)} {one.value}",
    "police": lambda _, one: f"police {one.place}" + ("" if one.value == READY else f" {one.value}"),
    "played": lambda _, one: f"played {one.place}{_gone(one.value)}",
    "sectors": lambda game, one: f"{game.sectors[one.place]} {one.value}",
    "factories": lambda game, one: game.cities[one.place].id + _STANDING.get(one.value, ""),
    "lines": lambda game, one: f"{game.connections[one.place].id} {one.value}",
}
