"""Checks a whole record, line by line: every breach of the rules, with its line, column, rule and reason.

One fault, one finding: an illegal step is carried out as typed if the pieces can be moved so, else left out,
and checking goes on. Where a decision is missing, it goes on with every board that the rules allow: an error is
what all of them refuse. Where these are too many only cards and turns are checked, until the next `set` line.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from wsdv_tools.facts.rulings import ruling_choices
from wsdv_tools.findings import Finding, sorted_by_place, worded
from wsdv_tools.record import lines
from wsdv_tools.record.notation import Notation
from wsdv_tools.record.reader import RULE_REASONS
from wsdv_tools.referee import table_lines
from wsdv_tools.referee.answers import understood
from wsdv_tools.referee.doubts import DoubtedBoards
from wsdv_tools.referee.gaps import Gap
from wsdv_tools.referee.missing_plays import MissingPlays
from wsdv_tools.referee.phase_lines import Ending, PhaseLines, how_it_ended
from wsdv_tools.referee.plays import agreed, judge_card, take_unread
from wsdv_tools.referee.table_lines import CardMemory
from wsdv_tools.referee.verdicts import Checked, Moment, ToldOnce
from wsdv_tools.rules.course import HALVES, face
from wsdv_tools.rules.position import UNKNOWN, empty, start

if TYPE_CHECKING:
    from wsdv_tools.record.spans import Span
    from wsdv_tools.referee.verdicts import Judgements
    from wsdv_tools.rules.position import Course, Position


def check_record(
    record: lines.Record,
    notation: Notation,
    last_line: int | None = None,
    start_from: Position | None = None,
    goes_on: bool = False,
    judged: Judgements | None = None,
) -> Checked:
    """Everything that is wrong with a record; `last_line` stops there, `start_from` is a board it goes on from.

    A decade end at the end of a record that still `goes_on` is checked as far as its lines go. `judged` keeps what
    was said of its lines, for whoever checks it again and again.
    """
    checker = _Checker(record, notation, judged)
    if start_from:
        checker.boards.set(start_from)
        checker.in_decade = start_from.course is not None
    said = (line for line in record.lines if type(line) is not lines.Line)
    in_phases = goes_on
    for line in said:
        if last_line is not None and line.span.line > last_line:
            in_phases = lines.is_in_phases((line, *said))
            break
        if len(checker.checked.findings) >= lines.MOST_FINDINGS:
            checker.give_up(line)
            break
        checker.take(line)
    checker.finish(stopped=last_line is not None, in_phases=in_phases)
    return checker.checked


class _Checker:
    """Goes through the lines with the position in hand."""

    def __init__(self, record: lines.Record, notation: Notation, judged: Judgements | None) -> None:
        self.record = record
        self.file = record.file
        self.notation = notation
        self.game = notation.game
        self.boards = DoubtedBoards(judged)
        self.in_decade = False
        self.ending: Ending | None = None  # the lines since `end`
        self.is_decade_open = False  # a position was set before any `decade` line
        self.is_past_end = False  # lines after the end of the game were reported
        self.is_starter_known = True
        self.assumed: list[str] | None = None  # played from a display that nobody typed
        self.told = ToldOnce()
        self.cards = CardMemory(self.game)
        self.missing = MissingPlays(self.game, record, self.cards)
        self.checked = Checked(record.file, list(record.findings), cards=self.cards)
        self.last_line: lines.Line | None = None
        self.has_result = False
        self.has_played = False  # in this decade

    @property
    def position(self) -> Position | None:
        return self.boards.position

    def take(self, line: lines.Line) -> None:
        kind = type(line)
        if self.last_line is None and not (isinstance(line, lines.Header) and line.key == "wsdv-record"):
            self._say("header-missing", line.span)
        self.last_line, goes_on = line, lines.is_course(line)
        if self.ending is not None and goes_on:
            self._end_decade(line)
        if self.has_result and not self.is_past_end and (goes_on or kind is lines.Phase):
            self._say("result-not-last", line.span)
            self.is_past_end = True
        if goes_on and kind is not lines.ResultLine:
            self.boards.go_on()
        _TAKERS[kind](self, line)

    def finish(self, stopped: bool, in_phases: bool) -> None:
        if self.ending is not None and self.last_line is not None:
            self._end_decade(self.last_line, in_phases)
        if not self.has_result and not stopped and self.last_line is not None:
            self._say("result-missing", self.last_line.span)
        if not self.checked.reason and (outcome := self.boards.outcome):
            self.checked.winner, self.checked.reason = outcome.winner, outcome.reason
        self.boards.tell(self.notation, self.checked.findings)
        self.checked.come_to(self.boards, self.missing.first is None)
        self.checked.findings = sorted_by_place(self.checked.findings)

    def give_up(self, line: lines.Line) -> None:
        """Nobody reads on after so many findings."""
        self._say("too-many-findings", line.span, n=len(self.checked.findings))
        self.has_result, self.boards.is_known, self.ending = True, False, None

    def _say(self, code: str, span: Span, rule: str | None = None, **values: Any) -> None:
        self.checked.findings.append(Finding(code, span.place(self.file), worded(values), rule))

    # Lines that say something about the record

    def header(self, line: lines.Header) -> None:
        self.checked.headers.setdefault(line.key, line.value)
        if line.key == "wsdv-record" and line.value != "1":
            self._say("record-version", line.span, text=line.value)
        if line.key == "rules":
            self.notation, unknown = self.notation.with_rulings(line.value)
            self.game, rulings = self.notation.game, sorted(ruling_choices(self.notation.game.catalogue.folder))
            for name in unknown:
                self._say("ruling-unknown", line.span, text=name, rulings=rulings)

    def result(self, line: lines.ResultLine) -> None:
        if self.has_result:
            return
        self.has_result, by_rules = True, line.reason in RULE_REASONS
        is_possible = self.missing.first is not None or (by_rules and self.boards.prove(line.winner, line.reason))
        outcome = None if is_possible else self.boards.outcome
        if outcome and self.is_past_end:
            return  # it has been reported that the game was over
        if outcome:
            self._say("result-differs", line.span, "3-decade-end-only", side=outcome.winner, reason=outcome.reason)
        elif by_rules and not is_possible and self.boards.is_known:
            self._say("result-too-early", line.span, "3-decade-end-only", reason=line.reason)
        else:  # nobody can say otherwise
            self.checked.winner, self.checked.reason = line.winner, line.reason

    def bad(self, line: lines.Bad) -> None:
        """An unreadable play loses certainty, but takes its turn and its card."""
        word = line.span.text.split(None, 1)[0].casefold()
        if line.is_play:
            self._unread_play(line)
        elif word == "result":
            self.has_result = True
        elif word == "end":
            self.end(line)
        elif self.ending is not None:
            self.ending.is_whole = False

    def _unread_play(self, line: lines.Bad) -> None:
        self.checked.plays += 1
        self.cards.is_sure = False
        course = self._course_of_play(line, from_display=not line.from_hand and not line.is_special)
        if course is None or self.position is None:
            self.checked.unchecked += 1
            self.boards.is_known = False
            return
        self.is_starter_known = self.is_starter_known or line.side is not None
        was_known = self.boards.is_known
        if not was_known or not self.boards.unread(self.notation, line, self.file):
            self.checked.unchecked += 1
            gap = Gap(line.span.line, None) if was_known else None
            self.boards.lose(take_unread(self.position, course, line), gap)
        if line.card and not line.is_special:
            self.cards.gone.add(line.card)

    # The course of a decade

    def decade(self, line: lines.Decade) -> None:
        if self._is_over():
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
                self.boards.end(PhaseLines(self.notation, (), line, self.file))
                self.boards.go_on()
            elif self.has_played:  # what the phases did is not known, if they came at all
                self.boards.lose(self.position)
        elif line.number != self.position.decade and not self.is_decade_open:
            self._say("decade-order", line.span, "3-decade-over", decade=self.position.decade)
        due = None if self.position is None or self.is_decade_open else self.position.decade
        number = table_lines.meant_decade(self.game, self.record, line, due)
        self.boards.each(lambda position: position._replace(decade=number))
        self._begin()

    def _begin(self) -> None:
        self.in_decade, self.is_decade_open, self.has_played, self.assumed = True, False, False, None
        self.is_starter_known = self.boards.is_known  # seen by the prestige marker (3-starter)
        if self.position is None:
            self.boards.set(start(self.game))
        self.boards.each(self.cards.begun())

    def _course(self, line: lines.Line) -> Course | None:
        """The course, if the line is inside a decade; a forgotten `decade` line is reported once, and then assumed."""
        if self._is_over():
            outcome = self.boards.outcome
            if not self.is_past_end and outcome:
                self._say("after-the-end", line.span, "3-decade-end-only", **how_it_ended(outcome))
            self.is_past_end = True
            return None
        if not self.in_decade:
            self._say("no-decade", line.span, "3-special-display")
            self._begin()
        position = self.boards.position
        return position.course if position else None

    def _is_over(self) -> bool:
        """Whether the game is over, whatever a wrong line may have been instead."""
        return bool(self.boards.outcome) and not self.boards.is_otherwise(lambda boards: boards.outcome is None)

    def hand(self, line: lines.Hand) -> None:
        course = self._course(line)
        if course is None or self.position is None:
            return
        if self.has_played:
            self._say("hand-too-late", line.span, "3-hands", side=line.side)
            return
        check = partial(table_lines.check_hand, self.game, line, self.file)
        again = partial(check, self.cards.copy()) if self.boards.doubts or self.boards.later.boards else None
        self.checked.findings += self.boards.table_line(partial(check, self.cards), again)

    def row(self, line: lines.Row) -> None:
        course = self._course(line)
        if course is None or self.position is None:
            return
        taken, self.assumed = (self.assumed or []) if course.display else [], None
        played = table_lines.played_ahead(self.record, line)
        check = partial(table_lines.check_row, self.game, line, self.file, taken, played)
        self.checked.findings += self.boards.table_line(check)
        if course.display and not taken:
            self.missing.early(line)
        self.missing.look_ahead(line, self.position)

    def _course_of_play(self, line: lines.Line, from_display: bool) -> Course | None:
        """The course at a play; the display is there, though nobody may have typed it."""
        course = self._course(line)
        if course is None:
            return None
        self.has_played = True
        if not course.display and course.half < HALVES and (from_display or not course.half):
            position = self.boards.position
            assert position is not None
            if self.told.is_over(position, course):
                pass
            elif course.half:
                self._say("half-is-over", line.span, "3-half-ends", n=course.half)
            else:
                self._say("row-missing", line.span, "3-display-seven")
            self.assumed = []
            self.boards.each(table_lines.laid_out)
            return self._course(line)
        return course

    def play(self, line: lines.Play) -> None:
        if twice := self.missing.twice(line):
            self.checked.findings += twice
            return
        self.checked.plays += 1
        position = self.boards.position
        is_special = self.game.cards[face(position, line.card)].is_special if position else False
        if self._course_of_play(line, from_display=not line.from_hand and not is_special) is None:
            self.checked.unchecked += 1
            return
        if self.assumed is not None and not line.from_hand and not is_special:
            self.assumed.append(line.card)
        if not self.is_starter_known:  # whoever plays first was the starter
            self.is_starter_known = True
            self.boards.each(lambda position: table_lines.with_turn(position, line.side))
        if self.told.out_of_turn is not line.side:  # else the letter of the side before was wrong
            self.checked.findings += self.missing.before(line, self.boards)
        before = self.boards.position
        assert before is not None
        if self.boards.is_known:
            if not line.is_whole:
                line, self.checked.findings = understood(self.notation, before, line, self.checked.findings)
            verdict = self.boards.play(self.notation, line, self.file)
            self.checked.findings += self.told.of_play(line, verdict.position, self.missing.perhaps(verdict.findings))
            self.checked.moments.append(Moment(line, before, verdict.position, verdict.done))
        else:
            position, found = judge_card(self.notation, before, line, self.file)
            self.checked.findings += self.told.of_play(line, before, agreed(line, found))
            self.boards.lose(position)
        if not self.boards.is_known:
            self.checked.unchecked += 1
        noted = self.cards.note(line, self.game.cards[face(before, line.card)], before, self.file)
        self.checked.findings += agreed(line, self.checked.new(noted))

    # The decade end

    def end(self, line: lines.Line) -> None:
        course = self._course(line)
        if course is None:
            return
        left = [card for card in course.display if card != UNKNOWN]
        if course.half < HALVES or left:
            self._say("end-too-early", line.span, "3-half-ends", n=len(left), half=max(1, course.half))
            self.missing.early(line)
        self.ending = Ending(line)

    def phase(self, line: lines.Phase) -> None:
        if self.ending is None:
            if self._is_over():
                self._course(line)
                return
            self._say("phase-without-end", line.span, "9-order")
            if not self.in_decade:
                return
            self.ending = Ending(line)
        if self.ending.phases and line.number < self.ending.phases[-1].number:
            self._say("phase-order", line.span, "9-order", n=line.number)
        self.ending.take(line)

    def _end_decade(self, after: lines.Line, in_progress: bool = False) -> None:
        ended, self.ending, self.in_decade = self.ending, None, False
        position = self.position
        if position is None or ended is None:
            return
        self.cards.keep(self.boards.sure or position)
        if not self.boards.is_known:
            self.boards.lose(table_lines.next_decade(position))
            return
        phases = PhaseLines(self.notation, ended.phases, after, self.file, in_progress, ended.is_whole)
        end = self.boards.end(phases)
        self.is_past_end = not self.missing.first and any(one.code == "phase-after-the-end" for one in end.findings)
        self.checked.findings += self.missing.perhaps(end.findings)
        self.checked.moments.append(Moment(ended.line, position, end.outcome.position, [], end.outcome))
        if self.missing.first and end.outcome.winner:  # perhaps nobody has won
            self.boards.lose(table_lines.next_decade(position))
        for check in ended.checks:
            self.statements(check)

    # Statements about the board

    def statements(self, line: lines.Statements) -> None:
        if line.word == "set":
            self._set(line)
        elif self.ending is not None:
            self.ending.checks.append(line)
        elif self.boards.is_known and self.position is not None:
            self.checked.findings += self.missing.perhaps(self.boards.statements(self.notation, line, self.file))

    def _set(self, line: lines.Statements) -> None:
        decade = self.position.decade if self.position else lines.decade_ahead(self.record, line)
        course = self.position.course if self.position else None
        position, findings, self.boards.is_known = table_lines.set_position(self.notation, line, decade, self.file)
        self.checked.findings += findings
        if position is None:
            return
        self.missing.forget()
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


_TAKERS: dict[type[lines.Line], Callable[[_Checker, Any], None]] = {
    lines.Header: _Checker.header,
    lines.Decade: _Checker.decade,
    lines.Hand: _Checker.hand,
    lines.Row: _Checker.row,
    lines.Play: _Checker.play,
    lines.End: _Checker.end,
    lines.Phase: _Checker.phase,
    lines.Statements: _Checker.statements,
    lines.ResultLine: _Checker.result,
    lines.Bad: _Checker.bad,
}
