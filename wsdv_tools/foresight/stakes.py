"""What each side may lose in a decade end, on the board as it is now."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from wsdv_tools.facts import State
from wsdv_tools.rules import figures
from wsdv_tools.rules.economy import points

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position


class Stake(NamedTuple):
    """One side's losses, phase by phase. Only East loses points; they are demanded whether it has them or not."""

    side: State
    flight: int = 0  # phase 1, the Wall included
    shortage: int = 0  # phase 3: factories that run down, then infrastructure
    police: int = 0  # phase 4
    points: int = 0  # what East has
    standards: int = 0  # phase 5
    unrest: int = 0  # phase 6
    attacks: int = 0  # phase 7: unrest at most


def stakes(game: Game, board: Position) -> tuple[Stake, Stake]:
    """West's and East's."""
    lost = figures.living_standards(game, board).lost
    unrest = figures.comparison(game, board).unrest
    west, east = (
        Stake(
            side,
            standards=_of(game, side, lost),
            unrest=_of(game, side, unrest),
            attacks=_attacked(game, board, side),
        )
        for side in State
    )
    return west, east._replace(
        flight=figures.flight(game, board).points,
        shortage=figures.currency(game, board).shortage,
        police=figures.police_costs(game, board).points,
        points=points(game, board, State.EAST),
    )


def _of(game: Game, side: State, numbers: Mapping[str, int]) -> int:
    return sum(number for id_, number in numbers.items() if game.states[game.province(id_)] is side)


def _attacked(game: Game, board: Position, side: State) -> int:
    """The most unrest that the other side's attacks can bring; West Berlin attacks both its neighbours."""
    most = 0
    for id_, attacker in figures.attackers(game, board).items():
        province = game.province(id_)
        if game.states[province] is not side and attacker.targets:
            hits = attacker.targets.values()
            most += sum(hits) if province == game.west_berlin else max(hits)
    return most
