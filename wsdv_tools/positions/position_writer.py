"""Writes position files: a position in canonical spelling, and an empty file to be filled in."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from wsdv_tools.facts import State
from wsdv_tools.positions.position_reader import UNFINISHED
from wsdv_tools.rules.plain import as_plain

if TYPE_CHECKING:
    from wsdv_tools.facts import Catalogue, Province
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position


def as_file_data(game: Game, position: Position, unfinished: str = "") -> dict[str, Any]:
    """The position as the data of a file; `unfinished` is the question that comes next, where it is half-typed."""
    head = {"wsdv-position": 1, UNFINISHED: unfinished} if unfinished else {}
    return head | as_plain(game, position)


def as_yaml(game: Game, position: Position, unfinished: str = "") -> str:
    """The position as a file a person would type: provinces and lists on one line each."""
    lines = []
    for key, value in as_file_data(game, position, unfinished).items():
        if key == "provinces":
            lines.append("provinces:")
            lines.extend(f"  {id_}: {_flow(inside)}" for id_, inside in value.items())
        else:
            lines.append(f"{key}: {_flow(value)}")
    return "\n".join(lines) + "\n"


def _flow(value: Any) -> str:
    """A value on one line, in YAML that is also nearly JSON."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_flow(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_flow(item) for item in value) + "]"
    if value == "?":
        return '"?"'
    return value if isinstance(value, str) else json.dumps(value)


# Every entry as it is in an empty file; the texts' keys are those of the entries.
_BEFORE = {
    "decade": "1",
    "tracks": "{prestige: 0, currency: 0, socialists: 0}",
    "wall": "false",
}
_AFTER = {
    "cadre": "0",
    "factories": "[]",
    "rundown": "[]",
    "infrastructure": "{}",
    "closed": "[]",
    "police": "[]",
    "police-used": "[]",
    "stasi-dissolved": "false",
    "delivered": "[]",
    "imported": "{}",
    "played": "[]",
}
_NARROW, _WIDE = 34, 46  # where the comments start


def template(catalogue: Catalogue, say: Callable[[str], str], name: Callable[[Province], str]) -> str:
    """The text of the file; `say` gives the comment on an entry, `name` a province's name."""
    lines = [f"# {say('head')}", f"# {say('leave-out')}", f"# {say('names')}", "wsdv-position: 1"]
    lines += _entries(_BEFORE, say)
    lines.append("provinces:")
    lines += [
        _commented(f"  {province.code}: {_inside(province)}", _with_cities(province, name(province)), _WIDE)
        for province in catalogue.provinces.values()
    ]
    lines += _entries(_AFTER, say)
    return "\n".join(lines) + "\n"


def _entries(entries: dict[str, str], say: Callable[[str], str]) -> Iterator[str]:
    for key, value in entries.items():
        yield _commented(f"{key}: {value}", say(key))


def _commented(entry: str, comment: str, column: int = _NARROW) -> str:
    return f"{entry:{column}} # {comment}"


def _with_cities(province: Province, name: str) -> str:
    """The name, and what can be typed among the factories."""
    cities = ", ".join(city.id for city in province.cities)
    return f"{name}: {cities}" if cities else name


def _inside(province: Province) -> str:
    if province.id == "west-berlin":
        return "{unrest: 0, sectors: {french: 0, british: 0, american: 0}}"
    socialists = ", socialists: 0" if province.state is State.EAST else ""
    return f"{{unrest: 0, standard: 0{socialists}}}"
