"""The two sides of both games: how people write them, and things that both have one of."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeVar


class Side(StrEnum):
    """USA (blue, West) and USSR (red, East)."""

    US = "US"
    SU = "SU"

    @property
    def other(self) -> Side:
        return Side.SU if self is Side.US else Side.US

    @property
    def way(self) -> int:
        """Towards this side, where the US lies at the positive end: of the zones and of the ideology track."""
        return 1 if self is Side.US else -1


SIDES = tuple(Side)

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
