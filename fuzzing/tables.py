"""The dialogues read, too: what people type at the prompts of `wsdv play` and `wsdv decade-end`."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import redirect_stdout, suppress
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any

from fuzzing.games import BETWEEN, check_formatting, example_position, game, language_for, notation, record_seeds
from fuzzing.promises import check_findings, promise, scratch
from wsdv_tools.cli.decade_end import Run
from wsdv_tools.cli.leading import Leading
from wsdv_tools.cli.session import Session
from wsdv_tools.dialogue.evening import Evening
from wsdv_tools.dialogue.position_form import ask_position
from wsdv_tools.dialogue.prompt import Left
from wsdv_tools.positions.position_reader import read_position_file
from wsdv_tools.positions.position_writer import as_yaml
from wsdv_tools.referee.ledger import Ledger
from wsdv_tools.referee.record_files import check_text
from wsdv_tools.referee.verdicts import Judgements
from wsdv_tools.sources.shipped import shipped
from wsdv_tools.sources.text_reader import text_lines
from wsdv_tools.telling.narrator import Narrator
from wsdv_tools.telling.phrases import Phrases
from wsdv_tools.words.language import Language

MOST_LINES = 25  # typed at one table; each is checked with the whole game before it
TYPED = b"type a position"  # the first part of an input that types one
_UNFINISHED = frozenset({"decision-missing", "empty-file"})  # errors of a record that is still being written


def _silent(line: str) -> None:
    del line


class Typist:
    """A person at the prompt: types the lines of an input, looks at what Tab offers, and goes when there is no more."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = iter(lines)

    def ask(self, prompt: str, words: Sequence[str] | Callable[[str], Iterable[str]] = (), default: str = "") -> str:
        del prompt, default
        typed = next(self._lines, None)
        if typed is None:
            raise EOFError
        if callable(words):
            list(words(typed[: len(typed) // 2]))
        return typed.strip()


@cache
def _session(code: str) -> Session:
    return Session(lang=code)


def examine_dialogue(data: bytes) -> None:
    """Before the line of equals signs what is there already, a record or a position; after it what is typed."""
    first, found, second = data.partition(BETWEEN)
    if not found:
        first, second = b"", data
    lines = text_lines(second.decode("utf-8", "replace"))[:MOST_LINES]
    language = language_for(data)
    if first.strip() == TYPED:
        _type_position(lines, language)
    elif b"wsdv-position" in first:
        _lead(first, lines, language)
    else:
        _play(first, lines, language)


def _play(before: bytes, lines: Sequence[str], language: Language) -> None:
    with scratch(["game.wsdv"]) as folder:
        path = folder / "game.wsdv"
        if before:
            path.write_bytes(before)
        ledger = Ledger(path, notation(), Judgements())
        if ledger.open():
            return
        had_errors = any(finding.is_error for finding in ledger.checked.findings)
        narrator = Narrator(Phrases(language, ledger.notation), _silent)
        typist: Any = Typist(lines)
        with suppress(Left, EOFError):
            Evening(narrator, typist, ledger).run()
        promise(ledger.is_saved, "not saved", ledger.trouble)
        _check_record(path, ledger, had_errors)


def _check_record(path: Path, ledger: Ledger, had_errors: bool) -> None:
    """What was typed is in the file, and nothing illegal is."""
    if not path.exists():
        promise(not ledger.text, "the record is not in the file")
        return
    text = path.read_bytes().decode("utf-8-sig")
    promise(text == ledger.text, "the file is not what the table knows")
    checked = check_text(text, str(path), notation())
    check_findings(checked.checked.findings, {str(path): checked.lines or [""]})
    check_formatting(text, str(path), checked)
    if not had_errors:
        errors = [f for f in checked.checked.findings if f.is_error and f.code not in _UNFINISHED]
        promise(not errors, "the table took down an error", errors[:2], text)


def _lead(position: bytes, lines: Sequence[str], language: Language) -> None:
    """The dialogue of a decade end; its files are complete, and say the same when read again."""
    with scratch(["position."]) as folder:
        path = folder / "position.yaml"
        path.write_bytes(position)
        run: Any = Run(_session(language.code))
        run.notation = notation()
        narrator = Narrator(Phrases(language, run.notation), _silent)
        typist: Any = Typist(lines)
        with redirect_stdout(StringIO()), suppress(Left, EOFError):
            promise(Leading(run, narrator, typist).lead(path, fresh=False) in (0, 1, 2), "exit code")
        _check_written(folder)


def _check_written(folder: Path) -> None:
    for path in folder.glob("*.yaml"):
        if path.name != "position.yaml":
            reading = read_position_file(path, game(), notation().names)
            promise(reading.position is not None, "a written position cannot be read", path.name, path.read_text())


def _type_position(lines: Sequence[str], language: Language) -> None:
    """A position asked for question by question; what is typed as its name stays in the folder."""
    here = Path.cwd()
    with scratch(["position.", "decade-"]) as folder:
        os.chdir(folder)
        try:
            typed = notation()
            narrator = Narrator(Phrases(language, typed), _silent)
            typist: Any = Typist([line.replace("/", "") for line in lines])
            path, is_good = folder / "position.yaml", False
            with suppress(Left, EOFError):
                path, is_good = folder / ask_position(narrator, typist), True
            if path.exists():
                reading = read_position_file(path, game(), typed.names)
                promise(reading.position is not None, "the typed position cannot be read")
                promise(reading.is_good == is_good, "half a position was taken for a whole one", reading.findings[:2])
        finally:
            os.chdir(here)


# What to begin with


def dialogue_seeds() -> Iterator[bytes]:
    for record in list(record_seeds())[:12]:
        lines = record.split(b"\n")
        for cut in range(0, len(lines), 2 * MOST_LINES):
            typed = _as_typed(b"\n".join(lines[cut : cut + MOST_LINES]))
            yield b"\n".join(lines[:cut]) + BETWEEN + typed if cut else typed
    words = ["help", "show", "why", "?", "back", "undo", "explain 20", "explain 9.3", "note x", "force", "", "quit"]
    yield "\n".join(["A title", "Anna", "Bert", "1 4 5 12 16 17 20", "20", "1", "", "5", "e", "SN", *words]).encode()
    position = as_yaml(game(), example_position()).encode()
    decisions = (shipped("examples") / "decade-2.decisions").read_bytes()
    answers = decisions.replace(b";", b"\n").replace(b",", b"\n")
    yield position + BETWEEN + b"\n".join(line.partition(b":")[2] or line for line in answers.split(b"\n"))
    yield position + BETWEEN + b"1\n2\nback\nlist\nshow\nhelp\nfix BY unrest 3\ny\n1\n1\n1\nback 2:\n1\n\n1\n1\n\n"
    yield (TYPED + BETWEEN + b"2\n-2\n1\n3\n3 1 0\n2\n\n\nback\n1\n\n0\nhamburg, kiel\nall\nhamburg-bremen\n\n5 15\n\n")
    yield TYPED + BETWEEN + b"\n" * 60


def _as_typed(record: bytes) -> bytes:
    """The lines of a record as people type them: without the side, and without what the table writes itself."""
    lines = []
    for line in record.split(b"\n"):
        line = line.partition(b" #")[0].strip()
        if line.startswith((b"W ", b"E ", b"row ")):
            lines.append(line.split(b" ", 1)[1])
        elif line.startswith((b"title:", b"west:", b"east:")):
            lines.append(line.partition(b":")[2].strip())
        elif line[:2].rstrip(b":").isdigit():
            lines += line.partition(b":")[2].replace(b";", b",").split(b",")
        elif line and not line.startswith((b"wsdv-", b"date", b"decade", b"end", b"#")):
            lines.append(line)
    return b"\n".join(lines)
