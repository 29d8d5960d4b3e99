"""What a gap costs: the work to check a record with one, compared with the record without it.

Work is counted in calls of functions: they are the same on every machine and every day, and the times of both records,
taken in turns, have the same ratio within a tenth or so.
"""

from __future__ import annotations

import sys
from random import Random
from statistics import median
from types import FrameType

import pytest

from tests.mistakes import FIRST
from tests.random_season import NOTATION
from tests.test_second_mistakes import game
from wsdv_tools.referee.record_files import check_text

SEEDS = (20, 21, 25, 28, 31, 32, 33)  # short games, and long ones with many outcomes: the dearest of sixteen
KINDS = (
    "event without steps",
    "unrest without steps",
    "without phase 1",
    "without phase 2",
    "unknown name in an event",
)
MOST = 10  # times as much as without the gap


def calls(text: str) -> int:
    """How many functions are called for a record; twice, for what is kept from the first time."""
    counted = 0

    def count(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal counted
        counted += event in ("call", "c_call")

    check_text(text, "game.wsdv", NOTATION)
    sys.setprofile(count)
    try:
        check_text(text, "game.wsdv", NOTATION)
    finally:
        sys.setprofile(None)
    return counted


def ratios() -> dict[tuple[int, str], float]:
    found = {}
    for seed in SEEDS:
        lines = game(seed)
        plain = calls("\n".join(lines) + "\n")
        for name in KINDS:
            change = FIRST[name](lines, Random(f"{seed} {name}"))
            if change:
                found[seed, name] = calls("\n".join(change.lines) + "\n") / plain
    return found


@pytest.mark.thorough
def test_a_gap_costs_at_most_ten_times_as_much() -> None:
    found = ratios()
    assert len(found) >= 20
    assert median(found.values()) <= MOST / 2, found
    assert max(found.values()) <= MOST, found
