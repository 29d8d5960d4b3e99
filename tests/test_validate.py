"""`wsdv validate` and the door to all commands: exit codes, formats, consoles, and what it costs to start."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from jsonschema import Draft202012Validator

from tests.clock import program_seconds
from wsdv_tools.cli import COMMANDS, run
from wsdv_tools.facts import Catalogue
from wsdv_tools.findings import Unreadable
from wsdv_tools.sources.schema import schemas
from wsdv_tools.sources.shipped import shipped

if TYPE_CHECKING:
    from pathlib import Path

Printed = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WSDV_LANG", "en")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A user's own data folder."""
    return shutil.copytree(shipped("data"), tmp_path / "data")


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


def test_shipped_data_is_faultless(capsys: Printed) -> None:
    assert run(["validate"]) == 0
    assert capsys.readouterr().out.startswith("All OK: ")


def test_a_data_folder_of_ones_own(data: Path, capsys: Printed) -> None:
    assert run(["validate", "--data", str(data)]) == 0
    change(data / "map.yaml", "setup-unrest: 2", "setup-unrest: 3")
    for arguments in (["validate", "--data", str(data)], ["--data", str(data), "validate"], ["validate", str(data)]):
        capsys.readouterr()
        assert run(arguments) == 1
        assert "The provinces start with 40 unrest" in capsys.readouterr().out


def test_no_command_uses_a_faulty_folder(data: Path, capsys: Printed) -> None:
    change(data / "map.yaml", "- [flensburg, kiel]", "- [flensburg, keil]")
    assert run(["explain", "20", "--data", str(data)]) == 1
    assert "did you mean “kiel”?" in capsys.readouterr().out
    with pytest.raises(Unreadable) as raised:
        Catalogue.load(data)
    assert {finding.code for finding in raised.value.findings} == {"unknown-id"}


def test_a_folder_that_is_not_there(capsys: Printed) -> None:
    assert run(["explain", "20", "--data", "/no/such/folder"]) == 2
    assert "/no/such/folder cannot be opened." in capsys.readouterr().out


@pytest.mark.parametrize("kind", ["map.yaml", "tracks.yaml", "cards.yaml", "setup.yaml", "rules.yaml", "rulings.yaml"])
def test_files_are_known_by_content(kind: str, tmp_path: Path, capsys: Printed) -> None:
    path = tmp_path / "anything.txt"
    shutil.copy(shipped("data") / kind, path)
    assert run(["validate", str(path)]) == 0
    assert "1 file checked" in capsys.readouterr().out


def test_a_file_of_no_known_kind(tmp_path: Path, capsys: Printed) -> None:
    path = tmp_path / "recipe.yaml"
    path.write_text("flour: 500 g\n")
    assert run(["validate", str(path)]) == 1
    out = capsys.readouterr().out
    assert "It is not clear what kind of file this is: none of its keys is known. [unknown-kind-of-file]" in out
    assert f"{path}:1:1" in out


def test_a_new_language(tmp_path: Path, capsys: Printed) -> None:
    path = tmp_path / "cs.yaml"
    path.write_text("language: {code: cs, name: Čeština}\nplaces:\n  thueringn: {also: [Durynsko]}\n", "utf-8")
    assert run(["validate", "--lang", str(path)]) == 1
    assert f"{path}:3:3" in capsys.readouterr().out
    path.write_text("language: {code: cs, name: Čeština}\nwords: {error: chyba}\n", "utf-8")
    assert run(["explain", "20", "--lang", str(path)]) == 0
    assert "Decade I" in capsys.readouterr().out  # what the file lacks is said in English


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["--help"], 0),
        (["--version"], 0),
        (["validate", "--help"], 0),
        (["explain", "20"], 0),
        (["explain", "20", "--lang", "de"], 0),
        (["explain", "20", "--lang", "xx"], 2),
        (["validate", "no-such-file"], 2),
        (["validate", "--format", "xml"], 2),
        (["validate", "--nonsense"], 2),
        (["validat"], 2),
        ([], 2),
    ],
)
def test_exit_codes(arguments: list[str], code: int, capsys: Printed) -> None:
    assert run(arguments) == code
    assert "Traceback" not in "".join(capsys.readouterr())


