"""Strings that go out to a spreadsheet or a translation editor and come back.

Coming back, only texts that differ are changed in the language file, so a file that was not worked on changes nothing.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from wsdv_tools.findings import Finding, Fix, Place, Unreadable
from wsdv_tools.sources.schema import check_schema
from wsdv_tools.translating.editing import Editor
from wsdv_tools.translating.origins import Forms
from wsdv_tools.translating.spreadsheets import Row, Sheet
from wsdv_tools.translating.strings import ONE, OTHER, PLAIN, String, Strings
from wsdv_tools.translating.translation import Translation
from wsdv_tools.words.plurals import CATEGORIES, forms_of, main_form

_SPOILT = re.compile(r"#[A-Z0-9/]+[!?]|#N/A|#{3,}")


@dataclass
class Outcome:
    """The result of an import: the file's new text, the new origins, the changed keys, and what was passed over."""

    text: str
    origins: dict[str, Forms]
    changed: list[str] = field(default_factory=list)
    empty: int = 0
    findings: list[Finding] = field(default_factory=list)


def rows_of(translation: Translation, english: Strings, remarks: Mapping[str, str]) -> Iterator[Row]:
    """Every German string with its translation, in German's order; a plural as a row for each form of the language."""
    own_forms = forms_of(translation.target.code)
    for key, source in translation.source.by_key.items():
        target = translation.target.by_key.get(key)
        before = translation.origins.get(key)
        is_stale = target is not None and before is not None and before != source.forms
        is_counted = source.is_plural or (target is not None and target.is_plural)
        for form in own_forms if is_counted else (PLAIN,):
            german, second, own = (_form(string, form) for string in (source, english.by_key.get(key), target))
            yield Row(key, form, german, second, own, remarks.get(key, ""), is_stale=is_stale)


def _form(string: String | None, form: str) -> str:
    """A form of a string; a plain text serves all forms of a plural, and the usual form replaces a missing one."""
    if string is None:
        return ""
    return string.forms.get(form) or string.text


def take_in(sheet: Sheet, translation: Translation) -> Outcome:
    """Put the texts of a sheet into the language file; one with another shape is refused as `Unreadable`."""
    faults = [
        finding for finding in check_schema(translation.target.document, translation.target.kind) if finding.is_error
    ]
    if faults:
        raise Unreadable(faults)
    editor = Editor(translation.target, translation.source)
    outcome = Outcome("", dict(translation.origins))
    for key, several in _by_key(sheet.rows).items():
        source = translation.source.by_key.get(key)
        if source is None:
            _pass_over(outcome, "exchange-key", sheet, several[0], {})
            continue
        rows = _known_forms(source, several, translation, sheet, outcome)
        spoilt = next((row for row in rows if row.no_text or _SPOILT.fullmatch(row.text.strip())), None)
        if spoilt:
            _pass_over(outcome, "exchange-no-text", sheet, spoilt, {"value": spoilt.no_text or spoilt.text})
        elif any(_is_damaged(row.german, source) for row in rows):
            _pass_over(outcome, "exchange-damaged", sheet, rows[0], {})
        elif rows:
            _take_string(source, rows, translation, editor, outcome)
            _notice_source(source, rows, translation, sheet, outcome)
    outcome.text = editor.text
    return outcome


def _known_forms(
    source: String, rows: list[Row], translation: Translation, sheet: Sheet, outcome: Outcome
) -> list[Row]:
    """The rows of forms that the string has; one and other only where it is counted."""
    target = translation.target.by_key.get(source.key)
    is_counted = source.is_plural or (target is not None and target.is_plural)
    forms = (PLAIN, *CATEGORIES) if is_counted else (PLAIN,)
    for row in rows:
        if row.form not in forms:
            _pass_over(outcome, "exchange-key", sheet, row, {"key": f"{row.key} ({row.form})"})
    return [row for row in rows if row.form in forms]


