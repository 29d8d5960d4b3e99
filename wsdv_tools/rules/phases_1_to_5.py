"""Phases 1 to 5: flight or the Wall, prestige, currency, paying the police, keeping living standards."""

from __future__ import annotations

from functools import partial
from itertools import cycle
from typing import TYPE_CHECKING

from wsdv_tools.facts import State
from wsdv_tools.facts.tracks import FIRST
from wsdv_tools.rules import figures
from wsdv_tools.rules.building import (
    dismantle_candidates,
    lines_and_rheinsberg,
    refuse_line_or_rheinsberg,
    refuse_point,
    refuse_run_down,
    run_down_candidates,
)
from wsdv_tools.rules.choices import Asking, Choice, Fault, GameOver, Step, ask, steps_at, tell
from wsdv_tools.rules.economy import infrastructure, intact_east, points
from wsdv_tools.rules.execution import execute
from wsdv_tools.rules.icons import Setting, Unit, units
from wsdv_tools.rules.position import RUN_DOWN
from wsdv_tools.rules.special_cities import hamburg_choice
from wsdv_tools.rules.verbs import one_by_one

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position


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
    """The players in turn, the one with the prestige advantage first (9.1-dismantle, 9.3-run-down)."""
    return cycle([position.advantage, position.advantage.other])


def dismantle(game: Game, position: Position, number: int, sides: Iterator[State], rule: str) -> Asking[Position]:
    """East dismantles so many points, or is insolvent and dismantles none of them (9-insolvency)."""
    available = points(game, position, State.EAST)
    if number > available:
        raise GameOver(State.WEST, "insolvency", position)  # 9-insolvency

    def choice_at(now: Position, left: int) -> Choice:
        candidates = dismantle_candidates(game, now, State.EAST)
        refuse = partial(refuse_point, game, now, State.EAST)
        return Choice(next(sides), "dismantle", rule, now, candidates, refuse, left)

    return (yield from one_by_one(game, position, number, available, choice_at))


def prestige(game: Game, position: Position) -> Asking[Position]:
    """Phase 2: the side with the advantage executes the marker's space or a nearer one (9.2-space, 9.2-nearer)."""
    space, side, choices = figures.prestige(game, position)
    if len(choices) > 1:

        def refuse(step: Step) -> Fault | None:
            if step.verb == "at" and step.place in choices:
                return None
            return Fault("space-not-open", "9.2-nearer", {"space": space, "spaces": choices})

        options = steps_at("at", choices)
        space = (yield from ask(Choice(side, "space", "9.2-nearer", position, options, refuse))).place
    return (yield from execute(game, position, icons_of(game, space, side), no_card()))


def icons_of(game: Game, space: int, side: State) -> list[Unit]:
    """The icons of a space of the prestige track, one by one."""
    return units(game, game.catalogue.tracks.prestige[space], side)


def no_card() -> Setting:
    """Icons of a track instead of a card's."""
    return Setting({}, in_decade_end=True)


def currency(game: Game, position: Position) -> Asking[Position]:
    """Phase 3: East's currency pays its standards (9.3-income, 9.3-cost).

    What is missing runs factories down, then takes infrastructure; the side with the advantage begins both
    (9.3-run-down, 9.3-infrastructure).
    """
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
    """So many factories run down, chosen in turn (9.3-run-down)."""

    def choice_at(now: Position, left: int) -> Choice:
        refuse = partial(refuse_run_down, game, now, rule="9.3-run-down")
        return Choice(next(sides), "run-down", "9.3-run-down", now, run_down_candidates(game, now), refuse, left)

    return (yield from one_by_one(game, position, number, len(intact_east(game, position)), choice_at))


def lose_infrastructure(game: Game, position: Position, number: int, sides: Iterator[State]) -> Asking[Position]:
    """With all factories run down, each further unit is infrastructure or Rheinsberg (9.3-infrastructure)."""
    available = infrastructure(game, position, State.EAST)
    available += position.factories[game.rheinsberg] == RUN_DOWN
    if number > available:
        raise GameOver(State.WEST, "insolvency", position)  # 9-insolvency

    def choice_at(now: Position, left: int) -> Choice:
        refuse = partial(refuse_line_or_rheinsberg, game, now)
        return Choice(
            next(sides), "dismantle", "9.3-infrastructure", now, lines_and_rheinsberg(game, now), refuse, left
        )

    return (yield from one_by_one(game, position, number, available, choice_at))


def police_costs(game: Game, position: Position) -> Asking[Position]:
    """Phase 4: East dismantles a point for each police card (9.4-pay)."""
    number = figures.police_costs(game, position).points
    return (yield from dismantle(game, position, number, cycle([State.EAST]), "9.4-pay"))


def living_standards(game: Game, position: Position) -> Asking[Position]:
    """Phase 5: a province keeps as many standards as its export factory is worth (9.5-limit, 9.5-west-berlin)."""
    losses = {hamburg: figures.standards_with(game, position, hamburg).lost for hamburg in game.hamburg_joins}
    one, other = losses.values()
    hamburg = yield from _choose_hamburg(game, position, one != other)
    lost = {game.province(id_): number for id_, number in losses[hamburg].items()}
    sectors_lose = lost.pop(game.west_berlin, 0)
    standards = tuple(number - lost.get(p, 0) for p, number in enumerate(position.standards))
    position = position._replace(standards=standards)
    choice_at = partial(_sector_to_lose, game)
    return (yield from one_by_one(game, position, sectors_lose, sum(position.sectors), choice_at))


def _sector_to_lose(game: Game, position: Position, left: int) -> Choice:
    """West says from which sector (9.5-west-berlin)."""

    def refuse(step: Step) -> Fault | None:
        if step.verb != "sector-":
            return Fault("sector-needed", "9.5-west-berlin", {"n": left})
        if not position.sectors[step.place]:
            return Fault("sector-empty", "9.5-west-berlin", {"sector": game.sectors[step.place]})
        return None

    options = steps_at("sector-", tuple(range(len(game.sectors))))
    return Choice(State.WEST, "sector", "9.5-west-berlin", position, options, refuse, left)
