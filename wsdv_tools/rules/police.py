"""Police cards (8): which East may use, and what a card that is used does.

The rest is where it happens. Collected: `special_icons.py`; kept out of the discard pile: `put_away` in `course.py`;
which are red: `game.py`. Used during an own action: the actions ask `police_uses` and offer them with their icons
(`execution.py`) or standards (`standards.py`); with the card just won, by ruling R7: `events.py`. Phase 4 is in
`phases_1_to_5.py`, phase 8 in `phases_6_to_10.py`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from wsdv_tools.facts import State
from wsdv_tools.rules.choices import Fault, Step
from wsdv_tools.rules.icons import Unit
from wsdv_tools.rules.position import put

if TYPE_CHECKING:
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position


def police_use(card: str) -> Unit:
    """East may use a police card during its own action (8-when)."""
    return Unit("use", State.EAST, State.EAST, -1, card, lapses=True)


def police_uses(position: Position, side: State) -> list[Unit]:
    """The police cards East may use during its own action (8-when)."""
    if side is State.WEST:
        return []
    return [police_use(card) for card in position.police if card not in position.police_used]


def refuse_police(game: Game, position: Position, police: Iterable[Unit], step: Step, played: str = "") -> Fault | None:
    """A police card at hand removes one of East's unrest, once a decade (8-use, 8-when); R7b for the one `played`."""
    named = {"card": game.cards[step.place]}
    if step.place not in position.police:
        return Fault("use-not-collected", "8-collect", named)
    if step.place in position.police_used:
        return Fault("use-twice", "8-use", named)
    if step.place == played and game.follows("R7b"):
        return Fault("use-just-won", "8-when", named)
    if all(unit.place != step.place for unit in police):
        return Fault("use-not-now", "8-when", named)
    if step.to not in game.east:
        return Fault("police-east-only", "8-use", {})
    if not position.unrest[step.to]:
        return Fault("unrest-none-there", "8-use", {"province": game.provinces[step.to]})
    return None


def police_steps(game: Game, position: Position, unit: Unit) -> list[Step]:
    """The ways to use a police card now."""
    return [Step("use", unit.place, province) for province in game.east if position.unrest[province]]


def use_police(position: Position, step: Step) -> Position:
    """The unrest lies on the card until the decade's end (8-laid); in the East nothing is imported."""
    unrest = put(position.unrest, step.to, position.unrest[step.to] - 1)
    return position._replace(police_used=(*position.police_used, step.place), unrest=unrest)
