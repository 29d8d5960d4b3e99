"""Records and positions are typed by hand and easily mistaken for each other: a text is what it says it is."""

from __future__ import annotations

import re

from wsdv_tools.findings import Finding, Fix, Place

RECORD_SUFFIX = ".wsdv"
GAME_SUFFIXES = {".kuba": "kubakrise", ".vorhang": "vorhang"}  # of the small games
POSITION_SUFFIXES = (".yaml", ".yml", ".json")
_LINE = r"(?:\A|[\r\n])"
_TELLING = re.compile(
    rf"""{_LINE}[ \t{{]*["']?wsdv-(?P<typed>record|position)["']?[ \t]*:"""
    rf"""|{_LINE}(?:language|cases):[ \t]*(?:\#[^\r\n]*)?[\r\n]+[ \t-]"""
)


def kind_of_text(text: str) -> str | None:
    """`record`, `position` or, for the program's own files, `data`, by the first line that says so; else None.

    >>> kind_of_text("# our board\\nwsdv-position: 1")
    'position'
    """
    told = _TELLING.search(text)
    return (told["typed"] or "data") if told else None


def not_a_record(text: str, file: str) -> Finding | None:
    """Why a text must not be read as a record: written as one, a position would lose its indentation."""
    kind = kind_of_text(text)
    if kind == "position" or (kind is None and file.casefold().endswith(POSITION_SUFFIXES)):
        return Finding("position-not-record", Place(file), fixes=(Fix("use-decade-end", {"file": file}),))
    if kind == "data":
        return Finding("data-not-record", Place(file), fixes=(Fix("use-validate", {"file": file}),))
    return None


def not_a_position(text: str, file: str) -> Finding | None:
    """Why a text must not be read as a position; a record needs no header, but its name shows it."""
    kind = kind_of_text(text)
    if kind == "record" or (kind is None and file.casefold().endswith(RECORD_SUFFIX)):
        return Finding("record-not-position", Place(file), fixes=(Fix("use-check", {"file": file}),))
    return None
