"""What `wsdv score` does with either game: what it needs, how an answer is taken, what it prints."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from wsdv_tools.findings import Finding
from wsdv_tools.games.cards import UNKNOWN, Card, Deck, Region
from wsdv_tools.games.kubakrise.facts import TYPES
from wsdv_tools.games.notation import No, side_of
from wsdv_tools.games.sides import SIDES
from wsdv_tools.games.telling import card_value, where_wording
from wsdv_tools.games.vorhang.facts import REGIONS

if TYPE_CHECKING:
    from wsdv_tools.games.cards import Need
    from wsdv_tools.games.loading import Loaded
    from wsdv_tools.games.words import GameLanguage

NUMBERS = ("command", "prestige", "bonus")
MOST_PRINTED = 9  # as a bonus or a prestige number


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
        """Whether it is known how far the game is: a position does not have to say."""
        reading = self.loaded.reading
        return reading is None or "turn" in reading.given

    def take(self, need: Need, text: str, language: GameLanguage) -> str | None:
        """Use an answer; why it cannot be used, or None."""
        try:
            fact = self._fact(need, text.strip(), language)
            if need.card:
                self._learn(Deck({need.card: replace(Card(need.card), **{need.what: fact})}))
            elif need.region:
                self._learn(Deck({}, {need.region: Region(bonus=fact)}))
            else:
                self._place(need, fact)
        except No as no:
            return language.sentence(no.finding())
        except ValueError:
            return self._wanted(need, text, language)
        return None

    def _wanted(self, need: Need, text: str, language: GameLanguage) -> str:
        """What an answer could have been."""
        if need.what in self.known_words:
            words = [language.word(f"{need.what}-{id_}") for id_ in self.known_words[need.what]]
            return language.say("texts.answer-one-of", text=text, options=words)
        if need.what in NUMBERS:
            return language.say("texts.answer-number", most=self.most(need))
        return language.say("texts.answer-card")

    @property
    def known_words(self) -> dict[str, Iterable[str]]:
        """The facts that are one of several words."""
        return {"type": TYPES, "flag": self.opened.spec.flags, "region": REGIONS}

    def most(self, need: Need) -> int:
        """The highest number that can be printed on a card."""
        return self.opened.spec.highest if need.what == "command" else MOST_PRINTED

    def _learn(self, facts: Deck) -> None:
        names = self.opened.notation.new
        self.opened = self.opened.with_deck(facts)
        self.opened.notation.new.update({id_: text for id_, text in names.items() if id_ not in self.opened.deck.cards})

    def _fact(self, need: Need, text: str, language: GameLanguage) -> Any:
        if need.what == "flag" and side_of(text):
            return side_of(text)
        if need.what in ("type", "flag"):
            known = self.known_words[need.what]
            return _one_of({id_: language.word(f"{need.what}-{id_}") for id_ in known}, text)
        if need.what == "region":
            region = self.opened.notation.region(text)
            if region is None:
                raise ValueError(text)
            return region
        if need.what in NUMBERS:
            number = int(text)
            if not 1 <= number <= self.most(need):
                raise ValueError(text)
            return number
        card = self.opened.notation.learn(text)[0]
        if card == UNKNOWN or card in self.opened.spec.fixed:
            raise ValueError(text)  # nobody needs to be asked for Cuba, and "?" is not an answer
        return card

    def _place(self, need: Need, card: str) -> None:
        """A card that lies somewhere: the last one, the one under Cuba, of the aftermath."""
        where = self._where(card)
        if where:
            shown = card_value(self.opened.spec, self.opened.deck, card)
            raise No("card-elsewhere", card=shown, where=where_wording(where))
        if need.what == "cuba-card":
            self.position = self.position._replace(cuba_card=card)
        elif need.side:
            both = list(getattr(self.position, need.what))
            both[SIDES.index(need.side)] = card
            self.position = self.position._replace(**{need.what: tuple(both)})

    def _where(self, card: str) -> str:
        """Where a card is known to be already."""
        kept = getattr(self.position, "last", None) or self.position.aftermath
        if self.position.piece(card):
            return "table"
        if card != UNKNOWN and card in kept:
            return "last" if hasattr(self.position, "last") else "aftermath"
        return "cuba" if card != UNKNOWN and card == getattr(self.position, "cuba_card", None) else ""


def _one_of(known: Mapping[str, str], text: str) -> str:
    """The one that a beginning of it means, or a beginning of its word in the language."""
    typed = text.casefold()
    found = [id_ for id_, word in known.items() if typed and any(w.casefold().startswith(typed) for w in (id_, word))]
    if len(found) != 1:
        raise ValueError(text)
    return found[0]
