"""Many files or games at once: on all processors where that pays. A worker that dies costs one of them, not the run."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import sys
import threading
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any, Generic, TypeVar

import click

from wsdv_tools.cli.console import plain
from wsdv_tools.visible import one_line

Thing = TypeVar("Thing")  # what is worked on: a file, or the number of a game
Result = TypeVar("Result")

WORTH_IT = 100_000  # bytes: for less, starting a second process takes longer than the work
PORTIONS = 8  # for each process, so that none waits long for the others
BAR_FROM = 20  # files
_CLEAR_LINE = "\r\x1b[K"


def in_parallel(
    work: Callable[[Path], Result], paths: Sequence[Path], lost: Callable[[Path], Result]
) -> Iterator[Result]:
    """What `work` makes of every file, in the files' order and as soon as it is ready.

    `lost` is reported of a file whose worker died over it. Work and results must travel between processes.
    """
    return shared(work, paths, lost) if _is_worth_it(paths) else map(work, paths)


def shared(
    work: Callable[[Thing], Result], things: Sequence[Thing], lost: Callable[[Thing], Result]
) -> Iterator[Result]:
    """As :func:`in_parallel`, of anything, and however little there is to do."""
    workers = min(_processors(), len(things))
    return map(work, things) if workers < 2 else _Crew(work, things, lost).results(workers)


class _Worker:
    """A process, and what it has been given and not answered yet."""

    def __init__(self, process: Any, line: Connection) -> None:
        self.process = process
        self.line = line
        self.portion: deque[int] = deque()


class _Crew(Generic[Thing, Result]):
    def __init__(
        self, work: Callable[[Thing], Result], things: Sequence[Thing], lost: Callable[[Thing], Result]
    ) -> None:
        self.forks = "fork" in multiprocessing.get_all_start_methods() and sys.platform != "darwin"
        self.context: Any = multiprocessing.get_context("fork" if self.forks else "spawn")
        self.work, self.things, self.lost = work, things, lost
        self.todo: deque[deque[int]] = deque()
        self.workers: list[_Worker] = []
        self.done: dict[int, Result] = {}
        # Nobody writes to it: it is closed when this process ends, however it ends, and the workers see that.
        self.alive_reader, self.alive = self.context.Pipe(duplex=False)

    def results(self, number: int) -> Iterator[Result]:
        size = max(1, min(50, len(self.things) // (number * PORTIONS)))
        everything = range(len(self.things))
        self.todo.extend(deque(everything[start : start + size]) for start in everything[::size])
        try:
            for _ in range(number):
                self._hire()
            for index in everything:
                while index not in self.done:
                    self._listen()
                yield self.done.pop(index)
        finally:
            for worker in self.workers:
                worker.process.kill()
                worker.process.join()
                worker.line.close()
            self.alive.close()
            self.alive_reader.close()

    def _hire(self) -> None:
        """One worker more, with work to do; if the system has no room for one, the others do it."""
        ours, theirs = self.context.Pipe()
        come_along = [self.alive, ours, *(worker.line for worker in self.workers)] if self.forks else []
        process = self.context.Process(
            target=_serve, args=(self.work, self.things, theirs, self.alive_reader, come_along), daemon=True
        )
        try:
            process.start()
        except OSError:
            ours.close()
            return
        finally:
            theirs.close()
        worker = _Worker(process, ours)
        self.workers.append(worker)
        self._give(worker)

    def _give(self, worker: _Worker) -> None:
        if self.todo:
            worker.portion = self.todo.popleft()
            try:
                worker.line.send(list(worker.portion))
            except OSError:  # it died while it had nothing to do
                self.todo.appendleft(worker.portion)
                worker.portion = deque()

    def _listen(self) -> None:
        """Take what the workers have done; without any worker, do the next file here."""
        if not self.workers:
            for index in self.todo.popleft():
                self.done[index] = self.work(self.things[index])
            return
        for line in wait([worker.line for worker in self.workers]):
            worker = next(worker for worker in self.workers if worker.line is line)
            try:
                result, error = worker.line.recv()
            except (EOFError, OSError):
                self._bury(worker)
                continue
            if error is not None:
                raise error
            self.done[worker.portion.popleft()] = result
            if not worker.portion:
                self._give(worker)

    def _bury(self, worker: _Worker) -> None:
        """The file it was at is lost; the rest of its portion goes to another."""
        self.workers.remove(worker)
        worker.line.close()
        worker.process.join()
        if worker.portion:
            index = worker.portion.popleft()
            self.done[index] = self.lost(self.things[index])
            if worker.portion:
                self.todo.appendleft(worker.portion)
        if self.todo:
            self._hire()


def _serve(
    work: Callable[[Any], object], things: Sequence[Any], line: Connection, alive: Connection, others: list[Connection]
) -> None:
    """In a new process: work until there is no more, or nobody to work for. Ctrl-C is left to the first process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for other in others:  # held open here, nobody would see them closed
        other.close()
    threading.Thread(target=_end_with_parent, args=(alive,), daemon=True).start()
    gc.freeze()  # what came along is kept; looking at it again and again would copy it
    try:
        while True:
            for index in line.recv():
                line.send(_answer(work, things[index]))
    except (EOFError, OSError):
        os._exit(0)


def _answer(work: Callable[[Any], object], thing: Any) -> tuple[object, Exception | None]:
    try:
        return work(thing), None
    except MemoryError:
        os._exit(1)
    except Exception as error:
        error.add_note(traceback.format_exc())  # else nobody would know where
        return None, error


def _end_with_parent(alive: Connection) -> None:
    try:
        alive.recv_bytes()
    except (EOFError, OSError):
        os._exit(1)


class Progress:
    """A bar on a terminal that shows how many of many files are done; what is printed meanwhile is above it."""

    def __init__(self, number: int, label: str) -> None:
        self._bar: Any = None
        if sys.stderr.isatty() and number >= BAR_FROM:
            self._bar = click.progressbar(length=number, label=one_line(label), file=plain(sys.stderr))

    def over(self, results: Iterable[Result]) -> Iterator[Result]:
        if self._bar is None:
            yield from results
            return
        with self._bar as bar:
            for result in results:
                yield result
                bar.update(1)

    def make_room(self) -> None:
        """Before something is printed on the same terminal."""
        if self._bar is not None and sys.stdout.isatty():
            plain(sys.stderr).write(_CLEAR_LINE)
            plain(sys.stderr).flush()


def _processors() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not everywhere
        return os.cpu_count() or 1


def _is_worth_it(paths: Iterable[Path]) -> bool:
    size = 0
    for path in paths:
        with suppress(OSError):
            size += path.stat().st_size
        if size >= WORTH_IT:
            return True
    return False
