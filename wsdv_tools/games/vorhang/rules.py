"""The rules of Eiserner Vorhang, chapters 2 to 6: a turn with its three phases, commanding, events."""

from __future__ import annotations

from functools import cache, partial

from wsdv_tools.games.acting import event
from wsdv_tools.games.cards import UNKNOWN, Game
from wsdv_tools.games.hands import where_wording, without
from wsdv_tools.games.sides import Side
from wsdv_tools.games.steps import EVENT, decision
from wsdv_tools.games.uses import mover, reply, use
from wsdv_tools.games.vorhang.acting import Reached, VorhangActing, reach
from wsdv_tools.games.vorhang.facts import HIGHEST, START
from wsdv_tools.games.vorhang.position import Cell, Country, Position
from wsdv_tools.games.vorhang.scoring import is_complete, region_of, region_points, with_points
from wsdv_tools.rules.choices import Asking, Choice, Fault, Step, ask


def turn(game: Game, position: Position) -> Asking[Position]:
    """Extend the world, score, act (EV-3, 4, 5); it ends at once where a flag is reached (EV-1.5)."""
    side = mover(position)
    lay = yield from ask(laying(game, position, side))
    if position.country(lay.place) is None:
        position = position._replace(countries=(*position.countries, Country(lay.place, lay.to)))
    position = position.with_hand(side, without(position.hand(side), lay.place))
    position = yield from _scored(game, position, side, lay.place)
    if not position.winner:
        try:
            position = yield from _action(game, position, side, lay.place)
        except Reached as reached:
            position = reached.position
    return position._replace(to_move=side.other, turn=position.turn + 1)


def _scored(game: Game, position: Position, side: Side, card: str) -> Asking[Position]:
    """Phase 2: the last card of a region scores it at once (EV-4.1)."""
    region = region_of(game, card)
    if region is None or not is_complete(game, position, region):
        return position
    found = region_points(game, position, region)
    difference = found.points[Side.US] - found.points[Side.SU]
    step = Step("scored", region, number=difference)
    yield decision(side, "scoring", "EV-4.1", position, (step,), _nothing_against, automatic=True)
    return with_points(position, found.points)._replace(is_sure=position.is_sure and found.is_sure)


def _nothing_against(_: Step) -> Fault | None:
    return None


def _action(game: Game, position: Position, side: Side, id_: str) -> Asking[Position]:
    """Phase 3: command, after the opponent may trigger their event, or trigger the player's own (EV-5.8, 6.1)."""
    card = game.deck.card(id_)
    start = reach(position, side)
    if card.flag == side.other or card.flag is None:
        answer = yield reply(position, side.other, card.flag, "EV-5.8")
        if answer == EVENT:
            position = yield from _event(game, position, side.other, id_)
    chosen = yield from ask(use(position, side, id_, card.flag, ("EV-5.1", "EV-6.1")))
    if chosen == EVENT:
        return (yield from _event(game, position, side, id_))
    acting = VorhangActing(game, position, side, id_)
    # The command is the action: its reach is that of its own beginning (R3), or of the phase's (R3b).
    yield from acting.command(card.command or HIGHEST, start if "R3b" in game.rulings else None)
    return acting.board


def laying(game: Game, position: Position, side: Side) -> Choice:
    """Phase 1: a hand card goes next to a country, of its own region where that is possible (EV-3)."""
    hand = position.hand(side)
    free = position.free_cells
    own_of = cache(partial(own_cells, game, position))

    def refuse(step: Step) -> Fault | None:
        card, cell = step.place, step.to
        if step.verb != "lay":
            return Fault("step-not-asked", "EV-3.1", {})
        if position.country(card) or card == START:
            return Fault("card-played-twice", "EV-3.4", {"card": card})
        if card not in hand and UNKNOWN not in hand:
            return Fault("card-elsewhere", "EV-2.9", {"card": card, "where": where_wording("not-in-hand")})
        if any(country.at == cell for country in position.countries):
            return Fault("cell-taken", "EV-3.1", {"cell": cell})
        if cell not in free:
            return Fault("not-adjacent", "EV-3.1", {"card": card, "cell": cell})
        own = own_of(card)
        if own and cell not in own:
            return Fault("not-at-region", "EV-3.2", {"card": card, "cells": own})
        return None

    cards = [card for card in hand if card != UNKNOWN]
    options = [Step("lay", card, cell) for card in cards for cell in free]
    return decision(side, "lay", "EV-3.1", position, options, refuse)


def own_cells(game: Game, position: Position, card: str) -> list[Cell]:
    """The free cells next to a country of the card's region (EV-3.2); one whose region nobody knows may be of it."""
    region = region_of(game, card)
    if region is None:
        return []
    beside = {cell: [region_of(game, c.card) for c in position.neighbours(cell)] for cell in position.free_cells}
    if not any(region in regions for regions in beside.values()):
        return []
    return [cell for cell, regions in beside.items() if region in regions or None in regions]


def _event(game: Game, position: Position, side: Side, card: str) -> Asking[Position]:
    acting = VorhangActing(game, position, side, card)
    yield from event(acting, game.deck.card(card).does)
    return acting.board
