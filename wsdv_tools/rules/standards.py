"""Raising living standards (6.3): the action, what three provinces can have together, and why one cannot.

Hamburg and external factories are counted once (10.3, 10.5). Which standard may go on to West Berlin is in
`west_berlin.py`; that a new standard removes an unrest (6.3-unrest) in `verbs.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

from wsdv_tools.facts import State
from wsdv_tools.rules.choices import NOTHING, Asking, Choice, Fault, Step
from wsdv_tools.rules.economy import economies, reaches, values
from wsdv_tools.rules.police import police_steps, refuse_police, use_police
from wsdv_tools.rules.special_cities import refuse_hamburg
from wsdv_tools.rules.verbs import carry_out
from wsdv_tools.rules.west_berlin import refuse_pass_on

if TYPE_CHECKING:
    from wsdv_tools.facts import Card
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.icons import Unit
    from wsdv_tools.rules.position import Position

MOST = 3  # standards in one action
NEEDED = 3  # economy for each standard of a province
MOST_COVERED = 2  # points of the card's value for one province


class Plan(NamedTuple):
    """What is known about an action: economies at its start, and what may count where."""

    economies: tuple[int, ...]  # without Hamburg and external factories
    movable: Mapping[int, tuple[int, tuple[int, ...]]]  # by city: its value, and the provinces it may count for
    points: int  # the card's value


def plan(game: Game, position: Position, side: State, card: Card) -> Plan:
    """Economies are those at the start of the action (6.3-power)."""
    value = values(game, position)
    movable: dict[int, tuple[int, tuple[int, ...]]] = {}
    if side is State.WEST and position.factories[game.hamburg]:
        movable[game.hamburg] = (value[game.hamburg], game.hamburg_joins)
    if side is State.EAST:
        for city, country in enumerate(game.external):
            if country and position.factories[city]:
                reached = tuple(reaches(game, position, city))
                if reached:
                    movable[city] = (value[city], reached)
    return Plan(economies(game, position), movable, card.values[side])


def raise_standards(
    game: Game, position: Position, side: State, card: Card, police: Sequence[Unit] = ()
) -> Asking[Position]:
    """Up to three standards in different provinces; one supplier's may be passed on (6.3-three, 10.2-standard).

    `police` are the cards East may use in addition, before the standards or after them (8-when).
    """
    start = position
    known = yield from _assign(game, position, side, plan(game, position, side, card))
    chosen: list[Step] = []
    passed: list[Step] = []
    while True:
        step = yield _offer(game, (start, position), side, known, tuple(chosen), police)
        if step is None or step.verb == "none":
            break
        if step.verb == "use":
            position = use_police(position, step)
        elif step.verb not in ("s+", "s>"):  # it was insisted on
            position = yield from carry_out(game, position, step)
        else:
            chosen.append(step)
            if step.verb == "s>":  # what is passed on comes last
                passed.append(step)
            else:
                position = yield from carry_out(game, position, step)
    for step in passed:
        position = yield from carry_out(game, position, step)
    return position


def _offer(
    game: Game,
    positions: tuple[Position, Position],
    side: State,
    known: Plan,
    chosen: tuple[Step, ...],
    police: Sequence[Unit],
) -> Choice:
    """The next standard, judged by the action's start, or a police card, judged by now."""
    start, position = positions

    def refuse(step: Step) -> Fault | None:
        if step.verb == "use":
            return refuse_police(game, position, police, step)
        return refuse_standard(game, start, side, known, list(chosen), step)

    uses = [step for unit in police for step in police_steps(game, position, unit)]
    steps = (*_steps(game, side), *uses)
    return Choice(side, "place-standard", "6.3-economy", position, steps, refuse, required=False)


@lru_cache(maxsize=16)
def _steps(game: Game, side: State) -> tuple[Step, ...]:
    placed = (Step("s+", province) for province in game.own(side) if province != game.west_berlin)
    passed = (Step("s>", province, game.west_berlin) for province in game.suppliers)
    return (NOTHING, *placed, *passed)


def _assign(game: Game, position: Position, side: State, known: Plan) -> Asking[Plan]:
    """Hamburg and external factories count for one province each (10.3-one, 10.5-adds), unsaid where it helps."""
    said: dict[int, int] = {}

    def refuse(step: Step) -> Fault | None:
        if step.verb not in ("hamburg", "assign"):
            return Fault("step-not-standard", "6.3-economy", {})
        city, province = _assigned(game, step)
        named = {"city": game.cities[city], "province": game.provinces[province]}
        if city == game.hamburg:
            fault = refuse_hamburg(game, side, province)
            if fault:
                return fault
        elif city not in known.movable or province not in known.movable[city][1]:
            return Fault("assign-not-connected", "10.5-adds", named)
        if city in said:
            rule = "10.3-one" if city == game.hamburg else "10.5-adds"
            return Fault("assign-twice", rule, named | {"other": game.provinces[said[city]]})
        return None

    options = [
        Step("hamburg", province) if city == game.hamburg else Step("assign", city, province)
        for city, (_, provinces) in known.movable.items()
        for province in provinces
    ]
    while known.movable:
        step = yield Choice(
            side,
            "assign",
            "10.3-anew" if game.hamburg in known.movable else "10.5-adds",
            position,
            options,
            refuse,
            required=False,
            idle=True,
        )
        if step is None:
            break
        city, province = _assigned(game, step)
        said[city] = province
    movable = {
        city: (value, (said[city],) if city in said else where) for city, (value, where) in known.movable.items()
    }
    return known._replace(movable=movable)


