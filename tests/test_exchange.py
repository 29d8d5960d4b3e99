"""Spreadsheets and Poedit: round trips that change no byte, and every trap that a spreadsheet sets."""

from __future__ import annotations

import csv
import datetime
import io
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import openpyxl
import polib
import pytest

from fuzzing.files import SMALL
from wsdv_tools.findings import Unreadable
from wsdv_tools.sources.shipped import shipped
from wsdv_tools.sources.yaml_reader import read_yaml
from wsdv_tools.translating.exchange import Outcome, rows_of, take_in
from wsdv_tools.translating.origins import origins_file, origins_text, read_origins
from wsdv_tools.translating.spreadsheets import FORMATS, Row, read_sheet, write_sheet
from wsdv_tools.translating.strings import Strings
from wsdv_tools.translating.translation import Translation, Workshop
from wsdv_tools.words import known_languages

if TYPE_CHECKING:
    from collections.abc import Callable

LANGUAGES = [code for code in known_languages() if code != "de"]


@cache
def workshop() -> Workshop:
    return Workshop.open(shipped("data"))


@cache
def english() -> Strings:
    return Strings.of(read_yaml(shipped("data") / "lang" / "en.yaml"), workshop().data)


def opened(path: Path) -> Translation:
    return workshop().translation(read_yaml(path))


_sheets: dict[tuple[bytes, ...], bytes] = {}  # by what they are made of: a workbook takes a second to write


def exported(path: Path, format_: str) -> Path:
    known = origins_file(str(path))
    made_of = (path.read_bytes(), known.read_bytes() if known.exists() else b"", format_.encode())
    if made_of not in _sheets:
        _sheets[made_of] = written(path, format_)
    out = path.with_suffix(f".{format_}")
    out.write_bytes(_sheets[made_of])
    return out


def written(path: Path, format_: str) -> bytes:
    translation = opened(path)
    return write_sheet(format_, translation.target.code, rows_of(translation, english(), {"cards.1.title": "=remark"}))


def taken(path: Path, sheet: Path) -> Outcome:
    return take_in(read_sheet(sheet), opened(path))


@pytest.fixture
def small(tmp_path: Path) -> Path:
    path = tmp_path / "cs.yaml"
    path.write_text(SMALL, "utf-8")
    return path


@pytest.mark.parametrize("format_", FORMATS)
@pytest.mark.parametrize("code", LANGUAGES)
def test_a_round_trip_changes_no_byte(code: str, format_: str, tmp_path: Path) -> None:
    path = tmp_path / f"{code}.yaml"
    path.write_bytes((shipped("data") / "lang" / f"{code}.yaml").read_bytes())
    outcome = taken(path, exported(path, format_))
    assert outcome.text.encode() == path.read_bytes()
    assert (outcome.changed, outcome.findings, outcome.origins) == ([], [], {})


@pytest.mark.parametrize("format_", FORMATS)
def test_only_what_was_changed_changes(small: Path, format_: str) -> None:
    small.write_bytes(SMALL.replace("\n", "\r\n").encode("utf-8-sig"))
    new = {
        "cards.1.title": 'Nová "reforma": \\ it\'s',
        "cards.2.title": "Sloučení",
        "cards.44.title": "Frakce",
        "cards.80.title": "=1+1",
        "notes.no-folder": "Není to složka.",
    }
    rows = [
        Row(row.key, row.form, row.german, row.english, new.get(row.key, row.text))
        for row in rows_of(opened(small), english(), {})
    ]
    sheet = small.with_suffix(f".{format_}")
    sheet.write_bytes(write_sheet(format_, "cs", rows))
    outcome = taken(small, sheet)
    assert sorted(outcome.changed) == sorted(new)
    expected = SMALL.replace('"Pozemková reforma"', '"Nová \\"reforma\\": \\\\ it\'s"').replace("'RAF'", "'Frakce'")
    expected = expected.replace("# hotovo\n", '# hotovo\n  2: {title: "Sloučení"}\n').replace(" Maďarsko", ' "=1+1"')
    expected += '\nnotes:\n  no-folder: "Není to složka."\n'
    assert outcome.text == expected.replace("\n", "\r\n")
    source = workshop().source.by_key
    assert outcome.origins == {key: source[key].forms for key in new}


