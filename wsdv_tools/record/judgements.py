"""Lines that were judged before: a record that grows line by line is read again each time, but judged only once."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

T = TypeVar("T")
MOST = 20_000  # verdicts that are kept; one takes up to about 20 kB, most far less


class Judgements:
    """What was said of a line on some boards. The same line on the same boards gets the same answer."""

    def __init__(self) -> None:
        self._known: dict[Hashable, list[Any]] = {}
        self._size = 0

    def of(self, line: Hashable, judge: Callable[[], list[T]]) -> list[T]:
        """The verdicts on a line; when there are too many, all are forgotten."""
        found = self._known.get(line)
        if found is None:
            found = judge()
            self._size += len(found)
            if self._size > MOST:
                self._known.clear()
                self._size = len(found)
            self._known[line] = found
        return found
