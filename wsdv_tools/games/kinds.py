"""Which game a typed file is of, by what it says itself or else by its ending. Quick: every command asks."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from wsdv_tools.sources.kinds import GAME_SUFFIXES
from wsdv_tools.sources.text_reader import MOST_BYTES

_TELLING = re.compile(
    r"""(?:\A|[\r\n])[ \t{]*["']?(?P<game>kubakrise|vorhang)-(?P<kind>record|position|cards)["']?[ \t]*:"""
)
_LANGUAGE = re.compile(r"(?:\A|[\r\n])language[ \t]*:")  # it names these files, too


class Kind(NamedTuple):
    """What a file is: of which game, and `record`, `position` or `cards`."""

    game: str
    kind: str


def kind_of_game(text: str, file: str) -> Kind | None:
    """None for everything that is not of a small game.

    >>> kind_of_game("# ours\\nvorhang-record: 1", "evening.txt")
    Kind(game='vorhang', kind='record')
    """
    told = _TELLING.search(text)
    if told and not _LANGUAGE.search(text):
        return Kind(told["game"], told["kind"])
    game = GAME_SUFFIXES.get(Path(file).suffix.casefold())
    is_other = game is None or re.search(r"(?:\A|[\r\n])wsdv-(?:record|position)[ \t]*:", text)
    return None if is_other else Kind(game or "", "record")


def kind_of_file(path: Path) -> Kind | None:
    """As :func:`kind_of_game`, of a file; what cannot be read belongs to none."""
    try:
        if not path.is_file() or path.stat().st_size > MOST_BYTES:
            return None
        text = path.read_bytes().decode("utf-8", "replace").removeprefix("\ufeff")
    except OSError:
        return None
    return kind_of_game(text, str(path))
