"""The board as a picture: every piece is on it, what the last move changed is marked, and it follows the file."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

from tests.overlaps import Drawn, drawn_on, overlaps
from tests.records import EXAMPLE, LINES, checked, notation
from tests.thorough import only
from wsdv_tools.bots.random_play import Anything, play_game
from wsdv_tools.cli import run
from wsdv_tools.components.board import BoardPrinter
from wsdv_tools.components.board_pieces import BoardPieces
from wsdv_tools.components.lettering import Lettering
from wsdv_tools.drawing.palette import Palette
from wsdv_tools.drawing.shapes import Item, Text, Use, flat
from wsdv_tools.drawing.shapes import Path as Shape
from wsdv_tools.rules.position import INTACT, RUN_DOWN, Position

LONGEST_WAIT = 20.0
EXAMPLES = Path(__file__).parents[1] / "examples"


def drawn(position: Position, before: Position | None = None) -> list[Item]:
    game = notation().game
    pieces = BoardPieces(game, Lettering.load(game.catalogue, "en"), Palette.load("full"))
    return list(flat(pieces.page(position, before).items))


def uses(items: list[Item], name: str) -> int:
    return sum(isinstance(item, Use) and item.symbol.name.startswith(name) for item in items)


def marks(items: list[Item]) -> int:
    colour = Palette.load("full").get("mark", "purple-deep")
    return sum(isinstance(item, Shape) and item.stroke == colour and item.width == 1.5 for item in items)


def test_every_piece_is_drawn_once_more_than_on_the_empty_board() -> None:
    position = checked("\n".join([*LINES[:25], ""])).position
    assert position
    bare = position._replace(
        factories=(0,) * len(position.factories),
        lines=(0,) * len(position.lines),
        unrest=(0,) * len(position.unrest),
        standards=(0,) * len(position.standards),
        sectors=(0,) * len(position.sectors),
        placed=(0,) * len(position.placed),
        cadre=0,
    )
    full, empty = drawn(position), drawn(bare)
    game = notation().game
    own = [city for city, stands in zip(game.cities, position.factories, strict=True) if stands and not city.external]
    assert uses(full, "factory-") - uses(empty, "factory-") == len(own)
    assert uses(full, "unrest-unrest") - uses(empty, "unrest-unrest") == sum(map(bool, position.unrest))
    assert uses(full, "socialist-east") - uses(empty, "socialist-east") == sum(map(bool, position.placed))
    rails = [item for item in full if isinstance(item, Shape) and item.width == 4.2]
    assert len(rails) == sum(position.lines)
    titles = {item.text for item in full if isinstance(item, Text)}
    assert position.course
    assert set(position.course.display) <= titles


def test_protests_and_the_wall() -> None:
    position = checked("\n".join([*LINES[:12], ""])).position
    assert position
    game = notation().game
    sachsen = game.province("sachsen")
    unrest = tuple(8 if number == sachsen else 0 for number in range(len(game.provinces)))
    loud = drawn(position._replace(unrest=unrest, wall=True))
    calm = drawn(position._replace(unrest=(0,) * len(game.provinces)))
    assert uses(loud, "mass_protest-east") - uses(calm, "mass_protest-east") == 2
    assert len(loud) > len(calm)


def test_only_what_the_last_move_changed_is_marked() -> None:
    result = checked("\n".join([*LINES[:14], ""]))
    moment = result.moments[-1]
    assert marks(drawn(moment.after)) == 0
    assert marks(drawn(moment.after, moment.before)) > 0


@cache
def printed(code: str) -> tuple[BoardPieces, list[Drawn]]:
    """What draws pieces in a language, and the words below them; cards cover those of their own places."""
    catalogue, palette = notation().game.catalogue, Palette.load("full")
    lettering = Lettering.load(catalogue, code)
    board = BoardPrinter(lettering, palette, is_bare=True)
    words = [entry for entry in drawn_on(board.drawing) if isinstance(entry.item, Text)]
    below_cards = board.geometry["card-special"].box.bottom
    return BoardPieces(notation().game, lettering, palette), [word for word in words if word.box.y > below_cards]


def clashes(position: Position, before: Position | None = None, code: str = "de") -> list[str]:
    pieces, words = printed(code)
    return overlaps(words, list(drawn_on([pieces.layer(position, before)])))


@pytest.mark.parametrize("seed", range(6))
def test_nothing_runs_into_anything_in_random_games(seed: int) -> None:
    chance = Random(seed)
    for number, played in enumerate(play_game(notation().game, Anything(chance), chance)):
        if number % 7 == 0 or played.outcome:
            assert clashes(played.after, played.before) == [], number


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.wsdv")), ids=lambda path: path.stem)
def test_nothing_runs_into_anything_in_the_examples(path: Path) -> None:
    result = checked(path.read_text("utf-8"))
    for moment in result.moments[::9] + result.moments[-1:]:
        assert clashes(moment.after, moment.before) == []


# Pieces are the same in every language, so the others need only the least and the most of them beside their names.
FULL = [("de", unrest, factory) for unrest in (3, 8, 40) for factory in (INTACT, RUN_DOWN)]
FULL += [(code, unrest, factory) for code in ("en", "hu", "es") for unrest, factory in ((3, INTACT), (40, RUN_DOWN))]


@pytest.mark.parametrize(("code", "unrest", "factory"), only([FULL[5], FULL[9]], FULL))
def test_nothing_runs_into_anything_on_a_full_board(code: str, unrest: int, factory: int) -> None:
    position = checked("\n".join([*LINES[:12], ""])).position
    assert position
    full = position._replace(
        factories=(factory,) * len(position.factories),
        lines=tuple(notation().game.lines),
        unrest=(unrest,) * len(position.unrest),
        standards=(unrest,) * len(position.standards),
        sectors=(unrest,) * len(position.sectors),
        placed=(unrest,) * len(position.placed),
        closed=frozenset(range(len(position.factories))),
        wall=True,
    )
    for track in range(-6, 7) if unrest == 40 else (-6, 0, 6):
        moved = full._replace(prestige=track, currency=track, socialists=track)
        assert clashes(moved, position if track else None, code) == []


def test_show_svg(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record, picture = tmp_path / "game.wsdv", tmp_path / "board.svg"
    record.write_text(EXAMPLE, "utf-8")
    assert run(["--lang", "en", "show", f"{record}:20", "--svg", str(picture)]) == 0
    assert "board.svg" in capsys.readouterr().out
    assert ElementTree.fromstring(picture.read_text("utf-8")).tag.endswith("svg")
    assert picture.stat().st_size < 600_000  # a fifth of it are letters
    assert run(["show", str(record), "--svg", str(picture), "--watch"]) == 2
    assert run(["show", str(tmp_path / "none.wsdv"), "--watch"]) == 2
    assert run(["--lang", "en", "show", str(record), "--svg", str(tmp_path / "no" / "board.svg")]) == 1


def test_watch_opens_the_page_at_the_file(tmp_path: Path) -> None:
    (tmp_path / "game 1.wsdv").write_text(EXAMPLE, "utf-8")
    code = "from wsdv_tools.cli import main; main()"
    arguments = ["--lang", "en", "show", "game 1.wsdv", "--watch"]
    environment = {**os.environ, "BROWSER": "true"}  # a program that does nothing
    process = subprocess.Popen(
        [sys.executable, "-c", code, *arguments], cwd=tmp_path, stdout=subprocess.PIPE, text=True, env=environment
    )
    try:
        assert process.stdout
        assert re.search(r"http://127\.0\.0\.1:\d+/#[\w-]+/t/game%201\.wsdv$", process.stdout.readline().strip())
    finally:
        process.kill()
        process.wait()
