"""Kills every writer at random moments: `python -m tests.kills 300`.

A run is a forked copy of this process, so that it begins at once; one that ends before that is not counted. Half
of the runs are killed after a random time, the others at a random step of the writer itself, where it hurts most.
Afterwards each file must be old or new; the same run again must make exactly what an undisturbed one makes, and leave
nothing else behind.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tests.records import EXAMPLE, notation
from wsdv_tools.cli import run
from wsdv_tools.cli.stats import WORK
from wsdv_tools.dialogue.decade_dialogue import Kept
from wsdv_tools.referee.ledger import Ledger
from wsdv_tools.sources import saving
from wsdv_tools.sources.shipped import shipped

HU = shipped("data") / "lang" / "hu.yaml"
PLAYS = EXAMPLE.splitlines(keepends=True)
STEPS = ("write", "fsync", "chmod", "open", "link")  # of the writer, besides the renames
State = dict[str, bytes]


class Writer(NamedTuple):
    """Prepares the working folder, and then does something in it that may be done again."""

    name: str
    prepare: Callable[[], None]
    act: Callable[[], object]


def command(*arguments: str) -> Callable[[], object]:
    return lambda: run(["--lang", "en", *arguments])


def _nothing() -> None:
    """An empty folder."""


def _record() -> None:
    Path("game.wsdv").write_text(EXAMPLE.replace("build", "b"), "utf-8")


def _language() -> None:
    Path("hu.yaml").write_text(HU.read_text("utf-8").replace("Föld reform", "Föld  reform"), "utf-8")
    Path("sources").mkdir()
    origins = (HU.parent / "sources" / "hu.yaml").read_text("utf-8")
    Path("sources/hu.yaml").write_text(origins.replace("Bodenreform", "Landreform"), "utf-8")
    Path("hu.csv").write_text("key,form,de,en,hu\ncards.1.title,,Bodenreform,,X\ncards.2.title,,Alt,,Y\n", "utf-8")


def _kit() -> None:
    _silently(command("print", "calibration", "--paper", "a3", "--out", "."))


def _played() -> None:
    Path("club.wsdv").write_text("".join(PLAYS[:6]), "utf-8")


def _play() -> None:
    """Every line that is not in the file yet; what somebody else would have written stays."""
    ledger = Ledger(Path("club.wsdv"), notation())
    ledger.open()
    for number in range(len(ledger.text.splitlines()), 12):
        ledger.keep(ledger._draft("".join(PLAYS[: number + 1]), number + 1))


def _answered() -> None:
    Path("p.decisions").write_text("1: -rostock   # by hand\n", "utf-8")


def _answer() -> None:
    """A file that was written by hand is copied before it is written over."""
    kept = Kept(Path("p.decisions"), notation())
    answers, _ = kept.load()
    kept._lines = ""
    kept.save(answers)


WRITERS = (
    Writer("fmt --write", _record, command("fmt", "--write", "game.wsdv")),
    Writer("validate --fix", _language, command("validate", "--fix", "./hu.yaml")),
    Writer("validate --out", _record, command("validate", "game.wsdv", "--out", "report.txt")),
    Writer("show --svg", _record, command("show", "game.wsdv", "--svg", "board.svg")),
    Writer("report", _record, command("report", "game.wsdv", "-o", "game.html")),
    Writer("stats", _record, command("stats", "game.wsdv", "--format", "csv", "--format", "sqlite", "--out", "out")),
    Writer("position new", _nothing, command("position", "new", "p.yaml")),
    Writer("translate new", _nothing, command("translate", "new", "cs")),
    Writer(
        "translate export",
        _language,
        command("translate", "export", "./hu.yaml", "--format", "csv", "--out", "out.csv"),
    ),
    Writer("translate import", _language, command("translate", "import", "hu.csv", "--into", "./hu.yaml")),
    Writer("translate accept", _language, command("translate", "accept", "./hu.yaml", "cards.*")),
    Writer("print", _kit, command("print", "calibration", "--out", ".")),
    Writer("play", _played, _play),
    Writer("decade-end", _answered, _answer),
)


class Broken(Exception):
    """A promise that was not kept."""


class Range:
    """Kills writers and looks at what they leave."""

    def __init__(self, chance: Random, writers: tuple[Writer, ...] = WRITERS) -> None:
        self.chance = chance
        self.writers = writers
        self.undisturbed = {writer.name: self._undisturbed(writer) for writer in writers}
        self.killed: Counter[str] = Counter()
        self.left = 0  # runs that left something to clean up

    def _undisturbed(self, writer: Writer) -> tuple[State, list[State], float, int]:
        """What a writer finds, what it makes of it step by step, how long it takes and in how many steps."""
        with _folder():
            writer.prepare()
            before, stages = _state(), [_state()]
            with _counted(lambda _: stages.append(_state())) as count:
                began = time.monotonic()
                _silently(writer.act)
                took = time.monotonic() - began
            if _state() == before:
                raise Broken(f"{writer.name}: writes nothing")
            return before, [*stages, _state()], took, count[0]

    def kill(self, writer: Writer) -> None:
        _, stages, took, steps = self.undisturbed[writer.name]
        with _folder():
            writer.prepare()
            at = self.chance.randint(1, steps) if self.chance.random() < 0.5 else None
            child = _forked(writer.act, at)
            if at is None:
                time.sleep(self.chance.random() * took * 1.2)
                os.kill(child, signal.SIGKILL)
            _, status = os.waitpid(child, 0)
            if os.WIFSIGNALED(status):
                self.killed[writer.name] += 1
            now = _state()
            beside = {name for name in now if saving._BESIDE.fullmatch(Path(name).name) or WORK in name}
            self.left += bool(beside)
            for name in now.keys() - beside:
                if not any(stage.get(name) == now[name] for stage in stages):
                    raise Broken(f"{writer.name}: {name} is neither old nor new")
            _silently(writer.act)
            after = _state()
            copies = {name: data for name, data in after.items() if ".bak" in name}
            rest = {name: data for name, data in after.items() if name not in copies}
            if rest != {name: data for name, data in stages[-1].items() if ".bak" not in name}:
                raise Broken(f"{writer.name}: the same again makes something else: {sorted(after)}")
            if any(not any(data == stage.get(name) for stage in stages for name in stage) for data in copies.values()):
                raise Broken(f"{writer.name}: half a copy")


def _forked(act: Callable[[], object], at: int | None) -> int:
    """A copy of this process that acts, and kills itself at a step if it is told so; its process id."""
    child = os.fork()
    if child:
        return child
    try:

        def step(number: int) -> None:
            if number == at:
                os.kill(os.getpid(), signal.SIGKILL)

        with _counted(step):
            _silently(act)
    finally:
        os._exit(0)


@contextmanager
def _counted(at_step: Callable[[int], object]) -> Iterator[list[int]]:
    """Calls `at_step` before each step of the writer."""
    count = [0]
    inside = [False]
    before = {name: getattr(os, name) for name in STEPS}
    replace = Path.replace

    def stepping(real: Callable[..., object]) -> Callable[..., object]:
        def called(*arguments: object, **named: object) -> object:
            if not inside[0] and sys._getframe(1).f_code.co_filename == saving.__file__:
                inside[0] = True
                count[0] += 1
                at_step(count[0])
                inside[0] = False
            return real(*arguments, **named)

        return called

    for name, real in before.items():
        setattr(os, name, stepping(real))
    Path.replace = stepping(replace)  # type: ignore[method-assign, assignment]
    try:
        yield count
    finally:
        for name, real in before.items():
            setattr(os, name, real)
        Path.replace = replace  # type: ignore[method-assign]


@contextmanager
def _folder() -> Iterator[None]:
    here = Path.cwd()
    with TemporaryDirectory(prefix="kills-") as folder:
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(here)


def _silently(act: Callable[[], object]) -> None:
    out, err = sys.stdout, sys.stderr
    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        sys.stdout = sys.stderr = nowhere
        try:
            act()
        finally:
            sys.stdout, sys.stderr = out, err


def _state() -> State:
    return {str(path): path.read_bytes() for path in sorted(Path().rglob("*")) if path.is_file()}


def main(number: int, seed: int) -> None:
    chance = Random(seed)
    shooting = Range(chance)
    began = time.monotonic()
    runs = 0
    while shooting.killed.total() < number:
        shooting.kill(WRITERS[runs % len(WRITERS)])
        runs += 1
    told = ", ".join(f"{name} {count}" for name, count in shooting.killed.items())
    print(f"{number} kills in {runs} runs ({told});")
    print(f"{shooting.left} left something that the next run swept; {time.monotonic() - began:.0f} s, seed {seed}.")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else int(time.time()))
