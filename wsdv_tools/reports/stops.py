"""The stops of a game: every play and every phase of a decade end, with the board before and after it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from wsdv_tools.facts import State
from wsdv_tools.rules.economy import values
from wsdv_tools.rules.protests import markers_of

if TYPE_CHECKING:
    from wsdv_tools.referee.verdicts import Checked, Moment
    from wsdv_tools.rules.decade_end import Report
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position


class Stop(NamedTuple):
    """A moment at which the game can be looked at; the first one is the board that it began with."""

    position: Position
    decade: int
    line: int = 0  # of the record; 0 at the start
    before: Position | None = None
    moment: Moment | None = None
    report: Report | None = None  # of a phase

    @property
    def phase(self) -> int:
        """0 outside the decade end."""
        return self.report.phase if self.report else 0


def stops(checked: Checked) -> list[Stop]:
    """All of them in order; none where the record has no board."""
    first = next((moment.before for moment in checked.moments), None)
    return [Stop(first, first.decade), *_stops(checked.moments)] if first else []


def _stops(moments: list[Moment]) -> Iterator[Stop]:
    for moment in moments:
        line, decade = moment.line.span.line, moment.before.decade
        if moment.outcome is None:
            yield Stop(moment.after, decade, line, moment.before, moment)
            continue
        boards = [*(report.before for report in moment.outcome.reports), moment.outcome.position]
        for report, (before, after) in zip(moment.outcome.reports, pairwise(boards), strict=True):
            yield Stop(after, decade, line, before, moment, report)


class Standing(NamedTuple):
    """A board in a few numbers; tracks as they are printed, below 0 towards West."""

    prestige: int
    currency: int
    socialists: int
    west_protests: int
    east_protests: int
    west_standards: int
    east_standards: int
    west_economy: int  # the values of all factories
    east_economy: int
    west_unrest: int
    east_unrest: int


def standing(game: Game, position: Position) -> Standing:
    value = values(game, position)
    economy, unrest, standards, protests = ([0, 0] for _ in range(4))
    for number, side in enumerate(State):
        own = game.own(side)
        economy[number] = sum(value[city] for city, state in enumerate(game.city_states) if state is side)
        unrest[number] = sum(position.unrest[province] for province in own)
        standards[number] = sum(position.standards[province] for province in own)
        protests[number] = markers_of(game, position, side)
    tracks = (position.prestige, position.currency, position.socialists)
    return Standing(*tracks, *protests, *standards, *economy, *unrest)
