"""The whole proof of the forecast, by `make forecast`; the tests do a small part of it.

Verdicts are compared with enumeration, forced lines are played against random opponents, and times are measured. Every
finished board is saved in `output/forecast.jsonl`, so a run that was stopped continues where it was; if the program has
changed since, it starts again. `--minutes 30` stops then, `lines`, `speed`, `default`, `R8b`, ... name parts of it.
"""

from __future__ import annotations

import json
import signal
import sys
import time
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from hashlib import sha256
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from tests.enumeration import Enumeration, GaveUp, bit, is_contested
from tests.forecast_boards import FROM_GAME, by_turns, decade_ends, much_to_lose, small_boards
from wsdv_tools.foresight.closing import EAST, WEST, WHO
from wsdv_tools.foresight.forecasts import Verdict, forecast
from wsdv_tools.foresight.moments import Moment
from wsdv_tools.foresight.questions import Ending, Question
from wsdv_tools.foresight.solver import Solver
from wsdv_tools.foresight.strategy import Strategy, ending_of
from wsdv_tools.library import open_rulebook
from wsdv_tools.rules.adjudicator import Adjudicator
from wsdv_tools.rules.decade_play import DecadeEnd
from wsdv_tools.rules.position import Position

ROOT = Path(__file__).parent.parent
DEFAULT = "default"  # our own rulings
PARTS = ("speed", "lines", DEFAULT, "R8b", "R10b", "R14b", "R16b")
_FORCING = {Verdict.WEST: (WEST,), Verdict.EAST: (EAST,), Verdict.EITHER: (WEST, EAST)}
RUNS = 5_000  # of a rule, before enumeration gives up
TRIES = 10  # decade ends at random
LIMIT = 10.0  # processor seconds for a forecast
PATIENCE = 1_000_000  # moments: so many that the solver never gives up


class Compared(NamedTuple):
    """How many boards were enumerated, contested ones among them, and given up; questions asked, and wrong answers."""

    boards: int
    contested: int
    gave_up: int
    questions: int
    wrong: list[tuple[Position, Question]]


def compare(
    rules: Adjudicator, boards: Iterable[Position], most: int, contested: int = 0, runs: int = RUNS
) -> Compared:
    """Verdicts and enumeration, on so many boards; so many of them have to be contested."""
    done = disputed = gave_up = questions = 0
    wrong: list[tuple[Position, Question]] = []
    for board in boards:
        if done >= most:
            break
        if contested - disputed >= most - done and not has_two_endings(rules, board, Random(str(board))):
            continue  # only contested ones are wanted from here on
        one = compared(rules, board, runs)
        gave_up += one.gave_up
        done += one.boards
        disputed += one.contested
        questions += one.questions
        wrong += one.wrong
    return Compared(done, disputed, gave_up, questions, wrong)


def compared(rules: Adjudicator, board: Position, runs: int = RUNS) -> Compared:
    """All verdicts on one board, and what enumeration says."""
    try:
        answers = Enumeration(rules, runs).from_phase(1, board)
    except GaveUp:
        return Compared(0, 0, 1, 0, [])
    solver = Solver(rules, board, PATIENCE)
    questions = [Question(ending, who) for ending in solver.endings() for who in WHO]
    wrong = [
        (board, question)
        for question in questions
        if solver.is_brought_about(Moment(1, board), question) is not bool(answers & bit(question))
    ]
    return Compared(1, int(is_contested(answers)), 0, len(questions), wrong)


def has_two_endings(rules: Adjudicator, board: Position, chance: Random) -> bool:
    """Whether a few random decade ends have different endings, so that none is certain. No verdict is asked."""
    first = play(rules, board, chance)
    return any(play(rules, board, chance) is not first for _ in range(TRIES))


def play(rules: Adjudicator, board: Position, chance: Random, strategy: Strategy | None = None) -> Ending:
    """A decade end in which a side plays for an ending, and everything else is random."""
    end = DecadeEnd.begin(rules, board)
    while end.pending is not None:
        plays_for_it = strategy is not None and strategy.wants(end.pending.side)
        options = end.pending.options
        end = end.take(strategy.step(end) if plays_for_it and strategy else chance.choice(options))
    return ending_of(end)


