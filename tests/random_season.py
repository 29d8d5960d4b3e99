"""Random games by all policies, each checked: sound boards, the same by hand, and a record that checks as played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from random import Random

from tests.board_by_hand import Board
from tests.decisions import decisions
from tests.policies import beginning, player
from tests.reach import FROM_A_POSITION, AskedGame, reached, register, unreachable
from wsdv_tools.bots.random_play import Broken, play_game
from wsdv_tools.codes import CODES
from wsdv_tools.facts import Catalogue, State
from wsdv_tools.facts.tracks import FIRST, LAST
from wsdv_tools.record.notation import Notation
from wsdv_tools.record.reader import read_record
from wsdv_tools.record.writer import game_lines, set_line, write_record
from wsdv_tools.referee.checker import check_record
from wsdv_tools.referee.endings import result
from wsdv_tools.rules.game import Game
from wsdv_tools.rules.history import Played
from wsdv_tools.rules.plain import as_plain
from wsdv_tools.rules.position import UNKNOWN, Position
from wsdv_tools.rules.protests import PROTEST, own_markers
from wsdv_tools.rules.status import status
from wsdv_tools.sources.saving import save_text
from wsdv_tools.words.names import Names

CATALOGUE = Catalogue.load()
NAMES = Names(CATALOGUE)
NOTATION = Notation(Game(CATALOGUE), NAMES)


class Wrong(Exception):
    """Something does not hold; with the board, where that is what cannot be."""

    def __init__(self, what: str, board: Position | None = None) -> None:
        super().__init__(what)
        self.board = board


def text_of(notation: Notation, things: Iterable[Played]) -> str:
    return "".join(f"{line}\n" for line in game_lines(notation, things))


# What holds after everything that happens


def unsound(game: Game, position: Position, in_midst: bool = False) -> list[str]:
    """What does not hold on a board; `in_midst` of an action West Berlin's imported markers may not be there yet."""
    numbers = (*position.unrest, *position.standards, *position.sectors, *position.placed, *position.imported)
    holds = {
        "less than nothing": min(*numbers, *position.lines, position.cadre) >= 0,
        "more lines than a connection has": all(map(int.__le__, position.lines, game.lines)),
        "more socialists than there are": position.socialists_on_board <= game.catalogue.pieces.socialists,
        "West Berlin's standards": position.standards[game.west_berlin] == sum(position.sectors),
        "markers": all(FIRST <= marker <= LAST for marker in _markers(position)),
    }
    flaws = [flaw.code for flaw in status(game, position) if CODES[flaw.code] == "error"]
    if in_midst:
        flaws = [code for code in flaws if code != "imported-unequal"]
    return [what for what, is_so in holds.items() if not is_so] + flaws


def _markers(position: Position) -> tuple[int, ...]:
    return position.prestige, position.currency, position.socialists


def misplaced_cards(game: Game, thing: Played) -> list[str]:
    """All normal cards of the decade are there, and each in one place."""
    after, course = thing.after, thing.after.course
    if course is None or thing.outcome:
        return []
    piles = (course.display, course.west_hand, course.east_hand, course.removed, after.played, after.police, thing.deck)
    cards = Counter(card for pile in piles for card in pile)
    of_decade = {card.id for card in game.cards.values() if card.decade == after.decade and not card.is_special}
    return [f"card {card} twice" for card, times in cards.items() if times > 1 or card == UNKNOWN] + [
        f"card {card} nowhere" for card in sorted(of_decade - set(cards))
    ]


def left_undone(game: Game, thing: Played) -> list[str]:
    """After a play East's protests have drawn all socialists they could (7), and the turn has passed (3-alternate)."""
    after = thing.after
    if thing.turn is None or after.course is None:
        return []
    protesting = any(after.unrest[province] >= PROTEST for province in game.east)
    holds = {
        "socialists wait": not (protesting and after.cadre),
        "not the other's turn": after.course.to_move is thing.turn.side.other,
        "socialists come or go": after.socialists_on_board == thing.before.socialists_on_board,
        "a card is not put away": thing.turn.card in (*after.played, *after.police),
    }
    return [what for what, is_so in holds.items() if not is_so]


def look_at(game: Game, thing: Played) -> None:
    """Check one thing that happened."""
    for _, choice, _ in decisions(thing):
        in_midst = choice.kind in ("import", "release")
        if in_midst and own_markers(choice.position, game.west_berlin) == sum(choice.position.imported):
            raise Wrong(f"{choice.kind}: nothing to do")
        _refuse(unsound(game, choice.position, in_midst), choice.position)
    _refuse(unsound(game, thing.after), thing.after)
    _refuse(misplaced_cards(game, thing) + left_undone(game, thing))


def _refuse(wrongs: Sequence[str], board: Position | None = None) -> None:
    if wrongs:
        raise Wrong(", ".join(wrongs), board)


# What holds over a whole game


def look_back(game: Game, things: Sequence[Played]) -> None:
    """Nothing happens between things, and what cannot come back does not."""
    for one, other in pairwise(things):
        if _board(one.after) != _board(other.before):
            raise Wrong("the board changed between two things", other.before)
        before, after = one.after, other.after
        holds = {
            "a decade is left out": after.decade - before.decade in (0, 1),
            "the Wall is built in another decade than the second": before.wall or not after.wall or after.decade == 2,
            "the Wall falls before the fourth": after.wall or not before.wall or after.decade == 4,
            "a closed site opens": before.closed <= after.closed,
            "a delivery is forgotten": all(map(bool.__le__, before.delivered, after.delivered)),
            "the Stasi comes back": after.stasi_dissolved or not before.stasi_dissolved,
            "a police card is lost": after.stasi_dissolved or set(before.police) <= set(after.police),
            "the West runs down": all(after.factories[city] != 2 for city in game.sites_of[State.WEST]),
        }
        _refuse([what for what, is_so in holds.items() if not is_so], other.after)
    cards = Counter(thing.turn.card for thing in things if thing.turn)
    _refuse([f"card {card} played twice" for card, times in cards.items() if times > 1])


