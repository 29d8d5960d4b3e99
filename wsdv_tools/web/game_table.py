"""A game on the table: rows, cards and their uses, steps, decade ends; its text is the record of `wsdv play`."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wsdv_tools.facts import State
from wsdv_tools.facts.cards import NUMERALS
from wsdv_tools.findings import Finding
from wsdv_tools.record import lines as reading
from wsdv_tools.record.reader import read_record
from wsdv_tools.record.writer import LETTERS, play_line, write_line
from wsdv_tools.referee.ledger import Draft, Due, Ledger
from wsdv_tools.referee.record_files import Unfinished, draft_text, read_draft
from wsdv_tools.rules.actions import ACTIONS
from wsdv_tools.rules.adjudicator import Adjudicator, Turn
from wsdv_tools.rules.course import DISPLAY
from wsdv_tools.rules.hands import may_be_in_deck
from wsdv_tools.rules.history import Played
from wsdv_tools.rules.match import Match
from wsdv_tools.rules.play import Play
from wsdv_tools.sources.text_reader import text_lines
from wsdv_tools.web.desk import desk
from wsdv_tools.web.end_view import Ending, record_lines, taken_of
from wsdv_tools.web.masking import (
    FILE,
    LOOK_HAND,
    SECRET_KINDS,
    SECRET_VERBS,
    is_hidden,
    looks_at_hand,
    masked_record,
    seen,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wsdv_tools.referee.record_files import TurnPlay
    from wsdv_tools.rules.choices import Fault
    from wsdv_tools.rules.position import Course, Position
    from wsdv_tools.web.desk import Data, Desk

NEW = "wsdv-record: 1\n\ndecade I\n"
NAMES = ("title", "west", "east")
LONGEST_NAME = 80


@lru_cache(maxsize=24)
def held(text: str) -> Ledger:
    """A record as it is checked; nobody changes this ledger."""
    ledger = Ledger(Path(FILE), desk("en").notation)
    ledger.hold(text)
    return ledger


_masked = lru_cache(maxsize=24)(masked_record)


class GameTable:
    """The texts of one game; a tap changes them."""

    def __init__(self, own: Desk, files: Mapping[str, str], seat: str = "open") -> None:
        self.own = own
        self.seat = seat
        self.text = files.get("record", "")
        self.draft = files.get("draft", "")

    @property
    def texts(self) -> dict[str, str]:
        return {"record": self.text, "draft": self.draft}

    # The state now

    @property
    def ledger(self) -> Ledger:
        return held(self.text)

    @property
    def settled(self) -> Ledger:
        """The record as far as all is decided: without a decade end that is going on, which takes long to check."""
        ending = self.ledger.ending
        if ending is None:
            return self.ledger
        return held("".join(f"{line}\n" for line in text_lines(self.text)[: ending.span.line - 1]))

    def course(self) -> tuple[Position, Course]:
        position = self.settled.checked.position
        if position is None or position.course is None or self.ledger.ending or not self.ledger.checked.is_certain:
            raise self.own.refuse("nothing-asked")
        return position, position.course

    @property
    def unfinished(self) -> Unfinished:
        ledger = self.ledger
        if ledger.ending:
            return Unfinished()
        return read_draft(self.draft, ledger.checked, ledger.notation) or Unfinished()

    def ending(self) -> Ending | None:
        """The decade end that is going on; None where there is none, or nobody can compute it."""
        ledger, checked = self.ledger, self.settled.checked
        if ledger.due is not Due.DECADE_END or ledger.ending is None:
            return None
        if checked.position is None or not checked.is_certain:
            return None
        position, behind = checked.position, ledger.record.lines[ledger.ending.span.line :]
        lines = [line.span.text for line in behind if isinstance(line, reading.Phase)]
        return Ending(self.own, ledger.notation, position, "".join(f"{line}\n" for line in lines), record_lines)

    # Taps

    def do(self, do: Data) -> None:
        ((kind, value),) = do.items()
        if kind not in _TAPS:
            raise self.own.refuse("request")
        _TAPS[kind](self, value)
        self._go_on()

    def _go_on(self) -> None:
        """The lines that nobody has to tap."""
        known = self.as_seen().ledger
        if known.ending:
            return
        if known.due is Due.END:
            self._keep(self.ledger.with_line("end"))
        elif known.due is Due.DECADE and known.checked.position is None:
            self._keep(self.ledger.with_line(f"decade {NUMERALS[1]}"))

    def _keep(self, draft: Draft) -> None:
        self.text, self.draft = draft.text, ""

    def _add(self, line: str) -> None:
        """A line more, if nothing is wrong with it by what this seat may know.

        Trying out cards reveals nothing: one that the other side holds is refused only where that is no secret.
        """
        judged = self.as_seen().ledger.with_line(line)
        errors = [finding for finding in judged.findings if finding.is_error]
        if errors:
            raise self.own.refused(errors[0], findings=[self.own.told(finding) for finding in errors])
        self._keep(self.ledger.with_line(line))

    def may(self, side: State, is_secret: bool = False) -> bool:
        """Whether this seat decides for a side: one that has a side for that one, one that looks on what is public."""
        return side in seen(self.seat) or (self.seat == "watch" and not is_secret)

    def _may(self, side: State, is_secret: bool = False) -> None:
        if not self.may(side, is_secret):
            raise self.own.refuse("hand-private" if self.may(side) else "not-your-side", side=side)

    def row(self, value: Any) -> None:
        """A card more in the row that is being laid out, or one less."""
        known = self.as_seen()
        (position, course), row = known.course(), known.unfinished.row
        if value in row:
            row = tuple(card for card in row if card != value)
        elif value in row_cards(self.ledger.notation.game, position, course) and len(row) < DISPLAY:
            row = (*row, value)
        else:
            raise self.own.refuse("not-offered", text=str(value)[:20])
        self.draft = draft_text(self.ledger.checked, Unfinished(row=row))

    def lay(self, _value: Any) -> None:
        self._add(" ".join(["row", *sorted(self.as_seen().unfinished.row, key=int)]))

    def hand(self, value: Any) -> None:
        """What a side holds, if it wants to say so; kept in the record, hidden from the other side's device."""
        if not isinstance(value, dict) or not isinstance(value.get("cards"), list):
            raise self.own.refuse("request")
        side = next((side for side in State if side.value == value.get("side")), None)
        cards = [str(card) for card in value["cards"][:4]]
        if side is None or any(card not in self.own.game.cards for card in cards):
            raise self.own.refuse("request")
        self._may(side, is_secret=True)
        self._add(" ".join([f"hand {LETTERS[side]}", *cards]))

    def turn(self, value: Any) -> None:
        """A card, and what it is used for."""
        known = self.as_seen()
        position, course = known.course()
        if not isinstance(value, dict) or str(value.get("mode")) not in ACTIONS:
            raise self.own.refuse("request")
        turn = Turn(course.to_move, str(value.get("card")), value.get("hand") is True, str(value["mode"]))
        self._may(turn.side, turn.from_hand and self._is_told(turn.side))
        fault = known.refuse(position, turn)
        if fault:
            raise self.own.refused(Finding.of(fault, text=turn.card))
        self._went(Play(Adjudicator(self.ledger.notation.game), position, turn).settled())

    def _is_told(self, side: State) -> bool:
        """Whether a side has named its hand in this decade: then only it plays from it. Everybody sees that it has."""
        is_told = False
        for line in self.ledger.record.lines:
            if isinstance(line, reading.Decade | reading.Hand):
                is_told = isinstance(line, reading.Hand) and (is_told or line.side is side)
        return is_told

    def refuse(self, position: Position, turn: Turn) -> Fault | None:
        """Why a card cannot be used like that."""
        fault = Match.of(self.ledger.notation.game, None, position).refuse_play(turn)
        return fault or (self.not_kept(turn.side, turn.card) if turn.from_hand else None)

    def not_kept(self, side: State, card: str) -> Fault | None:
        """Why a card of an earlier decade cannot be in a hand, by what the record says."""
        cards, position = self.ledger.checked.cards, self.ledger.checked.position
        if cards is None or position is None or (position.course and card in position.course.hand(side)):
            return None
        return cards.refuse_next(side, self.own.game.cards[card], position.decade)

    def _went(self, play: TurnPlay) -> None:
        """On with a play; one that is over becomes a line."""
        if play.pending is not None:
            self.draft = draft_text(self.ledger.checked, Unfinished(play=play))
            return
        self._add(self.line_of(play))

    def line_of(self, play: TurnPlay) -> str:
        """The line of a play as far as it is decided."""
        notation, turn = self.ledger.notation, play.what
        assert isinstance(turn, Turn)
        done = Played(play.start, play.position, (), turn, tuple((0, each) for each in play.done))
        number = notation.game.cards[turn.card].number
        return play_line(notation, turn.side, number, turn.mode, done.steps, turn.from_hand)

    def step(self, value: Any) -> None:
        if not isinstance(value, str):
            raise self.own.refuse("request")
        known = self.as_seen()
        play, ending = known.unfinished.play, known.ending()
        if play is not None and play.pending is not None:
            self._may(play.pending.side, play.pending.kind in SECRET_KINDS)
            assert isinstance(play.what, Turn)
            step = taken_of(self.own, self.ledger.notation, play.pending, value, play.what.mode)
            self._may(play.pending.side, step.verb in SECRET_VERBS)
            play = play.take(step).settled()
            self._went(self._looked(play) if step == LOOK_HAND else play)
        elif ending is not None and ending.end.pending is not None:
            self._may(ending.end.pending.side)
            ending.take(value)
            self._keep(self.ledger.with_phases(ending.lines))
        else:
            raise self.own.refuse("nothing-asked")

    def _looked(self, play: TurnPlay) -> TurnPlay:
        """East goes on with what it has seen of West's hand."""
        self.draft = draft_text(self.ledger.checked, Unfinished(play=play))
        return self.as_seen().unfinished.play or play

    def _may_forget(self) -> None:
        """East has seen West's hand: only West may say that it did not count."""
        if self._is_told(State.WEST) and State.WEST not in seen(self.seat):
            raise self.own.refuse("not-your-side", side=State.WEST)

    def _may_take_back(self, play: TurnPlay, before: TurnPlay) -> None:
        """Nobody takes back what they cannot see: nothing would change for them, and they would not know what did."""
        told = [answer.step for answer in before.answers]
        step = play.answers[len(told)].step
        if step == LOOK_HAND:
            self._may_forget()
        elif is_hidden(step, told, seen(self.seat)):
            raise self.own.refuse("not-your-side", side=State.EAST)

    def back(self, _value: Any) -> None:
        """The last thing that somebody did."""
        unfinished = self.as_seen().unfinished
        if unfinished.row:
            self.draft = draft_text(self.ledger.checked, Unfinished(row=unfinished.row[:-1]))
        elif unfinished.play:
            before = unfinished.play.back()
            if before:
                self._may_take_back(unfinished.play, before)
            self.draft = draft_text(self.ledger.checked, Unfinished(play=before)) if before else ""
        else:
            self._back_in_record()

    def _back_in_record(self) -> None:
        ending = self.as_seen().ending()
        if ending is not None and ending.back():
            self._keep(self.ledger.with_phases(ending.lines))
            return
        found = self.ledger.without_last()
        begins = (reading.Decade, reading.Statements)
        if found is None or not any(isinstance(line, begins) for line in found[0].record.lines):
            raise self.own.refuse("nothing-to-undo")
        gone = read_record(found[1], FILE, self.ledger.notation).lines
        if any(isinstance(line, reading.Play) and looks_at_hand(line) for line in gone):
            self._may_forget()
        self._keep(found[0])

    def phase(self, value: Any) -> None:
        ending = self.as_seen().ending()
        if ending is None or type(value) is not int or not 1 <= value <= 10:
            raise self.own.refuse("request")
        ending.back_to(value)
        self._keep(self.ledger.with_phases(ending.lines))

    def next(self, _value: Any) -> None:
        """The decade end is done on the table, too: the next decade, or the result."""
        ending = self.as_seen().ending()
        if ending is None or ending.end.pending is not None:
            raise self.own.refuse("nothing-asked")
        outcome = ending.end.outcome
        if outcome.winner:
            self._add(f"result {LETTERS[outcome.winner]} {outcome.reason}")
        else:
            self._add(f"decade {NUMERALS[outcome.position.decade]}")

    def line(self, value: Any) -> None:
        """A line as somebody types it: a note, a result that was agreed, a move in notation."""
        if not isinstance(value, str) or not value.strip() or len(value) > 500 or not value.isprintable():
            raise self.own.refuse("request")
        typed = self.own.phrases.vocabulary.canonical(value.strip())
        lines = read_record(typed, FILE, self.ledger.notation).lines
        for line in lines:
            if isinstance(line, reading.Hand):
                self._may(line.side, is_secret=True)  # nobody tries out what the other side may hold
            elif isinstance(line, reading.Play):
                self._may(line.side, line.from_hand or any(typed.step.verb in SECRET_VERBS for typed in line.typed))
        self._add(write_line(lines[0], self.ledger.notation) if lines and not lines[0].comment else typed)

    def names(self, value: Any) -> None:
        """The title, and who plays."""
        if not isinstance(value, dict) or not all(isinstance(value.get(key, ""), str) for key in NAMES):
            raise self.own.refuse("request")
        told = {key: "".join(c if c.isprintable() else " " for c in value.get(key, ""))[:LONGEST_NAME] for key in NAMES}
        texts: list[str | None] = list(text_lines(self.text))
        first = 0  # the line after which they come
        for line in self.ledger.record.lines:
            if isinstance(line, reading.Header) and line.key in NAMES:
                texts[line.span.line - 1] = None
            elif isinstance(line, reading.Header) and line.key == "wsdv-record":
                first = first or line.span.line
        texts[first:first] = [f"{key}: {name.strip()}" for key, name in told.items() if name.strip()]
        end = "\r\n" if "\r\n" in self.text else "\n"
        self.text = end.join(text for text in texts if text is not None)

    # What a seat may know

    def as_seen(self) -> GameTable:
        """The table as this seat knows it: by this it is shown, and by this its taps are judged."""
        known = self._masked_table(looks=False)
        play = known.unfinished.play if self.seat == State.EAST.value and '"look"' in self.draft else None
        is_looking = play is not None and any(answer.step == LOOK_HAND for answer in play.answers)
        return self._masked_table(looks=True) if is_looking else known

    def _masked_table(self, looks: bool) -> GameTable:
        masked = _masked(self.text, self.seat, self.ledger.notation, looks)
        return GameTable(self.own, {"record": masked, "draft": self.draft}, self.seat)


_TAPS = {
    "row": GameTable.row,
    "lay": GameTable.lay,
    "hand": GameTable.hand,
    "turn": GameTable.turn,
    "step": GameTable.step,
    "back": GameTable.back,
    "phase": GameTable.phase,
    "next": GameTable.next,
    "line": GameTable.line,
    "names": GameTable.names,
}


def row_cards(game: Any, position: Position, course: Course) -> list[str]:
    """The cards that may lie in the next row."""
    return [card for card in game.cards if may_be_in_deck(game, position, course, card)]
