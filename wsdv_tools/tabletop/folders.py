"""Where Tabletop Simulator keeps its saved objects, and how it names the place of a picture."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

GAME_FOLDER = "Tabletop Simulator"
_SAVED = Path("Saves") / "Saved Objects"


def game_folders(system: str, home: Path) -> list[Path]:
    """Where the game may keep its files on a system (`sys.platform`), the usual place first.

    >>> [path.as_posix() for path in game_folders("linux", Path("/home/anna"))]
    ['/home/anna/.local/share/Tabletop Simulator']
    """
    if system == "win32":
        documents = (home / "Documents", home / "OneDrive" / "Documents")
        return [folder / "My Games" / GAME_FOLDER for folder in documents]
    if system == "darwin":
        return [home / "Library" / GAME_FOLDER]
    return [home / ".local" / "share" / GAME_FOLDER]


def saved_objects(system: str, home: Path) -> Path | None:
    """The folder for saved objects of a game that is installed; None where it is not."""
    there = (folder for folder in game_folders(system, home) if folder.is_dir())
    return next((folder / _SAVED for folder in there), None)


def file_address(path: Path) -> str:
    """A file as the game itself writes it: as it is, blanks included; escaped where it has invalid characters.

    >>> file_address(Path("/home/anna/My Games/mat.png"))
    'file:///home/anna/My Games/mat.png'
    """
    try:
        text = path.as_posix()
        text.encode()
    except UnicodeEncodeError:
        return path.as_uri()
    return f"file:///{text.removeprefix('/')}"


def web_address(base: str, name: str) -> str:
    """A picture below an address."""
    return f"{base.rstrip('/')}/{quote(name)}"
