"""Special cities: Hamburg (10.3), Rheinsberg (10.4) and cities abroad (10.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wsdv_tools.facts import State
from wsdv_tools.rules.building import refuse_under_protest
from wsdv_tools.rules.choices import Asking, Choice, Fault, Step, steps_at

if TYPE_CHECKING:
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position


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

    options = steps_at("hamburg", game.hamburg_joins)
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
