"""Checks the lines that say how the table is: cards (`decade`, `hand`, `row`) and the board (`check`, `set`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from wsdv_tools.facts import State
from wsdv_tools.findings import Finding
from wsdv_tools.positions.position_reader import Reading, read_position_text
from wsdv_tools.record.lines import Decade, End, Play, Record, Row
from wsdv_tools.record.notation import No
from wsdv_tools.record.spans import items
from wsdv_tools.record.statements import INSIDE_WORDS, StatementReader, write_statement
from wsdv_tools.record.wordings import unreadable
from wsdv_tools.rules.choices import Fault
from wsdv_tools.rules.course import DISPLAY, HAND, begin_decade, face, lay_out, refuse_row
from wsdv_tools.rules.hands import is_of_decade, may_be_in_hand, seen_elsewhere, with_hand, without
from wsdv_tools.rules.phases_6_to_10 import LAST_DECADE
from wsdv_tools.rules.position import UNKNOWN, empty
from wsdv_tools.rules.status import status
from wsdv_tools.sources.kinds import kind_of_text
from wsdv_tools.sources.text_reader import read_text

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from wsdv_tools.facts import Card
    from wsdv_tools.record.lines import Hand, Statements
    from wsdv_tools.record.notation import Notation
    from wsdv_tools.record.spans import Span
    from wsdv_tools.record.statements import Statement
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Course, Position


class CardMemory:
    """What a record says about cards apart from where they are now."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.gone: set[str] = set()  # played or discarded in this game
        self.ended = 0  # the last decade that ended; the rest is about then, and what came since
        self.held: dict[State, tuple[str, ...]] = dict.fromkeys(State, (UNKNOWN,) * HAND)
        self.barred: dict[State, set[str]] = {side: set() for side in State}  # old cards that a side did not keep
        self.claimed: dict[State, set[str]] = {side: set() for side in State}  # kept, it seems; nobody had seen them
        self.moved: set[str] = set()  # by Guillaume, who brings old cards back
        self.is_sure = True  # every play since could be read

    def copy(self) -> CardMemory:
        """The same, for trying something out."""
        other = copy(self)
        other.gone, other.moved, other.held = set(self.gone), set(self.moved), dict(self.held)
        other.barred = {side: set(cards) for side, cards in self.barred.items()}
        other.claimed = {side: set(cards) for side, cards in self.claimed.items()}
        return other

    def keep(self, position: Position) -> None:
        """A decade is over: what nobody holds is discarded, and what somebody holds nobody else can have."""
        course = position.course
        if course is None:
            return
        self.gone.update(course.removed)
        self.ended = position.decade
        old = {card.id for card in self.game.cards.values() if card.decade <= position.decade}
        for side in State:
            hand = course.hand(side)
            self.held[side] = hand if self.is_sure else (UNKNOWN,) * HAND
            if not self.is_sure:
                self.barred[side].clear()
            elif UNKNOWN in hand:
                kept = {card for card in old if may_be_in_hand(self.game, position, course, side, card)}
                self.barred[side] |= old - kept
            else:
                self.barred[side] |= old.difference(hand)
        self.claimed = {side: set() for side in State}
        self.moved, self.is_sure = set(), True

    def refuse(self, side: State, card: Card, decade: int) -> Fault | None:
        """A card of an earlier decade is in a hand only if it was kept there (3-hand-discard, 3-decade-over)."""
        follows = self.ended == decade - 1
        is_new = card.decade >= decade or card.id in self.moved
        if is_new or not self.is_sure or (follows and card.id in self.held[side]):
            return None
        if card.id not in self.barred[side]:
            self.claimed[side].add(card.id)
            room = self.held[side].count(UNKNOWN) if follows else HAND
            if len(self.claimed[side]) <= room:
                return None
        return Fault("card-not-kept", "3-decade-over", {"card": card, "side": side})

    def refuse_next(self, side: State, card: Card, decade: int) -> Fault | None:
        """The same of a card that is not played yet: nothing is remembered."""
        claimed = set(self.claimed[side])
        fault = self.refuse(side, card, decade)
        self.claimed[side] = claimed
        return fault

    def note(self, line: Play, card: Card, before: Position, file: str) -> Iterator[Finding]:
        """A card was played; old cards that came from a hand where nobody had seen them must have been kept there."""
        for side, id_, span in _from_hands(line):
            named = self.game.cards.get(id_)
            is_known = before.course is not None and id_ in before.course.hand(side)
            fault = self.refuse(side, named, before.decade) if named and not is_known else None
            if fault:
                yield Finding.of(fault, span.place(file))
        if not card.is_special or card.decade == before.decade:
            self.gone.add(card.id)
        for step, _ in line.typed:
            if step.verb == "swap":
                self.moved.update((step.place, step.to))
                for barred in self.barred.values():
                    barred -= self.moved
        if not line.is_whole or (card.is_special and not _is_paid(line)):  # hands may have changed unseen
            self.is_sure = False

    def begun(self) -> Callable[[Position], Position]:
        """How a decade begins, with what is gone by now."""
        gone = frozenset(self.gone)

        def begin(position: Position) -> Position:
            position = begin_decade(position)
            assert position.course is not None
            return position._replace(course=_without(position, position.course, gone))

        return begin

    def without_gone(self, position: Position, course: Course) -> Course:
        """The course with all that is gone, except what the position names elsewhere."""
        return _without(position, course, self.gone)


