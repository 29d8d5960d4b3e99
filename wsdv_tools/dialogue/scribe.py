"""Records a game: checks a line before it goes into the record, saves it, and says what it changes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from wsdv_tools.dialogue.options import Numbers
from wsdv_tools.dialogue.prompt import Asker, Commands, Left
from wsdv_tools.findings import Finding, worded
from wsdv_tools.record import reader as reading
from wsdv_tools.record.answers import is_meant_for
from wsdv_tools.record.drafts import TurnPlay, Unfinished
from wsdv_tools.record.notation import No
from wsdv_tools.record.reader import MODES
from wsdv_tools.record.writer import play_line, write_line
from wsdv_tools.rules.actions import refuse_action
from wsdv_tools.rules.adjudicator import Adjudicator, Turn
from wsdv_tools.rules.choices import NOTHING, Step
from wsdv_tools.rules.course import face, refuse_card, refuse_turn
from wsdv_tools.rules.play import Decision, Play
from wsdv_tools.rules.run import How, steps_of
from wsdv_tools.telling.board_text import changes
from wsdv_tools.telling.explanations import refused
from wsdv_tools.telling.phrases import VERBS, left, wrapped

if TYPE_CHECKING:
    from wsdv_tools.dialogue.prompt import Terminal
    from wsdv_tools.facts import Card, State
    from wsdv_tools.record.ledger import Draft, Ledger
    from wsdv_tools.rules.choices import Choice, Fault
    from wsdv_tools.rules.position import Position
    from wsdv_tools.telling.narrator import Narrator


class Refusal(NamedTuple):
    """A line that was not taken, and why."""

    line: str
    findings: list[Finding]


class Scribe:
    """Writes the record, line by line."""

    def __init__(self, narrator: Narrator, terminal: Terminal, ledger: Ledger) -> None:
        self.narrator = narrator
        self.phrases = narrator.phrases
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
            steps = [typed.step for typed in new.typed]
            return self.by_questions(new.side, new.card, new.from_hand, new.mode, steps)
        return self._refuse(errors, write_line(new, self.ledger.notation))

    def _canonical(self, line: str) -> str:
        """The line in one spelling; with a comment it stays as it was typed."""
        read = reading.read_record(line, "", self.ledger.notation).lines
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
            self._print("play.noted")
        if not self.ledger.is_saved:
            self._print("play.not-saved", file=self.ledger.path.name, reason=self.ledger.trouble)
        elif not was_saved:
            self._print("play.saved-again", file=self.ledger.path.name)
        return True

    def _tell(self, draft: Draft, before: Position | None) -> None:
        """The line as it was recorded, and what to change on the board."""
        line = self.phrases.vocabulary.own(write_line(draft.new_line, self.ledger.notation))
        self.narrator.lines([f"✓ {line}"])
        after = draft.checked.position
        if draft.checked.is_certain and before and after:
            for line in changes(self.phrases, before, after):
                for part in wrapped(line, "    ", "      "):
                    self.narrator.write(part)

    def _refuse(self, findings: list[Finding], line: str) -> bool:
        self.refusal = Refusal(line, findings)
        for finding in findings:
            for text in refused(self.phrases, finding):
                self.narrator.write(text)
            for fix in finding.fixes:
                if fix.code != "did-you-mean":
                    for text in wrapped(self.phrases.language.fix(fix), "    "):
                        self.narrator.write(text)
        return False

    def force(self) -> bool:
        """Record what was refused, as something the players have agreed on."""
        line = self.refusal.line if self.refusal else ""
        if not line:
            self._print("play.force-nothing")
            return False
        draft = self.ledger.with_line(f"{line} !")
        if not isinstance(draft.new_line, reading.Play) or _errors(draft):
            self._print("play.force-cannot")
            return False
        return self._keep(draft, f"{line} !")

    def undo(self) -> bool:
        """Take the last line back."""
        found = self.ledger.without_last()
        if found is None:
            self._print("play.nothing-to-undo")
            return False
        draft, taken = found
        if not self.ledger.keep(draft):
            self.say_overtaken()
            return True
        self._print("play.undone", line=self.phrases.vocabulary.own(taken))
        if not self.ledger.is_saved:
            self._print("play.not-saved", file=self.ledger.path.name, reason=self.ledger.trouble)
        return True

    def say_overtaken(self) -> None:
        self._print("play.overtaken", file=self.ledger.path.name)
        if self.ledger.copy:
            self._print("play.copied", copy=self.ledger.copy.name)

    def _print(self, key: str, **values: object) -> None:
        self.narrator.lines([self.phrases.say(key, **values)])

    # Plays by questions

    def by_questions(self, side: State, number: str, from_hand: bool, mode: str, typed: Sequence[Step] = ()) -> bool:
        """A play of which only the card is known, or not every decision: the rest is asked."""
        position = self.ledger.checked.position
        if position is None or not self.ledger.checked.is_certain:
            self._print("play.uncertain-questions")
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
            return self._refuse([Finding(fault.code, None, worded(fault.values) | {"text": number}, fault.rule)], line)
        try:
            chosen = mode or ("event" if card.is_special else self.questioning.mode(position, side, card))
        except (Left, EOFError, KeyboardInterrupt):
            line = play_line(self.phrases.notation, side, number, "", (), from_hand)
            self._print("play.under-way", line=self.phrases.vocabulary.own(line.rstrip()))
            raise
        if chosen is None:
            return False
        turn = Turn(side, card.id, from_hand, chosen)
        return self.go_on(Play(Adjudicator(self.phrases.game), position, turn), number, typed)

    def go_on(self, begun: TurnPlay, number: str = "", typed: Sequence[Step] = ()) -> bool:
        """Ask the rest of a turn; what is said is kept beside the record until the line is in it."""
        turn = begun.what
        assert isinstance(turn, Turn)
        write = partial(play_line, self.phrases.notation, turn.side, number or turn.card, turn.mode)
        try:
            decided = self.questioning.play(begun, turn.mode, typed, self._keep_unfinished)
        except (Left, EOFError, KeyboardInterrupt):
            line = write(self.questioning.under_way, turn.from_hand).rstrip()
            self._print("play.goes-on", line=self.phrases.vocabulary.own(line))
            raise
        if decided is None:
            self._print("play.dropped")
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


class Decided(NamedTuple):
    """A play that was asked to its end: what people said, all that was done, and the board after it."""

    said: list[Step]
    done: list[Step]
    after: Position


class _Back(Exception):
    """Another answer to the question before."""


class Questioning:
    """Asks a play. Its state is the answers: `back` drops the last and asks again from the start."""

    def __init__(self, narrator: Narrator, terminal: Terminal) -> None:
        self.narrator = narrator
        self.phrases = narrator.phrases
        self.terminal = terminal
        named = {"back": self._back, "show": self._show, "help": self._help, "quit": self._quit}
        self.commands = Commands(self.phrases, named)
        way_out = self.phrases.say("play.help-question-back")
        self.asker = Asker(narrator, terminal, self.commands, way_out)
        self._waiting: list[Step] = []
        self._numbers = Numbers()
        self._play: TurnPlay | None = None
        self._position: Position  # where no play has begun yet

    def mode(self, position: Position, side: State, card: Card) -> str | None:
        """What the card is to be used for; None after `back`."""
        phrases, modes = self.phrases, []
        self._play, self._position = None, position
        for line in wrapped(phrases.say("play.ask-mode", side=side, card=card), ""):
            self.narrator.write(self.narrator.bold(line))
        for number, mode in enumerate(MODES, 1):
            fault = refuse_action(phrases.game, position, side, card, mode)
            if fault is None:
                modes.append(mode)
                self.narrator.write(f"  {number:>3} {phrases.vocabulary.own(mode)}: {phrases.say(f'play.mode-{mode}')}")
            else:
                why = phrases.language.sentence(Finding(fault.code, None, worded(fault.values), fault.rule))
                for line in wrapped(f"– {phrases.vocabulary.own(mode)}: {why}", "    ", "      "):
                    self.narrator.write(line)
        while True:
            offered = [*phrases.vocabulary.all_of(modes), *self.commands.words]
            typed = self.terminal.ask(f"{phrases.name(side)}> ", offered).casefold()
            if typed in self.commands:
                try:
                    self.commands.obey(typed)
                except _Back:
                    return None
                continue
            meant = phrases.vocabulary.mode(typed)
            if typed in [str(number) for number, _ in enumerate(MODES, 1)]:
                meant = MODES[int(typed) - 1]
            if meant in modes:
                return meant
            self.narrator.lines([phrases.say("dialogue.no-default"), *self.commands.proposed(typed)])

    def play(
        self, play: TurnPlay, mode: str, typed: Sequence[Step], keep: Callable[[TurnPlay], None]
    ) -> Decided | None:
        """Ask all that was not typed already; None where people went back to before the play."""
        play, self._waiting, self._numbers = play.settled(), list(typed), Numbers()
        while (decision := play.pending) is not None:
            self._play = play
            keep(play)
            try:
                step = self._typed_before(decision) or self._ask(decision, mode)
            except _Back:
                before = play.back()
                if before is None:
                    return None
                play = before
                continue
            play = play.take(step).settled()
            self._echo(step, decision.choice, play.pending)
        self._play = play
        done = [step for step in steps_of(play.done) if step != NOTHING]
        return Decided(self._said, done, play.position)

    def _echo(self, step: Step, choice: Choice, then: Decision | None) -> None:
        """What an answer did, and what is left to be said; the whole move is reported at its end."""
        if step == NOTHING or not then:
            return
        text = self.phrases.done(step, choice)
        if step.verb not in VERBS:
            text = f"{self.phrases.heading(step.verb)}: {self.phrases.label(step, choice, '')}"
        still = left(then.choice) if then.kind == choice.kind and then.side is choice.side else 0
        told = self.phrases.say("play.left", text=text, n=still) if still else text
        for line in wrapped(told, "  ✓ ", "    "):
            self.narrator.write(line)

    @property
    def _said(self) -> list[Step]:
        answers = self._play.answers if self._play else ()
        return [step for step, how, _ in answers if how is How.CHOSEN and step != NOTHING]

    @property
    def under_way(self) -> list[Step]:
        """What has been said of a play that is broken off, also for questions that have not come yet."""
        return self._said + self._waiting

    def _typed_before(self, decision: Decision) -> Step | None:
        """Something that was typed for a later question, if this is it."""
        while True:
            step = next((step for step in self._waiting if is_meant_for(step, decision.choice)), None)
            if step is None:
                return None
            self._waiting.remove(step)
            fault = decision.refuse(step)
            if fault is None:
                return step
            values = worded(fault.values) | {"text": self.phrases.notation.write(step)}
            for line in refused(self.phrases, Finding(fault.code, None, values, fault.rule)):
                self.narrator.write(line)

    def _ask(self, decision: Decision, mode: str) -> Step:
        may_pass = decision.may_pass
        hint = self.phrases.say("play.enter-done" if self._said else "play.enter-none") if may_pass else None
        while True:
            silent = [NOTHING] if may_pass else None
            steps = self.asker.ask(decision.question, mode, silent, hint, numbers=self._numbers)
            if steps:
                self._waiting = [*steps[1:], *self._waiting]
                return steps[0]

    def _back(self, _rest: str) -> bool:
        self._waiting = []
        raise _Back

    def _show(self, _rest: str) -> bool:
        self.narrator.show(self._play.position if self._play else self._position)
        return False

    def _help(self, _rest: str) -> bool:
        self.narrator.lines([self.phrases.say(f"play.help-{name}") for name in ("answer", "question-back")])
        return False

    def _quit(self, _rest: str) -> bool:
        raise Left
