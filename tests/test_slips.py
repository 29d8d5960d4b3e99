"""What people type in the dialogues by a slip, or shorter than expected: nothing of it may get lost or be misread."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("pty", reason="there are no pseudo-terminals on this system")

from tests.player import Player, seats
from tests.records import notation
from tests.test_table_manners import POSITION
from wsdv_tools.dialogue.answer_files import read_answers
from wsdv_tools.facts import State
from wsdv_tools.positions.position_reader import read_position_file
from wsdv_tools.record.endings import Given, given_in, resume
from wsdv_tools.rules.adjudicator import Adjudicator
from wsdv_tools.rules.decade_end import ALL_PHASES
from wsdv_tools.rules.decade_play import DecadeEnd

KEPT = "1: -schwedt-polska-nord, -magdeburg-bitterfeld\n2: at -1\n3: dresden, -schwedt-berlin\n"


@pytest.fixture
def seated(tmp_path: Path) -> Iterator[Player]:
    """A decade end in English whose first two phases, and some of the third, are in a file."""
    (tmp_path / "game.yaml").write_bytes(POSITION.read_bytes())
    (tmp_path / "game.decisions").write_text(KEPT, "utf-8")
    with seats("decade-end") as seat:
        yield seat(tmp_path, "game.yaml", "--lang", "en")


def begun() -> DecadeEnd:
    position = read_position_file(POSITION, notation().game, notation().names).position
    assert position
    return DecadeEnd.begin(Adjudicator(notation().game), position, ALL_PHASES)


# Answers that were kept


def test_an_icon_that_nobody_answered_is_asked() -> None:
    """It need not be said where it has one outcome; but it cannot be passed over."""
    given, _ = read_answers(KEPT, "", notation())
    now = resume(notation(), begun(), given)
    assert now.end.pending
    assert (now.end.phase, now.end.pending.may_pass) == (2, False)
    assert [one.phase for one in now.waiting] == [3, 3]


def test_a_decade_end_goes_on_where_an_icon_is_missing(seated: Player) -> None:
    seated.is_asked("West>")
    assert "should not happen" not in seated.seen


def test_what_the_other_side_left_hides_nothing() -> None:
    given, _ = read_answers(KEPT.split("\n")[0], "", notation())
    others = Given(1, given[1].step, State.EAST)
    now = resume(notation(), begun(), [others, Given(1, given[0].step, State.WEST)])
    assert [one.side for one in given_in(now.end)][:2] == [State.WEST, State.EAST]
