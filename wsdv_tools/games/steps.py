"""The steps of both games: single markers placed, removed and moved, points, a card laid, a use chosen.

`US+` and `SU+` place a marker of that side on a card, `US-` and `SU-` remove one, `US>` and `SU>` move one to another
card. `points` moves the ideology marker towards a side, `shift` an area into a zone. `lay` puts a hand card somewhere;
`event`, `pass` and `command` say what it is used for, `choose` which of several effects is meant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from wsdv_tools.games.sides import SIDES, Side
from wsdv_tools.rules.choices import Choice, Fault, Step

EVENT, PASS, COMMAND = Step("event"), Step("pass"), Step("command")
PLACING = {f"{side}+": side for side in SIDES}
REMOVING = {f"{side}-": side for side in SIDES}
MOVING = {f"{side}>": side for side in SIDES}


def placing(side: Side, card: str) -> Step:
    return Step(f"{side}+", card)


def removing(side: Side, card: str) -> Step:
    return Step(f"{side}-", card)


def moving(side: Side, card: str, to: str) -> Step:
    return Step(f"{side}>", card, to)


def points(side: Side, number: int) -> Step:
    return Step("points", side, number=number)


def decision(
    side: Side,
    kind: str,
    rule: str,
    board: Any,
    candidates: Iterable[Step],
    refuse: Callable[[Step], Fault | None],
    left: int = 1,
    required: bool = True,
    automatic: bool = False,
) -> Choice:
    """A choice of one of these games; its side and board are not those of the big game."""
    who: Any = side
    return Choice(who, kind, rule, board, candidates, refuse, left, required, automatic)
