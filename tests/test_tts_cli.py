"""`wsdv tts` and `wsdv tts read` as people run them: files, pictures, folders of the game, and files of others."""

from __future__ import annotations

import copy
import json
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from PIL import Image
from referencing import Registry, Resource

from tests.clock import seconds
from tests.tabletop import GAME, book, objects, pictures_in, piece, positions, shift
from wsdv_tools import read_position, write_position
from wsdv_tools.cli import run
from wsdv_tools.sources.schema import schemas
from wsdv_tools.tabletop.folders import file_address, game_folders, saved_objects
from wsdv_tools.tabletop.lying import set_up
from wsdv_tools.tabletop.save_reader import SavedTable

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
TABLE = "wir-sind-das-volk-en.json"
START = set_up(GAME)


def validator(name: str) -> Draft202012Validator:
    registry = Registry().with_resources([(key, Resource.from_contents(schema)) for key, schema in schemas().items()])
    return Draft202012Validator(schemas()[name], registry=registry)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A table with all its pictures."""
    folder = tmp_path_factory.mktemp("tts") / "Saved Objects, ä"
    assert run(["tts", "--lang", "en", "--out", str(folder)]) == 0
    return folder


@pytest.fixture
def unpainted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures are not what the test is about: they are laid out once, and never painted."""
    monkeypatch.setattr("wsdv_tools.components.images.Picture.png", lambda self: self.name.encode())
    monkeypatch.setattr("wsdv_tools.tabletop.picture_book.PictureBook", lambda lettering: book(lettering.code))


def files_of(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_the_object_is_as_its_schema_says(made: Path) -> None:
    data = json.loads((made / TABLE).read_text("utf-8"))
    assert list(validator("tabletop.schema.json").iter_errors(data)) == []
    data["ObjectStates"][3]["Transform"]["posX"] = "left"
    data["ObjectStates"][4].pop("GUID")
    assert len(list(validator("tabletop.schema.json").iter_errors(data))) == 2


def test_every_picture_is_there_and_small_enough(made: Path) -> None:
    addresses = set(pictures_in(json.loads((made / TABLE).read_text("utf-8"))))
    named = {Path(address.removeprefix("file://")) for address in addresses}
    assert named == set((made / "images").iterdir())
    for path in [*named, made / TABLE.replace("json", "png")]:
        with Image.open(path) as picture:
            assert max(picture.size) <= 4096
            assert "card" in path.name or "sheet" in path.name or "back" in path.name or len({*picture.size}) == 1


def test_every_object_has_its_own_id_and_each_card_is_there_once(made: Path) -> None:
    ids: list[str] = []
    cards: list[str] = []

    def walk(one: dict[str, Any]) -> None:
        ids.append(one["GUID"])
        if one["GMNotes"].startswith("wsdv card"):
            cards.append(one["GMNotes"])
            assert str(one["CardID"] // 100) in one["CustomDeck"]
        for inner in one.get("ContainedObjects", ()):
            walk(inner)

    for one in json.loads((made / TABLE).read_text("utf-8"))["ObjectStates"]:
        walk(one)
    assert len(ids) == len(set(ids))
    assert len(cards) == len(set(cards)) == 84


@pytest.mark.thorough
def test_the_same_table_twice_is_the_same_bytes(made: Path) -> None:
    before = files_of(made)
    (made / TABLE).unlink()
    (made / "images" / "mat-en.png").unlink()
    assert run(["tts", "--lang", "en", "--out", str(made)]) == 0
    assert files_of(made) == before


@pytest.mark.usefixtures("unpainted")
def test_pictures_may_be_on_the_web(tmp_path: Path) -> None:
    arguments = ["tts", "--lang", "hu", "--url-base", "https://example.org/a b/", "--out", str(tmp_path)]
    assert run(arguments) == 0
    addresses = set(pictures_in(json.loads((tmp_path / TABLE.replace("-en", "-hu")).read_text("utf-8"))))
    assert "https://example.org/a b/mat-hu.png" in addresses
    assert all(address.startswith("https://example.org/a b/") for address in addresses)
    assert run(["tts", "--url-base", "example.org"]) == 2


@pytest.mark.usefixtures("unpainted")
@pytest.mark.parametrize("what", ["decade-2.yaml", "four-decades.wsdv:40", "four-decades.wsdv"])
def test_a_position_is_laid_out_and_read_again(tmp_path: Path, capsys: pytest.CaptureFixture[str], what: str) -> None:
    """What `show` shows lies on the table."""
    source = str(EXAMPLES / what)
    assert run(["tts", "--lang", "en", "--position", source, "--out", str(tmp_path)]) == 0
    assert run(["show", "--json", source]) == 0
    shown = json.loads(capsys.readouterr().out.partition("install.\n")[2])
    assert run(["tts", "read", "--json", str(tmp_path / TABLE)]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert list(validator("tabletop-read.schema.json").iter_errors(answer)) == []

    def sorted_piles(data: dict[str, Any]) -> dict[str, Any]:
        return {key: sorted(map(str, part)) if isinstance(part, list) else part for key, part in data.items()}

    assert sorted_piles(answer["position"]) == sorted_piles(shown)


def test_a_file_that_is_no_position_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["tts", "--lang", "en", "--position", "none.wsdv", "--out", str(tmp_path / "x")]) == 2
    assert run(["tts", "--lang", "en", "--position", f"{EXAMPLES / 'decade-1.wsdv'}:999", "--out", "x"]) == 2
    assert "none.wsdv cannot be opened" in capsys.readouterr().out
    assert not (tmp_path / "x").exists()


# The game's own folder

SYSTEMS = {
    "win32": "Documents/My Games/Tabletop Simulator",
    "darwin": "Library/Tabletop Simulator",
    "linux": ".local/share/Tabletop Simulator",
}


@pytest.mark.usefixtures("unpainted")
@pytest.mark.parametrize("system", SYSTEMS)
def test_it_is_installed_and_nothing_is_overwritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], system: str
) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.setattr(sys, "platform", system)
    assert run(["tts", "--lang", "en", "--install"]) == 1
    assert SYSTEMS[system] in capsys.readouterr().out.replace("\\", "/")
    assert not list(tmp_path.iterdir())
    game = tmp_path / SYSTEMS[system]
    others = game / "Saves" / "Saved Objects" / "chess.json"
    others.parent.mkdir(parents=True)
    others.write_text("{}")
    assert run(["tts", "--lang", "en", "--install"]) == 0
    folder = others.parent / "wsdv_tools"
    assert (folder / TABLE).is_file()
    assert (folder / "images" / "mat-en.png").is_file()
    theirs = folder / "wir-sind-das-volk-de.json"
    theirs.write_text('{"SaveName": "a game of ours"}')
    before = files_of(tmp_path)
    assert run(["tts", "--lang", "de", "--install"]) == 1  # somebody's own table has that name
    assert files_of(tmp_path) == before
    assert run(["tts", "--lang", "en", "--install"]) == 0
    assert files_of(tmp_path) == before


