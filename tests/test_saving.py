"""The writer: complete or as before, plain files only, nobody's links, no leftovers."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from wsdv_tools.sources.saving import NotSaved, back_up, cannot_write, save_all, save_apart, save_bytes, save_text
from wsdv_tools.words import Language

on_posix = pytest.mark.skipif(os.name == "nt", reason="files of POSIX systems")
as_root = pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root makes others' links")
as_user = pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_file_is_replaced_and_nothing_is_left(tmp_path: Path) -> None:
    path = tmp_path / "game.wsdv"
    save_text(path, "one\r\n")
    save_text(path, "two\n")
    assert path.read_bytes() == b"two\n"
    assert names(tmp_path) == ["game.wsdv"]


@on_posix
def test_modes_are_kept_and_new_files_have_the_usual_one(tmp_path: Path) -> None:
    path = tmp_path / "game.wsdv"
    before = os.umask(0o027)
    try:
        save_bytes(path, b"one")
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    path.chmod(0o606)
    save_bytes(path, b"two")
    assert stat.S_IMODE(path.stat().st_mode) == 0o606


@on_posix
def test_what_is_being_written_is_for_nobody_elses_eyes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[str, int]] = []
    real = os.write

    def looked(handle: int, data: bytes) -> int:
        seen.extend((path.name, stat.S_IMODE(path.stat().st_mode)) for path in tmp_path.iterdir())
        return real(handle, data)

    monkeypatch.setattr(os, "write", looked)
    save_bytes(tmp_path / "a", b"secret")
    save_bytes(tmp_path / "b", b"secret")
    modes = {name: mode for name, mode in seen if name.endswith(".wsdv-new")}
    assert list(modes.values()) == [0o600, 0o600]
    assert len({name.split(".")[-2] for name in modes}) == 2  # no two alike: nobody can guess it


@on_posix
@pytest.mark.parametrize("kind", ["fifo", "folder", "device"])
def test_only_plain_files_are_replaced(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "target"
    if kind == "fifo":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    else:
        pytest.importorskip("pty")
        master, slave = os.openpty()
        path.symlink_to(os.ttyname(slave))
    before = path.stat().st_mode
    with pytest.raises(NotSaved):
        save_bytes(path, b"x")
    assert path.stat().st_mode == before
    assert names(tmp_path) == ["target"]
    if kind == "device":
        os.close(master)
        os.close(slave)


@on_posix
def test_a_link_of_ones_own_stays_a_link(tmp_path: Path) -> None:
    real, link = tmp_path / "folder" / "real", tmp_path / "link"
    real.parent.mkdir()
    real.write_bytes(b"one")
    link.symlink_to("folder/real")
    save_bytes(link, b"two")
    assert link.is_symlink()
    assert real.read_bytes() == b"two"
    assert names(tmp_path) == ["folder", "link"]


@as_root
def test_a_link_that_somebody_else_planted_is_not_followed(tmp_path: Path) -> None:
    victim, link = tmp_path / "victim", tmp_path / "board.svg"
    victim.write_bytes(b"mine")
    for target in (victim, tmp_path / "not there yet"):
        link.symlink_to(target)
        os.lchown(link, 12345, 12345)
        with pytest.raises(NotSaved, match="somebody else"):
            save_bytes(link, b"x")
        link.unlink()
    assert names(tmp_path) == ["victim"]
    assert victim.read_bytes() == b"mine"


@on_posix
def test_a_link_planted_where_the_writer_writes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even a name that somebody has guessed is not followed."""
    victim = tmp_path / "victim"
    victim.write_bytes(b"mine")
    monkeypatch.setattr(os, "urandom", lambda number: b"\0" * number)
    (tmp_path / f".a.{'00' * 8}.wsdv-new").symlink_to(victim)
    with pytest.raises(FileExistsError):
        save_bytes(tmp_path / "a", b"x")
    assert victim.read_bytes() == b"mine"


@as_user
def test_a_protected_file_stays(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"one")
    path.chmod(0o400)
    with pytest.raises(PermissionError):
        save_bytes(path, b"two")
    assert path.read_bytes() == b"one"


def test_all_or_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a").write_bytes(b"before")
    with pytest.raises(FileNotFoundError):
        save_all({tmp_path / "a": b"after", tmp_path / "no" / "folder": b"x"})
    assert names(tmp_path) == ["a"]
    assert (tmp_path / "a").read_bytes() == b"before"

    def full(handle: int, data: bytes) -> int:
        del handle, data
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(OSError, match="No space") as raised:
        save_all({tmp_path / "a": b"after"})
    assert names(tmp_path) == ["a"]
    told = cannot_write(raised.value)
    assert Language.load("en").sentence(told) == f"“{tmp_path / 'a'}” cannot be written: the disk is full"
    assert Language.load("de").sentence(told).endswith("der Datenträger ist voll")


@on_posix
def test_a_name_as_long_as_can_be(tmp_path: Path) -> None:
    path = tmp_path / ("ü" * 127)
    save_bytes(path, b"x")
    assert names(tmp_path) == [path.name]
    with pytest.raises(OSError, match="too long") as raised:
        save_bytes(tmp_path / ("x" * 300), b"x")
    assert Language.load("hu").sentence(cannot_write(raised.value)).endswith("túl hosszú a név")


@on_posix
def test_leftovers_of_killed_runs_are_swept_and_others_stay(tmp_path: Path) -> None:
    """A run is killed while it writes, another one is still writing: the next removes only the first one's file."""
    code = (
        "import os, sys, time; from pathlib import Path; from wsdv_tools.sources import saving\n"
        "handle, beside = saving._new_file(Path(sys.argv[1]))\n"
        "print(beside.name, flush=True); time.sleep(60)"
    )
    writers = [
        subprocess.Popen([sys.executable, "-c", code, str(tmp_path / "game.wsdv")], stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    try:
        left = [writer.stdout.readline().strip() for writer in writers if writer.stdout]
        writers[0].kill()
        writers[0].wait()
        foreign = [".wsdv-new", ".game.wsdv.new", ".game.wsdv.12345.wsdv-new"]
        for name in foreign:
            (tmp_path / name).write_bytes(b"")
        save_bytes(tmp_path / "other.wsdv", b"x")
        assert names(tmp_path) == sorted([left[1], "other.wsdv", *foreign])
    finally:
        for writer in writers:
            writer.kill()
            writer.communicate()


def test_a_copy_takes_a_free_name(tmp_path: Path) -> None:
    path = tmp_path / "game.wsdv"
    path.write_bytes(b"one")
    assert back_up(path).name == "game.wsdv.bak"
    path.write_bytes(b"two")
    assert back_up(path).name == "game.wsdv.bak2"
    assert [(tmp_path / f"game.wsdv.bak{n}").read_bytes() for n in ("", "2")] == [b"one", b"two"]
    assert len(names(tmp_path)) == 3
    with pytest.raises(NotSaved):
        back_up(tmp_path)
    (tmp_path / "game.wsdv.ours").write_bytes(b"somebody else's")
    assert save_apart(path, b"three", "ours").read_bytes() == b"three"
    assert (tmp_path / "game.wsdv.ours").read_bytes() == b"somebody else's"