@pytest.mark.parametrize("arguments", [[], ["position"], ["translate"]])
def test_whoever_asks_for_nothing_is_shown_the_help(arguments: list[str], capsys: Printed) -> None:
    assert run(arguments) == 2
    told = capsys.readouterr().err
    assert told.startswith("Usage: wsdv")
    assert told.count("Usage:") == 1
    assert "Commands:" in told


def test_a_mistyped_command_gets_a_proposal(capsys: Printed) -> None:
    run(["validat"])
    assert "Did you mean validate?" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        ["validate", str(shipped("examples") / "decade-2.yaml")],
        ["fmt", str(shipped("examples") / "four-decades.wsdv")],
        ["translate", "status", "de"],
        ["cases", "--rule", "4"],
    ],
)
def test_no_command_goes_on_in_another_language(arguments: list[str], capsys: Printed) -> None:
    assert run([*arguments, "--lang", "fr"]) == 2
    told = capsys.readouterr().out
    assert (
        told == "error: The program does not know the language “fr”; it knows: de, en, es, hu. [unknown-language]\n\n"
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ["validate", "--json", "decade-2.yaml"],
        ["check", "--format", "json", "four-decades.wsdv"],
        ["forecast", "--json", "decade-2.yaml"],
        ["decade-end", "--json", "decade-2.yaml"],
        ["show", "--json", "decade-2.yaml"],
        ["cases", "--json"],
    ],
)
def test_an_unknown_language_is_reported_in_the_format_asked_for(arguments: list[str], capsys: Printed) -> None:
    assert run([*arguments, "--lang", "fr"]) == 2
    printed = json.loads(capsys.readouterr().out)
    assert [finding["code"] for finding in printed["findings"]] == ["unknown-language"]


def test_json_follows_its_schema(data: Path, capsys: Printed) -> None:
    change(data / "cards.yaml", "colour: red", "color: red")
    change(data / "map.yaml", "code: SH", "code: Sh")
    assert run(["validate", "--json", str(data)]) == 1
    printed = json.loads(capsys.readouterr().out)
    Draft202012Validator(schemas()["findings.schema.json"]).validate(printed)
    assert [finding["code"] for finding in printed["findings"]] == ["wrong-value", "misspelt-key"]


def test_github_annotations(data: Path, capsys: Printed) -> None:
    change(data / "map.yaml", "code: SH", "code: Sh")
    run(["validate", "--format", "github", str(data / "map.yaml")])
    out = capsys.readouterr().out
    assert out.startswith("::error file=")
    assert ",line=6,col=36,endColumn=38,title=wrong-value::" in out


