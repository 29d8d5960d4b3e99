"""`python -m mutation` tries every mutant; with names of modules or tables only theirs; see README.md here."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from functools import partial

from mutation import explained, report
from mutation.house import House
from mutation.kept import FOLDER, passed
from mutation.mutant import Mutant
from mutation.running import Run, rooms
from mutation.trial import SURVIVED, Lines, try_mutant

LEAST = 90.0  # per cent killed or explained


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m mutation", description=__doc__)
    parser.add_argument("rooms", nargs="*", metavar="NAME", help="a module (economy) or a table (cards.yaml)")
    parser.add_argument("--mutant", action="append", default=[], metavar="ID", help="try this one, whatever is kept")
    parser.add_argument("--entry", action="append", default=[], metavar="ID", help="print its entry for explained.yaml")
    parser.add_argument("--quick", action="store_true", help="believe what was killed before the rules last changed")
    options = parser.parse_args(arguments)
    if options.entry:
        print(explained.entry(_named(options.entry)))
        return 0
    unknown = [room for room in options.rooms if room not in rooms()]
    if unknown:
        parser.error(f"{', '.join(unknown)}: not one of {', '.join(rooms())}")
    house = House()
    lines = passed(house)
    for id_ in house.cases.keys() - lines.keys():
        print(f"{id_} does not hold on the unchanged rules, and is left out.", file=sys.stderr)
    if options.mutant:
        return _try_named(house, lines, options.mutant)
    return _try_rooms(house, lines, options.rooms or list(rooms()), options.quick)


def _named(ids: Sequence[str]) -> list[Mutant]:
    found = {mutant.id: mutant for id_ in ids for mutant in _mutants_of(id_.rpartition("-")[0])}
    missing = [id_ for id_ in ids if id_ not in found]
    if missing:
        raise SystemExit(f"{', '.join(missing)}: no such mutant")
    return [found[id_] for id_ in ids]


def _mutants_of(room: str) -> Sequence[Mutant]:
    return rooms()[room](room) if room in rooms() else ()


def _try_named(house: House, lines: Mapping[str, Lines], ids: Sequence[str]) -> int:
    for mutant in _named(ids):
        cases = Run(mutant.room, house, lines).meeting(mutant)
        verdict = try_mutant(house, mutant, cases)
        print(mutant)
        print(f"  {verdict.word}{f' by {verdict.case}' if verdict.case else ''}; {len(cases)} cases meet it")
        if verdict.word == SURVIVED:
            print("  " + " ".join(case.id for case in cases[:12]))
    return 0


def _try_rooms(house: House, lines: Mapping[str, Lines], names: Sequence[str], quick: bool) -> int:
    explanations = explained.read()
    rows: list[report.Row] = []
    survivors: list[Mutant] = []
    for room in names:
        run = Run(room, house, lines, quick)
        verdicts = list(run.verdicts(partial(_tell, room)))
        survivors += [mutant for mutant, verdict in verdicts if verdict.word == SURVIVED]
        rows.append(report.row(room, verdicts, explanations))
    _tell("", 0, 0)
    code = [row for row in rows if not row.room.endswith(".yaml")]
    tables = [row for row in rows if row.room.endswith(".yaml")]
    sums = [report.total(name, some) for name, some in (("rules", code), ("tables", tables)) if some]
    report.write_left(rows, FOLDER / "left")
    report.print_table([*rows, *sums])
    for one in explanations:
        if one.place.partition(" ")[0] in names and not any(one.fits(mutant) for mutant in survivors):
            print(f"stale: {one.place}: {one.was} -> {one.now}")
    return 0 if all(one.score >= LEAST for one in sums) else 1


def _tell(room: str, number: int, of: int) -> None:
    if sys.stderr.isatty():
        print(f"\r\033[K{room} {number}/{of}" if of else "\r\033[K", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
