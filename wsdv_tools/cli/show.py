"""`wsdv show`: the board of a position file, or of a record at any of its lines."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from wsdv_tools.cli.board_text import BoardText
from wsdv_tools.cli.session import Session, session_options
from wsdv_tools.findings import Unreadable, exit_code
from wsdv_tools.record.checking import check_record
from wsdv_tools.record.files import is_position
from wsdv_tools.record.position_reading import read_position
from wsdv_tools.record.position_writing import as_plain
from wsdv_tools.record.reading import read_record
from wsdv_tools.sources.text_reader import read_text
from wsdv_tools.sources.yaml_reader import parse_yaml

if TYPE_CHECKING:
    from wsdv_tools.record.checking import Checked
    from wsdv_tools.record.notation import Notation
    from wsdv_tools.rules.position import Position

_LINE = re.compile(r"(.+):([0-9]{1,7})")


@click.command("show")
@click.argument("what", metavar="POSITION|RECORD[:LINE]")
@click.option("--json", "as_json", is_flag=True, help="Print the position as JSON.")
@session_options
def command(session: Session, what: str, as_json: bool) -> int:
    """Show the board: of a position, or of a record after a line.

    `game.wsdv:27` is the board after line 27; without a line it is the last one.
    """
    path, line = _place(what)
    text, findings = read_text(path)
    if text is None:
        raise Unreadable(findings)
    notation = session.notation()
    if is_position(text, path):
        return _show_position(session, notation, text, str(path), as_json)
    checked = check_record(read_record(text, str(path), notation), notation, line)
    if checked.position is None:
        print(session.language.say("texts.show-no-board"), file=sys.stderr)
        return 1
    _print(session, notation, checked.position, as_json)
    return _remarks(session, checked)


def _place(what: str) -> tuple[Path, int | None]:
    match = _LINE.fullmatch(what)
    return (Path(match[1]), int(match[2])) if match and not Path(what).exists() else (Path(what), None)


def _show_position(session: Session, notation: Notation, text: str, file: str, as_json: bool) -> int:
    found = read_position(parse_yaml(text, file), notation.game, notation.names)
    if found.position is None or any(finding.is_error for finding in found.findings):
        return session.report(found.findings)
    _print(session, notation, found.position, as_json)
    return exit_code(found.findings)


def _print(session: Session, notation: Notation, position: Position, as_json: bool) -> None:
    if as_json:
        print(json.dumps(as_plain(notation.game, position), ensure_ascii=False, indent=2))
        return
    for line in BoardText(notation.game, session.language, in_ascii=not _has_umlauts()).lines(position):
        print(line)


def _has_umlauts() -> bool:
    """Whether the console can show them; if not, they take two columns."""
    try:
        "ü".encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def _remarks(session: Session, checked: Checked) -> int:
    """Whoever looks at a board should know that the record before it has errors."""
    errors = [finding for finding in checked.findings if finding.is_error]
    if errors:
        print(session.language.say("texts.show-errors", n=len(errors), file=checked.file), file=sys.stderr)
    if not checked.is_certain:
        print(session.language.say("texts.show-uncertain"), file=sys.stderr)
    return 1 if errors else 0