def _take_string(source: String, rows: list[Row], translation: Translation, editor: Editor, outcome: Outcome) -> None:
    texts = {row.form: _cleaned(row.text) for row in rows}
    if not any(text.strip() for text in texts.values()):
        outcome.empty += 1
        return
    target = translation.target.by_key.get(source.key)
    forms = _forms(texts, translation.target.code)
    made_from = _made_from(rows)
    is_current = not any(made_from.values()) or _expanded(made_from) == _expanded(source.forms)
    if target is not None and _expanded(target.forms, *texts) == _expanded(forms, *texts):
        if is_current and source.key in outcome.origins and all(row.reviewed for row in rows):
            outcome.origins[source.key] = source.forms
        return
    editor.set(source.key, forms)
    outcome.changed.append(source.key)
    outcome.origins[source.key] = source.forms if is_current else made_from


def _notice_source(source: String, rows: list[Row], translation: Translation, sheet: Sheet, outcome: Outcome) -> None:
    """A German text that was never the source: somebody typed over it, or it was exported long ago."""
    made_from = outcome.origins.get(source.key, source.forms)
    known = {*source.forms.values(), *translation.origins.get(source.key, source.forms).values()}
    if not known.issuperset(made_from.values()):
        fix = Fix("accept-source", {"language": sheet.code, "key": source.key})
        values = {"key": source.key, "row": rows[0].number}
        outcome.findings.append(Finding("exchange-source", Place(sheet.file, rows[0].number), values, fixes=(fix,)))


def _by_key(rows: Iterable[Row]) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = {}
    for row in rows:
        if row.key:
            found.setdefault(row.key, []).append(row)
    return found


def _forms(texts: Mapping[str, str], code: str) -> dict[str, str]:
    """A plain text where there is only one, or where all forms are the same; one left empty is the usual one."""
    filled = {form: text for form, text in texts.items() if text.strip()}
    if len(set(filled.values())) <= 1:
        return {PLAIN: next(iter(filled.values()), "")}
    usual = main_form({form: text for form, text in filled.items() if form != PLAIN})
    return {form: filled.get(form) or usual for form in CATEGORIES if form in filled or form in forms_of(code)}


def _made_from(rows: list[Row]) -> dict[str, str]:
    """The German text that rows were translated from: of its two forms the second is beside all but `one`."""
    german = {ONE if row.form == ONE else OTHER if row.form else PLAIN: _cleaned(row.german) for row in rows}
    return german if len(set(german.values())) > 1 else {PLAIN: next(iter(german.values()), "")}


def _expanded(forms: Mapping[str, str], *also: str) -> tuple[str, ...]:
    """All forms side by side, for comparing; a plain text is used for each."""
    names = dict.fromkeys((ONE, OTHER, *also))
    usual = forms.get(PLAIN) or (main_form(forms) if forms and PLAIN not in forms else "")
    return tuple(forms.get(form, usual) for form in names if form)


def _cleaned(text: str) -> str:
    """One kind of line end and of accents, as in a language file that was read."""
    return unicodedata.normalize("NFC", text.replace("\r\n", "\n").replace("\r", "\n"))


def _is_damaged(cell: str, source: String) -> bool:
    """Whether a program has changed the German text: a date made of "17. Juni", a failed formula, accents lost.

    Any other difference is an older source: the string is taken, and stale.
    """
    cell = _cleaned(cell).strip()
    if not cell or any(cell == text.strip() for text in source.forms.values()):
        return False
    starts_with_number = cell[0].isdigit() and source.text[0].isdigit()
    return bool(starts_with_number or _SPOILT.fullmatch(cell) or "\ufffd" in cell or _is_misread(cell))


def _is_misread(cell: str) -> bool:
    """UTF-8 taken for an 8-bit encoding: `Ã¼` for `ü`."""
    for encoding in ("cp1252", "cp1250"):
        try:
            if cell.encode(encoding).decode("utf-8") != cell:
                return True
        except UnicodeError:
            continue
    return False


def _pass_over(outcome: Outcome, code: str, sheet: Sheet, row: Row, values: dict[str, str]) -> None:
    place = Place(sheet.file, row.number)
    outcome.findings.append(Finding(code, place, {"key": row.key, "row": row.number} | values))
