"""Properties of the decade end over random positions and random decisions."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.board_by_hand import EAST, INCOME, WEST, Board
from tests.samples import random_answers, random_position
from wsdv_tools.codes import CODES
from wsdv_tools.conformance.case_files import published
from wsdv_tools.facts import Catalogue
from wsdv_tools.findings import Finding, worded
from wsdv_tools.record.notation import Notation
from wsdv_tools.referee.endings import adjudicate_typed, read_decisions, result
from wsdv_tools.rules.choices import NOTHING, Choice, Step, Undecided
from wsdv_tools.rules.decade_end import Outcome, adjudicate
from wsdv_tools.rules.figures import as_data
from wsdv_tools.rules.game import Game
from wsdv_tools.rules.plain import as_plain
from wsdv_tools.rules.position import Position
from wsdv_tools.rules.status import status
from wsdv_tools.sources.shipped import shipped
from wsdv_tools.sources.yaml_reader import read_yaml
from wsdv_tools.words import Language
from wsdv_tools.words.names import Names

CATALOGUE = Catalogue.load()
NAMES = Names(CATALOGUE)
RULES = {entry["id"] for entry in read_yaml(shipped("data") / "rules.yaml").value["rules"]}
LANGUAGES = [Language.load("en"), Language.load("de")]
ALTERNATIVES = ("R2b", "R3b", "R8b", "R9b", "R10b", "R11b", "R14b", "R16b")
SEEDS = st.integers(0, 2**32)
PROVEN = {finding["code"] for case in published() for finding in case.expect.get("findings", ())}


@cache
def game_with(*rulings: str) -> Game:
    return Game(CATALOGUE, rulings)


def any_game(random: Random) -> Game:
    """By default rulings, or with one alternative."""
    return game_with() if random.random() < 0.5 else game_with(random.choice(ALTERNATIVES))


def played(game: Game, position: Position, random: Random) -> tuple[Outcome, dict[str, Any]]:
    outcome = adjudicate(game, position, random_answers(random, silence=0.2))
    return outcome, result(Notation(game, NAMES), outcome, str)


def has_errors(game: Game, position: Position) -> list[str]:
    return [flaw.code for flaw in status(game, position) if CODES[flaw.code] == "error"]


@given(SEEDS)
@settings(max_examples=150, deadline=None)
def test_a_possible_position_stays_possible(seed: int) -> None:
    """No exception, every decision has an option, and what was possible before is possible after."""
    random = Random(seed)
    game = any_game(random)
    position = random_position(game, random)
    assert has_errors(game, position) == []
    outcome, told = played(game, position, random)
    assert outcome.pending is None
    assert has_errors(game, outcome.position) == []
    assert (outcome.winner is None) == (outcome.reason is None)
    assert told["winner"] or len(told["phases"]) == 10


@given(SEEDS)
@settings(max_examples=150, deadline=None)
def test_pieces_are_conserved(seed: int) -> None:
    """Moving the pieces by hand as the report says leads to the same board: nothing appears, nothing vanishes."""
    random = Random(seed)
    game = any_game(random)
    position = random_position(game, random)
    outcome, told = played(game, position, random)
    board = Board(as_plain(game, position))
    for phase in told["phases"]:
        over = outcome.winner is not None and phase is told["phases"][-1]
        if over and phase["phase"] in (9, 10):  # a game ended there moves nothing
            break
        board.take(phase["phase"], phase["figures"], phase["steps"])
    after = Board(told["position"])
    if outcome.winner and len(told["phases"]) == 1:
        after.played = []  # an insolvent East does not clear the pile
    assert board.pieces() == after.pieces()


@given(SEEDS)
@settings(max_examples=150, deadline=None)
def test_figures_equal_a_second_computation(seed: int) -> None:
    random = Random(seed)
    game = game_with()
    position = random_position(game, random)
    board = Board(as_plain(game, position))
    figures = {phase: figures_of(game, position, phase) for phase in range(1, 11)}
    assert figures[1]["wall"] == board.wall
    if not board.wall:
        assert figures[1]["flight"] == board.flight()
        assert figures[1]["points"] == board.flight()["steps"] // 2
    assert figures[3]["shortage"] == board.shortage("niedersachsen")
    assert figures[3].get("hamburg-assumed", False) == (
        board.shortage("niedersachsen") != board.shortage("schleswig-holstein")
    )
    assert figures[4]["points"] == len(board.police)
    assert figures[5]["lost"] == board.lost("niedersachsen")
    assert figures[5].get("hamburg-assumed", False) == (board.lost("niedersachsen") != board.lost("schleswig-holstein"))
    assert figures[6]["unrest"] == board.comparison()
    for id_, attacker in figures[7]["attackers"].items():
        assert attacker["usable"] == board.usable(id_)
    assert figures[8]["unused"] == len(board.police) - len(board.used)
    assert figures[9]["change"] == INCOME[board.tracks["socialists"]]
    protests = {side: sum(map(board.markers, of)) for side, of in (("west", WEST), ("east", EAST))}
    assert figures[10]["protests"] == protests


def figures_of(game: Game, position: Position, phase: int) -> dict[str, Any]:
    """A phase's figures before anybody decides anything."""

    def undecided(_choice: Choice, _phase: int) -> Step | None:
        raise Undecided

    return as_data(adjudicate(game, position, undecided, [phase]).reports[0].figures)


