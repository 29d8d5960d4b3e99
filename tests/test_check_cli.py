"""`wsdv check`: what it prints, in every format, for files, folders and any bytes."""

from __future__ import annotations

import csv
import io
import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.records import EXAMPLE, with_line
from wsdv_tools.cli import many, run
from wsdv_tools.cli.game_reports import Reporter
from wsdv_tools.cli.session import Session
from wsdv_tools.sources.schema import _validator

Run = Callable[..., tuple[int, str]]
FAULTY = with_line(12, "W 4 event u+HE*2")


@pytest.fixture
def check(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("WSDV_LANG", "en")
    monkeypatch.setenv("WSDV_DEBUG", "1")

    def call(*arguments: str | Path) -> tuple[int, str]:
        code = run(["check", *map(str, arguments)])
        return code, capsys.readouterr().out

    return call


@pytest.fixture
def game(tmp_path: Path) -> Callable[[str, str | bytes], Path]:
    def write(name: str, text: str | bytes) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return write


Write = Callable[[str, str | bytes], Path]


def valid(text: str) -> Any:
    document = json.loads(text)
    assert [error.message for error in _validator("check").iter_errors(document)] == []
    return document


def test_text(check: Run, game: Write) -> None:
    path = game("game.wsdv", FAULTY.replace("title: A first decade", "west: Anna\neast: Bert"))
    code, out = check(path)
    assert code == 1
    assert f"--> {path}:13:5\n13 | W 4 event u+HE*2\n   |     ^^^^^\n   = rule: 6.4 Who may trigger an event" in out
    assert f"\n{path}: Anna – Bert, 17 plays, no result, 5 errors, 1 warning or hint\n" in out
    assert "records:" not in out


def test_a_good_game(check: Run, game: Write) -> None:
    path = game("game.wsdv", EXAMPLE + "result W resigned\n")
    assert check(path) == (0, f"{path}: 17 plays, West wins (resignation), no errors\n")


def test_json(check: Run, game: Write) -> None:
    code, out = check("--json", game("a.wsdv", FAULTY), game("b.wsdv", EXAMPLE))
    assert code == 1
    faulty, good = valid(out)["records"]
    assert (good["plays"], good["unchecked"], good["result"]) == (17, 0, None)
    assert good["position"]["tracks"] == {"prestige": -2, "currency": 1, "socialists": 3}
    first = faulty["diagnostics"][0]
    assert (first["code"], first["line"], first["column"], first["end-column"]) == ("event-wrong-colour", 12, 5, 10)
    assert first["rule"] == "6.4"


def test_an_uncertain_board_is_not_given_away(check: Run, game: Write) -> None:
    (record,) = valid(check("--json", game("a.wsdv", with_line(11, "E 5 event")))[1])["records"]
    assert (record["unchecked"], record["position"]) == (0, None)
    assert record["boards"] > 1
    assert any("unrest" in place for place in record["uncertain"])


def test_csv(check: Run, game: Write) -> None:
    game("archive/b.wsdv", FAULTY)
    game("archive/deep/a.wsdv", "west: Anna, A.\neast: Bert\n" + EXAMPLE + "result E agreed\n")
    game("archive/notes.txt", "no record")
    folder = game("archive/c.wsdv", EXAMPLE + "result none unfinished").parent
    code, out = check("--format", "csv", folder)
    rows = list(csv.reader(io.StringIO(out)))
    assert code == 1
    assert rows[0] == ["file", "players", "result", "reason", "plays", "errors"]
    assert [[Path(row[0]).name, *row[1:]] for row in rows[1:]] == [
        ["b.wsdv", "", "", "", "17", "5"],
        ["c.wsdv", "", "none", "unfinished", "17", "0"],
        ["a.wsdv", "Anna, A. / Bert", "east", "agreed", "17", "0"],
    ]


def test_github(check: Run, game: Write) -> None:
    out = check("--format", "github", game("a.wsdv", FAULTY))[1]
    assert "line=12,col=5,endColumn=10,title=event-wrong-colour::Card 4" in out


def test_total(check: Run, game: Write) -> None:
    out = check(game("a.wsdv", FAULTY), game("b.wsdv", EXAMPLE))[1]
    assert out.endswith("\n2 records: 34 plays, 5 errors, 1 with errors.\n")


def test_rules(check: Run, game: Write) -> None:
    """With R9b a space two nearer the middle is closed."""
    text = "wsdv-record: 1\nset prestige -3; berlin\ndecade I\nend\n2: at -1\nresult none agreed\n"
    assert "space-not-open" not in check(game("a.wsdv", text))[1]
    assert "space-not-open" in check(game("a.wsdv", text), "--rules", "R9b")[1]
    assert check(game("a.wsdv", text), "--rules", "R99")[0] == 2


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "empty-file"),
        (b"# only words\n\n", "empty-file"),
        (b"decade I\0", "nul-byte"),
        (b"decade I\x07", "control-character"),
        ("title: Köln".encode("cp1250"), "not-utf8"),
        (b"a" * 5_000_001, "too-large"),
        (b"# ours\r\nwsdv-position: 1\r\nprovinces:\r\n  BY: {unrest: 1}\r\n", "position-not-record"),
        (b'{\n\t"wsdv-position": 1, "decade": 2}', "position-not-record"),
        (b"language:\n  code: cs\n", "data-not-record"),
        (b"cases:\n- id: 9.1/1\n", "data-not-record"),
    ],
)
def test_no_text(check: Run, game: Write, data: bytes, code: str) -> None:
    exit_code, out = check("--json", game("a.wsdv", data))
    assert exit_code == 2
    assert [found["code"] for found in valid(out)["records"][0]["diagnostics"]] == [code]


