"""What the command that is running has read: no output may replace one of these."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_read: ContextVar[set[tuple[int, int]] | None] = ContextVar("read", default=None)


@contextmanager
def one_command() -> Iterator[None]:
    """While a command runs, every file that is read counts as its input."""
    before = _read.set(set())
    try:
        yield
    finally:
        _read.reset(before)


def note_input(status: os.stat_result) -> None:
    """Called by the readers for each file they open."""
    read = _read.get()
    if read is not None:
        read.add((status.st_dev, status.st_ino))


def is_input(status: os.stat_result) -> bool:
    return (status.st_dev, status.st_ino) in (_read.get() or ())
