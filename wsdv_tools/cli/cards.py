"""`wsdv cards`: a card file of Kubakrise or Eiserner Vorhang for its owner to fill in."""

from __future__ import annotations

import sys

import click

from wsdv_tools.cli.session import Session, session_options
from wsdv_tools.cli.usage import Choice, Command
from wsdv_tools.games.opening import GAMES


@click.command("cards", cls=Command)
@click.argument("game", type=Choice(GAMES))
@session_options
def command(session: Session, game: str) -> int:
    """A card file of a small game to fill in."""
    from wsdv_tools.games.card_files import template

    sys.stdout.write(template(game, session.games))
    return 0
