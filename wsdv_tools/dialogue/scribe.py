"""Records a game: checks a line before it goes into the record, saves it, and says what it changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from wsdv_tools.dialogue.play_questions import Questioning
from wsdv_tools.dialogue.prompt import Left, Talk
from wsdv_tools.findings import Finding
from wsdv_tools.record import lines as reading
from wsdv_tools.record.notation import No
from wsdv_tools.record.reader import HEADERS, read_record
from wsdv_tools.record.writer import play_line, write_line
from wsdv_tools.referee.answers import understood
from wsdv_tools.referee.record_files import TurnPlay, Unfinished
from wsdv_tools.rules.actions import refuse_action
from wsdv_tools.rules.adjudicator import Adjudicator, Turn
from wsdv_tools.rules.course import face, refuse_card, refuse_turn
from wsdv_tools.rules.play import Play
from wsdv_tools.sources.saving import reason
from wsdv_tools.telling.board_text import changes
from wsdv_tools.telling.narrator import own_words, refused
from wsdv_tools.telling.phrases import wrapped
from wsdv_tools.words.vocabulary import WORDS

if TYPE_CHECKING:
    from wsdv_tools.dialogue.play_questions import Decided
    from wsdv_tools.dialogue.prompt import Terminal
    from wsdv_tools.facts import Card, State
    from wsdv_tools.referee.ledger import Draft, Ledger
    from wsdv_tools.rules.choices import Fault, Step
    from wsdv_tools.rules.position import Position
    from wsdv_tools.telling.narrator import Narrator

_NO_MOVE = ("line-unreadable", "play-incomplete")


class Refusal(NamedTuple):
    """A line that was not taken, and why."""

    line: str
    findings: list[Finding]


class Scribe(Talk):
    """Writes the record, line by line."""

    def __init__(self, narrator: Narrator, terminal: Terminal, ledger: Ledger) -> None:
        super().__init__(narrator, terminal)
        self.ledger = ledger
        self.questioning = Questioning(narrator, terminal)
        self.refusal: Refusal | None = None
        self.again = ""  # what was typed and could not be taken through nobody's fault

    # Lines

    def add(self, line: str, may_ask: bool = True) -> bool:
        """Add a line to the record, in canonical spelling; or say why not. Missing decisions are asked for."""
        draft = self.ledger.with_line(self._canonical(line))
        errors, new = _errors(draft), draft.new_line
        if not errors:
            return self._keep(draft, line)
        is_only_missing = all(finding.code == "decision-missing" for finding in errors)
        if isinstance(new, reading.Play) and is_only_missing and may_ask and not new.agreed:
            position = self.ledger.checked.position
            whole = new if new.is_whole or not position else understood(self.ledger.notation, position, new, [])[0]
            steps = [typed.step for typed in whole.typed]
            return self.by_questions(new.side, new.card, new.from_hand, new.mode, steps)
        return self._refuse(errors, write_line(new, self.ledger.notation))

    def _canonical(self, line: str) -> str:
        """The line in one spelling; with a comment it stays as it was typed."""
        read = read_record(line, "", self.ledger.notation).lines
        return write_line(read[0], self.ledger.notation) if read and not read[0].comment else line

    def _keep(self, draft: Draft, typed: str) -> bool:
        """Save, and say what changed."""
        before, was_saved = self.ledger.checked, self.ledger.is_saved
        if not self.ledger.keep(draft):
            self.say_overtaken()
            self.again = typed
            return False
        self.refusal = None
        for finding in draft.findings:
            self.narrator.lines([self.phrases.language.sentence(finding)])
        if isinstance(draft.new_line, reading.Play | reading.Statements):
            self._tell(draft, before.position if before.is_certain else None)
        if isinstance(draft.new_line, reading.Header) and draft.new_line.key == "note":
            self.narrator.say("play.noted")
        if self.ledger.trouble:
            self.narrator.say("play.not-saved", file=self.ledger.path.name, reason=reason(self.ledger.trouble))
        elif not was_saved:
            self.narrator.say("play.saved-again", file=self.ledger.path.name)
        return True

    def _tell(self, draft: Draft, before: Position | None) -> None:
        """The line as it was recorded, and what to change on the board."""
        line = self.phrases.vocabulary.own(write_line(draft.new_line, self.ledger.notation))
        self.narrator.lines([f"✓ {line}"])
        after = draft.checked.position
        if draft.checked.is_certain and before and after:
            for line in changes(self.phrases, before, after):
                self.narrator.put(wrapped(line, "    ", "      "))

    def _refuse(self, findings: list[Finding], line: str) -> bool:
        self.refusal = Refusal(line, findings)
        for finding in findings:
            self.narrator.put(self._why(finding))
            for fix in finding.fixes:
                if fix.code != "did-you-mean":
                    self.narrator.put(wrapped(self.phrases.language.fix(own_words(self.phrases, fix, "steps")), "    "))
        return False

    def _why(self, finding: Finding) -> Iterator[str]:
        """The reason; what is not a move is refused in the words of the table, not in those of a file."""
        if finding.code not in _NO_MOVE:
            yield from refused(self.phrases, finding)
            return
        typed = self.phrases.vocabulary.own(str(finding.values["text"]))
        yield from wrapped(self.phrases.say("play.no-move", text=typed), "  ! ", "    ")
        is_word = finding.values["text"] in WORDS
        for fix in finding.fixes:
            name = fix.values.get("name")
            if name not in HEADERS and not (is_word and name in WORDS):  # it is spelt right: no other word is meant
                yield from wrapped(self.phrases.language.fix(own_words(self.phrases, fix, "name")), "    ")

    def force(self) -> bool:
        """Record what was refused, as something the players have agreed on."""
        line = self.refusal.line if self.refusal else ""
        if not line:
            self.narrator.say("play.force-nothing")
            return False
        draft = self.ledger.with_line(f"{line} !")
        if not isinstance(draft.new_line, reading.Play) or _errors(draft):
            self.narrator.say("play.force-cannot")
            return False
        return self._keep(draft, f"{line} !")

    def undo(self) -> bool:
        """Take the last line back."""
        found = self.ledger.without_last()
        if found is None:
            self.narrator.say("play.nothing-to-undo")
            return False
        draft, taken = found
        if not self.ledger.keep(draft):
            self.say_overtaken()
            return True
        self.narrator.say("play.undone", line=self.phrases.vocabulary.own(taken))
        if self.ledger.trouble:
            self.narrator.say("play.not-saved", file=self.ledger.path.name, reason=reason(self.ledger.trouble))
        return True

    def say_overtaken(self) -> None:
        self.narrator.say("play.overtaken", file=self.ledger.path.name)
        if self.ledger.copy:
            self.narrator.say("play.copied", copy=self.ledger.copy.name)

    # Plays by questions

    def by_questions(self, side: State, number: str, from_hand: bool, mode: str, typed: Sequence[Step] = ()) -> bool:
        """A play of which only the card is known, or not every decision: the rest is asked."""
        position = self.ledger.checked.position
        if position is None or not self.ledger.checked.is_certain:
            self.narrator.say("play.uncertain-questions")
            return False
        try:
            number = self.phrases.notation.card(number)
        except No as no:
            return self._refuse([Finding(no.why.code, None, no.why.values)], "")
        card = self.phrases.game.cards[face(position, number)]
        course = position.course
        if course and card.id not in course.display and card.id in course.hand(side):
            from_hand = True
        fault = self._fault(position, side, card, from_hand, mode)
        if fault:
            line = play_line(self.phrases.notation, side, number, mode, (), from_hand) if mode else ""
            return self._refuse([Finding.of(fault, text=number)], line)
        if not mode and card.is_special:
            mode = "event"
        try:
            chosen = (mode, list(typed)) if mode else self.questioning.mode(position, side, card)
        except (Left, EOFError, KeyboardInterrupt):
            line = play_line(self.phrases.notation, side, number, "", (), from_hand)
            self.narrator.say("play.under-way", line=self.phrases.vocabulary.own(line.rstrip()))
            raise
        if chosen is None:
            return False
        turn = Turn(side, card.id, from_hand, chosen[0])
        return self.go_on(Play(Adjudicator(self.phrases.game), position, turn), number, chosen[1])

    def go_on(self, begun: TurnPlay, number: str = "", typed: Sequence[Step] = ()) -> bool:
        """Ask the rest of a turn; what is said is kept beside the record until the line is in it."""
        turn = begun.what
        assert isinstance(turn, Turn)
        write = partial(play_line, self.phrases.notation, turn.side, number or turn.card, turn.mode)
        try:
            decided = self.questioning.play(begun, turn.mode, typed, self._keep_unfinished)
        except (Left, EOFError, KeyboardInterrupt):
            line = write(self.questioning.under_way, turn.from_hand).rstrip()
            self.narrator.say("play.goes-on", line=self.phrases.vocabulary.own(line))
            raise
        if decided is None:
            self.narrator.say("play.dropped")
            self.ledger.keep_unfinished(None)
            return False
        return self.add(self._line(decided, write, turn.from_hand), may_ask=False)

    def _keep_unfinished(self, play: TurnPlay) -> None:
        self.ledger.keep_unfinished(Unfinished(play=play))

    def _fault(self, position: Position, side: State, card: Card, from_hand: bool, mode: str) -> Fault | None:
        """Why this card cannot be played at all, or not for that."""
        game, course = self.phrases.game, position.course
        if course is None:
            return None
        return (
            refuse_turn(course, side)
            or refuse_card(game, position, course, side, card.id, from_hand)
            or (refuse_action(game, position, side, card, mode) if mode else None)
        )

    def _line(self, decided: Decided, write: Callable[..., str], from_hand: bool) -> str:
        """The line of a play that was asked; what nobody had to say is written only where it makes a difference."""
        short = write(decided.said, from_hand)
        draft = self.ledger.with_line(short)
        is_enough = not _errors(draft) and draft.checked.moments[-1].after == decided.after
        return short if is_enough else write(decided.done, from_hand)


def _errors(draft: Draft) -> list[Finding]:
    return [finding for finding in draft.findings if finding.is_error]
