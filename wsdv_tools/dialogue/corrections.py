"""Corrections of a position, as people say them in the middle of a dialogue or after typing it: `SN unrest 3`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from wsdv_tools.dialogue.prompt import Talk
from wsdv_tools.facts import State
from wsdv_tools.findings import Finding, Fix, Place
from wsdv_tools.positions.position_writer import as_file_data, as_yaml
from wsdv_tools.record.notation import Unreadable
from wsdv_tools.record.statements import read_statements, write_statement
from wsdv_tools.record.wordings import unreadable
from wsdv_tools.rules.status import status
from wsdv_tools.sources.saving import back_up, reason, save_text
from wsdv_tools.telling.board_text import changes
from wsdv_tools.telling.phrases import wrapped
from wsdv_tools.words.names import folded

if TYPE_CHECKING:
    from wsdv_tools.dialogue.prompt import Terminal
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position
    from wsdv_tools.rules.status import Flaw
    from wsdv_tools.telling.narrator import Narrator
    from wsdv_tools.telling.phrases import Phrases


_NUMBER_OF = re.compile(r"(.*[^\W\d])\s+(\d{1,3})")


def as_file(game: Game, position: Position, file: Path, unfinished: str = "") -> str:
    """The position in the format of the file's name; `unfinished` is the next question of a half-typed one."""
    if file.suffix.lower() == ".json":
        return json.dumps(as_file_data(game, position, unfinished), indent=2, ensure_ascii=False) + "\n"
    return as_yaml(game, position, unfinished)


def remarks_on(phrases: Phrases, position: Position) -> list[Finding]:
    """What is impossible on the board, or odd."""
    return [Finding.of(flaw, fixes=_to_say(flaw)) for flaw in status(phrases.game, position)]


def _to_say(flaw: Flaw) -> tuple[Fix, ...]:
    """What people can type where something was probably forgotten."""
    if flaw.code != "sector-not-delivered":
        return ()
    province = flaw.values["province"]
    return (Fix("say-delivered", {"province": province, "text": f"delivered {province.code}"}),)


# Of these parts `changes` does not say all: they do not lie on the map.
_BESIDE = frozenset({"decade", "played", "police", "stasi_dissolved"})


def told_correction(phrases: Phrases, before: Position, after: Position, text: str) -> Iterator[str]:
    """What was changed by what somebody said, and what of it was so before."""
    statements = read_statements(phrases.vocabulary.canonical(text), phrases.notation)
    if isinstance(statements, Unreadable):
        return
    told = [*changes(phrases, before, after)]
    new = [one for one in statements if one.part in _BESIDE and not one.holds(before)]
    told += [phrases.vocabulary.own(write_statement(phrases.game, one)) for one in new]
    not_played = [one.place for one in statements if one.part == "played" and not one.value and one.holds(before)]
    if told:
        yield from wrapped("; ".join(told), "  ✓ ", "    ")
    if not_played:
        yield from wrapped(phrases.say("type.not-played", cards=phrases.listed(not_played), n=len(not_played)))
    elif not told:
        yield from wrapped(phrases.say("dialogue.fix-nothing"))


def corrected_by(
    phrases: Phrases, position: Position, text: str, check: bool = True
) -> tuple[Position | None, list[Finding]]:
    """The position with what was said made true, or why it cannot be; `check` asks whether it could lie so.

    What has become odd by it comes along.
    """
    statements = read_statements(phrases.vocabulary.canonical(text), phrases.notation)
    if isinstance(statements, Unreadable):
        return None, [unreadable(statements, Place(""))]
    corrected = position
    for statement in statements:
        corrected = statement.made(phrases.game, corrected)
    if not check:
        return corrected, []
    flaws = remarks_on(phrases, corrected)
    errors = [flaw for flaw in flaws if flaw.is_error]
    known = remarks_on(phrases, position)
    return (None, errors) if errors else (corrected, [flaw for flaw in flaws if flaw not in known])


class Corrections(Talk):
    """Changes a position as somebody says, if it can be; and its file, if they like."""

    def __init__(self, narrator: Narrator, terminal: Terminal, file: Path) -> None:
        super().__init__(narrator, terminal)
        self.file = file
        self.unwritten: list[str] = []  # what was said and is not in the file

    def correct(self, position: Position, text: str) -> Position | None:
        """The corrected position; None where nothing came of it."""
        if not text:
            self.narrator.say("dialogue.fix-how")
            return None
        text = self._whole(text)
        corrected, findings = corrected_by(self.phrases, position, text)
        self.narrator.refuse(*findings)
        if corrected is None:
            return None
        if corrected == position:
            self.narrator.say("dialogue.fix-nothing")
            return None
        self.narrator.lines(changes(self.phrases, position, corrected))
        self.unwritten.append(text)
        self._write(corrected)
        return corrected

    def _whole(self, text: str) -> str:
        """`bayern 3` does not say what is meant: the program asks."""
        said = _NUMBER_OF.fullmatch(text)
        province = self.phrases.notation.names.provinces.find(said[1]) if said else None
        if not said or not isinstance(province, str):
            return text
        fact = self.phrases.game.catalogue.provinces[province]
        parts = ["unrest", "standard", *(["socialists"] if fact.state is State.EAST else [])]
        if province == self.phrases.game.provinces[self.phrases.game.west_berlin].id:
            parts = ["unrest", *self.phrases.game.sectors]
        own = [self.phrases.vocabulary.own(part) for part in parts]
        self.narrator.say("dialogue.fix-what", province=fact, number=said[2])
        for number, word in enumerate(own, 1):
            self.narrator.write(f"  {number:>3} {word}")
        typed = folded(self.terminal.ask("> ", own))
        for number, (part, word) in enumerate(zip(parts, own, strict=True), 1):
            if typed and (typed == str(number) or folded(word).startswith(typed) or part.startswith(typed)):
                return f"{part} {said[2]}" if part in self.phrases.game.sectors else f"{said[1]} {part} {said[2]}"
        return text

    def _write(self, corrected: Position) -> None:
        """Into the file as well, with a copy of the old one: otherwise the next start would not know about it."""
        question = self.phrases.say("dialogue.fix-write", file=self.file.name)
        if not self.confirmed(question, otherwise=True):
            self.narrator.say("dialogue.fix-not-written")
            return
        try:
            copy = back_up(self.file)
            save_text(self.file, as_file(self.phrases.game, corrected, self.file))
        except OSError as error:
            self.narrator.say("dialogue.cannot-write", file=self.file.name, reason=reason(error))
            return
        self.unwritten.clear()
        self.narrator.say("dialogue.fix-written", file=self.file.name, copy=copy.name)
