"""Moments that are alike: the same can follow from them, though their boards differ.

A factory matters only where something may still depend on it: a standard that its province may lose, or, before the
shortage of phase 3, whether the province sells. All other pieces are points to lose.

Where there are plenty of these, each side can always take one of them, and it makes no difference which. Then a moment
is described by the factories that matter and their lines. A line to a factory that does not matter is like any other.

Where they may run out, they are counted, from the shortage on:

- A line of theirs can always go. Where no line is left, all their factories can go, too.
- In phase 3 factories run down and lines do not, so both are counted. In phase 4 their sum is enough.

There a factory that is joined by a line to one that matters is kept apart, because it cannot go before the line. So is
Rheinsberg, which goes in two steps.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from wsdv_tools.facts import State
from wsdv_tools.foresight.standing import Loss, least
from wsdv_tools.rules.economy import is_working, values
from wsdv_tools.rules.position import INTACT

if TYPE_CHECKING:
    from collections.abc import Hashable

    from wsdv_tools.foresight.moments import Moment
    from wsdv_tools.foresight.prospects import Outlook
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position


class Weight(NamedTuple):
    """The factories that matter, and what else matters about East's provinces."""

    cities: list[int]
    provinces: list[tuple[int, ...]]


def likeness(outlook: Outlook, moment: Moment) -> Hashable:
    """Equal for moments from which the same can follow."""
    if moment.phase > 3 or moment.rule in ("9.3-run-down", "9.3-infrastructure"):
        loss = outlook.still_lost(moment)
        weight = _late(outlook, moment.board, loss)
        described = _described(outlook.game, moment.board, weight, loss, 0)
        if described is None:
            described = _counted(outlook.game, moment, weight)
        return (*_where(moment), *described)
    known = outlook.early_losses(moment)
    if known is None or known.icons.built:
        return moment
    weight = _early(outlook, moment.board, known.loss, known.before, known.icons.raised)
    described = _described(outlook.game, moment.board, weight, known.loss, known.before.gone)
    if described is None:
        return moment
    return (*_where(moment), moment.icons, moment.board.prestige, *described)


def _where(moment: Moment) -> tuple[object, ...]:
    return moment.phase, moment.rule, moment.left, moment.side, moment.board.unrest


def _late(outlook: Outlook, board: Position, loss: Loss) -> Weight:
    """From the shortage on: standards that any answer may depend on."""
    game, value = outlook.game, values(outlook.game, board)
    weight = Weight([], [])
    matters = outlook.what_matters(board, loss)
    for province, industry, is_open in zip(game.east, outlook.standing.industries(board), matters, strict=True):
        have = board.standards[province]
        weight.provinces.append((have if is_open else min(have, max(0, industry.best)), is_open))
        if is_open:
            worst = least(industry, loss)
            there = (city for city in game.cities_of[province] if board.factories[city])
            weight.cities.extend(city for city in there if value[city] >= worst)
    return weight


def _early(outlook: Outlook, board: Position, loss: Loss, before: Loss, raised: int) -> Weight:
    """Up to the shortage: standards that may be lost, or whether a province sells then."""
    game, weight = outlook.game, Weight([], [])
    for province, industry in zip(game.east, outlook.standing.industries(board), strict=True):
        have, best = board.standards[province], industry.best
        sells = [best >= worst for worst in outlook.worst_exports]
        is_open = least(industry, loss) < min(best, have + raised) or any(
            outlook.standing.price_of_selling(board, province, industry, worst, before) <= before.total
            for worst in outlook.worst_exports
            if best >= worst
        )
        weight.provinces.append((have, is_open) if is_open else (have, is_open, min(best, have + raised), *sells))
        if is_open:
            weight.cities.extend(city for city in game.cities_of[province] if board.factories[city])
    return weight


def _described(game: Game, board: Position, weight: Weight, loss: Loss, gone_before: int) -> tuple[object, ...] | None:
    """The pieces that matter, if there are plenty of others; `gone_before` points go before factories run down."""
    factories, laid = board.factories, board.lines
    matter = set(weight.cities)
    others = [city for city in game.sites_of[State.EAST] if factories[city] == INTACT and city not in matter]
    if len(others) < gone_before + loss.down:
        return None
    near: set[int] = set()  # lines of what matters
    between: list[tuple[int, int]] = []
    pieces: list[object] = []
    for city in weight.cities:
        outer = []
        for n in game.connections_of[city]:
            if laid[n]:
                if n in near or all(end in matter for end in game.ends[n]):
                    between.append((n, laid[n]))
                else:
                    outer.append((laid[n], is_working(game, board, n)))
                near.add(n)
        pieces.append((city, factories[city], tuple(sorted(outer))))
    if loss.gone:
        bound = {end for n in near for end in game.ends[n]}
        free = sum(city not in bound for city in others)
        lines = sum(laid[n] for n in game.lines_of[State.EAST] if n not in near)
        if lines + max(0, free - loss.down) < loss.gone:
            return None
    return tuple(weight.provinces), tuple(pieces), tuple(sorted(set(between)))


def _counted(game: Game, moment: Moment, weight: Weight) -> tuple[object, ...]:
    """The pieces that matter, and how many others there are."""
    board, factories = moment.board, moment.board.factories
    joined = {n for city in weight.cities for n in game.connections_of[city] if board.lines[n]}
    apart = {*weight.cities, *(city for n in joined for city in game.ends[n]), game.rheinsberg}
    spare = sum(factories[city] == INTACT for city in game.sites_of[State.EAST] if city not in apart)
    lines = sum(board.lines[n] for n in game.lines_of[State.EAST] if n not in joined)
    return (
        tuple(weight.provinces),
        tuple((city, factories[city]) for city in sorted(apart)),
        tuple((n, board.lines[n]) for n in sorted(joined)),
        (spare, lines) if moment.phase == 3 else spare + lines,
    )
