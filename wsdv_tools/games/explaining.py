"""Explains a paragraph, a ruling, a code or a card of the small games, in lines for a terminal."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from wsdv_tools.codes import GAMES as CODES
from wsdv_tools.findings import Wording
from wsdv_tools.games.cards import EventText
from wsdv_tools.games.kubakrise.telling import type_value
from wsdv_tools.games.notation import No
from wsdv_tools.games.opening import GAMES, Opened, open_game
from wsdv_tools.games.telling import region_value
from wsdv_tools.telling.phrases import wrapped

if TYPE_CHECKING:
    from pathlib import Path

    from wsdv_tools.games.cards import Card
    from wsdv_tools.games.words import GameLanguage

_PARAGRAPH = re.compile(r"(KK|EV)-(\d{1,2}(?:\.\d{1,2})?)", re.IGNORECASE)
_RULING = re.compile(r"(KK|EV)-(R\d{1,2})[a-c]?", re.IGNORECASE)


def explained(language: GameLanguage, asked: str, cards: Path | None = None) -> list[str] | None:
    """The lines of an explanation; None where nothing of the small games is meant."""
    if _PARAGRAPH.fullmatch(asked):
        rules = language.rules_of(asked)
        return list(_rules(language, rules)) if rules else None
    ruling = _RULING.fullmatch(asked)
    if ruling:
        id_ = f"{ruling[1]}-{ruling[2]}".upper()
        return list(_ruling(language, id_)) if language.has_ruling(id_) else None
    if asked.casefold() in CODES:
        return list(_code(language, asked.casefold()))
    return _card(language, asked, cards)


def _rules(language: GameLanguage, rules: list[str]) -> Iterator[str]:
    for rule in rules:
        yield from wrapped(language.rule(rule), "")
        yield from wrapped(language.rule_text(rule))
    for id_ in language.rulings_on(rules):
        question, answer = language.ruling(id_)
        yield from wrapped(f"{id_}: {question} {answer}", "  ", "      ")


def _ruling(language: GameLanguage, id_: str) -> Iterator[str]:
    yield from wrapped(f"{id_}: {language.ruling(id_)[0]}", "")
    for letter in "abc":
        if language.has_option(id_, letter):
            yield from wrapped(f"{id_}{letter}: {language.ruling(id_, letter)[1]}", "  ", "       ")
    yield from wrapped(language.ruling_reason(id_))
    for rule in language.rules_of_ruling(id_):
        yield from wrapped(language.rule(rule))


def _code(language: GameLanguage, code: str) -> Iterator[str]:
    yield f"{code} ({language.word(CODES[code])})"
    yield from wrapped(language.template(f"findings.{code}"))


def _card(language: GameLanguage, asked: str, cards: Path | None) -> list[str] | None:
    """A card of either game, as far as it is known."""
    lines: list[str] = []
    for game in GAMES:
        opened = open_game(game, cards if cards and _is_of(cards, game) else None)
        try:
            id_ = opened.notation.find(asked)
        except No:
            continue
        if id_ in opened.deck.cards:
            lines += _told(language, opened, opened.deck.card(id_))
    return lines or None


def _is_of(cards: Path, game: str) -> bool:
    from wsdv_tools.games.kinds import kind_of_file

    kind = kind_of_file(cards)
    return kind is not None and kind.game == game


def _told(language: GameLanguage, opened: Opened, card: Card) -> Iterator[str]:
    yield f"{language.name(card)} ({opened.spec.title})"
    unknown = language.word("unknown-fact")
    facts = {
        "region": region_value(card.region) if card.region else None,
        "flag": card.flag,
        "command": card.command,
        "type": type_value(card.type) if card.type else None,
    }
    shown = ("region", "flag", "command") if opened.spec.id == "vorhang" else ("flag", "command", "type")
    told = [f"{language.word(f'fact-{fact}')}: {_value(language, facts[fact], unknown)}" for fact in shown]
    yield from wrapped("; ".join(told))
    event = language.name(EventText(card.text)) if card.text else unknown
    yield from wrapped(f"{language.word('fact-event')}: {event}")
    if card.source and card.source != "card":
        source = Wording("words", f"source-{card.source}", card.source)
        yield from wrapped(language.say("texts.card-source", source=source))


def _value(language: GameLanguage, value: object, unknown: str) -> str:
    return unknown if value is None else language.name(value)
