"""Which language is spoken, and which file has its words. Nothing is read here, so that `wsdv --help` is quick."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from wsdv_tools.sources.shipped import shipped, shipped_name

if TYPE_CHECKING:
    from pathlib import Path

FALLBACK = "en"
OF_GAMES = "-games"  # ends the code of a file with the words of the small games


def is_path(code: str) -> bool:
    """Whether `--lang` names a file: anything with a dot or a slash does."""
    return "." in code or "/" in code or os.sep in code


def language_file(code: str, folder: Path) -> Path:
    """`de` is a file of the data folder or, where that has no such language, of the shipped one.

    `de-games` are the German words of the small games.
    """
    from pathlib import Path

    if is_path(code):
        return Path(code)
    name = Path("lang", f"{code}.yaml")
    if code.endswith(OF_GAMES):
        name = Path("games", "lang", f"{code.removesuffix(OF_GAMES)}.yaml")
    return folder / name if (folder / name).is_file() else shipped("data") / name


def known_languages(folder: Path | None = None) -> list[str]:
    """The codes of the languages that a data folder has words for."""
    return sorted(path.stem for path in ((folder or shipped("data")) / "lang").glob("*.yaml"))


def shipped_words(code: str) -> str | None:
    """The name of the shipped file with the words of a language; None where it has none."""
    name = shipped_name("data", "lang", f"{code}.yaml")
    return name if not is_path(code) and os.path.isfile(name) else None


def languages_of_games(folder: Path) -> list[str]:
    """The codes of the files with words of the small games: `hu-games`."""
    return [f"{path.stem}{OF_GAMES}" for path in sorted((folder / "games" / "lang").glob("*.yaml"))]


def preferred_language(asked: str | None = None) -> str:
    """What was asked for, else WSDV_LANG, else the system's language if there are words for it, else English."""
    if asked or os.environ.get("WSDV_LANG"):
        return asked or os.environ["WSDV_LANG"]
    spoken = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), None)
    if spoken is None and os.name == "nt":
        import locale

        spoken = locale.getlocale()[0]
    code = (spoken or "")[:2].lower()
    return code if code and shipped_words(code) else FALLBACK
