"""What may be built, dismantled and run down, and what each step does (5, 10.2–10.5).

`refuse_...` says why not, or None: legality is written here and nowhere else. `carry_out` does a step
whether it was legal or not, as far as the pieces can be moved so.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from wsdv_tools.facts import State
from wsdv_tools.rules.choices import Fault, Step
from wsdv_tools.rules.position import INTACT, NONE, RUN_DOWN, put
from wsdv_tools.rules.protests import PROTEST, change_unrest, markers

if TYPE_CHECKING:
    from wsdv_tools.rules.choices import Asking
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position


def refuse_build(game: Game, position: Position, side: State, city: int, hamburg: tuple[int, ...]) -> Fault | None:
    """A factory goes on a free city of one's own state, never under a protest (5.1-city, 5.1-protest)."""
    named = {"city": game.cities[city]}
    if game.city_states[city] is not side:
        return Fault("build-wrong-state", "5.1-own-state", named | {"side": side})
    if game.external[city]:
        return Fault("build-external", "10.5-event-only", named)
    if city == game.rheinsberg:
        return Fault("build-rheinsberg", "10.4-event-only", named)
    if position.factories[city]:
        return Fault("build-occupied", "5.1-city", named)
    return _protest_bars(game, position, (city,), hamburg)


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
    return _protest_bars(game, position, (game.rheinsberg,), ())


def refuse_lay(game: Game, position: Position, side: State, connection: int, hamburg: tuple[int, ...]) -> Fault | None:
    """One infrastructure on a free line of a connection that has a factory at either end (5.1-line)."""
    ends = game.ends[connection]
    laid, full = position.lines[connection], game.lines[connection]
    named = {"connection": game.connections[connection]}
    if game.line_states[connection] is not side:
        return Fault("line-wrong-state", "5.1-own-state", named | {"side": side})
    for city in ends:
        if city in position.closed:
            return Fault("line-closed", game.closed_by[game.external[city]].almanac, named)
    if laid >= full:
        return Fault("line-full", "5.1-line", named | {"n": full})
    standing = sum(1 for city in ends if position.factories[city])
    abroad = next((city for city in ends if game.external[city]), None)
    if abroad is not None and not position.factories[abroad] and not (game.follows("R3b") and standing):
        return Fault("line-external-without-factory", "10.5-no-factory", named | {"city": game.cities[abroad]})
    if not standing:
        return Fault("line-without-factory", "5.1-line", named)
    if game.follows("R2b") and full == 2 and laid == 1 and standing == 1:
        return Fault("line-touches-no-factory", "5.1-line", named)
    return _protest_bars(game, position, ends, hamburg)


def _protest_bars(game: Game, position: Position, cities: tuple[int, ...], hamburg: tuple[int, ...]) -> Fault | None:
    """Never in a province with a marker; a connection lies in the provinces of both its cities (5.1-protest)."""
    for city in cities:
        home = game.home[city]
        provinces = (home,) if home is not None else hamburg if city == game.hamburg else ()
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
    named = {"city": game.cities[city]}
    factory = position.factories[city]
    if game.city_states[city] is not state:
        return Fault("dismantle-wrong-state", "5.2-point", named | {"side": state})
    if not factory:
        return Fault("dismantle-none-there", "5.2-point", named)
    if game.external[city]:
        return Fault("dismantle-external", "5.2-external", named)
    if city == game.rheinsberg:
        return None  # 10.4-flips, 10.4-leaves
    if factory == RUN_DOWN:
        return Fault("dismantle-run-down", "5.3-stays", named)
    for connection in game.connections_of[city]:
        if position.lines[connection]:
            values = named | {"connection": game.connections[connection]}
            return Fault("dismantle-connected", "5.2-factory-last", values)
    return None


def refuse_lift(game: Game, position: Position, state: State, connection: int) -> Fault | None:
    """One infrastructure (5.2-point)."""
    named = {"connection": game.connections[connection]}
    if game.line_states[connection] is not state:
        return Fault("lift-wrong-state", "5.2-point", named | {"side": state})
    if not position.lines[connection]:
        return Fault("lift-none-there", "5.2-point", named)
    return None


