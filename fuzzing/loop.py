"""Fuzzes one reader for some time, in a process of its own: `python -m fuzzing.loop READER SECONDS FOLDER`.

Atheris says which inputs reach code that none has reached before; they are kept and damaged further. A fault does
not end the run: it is written to the folder, made small, and the search goes on for others.
"""

from __future__ import annotations

import hashlib
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import atheris

# What only speaks or draws is not watched: it would cost two thirds of the time.
_WATCHED = [
    f"wsdv_tools.{room}"
    for room in (
        "sources",
        "facts",
        "record",
        "rules",
        "dialogue",
        "tabletop",
        "translating",
        "cli",
    )
]
with atheris.instrument_imports(include=_WATCHED):
    from fuzzing.mutating import Mutator
    from fuzzing.readers import READERS, Fault, Reader

HANGS = 300  # seconds by the clock, however busy the machine; then the process is stopped and the input reported
MOST_MEMORY = 1500  # megabytes
SHRINKING = 20.0  # seconds to make a fault small


class Hunt:
    """Examines what the fuzzer makes, and keeps each kind of fault once."""

    def __init__(self, reader: Reader, folder: Path) -> None:
        self.reader = reader
        self.folder = folder
        self.known: set[str] = set()

    def examine(self, data: bytes) -> None:
        fault = self.reader.fault(data)
        if fault is None or fault.kind in self.known:
            return
        self.known.add(fault.kind)
        small = shrink(data, lambda text: self._is_same(text, fault))
        path = self.folder / f"fault-{hashlib.sha256(small).hexdigest()[:12]}"
        path.write_bytes(small)
        path.with_suffix(".told").write_text(fault.told, "utf-8")
        print(f"FAULT {path} {fault.kind}", file=sys.stderr, flush=True)

    def _is_same(self, data: bytes, fault: Fault) -> bool:
        found = self.reader.fault(data)
        return found is not None and found.kind == fault.kind


def shrink(data: bytes, still_fails: Callable[[bytes], bool]) -> bytes:
    """The shortest text that fails in the same way, found by leaving out lines, then characters, in smaller pieces."""
    until = time.monotonic() + SHRINKING
    for joint in (b"\n", b""):
        parts = data.split(joint) if joint else [data[i : i + 1] for i in range(len(data))]
        size = max(1, len(parts) // 2)
        while size and time.monotonic() < until:
            at = 0
            while at < len(parts) and time.monotonic() < until:
                shorter = parts[:at] + parts[at + size :]
                if still_fails(joint.join(shorter)):
                    parts = shorter
                else:
                    at += size
            size //= 2
        data = joint.join(parts)
    return data


def main(name: str, seconds: str, where: str) -> None:
    reader, folder = READERS[name], Path(where)
    found = folder / "corpus"
    found.mkdir(parents=True, exist_ok=True)
    begin_with = folder / "seeds"
    begin_with.mkdir(exist_ok=True)
    seeds = [*reader.seeds(), *(path.read_bytes() for path in reader.kept())]
    for number, seed in enumerate(seeds):
        (begin_with / f"{number:04}").write_bytes(seed)
    mutator = Mutator(seeds)

    def mutate(data: bytes, most: int, seed: int) -> bytes:
        chance = Random(seed)
        if chance.random() < 0.1:
            return bytes(atheris.Mutate(data, most))
        return mutator.mutate(data, chance)[:most]

    def cross(one: bytes, other: bytes, most: int, seed: int) -> bytes:
        return mutator.cross(one, other, Random(seed))[:most]

    options = [
        f"-max_total_time={seconds}",
        f"-max_len={reader.longest}",
        f"-timeout={HANGS}",
        f"-rss_limit_mb={MOST_MEMORY}",
        f"-artifact_prefix={folder}/",
        "-print_final_stats=1",
        "-len_control=0",
        str(found),
        str(begin_with),
    ]
    hunt = Hunt(reader, folder)
    atheris.Setup(
        [sys.argv[0], *options], hunt.examine, custom_mutator=mutate, custom_crossover=cross, internal_libfuzzer=True
    )
    atheris.Fuzz()


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    main(*sys.argv[1:])
