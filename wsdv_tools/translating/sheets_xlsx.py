"""Rows as an Excel workbook: every cell is text, so that "17. Juni" is not a date and a leading = no formula."""

from __future__ import annotations

import datetime
import io
import re
import zipfile
import zlib
from importlib import import_module
from typing import Any

from wsdv_tools.findings import Finding, Place, Unreadable
from wsdv_tools.sources.text_reader import too_large
from wsdv_tools.translating.exchange import Row, Sheet, extra_missing, unreadable
from wsdv_tools.translating.sheets_csv import cells, header, sheet_of

_WIDTHS = {"key": 34, "form": 7, "remark": 50}
_WIDTH = 60
_AS_TEXT = "@"
_HEAD, _OWN, _PLAIN = "head", "own", "plain"  # cells of the first row, of the language, and all others
# A cell touched by chance in the last row or column makes a sheet of millions of empty ones.
_MOST_ROWS = 20_000
_MOST_COLUMNS = 100
MOST_UNPACKED = 10_000_000  # bytes; all texts of the program with their remarks take a tenth of it
_MOST_TAGS = 200_000  # those texts take a quarter of it
_ENDLESS = re.compile(rb"[^<]{131072}")  # a text four times as long as a cell can be
_UTF16 = (b"\xff\xfe", b"\xfe\xff", b"<\0", b"\0<")


def _openpyxl() -> Any:
    for package in ("defusedxml", "openpyxl"):  # openpyxl reads with defusedxml where it finds it
        try:
            import_module(package)
        except ImportError:
            raise extra_missing("XLSX", package) from None
    import openpyxl

    return openpyxl


def write(code: str, rows: list[Row]) -> bytes:
    openpyxl = _openpyxl()
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = code
    names = header(code)
    illegal, styles = openpyxl.cell.cell.ILLEGAL_CHARACTERS_RE, _styles(openpyxl, sheet)
    for number, line in enumerate([names, *(cells(row, code) for row in rows)], start=1):
        for column, text in enumerate(line, start=1):
            cell = sheet.cell(number, column)
            cell.value = illegal.sub("", text) or None  # no workbook can hold them
            if cell.value:
                cell.data_type = "s"
            cell._style = styles[_HEAD if number == 1 else _OWN if names[column - 1] == code else _PLAIN]
    for column, name in enumerate(names, start=1):
        letter = openpyxl.utils.get_column_letter(column)
        sheet.column_dimensions[letter].width = _WIDTHS.get(name, _WIDTH)
    sheet.freeze_panes = "B2"
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _styles(openpyxl: Any, sheet: Any) -> dict[str, Any]:
    """What a cell of each kind looks like, made once: the book counts every style that is given to a cell."""
    found = {}
    for kind, changes in {
        _PLAIN: {},
        _HEAD: {"font": openpyxl.styles.Font(bold=True)},
        _OWN: {"fill": openpyxl.styles.PatternFill("solid", start_color="FFF9E5")},
    }.items():
        cell = openpyxl.cell.Cell(sheet)
        cell.number_format = _AS_TEXT
        cell.quotePrefix = True
        cell.alignment = openpyxl.styles.Alignment(wrap_text=True, vertical="top")
        for name, value in changes.items():
            setattr(cell, name, value)
        found[kind] = cell._style
    return found


def read(data: bytes, file: str) -> Sheet:
    openpyxl = _openpyxl()
    _weigh(data, file)
    try:
        book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, keep_links=False)
        table = [list(line) for line in book.worksheets[0].iter_rows(max_row=_MOST_ROWS, max_col=_MOST_COLUMNS)]
    except Exception:  # openpyxl raises whatever its zip and XML readers raise
        raise unreadable(file, "XLSX") from None
    sheet = sheet_of([[_text(cell) for cell in line] for line in table], file)
    names = [_text(cell).strip().lower() for cell in table[0]]
    own = names.index(sheet.code)
    odd = {number: _no_text(line[own]) for number, line in enumerate(table, start=1) if len(line) > own}
    rows = [row if not odd.get(row.number) else _marked(row, odd[row.number]) for row in sheet.rows]
    return Sheet(sheet.code, rows, file)


def _weigh(data: bytes, file: str) -> None:
    """Refuse what would take long to read, before it is read: a small file may hold a large book, and that a larger."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as book:
            entries = book.infolist()
            size = sum(entry.file_size for entry in entries)
            if size > MOST_UNPACKED:
                raise Unreadable([too_large(file, size, MOST_UNPACKED)])
            tags = 0
            for entry in entries:
                text = book.read(entry)  # never more than it says it has
                tags += text.count(b"<")
                if text.startswith(_UTF16) or b"<!DOCTYPE" in text or b"<!ENTITY" in text or _ENDLESS.search(text):
                    raise unreadable(file, "XLSX")
                if tags > _MOST_TAGS:
                    raise Unreadable([Finding("too-many-entries", Place(file), {"limit": _MOST_TAGS})])
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, OSError, EOFError, ValueError, zlib.error):
        raise unreadable(file, "XLSX") from None


def _marked(row: Row, value: str) -> Row:
    from dataclasses import replace

    return replace(row, no_text=value)


def _text(cell: Any) -> str:
    """What a cell says; a number that was typed into it is a text of digits."""
    value = cell.value
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def _no_text(cell: Any) -> str:
    """A date, a formula, an error or a truth value, which are not texts."""
    value = cell.value
    if isinstance(value, datetime.date | datetime.time | datetime.timedelta | bool):
        return str(value)
    return str(value) if getattr(cell, "data_type", "") in ("f", "e") else ""
