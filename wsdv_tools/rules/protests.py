"""Mass protests (4), and those that West Berlin brings to its suppliers (10.2-import, 10.2-release)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wsdv_tools.facts import State
from wsdv_tools.rules.choices import Asking, Choice, Fault, Step, ask, steps_at
from wsdv_tools.rules.position import put

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position

PROTEST = 4  # so much unrest is a mass protest


def own_markers(position: Position, province: int) -> int:
    """A marker for every 4 unrest, which is removed when the unrest falls below (4-marker, 4-removal)."""
    return position.unrest[province] // PROTEST


def markers(game: Game, position: Position, province: int) -> int:
    """The province's markers with imported ones, which count like the others (10.2-imported)."""
    count = position.unrest[province] // PROTEST
    if province in game.suppliers:
        count += position.imported[game.suppliers.index(province)]
    return count


def markers_of(game: Game, position: Position, state: State) -> int:
    """All markers of a state, imported ones included (9.10-count)."""
    count = sum([position.unrest[province] // PROTEST for province in game.own(state)])
    return count + sum(position.imported) if state is State.WEST else count


def change_unrest(game: Game, position: Position, changes: Mapping[int, int]) -> Asking[Position]:
    """Unrest changes in several provinces at once; West Berlin's suppliers import its markers (10.2-import)."""
    unrest = list(position.unrest)
    for province, change in changes.items():
        unrest[province] += change
    before = own_markers(position, game.west_berlin)
    position = position._replace(unrest=tuple(unrest))
    gained = own_markers(position, game.west_berlin) - before
    for left in range(gained, 0, -1):
        position = yield from _import(game, position, left)
    for left in range(min(-gained, sum(position.imported)), 0, -1):
        position = yield from _release(game, position, left)
    return position


def _import(game: Game, position: Position, left: int) -> Asking[Position]:
    """10.2-import."""

    def refuse(step: Step) -> Fault | None:
        if step.verb == "import" and step.place in game.suppliers:
            return None
        return Fault("import-no-supplier", "10.2-import", {"suppliers": [game.provinces[p] for p in game.suppliers]})

    options = steps_at("import", game.suppliers)
    step = yield from ask(Choice(State.EAST, "import", "10.2-import", position, options, refuse, left))
    sector = game.suppliers.index(step.place)
    return position._replace(imported=put(position.imported, sector, position.imported[sector] + 1))


def _release(game: Game, position: Position, left: int) -> Asking[Position]:
    """10.2-release."""

    def refuse(step: Step) -> Fault | None:
        if step.verb == "release" and step.place in game.suppliers:
            if position.imported[game.suppliers.index(step.place)]:
                return None
            return Fault("release-none-there", "10.2-release", {"province": game.provinces[step.place]})
        return Fault("release-no-supplier", "10.2-release", {"suppliers": [game.provinces[p] for p in game.suppliers]})

    options = steps_at("release", game.suppliers)
    step = yield from ask(Choice(State.EAST, "release", "10.2-release", position, options, refuse, left))
    sector = game.suppliers.index(step.place)
    return position._replace(imported=put(position.imported, sector, position.imported[sector] - 1))
