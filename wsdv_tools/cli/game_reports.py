"""What is reported of one checked record: findings, a line of summary, a row of a table, or data."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from wsdv_tools.cli.console import wants_colour
from wsdv_tools.cli.session import Session, Worker
from wsdv_tools.findings import Finding, Place, as_dict, as_github, as_text, exit_code, reason_words
from wsdv_tools.games.kinds import kind_of_file
from wsdv_tools.record.statements import uncertain
from wsdv_tools.referee.record_files import CheckedFile, check_file
from wsdv_tools.referee.verdicts import Checked
from wsdv_tools.rules.plain import as_plain
from wsdv_tools.sources.cells import guarded
from wsdv_tools.visible import one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from wsdv_tools.words import Language

CSV_HEAD = ("file", "players", "result", "reason", "plays", "errors")


class Told(NamedTuple):
    """All that is reported of one record. Plain data: it travels between processes."""

    code: int
    plays: int
    errors: int
    text: str = ""
    summary: str = ""
    document: dict[str, Any] | None = None
    row: tuple[str | int, ...] = ()


@dataclass
class Subject:
    """A checked record of any game, and what only its own game can say about it."""

    checked: Any
    speaker: Language
    lines: list[str] | None  # of its text; None where it could not be read
    sides: tuple[str, str]
    outcome: Callable[[], str]  # how it ended, as a sentence of the summary
    board: Callable[[], dict[str, Any]]  # what a document says of the board after the last line
    more: dict[str, Any] = field(default_factory=dict)


class Reporter(Worker):
    """Checks files one by one and reports on each, in one session's language and format."""

    def __init__(
        self, session: Session, rules: str, colour: bool | None = None, cards: str | None = None, strict: bool = False
    ) -> None:
        super().__init__(session, rules)
        self.colour = wants_colour(sys.stdout) if colour is None else colour
        self._of_small_games = (rules, cards, strict)

    @property
    def language(self) -> Language:
        return self.session.language

    def __call__(self, path: Path) -> Told:
        kind = kind_of_file(path)
        if kind:
            from wsdv_tools.cli.small_games import checked_game

            return self._told(checked_game(path, kind, self.language, *self._of_small_games))
        return self._told(self._subject(check_file(path, self.notation)))

    def lost(self, path: Path) -> Told:
        """What is reported of a record whose process died."""
        name = str(path)
        finding = Finding("worker-died", Place(name), {"file": name})
        return self._told(self._subject(CheckedFile(Checked(name, [finding]), is_read=False)))

    def _subject(self, file: CheckedFile) -> Subject:
        checked = file.checked

        def outcome() -> str:
            reason = reason_words(checked.reason or "")
            if checked.winner is None:
                return self._say("not-won", reason=reason)
            return self._say("won", side=checked.winner, reason=reason)

        def board() -> dict[str, Any]:
            game, known = self.notation.game, checked.position if checked.is_certain else None
            position = as_plain(game, known) if known else None
            return {
                "position": position,
                "boards": len(checked.boards),
                "uncertain": uncertain(game, checked.boards),
            }

        lines = file.lines if file.is_read else None
        return Subject(checked, self.language, lines, ("west", "east"), outcome, board)

    def _told(self, subject: Subject) -> Told:
        findings = subject.checked.findings
        errors = sum(finding.is_error for finding in findings)
        told = Told(exit_code(findings), subject.checked.plays, errors)
        match self.session.format:
            case "json" | "jsonl":
                return told._replace(document=_document(subject))
            case "csv":
                return told._replace(row=_row(subject, errors))
            case "github":
                return told._replace(text="\n".join(as_github(finding, subject.speaker) for finding in findings))
        texts = (as_text(finding, subject.speaker, _source(subject, finding), self.colour) for finding in findings)
        return told._replace(text="\n\n".join(texts), summary=self._summary(subject, errors))

    def total(self, told: Sequence[Told]) -> str:
        """The last line: all records together."""
        plays, errors = sum(one.plays for one in told), sum(one.errors for one in told)
        parts = [self._say("plays", n=plays), self._errors(errors)]
        faulty = sum(1 for one in told if one.errors)
        if faulty:
            parts.append(self._say("faulty", n=faulty))
        return self._say("total", n=len(told), text=", ".join(parts))

    def _say(self, key: str, **values: Any) -> str:
        return self.language.say(f"texts.check.{key}", **values)

    def _errors(self, errors: int) -> str:
        return self._say("errors", n=errors) if errors else self._say("no-errors")

    def _summary(self, subject: Subject, errors: int) -> str:
        """`game.wsdv: Anna – Bert, 72 plays, West wins (collapse), no error`."""
        checked = subject.checked
        if subject.lines is None:
            return f"{one_line(checked.file)}: {self._say('unread')}"
        parts = [*_players(subject, " – "), self._say("plays", n=checked.plays)]
        if checked.unchecked:
            parts.append(self._say("unchecked", n=checked.unchecked))
        parts += [subject.outcome() if checked.reason else self._say("no-result"), self._errors(errors)]
        others = len(checked.findings) - errors
        if others:
            parts.append(self._say("others", n=others))
        return f"{one_line(checked.file)}: {', '.join(parts)}"


def _source(subject: Subject, finding: Finding) -> list[str] | None:
    """The lines that a finding is about, unless it is about another file: a position that the record sets."""
    return subject.lines if finding.place and finding.place.file == subject.checked.file else None


def _document(subject: Subject) -> dict[str, Any]:
    """As in `schemas/check.schema.json`."""
    checked = subject.checked
    winner = checked.winner.value if checked.winner else None
    return {
        "file": checked.file,
        "diagnostics": [_diagnostic(finding, subject) for finding in checked.findings],
        "plays": checked.plays,
        "unchecked": checked.unchecked,
        **subject.more,
        "result": {"winner": winner, "reason": checked.reason} if checked.reason else None,
        **subject.board(),
    }


def _diagnostic(finding: Finding, subject: Subject) -> dict[str, Any]:
    """The file is named only where it is another one."""
    diagnostic = as_dict(finding, subject.speaker)
    if diagnostic["file"] in (subject.checked.file, None):
        del diagnostic["file"]
    return diagnostic


def _players(subject: Subject, between: str) -> list[str]:
    names = [subject.checked.headers.get(side, "") for side in subject.sides]
    return [between.join(name or "?" for name in names)] if any(names) else []


def _row(subject: Subject, errors: int) -> tuple[str | int, ...]:
    checked = subject.checked
    winner = checked.winner.value if checked.winner else "none" if checked.reason else ""
    texts = (checked.file, *(_players(subject, " / ") or [""]), winner, checked.reason or "")
    return (*map(guarded, texts), checked.plays, errors)
