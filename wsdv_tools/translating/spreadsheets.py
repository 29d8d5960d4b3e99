"""Rows of strings as sheets: CSV for any spreadsheet, PO for Poedit and its like, XLSX for Excel.

All carry the same: key, form, the German text, the English one, the translation, a remark.
"""

from __future__ import annotations

import csv
import datetime
import io
import re
import zipfile
import zlib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import Any

from wsdv_tools.findings import Finding, Fix, Place, Unreadable, readable
from wsdv_tools.sources.cells import guarded, unguarded
from wsdv_tools.sources.text_reader import read_bytes, too_large
from wsdv_tools.sources.yaml_reader import examine_text
from wsdv_tools.translating.strings import ONE, PLAIN
from wsdv_tools.words.plurals import forms_of, gettext_rule

CODE = re.compile(r"[a-z]{2,3}(-[A-Za-z]+)?")  # of a language, as its schema has it
KEY, FORM, GERMAN, ENGLISH, REMARK = "key", "form", "de", "en", "remark"
_DELIMITERS = ",;\t"
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")
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


@dataclass(frozen=True)
class Row:
    """One form of one string. `number` is its row in a file that came back; `reviewed` is what only PO can say."""

    key: str
    form: str
    german: str
    english: str
    text: str
    remark: str = ""
    number: int = 0
    is_stale: bool = False
    reviewed: bool = False
    no_text: str = ""  # a date, a formula or the like that is in place of a text


@dataclass(frozen=True)
class Sheet:
    """The rows of a file that came back, and the language they are in."""

    code: str
    rows: list[Row]
    file: str


def read_sheet(path: Path) -> Sheet:
    """Read a file that came back, in the format of its ending."""
    reader = _READERS.get(path.suffix.lower())
    if reader is None:
        values = {"file": str(path), "format": "CSV, PO, XLSX"}
        raise Unreadable([Finding("exchange-unreadable", Place(str(path)), values, fixes=(Fix("choose-format"),))])
    return reader(readable(read_bytes(path)), str(path))


def write_sheet(format_: str, code: str, rows: Iterable[Row]) -> bytes:
    return _WRITERS[format_](code, list(rows))


def _extra_missing(format_: str, package: str) -> Unreadable:
    """What is said where the package for a format was not installed."""
    values = {"format": format_, "package": package}
    return Unreadable([Finding("extra-missing", None, values, fixes=(Fix("install-extra"),))])


def _unreadable(file: str, format_: str) -> Unreadable:
    return Unreadable([Finding("exchange-unreadable", Place(file), {"file": file, "format": format_})])


# CSV: a byte-order mark for Excel; comma, semicolon or tab are all read.


