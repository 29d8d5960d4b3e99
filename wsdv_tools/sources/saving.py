"""Writing what must not be lost: a file is there whole, or as it was before."""

from __future__ import annotations

import os
import shutil
from pathlib import Path


def save_text(path: Path, text: str) -> None:
    """As :func:`save_bytes`, in UTF-8; line ends stay as they are in the text."""
    save_bytes(path, text.encode("utf-8"))


def save_bytes(path: Path, data: bytes) -> None:
    """Write beside the file, make sure it is on the disk, then put it in the file's place."""
    target = Path(os.path.realpath(path))  # a link stays a link
    beside = target.with_name(f".{target.name}.{os.getpid()}.new")
    try:
        with beside.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            shutil.copymode(target, beside)
        beside.replace(target)
        _sync_folder(target.parent)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def _sync_folder(folder: Path) -> None:
    """The new name, too, must be on the disk; not every system lets a folder be opened for it."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    try:
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    except OSError:
        return
    try:
        os.fsync(handle)
    except OSError:  # some file systems refuse: then there is nothing more to be done
        pass
    finally:
        os.close(handle)


def back_up(path: Path) -> Path:
    """Copy a file to the first free of `NAME.bak`, `NAME.bak2`, ...; gives the copy's path."""
    number = 1
    while True:
        copy = path.with_name(f"{path.name}.bak{number if number > 1 else ''}")
        if not copy.exists():
            shutil.copy2(path, copy)
            return copy
        number += 1
