"""The assistant on the table asks a real `wsdv serve`: a whole decade end comes out as on the command line."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.serving import POSITION, Served
from tests.tabletop import Lua, objects, positions
from tests.thorough import only
from wsdv_tools import read_position, write_position
from wsdv_tools.cli import run
from wsdv_tools.rules.position import Position


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    server = Served(tmp_path_factory.mktemp("serve"))
    yield server
    server.stop()


class Table:
    """A table with its assistant, whose requests go out for real; the last answer is kept."""

    def __init__(self, position: Position) -> None:
        table = objects(position)
        self.lua = Lua("52", table[0]["LuaScript"])
        self.lua.load(table)
        self.lua.globals.HTTP = self._asked
        self.answer: Any = None
        self.told: list[str] = []

    def _asked(self, url: str, method: str, body: str, headers: Any) -> str:
        request = urllib.request.Request(url, body.encode(), dict(headers.items()), method=method)
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                text: str = answer.read().decode()
        except urllib.error.HTTPError as refused:
            text = refused.read().decode()
        self.answer = json.loads(text)
        return text

    def type(self, text: str, host: bool = True) -> list[str]:
        """What everybody reads after somebody typed into the chat."""
        hides = self.lua.globals.onChat(f"!wsdv {text}", self.lua.table({"color": "Red", "host": host}))
        assert hides is False
        said = self.lua.said()
        self.told += said
        return said


def led(table: Table, link: str, chance: Random) -> None:
    """Through the whole decade end with random answers by number; some are taken back."""
    table.type(link)
    table.type("end")
    undone = 0
    while (pending := table.answer["view"]["end"]["pending"]) is not None:
        if undone < 2 and table.answer["decisions"] and chance.random() < 0.2:
            undone += 1
            table.type("back")
            continue
        table.type(str(chance.randint(0 if pending["pass"] else 1, len(pending["options"]))))


@pytest.mark.parametrize("number", only([0], range(3)))
def test_a_decade_end_is_that_of_the_command_line(
    served: Served, tmp_path: Path, capsys: pytest.CaptureFixture[str], number: int
) -> None:
    position = [read_position(POSITION), *positions()[1:3]][number]._replace(course=None)
    table = Table(position)
    led(table, served.url, Random(number))
    files = {"board.yaml": write_position(position), "board.decisions": table.answer["decisions"]}
    for name, text in files.items():
        (tmp_path / name).write_text(text, "utf-8")
    board, decisions = (str(tmp_path / name) for name in files)
    wish = ["--lang", "en", "decade-end", board, "--decisions", decisions]
    assert run([*wish, "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    end = table.answer["view"]["end"]
    assert end["winner"] == result["winner"]
    assert result["pending"] is None
    if not end["winner"]:
        assert read_position(end["result"]) == read_position(json.dumps(result["position"]))
    assert run(wish) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert end["verdict"] in table.told
    assert " ".join(end["verdict"].split()) in printed
    for phase in end["phases"]:
        for line in phase["sums"]:
            assert f"   {line}" in table.told


def test_a_step_that_is_not_offered_is_refused_in_words(served: Served) -> None:
    table = Table(read_position(POSITION)._replace(course=None))
    table.type(served.url)
    table.type("end")
    before = table.answer["decisions"]
    (said,) = table.type("the moon")
    assert said.startswith("? ")
    assert "{" not in said
    table.type("99")
    table.type("1")
    assert table.answer["decisions"] != before


def test_only_the_host_connects_and_only_to_this_computer(served: Served) -> None:
    table = Table(positions()[0])
    for link, host in (
        (served.url, False),
        ("http://example.org/#0123456789abcdef", True),
        (f"http://127.0.0.1.example.org:{served.port}/#x", True),
        (f"https://127.0.0.1:{served.port}/#x", True),
    ):
        (said,) = table.type(link, host)
        assert said.startswith("Only the host")
    table.type("end")
    assert table.answer is None  # the sums come without a server
    assert any(line.startswith("10 ") for line in table.told)


def test_a_wrong_secret_and_no_server_are_told(served: Served) -> None:
    table = Table(positions()[0])
    table.type(f"http://127.0.0.1:{served.port}/#{'x' * 22}")
    assert table.type("end")[-1].startswith("? ")
    table.lua.globals.HTTP = None
    assert table.type("end")[-1].startswith("wsdv serve does not answer")


def test_nobodys_hand_goes_to_the_server(served: Served) -> None:
    position = next(p for p in positions() if p.course and p.course.west_hand)
    table = Table(position)
    asked: list[str] = []
    real = table._asked

    def listened(url: str, method: str, body: str, headers: Any) -> str:
        asked.append(body)
        return real(url, method, body, headers)

    table.lua.globals.HTTP = listened
    table.type(served.url)
    table.type("end")
    sent = json.loads(json.loads(asked[0])["position"])
    assert {card for hand in sent["hands"].values() for card in hand} == {"?"}
