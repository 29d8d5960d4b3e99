"""The figures of the ten phases (9), one small value for each phase: computed from the board at the phase's start.

What was decided in the phase so far matters to some: where Hamburg counts, which attacks were made. As plain data
they are the `figures` of schemas/decade-end.schema.json; there `west_best_standard` is `west-best-standard`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from wsdv_tools.facts import State
from wsdv_tools.rules.economy import exports, worst_west_export
from wsdv_tools.rules.protests import markers, markers_of
from wsdv_tools.rules.west_berlin import west_berlin_limit

if TYPE_CHECKING:
    from wsdv_tools.rules.choices import Step
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position


class FlightSum(NamedTuple):
    """9.1-flight: what moves the marker of the flight track, and how far."""

    icons: int
    west_best_standard: int
    red_police: int
    east_protest: int
    east_worst_standard: int
    west_protest: int
    steps: int


class Flight(NamedTuple):
    """Phase 1: what East dismantles, for the Wall or because people flee."""

    wall: bool
    flight: FlightSum | None
    points: int


class Prestige(NamedTuple):
    """Phase 2: the marker's space, and the spaces that may be executed."""

    space: int
    side: State
    choices: tuple[int, ...]


class Currency(NamedTuple):
    """Phase 3: income and cost of East's living standards."""

    hamburg: str
    track: int
    exports: Mapping[str, Mapping[str, int]]
    west_worst_export: int
    exporters: int
    standard: int
    shortage: int
    hamburg_assumed: bool = False


class PoliceCosts(NamedTuple):
    """Phase 4."""

    points: int


class LivingStandards(NamedTuple):
    """Phase 5: how many each province may keep, and what it loses."""

    hamburg: str
    limits: Mapping[str, int | None]
    lost: Mapping[str, int]
    hamburg_assumed: bool = False


class Comparison(NamedTuple):
    """Phase 6: each state's best province, and the unrest of those behind it."""

    best: Mapping[str, int]
    unrest: Mapping[str, int]


class Attacker(NamedTuple):
    """A province at the border: its usable standards, and the unrest they would bring."""

    usable: int
    targets: Mapping[str, int]


class Attacks(NamedTuple):
    """Phase 7."""

    attackers: Mapping[str, Attacker]
    unrest: Mapping[str, int]


class PoliceWork(NamedTuple):
    """Phase 8."""

    unused: int


class Socialists(NamedTuple):
    """Phase 9."""

    change: int
    cadre: int
    on_board: int


class Protests(NamedTuple):
    """Phase 10."""

    protests: Mapping[str, int]


Figures = (
    Flight
    | Prestige
    | Currency
    | PoliceCosts
    | LivingStandards
    | Comparison
    | Attacks
    | PoliceWork
    | Socialists
    | Protests
)

Counted = TypeVar("Counted", Currency, LivingStandards)


def figures_of(game: Game, phase: int, start: Position, done: Iterable[Step] = ()) -> Figures:
    """The figures of a phase that began with a board, after the steps done in it so far."""
    return _FIGURES[phase - 1](game, start, tuple(done))


def as_data(figures: Figures | FlightSum | Attacker) -> dict[str, Any]:
    """The figures as plain data."""
    return {
        name.replace("_", "-"): _plain(value)
        for name, value in figures._asdict().items()
        if name != "hamburg_assumed" or value
    }


def _plain(value: Any) -> Any:
    if isinstance(value, State):
        return value.value
    if isinstance(value, FlightSum | Attacker):
        return as_data(value)
    if isinstance(value, tuple):
        return list(value)
    if isinstance(value, Mapping):
        return {key: _plain(inner) for key, inner in value.items()}
    return value


def flight_icons(game: Game, position: Position) -> int:
    """Those of the cards in the played pile, and of cards in it that were not named."""
    return position.flight_icons + sum([game.flight_icons[card] for card in position.played])


