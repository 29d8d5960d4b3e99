"""Command lines are read, too: options with odd values, files of the wrong kind, words in any order.

An input has one argument in each line. It runs in a folder of its own; no argument may name a place outside of it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from io import StringIO
from pathlib import Path

from fuzzing.promises import promise, scratch
from wsdv_tools.cli import COMMANDS, run
from wsdv_tools.sources.shipped import shipped
from wsdv_tools.translating.spreadsheets import Row, write_sheet

MOST_ARGUMENTS = 12
# What would never end, or takes seconds each time and reads nothing more than the rest.
_TOO_LONG = frozenset(
    {"--watch", "serve", "forecast", "demo", "kit", "board", "reference", "counters", "cases", "play"}
)
_NO_NUMBER = re.compile(rb"[ \"=,(](?:nan|inf|-inf)[ \"=,)]")


def examine_commands(data: bytes) -> None:
    arguments = data.decode("utf-8", "surrogateescape").split("\n")[:MOST_ARGUMENTS]
    if any("/" in word or "\\" in word or ".." in word or "\0" in word for word in arguments):
        return  # it might write there
    if _TOO_LONG.intersection(arguments):
        return
    here = Path.cwd()
    out, err = StringIO(), StringIO()
    with scratch([""]) as folder:
        for name, content in _files().items():
            (folder / name).write_bytes(content)
        os.chdir(folder)
        try:
            with redirect_stdout(out), redirect_stderr(err):
                code = run(arguments)
        finally:
            os.chdir(here)
        told = err.getvalue()
        promise(code in (0, 1, 2, 3), f"exit code {code}, {told.split(':')[1] if code == 70 else ''}", arguments, told)
        promise(bool(out.getvalue() or err.getvalue()) or code == 0, "no word of what is wrong", arguments)
        for picture in folder.glob("*.svg"):
            promise(not _NO_NUMBER.search(picture.read_bytes()), "no number in a picture", arguments)
        left = [path.name for path in folder.rglob("*.wsdv-new")]
        promise(not left, "a file was left behind", left)
        for name in _READ_ONLY:
            promise((folder / name).read_bytes() == _files()[name], "an input has changed", name, arguments)


_READ_ONLY = ("p.yaml", "p.decisions", "cs.csv")  # no command changes these


@cache
def _files() -> dict[str, bytes]:
    examples = shipped("examples")
    return {
        "g.wsdv": (examples / "decade-1.wsdv").read_bytes(),
        "p.yaml": (examples / "decade-2.yaml").read_bytes(),
        "p.decisions": (examples / "decade-2.decisions").read_bytes(),
        "cs.csv": write_sheet("csv", "cs", [Row("cards.1.title", "", "Bodenreform", "", "Reforma")]),
        "cs.yaml": b"language: {code: cs, name: x}\ncards: {1: {title: Reforma}}\n",
    }


_LINES = (
    "check g.wsdv --json",
    "check g.wsdv p.yaml --format csv --rules R9b,R2b",
    "check . --format jsonl",
    "fmt g.wsdv --write",
    "show g.wsdv:12 --json",
    "show p.yaml --svg x.svg",
    "show g.wsdv --svg g.wsdv",
    "decade-end p.yaml --only 3 --json",
    "decade-end p.yaml --from 4 --decisions p.decisions --rules R1b",
    "validate p.yaml g.wsdv --format github --out report.txt",
    "validate cs.yaml --fix --release",
    "explain 9.3 --lang de",
    "explain rule 20 IV R9 build-under-protest",
    "position new new.yaml --data . --lang hu",
    "print calibration --paper letter --ink low --out out",
    "print cards --cards 1,IV --size mini-euro --backs gutterfold --bleed 3 --gap 4 --margin 6 --grid 3x2 --pages 1",
    "print cards --cards 1-3 --back-offset 0.8,-0.4 --cut-file svg --machine silhouette --format svg --out .",
    "print strips --cards 1-80 --second-lang de --paper 320x450 --margin nan",
    "translate status cs.yaml",
    "translate new pl --name Polski",
    "translate export cs.yaml --format po --todo --out x.po",
    "translate import cs.csv --into cs.yaml",
    "translate accept cs.yaml cards.* texts.x",
    "translate diff cs.yaml",
    "--lang xx --data nowhere check g.wsdv",
    "--version",
    "print cards --bleed inf --gap -1 --grid -1x2 --pages 0,-3,99999999999999999999",
)


def command_seeds() -> Iterator[bytes]:
    for line in _LINES:
        yield "\n".join(line.split(" ")).encode()
    for name in COMMANDS:
        yield f"{name}\n--help".encode()
        yield name.encode()
