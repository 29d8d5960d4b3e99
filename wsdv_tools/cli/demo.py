"""`wsdv demo`: the main job on a shipped example: a decade end explained, a kit printed, the page offered."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from wsdv_tools.cli import run
from wsdv_tools.cli.session import Session, session_options
from wsdv_tools.cli.usage import Command
from wsdv_tools.sources.outputs import MARK
from wsdv_tools.sources.shipped import shipped
from wsdv_tools.words.choosing import preferred_language

EXAMPLE = "decade-2"


@click.command("demo", cls=Command)
@click.option("--out", metavar="DIR", type=Path, default="output", show_default=True)
@session_options
def command(session: Session, out: Path) -> int:
    """An example decade end, and a kit."""
    from wsdv_tools.cli.decade_end import Run

    examples = shipped("examples")
    session.say("demo-decade-end", file=f"examples/{EXAMPLE}.yaml")
    decided = Run(session, decisions=str(examples / f"{EXAMPLE}.decisions")).compute(examples / f"{EXAMPLE}.yaml")
    if decided:
        return decided
    print()
    session.say("demo-kit", folder=str(out))
    printed = run(["--lang", preferred_language(session.lang), "print", "kit", "--out", str(out)])
    return printed or _offer_page(session, examples / f"{EXAMPLE}.yaml", out)


def _offer_page(session: Session, example: Path, out: Path) -> int:
    """The same decade end on the board to tap on, if somebody wants it."""
    from wsdv_tools.cli.serve import open_page

    print()
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        session.say("demo-page")
        return 0
    session.say("demo-open-page")
    if input("> ").strip().casefold() not in session.language.say("texts.command.yes").split():
        return 0
    session.deliver({out / example.name: b"# " + MARK.encode() + b"\n" + example.read_bytes()})
    return open_page(session, out, table=example.name)
