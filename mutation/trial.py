"""Tries a mutant: a forked process makes the change and runs cases until one fails.

The process that forks has loaded everything and run nothing, so that no result of the unchanged rules is kept.
"""

from __future__ import annotations

import resource
import signal
import sys
from collections.abc import Iterable
from functools import partial
from types import FrameType
from typing import TYPE_CHECKING, Any, NamedTuple

from mutation.forking import forked
from mutation.house import RULES, House
from mutation.mutant import Mutant
from wsdv_tools.conformance.case_files import Case

if TYPE_CHECKING:
    from wsdv_tools.conformance.bench import Bench

SECONDS = 12.0  # of processor time; all cases together take two, on a busy machine four
BYTES = 2 << 30  # of address space: a mutant that fills a list endlessly
KILLED, SURVIVED, ENDLESS = "killed", "survived", "endless"
Lines = dict[str, list[int]]  # by module: the lines a case passes


class Verdict(NamedTuple):
    """What became of a mutant, and the case that killed it."""

    word: str
    case: str | None = None


def try_mutant(house: House, mutant: Mutant, cases: Iterable[Case]) -> Verdict:
    """Run cases on a mutant; the first that does not hold, or raises, ends it."""

    def run() -> list[str | None]:
        signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
        resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
        first: str | None = None
        try:
            catalogue = mutant.install(house)
            bench = house.bench(catalogue)
            for case in cases:
                first = case.id
                if bench.differences(case):
                    return [KILLED, first]
        except Exception:  # whatever goes wrong, the mutant was noticed
            return [KILLED, first]
        return [SURVIVED, None]

    told = forked(run)
    return Verdict(ENDLESS) if told is None else Verdict(*told)


def passed_lines(house: House, cases: Iterable[Case]) -> dict[str, Lines | None]:
    """By case: the lines of the rules it passes; None for one that does not hold. Each starts with nothing cached."""
    bench = house.bench(house.catalogue)
    return {case.id: forked(partial(_traced, bench, case)) for case in cases}


def _traced(bench: Bench, case: Case) -> Lines | None:
    passed: dict[str, set[int]] = {}
    folder = str(RULES)

    def enter(frame: FrameType, event: str, arg: Any) -> Any:
        del event, arg
        file = frame.f_code.co_filename
        if not file.startswith(folder):
            return None
        lines = passed.setdefault(file[len(folder) + 1 : -len(".py")], set())

        def step(frame: FrameType, event: str, arg: Any) -> Any:
            del event, arg
            lines.add(frame.f_lineno)
            return step

        return step(frame, "", None)

    sys.settrace(enter)
    try:
        differences = bench.differences(case)
    except Exception:
        return None
    finally:
        sys.settrace(None)
    return None if differences else {module: sorted(lines) for module, lines in passed.items()}
