"""West Berlin (10.2): its sectors, and what its suppliers pass on.

The rest is where it happens. Imported protests: `protests.py`, with the markers they follow. That a standard is passed
on last, and calms West Berlin: `standards.py`, `verbs.py`. Icons: `icons.py`, where only card 79 reaches West Berlin
(10.2-card). Nothing is built there: `game.py` (10.2-no-building). Phases 5, 6 and 7: `standards_with`, `comparison` and
`attack` in `figures.py`, and what leaves which sector in `phases_1_to_5.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wsdv_tools.rules.choices import Fault, Step

if TYPE_CHECKING:
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position


def refuse_sector(game: Game, position: Position, sector: int) -> Fault | None:
    """A sector may receive a standard only while no other has fewer (10.2-even)."""
    if position.sectors[sector] > min(position.sectors):
        return Fault("sectors-uneven", "10.2-even", {"sector": game.sectors[sector], "n": position.sectors[sector]})
    return None


def refuse_pass_on(game: Game, position: Position, chosen: list[Step], province: int) -> Fault | None:
    """One supplier in each action, if it then has more than West Berlin, and evenly (10.2-one-supplier, 10.2-even)."""
    named: dict[str, Any] = {"province": game.provinces[province]}
    if province not in game.suppliers:
        suppliers = [game.provinces[p] for p in game.suppliers]
        return Fault("pass-on-no-supplier", "10.2-standard", named | {"provinces": suppliers})
    if any(other.verb == "s>" for other in chosen):
        return Fault("pass-on-twice", "10.2-one-supplier", named)
    own, berlin = position.standards[province] + 1, position.standards[game.west_berlin]
    if own <= berlin:
        return Fault("pass-on-not-more", "10.2-standard", named | {"own": own, "berlin": berlin})
    return refuse_sector(game, position, game.suppliers.index(province))


def west_berlin_limit(game: Game, position: Position, exported: list[int | None]) -> int | None:
    """The worst export factory of suppliers that ever delivered (9.5-west-berlin, R11); no limit if none did (R12)."""
    limits = [
        exported[supplier] or 0
        for sector, supplier in enumerate(game.suppliers)
        if position.delivered[sector] and (position.sectors[sector] or not game.follows("R11b"))
    ]
    return min(limits) if limits else None
