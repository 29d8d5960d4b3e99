"""Asks for a position province by province; it is in its file after every answer."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from wsdv_tools.dialogue.answer_files import as_file, mended_by
from wsdv_tools.dialogue.form_questions import Question, makers
from wsdv_tools.dialogue.prompt import Left, is_confirmed
from wsdv_tools.findings import Finding, Place
from wsdv_tools.positions.position_reader import read_position_file
from wsdv_tools.record.answers import unreadable
from wsdv_tools.record.notation import No
from wsdv_tools.rules.position import empty
from wsdv_tools.sources.saving import save_text
from wsdv_tools.telling.explanations import refused
from wsdv_tools.telling.phrases import in_columns, wrapped

if TYPE_CHECKING:
    from wsdv_tools.dialogue.prompt import Terminal
    from wsdv_tools.rules.position import Position
    from wsdv_tools.telling.narrator import Narrator


def ask_position(narrator: Narrator, terminal: Terminal) -> Path:
    """The file in which the position is, when all has been asked."""
    return _Asking(narrator, terminal).run()


class _Asking:
    """One round of questions; `back` goes to the one before."""

    def __init__(self, narrator: Narrator, terminal: Terminal) -> None:
        self.narrator = narrator
        self.phrases = narrator.phrases
        self.game = narrator.phrases.game
        self.terminal = terminal
        self.back_words = self.phrases.say("command.back").split()
        self.quit_words = self.phrases.say("command.quit").split()
        self.help_words = [*self.phrases.say("command.help").split(), "?"]

    def run(self) -> Path:
        self._say("type.start")
        path, position = self._file()
        save_text(path, as_file(self.game, position, path))
        try:
            self._mend(path, self._ask_all(path, position))
        except (KeyboardInterrupt, EOFError, Left):
            self._say("type.kept", file=path.name)
            raise
        return path

    def _ask_all(self, path: Path, position: Position) -> Position:
        every = makers(self.phrases)
        asked: list[int] = []
        number = 0
        while number < len(every):
            question = every[number](self.phrases, position)
            if question is None:
                number += 1
                continue
            answered = self._ask(question, position)
            if answered is None:
                number = asked.pop() if asked else number  # what was answered stays, to be kept by Enter
                continue
            asked.append(number)
            position, number = answered, number + 1
            save_text(path, as_file(self.game, position, path))
        return position

    def _file(self) -> tuple[Path, Position]:
        """A new file, or one that is there and whose values are then offered."""
        while True:
            self._say("type.file")
            typed = self._typed("> ") or "position.yaml"
            if typed.casefold() in self.back_words:  # no file is called so
                continue
            path = Path(typed if Path(typed).suffix else f"{typed}.yaml")
            if not path.exists():
                if path.parent.is_dir():
                    return path, empty(self.game)
                self._say("type.no-folder", folder=str(path.parent))
                continue
            reading = read_position_file(path, self.game, self.phrases.notation.names)
            if reading.position is None:
                self._refuse(reading.findings)
                continue
            question = self.phrases.say("type.exists", file=path.name)
            if is_confirmed(self.narrator, self.terminal, question, otherwise=True):
                return path, reading.position

    def _ask(self, question: Question, position: Position) -> Position | None:
        """The position with the answer in it; None to go back."""
        self.narrator.write("")
        self.narrator.lines([question.text])
        entries = [f"{number:>3} {option}" for number, option in enumerate(question.options, 1)]
        for line in in_columns(entries) if entries else ():
            self.narrator.write(line)
        while True:
            typed = self._typed(f"[{question.current}] > ", question.words)
            if typed.casefold() in self.back_words:
                return None
            try:
                statements = question.read(question.split(typed or question.current))
            except No as no:
                self._refuse([unreadable(no.why, Place(""))])
                continue
            for statement in statements:
                position = statement.made(self.game, position)
            return position

    def _mend(self, path: Path, position: Position) -> None:
        """What cannot be is mended before the phases begin."""
        while True:
            mended, errors = mended_by(self.phrases, position, "")
            if mended is not None:
                return
            self._refuse(errors)
            self._say("type.mend")
            typed = self._typed("> ").removeprefix("fix ")
            changed, errors = mended_by(self.phrases, position, typed, check=False)
            self._refuse(errors)
            position = changed or position
            save_text(path, as_file(self.game, position, path))

    def _typed(self, prompt: str, words: Sequence[str] = ()) -> str:
        """A line as typed; `quit` leaves with all that was answered, `help` says so."""
        while True:
            typed = self.terminal.ask(prompt, words)
            if typed.casefold() in self.quit_words:
                raise Left
            if typed.casefold() not in self.help_words:
                return typed
            self._say("type.start")

    def _refuse(self, findings: list[Finding]) -> None:
        for finding in findings:
            for line in refused(self.phrases, finding):
                self.narrator.write(line)

    def _say(self, key: str, **values: object) -> None:
        for line in wrapped(self.phrases.say(key, **values)):
            self.narrator.write(line)
