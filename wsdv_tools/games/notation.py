"""How cards and steps are typed in records: forgiving in reading, one spelling in writing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from wsdv_tools.findings import Finding, Fix, Place
from wsdv_tools.games.cards import UNKNOWN, Deck
from wsdv_tools.games.sides import Side
from wsdv_tools.games.steps import MOVING, PLACING, REMOVING, moving, placing, points, removing
from wsdv_tools.rules.choices import NOTHING, Step
from wsdv_tools.words.names import Index, Unknown, folded

AGREED_REASONS = ("resigned", "agreed", "unfinished")


@dataclass(frozen=True)
class Spec:
    """`lines` gives for each word that starts a line of a record the kinds of what follows it."""

    id: str
    prefix: str  # of its paragraphs and rulings: KK-5.1
    title: str
    number_of_cards: int
    flags: Mapping[str, int]
    highest: int  # command number
    fixed: Mapping[str, tuple[str, ...]]  # what is not a card of the file and still has a name
    lines: Mapping[str, tuple[str, ...]]
    reasons: tuple[str, ...]
    rulings: Mapping[str, str]  # the letters that can be chosen, by ruling

    @property
    def record_key(self) -> str:
        return f"{self.id}-record"

    @property
    def position_key(self) -> str:
        return f"{self.id}-position"

    def choosable(self) -> list[str]:
        """The rulings that differ from ours: `R1b`, `R4b`, `R4c`."""
        return [f"{id_}{letter}" for id_, letters in self.rulings.items() for letter in letters if letter != "a"]


MOST_MARKERS = 48
RESERVED = frozenset({"none", "cuba", "ideology", "europa", "stock", "home", "neutral"})
SPELLINGS = {
    **dict.fromkeys(("us", "usa", "eeuu", "ee.uu.", "eua", "west", "nyugat", "oeste"), Side.US),
    **dict.fromkeys(
        ("su", "ussr", "udssr", "urss", "szu", "zsrr", "sowjetunion", "east", "ost", "kelet", "este"), Side.SU
    ),
}
_ID = re.compile(r"[a-z][a-z0-9-]*")
_NUMBERED = re.compile(r"-\d+$")
_OF_SIDE = re.compile(r"([^\W\d_.]+(?:\.[^\W\d_]+\.)?)\s*:\s*(.+)")
_MOVE = re.compile(r"(.+?)\s*>\s*(.+?)(?:\s*\*\s*(\d{1,3}))?")
_AFTER = re.compile(r"(.+?)\s*([+−-])\s*(\d{1,3})")
_BEFORE = re.compile(r"([+−-])\s*(.+?)(?:\s*\*\s*(\d{1,3}))?")


def side_of(text: str) -> Side | None:
    """The side that a word means; one letter means none, since USA and UdSSR begin alike.

    >>> side_of("UdSSR"), side_of("U")
    (<Side.SU: 'SU'>, None)
    """
    return SPELLINGS.get(text.casefold())


class No(Exception):
    """A text that cannot be read: a finding's code and values, and what might have been meant."""

    def __init__(self, code: str, near: Sequence[str] = (), **values: Any) -> None:
        super().__init__(code)
        self.code = code
        self.values = values
        self.near = tuple(near)

    def finding(self, place: Place | None = None) -> Finding:
        fixes = tuple(Fix("did-you-mean", {"name": name}) for name in self.near[:1])
        return Finding(self.code, place, self.values, fixes=fixes)


