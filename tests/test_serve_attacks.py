"""What other pages, strangers and broken clients send: refused or answered in under a second, and nobody else waits."""

from __future__ import annotations

import json
import socket
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests import soak
from tests.serving import PATIENCE, Answer, Client, Served, eventually, furnished
from wsdv_tools.sources.shipped import shipped
from wsdv_tools.web import connections, listeners
from wsdv_tools.web.door import MOST_BODY, SECRET_HEADER

SLOW = connections.MOST + 50  # clients that say nothing
CALL = "/api/call/position"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    server = Served(furnished(tmp_path_factory.mktemp("table")))
    yield server
    assert server.stop() == ""  # nothing went wrong inside


@pytest.fixture(scope="module")
def phone(site: Served) -> Client:
    return site.client()


TRIES = 12  # of which one must be quick: what else this machine does is not the server's fault


def quickly(ask: Callable[[], Answer]) -> Answer:
    """The first answer in under a second; a request that takes longer by itself never gets one."""
    waits = []
    for _ in range(TRIES):
        began = time.monotonic()
        answer = ask()
        waits.append(time.monotonic() - began)
        if waits[-1] < 1:
            return answer
    raise AssertionError(f"too slow: {waits}")


# Other pages and strangers


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "", None, "[::1]:{port}"]
)
@pytest.mark.parametrize("path", ["/", "/api/tables", CALL])
def test_a_foreign_host_is_refused(phone: Client, host: str | None, path: str) -> None:
    named = host.format(port=phone.served.port) if host is not None else None
    answer = quickly(lambda: phone.get(path, Host=named))
    assert answer.status in ((421,) if named is not None else (400, 421))


def test_localhost_is_this_computer(phone: Client) -> None:
    assert phone.get("/api/tables", Host=f"localhost:{phone.served.port}").status == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1"},
        {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site"},
    ],
)
def test_another_page_is_refused(phone: Client, headers: dict[str, str | None]) -> None:
    assert quickly(lambda: phone.get("/api/tables", **headers)).code == "origin"
    assert quickly(lambda: phone.post(CALL, {}, **headers)).code == "origin"
    own = {"Origin": f"http://127.0.0.1:{phone.served.port}", "Sec_Fetch_Site": "same-origin"}
    assert phone.get("/api/tables", **own).status == 200


def test_without_the_secret_there_is_nothing(site: Served, phone: Client) -> None:
    stranger = Client(site, enters=False)
    table = "/api/tables/two.yaml"
    for path in ("/api", "/api/board", "/api/tables", "/api/join", "/api/x", table, f"{table}/events", f"{table}/file"):
        assert stranger.get(path).code == "no-secret"
    for path in ("/api/tables", CALL, "/api/tables/two.yaml", "/api/tables/two.yaml/seat"):
        assert stranger.post(path, {}).code == "no-secret"
    for secret in ("", "guess", None, 3, site.secret[:-1], [site.secret]):
        assert stranger.post("/api/enter", {"secret": secret}).code == "no-secret"
    stranger.cookie = str(phone.cookie)[:-2]
    assert stranger.get("/api/tables").code == "no-secret"


def test_a_program_brings_the_secret_in_a_header(site: Served) -> None:
    program = Client(site, enters=False)
    assert program.ask("GET", "/api/tables", None, **{SECRET_HEADER: site.secret}).status == 200
    assert program.ask("GET", "/api/tables", None, **{SECRET_HEADER: "guess"}).code == "no-secret"


def test_a_cookie_cannot_be_read_by_scripts_nor_sent_by_other_pages(site: Served) -> None:
    entered = Client(site, enters=False).post("/api/enter", {"secret": site.secret})
    parts = entered.headers["set-cookie"].lower().split("; ")
    assert {"httponly", "samesite=strict", "path=/"} <= {*parts}
    assert site.secret.lower() not in entered.headers["set-cookie"].lower()


@pytest.mark.parametrize("path", ["/api/words", "/api/tables", "/static/fonts/bold.ttf", "/nothing", "/api/nothing"])
def test_every_answer_tells_the_browser_to_be_careful(phone: Client, path: str) -> None:
    headers = phone.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "server" not in headers


# What is sent


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", None])
def test_only_json_is_taken(phone: Client, kind: str | None) -> None:
    assert quickly(lambda: phone.post(CALL, {}, Content_Type=kind)).code == "not-json"


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "QUERY"])
def test_other_methods_are_refused(phone: Client, method: str) -> None:
    assert quickly(lambda: phone.ask(method, "/api/tables", None)).status == 405


@pytest.mark.parametrize(
    "body",
    [
        b"", b"{", b"[]", b"3", b"null", b'"x"', b"{'a': 1}", b'{"a": NaN}', b'{"text": "\xff"}', b"\x00",
        b"[" * 50_000, b'{"a":' * 11_000, b'{"n": ' + b"9" * 9000 + b"}",
    ],
    ids=lambda body: body[:8].decode("latin-1"),
)  # fmt: skip
@pytest.mark.parametrize("path", [CALL, "/api/tables", "/api/tables/two.yaml", "/api/tables/two.yaml/seat"])
def test_what_is_no_object_is_refused(phone: Client, body: bytes, path: str) -> None:
    assert quickly(lambda: phone.ask("POST", path, body)).status == 400


