"""Reads and writes text files so that a byte-order mark and the line ends stay as they were."""

from __future__ import annotations

import codecs
from typing import TYPE_CHECKING

from wsdv_tools.findings import Unreadable
from wsdv_tools.sources.saving import cannot_write, save_all

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


def read_text(path: Path) -> tuple[str, bool]:
    """The text with its line ends, and whether it started with a byte-order mark."""
    data = path.read_bytes()
    return data.decode("utf-8-sig"), data.startswith(codecs.BOM_UTF8)


def write_text(path: Path, text: str, has_bom: bool = False) -> None:
    write_all({path: encoded(text, has_bom)})


def encoded(text: str, has_bom: bool = False) -> bytes:
    return (codecs.BOM_UTF8 if has_bom else b"") + text.encode("utf-8")


def write_all(files: Mapping[Path, bytes]) -> None:
    """Write files that belong together, in their order; one that would not change is left alone."""
    try:
        changed = {path: data for path, data in files.items() if not path.is_file() or path.read_bytes() != data}
        for path in changed:
            path.parent.mkdir(parents=True, exist_ok=True)
        save_all(changed)
    except OSError as error:
        raise Unreadable([cannot_write(error)]) from None
