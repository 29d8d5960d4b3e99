"""`wsdv cards`: a card file of Kubakrise or Eiserner Vorhang for its owner to fill in."""

from __future__ import annotations

import sys

import click

from wsdv_tools.cli.session import Session, session_options
from wsdv_tools.games.opening import GAMES


@click.command("cards")
@click.argument("game", type=click.Choice(GAMES))
@session_options
def command(session: Session, game: str) -> int:
    """Write a card file to fill in: `wsdv cards kubakrise > my.yaml`.

    The cards that rulebook and public pages show are filled in; the others are empty slots. `wsdv validate my.yaml`
    tells what is missing or impossible, `--cards my.yaml` uses it.
    """
    from wsdv_tools.games.card_files import template

    sys.stdout.write(template(game, session.games))
    return 0