def _board(position: Position | None) -> Position | None:
    """A position without what a record does not have to say: the names of cards in the hands."""
    return position and position._replace(course=None)


# The decade end by hand


def look_by_hand(notation: Notation, thing: Played) -> None:
    """The figures of every phase, and the board after all of them, come out the same by hand."""
    if not thing.outcome:
        return
    game, told = notation.game, result(notation, thing.outcome, str)
    before = _board(thing.before)
    assert before is not None
    board = Board(as_plain(game, before))
    for phase in told["phases"]:
        number, figures = phase["phase"], phase["figures"]
        for name, mine in board.figures(number, figures.get("hamburg", ""), "R11b" in game.rulings).items():
            if figures[name] != mine:
                raise Wrong(f"phase {number}: {name} is {mine} by hand, not {figures[name]}")
        is_last = thing.outcome.winner is not None and phase is told["phases"][-1]
        if is_last and number in (9, 10):  # a game ended there moves nothing
            break
        board.take(number, figures, phase["steps"])
    after = Board(told["position"])
    if thing.outcome.winner and len(told["phases"]) == 1:
        after.played = []  # an insolvent East does not clear the pile
    if board.pieces() != after.pieces():
        raise Wrong(f"by hand the board is {board.pieces()}, not {after.pieces()}")


# The record


def look_at_record(notation: Notation, things: Sequence[Played]) -> None:
    """Written, read, written again and checked, a game is the same, and comes to the same end."""
    text = text_of(notation, things)
    record = read_record(text, "game.wsdv", NOTATION)
    if write_record(record, NOTATION) != text:
        raise Wrong("the record reads otherwise than it is written")
    verdict = check_record(record, NOTATION)
    is_whole = "\nset " not in text  # warnings about a `set` line are not about the game
    findings = [finding.code for finding in verdict.findings if is_whole or finding.is_error]
    outcome = things[-1].outcome
    played = sum(1 for thing in things if thing.turn)
    if findings:
        raise Wrong(f"the record has findings: {', '.join(findings)}")
    if outcome is None or (verdict.winner, verdict.reason) != (outcome.winner, outcome.reason):
        raise Wrong(f"the record ends otherwise: {verdict.winner} {verdict.reason}")
    if _board(verdict.position) != _board(things[-1].after) or verdict.plays != played:
        raise Wrong("the record leads to another board")


# All games of a run


@dataclass
class Season:
    """Games under one set of rulings: what they reached, and their faults."""

    rulings: Sequence[str]
    folder: Path  # for the records of faults
    memory: Counter[object] = field(default_factory=Counter)
    reached: Counter[str] = field(default_factory=Counter)
    reached_anywhere: Counter[str] = field(default_factory=Counter)  # in games from any position
    faults: list[str] = field(default_factory=list)
    games: int = 0
    plays: int = 0

    def __post_init__(self) -> None:
        self.game = AskedGame(CATALOGUE, self.rulings)
        self.notation = Notation(self.game, NAMES)
        self.register = register(self.notation)

    def play(self, name: str) -> list[Played]:
        """One game; a fault is dumped as a record."""
        self.games += 1
        chance = Random(f"{name} {self.games}")
        position = beginning(name, self.notation, chance)
        things: list[Played] = []
        try:
            for thing in play_game(self.game, player(name, chance, self.memory), chance, position):
                things.append(thing)
                look_at(self.game, thing)
                look_by_hand(self.notation, thing)
            look_back(self.game, things)
            look_at_record(self.notation, things)
        except Exception as error:
            self._dump(f"{name} {self.games}", things, error)
        self.plays += sum(1 for thing in things if thing.turn)
        count = self.reached_anywhere if position else self.reached
        count.update(name for thing in things for name in set(reached(self.notation, thing)))
        count.update(f"ruling {ruling} asked" for ruling in self.game.asked)
        return things

    def _dump(self, name: str, things: list[Played], error: Exception) -> None:
        why, board = repr(error), getattr(error, "board", None)
        if isinstance(error, Broken):
            things.append(error.thing)
            why = repr(error.__cause__)
        path = self.folder / f"{name.replace(' ', '-')}.wsdv"
        lines = [*game_lines(self.notation, things), *(f"# {line}" for line in why.splitlines())]
        if board:  # one that cannot be
            lines.append(set_line(self.notation, board))
        self.folder.mkdir(parents=True, exist_ok=True)
        save_text(path, "".join(f"{line}\n" for line in lines))
        self.faults.append(f"{why}; see: wsdv check {path}")

    @property
    def all_reached(self) -> set[str]:
        """What was reached from the start, or where that is allowed from another board."""
        return self.reached.keys() | (FROM_A_POSITION.keys() & self.reached_anywhere.keys())

    @property
    def after_all(self) -> set[str]:
        """What is said to be out of reach, and was reached."""
        return unreachable(self.game).keys() & (self.reached.keys() | self.reached_anywhere.keys())

    @property
    def unforeseen(self) -> set[str]:
        """What was reached, and the register does not know."""
        return (self.reached.keys() | self.reached_anywhere.keys()) - set(self.register)


def never_reached(seasons: Sequence[Season]) -> list[str]:
    """What no season reached, and one of them should have."""
    names = dict.fromkeys(name for season in seasons for name in season.register)
    reached_by_any = {name for season in seasons for name in season.all_reached}
    excused = [unreachable(season.game) for season in seasons]
    return [name for name in names if name not in reached_by_any and not all(name in one for one in excused)]