def test_new_texts_stand_where_german_has_them(small: Path) -> None:
    small.write_text(
        'language: {code: cs, name: x}\nrules:\n  9.1-wall:\n    text: "Zeď"\n    # komentář\n'
        '  9.2-space: {text: "Pole"}\nwords: {and: "a"}\n',
        "utf-8",
    )
    new = {"rules.9.1-wall.title": "Cena", "rules.9.2-space.title": "Pole", "words.or": "nebo"}
    new |= {"rules.9.1-flight.title": "Útěk", "rules.9.1-flight.text": "Utíkají."}
    rows = [Row(key, "", "", "", text) for key, text in new.items()]
    sheet = small.with_suffix(".csv")
    sheet.write_bytes(write_sheet("csv", "cs", rows))
    order = list(workshop().source.value["rules"])
    before = (
        '  9.1-flight: {title: "Útěk", text: "Utíkají."}\n'
        if order.index("9.1-flight") < order.index("9.1-wall")
        else ""
    )
    after = "" if before else '  9.1-flight: {title: "Útěk", text: "Utíkají."}\n'
    assert taken(small, sheet).text == (
        "language: {code: cs, name: x}\nrules:\n"
        + before
        + '  9.1-wall:\n    title: "Cena"\n    text: "Zeď"\n'
        + after
        + '    # komentář\n  9.2-space: {text: "Pole", title: "Pole"}\nwords: {and: "a", or: "nebo"}\n'
    )


# CSV


def table(sheet: Path) -> list[list[str]]:
    return list(csv.reader(io.StringIO(sheet.read_bytes().decode("utf-8-sig"), newline="")))


def retyped(
    sheet: Path, change: Callable[[list[list[str]]], Any], delimiter: str = ",", encoding: str = "utf-8"
) -> None:
    """The table as another program would save it."""
    rows = table(sheet)
    change(rows)
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=delimiter).writerows(rows)
    sheet.write_bytes(out.getvalue().encode(encoding, "replace"))


def setting(key: str, column: int, text: str) -> Callable[[list[list[str]]], None]:
    def change(rows: list[list[str]]) -> None:
        next(row for row in rows if row[0] == key)[column] = text

    return change


GERMAN, OWN = 2, 4


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_any_delimiter_and_encoding_of_excel(delimiter: str, encoding: str, small: Path) -> None:
    sheet = exported(small, "csv")
    retyped(sheet, setting("cards.44.title", OWN, "Frakce; Rudá, armáda"), delimiter, encoding)
    outcome = taken(small, sheet)
    assert outcome.changed == ["cards.44.title"]
    assert "'Frakce; Rudá, armáda'" in outcome.text


def test_a_line_that_tells_excel_the_delimiter(small: Path) -> None:
    sheet = exported(small, "csv")
    retyped(sheet, lambda _: None, ";")
    sheet.write_bytes(b"sep=;\r\n" + sheet.read_bytes())
    assert (taken(small, sheet).changed, taken(small, sheet).findings) == ([], [])


def test_csv_has_a_byte_order_mark_and_no_formula(small: Path) -> None:
    sheet = exported(small, "csv")
    assert sheet.read_bytes().startswith(b"\xef\xbb\xbf")
    cells = [cell for row in table(sheet) for cell in row]
    assert "'+{n} nepokojů" in cells
    assert "'=remark" in cells
    assert not [cell for cell in cells if cell[:1] in "=+-@" and cell]


SIGNS = ("=1+1", "+1", "-1", "@x", "'=x", "''+x")


@pytest.mark.parametrize("format_", FORMATS)
def test_a_leading_sign_is_no_formula(format_: str, small: Path) -> None:
    titles = "".join(f'  {card}: {{title: "{text}"}}\n' for card, text in enumerate(SIGNS, start=2))
    small.write_text(SMALL.replace("# hotovo\n", f"# hotovo\n{titles}"), "utf-8")
    strings = opened(small).target.by_key
    assert tuple(strings[f"cards.{card}.title"].text for card in range(2, 8)) == SIGNS
    outcome = taken(small, exported(small, format_))
    assert (outcome.changed, outcome.text) == ([], small.read_text("utf-8"))


def test_columns_may_change_places(small: Path) -> None:
    sheet = exported(small, "csv")

    def change(rows: list[list[str]]) -> None:
        rows[:] = [[*reversed(row), "mine"] for row in rows]

    retyped(sheet, change)
    assert (taken(small, sheet).changed, taken(small, sheet).findings) == ([], [])