def refuted(rules: Adjudicator, board: Position, chance: Random, games: int) -> Iterator[tuple[Ending, Verdict]]:
    """The verdicts that play contradicts: forced endings that do not come, certain ones that fail, impossible ones."""
    found = forecast(rules, board, PATIENCE, with_lines=False)
    came = Counter(play(rules, board, chance) for _ in range(games))
    solver = Solver(rules, board, PATIENCE)
    for one in found.judgements:
        for who in _FORCING.get(one.verdict, ()):
            strategy = Strategy(solver, Question(one.ending, who))
            if any(play(rules, board, chance, strategy) is not one.ending for _ in range(games)):
                yield one.ending, one.verdict
        if one.verdict is Verdict.CERTAIN and came[one.ending] < games:
            yield one.ending, one.verdict
        if one.verdict is Verdict.IMPOSSIBLE and came[one.ending]:
            yield one.ending, one.verdict


class Timed(NamedTuple):
    """A board's forecast: processor seconds, moments, whether all was settled in time and whether no ending is certain.

    What was not settled in time counts as contested; its moments are not known.
    """

    seconds: float
    searched: int
    is_settled: bool
    is_contested: bool


class TooLong(Exception):
    """A forecast takes longer than it may."""


def timed(rules: Adjudicator, board: Position, limit: float = LIMIT) -> Timed:
    """How long a forecast takes; at the limit it is stopped."""
    signal.signal(signal.SIGVTALRM, _stop)
    begun = time.thread_time()  # the clock of the process is coarse while a timer runs
    signal.setitimer(signal.ITIMER_VIRTUAL, 1.1 * limit)  # a timer is not exact
    try:
        found = forecast(rules, board, PATIENCE, with_lines=False)
    except TooLong:
        return Timed(time.thread_time() - begun, 0, False, True)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    seconds = time.thread_time() - begun
    verdicts = [one.verdict for one in found.judgements]
    searched = sum(one.searched for one in found.judgements)
    return Timed(seconds, searched, Verdict.NOT_SETTLED not in verdicts, Verdict.CERTAIN not in verdicts)


def _stop(*_: object) -> None:
    raise TooLong


def summary(name: str, times: list[Timed]) -> str:
    """One line: median, 90th percentile, and the shares settled within 1 s and 10 s."""
    if not times:
        return f"{name}: none"
    seconds = sorted(one.seconds for one in times)
    searched = sorted(one.searched for one in times if one.is_settled) or [0]
    return (
        f"{name}: {len(times)} boards, median {_share(seconds, 0.5) * 1000:.1f} ms, 90th percentile "
        f"{_share(seconds, 0.9) * 1000:.0f} ms, settled in 1 s {_settled(times, 1):.1%}, in 10 s "
        f"{_settled(times, LIMIT):.1%}; moments of those that were settled: median {_share(searched, 0.5)}, "
        f"90th percentile {_share(searched, 0.9)}, most {searched[-1]}"
    )


def _share(ordered: list[Any], share: float) -> Any:
    return ordered[int(len(ordered) * share)]


def _settled(times: list[Timed], limit: float) -> float:
    return sum(one.is_settled and one.seconds <= limit for one in times) / len(times)


class TimeIsUp(Exception):
    """The rest is for the next run."""


class Journal:
    """What was found out about each board, kept on the disk."""

    def __init__(self, path: Path, minutes: float) -> None:
        self._path = path
        self._until = time.monotonic() + minutes * 60
        self._known: dict[str, Any] = {}
        program = _fingerprint()
        if path.exists():
            lines = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.endswith("}")]
            if lines and lines[0] == {"program": program}:
                self._known = {one["board"]: one["found"] for one in lines[1:]}
                return
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps({"program": program}) + "\n", "utf-8")

    def noted(self, board: str, find: Callable[[], Any]) -> Any:
        """What is known about a board, or what is found out now."""
        if board not in self._known:
            if time.monotonic() > self._until:
                raise TimeIsUp
            self._known[board] = find()
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"board": board, "found": self._known[board]}) + "\n")
        return self._known[board]


def _fingerprint() -> str:
    """Of the rules, the forecast and what makes the boards: what is found may change with them."""
    files = sorted(file for room in ("rules", "foresight") for file in (ROOT / "wsdv_tools" / room).glob("*.py"))
    files += [ROOT / "tests" / f"{name}.py" for name in ("enumeration", "forecast_boards", "policies", "samples")]
    return sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


