"""Text from files of any kind: size, encoding and invisible characters are judged here, once for all readers."""

from __future__ import annotations

import os
import re
import stat
from codecs import BOM_UTF8
from typing import TYPE_CHECKING

from wsdv_tools.findings import Finding, Fix, Note, Place
from wsdv_tools.sources.inputs import note_input

if TYPE_CHECKING:
    from pathlib import Path

MOST_BYTES = 5_000_000
MOST_LINES = 20_000  # of a record or of decisions; the longest game has about 200
MOST_NAMES = 2_000  # in a folder that are compared with a name that is not there

# Besides control characters those that YAML takes for line ends and editors do not: lines would be miscounted.
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]")
_LINE_ENDS = re.compile("\r\n|\r|\n")
# What became a FIFO meanwhile must not keep anybody waiting.
_READING = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_REASONS: dict[type, str] = {FileNotFoundError: "no-such-file", PermissionError: "no-permission"}


def read_text(path: Path) -> tuple[str | None, list[Finding]]:
    """The text of a file that is typed line by line, or why it cannot be read."""
    data, findings = read_bytes(path)
    return (None, findings) if data is None else typed_text(data, str(path))


def typed_text(data: bytes | str, file: str) -> tuple[str | None, list[Finding]]:
    """As :func:`decoded`, for what is typed line by line: a file of endless lines is refused."""
    text, findings = decoded(data, file)
    if text is not None and text.count("\n") + text.count("\r") > MOST_LINES and len(text_lines(text)) > MOST_LINES:
        return None, [Finding("too-many-entries", Place(file, MOST_LINES + 1), {"limit": MOST_LINES})]
    return text, findings


def read_bytes(path: Path) -> tuple[bytes | None, list[Finding]]:
    """What is in a plain file that is not too large."""
    file = str(path)
    try:
        status = path.stat()
        if stat.S_ISREG(status.st_mode):  # looked at before opening: a device may do something when it is opened
            with open(os.open(path, _READING), "rb") as stream:
                status = os.fstat(stream.fileno())
                if stat.S_ISREG(status.st_mode):
                    note_input(status)
                    if status.st_size > MOST_BYTES:
                        return None, [too_large(file, status.st_size)]
                    return stream.read(MOST_BYTES + 1), []
        reason = "is-a-folder" if stat.S_ISDIR(status.st_mode) else "no-plain-file"
        return None, [Finding("cannot-open", Place(file), {"file": file}, notes=(Note(reason),))]
    except (OSError, ValueError) as error:
        reason = _REASONS.get(type(error), "system-error")
        note = Note(reason, {"reason": getattr(error, "strerror", None) or str(error)})
        fixes = similar_files(path) if reason == "no-such-file" else ()
        return None, [Finding("cannot-open", Place(file), {"file": file}, notes=(note,), fixes=fixes)]


def similar_files(path: Path) -> tuple[Fix, ...]:
    """The file that somebody may have meant who typed a name that is not there."""
    from difflib import get_close_matches

    try:
        with os.scandir(path.parent) as folder:
            names = [entry.name for entry, _ in zip(folder, range(MOST_NAMES), strict=False)]
    except OSError:
        return ()
    names = [name for name in names if not name.startswith(".")]
    alike = {name.removesuffix(path.suffix).casefold(): name for name in names if name.endswith(path.suffix)}
    others = {name.casefold(): name for name in names if not name.endswith(path.suffix)}
    for known, asked in ((alike, path.stem), (others, path.name)):  # the same ending does not make names alike
        near = get_close_matches(asked.casefold(), known, 1)
        if near:
            return (Fix("did-you-mean", {"name": str(path.with_name(known[near[0]]))}),)
    return ()


def decoded(data: bytes | str, file: str) -> tuple[str | None, list[Finding]]:
    """The text of what was read already; a BOM is removed.

    >>> decoded(b"K\\xf6ln", "f.wsdv")[1][0].code
    'not-utf8'
    """
    if len(data) > MOST_BYTES:
        return None, [too_large(file, len(data))]
    if isinstance(data, bytes):
        data = data.removeprefix(BOM_UTF8)
        try:
            text = data.decode()
        except UnicodeDecodeError as error:
            place = place_at(file, data[: error.start].decode())
            return None, [Finding("not-utf8", place, {"byte": f"{data[error.start]:02X}"})]
    else:
        text = data.removeprefix("\ufeff")
    forbidden = _FORBIDDEN.search(text)
    if forbidden:
        place = place_at(file, text[: forbidden.start()])
        if forbidden[0] == "\0":
            return None, [Finding("nul-byte", place)]
        return None, [Finding("control-character", place, {"character": f"U+{ord(forbidden[0]):04X}"})]
    return text, []


def text_lines(text: str) -> list[str]:
    """The lines of a text with any line ends; nothing else ends a line.

    >>> text_lines("one\\r\\ntwo\\rthree")
    ['one', 'two', 'three']
    """
    return _LINE_ENDS.split(text)


def too_large(file: str, size: int, limit: int = MOST_BYTES) -> Finding:
    return Finding("too-large", Place(file), {"megabytes": f"{size / 1e6:.1f}", "limit": limit // 1_000_000})


def place_at(file: str, before: str) -> Place:
    """The place just after a text's beginning."""
    lines = text_lines(before)
    return Place(file, len(lines), len(lines[-1]) + 1)
