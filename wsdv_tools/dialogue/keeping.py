"""The answers of a dialogue in a file, written after each one: whatever ends the program, nothing is lost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from wsdv_tools.dialogue.replay import Answer
from wsdv_tools.record.decisions import read_decisions
from wsdv_tools.record.saving import back_up, save_text

if TYPE_CHECKING:
    from wsdv_tools.findings import Finding
    from wsdv_tools.record.notation import Notation


def as_lines(answers: Iterable[Answer], notation: Notation) -> str:
    """The phase lines of a record, in canonical spelling."""
    phases: dict[int, list[str]] = {}
    for answer in answers:
        phases.setdefault(answer.phase, []).append(notation.write(answer.step, str(answer.phase)))
    return "".join(f"{phase}: {', '.join(steps)}\n" for phase, steps in sorted(phases.items()))


def read_answers(text: str, file: str, notation: Notation) -> tuple[list[Answer], list[Finding]]:
    """The answers of a file, and what in it cannot be read."""
    decisions = read_decisions(text, file, notation)
    answers = [Answer(phase, typed.step) for phase, steps in sorted(decisions.phases.items()) for typed in steps]
    return answers, decisions.findings


class Keeper(Protocol):
    """Keeps the answers of a dialogue as they are given."""

    path: Path
    can_reopen: bool  # whether there is something before the decade end to go back to

    def save(self, answers: Sequence[Answer]) -> None: ...


class Kept:
    """A file of answers. What a person wrote in it by hand is copied before it is written over."""

    can_reopen = False

    def __init__(self, path: Path, notation: Notation) -> None:
        self.path = path
        self.notation = notation
        self._lines = ""  # what the file tells, in canonical spelling
        self._is_ours = True

    def load(self) -> tuple[list[Answer], list[Finding]]:
        """The answers of an earlier dialogue; none where there is no file."""
        if not self.path.exists():
            return [], []
        text = self.path.read_bytes().decode("utf-8-sig", "replace")
        answers, findings = read_answers(text, str(self.path), self.notation)
        self._lines = as_lines(answers, self.notation)
        self._is_ours = text == self._lines
        return answers, findings

    def put_aside(self) -> Path | None:
        """Start over: the old file is kept under another name."""
        if not self.path.exists():
            return None
        copy = back_up(self.path)
        self.path.unlink()
        return copy

    def save(self, answers: Sequence[Answer]) -> None:
        """Write the answers, if they are others than before."""
        lines = as_lines(answers, self.notation)
        if lines == self._lines:
            return
        if not self._is_ours and self.path.exists():
            back_up(self.path)
        save_text(self.path, lines)
        self._lines, self._is_ours = lines, True
