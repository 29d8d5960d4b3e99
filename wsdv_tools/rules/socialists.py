"""The socialists who end East's protests (7).

They move after an action (`course.py`) and in phase 9 (`phases_6_to_10.py`), and at no other time (7-when).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wsdv_tools.facts import State
from wsdv_tools.rules.choices import Asking, Choice, Fault, Step, ask, steps_at
from wsdv_tools.rules.position import put
from wsdv_tools.rules.protests import PROTEST

if TYPE_CHECKING:
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position


def move_socialists(game: Game, position: Position) -> Asking[Position]:
    """East's protests draw socialists from the holding box (7-duty), just enough, as far as they go."""
    needs = {p: position.unrest[p] - (PROTEST - 1) for p in game.east if position.unrest[p] >= PROTEST}
    enough = sum(needs.values()) <= position.cadre  # 7-enough, 7-too-few
    while position.cadre and any(position.unrest[p] >= PROTEST for p in needs):
        step = yield from ask(_protests_to_calm(game, position, required=not enough))
        position = _send(position, step.place)
    return position


def _protests_to_calm(game: Game, position: Position, required: bool) -> Choice:
    protesting = tuple(province for province in game.east if position.unrest[province] >= PROTEST)

    def refuse(step: Step) -> Fault | None:
        if step.verb == "soc" and step.place in protesting:
            return None
        provinces = [game.provinces[province] for province in protesting]
        return Fault("socialist-needs-protest", "7-too-few", {"provinces": provinces})

    return Choice(
        State.EAST,
        "place-socialist",
        "7-too-few" if required else "7-enough",
        position,
        steps_at("soc", protesting),
        refuse,
        position.cadre,
        required=required,
        idle=not required,  # with enough of them the order makes no difference
    )


def _send(position: Position, province: int) -> Position:
    """Each placed socialist removes one unrest (7-removes); in the East nothing is imported."""
    return position._replace(
        cadre=position.cadre - 1,
        placed=put(position.placed, province, position.placed[province] + 1),
        unrest=put(position.unrest, province, position.unrest[province] - 1),
    )
