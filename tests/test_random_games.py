"""Random legal games: the board stays sound after every step, and each game written, read and checked is the same."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from random import Random

import pytest

from wsdv_tools.codes import CODES
from wsdv_tools.conformance.game_writing import game_lines
from wsdv_tools.conformance.random_play import Anything, Played, play_game
from wsdv_tools.facts import Catalogue, State
from wsdv_tools.facts.tracks import FIRST, LAST
from wsdv_tools.record.checking import Checked, check_record
from wsdv_tools.record.notation import Notation
from wsdv_tools.record.reading import read_record
from wsdv_tools.record.writing import write_record
from wsdv_tools.rules.choices import Choice, Step
from wsdv_tools.rules.game import Game
from wsdv_tools.rules.position import UNKNOWN, Position
from wsdv_tools.rules.protests import PROTEST, own_markers
from wsdv_tools.rules.status import status
from wsdv_tools.words.names import Names

GAME = Game(Catalogue.load())
NOTATION = Notation(GAME, Names(GAME.catalogue))
# All alternatives at once, for every second lot of games.
ALTERNATIVES = ("R2b", "R3b", "R7b", "R8b", "R9b", "R10b", "R11b", "R14b", "R16b")
OTHER_GAME = Game(GAME.catalogue, ALTERNATIVES)

LOTS, GAMES_OF_A_LOT = 12, 30
CHANGED_GAMES, CHANGES_OF_A_GAME = 24, 60


def sound(game: Game, position: Position) -> None:
    """What holds on every board."""
    numbers = (*position.unrest, *position.standards, *position.sectors, *position.placed, *position.imported)
    assert min(*numbers, *position.lines, position.cadre) >= 0
    assert all(laid <= full for laid, full in zip(position.lines, game.lines, strict=True))
    assert position.socialists_on_board <= game.catalogue.pieces.socialists
    assert position.standards[game.west_berlin] == sum(position.sectors)
    assert all(FIRST <= marker <= LAST for marker in (position.prestige, position.currency, position.socialists))
    assert [flaw for flaw in status(game, position) if CODES[flaw.code] == "error"] == []


class Watching(Anything):
    """Looks at the board before every decision; while West Berlin's echo is being asked for, it is not there yet."""

    def step(self, game: Game, choice: Choice, options: Sequence[Step | None]) -> Step | None:
        assert options, choice.kind
        if choice.kind in ("import", "release"):
            assert own_markers(choice.position, game.west_berlin) != sum(choice.position.imported)
        else:
            sound(game, choice.position)
        return super().step(game, choice, options)


def every_card_once(game: Game, thing: Played) -> None:
    """All normal cards of the decade, and each in one place."""
    after, course = thing.after, thing.after.course
    if course is None or thing.outcome:
        return
    piles = (course.display, course.west_hand, course.east_hand, course.removed, after.played, after.police, thing.deck)
    cards = [card for pile in piles for card in pile]
    assert len(cards) == len(set(cards))
    assert UNKNOWN not in cards
    of_decade = {card.id for card in game.cards.values() if card.decade == after.decade and not card.is_special}
    assert of_decade <= set(cards)


def after_a_play(game: Game, thing: Played) -> None:
    """East's protests have drawn all socialists they could (7), and the turn has passed (3-alternate)."""
    if thing.turn is None or thing.after.course is None:
        return
    protesting = any(thing.after.unrest[province] >= PROTEST for province in game.east)
    assert not (protesting and thing.after.cadre)
    assert thing.after.course.to_move is thing.turn.side.other


def played(game: Game, seed: int) -> list[Played]:
    chance = Random(seed)
    things = []
    for thing in play_game(game, Watching(chance), chance):
        sound(game, thing.after)
        every_card_once(game, thing)
        after_a_play(game, thing)
        things.append(thing)
    return things


def text_of(game: Game, things: Sequence[Played]) -> str:
    headers = {"rules": ", ".join(sorted(game.rulings))} if game.rulings else {}
    return "".join(f"{line}\n" for line in game_lines(Notation(game, NOTATION.names), things, headers))


def checked(text: str) -> Checked:
    return check_record(read_record(text, "game.wsdv", NOTATION), NOTATION)


def board(position: Position | None) -> Position:
    """A position without what a record need not tell: the names of cards in the hands."""
    assert position is not None
    return position._replace(course=None)


@pytest.mark.parametrize("lot", range(LOTS))
def test_a_random_game_is_legal_and_reads_as_it_was_played(lot: int) -> None:
    game = OTHER_GAME if lot % 2 else GAME
    for seed in range(lot * GAMES_OF_A_LOT, (lot + 1) * GAMES_OF_A_LOT):
        things = played(game, seed)
        text = text_of(game, things)
        record = read_record(text, "game.wsdv", NOTATION)
        assert write_record(record, NOTATION) == text, f"seed {seed}"
        verdict = check_record(record, NOTATION)
        assert verdict.findings == [], f"seed {seed}\n{text}"
        outcome = things[-1].outcome
        assert outcome is not None
        assert (verdict.winner, verdict.reason) == (outcome.winner, outcome.reason)
        assert board(verdict.position) == board(things[-1].after)
        assert verdict.plays == sum(1 for thing in things if thing.turn)


def test_random_games_end_in_many_ways() -> None:
    endings = set()
    for seed in range(60):
        chance = Random(seed)
        *_, last = play_game(GAME, Anything(chance), chance)
        assert last.outcome is not None
        endings.add((last.outcome.winner, last.outcome.reason))
    assert {(State.WEST, "insolvency"), (State.WEST, "socialism-fails"), (State.EAST, "time")} <= endings


@cache
def some_game(seed: int) -> str:
    return text_of(GAME, played(GAME, seed))


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
        early = [(e.code, e.place.line) for e in errors if e.place is None or e.place.line < line]
        assert early == [], f"line {line} of\n{text}"
