"""Whatever is asked in a decade end has its words, and what is offered is understood in every way it can be typed."""

from __future__ import annotations

import random

import pytest

from wsdv_tools.codes import CODES
from wsdv_tools.dialogue import form_questions as questions
from wsdv_tools.dialogue.decade_dialogue import read_answers
from wsdv_tools.dialogue.interpretation import Answer, interpret
from wsdv_tools.dialogue.options import Numbers, OptionList
from wsdv_tools.facts import Catalogue, State
from wsdv_tools.record.notation import No, Notation
from wsdv_tools.record.statements import Statement
from wsdv_tools.referee.endings import Given, adjudicate_typed, given_in, given_lines, read_decisions, resume
from wsdv_tools.rules.adjudicator import Adjudicator
from wsdv_tools.rules.choices import Choice, Step
from wsdv_tools.rules.decade_end import Outcome
from wsdv_tools.rules.decade_play import DecadeEnd
from wsdv_tools.rules.game import Game
from wsdv_tools.rules.position import INTACT, NONE, RUN_DOWN, Position, empty
from wsdv_tools.rules.status import status
from wsdv_tools.rules.verbs import BY_THEMSELVES
from wsdv_tools.telling.board_text import BoardText, changes
from wsdv_tools.telling.narrator import explained
from wsdv_tools.telling.phrases import Phrases
from wsdv_tools.telling.sums import sums
from wsdv_tools.words import Language
from wsdv_tools.words.names import Names

CATALOGUE = Catalogue.load()
LANGUAGES = [Language.load(code) for code in ("de", "en", "hu", "es")]
PHRASES = Phrases(LANGUAGES[1], Notation(Game(CATALOGUE), Names(CATALOGUE)))


def random_position(game: Game, dice: random.Random) -> Position:
    """A board as it might lie at the end of a decade, now and then near a limit."""
    standing = [dice.random() < 0.6 for _ in game.cities]
    factories = [
        NONE if not stands else RUN_DOWN if home is not None and home in game.east and dice.random() < 0.3 else INTACT
        for stands, home in zip(standing, game.home, strict=True)
    ]
    lines = [0] * len(game.connections)
    for number, ends in enumerate(game.ends):
        abroad = [city for city in ends if game.external[city]]
        if any(standing[city] for city in ends) and all(standing[city] for city in abroad):
            lines[number] = dice.choice([0, 0, game.lines[number], 1])
    sectors = tuple(dice.choice([0, 1, 1, 2]) for _ in game.sectors)
    standards = [dice.randrange(4) for _ in game.provinces]
    standards[game.west_berlin] = sum(sectors)
    unrest = [dice.randrange(5) for _ in game.provinces]
    imported = [0, 0, 0]
    imported[dice.randrange(3)] = unrest[game.west_berlin] // 4
    placed = [dice.randrange(2) if province in game.east else 0 for province in range(len(game.provinces))]
    return empty(game, dice.randint(1, 3))._replace(
        prestige=dice.randint(-6, 6),
        currency=dice.randint(-4, 6),
        socialists=dice.randint(-6, 6),
        wall=dice.random() < 0.3,
        unrest=tuple(unrest),
        standards=tuple(standards),
        sectors=sectors,
        placed=tuple(placed),
        cadre=dice.randrange(3),
        factories=tuple(factories),
        lines=tuple(lines),
        police=("5", "15") if dice.random() < 0.5 else (),
        delivered=(True, dice.random() < 0.5, False),
        imported=tuple(imported),
        flight_icons=dice.randrange(5),
    )


def told_in_full(phrases: Phrases, end: DecadeEnd) -> list[str]:
    """Everything the dialogue would say here."""
    lines = []
    for report in end.outcome.reports:
        lines += sums(phrases, report)
        lines += [phrases.done(done.step, done.choice) for done in report.done if done.step.verb not in BY_THEMSELVES]
    if end.pending:
        choice = end.pending.question
        lines.append(phrases.question(choice))
        lines += OptionList(phrases, choice, end.phase, Numbers()).lines()
        lines += explained(phrases, choice)
    return lines


@pytest.mark.parametrize("seed", range(40))
def test_a_random_decade_end(seed: int) -> None:
    dice = random.Random(seed)
    game = Game(CATALOGUE, ["R14b"] if seed % 4 == 3 else [])
    notation = Notation(game, Names(CATALOGUE))
    start = random_position(game, dice)
    assert not [flaw for flaw in status(game, start) if CODES[flaw.code] == "error"]
    now = resume(notation, DecadeEnd.begin(Adjudicator(game), start), [])
    while now.end.pending:
        choice, phase = now.end.pending.choice, now.end.phase
        for language in LANGUAGES:
            told = told_in_full(Phrases(language, notation), now.end)
            assert not [line for line in told if "{" in line], "a place was left unfilled"
        for step in choice.options:
            typed = notation.write(step, str(phase))
            assert interpret(typed, choice, phase, notation) == [Answer(step, typed)]
        for number, step in enumerate(choice.options, 1):
            if choice.kind != "space":
                assert interpret(str(number), choice, phase, notation) == [Answer(step, str(number))]
        now = resume(notation, now.end, [Given(phase, dice.choice(now.end.pending.options))])
        assert now.dropped == []
    _check_the_kept_answers(notation, start, now.end)
    for language in LANGUAGES:
        phrases = Phrases(language, notation)
        assert all(len(line) < 80 for line in BoardText(game, language).lines(now.end.position))
        list(changes(phrases, start, now.end.position))


def _check_the_kept_answers(notation: Notation, start: Position, end: DecadeEnd) -> None:
    """The file of answers tells the same decade end, to the dialogue and to the batch."""
    text = given_lines(given_in(end), notation)
    answers, findings = read_answers(text, "kept", notation)
    assert findings == []
    again = resume(notation, DecadeEnd.begin(Adjudicator(notation.game), start), answers)
    assert again.dropped == []
    assert _told(again.end.outcome) == _told(end.outcome)
    assert given_lines(given_in(again.end), notation) == text
    batch, wrong = adjudicate_typed(notation, start, read_decisions(text, "kept", notation))
    assert wrong == []
    assert _told(batch) == _told(end.outcome)


def _told(outcome: Outcome) -> tuple[object, ...]:
    reports = [(report.phase, report.before, report.figures, report.steps) for report in outcome.reports]
    return outcome.position, outcome.winner, outcome.reason, reports


def test_both_sides_of_card_iv_are_named_where_one_was_typed() -> None:
    for ask in (questions._played, questions._police):
        with pytest.raises(No) as told:
            ask(PHRASES, empty(PHRASES.game)).read(["IV"])
        assert told.value.why.code == "card-two-sides"


def test_lines_whose_factories_are_gone_are_asked_for_again() -> None:
    game = PHRASES.game
    ask = questions._lines(State.EAST)
    assert ask(PHRASES, empty(game)) is None
    laid = Statement("lines", game.connection("leipzig-jena"), 1).made(game, empty(game))
    question = ask(PHRASES, laid)
    assert question
    assert question.words == ("leipzig-jena",)


def test_the_number_of_a_card_stays_beside_its_word() -> None:
    """On a narrow button `5.` would end a line."""
    game = PHRASES.game
    step = Step("use", "5", game.province("sachsen"))
    choice = Choice(State.EAST, "use", "8-use", empty(game), (step,), lambda _: None)
    hungarian = Phrases(LANGUAGES[2], PHRASES.notation)
    assert hungarian.label(step, choice, "").endswith(", 5.\N{NO-BREAK SPACE}kártya")
