"""Many records: a dead worker costs one, none outlives its parent, and what is known is printed at once."""

from __future__ import annotations

import json
import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.records import EXAMPLE, with_line
from tests.serving import HEEDING
from wsdv_tools.cli import many, run
from wsdv_tools.cli.game_reports import Reporter
from wsdv_tools.referee import record_files
from wsdv_tools.sources.schema import _validator

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals and terminals of POSIX systems")
Printed = pytest.CaptureFixture[str]
FAULTY = with_line(12, "W 4 event u+HE*2")
WSDV = "from wsdv_tools.cli import many; many.WORTH_IT = 0; many._processors = lambda: 2; "
START = WSDV + "from wsdv_tools.start import main; main()"
SLOW = (
    WSDV + "import time; from wsdv_tools.cli.game_reports import Reporter; told = Reporter.__call__\n"
    "def slowly(self, path):\n    time.sleep(0.2); return told(self, path)\n"
    "Reporter.__call__ = slowly\nfrom wsdv_tools.start import main; main()"
)


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WSDV_LANG", "en")
    monkeypatch.setattr(many, "WORTH_IT", 0)
    monkeypatch.setattr(many, "_processors", lambda: 2)


def archive(number: int) -> list[Path]:
    folder = Path("archive")
    folder.mkdir()
    for each in range(number):
        (folder / f"{each:05}.wsdv").write_text(FAULTY if each % 3 else EXAMPLE, "utf-8")
    return sorted(folder.iterdir())


def test_a_dead_worker_costs_its_file_a_finding(monkeypatch: pytest.MonkeyPatch, capsys: Printed) -> None:
    paths = archive(24)
    real = record_files.check_file
    fatal = {paths[0].name, paths[7].name, paths[8].name, paths[-1].name}

    def check_file(path: Path, notation: object) -> object:
        if path.name in fatal:
            os.kill(os.getpid(), signal.SIGKILL)
        return real(path, notation)  # type: ignore[arg-type]

    monkeypatch.setattr("wsdv_tools.cli.game_reports.check_file", check_file)
    assert run(["check", "archive", "--json"]) == 1
    records = json.loads(capsys.readouterr().out)["records"]
    assert [Path(record["file"]).name for record in records] == [path.name for path in paths]
    died = {Path(r["file"]).name for r in records if "worker-died" in [d["code"] for d in r["diagnostics"]]}
    assert died == fatal


def test_a_fault_of_ours_is_not_hidden(monkeypatch: pytest.MonkeyPatch, capsys: Printed) -> None:
    archive(20)

    def fails(*_: object) -> object:
        raise ZeroDivisionError("ours")

    monkeypatch.setattr("wsdv_tools.cli.game_reports.check_file", fails)
    assert run(["check", "archive"]) == 70
    assert "ZeroDivisionError: ours" in capsys.readouterr().err


def test_without_room_for_a_process_the_work_is_done_here(monkeypatch: pytest.MonkeyPatch, capsys: Printed) -> None:
    archive(20)

    def refuse(*_: object) -> None:
        raise OSError(11, "Resource temporarily unavailable")

    monkeypatch.setattr("multiprocessing.context.ForkProcess.start", refuse)
    assert run(["check", "archive", "--format", "csv"]) == 1
    assert len(capsys.readouterr().out.splitlines()) == 21


def children(pid: int) -> list[int]:
    return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="/proc")
@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_workers_end_with_their_parent(ending: signal.Signals) -> None:
    archive(200)
    command = [sys.executable, "-c", HEEDING + SLOW, "check", "archive"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as parent:
        until = time.monotonic() + 60
        workers: list[int] = []
        while len(workers) < 2 and time.monotonic() < until:
            time.sleep(0.05)
            workers = children(parent.pid)
        assert len(workers) == 2
        time.sleep(0.3)
        parent.send_signal(ending)
        _, err = parent.communicate(timeout=60)
    assert parent.returncode == (130 if ending is signal.SIGINT else -ending)
    until = time.monotonic() + 20
    while any(map(is_running, workers)) and time.monotonic() < until:
        time.sleep(0.05)
    assert not any(map(is_running, workers))
    assert not err


def test_json_lines_come_one_by_one() -> None:
    """The first is there long before the last."""
    archive(30)
    command = [sys.executable, "-c", SLOW, "check", "archive", "--format", "jsonl"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as checking:
        assert checking.stdout
        times = []
        for line in checking.stdout:
            times.append(time.monotonic())
            document = json.loads(line)
            _validator("check").evolve(schema={"$ref": "check.schema.json"}).validate({"records": [document]})
    assert len(times) == 30
    assert times[-1] - times[0] > 1
    assert checking.returncode == 1


def test_all_formats_say_the_same_alone_and_together(monkeypatch: pytest.MonkeyPatch, capsys: Printed) -> None:
    archive(6)
    for format_ in ("text", "json", "csv"):
        assert run(["check", "archive", "--format", format_]) == 1
        together = capsys.readouterr().out
        with monkeypatch.context() as alone:
            alone.setattr(many, "_processors", lambda: 1)
            assert run(["check", "archive", "--format", format_]) == 1
        assert capsys.readouterr().out == together


def read_all(terminal: int) -> Iterator[bytes]:
    while select.select([terminal], [], [], 60)[0]:
        try:
            data = os.read(terminal, 65536)
        except OSError:
            return
        if not data:
            return
        yield data


def test_a_terminal_sees_a_bar_and_findings_above_it() -> None:
    archive(40)
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "100"}
    command = [sys.executable, "-c", START, "check", "archive"]
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment) as checking:
        os.close(theirs)
        seen = b"".join(read_all(ours)).decode("utf-8", "replace")
        os.close(ours)
    assert checking.returncode == 1
    assert "100%" in seen
    assert "\r\x1b[K" in seen
    assert "[" in seen.partition("100%")[0]


def test_nothing_of_many_records_is_kept(monkeypatch: pytest.MonkeyPatch, capsys: Printed) -> None:
    """Ten thousand records: what was printed is forgotten."""
    archive(12)
    kept: list[str] = []
    real = Reporter.total

    def total(self: Reporter, told: list[object]) -> str:
        kept.extend(one.text for one in told)  # type: ignore[attr-defined]
        return real(self, told)  # type: ignore[arg-type]

    monkeypatch.setattr(Reporter, "total", total)
    assert run(["check", "archive"]) == 1
    assert capsys.readouterr().out
    assert kept == [""] * 12
