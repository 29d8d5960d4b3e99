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
from wsdv_tools.telling.explanations import Explanations

if TYPE_CHECKING:
    from collections.abc import Iterator


@click.command("explain", cls=Command)
@click.argument("words", nargs=-1, required=True, metavar="CARD|RULE|CODE|WORD", shell_complete=cards_and_places)
@session_options
def command(session: Session, words: tuple[str, ...]) -> int:
    """A card, a rule, a ruling, a finding, a place or a word."""
    asked = " ".join(words)
    explanations = Explanations(session.language, lambda: session.catalogue)
    lines = explanations.told(asked, lambda: session.notation().names) or _of_small_games(session, asked)
    if lines is None:
        print(on_screen(explanations.unknown(asked)))
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
