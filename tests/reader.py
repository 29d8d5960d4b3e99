"""Somebody who reads a page and does everything it shows, in an empty folder."""

from __future__ import annotations

import re
import shlex
import sqlite3
from collections import Counter
from contextlib import ExitStack, closing, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

import click

from tests.pages import LANGUAGES, PROGRAMS, ROOT, Block, commands, exchanges, is_dialogue, is_shown, lines, pieces
from tests.player import Player, seats
from wsdv_tools.cli import group, run

MOST_TOLD = 60  # lines of an output that are shown with a fault
_MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
TARGETS = re.findall(r"^(\w+):", _MAKEFILE, re.MULTILINE)
VARIABLES = re.findall(r"^(\w+) \?=", _MAKEFILE, re.MULTILINE)
# How commands begin that a page shows and no test runs, with the reason.
NOT_RUN = {
    ".venv/bin/python -m mutation": "takes minutes; `make mutate` does the same for all modules",
    "pip install .": "needs the network; test_shipped.py installs the wheel and runs it",
    'pip install ".[': "needs the network; test_shipped.py installs the wheel",
    'python -m pip install ".[translate]"': "needs the network; test_shipped.py installs the wheel",
    "python -m pip show wsdv_tools": "asks pip what it has installed",
    "python -m docs.maker.plurals": "needs a package that only makes this table",
    "py -m venv .venv": "for Windows only",
    r".venv\Scripts\pip install -e .[dev]": "for Windows only",
    r".venv\Scripts\python -m pytest": "for Windows only",
    "wsdv tts --lang en --install": "needs Tabletop Simulator; test_tts_cli.py makes its folders up",
    'pip install "wsdv_tools[': "needs the network; test_shipped.py installs the wheel",
    "mkdir my-translation": "of the shell",
    "cd my-translation": "of the shell",
}
# What the reader changes in a file before giving a command for the first or second time: its name, what is there,
# what then.
TYPED = {
    ("wsdv decade-end game.yaml", 2): ("game.yaml", "standart", "standard"),
    ("wsdv check evening.wsdv", 2): (
        "evening.wsdv", "NI, NW>WB; hamburg=NI     # the standard of NW is passed on to West Berlin", "NI, SH",
    ),
    ("wsdv validate --lang ./cs.yaml --format html --out cs.html", 1): (
        "cs.yaml", '  16: {title: ""}', '  16: {title: "Povstání 16. června"}',
    ),
    ("wsdv translate accept cs cards.16.title", 1): (
        "cs.yaml", '  16: {title: "Povstání 16. června"}', '  16: {title: "Povstání 17. června"}',
    ),
}  # fmt: skip


