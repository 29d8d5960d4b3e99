"""Cards as their owner types them: what is not known is None, and everything else works without it.

An event can be described in a small vocabulary of effects; then it can be checked completely.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from wsdv_tools.games.sides import Side

ALL = 99  # "all": more markers than there are


@dataclass(frozen=True, slots=True)
class Effect:
    """One effect: `kind` says which of the fields count.

    command, infiltrate, place, remove, move: `number` at most (`exactly`: as many as possible), `each` on a card, on
    `cards` different ones, `whose` markers, `where` and `to`. shift: `cards` areas a zone `towards` a side. gain:
    `points`, once or for each card of `where` that is led. score: `where` is a region. choose: one of `branches`.
    opponent: the other side may do what the one branch says.
    """

    kind: str
    number: int = 0
    exactly: bool = False
    each: int = ALL
    cards: int = ALL
    whose: str = "own"
    where: str | tuple[str, ...] = "any"
    to: str | tuple[str, ...] = "any"
    points: int = 0
    is_for_led: bool = False
    towards: str = "own"
    branches: tuple[tuple[Effect, ...], ...] = ()


def read_effects(entries: Sequence[Mapping[str, Any]]) -> tuple[Effect, ...]:
    """The effects of a card file's `does`."""
    return tuple(_effect(kind, value) for entry in entries for kind, value in entry.items())


def _effect(kind: str, value: Any) -> Effect:
    if kind == "score":
        return Effect(kind, where=value)
    if kind == "choose":
        return Effect(kind, branches=tuple(read_effects(branch) for branch in value))
    if kind == "opponent":
        return Effect(kind, branches=(read_effects(value),))
    fields: dict[str, Any] = {key: _place(value[key]) for key in ("where", "to") if key in value}
    fields |= {key: value[key] for key in ("exactly", "each", "cards", "whose", "points", "towards") if key in value}
    number = ALL if value.get("number") == "all" else value.get("number", 0)
    return Effect(kind, number, is_for_led=value.get("for") == "led", **fields)


def _place(value: str | list[str]) -> str | tuple[str, ...]:
    return value if isinstance(value, str) else tuple(value)


UNKNOWN = "?"


@dataclass(frozen=True, slots=True)
class Card:
    """A strategy card. `does` is its event in the vocabulary of effects; without it the event is taken as typed."""

    id: str
    names: Mapping[str, str] = field(default_factory=dict)
    flag: str | None = None  # US, SU; in Kubakrise UN, too
    command: int | None = None
    type: str | None = None  # Kubakrise: military, political, opinion
    prestige: int | None = None  # Kubakrise: as printed
    region: str | None = None  # Eiserner Vorhang
    text: Mapping[str, str] = field(default_factory=dict)
    does: tuple[Effect, ...] = ()
    source: str | None = None

    def name(self, language: str) -> str:
        """Its name in a language or, where that has none, in one that has it; otherwise its id."""
        for code in (language, "en", "de", *self.names):
            if code in self.names:
                return self.names[code]
        return self.id


@dataclass(frozen=True, slots=True)
class EventText:
    """What a card's event says, by language."""

    texts: Mapping[str, str]

    def __hash__(self) -> int:
        return hash(tuple(self.texts.items()))


@dataclass(frozen=True, slots=True)
class Region:
    """A region of Eiserner Vorhang: its bonus, and how many cards it has."""

    bonus: int | None = None
    size: int | None = None
    source: str | None = None


@dataclass(frozen=True)
class Deck:
    """What is known of the cards of a game."""

    cards: Mapping[str, Card] = field(default_factory=dict)
    regions: Mapping[str, Region] = field(default_factory=dict)

    @classmethod
    def of(cls, value: Mapping[str, Any]) -> Deck:
        """From the content of a card file that fits its schema."""
        cards = {id_: _card(id_, entry) for id_, entry in value.get("cards", {}).items()}
        regions = {id_: Region(**entry) for id_, entry in value.get("regions", {}).items()}
        return cls(cards, regions)

    def card(self, id_: str) -> Card:
        """The card of that id, or one of which nothing is known."""
        return self.cards.get(id_) or Card(id_)

    def region(self, id_: str) -> Region:
        return self.regions.get(id_) or Region()

    def with_facts(self, other: Deck) -> Deck:
        """With another's facts laid over these: only what is known there replaces anything."""
        cards = dict(self.cards)
        for id_, card in other.cards.items():
            cards[id_] = _over(cards[id_], card) if id_ in cards else card
        regions = dict(self.regions)
        for id_, region in other.regions.items():
            regions[id_] = _over(regions[id_], region) if id_ in regions else region
        return replace(self, cards=cards, regions=regions)


class Game:
    """What is known of the cards, and the rulings that were chosen (`R3b`)."""

    def __init__(self, deck: Deck, rulings: Iterable[str] = ()) -> None:
        self.deck = deck
        self.rulings = frozenset(rulings)


def _card(id_: str, entry: Mapping[str, Any]) -> Card:
    event = entry.get("event") or {}
    facts = {key: entry.get(key) for key in ("flag", "command", "type", "prestige", "region", "source")}
    does = read_effects(event.get("does", ()))
    return Card(id_, _by_language(entry.get("name")), text=_by_language(event.get("text")), does=does, **facts)


def _by_language(typed: str | Mapping[str, str] | None) -> Mapping[str, str]:
    """Texts by language; one without a language counts where a language has none of its own."""
    return {"": typed} if isinstance(typed, str) else typed or {}


def _over(known: Any, other: Any) -> Any:
    fields = {name: getattr(other, name) for name in other.__slots__}
    return replace(known, **{name: value for name, value in fields.items() if value not in (None, {}, ())})


class Need(NamedTuple):
    """A fact that is missing: `what` it is, of which card, side or region."""

    what: str
    card: str | None = None
    side: Side | None = None
    region: str | None = None


def without(hand: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The hand without a card, known or not; unchanged where it cannot have been there.

    >>> without(("iran", "?"), "kuba")
    ('iran',)
    """
    gone = card if card in hand else UNKNOWN
    at = hand.index(gone) if gone in hand else len(hand)
    return hand[:at] + hand[at + 1 :]
