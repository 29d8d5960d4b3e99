"""No internal error for what the world outside does: a sentence, and the exit code that is documented."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.serving import HEEDING
from wsdv_tools.cli import run
from wsdv_tools.sources.shipped import shipped

Printed = pytest.CaptureFixture[str]
on_posix = pytest.mark.skipif(os.name == "nt", reason="streams and files of POSIX systems")
as_user = pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="nothing is forbidden to root")
WSDV = [sys.executable, "-c", "from wsdv_tools.start import main; main()"]
GOOD = (shipped("examples") / "decade-1.wsdv").read_text("utf-8")
BAD = "wsdv-record: 1\ndecade I\n" + "W 1 bild x\n" * 3000
NUMBER = "9" * 5000


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WSDV_LANG", "en")
    Path("good.wsdv").write_text(GOOD, "utf-8")
    Path("bad.wsdv").write_text(BAD, "utf-8")


def shell(line: str) -> subprocess.CompletedProcess[str]:
    """A line of a shell; `wsdv` is the program."""
    script = 'wsdv() { "$PYTHON" -c "from wsdv_tools.start import main; main()" "$@"; }\n' + line
    environment = {**os.environ, "PYTHON": sys.executable}
    return subprocess.run(
        ["bash", "-c", script], capture_output=True, text=True, env=environment, timeout=120, check=False
    )


def assert_a_sentence(done: subprocess.CompletedProcess[str], code: int) -> None:
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    assert "should not happen" not in done.stderr


@on_posix
@pytest.mark.parametrize(
    ("line", "code", "told"),
    [
        ("wsdv explain 9.3 >&-", 1, "[system-refuses]"),
        ("wsdv explain 9.3 2>&-", 0, ""),
        ("wsdv check bad.wsdv >&- 2>&-", 1, ""),
        ("wsdv decade-end >&- 2>&- <&-", 2, ""),
        ("wsdv play new.wsdv <&-", 2, "terminal"),
        ("wsdv >&- 2>&- <&-", 2, ""),
    ],
)
def test_closed_streams(line: str, code: int, told: str) -> None:
    done = shell(line)
    assert_a_sentence(done, code)
    assert told in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="/dev/full")
@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("wsdv explain 9.3 > /dev/full", 1),
        ("wsdv check bad.wsdv --json > /dev/full", 1),
        ("wsdv check good.wsdv --format csv > /dev/full", 1),
        ("wsdv fmt good.wsdv > /dev/full", 1),
        ("wsdv show good.wsdv --svg - > /dev/full", 1),
        ("wsdv --help > /dev/full", 1),
    ],
)
def test_a_full_disk_behind_the_output(line: str, code: int) -> None:
    done = shell(line)
    assert_a_sentence(done, code)
    assert "the disk is full" in done.stderr


@on_posix
@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("wsdv check bad.wsdv", 1),
        ("wsdv check bad.wsdv --json", 1),
        ("wsdv check bad.wsdv --format github", 1),
        ("wsdv validate nowhere.yaml bad.wsdv", 2),
        ("wsdv cases", 0),
    ],
)
def test_a_reader_who_has_seen_enough_keeps_the_exit_code(line: str, code: int) -> None:
    done = shell(f"{line} | true; exit ${{PIPESTATUS[0]}}")
    assert_a_sentence(done, code)
    assert not done.stderr


LONG = "x" * 300
ODD: list[tuple[list[str], int]] = [
    (["check", LONG], 2),
    (["check", f"{LONG}/a.wsdv", "good.wsdv"], 2),
    (["show", f"{LONG}:3"], 2),
    (["fmt", LONG], 2),
    (["play", LONG], 2),
    (["validate", LONG], 2),
    (["validate", "good.wsdv", "--out", LONG], 1),
    (["show", "good.wsdv", "--svg", LONG], 1),
    (["position", "new", LONG], 2),
    (["decade-end", LONG], 2),
    (["decade-end", "p.yaml", "--decisions", LONG], 2),
    (["print", "calibration", "--out", LONG], 1),
    (["translate", "status", f"./{LONG}.yaml"], 2),
    (["translate", "import", f"{LONG}.csv"], 2),
    (["translate", "export", "hu", "--format", "csv", "--out", LONG], 1),
    (["explain", LONG], 2),
    (["explain", "9.3", "--lang", LONG], 2),
    (["explain", "9.3", "--data", LONG], 2),
    (["cases", "--data", "good.wsdv"], 2),
    (["explain", NUMBER], 2),
    (["decade-end", "p.yaml", "--only", NUMBER], 2),
    (["show", f"good.wsdv:{NUMBER}"], 2),
    (["print", "cards", "--cards", f"1-{NUMBER}"], 1),
    (["print", "cards", "--cards", NUMBER], 1),
    (["print", "cards", "--pages", NUMBER], 2),
    (["print", "cards", "--grid", f"{NUMBER}x2"], 2),
    (["print", "cards", "--grid", "-1x2"], 2),
    (["print", "cards", "--grid", "0x0"], 2),
    (["print", "cards", "--margin", "nan"], 2),
    (["print", "cards", "--margin", "inf"], 2),
    (["print", "cards", "--bleed", "nan"], 2),
    (["print", "cards", "--gap", "nan"], 2),
    (["print", "cards", "--back-offset", "inf,1"], 2),
    (["print", "cards", "--back-offset", "nan,1"], 2),
    (["print", "cards", "--back-offset", "1e308,1"], 2),
    (["print", "cards", "--paper", "nanx300"], 2),
    (["print", "cards", "--paper", "infxinf"], 2),
    (["print", "cards", "--paper", f"{NUMBER}x{NUMBER}"], 2),
    (["check", "digits.wsdv"], 1),
    (["validate", "digits.yaml"], 1),
    (["check", "good.wsdv", "--rules", f"R{NUMBER}"], 2),
    (["cases", "--rule", NUMBER], 2),
    (["translate", "new", "pl", "--name", "\udc80"], 2),
]
DIGITS = f"""\
wsdv-record: 1
date: {NUMBER}
decade I
row {NUMBER} 4 5
W {NUMBER} build x*{NUMBER}
check prestige {NUMBER}; SN unrest -{NUMBER}
set SN unrest {NUMBER}
end
{NUMBER}: SN*{NUMBER}
2: at {NUMBER}
decade {NUMBER}
result W {NUMBER}
"""


@pytest.mark.parametrize(("arguments", "code"), ODD, ids=lambda value: str(value)[:60])
def test_odd_names_and_numbers(arguments: list[str], code: int, capsys: Printed) -> None:
    Path("p.yaml").write_bytes((shipped("examples") / "decade-2.yaml").read_bytes())
    Path("digits.wsdv").write_text(DIGITS)
    Path("digits.yaml").write_text(f"wsdv-position: 1\ndecade: {NUMBER}\nprovinces: {{SN: {{unrest: {NUMBER}}}}}\n")
    assert run(arguments) == code
    printed = capsys.readouterr()
    assert printed.out + printed.err
    assert "should not happen" not in printed.err
    assert not list(Path().rglob("*.pdf"))


@on_posix
@pytest.mark.parametrize("command", ["check", "fmt", "show", "validate"])
@pytest.mark.parametrize("options", [[], ["--json"], ["--svg", "x.svg"]])
def test_a_name_that_is_no_utf8(command: str, options: list[str]) -> None:
    name = b"K\xf6ln.wsdv"
    Path(os.fsdecode(name)).write_text(GOOD, "utf-8")
    if options and (command, options[0]) not in (("check", "--json"), ("validate", "--json"), ("show", "--svg")):
        options = []
    words = [os.fsencode(word) for word in [*WSDV, command]]
    done = subprocess.run([*words, name, *map(os.fsencode, options)], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    if options == ["--json"]:
        json.loads(done.stdout)


@on_posix
@pytest.mark.parametrize("arguments", ["check good.wsdv", "print strips", "translate new cs", "position new p.yaml"])
def test_a_working_folder_that_is_gone(arguments: str) -> None:
    done = shell(f"mkdir gone; cd gone; rmdir ../gone; PYTHONSAFEPATH=1 wsdv {arguments}")
    assert done.returncode in (0, 1, 2), done.stderr
    assert "Traceback" not in done.stderr


@as_user
def test_a_folder_that_is_forbidden(capsys: Printed) -> None:
    Path("closed").mkdir(mode=0)
    for arguments in (["check", "closed/a.wsdv"], ["check", "closed"], ["validate", "closed"], ["fmt", "closed/a"]):
        assert run(arguments) in (1, 2)
    assert "should not happen" not in capsys.readouterr().err


@pytest.mark.parametrize("outlines", ["", "{", "[]", '{"about": 1, "provinces": {}, "cities": {}}', "\x00"])
def test_outlines_that_are_broken(outlines: str, capsys: Printed) -> None:
    shutil.copytree(shipped("data"), "data")
    Path("data/outlines.json").write_text(outlines)
    assert run(["print", "board", "--board-size", "a2", "--data", "data", "--out", "out"]) in (1, 2)
    printed = capsys.readouterr()
    assert "outlines.json" in printed.out
    assert "should not happen" not in printed.err


def test_facts_that_are_broken(capsys: Printed) -> None:
    """With a user's own folder anything may fail: then its faults are reported."""
    shutil.copytree(shipped("data"), "data")
    Path("data/rules.yaml").write_text("rules: 3\n")
    assert run(["explain", "9.3", "--data", "data"]) == 1
    printed = capsys.readouterr()
    assert "rules.yaml" in printed.out
    assert "should not happen" not in printed.err


@on_posix
@pytest.mark.parametrize("wait", [0.02, 0.05, 0.1, 0.15, 0.2, 0.3])
def test_ctrl_c_while_starting(wait: float) -> None:
    """Python itself may be interrupted before it comes to us; from our first line on there is no traceback."""
    code = "print(1, flush=True)\nfrom wsdv_tools.start import main; main()"
    words = [sys.executable, "-c", HEEDING + code, "cases"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as starting:
        assert starting.stdout
        starting.stdout.readline()
        time.sleep(wait)
        starting.send_signal(signal.SIGINT)
        _, err = starting.communicate(timeout=60)
    assert starting.returncode in (130, 0, -signal.SIGINT), err
    assert "wsdv_tools/cli" not in err


def test_ctrl_c_that_python_hides_in_another_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """So it is while a class is made: RuntimeError, with Ctrl-C as its cause."""

    def interrupted(*_: object) -> None:
        raise RuntimeError("Error calling __set_name__") from KeyboardInterrupt()

    monkeypatch.setattr("wsdv_tools.cli._invoke", interrupted)
    assert run(["cases"]) == 130
    assert capsys.readouterr().err == ""
