"""All readers that are fuzzed, each with its promises and what to begin with."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from fuzzing import commands, files, games, saves, tables

CORPUS = Path(__file__).parent / "corpus"
FAULTS = Path(__file__).parent.parent / "tests" / "faults"


class Slow(Exception):
    """An input that takes too long."""


class Fault(NamedTuple):
    """`kind` tells two faults apart; `told` is the whole report."""

    kind: str
    told: str


class Reader(NamedTuple):
    """`examine` raises where an input breaks a promise; `seeds` are real files."""

    name: str
    examine: Callable[[bytes], None]
    seeds: Callable[[], Iterator[bytes]]
    longest: int = 20_000  # bytes of an input
    slowest: float = 2.0  # seconds of processor time for an input

    def fault(self, data: bytes) -> Fault | None:
        """What is wrong with the reader of this input, if anything."""
        began = time.process_time()
        try:
            self.examine(data)
            took = time.process_time() - began
            if took > self.slowest:
                raise Slow(f"{took:.1f} s for {len(data)} bytes")
        except Exception as error:
            frames = traceback.extract_tb(error.__traceback__)
            last = next((frame for frame in reversed(frames) if "wsdv_tools" in frame.filename), frames[-1])
            what = str(error).partition(":")[0][:60] if not isinstance(error, Slow) else ""
            kind = f"{type(error).__name__} {what} {Path(last.filename).name}:{last.lineno}"
            return Fault(kind, "".join(traceback.format_exception(error)))
        return None

    def kept(self) -> list[Path]:
        """The inputs in the repository: those that reach far, and those that were faults once."""
        return [path for folder in (CORPUS, FAULTS) for path in sorted((folder / self.name).glob("*"))]


READERS = {
    reader.name: reader
    for reader in (
        Reader("data", files.examine_data, files.data_seeds, 30_000),
        Reader("language", files.examine_language, files.language_seeds, 150_000),
        Reader("exchange", files.examine_exchange, files.exchange_seeds),
        Reader("position", games.examine_position, games.position_seeds),
        Reader("record", games.examine_record, games.record_seeds),
        Reader("decisions", games.examine_decisions, games.decision_seeds),
        Reader("dialogue", tables.examine_dialogue, tables.dialogue_seeds, slowest=10.0),  # a whole evening
        Reader("save", saves.examine_save, saves.save_seeds, 60_000),
        Reader("commands", commands.examine_commands, commands.command_seeds, 2_000, slowest=20.0),  # prints, too
    )
}
