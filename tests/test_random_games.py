"""Random legal games by many policies: sound on every board, the same when checked, and everywhere in the rules.

A run of the tests plays one round of all policies. `make reach` plays as many as it takes to reach everything, and
`WSDV_ROUNDS=100` a hundred.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random

import pytest

from tests.policies import BEGINNINGS, PLAYERS, beginning
from tests.random_season import CATALOGUE, NOTATION, Season, never_reached, text_of
from tests.reach import FROM_A_POSITION, UNREACHABLE, alternatives, register, unreachable
from tests.samples import random_position
from wsdv_tools.bots.random_play import Anything, play_game
from wsdv_tools.cli import run
from wsdv_tools.record.reader import read_record
from wsdv_tools.record.statements import read_statements
from wsdv_tools.record.writer import set_line
from wsdv_tools.referee.checker import check_record
from wsdv_tools.referee.verdicts import Checked
from wsdv_tools.rules.game import Game
from wsdv_tools.rules.position import Position, empty
from wsdv_tools.rules.status import status
from wsdv_tools.rules.verbs import BY_THEMSELVES, VERBS

ROUNDS = int(os.environ.get("WSDV_ROUNDS", "1"))
REACH_ROUNDS = int(os.environ.get("WSDV_REACH", "0"))  # at most so many more, until everything is reached
FAULTS = Path(__file__).parents[1] / "output" / "faults"
CHANGED_GAMES, CHANGES_OF_A_GAME = (24, 60) if REACH_ROUNDS else (8, 30)
REACHED_AT_ONCE = 0.95  # of the register, by one round: it was 0.975


def play_rounds(seasons: list[Season]) -> None:
    """One game by each policy in each round: at least so many, and more until all is reached or it is enough."""
    for number in range(ROUNDS + REACH_ROUNDS):
        if number >= ROUNDS and not never_reached(seasons):
            return
        for season in seasons:
            for name in PLAYERS:
                season.play(name)


def test_random_games_are_sound_and_reach_everything() -> None:
    """By our rulings, and by all alternatives at once; a single round reaches most of it."""
    seasons = [Season((), FAULTS / "ours"), Season(alternatives(CATALOGUE), FAULTS / "alternatives")]
    play_rounds(seasons)
    faults = [fault for season in seasons for fault in season.faults]
    assert not faults, "faults:\n" + "\n".join(faults)
    never, names = never_reached(seasons), register(NOTATION)
    allowed = 0 if REACH_ROUNDS else (1 - REACHED_AT_ONCE) * len(names)
    assert len(never) <= allowed, "never reached: " + "; ".join(never)
    for season in seasons:
        assert not season.after_all, "said to be out of reach, but reached: " + "; ".join(season.after_all)
        assert not season.unforeseen, "reached, but not in the register: " + "; ".join(season.unforeseen)
    print(sum(season.games for season in seasons), "games,", sum(season.plays for season in seasons), "plays")


def test_what_is_not_reached_is_named() -> None:
    season = Season((), FAULTS)
    season.play("anything")
    never = never_reached([season])
    assert {"event of card 63 by east", "ending: east by time", "step stop: stop polska-nord"} <= set(never)
    assert len(never) + len(season.all_reached) + len(unreachable(season.game)) == len(season.register)


def test_the_register_knows_every_verb_and_ruling() -> None:
    names = register(NOTATION)
    assert len(names) == len(set(names))
    verbs = set(VERBS) - BY_THEMSELVES - {"advance"}
    assert verbs == {name.split()[1].rstrip(":") for name in names if name.startswith("step ")}
    assert {ruling for ruling in alternatives(CATALOGUE) if f"ruling {ruling} asked" not in names} == set()
    assert set(UNREACHABLE) | set(FROM_A_POSITION) <= set(names)


@pytest.mark.parametrize("name", BEGINNINGS)
def test_a_board_to_begin_with_is_sound(name: str) -> None:
    position = beginning(name, NOTATION, Random(0))
    assert position is not None
    assert status(NOTATION.game, position) == []


@pytest.mark.parametrize("seed", range(20))
def test_a_board_is_set_as_it_lies(seed: int) -> None:
    position = random_position(NOTATION.game, Random(seed))
    said = read_statements(set_line(NOTATION, position).removeprefix("set "), NOTATION)
    made = empty(NOTATION.game)
    assert isinstance(said, list)
    for statement in said:
        made = statement.made(NOTATION.game, made)
    assert made == position


# A planted fault is dumped as a record, and shows again when that is checked


@pytest.fixture
def check(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[[Path], str]:
    monkeypatch.setenv("WSDV_LANG", "en")
    monkeypatch.setenv("WSDV_DEBUG", "1")

    def call(path: Path) -> str:
        run(["check", str(path)])
        return capsys.readouterr().out

    return call


def dumped(folder: Path, rulings: tuple[str, ...] = ()) -> tuple[str, Path]:
    """The message of a game's fault, and the record that it names."""
    season = Season(rulings, folder)
    while not season.faults:
        season.play("builders")
    message = season.faults[0]
    return message, Path(message.rpartition("wsdv check ")[2])


