"""Things that both sides have one of, the American one first."""

from __future__ import annotations

from typing import TypeVar

from wsdv_tools.games.sides import Side

Own = TypeVar("Own")


def of_side(pair: tuple[Own, Own], side: Side) -> Own:
    """What is this side's of two things, the American one first."""
    return pair[0] if side is Side.US else pair[1]


def with_side(pair: tuple[Own, Own], side: Side, value: Own) -> tuple[Own, Own]:
    """The same two with this side's replaced."""
    return (value, pair[1]) if side is Side.US else (pair[0], value)


def leading(lead: int) -> Side | None:
    """Who is ahead, by the US's lead over the USSR; nobody if it is 0."""
    if lead == 0:
        return None
    return Side.US if lead > 0 else Side.SU
