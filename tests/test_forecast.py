"""The forecast: its verdicts are those of enumeration, its forced lines hold, and people can read it."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from tests.forecast_boards import small_boards
from tests.forecast_proof import compare, play, refuted
from tests.player import seats
from wsdv_tools.cli import run
from wsdv_tools.facts import State
from wsdv_tools.foresight import consequences as worst_cases
from wsdv_tools.foresight.closing import WEST
from wsdv_tools.foresight.forecasts import Verdict, forecast
from wsdv_tools.foresight.moments import Moment
from wsdv_tools.foresight.questions import Ending, Question
from wsdv_tools.foresight.solver import OutOfBudget, Solver
from wsdv_tools.foresight.strategy import Strategy
from wsdv_tools.foresight.tipping import what_tips
from wsdv_tools.library import consequences, decade_end, open_rulebook, read_position
from wsdv_tools.rules.adjudicator import Adjudicator
from wsdv_tools.rules.choices import Step
from wsdv_tools.rules.economy import points
from wsdv_tools.rules.position import Position, empty
from wsdv_tools.rules.run import How
from wsdv_tools.sources.schema import schemas

RULEBOOK = open_rulebook()
GAME = RULEBOOK.game
RULES = Adjudicator(GAME)
EXAMPLE = Path(__file__).parent.parent / "examples" / "decade-2.yaml"


def board(unrest: dict[str, int] | None = None, standards: dict[str, int] | None = None) -> Position:
    """An empty board of decade I with factories on both sides, and what is given by province."""
    position = read_position(
        "{wsdv-position: 1, decade: 1, factories: [hamburg, dortmund, berlin, leipzig, jena, rostock]}"
    )
    return position._replace(unrest=_by_number(unrest or {}), standards=_by_number(standards or {}))


def _by_number(by_province: dict[str, int]) -> tuple[int, ...]:
    return tuple(by_province.get(province.id, 0) for province in GAME.provinces)


def verdicts(position: Position) -> dict[str, str]:
    return {one.ending.value: one.verdict.value for one in forecast(RULES, position).judgements}


# Verdicts that a person can work out


def test_a_quiet_board_goes_on_for_certain() -> None:
    found = verdicts(board())
    assert found.pop("nobody-wins") == "certain"
    assert set(found.values()) == {"impossible"}


def test_four_protests_that_nobody_can_calm_are_a_collapse() -> None:
    angry = dict.fromkeys(("sachsen", "thueringen", "brandenburg", "sachsen-anhalt"), 4)
    assert verdicts(board(unrest=angry))["collapse-of-east"] == "certain"
    with_cadre = board(unrest=angry)._replace(cadre=1)
    assert verdicts(with_cadre)["collapse-of-east"] == "impossible"


def test_an_attack_that_west_may_make_or_not_is_west_s_to_force() -> None:
    angry = {"sachsen": 3, "thueringen": 4, "brandenburg": 4, "sachsen-anhalt": 4}
    attack = board(unrest=angry, standards={"bayern": 1})._replace(
        factories=tuple(int(city.id in ("muenchen", "berlin", "dortmund")) for city in GAME.cities)
    )
    found = verdicts(attack)
    assert found["collapse-of-east"] == "west"
    assert found["nobody-wins"] == "west"


def test_in_the_last_decade_time_takes_the_place_of_going_on() -> None:
    found = verdicts(board()._replace(decade=4))
    assert found["time"] == "certain"
    assert "nobody-wins" not in found


def test_socialists_decide_unless_east_is_insolvent_first() -> None:
    full = board()._replace(cadre=12, socialists=1)
    assert verdicts(full)["triumph-of-socialism"] == "certain"
    poor = empty(GAME)._replace(cadre=12, socialists=1, police=("5",))
    assert verdicts(poor)["insolvency"] == "certain"
    assert verdicts(poor)["triumph-of-socialism"] == "impossible"
    assert verdicts(board()._replace(socialists=-1))["socialism-fails"] == "certain"


def test_a_budget_of_nothing_settles_only_what_needs_no_search() -> None:
    position = read_position(EXAMPLE.read_text("utf-8"))
    found = {one.ending: one for one in forecast(RULES, position, budget=0).judgements}
    assert found[Ending.EAST_COLLAPSES].verdict is Verdict.NOT_SETTLED
    assert found[Ending.TRIUMPH].verdict is Verdict.IMPOSSIBLE
    with pytest.raises(OutOfBudget):
        Solver(RULES, position, 0).is_brought_about(Moment(1, position), Question(Ending.EAST_COLLAPSES, WEST))


def test_cards_still_to_come_are_left_out() -> None:
    position = read_position(EXAMPLE.read_text("utf-8") + "half: 1\nto-move: west\n")
    found = forecast(RULES, position, budget=0)
    assert found.is_in_midst
    assert not forecast(RULES, position._replace(course=None), budget=0).is_in_midst


# Proofs


@pytest.mark.parametrize("ruling", ["", "R8b", "R10b", "R14b", "R16b"])
def test_verdicts_are_those_of_enumeration(ruling: str) -> None:
    rulebook = open_rulebook(*([ruling] if ruling else []))
    found = compare(Adjudicator(rulebook.game), small_boards(rulebook.game, 7), most=3, contested=1, runs=700)
    assert found.wrong == []
    assert found.contested >= 1


def test_forced_lines_hold_against_random_opponents() -> None:
    chance = Random(1)
    for position in islice(small_boards(GAME, 11), 4):
        assert list(refuted(RULES, position, chance, games=6)) == []


def test_a_side_that_does_not_play_for_it_may_lose_a_forced_ending() -> None:
    """So that playing forced lines proves something."""
    angry = {"sachsen": 3, "thueringen": 4, "brandenburg": 4, "sachsen-anhalt": 4}
    position = board(unrest=angry, standards={"bayern": 1})._replace(
        factories=tuple(int(city.id in ("muenchen", "berlin", "dortmund")) for city in GAME.cities)
    )
    chance = Random(1)
    assert {play(RULES, position, chance) for _ in range(20)} == {Ending.EAST_COLLAPSES, Ending.NOBODY}
    strategy = Strategy(Solver(RULES, position), Question(Ending.EAST_COLLAPSES, WEST))
    assert {play(RULES, position, chance, strategy) for _ in range(20)} == {Ending.EAST_COLLAPSES}


def test_a_line_comes_to_its_ending() -> None:
    found = forecast(RULES, read_position(EXAMPLE.read_text("utf-8")))
    collapse = found[Ending.EAST_COLLAPSES]
    assert collapse.verdict is Verdict.NEITHER
    assert collapse.line[-1].phase == 9
    assert all(one.is_meant for one in collapse.line if one.done.how is How.CHOSEN)


# What tips it


def test_one_more_unrest_tips_it() -> None:
    angry = {"sachsen": 3, "thueringen": 4, "brandenburg": 4, "sachsen-anhalt": 4}
    tips = what_tips(RULES, forecast(RULES, board(unrest=angry)))
    tipped = {tip.change for tip in tips.found if tip.ending is Ending.EAST_COLLAPSES}
    assert Step("u+", GAME.province("sachsen")) in tipped
    assert Step("u+", GAME.province("bayern")) not in tipped
    assert tips.looked_at == tips.changes


def test_one_more_factory_pays_for_everything() -> None:
    position = board(standards={"sachsen": 1, "thueringen": 2, "east-berlin": 1, "mecklenburg-vorpommern": 1})
    tips = what_tips(RULES, forecast(RULES, position))
    assert Step("build", GAME.city("schwedt")) in {tip.change for tip in tips.found if tip.sum == "shortage"}


# Options of a decision


def test_consequences_tell_what_an_option_leads_to() -> None:
    """West's attack decides; the other attack would not."""
    angry = {"sachsen": 3, "thueringen": 4, "brandenburg": 4, "sachsen-anhalt": 4}
    position = board(unrest=angry, standards={"bayern": 1})._replace(
        factories=tuple(int(city.id in ("muenchen", "berlin", "dortmund")) for city in GAME.cities)
    )
    found = {one["option"]: one for one in consequences(decade_end(position).settled())}
    assert found["BY>SN"]["endings"] == [{"ending": "collapse-of-east", "verdict": "certain"}]
    assert found["BY>none"]["endings"] == [{"ending": "nobody-wins", "verdict": "certain"}]
    assert (found["BY>SN"]["unrest"]["east"], found["BY>none"]["unrest"]["east"]) == (1, 0)


