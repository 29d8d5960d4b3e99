"""Counted texts in languages with other plurals: the forms of CLDR, from the starter file to the printed card."""

from __future__ import annotations

import gettext
import json
from pathlib import Path

import pytest

from wsdv_tools.cli import run
from wsdv_tools.sources.shipped import shipped
from wsdv_tools.words import Language
from wsdv_tools.words.plurals import CATEGORIES, form_of, forms_of, gettext_rule, why_unsupported

TABLE = json.loads((shipped("data") / "plurals.json").read_text("utf-8"))
# Ten texts of a Polish file; three of them are counted, as every Pole counts.
POLISH = {
    "cards.16.title": "17 czerwca",
    "cards.20.title": "Cud gospodarczy",
    "texts.unrest": "Niepokój",
    "texts.living-standard": "Poziom życia",
    "texts.deck": "Talia",
    "texts.board-sheet": "Plansza",
    "words.and": "i",
    "texts.summary.factories": {"one": "{n} fabryka", "few": "{n} fabryki", "many": "{n} fabryk"},
    "texts.check.errors": {"one": "{n} błąd", "few": "{n} błędy", "many": "{n} błędów"},
    "texts.sum.steps": {"one": "{n} krok", "few": "{n} kroki", "many": "{n} kroków"},
}


@pytest.mark.parametrize(
    ("code", "numbers", "form"),
    [
        ("pl", (1,), "one"),
        ("pl", (2, 3, 4, 22, 34, 102, 104, 992), "few"),
        ("pl", (0, 5, 11, 12, 13, 14, 21, 25, 100, 112, 999), "many"),
        ("cs", (2, 3, 4), "few"),
        ("cs", (0, 5, 22, 102), "other"),
        ("fr", (0, 1), "one"),
        ("de", (0, 2, 101), "other"),
        ("ja", (0, 1, 2), "other"),
        ("tlh", (1,), "one"),  # nobody knows: as in English
    ],
)
def test_which_form(code: str, numbers: tuple[int, ...], form: str) -> None:
    assert {form_of(code, number) for number in numbers} == {form}


def test_the_table_agrees_with_poedit_in_all_languages() -> None:
    """The header of a PO file and the table say the same of 0 to 999, and no form is there that no number has."""
    assert len(TABLE["languages"]) > 200
    for code in {number: code for code, number in TABLE["languages"].items()}.values():
        count = gettext.c2py(gettext_rule(code).partition("plural=")[2].rstrip(";"))
        told = [forms_of(code)[count(n)] for n in range(1000)]
        assert told == [form_of(code, n) for n in range(1000)], code
        assert {*told} == {*forms_of(code)} <= {*CATEGORIES}


@pytest.fixture
def polish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A Polish file of ten texts, begun by the program."""
    monkeypatch.chdir(tmp_path)
    assert run(["translate", "new", "pl", "--name", "polski"]) == 0
    path = tmp_path / "pl.yaml"
    text = path.read_text("utf-8")
    for key, value in POLISH.items():
        section, _, name = key.partition(".")
        card, _, _ = name.partition(".")
        if section == "cards":
            old, new = f'  {card}: {{title: ""}}', f'  {card}: {{title: "{value}"}}'
        elif isinstance(value, dict):
            old = f'  {name}: {{one: "", few: "", many: ""}}'
            new = f"  {name}: {{" + ", ".join(f'{form}: "{text_}"' for form, text_ in value.items()) + "}"
        else:
            old, new = f'  {name}: ""', f'  {name}: "{value}"'
        start = text.index(f"\n{section}:")
        assert old in text[start:], old
        text = text[:start] + text[start:].replace(old, new, 1)
    path.write_text(text, "utf-8")
    return path


def test_numbers_are_counted_right(polish: Path) -> None:
    language = Language.load(str(polish))
    told = [language.say("texts.summary.factories", n=n) for n in (1, 2, 5, 12, 22, 100)]
    assert told == ["1 fabryka", "2 fabryki", "5 fabryk", "12 fabryk", "22 fabryki", "100 fabryk"]
    assert language.say("texts.explain.flight", n=1) == "1 flight icon", "what is missing is said in English"
    assert language.say("texts.explain.flight", n=2) == "2 flight icons"


@pytest.mark.parametrize("format_", ["csv", "po", "xlsx"])
def test_it_goes_out_and_comes_back_without_loss(polish: Path, format_: str) -> None:
    pytest.importorskip({"csv": "csv", "po": "polib", "xlsx": "openpyxl"}[format_])
    whole = polish.read_text("utf-8")
    assert run(["translate", "export", "./pl.yaml", "--format", format_]) == 0
    exported = polish.with_suffix(f".{format_}")
    if format_ == "po":
        assert "nplurals=3" in exported.read_text("utf-8")
        assert 'msgstr[1] "2 fabryki"'.replace("2 ", "{n} ") in exported.read_text("utf-8")
    assert run(["translate", "import", str(exported)]) == 0
    assert polish.read_text("utf-8") == whole, "nothing was changed"
    assert run(["translate", "new", "pl", "--name", "polski"]) != 0, "nothing is overwritten"
    polish.unlink()
    (polish.parent / "sources" / "pl.yaml").unlink()
    assert run(["translate", "new", "pl", "--name", "polski"]) == 0
    assert run(["translate", "import", str(exported)]) == 0
    assert polish.read_text("utf-8") == whole, "an empty file gets all of it"


@pytest.mark.usefixtures("polish")
def test_a_card_is_printed() -> None:
    assert run(["print", "cards", "--lang", "./pl.yaml", "--cards", "20", "--format", "svg", "--letters", "text"]) == 0
    printed = "".join(path.read_text("utf-8") for path in Path("output").rglob("*.svg"))
    assert "Cud" in printed
    assert "gospodarczy" in printed


def test_a_missing_form_is_told(polish: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = polish.read_text("utf-8")
    polish.write_text(text.replace(', few: "{n} fabryki"', ""), "utf-8")
    assert run(["validate", "--lang", "./pl.yaml"]) == 1
    out = capsys.readouterr().out
    assert "has these forms in this language: one, few, many; `texts.summary.factories` lacks few" in out
    polish.write_text(text, "utf-8")
    assert run(["validate", "--lang", "./pl.yaml"]) == 0


@pytest.mark.parametrize(
    ("code", "why"), [("he", "right to left"), ("bn", "its own digits"), ("az-Arab", "right to left")]
)
def test_what_would_break_a_card_is_refused(
    code: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert why_unsupported(code)
    assert run(["translate", "new", code]) == 2
    assert "is not supported" in (out := capsys.readouterr().out)
    assert why in out
    assert not list(tmp_path.iterdir())
    Path("x.yaml").write_text(f"language: {{code: {code}, name: x}}\n", "utf-8")
    for command in (["validate", "--lang", "./x.yaml"], ["print", "cards", "--lang", "./x.yaml"]):
        assert run(command) == 2
        assert why in capsys.readouterr().out
    assert why_unsupported("pl") is None