@pytest.mark.usefixtures("unpainted")
def test_a_table_that_the_game_saved_again_stays(tmp_path: Path) -> None:
    """The game drops our mark, so that the file is somebody's own; ours is made again without asking."""
    wish = ["tts", "--lang", "en", "--out", str(tmp_path)]
    assert run(wish) == 0
    position = tmp_path / "p.yaml"
    position.write_text("wsdv-position: 1\ndecade: 2\n")
    assert run([*wish, "--position", str(position)]) == 0
    data = json.loads((tmp_path / TABLE).read_text("utf-8"))
    data.pop("wsdv-table")
    (tmp_path / TABLE).write_text(json.dumps(data))
    assert run(wish) == 1
    assert "wsdv-table" not in json.loads((tmp_path / TABLE).read_text("utf-8"))


def test_folders_are_those_of_the_systems(tmp_path: Path) -> None:
    assert len(game_folders("win32", tmp_path)) == 2
    (tmp_path / "OneDrive/Documents/My Games/Tabletop Simulator").mkdir(parents=True)
    found = saved_objects("win32", tmp_path)
    assert found
    assert found.relative_to(tmp_path).parts[0] == "OneDrive"
    assert saved_objects("darwin", tmp_path) is None
    assert file_address(Path("/home/\udcff/x.png")) == "file:///home/%FF/x.png"


# Reading


def saved(tmp_path: Path, table: Any) -> str:
    path = tmp_path / "save.json"
    path.write_text(json.dumps({"ObjectStates": table}) if isinstance(table, list) else table, "utf-8")
    return str(path)


