"""Where several boards are possible: the places in which they differ."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from wsdv_tools.record.statements import Statement, write_statement

if TYPE_CHECKING:
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position


def uncertain(game: Game, boards: Sequence[Position]) -> list[str]:
    """Where boards differ, as people would type it, with all that may be there: `SN unrest 1 / 2`."""
    found = []
    parts = {part: getattr(boards[0], part) for part in WHOLE + BY_PLACE} if len(boards) > 1 else {}
    for part, value in parts.items():
        for place in range(len(value)) if part in BY_PLACE else (None,):
            said = Statement(part, place, value if place is None else value[place])
            texts = sorted({write_statement(game, said._replace(value=said.found(board))) for board in boards})
            is_total = part == "standards" and place == game.west_berlin  # the sum of its sectors
            if len(texts) > 1 and not is_total:
                found.append(_several(texts))
    return found


WHOLE = ("prestige", "currency", "socialists", "cadre", "wall")
BY_PLACE = ("unrest", "standards", "sectors", "placed", "factories", "lines", "imported")


def _several(texts: list[str]) -> str:
    """`SN unrest 1` and `SN unrest 2` in one."""
    words = [text.split() for text in texts]
    same = sum(1 for each in zip(*words, strict=False) if len(set(each)) == 1)
    values = (" ".join(each[same:]) or "up" for each in words)
    return f"{' '.join(words[0][:same])} {' / '.join(values)}"
