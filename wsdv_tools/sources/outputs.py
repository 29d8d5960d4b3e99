"""What a command makes, and where it goes: never over its own inputs, nor over other people's files unasked.

Files that are changed in place (`fmt --write`, `play`, `translate import`) go to :mod:`saving` directly: there the
input is meant.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from wsdv_tools.findings import Finding, Fix, Unreadable
from wsdv_tools.sources.inputs import is_input
from wsdv_tools.sources.saving import Content, NotSaved, cannot_write, save_all, target_of

MARK = "Made by wsdv_tools"  # is at the beginning of what may be made again
_MADE_HERE = re.compile(
    rb"\A(?:<\?xml[^>]*>\s*<!-- |<!DOCTYPE html>\s*<!-- |999\r?\n|# )Made by wsdv_tools"
    rb"|\A\{\s*\"(?:wsdv-kit\"|wsdv-table\"|findings\": \[)"
    rb"|\Agame,(?:file,legal|play,line|decade,line),|\A\{\"game\": \d+, \"(?:file|play|decade)\": "  # of wsdv stats
    rb"|\ASQLite format 3\0.{52}wsdv",
    re.DOTALL,
)
_INNER_MARKS = {b"%PDF": b"/Creator (wsdv_tools", b"\x89PNG": b"tEXtSoftware\0" + MARK.encode()}  # by how files begin
_MOST_COMPARED = 100_000_000  # bytes; nothing that is made as a whole is larger
_HEAD = 4096  # bytes: enough to see who made a file
_STANDARD_OUTPUT = ("-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1")


def is_standard_output(path: Path) -> bool:
    """Whether a file's name means the standard output."""
    return str(path) in _STANDARD_OUTPUT


def deliver(made: Mapping[Path, Content], may_replace: Callable[[Path], bool]) -> None:
    """Write what a command has made, all or nothing.

    `may_replace` is asked for each file that this program did not make. What is refused is raised as `Unreadable`.
    """
    if len(made) == 1 and is_standard_output(next(iter(made))):
        sys.stdout.flush()
        content = next(iter(made.values()))
        try:
            for piece in [content] if isinstance(content, bytes) else content:
                sys.stdout.buffer.write(piece)
            sys.stdout.buffer.flush()
        except BrokenPipeError:
            raise
        except OSError as error:
            raise Unreadable([cannot_write(error, "-")]) from None
        return
    changed = {}
    for path, data in made.items():
        try:
            there = _there(path, is_whole=isinstance(data, bytes))
        except OSError as error:
            raise Unreadable([cannot_write(error, path)]) from None
        if there == data:
            continue
        if there is not None and not is_made_here(there) and not may_replace(path):
            raise Unreadable([Finding("file-exists", None, {"file": str(path)}, fixes=(Fix("another-name"),))])
        changed[path] = data
    try:
        save_all(changed)
    except OSError as error:
        raise Unreadable([cannot_write(error)]) from None


def _there(path: Path, is_whole: bool) -> bytes | None:
    """The content of a file that would be replaced, all of it or its head; none where there is no file."""
    target = target_of(path)
    try:
        status = target.stat()
    except FileNotFoundError:
        return None
    if is_input(status):
        raise NotSaved("is-input", "this command reads it", path)
    if not is_whole:
        with target.open("rb") as file:
            return file.read(_HEAD)
    return target.read_bytes() if status.st_size <= _MOST_COMPARED else b""


def is_made_here(data: bytes) -> bool:
    """Whether this program made a file, and can make it again.

    >>> is_made_here(b"<!DOCTYPE html>\\n<!-- Made by wsdv_tools -->"), is_made_here(b"<!DOCTYPE html>\\n<p>")
    (True, False)
    """
    inner = _INNER_MARKS.get(data[:4])
    return bool(_MADE_HERE.match(data)) or (inner is not None and inner in data)
