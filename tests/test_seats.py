"""Seats: who keeps them, who knows what, and that nobody's hand shows in an answer to somebody else."""

from __future__ import annotations

import asyncio
import os
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest

from tests.serving import POSITION, Served
from wsdv_tools.sources.saving import NotSaved
from wsdv_tools.web import calls
from wsdv_tools.web.desk import Refusal
from wsdv_tools.web.door import parsed
from wsdv_tools.web.listeners import Listeners
from wsdv_tools.web.seats import FILE, Seats
from wsdv_tools.web.service import Service

on_posix = pytest.mark.skipif(os.name == "nt", reason="links and modes of POSIX systems")
BEGUN = "wsdv-record: 1\ndecade I\n"


class Table:
    """A game in a folder, and devices at its seats."""

    def __init__(self, folder: Path, text: str | None = None, name: str = "g.wsdv") -> None:
        self.service, self.name, self.taps = Service(folder), name, 0
        if text is None:
            self.service.add(None, "en", {"kind": "game", "name": name})
        else:
            (folder / name).write_text(text, "utf-8")
        self.path = folder / name
        seats = self.service.seats
        self.devices: dict[str, str | None] = {
            seat: seats.device(seats.enter(seats.secret)) for seat in ("west", "east", "watch")
        }

    def sit(self, *sides: str) -> Table:
        for side in sides:
            self.service.sit(self.name, self.devices[side], "en", {"seat": side}, is_here=False)
        return self

    def state(self, seat: str | None = None) -> Any:
        return self.service.state(self.name, self.devices[seat] if seat else None, "en")

    def view(self, seat: str | None = None) -> Any:
        return self.state(seat)["view"]

    def tap(self, do: Any, seat: str | None = None) -> Any:
        self.taps += 1
        device = self.devices[seat] if seat else None
        asked = {"version": self.service.version(self.name)["version"], "id": str(self.taps), "do": do}
        return self.service.tap(self.name, device, "en", asked)["view"]

    @property
    def text(self) -> str:
        return self.path.read_text("utf-8")


# Links


@on_posix
def test_no_tap_writes_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    outside = tmp_path / "outside"
    outside.write_text("precious", "utf-8")
    game = Table(tmp_path / "folder")
    (tmp_path / "folder" / "g.wsdv.draft").symlink_to(outside)
    with pytest.raises(NotSaved):
        game.tap({"row": "1"})
    assert outside.read_text("utf-8") == "precious"


@on_posix
def test_the_file_of_the_seats_is_no_link(tmp_path: Path) -> None:
    own, other = tmp_path / "own", tmp_path / "other"
    own.mkdir()
    other.mkdir()
    outside = tmp_path / "outside"
    outside.write_text("precious", "utf-8")
    (own / FILE).symlink_to(outside)
    with pytest.raises(NotSaved):
        Seats(own)
    assert outside.read_text("utf-8") == "precious"
    Seats(other)
    (other / FILE).rename(outside)
    (other / FILE).symlink_to(outside)
    with pytest.raises(NotSaved):
        Seats(other)


