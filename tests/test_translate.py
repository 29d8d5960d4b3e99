"""`wsdv translate` and `wsdv validate --lang` as a translator meets them."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import shutil
import subprocess
import sys
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from tests.thorough import only
from wsdv_tools.cli import run
from wsdv_tools.facts.folder import DataFolder
from wsdv_tools.findings import Finding
from wsdv_tools.sources.schema import schemas
from wsdv_tools.sources.shipped import shipped
from wsdv_tools.translating.checks import check_languages
from wsdv_tools.translating.translation import Workshop
from wsdv_tools.words import Language, known_languages

Printed = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _at_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WSDV_LANG", "en")
    monkeypatch.chdir(tmp_path)


def change(path: str, old: str, new: str) -> None:
    text = Path(path).read_text("utf-8")
    assert text.count(old) == 1, old
    Path(path).write_text(text.replace(old, new), "utf-8")


def findings(capsys: Printed, *arguments: str) -> list[dict[str, str]]:
    capsys.readouterr()
    run(["validate", "--json", *arguments])
    printed = json.loads(capsys.readouterr().out)
    Draft202012Validator(schemas()["findings.schema.json"]).validate(printed)
    found: list[dict[str, str]] = printed["findings"]
    return found


@cache
def in_shipped_languages() -> list[Finding]:
    """What is wrong with them: all are checked in one go."""
    data = DataFolder.read(shipped("data"))
    return [*data.findings, *check_languages(shipped("data"), data, release=True)]


@pytest.mark.parametrize("code", known_languages())
def test_no_language_lacks_a_string_or_has_a_fault(code: str) -> None:
    told = [
        (finding.code, finding.values.get("key"))
        for finding in in_shipped_languages()
        if finding.place and Path(finding.place.file).stem == code
    ]
    assert told == [], "add the words; where only German changed, look at them and run `wsdv translate accept LANG`"


# A fifth language, made as a new user would make it: a starter file, a spreadsheet, and the forms of the glossary.

VOWELS = str.maketrans("aeiouAEIOUäöüÄÖÜ", "eiouaEIOUAöüäÖÜÄ")


def invented(text: str) -> str:
    """A language in which every vowel is the next one; what the program fills in or reads stays."""
    pieces = re.split(r"(`[^`]*`|\{[^{}\n]*\})", text)
    return "".join(piece if i % 2 else piece.translate(VOWELS) for i, piece in enumerate(pieces))


# Words broken by hand, and abbreviations without vowels.
ACCEPTED = """
accepted:
  vote: [texts.column-standard, texts.column-export]
  unchanged: [texts.board.head-standard, texts.board.head-economy]
"""


@pytest.fixture(scope="session")
def fifth(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of the invented language, made by the commands alone."""
    folder = tmp_path_factory.mktemp("fifth")
    before = Path.cwd()
    os.chdir(folder)
    try:
        assert run(["translate", "new", "qx", "--name", "Invented"]) == 0
        assert run(["translate", "export", "qx", "--format", "csv"]) == 0
        rows = list(csv.reader(io.StringIO(Path("qx.csv").read_text("utf-8-sig"), newline="")))
        for row in rows[1:]:
            row[4] = invented(row[2] if row[0] != "cards.12.title" else "Abkommen mit Israel")  # or it would not fit
        out = io.StringIO(newline="")
        csv.writer(out, delimiter=";").writerows(rows)
        Path("qx.csv").write_text(out.getvalue(), "utf-8-sig")
        assert run(["translate", "import", "qx.csv"]) == 0
    finally:
        os.chdir(before)
    path = folder / "qx.yaml"
    lines = path.read_text("utf-8").splitlines(keepends=True)
    for name, forms in Workshop.open(shipped("data")).source.terms.items():
        stems = ", ".join(f'"{invented(form)}"' for form in forms)
        at = next(i for i, line in enumerate(lines) if line.startswith(f"  {name}: {{term: "))
        lines[at] = lines[at].replace("forms: []", f"forms: [{stems}]")
    path.write_text("".join(lines) + ACCEPTED, "utf-8")
    return path


@pytest.fixture
def own(fifth: Path) -> str:
    shutil.copy(fifth, "qx.yaml")
    shutil.copytree(fifth.parent / "sources", "sources")
    return "./qx.yaml"


