"""Tries the mutants of a module or a table, the likeliest killers first."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence

from mutation import code, tables
from mutation.house import House
from mutation.kept import Kept, fingerprint
from mutation.mutant import Mutant, short
from mutation.trial import Lines, Verdict, try_mutant
from wsdv_tools.conformance.case_files import Case

Told = Callable[[int, int], None]  # how many were tried, of how many


def rooms() -> dict[str, Callable[[str], Sequence[Mutant]]]:
    """Every module and table that is mutated, with what makes its mutants."""
    return {**dict.fromkeys(code.modules(), code.mutants), **dict.fromkeys(tables.tables(), tables.mutants)}


class Run:
    """Cases against the mutants of one room."""

    def __init__(self, room: str, house: House, passed: Mapping[str, Lines], quick: bool = False) -> None:
        self.mutants = rooms()[room](room)
        self.kept = Kept(room, house.digests, fingerprint(), quick)
        self.house = house
        self.passed = {id_: frozenset(lines.get(room, ())) for id_, lines in passed.items()}
        self._killers: dict[str, Counter[str]] = defaultdict(Counter)
        self._words = {id_: _words(case) for id_, case in house.cases.items()}

    def verdicts(self, told: Told) -> Iterator[tuple[Mutant, Verdict]]:
        """What becomes of each; verdicts that still hold are not tried again."""
        try:
            for number, mutant in enumerate(self.mutants, 1):
                cases = self.meeting(mutant)
                against = short(" ".join(sorted(self.house.digests[case.id] for case in cases)).encode())
                verdict = self.kept.verdict(mutant.id, against)
                if verdict is None:
                    verdict = try_mutant(self.house, mutant, self._in_order(mutant, cases))
                    self.kept.put(mutant.id, verdict, against)
                if verdict.case:
                    self._killers[mutant.group][verdict.case] += 1
                told(number, len(self.mutants))
                yield mutant, verdict
        finally:
            self.kept.save()

    def meeting(self, mutant: Mutant) -> list[Case]:
        """The cases that pass the changed lines; where none seems to, those that pass the function."""
        for lines in (mutant.lines, mutant.function_lines):
            found = [id_ for id_, passed in self.passed.items() if lines is None or lines & passed]
            if found:
                return [self.house.cases[id_] for id_ in found]
        return []

    def _in_order(self, mutant: Mutant, cases: list[Case]) -> list[Case]:
        last, killers, words = self.kept.killer(mutant.id), self._killers[mutant.group], mutant.words
        return sorted(
            cases, key=lambda case: (case.id != last, -killers[case.id], words.isdisjoint(self._words[case.id]))
        )


def _words(case: Case) -> frozenset[str]:
    """The words in a case, to try first those that mention what was changed."""
    told = f"{case.rule} {case.position} {case.decisions} {case.record} {case.expect}"
    return frozenset(re.findall(r"[\w-]+", told))
