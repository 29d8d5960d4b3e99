"""The server of the page: tables, versions, taps that count once, seats, and what others write meanwhile."""

from __future__ import annotations

import json
import os
import socket
import stat
import threading
import time
from collections.abc import Iterator
from http.client import HTTPException
from pathlib import Path
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tests.answers import MISFIT, misfit
from tests.serving import PATIENCE, POSITION, Client, Served, furnished
from wsdv_tools.cli import run
from wsdv_tools.web.calls import CALLS
from wsdv_tools.web.listeners import BREATH
from wsdv_tools.web.openapi import DESCRIBED, openapi
from wsdv_tools.web.seats import FILE, Seats
from wsdv_tools.words.choosing import known_languages

Printed = pytest.CaptureFixture[str]
SN = {"set": "SN unrest 2"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    server = Served(furnished(tmp_path_factory.mktemp("table")))
    yield server
    assert server.stop() == ""


@pytest.fixture
def phone(site: Served) -> Client:
    (site.folder / "two.yaml").write_text(POSITION, "utf-8")
    (site.folder / "two.decisions").unlink(missing_ok=True)
    return site.client()


def assert_fits(name: str, data: Any) -> None:
    """Against the schemas of the document that the server gives to other programs."""
    document = openapi()
    schema = {"$ref": f"#/components/schemas/{name}", "components": document["components"]}
    Draft202012Validator(schema).validate(data)


# Tables


def test_the_tables_of_a_folder_are_listed_and_nothing_else(phone: Client, site: Served) -> None:
    (site.folder / "secret.yaml").write_text("password: hidden\n", "utf-8")
    (site.folder / ".hidden.wsdv").write_text("wsdv-record: 1\n", "utf-8")
    (site.folder / "link.yaml").unlink(missing_ok=True)
    (site.folder / "link.yaml").symlink_to(site.folder / "two.yaml")
    answer = phone.get("/api/tables")
    assert_fits("tables", answer.data)
    names = {table["name"]: table["kind"] for table in answer.data["tables"]}
    assert names == {"club.wsdv": "game", "two.yaml": "position"}
    for name in ("secret.yaml", ".hidden.wsdv", "link.yaml", "nothing.yaml", FILE):
        assert phone.get(f"/api/tables/{name}").code == "no-table"


def test_a_tap_is_on_the_disk_when_it_is_answered(phone: Client, site: Served) -> None:
    before = phone.table("two.yaml")
    assert_fits("table", before)
    answer = phone.tap("two.yaml", SN)
    assert answer.status == 200
    assert_fits("table", answer.data)
    assert answer.data["version"] != before["version"]
    assert answer.data["view"]["facts"]["provinces"]["sachsen"]["unrest"] == 2
    assert "sachsen: {unrest: 2" in (site.folder / "two.yaml").read_text("utf-8")
    assert phone.table("two.yaml") == answer.data


def test_a_file_with_comments_is_copied_before_it_is_written_over(phone: Client, site: Served) -> None:
    (site.folder / "two.yaml").write_text("# Anna's board\n" + POSITION, "utf-8")
    assert phone.tap("two.yaml", SN).status == 200
    copies = [path.read_text("utf-8") for path in site.folder.glob("two.yaml.bak*")]
    assert "# Anna's board\n" + POSITION in copies
    assert phone.tap("two.yaml", {"set": "SN unrest 3"}).status == 200
    assert len(list(site.folder.glob("two.yaml.bak*"))) == len(copies)


def test_a_tap_over_an_old_version_is_not_taken(phone: Client, site: Served) -> None:
    before = phone.table("two.yaml")["version"]
    now = phone.tap("two.yaml", SN).data
    late = phone.tap("two.yaml", {"set": "SN unrest 0"}, before)
    assert late.status == 409
    assert late.data == now
    assert phone.table("two.yaml") == now
    assert "sachsen: {unrest: 2" in (site.folder / "two.yaml").read_text("utf-8")


def test_the_same_tap_twice_counts_once(phone: Client, site: Served) -> None:
    del site
    version = phone.table("two.yaml")["version"]
    first = phone.tap("two.yaml", SN, version, "tap-1")
    again = phone.tap("two.yaml", SN, version, "tap-1")  # the answer was lost on its way
    assert (first.status, again.status) == (200, 200)
    assert again.data == first.data


def test_a_refused_tap_changes_nothing_and_says_why(phone: Client) -> None:
    before = phone.table("two.yaml")
    refused = phone.post("/api/tables/two.yaml?lang=de", {"version": before["version"], "id": "x", "do": {"set": "??"}})
    assert refused.status == 422
    assert_fits("error", refused.data)
    assert "ist hier nicht möglich" in refused.data["error"]["sentence"]
    assert phone.table("two.yaml") == before


@pytest.mark.parametrize(
    "asked",
    [{}, {"id": 3, "do": {}}, {"id": "x"}, {"id": "", "do": {}}, {"id": "x" * 200, "do": {}}, {"id": "a", "do": []}],
)
def test_a_tap_without_its_parts_is_refused(phone: Client, asked: Any) -> None:
    assert phone.post("/api/tables/two.yaml", asked).code == "request"


def test_new_tables_get_free_names(phone: Client, site: Served) -> None:
    first = phone.post("/api/tables", {"kind": "position", "name": "evening"})
    second = phone.post("/api/tables", {"kind": "position", "name": "evening", "from": {"text": POSITION}})
    assert_fits("added", first.data)
    assert (first.data["name"], second.data["name"]) == ("evening.yaml", "evening-2.yaml")
    assert phone.table("evening-2.yaml")["view"]["facts"]["decade"] == 2
    bad = phone.post("/api/tables", {"kind": "position", "from": {"text": "wsdv-position: 1\ndecade: 9\n"}})
    assert bad.status == 422
    assert not (site.folder / "position.yaml").exists()
    for name in ("../evil", ".hidden", "a/b", "con:x", "x" * 200):
        assert phone.post("/api/tables", {"kind": "position", "name": name}).code == "no-table"
    for path in site.folder.glob("evening*"):
        path.unlink()


def test_two_phones_at_once_end_with_one_position(phone: Client, site: Served) -> None:
    """Each taps as fast as it can and comes again when the other was faster: nothing is lost or counted twice."""
    del phone
    done: dict[str, int] = {"BY": 0, "SN": 0}

    def tapping(province: str) -> None:
        device = site.client()
        while done[province] < 4:
            state = device.table("two.yaml")
            number = done[province] + 1
            if device.tap("two.yaml", {"set": f"{province} unrest {number}"}, state["version"]).status == 200:
                done[province] = number

    threads = [threading.Thread(target=tapping, args=[province]) for province in done]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    facts = site.client().table("two.yaml")["view"]["facts"]["provinces"]
    assert (facts["bayern"]["unrest"], facts["sachsen"]["unrest"]) == (4, 4)


# Changes


def heard(client: Client, name: str, do: Any) -> tuple[list[Any], float]:
    """What a stream tells after something was done, and how long that took."""
    served = client.served
    with socket.create_connection(("127.0.0.1", served.port), PATIENCE) as stream:
        lines = stream.makefile("r", encoding="utf-8")
        head = (f"GET /api/tables/{name}/events HTTP/1.1", f"Host: 127.0.0.1:{served.port}", f"Cookie: {client.cookie}")
        stream.sendall("\r\n".join([*head, "", ""]).encode())
        events: list[Any] = []
        began = 0.0
        for line in lines:
            if line.startswith("data: "):
                events.append(json.loads(line.removeprefix("data: ")))
                if len(events) == 2:
                    break
                began = time.monotonic()
                do()
        return events, time.monotonic() - began


def test_a_tap_is_told_to_the_others_at_once(phone: Client, site: Served) -> None:
    other = site.client()
    events, took = heard(phone, "two.yaml", lambda: other.tap("two.yaml", SN))
    for event in events:
        assert_fits("event", event)
    assert events[1]["version"] == phone.table("two.yaml")["version"] != events[0]["version"]
    assert took < BREATH  # not only when the stream takes its next breath


def test_what_the_terminal_writes_is_noticed(phone: Client, site: Served) -> None:
    text = POSITION.replace("decade: 2", "decade: 3")
    events, took = heard(phone, "two.yaml", lambda: (site.folder / "two.yaml").write_text(text, "utf-8"))
    assert events[0]["version"] != events[1]["version"]
    assert took < BREATH
    assert phone.table("two.yaml")["view"]["facts"]["decade"] == 3


def test_there_are_no_events_of_nothing(phone: Client) -> None:
    assert phone.get("/api/tables/nothing.yaml/events").code == "no-table"


# Seats


def test_a_side_belongs_to_one_device(tmp_path: Path) -> None:
    seats = Seats(tmp_path)
    anna, bert = (str(seats.device(seats.enter(seats.secret))) for _ in range(2))
    assert [seats.seat("g", one) for one in (anna, bert, None)] == ["open", "open", "open"]
    seats.take("g", anna, "west")
    assert [seats.seat("g", one) for one in (anna, bert, None)] == ["west", "watch", "watch"]
    assert seats.told("g", bert) == {"west": "taken", "east": "free"}
    with pytest.raises(Exception, match="seat-taken"):
        seats.take("g", bert, "west")
    with pytest.raises(Exception, match="seat-program"):
        seats.take("g", None, "east")
    seats.take("g", bert, "east")
    seats.take("g", bert, "watch")
    assert seats.told("g", bert) == {"west": "taken", "east": "free"}
    again = Seats(tmp_path)  # the server was started again
    assert (again.secret, again.key) == (seats.secret, seats.key)
    assert again.seat("g", anna) == "west"
    again.free("g", "west")
    assert again.seat("g", bert) == "open"
    assert again.seat("other", anna) == "open"


def test_cookies_of_others_are_worth_nothing(tmp_path: Path) -> None:
    seats = Seats(tmp_path)
    cookie = seats.enter(seats.secret)
    assert seats.device(cookie)
    for forged in ("", ".", "abc", "abc.", f"x{cookie}", cookie[:-1], f"{cookie}0"):
        assert seats.device(forged) is None
    with pytest.raises(Exception, match="no-secret"):
        seats.enter("guess")


@pytest.mark.skipif(os.name == "nt", reason="modes of POSIX systems")
def test_what_is_kept_of_seats_is_for_nobody_else_and_not_believed_elsewhere(tmp_path: Path) -> None:
    own, other = tmp_path / "own", tmp_path / "other"
    own.mkdir()
    other.mkdir()
    secret = Seats(own).secret
    assert stat.S_IMODE((own / FILE).stat().st_mode) == 0o600
    (other / FILE).write_bytes((own / FILE).read_bytes())  # a folder that somebody sent
    assert Seats(other).secret != secret
    for text in ("", "[]", "{", "null", '{"wsdv-serve": 1}', '{"wsdv-serve": 1, "folder": 3}'):
        (own / FILE).write_text(text, "utf-8")
        assert Seats(own).secret != secret


# What is described


def test_every_path_is_described_and_every_answer_has_a_schema(phone: Client) -> None:
    document = phone.get("/api").data
    assert document == openapi()
    assert {(one.path, one.method) for one in DESCRIBED} == {
        (path, method) for path, methods in document["paths"].items() for method in methods
    }
    served = {("/api/board", "board"), ("/api/words", "words"), ("/api/join", "join"), ("/api/tables", "tables")}
    for path, name in served:
        for lang in known_languages():
            answer = phone.get(f"{path}?lang={lang}")
            assert answer.status == 200
            assert_fits(name, answer.data)


def test_every_call_is_described_and_no_answer_may_hold_more_than_it_says() -> None:
    described = {one.path.rpartition("/")[2]: one for one in DESCRIBED if one.path.startswith("/api/call/")}
    assert described.keys() == CALLS.keys()
    schemas = openapi()["components"]["schemas"]
    sent = {one.request for one in DESCRIBED}
    for name, schema in schemas.items():
        if name not in {*sent, "document", "position-file"}:
            assert open_objects(schema) == [], name


def open_objects(schema: Any, where: str = "") -> list[str]:
    """Where a schema lets anything in."""
    inside = dict(enumerate(schema)) if isinstance(schema, list) else schema if isinstance(schema, dict) else {}
    is_open = inside.get("type") == "object" and inside.get("additionalProperties", True) is True
    return [where] * is_open + [open_ for key in inside for open_ in open_objects(inside[key], f"{where}/{key}")]


def test_an_answer_that_does_not_fit_is_noticed() -> None:
    """The server under test looks at its own answers: here are some that it would not let pass."""
    good = {"text": "wsdv-position: 1\n"}

    def told(data: Any, path: str = "/api/call/new-position", status: int = 200) -> str | None:
        return misfit("POST", path, status, "application/json", json.dumps(data).encode())

    assert told(good) is None
    assert MISFIT in str(told({**good, "more": 1}))
    assert MISFIT in str(told({}))
    assert MISFIT in str(told({"error": "so"}, status=422))
    assert "not described" in str(told(good, "/api/call/secrets"))


def test_a_hint_says_what_an_option_leads_to_and_decides_nothing(phone: Client, site: Served) -> None:
    before = phone.table("two.yaml")
    options = [option["do"] for option in before["view"]["end"]["pending"]["options"]]
    for lang, word in (("en", "East loses at most"), ("de", "Ost verliert")):
        told = phone.post("/api/tables/two.yaml/hint", {"do": options[0], "lang": lang})
        assert (told.status, told.data["do"]) == (200, options[0])
        assert any(word in sentence for sentence in told.data["says"])
    assert phone.post("/api/tables/two.yaml/hint", {"do": "nonsense"}).code == "not-offered"
    assert phone.post("/api/tables/two.yaml/hint", {}).code == "nothing-asked"
    in_game = phone.table("club.wsdv")["view"]["end"]["pending"]["options"][0]["do"]
    assert phone.post("/api/tables/club.wsdv/hint", {"do": in_game}).status == 200
    assert phone.table("two.yaml") == before
    assert not (site.folder / "two.decisions").exists()


def test_what_never_changes_is_sent_once(phone: Client) -> None:
    first = phone.get("/api/words?lang=hu")
    again = phone.get("/api/words?lang=hu", If_None_Match=first.headers["etag"])
    assert (first.status, again.status, again.body) == (200, 304, b"")
    card = phone.get("/api/cards/20.svg?lang=hu")
    assert (card.status, card.headers["content-type"]) == (200, "image/svg+xml")
    assert phone.get("/api/cards/2000.svg").code == "no-path"


# The command


def test_a_server_that_was_killed_goes_on_where_it_was(served: Served) -> None:
    """Killed while taps come in: what was answered is there, the link and the cookie still hold."""
    furnished(served.folder)
    phone, chance = served.client(), Random(18)

    def unrest_now() -> int:
        return int(phone.table("two.yaml")["view"]["facts"]["provinces"]["sachsen"]["unrest"])

    unrest = unrest_now()
    for _ in range(3):
        killing = threading.Timer(chance.uniform(0.02, 0.3), served.kill)
        killing.start()
        try:
            while True:
                number = unrest % 6 + 1
                answer = phone.tap("two.yaml", {"set": f"SN unrest {number}"})
                if answer.status == 200:
                    unrest = number
        except (OSError, HTTPException):
            killing.join()
        served.start()
        there = unrest_now()
        assert there in (unrest, unrest % 6 + 1)  # the last tap may have been done and not answered
        unrest = there
    assert not [path for path in served.folder.iterdir() if path.name.endswith(".wsdv-new")] or phone.tap(
        "two.yaml", SN
    )


def test_a_port_or_folder_that_cannot_be_used_is_told(tmp_path: Path, capsys: Printed) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert run(["--lang", "en", "serve", "--no-browser", "--port", port, "--folder", str(tmp_path)]) == 2
    assert f"Another program already uses port {port}" in capsys.readouterr().err
    assert run(["--lang", "en", "serve", "--no-browser", "--folder", str(tmp_path / "none")]) == 2
    assert "none" in capsys.readouterr().err


def test_phones_are_shown_the_way(tmp_path: Path) -> None:
    server = Served(tmp_path, "--lan")
    try:
        joining = server.client().get("/api/join").data
        assert_fits("join", joining)
        assert joining["address"].endswith(f":{server.port}/#{server.secret}")
        assert joining["qr_svg"].startswith("<svg")
    finally:
        server.stop()
    assert server.process.returncode == 130