@pytest.mark.parametrize("path", [CALL, "/api/enter", "/api/tables"])
def test_ten_megabytes_are_refused_before_they_are_read(phone: Client, path: str) -> None:
    assert quickly(lambda: phone.ask("POST", path, b"{", Content_Length="10000000")).code == "too-large"
    assert b" 413 " in _chunked(phone, path, 10_000_000)


def _chunked(phone: Client, path: str, size: int) -> bytes:
    """The first line of the answer to a body that is sent piece by piece, if need be after it was broken off."""
    with socket.create_connection(("127.0.0.1", phone.served.port), PATIENCE) as stream:
        stream.sendall(_head(phone, "POST", path, "Transfer-Encoding: chunked"))
        piece = b"x" * 50_000
        try:
            for _ in range(size // len(piece)):
                stream.sendall(f"{len(piece):x}\r\n".encode() + piece + b"\r\n")
            return stream.recv(1000)
        except OSError:
            return b"HTTP/1.1 413 (cut off)"


def _head(phone: Client, method: str, path: str, *more: str) -> bytes:
    lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{phone.served.port}", f"Cookie: {phone.cookie}"]
    return "\r\n".join([*lines, "Content-Type: application/json", *more, "", ""]).encode()


@pytest.mark.parametrize(
    "path",
    [
        "/../pyproject.toml", "/static/../server.py", "/static/..%2fserver.py", "/static/%2e%2e/server.py",
        "//etc/passwd", "/static/fonts/../../server.py", "/static/fonts/..\\x.ttf", "/.wsdv-serve.json", "/static/",
        "/api/tables/..%2fx.yaml", "/api/tables/%2fetc%2fpasswd", "/api/tables/.wsdv-serve.json", "/api/tables/..",
        "/api/tables/a%00.yaml", "/api/tables/C:x.yaml", "/api/tables/two.yaml%2f..%2ftwo.yaml",
        "/api/cards/..%2f1.svg", "/" + "x" * 9000,
    ],
    ids=lambda path: path[:40],
)  # fmt: skip
def test_no_path_leads_out(phone: Client, path: str) -> None:
    assert quickly(lambda: phone.get(path)).status in (404, 405)


@pytest.mark.parametrize(
    "file", ["examples/decade-2.yaml", "../two.yaml", "/etc/passwd", str(shipped("examples") / "decade-2.yaml")]
)
def test_a_record_that_is_sent_reads_no_file_of_another_folder(phone: Client, file: str) -> None:
    text = f"wsdv-record: 1\nset {file}\ncheck prestige 5\n"
    codes = [finding["code"] for finding in phone.post("/api/call/record", {"text": text}).data["findings"]]
    assert "check-differs" not in codes
    own = phone.post("/api/call/record", {"text": text.replace(file, "two.yaml")}).data["findings"]
    assert "check-differs" in [finding["code"] for finding in own]


@pytest.mark.parametrize("name", ["../evil", "/etc/passwd", "..", "C:\\x", "a\x00b", "two.yaml/../x"])
def test_no_new_table_leads_out(phone: Client, name: str) -> None:
    before = sorted(phone.served.folder.parent.rglob("*"))
    assert phone.post("/api/tables", {"kind": "position", "name": name}).status == 404
    assert phone.post("/api/tables", {"kind": "position", "from": {"table": name}}).status == 404
    assert sorted(phone.served.folder.parent.rglob("*")) == before


def test_a_position_with_thousands_of_unknown_keys_is_judged_quickly(phone: Client) -> None:
    start = "wsdv-position: 1\ndecade: 2\n"
    keys = [f"{number:x}: 1\n" for number in range(9000)]
    assert quickly(lambda: phone.post(CALL, {"text": start + "".join(keys)})).code == "too-large"
    some = start + "".join(keys[:6000])
    assert len(json.dumps(some)) < MOST_BODY
    answer = quickly(lambda: phone.post(CALL, {"text": some}))
    assert answer.status == 200
    assert len(answer.body) < 100_000
    nested = "wsdv-position: 1\nprovinces:\n" + "".join(f"  baiern{number}: {{unrest: 1}}\n" for number in range(1800))
    assert quickly(lambda: phone.post(CALL, {"text": nested})).status in (200, 422)


@pytest.mark.parametrize("lang", ["../../etc/passwd", "de.yaml", "xx", "", "\u0000", "d" * 5000])
def test_a_language_that_is_none_is_english(phone: Client, lang: str) -> None:
    answer = phone.post(CALL, {"text": "wsdv-position: 1\ndecade: 9\n", "lang": lang})
    assert answer.status == 200
    assert "decade" in answer.data["findings"][0]["message"]


@pytest.mark.parametrize("value", [None, 3, [], {}, True, {"x": []}, "x", "\ud800", "\u0000"])
def test_anything_may_be_tapped(phone: Client, value: Any) -> None:
    """Whatever is sent, the answer is a sentence, and the table stays as it is."""
    before = (phone.served.folder / "two.yaml").read_bytes()
    for kind in ("set", "text", "step", "back", "phase", "row", "turn", "hand", "zzz"):
        for name in ("two.yaml", "club.wsdv"):
            answer = phone.tap(name, {kind: value}, "0" * 24)
            assert answer.status == 409 or answer.data["error"]["sentence"]
        version = phone.table("two.yaml")["version"]
        answer = quickly(lambda kind=kind, version=version: phone.tap("two.yaml", {kind: value}, version))  # type: ignore[misc]
        assert answer.status in (200, 400, 422)
    assert (phone.served.folder / "two.yaml").read_bytes() == before or value is True


# Too many, too slow


def test_two_hundred_requests_at_once_are_answered_or_sent_away_within_a_second(phone: Client) -> None:
    phone.get("/api/tables/two.yaml")

    def ask(number: int) -> tuple[int, float]:
        began = time.monotonic()
        text = f"wsdv-position: 1\ndecade: {number % 4 + 1}\n"
        answer = phone.post(CALL, {"text": text}) if number % 2 else phone.get("/api/tables/two.yaml")
        return answer.status, time.monotonic() - began

    def longest() -> float:
        """What they waited, without the last five: two hundred threads of this test share a processor, too."""
        with ThreadPoolExecutor(200) as pool:
            answers = list(pool.map(ask, range(200)))
        assert {status for status, _ in answers} <= {200, 503}
        assert Counter(status for status, _ in answers)[200] >= 24
        return sorted(took for _, took in answers)[-5]

    assert any(longest() < 1.5 for _ in range(TRIES))
    assert quickly(lambda: phone.get("/api/tables")).status == 200


@pytest.mark.parametrize(
    "begins",
    [b"", b"GET / HT", b"POST /api/enter HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n{", None],
    ids=["nothing", "half a head", "half a body", "half a body, and the secret"],
)
def test_slow_clients_delay_nobody_and_are_capped(phone: Client, begins: bytes | None) -> None:
    begins = _head(phone, "POST", CALL, "Content-Length: 50") + b"{" if begins is None else begins
    with ExitStack() as open_:
        slow = []
        for _ in range(SLOW):
            stream = open_.enter_context(socket.create_connection(("127.0.0.1", phone.served.port), PATIENCE))
            stream.sendall(begins)
            slow.append(stream)
        assert quickly(lambda: phone.get("/api/tables")).status == 200
        assert quickly(lambda: phone.post(CALL, {"text": "wsdv-position: 1\ndecade: 2\n"})).status == 200
        eventually(lambda: sum(map(_is_open, slow)) <= connections.MOST)


def _is_open(stream: socket.socket) -> bool:
    stream.setblocking(False)
    try:
        while stream.recv(4000):
            pass
    except BlockingIOError:
        return True
    except OSError:
        pass
    return False


def test_a_client_that_says_nothing_is_let_go(tmp_path: Path) -> None:
    """A server with a shorter clock: head, keep-alive and endless streams."""
    code = "from wsdv_tools.web import connections; connections.HEAD_SECONDS = 0.5; connections.REQUEST_SECONDS = 0.8"
    server = Served(furnished(tmp_path), first=code)
    try:
        device = server.client()
        heads = [b"", b"GET / HT", _head(device, "GET", "/api/tables"), _head(device, "GET", "/api/tables") + b"GET /"]
        with ExitStack() as open_:
            listening = open_.enter_context(_said(server, _head(device, "GET", "/api/tables/two.yaml/events")))
            slow = [open_.enter_context(_said(server, head)) for head in heads]
            for stream in slow:
                eventually(lambda stream=stream: not _is_open(stream))  # type: ignore[misc]
            time.sleep(1)  # longer than any request may take
            assert _is_open(listening)
    finally:
        server.stop()


def _said(server: Served, text: bytes) -> socket.socket:
    stream = socket.create_connection(("127.0.0.1", server.port), PATIENCE)
    stream.sendall(text)
    return stream


def test_listeners_are_capped_and_the_oldest_goes(phone: Client) -> None:
    with ExitStack() as open_:
        streams = []
        for _ in range(listeners.MOST + 5):
            stream = open_.enter_context(_said(phone.served, _head(phone, "GET", "/api/tables/two.yaml/events")))
            while b"data: " not in (told := stream.recv(4000)):
                assert told, "sent away at once"
            streams.append(stream)
        for stream in streams[:5]:
            eventually(lambda stream=stream: not _is_open(stream))  # type: ignore[misc]
        assert all(_is_open(stream) for stream in streams[5:])
        assert quickly(lambda: phone.get("/api/tables")).status == 200


def test_memory_does_not_grow(tmp_path: Path) -> None:
    """A short soak; `make soak` does ten thousand calls."""
    assert soak.grown(furnished(tmp_path), 150, 150) <= soak.MOST_MEGABYTES


def test_json_is_what_the_errors_are(phone: Client) -> None:
    told = json.loads(phone.get("/api/nothing?lang=es").body)["error"]
    assert told["code"] == "no-path"
    assert told["sentence"].startswith("Aquí no hay nada")
