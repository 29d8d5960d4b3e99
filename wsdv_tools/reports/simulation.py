"""Games between players made of code, as many as you like; each depends only on the seed and its number."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from wsdv_tools.bots.random_play import Anything, Greedy, Policy, Sides, play_game
from wsdv_tools.record.reader import read_record
from wsdv_tools.record.writer import game_lines
from wsdv_tools.referee.checker import check_record
from wsdv_tools.reports.rows import GameRows, rows

if TYPE_CHECKING:
    from wsdv_tools.record.notation import Notation

POLICIES: dict[str, Callable[[Random], Policy]] = {"random": Anything, "greedy": Greedy}


class Series(NamedTuple):
    """Who plays whom, and the seed of all their games."""

    west: str
    east: str
    seed: int

    def record(self, number: int, notation: Notation) -> str:
        """A game as a record, the players' names included."""
        chance = Random(f"{self.seed}/{number}")
        sides = Sides(POLICIES[self.west](chance), POLICIES[self.east](chance))
        first, *lines = game_lines(notation, play_game(notation.game, sides, chance))
        return "".join(f"{line}\n" for line in (first, f"west: {self.west}", f"east: {self.east}", *lines))

    def rows(self, number: int, notation: Notation) -> GameRows:
        """A game's rows, made from its record: the referee has checked every play."""
        file = f"{self.west}-{self.east}-{self.seed}-{number}.wsdv"
        record = read_record(self.record(number, notation), file, notation)
        return rows(record, check_record(record, notation), notation)
