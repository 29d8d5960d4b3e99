"""`wsdv report`: a recorded game as one page for a browser, to keep or to send."""

from __future__ import annotations

from pathlib import Path

import click

from wsdv_tools.cli.session import USAGE, Session, session_options
from wsdv_tools.cli.usage import Command
from wsdv_tools.findings import readable
from wsdv_tools.games.kinds import kind_of_file
from wsdv_tools.record.reader import read_record
from wsdv_tools.referee.checker import check_record
from wsdv_tools.referee.record_files import named, read_record_text
from wsdv_tools.words import preferred_language


@click.command("report", cls=Command)
@click.argument("record", metavar="RECORD")
@click.option("-o", "--out", metavar="FILE.html")
@click.option("--rules", default="", metavar="R9b,...", help="option.rules")
@session_options
def command(session: Session, record: str, out: str | None, rules: str) -> int:
    """A game as one page for a browser."""
    path = named(Path(record))
    if kind_of_file(path):
        session.warn("report.other-game", file=str(path))
        return USAGE
    text = readable(read_record_text(path))
    from wsdv_tools.components.lettering import Lettering
    from wsdv_tools.reports.game_page import Told, game_page
    from wsdv_tools.telling.phrases import Phrases

    notation = session.notation(rules)
    read = read_record(text, path.name, notation)
    checked = check_record(read, notation)
    if chosen := checked.headers.get("rules"):
        notation, _ = notation.with_rulings(chosen)
    lettering = Lettering.load(session.catalogue, preferred_language(session.lang))
    page = game_page(Told(read, checked, Phrases(session.language, notation), lettering))
    file = Path(out) if out else Path(f"{path.stem}.html")
    if session.deliver({file: page}):
        session.say("report.written", file=str(file))
    errors = sum(finding.is_error for finding in checked.findings)
    if errors:
        session.warn("report.errors", n=errors)
    return 1 if errors else 0