def test_a_fifth_language_without_faults(own: str, capsys: Printed) -> None:
    assert findings(capsys, "--lang", own, "--release") == []
    assert run(["translate", "status", "qx"]) == 0
    strings = len(Workshop.open(shipped("data")).source.by_key)
    assert capsys.readouterr().out.split()[-8:] == ["qx", str(strings), str(strings), *"00000"]


MISTAKES = [
    ("token-extra", r'(  cannot-open: ".*)\{file\}', r"\1{fila}"),
    ("token", r'(  yaml-tag: ".*)\{tag\}', r"\1"),
    ("number", r'(  2-setup-unrest:\n.*\n.*\n.*\n    text: ".*ji )2', r"\g<1>5"),
    ("missing", r'  # Auslage\n  display: ".*"\n', ""),
    ("unknown", r"  empty-file: ", "  emty-file: "),
    ("unknown-key", r"  (77: \{)title", r"  \1titel"),
    ("unchanged", r'  # Palast der Republik\n  46: \{title: ".*"\}', '  46: {title: "Palast der Republik"}'),
    ("quotes", r'(  yaml-colon: ".*)„\{text\}“', r'\1\\"{text}\\"'),
    ("spaces", r"(  too-large: \".*?) ", r"\1  "),
    ("term", rf'(  holding-box: "){invented("Kaderschmiede")}', r"\1Kabinett"),
]


def test_ten_mistakes_give_ten_findings(own: str, capsys: Printed) -> None:
    text = Path(own).read_text("utf-8")
    for code, pattern, replacement in MISTAKES:
        text, times = re.subn(pattern, replacement, text, count=1)
        assert times == 1, code
    Path(own).write_text(text, "utf-8")
    found = findings(capsys, "--lang", own)
    assert sorted(finding["code"] for finding in found) == sorted(code for code, _, _ in MISTAKES)
    for finding in found:
        assert finding["help"] or finding["notes"], finding
        assert int(finding["line"]) > 1


def test_the_new_language_is_used_everywhere(own: str, capsys: Printed) -> None:
    for arguments in (["demo", "--lang", own], ["explain", "16", "--lang", own], ["explain", "9.1", "--lang", own]):
        capsys.readouterr()
        assert run(arguments) == 0
        out = capsys.readouterr().out
        assert any(invented(word) in out for word in ("Gebiete", "Juni", "Mauer")), arguments


def test_a_title_that_barely_fits_can_be_accepted(own: str, capsys: Printed) -> None:
    title = invented("Wiedergutmachungsabkommen mit Israel")
    change(own, f'title: "{invented("Abkommen mit Israel")}"', f'title: "{title}"')
    (finding,) = findings(capsys, "--lang", own)
    assert (finding["code"], finding["file"]) == ("fit-shrunk", "qx.yaml")
    change(own, "accepted:\n", "accepted:\n  fit-shrunk: [cards.12.title, cards.13.title]\n")
    (finding,) = findings(capsys, "--lang", own)
    assert "`cards.13.title` is listed under `accepted: fit-shrunk`" in finding["message"]


def test_fix_puts_right_what_is_safe(own: str, capsys: Printed) -> None:
    before = Path(own).read_bytes()
    change(own, f'title: "{invented("Stahlkrise")}"', f'title: " {invented("Stahlkrise")} "')
    assert run(["validate", "--lang", own, "--fix"]) == 0
    assert "2 places corrected." in capsys.readouterr().out
    assert Path(own).read_bytes() == before


def test_half_a_plural_is_missing_and_said_in_english(own: str, capsys: Printed) -> None:
    text = Path(own).read_text("utf-8")
    start = text.index("  validate-ok: {one: ")
    line = text[start : text.index("\n", start)]
    Path(own).write_text(text.replace(line, '  validate-ok: {one: "", other: "x {n}"}'), "utf-8")
    assert [finding["code"] for finding in findings(capsys, "--lang", own)] == ["missing"]
    assert Language.load(own).say("texts.validate-ok", n=2) == "All OK: 2 files checked."


# The commands


def test_a_new_file_is_never_written_over_another(capsys: Printed) -> None:
    assert run(["translate", "new", "cs"]) == 0
    before = Path("cs.yaml").read_bytes()
    assert run(["translate", "new", "cs"]) == 0  # as after a run that was killed
    assert Path("cs.yaml").read_bytes() == before
    before += b"# mine\n"
    Path("cs.yaml").write_bytes(before)
    assert run(["translate", "new", "cs"]) == 1
    assert run(["translate", "new", "hu"]) == 1
    assert run(["translate", "new", "Czech"]) == 2
    assert run(["translate", "export", "cs", "--format", "csv"]) == 0
    Path("cs.csv").write_bytes(Path("cs.csv").read_bytes() + b"\r\n")
    assert run(["translate", "export", "cs", "--format", "csv"]) == 1
    assert "cs.csv already exists; nothing was written." in capsys.readouterr().out
    assert Path("cs.yaml").read_bytes() == before


