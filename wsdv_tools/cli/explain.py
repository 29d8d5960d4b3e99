"""`wsdv explain`: what an error code, a rule paragraph, a ruling or a card means."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

import click

from wsdv_tools.cli.completing import cards_and_places
from wsdv_tools.cli.console import on_screen
from wsdv_tools.cli.session import USAGE, Session, session_options
from wsdv_tools.cli.usage import Command
from wsdv_tools.codes import CODES
from wsdv_tools.telling.explanations import SHORTEST_WORD, Explanations

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wsdv_tools.facts import City, Province


@click.command("explain", cls=Command)
@click.argument("words", nargs=-1, required=True, metavar="CARD|RULE|CODE|WORD", shell_complete=cards_and_places)
@session_options
def command(session: Session, words: tuple[str, ...]) -> int:
    """A card, a rule, a ruling, a finding, a place or a word."""
    asked = " ".join(words)
    lines = explained(session, asked) or _of_small_games(session, asked)
    if lines is None:
        print(on_screen(unknown(session, asked)))
        near = get_close_matches(asked.casefold(), [*CODES, *session.language.rule_ids()], 3, 0.65)
        if near:
            session.say("explain.near", names=" ".join(near))
        return USAGE
    for line in lines:
        print(on_screen(line))
    return 0


def _of_small_games(session: Session, asked: str) -> Iterator[str] | None:
    """A paragraph (KK-5.1), a ruling (EV-R4), a code or a card of Kubakrise or Eiserner Vorhang."""
    from wsdv_tools.games.explaining import explained as explained_there

    lines = explained_there(session.games, asked)
    return iter(lines) if lines else None


def unknown(session: Session, asked: str) -> str:
    """What to say where nothing is meant."""
    if not asked:
        return session.language.say("texts.explain.how")
    is_short = asked.isalpha() and len(asked) < SHORTEST_WORD
    return session.language.say("texts.explain.too-short" if is_short else "texts.explain.unknown", text=asked)


def explained(session: Session, asked: str) -> Iterator[str] | None:
    """The lines of an explanation, None where nothing is meant by these words."""
    language, catalogue = session.language, session.catalogue
    explanations = Explanations(language, catalogue)
    meant = explanations.meant(asked)
    if meant.cards:
        lines = [line for card in meant.cards for line in explanations.card(card)]
        chapter = [language.say("texts.explain.chapter", number=asked)] if meant.chapter else []
        return iter([*lines, *chapter])
    if meant.rules:
        return explanations.rules(meant.rules)
    if meant.ruling:
        return explanations.ruling(meant.ruling)
    if meant.code:
        return explanations.code(meant.code)
    place = _place(session, asked)
    told = [*explanations.place(place)] if place else []
    mentions = explanations.mentions(asked)
    if mentions:
        told += [*([""] if told else []), language.say("texts.explain.mentions", text=asked), *mentions]
    return iter(told) if told else None


def _place(session: Session, asked: str) -> City | Province | None:
    """The city or province of that name, in any language."""
    names, catalogue = session.notation().names, session.catalogue
    province, city = names.provinces.find(asked), names.cities.find(asked)
    if isinstance(province, str):
        return catalogue.provinces[province]
    return catalogue.cities[city] if isinstance(city, str) else None