def wsdv(*arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-c", "from wsdv_tools.cli import main; main()", *arguments]
    return subprocess.run(command, capture_output=True, check=False, env={**os.environ, **environment})


@pytest.mark.parametrize("encoding", ["ascii", "cp1250", "cp437", "utf-8"])
def test_any_console_can_show_it(encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_text("language: {code: de, name: Deutsch}\nplaces:\n  Thüringen → Solidarność: {}\n", "utf-8")
    done = wsdv("validate", "--lang", "de", str(path), PYTHONIOENCODING=encoding, PYTHONUTF8="0")
    assert done.returncode == 1, done.stderr
    out = done.stdout.decode(encoding)
    assert "Schlüssel" in out or "Schluessel" in out
    assert ("Solidarność" if encoding in ("cp1250", "utf-8") else "Solidarnosc") in out
    assert "\x1b" not in out


def test_a_reader_that_stops_early(tmp_path: Path) -> None:
    path = tmp_path / "many.yaml"
    path.write_text("- *a\n" * 100)
    files = [str(path)] * 20  # far more than a pipe holds
    command = [sys.executable, "-c", "from wsdv_tools.cli import main; main()", "validate", *files]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stdout
        assert running.stderr
        running.stdout.readline()
        running.stdout.close()
        assert running.wait() == 2  # as without a pipe
        assert running.stderr.read() == ""


def test_ctrl_c_ends_quietly(monkeypatch: pytest.MonkeyPatch, capsys: Printed) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("wsdv_tools.cli.validate.check_folder", interrupted)
    assert run(["validate"]) == 130
    assert capsys.readouterr().err == ""


def test_a_fault_of_our_own_shows_no_traceback(monkeypatch: pytest.MonkeyPatch, capsys: Printed) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("oops")

    monkeypatch.setattr("wsdv_tools.cli.validate.check_folder", broken)
    assert run(["validate"]) == 70
    error = capsys.readouterr().err
    assert "ZeroDivisionError: oops" in error
    assert "Traceback" not in error


def test_shell_completion_knows_the_commands() -> None:
    done = wsdv(_WSDV_COMPLETE="bash_complete", COMP_WORDS="wsdv val", COMP_CWORD="1")
    assert done.stdout.decode().split() == ["plain,validate"]


def test_no_command_is_imported_before_it_runs() -> None:
    code = "import sys\nfrom wsdv_tools.cli import run\nrun(['--help'])\nprint(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stderr.split())
    assert not loaded & {"yaml", "jsonschema", "reportlab", *COMMANDS.values()}
    assert all(f"  {name} " in done.stdout for name in COMMANDS)


def test_the_library_needs_no_command_line() -> None:
    code = "import sys, wsdv_tools\nassert not {'click', 'reportlab', 'yaml'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_help_costs_little_more_than_click() -> None:
    assert program_seconds("from wsdv_tools.cli import run; run(['--help'])", 6) <= 3 * program_seconds(
        "import click", 6
    )


def test_validating_all_data_is_quick() -> None:
    """It takes less than a second on a machine that does nothing else."""
    assert program_seconds("from wsdv_tools.cli import main\nsys.argv[1:] = ['validate']\nmain()", limit=2) < 2


def test_the_catalogue_is_read_quickly() -> None:
    importing = "from wsdv_tools.facts import Catalogue\n"
    assert program_seconds(importing + "Catalogue.load()") - program_seconds(importing) < 0.2


def test_a_language_that_does_not_fit_is_found(tmp_path: Path, capsys: Printed) -> None:
    german = (shipped("data") / "lang" / "de.yaml").read_text("utf-8")
    path = tmp_path / "de.yaml"
    path.write_text(german.replace('title: "Bodenreform"', f'title: "{"Bodenreform " * 12}₿"'), "utf-8")
    assert run(["validate", str(path), "--json", "--lang", "en"]) == 1
    found = [f for f in json.loads(capsys.readouterr().out)["findings"] if f["code"] in ("fit", "glyph")]
    line = next(n for n, text in enumerate(path.read_text("utf-8").splitlines(), 1) if "₿" in text)
    assert sorted(f["code"] for f in found) == ["fit", "glyph"]
    assert {(f["line"], f["column"]) for f in found} == {(line, 14)}
    assert "mm" in next(f["message"] for f in found if f["code"] == "fit")
    assert "U+20BF" in next(f["message"] for f in found if f["code"] == "glyph")


@pytest.mark.parametrize("name", ["04-protests.yaml", "suite.yaml"])
def test_files_of_cases_are_known(name: str, tmp_path: Path, capsys: Printed) -> None:
    path = tmp_path / "mine.yaml"
    text = (shipped("tests/cases") / name).read_text("utf-8")
    path.write_text(text, "utf-8")
    assert run(["validate", str(path)]) == 0
    assert "1 file checked" in capsys.readouterr().out
    path.write_text(text.replace("why: ", "wy: ", 1), "utf-8")
    assert run(["validate", str(path)]) == 1
    assert "The key “wy” is unknown here, and “why” is missing. [misspelt-key]" in capsys.readouterr().out