def refuse_point(game: Game, position: Position, state: State, step: Step) -> Fault | None:
    """A dismantled point of a state: a factory or a line."""
    if step.verb == "dismantle":
        return refuse_dismantle(game, position, state, step.place)
    if step.verb == "lift":
        return refuse_lift(game, position, state, step.place)
    return Fault("step-not-dismantle", "5.2-point", {})


def dismantle_candidates(game: Game, position: Position, state: State) -> list[Step]:
    """What lies there and might go."""
    laid, factories = position.lines, position.factories
    lines = [game.lift_steps[n] for n in game.lines_of[state] if laid[n]]
    return lines + [game.dismantle_steps[city] for city in game.sites_of[state] if factories[city]]


def refuse_run_down(game: Game, position: Position, step: Step) -> Fault | None:
    """An intact East factory, Rheinsberg too, never an external one (5.3-east-only, icon-run-down)."""
    if step.verb != "down":
        return Fault("step-not-run-down", "icon-run-down", {})
    city = step.place
    named = {"city": game.cities[city]}
    if game.city_states[city] is not State.EAST:
        return Fault("run-down-west", "5.3-east-only", named)
    if game.external[city]:
        return Fault("run-down-external", "10.5-dismantle", named)
    if position.factories[city] == NONE:
        return Fault("run-down-none-there", "icon-run-down", named)
    if position.factories[city] == RUN_DOWN:
        return Fault("run-down-already", "icon-run-down", named)
    return None


def refuse_line_or_rheinsberg(game: Game, position: Position, step: Step) -> Fault | None:
    """When nothing is left to run down, an infrastructure or a point of Rheinsberg goes (9.3-infrastructure, R10)."""
    if step.verb == "lift":
        return refuse_lift(game, position, State.EAST, step.place)
    if step.verb == "dismantle" and step.place == game.rheinsberg:
        return refuse_dismantle(game, position, State.EAST, step.place)
    return Fault("only-infrastructure-now", "9.3-infrastructure", {})


def line_candidates(game: Game, position: Position) -> list[Step]:
    """East's infrastructure, and Rheinsberg, whether it stands or not."""
    steps = [game.lift_steps[n] for n in game.lines_of[State.EAST] if position.lines[n]]
    return [*steps, game.dismantle_steps[game.rheinsberg]]


def build(game: Game, position: Position, city: int) -> Position:
    """A factory, new or repaired."""
    del game
    return position._replace(factories=put(position.factories, city, INTACT))


def lay(game: Game, position: Position, connection: int) -> Position:
    del game
    return position._replace(lines=put(position.lines, connection, position.lines[connection] + 1))


def lift(game: Game, position: Position, connection: int) -> Position:
    del game
    return position._replace(lines=put(position.lines, connection, position.lines[connection] - 1))


def dismantle(game: Game, position: Position, city: int) -> Position:
    """Rheinsberg flips to run down first and leaves second (10.4-flips, 10.4-leaves)."""
    flips = city == game.rheinsberg and position.factories[city] == INTACT
    return position._replace(factories=put(position.factories, city, RUN_DOWN if flips else NONE))


def run_down(game: Game, position: Position, city: int) -> Position:
    del game
    return position._replace(factories=put(position.factories, city, RUN_DOWN))


def stop(game: Game, position: Position, city: int) -> Position:
    """The factory leaves with all lines of its connections, and the site is closed for good (icon-stop)."""
    lines = list(position.lines)
    for connection in game.connections_of[city]:
        lines[connection] = 0
    factories = put(position.factories, city, NONE)
    return position._replace(factories=factories, lines=tuple(lines), closed=position.closed | {city})


def place_standard(game: Game, position: Position, province: int) -> Position:
    del game
    return position._replace(standards=put(position.standards, province, position.standards[province] + 1))


def remove_standard(game: Game, position: Position, province: int) -> Position:
    del game
    return position._replace(standards=put(position.standards, province, position.standards[province] - 1))


def fill_sector(game: Game, position: Position, sector: int) -> Position:
    return _change_sector(game, position, sector, 1)


def empty_sector(game: Game, position: Position, sector: int) -> Position:
    return _change_sector(game, position, sector, -1)


