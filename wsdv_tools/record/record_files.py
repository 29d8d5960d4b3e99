"""Records as files: found in folders, read and checked whatever is in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from wsdv_tools.findings import Finding, Place
from wsdv_tools.record.reader import read_record
from wsdv_tools.record.referee import Checked, check_record
from wsdv_tools.sources.kinds import GAME_SUFFIXES, POSITION_SUFFIXES, RECORD_SUFFIX, kind_of_text, not_a_record
from wsdv_tools.sources.text_reader import read_bytes, text_lines, typed_text

if TYPE_CHECKING:
    from wsdv_tools.record.notation import Notation


@dataclass
class CheckedFile:
    """A checked file: the result, and its lines for showing findings in them."""

    checked: Checked
    lines: list[str] = field(default_factory=list)
    is_read: bool = True


def is_position(text: str, path: Path) -> bool:
    """Whether a text is a position rather than a record, by what is in it or else by its file's name."""
    kind = kind_of_text(text)
    return kind == "position" if kind else path.suffix.casefold() in POSITION_SUFFIXES


def named(path: Path) -> Path:
    """The file that is meant by a name without ending: `club` is `club.wsdv`."""
    return path if path.suffix or path.exists() else path.with_suffix(RECORD_SUFFIX)


def record_text(data: bytes | str, file: str) -> tuple[str | None, list[Finding]]:
    """The text of a record, or why it is not one."""
    text, findings = typed_text(data, file)
    other = not_a_record(text, file) if text is not None else None
    return (None, [other]) if other else (text, findings)


def read_record_text(path: Path) -> tuple[str | None, list[Finding]]:
    """As :func:`record_text`, from a file."""
    data, findings = read_bytes(path)
    return (None, findings) if data is None else record_text(data, str(path))


def find_records(paths: Iterable[Path]) -> Iterator[Path]:
    """The files themselves, and all records in folders, in the order of their names."""
    for path in map(named, paths):
        if path.is_dir():
            endings = (RECORD_SUFFIX, *GAME_SUFFIXES)
            found = sorted(file for end in endings for file in path.rglob(f"*{end}") if file.is_file())
            yield from found or [path]
        else:
            yield path


def check_file(path: Path, notation: Notation) -> CheckedFile:
    """A record file; one that is not a text has the findings that say why."""
    file = str(path)
    if path.is_dir():
        return CheckedFile(Checked(file, [Finding("no-records", Place(file), {"file": file})]), is_read=False)
    text, findings = read_record_text(path)
    return CheckedFile(Checked(file, findings), is_read=False) if text is None else check_text(text, file, notation)


def check_text(text: str, file: str, notation: Notation) -> CheckedFile:
    """As :func:`check_file`, for what was read already."""
    record = read_record(text, file, notation)
    if not any(line.span.text for line in record.lines):
        return CheckedFile(Checked(file, [Finding("empty-file", Place(file))]), is_read=False)
    return CheckedFile(check_record(record, notation), text_lines(text))
