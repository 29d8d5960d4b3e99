"""What a gap costs: the time to check a record with one, compared with the record without it, in one run."""

from __future__ import annotations

from random import Random
from statistics import median
from time import process_time

from tests.mistakes import FIRST
from tests.random_season import NOTATION
from tests.test_second_mistakes import game
from wsdv_tools.record.record_files import check_text

SEEDS = (20, 28, 32, 33)  # short games, and long ones with many outcomes: the dearest that are known
KINDS = (
    "event without steps",
    "unrest without steps",
    "without phase 1",
    "without phase 2",
    "unknown name in an event",
)
AIM = 10  # times as long as without the gap
MOST = 1.5 * AIM  # on a busy machine
TRIES = 4


def seconds(lines: list[str], tries: int) -> float:
    """The processor's time for a record, undisturbed."""
    text = "\n".join(lines) + "\n"
    took = []
    for _ in range(tries):
        began = process_time()
        check_text(text, "game.wsdv", NOTATION)
        took.append(process_time() - began)
    return min(took)


def ratios() -> dict[tuple[int, str], float]:
    found = {}
    for seed in SEEDS:
        lines = game(seed)
        plain = seconds(lines, TRIES)
        for name in KINDS:
            change = FIRST[name](lines, Random(f"{seed} {name}"))
            if change:
                tries = 1
                while (ratio := seconds(change.lines, tries) / plain) > AIM and tries < TRIES:
                    tries += 1
                found[seed, name] = ratio
    return found


def test_a_gap_costs_at_most_ten_times_as_much() -> None:
    found = ratios()
    assert len(found) >= 12
    assert median(found.values()) <= AIM / 2, found
    assert max(found.values()) <= MOST, found
