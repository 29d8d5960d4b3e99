"""Ctrl-C, wherever it comes."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

INTERRUPTED = 130  # the exit code


def is_interrupt(error: BaseException | None) -> bool:
    """Whether somebody pressed Ctrl-C; Python hides it in other errors where a class or a module is being made."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None


@contextmanager
def undisturbed() -> Iterator[None]:
    """Ctrl-C and the like wait for what takes little time and must not be broken off."""
    import signal

    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before: Any = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM, signal.SIGHUP})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
