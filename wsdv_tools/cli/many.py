"""Many files at once: on all processors where that pays, with a progress bar on a terminal."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from wsdv_tools.cli.console import plain
from wsdv_tools.visible import one_line

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

Result = TypeVar("Result")
Work = Callable[[Path], Result]

WORTH_IT = 100_000  # bytes: for less, starting a second process takes longer than the work
PORTIONS = 8  # for each process, so that none waits long for the others
BAR_FROM = 20  # files


def in_parallel(work: Work[Result], paths: Sequence[Path], label: str) -> list[Result]:
    """What `work` makes of every file, in the files' order; work and results must travel between processes."""
    workers = min(_processors(), len(paths))
    if workers < 2 or sum(map(_size, paths)) < WORTH_IT:
        return _counted(map(work, paths), len(paths), label)
    portion = max(1, min(50, len(paths) // (workers * PORTIONS)))
    with ProcessPoolExecutor(workers, initializer=_start, initargs=(work,)) as pool:
        try:
            results: Iterator[Any] = pool.map(_worked, paths, chunksize=portion)
            return _counted(results, len(paths), label)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


_work: Callable[[Path], object]


def _start(work: Callable[[Path], object]) -> None:
    """In a new process: take over the work, and leave Ctrl-C to the first one."""
    global _work
    _work = work
    gc.freeze()  # what came along is kept; looking at it again and again would copy it
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _worked(path: Path) -> object:
    return _work(path)


def _counted(results: Iterator[Result], number: int, label: str) -> list[Result]:
    wants_bar = sys.stderr.isatty() and number >= BAR_FROM
    bar: AbstractContextManager[Iterator[Result]] = nullcontext(results)
    if wants_bar:
        bar = click.progressbar(results, length=number, label=one_line(label), file=plain(sys.stderr))
    with bar as counted:
        return list(counted)


def _processors() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not everywhere
        return os.cpu_count() or 1


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
