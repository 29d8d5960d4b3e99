"""A record line by line, in the user's language: plays in words, decade ends with their sums, findings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from wsdv_tools.facts.cards import NUMERALS
from wsdv_tools.record import lines as reading
from wsdv_tools.rules.course import face
from wsdv_tools.telling.board_text import changes
from wsdv_tools.telling.narrator import told_of
from wsdv_tools.telling.phrases import NO_BREAK, card_label
from wsdv_tools.telling.sums import sums

if TYPE_CHECKING:
    from wsdv_tools.facts import State
    from wsdv_tools.findings import Finding
    from wsdv_tools.referee.verdicts import Checked
    from wsdv_tools.reports.stops import Stop
    from wsdv_tools.telling.phrases import Phrases


@dataclass
class Entry:
    """One entry of the story: a `decade`, a `play`, a decade `end`, a `phase`, a `note`, the `result`, or a `line`."""

    kind: str
    title: str
    line: int = 0
    stop: int | None = None  # its number, where the board is known
    side: State | None = None
    lines: list[str] = field(default_factory=list)
    done: list[str] = field(default_factory=list)  # in a phase
    comments: list[str] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)


def story(phrases: Phrases, record: reading.Record, checked: Checked, course: Sequence[Stop]) -> list[Entry]:
    """Everything that is reported of a record, in the order of its lines."""
    teller = _Teller(phrases, checked, course)
    for line in record.lines:
        teller.take(line)
    return teller.told


def result(phrases: Phrases, checked: Checked) -> str:
    """`West wins (collapse)`; a game without a result says so."""
    if checked.reason is None:
        return phrases.say("check.no-result")
    return phrases.ended(checked.winner, checked.reason)


class _Teller:
    def __init__(self, phrases: Phrases, checked: Checked, course: Sequence[Stop]) -> None:
        self.phrases = phrases
        self.checked = checked
        self.told: list[Entry] = []
        self._stops: dict[int, list[tuple[int, Stop]]] = defaultdict(list)
        for number, stop in enumerate(course):
            self._stops[stop.line].append((number, stop))
        self._findings: dict[int, list[Finding]] = defaultdict(list)
        for finding in checked.findings:
            if finding.place and finding.place.file == checked.file:
                self._findings[finding.place.line].append(finding)
        self._phases: dict[int, Entry] = {}  # of the last decade end
        self._decade = 0

    def take(self, line: reading.Line) -> None:
        number = line.span.line
        told, findings = len(self.told), self._findings.get(number, [])
        _TAKERS.get(type(line), _Teller.other)(self, line)
        if len(self.told) == told and findings:
            self._add("line", line.span.text, line)
        if len(self.told) > told:
            entry = self.told[told]
            entry.findings += findings
            entry.comments += [comment] if (comment := line.comment.lstrip("# ")) else []

    def _add(self, kind: str, title: str, line: reading.Line, **more: Any) -> Entry:
        entry = Entry(kind, title, line.span.line, **more)
        self.told.append(entry)
        return entry

    def header(self, line: reading.Header) -> None:
        if line.key == "note":
            self._add("note", line.value, line)

    def decade(self, line: reading.Decade) -> None:
        self._decade = line.number
        self._add("decade", self.phrases.say("decade", numeral=NUMERALS[line.number]), line)

    def play(self, line: reading.Play) -> None:
        number, stop = next(iter(self._stops.get(line.span.line, ())), (None, None))
        if stop is None or stop.before is None:  # nobody knows the board
            self._add("line", line.span.text, line, side=line.side)
            return
        card = card_label(self.phrases, face(stop.before, line.card))
        mode = self.phrases.say(f"play.mode-{line.mode}")
        key = "report.play-hand" if line.from_hand else "report.play"
        title = self.phrases.say(key, card=card, mode=mode)
        lines = [*map(_breakable, changes(self.phrases, stop.before, stop.position))]
        self._add("play", title, line, stop=number, side=line.side, lines=lines)

    def end(self, line: reading.End) -> None:
        numeral = NUMERALS[self._decade] if self._decade else ""
        self._add("end", self.phrases.say("report.end", numeral=numeral), line)
        self._phases = {}
        for number, stop in self._stops.get(line.span.line, ()):
            assert stop.report
            title = self.phrases.say("dialogue.phase", n=stop.phase, title=self.phrases.say(f"phase-{stop.phase}"))
            entry = self._add("phase", title, line, stop=number)
            entry.lines = [*map(_breakable, sums(self.phrases, stop.report))]
            entry.done = [_breakable(text) for done in stop.report.done for text in told_of(self.phrases, done)]
            self._phases[stop.phase] = entry

    def phase(self, line: reading.Phase) -> None:
        """What was typed is reported with its phase."""
        entry = self._phases.get(line.number)
        if entry is None:
            return
        entry.findings += self._findings.pop(line.span.line, [])
        entry.comments += [comment] if (comment := line.comment.lstrip("# ")) else []

    def result(self, line: reading.ResultLine) -> None:
        self._add("result", result(self.phrases, self.checked), line)

    def bad(self, line: reading.Bad) -> None:
        self._add("line", line.whole, line, side=line.side)

    def other(self, line: reading.Line) -> None:
        """Rows, hands and statements are reported only where something is wrong with them."""


def _breakable(text: str) -> str:
    """On a page lines may break where they like."""
    return text.replace(NO_BREAK, " ")


_TAKERS: dict[type[reading.Line], Callable[[_Teller, Any], None]] = {
    reading.Header: _Teller.header,
    reading.Decade: _Teller.decade,
    reading.Play: _Teller.play,
    reading.End: _Teller.end,
    reading.Phase: _Teller.phase,
    reading.ResultLine: _Teller.result,
    reading.Bad: _Teller.bad,
}
