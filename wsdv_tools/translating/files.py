"""Reads and writes text files so that a byte-order mark and the line ends stay as they were."""

from __future__ import annotations

import codecs
from typing import TYPE_CHECKING

from wsdv_tools.findings import Finding, Unreadable
from wsdv_tools.sources.saving import save_bytes

if TYPE_CHECKING:
    from pathlib import Path


def read_text(path: Path) -> tuple[str, bool]:
    """The text with its line ends, and whether a byte-order mark stood before it."""
    data = path.read_bytes()
    return data.decode("utf-8-sig"), data.startswith(codecs.BOM_UTF8)


def write_text(path: Path, text: str, has_bom: bool = False) -> None:
    write_bytes(path, (codecs.BOM_UTF8 if has_bom else b"") + text.encode("utf-8"))


def write_bytes(path: Path, data: bytes) -> None:
    """Write beside and rename; a file that would not change is left alone."""
    try:
        if not path.is_file() or path.read_bytes() != data:
            path.parent.mkdir(parents=True, exist_ok=True)
            save_bytes(path, data)
    except OSError as error:
        values = {"file": str(path), "reason": error.strerror or str(error)}
        raise Unreadable([Finding("cannot-write", None, values)]) from None
