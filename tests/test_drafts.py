"""A play that is not finished: kept beside the record, continued, and dropped when it no longer fits."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.records import EXAMPLE, notation
from wsdv_tools.record.reader import read_record
from wsdv_tools.referee.checker import check_record
from wsdv_tools.referee.record_files import TurnPlay, Unfinished, draft_text, read_draft
from wsdv_tools.referee.verdicts import Checked
from wsdv_tools.rules.actions import ACTIONS, refuse_action
from wsdv_tools.rules.adjudicator import Adjudicator, Turn
from wsdv_tools.rules.play import Play
from wsdv_tools.sources.schema import _validator

LINES = EXAMPLE.splitlines(keepends=True)
PLAYS = [number for number, line in enumerate(LINES) if line.startswith(("W ", "E "))]


def checked(lines: int) -> Checked:
    return check_record(read_record("".join(LINES[:lines]), "game.wsdv", notation()), notation())


def begun(before: Checked, chance: Random) -> TurnPlay:
    """Some legal turn, a few steps into it."""
    position = before.position
    assert position
    assert position.course
    game, side = notation().game, position.course.to_move
    every = [Turn(side, card, False, mode) for card in position.course.display for mode in ACTIONS]
    legal = [turn for turn in every if not refuse_action(game, position, side, game.cards[turn.card], turn.mode)]
    play: TurnPlay = Play(Adjudicator(game), position, chance.choice(legal)).settled()
    for _ in range(chance.randrange(4)):
        if play.pending:
            play = play.take(chance.choice(play.pending.options)).settled()
    return play


@pytest.mark.parametrize("line", PLAYS)
def test_a_turn_goes_on_where_it_was(line: int) -> None:
    before, chance = checked(line), Random(line)
    for _ in range(5):
        play = begun(before, chance)
        text = draft_text(before, Unfinished(play=play))
        _validator("draft").validate(json.loads(text))
        assert read_draft(text, before, notation()) == Unfinished(play=play)


def test_a_row_goes_on_where_it_was() -> None:
    row = next(number for number, line in enumerate(LINES) if line.startswith("row "))
    before, cards = checked(row), tuple(LINES[row].split()[1:4])
    text = draft_text(before, Unfinished(row=cards))
    _validator("draft").validate(json.loads(text))
    assert read_draft(text, before, notation()) == Unfinished(row=cards)
    assert read_draft(text, checked(row + 1), notation()) is None  # the row lies there
    for wrong in (["99"], ["85"], cards[:1] * 2, ["1"] * 8, 3, [3], [None]):
        other = json.dumps({**json.loads(text), "row": wrong})
        assert read_draft(other, before, notation()) is None


def test_what_is_left_behind_when_the_line_is_in_the_record_fits_no_more() -> None:
    first, second = PLAYS[:2]
    text = draft_text(checked(first), Unfinished(play=begun(checked(first), Random(1))))
    assert read_draft(text, checked(first), notation())
    assert read_draft(text, checked(second), notation()) is None


def test_nothing_is_an_empty_file() -> None:
    assert draft_text(checked(PLAYS[0]), None) == draft_text(checked(PLAYS[0]), Unfinished()) == ""
    assert read_draft("", checked(PLAYS[0]), notation()) is None


ANY: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)


@given(key=st.sampled_from(["wsdv-draft", "plays", "turn", "steps", "row"]), value=ANY)
def test_any_nonsense_is_read_as_nothing_or_as_a_draft(key: str, value: Any) -> None:
    before = checked(PLAYS[2])
    data = json.loads(draft_text(before, Unfinished(play=begun(before, Random(2)))))
    found = read_draft(json.dumps({**data, key: value}), before, notation())
    assert found is None or found.play or found.row == ()
    for part in ("side", "card", "hand", "mode"):
        turn = {**data["turn"], part: value}
        assert read_draft(json.dumps({**data, "turn": turn}), before, notation()) is None or part == "hand"
    read_draft(json.dumps(value), before, notation())
