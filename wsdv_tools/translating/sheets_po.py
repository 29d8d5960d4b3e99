"""Rows as PO, for Poedit and its like: the key is the context, a stale string is fuzzy with its former source."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from wsdv_tools.translating.exchange import CODE, Row, Sheet, extra_missing, unreadable
from wsdv_tools.translating.strings import ONE, PLAIN
from wsdv_tools.words.plurals import forms_of, gettext_rule


def _polib() -> Any:
    try:
        import polib
    except ImportError:
        raise extra_missing("PO", "polib") from None
    return polib


def write(code: str, rows: list[Row]) -> bytes:
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


def read(data: bytes, file: str) -> Sheet:
    polib = _polib()
    try:
        # A line before it: polib would take a text that is the name of a file for that file.
        parsed = polib.pofile("#\n" + data.decode("utf-8-sig"))
    except (OSError, ValueError, UnicodeDecodeError):
        raise unreadable(file, "PO") from None
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