def _without(position: Position, course: Course, gone: Collection[str]) -> Course:
    named = {*position.played, *position.police, *course.display, *course.west_hand, *course.east_hand}
    return course._replace(removed=tuple(sorted({*course.removed, *gone} - named)))


def _is_paid(line: Play) -> bool:
    return any(typed.step.verb in ("discard", "draw") for typed in line.typed)


def _from_hands(line: Play) -> Iterator[tuple[State, str, Span]]:
    """The cards that a play says were in a hand, and whose."""
    if line.from_hand:
        yield line.side, line.card, line.card_span
    looks = [step.place for step, _ in line.typed if step.verb == "look"]
    for step, span in line.typed:
        if step.verb in ("discard", "swap"):
            yield State.EAST, step.place, span
        if step.verb == "swap" and "hand" in looks:
            yield State.WEST, step.to, span


def check_hand(
    game: Game, line: Hand, file: str, memory: CardMemory, position: Position, findings: list[Finding]
) -> Position:
    """A hand as it is after filling up; `memory` knows which old cards it may hold."""
    course, side = position.course, line.side
    assert course is not None
    seen = seen_elsewhere(position, course, side)
    memory.claimed[side].clear()
    cards: list[str] = []
    is_too_large = len(line.cards) > HAND  # which of them are really there nobody can tell
    if is_too_large:
        findings.append(Finding("hand-too-large", line.span.place(file), {"n": len(line.cards)}, "3-hands"))
    for card, span in () if is_too_large else line.cards:
        fact = game.cards[face(position, card)]
        fault: Fault | None
        if fact.is_special:
            fault = Fault("card-not-in-hand", "3-special-display", {"card": fact, "side": side})
        elif fact.decade > position.decade:
            fault = Fault("card-later-decade", "3-hands", {"card": fact, "decade": position.decade})
        elif card in seen or card in cards:
            fault = Fault("card-seen-elsewhere", "3-hands", {"card": fact, "side": side})
        else:
            cards.append(card)
            fault = memory.refuse(side, fact, position.decade)
        if fault:
            findings.append(Finding.of(fault, span.place(file)))
    hand = tuple(cards) + (UNKNOWN,) * (HAND - len(cards))
    return position._replace(course=with_hand(course, side, hand))


def check_row(
    game: Game,
    line: Row,
    file: str,
    taken: Collection[str],
    played: Collection[str],
    position: Position,
    findings: list[Finding],
) -> Position:
    """The display of the next half; `taken` are cards played from it before anybody typed it, `played` after that."""
    course = position.course
    assert course is not None
    if taken:  # reported already: this is the display that was missing
        course = course._replace(half=course.half - 1, display=())
    known = [(face(position, card), span) for card, span in line.cards if face(position, card) in game.cards]
    cards = tuple(card for card, _ in known)
    elsewhere = {*course.removed, *position.played, *position.police, *course.west_hand, *course.east_hand}
    seen = elsewhere - {*taken}
    fault = refuse_row(game, position, course, cards)
    if fault and fault.code == "row-not-seven" and len(line.cards) == DISPLAY:  # reported as an unknown card
        fault = None
    if fault:
        wrong = fault.values.get("card")
        span = next((span for card, span in reversed(known) if wrong is not None and card == wrong.id), line.span)
        findings.append(Finding.of(fault, span.place(file)))
    else:
        findings.extend(_seen(game, known, seen, file))
    is_meant = fault is not None and fault.code == "display-other-decade" and _lie_there(game, cards, played)
    good = [card for card in cards if (is_meant or is_of_decade(game, position, course, card)) and card not in seen]
    normal = tuple(dict.fromkeys(good))
    display = normal + (UNKNOWN,) * (DISPLAY - len(normal))
    for card in taken:
        display = without_one(display, card)
    return lay_out(position, course, display)


def _lie_there(game: Game, cards: tuple[str, ...], played: Collection[str]) -> bool:
    """Whether cards of another decade lie there: all are of one decade, and they are the ones that are played."""
    is_used = not played or any(card in played for card in cards)
    return is_used and len({game.cards[card].decade for card in cards}) == 1


def _seen(game: Game, known: list[tuple[str, Span]], seen: set[str], file: str) -> Iterator[Finding]:
    for card, span in known:
        if card in seen:
            values = {"card": game.cards[card], "side": ""}
            yield Finding("card-seen-elsewhere", span.place(file), values, "3-display-seven")