def test_what_is_still_a_record(check: Run, game: Write) -> None:
    text = "# wsdv-position: 1\nwsdv-record: 1\nlanguage: German\nnote: wsdv-position: 1\n"
    assert check(game("a.yaml", text + EXAMPLE + "result none agreed"))[0] == 0


def test_a_name_without_ending(check: Run, game: Write) -> None:
    assert check(game("club.wsdv", EXAMPLE).with_suffix(""))[0] == 0


def test_bom_and_any_line_ends(check: Run, game: Write) -> None:
    for end in ("\r\n", "\r"):
        text = EXAMPLE.replace("\n", end) + "result none agreed"
        code, out = check(game("a.wsdv", b"\xef\xbb\xbf" + text.encode()))
        assert (code, "no error" in out) == (0, True)


def test_nothing_there(check: Run, tmp_path: Path) -> None:
    code, out = check("--json", tmp_path / "none.wsdv")
    assert (code, valid(out)["records"][0]["diagnostics"][0]["code"]) == (2, "cannot-open")
    code, out = check("--json", tmp_path)
    assert (code, valid(out)["records"][0]["diagnostics"][0]["code"]) == (1, "no-records")
    assert run(["check"]) == 2


def test_several_processes_say_the_same(check: Run, game: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(12):
        folder = game(f"archive/{number:02}.wsdv", FAULTY if number % 3 else EXAMPLE).parent
    alone = check("--json", folder)
    monkeypatch.setattr(many, "WORTH_IT", 0)
    monkeypatch.setattr(many, "_processors", lambda: 2)
    assert check("--json", folder) == alone


def test_what_travels_between_processes(game: Write) -> None:
    session = Session(None, "en")
    reporter = pickle.loads(pickle.dumps(Reporter(session, "R9b", colour=True)))
    assert (reporter.colour, reporter.notation.game.follows("R9b")) == (True, True)
    assert pickle.loads(pickle.dumps(reporter(game("a.wsdv", FAULTY)))).errors == 5


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.binary(max_size=300) | st.text(max_size=200).map(str.encode))
def test_any_bytes(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "any.wsdv"
    path.write_bytes(data)
    reporter = test_any_bytes.__dict__.setdefault("reporter", Reporter(Session(None, "en"), ""))
    assert reporter(path).code in (0, 1, 2)


@settings(deadline=None)
@given(st.integers(0, len(EXAMPLE.encode()) - 1), st.integers(0, 255))
def test_any_changed_byte(at: int, byte: int) -> None:
    from wsdv_tools.referee.record_files import check_text
    from wsdv_tools.sources.text_reader import decoded

    data = bytearray(EXAMPLE.encode())
    data[at] = byte
    text, findings = decoded(bytes(data), "f")
    reporter = test_any_bytes.__dict__.setdefault("reporter", Reporter(Session(None, "en"), ""))
    assert findings if text is None else check_text(text, "f", reporter.notation)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("gmae.wsdv", "game.wsdv"), ("gmae", "game.wsdv"), ("GAME2.wsdv", "game.wsdv"), ("other.wsdv", ""), ("", "")],
)
def test_a_mistyped_name_of_a_file(typed: str, meant: str, tmp_path: Path, check: Run) -> None:
    (tmp_path / "game.wsdv").write_text(EXAMPLE, "utf-8")
    (tmp_path / ".gmae.wsdv").write_text(EXAMPLE, "utf-8")
    path = tmp_path / typed if typed else tmp_path / "nowhere" / "game.wsdv"
    code, out = check(path)
    assert code == 2
    assert ("did you mean" in out) == bool(meant)
    assert not meant or f"did you mean “{tmp_path / meant}”?" in out
