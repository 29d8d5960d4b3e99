"""Changing a language file by spans: what is set is read back, and nothing else has changed."""

from __future__ import annotations

import unicodedata
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wsdv_tools.sources.shipped import shipped
from wsdv_tools.sources.yaml_reader import parse_yaml
from wsdv_tools.translating.editing import Editor
from wsdv_tools.translating.exchange import take_in
from wsdv_tools.translating.spreadsheets import FORMATS, Row, read_csv, read_po, read_xlsx, write_sheet
from wsdv_tools.translating.starter import starter
from wsdv_tools.translating.strings import Strings, inside, offsets, quoted
from wsdv_tools.translating.translation import Workshop
from wsdv_tools.words.plurals import forms_of

READERS = {"csv": read_csv, "po": read_po, "xlsx": read_xlsx}
SPARSE = """\
language: {code: cs, name: x} # poznámka
findings:
  empty-file: 'It''s "prázdný"'   # hotovo

  cannot-open: >-
    Nelze otevřít
    {file}.
  yaml-tag: |
    {tag}
words: {and: a}
rules:
  9.1-wall: {title: "Cena"}
  9.2-space:
    text: "Pole"   # konec
"""


@cache
def workshop() -> Workshop:
    return Workshop.open(shipped("data"))


@cache
def whole() -> str:
    return starter(workshop().source, "cs", "Čeština", "./cs.yaml")


texts = st.text(
    st.one_of(st.sampled_from("\"'\\:#{}[]-+=@ \n–„“ěü漢🂡%&*!|>"), st.characters(exclude_categories=["C", "Z"])),
    min_size=1,
    max_size=30,
).filter(lambda text: text.strip())


@st.composite
def changes(draw: st.DrawFn) -> dict[str, dict[str, str]]:
    keys = draw(st.lists(st.sampled_from(sorted(workshop().source.by_key)), min_size=1, max_size=8, unique=True))
    keys += draw(st.lists(st.sampled_from(["findings.cannot-open", "findings.yaml-tag", "words.and"]), max_size=2))
    plain, plural = st.fixed_dictionaries({"": texts}), st.fixed_dictionaries(dict.fromkeys(forms_of("cs"), texts))
    counted = {key for key in keys if workshop().source.by_key[key].is_plural}
    return {key: draw(plural if key in counted and draw(st.booleans()) else plain) for key in keys}


def composed(forms: dict[str, str]) -> dict[str, str]:
    return {form: unicodedata.normalize("NFC", text) for form, text in forms.items()}


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("kind", ["sparse", "whole"])
@settings(max_examples=6, deadline=None)
@given(new=changes())
def test_what_is_set_is_read_back(kind: str, newline: str, new: dict[str, dict[str, str]]) -> None:
    text = (SPARSE if kind == "sparse" else whole()).replace("\n", newline)
    before = Strings.of(parse_yaml(text, "cs.yaml"))
    editor = Editor(before, workshop().source)
    for key, forms in new.items():
        editor.set(key, forms)
    after = Strings.of(parse_yaml(editor.text, "cs.yaml"))
    expected = {key: string.forms for key, string in before.by_key.items()}
    expected |= {key: composed(forms) for key, forms in new.items()}
    assert {key: string.forms for key, string in after.by_key.items()} == expected
    assert [line for line in editor.text.splitlines() if line.strip().startswith("#")] == [
        line for line in text.splitlines() if line.strip().startswith("#")
    ]
    if newline == "\r\n":
        assert editor.text.count("\n") == editor.text.count("\r\n")


@pytest.mark.parametrize("format_", FORMATS)
@settings(max_examples=12, deadline=None)
@given(new=changes())
def test_any_text_survives_every_format(format_: str, new: dict[str, dict[str, str]]) -> None:
    source = workshop().source.by_key
    rows = [
        Row(key, form, source[key].forms.get(form, source[key].text), "", text)
        for key, forms in new.items()
        for form, text in composed(forms).items()
    ]
    sheet = READERS[format_](write_sheet(format_, "cs", rows), "cs")
    written = sorted((row.key, row.form, row.text) for row in rows)
    assert sorted((row.key, row.form, row.text) for row in sheet.rows) == written  # PO has its own order of plurals
    assert take_in(sheet, workshop().translation(parse_yaml(SPARSE, "cs.yaml"))).findings == []


@given(texts, st.sampled_from(['"', "'"]))
def test_offsets_find_every_character(text: str, style: str) -> None:
    text = unicodedata.normalize("NFC", text)
    raw = quoted(text, style)
    assert parse_yaml(f"a: {raw}", "f").value == {"a": text}
    found = offsets(raw, raw[0])
    assert found
    for i, character in enumerate(text):
        assert raw[found[i] : found[i + 1]] == inside(character, raw[0])
