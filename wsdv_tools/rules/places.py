"""Places with rules of their own (10): West Berlin, Hamburg, Rheinsberg, and sites abroad.

West Berlin (10.2) is elsewhere, too: its imported protests in `protests.py`, with the markers they follow; the standard
that is passed on in `standards.py` and `verbs.py`; what it loses and gets in phases 5 to 7 with those phases; card
79 in `icons.py` (10.2-card).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wsdv_tools.facts import State
from wsdv_tools.rules.building import refuse_under_protest
from wsdv_tools.rules.choices import Asking, Choice, Fault, Step

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


def refuse_hamburg(game: Game, side: State, province: Any) -> Fault | None:
    """Hamburg counts for Niedersachsen or Schleswig-Holstein, as West says (10.3-one)."""
    if side is State.WEST and province in game.hamburg_joins:
        return None
    return Fault("hamburg-elsewhere", "10.3-one", {"provinces": [game.provinces[p] for p in game.hamburg_joins]})


def hamburg_twice(game: Game, province: Any, other: Any) -> Fault | None:
    """Hamburg counts for one of them in an action or a phase (10.3-one)."""
    if province == other:
        return None
    values = {"city": game.cities[game.hamburg], "province": game.provinces[province], "other": game.provinces[other]}
    return Fault("assign-twice", "10.3-one", values)


def hamburg_choice(game: Game, kind: str, position: Position, required: bool) -> Choice:
    """Where Hamburg counts in this action or phase (10.3-anew)."""

    def refuse(step: Step) -> Fault | None:
        return refuse_hamburg(game, State.WEST, step.place if step.verb == "hamburg" else None)

    options = [Step("hamburg", province) for province in game.hamburg_joins]
    return Choice(State.WEST, kind, "10.3-anew", position, options, refuse, required=required, idle=not required)


def choose_hamburg(game: Game, position: Position) -> Asking[tuple[int, ...]]:
    """West may say where Hamburg counts in this action; unsaid, it counts where that is legal (10.3-anew)."""
    step = yield hamburg_choice(game, "assign", position, required=False)
    return game.hamburg_joins if step is None else (step.place,)


def refuse_external(game: Game, position: Position, country: str, city: int) -> Fault | None:
    """A factory abroad, by the cards that allow it (10.5-event-only)."""
    named = {"city": game.cities[city]}
    if game.external[city] != country:
        return Fault("build-outside", "6.4-text", named)
    if city in position.closed:
        return Fault("build-closed", game.closed_by[country].almanac, named)
    if position.factories[city]:
        return Fault("build-occupied", "5.1-city", named)
    return None


def refuse_rheinsberg(game: Game, position: Position) -> Fault | None:
    """10.4-event-only, almanac-27."""
    if position.factories[game.rheinsberg]:
        return Fault("build-occupied", "5.1-city", {"city": game.cities[game.rheinsberg]})
    return refuse_under_protest(game, position, (game.rheinsberg,), ())
