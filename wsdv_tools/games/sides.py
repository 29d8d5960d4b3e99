"""The two sides of both games, and how people write them."""

from __future__ import annotations

from enum import StrEnum


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
SPELLINGS = {
    **dict.fromkeys(("us", "usa", "eeuu", "ee.uu.", "eua", "west", "nyugat", "oeste"), Side.US),
    **dict.fromkeys(
        ("su", "ussr", "udssr", "urss", "szu", "zsrr", "sowjetunion", "east", "ost", "kelet", "este"), Side.SU
    ),
}


def side_of(text: str) -> Side | None:
    """The side that a word means; one letter means none, since USA and UdSSR begin alike.

    >>> side_of("UdSSR"), side_of("U")
    (<Side.SU: 'SU'>, None)
    """
    return SPELLINGS.get(text.casefold())
