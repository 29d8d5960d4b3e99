"""The tables of a folder: records and positions with their companions, read whole and saved whole.

A table is one file that people know, and files beside it for what is half-finished. Its version follows from what
is in them, so it changes whoever writes: the page, the terminal, or an editor.
"""

from __future__ import annotations

import hmac
import os
import re
import stat
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from wsdv_tools.findings import readable
from wsdv_tools.referee.record_files import draft_of
from wsdv_tools.sources.kinds import RECORD_SUFFIX, kind_of_text
from wsdv_tools.sources.saving import back_up, save_all
from wsdv_tools.sources.text_reader import MOST_BYTES, read_bytes, typed_text
from wsdv_tools.web.desk import Refusal

MOST_TABLES = 200  # the newest ones are listed
MOST_LOOKED_AT = 2000  # files of a folder that has far more than an evening's
_NAME = re.compile(r"(?!\.)[^/\\:\x00-\x1f\x7f]{1,120}\.(?:wsdv|yaml|yml)", re.IGNORECASE)
_TITLE = re.compile(r"^title:[ \t]*(.{1,200})$", re.MULTILINE)
_BESIDE_POSITIONS = {"decisions": "decisions", "after": "after.yaml"}  # as `wsdv decade-end` keeps them
_HEAD = 4000  # bytes in which a file says what it is
_BY_HAND = "#"  # what this program writes has no comments; what has some is copied before it is written over


class Listed(NamedTuple):
    """A table as a list shows it."""

    name: str
    kind: str  # game or position
    title: str
    changed: float  # seconds since 1970


class State(NamedTuple):
    """What is in the files of a table, by their roles, and the version that follows from it."""

    texts: Mapping[str, str]
    version: str


@dataclass(frozen=True)
class Table:
    """The files of one table, by their roles; only the first has to be there."""

    name: str
    kind: str
    paths: Mapping[str, Path]

    @property
    def main(self) -> Path:
        return next(iter(self.paths.values()))


class Folder:
    """The folder that is served. Nothing outside it is ever read or written."""

    def __init__(self, path: Path, key: bytes) -> None:
        self.path = path
        self._key = key  # versions tell nobody what is in the files

    # Which tables there are

    def tables(self) -> list[Listed]:
        """The newest first."""
        found = sorted(self._found(), key=lambda listed: -listed.changed)
        return found[:MOST_TABLES]

    def _found(self) -> Iterator[Listed]:
        with os.scandir(self.path) as entries:
            for number, entry in enumerate(entries):
                if number >= MOST_LOOKED_AT:
                    return
                if _NAME.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
                    with suppress(OSError):
                        head = _head(Path(entry.path))
                        kind = _kind(entry.name, head)
                        if kind:
                            title = _TITLE.search(head)
                            yield Listed(entry.name, kind, title[1].strip() if title else "", entry.stat().st_mtime)

    def table(self, name: str) -> Table:
        """The table of that name; refused where there is none in this folder."""
        path = self._path(name)
        try:
            # Some systems find CLUB.wsdv where club.wsdv is: that would be a table without seats, and all hands open.
            is_there = stat.S_ISREG(path.lstat().st_mode) and name in os.listdir(self.path)
            kind = _kind(name, _head(path)) if is_there else None
        except OSError:
            kind = None
        if kind is None:
            raise Refusal(404, "no-table", name=name)
        return _table(path, kind)

    def _path(self, name: str) -> Path:
        if not _NAME.fullmatch(name):
            raise Refusal(404, "no-table", name=name)
        return self.path / name

    # Reading and saving

    def read(self, table: Table) -> State:
        """Raises `Unreadable` for files that are not text."""
        data = {role: found for role, path in table.paths.items() if (found := _read(path)) is not None}
        texts = {role: readable(typed_text(found, table.paths[role].name)) for role, found in data.items()}
        return State(texts, self._version(data))

    def _version(self, data: Mapping[str, bytes]) -> str:
        told = hmac.new(self._key, digestmod="sha256")
        for role, found in data.items():
            told.update(f"{role} {len(found)} ".encode() + found)
        return told.hexdigest()[:24]

    def save(self, table: Table, files: Mapping[str, str]) -> None:
        """Write what changed, a half-finished move last; an empty text removes its file.

        A process that is killed in between leaves a finished play and a draft that no longer fits: nobody continues it.
        """
        written = {table.paths[role]: text.encode("utf-8") for role, text in files.items() if text}
        for path in written:
            if not path.name.endswith(RECORD_SUFFIX) and _BY_HAND.encode() in (_read(path) or b""):
                back_up(path)
        save_all(written, follow=False)
        for role, text in files.items():
            if not text and table.paths[role] != table.main:
                table.paths[role].unlink(missing_ok=True)

    def add(self, kind: str, name: str, files: Mapping[str, str]) -> Table:
        """A new table under the first free name."""
        stem, suffix = os.path.splitext(name)
        number = 1
        while True:
            path = self._path(f"{stem}-{number}{suffix}" if number > 1 else name)
            table = _table(path, kind)
            try:
                os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
            except FileExistsError:
                number += 1
                continue
            self.save(table, files)
            return table


def _table(path: Path, kind: str) -> Table:
    if kind == "game":
        roles = {"record": path, "draft": draft_of(path)}
    else:
        beside = {role: path.with_suffix(f".{ending}") for role, ending in _BESIDE_POSITIONS.items()}
        roles = {"position": path, **beside}
    return Table(path.name, kind, roles)


def _kind(name: str, head: str) -> str | None:
    """What a file is: from its content, and a record also from its name; other YAML is ignored."""
    told = kind_of_text(head)
    if name.casefold().endswith(RECORD_SUFFIX):
        return "game" if told in ("record", None) else None
    return "position" if told == "position" else None


def _head(path: Path) -> str:
    with open(path, "rb") as file:
        return file.read(_HEAD).decode("utf-8-sig", "replace")


def _read(path: Path) -> bytes | None:
    """The content of a plain file; None where there is none. A link may lead out of the folder: it is not read."""
    try:
        status = path.lstat()
    except OSError:
        return None
    if not stat.S_ISREG(status.st_mode):
        return None
    return readable(read_bytes(path))[:MOST_BYTES]
