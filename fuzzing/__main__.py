"""Fuzzes all readers, or those named, one after the other: `python -m fuzzing --seconds 600 record position`.

`python -m fuzzing --replay FILE...` examines single inputs; the folder of a file says which reader it is for.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from fuzzing.keeping import keep
from fuzzing.readers import READERS

OUTPUT = Path("output") / "fuzz"
_STATE = re.compile(r"#(\d+)\s+\w+\s+cov: (\d+) .*?corp: (\d+)/")
_GRACE = 600  # seconds more than asked for, until a process counts as stuck


class Run(NamedTuple):
    """The result of fuzzing one reader."""

    reader: str
    seconds: int
    processor: float  # seconds of it that the machine gave
    executions: int
    branches: int
    inputs: int
    faults: list[Path]
    has_ended: bool  # as it should; otherwise its log says why


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m fuzzing", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="READER", help=f"of {', '.join(READERS)}; all by default")
    parser.add_argument("--seconds", type=int, default=300, help="in all, shared equally (default 300)")
    parser.add_argument("--replay", action="store_true", help="examine the files named instead")
    parser.add_argument("--keep", action="store_true", help="put what reached far into fuzzing/corpus/ instead")
    options = parser.parse_args(arguments)
    if options.replay:
        return replay(map(Path, options.names))
    unknown = [name for name in options.names if name not in READERS]
    if unknown:
        parser.error(f"no such reader: {', '.join(unknown)}")
    names = options.names or list(READERS)
    if options.keep:
        for name in names:
            print(f"{name}: {keep(name, OUTPUT / name / 'corpus')} inputs more")
        return 0
    runs = [fuzz(name, max(1, options.seconds // len(names))) for name in names]
    return report(runs)


def fuzz(name: str, seconds: int) -> Run:
    """One reader, in a process of its own that may end as it likes."""
    folder = OUTPUT / name
    folder.mkdir(parents=True, exist_ok=True)
    before = set(_faults(folder))
    print(f"{name}: {seconds} s ...", flush=True)
    log = folder / "log"
    began, used = time.monotonic(), _processor_time()
    with log.open("w", encoding="utf-8") as out:
        command = [sys.executable, "-m", "fuzzing.loop", name, str(seconds), str(folder)]
        environment = {**os.environ, "PYTHONHASHSEED": "0"}
        try:
            code = subprocess.run(
                command, stdout=out, stderr=out, env=environment, timeout=seconds + _GRACE, check=False
            ).returncode
        except subprocess.TimeoutExpired:
            code = 1
    states = _STATE.findall(log.read_text("utf-8", "replace"))
    executions, branches, inputs = map(int, states[-1]) if states else (0, 0, 0)
    faults = sorted(set(_faults(folder)) - before)
    took = round(time.monotonic() - began)
    return Run(name, took, _processor_time() - used, executions, branches, inputs, faults, not code)


def _processor_time() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def _faults(folder: Path) -> list[Path]:
    """What broke a promise, and what libFuzzer itself calls a crash, a timeout or too much memory."""
    kinds = ("fault-", "crash-", "timeout-", "oom-")
    return [path for path in folder.iterdir() if path.name.startswith(kinds) and path.suffix != ".told"]


def report(runs: list[Run]) -> int:
    head = ("seconds", "processor", "inputs tried", "branches", "corpus", "faults")
    print(f"\n{'reader':<12}" + "".join(f"{name:>13}" for name in head))
    for run in runs:
        numbers = (run.seconds, round(run.processor), run.executions, run.branches, run.inputs, len(run.faults))
        print(f"{run.reader:<12}" + "".join(f"{number:>13,}" for number in numbers))
    faults = [str(path) for run in runs for path in run.faults]
    broken = [run.reader for run in runs if not run.has_ended]
    for name in broken:
        print(f"\nThe run of {name} broke off; see {OUTPUT / name / 'log'}")
    if not faults:
        print("" if broken else "\nNo fault.")
        return 1 if broken else 0
    print(f"\nFaults: {len(faults)}. Replay them: {sys.executable} -m fuzzing --replay {' '.join(faults)}")
    return 1


def replay(paths: Iterable[Path]) -> int:
    """Examine single files and show what is wrong with them."""
    worst = 0
    for path in paths:
        reader = READERS.get(path.absolute().parent.name)
        if reader is None:
            print(f"{path}: lies in no folder of a reader; these are {', '.join(READERS)}")
            return 2
        fault = reader.fault(path.read_bytes())
        print(f"{path}: {fault.told if fault else 'good'}")
        worst = 1 if fault else worst
    return worst


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
