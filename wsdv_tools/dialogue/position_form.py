"""Asks for a position question by question; it is in its file after every answer, with the question that comes next."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from wsdv_tools.dialogue.corrections import as_file, corrected_by, remarks_on, told_correction
from wsdv_tools.dialogue.form_questions import FIRST, SUMMARY, Question, questions
from wsdv_tools.dialogue.options import ROOM
from wsdv_tools.dialogue.prompt import Left, Talk, nearly
from wsdv_tools.findings import Finding, Place
from wsdv_tools.positions.position_reader import read_position_file
from wsdv_tools.record.notation import No
from wsdv_tools.record.wordings import unreadable
from wsdv_tools.rules.position import empty
from wsdv_tools.sources.saving import save_text
from wsdv_tools.telling.board_text import changes, summary
from wsdv_tools.telling.phrases import in_columns, in_flow, wrapped

if TYPE_CHECKING:
    from wsdv_tools.dialogue.prompt import Terminal
    from wsdv_tools.positions.position_reader import Reading
    from wsdv_tools.rules.position import Position
    from wsdv_tools.telling.narrator import Narrator

_AT_ONCE = frozenset({"police-not-police", "card-later-decade", "card-twice"})  # of a card, refused where it is typed
_COMMANDS = ("back", "show", "help", "explain", "quit")
_DRAFT = "position.yaml"  # until it gets a name at the end


def ask_position(narrator: Narrator, terminal: Terminal) -> Path:
    """The file in which the position is, when all has been asked."""
    form = Form(narrator, terminal)
    path, reading = _draft(form)
    with_position = form.fill(path, reading)
    return form.named(path, with_position)


def go_on(narrator: Narrator, terminal: Terminal, path: Path, reading: Reading) -> None:
    """Ask for the rest of a half-typed position."""
    form = Form(narrator, terminal)
    say = narrator.phrases.say
    if form.confirmed(say("type.half", file=path.name), otherwise=True):
        form.fill(path, reading)
    elif form.confirmed(say("type.half-anyway"), otherwise=False):
        form.finish(path, reading.position or empty(form.game))
    else:
        raise Left


def _draft(form: Form) -> tuple[Path, Reading | None]:
    """A file that is not there yet, or the one in which somebody stopped typing."""
    for path in _numbered(_DRAFT):
        if not path.exists():
            return path, None
        reading = read_position_file(path, form.game, form.phrases.notation.names)
        if reading.unfinished and reading.position:
            question = form.phrases.say("type.half", file=path.name)
            if form.confirmed(question, otherwise=True):
                return path, reading
    raise AssertionError("there is always another number")


def _numbered(name: str) -> Iterator[Path]:
    """`game.yaml`, `game-2.yaml`, `game-3.yaml` …"""
    path = Path(name)
    yield path
    yield from (path.with_stem(f"{path.stem}-{number}") for number in itertools.count(2))


def _is_free(path: Path) -> bool:
    """Whether neither the position nor what `wsdv decade-end` writes beside it is there."""
    return not any(path.with_suffix(suffix).exists() for suffix in (path.suffix, ".decisions", ".after.yaml"))


class Form(Talk):
    """One round of questions; `back` goes to the one before."""

    def __init__(self, narrator: Narrator, terminal: Terminal) -> None:
        super().__init__(narrator, terminal)
        self.game = self.phrases.game

    def fill(self, path: Path, reading: Reading | None) -> Position:
        """Ask what has not been answered yet, and let people look at the whole."""
        position = (reading.position if reading else None) or empty(self.game)
        self._say("type.start")
        try:
            position = self._ask_all(path, position, reading.unfinished if reading else FIRST)
            return self.finish(path, position)
        except (KeyboardInterrupt, EOFError, Left):
            if path.exists():
                self._say("type.kept", file=path.name)
            raise

    def _ask_all(self, path: Path, position: Position, first: str) -> Position:
        every = questions(self.phrases)
        ids = list(every)
        number = len(ids) if first == SUMMARY else ids.index(first) if first in ids else 0
        while number < len(ids):
            question = every[ids[number]](self.phrases, position)
            if question is None:
                number += 1
                continue
            answered = self._ask(question, position)
            if answered is None:  # what was answered stays, to be kept by Enter
                number = ids.index(self._before(ids[number], position))
                continue
            position, number = answered, number + 1
            self._save(path, position, ids[number] if number < len(ids) else SUMMARY)
        return position

    def _before(self, name: str, position: Position) -> str:
        """The question before one, or before the summary; the first one has none."""
        asked = [id_ for id_, make in questions(self.phrases).items() if make(self.phrases, position)]
        number = len(asked) if name == SUMMARY else asked.index(name)
        return asked[max(number - 1, 0)]

    def _ask(self, question: Question, position: Position) -> Position | None:
        """The position with the answer in it; None to go back."""

        def put() -> None:
            self.narrator.write("")
            self.narrator.lines([question.text])
            entries = [f"{number:>3} {option}" for number, option in enumerate(question.options, 1)]
            if entries:
                columns = list(in_columns(entries))
                self.narrator.put(columns if len(columns) <= ROOM else in_flow(entries))

        put()
        while True:
            typed = self._typed(f"[{question.current}] > ", position, put, question.words)
            if self.phrases.is_said("back", typed):
                return None
            if self._is_none(question, typed):
                typed = "0"
            try:
                statements = question.read(question.split(typed or question.current))
            except No as no:
                self.narrator.refuse(unreadable(no.why, Place("")))
                self._propose(typed, no.why.values.get("near", ()))
                continue
            answered = position
            for statement in statements:
                answered = statement.made(self.game, answered)
            if typed and (flaws := self._impossible(position, answered)):
                self.narrator.refuse(*flaws)
                continue
            told = "; ".join(changes(self.phrases, position, answered))
            if typed and told:
                self.narrator.put(wrapped(told, "  ✓ ", "    "))
            return answered

    def _is_none(self, question: Question, typed: str) -> bool:
        """Whether people say in words that there is none, where the question says that 0 means that."""
        _, zero, word = question.text.rpartition("0: ")
        return bool(zero) and (typed.casefold() == word.casefold() or self.phrases.is_said("no", typed))

    def _propose(self, typed: str, near: Sequence[str]) -> None:
        """The command that a refused word nearly is, unless something else is proposed already."""
        words = (word for name in _COMMANDS for word in self.phrases.say(f"command.{name}").split())
        self.narrator.lines([] if near else nearly(self.phrases, typed, words))

    def _impossible(self, before: Position, answered: Position) -> list[Finding]:
        """What no later answer can mend."""
        known = remarks_on(self.phrases, before)
        return [flaw for flaw in remarks_on(self.phrases, answered) if flaw.code in _AT_ONCE and flaw not in known]

    def finish(self, path: Path, position: Position) -> Position:
        """What is impossible is corrected, and the whole is shown, before the phases begin."""
        while True:
            remarks = remarks_on(self.phrases, position)
            self.narrator.refuse(*remarks)
            is_possible = not any(remark.is_error for remark in remarks)
            self.narrator.write("")
            self.narrator.lines(summary(self.phrases, position))
            put = partial(self._say, "type.right" if is_possible else "type.mend")
            put()
            typed = self._typed("> ", position, put)
            if is_possible and (not typed or self.phrases.is_said("yes", typed)):
                save_text(path, as_file(self.game, position, path))
                return position
            if self.phrases.is_said("back", typed):
                position = self._ask_all(path, position, self._before(SUMMARY, position))
                continue
            position = self._corrected(position, typed)
            self._save(path, position, SUMMARY)

    def _corrected(self, position: Position, typed: str) -> Position:
        first = typed.partition(" ")[0]
        if not first or self.phrases.is_said("no", first):
            self._say("type.mend")
            return position
        if self.phrases.is_said("fix", first):
            typed = typed.partition(" ")[2]
        changed, errors = corrected_by(self.phrases, position, typed, check=False)
        self.narrator.refuse(*errors)
        if not changed:
            self._propose(typed, [near for error in errors for near in error.values.get("near", ())])
            return position
        self.narrator.put(told_correction(self.phrases, position, changed, typed))
        return changed

    def named(self, path: Path, position: Position) -> Path:
        """The position under the name that people give it; Enter takes the proposed one."""
        proposed = next(filter(_is_free, _numbered(f"decade-{position.decade}.yaml")))
        put = partial(self._say, "type.file", file=proposed.name)
        while True:
            put()
            typed = self._typed("> ", position, put)
            if self.phrases.is_said("no", typed):
                continue
            if not typed or self.phrases.is_said("yes", typed):
                typed = str(proposed)
            new = Path(typed if Path(typed).suffix else f"{typed}.yaml")
            if self.phrases.is_said("back", typed) or (new.exists() and new.samefile(path)):
                return path
            if not new.parent.is_dir():
                self._say("type.no-folder", folder=str(new.parent))
                continue
            question = self.phrases.say("dialogue.overwrite", file=new.name)
            if not new.exists() or self.confirmed(question, otherwise=False):
                save_text(new, as_file(self.game, position, new))
                path.unlink()
                return new

    def _save(self, path: Path, position: Position, unfinished: str) -> None:
        save_text(path, as_file(self.game, position, path, unfinished))

    def _typed(self, prompt: str, position: Position, put: Callable[[], None], words: Sequence[str] = ()) -> str:
        """A line as typed; `quit` leaves with all that was answered. After `help` and `show` it is asked again."""
        while True:
            typed = self.terminal.ask(prompt, words)
            if self.phrases.is_said("quit", typed):
                raise Left
            word, _, rest = typed.partition(" ")
            if typed == "?" or any(self.phrases.is_said(name, typed) for name in ("help", "why")):
                self._say("type.start")
            elif self.phrases.is_said("explain", word):
                self.narrator.explain(rest.strip())
            elif self.phrases.is_said("show", typed):
                self.narrator.show(position)
            else:
                return typed
            put()

    def _say(self, key: str, **values: object) -> None:
        self.narrator.put(wrapped(self.phrases.say(key, **values)))
