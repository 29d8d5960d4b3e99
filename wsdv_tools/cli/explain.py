"""`wsdv explain`: what an error code, a rule paragraph, a ruling or a card means."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import TYPE_CHECKING

import click

from wsdv_tools.cli.session import USAGE, Session, session_options
from wsdv_tools.codes import CODES
from wsdv_tools.telling.explanations import SHORTEST_WORD, Explanations

if TYPE_CHECKING:
    from collections.abc import Iterator

_PARAGRAPH = re.compile(r"\d{1,2}\.\d{1,2}|(?:rule|regel|§)\s*(\d{1,2}(?:\.\d{1,2})?)", re.IGNORECASE)


@click.command("explain")
@click.argument("words", nargs=-1, required=True, metavar="CARD|RULE|CODE|WORD")
@session_options
def command(session: Session, words: tuple[str, ...]) -> int:
    """Explain a card, a rule paragraph, a ruling or a finding, or look up a word.

    A whole number or I to IV is a card (20, IV); 9.3 or `rule 9` a rule paragraph, R9 a ruling, build-under-protest the
    code of a finding; KK-5.1 and EV-R4 are of Kubakrise and Eiserner Vorhang. Any other word (Hamburg) lists the rules
    and cards that have it.
    """
    asked = " ".join(words)
    lines = explained(session, asked) or _of_small_games(session, asked)
    if lines is None:
        print(unknown(session, asked))
        near = get_close_matches(asked.casefold(), [*CODES, *session.language.rule_ids()], 3, 0.65)
        if near:
            session.say("explain.near", names=" ".join(near))
        return USAGE
    for line in lines:
        print(line)
    return 0


def _of_small_games(session: Session, asked: str) -> Iterator[str] | None:
    """A paragraph (KK-5.1), a ruling (EV-R4), a code or a card of Kubakrise or Eiserner Vorhang."""
    from wsdv_tools.games.explaining import explained as explained_there

    lines = explained_there(session.games, asked)
    return iter(lines) if lines else None


def unknown(session: Session, asked: str) -> str:
    """What to say where nothing is meant."""
    is_short = asked.isalpha() and len(asked) < SHORTEST_WORD
    return session.language.say("texts.explain.too-short" if is_short else "texts.explain.unknown", text=asked)


def explained(session: Session, asked: str) -> Iterator[str] | None:
    """The lines of an explanation, None where nothing is meant by these words."""
    language, catalogue = session.language, session.catalogue
    explanations = Explanations(language, catalogue)
    faces = catalogue.faces(asked.upper()) or tuple(c for c in catalogue.cards.values() if c.id == asked)
    if faces:
        lines = [line for card in faces for line in explanations.card(card)]
        chapter = [language.say("texts.explain.chapter", number=asked)] if language.rules_of(asked) else []
        return iter([*lines, *chapter])
    paragraph = _PARAGRAPH.fullmatch(asked)
    rules = language.rules_of(paragraph[1] or paragraph[0]) if paragraph else []
    if asked.casefold() in map(str.casefold, language.rule_ids()):
        rules = [next(rule for rule in language.rule_ids() if rule.casefold() == asked.casefold())]
    if rules:
        return explanations.rules(rules)
    ruling = re.fullmatch(r"[rR](\d{1,2})[a-c]?", asked)
    if ruling and language.has_ruling(f"R{ruling[1]}"):
        return explanations.ruling(f"R{ruling[1]}")
    if asked.casefold() in CODES:
        return explanations.code(asked.casefold())
    mentions = explanations.mentions(asked)
    return iter([language.say("texts.explain.mentions", text=asked), *mentions]) if mentions else None
