"""Records as files: found in folders, read and checked whatever stands in them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from wsdv_tools.findings import Finding, Place
from wsdv_tools.record.checking import Checked, check_record
from wsdv_tools.record.reading import read_record
from wsdv_tools.sources.text_reader import read_text, text_lines

if TYPE_CHECKING:
    from wsdv_tools.record.notation import Notation

SUFFIX = ".wsdv"
POSITION_SUFFIXES = (".yaml", ".yml", ".json")
_POSITION = re.compile(r"""^\W*wsdv-position["']?\s*:""", re.MULTILINE)


@dataclass
class CheckedFile:
    """A checked file: what came of it, and its lines for showing findings in them."""

    checked: Checked
    lines: list[str] = field(default_factory=list)
    is_read: bool = True


def is_position(text: str, path: Path) -> bool:
    """Whether a text is a position rather than a record, by its file's name or by what stands in it."""
    if path.suffix.casefold() in (SUFFIX, *POSITION_SUFFIXES):
        return path.suffix.casefold() != SUFFIX
    return _POSITION.search(text) is not None


def find_records(paths: Iterable[Path]) -> Iterator[Path]:
    """The files themselves, and all records in folders, in the order of their names."""
    for path in paths:
        if path.is_dir():
            found = sorted(file for file in path.rglob(f"*{SUFFIX}") if file.is_file())
            yield from found or [path]
        else:
            yield path


def check_file(path: Path, notation: Notation) -> CheckedFile:
    """A record file; one that is no text has the findings that say why."""
    file = str(path)
    if path.is_dir():
        return CheckedFile(Checked(file, [Finding("no-records", Place(file), {"file": file})]), is_read=False)
    text, findings = read_text(path)
    return CheckedFile(Checked(file, findings), is_read=False) if text is None else check_text(text, file, notation)


def check_text(text: str, file: str, notation: Notation) -> CheckedFile:
    """As :func:`check_file`, for what was read already."""
    record = read_record(text, file, notation)
    if not any(line.span.text for line in record.lines):
        return CheckedFile(Checked(file, [Finding("empty-file", Place(file))]), is_read=False)
    return CheckedFile(check_record(record, notation), text_lines(text))
