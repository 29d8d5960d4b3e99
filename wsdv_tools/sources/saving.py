"""The one writer: a file is complete, or as it was before; only plain files are ever replaced.

What is written goes beside its place first, under a name that nobody can guess, and takes the place when all of it
is on the disk. A run that was killed leaves such a file behind: the next one that writes there removes it.
"""

from __future__ import annotations

import errno
import os
import re
import shutil
import stat
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from wsdv_tools.findings import Finding, Wording
from wsdv_tools.interrupts import undisturbed

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

_BESIDE = re.compile(r"\..*\.[0-9a-f]{16}\.wsdv-new", re.DOTALL)
_MOST_LINKS = 40
_LONGEST_NAME = 255  # bytes; nearly everywhere
_OLD = 3600.0  # seconds: where files cannot be locked, what is older was left behind

# Why the system refuses, in words of the language files.
_REASONS = {
    errno.ENOSPC: "disk-full",
    errno.EDQUOT: "disk-full",
    errno.EACCES: "no-write-permission",
    errno.EPERM: "no-write-permission",
    errno.EROFS: "read-only",
    errno.ENAMETOOLONG: "name-too-long",
    errno.ENOENT: "no-such-folder",
    errno.ENOTDIR: "no-such-folder",
}


class NotSaved(OSError):
    """What the writer refuses itself; `note` names the reason in the language files."""

    def __init__(self, note: str, english: str, path: Path) -> None:
        super().__init__(errno.EINVAL, english, str(path))
        self.note = note


def cannot_write(error: OSError, path: Path | str | None = None) -> Finding:
    """What is reported of a file that was not written."""
    file = str(path if path is not None else error.filename or "")
    return Finding("cannot-write", None, {"file": file, "reason": reason(error)})


def reason(error: OSError) -> Wording:
    """Why the system or the writer refused, in the user's language where it has words for it."""
    note = error.note if isinstance(error, NotSaved) else _REASONS.get(error.errno or 0)
    return Wording("notes", note or "", error.strerror or str(error))


def save_text(path: Path, text: str) -> None:
    """As :func:`save_bytes`, in UTF-8; line ends stay as they are in the text."""
    save_bytes(path, text.encode("utf-8"))


def save_bytes(path: Path, data: bytes, follow: bool = True) -> None:
    """Write one file; see :func:`save_all`."""
    save_all({path: data}, follow)


Content = bytes | Iterable[bytes]  # as a whole, or piece by piece where it is large


def save_all(files: Mapping[Path, Content], follow: bool = True) -> None:
    """Write files that belong together: all are on the disk before the first takes its place, in their order.

    Where links may lead out of a folder that nobody has looked through, do not `follow` them, whoever made them.
    Raises OSError; then none has changed, or only the disk failed between two renames.
    """
    targets = {path: target_of(path, follow) for path in files}
    for folder in {target.parent for target in targets.values()}:
        _sweep(folder)
    waiting: list[tuple[int, Path, Path]] = []
    try:
        for path, data in files.items():
            waiting.append(_written_beside(targets[path], data))
        with undisturbed():  # the renames
            for _, beside, target in waiting:
                beside.replace(target)
        for folder in {target.parent for target in targets.values()}:
            _sync_folder(folder)
    finally:
        for handle, beside, _ in waiting:
            with suppress(OSError):
                beside.unlink(missing_ok=True)
            os.close(handle)


def target_of(path: Path, follow: bool = True) -> Path:
    """Where a file's bytes go: the user's own link stays a link, somebody else's is not followed.

    Only a plain file may be replaced, and only one that may be written to.
    """
    target = path
    for _ in range(_MOST_LINKS):
        try:
            status = target.lstat()
        except (FileNotFoundError, NotADirectoryError):
            return target
        if not follow or not stat.S_ISLNK(status.st_mode):
            break
        if hasattr(os, "geteuid") and status.st_uid != os.geteuid():
            raise NotSaved("foreign-link", "it is a link that somebody else has made", path)
        target = target.parent / os.readlink(target)
    if stat.S_ISDIR(status.st_mode):
        raise NotSaved("target-folder", "it is a folder", path)
    if not stat.S_ISREG(status.st_mode):
        raise NotSaved("target-no-file", "it is no plain file", path)
    if not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    return target