def test_line_ends_inside_a_cell_are_one_kind(small: Path) -> None:
    small.write_text(SMALL.replace('"Pozemková reforma"', '"dva\\nřádky"'), "utf-8")
    sheet = exported(small, "csv")
    retyped(sheet, setting("cards.1.title", OWN, "dva\r\nřádky"))
    assert taken(small, sheet).changed == []


def test_accents_of_a_mac_are_the_same_accents(small: Path) -> None:
    sheet = exported(small, "csv")
    retyped(sheet, setting("cards.1.title", OWN, "Pozemkova\u0301 reforma"))
    assert taken(small, sheet).changed == []


def test_a_date_made_of_a_title_is_noticed(small: Path) -> None:
    sheet = exported(small, "csv")
    retyped(sheet, setting("cards.16.title", GERMAN, "17. Jun"))
    retyped(sheet, setting("cards.16.title", OWN, "17. 6."))
    (finding,) = taken(small, sheet).findings
    assert (finding.code, finding.values["key"]) == ("exchange-damaged", "cards.16.title")
    assert taken(small, sheet).changed == []


@pytest.mark.parametrize("text", ["#NAME?", "#REF!", "#######", "#N/A"])
def test_a_failed_formula_is_no_text(text: str, small: Path) -> None:
    sheet = exported(small, "csv")
    retyped(sheet, setting("cards.16.title", OWN, text))
    outcome = taken(small, sheet)
    assert [finding.code for finding in outcome.findings] == ["exchange-no-text"]
    assert outcome.text == SMALL


def test_accents_lost_on_the_way_are_noticed(small: Path) -> None:
    sheet = exported(small, "csv")
    retyped(sheet, setting("cards.3.title", GERMAN, "Währungsreform Ost".encode().decode("cp1252")))
    retyped(sheet, setting("cards.3.title", OWN, "Měna".encode().decode("cp1250")))
    assert [finding.code for finding in taken(small, sheet).findings] == ["exchange-damaged"]


def test_a_table_that_is_not_saved_as_utf8(small: Path) -> None:
    sheet = exported(small, "csv")
    retyped(sheet, lambda _: None, encoding="cp1250")
    with pytest.raises(Unreadable) as raised:
        read_sheet(sheet)
    assert [finding.code for finding in raised.value.findings] == ["not-utf8"]


def test_a_table_without_its_header(small: Path) -> None:
    sheet = exported(small, "csv")
    retyped(sheet, lambda rows: rows.pop(0))
    with pytest.raises(Unreadable) as raised:
        read_sheet(sheet)
    assert [finding.code for finding in raised.value.findings] == ["exchange-columns"]


def test_a_key_that_does_not_exist(small: Path) -> None:
    sheet = exported(small, "csv")
    retyped(sheet, lambda rows: rows.append(["cards.99.title", "", "x", "x", "y", ""]))
    (finding,) = taken(small, sheet).findings
    assert (finding.code, finding.values["row"]) == ("exchange-key", len(table(sheet)))


def test_an_older_source_makes_the_text_stale(small: Path) -> None:
    sheet = exported(small, "csv")
    retyped(sheet, setting("cards.2.title", GERMAN, "Vereinigung zur SED"))
    retyped(sheet, setting("cards.2.title", OWN, "Sloučení"))
    outcome = taken(small, sheet)
    assert outcome.origins["cards.2.title"] == {"": "Vereinigung zur SED"}
    assert [(finding.code, finding.values["key"]) for finding in outcome.findings] == [
        ("exchange-source", "cards.2.title")
    ]


def test_a_source_that_is_known_is_taken_without_a_word(small: Path) -> None:
    kept = origins_file(str(small))
    kept.parent.mkdir()
    kept.write_text(origins_text(str(small), {"cards.2.title": {"": "Vereinigung zur SED"}}), "utf-8")
    sheet = exported(small, "csv")
    retyped(sheet, setting("cards.2.title", GERMAN, "Vereinigung zur SED"))
    retyped(sheet, setting("cards.2.title", OWN, "Sloučení"))
    outcome = taken(small, sheet)
    assert (outcome.changed, outcome.findings) == (["cards.2.title"], [])