def test_what_is_read_is_a_position_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Findings are in it as comments, so that it can go straight into a file."""
    position = positions()[0]
    table = copy.deepcopy(objects(position))
    shift(piece(table, "unrest"), 40)
    assert run(["tts", "read", "--lang", "de", saved(tmp_path, table)]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("# Warnung: Unrest bei ")
    assert read_position(printed)
    file = tmp_path / "board.yaml"
    assert run(["tts", "read", "--lang", "de", str(tmp_path / "save.json"), "--out", str(file)]) == 0
    assert file.read_text("utf-8") == printed
    assert "[piece-stray]" in capsys.readouterr().out


def test_a_clean_table_gives_the_position_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["tts", "read", saved(tmp_path, objects(START))]) == 0
    assert capsys.readouterr().out == write_position(START)


def test_a_position_that_cannot_be_is_printed_with_its_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = copy.deepcopy(objects(positions()[0]))
    factories = [one for one in table if one["GMNotes"].startswith("wsdv factory")]
    table = [one for one in table if one not in factories]
    assert run(["tts", "read", "--lang", "en", saved(tmp_path, table)]) == 1
    assert "# error: " in capsys.readouterr().out


def board(**changes: Any) -> list[Any]:
    """A table whose board is different."""
    table = copy.deepcopy(objects(START))
    table[0] |= changes
    return table


def transformed(**changes: Any) -> list[Any]:
    return board(Transform=objects(START)[0]["Transform"] | changes)


def with_unrest(**changes: Any) -> list[Any]:
    table = copy.deepcopy(objects(START))
    piece(table, "unrest").update(changes)
    return table


# A text, or what makes the table: that takes a while, and collecting the tests should not.
HOSTILE: dict[str, tuple[str | Callable[[], list[Any]], str, int]] = {
    "empty": ("", "empty-file", 2),
    "cut off": ('{"ObjectStates": [', "json-syntax", 2),
    "nan": ('{"ObjectStates": [NaN]}', "json-syntax", 2),
    "long number": ('{"ObjectStates": [' + "9" * 9999 + "]}", "json-syntax", 2),
    "deep": ("[" * 200_000, "too-deep", 2),
    "huge": (" " * 5_000_001, "too-large", 2),
    "nul": ('{"a": "\0"}', "nul-byte", 2),
    "a list": ("[1, 2]", "table-no-board", 1),
    "a number": ("7", "table-no-board", 1),
    "wrong types": ('{"ObjectStates": [1, null, [], {"GMNotes": 5}, {"Name": {}}]}', "table-no-board", 1),
    "no objects": ('{"ObjectStates": {"a": 1}}', "table-no-board", 1),
    "two boards": (lambda: 2 * objects(START)[:1], "table-two-boards", 1),
    "board without place": (partial(board, Transform=None), "board-face-down", 1),
    "board face down": (partial(transformed, rotZ=180.0), "board-face-down", 1),
    "board at a slant": (partial(transformed, rotX=45.0), "board-face-down", 1),
    "board of no size": (partial(transformed, scaleX=0), "board-face-down", 1),
    "endless board": (partial(transformed, posX=1e300), "board-face-down", 1),
    "a piece of text": (partial(with_unrest, Transform={"posX": "0"}), "object-unreadable", 0),
    "a piece nowhere": (partial(with_unrest, Transform=[]), "object-unreadable", 0),
    "so many": (partial(with_unrest, Number=10**12), "object-unreadable", 0),
    "none of them": (partial(with_unrest, Number=-1), "object-unreadable", 0),
    "true of them": (partial(with_unrest, Number=True), "object-unreadable", 0),
}


@pytest.mark.parametrize("case", HOSTILE)
@pytest.mark.parametrize("lang", ["hu"])
def test_files_of_others_give_a_finding(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], case: str, lang: str
) -> None:
    content, code, exit_code = HOSTILE[case]
    table = content if isinstance(content, str) else content()
    assert run(["tts", "read", "--lang", lang, "--json", saved(tmp_path, table)]) == exit_code
    captured = capsys.readouterr()
    assert captured.err == ""
    told = json.loads(captured.out)
    assert code in [finding["code"] for finding in told["findings"]]


@pytest.mark.parametrize(
    "changes",
    [
        {"LuaScriptState": "[" * 99_999},
        {"LuaScriptState": '{"half": "x"}'},
        {"LuaScriptState": '{"half": -3}'},
        {"LuaScriptState": 4},
        {"GUID": ["x"]},
        {"Tags": 5, "Nickname": {"a": 1}, "ContainedObjects": "x"},
    ],
)
def test_odd_entries_of_the_board_do_no_harm(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], changes: dict[str, Any]
) -> None:
    assert run(["tts", "read", saved(tmp_path, board(**changes))]) == 0
    assert capsys.readouterr().out == write_position(START)


def test_stacks_that_are_too_many_together_are_a_finding(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = with_unrest(Number=60)
    table.append(piece(table, "unrest") | {"GUID": "abcdef"})
    assert run(["tts", "read", "--lang", "en", saved(tmp_path, table)]) == 0
    assert "one too many here" in capsys.readouterr().out


def test_many_objects_take_no_longer_each() -> None:
    """The line of each is looked up, not searched for: 16,000 took 16 seconds."""
    board, unrest = objects(START)[0], piece(objects(START), "unrest")
    unrest = {key: unrest[key] for key in ("GMNotes", "Transform")}
    table = [board, *(unrest | {"GUID": f"{number:06x}"} for number in range(16_000))]
    text = json.dumps({"ObjectStates": table}, indent=1)
    pieces: list[Any] = []
    assert seconds(lambda: pieces.extend(SavedTable(json.loads(text), text, "save.json").pieces())) < 4
    lines = text.split("\n")
    assert all(f'"{n:06x}"' in lines[pieces[n].place.line - 1] for n in (0, 1, 15_999))


def test_odd_cards_and_names_do_no_harm(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = copy.deepcopy(objects(START))
    for notes in ("wsdv card 999", "wsdv card", "wsdv card \ud800", "wsdv", "wsdv unrest x y z", "wsdv \x1b[31m"):
        table.append(copy.deepcopy(piece(table, "unrest")) | {"GMNotes": notes, "Nickname": "\x1b[31m\ud800"})
    table.append({"Name": "Deck", "ContainedObjects": [3, {"GMNotes": "wsdv card 1"}], "Transform": {"posX": 1e9}})
    table.append({"Name": "HandTrigger", "FogColor": "Red", "Transform": {"posX": None}})
    assert run(["tts", "read", "--lang", "en", saved(tmp_path, table)]) == 0
    assert "\x1b" not in capsys.readouterr().out
