"""What `wsdv score` does with either game: what it needs, how an answer is taken, what it tells."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from wsdv_tools.games.cards import Card, Deck, Region
from wsdv_tools.games.notation import No
from wsdv_tools.games.sides import SIDES

if TYPE_CHECKING:
    from wsdv_tools.findings import Finding
    from wsdv_tools.games.loading import Loaded
    from wsdv_tools.games.needs import Need
    from wsdv_tools.games.words import GameLanguage

TYPES = ("military", "political", "opinion")


class Scorer(ABC):
    """One scoring; answers to what it needs are kept in its position and its deck."""

    def __init__(self, loaded: Loaded, region: str | None = None) -> None:
        self.loaded = loaded
        self.opened = loaded.opened
        self.position = loaded.position
        self.region = region

    @abstractmethod
    def needs(self) -> list[Need]: ...

    @abstractmethod
    def warnings(self) -> list[Finding]: ...

    @abstractmethod
    def as_data(self) -> dict[str, Any]: ...

    @abstractmethod
    def lines(self, language: GameLanguage) -> Iterator[str]: ...

    @property
    def is_told_turn(self) -> bool:
        """Whether it is known how far the game is: a position need not say."""
        reading = self.loaded.reading
        return reading is None or "turn" in reading.given

    def take(self, need: Need, text: str) -> bool:
        """Whether an answer could be used."""
        try:
            fact = self._fact(need, text.strip())
            if need.card:
                self._learn(Deck({need.card: replace(Card(need.card), **{need.what: fact})}))
            elif need.region:
                self._learn(Deck({}, {need.region: Region(bonus=fact)}))
            else:
                self._place(need, fact)
        except (No, ValueError):
            return False
        return True

    def _learn(self, facts: Deck) -> None:
        names = self.opened.notation.new
        self.opened = self.opened.with_deck(facts)
        self.opened.notation.new.update({id_: text for id_, text in names.items() if id_ not in self.opened.deck.cards})

    def _fact(self, need: Need, text: str) -> Any:
        if need.what == "type":
            return _one_of(TYPES, text)
        if need.what == "flag":
            return _one_of(tuple(self.opened.spec.flags), text)
        if need.what == "region":
            region = self.opened.notation.region(text)
            if region is None:
                raise ValueError(text)
            return region
        if need.what in ("command", "prestige", "bonus"):
            number = int(text)
            if not 1 <= number <= 9:
                raise ValueError(text)
            return number
        return self.opened.notation.learn(text)[0]

    def _place(self, need: Need, card: str) -> None:
        """A card that lies somewhere: the last one, the one under Cuba, of the aftermath."""
        if card in {area.card for area in self._on_table()}:
            raise ValueError(card)
        if need.what == "cuba-card":
            self.position = self.position._replace(cuba_card=card)
        elif need.side:
            both = list(getattr(self.position, need.what))
            both[SIDES.index(need.side)] = card
            self.position = self.position._replace(**{need.what: tuple(both)})

    @abstractmethod
    def _on_table(self) -> tuple[Any, ...]: ...


def _one_of(known: tuple[str, ...], text: str) -> str:
    """The one that a beginning of it means."""
    found = [word for word in known if text and word.casefold().startswith(text.casefold())]
    if len(found) != 1:
        raise ValueError(text)
    return found[0]