def prove_verdicts(journal: Journal, ruling: str, boards: int, contested: int, seed: int = 1) -> bool:
    """Boards as they come, then only those that random play shows to be contested."""
    rulebook = open_rulebook(*([] if ruling == DEFAULT else [ruling]))
    rules = Adjudicator(rulebook.game)
    done: Counter[str] = Counter()
    try:
        for number, (source, board) in enumerate(by_turns(rulebook.notation, seed)):
            if done["boards"] >= boards:
                break
            name, missing = f"{ruling} {number}", contested - done["contested"]
            if missing >= boards - done["boards"] and not has_two_endings(rules, board, Random(name)):
                continue
            found = journal.noted(name, partial(_counts, rules, board))
            done.update(found)
            done[source] += found["boards"]
    finally:
        print(
            f"enumeration, {ruling}: {done['boards']} boards of {boards}, {done[FROM_GAME]} of them from games, "
            f"{done['contested']} contested, {done['gave_up']} given up by enumeration, "
            f"{done['questions']} questions, {done['wrong']} answers wrong",
            flush=True,
        )
    return not done["wrong"] and done["contested"] >= contested


def _counts(rules: Adjudicator, board: Position) -> dict[str, int]:
    found = compared(rules, board)
    return {**found._asdict(), "wrong": len(found.wrong)}


def prove_lines(journal: Journal, boards: int, games: int, seed: int = 1) -> bool:
    """Forced endings against random opponents; certain and impossible ones against random play."""
    rulebook = open_rulebook()
    rules = Adjudicator(rulebook.game)
    done = wrong = forced = 0
    try:
        for number, board in enumerate(islice(small_boards(rulebook.game, seed + 1), boards)):
            found = journal.noted(f"lines {number}", partial(_played, rules, board, games))
            done, forced, wrong = done + 1, forced + found[0], wrong + found[1]
    finally:
        print(
            f"lines: {done} boards of {boards}, {forced} forced endings, {games} games for each, {wrong} refuted",
            flush=True,
        )
    return not wrong


def _played(rules: Adjudicator, board: Position, games: int) -> tuple[int, int]:
    judged = forecast(rules, board, PATIENCE, with_lines=False).judgements
    forced = sum(len(_FORCING.get(one.verdict, ())) for one in judged)
    return forced, len(list(refuted(rules, board, Random(str(board)), games)))


def measure_speed(journal: Journal, games: int, built: int) -> bool:
    """Print the times; whether they are what we aim at."""
    rulebook = open_rulebook()
    rules = Adjudicator(rulebook.game)
    ends = [board for _, board in decade_ends(rulebook.notation, 1, games)]

    def all_timed(name: str, boards: Iterable[Position]) -> list[Timed]:
        each = enumerate(boards)
        return [Timed(*journal.noted(f"{name} {n}", partial(timed, rules, one))) for n, one in each]

    times = all_timed("end", ends)
    disputed = [one for one in times if one.is_contested]
    print(summary(f"decade ends of {games} games", times), flush=True)
    print(summary("contested ones among them", disputed), flush=True)
    print(summary("built, nine or more to lose", all_timed("built", islice(much_to_lose(rulebook.game, 1), built))))
    is_reached = True
    for name, some, aim in (("all", times, 0.97), ("contested", disputed, 0.95)):
        share = _settled(some, LIMIT)
        is_reached &= share >= aim
        print(f"settled in 10 s, {name}: {share:.1%}, aim {aim:.0%}: {'reached' if share >= aim else 'missed'}")
    return is_reached


def main() -> int:
    """All parts, or those that are named; 1 if something is wrong, 2 if the time was too short."""
    parser = ArgumentParser(description="Prove the forecast.")
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--minutes", type=float, default=240)
    parser.add_argument("--journal", type=Path, default=ROOT / "output" / "forecast.jsonl")
    asked = parser.parse_args()
    journal, code = Journal(asked.journal, asked.minutes), 0
    for part in asked.parts or PARTS:
        try:
            if part == "speed":
                is_right = measure_speed(journal, 50, 100)
            elif part == "lines":
                is_right = prove_lines(journal, 60, 200)
            else:
                is_right = prove_verdicts(journal, part, 300, 100)
        except TimeIsUp:
            print(f"{part}: the time is up; the same command goes on")
            code = code or 2
        else:
            code = code if is_right else 1
    return code


if __name__ == "__main__":
    sys.exit(main())
