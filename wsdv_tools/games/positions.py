"""Typed positions of the small games: what both have in common, and where everything is in the file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from wsdv_tools.findings import Finding, Note, Place, sorted_by_place
from wsdv_tools.games.cards import UNKNOWN, Deck
from wsdv_tools.games.notation import No
from wsdv_tools.games.opening import Opened, room
from wsdv_tools.games.sides import SIDES, Side
from wsdv_tools.games.telling import card_value
from wsdv_tools.sources.schema import check_schema
from wsdv_tools.sources.yaml_reader import Document

Path = tuple[str | int, ...]


@dataclass
class Reading:
    """What was read from a position file: the position, the game with the file's own facts, all findings."""

    opened: Opened
    position: Any = None
    findings: list[Finding] = field(default_factory=list)
    given: frozenset[str] = frozenset()  # the parts that the file has

    @property
    def is_good(self) -> bool:
        return self.position is not None and not any(finding.is_error for finding in self.findings)


def read_position(document: Document, opened: Opened) -> Reading:
    """The position that a document describes."""
    findings = [*document.findings, *check_schema(document, opened.spec.position_key)]
    if any(finding.is_error for finding in findings):
        return Reading(opened, None, sorted_by_place(findings))
    value = document.value
    facts = Deck.of({"cards": _named(value.get("cards")), "regions": value.get("regions") or {}})
    opened = opened.with_deck(facts)
    builder = Builder(document, opened)
    position = room(opened.spec.id).build(builder)
    return Reading(opened, position, sorted_by_place([*findings, *builder.findings]), frozenset(value))


def _named(cards: Mapping[str, Any] | None) -> dict[str, Any]:
    """In a position a card needs no name except its id."""
    return {id_: {"name": {}, **entry} for id_, entry in (cards or {}).items()}


class Builder:
    """Reads the parts of a position, and keeps what is wrong with them."""

    def __init__(self, document: Document, opened: Opened) -> None:
        self.document = document
        self.value: Mapping[str, Any] = document.value
        self.opened = opened
        self.findings: list[Finding] = []
        self._first: dict[str, Place] = {}

    def say(self, code: str, path: Path, values: Mapping[str, Any], rule: str | None = None, key: bool = False) -> None:
        self.findings.append(Finding(code, self.document.place(path, key=key), values, rule))

    def card(self, path: Path, text: str, key: bool = False) -> str:
        """A card by its name; the same one in two places is a fault."""
        place = self.document.place(path, key=key)
        try:
            id_, _ = self.opened.notation.learn(str(text))
        except No as no:
            self.findings.append(no.finding(place))
            return UNKNOWN
        if id_ != UNKNOWN and id_ in self._first:
            note = Note("first-here", {}, self._first[id_])
            card = card_value(self.opened.spec, self.opened.deck, id_)
            self.findings.append(Finding("card-twice", place, {"card": card}, notes=(note,)))
        self._first.setdefault(id_, place)
        return id_

    def of_sides(self, key: str) -> tuple[str, str]:
        """A card for each side: `last: {US: "?", SU: iran}`."""
        given = self.value.get(key) or {}
        us, su = (self.card((key, side.value), given.get(side.value, UNKNOWN)) for side in SIDES)
        return us, su

    def hands(self, sizes: Mapping[Side, int]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The hands that are named, cards that nobody has named as `?`."""
        given = self.value.get("hands") or {}
        hands = []
        for side in SIDES:
            texts = given.get(side.value)
            if texts is None:
                hands.append((UNKNOWN,) * sizes[side])
                continue
            hands.append(tuple(self.card(("hands", side.value, at), text) for at, text in enumerate(texts)))
            if len(texts) > sizes[side]:
                self.say("hand-too-many", ("hands", side.value), {"side": side, "n": sizes[side]})
        return hands[0], hands[1]

    def to_move(self) -> Side | None:
        given = self.value.get("to-move")
        return Side(given) if given else None

    def turn_differs(self, number: int, expected: int, rule: str) -> None:
        """The turn and the cards on the table must agree, where both are given."""
        if "turn" in self.value and number != expected:
            self.say("turn-differs", ("turn",), {"number": number, "cards": expected}, rule)

    def too_many_markers(self, position: Any, most: int, key: str, rule: str) -> None:
        """No side has more markers than the box."""
        for side in SIDES:
            if position.stock(side) < 0:
                values = {"side": side, "number": most - position.stock(side), "most": most}
                self.say("markers-too-many", (key,), values, rule, key=True)


def plain_markers(piece: Any) -> dict[str, int]:
    """The markers on a card; sides that have none there are left out."""
    return {side.value: piece.markers(side) for side in SIDES if piece.markers(side)}


def plain_cards(key: str, both: tuple[tuple[str, ...], tuple[str, ...]]) -> dict[str, Any]:
    """Cards of each side; nothing where none of them is known."""
    plain = {side.value: list(cards) for side, cards in zip(SIDES, both, strict=True)}
    return {key: plain} if any(card != UNKNOWN for cards in both for card in cards) else {}


def plain_card(key: str, both: tuple[str, str]) -> dict[str, Any]:
    """As :func:`plain_cards`, of one card each."""
    return {key: {side.value: card for side, card in zip(SIDES, both, strict=True)}} if {*both} != {UNKNOWN} else {}
