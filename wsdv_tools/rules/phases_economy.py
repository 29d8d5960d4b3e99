"""Phases 1 to 5: flight or the Wall, prestige, currency, paying the police, keeping living standards."""

from __future__ import annotations

from collections import Counter
from itertools import cycle
from typing import TYPE_CHECKING

from wsdv_tools.facts import State
from wsdv_tools.facts.tracks import FIRST
from wsdv_tools.rules import figures
from wsdv_tools.rules.building import (
    dismantle_candidates,
    line_candidates,
    refuse_line_or_rheinsberg,
    refuse_point,
    refuse_run_down,
)
from wsdv_tools.rules.choices import Asking, Choice, Fault, GameOver, Step, ask, ask_unless, tell
from wsdv_tools.rules.economy import intact_east, points
from wsdv_tools.rules.execution import execute
from wsdv_tools.rules.icons import Setting, Unit, units
from wsdv_tools.rules.places import hamburg_choice
from wsdv_tools.rules.position import RUN_DOWN
from wsdv_tools.rules.verbs import carry_out

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position

# The rules by which East loses points one by one.


def flight(game: Game, position: Position) -> Asking[Position]:
    """Phase 1: the cost of the Wall, or flight (9.1-wall, 9.1-flight, 9.1-clear)."""
    number = figures.flight(game, position).points
    if position.wall:
        position = yield from _lose_prestige(game, position)
        position = yield from dismantle(game, position, number, cycle([State.EAST]), "9.1-wall")
    else:
        position = yield from dismantle(game, position, number, _alternately(position), "9.1-dismantle")
    return position._replace(played=(), flight_icons=0)


def _lose_prestige(game: Game, position: Position) -> Asking[Position]:
    """The marker goes 1 towards West; at the end of its track West gets the bonus printed there (R8)."""
    if position.prestige > FIRST:
        yield from tell(State.WEST, "icon", "9.1-wall", position, Step("arrow", "prestige", None, -1))
        return position._replace(prestige=position.prestige - 1)
    if game.follows("R8b"):
        return position
    bonus = Unit("bonus", State.EAST, State.WEST, 0, "prestige")
    return (yield from execute(game, position, [bonus], no_card()))


def _alternately(position: Position) -> Iterator[State]:
    """The players in turn, the one with the prestige advantage first."""
    return cycle([position.advantage, position.advantage.other])


def dismantle(game: Game, position: Position, number: int, sides: Iterator[State], rule: str) -> Asking[Position]:
    """East dismantles so many points, or is insolvent and dismantles none of them (9-insolvency).

    Where everything goes, there is nothing to choose.
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


def prestige(game: Game, position: Position) -> Asking[Position]:
    """Phase 2: the side with the advantage executes the marker's space or a nearer one (9.2-space, 9.2-nearer)."""
    space, side, choices = figures.prestige(game, position)
    if len(choices) > 1:

        def refuse(step: Step) -> Fault | None:
            if step.verb == "at" and step.place in choices:
                return None
            return Fault("space-not-open", "9.2-nearer", {"space": space, "spaces": choices})

        options = [Step("at", number) for number in choices]
        space = (yield from ask(Choice(side, "space", "9.2-nearer", position, options, refuse))).place
    return (yield from execute(game, position, icons_of(game, space, side), no_card()))


def icons_of(game: Game, space: int, side: State) -> list[Unit]:
    """The icons of a space of the prestige track, one by one."""
    return units(game, game.catalogue.tracks.prestige[space], side)


def no_card() -> Setting:
    """Icons of a track instead of a card's."""
    return Setting(Counter(), in_decade_end=True)


def currency(game: Game, position: Position) -> Asking[Position]:
    """Phase 3: East's currency pays its standards; what is missing runs factories down (9.3-income, 9.3-cost)."""
    shortages = {hamburg: figures.currency_with(game, position, hamburg).shortage for hamburg in game.hamburg_joins}
    hamburg = yield from _choose_hamburg(game, position, len({*shortages.values()}) > 1)
    shortage, intact = shortages[hamburg], len(intact_east(game, position))
    position = yield from run_down_factories(game, position, min(shortage, intact), _alternately(position))
    return (yield from lose_infrastructure(game, position, max(0, shortage - intact), _alternately(position)))


def _choose_hamburg(game: Game, position: Position, differs: bool) -> Asking[int]:
    """West says where Hamburg counts in this phase; it has to only where that makes a difference (10.3-anew)."""
    step = yield hamburg_choice(game, "hamburg", position, required=differs)
    return game.hamburg_joins[0] if step is None else step.place


def run_down_factories(game: Game, position: Position, number: int, sides: Iterator[State]) -> Asking[Position]:
    """So many factories run down, chosen in turn (9.3-run-down); where all do, there is nothing to choose."""
    all_go = number == len(intact_east(game, position))
    for left in range(number, 0, -1):
        at = position

        def refuse(step: Step, at: Position = at) -> Fault | None:
            return refuse_run_down(game, at, step, "9.3-run-down")

        candidates = [Step("down", city) for city in intact_east(game, position)]
        choice = Choice(next(sides), "run-down", "9.3-run-down", position, candidates, refuse, left)
        position = yield from carry_out(game, position, (yield from ask_unless(all_go, choice)))
    return position


def lose_infrastructure(game: Game, position: Position, number: int, sides: Iterator[State]) -> Asking[Position]:
    """With all factories run down, each further unit is infrastructure or Rheinsberg (9.3-infrastructure)."""
    available = sum(laid for n, laid in enumerate(position.lines) if game.line_states[n] is State.EAST)
    available += position.factories[game.rheinsberg] == RUN_DOWN
    if number > available:
        raise GameOver(State.WEST, "insolvency", position)  # 9-insolvency
    all_go = number == available
    for left in range(number, 0, -1):
        at = position

        def refuse(step: Step, at: Position = at) -> Fault | None:
            return refuse_line_or_rheinsberg(game, at, step)

        candidates = line_candidates(game, position)
        choice = Choice(next(sides), "dismantle", "9.3-infrastructure", position, candidates, refuse, left)
        position = yield from carry_out(game, position, (yield from ask_unless(all_go, choice)))
    return position


def police_costs(game: Game, position: Position) -> Asking[Position]:
    """Phase 4: East dismantles a point for each police card (9.4-pay)."""
    number = figures.police_costs(game, position).points
    return (yield from dismantle(game, position, number, cycle([State.EAST]), "9.4-pay"))


def living_standards(game: Game, position: Position) -> Asking[Position]:
    """Phase 5: a province keeps as many standards as its export factory is worth (9.5-limit, 9.5-west-berlin)."""
    one, other = (figures.standards_with(game, position, hamburg) for hamburg in game.hamburg_joins)
    hamburg = yield from _choose_hamburg(game, position, one.lost != other.lost)
    by_id = (one if game.provinces[hamburg].id == one.hamburg else other).lost
    lost = {game.province(id_): number for id_, number in by_id.items()}
    sectors_lose = lost.pop(game.west_berlin, 0)
    standards = tuple(number - lost.get(p, 0) for p, number in enumerate(position.standards))
    position = position._replace(standards=standards)
    all_go = sectors_lose == sum(position.sectors)
    for left in range(sectors_lose, 0, -1):
        position = yield from _lose_in_sector(game, position, left, all_go)
    return position


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
