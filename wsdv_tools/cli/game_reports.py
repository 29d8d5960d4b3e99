"""What is reported of one checked record: findings, a line of summary, a row of a table, or data."""

from __future__ import annotations

import sys
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from wsdv_tools.cli.console import wants_colour
from wsdv_tools.cli.session import Session
from wsdv_tools.findings import Finding, Place, as_dict, as_github, as_text, exit_code, reason_words
from wsdv_tools.games.kinds import kind_of_file
from wsdv_tools.record.open_places import uncertain
from wsdv_tools.record.record_files import CheckedFile, check_file
from wsdv_tools.record.referee import Checked
from wsdv_tools.rules.plain import as_plain
from wsdv_tools.sources.cells import guarded
from wsdv_tools.visible import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from wsdv_tools.record.notation import Notation

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


class Reporter:
    """Checks files one by one and reports on each, in one session's language and format."""

    def __init__(
        self, session: Session, rules: str, colour: bool | None = None, cards: str | None = None, strict: bool = False
    ) -> None:
        self._made_of = (session.data and str(session.data), session.lang, session.format, rules)
        self._of_small_games = (cards, strict)
        self.session = session
        self.rules = rules
        self.format = session.format
        self.language = session.language
        self.colour = wants_colour(sys.stdout) if colour is None else colour

    def __reduce__(self) -> tuple[Any, ...]:
        """Facts and words do not travel between processes; they are read again."""
        return _reporter, (*self._made_of, self.colour, *self._of_small_games)

    @cached_property
    def notation(self) -> Notation:
        return self.session.notation(self.rules)

    def __call__(self, path: Path) -> Told:
        if kind_of_file(path):
            from wsdv_tools.cli.small_games import told_of

            return told_of(path, self.language, self.rules, self.format, self.colour, *self._of_small_games)
        return self._told(check_file(path, self.notation))

    def lost(self, path: Path) -> Told:
        """What is reported of a record whose process died."""
        name = str(path)
        finding = Finding("worker-died", Place(name), {"file": name})
        return self._told(CheckedFile(Checked(name, [finding]), is_read=False))

    def _told(self, file: CheckedFile) -> Told:
        checked = file.checked
        errors = sum(finding.is_error for finding in checked.findings)
        told = Told(exit_code(checked.findings), checked.plays, errors)
        if self.format in ("json", "jsonl"):
            return told._replace(document=self._document(checked))
        if self.format == "csv":
            return told._replace(row=_row(checked, errors))
        if self.format == "github":
            return told._replace(text="\n".join(as_github(finding, self.language) for finding in checked.findings))
        return told._replace(text=self._findings(file), summary=self._summary(file, errors))

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

    def _findings(self, file: CheckedFile) -> str:
        own = file.checked.file
        texts = []
        for finding in file.checked.findings:
            source = file.lines if finding.place and finding.place.file == own else None
            texts.append(as_text(finding, self.language, source, self.colour))
        return "\n\n".join(texts)

    def _summary(self, file: CheckedFile, errors: int) -> str:
        """`game.wsdv: Anna – Bert, 72 plays, West wins (collapse), no error`."""
        checked = file.checked
        if not file.is_read:
            return f"{one_line(checked.file)}: {self._say('unread')}"
        parts = [*_players(checked, " – "), self._say("plays", n=checked.plays)]
        if checked.unchecked:
            parts.append(self._say("unchecked", n=checked.unchecked))
        parts += [self._result(checked), self._errors(errors)]
        others = len(checked.findings) - errors
        if others:
            parts.append(self._say("others", n=others))
        return f"{one_line(checked.file)}: {', '.join(parts)}"

    def _result(self, checked: Checked) -> str:
        if checked.reason is None:
            return self._say("no-result")
        reason = reason_words(checked.reason)
        if checked.winner is None:
            return self._say("not-won", reason=reason)
        return self._say("won", side=checked.winner, reason=reason)

    def _document(self, checked: Checked) -> dict[str, Any]:
        """As in `schemas/check.schema.json`."""
        winner = checked.winner.value if checked.winner else None
        known = checked.position if checked.is_certain else None
        return {
            "file": checked.file,
            "diagnostics": [self._diagnostic(finding, checked.file) for finding in checked.findings],
            "plays": checked.plays,
            "unchecked": checked.unchecked,
            "result": {"winner": winner, "reason": checked.reason} if checked.reason else None,
            "position": as_plain(self.notation.game, known) if known else None,
            "boards": len(checked.boards),
            "uncertain": uncertain(self.notation.game, checked.boards),
        }

    def _diagnostic(self, finding: Finding, file: str) -> dict[str, Any]:
        """The file is named only where it is another one: a position that the record sets."""
        diagnostic = as_dict(finding, self.language)
        if diagnostic["file"] in (file, None):
            del diagnostic["file"]
        return diagnostic


def _reporter(
    data: str | None, lang: str | None, format_: str, rules: str, colour: bool, cards: str | None, strict: bool
) -> Reporter:
    session = Session(data, lang)
    session.format = format_
    return Reporter(session, rules, colour, cards, strict)


def _players(checked: Checked, between: str) -> Iterable[str]:
    names = [checked.headers.get(side, "") for side in ("west", "east")]
    return [between.join(name or "?" for name in names)] if any(names) else []


def _row(checked: Checked, errors: int) -> tuple[str | int, ...]:
    winner = checked.winner.value if checked.winner else "none" if checked.reason else ""
    texts = (checked.file, *(_players(checked, " / ") or [""]), winner, checked.reason or "")
    return (*map(guarded, texts), checked.plays, errors)
