"""What a call costs, against a call to a server that answers nothing: the processor time of both ends, in turn."""

from __future__ import annotations

import http.client
import json
import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.measuring import Took
from tests.serving import POSITION, Served, furnished

CALLS, WARM, TURN = 400, 60, 20
_VERSION = re.compile(rb'"version":"(\w+)"')
TABLE = "/api/tables/two.yaml"
_EMPTY = """
import socket, uvicorn
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route
from wsdv_tools.web.running import listening
async def empty(request):
    await request.body()
    return Response()
bound = listening(False, 0)
print(bound.getsockname()[1], flush=True)
app = Starlette(routes=[Route("/", empty, methods=["POST"])])
uvicorn.Server(uvicorn.Config(app, http="h11", log_config=None, access_log=False)).run([bound])
"""


def steps(amount: int) -> Took:
    """A step of a decade end, compared with an empty answer."""
    with TemporaryDirectory() as folder, _served(Path(folder)) as (served, connection):
        headers = {"X-WSDV-Secret": served.secret}
        request = {"position": POSITION, "decisions": ""}
        asked = json.loads(_post(connection, "/api/call/decade-end", request, headers))["view"]["end"]["pending"]
        body = request | {"do": {"step": asked["options"][0]["do"]}}
        return _compared(
            served, amount, lambda: _post(connection, "/api/call/decade-end", body, headers), json.dumps(body)
        )


def taps(amount: int) -> Took:
    """The same at a table: with its files, which are on the disk before it is answered."""
    with TemporaryDirectory() as folder, _served(Path(folder)) as (served, connection):
        headers, number = {"X-WSDV-Secret": served.secret}, count()
        connection.request("GET", TABLE, headers=headers)
        state = [connection.getresponse().read()]
        step = {"step": json.loads(state[0])["view"]["end"]["pending"]["options"][0]["do"]}

        def tap() -> None:
            id_ = next(number)
            do = {"back": 1} if id_ % 2 else step
            version = _VERSION.search(state[0])
            assert version
            tapped = {"version": version[1].decode(), "id": str(id_), "do": do}
            state[0] = _post(connection, TABLE, tapped, headers)

        return _compared(served, amount, tap, "{}")


def _compared(served: Served, amount: int, ask: Callable[[], Any], body: str) -> Took:
    """How many times as much a call costs as an empty answer to the same question.

    Both are asked in turn, a few calls at a time: other work on the machine affects both alike. The median of the
    turns counts.
    """
    with subprocess.Popen([sys.executable, "-c", _EMPTY], stdout=subprocess.PIPE, text=True) as empty:
        try:
            assert empty.stdout
            port = int(empty.stdout.readline())
            with _connected(port) as other:
                turns = [(served.process.pid, ask), (empty.pid, lambda: _post(other, "/", body, {}))]
                for _, each in turns:
                    _cost(0, each, WARM)
                rounds = range(CALLS * amount // TURN)
                costs = [[_cost(server, each, TURN) for server, each in turns] for _ in rounds]
        finally:
            empty.kill()
    whole, nothing = (median(cost) for cost in zip(*costs, strict=True))
    return Took(whole * len(costs), whole / nothing)


def _cost(server: int, ask: Callable[[], Any], calls: int) -> float:
    """The processor's seconds of so many calls, for both ends."""
    before = (_used(server) if server else 0.0) + time.process_time()
    for _ in range(calls):
        ask()
    return (_used(server) if server else 0.0) + time.process_time() - before


def _used(process: int) -> float:
    """By all threads of a process (Linux)."""
    tasks = Path(f"/proc/{process}/task").glob("*/schedstat")
    return sum(int(task.read_text("utf-8").split()[0]) for task in tasks) / 1e9


def _post(connection: http.client.HTTPConnection, path: str, body: Any, headers: dict[str, str]) -> bytes:
    text = body if isinstance(body, str) else json.dumps(body)
    connection.request("POST", path, text, {"Content-Type": "application/json", **headers})
    answer = connection.getresponse()
    told = answer.read()
    assert answer.status == 200, told
    return told


@contextmanager
def _served(folder: Path) -> Iterator[tuple[Served, http.client.HTTPConnection]]:
    served = Served(furnished(folder), first="pass")
    try:
        with _connected(served.port) as connection:
            yield served, connection
    finally:
        served.stop()


@contextmanager
def _connected(port: int) -> Iterator[http.client.HTTPConnection]:
    connection = http.client.HTTPConnection("127.0.0.1", port)
    for _ in range(50):
        try:
            connection.connect()
            break
        except OSError:
            time.sleep(0.1)
    connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    try:
        yield connection
    finally:
        connection.close()
