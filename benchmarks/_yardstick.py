"""A loop of plain Python, measured beside the benchmark, so that numbers of different machines can be compared."""

from __future__ import annotations

import time

ROUNDS = 200_000


def yardstick() -> float:
    """Rounds of a small loop in a second: a few million on a machine of today."""
    start = time.process_time()
    total, table = 0, {number: number for number in range(64)}
    for number in range(ROUNDS):
        total += table[number & 63] * 3 % 7
    assert total
    return ROUNDS / (time.process_time() - start)