def _written_beside(target: Path, data: Content) -> tuple[int, Path, Path]:
    """The data in a new file beside its place, on the disk; the open handle keeps others from removing it."""
    handle, beside = _new_file(target)
    try:
        for piece in [data] if isinstance(data, bytes) else data:
            rest = memoryview(piece)
            while rest:
                rest = rest[os.write(handle, rest) :]
        _take_mode(handle, beside, target)
        os.fsync(handle)
    except BaseException as error:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
        os.close(handle)
        if isinstance(error, OSError) and error.filename is None:
            error.filename = str(target)
        raise
    return handle, beside, target


def _new_file(target: Path) -> tuple[int, Path]:
    """A new file that nobody else may read yet, locked as long as it is open."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
    for name in ("O_NOFOLLOW", "O_CLOEXEC", "O_BINARY"):
        flags |= getattr(os, name, 0)
    while True:
        name = os.fsencode(target.name)[: _LONGEST_NAME - 32].decode("utf-8", "ignore")
        beside = target.with_name(f".{name}.{os.urandom(8).hex()}.wsdv-new")
        try:
            handle = os.open(beside, flags, 0o600)
        except OSError as error:
            error.filename = str(target)
            raise
        _lock(handle)
        if os.name == "nt" or os.fstat(handle).st_nlink:
            return handle, beside
        os.close(handle)  # swept away before it could be locked


def _take_mode(handle: int, beside: Path, target: Path) -> None:
    """The mode of what is replaced, and its owner where that is allowed; a new file's mode is the usual one."""
    try:
        before: os.stat_result | None = target.stat()
    except FileNotFoundError:
        before = None
    if before is None:
        os.chmod(beside, 0o666 & ~_umask())
        return
    if hasattr(os, "fchown") and (before.st_uid, before.st_gid) != (os.geteuid(), os.getegid()):
        with suppress(OSError):
            os.fchown(handle, before.st_uid, before.st_gid)
    os.chmod(beside, stat.S_IMODE(before.st_mode))


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def _lock(handle: int, wait: bool = True) -> bool:
    if fcntl is None:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except OSError:  # another process holds it, or the file system has no locks
        return False
    return True


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """One program after the other: what is read here is unchanged when it is written.

    A killed process releases the lock. Systems that cannot lock a folder (Windows, some networks) let everybody in.
    """
    if fcntl is None:
        yield
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        _lock(handle)
        yield
    finally:
        os.close(handle)


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


# Leftovers


def _sweep(folder: Path) -> None:
    """Remove what killed runs have left here; only our own files, and none that is being written."""
    try:
        names = [entry.name for entry in os.scandir(folder) if _BESIDE.fullmatch(entry.name)]
    except OSError:
        return
    for name in names:
        with suppress(OSError):
            _take_away(folder / name)


def _take_away(path: Path) -> None:
    status = path.lstat()
    if not stat.S_ISREG(status.st_mode):
        return
    if fcntl is None:
        if time.time() - status.st_mtime > _OLD:
            path.unlink()
        return
    handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        if _lock(handle, wait=False):
            path.unlink()
    finally:
        os.close(handle)


def back_up(path: Path) -> Path:
    """Copy a plain file to the first free of `NAME.bak`, `NAME.bak2`, ...; gives the copy's path."""
    if not path.is_file():
        raise NotSaved("target-no-file", "it is no plain file", path)
    return save_apart(path, path.read_bytes(), "bak")


def save_apart(path: Path, data: bytes, ending: str) -> Path:
    """Write data beside a file, to the first free of `NAME.ENDING`, `NAME.ENDING2`, ...; gives its path."""
    handle, beside, _ = _written_beside(path, data)
    try:
        if path.is_file():
            shutil.copystat(path, beside)
        number = 1
        while True:
            copy = path.with_name(f"{path.name}.{ending}{number if number > 1 else ''}")
            if _is_placed(beside, copy):
                _sync_folder(path.parent)
                return copy
            number += 1
    finally:
        beside.unlink(missing_ok=True)
        os.close(handle)


def _is_placed(beside: Path, copy: Path) -> bool:
    """Give a file a free name; False where it is taken."""
    try:
        os.link(beside, copy)
    except FileExistsError:
        return False
    except OSError:  # a file system without links
        if os.path.lexists(copy):
            return False
        beside.replace(copy)
    return True
