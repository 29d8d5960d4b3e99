"""The program as installed: a wheel in a fresh environment, run from an empty folder, with all its files."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

from wsdv_tools.sources.shipped import shipped

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("data", "schemas", "templates", "examples", "tests/cases")


@pytest.mark.parametrize("folder", FOLDERS)
def test_found_at_the_root_of_the_repository(folder: str) -> None:
    assert shipped(folder) == ROOT / folder
    assert any(shipped(folder).iterdir())


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return built


def test_every_file_is_in_the_wheel(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    for folder in FOLDERS:
        files = [path for path in (ROOT / folder).rglob("*") if path.is_file() and "__pycache__" not in path.parts]
        missing = [p for p in files if f"wsdv_tools/shipped/{p.relative_to(ROOT).as_posix()}" not in names]
        assert missing == []
    assert "wsdv_tools/py.typed" in names
    assert not any(name.startswith("tests/") for name in names)


def test_works_from_an_empty_folder(wheel: Path, tmp_path: Path) -> None:
    """The libraries are borrowed from this environment, so that nothing is downloaded; the program is not."""
    home = tmp_path / "environment"
    venv.create(home, with_pip=False, symlinks=os.name != "nt")
    scripts = home / ("Scripts" if os.name == "nt" else "bin")
    python = str(scripts / "python")
    pip = [sys.executable, "-m", "pip", "--python", python, "--disable-pip-version-check"]
    subprocess.run([*pip, "install", "--quiet", "--no-deps", "--no-index", str(wheel)], check=True)
    (package,) = home.rglob("site-packages/wsdv_tools")
    (package.parent / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n")
    empty = tmp_path / "empty"
    empty.mkdir()

    def run(program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = [str(scripts / program), *arguments]
        return subprocess.run(command, cwd=empty, capture_output=True, text=True, check=False)

    where = run("python", "-c", "from wsdv_tools.sources.shipped import shipped; print(shipped('data'))").stdout
    assert Path(where.strip()) == package / "shipped" / "data"
    done = run("wsdv", "validate", "--lang", "en")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith("All OK: ")
    assert list(empty.iterdir()) == []
    assert run("wsdv", "demo", "--out", "printed").returncode == 0
    assert [path.name for path in empty.iterdir()] == ["printed"]
    assert (empty / "printed" / "manifest.json").exists()
