"""Rows as CSV: a byte-order mark for Excel; comma, semicolon or tab are all read."""

from __future__ import annotations

import csv
import io
import re

from wsdv_tools.findings import Finding, Place, Unreadable
from wsdv_tools.sources.cells import guarded, unguarded
from wsdv_tools.sources.yaml_reader import examine_text
from wsdv_tools.translating.exchange import Row, Sheet, unreadable

KEY, FORM, GERMAN, ENGLISH, REMARK = "key", "form", "de", "en", "remark"
_DELIMITERS = ",;\t"
_UTF16 = (b"\xff\xfe", b"\xfe\xff")


def write(code: str, rows: list[Row]) -> bytes:
    """A table with a header; what a spreadsheet would take for a formula follows an apostrophe."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(header(code))
    for row in rows:
        writer.writerow(map(guarded, cells(row, code)))
    return out.getvalue().encode("utf-8-sig")


def header(code: str) -> list[str]:
    """English is its own column only beside another language."""
    return [KEY, FORM, GERMAN, *([] if code == ENGLISH else [ENGLISH]), code, REMARK]


def cells(row: Row, code: str) -> list[str]:
    english = [] if code == ENGLISH else [row.english]
    return [row.key, row.form, row.german, *english, row.text, row.remark]


def read(data: bytes, file: str) -> Sheet:
    text = _decoded(data, file)
    first, _, rest = text.partition("\n")
    if re.fullmatch(r'"?sep=.\s*"?\s*', first):  # a line by which Excel learns the delimiter
        text, first = rest, rest.partition("\n")[0]
    delimiter = max(_DELIMITERS, key=first.count)
    try:
        table = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))
    except csv.Error:  # a quote that is never closed swallows more than a cell can hold
        raise unreadable(file, "CSV") from None
    return sheet_of([[unguarded(cell) for cell in line] for line in table], file)


def _decoded(data: bytes, file: str) -> str:
    """UTF-8 or UTF-16; anything else is reported with the byte that shows it."""
    if data.startswith(_UTF16):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Unreadable(examine_text(data, file)[1]) from None


def sheet_of(table: list[list[str]], file: str) -> Sheet:
    """The rows of a table by the names in its first line; columns may be in any order, and others beside them."""
    names = [name.strip().lower() for name in table[0]] if table else []
    code = language_of(names)
    if KEY not in names or code is None:
        values = {"columns": f"{KEY}, {FORM}, {GERMAN}, …", "found": ", ".join(filter(None, names)) or "–"}
        raise Unreadable([Finding("exchange-columns", Place(file), values)])
    rows = []
    for number, line in enumerate(table[1:], start=2):
        cell = dict(zip(names, line, strict=False))
        if cell.get(KEY, "").strip():
            texts = (cell.get(GERMAN, ""), cell.get(ENGLISH, ""), cell.get(code, ""))
            rows.append(Row(cell[KEY].strip(), cell.get(FORM, "").strip(), *texts, number=number))
    return Sheet(code, rows, file)


def language_of(names: list[str]) -> str | None:
    """The language is the column that is none of the known ones; English, where there is no other."""
    own = [name for name in names if re.fullmatch(r"[a-z]{2,3}(-[a-z]+)?", name)]
    own = [name for name in own if name not in (KEY, FORM, GERMAN, ENGLISH)]
    if own:
        return own[0]
    return ENGLISH if ENGLISH in names else None
