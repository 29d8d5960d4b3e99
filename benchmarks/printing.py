"""How long printing takes: the whole kit from the command line, and all card faces by themselves.

Run it with `python -m benchmarks.printing`; a number above its limit ends with exit code 1.
"""

from __future__ import annotations

import subprocess
import sys
import time
from tempfile import TemporaryDirectory

KIT_SECONDS, KIT_MEGABYTES, FACES_SECONDS = 4.0, 300.0, 1.0
RUNS = 3

FACES = """
import time
from wsdv_tools.components.cards import CardPrinter
from wsdv_tools.components.lettering import Lettering
from wsdv_tools.drawing.palette import Palette
from wsdv_tools.facts import Catalogue
catalogue = Catalogue.load()
lettering, palette = Lettering.load(catalogue, "de"), Palette.load("full")
start = time.perf_counter()
printer = CardPrinter(lettering, palette)
faces = [printer.face(card) for card in catalogue.cards.values()]
print(len(faces), time.perf_counter() - start)
"""


def kit() -> tuple[float, float]:
    """Seconds of the best run, and the most megabytes of any."""
    import resource

    times = []
    for _ in range(RUNS):
        with TemporaryDirectory() as folder:
            command = [sys.executable, "-c", "from wsdv_tools.cli import main; main()"]
            start = time.perf_counter()
            subprocess.run(
                [*command, "print", "kit", "--lang", "de", "--out", folder], check=True, stdout=subprocess.DEVNULL
            )
            times.append(time.perf_counter() - start)
    return min(times), resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024


def faces() -> float:
    """Seconds for 85 faces, with templates and fonts still to be read, as in a fresh process."""
    times = []
    for _ in range(RUNS):
        result = subprocess.run([sys.executable, "-c", FACES], check=True, capture_output=True, text=True)
        count, seconds = result.stdout.split()
        assert count == "85"
        times.append(float(seconds))
    return min(times)


def main() -> int:
    seconds, megabytes = kit()
    rows = [
        ("whole kit, German, A4", seconds, KIT_SECONDS, "s"),
        ("most memory of it", megabytes, KIT_MEGABYTES, "MB"),
        ("85 card faces", faces(), FACES_SECONDS, "s"),
    ]
    for name, value, limit, unit in rows:
        print(f"{name:24} {value:8.2f} {unit:3} (at most {limit:g} {unit})")
    return int(any(value > limit for _, value, limit, _ in rows))


if __name__ == "__main__":
    sys.exit(main())
