"""Asks people at a terminal: what a turn leaves to them, and what a scoring still needs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import click

from wsdv_tools.games.cards import EventText
from wsdv_tools.games.kubakrise.facts import ZONES
from wsdv_tools.games.notation import No
from wsdv_tools.games.sides import Side
from wsdv_tools.games.steps import EVENT, MOVING, PLACING, REMOVING
from wsdv_tools.games.telling import card_value, need_note
from wsdv_tools.games.turns import Turn, choice_of, read_answer
from wsdv_tools.rules.choices import NOTHING, Choice, Step

if TYPE_CHECKING:
    from wsdv_tools.games.opening import Opened
    from wsdv_tools.games.scorers import Scorer
    from wsdv_tools.games.words import GameLanguage

MOST_SHOWN = 12  # options; more would push the question out of sight
_NUMBERS = re.compile(r"\d+(?:[\s,;]+\d+)*")


class Questions:
    """What is asked in the course of a turn, and what the answers mean."""

    def __init__(self, language: GameLanguage, opened: Opened) -> None:
        self.language = language
        self.opened = opened

    def _say(self, key: str, **values: Any) -> str:
        return self.language.say(f"texts.{key}", **values)

    def _card(self, id_: str) -> Any:
        return card_value(self.opened.spec, self.opened.deck, id_)

    def lines(self, turn: Turn) -> Iterator[str]:
        """The question, its options, and what Enter means."""
        choice, options = choice_of(turn), _options(turn)
        side: Any = choice.side
        yield ""
        yield f"{self.language.word(f'flag-{side}')}: {self._question(turn, choice)}"
        for number, step in enumerate(options[:MOST_SHOWN], 1):
            typed = "" if step.verb == "choose" else f" ({self.opened.notation.write([step], side)})"
            yield f"  {number:2}  {self._label(step, choice)}{typed}"
        if len(options) > MOST_SHOWN:
            yield self._say("ask-more", n=len(options) - MOST_SHOWN)
        if not choice.required:
            has_done = bool(turn.done) and turn.done[-1].choice.kind == "step"
            yield self._say("play.enter-done" if has_done else "ask-nothing")

    def _question(self, turn: Turn, choice: Choice) -> str:
        laid = turn.done[0].step.place
        card = self._card(laid)
        if choice.kind in ("reply", "use"):
            return self._say(f"ask-{choice.kind}", card=card)
        uses = [done.step for done in turn.done if done.choice.kind in ("reply", "use")]
        if uses[-1] != EVENT:
            return self._say("ask-command", card=card, n=choice.left)
        texts = self.opened.deck.card(laid).text
        question = self._say("ask-choose" if choice.kind == "choose" else "ask-event", card=card)
        return f"{question} {self.language.name(EventText(texts))}" if texts else question

    def _label(self, step: Step, choice: Choice) -> str:
        """A step in words."""
        if step.verb in ("event", "pass"):
            return self._say(f"option-{step.verb}")
        if step.verb == "command":
            return self._say(f"{self.opened.spec.prefix.lower()}.option-command")
        if step.verb == "choose":
            return self._say("option-choose", n=step.number)
        if step.verb == "points":
            return self._say("option-points", n=step.number, side=step.place)
        card = self.language.name(self._card(step.place))
        if step.verb == "shift":
            return f"{card} → {self.language.word(f'zone-{ZONES[step.to]}')}"
        kind = "place" if step.verb in PLACING else "remove" if step.verb in REMOVING else "move"
        owner, side = {**PLACING, **REMOVING, **MOVING}[step.verb], Side(choice.side)
        values = {"card": card, **({"first": self._card(step.to)} if kind == "move" else {})}
        if owner is side and kind != "move":
            return self._say(f"option-{kind}", **values)
        return self._say(f"option-{kind}-of", side=owner, **values)

    def read(self, turn: Turn, typed: str) -> tuple[Step, ...]:
        """The steps of an answer: numbers of the list, words of its options, a card alone, or as in a record."""
        choice, options = choice_of(turn), _options(turn)
        if _NUMBERS.fullmatch(typed):
            numbers = [int(number) for number in re.findall(r"\d+", typed)]
            if all(1 <= number <= len(options) for number in numbers):
                return tuple(options[number - 1] for number in numbers)
        meant = self._meant(typed, choice, options) if typed else None
        return (meant,) if meant else read_answer(self.opened.notation, choice, typed or NOTHING.verb)

    def _meant(self, typed: str, choice: Choice, options: list[Step]) -> Step | None:
        """The only option with a word that begins like that; of steps, the only one on that card."""
        if choice.kind == "step":
            try:
                card = self.opened.notation.find(typed)
            except No:
                return None
            found = [step for step in options if step.verb in (*PLACING, *REMOVING) and step.place == card]
        else:
            words = {step: self._label(step, choice).casefold().split() for step in options}
            asked = typed.casefold()
            found = [step for step, known in words.items() if any(word.startswith(asked) for word in known)]
        return found[0] if len(found) == 1 else None


def _options(turn: Turn) -> list[Step]:
    return [step for step in turn.pending.options if step != NOTHING] if turn.pending else []


def ask_needs(language: GameLanguage, scorer: Scorer, fitted: Callable[[str], str] = str) -> bool:
    """One question after the other; what makes no difference is never asked. False if somebody stops.

    `fitted` breaks what is said for the terminal.
    """
    back, leave = (language.say(f"texts.command.{name}").split() for name in ("back", "quit"))
    before: list[tuple[Any, Opened]] = []
    click.echo(fitted(language.say("texts.answer-hint")))
    while needed := scorer.needs():
        question = fitted(language.note(need_note(needed[0], scorer.opened)))
        typed = click.prompt(question, prompt_suffix=" ").strip()
        if typed.casefold() in leave:
            return False
        if typed.casefold() in back:
            if before:
                scorer.position, scorer.opened = before.pop()
            else:
                click.echo(fitted(language.say("texts.dialogue.nothing-to-undo")))
            continue
        now = (scorer.position, scorer.opened)
        why = scorer.take(needed[0], typed, language)
        if why:
            click.echo(fitted(why))
        else:
            before.append(now)
    return True
