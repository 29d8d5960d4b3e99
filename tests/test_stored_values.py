"""Stored plays, decade ends and matches, which may come from anywhere: read as what they say, or refused."""

from __future__ import annotations

import json
import pickle
from collections.abc import Sequence
from contextlib import suppress
from copy import deepcopy
from random import Random
from typing import Any

import pytest

import wsdv_tools
from tests.matches import GAME, MATCHES, RULES, moments, open_position
from tests.test_position import paths
from wsdv_tools.facts import State
from wsdv_tools.rules.adjudicator import Phase, Turn
from wsdv_tools.rules.choices import Step
from wsdv_tools.rules.decade_play import DecadeEnd
from wsdv_tools.rules.match import Match
from wsdv_tools.rules.play import Play, Refused
from wsdv_tools.rules.position import UNKNOWN, Course, Position, start


def damaged(data: Any, chance: Random) -> Any:
    """Plain data in which one or two parts are exchanged or missing."""
    odd = [None, -1, 5, "x", "1", [], {}, {"a": 1}, [1], True, 3.5, "west", ["draw"], ["build", "kiel"], "row", 99999]
    data = json.loads(json.dumps(data))
    for _ in range(chance.randint(1, 2)):
        places = [path for path in paths(data) if path]
        *way, last = chance.choice(places)
        holder = data
        for key in way:
            holder = holder[key]
        if chance.random() < 0.3:
            del holder[last]
        else:
            holder[last] = chance.choice(odd)
    return data


