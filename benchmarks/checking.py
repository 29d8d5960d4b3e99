"""How many plays a second are checked, from text to verdict, on one core and on two."""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from benchmarks._yardstick import yardstick
from wsdv_tools.cli import many
from wsdv_tools.cli.game_reports import Reporter
from wsdv_tools.cli.session import Session
from wsdv_tools.record.files import check_text
from wsdv_tools.record.game_writing import game_lines
from wsdv_tools.rules.random_play import Anything, play_game

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wsdv_tools.record.notation import Notation

PLAYS_A_SECOND, GAIN_OF_TWO = 3_000, 1.7
GAMES, RUNS = 200, 3


def whole_games(notation: Notation) -> Iterator[str]:
    """Records of random legal games, each to its end."""
    for seed in range(GAMES):
        chance = Random(seed)
        played = play_game(notation.game, Anything(chance), chance)
        yield "\n".join([*game_lines(notation, played), ""])


def one_core(notation: Notation, games: list[str]) -> tuple[int, float]:
    """All plays, and the seconds they took; no game may have an error."""
    start = time.process_time()
    checked = [check_text(game, "game.wsdv", notation).checked for game in games]
    seconds = time.process_time() - start
    assert not any(finding.is_error for one in checked for finding in one.findings)
    return sum(one.plays for one in checked), seconds


def files(reporter: Reporter, paths: list[Path], processes: int) -> float:
    """The seconds it takes to check files as `wsdv check` does."""
    many._processors = lambda: processes
    start = time.perf_counter()
    many.in_parallel(reporter, paths, "")
    return time.perf_counter() - start


def main() -> int:
    session = Session(None, "en")
    notation = session.notation()
    games = list(whole_games(notation))
    plays, seconds = min((one_core(notation, games) for _ in range(RUNS)), key=lambda run: run[1])
    speed = plays / seconds
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / f"{number:03}.wsdv" for number in range(len(games))]
        for path, game in zip(paths, games, strict=True):
            path.write_text(game, "utf-8")
        reporter = Reporter(session, "")
        one = min(files(reporter, paths, 1) for _ in range(RUNS))
        two = min(files(reporter, paths, 2) for _ in range(RUNS))
    print(f"  {len(games)} games, {plays} plays, {sum(map(len, games)) // 1000} kB; yardstick {yardstick():,.0f}")
    print(f"  text to verdict: {speed:,.0f} plays a second (wanted: {PLAYS_A_SECOND:,})")
    print(f"  as files: {plays / one:,.0f} with one process, {plays / two:,.0f} with two")
    print(f"  two processes are {one / two:.2f} times as fast (wanted: {GAIN_OF_TWO})")
    return 0 if speed >= PLAYS_A_SECOND and one / two >= GAIN_OF_TWO else 1


if __name__ == "__main__":
    sys.exit(main())
