"""Asks at a terminal for what a scoring still needs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from wsdv_tools.games.telling import need_note

if TYPE_CHECKING:
    from wsdv_tools.games.opening import Opened
    from wsdv_tools.games.scorers import Scorer
    from wsdv_tools.games.words import GameLanguage


def ask_needs(language: GameLanguage, scorer: Scorer) -> bool:
    """One question after the other; what makes no difference is never asked. False if somebody stops."""
    back, leave = (language.say(f"texts.command.{name}").split() for name in ("back", "quit"))
    before: list[tuple[Any, Opened]] = []
    click.echo(language.say("texts.answer-hint"))
    while needed := scorer.needs():
        typed = click.prompt(language.note(need_note(needed[0], scorer.opened)), prompt_suffix=" ").strip()
        if typed.casefold() in leave:
            return False
        if typed.casefold() in back:
            if before:
                scorer.position, scorer.opened = before.pop()
            else:
                click.echo(language.say("texts.dialogue.nothing-to-undo"))
            continue
        now = (scorer.position, scorer.opened)
        why = scorer.take(needed[0], typed, language)
        if why:
            click.echo(why)
        else:
            before.append(now)
    return True
