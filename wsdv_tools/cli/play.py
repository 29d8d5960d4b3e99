"""`wsdv play`: records a game at the table as it is played."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from wsdv_tools.cli.completing import files
from wsdv_tools.cli.session import USAGE, Session, session_options
from wsdv_tools.cli.usage import Command
from wsdv_tools.games.kinds import kind_of_file, kind_of_game
from wsdv_tools.referee.record_files import named
from wsdv_tools.sources.saving import reason

if TYPE_CHECKING:
    from wsdv_tools.referee.ledger import Ledger


@click.command("play", cls=Command)
@click.argument("record", metavar="RECORD", shell_complete=files)
@click.option("--cards", metavar="FILE", help="option.cards")
@session_options
def command(session: Session, record: str, cards: str | None) -> int:
    """The dialogue at the table."""
    from wsdv_tools.dialogue.prompt import Left, Terminal
    from wsdv_tools.referee.ledger import Ledger
    from wsdv_tools.referee.verdicts import Judgements

    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        session.warn("play.no-terminal")
        return USAGE
    path = named(Path(record))
    if not path.parent.is_dir():
        session.say("type.no-folder", folder=str(path.parent))
        return USAGE
    small = kind_of_file(path) or kind_of_game("", str(path))
    if small:
        from wsdv_tools.cli.small_games import play

        return play(session, path, small, cards)
    ledger = Ledger(path, session.notation(), Judgements())
    findings = ledger.open()
    if findings:
        return session.report(findings)
    ledger.notation.names.read_further()
    session.language.rule_ids()
    from wsdv_tools.dialogue.evening import Evening

    table = Evening(session.narrator(ledger.notation), Terminal(), ledger)
    try:
        table.run()
    except (Left, EOFError):
        _say_kept(session, ledger)
    except KeyboardInterrupt:
        _say_kept(session, ledger)
        raise
    return 0 if ledger.is_saved else 1


def _say_kept(session: Session, ledger: Ledger) -> None:
    """What became of the file; where it could not be written, one last try."""
    if not ledger.is_saved:
        ledger.save()
    if ledger.trouble:
        session.say("play.lost", file=ledger.path.name, reason=reason(ledger.trouble))
        print(ledger.text)
    else:
        session.say("play.kept", file=ledger.path.name)
