"""The laptop beside the board: takes a game down as it is played, and says at once when a move breaks a rule."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from wsdv_tools.dialogue.asking import Commands, Left
from wsdv_tools.dialogue.board import NUMERALS, changes, shown
from wsdv_tools.dialogue.conversation import Conversation, Reopened
from wsdv_tools.dialogue.ending import KeptInRecord, NoMending, Overtaken
from wsdv_tools.dialogue.explaining import refused, told_rule
from wsdv_tools.dialogue.narrator import Narrator
from wsdv_tools.dialogue.phrases import wrapped
from wsdv_tools.dialogue.questioning import Questioning
from wsdv_tools.dialogue.scene import heading, scene, special_card
from wsdv_tools.findings import Finding
from wsdv_tools.record import reading
from wsdv_tools.record.adjudicating import ALL_PHASES
from wsdv_tools.record.ledger import Due
from wsdv_tools.record.reading import MODES, SIDES
from wsdv_tools.record.wording import worded
from wsdv_tools.record.writing import LETTERS, play_line, write_line
from wsdv_tools.rules.actions import refuse_action
from wsdv_tools.rules.course import face, play, refuse_card, refuse_turn
from wsdv_tools.rules.position import UNKNOWN

if TYPE_CHECKING:
    from wsdv_tools.dialogue.terminal import Terminal
    from wsdv_tools.facts import State
    from wsdv_tools.record.ledger import Draft, Ledger
    from wsdv_tools.rules.choices import Fault, Step
    from wsdv_tools.rules.position import Course, Position

Explain = Callable[[str], Iterable[str]]
_HEADERS = ("title", "west", "east")
_KEYWORDS = ("hand", "row", "set", "check", "result", "end")  # lines of a record, typed as they stand in it
_CARD = re.compile(r"(?:([^\W\d]+)\s+)?(\d+|[iv]+(?:-[a-z-]+)?)\s*(h)?(?:\s+([a-z]+))?", re.IGNORECASE)
_STARTS_WITH_CARD = re.compile(r"(?:\d+|[iv]+(?:-[a-z-]+)?)\s*h?\b", re.IGNORECASE)


class Refusal(NamedTuple):
    """A line that was not taken, and why."""

    line: str
    findings: list[Finding]


class Table:
    """One evening. Its state is the record; what to ask next follows from it."""

    def __init__(self, narrator: Narrator, terminal: Terminal, ledger: Ledger, explain: Explain) -> None:
        self.narrator = narrator
        self.phrases = narrator.phrases
        self.terminal = terminal
        self.ledger = ledger
        self.explain = explain
        self.refusal: Refusal | None = None
        self._prefill = ""  # what was typed and could not be taken through nobody's fault
        self.questioning = Questioning(narrator, terminal)
        names = ("back", "show", "why", "explain", "note", "force", "help", "quit")
        self.commands = Commands(self.phrases, {name: getattr(self, f"_{name}") for name in names})

    def run(self) -> None:
        """Go on where the record stops; ends with `Left`."""
        self._begin()
        while True:
            try:
                _NEXT[self.ledger.due](self)
            except Reopened:
                self._back("")
            except Overtaken:
                self._say_overtaken()

    # Beginning

    def _begin(self) -> None:
        record = self.ledger.record
        has_begun = any(
            not isinstance(line, reading.Header) and type(line) is not reading.Line for line in record.lines
        )
        if has_begun:
            errors = sum(finding.is_error for finding in self.ledger.checked.findings)
            self._print("play.resumed", file=self.ledger.path.name, n=self.ledger.checked.plays)
            if errors:
                self._print("play.resumed-errors", file=self.ledger.path.name, n=errors)
        else:
            self._print("play.start")
            self._ask_headers()

    def _ask_headers(self) -> None:
        """A title and names, if people like; each is written as soon as it is typed."""
        known = self.ledger.checked.headers
        if "wsdv-record" not in known:
            self._add("wsdv-record: 1")
        for key in _HEADERS:
            if key not in known:
                self._print(f"play.ask-{key}")
                typed = self._typed("> ", ())
                if typed:
                    self._add(f"{key}: {typed}")
        if "date" not in known:
            self._add(f"date: {date.today().isoformat()}")

    # What comes next

    def _decade(self) -> None:
        position = self.ledger.checked.position
        if not self._add(f"decade {NUMERALS[position.decade if position else 1]}"):
            self._typed_line("> ", self._refuse_unknown)

    def _row(self) -> None:
        position, course = self._now()
        self.narrator.write("")
        numeral = NUMERALS[position.decade]
        self._bold(self.phrases.say("play.ask-row", numeral=numeral, half=course.half + 1))
        self._say_uncertain()
        self._typed_line("> ", lambda typed: self._add(f"row {typed}"))

    def _play(self) -> None:
        position, course = self._now()
        self.narrator.write("")
        self._bold(heading(self.phrases, position, course))
        for line in scene(self.phrases, position, course):
            self.narrator.write(line)
        self._say_uncertain()
        self._typed_line(f"{self.phrases.name(course.to_move)}> ", self._move)

    def _end(self) -> None:
        if not self._add("end"):
            self._typed_line("> ", self._refuse_unknown)

    def _decade_end(self) -> None:
        """The ten phases, by the same dialogue as `wsdv decade-end`."""
        position, is_certain = self.ledger.before_end()
        if position is None or not is_certain:
            self._uncertain_end(position)
            return
        kept = KeptInRecord(self.ledger)
        narrator = Narrator(self.phrases, self.narrator.write, self.narrator.colour)
        talk = Conversation(narrator, self.terminal, kept, position, ALL_PHASES, NoMending(narrator))
        outcome = talk.run(kept.load()).outcome
        if outcome.winner:
            self._add(f"result {LETTERS[outcome.winner]} {outcome.reason}")
        else:
            self._add(f"decade {NUMERALS[outcome.position.decade]}")

    def _uncertain_end(self, position: Position | None) -> None:
        """Nobody can compute it: people do it by themselves, and go on with the next decade."""
        self._print("play.uncertain-end")
        decade = position.decade if position else 1

        def go_on(typed: str) -> bool:
            return self._add(typed) if typed else self._add(f"decade {NUMERALS[min(decade + 1, 4)]}")

        self._typed_line("> ", go_on, empty_too=True)

    def _nothing(self) -> None:
        """The game is over; it can still be looked at, and taken back."""
        checked = self.ledger.checked
        self.narrator.write("")
        if checked.reason:
            key = "check.won" if checked.winner else "check.not-won"
            self._bold(self.phrases.say(key, side=checked.winner or "", reason=checked.reason))
        self._print("play.over", file=self.ledger.path.name)
        self._typed_line("> ", self._leave, empty_too=True)

    def _leave(self, typed: str) -> bool:
        if typed:
            return self._refuse_unknown(typed)
        raise Left

    # Typing

    def _typed(self, prompt: str, words: Sequence[str]) -> str:
        """A line as typed; what is invisible in it would make the file unreadable."""
        default, self._prefill = self._prefill, ""
        typed = self.terminal.ask(prompt, words, default)
        return "".join(c if c.isprintable() else " " for c in typed).strip()

    def _typed_line(self, prompt: str, take: Callable[[str], bool], empty_too: bool = False) -> None:
        """Ask till something changes: by a command, a line of the record, or what is due."""
        words = list(self._words())
        while True:
            typed = self._typed(prompt, words)
            if typed in self.commands:
                if self.commands.obey(typed):
                    return
            elif typed == "?":
                self._why("")
            elif typed and typed.split()[0].casefold() in _KEYWORDS:
                if self._add(typed):
                    return
            elif not typed and not empty_too:
                self._print("play.hint")
            elif take(typed) or self._prefill:
                return

    def _words(self) -> Iterator[str]:
        """What Tab offers: cards, modes, places and commands."""
        position = self.ledger.checked.position
        course = position.course if position else None
        if position and course and course.display:
            cards = [card for card in course.display if card != UNKNOWN]
            hand = [f"{card}h" for card in course.hand(course.to_move) if card != UNKNOWN]
            special = [special_card(position).partition("-")[0]] if course.special else []
            yield from (f"{card} {mode} " for card in [*cards, *hand, *special] for mode in MODES)
            game = self.phrases.game
            yield from (province.id for province in game.provinces)
            yield from (city.id for city in game.cities)
            yield from (connection.id for connection in game.connections)
        yield from self.commands.words
        yield from ("hand", "set", "check", "result")

    # Moves

    def _move(self, typed: str) -> bool:
        """A whole move; or a card, and the rest by questions."""
        _, course = self._now()
        asked = _CARD.fullmatch(typed)
        side = SIDES.get(asked[1].casefold()) if asked and asked[1] else course.to_move
        mode = asked[4].casefold() if asked and asked[4] else ""
        if asked and side and any(name.startswith(mode) for name in MODES):
            return self._by_questions(side, asked[2], bool(asked[3]), mode)
        return self._add(f"{LETTERS[course.to_move]} {typed}" if _STARTS_WITH_CARD.match(typed) else typed)

    def _by_questions(self, side: State, number: str, from_hand: bool, mode: str, typed: Sequence[Step] = ()) -> bool:
        position, course = self._now()
        game = self.phrases.game
        if not self.ledger.checked.is_certain:
            self._print("play.uncertain-questions")
            return False
        card = game.cards.get(face(position, number.upper()))
        if card is None:
            return self._refuse([Finding("card-unknown", None, {"text": number})], "")
        from_hand = from_hand or (card.id not in course.display and card.id in course.hand(side))
        named = next((name for name in MODES if mode and name.startswith(mode)), None)
        line = play_line(self.phrases.notation, side, number.upper(), named or "event", (), from_hand)
        faults = [refuse_turn(course, side), refuse_card(game, position, course, side, card.id, from_hand)]
        if named:
            faults.append(refuse_action(game, position, side, card, named))
        if any(faults):
            return self._refuse([_finding(fault, number) for fault in faults if fault][:1], line)
        if not named:
            named = "event" if card.is_special else self.questioning.mode(position, side, card)
        if named is None:
            return False
        chosen = named
        decided = self.questioning.play(lambda: play(game, position, side, card, from_hand, chosen), chosen, typed)
        if decided is None:
            self._print("play.dropped")
            return False
        for steps in (decided.said, decided.done):  # what nobody had to say is written only where it is needed
            line = play_line(self.phrases.notation, side, number.upper(), chosen, steps, from_hand)
            draft = self.ledger.with_line(line)
            moments = draft.checked.moments
            if moments and moments[-1].after == decided.after and not _errors(draft):
                break
        return self._add(line)

    def _add(self, line: str) -> bool:
        """Take a line into the record, in canonical spelling; or say why not."""
        draft = self.ledger.with_line(line)
        errors = _errors(draft)
        new = draft.new_line
        if errors:
            is_only_missing = all(finding.code == "decision-missing" for finding in errors)
            if isinstance(new, reading.Play) and is_only_missing and not new.agreed:
                return self._by_questions(
                    new.side, new.card, new.from_hand, new.mode, [typed.step for typed in new.typed]
                )
            return self._refuse(errors, write_line(new, self.ledger.notation))
        canonical = write_line(new, self.ledger.notation)
        if canonical != line and not new.comment:
            draft = self.ledger.with_line(canonical)
        return self._keep(draft, line)

    def _keep(self, draft: Draft, typed: str) -> bool:
        """Save, and tell what changed."""
        before, was_saved = self.ledger.checked, self.ledger.is_saved
        if not self.ledger.keep(draft):
            self._say_overtaken()
            self._prefill = typed
            return False
        self.refusal = None
        for finding in draft.findings:
            self.narrator.lines([self.phrases.language.sentence(finding)])
        if isinstance(draft.new_line, reading.Play | reading.Statements):
            self._tell(draft, before.position)
        if not self.ledger.is_saved:
            self._print("play.not-saved", file=self.ledger.path.name, reason=self.ledger.trouble)
        elif not was_saved:
            self._print("play.saved-again", file=self.ledger.path.name)
        return True

    def _tell(self, draft: Draft, before: Position | None) -> None:
        """The line as it was taken down, and what to change on the board."""
        self.narrator.lines([f"✓ {write_line(draft.new_line, self.ledger.notation)}"])
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

    def _refuse_unknown(self, typed: str) -> bool:
        return self._add(typed)

    # Commands

    def _back(self, rest: str) -> bool:
        del rest
        found = self.ledger.without_last()
        if found is None:
            self._print("play.nothing-to-undo")
            return False
        draft, taken = found
        if not self.ledger.keep(draft):
            self._say_overtaken()
            return True
        self._print("play.undone", line=taken)
        if not self.ledger.is_saved:
            self._print("play.not-saved", file=self.ledger.path.name, reason=self.ledger.trouble)
        return True

    def _show(self, rest: str) -> bool:
        del rest
        position = self.ledger.checked.position
        if position:
            for line in shown(self.phrases, position):
                self.narrator.write(line)
        return False

    def _why(self, rest: str) -> bool:
        del rest
        rules = [finding.rule for finding in self.refusal.findings if finding.rule] if self.refusal else []
        for rule in dict.fromkeys(rules):
            for line in told_rule(self.phrases, rule):
                self.narrator.write(line)
        if not rules:
            self._print("play.why-nothing")
        return False

    def _explain(self, rest: str) -> bool:
        for line in self.explain(rest):
            self.narrator.write(line)
        return False

    def _note(self, rest: str) -> bool:
        if not rest:
            self._print("play.note-how")
            return False
        self._add(f"note: {rest}")
        return bool(self._prefill)

    def _force(self, rest: str) -> bool:
        """Take down what was refused, as something the players have agreed on."""
        del rest
        line = self.refusal.line if self.refusal else ""
        if not line:
            self._print("play.force-nothing")
            return False
        draft = self.ledger.with_line(f"{line} !")
        if not isinstance(draft.new_line, reading.Play) or _errors(draft):
            self._print("play.force-cannot")
            return False
        return self._keep(draft, f"{line} !") or bool(self._prefill)

    def _help(self, rest: str) -> bool:
        del rest
        for name in ("move", "card", "undo", "why", "explain", "force", "note", "hand", "set", "show", "quit"):
            self._print(f"play.help-{name}")
        return False

    def _quit(self, rest: str) -> bool:
        del rest
        raise Left

    # Saying

    def _now(self) -> tuple[Position, Course]:
        position = self.ledger.checked.position
        assert position is not None
        assert position.course is not None
        return position, position.course

    def _say_uncertain(self) -> None:
        if not self.ledger.checked.is_certain:
            self._print("play.uncertain")

    def _say_overtaken(self) -> None:
        self._print("play.overtaken", file=self.ledger.path.name)
        if self.ledger.copy:
            self._print("play.copied", copy=self.ledger.copy.name)

    def _bold(self, text: str) -> None:
        for line in wrapped(text, ""):
            self.narrator.write(self.narrator.bold(line))

    def _print(self, key: str, **values: object) -> None:
        self.narrator.lines([self.phrases.say(key, **values)])


def _errors(draft: Draft) -> list[Finding]:
    return [finding for finding in draft.findings if finding.is_error]


def _finding(fault: Fault, text: str) -> Finding:
    return Finding(fault.code, None, worded(fault.values) | {"text": text}, fault.rule)


_NEXT: dict[Due, Callable[[Table], None]] = {
    Due.DECADE: Table._decade,
    Due.ROW: Table._row,
    Due.PLAY: Table._play,
    Due.END: Table._end,
    Due.DECADE_END: Table._decade_end,
    Due.NOTHING: Table._nothing,
}
