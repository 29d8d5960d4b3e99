"""`wsdv stats`: games as tables and plots, recorded ones and simulated ones."""

from __future__ import annotations

import csv
import json
import os
import pickle
import re
import signal
import sqlite3
import subprocess
import sys
import time
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from tests.test_report import TAGS, Parsed
from wsdv_tools import open_rulebook
from wsdv_tools.cli import many, run, stats
from wsdv_tools.cli.session import Session
from wsdv_tools.referee.record_files import check_file, check_text
from wsdv_tools.referee.verdicts import Checked
from wsdv_tools.reports.rows import COLUMNS
from wsdv_tools.reports.simulation import Series
from wsdv_tools.reports.stops import standing
from wsdv_tools.reports.store import Store
from wsdv_tools.sources.shipped import shipped

EXAMPLES = shipped("examples")
HOSTILE = "=cmd()</td><script>alert(1)</script>"


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The examples in all formats, with a wrong game, a hostile one, and what is none."""
    folder = tmp_path_factory.mktemp("stats")
    games = folder / "games"
    games.mkdir()
    for path in EXAMPLES.glob("*.wsdv"):
        (games / path.name).write_bytes(path.read_bytes())
    text = (EXAMPLES / "triumph.wsdv").read_text("utf-8")
    (games / "wrong.wsdv").write_text(text.replace("\nE ", "\nW ", 1), "utf-8")
    (games / "hostile.wsdv").write_text(re.sub(r"(?m)^west: .*", f"west: {HOSTILE}", text), "utf-8")
    (games / "bytes.wsdv").write_bytes(b"\x00\xff")
    (games / "small.kuba").write_text("kubakrise-record: 1\n", "utf-8")
    formats = [option for name in ("csv", "jsonl", "sqlite", "html") for option in ("--format", name)]
    assert run(["stats", str(games), *formats, "--out", str(folder), "--lang", "en"]) == 2
    return folder


def read_csv(folder: Path, table: str) -> list[dict[str, str]]:
    with (folder / f"{table}.csv").open(encoding="utf-8", newline="") as file:
        return [*csv.DictReader(file)]


def ask(folder: Path, query: str) -> list[tuple[Any, ...]]:
    connection = sqlite3.connect(folder / "games.sqlite")
    try:
        return connection.execute(query).fetchall()
    finally:
        connection.close()


def checked(name: str) -> Checked:
    return check_file(EXAMPLES / f"{name}.wsdv", open_rulebook().notation).checked


def row_of(folder: Path, name: str) -> dict[str, str]:
    return next(row for row in read_csv(folder, "games") if row["file"].endswith(f"{name}.wsdv"))


def test_one_row_a_game(tables: Path) -> None:
    row = row_of(tables, "west-collapses")
    shown = [row[name] for name in ("legal", "winner", "reason", "decade", "plays", "errors", "tip_decade", "tip_line")]
    assert shown == ["yes", "east", "collapse", "3", "51", "0", "3", "73"]
    assert row_of(tables, "decade-1")["reason"] == ""


def test_illegal_games_are_told_apart_and_not_dropped(tables: Path) -> None:
    told = dict(ask(tables, "SELECT legal, count(*) FROM games GROUP BY legal"))
    assert told == {"yes": 9, "no": 1, "unread": 1, "other-game": 1}
    wrong = row_of(tables, "wrong")
    assert (wrong["legal"], wrong["first_error"]) == ("no", "not-your-turn")
    assert int(wrong["errors"]) > 0
    assert ask(tables, "SELECT count(*) FROM plays JOIN games USING (game) WHERE legal = 'no'") == [(66,)]
    summary = Parsed((tables / "summary.html").read_text("utf-8"))
    assert "wrong.wsdv" in summary.said
    assert "bytes.wsdv" in summary.said


def test_one_row_a_play_with_the_board_before_it(tables: Path) -> None:
    game = open_rulebook().game
    number = row_of(tables, "four-decades")["game"]
    rows = [row for row in read_csv(tables, "plays") if row["game"] == number]
    moments = [moment for moment in checked("four-decades").moments if not moment.outcome]
    assert len(rows) == len(moments) == 71
    for row, moment in zip(rows, moments, strict=True):
        assert int(row["line"]) == moment.line.span.line
        for name, value in standing(game, moment.before)._asdict().items():
            assert int(row[name]) == value
    first = rows[0]
    assert [first[name] for name in ("side", "card", "mode", "from_hand")] == ["west", "16", "event", "0"]
    assert first["steps"] == "u+TH; u+EB; u+SN; u+ST; soc ST"


def test_a_board_can_be_set_up_again(tables: Path) -> None:
    """The text in the column `board` is a `set` line."""
    notation = open_rulebook().notation
    moments = [moment for moment in checked("insolvency").moments if not moment.outcome]
    query = "SELECT board FROM plays JOIN games USING (game) WHERE file LIKE '%insolvency.wsdv' ORDER BY play"
    for (board,), moment in zip(ask(tables, query), moments, strict=True):
        again = check_text(f"wsdv-record: 1\nset {board}\n", "again.wsdv", notation).checked.position
        used = tuple(card for card in moment.before.police if card in moment.before.police_used)
        assert again == moment.before._replace(course=None, police_used=used)


def test_one_row_a_decade_end(tables: Path) -> None:
    moments = [moment for moment in checked("four-decades").moments if moment.outcome]
    number = row_of(tables, "four-decades")["game"]
    rows = [row for row in read_csv(tables, "ends") if row["game"] == number]
    assert [row["decade"] for row in rows] == ["1", "2", "3", "4"]
    for row, moment in zip(rows, moments, strict=True):
        assert moment.outcome
        figures: dict[int, Any] = {report.phase: report.figures for report in moment.outcome.reports}
        flight = figures[1].flight
        assert row["flight"] == (str(flight.steps) if flight else "")
        assert int(row["dismantles"]) == figures[1].points
        assert int(row["prestige_space"]) == figures[2].space
        assert int(row["west_worst_export"]) == figures[3].west_worst_export
        assert int(row["east_standards"]) == figures[3].standard
        assert int(row["police"]) == figures[4].points
        assert int(row["attack_unrest"]) == sum(figures[7].unrest.values())
        assert int(row["east_protests"]) == figures[10].protests["east"]
    assert [row["attacks"] for row in rows][:2] == ["4", "4"]  # of the first ones two are West Berlin's
    assert (rows[-1]["winner"], rows[-1]["reason"]) == ("east", "time")


def test_a_decade_end_that_breaks_off_leaves_the_rest_empty(tables: Path) -> None:
    query = "SELECT last_phase, winner, east_protests FROM ends WHERE reason = 'insolvency'"
    [(phase, winner, protests)] = ask(tables, query)
    assert (winner, protests) == ("west", None)
    assert phase < 10


def test_all_formats_say_the_same(tables: Path) -> None:
    for table, columns in COLUMNS.items():
        from_json = [json.loads(line) for line in (tables / f"{table}.jsonl").read_text("utf-8").splitlines()]
        from_sql = ask(tables, f"SELECT * FROM {table}")
        assert [tuple(row.values()) for row in from_json] == from_sql
        assert all(tuple(row) == columns for row in from_json)
        from_csv = [tuple(row.values()) for row in read_csv(tables, table)]
        shown = [tuple("" if cell is None else str(cell) for cell in row) for row in from_sql]
        assert [tuple(cell.removeprefix("'") for cell in row) for row in from_csv] == shown


def test_hostile_names_stay_names(tables: Path) -> None:
    assert row_of(tables, "hostile")["west"] == f"'{HOSTILE}"  # no formula
    summary = Parsed((tables / "summary.html").read_text("utf-8"))
    assert not summary.tags.keys() - TAGS - {"table", "tr", "td", "th"}
    assert summary.tags["script"] == 2


def test_a_hostile_file_name(tmp_path: Path) -> None:
    file = tmp_path / f"{HOSTILE.replace('/', '')}.wsdv"
    file.write_text("wsdv-record: 1\nnonsense\n", "utf-8")
    assert run(["stats", str(file), "--out", str(tmp_path / "out")]) == 1
    summary = Parsed((tmp_path / "out" / "summary.html").read_text("utf-8"))
    assert summary.tags["script"] == 2
    assert "alert(1)" in summary.said


@pytest.mark.parametrize("language", ["de", "en", "es", "hu"])
def test_the_summary_in_every_language(tmp_path: Path, language: str) -> None:
    assert run(["stats", str(EXAMPLES), "--out", str(tmp_path), "--lang", language]) == 0
    page = (tmp_path / "summary.html").read_bytes()
    said = Parsed(page.decode()).said
    assert not re.search(r"\{\w+\}|texts\.", said)
    if language == "hu":
        assert run(["stats", str(EXAMPLES), "--out", str(tmp_path), "--lang", language]) == 0
        assert (tmp_path / "summary.html").read_bytes() == page
    assert [path.name for path in tmp_path.iterdir()] == ["summary.html"]


def test_what_it_made_is_made_again_and_nothing_else(tmp_path: Path) -> None:
    formats = [option for name in ("csv", "jsonl", "sqlite") for option in ("--format", name)]
    for _ in range(2):
        assert run(["stats", str(EXAMPLES), *formats, "--out", str(tmp_path)]) == 0
    (tmp_path / "plays.csv").write_text("my,own,plays\n", "utf-8")
    assert run(["stats", str(EXAMPLES), *formats, "--out", str(tmp_path)]) == 1
    assert (tmp_path / "plays.csv").read_text("utf-8") == "my,own,plays\n"


def test_wrong_use(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["stats", "--out", str(tmp_path)]) == 2
    assert run(["stats", str(EXAMPLES), "--simulate", "3", "--out", str(tmp_path)]) == 2
    assert run(["stats", "--simulate", "3", "--west", "clever", "--out", str(tmp_path)]) == 2
    assert run(["stats", "--simulate", "3", "--rules", "R99z", "--out", str(tmp_path)]) == 2
    assert "R99z" in capsys.readouterr().out


def test_a_folder_in_use_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    connection = sqlite3.connect(tmp_path / ".wsdv-stats.work")
    connection.execute("CREATE TABLE busy (n)")
    connection.execute("BEGIN EXCLUSIVE")
    assert run(["stats", str(EXAMPLES), "--out", str(tmp_path), "--lang", "en"]) == 1
    assert "locked" in capsys.readouterr().out
    connection.close()


def test_a_file_of_others_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    work = tmp_path / ".wsdv-stats.work"
    work.write_text("mine, and no database", "utf-8")
    assert run(["stats", str(EXAMPLES), "--out", str(tmp_path), "--lang", "en"]) == 1
    assert "cannot be written" in capsys.readouterr().out
    assert work.read_text("utf-8") == "mine, and no database"


# Many games


@pytest.mark.thorough
def test_memory_does_not_grow_with_the_number_of_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games are not checked here, as that takes long: every row is there, but of the same game."""
    monkeypatch.setattr(many, "_processors", lambda: 1)
    session = Session(None, "en")
    collector = stats.Collector(session, "")
    game = pickle.dumps(collector(EXAMPLES / "insolvency.wsdv"))
    monkeypatch.setattr(stats.Collector, "__call__", lambda *_: pickle.loads(game))

    def most(number: int) -> int:
        paths = [Path("game.wsdv")] * number
        with Store(tmp_path / f"{number}.work", {}) as store:
            tracemalloc.start()
            try:
                stats._collected(session, collector, paths, store)
                for format_ in stats.FORMATS:
                    for _, content in stats._files(session, store, format_):
                        assert sum(1 for _ in content)
                return tracemalloc.get_traced_memory()[1]
            finally:
                tracemalloc.stop()

    most(2)  # what is read once
    assert most(40) < 1.3 * most(8)


