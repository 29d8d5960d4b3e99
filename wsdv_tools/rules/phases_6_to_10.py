"""Phases 6 to 10: comparisons and unrest, police, socialists, and who has collapsed."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from wsdv_tools.facts import State
from wsdv_tools.rules import figures
from wsdv_tools.rules.choices import Asking, Choice, Fault, GameOver, Step, ask, steps_at, tell
from wsdv_tools.rules.protests import change_unrest
from wsdv_tools.rules.socialists import move_socialists
from wsdv_tools.rules.verbs import one_by_one

if TYPE_CHECKING:
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position

COLLAPSE = 4  # so many markers end a state
LAST_DECADE = 4
ALL = 0  # an attack's number: with all usable standards


def comparison(game: Game, position: Position) -> Asking[Position]:
    """Phase 6: provinces behind the others get unrest (9.6-difference, 9.6-west-berlin); `figures` says how much."""
    unrest = {game.province(id_): added for id_, added in figures.comparison(game, position).unrest.items()}
    return (yield from change_unrest(game, position, unrest))


def attacks(game: Game, position: Position) -> Asking[Position]:
    """Phase 7: provinces attack neighbours of the other state (9.7-attack); then come markers (9.7-markers-later)."""
    unrest: dict[int, int] = {}
    for attacker in range(len(game.provinces)):
        usable, targets = figures.attack(game, position, attacker)
        if attacker == game.west_berlin:  # 9.7-west-berlin: both, always
            for target in targets:
                step = Step("attack", attacker, target, ALL)
                yield from tell(State.WEST, "attack", "9.7-west-berlin", position, step)
        elif targets:
            targets = yield from _attack(game, position, attacker, usable, targets)
        for target, added in targets.items():
            unrest[target] = unrest.get(target, 0) + added
    return (yield from change_unrest(game, position, unrest))


def _attack(
    game: Game, position: Position, attacker: int, usable: int, targets: dict[int, int]
) -> Asking[dict[int, int]]:
    """The side says which neighbour a province attacks, or none; with all usable standards (R14)."""
    options = [Step("attack", attacker, target, ALL) for target in targets]
    if game.follows("R14b"):
        options += [
            Step("attack", attacker, target, position.standards[target] + added)
            for target, most in targets.items()
            for added in range(1, most)
        ]
    options.append(Step("attack", attacker, None, ALL))

    def refuse(step: Step) -> Fault | None:
        if step in options or (step.number == usable and step._replace(number=ALL) in options):
            return None
        return refuse_attack(game, position, attacker, usable, step)

    # With one useful target a province attacks it unless it declines: nothing has to be said.
    several = len(targets) > 1
    choice = Choice(game.states[attacker], "attack", "9.7-attack", position, options, refuse, required=several)
    step = yield from ask(choice)
    return {} if step.to is None else {step.to: (step.number or usable) - position.standards[step.to]}


def refuse_attack(game: Game, position: Position, attacker: int, usable: int, step: Step) -> Fault:
    """Why an attack is not one of those a province can make."""
    named: dict[str, Any] = {"province": game.provinces[attacker], "usable": usable}
    if step.verb != "attack" or step.place != attacker:
        return Fault("attack-other-province", "9.7-attack", named)
    if step.to is None:
        return Fault("attack-both", "9.7-west-berlin", named)
    neighbours = [game.provinces[n] for n in game.neighbours[attacker]]
    if not neighbours:
        return Fault("attack-no-border", "9.7-attack", named)
    named |= {"target": game.provinces[step.to], "n": position.standards[step.to]}
    if step.to not in game.neighbours[attacker]:
        return Fault("attack-no-neighbour", "9.7-attack", named | {"neighbours": neighbours})
    if usable <= position.standards[step.to]:
        return Fault("attack-no-effect", "9.7-usable", named)
    if game.follows("R14b") or step.number > usable:
        return Fault("attack-wrong-number", "9.7-usable", named)
    return Fault("attack-with-all", "9.7-usable", named)


def police_work(game: Game, position: Position) -> Asking[Position]:
    """Phase 8: East removes one unrest for each unused police card (9.8-remove); all are ready again (9.8-ready)."""
    unused = figures.police_work(game, position).unused
    available = sum(position.unrest[p] for p in game.east)
    choice_at = partial(_unrest_to_remove, game)
    position = yield from one_by_one(game, position, min(unused, available), available, choice_at)
    return position._replace(police_used=())


def _unrest_to_remove(game: Game, position: Position, left: int) -> Choice:
    """9.8-remove."""

    def refuse(step: Step) -> Fault | None:
        if step.verb != "u-" or step.place not in game.east:
            return Fault("police-east-only", "9.8-remove", {})
        if not position.unrest[step.place]:
            return Fault("unrest-none-there", "9.8-remove", {"province": game.provinces[step.place]})
        return None

    return Choice(State.EAST, "police", "9.8-remove", position, steps_at("u-", game.east), refuse, left)


def socialists(game: Game, position: Position) -> Asking[Position]:
    """Phase 9: socialists come or go by the track (9.9-track), then calm protests (7-when, R15)."""
    change, _, on_board = figures.socialists(game, position)
    if on_board + change > game.catalogue.pieces.socialists:
        raise GameOver(State.EAST, "triumph-of-socialism", position)  # 9.9-triumph
    if on_board + change < 0:
        raise GameOver(State.WEST, "socialism-fails", position)  # 9.9-fails
    if change >= 0:
        position = position._replace(cadre=position.cadre + change)  # 9.9-gain
    else:
        position = yield from _lose_socialists(game, position, -change)
    return (yield from move_socialists(game, position))


def _lose_socialists(game: Game, position: Position, number: int) -> Asking[Position]:
    """From the holding box first, then from provinces of West's choice, each replaced by one unrest (9.9-loss)."""
    from_box = min(number, position.cadre)
    position = position._replace(cadre=position.cadre - from_box)
    choice_at = partial(_socialist_to_lose, game)
    return (yield from one_by_one(game, position, number - from_box, sum(position.placed), choice_at))


def _socialist_to_lose(game: Game, position: Position, left: int) -> Choice:
    """9.9-loss."""
    where = tuple(province for province in game.east if position.placed[province])

    def refuse(step: Step) -> Fault | None:
        if step.verb == "lose" and position.placed[step.place]:
            return None
        return Fault("socialist-none-there", "9.9-loss", {"provinces": [game.provinces[p] for p in where]})

    return Choice(State.WEST, "lose-socialist", "9.9-loss", position, steps_at("lose", where), refuse, left)


def verdict(game: Game, position: Position) -> Asking[Position]:
    """Phase 10: four markers and a state collapses (9.10-collapse); both, or time: East wins (9.10-both, 9.10-time)."""
    protests = figures.protests(game, position).protests
    collapsed = [state for state in State if protests[state.value] >= COLLAPSE]
    if len(collapsed) == len(State):
        raise GameOver(State.EAST, "both-collapse", position)  # 9.10-both
    if collapsed:
        raise GameOver(collapsed[0].other, "collapse", position)  # 9.10-collapse
    if position.decade == LAST_DECADE:
        raise GameOver(State.EAST, "time", position)  # 9.10-time
    # 9.10-next-decade
    return position._replace(decade=position.decade + 1, course=None)
    yield  # a generator like the other phases, though it asks nothing
