"""Opens a small game: the cards that are known or that their owner typed, the rulings, the notation."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wsdv_tools.findings import Finding, Fix, Place, Unreadable
from wsdv_tools.games.cards import Deck, Game, Region
from wsdv_tools.games.notation import Notation
from wsdv_tools.games.words import folder
from wsdv_tools.sources.schema import check_schema
from wsdv_tools.sources.yaml_reader import examine_yaml, read_yaml

if TYPE_CHECKING:
    from wsdv_tools.games.notation import Spec

GAMES = ("kubakrise", "vorhang")
_HEADERS = re.compile(r"^[ \t]*(cards|rules)[ \t]*:[ \t]*(.*?)[ \t]*(?:\s#.*)?$", re.MULTILINE | re.IGNORECASE)


@dataclass(frozen=True)
class Opened:
    """A game with all that its files are read and judged by."""

    spec: Spec
    game: Game
    notation: Notation

    def with_deck(self, deck: Deck) -> Opened:
        """The same with facts of cards laid over the known ones: a position may bring its own."""
        game = Game(self.deck.with_facts(deck), self.game.rulings)
        return replace(self, game=game, notation=type(self.notation)(self.spec, game.deck))

    @property
    def deck(self) -> Deck:
        return self.game.deck


def room(game: str) -> Any:
    """The module that names what a game has."""
    return import_module(f"wsdv_tools.games.{game}.game")


def known_deck(game: str) -> Deck:
    """What rulebooks and public pages say about the cards."""
    return Deck.of(read_yaml(folder() / f"{game}.yaml").value)


def owners_file(game: str) -> Path | None:
    """The cards that the owner keeps for all commands."""
    home = os.environ.get("XDG_CONFIG_HOME") or str(Path.home() / ".config")
    path = Path(home) / "wsdv" / f"{game}.yaml"
    return path if path.is_file() else None


def read_deck(path: Path, game: str) -> Deck:
    """The owner's cards; what is wrong with the file's shape is raised."""
    document, findings = examine_yaml(path)
    if document is not None:
        findings = [*findings, *check_schema(document, f"{game}-cards")]
    if document is None or any(finding.is_error for finding in findings):
        raise Unreadable(findings)
    deck = Deck.of(document.value)
    cards = {id_: card for id_, card in deck.cards.items() if card.names}
    return Deck(cards, {**deck.regions, **{id_: _region(deck, id_, r) for id_, r in known_deck(game).regions.items()}})


def _region(deck: Deck, id_: str, known: Region) -> Region:
    """What the owner says of a region; where the file is silent, what the rulebook shows."""
    own = deck.region(id_)
    return Region(own.bonus or known.bonus, own.size or known.size, own.source if own.size else known.source)


def open_game(game: str, cards: Path | None = None, rulings: Iterable[str] = ()) -> Opened:
    """A game with the owner's cards: from this file, else from the owner's folder, else only those that are known."""
    path = cards or owners_file(game)
    deck = read_deck(path, game) if path else known_deck(game)
    rooms = room(game)
    return Opened(rooms.SPEC, Game(deck, rulings), rooms.NotationClass(rooms.SPEC, deck))


def open_for(text: str, file: str, game: str, cards: Path | None = None, rules: str = "") -> Opened:
    """As :func:`open_game`, for a record whose headers may name cards and rulings of its own."""
    headers = {match[1].casefold(): match for match in reversed(list(_HEADERS.finditer(text)))}
    named = headers.get("cards")
    if cards is None and named and named[2]:
        cards = Path(file).parent / named[2]
    chosen, unknown = read_rulings(room(game).SPEC, rules)
    if header := headers.get("rules"):
        before = text[: header.start(2)]
        start = Place(file, before.count("\n") + 1, len(before) - before.rfind("\n"))
        of_file, unknown_of_file = read_rulings(room(game).SPEC, header[2], start)
        chosen, unknown = [*of_file, *chosen], [*unknown_of_file, *unknown]
    if unknown:
        raise Unreadable(unknown)
    return open_game(game, cards, chosen)


def read_rulings(spec: Spec, text: str, start: Place | None = None) -> tuple[list[str], list[Finding]]:
    """`R3b, KK-R4c`: those that can be chosen, and findings about the others; `start` is where it is in a file."""
    chosen: list[str] = []
    unknown: list[Finding] = []
    known = {ruling.casefold(): ruling for ruling in spec.choosable()}
    ours = {f"{id_}a".casefold() for id_ in spec.rulings} | {id_.casefold() for id_ in spec.rulings}
    for match in re.finditer(r"[^\s,;]+", text):
        word = match[0]
        name = word.casefold().removeprefix(f"{spec.prefix.casefold()}-")
        if name in known:
            chosen.append(known[name])
        elif name not in ours:
            near = [ruling for ruling in known.values() if ruling[:-1].casefold() == name[:-1]]
            fixes = tuple(Fix("did-you-mean", {"name": ruling}) for ruling in near[:1])
            place = start and Place(start.file, start.line, start.column + match.start(), start.column + match.end())
            unknown.append(Finding("ruling-unknown", place, {"text": word, "rulings": [*known.values()]}, fixes=fixes))
    return chosen, unknown
