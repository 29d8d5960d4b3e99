"""The dialogue of `wsdv decade-end`: opens its files, runs it, and writes the result."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from wsdv_tools.dialogue.corrections import Corrections
from wsdv_tools.dialogue.decade_dialogue import Conversation, Kept, read_answers
from wsdv_tools.dialogue.prompt import Left, Talk, Terminal
from wsdv_tools.findings import exit_code
from wsdv_tools.positions.position_writer import as_yaml
from wsdv_tools.sources.saving import reason, save_text
from wsdv_tools.sources.text_reader import read_bytes, read_text
from wsdv_tools.telling.board_text import summary

if TYPE_CHECKING:
    from wsdv_tools.cli.decade_end import Run
    from wsdv_tools.referee.endings import Given
    from wsdv_tools.rules.decade_play import DecadeEnd
    from wsdv_tools.telling.narrator import Narrator


def lead(run: Run, path: Path | None, fresh: bool) -> int:
    """Lead two people through the phases; their answers are kept beside the position."""
    leading = Leading(run, run.session.narrator(run.notation), Terminal())
    try:
        if path is None:
            path = leading.typed_position()
        return leading.lead(path, fresh)
    except (Left, EOFError):
        leading.say_kept()
        return 0
    except OSError as error:
        leading.say("cannot-write", file=error.filename or "", reason=reason(error))
        return 1
    except KeyboardInterrupt:
        leading.say_kept()
        raise


class Leading(Talk):
    """One dialogue and its files."""

    def __init__(self, run: Run, narrator: Narrator, terminal: Terminal) -> None:
        super().__init__(narrator, terminal)
        self.run = run
        self.kept: Kept | None = None
        self.corrections: Corrections | None = None
        self.is_looked_at = False  # whether people have said that this is their table

    def lead(self, path: Path, fresh: bool) -> int:
        reading = self.run.read(path)
        if reading.unfinished and reading.position:
            from wsdv_tools.dialogue.position_form import go_on

            go_on(self.narrator, self.terminal, path, reading)
            reading, self.is_looked_at = self.run.read(path), True
        self.run.session.report(reading.findings)
        if not reading.is_good or reading.position is None:
            return exit_code(reading.findings)
        folder = beside(path)
        kept = Kept(folder / path.with_suffix(".decisions").name, self.run.notation)
        answers = self._answers(kept, fresh)
        self.kept = kept
        self.corrections = Corrections(self.narrator, self.terminal, path)
        talk = Conversation(self.narrator, self.terminal, kept, reading.position, self.run.phases, self.corrections)
        if not answers and not self.is_looked_at:
            self.narrator.lines(summary(self.phrases, reading.position))
        ended = talk.run(answers)
        self._write(folder / path.with_suffix(".after.yaml").name, ended)
        return 0

    def _answers(self, kept: Kept, fresh: bool) -> Sequence[Given]:
        """Those of an earlier run, or of the file that was named; what is in the way is put aside."""
        file = self.run.decisions_file
        if file is None and not fresh:
            answers, findings = kept.load()
            self.run.session.report(findings)
            return answers
        if file is None or Path(file).resolve() != kept.path.resolve():
            copy = kept.put_aside()
            if copy:
                self.say("put-aside", copy=copy.name)
        if file is None:
            return []
        text, findings = read_text(Path(file))
        answers, more = read_answers(text or "", file, self.run.notation)
        self.run.session.report([*findings, *more])
        return answers

    def _write(self, path: Path, ended: DecadeEnd) -> None:
        """The new position; nothing is overwritten without asking."""
        text = as_yaml(self.run.notation.game, ended.position)
        try:
            if path.exists() and read_bytes(path)[0] != text.encode("utf-8"):
                question = self.phrases.say("dialogue.overwrite", file=path.name)
                if not self.confirmed(question, otherwise=False):
                    self.say("not-written", file=path.name)
                    return
            save_text(path, text)
        except OSError as error:
            self.say("cannot-write", file=path.name, reason=reason(error))
            return
        self.say("written", file=path.name)

    def typed_position(self) -> Path:
        """Ask for the position itself, and keep it in a file."""
        from wsdv_tools.dialogue.position_form import ask_position

        self.is_looked_at = True
        return ask_position(self.narrator, self.terminal)

    def say_kept(self) -> None:
        if self.kept and self.corrections and self.kept.path.exists():
            self.say("kept", file=self.kept.path.name, position=str(self.corrections.file))
        if self.corrections and self.corrections.unwritten:
            self.say("unmended", file=self.corrections.file.name, text="; ".join(self.corrections.unwritten))

    def say(self, key: str, **values: object) -> None:
        self.narrator.say(f"dialogue.{key}", **values)


def beside(path: Path) -> Path:
    """The folder for what is written: the position's own, or the current one where that cannot be written to."""
    return path.parent if os.access(path.parent, os.W_OK) else Path.cwd()
