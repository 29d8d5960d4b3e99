"""The laptop beside the board: records a game as it is played, and says at once when a play breaks a rule."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import date
from functools import partial
from typing import TYPE_CHECKING

from wsdv_tools.dialogue.decade_dialogue import Conversation, KeptInRecord, Overtaken, Reopened
from wsdv_tools.dialogue.interpretation import MOVE, Answer, by_number, is_from_hand, offered, with_commas
from wsdv_tools.dialogue.prompt import Commands, Instead, Left, Talk
from wsdv_tools.dialogue.scribe import Scribe
from wsdv_tools.facts import State
from wsdv_tools.facts.cards import NUMERALS
from wsdv_tools.findings import reason_words
from wsdv_tools.record import lines as reading
from wsdv_tools.record.notation import No
from wsdv_tools.record.reader import SIDES, read_record
from wsdv_tools.record.spans import without_comment
from wsdv_tools.record.writer import LETTERS
from wsdv_tools.referee.ledger import Due
from wsdv_tools.referee.record_files import draft_of
from wsdv_tools.rules.choices import NOTHING
from wsdv_tools.rules.course import DISPLAY, refuse_card
from wsdv_tools.rules.decade_end import ALL_PHASES
from wsdv_tools.rules.position import UNKNOWN
from wsdv_tools.telling.board_text import heading, scene
from wsdv_tools.telling.narrator import told_rule, told_rulings

if TYPE_CHECKING:
    from wsdv_tools.dialogue.prompt import Terminal
    from wsdv_tools.referee.ledger import Ledger
    from wsdv_tools.rules.position import Course, Position
    from wsdv_tools.telling.narrator import Narrator

_HEADERS = ("title", "west", "east")
_KEYWORDS = ("hand", "row", "set", "check", "result", "end")  # lines of a record, typed as they are in it
_HELP = (
    *("move", "card", "undo", "why", "explain", "force", "note"),
    *("hand", "set", "result", "show", "display", "quit"),
)
_REMARKS = re.compile("[#!]")  # a comment, or that people agreed on it: then the line is taken as it is


class Evening(Talk):
    """One evening at the table. Its state is the record; what to ask next follows from it."""

    def __init__(self, narrator: Narrator, terminal: Terminal, ledger: Ledger) -> None:
        super().__init__(narrator, terminal)
        self.ledger = ledger
        self.scribe = Scribe(narrator, terminal, ledger)
        names = ("back", "show", "display", "why", "explain", "note", "force", "fix", "help", "quit")
        self.commands = Commands(self, names)
        self._always = Commands(self, ("help", "quit"))

    def run(self) -> None:
        """Go on where the record stops; ends with `Left`."""
        self._begin()
        while True:
            try:
                _NEXT[self.ledger.due](self)
            except Reopened:
                self.scribe.undo()
            except Overtaken:
                self.scribe.say_overtaken()

    # Beginning

    def _begin(self) -> None:
        record = self.ledger.record
        has_begun = any(
            not isinstance(line, reading.Header) and type(line) is not reading.Line for line in record.lines
        )
        if has_begun:
            errors = sum(finding.is_error for finding in self.ledger.findings)
            self.narrator.say("play.resumed", file=self.ledger.path.name, n=self.ledger.checked.plays)
            if errors:
                self.narrator.say("play.resumed-errors", file=self.ledger.path.name, n=errors)
        else:
            self.narrator.say("play.start")
            self._ask_headers()

    def _ask_headers(self) -> None:
        """A title and names, if people like; each is written as soon as it is typed."""
        known = self.ledger.checked.headers
        if "wsdv-record" not in known:
            self.scribe.add("wsdv-record: 1")
        for key in _HEADERS:
            if key not in known:
                self.narrator.say(f"play.ask-{key}")
                typed = self._typed("> ")
                while " " not in typed and typed in self._always:  # nobody is called `quit`
                    self._always.obey(typed)
                    typed = self._typed("> ")
                if typed:
                    self.scribe.add(f"{key}: {typed}")
        if "date" not in known:
            self.scribe.add(f"date: {date.today().isoformat()}")

    # What comes next

    def _decade(self) -> None:
        position = self.ledger.checked.position
        if not self.scribe.add(f"decade {NUMERALS[position.decade if position else 1]}"):
            self._ask("> ", self.scribe.add, self.phrases.say("play.hint"))

    def _row(self) -> None:
        position, course = self._now()
        numeral, half = NUMERALS[position.decade], course.half + 1
        question = self.phrases.say("play.ask-row", numeral=numeral, half=half, cards=self._example(position))
        self.narrator.begin(question)
        self._say_uncertain()
        unfinished = self.ledger.unfinished
        if unfinished and not self.scribe.again:  # laid out on the page so far
            self.scribe.again = " ".join([*unfinished.row, ""])
        self._ask("> ", partial(self._lay_out, position), question, question)

    def _lay_out(self, position: Position, typed: str) -> bool:
        """A row as typed; to a move, which comes later, there is more to say than that its words are no cards."""
        words = re.findall(r"[^\s,;]+", without_comment(typed, 1)[0].text)
        strange = [word for word in words if word != UNKNOWN and not self._is_card(word)]
        if strange and len(words) != DISPLAY:
            self.narrator.say("play.row-first", cards=self._example(position), text=", ".join(strange))
            return False
        return self.scribe.add(f"row {typed}")

    def _is_card(self, word: str) -> bool:
        try:
            return bool(self.phrases.notation.card(word))
        except No:
            return False

    def _example(self, position: Position) -> str:
        """Seven cards of the decade, as people would type them."""
        cards = self.phrases.game.cards.values()
        return " ".join([card.id for card in cards if card.decade == position.decade and not card.is_special][:DISPLAY])

    def _play(self) -> None:
        unfinished = self.ledger.unfinished
        if unfinished and unfinished.play:
            self.narrator.say("play.going-on", file=draft_of(self.ledger.path).name)
            self.scribe.go_on(unfinished.play)
            return
        position, course = self._now()
        turn = heading(self.phrases, position, course)
        self.narrator.begin(turn)
        self.narrator.put(scene(self.phrases, position, course))
        self._say_uncertain()
        self._ask(f"{self.phrases.name(course.to_move)}> ", self._move, self.phrases.say("play.hint"), turn)

    def _end(self) -> None:
        if not self.scribe.add("end"):
            self._ask("> ", self.scribe.add, self.phrases.say("play.hint"))

    def _decade_end(self) -> None:
        """The ten phases, by the same dialogue as `wsdv decade-end`."""
        position, is_certain = self.ledger.before_end()
        if position is None or not is_certain:
            self._uncertain_end(position)
            return
        self.narrator.begin(self.phrases.say("play.end", numeral=NUMERALS[position.decade]))
        kept = KeptInRecord(self.ledger)
        self.narrator.begin_at(1)
        talk = Conversation(self.narrator, self.terminal, kept, position, ALL_PHASES)
        outcome = talk.run(kept.load())
        if outcome.winner:
            self.scribe.add(f"result {LETTERS[outcome.winner]} {outcome.reason}")
        else:
            self.scribe.add(f"decade {NUMERALS[outcome.position.decade]}")

    def _uncertain_end(self, position: Position | None) -> None:
        """Nobody can compute it: people do it by themselves, and go on with the next decade."""
        self.narrator.say("play.uncertain-end")
        decade = position.decade if position else 1

        def go_on(typed: str) -> bool:
            return self.scribe.add(typed) if typed else self.scribe.add(f"decade {NUMERALS[min(decade + 1, 4)]}")

        self._ask("> ", go_on)

    def _nothing(self) -> None:
        """The game is over; it can still be looked at, and taken back."""
        checked = self.ledger.checked
        self.narrator.write("")
        if checked.reason:
            self.narrator.heading(self.phrases.ended(checked.winner, checked.reason))
        self.narrator.say("play.over", file=self.ledger.path.name)
        self._ask("> ", self._leave)

    def _leave(self, typed: str) -> bool:
        if typed and not self.phrases.is_said("yes", typed):
            return self.scribe.add(typed)
        raise Left

    # Typing

    def _typed(self, prompt: str) -> str:
        """A line as typed; what is invisible in it would make the file unreadable."""
        default, self.scribe.again = self.scribe.again, ""
        typed = self.terminal.ask(prompt, self._offered, default)
        return "".join(c if c.isprintable() else " " for c in typed).strip()

    def _ask(self, prompt: str, take: Callable[[str], bool], hint: str = "", again: str = "") -> None:
        """Ask until something changes: by a command, a line of the record, or what is due.

        `hint` answers an empty line; where there is none, an empty line says something, too.
        `again` is said after a command that told much, so that nobody forgets what is asked.
        """
        while True:
            typed = self._typed(prompt)
            if typed in self.commands:
                has_changed = self.commands.obey(typed)
                if not has_changed and again:
                    self.narrator.begin(again)
            elif not typed and hint:
                self.narrator.lines([hint])
                continue
            elif self._is_line(typed):
                line = self.phrases.vocabulary.canonical(typed)
                has_changed = self._is_meant(line) and self.scribe.add(line)
            else:
                has_changed = take(typed)
                if not has_changed:
                    self.narrator.lines(self.commands.proposed(typed))
            if has_changed or self.scribe.again:
                return

    def _is_line(self, typed: str) -> bool:
        """Whether a line of a record is typed as it is in it, in any language's words."""
        words = self.phrases.vocabulary.canonical(typed).split()
        return bool(words) and words[0].casefold() in _KEYWORDS

    def _is_meant(self, line: str) -> bool:
        """Whether a line shall be written: before a result is, people hear who has won by it."""
        lines = read_record(line, "", self.ledger.notation).lines
        result = lines[0] if lines and isinstance(lines[0], reading.ResultLine) else None
        if result is None:
            return True
        key = "none" if result.winner is None else "resigned" if result.reason == "resigned" else "other"
        other = next((side for side in State if side is not result.winner), State.WEST)
        reason = reason_words(result.reason)
        said = self.phrases.say(f"play.result-{key}", side=result.winner or "", other=other, reason=reason)
        question = self.phrases.say("play.result-right", text=said)
        return self.confirmed(question, otherwise=False)

    def _offered(self, text: str) -> Iterator[str]:
        """What Tab offers."""
        position = self.ledger.checked.position
        if position and position.course and position.course.display and self.ledger.checked.is_certain:
            yield from offered(self.phrases, position, position.course, text)
        if " " not in text.strip():
            yield from self.commands.words
            yield from self.phrases.vocabulary.all_of(("hand", "set", "check", "result"))

    # Moves

    def _move(self, typed: str) -> bool:
        """A whole move; or a card, and the rest by questions."""
        position, course = self._now()
        typed = self.phrases.vocabulary.canonical(by_number(self.phrases, position, course, typed))
        move = MOVE.fullmatch(typed)
        side = SIDES.get((move["side"] or LETTERS[course.to_move]).casefold()) if move else None
        if not move or side is None:
            return self.scribe.add(typed)
        mode, steps = self.phrases.vocabulary.mode(move["mode"] or ""), move["steps"].strip()
        try:
            from_hand = bool(move["hand"]) or self._is_from_hand(position, course, side, move["card"])
        except Instead as instead:
            return self._move(instead.typed)
        if not move["mode"] or (mode and not steps):
            self.scribe.questioning.asker.say_unused([Answer(NOTHING, steps)] if steps else [])
            return self.scribe.by_questions(side, move["card"], from_hand, mode)
        hand = "h" if from_hand else ""
        if mode and not _REMARKS.search(steps):
            steps = with_commas(steps, mode, self.phrases.notation)
        return self.scribe.add(f"{LETTERS[side]} {move['card']}{hand} {mode or move['mode'] or ''} {steps}")

    def _is_from_hand(self, position: Position, course: Course, side: State, card: str) -> bool:
        """Whether a card comes from the hand; where nobody knows the hand, it could be a slip, and that is asked."""
        game = self.phrases.game
        if card in course.hand(side):
            return card not in course.display
        if card not in game.cards or not is_from_hand(course, side, card):
            return False
        if refuse_card(game, position, course, side, card, from_hand=True):
            return True  # it cannot be there either, and the refusal says why
        question = self.phrases.say("play.from-hand", number=card)
        return self.confirmed(question, otherwise=True, is_instead=self._is_move)

    def _is_move(self, typed: str) -> bool:
        """Whether a card is named, as at the beginning of a move."""
        text = self.phrases.vocabulary.canonical(by_number(self.phrases, *self._now(), typed))
        move = MOVE.fullmatch(text)
        return bool(move and move["card"].upper() in {card.number for card in self.phrases.game.cards.values()})

    # Commands: each says whether it has changed anything

    def _back(self, _rest: str) -> bool:
        return self.scribe.undo()

    def _force(self, _rest: str) -> bool:
        return self.scribe.force()

    def _fix(self, _rest: str) -> bool:
        self.narrator.say("play.fix-how")
        return False

    def _show(self, _rest: str) -> bool:
        position = self.ledger.checked.position
        if position:
            self.narrator.show(position)
        return False

    def _display(self, rest: str) -> bool:
        """The cards on the table; with cards behind it the word is a line of the record, in some languages."""
        if rest:
            return self.scribe.add(f"row {rest}")
        position = self.ledger.checked.position
        if position and position.course:
            self.narrator.put(scene(self.phrases, position, position.course))
        return False

    def _why(self, _rest: str) -> bool:
        refusal = self.scribe.refusal
        rules = [finding.rule for finding in refusal.findings if finding.rule] if refusal else []
        for rule in dict.fromkeys(rules):
            self.narrator.put([*told_rule(self.phrases, rule), *told_rulings(self.phrases, [rule])])
        for finding in refusal.findings if refusal and not rules else []:
            self.narrator.lines([self.phrases.language.sentence(finding)])
        if not refusal:
            self.narrator.say("play.why-nothing")
        return False

    def _note(self, rest: str) -> bool:
        if not rest:
            self.narrator.say("play.note-how")
            return False
        self.scribe.add(f"note: {rest}")
        return False

    def _help(self, _rest: str) -> bool:
        for name in _HELP:
            self.narrator.say(f"play.help-{name}")
        return False

    # Saying

    def _now(self) -> tuple[Position, Course]:
        position = self.ledger.checked.position
        assert position is not None
        assert position.course is not None
        return position, position.course

    def _say_uncertain(self) -> None:
        if not self.ledger.checked.is_certain:
            self.narrator.say("play.uncertain")


_NEXT: dict[Due, Callable[[Evening], None]] = {
    Due.DECADE: Evening._decade,
    Due.ROW: Evening._row,
    Due.PLAY: Evening._play,
    Due.END: Evening._end,
    Due.DECADE_END: Evening._decade_end,
    Due.NOTHING: Evening._nothing,
}
