"""Card files: a template for the owner to fill in, and what is missing or impossible in a filled one."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from wsdv_tools.findings import Finding, Wording, sorted_by_place
from wsdv_tools.games.cards import Card, Deck, Effect
from wsdv_tools.games.kubakrise.facts import TYPES
from wsdv_tools.games.notation import RESERVED
from wsdv_tools.games.opening import known_deck, room
from wsdv_tools.games.telling import region_value
from wsdv_tools.games.vorhang.facts import ALL_CARDS, REGIONS
from wsdv_tools.games.words import GameLanguage, folder
from wsdv_tools.sources.schema import check_schema

if TYPE_CHECKING:
    from wsdv_tools.games.notation import Spec
    from wsdv_tools.sources.yaml_reader import Document

_FACTS = {"kubakrise": ("flag", "command", "type"), "vorhang": ("region", "flag", "command")}
_PLACES = {
    "kubakrise": frozenset({"any", "this", "cuba", "own", "home", "neutral", "away", *TYPES}),
    "vorhang": frozenset({"any", "this", "own", "neighbours", *REGIONS}),
}
_EDITION = {"kubakrise": "cards-edition-kubakrise", "vorhang": "cards-edition-vorhang"}
_PARTS = {"vorhang": "EV-1.1", "kubakrise": "KK-1.1"}


def template(game: str, language: GameLanguage) -> str:
    """A card file with the known cards filled in and a slot for each of the others."""
    spec: Spec = room(game).SPEC
    text = (folder() / f"{game}.yaml").read_text("utf-8")
    head = [f"# {line}" for line in language.say("texts.cards-template", n=spec.number_of_cards).splitlines()]
    head.append(f"# {_values(game, spec)}")
    body = [_spoken(line, game, language) for line in text.splitlines() if not line.startswith("#")]
    known = len(known_deck(game).cards)
    nulls = ", ".join(f"{fact}: null" for fact in _FACTS[game])
    slots = [
        f"  card{number}: {{name: {{}}, {nulls}, event: {{text: {{}}}}, source: card}}"
        for number in range(known + 1, spec.number_of_cards + 1)
    ]
    return "\n".join([*head, *body, *slots]) + "\n"


def _spoken(line: str, game: str, language: GameLanguage) -> str:
    """A line of the file; where the known cards come from is told in the language of whoever fills them in."""
    if not line.startswith("edition:"):
        return line
    return f"edition: {json.dumps(language.say(f'texts.{_EDITION[game]}'), ensure_ascii=False)}"


def _values(game: str, spec: Spec) -> str:
    """What the facts of a card can be, as they are typed."""
    kinds = {"flag": spec.flags, "type": TYPES, "region": REGIONS, "command": [*range(1, spec.highest + 1)]}
    return "; ".join(f"{fact}: {' | '.join(map(str, kinds[fact]))}" for fact in _FACTS[game])


def check_cards(document: Document, game: str) -> list[Finding]:
    """Everything that is wrong with a card file, odd, or still missing."""
    findings = check_schema(document, f"{game}-cards")
    if any(finding.is_error for finding in findings):
        return findings
    checks = _Checks(document, game)
    return sorted_by_place([*findings, *checks.run()])


class _Checks:
    """The checks that no schema can do; each looks at the whole file."""

    def __init__(self, document: Document, game: str) -> None:
        self.document = document
        self.game = game
        self.spec: Spec = room(game).SPEC
        whole = Deck.of(document.value)
        self.deck = Deck({id_: card for id_, card in whole.cards.items() if card.names}, whole.regions)
        self.rule = _PARTS[game]

    def run(self) -> Iterator[Finding]:
        yield from self._number()
        yield from self._flags()
        for card in self.deck.cards.values():
            yield from self._card(card)
        if self.game == "vorhang":
            yield from self._regions()
        yield from self._known()
        yield from self._unseen()

    def _say(self, code: str, path: tuple[str, ...], values: dict[str, Any], rule: str | None = None) -> Finding:
        return Finding(code, self.document.place(path, key=True), values, rule or self.rule)

    def _number(self) -> Iterator[Finding]:
        there, most = len(self.deck.cards), self.spec.number_of_cards
        if there > most:
            last = list(self.deck.cards)[most]
            yield self._say("too-many-cards", ("cards", last), {"text": last, "number": most})
        elif there < most:
            yield self._say("card-count", ("cards",), {"n": most - there, "most": most})

    def _flags(self) -> Iterator[Finding]:
        flags = Counter(card.flag for card in self.deck.cards.values() if card.flag)
        for flag, most in self.spec.flags.items():
            if flags[flag] > most:
                holders = [card.id for card in self.deck.cards.values() if card.flag == flag]
                values = {"flag": Wording("words", f"flag-{flag}", flag), "number": flags[flag], "most": most}
                yield self._say("flag-counts", ("cards", holders[most], "flag"), values)

    def _card(self, card: Card) -> Iterator[Finding]:
        path = ("cards", card.id)
        if card.id in RESERVED - {"cuba"} or (self.game == "kubakrise" and card.id == "cuba"):
            yield self._say("card-name-unfit", path, {"text": card.id})
        missing = [fact for fact in _FACTS[self.game] if getattr(card, fact) is None]
        if not card.text and not card.does:
            missing.append("event")
        if missing:
            words = [Wording("words", f"fact-{fact}", fact) for fact in missing]
            yield self._say("card-incomplete", path, {"card": card, "facts": words})
        if card.command and card.command > self.spec.highest:
            values = {"card": card, "number": card.command, "most": self.spec.highest}
            yield self._say("command-number", (*path, "command"), values)
        if card.prestige not in (None, 1):
            yield self._say("prestige-odd", (*path, "prestige"), {"card": card, "number": card.prestige}, "KK-8.3")
        for where in _wheres(card.does):
            yield from self._where(where, card)

    def _where(self, where: str | tuple[str, ...], card: Card) -> Iterator[Finding]:
        """A place that the game does not have, or a card that the file does not."""
        if isinstance(where, str):
            unknown = [] if where in _PLACES[self.game] else [where]
        else:
            known = {*self.deck.cards, *self.spec.fixed}
            is_whole = len(self.deck.cards) >= self.spec.number_of_cards
            unknown = [id_ for id_ in where if id_ not in known] if is_whole else []
        for name in unknown:
            yield self._say("event-place", ("cards", card.id, "event"), {"card": card, "text": name})

    def _regions(self) -> Iterator[Finding]:
        sizes = {region: self.deck.region(region).size for region in REGIONS}
        known = [size for size in sizes.values() if size is not None]
        if len(known) == len(REGIONS) and sum(known) not in (ALL_CARDS, ALL_CARDS - 1):
            yield self._say("region-sizes", ("regions",), {"number": sum(known), "most": ALL_CARDS})
        for region in REGIONS:
            there = sum(card.region == region for card in self.deck.cards.values())
            there += region == "EU" and sum(known) == ALL_CARDS  # the start card
            size = sizes[region]
            if size is not None and there > size:
                values = {"region": region_value(region), "number": there, "most": size}
                yield self._say("region-full", ("regions", region), values)
            facts = [fact for fact in ("bonus", "size") if getattr(self.deck.region(region), fact) is None]
            if facts:
                words = [Wording("words", f"fact-{fact}", fact) for fact in facts]
                yield self._say("region-size", ("regions", region), {"region": region_value(region), "facts": words})

    def _known(self) -> Iterator[Finding]:
        """Where the file contradicts the rulebook."""
        shown = known_deck(self.game)
        for card in shown.cards.values():
            typed = self.deck.cards.get(card.id)
            if typed is None or card.source != "rulebook":
                continue
            for fact in _FACTS[self.game]:
                right, given = getattr(card, fact), getattr(typed, fact)
                if right is not None and given not in (None, right):
                    values = {"card": typed, "text": str(given), "found": str(right)}
                    yield self._say("card-differs", ("cards", card.id, fact), values)

    def _unseen(self) -> Iterator[Finding]:
        unseen = [card for card in self.deck.cards.values() if card.source not in (None, "card")]
        if unseen:
            yield self._say("cards-unseen", ("cards",), {"n": len(unseen), "cards": unseen})


def _wheres(effects: tuple[Effect, ...]) -> Iterator[str | tuple[str, ...]]:
    for effect in effects:
        if effect.kind != "score":
            yield effect.where
            yield effect.to
        for branch in effect.branches:
            yield from _wheres(branch)
