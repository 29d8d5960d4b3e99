"""What the decade end asks of East point by point, taken up in the middle: the rest of a demand, one icon more."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import cycle
from typing import TYPE_CHECKING

from wsdv_tools.rules.execution import Execution
from wsdv_tools.rules.phases_economy import dismantle, lose_infrastructure, no_card, run_down_factories

if TYPE_CHECKING:
    from wsdv_tools.facts import State
    from wsdv_tools.rules.choices import Asking
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.icons import Unit
    from wsdv_tools.rules.position import Position

BY_TURNS = frozenset({"9.1-dismantle", "9.3-run-down", "9.3-infrastructure"})
DEMANDS = BY_TURNS | {"9.1-wall", "9.4-pay"}


def rest(game: Game, position: Position, rule: str, left: int, side: State) -> Asking[Position]:
    """What is left of a demand on East, from its next point on. `side` says what goes next.

    A demand can be taken up at any of its points, because each lowers what is left and what there is by one.
    """
    sides = cycle([side, side.other] if rule in BY_TURNS else [side])
    if rule == "9.3-run-down":
        return run_down_factories(game, position, left, sides)
    if rule == "9.3-infrastructure":
        return lose_infrastructure(game, position, left, sides)
    return dismantle(game, position, left, sides, rule)


def after_an_icon(game: Game, position: Position, waiting: Iterable[Unit]) -> list[tuple[Position, tuple[Unit, ...]]]:
    """Phase 2 after one more of its icons: every board, and the open icons. An empty list if none can be executed.

    Insolvency is raised as `GameOver`.
    """
    now = Execution(game, position, [*waiting], no_card())
    found = [(after.position, tuple(after.waiting)) for after in now.next() if after]
    for unit in now.waiting if not found else ():  # what cannot be executed is ignored, save insolvency
        now.check_insolvency(unit)
    return found
