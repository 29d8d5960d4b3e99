"""The decade end inside a record: its answers are the phase lines behind `end`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from wsdv_tools.dialogue.keeping import as_lines
from wsdv_tools.dialogue.replay import Answer
from wsdv_tools.record.reading import Phase

if TYPE_CHECKING:
    from wsdv_tools.dialogue.narrator import Narrator
    from wsdv_tools.record.ledger import Ledger
    from wsdv_tools.rules.position import Position


class Overtaken(Exception):
    """Somebody else has written to the record; what they wrote has been read."""


class KeptInRecord:
    """Keeps the answers of a decade end in the record."""

    can_reopen = True

    def __init__(self, ledger: Ledger) -> None:
        self.path = ledger.path
        self._ledger = ledger

    def load(self) -> list[Answer]:
        """The answers that stand behind `end`."""
        ending = self._ledger.ending
        behind = self._ledger.record.lines[ending.span.line :] if ending else []
        phases = [line for line in behind if isinstance(line, Phase)]
        return [Answer(line.number, typed.step) for line in phases for typed in line.typed]

    def save(self, answers: Sequence[Answer]) -> None:
        lines = as_lines(answers, self._ledger.notation)
        if lines == as_lines(self.load(), self._ledger.notation) and self._ledger.is_saved:
            return
        if not self._ledger.keep(self._ledger.with_phases(lines)):
            raise Overtaken
        if self._ledger.trouble:
            raise OSError(0, self._ledger.trouble)


class NoMending:
    """In a record the board follows from its lines: there is nothing to mend but those."""

    def __init__(self, narrator: Narrator) -> None:
        self._narrator = narrator

    def mend(self, position: Position, text: str) -> Position | None:
        del position, text
        self._narrator.lines([self._narrator.phrases.say("play.no-fix")])
        return None
