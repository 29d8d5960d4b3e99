"""`wsdv position new`: a template to type a position into."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from wsdv_tools.cli.session import USAGE, Session, session_options
from wsdv_tools.positions.position_writer import template
from wsdv_tools.sources.saving import save_text


@click.group("position")
def command() -> None:
    """Positions: what lies on the board."""


@command.command("new")
@click.argument("file")
@session_options
def new(session: Session, file: str) -> int:
    """Write a template with all 14 provinces to FILE.

    Fill it in, then run `wsdv decade-end FILE`. To be asked for everything instead, run `wsdv decade-end`.
    """
    path, language = Path(file), session.language
    if path.exists() and not _may_overwrite(session, path):
        session.say("position.not-overwritten", file=file)
        return USAGE
    text = template(session.catalogue, lambda key: language.say(f"texts.position.{key}"), language.name)
    try:
        save_text(path, text)
    except OSError as error:
        session.say("dialogue.cannot-write", file=file, reason=error.strerror or str(error))
        return USAGE
    session.say("position.written", file=file)
    return 0


def _may_overwrite(session: Session, path: Path) -> bool:
    """Only a person who is there to be asked may say so."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    session.say("dialogue.overwrite", file=str(path))
    typed = input("> ").strip().casefold()
    return typed in session.language.say("texts.command.yes").split()
