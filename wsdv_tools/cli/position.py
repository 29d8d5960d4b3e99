"""`wsdv position new`: a template to type a position into."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import click

from wsdv_tools.cli.session import USAGE, Session, session_options
from wsdv_tools.cli.usage import Group, group_options
from wsdv_tools.positions.position_writer import template
from wsdv_tools.sources.outputs import deliver, is_standard_output
from wsdv_tools.sources.saving import cannot_write


@click.group("position", cls=Group)
@group_options
def command() -> None:
    """Positions: what is on the board."""


@command.command("new")
@click.argument("file", metavar="FILE")
@session_options
def new(session: Session, file: str) -> int:
    """A template with all provinces."""
    path, language = Path(file), session.language
    if not path.parent.is_dir():
        session.report([cannot_write(FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT)), path)])
        return USAGE
    if path.exists() and not is_standard_output(path) and not session.may_replace(path):
        session.say("position.not-overwritten", file=file)
        return USAGE
    text = template(session.catalogue, lambda key: language.say(f"texts.position.{key}"), language.name)
    deliver({path: text.encode()}, lambda _: True)
    if not is_standard_output(path):
        session.say("position.written", file=file)
    return 0
