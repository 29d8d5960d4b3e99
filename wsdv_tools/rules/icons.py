"""Icons: the box in 6.4. Cards and the prestige track are made of them.

For each kind of icon there is one function that says why a step does not execute it. `execute` decides who executes
icons, and in what order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

from wsdv_tools.facts import State
from wsdv_tools.rules.building import (
    dismantle_candidates,
    lines_and_rheinsberg,
    refuse_build,
    refuse_lay,
    refuse_lift,
    refuse_point,
    refuse_run_down,
    run_down_candidates,
)
from wsdv_tools.rules.choices import Fault, Step, steps_at
from wsdv_tools.rules.economy import east_lines, intact_east
from wsdv_tools.rules.position import NONE, RUN_DOWN
from wsdv_tools.rules.protests import PROTEST
from wsdv_tools.rules.special_cities import refuse_external, refuse_rheinsberg
from wsdv_tools.rules.verbs import carry_out, place_standard
from wsdv_tools.rules.west_berlin import refuse_sector

if TYPE_CHECKING:
    from wsdv_tools.facts import Icon
    from wsdv_tools.rules.choices import Asking
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position


class Unit(NamedTuple):
    """One icon to execute: what, whose board, who says where (6.4-where), and the text under its row (6.4-row)."""

    kind: str
    state: State
    side: State
    row: int
    place: str | None = None
    per_province: int | None = None
    lapses: bool = False  # it may be left unexecuted
    is_action: bool = False  # the unrest that the action itself removes: it cannot be ignored (6.1-own)


class Setting(NamedTuple):
    """What applies while icons are executed: printed maxima used up, where Hamburg may count, the card of an event."""

    used: dict[tuple[int, int], int]  # by row and province
    hamburg_joins: tuple[int, ...] = ()  # none in the decade end, where West builds nothing
    card: str = ""
    in_decade_end: bool = False


def lapsing(game: Game) -> set[str]:
    """Guillaume may be left unused (icon-guillaume), and build points may lapse, like those of the action (R16)."""
    return {"guillaume"} if game.follows("R16b") else {"guillaume", "build"}


def units(game: Game, icons: Iterable[Icon], side: State) -> list[Unit]:
    """The icons of a card or a space, one by one; a coat of arms lets its side decide (6.4-coat-of-arms).

    The two build icons for Rheinsberg place one factory together (almanac-27), protests are calmed in different
    provinces (almanac-I).
    """
    left = lapsing(game)
    most = {"calm_protest": 1}
    return [
        Unit(
            icon.kind,
            icon.state,
            icon.by or side,
            row,
            icon.place,
            most.get(icon.kind, icon.per_province),
            icon.kind in left,
        )
        for row, icon in enumerate(icons)
        for _ in range(1 if icon.place == "rheinsberg" else icon.count)
    ]


def provinces(game: Game, unit: Unit) -> tuple[int, ...]:
    """The provinces an icon may concern (6.4-text, 1-west-germany)."""
    if unit.place is None:
        return game.own(unit.state)
    if unit.place == "west-germany":
        return game.west_germany
    return (game.province(unit.place),)


def has_run_down(game: Game, position: Position, unit: Unit) -> bool:
    """Whether a factory has run down where an icon applies."""
    cities = (city for province in provinces(game, unit) for city in game.cities_of[province])
    return any(position.factories[city] == RUN_DOWN for city in cities)


def _outside(game: Game, unit: Unit, setting: Setting, province: int) -> Fault | None:
    """The board an icon's colour names, the text under its row, and a printed maximum bind it."""
    if game.states[province] is not unit.state:
        code, rule = ("unrest-not-own", "6.1-own") if unit.is_action else ("icon-wrong-state", "6.4-affected")
        return Fault(code, rule, {"province": game.provinces[province], "side": unit.state})
    if unit.place and province not in provinces(game, unit):
        return Fault("icon-outside", "6.4-text", {"province": game.provinces[province]})
    if unit.per_province and setting.used.get((unit.row, province), 0) >= unit.per_province:
        rule = "almanac-I" if unit.kind == "calm_protest" else "6.4-text"
        return Fault("icon-too-many-there", rule, {"province": game.provinces[province], "n": unit.per_province})
    return None


def _refuse_build(game: Game, position: Position, unit: Unit, setting: Setting, step: Step) -> Fault | None:
    """icon-build: a factory or a line (5.1-point). Text under the row names a country abroad, or Rheinsberg."""
    if step.verb == "build":
        if unit.place is None:
            return refuse_build(game, position, unit.state, step.place, setting.hamburg_joins)
        if unit.place == "rheinsberg":
            if step.place != game.rheinsberg:
                return Fault("icon-outside-city", "6.4-text", {"city": game.cities[step.place]})
            return refuse_rheinsberg(game, position)
        return refuse_external(game, position, unit.place, step.place)
    if unit.place == "rheinsberg":
        return Fault("rheinsberg-no-lines", "10.4-no-lines", {})
    if unit.place and not any(game.external[city] == unit.place for city in game.ends[step.place]):
        connection = game.connections[step.place]
        return Fault("icon-outside-line", "5.1-restricted", {"connection": connection})
    return refuse_lay(game, position, unit.state, step.place, setting.hamburg_joins)


