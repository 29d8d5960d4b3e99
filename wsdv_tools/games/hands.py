"""Hands of which not every card is known."""

from __future__ import annotations

from wsdv_tools.findings import Wording
from wsdv_tools.games.cards import UNKNOWN

_PLACES = {
    "table": "it is on the table",
    "other-hand": "the other side holds it",
    "not-in-hand": "it is not in that hand",
    "cuba": "it is Cuba",
    "last": "it is one of the last cards",
    "aftermath": "it is in the aftermath",
}


def where_wording(place: str) -> Wording:
    """Where a card is known to be."""
    return Wording("words", f"where-{place}", _PLACES[place])


def without(hand: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The hand without a card, known or not; unchanged where it cannot have been there.

    >>> without(("iran", "?"), "kuba")
    ('iran',)
    """
    gone = card if card in hand else UNKNOWN
    at = hand.index(gone) if gone in hand else len(hand)
    return hand[:at] + hand[at + 1 :]
