"""What the commands do with files of the small games. Imported only where a file is one of them."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wsdv_tools.cli.console import on_screen, spelling
from wsdv_tools.cli.game_reports import Subject
from wsdv_tools.cli.session import USAGE, Session
from wsdv_tools.findings import Finding, Place, Unreadable, readable
from wsdv_tools.games.card_files import check_cards
from wsdv_tools.games.checking import Checked
from wsdv_tools.games.kinds import Kind
from wsdv_tools.games.loading import check, load
from wsdv_tools.games.opening import open_for, room
from wsdv_tools.games.records import read_record, write_record
from wsdv_tools.games.telling import result_line
from wsdv_tools.games.words import GameLanguage
from wsdv_tools.sources.saving import cannot_write
from wsdv_tools.sources.text_reader import read_text, text_lines
from wsdv_tools.sources.yaml_reader import examine_yaml

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wsdv_tools.words import Language


def checked_game(path: Path, kind: Kind, language: Language, rules: str, cards: str | None, strict: bool) -> Subject:
    """A record of a small game, checked, whatever is in the file."""
    speaker = GameLanguage(language)
    lines: list[str] | None = None
    faults: Sequence[Finding] = [Finding("position-not-record", Place(str(path)))]
    checked = None
    try:
        loaded = load(path, Path(cards) if cards else None, rules, strict)
        checked, lines = loaded.checked, text_lines(loaded.text)
    except Unreadable as error:
        faults = error.findings
    if checked is None:
        checked, lines = Checked(str(path), room(kind.game).SPEC, [*faults]), None

    def outcome() -> str:
        return result_line(speaker, checked.winner, checked.reason or "").rstrip(".")

    def board() -> dict[str, Any]:
        known = checked.position if checked.is_certain else None
        position = None if known is None else room(checked.spec.id).as_plain(known)
        return {"position": position, "boards": 0 if known is None else 1, "uncertain": []}

    return Subject(checked, speaker, lines, ("us", "su"), outcome, board, {"as-typed": checked.as_typed})


def formatted(path: Path, kind: Kind, cards: str | None = None) -> tuple[str, str]:
    """The text of a record as it is, and in canonical spelling."""
    text = readable(read_text(path))
    if kind.kind != "record":
        raise Unreadable([Finding("position-not-record", Place(str(path)))])
    opened = open_for(text, str(path), kind.game, Path(cards) if cards else None)
    return text, write_record(read_record(text, str(path), opened.notation), opened.notation)


def show(session: Session, path: Path, line: int | None, as_json: bool, cards: str | None) -> int:
    """The table of a position, or of a record after a line."""
    session.speak_of_games()
    loaded = load(path, Path(cards) if cards else None)
    if loaded.reading and not loaded.reading.is_good:
        return session.report(loaded.findings)
    position, errors = loaded.position, 0
    if loaded.checked:
        record = read_record(loaded.text, str(path), loaded.opened.notation)
        if line and line > len(record.lines):
            number = len(record.lines)
            session.warn("show-no-line", file=str(path), n=number, line=line)
            return USAGE
        checked = check(loaded.opened, record, line)
        position = checked.position
        errors = sum(finding.is_error for finding in checked.findings)
    rooms = room(loaded.kind.game)
    if as_json:
        print(json.dumps(rooms.as_plain(position), ensure_ascii=False, indent=2))
    else:
        spelt = spelling(sys.stdout)
        for text in rooms.board_lines(session.games, loaded.opened, position):
            print(spelt(text))
    if errors:
        session.warn("show-errors", n=errors, file=str(path))
    return 1 if errors else 0


def validated(path: Path, kind: Kind) -> list[Finding]:
    """All that is wrong with a record, a position or a card file."""
    if kind.kind != "cards":
        return load(path).findings
    document, findings = examine_yaml(path)
    return findings if document is None else [*findings, *check_cards(document, kind.game)]


def play(session: Session, path: Path, kind: Kind, cards: str | None) -> int:
    """Record a game at the table."""
    from wsdv_tools.dialogue.prompt import Terminal
    from wsdv_tools.games.explaining import explained
    from wsdv_tools.games.table import GameTable, Stopped

    session.speak_of_games()

    def explain(asked: str) -> list[str]:
        return explained(session.games, asked) or [session.language.say("texts.explain.unknown", text=asked)]

    kept = on_screen(session.games.say("texts.table-kept", file=path.name))
    table = GameTable(path, kind, session.games, Path(cards) if cards else None, explain)
    try:
        session.report(table.open())
        table.run(Terminal().ask, lambda text: print(on_screen(text)))
    except (Stopped, EOFError):
        print(kept)
    except KeyboardInterrupt:
        print(kept)
        raise
    except OSError as error:
        return session.report([cannot_write(error, path)])
    return 0
