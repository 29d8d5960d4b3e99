"""Verdicts kept between runs, so that an interrupted run can continue, and a second one tries only what has changed."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mutation.house import RULES, House
from mutation.mutant import short
from mutation.trial import KILLED, Lines, Verdict, passed_lines
from wsdv_tools.facts.catalogue import FACTS
from wsdv_tools.sources.shipped import shipped

FOLDER = Path("output/mutation")
PAUSE = 5.0  # seconds between two savings


def fingerprint() -> str:
    """Rules, readers, runner and tables in short: when they change, all is tried again, the last killer first."""
    rooms = ("rules", "positions", "record", "referee", "conformance")
    sources = [path for room in rooms for path in (RULES.parent / room).glob("*.py")]
    files = [*sorted(sources), *(shipped("data") / f"{kind}.yaml" for kind in FACTS)]
    return short(b"".join(path.read_bytes() for path in files))


def passed(house: House) -> dict[str, Lines]:
    """By case: the lines of the rules it passes. Cases that do not hold on the unchanged rules are left out."""
    path = FOLDER / "lines.json"
    document = _read(path, fingerprint())
    known: dict[str, Lines | None] = document.get("lines", {})
    new = {id_: case for id_, case in house.cases.items() if known.get(house.digests[id_]) is None}
    found = passed_lines(house, new.values())
    lines = {id_: found[id_] if id_ in new else known[house.digests[id_]] for id_ in house.cases}
    kept = {house.digests[id_]: of_case for id_, of_case in lines.items()}
    _write(path, {"fingerprint": fingerprint(), "lines": kept})
    return {id_: of_case for id_, of_case in lines.items() if of_case is not None}


class Kept:
    """The verdicts of one module or table. Others may run at the same time: each has its own file."""

    def __init__(self, room: str, digests: Mapping[str, str], state: str, quick: bool = False) -> None:
        self._quick = quick
        self._path = FOLDER / f"{room}.json"
        self._digests = digests  # by case
        self._fingerprint = state
        self._verdicts: dict[str, dict[str, str | None]] = {}
        document = _read(self._path)
        self._killers: dict[str, str] = document.get("killers", {})
        if document.get("fingerprint") == self._fingerprint:
            self._verdicts = document["verdicts"]
        self._saved = time.monotonic()

    def killer(self, id_: str) -> str | None:
        """The case that killed a mutant when it was last tried."""
        case = self._killers.get(id_)
        return case if case in self._digests else None

    def verdict(self, id_: str, against: str) -> Verdict | None:
        """A verdict that still holds: its killer is as it was, or it met the same cases."""
        entry = self._verdicts.get(id_)
        if entry is None:
            killer = self.killer(id_) if self._quick else None
            return Verdict(KILLED, killer) if killer else None
        word, case = str(entry["word"]), entry["case"]
        return Verdict(word, case) if entry["digest"] == self._told(case, against) else None

    def put(self, id_: str, verdict: Verdict, against: str) -> None:
        told = self._told(verdict.case, against)
        self._verdicts[id_] = {"word": verdict.word, "case": verdict.case, "digest": told}
        if verdict.case:
            self._killers[id_] = verdict.case
        if time.monotonic() - self._saved > PAUSE:
            self.save()

    def save(self) -> None:
        document = {"fingerprint": self._fingerprint, "verdicts": self._verdicts, "killers": self._killers}
        _write(self._path, document)
        self._saved = time.monotonic()

    def _told(self, case: str | None, against: str) -> str | None:
        if case is None:
            return against
        return self._digests.get(case)


def _read(path: Path, current: str | None = None) -> dict[str, Any]:
    """What was kept; nothing where that cannot be read, or was kept for another state than the current one."""
    try:
        document: dict[str, Any] = json.loads(path.read_text())
    except (OSError, ValueError):
        return {}
    return document if current in (None, document.get("fingerprint")) else {}


def _write(path: Path, document: dict[str, Any]) -> None:
    """All or nothing: a run may be interrupted at any time."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_suffix(f".{os.getpid()}")
    new.write_text(json.dumps(document))
    new.replace(path)