def _change_sector(game: Game, position: Position, sector: int, change: int) -> Position:
    """West Berlin counts as a whole (10.2-one-province)."""
    sectors = put(position.sectors, sector, position.sectors[sector] + change)
    return position._replace(sectors=sectors, standards=put(position.standards, game.west_berlin, sum(sectors)))


def pass_on(game: Game, position: Position, supplier: int) -> Position:
    """A supplier's standard goes on to its sector, and it has delivered (10.2-standard, 9.5-west-berlin)."""
    sector = game.suppliers.index(supplier)
    delivered = tuple(done or number == sector for number, done in enumerate(position.delivered))
    return fill_sector(game, position._replace(delivered=delivered), sector)


def lose_socialist(game: Game, position: Position, province: int) -> Position:
    del game
    return position._replace(placed=put(position.placed, province, position.placed[province] - 1))


_PIECES = {
    "build": build,
    "up": build,
    "lay": lay,
    "lift": lift,
    "dismantle": dismantle,
    "down": run_down,
    "stop": stop,
    "s+": place_standard,
    "s-": remove_standard,
    "s>": pass_on,
    "sector+": fill_sector,
    "sector-": empty_sector,
    "lose": lose_socialist,
}


def carry_out(game: Game, position: Position, step: Step) -> Asking[Position]:
    """Do a step that concerns the board. With a new living standard one unrest leaves, if any (6.3-unrest).

    One that is passed on calms West Berlin, not its supplier (10.2-unrest).
    """
    verb, place = step.verb, step.place
    if verb in _PIECES:
        position = _PIECES[verb](game, position, place)
    unrest = position.unrest
    if verb in ("u+", "lose"):  # a socialist who goes leaves one unrest (9.9-loss)
        return (yield from change_unrest(game, position, {place: 1}))
    if verb == "u>":
        return (yield from change_unrest(game, position, {place: -1, step.to: 1}))
    if verb == "calm":
        return (yield from change_unrest(game, position, {place: PROTEST - 1 - unrest[place]}))
    calmed = {"u-": place, "s+": place, "s>": game.west_berlin, "sector+": game.west_berlin}.get(verb)
    if calmed is not None and unrest[calmed]:
        return (yield from change_unrest(game, position, {calmed: -1}))
    return position


_POSSIBLE: dict[str, Callable[[Game, Position, Step], bool]] = {
    "build": lambda _, at, step: at.factories[step.place] == NONE,
    "lay": lambda game, at, step: at.lines[step.place] < game.lines[step.place],
    "dismantle": lambda _, at, step: at.factories[step.place] != NONE,
    "stop": lambda _, at, step: at.factories[step.place] != NONE,
    "lift": lambda _, at, step: at.lines[step.place] > 0,
    "down": lambda _, at, step: at.factories[step.place] == INTACT,
    "up": lambda _, at, step: at.factories[step.place] == RUN_DOWN,
    "u+": lambda *_: True,
    "u-": lambda _, at, step: at.unrest[step.place] > 0,
    "u>": lambda _, at, step: at.unrest[step.place] > 0 and step.place != step.to,
    "calm": lambda _, at, step: at.unrest[step.place] >= PROTEST,
    "s+": lambda game, _, step: step.place != game.west_berlin,
    "s>": lambda game, _, step: step.place in game.suppliers,
    "s-": lambda game, at, step: step.place != game.west_berlin and at.standards[step.place] > 0,
    "sector+": lambda *_: True,
    "sector-": lambda _, at, step: at.sectors[step.place] > 0,
    "soc": lambda game, at, step: step.place in game.east and at.cadre > 0 and at.unrest[step.place] > 0,
    "lose": lambda _, at, step: at.placed[step.place] > 0,
    "use": lambda _, at, step: {step.place} <= {*at.police} - {*at.police_used} and at.unrest[step.to] > 0,
    "at": lambda game, _, step: step.place in game.catalogue.tracks.prestige,
    "void": lambda *_: True,
    "draw": lambda *_: True,
    "discard": lambda _, at, __: bool(at.course and at.course.east_hand),
}


def can_be_done(game: Game, position: Position, step: Step) -> bool:
    """Whether the pieces can be moved so at all, legal or not."""
    possible = _POSSIBLE.get(step.verb)
    return possible is not None and possible(game, position, step)
