"""What every reader promises, whatever it is given: no failure, findings that can be shown, places that exist."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from wsdv_tools.findings import Finding, Place, as_github, as_json, as_text, exit_code
from wsdv_tools.words import Language, known_languages

MOST_TOLD = 25  # findings of one input that are reported in every language; a thousand of one kind teach nothing more
_MEMORY = Path("/dev/shm")  # where there is one, files need no disk


class Broken(Exception):
    """A promise that was not kept."""


def promise(is_kept: bool, what: str, *shown: Any) -> None:
    """Raise :class:`Broken` where something does not hold; `shown` says what was seen instead."""
    if not is_kept:
        raise Broken(": ".join([what, *(repr(each)[:600] for each in shown)]))


@cache
def languages() -> tuple[Language, ...]:
    return tuple(Language.load(code) for code in known_languages())


def check_findings(findings: Sequence[Finding], sources: Mapping[str, Sequence[str]]) -> None:
    """Every finding can be shown in every language and format, and is inside the file it names.

    `sources` are the lines of the files that were read.
    """
    promise(exit_code(findings) in (0, 1, 2), "exit code")
    chosen = _chosen(findings)
    for finding in chosen:
        places = [finding.place, *(note.place for note in finding.notes), *(fix.place for fix in finding.fixes)]
        for place in places:
            if place is not None and place.file in sources:
                _check_place(finding, place, sources[place.file])
    for language in languages():
        json.loads(as_json(chosen, language))
        for finding in chosen:
            lines = sources.get(finding.place.file) if finding.place else None
            text = as_text(finding, language, lines)
            promise("{" not in _unfilled(text, finding), "sentence not filled", text)
            as_github(finding, language)


def _unfilled(text: str, finding: Finding) -> str:
    """The first line of a text without what the finding quotes: a brace left there was meant to be filled."""
    sentence = _EXAMPLE.sub("", text.split("\n", 1)[0])
    if any("{" in repr(value) for value in finding.values.values()):
        return ""
    return sentence if finding.code not in _SPEAK_OF_BRACES else ""


_EXAMPLE = re.compile("`[^`]*`")
_SPEAK_OF_BRACES = frozenset({"yaml-sign", "yaml-bracket", "token", "token-extra", "token-unknown", "plural"})


def _chosen(findings: Sequence[Finding]) -> list[Finding]:
    """One finding of each code first, then as many others as are reported."""
    firsts = {finding.code: finding for finding in reversed(findings)}
    return [*firsts.values(), *findings][: max(MOST_TOLD, len(firsts))]


def _check_place(finding: Finding, place: Place, lines: Sequence[str]) -> None:
    """The line exists, or is the empty one after the last; the columns are in it, or just after it."""
    promise(1 <= place.line <= len(lines) + 1, "line outside the file", finding.code, place, len(lines))
    width = len(lines[place.line - 1]) if place.line <= len(lines) else 0
    promise(1 <= place.column <= width + 1, "column outside the line", finding.code, place, width)
    promise(place.column < place.end_column <= width + 2, "end outside the line", finding.code, place, width)


def told_codes(findings: Iterable[Finding]) -> list[tuple[str, int]]:
    """Codes and lines, to compare what two runs have found."""
    return sorted((finding.code, finding.place.line if finding.place else 0) for finding in findings)


@contextmanager
def scratch(files: Iterable[str] = ()) -> Iterator[Path]:
    """A fresh folder. At the end only `files` and their copies may be in it."""
    with TemporaryDirectory(dir=_MEMORY if _MEMORY.is_dir() else None, prefix="fuzz-") as name:
        folder = Path(name)
        yield folder
        allowed = tuple(files)
        for path in folder.rglob("*"):
            promise(path.is_dir() or path.name.startswith(allowed), "a file was left behind", path.name)
