"""Checks a whole record, line by line: every breach of the rules, with its line, column, rule and reason.

One fault, one finding: an illegal step is carried out as typed if the pieces can be moved so, else left out,
and checking goes on. Where a decision is missing, it goes on with every board that the rules allow: an error is
what all of them refuse. Where these are too many only cards and turns are checked, till the next `set` line.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from wsdv_tools.facts.rulings import ruling_choices
from wsdv_tools.findings import Finding, sorted_by_place, worded
from wsdv_tools.record import reader as reading
from wsdv_tools.record.answers import with_legal_names
from wsdv_tools.record.boards import Boards
from wsdv_tools.record.notation import Notation
from wsdv_tools.record.phase_lines import PhaseLines, ending
from wsdv_tools.record.plays import agreed, check_card, take_only, take_unread
from wsdv_tools.record.reader import Record
from wsdv_tools.record.table_lines import CardMemory, check_hand, check_row, set_position
from wsdv_tools.record.verdicts import Checked as Checked
from wsdv_tools.record.verdicts import Moment as Moment
from wsdv_tools.record.verdicts import ToldOnce
from wsdv_tools.rules.course import DISPLAY, HALVES, begin_decade, face, lay_out
from wsdv_tools.rules.position import UNKNOWN, empty, start

if TYPE_CHECKING:
    from wsdv_tools.facts import State
    from wsdv_tools.record.lines import Span
    from wsdv_tools.rules.position import Course, Position

LAST_DECADE = 4


def check_record(
    record: Record, notation: Notation, last_line: int | None = None, start_from: Position | None = None
) -> Checked:
    """Everything that is wrong with a record; `last_line` stops there, `start_from` is a board it goes on from."""
    checker = _Checker(record, notation)
    if start_from:
        checker.boards.set(start_from)
        checker.in_decade = start_from.course is not None
    lines = (line for line in record.lines if type(line) is not reading.Line)
    in_phases = False
    for line in lines:
        if last_line is not None and line.span.line > last_line:
            beyond = next(
                (line for line in (line, *lines) if isinstance(line, reading.Phase) or _is_course(line)), None
            )
            in_phases = isinstance(beyond, reading.Phase)
            break
        if len(checker.checked.findings) >= reading.MOST_FINDINGS:
            checker.give_up(line)
            break
        checker.take(line)
    checker.finish(stopped=last_line is not None, in_phases=in_phases)
    return checker.checked


class _Checker:
    """Goes through the lines with the position in hand."""

    def __init__(self, record: Record, notation: Notation) -> None:
        self.record = record
        self.file = record.file
        self.notation = notation
        self.game = notation.game
        self.boards = Boards()
        self.in_decade = False
        self.ending: list[reading.Phase] | None = None  # the phase lines after `end`
        self.end_line: reading.Line | None = None
        self.checks: list[reading.Statements] = []  # `check` lines after `end`
        self.is_end_whole = True  # every line since `end` could be read
        self.is_decade_open = False  # a position was set before any `decade` line
        self.ended: dict[str, Any] = {}  # who won, when and why
        self.is_past_end = False  # lines behind the end of the game were told of
        self.is_starter_known = True
        self.assumed: list[str] | None = None  # played from a display that nobody typed
        self.told = ToldOnce()
        self.cards = CardMemory(self.game)
        self.checked = Checked(record.file, list(record.findings))
        self.first_line: reading.Line | None = None
        self.last_line: reading.Line | None = None
        self.has_result = False
        self.has_played = False  # in this decade

    @property
    def position(self) -> Position | None:
        return self.boards.position

    def take(self, line: reading.Line) -> None:
        kind = type(line)
        self.last_line = line
        if self.first_line is None:
            self._first(line)
        if self.ending is not None and _is_course(line):
            self._end_decade(line)
        if self.has_result and not self.is_past_end and (_is_course(line) or kind is reading.Phase):
            self._say("result-not-last", line.span)
            self.is_past_end = True
        if _is_course(line) and kind is not reading.ResultLine:
            self.boards.go_on()
        _TAKERS[kind](self, line)

    def finish(self, stopped: bool, in_phases: bool) -> None:
        if self.ending is not None and self.last_line is not None:
            self._end_decade(self.last_line, in_phases)
        if not self.has_result and not stopped and self.last_line is not None:
            self._say("result-missing", self.last_line.span)
        self.boards.tell(self.notation, self.checked.findings)
        boards, is_known = [board.position for board in self.boards.possible], self.boards.is_known
        self.checked.position, self.checked.is_certain = self.position, is_known and len(boards) < 2
        self.checked.boards = boards if is_known else []
        self.checked.findings = sorted_by_place(self.checked.findings)

    def give_up(self, line: reading.Line) -> None:
        """Nobody reads on after so many findings."""
        self._say("too-many-findings", line.span, n=len(self.checked.findings))
        self.has_result, self.boards.is_known, self.ending = True, False, None

    def _say(self, code: str, span: Span, rule: str | None = None, **values: Any) -> None:
        self.checked.findings.append(Finding(code, span.place(self.file), worded(values), rule))

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
        self.notation, unknown = self.notation.with_rulings(line.value)
        self.game = self.notation.game
        rulings = sorted(ruling_choices(self.game.catalogue.folder))
        for name in unknown:
            self._say("ruling-unknown", line.span, text=name, rulings=rulings)

    def result(self, line: reading.ResultLine) -> None:
        is_first, self.has_result = not self.has_result, True
        by_rules = line.reason in reading.RULE_REASONS
        if not is_first:
            return
        outcome = self.boards.outcome
        is_proven = by_rules and self.boards.prove(line.winner, line.reason)
        if outcome and not is_proven:
            self._say("result-differs", line.span, "3-decade-end-only", side=outcome.winner, reason=outcome.reason)
        elif by_rules and not is_proven and self.boards.is_known:
            self._say("result-too-early", line.span, "3-decade-end-only", reason=line.reason)
        else:  # nobody can say otherwise
            self.checked.winner, self.checked.reason = line.winner, line.reason

    def bad(self, line: reading.Bad) -> None:
        """An unreadable play loses certainty, but takes its turn and its card."""
        word = line.span.text.split(None, 1)[0].casefold()
        if line.is_play:
            self._unread_play(line)
        elif word == "result":
            self.has_result = True
        elif word == "end":
            self.end(line)
        elif self.ending is not None:
            self.is_end_whole = False

    def _unread_play(self, line: reading.Bad) -> None:
        self.checked.plays += 1
        self.cards.is_sure = False
        course = self._course_of_play(line, from_display=not line.from_hand and not line.is_special)
        if course is None or self.position is None:
            self.checked.unchecked += 1
            self.boards.is_known = False
            return
        self.is_starter_known = self.is_starter_known or line.side is not None
        if not self.boards.is_known or not self.boards.unread(self.notation, line, self.file):
            self.checked.unchecked += 1
            self.boards.lose(take_unread(self.position, course, line))
        if line.card and not line.is_special:
            self.cards.gone.add(line.card)

    # The course of a decade

    def decade(self, line: reading.Decade) -> None:
        if self.boards.outcome:
            self._course(line)
            return
        if self.position is None:
            self.boards.set(start(self.game) if line.number == 1 else empty(self.game, line.number))
            if line.number != 1:
                self.boards.is_known = False
                self._say("starts-late", line.span, decade=line.number)
        elif self.in_decade:
            self._say("decade-not-ended", line.span, "3-decade-over", decade=self.position.decade)
            self.cards.keep(self.boards.sure or self.position)
            course = self.position.course
            if self.boards.is_known and course and course.half == HALVES and not course.display:
                self.boards.end(PhaseLines(self.notation, (), line, self.file), _next_decade)
                self.boards.go_on()
            elif self.has_played:  # what the phases did is not known, if they came at all
                self.boards.lose(self.position)
        elif line.number != self.position.decade and not self.is_decade_open:
            self._say("decade-order", line.span, "3-decade-over", decade=self.position.decade)
        self.boards.each(lambda position: position._replace(decade=line.number))
        self._begin()

    def _begin(self) -> None:
        self.in_decade, self.is_decade_open, self.has_played, self.assumed = True, False, False, None
        self.is_starter_known = self.boards.is_known  # seen by the prestige marker (3-starter)
        if self.position is None:
            self.boards.set(start(self.game))
        self.boards.each(self._begun)

    def _begun(self, position: Position) -> Position:
        position = begin_decade(position)
        assert position.course is not None
        return position._replace(course=self.cards.without_gone(position, position.course))

    def _course(self, line: reading.Line) -> Course | None:
        """The course, if the line stands inside a decade; a forgotten `decade` line is told once, and then assumed."""
        if self.boards.outcome:
            if not self.is_past_end:
                self._say("after-the-end", line.span, "3-decade-end-only", **self.ended)
            self.is_past_end = True
            return None
        if not self.in_decade:
            self._say("no-decade", line.span, "3-special-display")
            self._begin()
        return self.position.course if self.position else None

    def hand(self, line: reading.Hand) -> None:
        course = self._course(line)
        if course is None or self.position is None:
            return
        if self.has_played:
            self._say("hand-too-late", line.span, "3-hands", side=line.side)
            return

        def check(position: Position, findings: list[Finding]) -> Position:
            assert position.course is not None
            return check_hand(self.game, position, position.course, line, self.file, findings, self.cards)

        self.checked.findings += self.boards.table_line(check)

    def row(self, line: reading.Row) -> None:
        course = self._course(line)
        if course is None or self.position is None:
            return
        taken, self.assumed = (self.assumed or []) if course.display else [], None

        def check(position: Position, findings: list[Finding]) -> Position:
            course = position.course
            assert course is not None
            if taken:  # told already: this is the display that was missing
                course = course._replace(half=course.half - 1, display=())
            return check_row(self.game, position, course, line, self.file, findings, taken)

        self.checked.findings += self.boards.table_line(check)

    def _course_of_play(self, line: reading.Line, from_display: bool) -> Course | None:
        """The course at a play; the display is there, though nobody may have typed it."""
        course = self._course(line)
        if course is None or self.position is None:
            return None
        self.has_played = True
        if not course.display and course.half < HALVES and (from_display or not course.half):
            if self.told.is_over(self.position, course):
                pass
            elif course.half:
                self._say("half-is-over", line.span, "3-half-ends", n=course.half)
            else:
                self._say("row-missing", line.span, "3-display-seven")
            self.assumed = []
            self.boards.each(_laid_out)
        return self.position.course if self.position else None

    def play(self, line: reading.Play) -> None:
        self.checked.plays += 1
        is_special = self.game.cards[face(self.position, line.card)].is_special if self.position else False
        course = self._course_of_play(line, from_display=not line.from_hand and not is_special)
        if course is None or self.position is None:
            self.checked.unchecked += 1
            return
        if self.assumed is not None and not line.from_hand and not is_special:
            self.assumed.append(line.card)
        if not self.is_starter_known:  # whoever plays first was the starter
            self.is_starter_known = True
            self.boards.each(lambda position: _with_turn(position, line.side))
        before = self.position
        assert before is not None
        if self.boards.is_known:
            if not line.is_whole:
                self.checked.findings = with_legal_names(self.notation, before, line, self.checked.findings)
            verdict = self.boards.play(self.notation, line, self.file)
            self.checked.findings += self.told.of_play(line, verdict.position, verdict.findings)
            self.checked.moments.append(Moment(line, before, verdict.position, verdict.done))
        else:
            self._judge_card(line)
        if not self.boards.is_known:
            self.checked.unchecked += 1
        told = {finding.place for finding in self.checked.findings}
        for fault, span in self.cards.note(line, self.game.cards[face(before, line.card)], before):
            if span.place(self.file) not in told:
                finding = Finding(fault.code, span.place(self.file), fault.values, fault.rule)
                self.checked.findings += agreed(line, [finding])

    def _judge_card(self, line: reading.Play) -> None:
        """A play where nothing is known of the board: the card and the turn."""
        position = self.position
        assert position is not None
        assert position.course is not None
        card = self.game.cards[face(position, line.card)]
        found = check_card(self.notation, position, position.course, line, card, self.file)
        known = [finding for finding in found if finding.code != "special-wrong-side"]  # does the Wall stand?
        self.checked.findings += self.told.of_play(line, position, agreed(line, known))
        self.boards.lose(take_only(position, line, card))

    # The decade end

    def end(self, line: reading.Line) -> None:
        course = self._course(line)
        if course is None:
            return
        left = [card for card in course.display if card != UNKNOWN]
        if course.half < HALVES or left:
            self._say("end-too-early", line.span, "3-half-ends", n=len(left), half=max(1, course.half))
        self.ending, self.end_line, self.checks, self.is_end_whole = [], line, [], True

    def phase(self, line: reading.Phase) -> None:
        if self.ending is None:
            self._say("phase-without-end", line.span, "9-order")
            if not self.in_decade or self.boards.outcome:
                return
            self.ending, self.end_line, self.checks, self.is_end_whole = [], line, [], True
        if self.ending and line.number <= self.ending[-1].number:
            self._say("phase-order", line.span, "9-order", n=line.number)
        self.checks = []  # a board in the midst of the phases is not compared
        self.ending.append(line)

    def _end_decade(self, after: reading.Line, in_progress: bool = False) -> None:
        lines, self.ending = self.ending or [], None
        self.in_decade = False
        position = self.position
        if position is None or self.end_line is None:
            return
        self.cards.keep(self.boards.sure or position)
        if not self.boards.is_known:
            self.boards.lose(_next_decade(position))
            return
        phases = PhaseLines(self.notation, lines, after, self.file, in_progress, self.is_end_whole)
        end = self.boards.end(phases, _next_decade)
        self.checked.findings += end.findings
        outcome = self.boards.outcome
        if outcome:
            self.checked.winner, self.checked.reason = outcome.winner, outcome.reason
            self.ended = ending(outcome)
        self.checked.moments.append(Moment(self.end_line, position, end.outcome.position, [], end.outcome))
        checks, self.checks = self.checks, []
        for check in checks:
            self.statements(check)

    # Statements about the board

    def statements(self, line: reading.Statements) -> None:
        if line.word == "set":
            self._set(line)
        elif self.ending is not None:
            self.checks.append(line)
        elif self.boards.is_known and self.position is not None:
            self.checked.findings += self.boards.statements(self.notation, line, self.file)

    def _set(self, line: reading.Statements) -> None:
        decade = self.position.decade if self.position else self._decade_ahead(line)
        course = self.position.course if self.position else None
        position, findings, self.boards.is_known = set_position(self.notation, line, decade, self.file)
        self.checked.findings += findings
        if position is None:
            return
        self.boards.tell(self.notation, self.checked.findings)
        if self.position is None and position.decade == 1:
            self.is_decade_open = True  # the next `decade` line says it
        if course and not self.has_played:  # who starts is seen by the marker (3-starter)
            course = course._replace(to_move=position.advantage)
            self.is_starter_known = self.boards.is_known
        if position.course:
            course, self.is_starter_known = position.course, True
        if course:
            course = self.cards.without_gone(position, course)
        self.boards.set(position._replace(course=course))
        self.in_decade = course is not None

    def _decade_ahead(self, line: reading.Line) -> int:
        """The decade a record starts with, where the board is set before the `decade` line."""
        ahead = (other for other in self.record.lines[line.span.line :] if isinstance(other, _COURSE))
        first = next(ahead, None)
        return first.number if isinstance(first, reading.Decade) else 1


def _is_course(line: reading.Line) -> bool:
    """Whether a line goes on with the game, so that the decade end before it is complete; a note does not."""
    if isinstance(line, reading.Bad):
        return line.is_play
    return isinstance(line, _COURSE) or (isinstance(line, reading.Statements) and line.word == "set")


_COURSE = (reading.Decade, reading.Hand, reading.Row, reading.Play, reading.End, reading.ResultLine)


def _next_decade(position: Position) -> Position:
    """What is sure of the next decade where this one could not be followed to its end."""
    return position._replace(decade=min(LAST_DECADE, position.decade + 1), course=None)


def _laid_out(position: Position) -> Position:
    """The display is there, though nobody typed it."""
    assert position.course is not None
    return lay_out(position, position.course, (UNKNOWN,) * DISPLAY)


def _with_turn(position: Position, side: State) -> Position:
    assert position.course is not None
    return position._replace(course=position.course._replace(to_move=side))


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