def flight(game: Game, position: Position, _: Iterable[Step] = ()) -> Flight:
    """9.1-flight: the marker's steps, 0 to 20, and a point for every second one; a point for the Wall (9.1-wall)."""
    if position.wall:
        return Flight(True, None, 1)
    icons = flight_icons(game, position)
    west_best = max([position.standards[p] for p in game.west])
    red_police = sum([card in game.red_police for card in position.police])
    east_protest = int(markers_of(game, position, State.EAST) > 0)
    east_worst = min([position.standards[p] for p in game.east])
    west_protest = int(markers_of(game, position, State.WEST) > 0)
    track = game.catalogue.flight
    total = icons + west_best + red_police + east_protest - east_worst - west_protest
    steps = max(0, min(track.spaces - 1, total))
    terms = FlightSum(icons, west_best, red_police, east_protest, east_worst, west_protest, steps)
    return Flight(False, terms, steps // track.steps_per_point)


def prestige(game: Game, position: Position, _: Iterable[Step] = ()) -> Prestige:
    """The marker's space and those nearer the middle on its side (9.2-space, 9.2-nearer, R9)."""
    marker = position.prestige
    nearer: tuple[int, ...] = (0,)
    if marker:
        nearer = tuple(range(marker, 0, -1 if marker > 0 else 1))
    return Prestige(marker, position.advantage, nearer[:2] if game.follows("R9b") else nearer)


def currency(game: Game, position: Position, done: Iterable[Step] = ()) -> Currency:
    """The shortage, which may depend on where Hamburg counts."""
    return _with_hamburg(currency_with, game, position, done, lambda one: one.shortage)


def _with_hamburg(
    figures: Callable[[Game, Position, int], Counted],
    game: Game,
    position: Position,
    done: Iterable[Step],
    outcome: Callable[[Counted], object],
) -> Counted:
    """Figures with Hamburg where West said in this phase (10.3-anew), otherwise in the first province it may join.

    `hamburg_assumed` says that another province would give another outcome.
    """
    province = next((step.place for step in done if step.verb == "hamburg"), None)
    if province is not None:
        return figures(game, position, province)
    counted = [figures(game, position, province) for province in game.hamburg_joins]
    outcomes = [outcome(one) for one in counted]
    return counted[0]._replace(hamburg_assumed=any(other != outcomes[0] for other in outcomes))


def currency_with(game: Game, position: Position, hamburg_in: int) -> Currency:
    """What East is missing: every standard costs one (9.3-cost), and a negative income adds to that (9.3-negative).

    The income is that of the track (9.3-income) and one for each East province whose export factory is worth at least
    West's worst (9.3-export, 9.3-no-factory). What is left over is lost (9.3-surplus).
    """
    exported = exports(game, position, hamburg_in)
    worst = worst_west_export(game, exported)
    exporters = 0
    for province in game.east:
        value = exported[province]
        if value is not None and value >= worst:
            exporters += 1
    track = game.catalogue.tracks.currency[position.currency]
    standard = sum([position.standards[p] for p in game.east])

    def named(state: State) -> dict[str, int]:
        return {game.provinces[p].id: value for p in game.own(state) if (value := exported[p]) is not None}

    return Currency(
        game.provinces[hamburg_in].id,
        track,
        {"west": named(State.WEST), "east": named(State.EAST)},
        worst,
        exporters,
        standard,
        max(0, standard - track - exporters),
    )


def police_costs(_game: Game, position: Position, _: Iterable[Step] = ()) -> PoliceCosts:
    """9.4-pay."""
    return PoliceCosts(len(position.police))


def living_standards(game: Game, position: Position, done: Iterable[Step] = ()) -> LivingStandards:
    """The limits, which may depend on where Hamburg counts."""
    return _with_hamburg(standards_with, game, position, done, lambda one: one.lost)


def standards_with(game: Game, position: Position, hamburg_in: int) -> LivingStandards:
    """The limits, and what each province loses by them (9.5-limit)."""
    exported = exports(game, position, hamburg_in)
    limits: dict[str, int | None] = {}
    lost: dict[str, int] = {}
    for number, province in enumerate(game.provinces):
        limit = exported[number] or 0 if number != game.west_berlin else west_berlin_limit(game, position, exported)
        limits[province.id] = limit
        if limit is not None and position.standards[number] > limit:
            lost[province.id] = position.standards[number] - limit
    return LivingStandards(game.provinces[hamburg_in].id, limits, lost)


def comparison(game: Game, position: Position, _: Iterable[Step] = ()) -> Comparison:
    """A province gets unrest for the difference from its state's best, minus 1 (9.6-difference).

    West Berlin gets the full difference (9.6-west-berlin), and counts as one province for the best (10.2-one-province).
    """
    best = {state: max(position.standards[p] for p in game.own(state)) for state in State}
    unrest = {}
    for number, state in enumerate(game.states):
        behind = best[state] - position.standards[number]
        added = behind if number == game.west_berlin else behind - 1
        if added > 0:
            unrest[game.provinces[number].id] = added
    return Comparison({state.value: standards for state, standards in best.items()}, unrest)


def attackers(game: Game, position: Position) -> dict[str, Attacker]:
    """What every province with neighbours could do there."""
    found = {}
    for number, province in enumerate(game.provinces):
        if game.neighbours[number]:
            usable, targets = attack(game, position, number)
            found[province.id] = Attacker(usable, {game.provinces[n].id: added for n, added in targets.items()})
    return found


def attack(game: Game, position: Position, province: int) -> tuple[int, dict[int, int]]:
    """A province's usable standards, and the unrest they would bring to its neighbours (9.7-usable)."""
    usable = max(0, position.standards[province] - markers(game, position, province))
    standards = position.standards
    return usable, {n: usable - standards[n] for n in game.neighbours[province] if usable > standards[n]}


def attacks(game: Game, position: Position, done: Iterable[Step] = ()) -> Attacks:
    """What the provinces can do, and the unrest of the attacks made so far (9.7-attack, 9.7-markers-later)."""
    found = attackers(game, position)
    unrest: dict[int, int] = {}
    for step in done:
        if step.verb == "attack" and step.to is not None:
            usable = step.number or found[game.provinces[step.place].id].usable
            added = usable - position.standards[step.to]
            if added > 0:
                unrest[step.to] = unrest.get(step.to, 0) + added
    return Attacks(found, {province.id: unrest[p] for p, province in enumerate(game.provinces) if p in unrest})


def police_work(_game: Game, position: Position, _: Iterable[Step] = ()) -> PoliceWork:
    """9.8-remove."""
    return PoliceWork(len(position.police) - len(position.police_used))


def socialists(game: Game, position: Position, _: Iterable[Step] = ()) -> Socialists:
    """9.9-track."""
    change = game.catalogue.tracks.socialists[position.socialists]
    return Socialists(change, position.cadre, position.socialists_on_board)


def protests(game: Game, position: Position, _: Iterable[Step] = ()) -> Protests:
    """9.10-count."""
    return Protests({state.value: markers_of(game, position, state) for state in State})


_FIGURES: tuple[Callable[[Game, Position, tuple[Step, ...]], Figures], ...] = (
    flight,
    prestige,
    currency,
    police_costs,
    living_standards,
    comparison,
    attacks,
    police_work,
    socialists,
    protests,
)
