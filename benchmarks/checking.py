"""How many plays a second are checked, from text to verdict, on one core and on two."""

from __future__ import annotations

import os
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
from wsdv_tools.conformance.game_writing import game_lines
from wsdv_tools.conformance.random_play import Anything, play_game
from wsdv_tools.record.files import check_text

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


def files(reporter: Reporter, paths: list[Path], processes: int) -> tuple[float, float]:
    """The seconds it takes to check files as `wsdv check` does: by the clock, and by the processors' time.

    The second is what an idle machine would need: the children side by side, and what the parent does besides.
    """
    many._processors = lambda: processes
    start, own, others = time.perf_counter(), time.process_time(), _children()
    many.in_parallel(reporter, paths, "")
    busy = time.process_time() - own + (_children() - others) / processes
    return time.perf_counter() - start, busy


def _children() -> float:
    times = os.times()
    return times.children_user + times.children_system


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
        one = [files(reporter, paths, 1) for _ in range(RUNS)]
        two = [files(reporter, paths, 2) for _ in range(RUNS)]
    print(f"  {len(games)} games, {plays} plays, {sum(map(len, games)) // 1000} kB; yardstick {yardstick():,.0f}")
    print(f"  text to verdict: {speed:,.0f} plays a second (wanted: {PLAYS_A_SECOND:,})")
    gains = [min(run[kind] for run in one) / min(run[kind] for run in two) for kind in (0, 1)]
    print(f"  as files: {plays / min(run[0] for run in two):,.0f} plays a second with two processes, by the clock")
    print(
        f"  gain of the second: {gains[0]:.2f} by the clock, {gains[1]:.2f} by processor time (wanted: {GAIN_OF_TWO})"
    )
    return 0 if speed >= PLAYS_A_SECOND and gains[0] >= GAIN_OF_TWO else 1  # on a busy machine this says little


if __name__ == "__main__":
    sys.exit(main())