class Notation:
    """The names of one deck; cards that nobody described are learnt as they are named."""

    def __init__(self, spec: Spec, deck: Deck) -> None:
        self.spec = spec
        self.deck = deck
        self.new: dict[str, str] = {}  # id: as it was typed first
        self._index = self._indexed()

    def _indexed(self) -> Index:
        names: dict[str, Iterable[str]] = {id_: (id_, *texts) for id_, texts in self.spec.fixed.items()}
        names |= {card.id: (card.id, *card.names.values()) for card in self.deck.cards.values()}
        names |= {id_: (id_,) for id_ in self.new}
        return Index(names, dict)

    @property
    def known(self) -> list[str]:
        return [*self.deck.cards, *self.new]

    def find(self, text: str) -> str:
        """The id of a card that is known already."""
        found = self._index.find(text)
        if not isinstance(found, Unknown):
            return found
        if found.several:
            raise No("card-several", text=text, near_cards=", ".join(found.near))
        raise No("card-not-known", found.near, text=text)

    def learn(self, text: str) -> tuple[str, bool]:
        """The id of a card, and whether it is named here for the first time."""
        if text == UNKNOWN:
            return UNKNOWN, False
        found = self._index.find(text)
        if not isinstance(found, Unknown):
            return found, False
        if found.several:
            raise No("card-several", text=text, near_cards=", ".join(found.near))
        id_ = folded(text)
        if not _ID.fullmatch(id_) or _NUMBERED.search(id_) or id_ in RESERVED or side_of(id_):
            raise No("card-name-unfit", text=text)
        if len(self.known) >= self.spec.number_of_cards and not self._has_room():
            raise No("too-many-cards", found.near, text=text, number=self.spec.number_of_cards)
        self.new[id_] = text
        self._index = self._indexed()
        return id_, True

    def _has_room(self) -> bool:
        """Cards that are only likely do not fill the deck up."""
        sure = [card for card in self.deck.cards.values() if card.source != "inferred"]
        return len(sure) + len(self.new) < self.spec.number_of_cards

    def read(self, text: str, side: Side) -> tuple[Step, ...]:
        """The single steps that a text means to the side that acts."""
        if text.casefold() in ("none", "-"):
            return (NOTHING,)
        named = _OF_SIDE.fullmatch(text)
        if named:
            owner = side_of(named[1])
            if owner is None:
                raise No("side-unknown", text=named[1])
            side, text = owner, named[2]
        return self._unnamed(text, side)

    def _unnamed(self, text: str, side: Side) -> tuple[Step, ...]:
        moved = _MOVE.fullmatch(text)
        if moved:
            return (moving(side, self.find(moved[1]), self.find(moved[2])),) * _number(moved[3], text)
        own = self.read_own(text)
        if own:
            return own
        after, before = _AFTER.fullmatch(text), _BEFORE.fullmatch(text)
        if before:
            sign, name, number = before[1], before[2], before[3]
        elif after:
            sign, name, number = after[2], after[1], after[3]
        else:
            raise No("step-unreadable", text=text)
        count = _number(number, text)
        if name.casefold() == "ideology" and self.has_track:
            return (points(side if sign == "+" else side.other, count),)
        one = placing if sign == "+" else removing
        return (one(side, self.find(name)),) * count

    def write(self, steps: Sequence[Step], side: Side) -> str:
        """Steps as they are written in a record, equal ones in one item."""
        parts = [self._item(step, len([*same]), side) for step, same in groupby(steps)]
        return ", ".join(parts) or "none"

    def _item(self, step: Step, count: int, side: Side) -> str:
        if step == NOTHING:
            return "none"
        if step.verb == "points":
            owner = "" if step.place is side else f"{step.place}:"
            return f"{owner}ideology+{step.number * count}"
        if step.verb == "lay":
            return f"{step.place} {self.write_where(step.to, side)}"
        if step.verb in ("event", "pass", "command"):
            return step.verb
        owner = "" if step.verb[:2] == side else f"{step.verb[:2]}:"
        if step.verb in MOVING:
            return f"{owner}{step.place}>{step.to}" + (f"*{count}" if count > 1 else "")
        if step.verb in PLACING or step.verb in REMOVING:
            return f"{owner}{step.place}{step.verb[2]}{count}"
        return self.write_own(step)

    has_track = False  # whether there is an ideology marker
    laid_pattern = ""  # a card, and where it is laid
    laid_example = ""

    def read_where(self, text: str, side: Side) -> Any:
        """Where a side lays a card."""
        raise NotImplementedError

    def resolved(self, where: Any, _board: Any) -> Any:
        """Where that is on a board, also where it is given by a neighbour."""
        return where

    def region(self, _text: str) -> str | None:
        """The code of a region, in the game that has any."""
        return None

    def read_own(self, _text: str) -> tuple[Step, ...]:
        """A step that only this game has."""
        return ()

    def write_own(self, step: Step) -> str:
        return f"{step.verb} {step.place or step.number}"

    def write_where(self, place: Any, side: Side) -> str:
        """Where a side lays a card, as it is typed."""
        raise NotImplementedError


def _number(text: str | None, whole: str) -> int:
    number = int(text) if text else 1
    if not 1 <= number <= MOST_MARKERS:
        raise No("step-unreadable", text=whole)
    return number
