"""Checks a record of a small game line by line: what both games have in common.

Each game's checker says what its own lines do; plays, headers, statements, results and notes are reported here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from wsdv_tools.findings import Finding, Fix, Note, Place, Severity, Wording, reason_words, sorted_by_place
from wsdv_tools.games.cards import UNKNOWN, Deck, EventText, Game
from wsdv_tools.games.following import Followed, Typed, Wrong
from wsdv_tools.games.notation import AGREED_REASONS, No, Notation, Spec
from wsdv_tools.games.records import Bad, Fact, Play, ResultLine
from wsdv_tools.games.sides import SIDES, Side
from wsdv_tools.games.statements import Stating
from wsdv_tools.games.steps import EVENT
from wsdv_tools.games.telling import card_value, where_wording
from wsdv_tools.record.lines import Header, Line, Record, Statements
from wsdv_tools.record.spans import Span
from wsdv_tools.rules.choices import NOTHING, Choice, Step

# What could not be judged: `--strict` turns these into errors.
UNJUDGED = frozenset(
    {"event-as-typed", "event-unknown", "flag-unknown", "command-unknown", "region-unknown", "bonus-unknown"}
)


class Verdict(NamedTuple):
    """How a game ended by the rules, and which one says so."""

    winner: Side | None
    reason: str
    score: str
    rule: str


class Moment(NamedTuple):
    """A play, and the board before and after it."""

    line: int
    before: Any
    after: Any


@dataclass
class Checked:
    """A checked record."""

    file: str
    spec: Spec
    findings: list[Finding] = field(default_factory=list)
    plays: int = 0
    unchecked: int = 0  # plays on a board that was not certain
    as_typed: int = 0  # events that no card file describes
    winner: Side | None = None
    reason: str | None = None
    headers: dict[str, str] = field(default_factory=dict)
    position: Any = None
    is_certain: bool = True
    moments: list[Moment] = field(default_factory=list)
    log: list[tuple[Side, str, str, Step]] = field(default_factory=list)  # of the last play
    scoring: Any = None
    extra: dict[str, Any] = field(default_factory=dict)  # what only one game has: a campaign


MOST_OFFERED = 6  # legal steps that a finding names


class Checker(Stating):
    """One walk over the lines of a record. Subclasses give the game's own lines in `takers`."""

    spec: Spec
    default_rules: Mapping[str, str]  # of faults that name none
    once_rule: str  # that a card is laid once
    hand_rules: tuple[str, str]  # how many cards a hand has, and that each card is in one place
    takers: Mapping[str, Callable[[Any, Fact], None]]

    def __init__(self, game: Game, notation: Notation, record: Record, is_strict: bool = False) -> None:
        self.game = game
        self.notation = notation
        self.record = record
        self.is_strict = is_strict
        self.found = Checked(record.file, self.spec)
        self.findings: list[Finding] = list(record.findings)
        self.position: Any = None
        self.is_certain = True
        self.has_started = False
        self.result: ResultLine | None = None
        self.counted: dict[str, tuple[Place, int]] = {}

    @property
    def deck(self) -> Deck:
        return self.game.deck

    def run(self, until: int | None = None) -> Checked:
        for line in self.record.lines:
            if until and line.span.line > until:
                break
            self._line(line)
        if until is None:
            self._finish()
        self.findings += [Finding(code, place, {"n": number}) for code, (place, number) in self.counted.items()]
        found = self.found
        found.findings = sorted_by_place(map(self._weighed, self.findings))
        found.position, found.is_certain = self.position, self.is_certain
        return found

    def _weighed(self, finding: Finding) -> Finding:
        """With `--strict` what was not judged is an error."""
        if not self.is_strict or finding.code not in UNJUDGED:
            return finding
        return replace(finding, level=Severity.ERROR)

    def _line(self, line: Line) -> None:
        if self.result and not isinstance(line, Header) and line.span.text:
            self.say("result-not-last", self.result.span)
            self.result = None
        if isinstance(line, Header):
            self._header(line)
        elif isinstance(line, Play):
            self._play(line)
        elif isinstance(line, Fact):
            self.takers[line.word](self, line)
        elif isinstance(line, Statements):
            self.statements(line)
        elif isinstance(line, ResultLine):
            self.result = line
        elif isinstance(line, Bad) and line.side:
            self._unread(line.side)

    def _header(self, line: Header) -> None:
        self.found.headers.setdefault(line.key, line.value)
        if line.key == self.spec.record_key and line.value != "1":
            self.say("record-version", line.span, {"text": line.value})

    def say(self, code: str, span: Span, values: Mapping[str, Any] | None = None, rule: str | None = None) -> None:
        """A finding about a line or a part of it."""
        self.findings.append(Finding(code, span.place(self.record.file), self.worded(values or {}), rule))

    def count(self, code: str, span: Span) -> None:
        """What is reported once a record, with how often."""
        place, number = self.counted.get(code, (span.place(self.record.file), 0))
        self.counted[code] = (place, number + 1)

    def begin(self, position: Any) -> None:
        """Continue from a position instead of the set-up."""
        self.position = position
        self.has_started = True

    def both(self, line: Fact, rule: str) -> dict[Side, int] | None:
        """`US 3 SU 4`; None where one side stands there twice, which is reported."""
        said = {line.value(0): line.value(1), line.value(2): line.value(3)}
        if len(said) == len(SIDES):
            return said
        self.say("side-twice", line.said[2][1], {"side": line.value(2)}, rule)
        return None

    # Plays

    def start_of(self, line: Play) -> Any:
        """The board a play starts from, with the turn corrected where it is out of order."""
        raise NotImplementedError

    def follow(self, board: Any, line: Play, laid: Typed) -> Followed:
        raise NotImplementedError

    def lay_only(self, board: Any, line: Play) -> Any:
        """The board with the card on it and the next turn, where the rest of the play cannot be followed."""
        if board.piece(line.card):
            self.say("card-played-twice", line.card_span, {"card": line.card}, self.once_rule)
        else:
            board = self.laid(board, line)
        return self.turn_passed(board, line.side)

    def laid(self, board: Any, line: Play) -> Any:
        """The board with the card on it, as far as it is known where."""
        return board.laid(line.card, line.where)

    def turn_passed(self, board: Any, side: Side) -> Any:
        """The board with the next turn."""
        return board._replace(to_move=side.other, turn=board.turn + 1)

    def in_turn(self, board: Any, line: Play, rule: str) -> Any:
        """The board with this side to move; where it is not its turn that is reported."""
        if board.to_move not in (None, line.side):
            side_span = line.span.part(0, len(line.span.text.split()[0]))
            self.say("not-your-turn", side_span, {"side": line.side, "other": line.side.other}, rule)
        return board._replace(to_move=line.side)

    def where_of(self, board: Any, line: Play) -> Any:
        """Where the card is laid on this board; None where nobody can tell, which is reported."""
        try:
            return self.notation.resolved(line.where, board)
        except No as no:
            self.say(no.code, line.where_span, no.values, self.default_rules[no.code])
            return None

    def _play(self, line: Play) -> None:
        self.found.plays += 1
        before = self.start_of(line)
        where = self.where_of(before, line)
        laid = Typed(Step("lay", line.card, where), line.card_span)
        if not line.is_whole or not self.is_certain or where is None:
            self.found.unchecked += 1
            self.is_certain = False
            self.position = self.lay_only(before, line)
            return
        followed = self.follow(before, line, laid)
        if followed.board is None:
            self.is_certain = False
            return
        self.findings += [self._wrong(wrong, line) for wrong in followed.wrong]
        if any(wrong.fault.code == "steps-missing" for wrong in followed.wrong):
            self.is_certain = False
        self._note_events(line)
        self.found.log = followed.log
        self.found.moments.append(Moment(line.span.line, before, followed.board))
        self.position = followed.board

    def _unread(self, side: Side) -> None:
        self.found.plays += 1
        self.found.unchecked += 1
        self.is_certain = False
        self.position = self.turn_passed(self.position, side)  # it still takes a turn

    def _note_events(self, line: Play) -> None:
        """What could not be judged because nobody has said what the card says."""
        card = self.deck.card(line.card)
        if card.flag is None:
            self.count("flag-unknown", line.card_span)
        for part in line.parts:
            if part.use == EVENT and not card.does:
                self.found.as_typed += 1
                if card.text:
                    values = {"card": card, "text": EventText(card.text)}
                    self.say("event-as-typed", part.span, values)
                else:
                    self.count("event-unknown", part.span)
            elif (
                part.use.verb == "command"
                and card.command is None
                and any(typed.step != NOTHING for typed in part.steps)
            ):
                self.count("command-unknown", part.span)

    def _wrong(self, wrong: Wrong, line: Play) -> Finding:
        fault = wrong.fault
        values = {**fault.values, "text": wrong.span.text}
        rule = fault.rule or self.default_rules.get(fault.code)
        level = Severity.NOTE if line.agreed else None
        notes = (Note("agreed"),) if line.agreed else ()
        place = wrong.span.place(self.record.file)
        return Finding(fault.code, place, self.worded(values), rule, notes, self._legal(wrong), level)

    def _legal(self, wrong: Wrong) -> tuple[Fix, ...]:
        """What would have been legal instead."""
        choice = wrong.choice
        if choice is None or choice.kind not in ("step", "lay", "reply", "use"):
            return ()
        options = [step for step in choice.options if step != NOTHING]
        if choice.kind == "lay":
            options = self.layable(choice, wrong) or options
        side: Any = choice.side
        texts = [self.notation.write([step], side) for step in options[:MOST_OFFERED]]
        if not texts:
            return ()
        code = "legal-here" if len(options) > len(texts) else "legal-here-all"
        return (Fix(code, {"steps": ", ".join(texts), "n": len(options)}),)

    def layable(self, _choice: Choice, _wrong: Wrong) -> list[Step]:
        """Where else the card could be laid."""
        return []

    def worded(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """The facts of a fault as a language can name them."""
        return {key: self._worded(key, value) for key, value in values.items()}

    def _worded(self, key: str, value: Any) -> Any:
        if isinstance(value, Step):
            return self.notation.write([value], Side.US)
        if key in ("card", "first") and isinstance(value, str):
            return card_value(self.spec, self.deck, value)
        return value

    # Results

    def _finish(self) -> None:
        if self.spec.record_key not in self.found.headers:
            first = next((line.span for line in self.record.lines if line.span.text), None)
            if first:
                self.say("header-missing", first, {"key": self.spec.record_key})
        self.judge_result(self.result)
        if self.result:
            self.found.winner, self.found.reason = self.result.winner, self.result.reason

    def judge_result(self, line: ResultLine | None) -> None:
        """Compare the `result` line with the rules; None where there is none."""
        verdict = self.verdict(line)
        if line is None:
            if verdict:
                self.found.winner, self.found.reason = verdict.winner, verdict.reason
            last = next((entry for entry in reversed(self.record.lines) if entry.span.text), None)
            if last:
                self.say("result-missing", last.span)
        elif line.reason in AGREED_REASONS:
            return
        elif verdict:
            self._compare(line, verdict)
        elif self.is_certain and not self.is_played():
            self.say("result-too-early", line.span, {"reason": reason_words(line.reason)}, self.end_rule)

    end_rule = ""  # the paragraph that says when the game ends

    def is_played(self) -> bool:
        """Whether the game is over: all plays were made, or somebody has won."""
        raise NotImplementedError

    def missing(self) -> Sequence[object]:
        """What is not known and the scoring needs."""
        raise NotImplementedError

    def scored(self) -> Any:
        """The scoring of the board."""
        raise NotImplementedError

    def verdict_of(self, scoring: Any) -> Verdict:
        raise NotImplementedError

    def verdict(self, line: ResultLine | None) -> Verdict | None:
        """How the game ended by the rules; None where it has not, or where something needed is not known."""
        if not self.is_certain or not self.is_played():
            return None
        missing = self.missing()
        if missing:
            if line:
                self.say("result-unjudged", line.span, {"n": len(missing)})
            return None
        self.found.scoring = self.scored()
        return self.verdict_of(self.found.scoring)

    def _compare(self, line: ResultLine, verdict: Verdict) -> None:
        typed = re.sub(r"[–:]", "-", line.score).replace("−", "-").replace(" ", "").removeprefix("+")
        if (line.winner, line.reason) == (verdict.winner, verdict.reason) and typed in (
            "",
            verdict.score.removeprefix("+"),
        ):
            return
        winner = verdict.winner or Wording("words", "nobody", "nobody")
        values = {"side": winner, "reason": reason_words(verdict.reason), "score": verdict.score}
        self.say("wrong-result", line.span, values, verdict.rule)

    # Hands

    def where(self, card: str, side: Side | None) -> str:
        """Where a card is known to be, other than in this side's hand or yet to come."""
        raise NotImplementedError

    def take_hand(self, line: Fact) -> None:
        """A known hand: not more cards than there are, and none that lies elsewhere."""
        side, cards = line.value(0), line.said[1:]
        size_rule, card_rule = self.hand_rules
        size = len(self.position.hand(side))
        if len(cards) > size:
            self.say("hand-too-many", line.span, {"side": side, "n": size}, size_rule)
            return
        sound = [card for card, span in cards if not self.elsewhere(card, span, card_rule, self.where(card, side))]
        self.position = self.position.with_hand(side, (*sound, *(UNKNOWN,) * (size - len(sound))))

    def elsewhere(self, card: str, span: Span, rule: str, where: str) -> bool:
        """Whether a card that should be somewhere else is named; the finding is reported."""
        if card == UNKNOWN or not where:
            return False
        self.say("card-elsewhere", span, {"card": card, "where": where_wording(where)}, rule)
        return True