@pytest.mark.parametrize("seed", range(MATCHES))
def test_what_was_changed_by_others_is_a_value_error(seed: int) -> None:
    """Stored values may come from anywhere: they are read as what they say, or refused; nothing else happens."""
    chance = Random(seed)
    stored = list(moments(seed))
    match = stored[len(stored) * 3 // 4]
    end = next((one.now for one in stored if isinstance(one.now, DecadeEnd)), wsdv_tools.decade_end(open_position()))
    for _ in range(40):
        with suppress(ValueError):
            read = wsdv_tools.Match.load(damaged(match.as_data(), chance))
            assert wsdv_tools.Match.load(read.as_data()) == read
            assert read.seen_by(State.WEST).record()
        with suppress(ValueError):
            again = wsdv_tools.load_decade_end(damaged(end.settled().as_data(), chance))
            assert wsdv_tools.outcome_as_data(again.outcome)
        with suppress(ValueError):
            assert Play.from_data(damaged(end.plays[-1].as_data(), chance), RULES).position


@pytest.mark.parametrize("data", [{}, {"wsdv-play": 2}, {"wsdv-play": 1, "rules": [], "position": {}, "phase": 1}])
def test_what_is_no_play_is_a_value_error(data: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="not a"):
        Play.from_data(data, RULES)


def test_a_step_that_was_stored_is_judged() -> None:
    """East cannot build in Hannover, whatever a file says; a phase cannot follow one that is not over."""
    play = Play(RULES, start(GAME), Turn(State.EAST, "3", False, "build")).settled()
    data = play.as_data()
    data["answers"].append({"step": ["build", "hannover"]})
    with pytest.raises(Refused, match="build-wrong-state"):
        Play.from_data(data, RULES)
    data["answers"][-1]["insisted"] = True
    assert Play.from_data(data, RULES).log[-1].fault
    end = wsdv_tools.decade_end(open_position()).settled()
    stored = end.as_data()
    stored["phases"].append({"phase": end.phase + 1, "answers": []})
    with pytest.raises(ValueError, match="not over"):
        wsdv_tools.load_decade_end(stored)


def test_a_card_that_nobody_sees_is_stored_only_where_it_is_hidden() -> None:
    """West does not see what East does with the deck; nothing else is done with a card that is not named."""
    course = Course(1, State.EAST, ("23",), False, ("26", "27"), ("24", "25"), (), ())
    board = open_position()._replace(course=course)
    data = Play(RULES, board, Turn(State.EAST, "50", False, "event")).settled().take(Step("look", "deck")).as_data()

    def then(*step: str) -> Play[Position, Turn | Phase]:
        changed = {**data, "answers": [*data["answers"], {"step": [*step], "insisted": True}]}
        return Play.from_data(changed, RULES)

    assert then("drop", "?").log[-1].fault is None
    fault = then("swap", "?", "?").log[-1].fault  # East's hand is known
    assert fault is not None
    assert fault.values["card"] == UNKNOWN
    with pytest.raises(Refused):
        then("discard", "?")


@pytest.mark.parametrize("phases", [range(1, 11), range(4, 11), (3,), (5, 7), (1, 2)])
def test_a_decade_end_of_some_phases_can_be_stored(phases: Sequence[int]) -> None:
    end = wsdv_tools.decade_end(open_position(), phases=phases)
    while end.pending:
        assert wsdv_tools.load_decade_end(json.loads(json.dumps(end.as_data()))) == end
        end = end.take(end.pending.options[0])
    assert wsdv_tools.load_decade_end(end.as_data()) == end
    assert [report.phase for report in end.outcome.reports] == [*phases]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("seed", 1.5),
        ("seed", "7"),
        ("seed", [[]]),
        ("seed", True),
        ("taken", {}.keys()),
        ("taken", [{"hand": {"side": "west", "cards": ["99", "1"]}}]),
        ("taken", [{"hand": {"side": "west", "cards": ["77", "1"]}}]),
        ("taken", [{"hand": {"side": "west", "cards": ["2", "2"]}}]),
        ("taken", [{"hand": {"side": "west", "cards": ["?"] * 50}}]),
        ("taken", [{"hand": {"side": "west", "cards": [None, {}]}}]),
        ("taken", [{"hand": {"side": "north", "cards": ["?", "?"]}}]),
        ("taken", [{"top": ["99"]}]),
        ("taken", [{"row": []}]),
        ("taken", [{"row": ["?"] * 8}]),
        ("taken", [{"row": "1234567"[:6]}]),
        ("taken", [{"row": ["?"] * 200_000, "insisted": True}]),
        ("taken", [{"row": ["?"] * 6, "insisted": "no"}]),
        ("rules", ["R9a", "R9b"]),
    ],
)
def test_what_no_match_was_stored_as_is_refused(key: str, value: object) -> None:
    data = Match.of(GAME).as_data()
    with pytest.raises(ValueError, match=r"not|no-icon|whole"):
        Match.from_data({**data, key: value}, RULES)


def test_values_can_be_copied_and_pickled() -> None:
    match = next(one for one in moments(1) if isinstance(one.now, DecadeEnd))
    for value in (match, match.now, Play(RULES, start(GAME), Turn(State.WEST, "20", False, "build")).settled()):
        assert pickle.loads(pickle.dumps(value)) == value
        assert deepcopy(value) == value
    beginning = Match.of(GAME, 1)
    assert beginning.pending is not None
    turn, fault = beginning.take(beginning.pending.options[0]).refused_plays()[0]
    for error in (Refused(turn, fault), wsdv_tools.Broken(match.history[-1], "why"), wsdv_tools.Unreadable([])):  # type: ignore[arg-type]
        again = pickle.loads(pickle.dumps(error))
        assert (type(again), str(again)) == (type(error), str(error))


def test_stored_rulings_must_exist() -> None:
    data = wsdv_tools.Match.start(seed=1).as_data()
    assert wsdv_tools.Match.load({**data, "rules": ["R9b"]}).record().startswith("wsdv-record: 1\nrules: R9b\n")
    for rulings in (["R99"], [9], "R9b", 9, None, [["R9b"]]):
        with pytest.raises(ValueError, match="not a"):
            wsdv_tools.Match.load({**data, "rules": rulings})