def write_csv(code: str, rows: list[Row]) -> bytes:
    """A table with a header; what a spreadsheet would take for a formula follows an apostrophe."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(_header(code))
    for row in rows:
        writer.writerow(map(guarded, _cells(row, code)))
    return out.getvalue().encode("utf-8-sig")


def _header(code: str) -> list[str]:
    """English is its own column only beside another language."""
    return [KEY, FORM, GERMAN, *([] if code == ENGLISH else [ENGLISH]), code, REMARK]


def _cells(row: Row, code: str) -> list[str]:
    english = [] if code == ENGLISH else [row.english]
    return [row.key, row.form, row.german, *english, row.text, row.remark]


def read_csv(data: bytes, file: str) -> Sheet:
    text = _decoded(data, file)
    first, _, rest = text.partition("\n")
    if re.fullmatch(r'"?sep=.\s*"?\s*', first):  # a line by which Excel learns the delimiter
        text, first = rest, rest.partition("\n")[0]
    delimiter = max(_DELIMITERS, key=first.count)
    try:
        table = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))
    except csv.Error:  # a quote that is never closed swallows more than a cell can hold
        raise _unreadable(file, "CSV") from None
    return _sheet_of([[unguarded(cell) for cell in line] for line in table], file)


def _decoded(data: bytes, file: str) -> str:
    """UTF-8 or UTF-16; anything else is reported with the byte that shows it."""
    if data.startswith(_UTF16_MARKS):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Unreadable(examine_text(data, file)[1]) from None


def _sheet_of(table: list[list[str]], file: str) -> Sheet:
    """The rows of a table by the names in its first line; columns may be in any order, and others beside them."""
    names = [name.strip().lower() for name in table[0]] if table else []
    code = _language_of(names)
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


def _language_of(names: list[str]) -> str | None:
    """The language is the column that is none of the known ones; English, where there is no other."""
    own = [name for name in names if re.fullmatch(r"[a-z]{2,3}(-[a-z]+)?", name)]
    own = [name for name in own if name not in (KEY, FORM, GERMAN, ENGLISH)]
    if own:
        return own[0]
    return ENGLISH if ENGLISH in names else None


# PO: the key is the context, a stale string is fuzzy with its former source.


def _polib() -> Any:
    try:
        import polib
    except ImportError:
        raise _extra_missing("PO", "polib") from None
    return polib


def write_po(code: str, rows: list[Row]) -> bytes:
    polib = _polib()
    file = polib.POFile(wrapwidth=100)
    file.metadata = {
        "Project-Id-Version": "wsdv_tools",
        "Language": code,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": gettext_rule(code),
    }
    for several in _by_string(rows):
        file.append(_entry(polib, several, code))
    return (str(file) + "\n").encode("utf-8")


def _by_string(rows: list[Row]) -> Iterable[dict[str, Row]]:
    strings: dict[str, dict[str, Row]] = {}
    for row in rows:
        strings.setdefault(row.key, {})[row.form] = row
    return strings.values()


def _entry(polib: Any, forms: dict[str, Row], code: str) -> Any:
    row = forms.get(PLAIN) or list(forms.values())[-1]
    remarks = [row.remark] if row.remark else []
    english = [f"en: {row.english}"] if row.english and code != "en" else []
    entry = polib.POEntry(msgctxt=row.key, comment="\n".join([*english, *remarks]))
    entry.msgid = forms[ONE].german if ONE in forms else row.german
    if PLAIN in forms:
        entry.msgstr = row.text
    else:
        entry.msgid_plural = row.german
        texts = {form: each.text for form, each in forms.items()}
        entry.msgstr_plural = {place: texts.get(form, "") for place, form in enumerate(forms_of(code))}
    if row.is_stale:
        entry.flags.append("fuzzy")
    return entry


def read_po(data: bytes, file: str) -> Sheet:
    polib = _polib()
    try:
        # A line before it: polib would take a text that is the name of a file for that file.
        parsed = polib.pofile("#\n" + data.decode("utf-8-sig"))
    except (OSError, ValueError, UnicodeDecodeError):
        raise _unreadable(file, "PO") from None
    rows: list[Row] = []
    code = parsed.metadata.get("Language", "").replace("_", "-")
    for entry in parsed:
        if entry.msgctxt and not entry.obsolete:
            rows += _rows(entry, forms_of(code))
    return Sheet(code if CODE.fullmatch(code) else "", rows, file)


def _rows(entry: Any, forms: tuple[str, ...]) -> list[Row]:
    texts = {PLAIN: (entry.msgid, entry.msgstr)}
    if entry.msgid_plural:
        plural = {int(index): text for index, text in entry.msgstr_plural.items()}
        german = {form: entry.msgid if form == ONE else entry.msgid_plural for form in forms}
        texts = {form: (german[form], plural.get(place, "")) for place, form in enumerate(forms)}
    return [
        Row(
            entry.msgctxt,
            form,
            german,
            "",
            text,
            number=max(1, (entry.linenum or 1) - 1),
            reviewed="fuzzy" not in entry.flags,
        )
        for form, (german, text) in texts.items()
    ]


# XLSX: every cell is text, so that "17. Juni" is not a date and a leading = no formula.


def _openpyxl() -> Any:
    for package in ("defusedxml", "openpyxl"):  # openpyxl reads with defusedxml where it finds it
        try:
            import_module(package)
        except ImportError:
            raise _extra_missing("XLSX", package) from None
    import openpyxl

    return openpyxl


def write_xlsx(code: str, rows: list[Row]) -> bytes:
    openpyxl = _openpyxl()
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = code
    names = _header(code)
    illegal, styles = openpyxl.cell.cell.ILLEGAL_CHARACTERS_RE, _styles(openpyxl, sheet)
    for number, line in enumerate([names, *(_cells(row, code) for row in rows)], start=1):
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


def read_xlsx(data: bytes, file: str) -> Sheet:
    openpyxl = _openpyxl()
    _weigh(data, file)
    try:
        book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, keep_links=False)
        table = [list(line) for line in book.worksheets[0].iter_rows(max_row=_MOST_ROWS, max_col=_MOST_COLUMNS)]
    except Exception:  # openpyxl raises whatever its zip and XML readers raise
        raise _unreadable(file, "XLSX") from None
    sheet = _sheet_of([[_text(cell) for cell in line] for line in table], file)
    names = [_text(cell).strip().lower() for cell in table[0]]
    own = names.index(sheet.code)
    odd = {number: _no_text(line[own]) for number, line in enumerate(table, start=1) if len(line) > own}
    rows = [row if not odd.get(row.number) else replace(row, no_text=odd[row.number]) for row in sheet.rows]
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
                    raise _unreadable(file, "XLSX")
                if tags > _MOST_TAGS:
                    raise Unreadable([Finding("too-many-entries", Place(file), {"limit": _MOST_TAGS})])
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, OSError, EOFError, ValueError, zlib.error):
        raise _unreadable(file, "XLSX") from None


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


_READERS = {".csv": read_csv, ".tsv": read_csv, ".txt": read_csv, ".po": read_po, ".xlsx": read_xlsx}
_WRITERS = {"csv": write_csv, "po": write_po, "xlsx": write_xlsx}
FORMATS = tuple(_WRITERS)
