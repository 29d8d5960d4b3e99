"""Whatever ends a run, at any moment: each file is old or new, and the same command again makes what it would have."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from tests import kills
from wsdv_tools.cli import run, translate
from wsdv_tools.sources.shipped import shipped

HU = shipped("data") / "lang" / "hu.yaml"


class Killed(BaseException):
    """Ends a run between two steps of the writer."""


def state(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def prepare_new(folder: Path) -> list[str]:
    del folder
    return ["translate", "new", "cs"]


def prepare_import(folder: Path) -> list[str]:
    """A sheet with a changed text, a text made from an older German one, and a German text that was typed over."""
    own = folder / "hu.yaml"
    own.write_bytes(HU.read_bytes())
    (folder / "sources").mkdir()
    origins = (HU.parent / "sources" / HU.name).read_text("utf-8")
    (folder / "sources" / "hu.yaml").write_text(origins.replace("Bodenreform", "Landreform"), "utf-8")
    (folder / "hu.csv").write_text(
        "key,form,de,en,hu\n"
        "cards.1.title,,Bodenreform,,Földosztás!\n"
        "cards.2.title,,Altes Deutsch,,Valami\n"
        "cards.3.title,,,,Más\n",
        "utf-8",
    )
    return ["translate", "import", "hu.csv", "--into", "./hu.yaml"]


def prepare_import_of_a_shipped_file(folder: Path) -> list[str]:
    prepare_import(folder)
    (folder / "hu.yaml").unlink()
    (folder / "sources" / "hu.yaml").unlink()
    (folder / "sources").rmdir()
    return ["translate", "import", "hu.csv"]


def prepare_accept(folder: Path) -> list[str]:
    prepare_import(folder)
    return ["translate", "accept", "./hu.yaml"]


def prepare_accept_of_a_shipped_file(folder: Path) -> list[str]:
    del folder
    return ["translate", "accept", "hu"]


def prepare_print(folder: Path) -> list[str]:
    assert run(["print", "calibration", "--lang", "de", "--paper", "a3", "--out", str(folder)]) == 0
    return ["print", "calibration", "--lang", "de", "--paper", "letter", "--out", "."]


@pytest.mark.parametrize(
    "prepare",
    [
        prepare_new,
        prepare_import,
        prepare_import_of_a_shipped_file,
        prepare_accept,
        prepare_accept_of_a_shipped_file,
        prepare_print,
    ],
)
def test_a_run_that_ends_between_two_files_is_completed_by_the_next(
    prepare: Callable[[Path], list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(translate, "is_installed", lambda _: True)
    real, left = Path.replace, [99]

    def replaced(path: Path, target: Path) -> Path:
        if not left[0]:
            raise Killed
        left[0] -= 1
        return real(path, target)

    monkeypatch.setattr(Path, "replace", replaced)

    def done(name: str, ends_after: int | None = None) -> dict[str, bytes]:
        folder = tmp_path / name
        folder.mkdir()
        monkeypatch.chdir(folder)
        left[0] = 99
        arguments = prepare(folder)
        if ends_after is not None:
            left[0] = ends_after
            with pytest.raises(Killed):
                run(arguments)
            left[0] = 99
        run(arguments)
        return state(folder)

    whole = done("whole")
    used = 99 - left[0]
    assert used >= 1
    for number in range(min(used, 2)):
        assert done(f"after-{number}", number) == whole


@pytest.mark.skipif(not hasattr(os, "fork"), reason="fork")
def test_kills_at_random_moments() -> None:
    """Each of the small writers a few times; `make kills` does it to all of them, hundreds of times."""
    writers = tuple(w for w in kills.WRITERS if w.name in ("fmt --write", "position new", "play", "decade-end"))
    shooting = kills.Range(Random(15), writers)
    for each in range(20):
        shooting.kill(writers[each % len(writers)])
    assert shooting.killed.total() >= 5


@pytest.mark.skipif(not hasattr(os, "fork"), reason="fork")
def test_a_writer_that_writes_in_place_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kills themselves: a file that is written in place is seen half-written."""

    def in_place(path: Path, data: bytes) -> None:
        with path.open("wb") as file:
            file.write(data[:10])
            file.flush()
            time.sleep(0.05)
            file.write(data[10:])

    monkeypatch.setattr("wsdv_tools.cli.fmt.save_text", lambda path, text: in_place(path, text.encode()))
    writer = next(w for w in kills.WRITERS if w.name == "fmt --write")
    shooting = kills.Range(Random(15), (writer,))
    shooting.undisturbed[writer.name] = (*shooting.undisturbed[writer.name][:3], 1)

    def shoot() -> None:
        for _ in range(60):
            shooting.kill(writer)

    with pytest.raises(kills.Broken, match="neither old nor new"):
        shoot()