def test_a_rule_that_breaks_is_dumped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, check: Callable[[Path], str]
) -> None:
    def break_down(game: Game, position: Position, connection: int) -> Position:
        raise ZeroDivisionError(f"{game.connections[connection].id} in decade {position.decade}")

    with monkeypatch.context() as planted:
        planted.setitem(VERBS, "lay", VERBS["lay"]._replace(change=break_down))
        message, path = dumped(tmp_path, ("R9b",))
        assert "ZeroDivisionError" in message
        with pytest.raises(ZeroDivisionError, match="in decade 1"):
            check(path)
    assert "rules: R9b" in path.read_text("utf-8")
    assert "(ZeroDivisionError" not in check(path).partition("\n")[0]  # corrected, the record only ends early


def test_a_decade_end_that_breaks_is_dumped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, check: Callable[[Path], str]
) -> None:
    def break_down(*_: object) -> list[int]:
        raise ZeroDivisionError

    monkeypatch.setattr("wsdv_tools.rules.figures.prestige", break_down)
    _, path = dumped(tmp_path)
    assert "\nend\n" in path.read_text("utf-8")
    with pytest.raises(ZeroDivisionError):
        check(path)


def test_a_board_that_cannot_be_is_dumped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, check: Callable[[Path], str]
) -> None:
    def lay_two(game: Game, position: Position, connection: int) -> Position:
        assert lay is not None
        return lay(game, lay(game, position, connection), connection)

    lay = VERBS["lay"].change
    monkeypatch.setitem(VERBS, "lay", VERBS["lay"]._replace(change=lay_two))
    message, path = dumped(tmp_path)
    assert "lines-too-many" in message
    assert "[lines-too-many]" in check(path)


def test_a_record_that_checks_otherwise_is_dumped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, check: Callable[[Path], str]
) -> None:
    monkeypatch.setitem(VERBS, "hamburg", VERBS["hamburg"]._replace(spelling="hamburg=BY"))
    message, path = dumped(tmp_path)
    assert "the record has findings: hamburg-elsewhere" in message
    assert "[hamburg-elsewhere]" in check(path)


# Changed records


def checked(text: str) -> Checked:
    return check_record(read_record(text, "game.wsdv", NOTATION), NOTATION)


@cache
def some_game(seed: int) -> str:
    chance = Random(seed)
    return text_of(NOTATION, play_game(NOTATION.game, Anything(chance), chance))


def changed(text: str, chance: Random) -> tuple[str, int]:
    """The text with one token replaced, dropped, doubled or misspelt, and the line of the change."""
    tokens = list(re.finditer(r"[^\s,;]+|[,;]", text))
    token = chance.choice(tokens)
    other = chance.choice(tokens)[0]
    position = chance.randrange(len(token[0]))
    misspelt = token[0][:position] + chance.choice("0123456789abhnwu+->*:!#äЖ ") + token[0][position + 1 :]
    new = chance.choice([other, "", token[0] * 2, misspelt, misspelt, token[0].upper(), "none", "99", "-1"])
    return text[: token.start()] + new + text[token.end() :], text.count("\n", 0, token.start()) + 1


def all_changes(seed: int) -> Iterator[tuple[str, int]]:
    chance = Random(seed)
    for _ in range(CHANGES_OF_A_GAME):
        yield changed(some_game(seed), chance)


@pytest.mark.parametrize("seed", range(CHANGED_GAMES))
def test_a_changed_token_is_never_reported_before_its_line(seed: int) -> None:
    for text, line in all_changes(seed):
        errors = [finding for finding in checked(text).findings if finding.is_error]
        lines = [(error.code, error.place.line if error.place else 0) for error in errors]
        early = [(code, at) for code, at in lines if at < line]
        assert early == [], f"line {line} of\n{text}"