def test_a_new_file_says_what_is_missing_without_flooding(capsys: Printed) -> None:
    run(["translate", "new", "cs"])
    capsys.readouterr()
    assert run(["validate", "--lang", "./cs.yaml"]) == 0
    out = capsys.readouterr().out
    assert out.count("[missing]") == 10
    assert re.search(r"… and \d{4} more texts that are not translated yet", out)
    assert run(["validate", "--lang", "./cs.yaml", "--release"]) == 1


def test_what_is_not_translated_cannot_be_accepted(capsys: Printed) -> None:
    run(["translate", "new", "cs"])
    capsys.readouterr()
    assert run(["translate", "accept", "cs", "rules.*"]) == 0
    assert capsys.readouterr().out == (
        "warning: `rules.*` is not translated yet. [missing]\n\n"
        "0 texts now count as translations of the current German ones.\n"
    )


def test_stale_accept_and_diff(own: str, capsys: Printed) -> None:
    change("sources/qx.yaml", 'cards.43.title: "Stahlkrise"', 'cards.43.title: "Kohlekrise"')
    (finding,) = findings(capsys, "--lang", own)
    assert (finding["code"], finding["severity"]) == ("stale", "warning")
    assert run(["translate", "diff", "qx"]) == 0
    out = capsys.readouterr().out
    assert "before: [-Kohlekrise-]" in out
    assert "now: [+Stahlkrise+]" in out
    assert run(["translate", "accept", "qx", "cards.43.titel"]) == 1
    assert run(["translate", "accept", "qx", "cards.4?.title"]) == 0
    assert "10 texts now count as translations" in capsys.readouterr().out
    assert findings(capsys, "--lang", own) == []
    assert run(["translate", "diff", "qx"]) == 0
    assert capsys.readouterr().out == "No text is stale.\n"


def test_todo_exports_only_what_is_missing(own: str, capsys: Printed) -> None:
    change(own, f'43: {{title: "{invented("Stahlkrise")}"}}', '43: {title: ""}')
    assert run(["translate", "export", "qx", "--format", "csv", "--todo"]) == 0
    assert "1 row written" in capsys.readouterr().out


def test_a_sheet_of_a_language_that_is_not_here(capsys: Printed) -> None:
    Path("tr.csv").write_text("key,form,de,en,tr\ncards.1.title,,Bodenreform,Land Reform,x\n", "utf-8")
    assert run(["translate", "import", "tr.csv"]) == 1
    out = capsys.readouterr().out
    assert "There is no language file for “tr” here." in out
    assert "wsdv translate new tr" in out
    assert run(["translate", "import", "none.csv"]) == 2
    assert run(["translate", "status", "xx"]) == 2


def test_a_language_that_lies_here_is_proposed(own: str, capsys: Printed) -> None:
    for arguments in (["validate", "--lang", "qx"], ["demo", "--lang", "qx"]):
        assert run(arguments) == 2
        assert f"did you mean “{own}”?" in capsys.readouterr().out


def test_a_place_that_cannot_be_written_to(own: str, capsys: Printed) -> None:
    Path("full").write_text("no folder")
    assert run(["validate", "--lang", own, "--format", "html", "--out", "full/qx.html"]) == 1
    assert run(["translate", "export", own, "--format", "csv", "--out", "full/qx.csv"]) == 1
    assert capsys.readouterr().out.count("[cannot-write]") == 2


def test_a_broken_german_file_is_told_once(capsys: Printed) -> None:
    shutil.copytree(shipped("data"), "data")
    Path("data/lang/de.yaml").write_text('language: {code: de, name: "Deutsch}\n', "utf-8")
    (finding,) = findings(capsys, "data")
    assert finding["code"] == "yaml-quote"


# Formats and consoles


