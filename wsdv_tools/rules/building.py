"""What may be built, dismantled and run down (5). `refuse_...` says why not, or None.

What a factory is worth is in `economy.py`, how many points an action has in `actions.py`. What an icon's point buys and
where it may go (5.1-point, 5.1-restricted) is in `icons.py`, the placing in `verbs.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wsdv_tools.facts import State
from wsdv_tools.rules.choices import Fault, Step
from wsdv_tools.rules.economy import east_lines, intact_east
from wsdv_tools.rules.position import NONE, RUN_DOWN
from wsdv_tools.rules.protests import markers

if TYPE_CHECKING:
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position


def refuse_build(
    game: Game, position: Position, side: State, city: int, hamburg_joins: tuple[int, ...]
) -> Fault | None:
    """A factory goes on a free city (5.1-city) of the side's own state (6.2-own-state), never under a protest."""
    fact = game.cities[city]
    if game.city_states[city] is not side:
        return Fault("build-wrong-state", "6.2-own-state", {"city": fact, "side": side})
    if game.external[city]:
        return Fault("build-external", "10.5-event-only", {"city": fact})
    if city == game.rheinsberg:
        return Fault("build-rheinsberg", "10.4-event-only", {"city": fact})
    if position.factories[city]:
        return Fault("build-occupied", "5.1-city", {"city": fact})
    return refuse_under_protest(game, position, (city,), hamburg_joins)


def refuse_lay(
    game: Game, position: Position, side: State, connection: int, hamburg_joins: tuple[int, ...]
) -> Fault | None:
    """One infrastructure on a free line of a connection that has a factory at either end (5.1-line).

    Lines abroad are laid like others, once there is a factory (10.5-lines, 10.5-no-factory).
    """
    ends = game.ends[connection]
    laid, full = position.lines[connection], game.lines[connection]
    fact = game.connections[connection]
    if game.line_states[connection] is not side:
        return Fault("line-wrong-state", "6.2-own-state", {"connection": fact, "side": side})
    for city in ends:
        if city in position.closed:
            return Fault("line-closed", game.closed_by[game.external[city]].almanac, {"connection": fact})
    if laid >= full:
        return Fault("line-full", "5.1-line", {"connection": fact, "n": full})
    standing = sum([position.factories[city] != NONE for city in ends])
    abroad = game.abroad[connection]
    if abroad is not None and not position.factories[abroad] and not (game.follows("R3b") and standing):
        return Fault(
            "line-external-without-factory", "10.5-no-factory", {"connection": fact, "city": game.cities[abroad]}
        )
    if not standing:
        return Fault("line-without-factory", "5.1-line", {"connection": fact})
    if game.follows("R2b") and full == 2 and laid == 1 and standing == 1:
        return Fault("line-touches-no-factory", "5.1-line", {"connection": fact})
    return refuse_under_protest(game, position, ends, hamburg_joins)


def refuse_under_protest(
    game: Game, position: Position, cities: tuple[int, ...], hamburg_joins: tuple[int, ...]
) -> Fault | None:
    """Never in a province with a marker (5.1-protest).

    A connection lies in the provinces of both its cities (5.1-province-lines).
    """
    for city in cities:
        home = game.home[city]
        provinces = (home,) if home is not None else hamburg_joins if city == game.hamburg else ()
        if provinces and all(markers(game, position, province) for province in provinces):
            province = provinces[0]
            values = {
                "city": game.cities[city],
                "province": game.provinces[province],
                "n": markers(game, position, province),
            }
            return Fault("build-under-protest", "5.1-protest", values)
    return None


def refuse_dismantle(game: Game, position: Position, state: State, city: int) -> Fault | None:
    """A factory goes only when no infrastructure lies on any of its connections (5.2-factory-last, R4)."""
    fact = game.cities[city]
    factory = position.factories[city]
    if game.city_states[city] is not state:
        return Fault("dismantle-wrong-state", "5.2-point", {"city": fact, "side": state})
    if not factory:
        return Fault("dismantle-none-there", "5.2-point", {"city": fact})
    if game.external[city]:
        return Fault("dismantle-external", "5.2-external", {"city": fact})
    if city == game.rheinsberg:
        return None  # 10.4-flips, 10.4-leaves
    if factory == RUN_DOWN:
        return Fault("dismantle-run-down", "5.3-stays", {"city": fact})
    for connection in game.connections_of[city]:
        if position.lines[connection]:
            values = {"city": fact, "connection": game.connections[connection]}
            return Fault("dismantle-connected", "5.2-factory-last", values)
    return None


def refuse_lift(game: Game, position: Position, state: State, connection: int) -> Fault | None:
    """One infrastructure (5.2-point)."""
    fact = game.connections[connection]
    if game.line_states[connection] is not state:
        return Fault("lift-wrong-state", "5.2-point", {"connection": fact, "side": state})
    if not position.lines[connection]:
        return Fault("lift-none-there", "5.2-point", {"connection": fact})
    return None


def refuse_point(game: Game, position: Position, state: State, step: Step) -> Fault | None:
    """A dismantled point of a state: a factory or a line (5.2-point)."""
    if step.verb == "dismantle":
        return refuse_dismantle(game, position, state, step.place)
    if step.verb == "lift":
        return refuse_lift(game, position, state, step.place)
    return Fault("step-not-dismantle", "5.2-point", {})


def dismantle_candidates(game: Game, position: Position, state: State) -> list[Step]:
    """What is there and might be dismantled."""
    laid, factories = position.lines, position.factories
    lines = [game.lift_steps[n] for n in game.lines_of[state] if laid[n]]
    return lines + [game.dismantle_steps[city] for city in game.sites_of[state] if factories[city]]


def refuse_run_down(game: Game, position: Position, step: Step, rule: str = "icon-run-down") -> Fault | None:
    """An intact East factory, Rheinsberg too, never an external one (5.3-east-only, icon-run-down)."""
    if step.verb != "down":
        return Fault("step-not-run-down", rule, {})
    city = step.place
    fact = game.cities[city]
    if game.city_states[city] is not State.EAST:
        return Fault("run-down-west", "5.3-east-only", {"city": fact})
    if game.external[city]:
        return Fault("run-down-external", "10.5-dismantle", {"city": fact})
    if position.factories[city] == NONE:
        return Fault("run-down-none-there", rule, {"city": fact})
    if position.factories[city] == RUN_DOWN:
        return Fault("run-down-already", rule, {"city": fact})
    return None


def refuse_line_or_rheinsberg(game: Game, position: Position, step: Step) -> Fault | None:
    """When nothing is left to run down, infrastructure or a point of Rheinsberg is lost (9.3-infrastructure, R10)."""
    if step.verb == "lift":
        return refuse_lift(game, position, State.EAST, step.place)
    if step.verb == "dismantle" and step.place == game.rheinsberg:
        return refuse_dismantle(game, position, State.EAST, step.place)
    return Fault("only-infrastructure-now", "9.3-infrastructure", {})


def run_down_candidates(game: Game, position: Position) -> list[Step]:
    """East's factories that can run down (5.3-east-only, icon-run-down)."""
    return [game.run_down_steps[city] for city in intact_east(game, position)]


def lines_and_rheinsberg(game: Game, position: Position) -> list[Step]:
    """East's infrastructure, and Rheinsberg, whether it is built or not."""
    steps = [game.lift_steps[n] for n in east_lines(game, position)]
    return [*steps, game.dismantle_steps[game.rheinsberg]]
