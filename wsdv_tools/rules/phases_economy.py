"""Phases 1 to 5: flight or the Wall, prestige, currency, paying the police, keeping living standards."""

from __future__ import annotations

from collections import Counter
from itertools import cycle
from typing import TYPE_CHECKING, Any

from wsdv_tools.facts import State
from wsdv_tools.facts.tracks import FIRST
from wsdv_tools.rules.choices import Asking, Choice, Fault, GameOver, Step, ask, ask_unless
from wsdv_tools.rules.economy import exports, intact_east, points, worst_west_export
from wsdv_tools.rules.executing import execute
from wsdv_tools.rules.icons import Setting, Unit, units
from wsdv_tools.rules.position import RUN_DOWN
from wsdv_tools.rules.protests import markers_of
from wsdv_tools.rules.steps import (
    carry_out,
    dismantle_candidates,
    line_candidates,
    refuse_line_or_rheinsberg,
    refuse_point,
    refuse_run_down,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position


def flight(game: Game, position: Position, figures: dict[str, Any]) -> Asking[Position]:
    """Phase 1: the cost of the Wall, or flight (9.1-wall, 9.1-flight, 9.1-clear)."""
    if position.wall:
        figures.update({"wall": True, "flight": None, "points": 1})
        position = yield from _lose_prestige(game, position)
        position = yield from _dismantle(game, position, 1, cycle([State.EAST]), "9.1-wall")
    else:
        figures.update(flight_figures(game, position))
        sides = _alternately(position)
        position = yield from _dismantle(game, position, figures["points"], sides, "9.1-dismantle")
    return position._replace(played=(), flight_icons=0)


def flight_icons(game: Game, position: Position) -> int:
    """Those of the cards in the played pile, and of cards in it that were not named."""
    return position.flight_icons + sum(game.flight_icons[card] for card in position.played)


def flight_figures(game: Game, position: Position) -> dict[str, Any]:
    """9.1-flight: the marker's steps, 0 to 20, and a point for every second one."""
    terms = {
        "icons": flight_icons(game, position),
        "west-best-standard": max(position.standards[p] for p in game.west),
        "red-police": sum(1 for card in position.police if card in game.red_police),
        "east-protest": int(markers_of(game, position, State.EAST) > 0),
        "east-worst-standard": min(position.standards[p] for p in game.east),
        "west-protest": int(markers_of(game, position, State.WEST) > 0),
    }
    plus = terms["icons"] + terms["west-best-standard"] + terms["red-police"] + terms["east-protest"]
    minus = terms["east-worst-standard"] + terms["west-protest"]
    track = game.catalogue.flight
    steps = max(0, min(track.spaces - 1, plus - minus))
    return {"wall": False, "flight": terms | {"steps": steps}, "points": steps // track.steps_per_point}


def _lose_prestige(game: Game, position: Position) -> Asking[Position]:
    """The marker goes 1 towards West; at the end of its track West gets the bonus printed there (R8)."""
    if position.prestige > FIRST:
        return position._replace(prestige=position.prestige - 1)
    if game.follows("R8b"):
        return position
    bonus = Unit("bonus", State.EAST, State.WEST, 0, "prestige")
    return (yield from execute(game, position, [bonus], _setting()))


def _alternately(position: Position) -> Iterator[State]:
    """The players by turns, the one with the prestige advantage first."""
    return cycle([position.advantage, position.advantage.other])


def _dismantle(game: Game, position: Position, number: int, sides: Iterator[State], rule: str) -> Asking[Position]:
    """East dismantles so many points, or is insolvent and dismantles none of them (9-insolvency).

    Where all of them go, there is nothing to choose.
    """
    available = points(game, position, State.EAST)
    if number > available:
        raise GameOver(State.WEST, "insolvency", position)  # 9-insolvency
    all_go = number == available
    for left in range(number, 0, -1):
        at = position

        def refuse(step: Step, at: Position = at) -> Fault | None:
            return refuse_point(game, at, State.EAST, step)

        candidates = dismantle_candidates(game, position, State.EAST)
        choice = Choice(next(sides), "dismantle", rule, position, candidates, refuse, left)
        step = yield from ask_unless(all_go, choice)
        position = yield from carry_out(game, position, step)
    return position


def prestige(game: Game, position: Position, figures: dict[str, Any]) -> Asking[Position]:
    """Phase 2: the side with the advantage executes the marker's space or a nearer one (9.2-space, 9.2-nearer)."""
    space, side = position.prestige, position.advantage
    choices = spaces(game, space)
    figures.update({"space": space, "side": side.value, "choices": choices})
    if len(choices) > 1:

        def refuse(step: Step) -> Fault | None:
            if step.verb == "at" and step.place in choices:
                return None
            return Fault("space-not-open", "9.2-nearer", {"space": space, "spaces": choices})

        options = [Step("at", number) for number in choices]
        space = (yield from ask(Choice(side, "space", "9.2-nearer", position, options, refuse))).place
    icons = units(game, game.catalogue.tracks.prestige[space], side)
    return (yield from execute(game, position, icons, _setting()))


def _setting() -> Setting:
    return Setting(Counter(), in_decade_end=True)


def spaces(game: Game, marker: int) -> list[int]:
    """The marker's space and those nearer the middle on its side (R9)."""
    if marker == 0:
        return [0]
    towards = -1 if marker > 0 else 1
    nearer = list(range(marker, 0, towards))
    return nearer[:2] if game.follows("R9b") else nearer


def currency(game: Game, position: Position, figures: dict[str, Any]) -> Asking[Position]:
    """Phase 3: East's currency pays its standards; what is missing runs factories down (9.3-income, 9.3-cost)."""
    by_hamburg = [currency_figures(game, position, province) for province in game.hamburg_joins]
    yield from _choose_hamburg(game, position, by_hamburg, "shortage", figures)
    shortage, intact = figures["shortage"], len(intact_east(game, position))
    position = yield from _run_down_some(game, position, min(shortage, intact))
    return (yield from _lose_infrastructure(game, position, max(0, shortage - intact)))


def currency_figures(game: Game, position: Position, hamburg: int) -> dict[str, Any]:
    """9.3-income, 9.3-export, 9.3-no-factory, 9.3-cost, 9.3-negative."""
    exported = exports(game, position, hamburg)
    worst = worst_west_export(game, exported)
    exporters = 0
    for province in game.east:
        value = exported[province]
        if value is not None and value >= worst:
            exporters += 1
    track = game.catalogue.tracks.currency[position.currency]
    standard = sum(position.standards[p] for p in game.east)

    def named(state: State) -> dict[str, int]:
        return {game.provinces[p].id: value for p in game.own(state) if (value := exported[p]) is not None}

    return {
        "hamburg": game.provinces[hamburg].id,
        "track": track,
        "exports": {"west": named(State.WEST), "east": named(State.EAST)},
        "west-worst-export": worst,
        "exporters": exporters,
        "standard": standard,
        "shortage": max(0, standard - track - exporters),
    }


def _choose_hamburg(
    game: Game, position: Position, by_hamburg: list[dict[str, Any]], key: str, figures: dict[str, Any]
) -> Asking[None]:
    """West says where Hamburg counts in this phase (10.3-anew); it has to only where that makes a difference."""
    figures.update(by_hamburg[0])
    differs = any(each[key] != by_hamburg[0][key] for each in by_hamburg)
    if differs:
        figures["hamburg-assumed"] = True

    def refuse(step: Step) -> Fault | None:
        if step.verb == "hamburg" and step.place in game.hamburg_joins:
            return None
        return Fault("hamburg-elsewhere", "10.3-one", {"provinces": [game.provinces[p] for p in game.hamburg_joins]})

    options = [Step("hamburg", province) for province in game.hamburg_joins]
    step = yield Choice(State.WEST, "hamburg", "10.3-anew", position, options, refuse, required=differs)
    figures.pop("hamburg-assumed", None)
    if step is not None:
        figures.update(by_hamburg[game.hamburg_joins.index(step.place)])


def _run_down_some(game: Game, position: Position, number: int) -> Asking[Position]:
    """So many factories run down, chosen by turns (9.3-run-down); where all do, there is nothing to choose."""
    sides = _alternately(position)
    all_go = number == len(intact_east(game, position))
    for left in range(number, 0, -1):
        at = position

        def refuse(step: Step, at: Position = at) -> Fault | None:
            return refuse_run_down(game, at, step)

        candidates = [Step("down", city) for city in intact_east(game, position)]
        choice = Choice(next(sides), "run-down", "9.3-run-down", position, candidates, refuse, left)
        position = yield from carry_out(game, position, (yield from ask_unless(all_go, choice)))
    return position


def _lose_infrastructure(game: Game, position: Position, number: int) -> Asking[Position]:
    """With all factories run down, each further unit is infrastructure or Rheinsberg (9.3-infrastructure)."""
    available = sum(laid for n, laid in enumerate(position.lines) if game.line_states[n] is State.EAST)
    available += position.factories[game.rheinsberg] == RUN_DOWN
    if number > available:
        raise GameOver(State.WEST, "insolvency", position)  # 9-insolvency
    sides, all_go = _alternately(position), number == available
    for left in range(number, 0, -1):
        at = position

        def refuse(step: Step, at: Position = at) -> Fault | None:
            return refuse_line_or_rheinsberg(game, at, step)

        candidates = line_candidates(game, position)
        choice = Choice(next(sides), "dismantle", "9.3-infrastructure", position, candidates, refuse, left)
        position = yield from carry_out(game, position, (yield from ask_unless(all_go, choice)))
    return position


def police_costs(game: Game, position: Position, figures: dict[str, Any]) -> Asking[Position]:
    """Phase 4: East dismantles a point for each police card (9.4-pay)."""
    figures["points"] = len(position.police)
    return (yield from _dismantle(game, position, len(position.police), cycle([State.EAST]), "9.4-pay"))


def living_standards(game: Game, position: Position, figures: dict[str, Any]) -> Asking[Position]:
    """Phase 5: a province keeps as many standards as its export factory is worth (9.5-limit, 9.5-west-berlin)."""
    by_hamburg = [standard_figures(game, position, province) for province in game.hamburg_joins]
    yield from _choose_hamburg(game, position, by_hamburg, "lost", figures)
    lost = {game.province(id_): number for id_, number in figures["lost"].items()}
    sectors_lose = lost.pop(game.west_berlin, 0)
    standards = tuple(number - lost.get(p, 0) for p, number in enumerate(position.standards))
    position = position._replace(standards=standards)
    all_go = sectors_lose == sum(position.sectors)
    for left in range(sectors_lose, 0, -1):
        position = yield from _lose_in_sector(game, position, left, all_go)
    return position


def standard_figures(game: Game, position: Position, hamburg: int) -> dict[str, Any]:
    """The limits, and what each province loses by them."""
    exported = exports(game, position, hamburg)
    limits: dict[str, int | None] = {}
    lost: dict[str, int] = {}
    for number, province in enumerate(game.provinces):
        limit = exported[number] or 0 if number != game.west_berlin else west_berlin_limit(game, position, exported)
        limits[province.id] = limit
        if limit is not None and position.standards[number] > limit:
            lost[province.id] = position.standards[number] - limit
    return {"hamburg": game.provinces[hamburg].id, "limits": limits, "lost": lost}


def west_berlin_limit(game: Game, position: Position, exported: list[int | None]) -> int | None:
    """The worst export factory of the suppliers that ever delivered (9.5-west-berlin, R11); no limit without (R12)."""
    limits = [
        exported[supplier] or 0
        for sector, supplier in enumerate(game.suppliers)
        if position.delivered[sector] and (position.sectors[sector] or not game.follows("R11b"))
    ]
    return min(limits) if limits else None


def _lose_in_sector(game: Game, position: Position, left: int, all_go: bool) -> Asking[Position]:
    """West says from which sector (9.5-west-berlin)."""

    def refuse(step: Step) -> Fault | None:
        if step.verb != "sector-":
            return Fault("sector-needed", "9.5-west-berlin", {"n": left})
        if not position.sectors[step.place]:
            return Fault("sector-empty", "9.5-west-berlin", {"sector": game.sectors[step.place]})
        return None

    options = [Step("sector-", number) for number in range(len(game.sectors))]
    choice = Choice(State.WEST, "sector", "9.5-west-berlin", position, options, refuse, left)
    return (yield from carry_out(game, position, (yield from ask_unless(all_go, choice))))
