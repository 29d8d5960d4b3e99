"""Describes a decade end as it goes: each phase's heading, its sum, what was done, and at the end the verdict."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from wsdv_tools.facts.cards import NUMERALS
from wsdv_tools.rules.run import How
from wsdv_tools.rules.verbs import BY_THEMSELVES
from wsdv_tools.telling.board_text import BoardText, changes
from wsdv_tools.telling.phrases import wrapped
from wsdv_tools.telling.sums import sums

if TYPE_CHECKING:
    from wsdv_tools.rules.choices import Choice
    from wsdv_tools.rules.decade_end import Outcome
    from wsdv_tools.rules.position import Position
    from wsdv_tools.rules.run import Done
    from wsdv_tools.telling.phrases import Phrases

BOLD, PLAIN = "\x1b[1m", "\x1b[0m"


class Narrator:
    """Says nothing twice, unless it begins again at a phase."""

    def __init__(
        self,
        phrases: Phrases,
        write: Callable[[str], None] = print,
        colour: bool = False,
        spelt: Callable[[str], str] = str,
    ) -> None:
        self.phrases = phrases
        self.write = write
        self.colour = colour
        self.spelt = spelt
        self._first = 1
        self._sums: dict[int, list[str]] = {}
        self._told: dict[int, int] = {}

    def begin_at(self, phase: int) -> None:
        """Take it up again with a phase's heading."""
        self._first = phase
        self._sums = {number: lines for number, lines in self._sums.items() if number < phase}
        self._told = {number: told for number, told in self._told.items() if number < phase}

    def show(self, position: Position) -> None:
        """The board; hands stay hidden, because both players can see it."""
        for line in BoardText(self.phrases.game, self.phrases.language, self.spelt).lines(position, with_hands=False):
            self.write(line)

    def tell(self, outcome: Outcome) -> None:
        """Print what has not been said yet."""
        for report in outcome.reports:
            phase = report.phase
            if phase < self._first:
                continue
            lines = sums(self.phrases, report)
            known = self._sums.get(phase)
            if known is None:
                self.write("")
                title = self.phrases.say(f"phase-{phase}")
                self.write(self.bold(self.phrases.say("dialogue.phase", n=phase, title=title)))
            self.lines(line for line in lines if line not in (known or ()))
            self._sums[phase] = lines
            done = [each for each in report.done if each.how is not How.SILENT]
            for each in done[self._told.get(phase, 0) :]:
                self.lines(told_of(self.phrases, each))
            self._told[phase] = len(done)

    def end(self, start: Position, outcome: Outcome) -> None:
        """The changes to make on the board, and the verdict."""
        self.write("")
        self.write(self.bold(self.phrases.say("dialogue.changes")))
        told = list(changes(self.phrases, start, outcome.position))
        self.lines(told or [self.phrases.say("dialogue.no-changes")])
        self.write("")
        for line in verdict(self.phrases, outcome):
            self.write(self.bold(line))

    def lines(self, lines: Iterator[str] | list[str]) -> None:
        for line in lines:
            for part in wrapped(line, "  ", "    "):
                self.write(part)

    def bold(self, text: str) -> str:
        return f"{BOLD}{text}{PLAIN}" if self.colour else text


def told_of(phrases: Phrases, done: Done) -> Iterator[str]:
    """Who did what in a phase; nothing where its sum says it."""
    if done.how is How.SILENT or done.step.verb in BY_THEMSELVES or done.step.verb == "hamburg":
        return
    text = phrases.done(done.step, done.choice)
    by_default = done.choice.kind == "attack" and done.step.place != phrases.game.west_berlin
    if done.how in (How.AUTOMATIC, How.FORCED) and not by_default:
        text = phrases.say("done.by-itself", text=text)
    yield f"{phrases.name(done.choice.side)}: {text}"


def verdict(phrases: Phrases, outcome: Outcome) -> Iterator[str]:
    """Who has won and why, or which decade follows."""
    if outcome.winner is None:
        text = phrases.say("verdict.none", numeral=NUMERALS[outcome.position.decade])
    else:
        text = phrases.say(f"verdict.{outcome.reason}", winner=outcome.winner)
    yield from wrapped(text, "")


def pending_lines(phrases: Phrases, choice: Choice, phase: int) -> Iterator[str]:
    """Who has to decide what, for a reader who cannot be asked."""
    yield ""
    side, question = phrases.name(choice.side), phrases.question(choice)
    yield from wrapped(phrases.say("dialogue.pending", phase=phase, side=side, question=question), "")
    options = phrases.listed(phrases.notation.write(step, str(phase)) for step in choice.options)
    yield from wrapped(phrases.say("dialogue.pending-options", options=options))
    yield from wrapped(phrases.say("dialogue.pending-rule", rule=phrases.language.rule(choice.rule)))
    example = phrases.notation.write(choice.options[0], str(phase))
    yield from wrapped(phrases.say("dialogue.pending-how", example=f"{phase}: {example}"))
