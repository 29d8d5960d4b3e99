"""What the pages show, in their order: commands with what they print, files that a reader types, links.

The word after the fence says what a block is. `console` has commands behind `$`, what they print, and in a dialogue
what is typed behind `>`; `…` on a line stands for lines left out. `sh` and `bat` have a command on each line. `wsdv`
and `yaml` with a name are files. `sql` asks the SQLite file of its name, and has the answer behind `--`. In running
text, code that starts with a program is a command; names alone mention it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from docs.maker.headings import slug

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
_FOLDERS = (".", "benchmarks", "docs", "fuzzing", "mutation", "tests", "tests/cases")
PAGES = tuple(page for folder in _FOLDERS for page in sorted((ROOT / folder).glob("*.md")))
PROGRAMS = ("make", "pip", "py", "python", "wsdv")
LANGUAGES = ("bat", "console", "pycon", "python", "sh", "sql", "text", "wsdv", "yaml")
_PIECE = re.compile(r"^```([^\n]*)\n(.*?)^```$|`([^`]+)`", re.MULTILINE | re.DOTALL)
_TYPED = re.compile(r"((?:West|East)?>)(?: (.*))?")
_LINK = re.compile(r"(?:\]\(|src=\")([^)\s\"]+)[)\"]")


@dataclass(frozen=True)
class Block:
    """A fenced block: what it holds, and the file that it is, if it has a name."""

    line: int
    language: str
    name: str
    text: str


@dataclass(frozen=True)
class Span:
    """Code in running text, on one line."""

    line: int
    text: str


@dataclass(frozen=True)
class Command:
    """A command of a `console` block and what it prints; empty where it goes on with a dialogue."""

    command: str
    output: str


def pieces(text: str) -> Iterator[Block | Span]:
    """All code of a page."""
    for found in _PIECE.finditer(text):
        line = text.count("\n", 0, found.start()) + 1
        if found[3] is None:
            language, _, name = found[1].partition(" ")
            yield Block(line, language, name, found[2])
        else:
            yield Span(line, " ".join(found[3].split()))


def commands(block: Block) -> list[Command]:
    """The commands of a `console` block; what is before the first continues an earlier one."""
    first, *others = re.split(r"^\$ ", block.text, flags=re.MULTILINE)
    found = [Command("", first)] if first.strip() else []
    for part in others:
        command, _, output = part.partition("\n")
        found.append(Command(command.strip(), output))
    return found


def lines(block: Block) -> list[str]:
    """The commands of an `sh` or `bat` block, without remarks."""
    return [line for text in block.text.splitlines() if (line := re.sub(r"\s+#.*", "", text).strip())]


def is_dialogue(output: str) -> bool:
    return any(_TYPED.fullmatch(line) for line in output.splitlines())


def exchanges(output: str) -> Iterator[tuple[list[str], str, str]]:
    """A dialogue as what is printed, the prompt, and what is typed there; at last what is printed behind it."""
    printed: list[str] = []
    for line in output.splitlines():
        if typed := _TYPED.fullmatch(line):
            yield printed, typed[1], typed[2] or ""
            printed = []
        else:
            printed.append(line)
    yield printed, "", ""


def is_shown(shown: list[str], printed: list[str]) -> bool:
    """Whether lines were printed as shown; blanks at their ends and empty lines do not count.

    >>> is_shown(["a", "…", "d"], ["a", "b", "", "c", "d"])
    True
    >>> is_shown(["a", "d"], ["a", "b", "d"])
    False
    """
    wanted = [line.rstrip() for line in shown if line.strip()]
    patterns = ["(?:.*\n)*" if line.strip() == "…" else re.escape(line) + "\n" for line in wanted]
    text = "".join(f"{line.rstrip()}\n" for line in printed if line.strip())
    return re.fullmatch("".join(patterns), text) is not None


def links(text: str) -> list[str]:
    """Where the links and pictures of a page lead, without code."""
    return _LINK.findall(_PIECE.sub("", text))


@cache
def anchors(page: Path) -> set[str]:
    """The headings of a page as links name them."""
    text = page.read_text("utf-8")
    headings = re.findall(r"^#+ (.*)$", _PIECE.sub(lambda found: found[3] or "", text), re.MULTILINE)
    return {slug(heading) for heading in headings}
