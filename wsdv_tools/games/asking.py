"""Asks at a terminal for what a scoring still needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from wsdv_tools.games.telling import need_note

if TYPE_CHECKING:
    from wsdv_tools.games.scorers import Scorer
    from wsdv_tools.games.words import GameLanguage


def ask_needs(language: GameLanguage, scorer: Scorer) -> None:
    """One question after the other; what makes no difference is never asked."""
    while True:
        needed = scorer.needs()
        if not needed:
            return
        question = language.note(need_note(needed[0], scorer.opened))
        while why := scorer.take(needed[0], click.prompt(question, prompt_suffix=" "), language):
            click.echo(why)
