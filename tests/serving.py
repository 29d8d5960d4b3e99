"""A real `wsdv serve` in a process of its own, and clients for it."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

from tests.answers import MISFIT
from tests.pages import ROOT
from tests.records import EXAMPLE as RECORD
from wsdv_tools.sources.shipped import shipped

POSITION = (shipped("examples") / "decade-2.yaml").read_text("utf-8")
_KNOWN = os.environ.get("PYTHONPATH", "")
_ADDRESS = re.compile(r"http://([\d.]+):(\d+)/#(\S+)")
PATIENCE = 60.0  # seconds: the machine may do other work, and a fault is a fault however late it is found
# Each answer is checked against its schema; what measures time and memory leaves that out.
CHECKED = "from tests.answers import watch_answers; watch_answers()"
_WSDV = "from wsdv_tools.start import main; main()"
# Whatever runs the tests may have signals ignored (nohup, a job in the background): a program begins as in a terminal.
HEEDING = (
    "import signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"
    "if hasattr(signal, 'SIGHUP'): signal.signal(signal.SIGHUP, signal.SIG_DFL)\n"
)


class Answer(NamedTuple):
    """What came back."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def data(self) -> Any:
        return json.loads(self.body)

    @property
    def code(self) -> str:
        """Why not."""
        return str(self.data["error"]["code"])


class Served:
    """The server of a folder; it can be killed, and started again at the same port."""

    def __init__(self, folder: Path, *options: str, first: str = CHECKED) -> None:
        self.folder = folder
        self.options = options
        self.first = first  # what Python does before the server starts
        self.port = 0
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-c", f"{HEEDING}{self.first}\n{_WSDV}", "--lang", "en", *self.wish()]
        environment = {**os.environ, "PYTHONUNBUFFERED": "1", "PYTHONPATH": f"{ROOT}{os.pathsep}{_KNOWN}"}
        self.process = subprocess.Popen(
            [*command, "--no-browser", "--port", str(self.port)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=environment,
        )
        assert self.process.stdout
        first = self.process.stdout.readline()
        found = _ADDRESS.search(first)
        assert found, first + self.process.stdout.read()
        self.port, self.secret, self.url = int(found[2]), found[3], found[0]
        while "Ctrl-C" not in (line := self.process.stdout.readline()):
            assert line, "it ended"

    def wish(self) -> list[str]:
        """The command."""
        return ["serve", *self.options, "--folder", str(self.folder)]

    def kill(self) -> None:
        """As a power cut would."""
        self.process.kill()
        _all_fit(self.process.communicate(timeout=PATIENCE)[0])

    def stop(self) -> str:
        """As Ctrl-C would; gives what it printed since it began."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        try:
            printed, _ = self.process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self.kill()
            raise
        return _all_fit(printed)

    def client(self) -> Client:
        return Client(self)


def _all_fit(printed: str) -> str:
    assert MISFIT not in printed, printed
    return printed


class Client:
    """A device: it has come in, and keeps its cookie."""

    def __init__(self, served: Served, enters: bool = True) -> None:
        self.served = served
        self.cookie: str | None = None
        if enters:
            entered = self.post("/api/enter", {"secret": served.secret})
            assert entered.status == 200, entered
            self.cookie = entered.headers["set-cookie"].partition(";")[0]

    def ask(self, method: str, path: str, body: bytes | None, **headers: str | None) -> Answer:
        """One request on a connection of its own; a header that is None is left out."""
        given = {"Host": f"127.0.0.1:{self.served.port}", "Content-Type": "application/json", "Cookie": self.cookie}
        given |= {name.replace("_", "-"): value for name, value in headers.items()}
        connection = http.client.HTTPConnection("127.0.0.1", self.served.port, timeout=PATIENCE)
        try:
            connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            for name, value in given.items():
                if value is not None:
                    connection.putheader(name, value)
            if body is not None and "Content_Length" not in headers:
                connection.putheader("Content-Length", str(len(body)))
            connection.endheaders(body)
            answer = connection.getresponse()
            return Answer(answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read())
        finally:
            connection.close()

    def get(self, path: str, **headers: str | None) -> Answer:
        return self.ask("GET", path, None, **headers)

    def post(self, path: str, data: Any, **headers: str | None) -> Answer:
        return self.ask("POST", path, json.dumps(data).encode(), **headers)

    def table(self, name: str) -> Any:
        answer = self.get(f"/api/tables/{name}")
        assert answer.status == 200, answer
        return answer.data

    def tap(self, name: str, do: Any, version: str | None = None, id_: str | None = None) -> Answer:
        """Do something at a table, over the version that is there now unless another is named."""
        version = version or self.table(name)["version"]
        return self.post(f"/api/tables/{name}", {"version": version, "id": id_ or uuid4().hex, "do": do})


def eventually(holds: Callable[[], bool]) -> None:
    """Waits until something holds: how soon depends on what else the machine does."""
    until = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < until, "it never came"
        time.sleep(0.02)


def furnished(folder: Path) -> Path:
    """A folder with a game and a position, as examples have them."""
    (folder / "club.wsdv").write_text(RECORD, "utf-8")
    (folder / "two.yaml").write_text(POSITION, "utf-8")
    return folder
