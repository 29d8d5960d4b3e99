"""Prints the table: all rows, or those whose names begin like that: `python -m benchmarks plays`."""

from __future__ import annotations

import sys

from benchmarks.measuring import FASTEST, Row, Took, bare_python, measure, yardstick
from benchmarks.rows import ROWS

TIMES = 10
HEAD = f"{'':34} {'figure':>9} {'':14} {'limit':>9} {'rounds':>10} {'MB':>5} {'MB then':>8} {'time then':>9}"


def main(names: list[str]) -> int:
    """With `--quick` rows are measured once, and none with more work: it checks that they run, not how fast."""
    is_quick = "--quick" in names
    times, runs = (2, 1) if is_quick else (TIMES, FASTEST)
    starts = tuple(name for name in names if name != "--quick") or ("",)
    print(f"Yardstick: {yardstick() / 1e6:.1f} million rounds a second. Then: with {times} times the work.\n\n{HEAD}")
    bare, broken = bare_python(), []
    for row in ROWS:
        if row.name.startswith(starts) and not (is_quick and row.is_long):
            one = measure(row, 1, runs)
            grows = row.grows and not (is_quick and not row.shows_most)
            more = measure(row, times, min(runs, 2)) if grows else None
            figure = _figure(row, more if more and row.shows_most else one, bare)
            broken += [] if row.keeps(figure) else [row.name]
            print(_line(row, figure, one, more), flush=True)
    for name in broken:
        print(f"Beyond its limit: {name}")
    return int(bool(broken) and not is_quick)


def _figure(row: Row, took: Took, bare: float) -> float:
    if row.unit == "a second":
        return took.units / took.seconds
    return {"s": took.seconds, "ms": 1000 * took.seconds, "x": took.units}.get(row.unit, took.seconds / bare)


def _line(row: Row, figure: float, one: Took, more: Took | None) -> str:
    limit = f">={row.least:,g}" if row.least else f"<={row.most:,g}" if row.most else ""
    rounds = one.seconds * one.yardstick / (one.units if row.unit == "a second" else 1)
    then = f"{more.megabytes:8.0f} {more.seconds / one.seconds:9.1f}" if more else f"{'-':>8} {'-':>9}"
    return (
        f"{row.name:34} {_short(figure):>9} {row.unit:14} {limit:>9} {_short(rounds):>10} {one.megabytes:5.0f} {then}"
    )


def _short(number: float) -> str:
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
