"""Rows of many games in one SQLite file: collected there, however many they are, and read from there.

A run that is killed leaves a sound file with the games it had finished; the next run of the same kind continues there.
"""

from __future__ import annotations

import csv
import io
import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Self

from wsdv_tools.findings import Finding, Unreadable
from wsdv_tools.reports.rows import COLUMNS, TEXTS, GameRows
from wsdv_tools.sources.cells import guarded
from wsdv_tools.sources.saving import cannot_write, target_of

if TYPE_CHECKING:
    from pathlib import Path

APPLICATION = int.from_bytes(b"wsdv", "big")  # marks a file of ours
OFTEN = 50  # games between two moments at which what was done is sure
_CHUNK = 1 << 16
_KEYS = {"games": "game", "plays": "game, play", "ends": "game, decade, line"}


class Store:
    """The three tables in a file; `about` says what is collected, and `games` how many are there already."""

    def __init__(self, path: Path, about: Mapping[str, str], most: int | None = None) -> None:
        """Continue where a run of the same kind stopped, unless it had more than `most` games; None begins again."""
        self.path = path
        with self._told():
            self._open()
            is_known = self._all("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'about'")
            known = dict(self._all("SELECT key, value FROM about")) if is_known else None
            self.games = self._count() if known == dict(about) else -1
            if most is None or not 0 <= self.games <= most:
                self._connection.close()
                target_of(path).unlink(missing_ok=True)
                self._open()
                self._begin(about)
                self.games = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    @contextmanager
    def _told(self) -> Iterator[None]:
        """What SQLite and the system refuse is reported like everything that cannot be written."""
        try:
            yield
        except sqlite3.Error as error:
            values = {"file": str(self.path), "reason": str(error)}
            raise Unreadable([Finding("cannot-write", None, values)]) from None
        except OSError as error:
            raise Unreadable([cannot_write(error, self.path)]) from None

    def _open(self) -> None:
        self._connection = sqlite3.connect(target_of(self.path), timeout=1, isolation_level=None)
        self._connection.execute("PRAGMA locking_mode = EXCLUSIVE")  # two runs do not mix
        self._connection.execute("BEGIN EXCLUSIVE")
        self._connection.execute("COMMIT")

    def _begin(self, about: Mapping[str, str]) -> None:
        self._connection.execute(f"PRAGMA application_id = {APPLICATION}")
        self._connection.execute("BEGIN")
        self._connection.execute("CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT)")
        self._connection.executemany("INSERT INTO about VALUES (?, ?)", sorted(about.items()))
        for table, columns in COLUMNS.items():
            typed = ", ".join(f"{name} {'TEXT' if name in TEXTS else 'INTEGER'}" for name in columns)
            self._connection.execute(f"CREATE TABLE {table} ({typed}, PRIMARY KEY ({_KEYS[table]})) WITHOUT ROWID")
        self._connection.execute("COMMIT")

    def _count(self) -> int:
        return int(self._all("SELECT count(*) FROM games")[0][0])

    def _all(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        return self._connection.execute(query, values).fetchall()

    def add(self, games: Iterable[GameRows]) -> None:
        """Add games, a few at a time."""
        with self._told():
            self._connection.execute("BEGIN")
            for rows in games:
                self.games += 1
                self._insert("games", [rows.game])
                self._insert("plays", rows.plays)
                self._insert("ends", rows.ends)
                if self.games % OFTEN == 0:
                    self._connection.execute("COMMIT")
                    self._connection.execute("BEGIN")
            self._connection.execute("COMMIT")

    def _insert(self, table: str, found: Iterable[tuple[Any, ...]]) -> None:
        marks = ", ".join("?" for _ in COLUMNS[table])
        self._connection.executemany(
            f"INSERT INTO {table} VALUES ({marks})", ((self.games, *map(_storable, row)) for row in found)
        )

    def ask(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """The answer to a question that has few rows."""
        with self._told():
            return self._all(query, *values)

    def all_rows(self, table: str) -> Iterator[tuple[Any, ...]]:
        """The rows of a table one by one."""
        with self._told():
            yield from self._connection.execute(f"SELECT * FROM {table} ORDER BY {_KEYS[table]}")

    # As other files

    def csv(self, table: str) -> Iterator[bytes]:
        """A table for spreadsheets; nothing in a cell becomes a formula there."""
        rows = ([guarded(cell) if isinstance(cell, str) else cell for cell in row] for row in self.all_rows(table))
        yield _csv(COLUMNS[table])
        yield from map(_csv, rows)

    def json_lines(self, table: str) -> Iterator[bytes]:
        """A table as JSON, a line for each row."""
        for row in self.all_rows(table):
            document = dict(zip(COLUMNS[table], row, strict=True))
            yield f"{json.dumps(document, ensure_ascii=False)}\n".encode()

    def file(self) -> Iterator[bytes]:
        """The SQLite file itself."""
        with self._told():
            self._connection.execute("PRAGMA locking_mode = NORMAL")
            self._all("SELECT 1 FROM about")  # only now it is unlocked
            with self.path.open("rb") as file:
                while chunk := file.read(_CHUNK):
                    yield chunk

    def remove(self) -> None:
        """It has done its work."""
        self._connection.close()
        with self._told():
            self.path.unlink(missing_ok=True)


def _csv(row: Iterable[Any]) -> bytes:
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow(row)
    return line.getvalue().encode()


def _storable(cell: Any) -> Any:
    """SQLite does not accept halves of characters, which a file's name may have."""
    return cell.encode("utf-8", "backslashreplace").decode() if isinstance(cell, str) else cell
