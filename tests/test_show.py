"""`wsdv show`: the board at any line, in any console, and as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.records import EXAMPLE, english, notation
from wsdv_tools.cli import run
from wsdv_tools.cli.console import readable
from wsdv_tools.positions.position_reader import read_position
from wsdv_tools.rules.position import start
from wsdv_tools.sources.yaml_reader import parse_yaml
from wsdv_tools.telling.board_text import BoardText
from wsdv_tools.words import Language

Show = Callable[..., str]

CROWDED = """
wsdv-position: 1
decade: 3
tracks: {prestige: -6, currency: 6, socialists: -1}
wall: true
provinces:
  nordrhein-westfalen: {unrest: 13, standard: 4}
  west-berlin: {unrest: 9, sectors: {french: 2, british: 1, american: 1}}
  mecklenburg-vorpommern: {unrest: 4, standard: 1, socialists: 2}
cadre: 3
factories: [hamburg, dortmund, berlin, bitterfeld, leipzig, rheinsberg, polska-nord]
rundown: [leipzig]
infrastructure: {hamburg-bremen: 1, bitterfeld-leipzig: 1}
closed: [cssr-ost]
police: [5, 15]
police-used: [5]
delivered: [rheinland-pfalz]
imported: {nordrhein-westfalen: 2}
played: [41, 42, 28]
half: 1
to-move: east
display: [43, 44]
special: true
hands: {west: [14], east: ["?", "?"]}
"""


@pytest.fixture
def show(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Show:
    (tmp_path / "game.wsdv").write_text(EXAMPLE, "utf-8")
    (tmp_path / "board.yaml").write_text(CROWDED, "utf-8")
    (tmp_path / "board").write_text(CROWDED, "utf-8")

    def call(what: str, *options: str, code: int = 0) -> str:
        assert run(["show", str(tmp_path / what), "--lang", "en", *options]) == code
        return capsys.readouterr().out

    return call


def test_a_crowded_board(show: Show) -> None:
    out = show("board.yaml")
    for text in (
        "Decade III, half 1, East to play, the Wall stands",
        "Prestige    West [6] 5 ",
        "NW Nordrhein-Westf.  13!5    4   1   1",  # 3 of its own, 2 imported
        "French 2, British 1, American 1",
        "MV Mecklenb.-Vor. 4!     1   2   0   -",
        "Leipzig 1*",
        "Holding box: 3 socialists",
        "Police cards: 5*, 15",
        "Closed sites: ČSSR",
        "Display: 43, 44, special card",
        "West's hand: 14",
        "East's hand: 2 cards",
        "Played: 41, 42, 28; ",
    ):
        assert text in out


@pytest.mark.parametrize("lang", ["de", "en", "hu", "es"])
@pytest.mark.parametrize("in_ascii", [True, False])
def test_80_columns(lang: str, in_ascii: bool) -> None:
    position = read_position(parse_yaml(CROWDED, "f"), notation().game, notation().names).position
    assert position
    for board in (position, start(notation().game)):
        lines = list(BoardText(notation().game, Language.load(lang), readable if in_ascii else str).lines(board))
        assert max(len(line) for line in lines) < 80
        if in_ascii:
            assert all(character.isascii() or character in "│−→" for line in lines for character in line)
        borders = {line.index("│") for line in lines if "│" in line}
        assert len(borders) == 1


def test_a_record_at_a_line(show: Show) -> None:
    assert "Display: 1, 4, 5, 12, 16, 17, 20, special card" in show("game.wsdv:9")
    assert "Display: 1, 4, 5, 12, 16, 17, special card" in show("game.wsdv:10")
    assert show("game.wsdv").startswith("Decade II, no Wall\n")
    assert show("game") == show("game.wsdv")


def test_a_line_that_is_not_there(show: Show, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    lines = len((tmp_path / "game.wsdv").read_text("utf-8").splitlines())
    assert show(f"game.wsdv:{lines}") == show("game.wsdv")
    assert run(["show", f"{tmp_path / 'game.wsdv'}:{lines + 1}", "--lang", "en"]) == 2
    assert f"has no line {lines + 1}: it has {lines} lines." in capsys.readouterr().err


def test_inside_a_decade_end(show: Show) -> None:
    position = json.loads(show("game.wsdv:30", "--json"))
    assert (position["decade"], position["infrastructure"]["leipzig-jena"]) == (1, 1)
    assert json.loads(show("game.wsdv:29", "--json"))["infrastructure"]["leipzig-jena"] == 2


def test_json_is_a_position(show: Show) -> None:
    found = read_position(parse_yaml(show("board", "--json"), "f"), notation().game, notation().names)
    first = read_position(parse_yaml(CROWDED, "f"), notation().game, notation().names)
    assert found.position == first.position
    assert not [finding for finding in found.findings if finding.is_error]


def test_nothing_to_show(show: Show, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run(["show", str(tmp_path / "game.wsdv:3"), "--lang", "en"]) == 1
    assert "There is no board yet" in capsys.readouterr().err
    assert "There is no such file" in show("nowhere.wsdv:3", code=2)


def test_an_uncertain_board_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.wsdv"
    path.write_text("wsdv-record: 1\ndecade I\nrow 1 4 5 12 16 17 20\nW 20 build hannover\nE 5 event\n", "utf-8")
    assert run(["show", str(path), "--lang", "en"]) == 1
    told = capsys.readouterr().err
    assert "1 error up to here; `wsdv check" in told
    assert "the board shown may be wrong" in told
    assert "positions are possible. Uncertain: " in told


def test_every_province_stands_there() -> None:
    text = "\n".join(BoardText(notation().game, english()).lines(start(notation().game)))
    assert all(f"{province.code} " in text for province in notation().game.provinces)