class Resources(HTMLParser):
    """Collects whatever a page would fetch, and whether its tags are closed."""

    def __init__(self) -> None:
        super().__init__()
        self.fetched: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "br"):
            self.open.append(tag)
        self.fetched += [value or "" for name, value in attrs if name in ("src", "href", "srcset", "data")]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_stands_alone(own: str, capsys: Printed) -> None:
    change(own, f'title: "{invented("Stahlkrise")}"', 'title: "<b>{x}</b> & \\"y\\""')
    change("sources/qx.yaml", 'cards.44.title: "RAF"', 'cards.44.title: "Alt"')
    assert run(["validate", "--lang", own, "--format", "html", "--out", "qx.html"]) == 1
    page = Path("qx.html").read_text("utf-8")
    parser = Resources()
    parser.feed(page)
    assert parser.open == []
    assert all(link.startswith("#") for link in parser.fetched)
    assert "url(" not in page
    assert "@import" not in page
    assert "<script" not in page
    assert "&lt;b&gt;<mark>{x}</mark>&lt;/b&gt; &amp; " in page
    assert "<del>Alt</del>" in page
    assert re.search(r"\d{4} of \d{4} texts translated", page)
    capsys.readouterr()
    run(["validate", "--lang", own, "--format", "html"])
    assert capsys.readouterr().out.isascii()


def test_a_page_without_findings(own: str) -> None:
    assert run(["validate", "--lang", own, "--format", "html", "--out", "qx.html"]) == 0
    assert "Nothing to do." in Path("qx.html").read_text("utf-8")


def test_every_cause_has_a_heading() -> None:
    from wsdv_tools.codes import TRANSLATION

    english = Language.load("en")
    assert [code for code in (*TRANSLATION, "file") if not english.has(f"texts.cause.{code}")] == []


COMMANDS = [
    ["validate"],
    ["validate", "--lang", "hu"],
    ["validate", "--lang", "./cs.yaml"],
    ["validate", "--lang", "./cs.yaml", "--format", "github"],
    ["validate", "--lang", "./cs.yaml", "--json"],
    ["validate", "--lang", "./cs.yaml", "--format", "html"],
    ["translate", "--help"],
    ["translate", "status", "--lang", "hu"],
    ["translate", "status", "cs"],
    ["translate", "diff", "cs"],
    ["translate", "accept", "cs"],
    ["translate", "new", "pl", "--name", "Polski", "--lang", "de"],
    ["translate", "export", "cs", "--lang", "hu", "--format", "csv", "--out", "a.csv"],
    ["translate", "export", "cs", "--lang", "es", "--format", "po", "--out", "a.po"],
    ["translate", "import", "cs.csv", "--lang", "hu"],
]

CONSOLES = [(arguments, ("ascii", "cp1250")[number % 2]) for number, arguments in enumerate(COMMANDS)]


@pytest.mark.parametrize(
    ("arguments", "encoding"),
    only(CONSOLES[:5], CONSOLES),
)
def test_any_console_can_show_it(arguments: list[str], encoding: str) -> None:
    Path("cs.yaml").write_text(
        'language: {code: cs, name: "Čeština"}\ncards:\n  1: {title: "Příliš  žluťoučký 統一 {x}"}\n', "utf-8"
    )
    Path("cs.csv").write_text("key,form,de,en,cs\ncards.2.title,,Ü,,Ž統\ncards.99.title,,Ü,,Ž統\n", "utf-8")
    command = [sys.executable, "-c", "from wsdv_tools.cli import main; main()", *arguments]
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    done = subprocess.run(command, capture_output=True, check=False, env=environment)
    assert done.stderr == b""
    assert done.returncode in (0, 1)
    assert done.stdout.decode(encoding)


def test_an_installed_program_is_left_alone(monkeypatch: pytest.MonkeyPatch, capsys: Printed) -> None:
    """As after `pip install`: what comes back goes into ./hu.yaml, and from then on that is the file."""
    monkeypatch.setattr("wsdv_tools.cli.translate.is_installed", lambda path: path.is_absolute())
    shipped_file = shipped("data") / "lang" / "hu.yaml"
    before = shipped_file.read_bytes()
    assert run(["translate", "export", "hu", "--format", "csv"]) == 0
    change("hu.csv", "Földreform", "Földosztás")
    assert run(["translate", "import", "hu.csv"]) == 0
    assert "hu.yaml: 1 text changed" in capsys.readouterr().out
    assert shipped_file.read_bytes() == before
    assert "Földosztás" in Path("hu.yaml").read_text("utf-8")
    assert Path("sources/hu.yaml").read_bytes() == (shipped_file.parent / "sources" / "hu.yaml").read_bytes()