@given(SEEDS)
@settings(max_examples=100, deadline=None)
def test_insolvency_comes_exactly_when_points_are_too_few(seed: int) -> None:
    random = Random(seed)
    game = game_with()
    position = random_position(game, random)
    points = Board(as_plain(game, position)).points()
    for phase in (1, 4):
        outcome = adjudicate(game, position, random_answers(random), [phase])
        demand = as_data(outcome.reports[0].figures)["points"]
        assert (outcome.reason == "insolvency") == (demand > points)


@given(SEEDS)
@settings(max_examples=100, deadline=None)
def test_steps_typed_again_lead_to_the_same_result(seed: int) -> None:
    """What a decade end reports can be typed as its decisions."""
    random = Random(seed)
    game = any_game(random)
    position = random_position(game, random)
    _, told = played(game, position, random)
    lines = "\n".join(f"{phase['phase']}: {', '.join(phase['steps'])}" for phase in told["phases"])
    notation = Notation(game, NAMES)
    again, findings = adjudicate_typed(notation, position, read_decisions(lines, "again", notation))
    assert findings == []
    assert result(notation, again, str) == told


def universe(game: Game, random: Random) -> list[Step]:
    """Every verb with every place it could be done to, and then some."""
    provinces, cities, lines = range(len(game.provinces)), range(len(game.cities)), range(len(game.connections))
    steps = [Step(verb, p) for verb in ("u+", "u-", "calm", "s+", "s-", "import", "release", "soc", "lose", "hamburg")
             for p in provinces]  # fmt: skip
    steps += [Step(verb, city) for verb in ("build", "dismantle", "down", "up", "stop") for city in cities]
    steps += [Step(verb, line) for verb in ("lay", "lift") for line in lines]
    steps += [Step(verb, sector) for verb in ("sector+", "sector-") for sector in range(3)]
    steps += [Step("at", space) for space in range(-6, 7)]
    steps += [Step("attack", p, q, n) for p in provinces for q in (*provinces, None) for n in (0, 1, 2, 3)]
    steps += [Step("u>", random.choice(provinces), random.choice(provinces)), Step("use", "5", 0), NOTHING]
    return steps


@given(SEEDS)
@settings(max_examples=60, deadline=None)
def test_only_what_is_offered_is_legal(seed: int) -> None:
    """Every option is accepted; every other step is refused, with a code, a sentence and a rule that exist."""
    random = Random(seed)
    game = any_game(random)
    steps = universe(game, random)
    random_answer = random_answers(random, silence=0.1)

    def answer(choice: Choice, phase: int) -> Step | None:
        if not choice.automatic and random.random() < 0.3:
            check_choice(choice, steps)
        return random_answer(choice, phase)

    adjudicate(game, random_position(game, random), answer)


def check_choice(choice: Choice, steps: list[Step]) -> None:
    options, faults = set(choice.options), {}
    assert options
    assert choice.rule in RULES
    assert choice.left >= 1
    for step in (*steps, *options):
        fault = choice.refuse(step)
        if step in options:
            assert fault is None, step
        elif fault is None:  # the full number named is the attack with all
            assert step.verb == "attack"
            assert step._replace(number=0) in options
        else:
            assert fault.rule in RULES, fault
            assert fault.code in PROVEN, fault
            faults[fault.code] = fault
    for fault in faults.values():
        finding = Finding(fault.code, None, worded(fault.values) | {"text": "it"}, fault.rule)
        for language in LANGUAGES:
            sentence = language.sentence(finding)
            assert sentence.endswith("."), sentence
            assert "{" not in sentence, sentence


@given(SEEDS)
@settings(max_examples=40, deadline=None)
def test_every_option_leads_on(seed: int) -> None:
    """Whichever option of a decision is taken, the decade end goes on without a fault."""
    random = Random(seed)
    game = any_game(random)
    position = random_position(game, random)
    asked = sum(len(report.steps) for report in adjudicate(game, position, random_answers(Random(seed))).reports)
    at = random.randint(0, max(0, asked - 1))
    options: list[Step] = []
    adjudicate(game, position, taking(Random(seed), at, None, options))
    for option in options:
        outcome = adjudicate(game, position, taking(Random(seed), at, option, []))
        assert outcome.pending is None


def taking(random: Random, at: int, option: Step | None, options: list[Step]) -> Any:
    """Random answers, except the one decision `at`, which is answered by `option`; its options are noted down."""
    random_answer = random_answers(random)
    count = -1

    def answer(choice: Choice, phase: int) -> Step | None:
        nonlocal count
        if choice.automatic:
            return None
        count += 1
        if count == at:
            options.extend(choice.options)
            return option or choice.options[0]
        return random_answer(choice, phase)

    return answer


@pytest.mark.parametrize("decade", [1, 2, 3, 4])
def test_positions_are_immutable_values(decade: int) -> None:
    position = random_position(game_with(), Random(decade))
    assert {position: decade}[random_position(game_with(), Random(decade))] == decade
