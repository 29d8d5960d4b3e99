"""Seconds of the processor that mean the same on a slow and a busy machine.

A limit in plain seconds fails where the machine is slow, not where the program is: two processes on one core halve
each other's caches, and a small machine may be half as quick as a large one. So every limit here is scaled by the time
that a fixed piece of work takes just before and just after.
"""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

USUAL = 0.02  # seconds for the piece of work on the machine that the limits were set on
SPARE = 2.0  # times as long as allowed is a fault of the program, not of the measurement


def pace() -> float:
    """How many times slower this machine is now than the usual one; never less than 1."""
    began = process_time()
    table: dict[str, int] = {}
    for number in range(60_000):
        table[str(number % 997)] = table.get(str(number % 991), 0) + number
    return max(1.0, (process_time() - began) / USUAL)


def seconds(do: Callable[[], object]) -> float:
    """The processor's time for it, as it would be on the usual machine."""
    before, began = pace(), process_time()
    do()
    took = process_time() - began
    return took / max(before, pace()) / SPARE
