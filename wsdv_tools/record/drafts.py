"""The next line of a record while it is being decided: a file beside the record, so that nothing is lost.

The page and the terminal write it after every step and go on from it, whoever wrote it. It says after how many plays it
was begun: one that is left behind when its line is in the record no longer fits.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from wsdv_tools.rules.actions import ACTIONS, refuse_action
from wsdv_tools.rules.adjudicator import Adjudicator, Phase, Turn, turn_as_data, turn_from_data
from wsdv_tools.rules.choices import Step
from wsdv_tools.rules.course import DISPLAY, refuse_card, refuse_turn
from wsdv_tools.rules.play import Play, Refused
from wsdv_tools.rules.position import Position
from wsdv_tools.rules.run import How

if TYPE_CHECKING:
    from wsdv_tools.record.notation import Notation
    from wsdv_tools.record.referee import Checked

TurnPlay = Play[Position, Turn | Phase]
VERSION = 1
_MOST_STEPS = 200  # of one turn; a card has far fewer


class Unfinished(NamedTuple):
    """Cards of a row that is being laid out, or a turn that is being played; one of the two."""

    row: tuple[str, ...] = ()
    play: TurnPlay | None = None


def draft_of(record: Path) -> Path:
    """The file beside a record: `club.wsdv.draft`."""
    return record.with_name(f"{record.name}.draft")


def draft_text(checked: Checked, unfinished: Unfinished | None) -> str:
    """What is in the file, as in `schemas/draft.schema.json`; nothing where nothing is under way."""
    if unfinished is None or not (unfinished.row or unfinished.play):
        return ""
    data: dict[str, Any] = {"wsdv-draft": VERSION, "plays": checked.plays}
    play = unfinished.play
    if play is None:
        data["row"] = list(unfinished.row)
    else:
        assert isinstance(play.what, Turn)
        data["turn"] = turn_as_data(play.what)
        data["steps"] = [play.rules.step_as_data(step) for step, how, _ in play.answers if how is How.CHOSEN]
    return json.dumps(data) + "\n"


def read_draft(text: str, checked: Checked, notation: Notation) -> Unfinished | None:
    """What is under way after the last line of a record; None where nothing in the file fits."""
    position = checked.position
    if not text or position is None or position.course is None or not checked.is_certain:
        return None
    try:
        data = json.loads(text)
        if data["wsdv-draft"] != VERSION or data["plays"] != checked.plays:
            return None
        if "row" in data:
            return _row(data["row"], position, notation)
        return _turn(data, position, notation)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError, Refused):
        return None


def _row(cards: Any, position: Position, notation: Notation) -> Unfinished | None:
    """The cards as far as they can lie there; where a row is not due, there is none."""
    if position.course is None or position.course.display or len(cards) > DISPLAY:
        return None
    known = notation.game.cards
    is_good = all(card in known and known[card].decade == position.decade for card in cards)
    return Unfinished(row=tuple(cards)) if is_good and len({*cards}) == len(cards) else None


def _turn(data: dict[str, Any], position: Position, notation: Notation) -> Unfinished | None:
    rules, turn, course = Adjudicator(notation.game), turn_from_data(data["turn"]), position.course
    assert course is not None
    if turn.mode not in ACTIONS or len(data["steps"]) > _MOST_STEPS:
        return None
    fault = refuse_turn(course, turn.side)
    fault = fault or refuse_card(notation.game, position, course, turn.side, turn.card, turn.from_hand)
    if fault or refuse_action(notation.game, position, turn.side, notation.game.cards[turn.card], turn.mode):
        return None
    steps: list[Step] = [rules.step_from_data(step) for step in data["steps"]]
    play: TurnPlay = Play(rules, position, turn)
    play = play.settled()
    for step in steps:
        play = play.take(step).settled()
    return Unfinished(play=play)
