"""Checks a whole record, line by line: every breach of the rules, with its line, column, rule and reason.

One fault, one finding: an illegal step is carried out as typed if the pieces can be moved so, else left out,
and checking goes on. Where a decision is missing the board is no longer certain; cards and turns are still
checked, and the board again from the next `set` line on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from wsdv_tools.facts import State
from wsdv_tools.facts.rulings import ruling_choices
from wsdv_tools.findings import Finding, sorted_by_place
from wsdv_tools.record import reading
from wsdv_tools.record.end_checking import check_end
from wsdv_tools.record.notation import Notation
from wsdv_tools.record.play_checking import agreed, check_card, check_play, take_only
from wsdv_tools.record.proposing import with_legal_names
from wsdv_tools.record.reading import Record
from wsdv_tools.record.stating import differences, set_position
from wsdv_tools.record.wording import worded
from wsdv_tools.rules.choices import Fault, Step
from wsdv_tools.rules.course import DISPLAY, HALVES, HAND, begin_decade, face, is_half_over, lay_out, refuse_row
from wsdv_tools.rules.game import Game
from wsdv_tools.rules.position import UNKNOWN, empty, start
from wsdv_tools.rules.special_icons import seen_elsewhere

if TYPE_CHECKING:
    from wsdv_tools.record.lines import Span
    from wsdv_tools.rules.decade_end import Outcome
    from wsdv_tools.rules.position import Course, Position

LAST_DECADE = 4


@dataclass
class Moment:
    """What one line did: kept for transcripts and for showing the board at a line."""

    line: reading.Line
    before: Position
    after: Position
    done: list[Step]
    outcome: Outcome | None = None


@dataclass
class Checked:
    """A checked record."""

    file: str
    findings: list[Finding] = field(default_factory=list)
    headers: dict[str, str] = field(default_factory=dict)
    plays: int = 0
    unchecked: int = 0
    winner: State | None = None
    reason: str | None = None
    position: Position | None = None
    is_certain: bool = True  # whether the position is known
    moments: list[Moment] = field(default_factory=list)


def check_record(
    record: Record, notation: Notation, last_line: int | None = None, start_from: Position | None = None
) -> Checked:
    """Everything that is wrong with a record; `last_line` stops there, `start_from` is a board it goes on from."""
    checker = _Checker(record, notation)
    if start_from:
        checker.position, checker.in_decade = start_from, start_from.course is not None
    lines = (line for line in record.lines if type(line) is not reading.Line)
    beyond: reading.Line | None = None
    for line in lines:
        if last_line is not None and line.span.line > last_line:
            beyond = line
            break
        if len(checker.checked.findings) >= reading.MOST_FINDINGS:
            checker.give_up(line)
            break
        checker.take(line)
    checker.finish(stopped=last_line is not None, in_phases=isinstance(beyond, reading.Phase))
    return checker.checked


def with_rulings(notation: Notation, named: str) -> tuple[Notation, list[str]]:
    """The notation of a game with other rulings (`R9b, R2b`), and the names that no ruling has."""
    game = notation.game
    spelt = {name.casefold(): name for name in ruling_choices(game.catalogue.folder)}
    names = [name.strip() for name in named.replace(";", ",").split(",") if name.strip()]
    chosen = [spelt[name.casefold()] for name in names if name.casefold() in spelt]
    settled = {ruling.rstrip("abc") for ruling in chosen}
    kept = [ruling for ruling in game.rulings if ruling.rstrip("abc") not in settled]
    unknown = [name for name in names if name.casefold() not in spelt]
    return Notation(Game(game.catalogue, [*kept, *chosen]), notation.names), unknown


class _Checker:
    """Goes through the lines with the position in hand."""

    def __init__(self, record: Record, notation: Notation) -> None:
        self.record = record
        self.file = record.file
        self.notation = notation
        self.game = notation.game
        self.position: Position | None = None
        self.is_certain = True
        self.is_over = False
        self.in_decade = False
        self.ending: list[reading.Phase] | None = None  # the phase lines after `end`
        self.end_line: reading.Line | None = None
        self.is_decade_open = False  # a position was set before any `decade` line
        self.is_past_end = False  # lines behind the end of the game were told of
        self.out_of_turn: State | None = None  # who has just played though it was the other's turn
        self.gone: set[str] = set()  # cards seen out of the game
        self.checked = Checked(record.file, list(record.findings))
        self.first_line: reading.Line | None = None
        self.last_line: reading.Line | None = None
        self.has_result = False
        self.has_played = False  # in this decade

    def take(self, line: reading.Line) -> None:
        kind = type(line)
        self.last_line = line
        if self.first_line is None:
            self._first(line)
        if self.ending is not None and kind is not reading.Phase:
            self._end_decade(line)
        _TAKERS[kind](self, line)

    def finish(self, stopped: bool, in_phases: bool) -> None:
        if self.ending is not None:
            self._end_decade(self.record.lines[-1], in_phases)
        if not self.has_result and not stopped and self.last_line is not None:
            self._say("result-missing", self.last_line.span)
        self.checked.position, self.checked.is_certain = self.position, self.is_certain
        self.checked.findings = sorted_by_place(self.checked.findings)

    def give_up(self, line: reading.Line) -> None:
        """Nobody reads on after so many findings."""
        self._say("too-many-findings", line.span, n=len(self.checked.findings))
        self.has_result, self.is_certain, self.ending = True, False, None

    def _say(self, code: str, span: Span, rule: str | None = None, **values: Any) -> None:
        self.checked.findings.append(Finding(code, span.place(self.file), worded(values), rule))

    def _say_fault(self, fault: Fault, span: Span) -> None:
        self._say(fault.code, span, fault.rule, **fault.values)

    def _first(self, line: reading.Line) -> None:
        self.first_line = line
        if not (isinstance(line, reading.Header) and line.key == "wsdv-record"):
            self._say("header-missing", line.span)

    # Lines that say something about the record

    def header(self, line: reading.Header) -> None:
        self.checked.headers.setdefault(line.key, line.value)
        if line.key == "wsdv-record" and line.value != "1":
            self._say("record-version", line.span, text=line.value)
        if line.key == "rules":
            self._choose_rulings(line)

    def _choose_rulings(self, line: reading.Header) -> None:
        self.notation, unknown = with_rulings(self.notation, line.value)
        self.game = self.notation.game
        rulings = sorted(ruling_choices(self.game.catalogue.folder))
        for name in unknown:
            self._say("ruling-unknown", line.span, text=name, rulings=rulings)

    def result(self, line: reading.ResultLine) -> None:
        self.has_result = True
        if not self.is_certain:
            return
        by_rules = line.reason in reading.RULE_REASONS
        if self.is_over:
            if (line.winner, line.reason) != (self.checked.winner, self.checked.reason):
                winner, reason = self.checked.winner, self.checked.reason
                self._say("result-differs", line.span, "3-decade-end-only", side=winner, reason=reason)
        elif by_rules:
            self._say("result-too-early", line.span, "3-decade-end-only", reason=line.reason)
        else:
            self.checked.winner, self.checked.reason = line.winner, line.reason

    def bad(self, line: reading.Bad) -> None:
        """An unreadable play loses certainty; so does an unreadable `set`, which restored it."""
        if line.is_play:
            self.checked.plays += 1
            self.checked.unchecked += 1
            self.is_certain = False
        elif line.span.text.casefold().startswith("result"):
            self.has_result = True

    # The course of a decade

    def decade(self, line: reading.Decade) -> None:
        if self.is_over:
            self._course(line)
            return
        if self.position is None:
            self.position = start(self.game) if line.number == 1 else empty(self.game, line.number)
            if line.number != 1:
                self.is_certain = False
                self._say("starts-late", line.span, n=line.number)
        elif self.in_decade:
            self._say("decade-not-ended", line.span, "3-decade-over", n=self.position.decade)
        elif line.number != self.position.decade and not self.is_decade_open:
            self._say("decade-order", line.span, "3-decade-over", n=self.position.decade)
        self._begin(self.position._replace(decade=line.number))

    def _begin(self, position: Position) -> None:
        self.in_decade, self.is_decade_open, self.has_played = True, False, False
        position = begin_decade(position)
        assert position.course is not None
        removed = tuple(sorted(self.gone - {*position.police}))
        self.position = position._replace(course=position.course._replace(removed=removed))

    def _course(self, line: reading.Line) -> Course | None:
        """The course, if the line stands inside a decade; a forgotten `decade` line is told once, and then assumed."""
        if self.is_over:
            if not self.is_past_end:
                self._say("after-the-end", line.span, "3-decade-end-only")
            self.is_past_end = True
            return None
        if not self.in_decade:
            self._say("no-decade", line.span, "3-special-display")
            self._begin(self.position or start(self.game))
        return self.position.course if self.position else None

    def hand(self, line: reading.Hand) -> None:
        course = self._course(line)
        if course is None or self.position is None:
            return
        if self.has_played:
            self._say("hand-too-late", line.span, "3-hands", side=line.side)
            return
        if len(line.cards) > HAND:
            self._say("hand-too-large", line.span, "3-hands", n=len(line.cards))
        seen = seen_elsewhere(self.position, course, line.side)
        cards = []
        for card, span in line.cards:
            fact = self.game.cards.get(card)
            if fact is None or fact.is_special:
                self._say("card-unknown", span, text=span.text)
            elif fact.decade > self.position.decade:
                self._say("card-later-decade", span, "3-hands", card=fact, decade=self.position.decade)
            elif card in seen or card in cards:
                self._say("card-seen-elsewhere", span, "3-hands", card=fact, side=line.side)
            else:
                cards.append(card)
        hand = tuple(cards[:HAND]) + (UNKNOWN,) * (HAND - len(cards))
        course = course._replace(west_hand=hand) if line.side is State.WEST else course._replace(east_hand=hand)
        self.position = self.position._replace(course=course)

    def row(self, line: reading.Row) -> None:
        course = self._course(line)
        if course is None or self.position is None:
            return
        known = [(card, span) for card, span in line.cards if card in self.game.cards]
        cards = tuple(card for card, _ in known)
        seen = {*course.removed, *self.position.played, *self.position.police, *course.west_hand, *course.east_hand}
        fault = refuse_row(self.game, self.position, course, cards)
        if fault:
            wrong = fault.values.get("card")
            span = next((span for card, span in reversed(known) if wrong is not None and card == wrong.id), line.span)
            self._say_fault(fault, span)
        else:
            for card, span in known:
                if card in seen:
                    self._say("card-seen-elsewhere", span, "3-display-seven", card=self.game.cards[card], side="")
        decade = self.position.decade
        good = [card for card in cards if self.game.cards[card].decade == decade and card not in seen]
        normal = tuple(dict.fromkeys(card for card in good if not self.game.cards[card].is_special))
        self.position = lay_out(self.position, course, normal + (UNKNOWN,) * (DISPLAY - len(normal)))

    def play(self, line: reading.Play) -> None:
        self.checked.plays += 1
        course = self._course(line)
        if course is None or self.position is None:
            self.checked.unchecked += 1
            return
        self.has_played = True
        if not course.display and course.half < HALVES:  # the cards are there, only nobody typed them
            if course.half:
                self._say("half-is-over", line.span, "3-half-ends", n=course.half)
            else:
                self._say("row-missing", line.span, "3-display-seven")
            self.position = lay_out(self.position, course, (UNKNOWN,) * DISPLAY)
            course = self.position.course or course
        before = self.position
        if self.is_certain and line.is_whole:
            verdict = check_play(self.notation, self.position, course, line, self.file)
            self.position, self.is_certain = verdict.position, verdict.is_certain
            self._add_play_findings(line, verdict.findings)
            self.checked.moments.append(Moment(line, before, self.position, verdict.done))
        else:
            if self.is_certain:
                self.checked.findings = with_legal_names(self.notation, self.position, line, self.checked.findings)
            card = self.game.cards[face(self.position, line.card)]
            found = list(check_card(self.notation, self.position, course, line, card, self.file))
            self._add_play_findings(line, agreed(line, found))
            self.position = take_only(self.position, line, card)
            self.is_certain = False
        if not self.is_certain:
            self.checked.unchecked += 1
        self.gone.add(line.card if line.card != "IV" else face(before, "IV"))

    def _add_play_findings(self, line: reading.Play, findings: list[Finding]) -> None:
        """Whoever typed the wrong side once, and then goes on rightly, is told once."""
        is_out = any(finding.code == "not-your-turn" for finding in findings)
        if is_out and self.out_of_turn is line.side:
            findings = [finding for finding in findings if finding.code != "not-your-turn"]
            is_out = False
        self.out_of_turn = line.side if is_out else None
        self.checked.findings += findings

    # The decade end

    def end(self, line: reading.End) -> None:
        course = self._course(line)
        if course is None:
            return
        if course.half < 2 or not is_half_over(course):
            self._say("end-too-early", line.span, "3-half-ends", n=len(course.display), half=course.half)
        self.ending, self.end_line = [], line

    def phase(self, line: reading.Phase) -> None:
        if self.ending is None:
            self._say("phase-without-end", line.span, "9-order")
            return
        if self.ending and line.number <= self.ending[-1].number:
            self._say("phase-order", line.span, "9-order", n=line.number)
        self.ending.append(line)

    def _end_decade(self, after: reading.Line, in_progress: bool = False) -> None:
        lines, self.ending = self.ending or [], None
        self.in_decade = False
        position = self.position
        if position is None or self.end_line is None:
            return
        if position.course:
            self.gone.update(position.course.removed)
        if not self.is_certain or not all(line.is_whole for line in lines):
            self.is_certain = False
            self.position = _next_decade(position)
            return
        outcome, findings = check_end(self.notation, position, lines, after, self.file, in_progress)
        self.checked.findings += findings
        self.position = outcome.position
        if outcome.pending:
            self.is_certain = False
            self.position = _next_decade(outcome.position)
        elif outcome.winner:
            self.is_over = True
            self.checked.winner, self.checked.reason = outcome.winner, outcome.reason
        self.checked.moments.append(Moment(self.end_line, position, outcome.position, [], outcome))

    # Statements about the board

    def statements(self, line: reading.Statements) -> None:
        if line.word == "set":
            self._set(line)
        elif self.is_certain and self.position is not None:
            self.checked.findings += differences(self.notation, line, self.position, self.file)

    def _set(self, line: reading.Statements) -> None:
        decade = self.position.decade if self.position else 1
        course = self.position.course if self.position else None
        position, findings = set_position(self.notation, line, decade, self.file)
        self.checked.findings += findings
        self.is_certain = position is not None
        if position is None:
            return
        if self.position is None and position.decade == 1:
            self.is_decade_open = True  # the next `decade` line says it
        if course and not course.half:  # nothing is laid out yet: who starts is seen by the marker (3-starter)
            course = course._replace(to_move=position.advantage)
        self.position = position._replace(course=position.course or course)
        self.in_decade = self.position.course is not None


def _next_decade(position: Position) -> Position:
    """What is sure of the next decade where this one could not be followed to its end."""
    return position._replace(decade=min(LAST_DECADE, position.decade + 1), course=None)


_TAKERS: dict[type[reading.Line], Callable[[_Checker, Any], None]] = {
    reading.Header: _Checker.header,
    reading.Decade: _Checker.decade,
    reading.Hand: _Checker.hand,
    reading.Row: _Checker.row,
    reading.Play: _Checker.play,
    reading.End: _Checker.end,
    reading.Phase: _Checker.phase,
    reading.Statements: _Checker.statements,
    reading.ResultLine: _Checker.result,
    reading.Bad: _Checker.bad,
}
