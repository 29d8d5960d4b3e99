"""What a scoring still needs to know."""

from __future__ import annotations

from typing import NamedTuple

from wsdv_tools.games.sides import Side


class Need(NamedTuple):
    """A fact that is missing: `what` it is, of which card, side or region."""

    what: str
    card: str | None = None
    side: Side | None = None
    region: str | None = None