@pytest.mark.thorough
def test_time_grows_with_the_plays_and_no_faster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(many, "_processors", lambda: 1)

    def seconds(number: int) -> float:
        games = tmp_path / f"games-{number}"
        games.mkdir()
        for copy in range(number):
            (games / f"{copy}.wsdv").write_bytes((EXAMPLES / "decade-1.wsdv").read_bytes())
        begun = time.process_time()
        assert run(["stats", str(games), "--format", "sqlite", "--format", "html", "--out", str(tmp_path)]) == 0
        return time.process_time() - begun

    seconds(1)  # what is read once
    assert seconds(48) < 12 * seconds(8)  # six times as many games


# Simulated games


def simulate(folder: Path, *options: str) -> list[bytes]:
    told = ["--simulate", "4", "--west", "greedy", "--seed", "7", "--format", "csv", "--out", str(folder)]
    assert run(["stats", *told, *options]) == 0
    return [(folder / f"{table}.csv").read_bytes() for table in COLUMNS]


@pytest.mark.thorough
def test_the_same_games_whatever_the_number_of_workers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(many, "_processors", lambda: 1)
    alone = simulate(tmp_path / "alone")
    monkeypatch.setattr(many, "_processors", lambda: 3)
    assert simulate(tmp_path / "three") == alone
    assert simulate(tmp_path / "other", "--seed", "8") != alone
    assert b"greedy-random-7-4.wsdv,yes," in alone[0]


