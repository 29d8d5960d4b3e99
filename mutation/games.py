"""`python -m mutation.games`: mutants of the rules of the small games, each against all cases of its game."""

from __future__ import annotations

import importlib
import resource
import signal
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from types import CodeType

import wsdv_tools
from mutation.code import CodeMutant, mutants_of
from mutation.forking import forked
from mutation.house import _Finder
from mutation.trial import BYTES, ENDLESS, KILLED, SECONDS, SURVIVED

ROOM = Path(wsdv_tools.__file__).parent / "games"
PACKAGE = "wsdv_tools.games"
BENCH = f"{PACKAGE}.cases"
LEFT = Path("output/mutation/games.txt")
LEAST = 90.0  # per cent killed
# What states a rule; reading, writing and drawing have tests of their own.
MODULES = (
    "acting",
    "uses",
    "kubakrise.position",
    "kubakrise.rules",
    "kubakrise.scoring",
    "kubakrise.campaign",
    "vorhang.position",
    "vorhang.rules",
    "vorhang.acting",
    "vorhang.scoring",
)
GAMES = ("kubakrise", "vorhang")


def games_of(module: str) -> tuple[str, ...]:
    """The games whose cases can tell."""
    first = module.partition(".")[0]
    return (first,) if first in GAMES else GAMES


def path_of(module: str) -> Path:
    return ROOM / f"{module.replace('.', '/')}.py"


def try_mutant(module: str, mutant: CodeMutant, killers: Counter[str]) -> tuple[str, str]:
    """Load the games anew with one module changed, and run cases till one does not hold, the likeliest first."""

    def run() -> list[str]:
        id_ = ""
        signal.setitimer(signal.ITIMER_VIRTUAL, 2 * SECONDS)
        resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
        try:
            code: CodeType = compile(mutant.changed, str(path_of(module)), "exec")
            for name in [name for name in sys.modules if name.startswith(f"{PACKAGE}.")]:
                del sys.modules[name]
            sys.meta_path.insert(0, _Finder({f"{PACKAGE}.{module}": code}))
            bench = importlib.import_module(BENCH)
            cases = [case for game in games_of(module) for case in bench.read_cases(game)]
            for case in sorted(cases, key=lambda case: -killers[case.id]):
                id_ = case.id
                if bench.differences(case):
                    return [KILLED, id_]
        except Exception:  # whatever goes wrong, the mutant was noticed
            return [KILLED, id_]
        return [SURVIVED, ""]

    word, killer = forked(run) or (ENDLESS, "")
    killers[killer] += 1
    return word, killer


def main(names: Sequence[str]) -> int:
    bench = importlib.import_module(BENCH)
    for game in GAMES:  # read once, and kept for every process
        assert not any(bench.differences(case) for case in bench.read_cases(game))
    left: list[str] = []
    total = killed = 0
    for module in names or MODULES:
        found = mutants_of(module.rpartition(".")[2], path_of(module).read_bytes())
        killers: Counter[str] = Counter()
        verdicts = [(mutant, try_mutant(module, mutant, killers)) for mutant in found]
        survived = [mutant for mutant, (word, _) in verdicts if word == SURVIVED]
        left += [f"{module}.{mutant.where}\n  - {mutant.was}\n  + {mutant.now}\n" for mutant in survived]
        total += len(found)
        killed += len(found) - len(survived)
        print(f"{module:22}{len(found):6} mutants{len(survived):5} survived", flush=True)
    LEFT.parent.mkdir(parents=True, exist_ok=True)
    LEFT.write_text("\n".join(left), "utf-8")
    share = 100 * killed / max(1, total)
    print(f"{'all':22}{total:6} mutants{total - killed:5} survived, {share:.1f} % killed")
    return 0 if share >= LEAST else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