def without_one(cards: tuple[str, ...], card: str | None) -> tuple[str, ...]:
    """The cards without one; where nobody can say which, none of those left is known any more."""
    rest = without(cards, card or UNKNOWN)
    return rest if len(rest) < len(cards) else (UNKNOWN,) * (len(cards) - 1)


def statements_of(
    notation: Notation, line: Statements, file: str, findings: list[Finding]
) -> Iterator[tuple[Statement, Span]]:
    """Every statement with the item it is in; what cannot be read goes to `findings`."""
    reader = StatementReader(notation)
    for item in items(line.said):
        had = len(reader.statements)
        try:
            reader.take(item.text)
        except No as no:
            findings.append(unreadable(no.why, item.place(file)))
            continue
        for statement in reader.statements[had:]:
            yield statement, item


class TableLine(NamedTuple):
    """A line about cards, judged on one board."""

    position: Position
    findings: list[Finding]

    @property
    def faults(self) -> int:
        return sum(finding.is_error for finding in self.findings)


def differences(
    notation: Notation, line: Statements, boards: Sequence[Position], file: str
) -> tuple[list[Finding], Sequence[Position]]:
    """What a `check` line says and none of the boards has, and the boards that have the rest."""
    findings: list[Finding] = []
    for statement, span in statements_of(notation, line, file, findings):
        true = [position for position in boards if statement.holds(position)]
        if true:
            boards = true
            continue
        found = dict.fromkeys(_found(notation, statement, position) for position in boards)
        values = {"text": _whole(notation, statement, span), "found": " / ".join(found)}
        findings.append(Finding("check-differs", span.place(file), values))
    return findings, boards


def _found(notation: Notation, statement: Statement, position: Position) -> str:
    return write_statement(notation.game, statement._replace(value=statement.found(position)))


def _whole(notation: Notation, statement: Statement, span: Span) -> str:
    """What was typed, with the province that holds for it where it was named before."""
    if span.text.split()[0].casefold() in INSIDE_WORDS and statement.place is not None:
        return f"{notation.game.provinces[statement.place].code} {span.text}"
    return span.text


def _beside(notation: Notation, said: Span, file: str) -> Reading:
    """The position of a file beside the record or below it. Other files are not even mentioned: people send records."""
    outside = Reading(None, [Finding("set-file-outside", said.place(file), {"text": said.text})])
    folder = Path(file).parent
    path = folder / said.text
    try:
        is_inside = path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError, ValueError):  # a name too long, links in a circle, a NUL
        return outside
    if not is_inside:
        return outside
    text, findings = read_text(path)
    if text is None:
        return Reading(None, findings)
    if kind_of_text(text) != "position":
        return outside
    return read_position_text(text, str(path), notation.game, notation.names)


def set_position(
    notation: Notation, line: Statements, decade: int, file: str
) -> tuple[Position | None, list[Finding], bool]:
    """The position that a `set` line gives, and whether all of it could be read: what it does not name is 0.

    None where its file cannot be used.
    """
    findings: list[Finding] = []
    if line.names_file:
        found = _beside(notation, line.said, file)
        return found.position, found.findings, found.position is not None
    position = empty(notation.game, decade)
    for statement, _ in statements_of(notation, line, file, findings):
        position = statement.made(notation.game, position)
    if findings:  # what is missing there would be reported twice
        return position, findings, False
    for flaw in status(notation.game, position):
        findings.append(Finding.of(flaw, line.said.place(file)))
    return position, findings, True


def meant_decade(game: Game, record: Record, line: Decade, due: int | None) -> int:
    """The decade that a line means; if it is not the one that is due, the cards after it say which is a typo."""
    if due is None or line.number == due:
        return line.number
    ahead = (other for other in record.lines[line.span.line :] if isinstance(other, Row))
    row = next(ahead, None)
    decades = [game.cards[card].decade for card, _ in row.cards if card in game.cards] if row else []
    return line.number if decades.count(line.number) > decades.count(due) else due


def played_ahead(record: Record, row: Row) -> set[str]:
    """The cards that are played from a row, as the lines after it say."""
    ahead = record.lines[row.span.line :]
    lines = takewhile(lambda line: not isinstance(line, Row | End | Decade), ahead)
    return {line.card for line in lines if isinstance(line, Play) and not line.from_hand}


def next_decade(position: Position) -> Position:
    """What is certain about the next decade where this one could not be followed to its end."""
    return position._replace(decade=min(LAST_DECADE, position.decade + 1), course=None)


def laid_out(position: Position) -> Position:
    """The display is there, although nobody typed it."""
    assert position.course is not None
    return lay_out(position, position.course, (UNKNOWN,) * DISPLAY)


def with_turn(position: Position, side: State) -> Position:
    """Whoever plays was the one to move."""
    assert position.course is not None
    return position._replace(course=position.course._replace(to_move=side))