def _refuse_dismantle(game: Game, position: Position, unit: Unit, _setting: Setting, step: Step) -> Fault | None:
    """icon-dismantle. A province covers its cities and all their connections (5.2-restricted)."""
    if unit.place:
        cities = _cities_in(game, unit.place)
        ends = game.ends[step.place] if step.verb == "lift" else (step.place,)
        if not cities.intersection(ends):
            if step.verb == "lift":
                connection = game.connections[step.place]
                return Fault("icon-outside-line", "5.2-restricted", {"connection": connection})
            return Fault("icon-outside-city", "5.2-restricted", {"city": game.cities[step.place]})
    return refuse_point(game, position, unit.state, step)


def _cities_in(game: Game, place: str) -> frozenset[int]:
    """The cities of a province; `-hamburg` includes Hamburg (almanac-63)."""
    cities = frozenset(game.cities_of[game.province(place.removesuffix("-hamburg"))])
    return cities | {game.hamburg} if place.endswith("-hamburg") else cities


def _refuse_place_unrest(game: Game, _position: Position, unit: Unit, setting: Setting, step: Step) -> Fault | None:
    """icon-place-unrest."""
    return _outside(game, unit, setting, step.place)


def _refuse_remove_unrest(game: Game, position: Position, unit: Unit, setting: Setting, step: Step) -> Fault | None:
    """icon-remove-unrest."""
    fault = _outside(game, unit, setting, step.place)
    if fault is None and not position.unrest[step.place]:
        rule = "6.1-own" if unit.is_action else "icon-remove-unrest"
        return Fault("unrest-none-there", rule, {"province": game.provinces[step.place]})
    return fault


def _refuse_move_unrest(game: Game, position: Position, unit: Unit, setting: Setting, step: Step) -> Fault | None:
    """icon-move-unrest: to a different province of the same state."""
    fault = _outside(game, unit, setting, step.place) or _outside(game, unit, setting, step.to)
    if fault is None and step.place == step.to:
        return Fault("move-to-same-province", "icon-move-unrest", {"province": game.provinces[step.place]})
    if fault is None and not position.unrest[step.place]:
        return Fault("unrest-none-there", "icon-move-unrest", {"province": game.provinces[step.place]})
    return fault


def _refuse_calm(game: Game, position: Position, unit: Unit, setting: Setting, step: Step) -> Fault | None:
    """icon-calm: a province with a protest marker."""
    fault = _outside(game, unit, setting, step.place)
    if fault is None and position.unrest[step.place] < PROTEST:
        values = {"province": game.provinces[step.place], "n": position.unrest[step.place]}
        return Fault("calm-no-protest", "icon-calm", values)
    return fault


def _refuse_standard(game: Game, position: Position, unit: Unit, setting: Setting, step: Step) -> Fault | None:
    """icon-standard. West Berlin's go to its sectors, evenly (10.2-even).

    Only card 79 can place one there: the text under the icons of the other cards names other provinces (10.2-card).
    """
    if step.verb == "s>":
        return Fault("pass-on-by-event", "10.2-standard", {})
    if step.verb == "sector+":
        fault = _outside(game, unit, setting, game.west_berlin)
        return fault or refuse_sector(game, position, step.place)
    if step.place == game.west_berlin and not _outside(game, unit, setting, step.place):
        return Fault("standard-name-the-sector", "10.2-even", {})
    return _outside(game, unit, setting, step.place)


def _refuse_remove_standard(game: Game, position: Position, unit: Unit, setting: Setting, step: Step) -> Fault | None:
    """icon-remove-standard."""
    fault = _outside(game, unit, setting, step.place)
    if fault is None and not position.standards[step.place]:
        return Fault("standard-none-there", "icon-remove-standard", {"province": game.provinces[step.place]})
    return fault


def _refuse_run_down(game: Game, position: Position, _unit: Unit, _setting: Setting, step: Step) -> Fault | None:
    """icon-run-down: a factory; if none is intact an infrastructure, and without one Rheinsberg (R10)."""
    if intact_east(game, position):
        return refuse_run_down(game, position, step)
    if east_lines(game, position):
        if step.verb == "lift":
            return refuse_lift(game, position, State.EAST, step.place)
        return Fault("only-infrastructure-now", "icon-run-down", {})
    if game.follows("R10b"):
        return Fault("only-infrastructure-now", "icon-run-down", {})
    return refuse_point(game, position, State.EAST, step)


