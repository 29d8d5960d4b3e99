"""A position of Kubakrise: contested areas in three zones, and what is known of the cards."""

from __future__ import annotations

from typing import NamedTuple

from wsdv_tools.games.cards import UNKNOWN
from wsdv_tools.games.kubakrise.facts import CUBA, MARKERS, PLAYS
from wsdv_tools.games.sides import Side, leading, of_side, with_side

Hands = tuple[tuple[str, ...], tuple[str, ...]]  # of the US, of the USSR; "?" for a card nobody has named


class Area(NamedTuple):
    """A contested area. Zones are counted towards the US: -1 the Soviet one, 0 the neutral one, 1 the American one."""

    card: str
    zone: int
    us: int = 0
    su: int = 0

    def markers(self, side: Side) -> int:
        return of_side((self.us, self.su), side)

    def with_markers(self, side: Side, change: int) -> Area:
        return self._replace(us=self.us + change) if side is Side.US else self._replace(su=self.su + change)

    def moved(self, way: int) -> Area:
        """One zone further, not beyond the last one (KK-6.1, 6.2)."""
        return self._replace(zone=max(-1, min(1, self.zone + way)))

    @property
    def controller(self) -> Side | None:
        """Who has more markers (KK-8.1); if equal, in whose zone it lies (KK-8.2)."""
        return leading(self.us - self.su or self.zone)


class Position(NamedTuple):
    """Everything on the table. `turn` counts plays, the one to come included: 11 when all are made."""

    areas: tuple[Area, ...] = (Area(CUBA, 0),)
    out: tuple[int, int] = (0, 0)  # markers out of the game: the bids (KK-2.5)
    to_move: Side | None = None
    turn: int = 1
    hands: Hands = ((UNKNOWN, UNKNOWN), (UNKNOWN, UNKNOWN))
    cuba_card: str = UNKNOWN
    last: tuple[str, str] = (UNKNOWN, UNKNOWN)

    def piece(self, card: str) -> Area | None:
        return next((area for area in self.areas if area.card == card), None)

    def hand(self, side: Side) -> tuple[str, ...]:
        return of_side(self.hands, side)

    def stock(self, side: Side) -> int:
        """13 less those out of the game and those on the table (KK-2.1, 2.5)."""
        return MARKERS - of_side(self.out, side) - sum(area.markers(side) for area in self.areas)

    def laid(self, card: str, zone: int) -> Position:
        """With a card laid into a zone."""
        return self._replace(areas=(*self.areas, Area(card, zone)))

    def with_piece(self, changed: Area) -> Position:
        return self._replace(areas=tuple(changed if a.card == changed.card else a for a in self.areas))

    def with_hand(self, side: Side, hand: tuple[str, ...]) -> Position:
        return self._replace(hands=with_side(self.hands, side, hand))

    @property
    def is_played(self) -> bool:
        return self.turn > PLAYS