def test_what_may_be_lost_at_most_is_never_exceeded() -> None:
    chance = Random(3)
    for position in islice(small_boards(GAME, 21), 8):
        end = decade_end(position).settled()
        while end.pending is not None:
            before = end
            step = chance.choice(end.pending.options)
            told = {one.step: one for one in worst_cases.consequences(end, budget=50)}[step]
            end = end.take(step).settled()
            if told.points is None:
                continue
            last = end
            while last.pending is not None:
                last = last.take(chance.choice(last.pending.options)).settled()
            lost = points(GAME, before.position, State.EAST) - points(GAME, last.position, State.EAST)
            added = [sum(last.position.unrest[p] - before.position.unrest[p] for p in GAME.own(side)) for side in State]
            assert lost <= told.points
            assert added[0] <= (told.west_unrest or 0)
            assert added[1] <= (told.east_unrest or 0)


def test_without_the_last_phases_there_is_nothing_to_say() -> None:
    end = decade_end(read_position(EXAMPLE.read_text("utf-8")), phases=[1]).settled()
    assert consequences(end) == []


def test_hint_tells_and_decides_nothing(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_bytes(EXAMPLE.read_bytes())
    with seats("decade-end") as sit:
        player = sit(tmp_path, "game.yaml")
        player.answers(("West>", "hint"))
        told = player.is_asked("West>")
    assert "The worst case for each option" in told
    assert "East collapses: possible, but each side can prevent it" in " ".join(told.split())
    assert not (tmp_path / "game.decisions").exists()


# The command


def test_the_answer_follows_its_schema(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["forecast", "--json", str(EXAMPLE), "--budget", "2000"]) == 0
    answer = json.loads(capsys.readouterr().out)
    registry = Registry().with_resources([(name, Resource.from_contents(s)) for name, s in schemas().items()])
    Draft202012Validator(schemas()["forecast.schema.json"], registry=registry).validate(answer)
    assert [one["phase"] for one in answer["phases"]] == list(range(1, 11))
    assert answer["stakes"]["east"]["police"] == 2


@pytest.mark.parametrize("language", ["de", "en", "hu", "es"])
def test_every_language_tells_it(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["forecast", str(EXAMPLE), "--lang", language, "--budget", "200"]) == 0
    told = capsys.readouterr().out
    assert "{" not in told
    assert "-berlin-bitterfeld" in told


def test_a_record_is_taken_at_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = EXAMPLE.parent / "four-decades.wsdv"
    assert run(["forecast", f"{record}:12", "--json", "--no-tips", "--budget", "100"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["in-midst"]
    assert answer["tips"] is None
    assert run(["forecast", f"{record}:9999"]) == 2
    assert run(["forecast", str(tmp_path / "none.yaml")]) == 2