def _assigned(game: Game, step: Step) -> tuple[int, int]:
    """The city that a step counts for a province, and the province."""
    return (game.hamburg, step.place) if step.verb == "hamburg" else (step.place, step.to)


def refuse_standard(
    game: Game, position: Position, side: State, known: Plan, chosen: list[Step], step: Step
) -> Fault | None:
    """Why a standard cannot be placed in addition to those chosen (6.3-three, 6.3-different, 6.3-economy)."""
    if step.verb == "none":
        return None
    if step.verb not in ("s+", "s>"):
        return Fault("step-not-standard", "6.3-economy", {})
    province = step.place
    named: dict[str, Any] = {"province": game.provinces[province]}
    if game.states[province] is not side:
        return Fault("standard-wrong-state", "6.3-three", named | {"side": side})
    if province == game.west_berlin:
        return Fault(
            "standard-west-berlin", "10.2-standard", {"provinces": [game.provinces[p] for p in game.suppliers]}
        )
    if len(chosen) >= MOST:
        return Fault("standard-four", "6.3-three", named)
    if any(other.place == province for other in chosen):
        return Fault("standard-same-province", "6.3-different", named)
    if step.verb == "s>":
        fault = refuse_pass_on(game, position, chosen, province)
        if fault:
            return fault
    others = _afforded(position, known, chosen)
    if is_feasible(position, known, [*others, province]):
        return None
    return _too_poor(game, position, known, others, province)


def _afforded(position: Position, known: Plan, chosen: list[Step]) -> list[int]:
    """The provinces chosen before, all of them where nobody insisted: a step insisted on uses nothing up."""
    provinces: list[int] = []
    for step in chosen:
        if is_feasible(position, known, [*provinces, step.place]):
            provinces.append(step.place)
    return provinces


def is_feasible(position: Position, known: Plan, provinces: list[int]) -> bool:
    """Whether all these provinces can get a standard together, wherever Hamburg and the others count (6.3-economy)."""
    for where in _assignments(known, provinces):
        added = {p: sum(known.movable[city][0] for city, place in where.items() if place == p) for p in provinces}
        if _suffices(position, known, [(p, known.economies[p] + added[p]) for p in provinces]):
            return True
    return False


def _assignments(known: Plan, provinces: list[int]) -> Iterator[dict[int, int]]:
    """Every way to count Hamburg and external factories for these provinces."""
    useful = {city: [p for p in reached if p in provinces] for city, (_, reached) in known.movable.items()}
    cities = [city for city, reached in useful.items() if reached]
    for places in product(*(useful[city] for city in cities)):
        yield dict(zip(cities, places, strict=True))


def _suffices(position: Position, known: Plan, economies: Iterable[tuple[int, int]]) -> bool:
    """Whether the card's points cover what provinces are missing, at most 2 each (6.3-cover, 6.3-cover-two)."""
    missing = [max(0, NEEDED * (position.standards[province] + 1) - has) for province, has in economies]
    return all(points <= MOST_COVERED for points in missing) and sum(missing) <= known.points


def _reachable(known: Plan, province: int) -> int:
    """What Hamburg and external factories could add to a province at most."""
    return sum(value for value, reached in known.movable.values() if province in reached)


def _as_sum(game: Game, position: Position, known: Plan, province: int, total: int) -> str:
    """`4 = 2 + 2`: the factories' values that make up an economy."""
    value = values(game, position)
    terms = [value[city] for city in game.cities_of[province] if position.factories[city]]
    terms += [points for points, reached in known.movable.values() if province in reached]
    return f"{total} = {' + '.join(map(str, terms))}" if len(terms) > 1 else str(total)


def _too_poor(game: Game, position: Position, known: Plan, others: list[int], province: int) -> Fault:
    """The numbers that led to a refusal: alone, or because others were chosen before."""
    at_most = known.economies[province] + _reachable(known, province)
    need = NEEDED * (position.standards[province] + 1)
    values_ = {
        "province": game.provinces[province],
        "economy": _as_sum(game, position, known, province, at_most),
        "need": need,
        "n": position.standards[province] + 1,
        "points": known.points,
        "missing": max(0, need - at_most),
    }
    if not is_feasible(position, known, [province]):
        rule = "6.3-cover-two" if MOST_COVERED < need - at_most <= known.points else "6.3-economy"
        return Fault("standard-economy", rule, values_)
    shared = [
        city
        for city, (_, reached) in known.movable.items()
        if province in reached and any(other in reached for other in others)
    ]
    provinces = [*others, province]
    whatever_the_card = known._replace(points=MOST_COVERED * MOST)
    counted_twice = [(p, known.economies[p] + _reachable(known, p)) for p in provinces]
    if shared and (
        not is_feasible(position, whatever_the_card, provinces) or _suffices(position, known, counted_twice)
    ):
        city = shared[0]
        rule = "10.3-one" if city == game.hamburg else "10.5-adds"
        return Fault("standard-counted-twice", rule, values_ | {"city": game.cities[city]})
    return Fault("standard-points-shared", "6.3-cover", values_)
