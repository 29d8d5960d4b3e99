"""`wsdv fmt`: a record in canonical spelling, printed or put in the file's place."""

from __future__ import annotations

from pathlib import Path

import click

from wsdv_tools.cli.console import data_stream
from wsdv_tools.cli.session import Session, session_options
from wsdv_tools.cli.usage import Command
from wsdv_tools.findings import Unreadable, readable
from wsdv_tools.games.kinds import kind_of_file
from wsdv_tools.record.reader import read_record
from wsdv_tools.record.writer import write_record
from wsdv_tools.referee.needless import without_needless
from wsdv_tools.referee.record_files import named, read_record_text
from wsdv_tools.sources.saving import cannot_write, save_text


@click.command("fmt", cls=Command)
@click.argument("records", nargs=-1, required=True, metavar="RECORD...")
@click.option("--write", "in_place", is_flag=True)
@click.option("--cards", metavar="FILE", help="option.cards")
@session_options
def command(session: Session, records: tuple[str, ...], in_place: bool, cards: str | None) -> None:
    """Records in canonical spelling."""
    for path in (named(Path(record)) for record in records):
        text, canonical = _formatted(session, path, cards)
        if not in_place:
            data_stream().write(canonical)
        elif canonical != text:
            _save(path, canonical)
            session.say("fmt-written", file=str(path))


def _formatted(session: Session, path: Path, cards: str | None) -> tuple[str, str]:
    """A record as it is, and in canonical spelling."""
    kind = kind_of_file(path)
    if kind:
        from wsdv_tools.cli.small_games import formatted

        session.speak_of_games()
        return formatted(path, kind, cards)
    text, notation = readable(read_record_text(path)), session.common_notation
    return text, write_record(without_needless(read_record(text, str(path), notation), notation), notation)


def _save(path: Path, text: str) -> None:
    try:
        save_text(path, text)
    except OSError as error:
        raise Unreadable([cannot_write(error, path)]) from None
