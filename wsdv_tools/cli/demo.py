"""`wsdv demo`: the main job on a shipped example: a decade end explained, and a kit printed."""

from __future__ import annotations

from pathlib import Path

import click

from wsdv_tools.cli import run
from wsdv_tools.cli.session import Session, session_options
from wsdv_tools.sources.shipped import shipped
from wsdv_tools.words.language import preferred_language

EXAMPLE = "decade-2"


@click.command("demo")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), default=Path("output"), show_default=True)
@session_options
def command(session: Session, out: Path) -> int:
    """Work out the decade end of an example game, and print a kit."""
    from wsdv_tools.cli.decade_end import Run

    examples = shipped("examples")
    session.say("demo-decade-end", file=f"examples/{EXAMPLE}.yaml")
    decided = Run(session, decisions=str(examples / f"{EXAMPLE}.decisions")).compute(examples / f"{EXAMPLE}.yaml")
    if decided:
        return decided
    print()
    session.say("demo-kit", folder=str(out))
    return run(["--lang", preferred_language(session.lang), "print", "kit", "--out", str(out)])
