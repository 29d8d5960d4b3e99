"""The cases as values: the bench notices a play that comes to something else when it is answered step by step."""

from __future__ import annotations

from tests.records import EXAMPLE, checked, notation
from wsdv_tools.conformance.second_looks import differs_as_value
from wsdv_tools.record.lines import Play
from wsdv_tools.referee.plays import carried_out
from wsdv_tools.referee.verdicts import Moment
from wsdv_tools.rules.adjudicator import Turn


def plays() -> list[tuple[Moment, Turn]]:
    moments = [moment for moment in checked(EXAMPLE).moments if isinstance(moment.line, Play)]
    lines = [moment.line for moment in moments if isinstance(moment.line, Play)]
    turns = [Turn(line.side, line.card, line.from_hand, line.mode) for line in lines]
    return list(zip(moments, turns, strict=True))


def test_plays_come_to_the_same_board_as_values() -> None:
    game = notation().game
    for moment, turn in plays():
        assert isinstance(moment.line, Play)
        log = carried_out(notation(), moment.before, moment.line, "game.wsdv").log
        assert list(differs_as_value(game, moment.before, turn, log, moment.after)) == []
        wall = moment.after._replace(wall=not moment.after.wall)
        (told,) = differs_as_value(game, moment.before, turn, log, wall)
        assert told.endswith("comes to another board")


def test_what_is_not_answered_is_still_asked() -> None:
    moment, turn = plays()[1]  # E 5 event u-SN
    (told,) = differs_as_value(notation().game, moment.before, turn, [], moment.after)
    assert told.endswith("it still asks for remove-unrest")
