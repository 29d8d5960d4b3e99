"""The small vocabulary in which an event can be described, so that it can be checked completely."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

ALL = 99  # "all": more markers than there are


@dataclass(frozen=True, slots=True)
class Effect:
    """One effect: `kind` says which of the fields count.

    command, infiltrate, place, remove, move: `number` at most (`exactly`: as many as possible), `each` on a card, on
    `cards` different ones, `whose` markers, `where` and `to`. shift: `cards` areas a zone `towards` a side. gain:
    `points`, once or for each card of `where` that is led. score: `where` is a region. choose: one of `branches`.
    opponent: the other side may do what the one branch says.
    """

    kind: str
    number: int = 0
    exactly: bool = False
    each: int = ALL
    cards: int = ALL
    whose: str = "own"
    where: str | tuple[str, ...] = "any"
    to: str | tuple[str, ...] = "any"
    points: int = 0
    is_for_led: bool = False
    towards: str = "own"
    branches: tuple[tuple[Effect, ...], ...] = ()


def read_effects(entries: Sequence[Mapping[str, Any]]) -> tuple[Effect, ...]:
    """The effects of a card file's `does`."""
    return tuple(_effect(kind, value) for entry in entries for kind, value in entry.items())


def _effect(kind: str, value: Any) -> Effect:
    if kind == "score":
        return Effect(kind, where=value)
    if kind == "choose":
        return Effect(kind, branches=tuple(read_effects(branch) for branch in value))
    if kind == "opponent":
        return Effect(kind, branches=(read_effects(value),))
    fields: dict[str, Any] = {key: _place(value[key]) for key in ("where", "to") if key in value}
    fields |= {key: value[key] for key in ("exactly", "each", "cards", "whose", "points", "towards") if key in value}
    number = ALL if value.get("number") == "all" else value.get("number", 0)
    return Effect(kind, number, is_for_led=value.get("for") == "led", **fields)


def _place(value: str | list[str]) -> str | tuple[str, ...]:
    return value if isinstance(value, str) else tuple(value)