class Reader:
    """Does what a page shows, in its order; `faults` say what does not come out as shown."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.faults: list[str] = []
        self._given: Counter[str] = Counter()
        self._player: Player | None = None
        self._seats = ExitStack()
        self._line = 0

    def read(self, text: str) -> list[str]:
        with self._seats:
            for piece in pieces(text):
                self._line = piece.line
                if isinstance(piece, Block):
                    self._read_block(piece)
                elif piece.text.split()[0] in PROGRAMS or piece.text.startswith(tuple(NOT_RUN)):
                    self._do(piece.text, None)
                elif re.match(r"--\w", piece.text):
                    for option in re.split(r" (?=--)", piece.text):
                        self._look_for_option(*option.split(maxsplit=1))
        return self.faults

    def _blame(self, what: str) -> None:
        told = what.splitlines()
        rest = [f"… and {len(told) - MOST_TOLD} more lines"] if len(told) > MOST_TOLD else []
        self.faults.append("\n".join([f"line {self._line}: {told[0]}", *told[1:MOST_TOLD], *rest]))

    def _read_block(self, block: Block) -> None:
        if block.language not in LANGUAGES:
            self._blame(f"the block says {block.language!r} behind its fence, not one of {', '.join(LANGUAGES)}")
        elif block.language in ("sh", "bat"):
            for line in lines(block):
                self._do(line, None)
        elif block.language == "console":
            for shown in commands(block):
                if shown.command and not is_dialogue(shown.output):
                    self._do(shown.command, shown.output)
                else:
                    self._talk(shown.command, shown.output)
        elif block.language == "sql":
            self._ask(block)
        elif block.name:
            (self.folder / block.name).write_text(block.text, "utf-8")

    def _ask(self, block: Block) -> None:
        """Put a question to a SQLite file, and compare the answer."""
        file = self.folder / block.name
        expected = [line.removeprefix("-- ") for line in lines(block) if line.startswith("-- ")]
        if not file.is_file():
            self._blame(f"there is no {block.name}")
            return
        with closing(sqlite3.connect(file)) as connection:
            answer = [" | ".join(map(str, row)) for row in connection.execute(block.text)]
        if answer != expected or not expected:
            self._blame("\n".join([f"{block.name} answers:", *answer]))

    def _do(self, command: str, output: str | None) -> None:
        """Give a command; without an output it only has to work."""
        if command.startswith(tuple(NOT_RUN)):
            return
        program, *arguments = shlex.split(command)
        if program == "make":
            targets = [word for word in arguments if word.partition("=")[0] not in VARIABLES]
            if not targets or set(targets) - set(TARGETS):
                self._blame(f"`{command}` is no target of the Makefile")
        elif program != "wsdv":
            self._blame(f"`{command}` is run by no test")
        elif output is None and _is_mention(arguments):
            pass
        elif (
            arguments[:1] in (["play"], ["serve"])
            or arguments[:2] == ["translate", "preview"]
            or "--watch" in arguments
        ):
            self._look_on(arguments)
        else:
            self._run(command, arguments, output)

    def _run(self, command: str, arguments: list[str], output: str | None) -> None:
        if output is None and command in self._given:
            return
        self._type(command)
        if arguments[:2] in (["translate", "accept"], ["translate", "import"]) and not any(self.folder.glob("*.yaml")):
            self._blame(f"`{command}` would change the shipped files")
            return
        printed = StringIO()
        with redirect_stdout(printed), redirect_stderr(printed):
            code = run(arguments)
        may_complain = output is not None and "error: " in output
        if code and not (code == 1 and may_complain):
            self._blame(f"`{command}` ends with {code}:\n{printed.getvalue()}")
        elif output and not is_shown(output.splitlines(), printed.getvalue().splitlines()):
            self._blame(f"`{command}` prints:\n{printed.getvalue()}")

    def _type(self, command: str) -> None:
        """Change what the reader changes before giving a command."""
        self._given[command] += 1
        if change := TYPED.get((command, self._given[command])):
            name, before, after = change
            text = (self.folder / name).read_text("utf-8")
            assert before in text, (name, before)
            (self.folder / name).write_text(text.replace(before, after), "utf-8")

    def _sit(self, arguments: list[str]) -> Player:
        command, *rest = arguments
        self._player = self._seats.enter_context(seats(command))(self.folder, *rest, environment={"BROWSER": "true"})
        return self._player

    def _talk(self, command: str, output: str) -> None:
        """Type what a dialogue shows, and compare what is printed between."""
        self._type(command)
        player = self._sit(shlex.split(command)[1:]) if command else self._player
        if player is None:
            self._blame("the block starts with no command")
            return
        for shown, prompt, typed in exchanges(output):
            if not prompt and not shown:
                return  # what comes then is in another block
            printed = player.is_told().splitlines()
            if not is_shown(shown, printed):
                self._blame("it prints:\n" + "\n".join(printed))
            if prompt:
                player.is_asked(prompt)
                player.types(typed)
                player.sees("\n")  # what was typed is echoed until there

    def _look_on(self, arguments: list[str]) -> None:
        """A command that runs until somebody stops it: it starts, and ends when asked to."""
        record = (self.folder / arguments[-1]).with_suffix(".wsdv")
        is_new = not record.exists()
        player = self._sit(arguments)
        if arguments[0] == "play":
            player.is_asked("")
            player.types("quit")
            good = player.ends() == 0
            if is_new:  # a page may mention the command before it shows the evening
                record.unlink(missing_ok=True)
        else:
            good = bool(player.sees("/#"))
        if not good:
            self._blame(f"`wsdv {shlex.join(arguments)}` does not do its work:\n{player.seen}")
        self._player = None

    def _look_for_option(self, name: str, value: str | None = None) -> None:
        """Some command must have the option and take the value."""
        if not any(_takes(command, name, value) for command in _commands(group)):
            self._blame(f"no command has {name} {value or ''}".rstrip())


def _commands(command: click.Command) -> list[click.Command]:
    """A command and all below it."""
    if not isinstance(command, click.Group):
        return [command]
    context = click.Context(command)
    below = [command.get_command(context, name) for name in command.list_commands(context)]
    return [command, *(one for child in below if child for one in _commands(child))]


def _is_mention(arguments: list[str]) -> bool:
    """Whether arguments are only the name of a command."""
    command: click.Command | None = group
    for argument in arguments:
        if not isinstance(command, click.Group):
            return False
        command = command.get_command(click.Context(command), argument)
    return command is not None


def _takes(command: click.Command, name: str, value: str | None) -> bool:
    for option in command.params:
        if name not in option.opts:
            continue
        if value is None:
            return True
        try:
            option.process_value(click.Context(command), (value,) if getattr(option, "multiple", False) else value)
        except click.BadParameter:
            continue
        return not getattr(option, "is_flag", False)
    return name == "--help"