def test_a_simulated_game_is_a_record_without_errors() -> None:
    notation = open_rulebook().notation
    text = Series("greedy", "random", 3).record(2, notation)
    assert text == Series("greedy", "random", 3).record(2, notation)
    assert "west: greedy\neast: random\n" in text
    assert not [one for one in check_text(text, "game.wsdv", notation).checked.findings if one.is_error]


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no such signal")
def test_a_run_that_is_killed_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """However far it came, the tables are the same in the end."""
    from wsdv_tools.reports import store

    options = ["stats", "--simulate", "20", "--seed", "5", "--format", "csv", "--out"]
    code = (
        "import sys; from wsdv_tools.reports import store; store.OFTEN = 2; from wsdv_tools.start import main; main()"
    )
    child = subprocess.Popen([sys.executable, "-c", code, *options, str(tmp_path / "killed")], start_new_session=True)
    work, until = tmp_path / "killed" / ".wsdv-random-random-5.work", time.monotonic() + 60
    while time.monotonic() < until and not (work.exists() and work.stat().st_size > 100_000):
        time.sleep(0.02)
    os.killpg(child.pid, signal.SIGKILL)
    child.wait()
    assert work.exists()
    assert store.OFTEN > 2
    capsys.readouterr()
    assert run([*options, str(tmp_path / "killed"), "--lang", "en"]) == 0
    assert "from the last run; continuing" in capsys.readouterr().err
    assert not work.exists()
    assert run([*options, str(tmp_path / "whole")]) == 0
    for table in COLUMNS:
        killed, whole = ((tmp_path / name / f"{table}.csv").read_bytes() for name in ("killed", "whole"))
        assert killed == whole


def test_other_games_do_not_mix(tmp_path: Path) -> None:
    """What a run of another version has left is not continued."""
    notation = open_rulebook().notation
    work = tmp_path / ".wsdv-random-random-4.work"
    with Store(work, {"version": "0"}) as left:
        left.add([Series("random", "random", 9).rows(1, notation)])
    assert run(["stats", "--simulate", "1", "--seed", "4", "--format", "csv", "--out", str(tmp_path)]) == 0
    assert b"random-random-4-1.wsdv" in (tmp_path / "games.csv").read_bytes()
    assert b"random-random-9-1.wsdv" not in (tmp_path / "games.csv").read_bytes()


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = str(EXAMPLES / "decade-1.wsdv")
    assert run(["stats", game, str(tmp_path / "evning"), "--out", str(tmp_path), "--lang", "en"]) == 2
    said = capsys.readouterr().out
    assert "evning.wsdv cannot be opened" in said.replace("\n", " ")
    assert "decade-1" not in said
    assert "2 games: " in said
