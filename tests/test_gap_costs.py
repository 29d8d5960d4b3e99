"""What a gap costs: the time to check a record with one, compared with the record without it, in one run."""

from __future__ import annotations

from random import Random
from statistics import median
from time import process_time

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
MOST = 10  # times as long as without the gap
TRIES = range(2, 40)  # of which the quickest counts: the busier the machine, the more are needed


def seconds(text: str) -> float:
    """The processor's time for a record."""
    began = process_time()
    check_text(text, "game.wsdv", NOTATION)
    return process_time() - began


def ratio(plain: str, gap: str) -> float:
    """How many times longer the record with a gap takes: both in turn, and the quickest of each counts."""
    quickest, with_gap = seconds(plain), seconds(gap)
    for tries in range(1, TRIES.stop):
        if tries >= TRIES.start and with_gap <= MOST * quickest:
            break
        quickest, with_gap = min(quickest, seconds(plain)), min(with_gap, seconds(gap))
    return with_gap / quickest


def ratios() -> dict[tuple[int, str], float]:
    found = {}
    for seed in SEEDS:
        lines = game(seed)
        for name in KINDS:
            change = FIRST[name](lines, Random(f"{seed} {name}"))
            if change:
                found[seed, name] = ratio("\n".join(lines) + "\n", "\n".join(change.lines) + "\n")
    return found


@pytest.mark.alone
def test_a_gap_costs_at_most_ten_times_as_much() -> None:
    found = ratios()
    assert len(found) >= 20
    assert median(found.values()) <= MOST / 2, found
    assert max(found.values()) <= MOST, found
