"""Asks a server again and again, and looks how its memory grows: `python -m tests.soak 10000`."""

from __future__ import annotations

import re
import sys
import time
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.serving import Client, Served, furnished

MOST_MEGABYTES = 5.0
_PROVINCES = ("BY", "SN", "TH", "HE", "NW")


def grown(folder: Path, calls: int, warm_up: int) -> float:
    """Megabytes that a server has more after so many calls, the first ones not counted (Linux)."""
    served = Served(folder, first="pass")
    try:
        phone, chance = served.client(), Random(1)
        for _ in range(warm_up):
            _ask(phone, chance)
        before = _megabytes(served.process.pid)
        for _ in range(calls):
            _ask(phone, chance)
        return _megabytes(served.process.pid) - before
    finally:
        served.stop()


def _ask(phone: Client, chance: Random) -> None:
    """One of the things that devices do, never twice the same."""
    what, number = chance.randrange(6), chance.randrange(6)
    province, lang = chance.choice(_PROVINCES), chance.choice(("de", "en", "es", "hu"))
    if what == 0:
        answer = phone.tap("two.yaml", {"set": f"{province} unrest {number}"})
    elif what == 1:
        text = f"wsdv-position: 1\ndecade: {number % 4 + 1}\nprovinces: {{{province}: {{unrest: {number}}}}}\n"
        answer = phone.post("/api/call/figures", {"text": text, "lang": lang})
    elif what == 2:
        answer = phone.get(f"/api/tables/two.yaml?lang={lang}")
    elif what == 3:
        answer = phone.get("/api/tables")
    elif what == 4:
        answer = phone.get(f"/api/{chance.choice(('board', 'words'))}?lang={lang}")
    else:
        answer = phone.post("/api/call/position", {"text": f"nonsense{chance.random()}: 1\n", "lang": lang})
    assert answer.status in (200, 409, 422), answer


def _megabytes(process: int) -> float:
    status = Path(f"/proc/{process}/status").read_text("utf-8")
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    assert found
    return int(found[1]) / 1000


def main(calls: int) -> None:
    began = time.monotonic()
    with TemporaryDirectory() as folder:
        more = grown(furnished(Path(folder)), calls, max(500, calls // 10))
    print(f"{calls} calls in {time.monotonic() - began:.0f} s: {more:+.1f} MB (at most {MOST_MEGABYTES:.0f}).")
    sys.exit(more > MOST_MEGABYTES)


if __name__ == "__main__":
    main(int(sys.argv[1]))