@on_posix
def test_a_file_of_seats_that_came_along_becomes_private(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("{}", "utf-8")
    (tmp_path / FILE).chmod(0o644)
    Seats(tmp_path)
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600


# Who sits where


def test_whoever_opens_the_link_again_keeps_the_seat(tmp_path: Path) -> None:
    seats = Seats(tmp_path)
    cookie = seats.enter(seats.secret)
    seats.take("g", seats.device(cookie), "west")
    again = Seats(tmp_path)  # the server was started again
    entered = again.enter(again.secret, ["", "nonsense.x", cookie])
    assert again.seat("g", again.device(entered)) == "west"
    assert again.device(again.enter(again.secret, ["nonsense.x"])) != again.device(cookie)
    with pytest.raises(Refusal, match="no-secret"):
        again.enter("guess", [cookie])


def test_a_browser_that_enters_again_is_the_same_device(tmp_path: Path) -> None:
    server = Served(tmp_path)
    try:
        one = server.client()
        one.post("/api/tables", {"kind": "game", "name": "g"})
        assert one.post("/api/tables/g.wsdv/seat", {"seat": "west"}).data["seat"] == "west"
        entered = one.post("/api/enter", {"secret": server.secret})
        one.cookie = entered.headers["set-cookie"].partition(";")[0]
        assert one.table("g.wsdv")["seat"] == "west"
        surrogate = one.ask("POST", "/api/enter", b'{"secret": "\\ud800"}')
        assert (surrogate.status, surrogate.code) == (400, "request")
    finally:
        assert server.stop() == ""


def test_two_servers_of_a_folder_agree_on_the_seats(tmp_path: Path) -> None:
    one, other = Seats(tmp_path), Seats(tmp_path)
    anna, bert = (str(one.device(one.enter(one.secret))) for _ in range(2))
    one.take("g", anna, "west")
    assert other.seat("g", None) == "watch"
    with pytest.raises(Refusal, match="seat-taken"):
        other.take("g", bert, "west")
    other.take("k", bert, "east")
    assert [one.seat("g", anna), one.seat("k", bert)] == ["west", "east"]
    again = Seats(tmp_path)
    assert [again.seat("g", anna), again.seat("k", bert)] == ["west", "east"]
    (tmp_path / FILE).unlink()  # a new link at the next start; until then nobody loses a seat
    assert one.seat("g", anna) == "west"


@on_posix
def test_two_servers_that_give_seats_in_the_same_moment_lose_none(tmp_path: Path) -> None:
    servers, rounds, begin = [Seats(tmp_path), Seats(tmp_path)], range(25), Barrier(2)
    anna = str(servers[0].device(servers[0].enter(servers[0].secret)))
    refused: list[int] = []

    def serve(own: int) -> None:
        for number in rounds:
            begin.wait()
            servers[own].take(f"{own} {number}", anna, "west")  # each its own
            begin.wait()
            try:
                servers[own].take(f"both {number}", f"device {own}", "east")
            except Refusal:
                refused.append(number)

    with ThreadPoolExecutor(2) as both:
        list(both.map(serve, (0, 1)))
    now = Seats(tmp_path)
    assert [now.seat(f"{own} {number}", anna) for own in (0, 1) for number in rounds] == ["west"] * 50
    assert sorted(refused) == list(rounds)  # the same seat has one owner


@on_posix
def test_two_servers_that_start_in_the_same_moment_have_one_secret(tmp_path: Path) -> None:
    for number in range(10):
        folder, begin = tmp_path / str(number), Barrier(2)
        folder.mkdir()

        def start(_: int, folder: Path = folder, begin: Barrier = begin) -> str:
            begin.wait()
            return Seats(folder).secret

        with ThreadPoolExecutor(2) as both:
            assert len(set(both.map(start, (0, 1)))) == 1


def test_who_sits_where_concerns_every_table() -> None:
    """Another server of the folder may have written it."""

    async def heard(file: str) -> bool:
        listeners, versions = Listeners(), iter("ab")

        async def now() -> dict[str, str]:
            return {"version": next(versions)}

        stream = listeners.stream("g.wsdv", now)
        assert [await anext(stream), await anext(stream)][1] == 'data: {"version": "a"}\n\n'
        waits = asyncio.ensure_future(anext(stream))
        await asyncio.sleep(0)
        listeners.tell(file)
        done, _ = await asyncio.wait([waits], timeout=0.2)
        waits.cancel()
        return bool(done)

    assert asyncio.run(heard(FILE))
    assert asyncio.run(heard("g.wsdv.draft"))
    assert not asyncio.run(heard("other.wsdv"))


def test_a_table_has_one_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a system that does not tell capitals apart, another spelling opens the same file, but is nobody's seat."""
    game = Table(tmp_path).sit("west")
    (tmp_path / "G.wsdv").write_text(game.text, "utf-8")
    monkeypatch.setattr(os, "listdir", lambda _: ["g.wsdv"])
    with pytest.raises(Refusal, match="no-table"):
        game.service.state("G.wsdv", None, "en")
    assert game.state()["seat"] == "watch"


# Odd requests


@pytest.mark.parametrize("body", [rb'{"a": "\ud800"}', b'{"a": ["\xed\xa0\x80"]}', rb'{"\udfff": 1}'])
def test_halves_of_characters_are_refused(body: bytes) -> None:
    with pytest.raises(Refusal):
        parsed(body)
    assert parsed(rb'{"a": "\ud83d\ude00"}') == {"a": "\N{GRINNING FACE}"}


@pytest.mark.parametrize("kind", [[], {}, None, 5, "nothing"])
def test_a_new_table_is_of_a_kind(tmp_path: Path, kind: Any) -> None:
    with pytest.raises(Refusal, match="request"):
        Service(tmp_path).add(None, "en", {"kind": kind})


@pytest.mark.parametrize("do", [5, {}, [], "x", {"step": "x", "back": 1}])
def test_a_decade_end_that_is_sent_takes_taps_only(do: Any) -> None:
    with pytest.raises(calls.Refused):
        calls.CALLS["decade-end"]({"position": POSITION, "do": do})


@pytest.mark.parametrize("mode", [[], {}, None, 5])
def test_a_card_is_used_for_something(tmp_path: Path, mode: Any) -> None:
    game = Table(tmp_path, f"{BEGUN}row 1 4 5 12 16 17 20\n")
    with pytest.raises(calls.Refused):
        game.tap({"turn": {"card": "20", "hand": False, "mode": mode}})


def test_what_the_terminal_writes_meanwhile_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = Table(tmp_path)
    save = game.service.folder.save

    def saved(*given: Any) -> None:
        save(*given)
        game.path.write_text(f"{game.text}note: from the terminal\n", "utf-8")

    monkeypatch.setattr(game.service.folder, "save", saved)
    assert "from the terminal" in game.tap({"names": {"title": "Club"}})["text"]


# The record


def test_a_line_is_refused_for_what_is_wrong_with_the_file_it_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad.yaml").write_text("wsdv-position: 1\ndecade: 1\nnonsense: 1\n", "utf-8")
    game = Table(tmp_path)
    before = game.text
    for file in ("nosuch.yaml", "bad.yaml"):
        with pytest.raises(calls.Refused):
            game.tap({"line": f"set {file}"})
    assert game.text == before
    game.path.write_text(f"{BEGUN}set bad.yaml\n", "utf-8")  # a new line is not to blame for earlier ones
    assert game.tap({"line": "note: later"})["text"].endswith("note: later\n")


def test_names_are_written_over_in_any_language_and_nothing_else_changes(tmp_path: Path) -> None:
    text = "# ours\nwsdv-record: 1\nTitel: Abend\nWest: Anna\ndate: 2024-05-01\n\ndecade I\n"
    game = Table(tmp_path, text)
    for _ in range(3):
        view = game.tap({"names": {"title": "Club", "west": "A", "east": "B"}})
        assert view["names"] == {"title": "Club", "west": "A", "east": "B"}
        assert view["findings"] == []
    told = "# ours\nwsdv-record: 1\ntitle: Club\nwest: A\neast: B\ndate: 2024-05-01\n\ndecade I\n"
    assert game.text == told
    game.path.write_bytes(text.replace("\n", "\r\n").encode())  # as an editor of Windows writes
    game.tap({"names": {"title": "Club", "west": "A", "east": "B"}})
    assert game.path.read_bytes() == told.replace("\n", "\r\n").encode()


def test_a_masked_record_has_as_many_lines(tmp_path: Path) -> None:
    for end in ("\n", "", "\n\n"):
        text = f"{BEGUN}hand W 8 9\nnote: x{end}"
        assert calls.masked_record(text, "east") == f"{BEGUN}# hand W\nnote: x{end}"
    assert Table(tmp_path, f"{BEGUN}hand W 8 9\n").sit("east").view("east")["text"] == f"{BEGUN}# hand W\n"


# The Guillaume Affair: East may look at West's hand, and swap a card

AFFAIR = """wsdv-record: 1
decade III
set decade 3; SN standard 3; leipzig; dresden; BY standard 2; muenchen; prestige 4
hand W 51 52
hand E 53 54
row 50 55 56 57 58 59 60
"""
LOOKED = "E 50 event u+SH; look hand"


def affair(folder: Path) -> Table:
    """East has looked at West's hand, and may swap."""
    game = Table(folder, AFFAIR).sit("west", "east")
    assert (
        game.tap({"turn": {"card": "50", "hand": False, "mode": "event"}}, "east")["cards"]["hands"]["west"]
        == ["?"] * 2
    )
    game.tap({"step": "u+SH"}, "east")
    game.tap({"step": "look hand"}, "east")
    return game


def test_east_swaps_what_it_has_seen_in_wests_hand(tmp_path: Path) -> None:
    game = affair(tmp_path)
    pending = game.view("east")["play"]["pending"]
    assert [option["do"] for option in pending["options"]] == ["swap 53 51", "swap 53 52", "swap 54 51", "swap 54 52"]
    for seat in ("west", "watch"):
        shown = game.view(seat)["play"]
        assert (shown["line"], shown["pending"]) == (LOOKED, None)  # it waits for East
        assert shown["side"] == "east"
    game.tap({"step": "swap 53 51"}, "east")
    assert game.text == f"{AFFAIR}{LOOKED}; swap 53 51\n"
    lines = {seat: game.view(seat)["text"].splitlines() for seat in ("west", "east", "watch")}
    assert lines["west"] == [*AFFAIR.replace("hand E 53 54", "# hand E").splitlines(), f"{LOOKED}; swap 53 51"]
    assert lines["east"] == [*AFFAIR.splitlines(), f"{LOOKED}; swap 53 51"]
    assert lines["watch"][3:5] == ["# hand W", "# hand E"]
    assert lines["watch"][-1] == LOOKED
    hands = {seat: game.view(seat)["cards"]["hands"] for seat in ("west", "east")}
    assert hands["east"] == {"west": ["52", "53"], "east": ["54", "51"]}
    assert sorted(hands["west"]["west"]) == ["52", "53"]
    assert all(game.view(seat)["certain"] for seat in lines)


@pytest.mark.parametrize("seat", ["west", "watch"])
@pytest.mark.parametrize("step", ["swap 53 51", "swap 53 61", "none"])
def test_nobody_else_swaps_for_east(tmp_path: Path, seat: str, step: str) -> None:
    game = affair(tmp_path)
    with pytest.raises(calls.Refused):
        game.tap({"step": step}, seat)
    assert game.view("east")["play"]["pending"]["options"]


def test_what_east_has_seen_only_west_takes_back(tmp_path: Path) -> None:
    game = affair(tmp_path)
    for seat in ("east", "watch"):
        with pytest.raises(calls.Refused):
            game.tap({"back": 1}, seat)
    game.tap({"step": "none"}, "east")
    for seat in ("east", "watch"):
        with pytest.raises(calls.Refused):
            game.tap({"back": 1}, seat)
    game.tap({"back": 1}, "west")
    assert game.view("east")["text"] == AFFAIR.replace("hand W 51 52", "# hand W")
    assert game.tap({"line": f"{LOOKED}!"}, "east")["cards"]["hands"]["west"] == ["?", "?"]  # nobody looks by agreement
    game.tap({"back": 1}, "west")
    game.tap({"turn": {"card": "50", "hand": False, "mode": "event"}}, "east")
    game.tap({"step": "u+SH"}, "east")
    game.tap({"back": 1}, "east")  # what comes before the look is East's


def test_what_east_took_is_taken_back_by_those_who_see_it(tmp_path: Path) -> None:
    """To others the line looks the same before and after."""
    for look, take, sees in (("deck", "drop 47", ()), ("hand", "swap 53 51", ("west",))):
        (tmp_path / look).mkdir()
        game = Table(tmp_path / look, AFFAIR).sit("west", "east")
        game.tap({"turn": {"card": "50", "hand": False, "mode": "event"}}, "east")
        game.tap({"step": f"look {look}"}, "east")
        with pytest.raises(calls.Refused):
            game.tap({"step": take}, "watch")
        for seat in ("west", "watch", "east"):
            game.tap({"step": take}, "east")
            taken = game.view("east")["play"]
            if seat == "east" or seat in sees:
                assert game.tap({"back": 1}, seat)["play"]["line"] == f"E 50 event look {look}"
                continue
            with pytest.raises(calls.Refused, match="East to decide"):
                game.tap({"back": 1}, seat)
            assert game.view("east")["play"] == taken
            game.tap({"back": 1}, "east")


def test_a_hand_that_nobody_has_told_is_not_seen(tmp_path: Path) -> None:
    game = Table(tmp_path, AFFAIR.replace("hand W 51 52\n", "")).sit("west", "east")
    game.tap({"line": LOOKED}, "east")
    game.tap({"back": 1}, "east")


PRICE = f"{BEGUN}hand E 8 9\nrow 1 4 5 12 16 17 20\nW 20 build hannover\n"


def test_the_price_of_a_special_card_is_for_its_own_side(tmp_path: Path) -> None:
    game = Table(tmp_path, PRICE).sit("west", "east")
    special = game.view("east")["cards"]["special"]
    shown = game.tap({"turn": {"card": special, "hand": False, "mode": "event"}}, "east")["play"]["pending"]
    assert shown["kind"] == "price"
    for step in ("discard 8", "discard 10"):
        told = []
        for do in ({"step": step}, {"line": f"E {special} event {step}"}):
            with pytest.raises(calls.Refused) as refused:
                game.tap(do, "watch")
            told.append(refused.value.code)
        assert told == ["hand-private", "hand-private"]
    assert game.tap({"step": "discard 8"}, "east")["cards"]["hands"]["east"] == ["9"]


# Taps that only a hidden hand contradicts


def test_what_only_a_hidden_hand_contradicts_is_told_to_its_owner(tmp_path: Path) -> None:
    """East lays out a card that West has said it holds: East learns nothing, West sees it and takes it back."""
    game = Table(tmp_path, f"{BEGUN}hand W 8 9\n").sit("west", "east")
    for card in ("1", "2", "3", "4", "5", "6", "8"):
        game.tap({"row": card}, "east")
    shown = game.tap({"lay": True}, "east")
    assert (shown["certain"], shown["due"], shown["findings"]) == (True, "play", [])
    assert "row 1 2 3 4 5 6 8" in game.text
    assert [finding["severity"] for finding in game.view("west")["findings"]] == ["error"]
    assert game.view("watch")["findings"] == []
    assert game.tap({"back": 1}, "west")["findings"] == []


def test_a_hand_is_told_for_one_decade(tmp_path: Path) -> None:
    """In the next, a device without a seat may again play for a side that has named nothing yet."""
    text = f"{BEGUN}hand W 2 3\nset decade 2\ndecade II\n{{}}row 21 22 23 24 25 26 27\n"
    turn = {"turn": {"card": "28", "hand": True, "mode": "build"}}
    game = Table(tmp_path, text.format("")).sit("east")
    assert game.tap(turn, "watch")["play"]["card"] == "28"
    game.path.write_text(text.format("hand W 28 29\n"), "utf-8")
    with pytest.raises(calls.Refused, match="hand is on"):
        game.tap(turn, "watch")


@pytest.mark.parametrize("hand", ["43 44", "43 61", "43"])
def test_whoever_looks_on_plays_no_hand_that_was_told_whatever_it_is(tmp_path: Path, hand: str) -> None:
    """Also where the hand cannot be, as with a card of a later decade: that would tell it from another."""
    game = Table(tmp_path, AFFAIR.replace("hand E 53 54", f"hand E {hand}")).sit("west", "east")
    for card in ("43", "47", "61"):
        with pytest.raises(calls.Refused, match="hand is on"):
            game.tap({"turn": {"card": card, "hand": True, "mode": "build"}}, "watch")
