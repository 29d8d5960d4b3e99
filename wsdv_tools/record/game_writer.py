"""Writes a game that was played as a record, even one that failed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from wsdv_tools.facts import State
from wsdv_tools.facts.cards import NUMERALS
from wsdv_tools.record.statements import READY, USED, Statement, write_statement
from wsdv_tools.record.writer import LETTERS, phase_line, play_line
from wsdv_tools.rules.position import UNKNOWN, empty, start
from wsdv_tools.sources.saving import save_text

if TYPE_CHECKING:
    from pathlib import Path

    from wsdv_tools.record.notation import Notation
    from wsdv_tools.rules.match import Played
    from wsdv_tools.rules.position import Position


def game_lines(notation: Notation, played: Iterable[Played]) -> Iterator[str]:
    """The lines of a record, with the hands after filling up and the rows as they were laid out."""
    yield "wsdv-record: 1"
    if notation.game.rulings:
        yield f"rules: {', '.join(sorted(notation.game.rulings))}"
    for number, thing in enumerate(played):
        if not number and thing.before != start(notation.game):
            yield set_line(notation, thing.before)
        yield from _lines(notation, thing)


def dump_fault(
    path: Path, notation: Notation, played: Iterable[Played], why: str, board: Position | None = None
) -> Path:
    """A game as far as it came, for `wsdv check`, which comes to the fault again; `board` is one that cannot be."""
    lines = [*game_lines(notation, played), *(f"# {line}" for line in why.splitlines())]
    if board:
        lines.append(set_line(notation, board))
    path.parent.mkdir(parents=True, exist_ok=True)
    save_text(path, "".join(f"{line}\n" for line in lines))
    return path


def set_line(notation: Notation, position: Position) -> str:
    """Everything on the board: `set decade 2; SN unrest 2; leipzig`."""
    return "set " + "; ".join(write_statement(notation.game, said) for said in _statements(notation, position))


def _statements(notation: Notation, position: Position) -> Iterator[Statement]:
    game, nothing = notation.game, empty(notation.game)
    yield Statement("decade", None, position.decade)
    for part in ("prestige", "currency", "socialists", "cadre", "flight_icons", "wall", "stasi_dissolved"):
        if getattr(position, part):
            yield Statement(part, None, getattr(position, part))
    for part in ("unrest", "standards", "sectors", "placed", "factories", "lines", "delivered", "imported"):
        for place, (here, before) in enumerate(zip(getattr(position, part), getattr(nothing, part), strict=True)):
            if here != before and (part, place) != ("standards", game.west_berlin):  # these are its sectors'
                yield Statement(part, place, here)
    yield from (Statement("closed", city, True) for city in sorted(position.closed))
    yield from (Statement("police", card, USED if card in position.police_used else READY) for card in position.police)
    yield from (Statement("played", card, True) for card in position.played)


def _lines(notation: Notation, thing: Played) -> Iterator[str]:
    course = thing.after.course
    if thing.turn:
        side, card, from_hand, mode = thing.turn
        number = notation.game.cards[card].number
        yield play_line(notation, side, number, mode, thing.steps, from_hand)
    elif thing.outcome:
        yield "end"
        for phase, steps in thing.phases.items():
            if steps:
                yield phase_line(notation, phase, steps)
        if thing.outcome.winner:
            yield f"result {LETTERS[thing.outcome.winner]} {thing.outcome.reason}"
    elif course and not course.half:
        yield ""
        yield f"decade {NUMERALS[thing.after.decade]}"
        for side in State:
            if UNKNOWN not in course.hand(side):
                yield " ".join([f"hand {LETTERS[side]}", *course.hand(side)])
    elif course:
        yield " ".join(["row", *course.display])
