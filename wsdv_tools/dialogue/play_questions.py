"""Asks the decisions of a play: what the card is used for, and all that follows from it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from wsdv_tools.dialogue.interpretation import Answer, with_commas
from wsdv_tools.dialogue.options import Numbers
from wsdv_tools.dialogue.prompt import Asker, Commands, Talk
from wsdv_tools.findings import Finding
from wsdv_tools.record.notation import Unreadable
from wsdv_tools.record.spans import items, without_comment
from wsdv_tools.referee.answers import is_meant_for
from wsdv_tools.referee.record_files import TurnPlay
from wsdv_tools.referee.surplus import not_left
from wsdv_tools.rules.actions import refuse_action
from wsdv_tools.rules.adjudicator import Turn
from wsdv_tools.rules.choices import NO_STEP, NOTHING, Step
from wsdv_tools.rules.play import Decision
from wsdv_tools.rules.run import How, steps_of
from wsdv_tools.telling.phrases import SENTENCES, left, wrapped
from wsdv_tools.words.vocabulary import MODES

if TYPE_CHECKING:
    from wsdv_tools.dialogue.prompt import Terminal
    from wsdv_tools.facts import Card, State
    from wsdv_tools.rules.choices import Choice
    from wsdv_tools.rules.position import Position
    from wsdv_tools.telling.narrator import Narrator


class Decided(NamedTuple):
    """A play that was asked to its end: what people said, all that was done, and the board after it."""

    said: list[Step]
    done: list[Step]
    after: Position


class _Back(Exception):
    """Another answer to the question before."""


class _Waiting(NamedTuple):
    """An answer to a question that has not come yet; `side` gave it. A whole move answers for both sides."""

    answer: Answer
    side: State | None = None


class Questioning(Talk):
    """Asks a play. Its state is the answers: `back` drops the last and asks again from the start."""

    def __init__(self, narrator: Narrator, terminal: Terminal) -> None:
        super().__init__(narrator, terminal)
        names = ("back", "show", "explain", "help", "quit")
        self.commands = Commands(self, names)
        way_out = self.phrases.say("play.help-question-back")
        self.asker = Asker(narrator, terminal, self.commands, way_out, self._not_left)
        self._waiting: list[_Waiting] = []
        self._numbers = Numbers()
        self._play: TurnPlay | None = None
        self._position: Position  # where no play has begun yet

    def mode(self, position: Position, side: State, card: Card) -> tuple[str, list[Step]] | None:
        """What the card is to be used for, with steps that were typed behind it; None after `back`."""
        phrases = self.phrases
        self._play, self._position = None, position
        self.narrator.heading(phrases.say("play.ask-mode", side=side, card=card))
        modes = list(self._offered_modes(position, side, card))
        while True:
            offered = [*phrases.vocabulary.all_of(modes), *self.commands.words]
            typed = self.terminal.ask(f"{phrases.name(side)}> ", offered)
            if typed in self.commands:
                try:
                    self.commands.obey(typed)
                except _Back:
                    return None
                continue
            word, _, rest = typed.partition(" ")
            meant = MODES[int(word) - 1] if word in self._mode_numbers else phrases.vocabulary.mode(word)
            if meant in modes:
                return meant, self._steps_behind(rest, meant)
            self._say_modes(typed, modes)

    _mode_numbers = tuple(str(number) for number, _ in enumerate(MODES, 1))

    def _offered_modes(self, position: Position, side: State, card: Card) -> Iterator[str]:
        """Those that are possible, listed with their numbers; of the others the reason."""
        phrases = self.phrases
        for number, mode in enumerate(MODES, 1):
            fault = refuse_action(phrases.game, position, side, card, mode)
            if fault is None:
                yield mode
                self.narrator.write(f"  {number:>3} {phrases.vocabulary.own(mode)}: {phrases.say(f'play.mode-{mode}')}")
            else:
                why = phrases.language.sentence(Finding.of(fault))
                self.narrator.put(wrapped(f"– {phrases.vocabulary.own(mode)}: {why}", "    ", "      "))

    def _say_modes(self, typed: str, modes: Sequence[str]) -> None:
        """What can be typed where the card's use is asked."""
        own = [f"{MODES.index(mode) + 1} {self.phrases.vocabulary.own(mode)}" for mode in modes]
        key = "play.which-mode" if typed else "play.which-mode-none"
        told = self.phrases.say(key, text=typed, modes=self.phrases.listed(own))
        self.narrator.lines([told, *self.commands.proposed(typed)])

    def _steps_behind(self, text: str, mode: str) -> list[Step]:
        """Steps typed behind the card's use: `build kiel`; what is not one is said."""
        found: list[Step] = []
        parted = with_commas(self.phrases.vocabulary.canonical(text), mode, self.phrases.notation)
        for item in items(without_comment(parted, 1)[0]):
            steps = self.phrases.notation.read(item.text, mode)
            if isinstance(steps, Unreadable):
                self.asker.say_unused([Answer(NOTHING, item.text)])
                near = steps.values.get("near", ()) if steps.code == "name-unknown" else ()
                self.narrator.lines(self.phrases.language.say("fixes.did-you-mean", name=name) for name in near[:1])
            else:
                found += steps
        return found

    def play(
        self, play: TurnPlay, mode: str, typed: Sequence[Step], keep: Callable[[TurnPlay], None]
    ) -> Decided | None:
        """Ask all that was not typed already; None where people went back to before the play."""
        play, self._numbers = play.settled(), Numbers()
        write = self.phrases.notation.write
        self._waiting = [_Waiting(Answer(step, write(step, mode))) for step in typed]
        while (decision := play.pending) is not None:
            self._play = play
            keep(play)
            try:
                step = self._typed_before(decision)
                if step is None:
                    self._say_unused(decision.side)
                    step = self._ask(decision, mode)
            except _Back:
                before = play.back()
                if before is None:
                    return None
                play = before
                continue
            play = play.take(step).settled()
            self._echo(step, decision.choice, play.pending)
        self._play = play
        self._say_unused(None)
        done = [step for step in steps_of(play.done) if step != NOTHING]
        return Decided(self._said, done, play.position)

    def _echo(self, step: Step, choice: Choice, then: Decision | None) -> None:
        """What an answer did, and what is left to be said; the whole move is reported at its end."""
        if step == NOTHING or not then:
            return
        text = self.phrases.done(step, choice)
        if step.verb not in SENTENCES:
            text = f"{self.phrases.heading(step.verb)}: {self.phrases.label(step, choice, '')}"
        still = left(then.choice) if then.kind == choice.kind and then.side is choice.side else 0
        told = self.phrases.say("play.left", text=text, n=still) if still else text
        self.narrator.put(wrapped(told, "  ✓ ", "    "))

    @property
    def _said(self) -> list[Step]:
        answers = self._play.answers if self._play else ()
        return [step for step, how, _ in answers if how is How.CHOSEN and step != NOTHING]

    @property
    def under_way(self) -> list[Step]:
        """What has been said of a play that is broken off, also for questions that have not come yet."""
        return self._said + [waiting.answer.step for waiting in self._waiting]

    def _typed_before(self, decision: Decision) -> Step | None:
        """Something that was typed for a later question, if this is it."""
        while True:
            own = (one for one in self._waiting if one.side in (None, decision.side))
            waiting = next((one for one in own if is_meant_for(one.answer.step, decision.choice)), None)
            if waiting is None:
                return None
            self._waiting.remove(waiting)
            step = waiting.answer.step
            fault = decision.refuse(step)
            if fault is None:
                return step
            self.narrator.refuse(Finding.of(fault, text=self.phrases.notation.write(step)))

    def _ask(self, decision: Decision, mode: str) -> Step:
        may_pass = decision.may_pass
        hint = self.phrases.say("play.enter-done" if self._said else "play.enter-none") if may_pass else None
        while True:
            answers = self.asker.ask(decision.question, mode, self._numbers, NOTHING if may_pass else None, hint)
            if answers:
                self._waiting = [*(_Waiting(answer, decision.side) for answer in answers[1:]), *self._waiting]
                return answers[0].step

    def _say_unused(self, now: State | None) -> None:
        """What was typed beyond one's own decisions, where the other side is asked now, or nobody any more."""
        unused = [one for one in self._waiting if now is None or one.side not in (None, now)]
        then = self.phrases.say("dialogue.now-decides", side=now) if now else ""
        self.asker.say_unused((one.answer for one in unused), then)
        self._waiting = [one for one in self._waiting if one not in unused]

    def _not_left(self, finding: Finding) -> Finding:
        """Of an action that is no event: what the card does not give, instead of a rule about icons."""
        turn = self._play.what if self._play else None
        if finding.code != NO_STEP.code or not isinstance(turn, Turn) or turn.mode == "event":
            return finding
        text = str(finding.values["text"])
        steps = self.phrases.notation.read(text, turn.mode)
        if isinstance(steps, Unreadable):
            return finding
        return Finding.of(not_left(turn.side, self.phrases.game.cards[turn.card], turn.mode, steps[0]), text=text)

    def _back(self, _rest: str) -> bool:
        self._waiting = []
        raise _Back

    def _show(self, _rest: str) -> bool:
        self.narrator.show(self._play.position if self._play else self._position)
        return False

    def _help(self, _rest: str) -> bool:
        for key in ("play.help-answer", "dialogue.help-rule", "play.help-question-back"):
            self.narrator.say(key)
        return False
