"""Endings, questions about them, and the answers to all questions at once, as a set of bits."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from wsdv_tools.foresight.closing import EAST, WEST, WHO, Wishes


class Ending(Enum):
    """How a decade can end; the values are those of the JSON answer."""

    INSOLVENCY = "insolvency"
    TRIUMPH = "triumph-of-socialism"
    FAILURE = "socialism-fails"
    WEST_COLLAPSES = "collapse-of-west"
    EAST_COLLAPSES = "collapse-of-east"
    BOTH_COLLAPSE = "both-collapse"
    TIME = "time"
    NOBODY = "nobody-wins"  # the game goes on with the next decade


# Which state has collapsed, and which has not.
_COLLAPSES = {
    Ending.WEST_COLLAPSES: (True, False),
    Ending.EAST_COLLAPSES: (False, True),
    Ending.BOTH_COLLAPSE: (True, True),
    Ending.TIME: (False, False),
}
_ROWS = {ending: row for row, ending in enumerate(_COLLAPSES)} | {Ending.NOBODY: len(_COLLAPSES) - 1}
ALL_BITS = (1 << len(_COLLAPSES) * len(WHO)) - 1


class Question(NamedTuple):
    """Whether an ending comes about if these sides want it (a sum of `WEST` and `EAST`)."""

    ending: Ending
    who: int


class Collapses(NamedTuple):
    """Who can collapse, at least and at most, for one place where Hamburg may count in phase 5."""

    west_is_down: bool  # even without an attack
    west_at_least: bool  # if East wants it
    west_at_most: bool
    east_at_least: Wishes
    east_at_most: Wishes


class Answers(NamedTuple):
    """The questions of phase 10 to which the answer is surely yes, and those to which it may be yes."""

    surely: int
    maybe: int


def bit(question: Question) -> int:
    """Of a question about phase 10."""
    return 1 << (_ROWS[question.ending] * len(WHO) + question.who)


def answers(collapses: Sequence[Collapses]) -> Answers:
    """By what is known of the states' collapse."""
    surely = maybe = 0
    for row, (west, east) in enumerate(_COLLAPSES.values()):
        for who in WHO:
            pick = any if who & WEST else all  # West says where Hamburg counts
            mark = 1 << (row * len(WHO) + who)
            falls = [_falls(one, west, east, who) for one in collapses]
            surely |= mark * pick(sure for sure, _ in falls)
            maybe |= mark * pick(may for _, may in falls)
    return Answers(surely, maybe)


def _falls(one: Collapses, west: bool, east: bool, who: int) -> tuple[bool, bool]:
    """Whether this happens to both states: surely, and possibly."""
    others = WEST + EAST - who
    if west:
        surely, maybe = (one.west_at_least, one.west_at_most) if who & EAST else (one.west_is_down,) * 2
    else:
        surely, maybe = (not one.west_is_down,) * 2 if who & EAST else (not one.west_at_most, not one.west_at_least)
    if east:
        return surely and one.east_at_least[who], maybe and one.east_at_most[who]
    return surely and not one.east_at_most[others], maybe and not one.east_at_least[others]
