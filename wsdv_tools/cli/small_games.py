"""What the commands do with files of the small games. Imported only where a file is one of them."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wsdv_tools.cli.console import spelling
from wsdv_tools.cli.game_reports import Told
from wsdv_tools.cli.session import USAGE, Session
from wsdv_tools.findings import Finding, Place, Unreadable, as_dict, as_github, as_text, exit_code
from wsdv_tools.games.card_files import check_cards
from wsdv_tools.games.checked import Checked
from wsdv_tools.games.kinds import Kind
from wsdv_tools.games.loading import Loaded, check, load
from wsdv_tools.games.opening import open_for, room
from wsdv_tools.games.reading import read_record
from wsdv_tools.games.telling import result_line
from wsdv_tools.games.words import GameLanguage
from wsdv_tools.games.writing import write_record
from wsdv_tools.sources.cells import guarded
from wsdv_tools.sources.text_reader import read_text, text_lines
from wsdv_tools.sources.yaml_reader import examine_yaml

if TYPE_CHECKING:
    from wsdv_tools.words import Language


def told_of(
    path: Path, language: Language, rules: str, format_: str, colour: bool, cards: str | None, strict: bool
) -> Told:
    """Everything that `wsdv check` says about one record of a small game."""
    speaker = GameLanguage(language)
    try:
        loaded = load(path, Path(cards) if cards else None, rules, strict)
    except Unreadable as error:
        return _unread(path, speaker, list(error.findings), format_, colour)
    checked = loaded.checked
    if checked is None:
        finding = Finding("position-not-record", Place(str(path)))
        return _unread(path, speaker, [finding], format_, colour)
    errors = sum(finding.is_error for finding in checked.findings)
    result = Told(exit_code(checked.findings), checked.plays, errors)
    if format_ in ("json", "jsonl"):
        return result._replace(document=_document(loaded, checked, speaker))
    if format_ == "csv":
        return result._replace(row=_row(checked, errors))
    if format_ == "github":
        return result._replace(text="\n".join(as_github(finding, speaker) for finding in checked.findings))
    lines = text_lines(loaded.text)
    text = "\n\n".join(as_text(finding, speaker, lines, colour) for finding in checked.findings)
    return result._replace(text=text, summary=_summary(checked, speaker, errors))


def _unread(path: Path, speaker: GameLanguage, findings: list[Finding], format_: str, colour: bool) -> Told:
    result = Told(exit_code(findings), 0, len(findings))
    if format_ in ("json", "jsonl"):
        diagnostics = [_diagnostic(finding, speaker, str(path)) for finding in findings]
        nothing = {"plays": 0, "unchecked": 0, "as-typed": 0, "result": None, "position": None}
        none = {"boards": 0, "uncertain": []}
        return result._replace(document={"file": str(path), "diagnostics": diagnostics, **nothing, **none})
    if format_ == "csv":
        return result._replace(row=(guarded(str(path)), "", "", "", 0, len(findings)))
    if format_ == "github":
        return result._replace(text="\n".join(as_github(finding, speaker) for finding in findings))
    text = "\n\n".join(as_text(finding, speaker, None, colour) for finding in findings)
    return result._replace(text=text, summary=f"{path}: {speaker.say('texts.check.unread')}")


def _document(loaded: Loaded, checked: Checked, speaker: GameLanguage) -> dict[str, Any]:
    """As in `schemas/check.schema.json`."""
    winner = checked.winner.value if checked.winner else None
    known = checked.position if checked.is_certain else None
    return {
        "file": checked.file,
        "diagnostics": [_diagnostic(finding, speaker, checked.file) for finding in checked.findings],
        "plays": checked.plays,
        "unchecked": checked.unchecked,
        "as-typed": checked.as_typed,
        "result": {"winner": winner, "reason": checked.reason} if checked.reason else None,
        "position": room(loaded.kind.game).as_plain(known) if known is not None else None,
        "boards": 1 if known is not None else 0,
        "uncertain": [],
    }


def _diagnostic(finding: Finding, speaker: GameLanguage, file: str) -> dict[str, Any]:
    diagnostic = as_dict(finding, speaker)
    if diagnostic["file"] in (file, None):
        del diagnostic["file"]
    return diagnostic


def _players(checked: Checked, between: str) -> list[str]:
    names = [checked.headers.get(side, "") for side in ("us", "su")]
    return [between.join(name or "?" for name in names)] if any(names) else []


def _summary(checked: Checked, speaker: GameLanguage, errors: int) -> str:
    """`game.kuba: Anna – Bert, 10 plays, The USA wins (prestige), no error`."""

    def say(key: str, **values: Any) -> str:
        return speaker.say(f"texts.check.{key}", **values)

    parts = [*_players(checked, " – "), say("plays", n=checked.plays)]
    if checked.unchecked:
        parts.append(say("unchecked", n=checked.unchecked))
    if checked.reason is None:
        parts.append(say("no-result"))
    else:
        parts.append(result_line(speaker, checked.winner, checked.reason).rstrip("."))
    parts.append(say("errors", n=errors) if errors else say("no-errors"))
    others = len(checked.findings) - errors
    if others:
        parts.append(say("others", n=others))
    return f"{checked.file}: {', '.join(parts)}"


def _row(checked: Checked, errors: int) -> tuple[str | int, ...]:
    winner = checked.winner.value if checked.winner else "none" if checked.reason else ""
    texts = (checked.file, *(_players(checked, " / ") or [""]), winner, checked.reason or "")
    return (*map(guarded, texts), checked.plays, errors)


def formatted(path: Path, kind: Kind, cards: str | None = None) -> tuple[str, str]:
    """The text of a record as it is, and in canonical spelling."""
    text, findings = read_text(path)
    if text is None:
        raise Unreadable(findings)
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
            print(session.language.say("texts.show-no-line", file=str(path), n=number, line=line), file=sys.stderr)
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
        print(session.language.say("texts.show-errors", n=errors, file=str(path)), file=sys.stderr)
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

    table = GameTable(path, kind, session.games, Path(cards) if cards else None, explain)
    try:
        session.report(table.open())
        table.run(Terminal().ask, print)
    except (Stopped, EOFError):
        print(session.games.say("texts.table-kept", file=path.name))
    except KeyboardInterrupt:
        print(session.games.say("texts.table-kept", file=path.name))
        raise
    except OSError as error:
        values = {"file": str(path), "reason": error.strerror or str(error)}
        return session.report([Finding("cannot-write", None, values)])
    return 0