def test_a_plural_that_the_language_does_not_need(small: Path) -> None:
    """One text for both forms, or only the second, is a plain text."""
    for one in ("{n} souborů", ""):
        sheet = exported(small, "csv")
        rows = table(sheet)
        for row in rows:
            if row[0] == "texts.validate-ok":
                row[OWN] = one if row[1] == "one" else "{n} souborů"
        out = io.StringIO(newline="")
        csv.writer(out).writerows(rows)
        sheet.write_text(out.getvalue(), "utf-8")
        assert '  validate-ok: "{n} souborů"\n' in taken(small, sheet).text


# XLSX


def book(sheet: Path) -> tuple[Any, Any]:
    found = openpyxl.load_workbook(sheet)
    return found, found.active


def cell_of(page: Any, key: str) -> Any:
    return next(row[OWN] for row in page.iter_rows() if row[0].value == key)


def test_every_cell_is_text(small: Path) -> None:
    _, page = book(exported(small, "xlsx"))
    cells = [cell for row in page.iter_rows() for cell in row]
    assert {cell.number_format for cell in cells} == {"@"}
    assert all(cell.data_type == "s" for cell in cells if cell.value is not None)
    assert "17. Juni" in {cell.value for cell in cells}
    assert "=remark" in {cell.value for cell in cells}


@pytest.mark.parametrize("value", [datetime.datetime(1953, 6, 17), "=SUM(A1)", True])
def test_what_is_no_text_is_passed_over(value: object, small: Path) -> None:
    sheet = exported(small, "xlsx")
    found, page = book(sheet)
    cell = cell_of(page, "cards.16.title")
    cell.number_format = "General"
    cell.value = value
    found.save(sheet)
    outcome = taken(small, sheet)
    assert [finding.code for finding in outcome.findings] == ["exchange-no-text"]
    assert outcome.text == SMALL


@pytest.mark.parametrize("value", [1968, 1968.0])
def test_a_number_typed_is_a_text_of_digits(value: object, small: Path) -> None:
    sheet = exported(small, "xlsx")
    found, page = book(sheet)
    cell_of(page, "cards.26.title").value = value
    found.save(sheet)
    assert '  26: {title: "1968"}\n' in taken(small, sheet).text


@pytest.mark.parametrize(
    ("name", "data"), [("a.xlsx", b"PK no"), ("a.po", b"msgid"), ("a.odt", b""), ("a.po", b"\xff")]
)
def test_files_that_cannot_be_read(name: str, data: bytes, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(Unreadable) as raised:
        read_sheet(tmp_path / name)
    assert [finding.code for finding in raised.value.findings] == ["exchange-unreadable"]


# PO


def made_from(path: Path, german: str) -> None:
    source = workshop().source.by_key
    kept = {key: source[key].forms for key in opened(path).target.by_key}
    origins_file(str(path)).parent.mkdir(exist_ok=True)
    kept["cards.44.title"] = {"": german}
    origins_file(str(path)).write_text(origins_text(str(path), kept), "utf-8")


def test_a_stale_string_is_fuzzy_until_it_was_looked_at(small: Path) -> None:
    made_from(small, "Rote Armee Fraktion")
    sheet = exported(small, "po")
    entries = polib.pofile(str(sheet))
    fuzzy = [entry for entry in entries if entry.fuzzy]
    assert [entry.msgctxt for entry in fuzzy] == ["cards.44.title"]
    assert taken(small, sheet).origins == read_origins(str(small))
    fuzzy[0].flags.clear()
    entries.save(str(sheet))
    outcome = taken(small, sheet)
    assert outcome.text == SMALL
    assert outcome.origins["cards.44.title"] == {"": "RAF"}


def test_poedit_sees_english_beside_the_key(small: Path) -> None:
    entry = next(entry for entry in polib.pofile(str(exported(small, "po"))) if entry.msgctxt == "cards.1.title")
    assert entry.msgid == "Bodenreform"
    assert entry.comment.startswith("en: ")


@pytest.mark.parametrize(("format_", "package"), [("po", "polib"), ("xlsx", "openpyxl")])
def test_a_package_that_is_not_installed(
    format_: str, package: str, small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(Unreadable) as raised:
        written(small, format_)
    (finding,) = raised.value.findings
    assert (finding.code, finding.values["package"]) == ("extra-missing", package)
