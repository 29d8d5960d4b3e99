"""How a row is measured: in a process of its own, by processor time and peak memory.

Work that a command does is measured from outside, the start of Python included; other work measures itself, so that
reading the data and making up games does not count. A loop of plain Python is timed along with it, so that numbers of
different machines can be compared. Needs Linux, which gives a process its own peak memory.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

ROUNDS = 200_000
FASTEST = 3  # runs of which the fastest counts


class Took(NamedTuple):
    """What some work took: `units` are the things done, `yardstick` the rounds a second of the plain loop."""

    seconds: float
    units: float
    megabytes: float = 0.0
    yardstick: float = 0.0


@dataclass(frozen=True)
class Row:
    """A row of the table: its work, which is given how many times as much to do, and the limit of its figure.

    `commands` are the arguments of `wsdv`, run one after the other in a folder of their own; None is a bare Python.
    """

    name: str
    unit: str  # "a second" counts units; "s" and "ms" are seconds; "x" is a ratio that the work knows itself
    work: Callable[[int], Took] | None = None
    commands: Callable[[int, str], list[list[str]]] | None = None
    least: float | None = None
    most: float | None = None
    grows: bool = True
    shows_most: bool = False  # the figure is that of the most work, not of the least
    is_long: bool = False  # left out by `--quick`

    def keeps(self, figure: float) -> bool:
        return (self.least is None or figure >= self.least) and (self.most is None or figure <= self.most)


def timed(units: float, work: Callable[[], object]) -> Took:
    """What a piece of work took, by the processor's time."""
    start = time.process_time()
    work()
    return Took(time.process_time() - start, units)


def yardstick() -> float:
    """Rounds of a small loop in a second: a few million on today's machines."""
    start = time.process_time()
    total, table = 0, {number: number for number in range(64)}
    for number in range(ROUNDS):
        total += table[number & 63] * 3 % 7
    assert total
    return ROUNDS / (time.process_time() - start)


def measure(row: Row, amount: int, runs: int = FASTEST) -> Took:
    """The fastest of several runs."""
    return min((_measure_once(row, amount) for _ in range(runs)), key=lambda took: took.seconds)


# Reads no more than it has to: this is part of what is measured.
_RUN = """
import sys
from wsdv_tools.cli import main
for command in sys.argv[1].split("\\n"):
    sys.argv = ["wsdv", *command.split("\\t")]
    try:
        main()
    except SystemExit as end:
        if end.code not in (0, 3): raise
print(open("/proc/self/status").read())
"""


def bare_python() -> float:
    """Seconds that Python needs to do nothing."""
    return min(_child(["-c", "pass"])[0] for _ in range(2 * FASTEST))


def _measure_once(row: Row, amount: int) -> Took:
    if row.commands:
        with TemporaryDirectory() as folder:
            commands = "\n".join("\t".join(arguments) for arguments in row.commands(amount, folder))
            speed = yardstick()
            seconds, told = _child(["-c", _RUN, commands])
        return Took(seconds, 1, _peak(told), speed)
    _, told = _child(["-m", "benchmarks.measuring", row.name, str(amount)])
    return Took(*json.loads(told.splitlines()[0]))._replace(megabytes=_peak(told))


def _peak(status: str) -> float:
    """The peak megabytes of a process, as it printed at its end: its parent would see its own included."""
    return max(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM:")) / 1000


def _child(arguments: list[str]) -> tuple[float, str]:
    """The processor's time of a process, and what it printed."""
    # From compiled modules, as users run it, whatever the settings of this process.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    with subprocess.Popen([sys.executable, *arguments], stdout=subprocess.PIPE, text=True, env=environment) as child:
        assert child.stdout
        told = child.stdout.read()
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise subprocess.CalledProcessError(child.returncode, arguments)
    return used.ru_utime + used.ru_stime, told


def main(name: str, amount: str) -> None:
    """In the process of a row: do its work once and say what it took."""
    from benchmarks.rows import ROWS

    row = next(row for row in ROWS if row.name == name)
    assert row.work
    speed = yardstick()
    print(json.dumps(row.work(int(amount))._replace(yardstick=speed)))
    print(Path("/proc/self/status").read_text())


if __name__ == "__main__":
    main(*sys.argv[1:])
