"""The rules of Eiserner Vorhang, chapters 2 to 6: a turn with its three phases, commanding, events."""

from __future__ import annotations

from functools import cache, partial

from wsdv_tools.games.acting import laying, mover, used
from wsdv_tools.games.cards import Game, without
from wsdv_tools.games.sides import Side
from wsdv_tools.games.steps import decision
from wsdv_tools.games.vorhang.acting import Reached, VorhangActing, reach
from wsdv_tools.games.vorhang.position import Cell, Position
from wsdv_tools.games.vorhang.scoring import is_complete, region_of, region_points, with_points
from wsdv_tools.rules.choices import Asking, Choice, Fault, Step, ask


def turn(game: Game, position: Position) -> Asking[Position]:
    """Extend the world, score, act (EV-3, 4, 5); it ends at once where a flag is reached (EV-1.5)."""
    side = mover(position)
    lay = yield from ask(_laying(game, position, side))
    if position.piece(lay.place) is None:
        position = position.laid(lay.place, lay.to)
    position = position.with_hand(side, without(position.hand(side), lay.place))
    position = yield from _scored(game, position, side, lay.place)
    if not position.winner:
        try:
            # Phase 3: command, after the opponent may trigger their event, or trigger the player's own (EV-5.8, 6.1).
            begin = partial(VorhangActing, game, this=lay.place, start=reach(position, side))
            position = yield from used(begin, position, game.deck.card(lay.place))
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


def _laying(game: Game, position: Position, side: Side) -> Choice:
    """Phase 1: a hand card goes next to a country, of its own region where that is possible (EV-3)."""
    free = position.free_cells
    own_of = cache(partial(own_cells, game, position))

    def refuse(card: str, cell: Cell) -> Fault | None:
        if any(country.at == cell for country in position.countries):
            return Fault("cell-taken", "EV-3.1", {"cell": cell})
        if cell not in free:
            return Fault("not-adjacent", "EV-3.1", {"card": card, "cell": cell})
        own = own_of(card)
        if own and cell not in own:
            return Fault("not-at-region", "EV-3.2", {"card": card, "cells": own})
        return None

    return laying(position, side, free, refuse, ("EV-3.1", "EV-3.4", "EV-2.9"))


def own_cells(game: Game, position: Position, card: str) -> list[Cell]:
    """The free cells next to a country of the card's region (EV-3.2); one whose region nobody knows may be of it."""
    region = region_of(game, card)
    if region is None:
        return []
    beside = {cell: [region_of(game, c.card) for c in position.neighbours(cell)] for cell in position.free_cells}
    if not any(region in regions for regions in beside.values()):
        return []
    return [cell for cell, regions in beside.items() if region in regions or None in regions]
