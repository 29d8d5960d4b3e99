"""`python -m mutation.games`: mutants of the rules of the small games, each against all cases of its game.

Verdicts are kept between runs, as those of the big game are; with names (`vorhang.rules`) only these modules are tried.
"""

from __future__ import annotations

import importlib
import json
import resource
import signal
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import CodeType
from typing import Any

import wsdv_tools
from mutation import explained, report
from mutation.code import CodeMutant, mutants_of
from mutation.forking import forked
from mutation.house import code_of, exchange, import_again
from mutation.kept import FOLDER, Kept
from mutation.mutant import Mutant, short
from mutation.trial import BYTES, ENDLESS, KILLED, SECONDS, SURVIVED, Verdict

HOUSE = Path(wsdv_tools.__file__).parent
PACKAGE = "wsdv_tools.games"
BENCH = "tests.games_bench"
LEAST = 97.0  # per cent killed or explained; also, none may be left without a reason
# What states a rule; reading, writing and drawing have tests of their own.
MODULES = (
    "acting",
    "sides",
    "kubakrise.position",
    "kubakrise.rules",
    "kubakrise.scoring",
    "vorhang.position",
    "vorhang.rules",
    "vorhang.acting",
    "vorhang.scoring",
)
GAMES = ("kubakrise", "vorhang")


def games_of(module: str) -> tuple[str, ...]:
    """The games whose cases can kill it."""
    first = module.partition(".")[0]
    return (first,) if first in GAMES else GAMES


def path_of(module: str) -> Path:
    return HOUSE / "games" / f"{module.replace('.', '/')}.py"


def fingerprint() -> str:
    """The code that the cases run, in short."""
    shared = [HOUSE / "rules" / f"{name}.py" for name in ("choices", "run", "play")]
    files = [*sorted((HOUSE / "games").rglob("*.py")), *shared, Path("tests/games_bench.py")]
    return short(b"".join(path.read_bytes() for path in files))


@dataclass(frozen=True)
class Bench:
    """The cases as they are read once, and the code of all modules of the small games."""

    cases: Mapping[str, Any]
    digests: Mapping[str, str]
    codes: Mapping[str, CodeType]

    @classmethod
    def load(cls) -> Bench:
        bench = importlib.import_module(BENCH)
        read = {game: bench.read_cases(game) for game in GAMES}
        cases = {case.id: case for of_game in read.values() for case in of_game}
        digests = {id_: short(json.dumps([case.entry, str(case.deck)]).encode()) for id_, case in cases.items()}
        for module in MODULES:  # some are loaded only when they are needed
            importlib.import_module(f"{PACKAGE}.{module}")
        for game in GAMES:
            bench.room(game)
        names = [name for name in sys.modules if name.startswith(f"{PACKAGE}.") or name == BENCH]
        return cls(cases, digests, {name: code_of(name) for name in names if name not in _packages(names)})

    def of(self, module: str) -> list[str]:
        return [id_ for id_, case in self.cases.items() if case.game in games_of(module)]

    def install(self, module: str, mutant: CodeMutant) -> None:
        """Make the change in this process: in the one function, or by loading all modules once more."""
        code = compile(mutant.changed, str(path_of(module)), "exec")
        name = f"{PACKAGE}.{module}"
        if mutant.reached is None:
            import_again({**self.codes, name: code})
        else:
            exchange(sys.modules[name], mutant.where, code)

    def try_mutant(self, module: str, mutant: CodeMutant, ids: Sequence[str]) -> Verdict:
        """Run cases until one does not hold, in a process of its own."""

        def run() -> list[str | None]:
            signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
            resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
            first: str | None = None
            try:
                self.install(module, mutant)
                bench = importlib.import_module(BENCH)
                cases = self.cases
                if mutant.reached is None:  # of the classes that were loaded again
                    cases = {case.id: case for game in games_of(module) for case in bench.read_cases(game)}
                for first in ids:
                    if bench.differences(cases[first]):
                        return [KILLED, first]
            except Exception:  # whatever goes wrong, the mutant was noticed
                return [KILLED, first]
            return [SURVIVED, None]

        told = forked(run)
        return Verdict(ENDLESS) if told is None else Verdict(*told)

    def faults(self) -> list[str]:
        """Cases that do not hold on the unchanged rules."""
        differences = importlib.import_module(BENCH).differences
        found: list[str] = forked(lambda: [id_ for id_, case in self.cases.items() if differences(case)])
        return found


def _packages(names: Sequence[str]) -> set[str]:
    return {name.rpartition(".")[0] for name in names}


def verdicts(bench: Bench, module: str) -> Iterator[tuple[Mutant, Verdict]]:
    """What becomes of each mutant of a module; the likeliest killer is tried first."""
    room = f"games.{module}"
    kept = Kept(room, bench.digests, fingerprint())
    ids = bench.of(module)
    against = short(" ".join(sorted(bench.digests[id_] for id_ in ids)).encode())
    killers: Counter[str] = Counter()
    try:
        for mutant in mutants_of(room, path_of(module).read_bytes()):
            verdict = kept.verdict(mutant.id, against)
            if verdict is None:
                last = kept.killer(mutant.id)
                verdict = bench.try_mutant(module, mutant, sorted(ids, key=lambda id_: (id_ != last, -killers[id_])))
                kept.put(mutant.id, verdict, against)
            if verdict.case:
                killers[verdict.case] += 1
            yield mutant, verdict
    finally:
        kept.save()


def main(names: Sequence[str]) -> int:
    unknown = [name for name in names if name not in MODULES]
    if unknown:
        raise SystemExit(f"{', '.join(unknown)}: not one of {', '.join(MODULES)}")
    bench = Bench.load()
    faults = bench.faults()
    if faults:
        raise SystemExit(f"These cases do not hold on the unchanged rules: {', '.join(faults)}")
    explanations = explained.read(explained.OF_GAMES)
    rows, survivors = [], []
    for module in names or MODULES:
        found = list(verdicts(bench, module))
        survivors += [mutant for mutant, verdict in found if verdict.word == SURVIVED]
        rows.append(report.row(f"games.{module}", found, explanations))
        print(f"{module}: {len(rows[-1].left)} left", file=sys.stderr, flush=True)
    whole = report.total("games", rows)
    report.write_left(rows, FOLDER / "left")
    report.print_table([*rows, whole])
    stale = [
        one
        for one in explanations
        if one.place.partition(" ")[0] in {row.room for row in rows} and not any(map(one.fits, survivors))
    ]
    for one in stale:
        print(f"stale: {one.place}: {one.was} -> {one.now}")
    return 0 if whole.score >= LEAST and not whole.left and not stale else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
