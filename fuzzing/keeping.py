"""Keeps the inputs worth keeping: those that pass from one line to another where no real file does."""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path
from types import FrameType
from typing import Any

from fuzzing.readers import CORPUS, READERS, Reader

MOST_BYTES = 6_000  # of an input that is kept
MOST_INPUTS = 60  # of one reader: the tests examine all of them

Arc = tuple[str, int, int]


def keep(name: str, found: Path) -> int:
    """Put the best of what was found into the corpus; what is there already stays. Gives the number of new ones."""
    reader, folder = READERS[name], CORPUS / name
    folder.mkdir(parents=True, exist_ok=True)
    reached: set[Arc] = set()
    for seed in [*reader.seeds(), *(path.read_bytes() for path in reader.kept())]:
        reached |= arcs(reader, seed)
    room = MOST_INPUTS - len(list(folder.iterdir()))
    reach: dict[Path, set[Arc]] = {}
    for path in sorted(found.iterdir(), key=lambda path: (path.stat().st_size, path.name)):
        if path.stat().st_size <= MOST_BYTES:
            new = arcs(reader, path.read_bytes()) - reached
            if new:
                reach[path] = new
    kept = 0
    while reach and kept < room:
        best = max(reach, key=lambda path: (len(reach[path]), -path.stat().st_size))
        data, gained = best.read_bytes(), reach.pop(best)
        (folder / hashlib.sha256(data).hexdigest()[:10]).write_bytes(data)
        reach = {path: new - gained for path, new in reach.items() if new - gained}
        kept += 1
    return kept


def arcs(reader: Reader, data: bytes) -> set[Arc]:
    """The steps from line to line that an input causes in the readers."""
    seen: set[Arc] = set()
    before: dict[FrameType, int] = {}

    def local(frame: FrameType, event: str, argument: Any) -> Any:
        del argument
        if event == "line":
            seen.add((frame.f_code.co_filename, before.get(frame, 0), frame.f_lineno))
            before[frame] = frame.f_lineno
        elif event == "return":
            before.pop(frame, None)
        return local

    def entered(frame: FrameType, event: str, argument: Any) -> Any:
        return local(frame, event, argument) if "wsdv_tools" in frame.f_code.co_filename else None

    sys.settrace(entered)
    try:
        reader.fault(data)
    finally:
        sys.settrace(None)
    return seen
