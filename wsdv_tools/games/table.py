"""`wsdv play` for the small games: typed lines are checked as they come, and are in the file before the next is asked.

It records what is played at the table; it deals no cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wsdv_tools.findings import Finding, as_text
from wsdv_tools.games.checking import Checked
from wsdv_tools.games.kinds import Kind
from wsdv_tools.games.loading import Loaded, load_text
from wsdv_tools.games.notation import No, side_of
from wsdv_tools.games.opening import room
from wsdv_tools.games.questions import Questions
from wsdv_tools.games.records import HEADERS, WORDS
from wsdv_tools.games.sides import Side
from wsdv_tools.games.turns import Turn, TurnRules, choice_of, read_answer, refusal, turn_of, write_turn
from wsdv_tools.rules.play import Refused
from wsdv_tools.sources.saving import save_text

if TYPE_CHECKING:
    from wsdv_tools.games.words import GameLanguage

Ask = Callable[[str], str]  # a prompt, the answer
Tell = Callable[[str], None]
Explain = Callable[[str], Iterable[str]]
COMMANDS = ("help", "show", "back", "force", "explain", "quit", "options")  # each has words in every language


class Stopped(Exception):
    """The people stop for now; everything they typed is in the file."""


class GameTable:
    """One record that grows line by line."""

    def __init__(self, path: Path, kind: Kind, language: GameLanguage, cards: Path | None, explain: Explain) -> None:
        self.path = path
        self.kind = kind
        self.language = language
        self.cards = cards
        self.explain = explain
        self.spec = room(kind.game).SPEC
        self.lines: list[str] = []
        self.refused: str | None = None
        self.commands = {word: name for name in COMMANDS for word in self._say(f"command.{name}").split()}
        self.commands["?"] = "help"

    def open(self) -> list[Finding]:
        """Read what was recorded before; a new record gets its first line."""
        if self.path.exists():
            self.lines = self.path.read_bytes().decode("utf-8").removeprefix("\ufeff").splitlines()
        else:
            self.lines = [f"{self.spec.record_key}: 1"]
            self._save()
        return [finding for finding in self._checked(self.lines).findings if finding.is_error]

    def run(self, ask: Ask, tell: Tell) -> None:
        """Until somebody quits or the result is recorded."""
        tell(self._say("table-start", file=self.path.name))
        told = ""
        while True:
            position = self._checked(self.lines).position
            said = {part for line in self.lines for part in _beginnings(line)}
            now = room(self.kind.game).comes_next(self.language, position, said)
            if now != told:
                tell(now)
                told = now
            self._take(ask(self._prompt(position.to_move)).strip(), ask, tell)

    def _say(self, key: str, **values: object) -> str:
        return self.language.say(f"texts.{key}", **values)

    def _prompt(self, side: Side | None) -> str:
        return f"{self.language.word(f'flag-{side}')}> " if side else "> "

    def _take(self, typed: str, ask: Ask, tell: Tell) -> None:
        word, _, rest = typed.partition(" ")
        command = self.commands.get(word.casefold())
        if command:
            self._obey(command, rest.strip(), tell)
        elif typed:
            line = self._whole(typed)
            turn = self._laid(line)
            whole = self._asked(turn, ask, tell) if turn else line
            if whole:
                self._record(whole, tell)

    def _laid(self, line: str) -> Turn | None:
        """The turn of which only the card was typed; None where there is more, or something is wrong with it."""
        word, _, head = line.partition(" ")
        side, loaded = side_of(word), self._loaded(self.lines)
        if side is None or "/" in head or not (loaded.checked and loaded.checked.is_certain):
            return None
        turn = turn_of(loaded.opened, loaded.position._replace(to_move=side))
        try:
            return turn.take(read_answer(loaded.opened.notation, choice_of(turn), head)[0]).settled()
        except (No, Refused):
            return None

    def _asked(self, turn: Turn, ask: Ask, tell: Tell) -> str | None:
        """Ask for the rest of a turn, and write it as a line; None where it was taken back."""
        rules = turn.rules
        assert isinstance(rules, TurnRules)
        questions = Questions(self.language, rules.opened)
        is_put = False
        while turn.pending:
            if not is_put:
                for line in questions.lines(turn):
                    tell(line)
            is_put = False
            side: Any = choice_of(turn).side
            typed = ask(self._prompt(side)).strip()
            command = self.commands.get(typed.casefold())
            if command == "quit":
                raise Stopped
            if typed == "?":
                for line in self.explain(choice_of(turn).rule):
                    tell(line)
            elif command == "back":
                before = turn.back()
                if before is None or before.back() is None:
                    tell(self._say("play.dropped"))
                    return None  # the card itself
                turn = before
            elif command != "options":
                after = self._answered(turn, questions, typed, tell)
                is_put, turn = after is None, after or turn
        return write_turn(rules.opened.notation, turn.start.to_move, turn.done)

    def _answered(self, turn: Turn, questions: Questions, typed: str, tell: Tell) -> Turn | None:
        """The turn with an answer; None where it is not one, after saying why."""
        if not typed and choice_of(turn).required:
            tell(self._say("dialogue.no-default"))
            return None
        try:
            after = turn
            for step in questions.read(turn, typed):
                after = after.take(step)
            return after.settled()
        except No as no:
            tell(self.language.sentence(no.finding()))
            tell(self._say("dialogue.options-again"))
        except Refused as refused:
            tell(self.language.sentence(refusal(questions.opened, refused.fault, typed)))
        return None

    def _obey(self, word: str, rest: str, tell: Tell) -> None:
        if word == "quit":
            raise Stopped
        if word == "help":
            tell(self._say("table-help"))
        elif word == "show":
            loaded = self._loaded(self.lines)
            for line in room(self.kind.game).board_lines(self.language, loaded.opened, loaded.position):
                tell(line)
        elif word == "explain":
            for line in self.explain(rest):
                tell(line)
        elif word == "back" and len(self.lines) > 1:
            tell(self._say("table-undone", line=self.lines.pop()))
            self._save()
        elif word == "force" and self.refused:
            self.lines.append(f"{self.refused} !")
            self.refused = None
            self._save()
        else:
            tell(self._say("table-nothing"))

    def _record(self, line: str, tell: Tell) -> None:
        """A line is kept if it brings no new error; otherwise the error is shown."""
        before = self._checked(self.lines)
        after = self._checked([*self.lines, line])
        number = len(self.lines) + 1
        found = [f for f in after.findings if f.place and f.place.line == number and f.code != "result-missing"]
        known = {(f.code, f.place) for f in before.findings}
        found += [f for f in after.findings if f.is_error and (f.code, f.place) not in known and f not in found]
        for finding in found:
            tell(as_text(finding, self.language, [*self.lines, line]))
        if any(finding.is_error for finding in found):
            is_play = side_of(line.split()[0]) is not None and after.unchecked == before.unchecked
            self.refused = line if is_play else None
            tell(self._say("table-refused-play" if is_play else "table-refused"))
            return
        self.refused = None
        self.lines.append(line)
        self._save()

    def _whole(self, typed: str) -> str:
        """The side may be left out where it is known whose turn it is."""
        first = typed.split()[0].casefold()
        is_header = first.rstrip(":") in (*HEADERS, self.spec.record_key) and ":" in typed
        if side_of(first) or first in (*self.spec.lines, *WORDS) or is_header or first.startswith("#"):
            return typed
        to_move = self._checked(self.lines).position.to_move
        return f"{to_move} {typed}" if to_move else typed

    def _loaded(self, lines: list[str]) -> Loaded:
        return load_text("\n".join(lines) + "\n", str(self.path), self.kind, self.cards)

    def _checked(self, lines: list[str]) -> Checked:
        checked = self._loaded(lines).checked
        if checked is None:
            raise ValueError("a table keeps a record")
        return checked

    def _save(self) -> None:
        save_text(self.path, "".join(f"{line}\n" for line in self.lines))


def _beginnings(line: str) -> tuple[str, str]:
    """`last US moskau`: `last`, and `last US`."""
    first, second, *_ = (*line.split("#")[0].split(), "", "")
    return first.casefold(), f"{first.casefold()} {side_of(second) or second}"