def _refuse_repair(game: Game, position: Position, unit: Unit, _setting: Setting, step: Step) -> Fault | None:
    """icon-repair."""
    home = game.home[step.place]
    if home is None or home not in provinces(game, unit):
        return Fault("icon-outside-city", "6.4-text", {"city": game.cities[step.place]})
    if position.factories[step.place] != RUN_DOWN:
        return Fault("repair-not-run-down", "icon-repair", {"city": game.cities[step.place]})
    return None


def _refuse_stop(game: Game, position: Position, unit: Unit, _setting: Setting, step: Step) -> Fault | None:
    """icon-stop: one factory of that country."""
    if game.external[step.place] != unit.place:
        return Fault("icon-outside-city", "6.4-text", {"city": game.cities[step.place]})
    if position.factories[step.place] == NONE:
        return Fault("stop-none-there", "icon-stop", {"city": game.cities[step.place]})
    return None


def _in_provinces(verb: str) -> Callable[[Game, Position, Unit], Iterable[Step]]:
    return lambda game, _, unit: steps_at(verb, provinces(game, unit))


def _moves(game: Game, position: Position, unit: Unit) -> Iterable[Step]:
    where = provinces(game, unit)
    return [Step("u>", p, q) for p in where if position.unrest[p] for q in where if p != q]


def _builds(game: Game, _position: Position, unit: Unit) -> Iterable[Step]:
    return game.build_steps[unit.state]


def _dismantles(game: Game, position: Position, unit: Unit) -> Iterable[Step]:
    return dismantle_candidates(game, position, unit.state)


def _standards(game: Game, _position: Position, unit: Unit) -> Iterable[Step]:
    return (*steps_at("s+", provinces(game, unit)), *steps_at("sector+", (*range(len(game.sectors)),)))


def _run_downs(game: Game, position: Position, _unit: Unit) -> Iterable[Step]:
    return run_down_candidates(game, position) or lines_and_rheinsberg(game, position)


def _in_cities(verb: str) -> Callable[[Game, Position, Unit], Iterable[Step]]:
    return lambda game, _, __: steps_at(verb, (*range(len(game.cities)),))


class Kind(NamedTuple):
    """What there is to know about a kind of icon that leaves something to decide."""

    decision: str
    rule: str
    verbs: frozenset[str]
    candidates: Callable[[Game, Position, Unit], Iterable[Step]]
    refuse: Callable[[Game, Position, Unit, Setting, Step], Fault | None]


KINDS: dict[str, Kind] = {
    kind: Kind(decision, rule, frozenset(verbs.split()), candidates, refuse)
    for kind, decision, rule, verbs, candidates, refuse in (
        ("build", "build", "icon-build", "build lay none", _builds, _refuse_build),
        ("dismantle", "dismantle", "icon-dismantle", "dismantle lift", _dismantles, _refuse_dismantle),
        ("place_unrest", "place-unrest", "icon-place-unrest", "u+", _in_provinces("u+"), _refuse_place_unrest),
        ("remove_unrest", "remove-unrest", "icon-remove-unrest", "u-", _in_provinces("u-"), _refuse_remove_unrest),
        ("move_unrest", "move-unrest", "icon-move-unrest", "u>", _moves, _refuse_move_unrest),
        ("calm_protest", "calm", "icon-calm", "calm", _in_provinces("calm"), _refuse_calm),
        ("place_living_standard", "place-standard", "icon-standard", "s+ sector+ s>", _standards, _refuse_standard),
        ("place_living_standard_only", "place-standard", "icon-standard-only", "s+ s>", _standards, _refuse_standard),
        (
            "remove_living_standard",
            "remove-standard",
            "icon-remove-standard",
            "s-",
            _in_provinces("s-"),
            _refuse_remove_standard,
        ),
        ("run_down", "run-down", "icon-run-down", "down lift dismantle", _run_downs, _refuse_run_down),
        ("repair", "repair", "icon-repair", "up", _in_cities("up"), _refuse_repair),
        ("stop_factory", "stop", "icon-stop", "stop", _in_cities("stop"), _refuse_stop),
    )
}


def do(game: Game, position: Position, unit: Unit, setting: Setting, step: Step) -> Asking[Position]:
    """Execute an icon by a step."""
    if unit.per_province:
        setting.used[unit.row, step.place] = setting.used.get((unit.row, step.place), 0) + 1
    if unit.kind == "place_living_standard_only" and step.verb == "s+":  # icon-standard-only: no unrest is removed
        return place_standard(game, position, step.place)
    return (yield from carry_out(game, position, step))
