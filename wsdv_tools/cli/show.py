"""`wsdv show`: the board of a position file, or of a record at any of its lines."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from wsdv_tools.cli.console import spelling
from wsdv_tools.cli.session import USAGE, Session, letters_option, session_options
from wsdv_tools.cli.usage import Command, Wrong
from wsdv_tools.findings import Unreadable, readable
from wsdv_tools.games.kinds import kind_of_file
from wsdv_tools.positions.position_reader import read_position
from wsdv_tools.record.reader import read_record
from wsdv_tools.record.statements import uncertain
from wsdv_tools.referee.checker import check_record
from wsdv_tools.referee.record_files import is_position, named
from wsdv_tools.rules.plain import as_plain
from wsdv_tools.sources.kinds import not_a_record
from wsdv_tools.sources.text_reader import read_text
from wsdv_tools.sources.yaml_reader import parse_yaml
from wsdv_tools.telling.board_text import BoardText
from wsdv_tools.words import preferred_language

if TYPE_CHECKING:
    from wsdv_tools.record.notation import Notation
    from wsdv_tools.referee.verdicts import Checked
    from wsdv_tools.rules.position import Position

_LINE = re.compile(r"(.+):([0-9]{1,7})")


@click.command("show", cls=Command)
@click.argument("what", metavar="POSITION|RECORD[:LINE]")
@click.option("--json", "as_json", is_flag=True, help="option.json")
@click.option("--svg", "picture", metavar="FILE")
@click.option("--watch", is_flag=True)
@letters_option
@click.option("--cards", metavar="FILE", help="option.cards")
@session_options
def command(
    session: Session,
    what: str,
    as_json: bool,
    picture: str | None,
    letters: str,
    watch: bool,
    cards: str | None,
) -> int:
    """The board of a position, or of a record after a line."""
    path, line = file_and_line(what)
    if kind_of_file(path):
        from wsdv_tools.cli.small_games import show

        if picture:
            print(session.games.say("texts.show-no-picture"), file=sys.stderr)
            return USAGE
        return show(session, path, line, as_json, cards)
    if watch and (picture or as_json or line):
        raise Wrong("watch")
    notation = session.notation()
    if watch:
        return _watch(session, path)
    found = found_in(session, notation, path, line)
    if picture:
        return _draw(session, notation, found, Path(picture), letters)
    _print(session, notation, found.position, as_json)
    return remarks(session, found.checked) if found.checked else 0


class Found(NamedTuple):
    """A board, and how it was before the last move."""

    position: Position
    before: Position | None
    checked: Checked | None


def found_in(session: Session, notation: Notation, path: Path, line: int | None) -> Found:
    """The board of a file; where it has none, the command says so and ends."""
    text = readable(read_text(path))
    if is_position(text, path):
        found = read_position(parse_yaml(text, str(path)), notation.game, notation.names)
        errors = [finding for finding in found.findings if finding.is_error and finding.code != "position-unfinished"]
        if found.position is None or errors:
            raise Unreadable(found.findings)
        return Found(found.position, None, None)
    other = not_a_record(text, str(path))
    if other:
        raise Unreadable([other])
    lines = len(text.splitlines())
    if line and line > lines:
        session.warn("show-no-line", file=str(path), n=lines, line=line)
        raise click.exceptions.Exit(USAGE)
    checked = check_record(read_record(text, str(path), notation), notation, line)
    if checked.position is None:
        session.warn("show-no-board")
        raise click.exceptions.Exit(1)
    return Found(checked.position, checked.moments[-1].before if checked.moments else None, checked)


def _draw(session: Session, notation: Notation, found: Found, file: Path, letters: str) -> int:
    from wsdv_tools.components.board_pieces import BoardPieces
    from wsdv_tools.components.lettering import Lettering
    from wsdv_tools.drawing.palette import Palette
    from wsdv_tools.drawing.svg import svg

    language = preferred_language(session.lang)
    pieces = BoardPieces(notation.game, Lettering.load(session.catalogue, language), Palette.load("full"))
    page = pieces.page(found.position, found.before)
    if session.deliver({file: svg(page, language, has_outlines=letters == "outlines").encode()}):
        session.say("show-drawn", file=str(file))
    return remarks(session, found.checked) if found.checked else 0


def _watch(session: Session, path: Path) -> int:
    """The page of `wsdv serve` at the table of this file."""
    from wsdv_tools.cli.serve import open_page

    return open_page(session, path.parent, table=path.name)


def file_and_line(what: str) -> tuple[Path, int | None]:
    match = _LINE.fullmatch(what)
    return (named(Path(match[1])), int(match[2])) if match and not Path(what).exists() else (named(Path(what)), None)


def _print(session: Session, notation: Notation, position: Position, as_json: bool) -> None:
    if as_json:
        print(json.dumps(as_plain(notation.game, position), ensure_ascii=False, indent=2))
        return
    for line in BoardText(notation.game, session.language, spelling(sys.stdout)).lines(position):
        print(line)


def remarks(session: Session, checked: Checked) -> int:
    """Whoever looks at a board should know that the record before it has errors."""
    errors = [finding for finding in checked.findings if finding.is_error]
    if errors:
        session.warn("show-errors", n=len(errors), file=checked.file)
    if not checked.is_certain:
        session.warn("show-uncertain")
        if checked.boards:
            places = "; ".join(uncertain(session.notation().game, checked.boards))
            session.warn("show-possible", n=len(checked.boards), places=places)
    return 1 if errors else 0
