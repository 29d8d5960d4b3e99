"""Mends a mistyped position in the middle of a dialogue: `fix BY unrest 3`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from wsdv_tools.dialogue.board import changes
from wsdv_tools.dialogue.confirming import is_confirmed
from wsdv_tools.dialogue.explaining import refused
from wsdv_tools.findings import Finding, Place
from wsdv_tools.record.decisions import unreadable
from wsdv_tools.record.notation import Unreadable
from wsdv_tools.record.position_writing import as_plain, as_yaml
from wsdv_tools.record.saving import back_up, save_text
from wsdv_tools.record.statements import read_statements
from wsdv_tools.record.wording import worded
from wsdv_tools.rules.status import status

if TYPE_CHECKING:
    from wsdv_tools.dialogue.narrator import Narrator
    from wsdv_tools.dialogue.phrases import Phrases
    from wsdv_tools.dialogue.terminal import Terminal
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position


def as_file(game: Game, position: Position, file: Path) -> str:
    """The position in the format of the file's name."""
    if file.suffix.lower() == ".json":
        return json.dumps(as_plain(game, position), indent=2, ensure_ascii=False) + "\n"
    return as_yaml(game, position)


def mended_by(
    phrases: Phrases, position: Position, text: str, check: bool = True
) -> tuple[Position | None, list[Finding]]:
    """The position with what was said made true, or why it cannot be; `check` asks whether it could lie so."""
    game = phrases.game
    statements = read_statements(text, phrases.notation)
    if isinstance(statements, Unreadable):
        return None, [unreadable(statements, Place(""))]
    for statement in statements:
        position = statement.made(game, position)
    flaws = [Finding(flaw.code, None, worded(flaw.values), flaw.rule) for flaw in status(game, position)]
    errors = [finding for finding in flaws if finding.is_error] if check else []
    return (None, errors) if errors else (position, [])


class Mends(Protocol):
    """Changes a position in the middle of a dialogue."""

    def mend(self, position: Position, text: str) -> Position | None: ...


class Mending:
    """Changes a position as somebody says, if it can be; and its file, if they like."""

    def __init__(self, narrator: Narrator, terminal: Terminal, file: Path) -> None:
        self.narrator = narrator
        self.phrases = narrator.phrases
        self.terminal = terminal
        self.file = file
        self.unwritten: list[str] = []  # what was said and is not in the file

    def mend(self, position: Position, text: str) -> Position | None:
        """The mended position; None where nothing came of it."""
        if not text:
            self.narrator.lines([self.phrases.say("dialogue.fix-how")])
            return None
        mended, findings = mended_by(self.phrases, position, text)
        for finding in findings:
            self._refuse(finding)
        if mended is None:
            return None
        if mended == position:
            self.narrator.lines([self.phrases.say("dialogue.fix-nothing")])
            return None
        self.narrator.lines(changes(self.phrases, position, mended))
        self.unwritten.append(text)
        self._write(mended)
        return mended

    def _refuse(self, finding: Finding) -> None:
        for line in refused(self.phrases, finding):
            self.narrator.write(line)

    def _write(self, mended: Position) -> None:
        """Into the file as well, the old one being kept: else the next start would not know of it."""
        question = self.phrases.say("dialogue.fix-write", file=self.file.name)
        if not is_confirmed(self.narrator, self.terminal, question, otherwise=True):
            self.narrator.lines([self.phrases.say("dialogue.fix-not-written")])
            return
        try:
            copy = back_up(self.file)
            save_text(self.file, as_file(self.phrases.game, mended, self.file))
        except OSError as error:
            reason = error.strerror or str(error)
            self.narrator.lines([self.phrases.say("dialogue.cannot-write", file=self.file.name, reason=reason)])
            return
        self.unwritten.clear()
        self.narrator.lines([self.phrases.say("dialogue.fix-written", file=self.file.name, copy=copy.name)])
