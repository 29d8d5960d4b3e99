"""Seconds of the processor that mean the same on a quick and a slow machine.

A limit in plain seconds fails where the machine is slow, not where the program is. So what was measured is divided by
the time that a fixed piece of work takes just before and just after. Limits are at least twice what is usual:
`make bench` measures closely, these tests find what has become much slower.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from time import process_time

USUAL = 0.0125  # seconds for the piece of work on the machine that the limits were set on
_TOLD = "import atexit, sys, time\natexit.register(lambda: print(time.process_time(), file=sys.stderr))\n"


def pace() -> float:
    """How many times slower than usual this machine is now; never less than 1."""
    began = process_time()
    table: dict[str, int] = {}
    for number in range(60_000):
        table[str(number % 997)] = table.get(str(number % 991), 0) + number
    return max(1.0, (process_time() - began) / USUAL)


def seconds(do: Callable[[], object]) -> float:
    """What it takes."""
    before, began = pace(), process_time()
    do()
    took = process_time() - began
    return took / max(before, pace())


def program_seconds(code: str, times: int = 3, limit: float = 0.0) -> float:
    """What a new Python takes for it, at best; once it is below a limit, nothing better is looked for."""

    def once() -> float:
        before = pace()
        done = subprocess.run([sys.executable, "-c", _TOLD + code], capture_output=True, check=True)
        return float(done.stderr.split()[-1]) / max(before, pace())

    best = once()
    for _ in range(times - 1):
        if best >= limit:
            best = min(best, once())
    return best
