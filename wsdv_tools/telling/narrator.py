"""Speaks to people: what happens in a decade end, phase by phase, and why something typed is refused."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, TypeVar

from wsdv_tools.facts.cards import NUMERALS
from wsdv_tools.findings import Finding, Fix
from wsdv_tools.rules.run import How
from wsdv_tools.rules.verbs import BY_THEMSELVES
from wsdv_tools.telling.board_text import BoardText, changes
from wsdv_tools.telling.explanations import FURTHER_RULES, Explanations
from wsdv_tools.telling.phrases import WIDTH, wrapped
from wsdv_tools.telling.sums import sums

if TYPE_CHECKING:
    from wsdv_tools.facts import City, Connection, Province
    from wsdv_tools.rules.choices import Choice
    from wsdv_tools.rules.decade_end import Outcome
    from wsdv_tools.rules.position import Position
    from wsdv_tools.rules.run import Done
    from wsdv_tools.telling.phrases import Phrases

T = TypeVar("T", Finding, Fix)
_TO_TYPE = re.compile(r"`([^`]+)`")  # what a sentence says people could type
_FIXES_TO_TYPE = ("did-you-mean", "say-delivered")
_SAME_TWICE = re.compile(r"(`([^`]+)`) \(\2\)")  # `build` (építés), with both in the same language
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
        self.put(BoardText(self.phrases.game, self.phrases.language, self.spelt).lines(position, with_hands=False))

    def explain(self, asked: str) -> None:
        """What `wsdv explain` says."""
        explanations = Explanations(self.phrases.language, lambda: self.phrases.game.catalogue)
        told = explanations.told(asked, lambda: self.phrases.notation.names) if asked else None
        for line in told or [explanations.unknown(asked)]:
            self.put(wrapped(line, "") if len(line) > WIDTH else [line])

    def tell(self, outcome: Outcome) -> None:
        """Print what has not been said yet."""
        for report in outcome.reports:
            phase = report.phase
            if phase < self._first:
                continue
            lines = sums(self.phrases, report)
            known = self._sums.get(phase)
            if known is None:
                title = self.phrases.say(f"phase-{phase}")
                self.begin(self.phrases.say("dialogue.phase", n=phase, title=title))
            self.lines(line for line in lines if line not in (known or ()))
            self._sums[phase] = lines
            done = [each for each in report.done if each.how is not How.SILENT]
            for each in done[self._told.get(phase, 0) :]:
                self.lines(told_of(self.phrases, each))
            self._told[phase] = len(done)

    def end(self, start: Position, outcome: Outcome) -> None:
        """The changes to make on the board, and the verdict."""
        self.begin(self.phrases.say("dialogue.changes"))
        told = list(changes(self.phrases, start, outcome.position))
        self.lines(told or [self.phrases.say("dialogue.no-changes")])
        self.write("")
        self.put(map(self.bold, verdict(self.phrases, outcome)))

    def say(self, key: str, /, **values: Any) -> None:
        """A text of the language file."""
        self.lines([self.phrases.say(key, **values)])

    def lines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.put(wrapped(line, "  ", "    "))

    def put(self, lines: Iterable[str]) -> None:
        """Lines that fit the terminal as they are."""
        for line in lines:
            self.write(line)

    def begin(self, text: str) -> None:
        """Something new, under a heading."""
        self.write("")
        self.heading(text)

    def heading(self, text: str) -> None:
        self.put(map(self.bold, wrapped(text, "")))

    def bold(self, text: str) -> str:
        return f"{BOLD}{text}{PLAIN}" if self.colour else text

    def refuse(self, *findings: Finding) -> None:
        """Why something typed is not taken; a rule that several findings in a row name is told behind the last."""
        for finding, following in zip_longest(findings, findings[1:]):
            is_last = following is None or following.rule != finding.rule
            self.put(refused(self.phrases, finding if is_last else replace(finding, rule=None)))


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


# Why


def explained(phrases: Phrases, choice: Choice) -> Iterator[str]:
    """The rule that asks for a decision, those that affect it, and the rulings."""
    rules = dict.fromkeys([choice.rule, *FURTHER_RULES.get(choice.kind, ())])
    for rule in rules:
        yield from told_rule(phrases, rule)
    yield from told_rulings(phrases, [choice.rule])


def told_rule(phrases: Phrases, rule: str) -> Iterator[str]:
    """`9.1 What flight costs (HU 9.1, ES 9.1): ...`."""
    language = phrases.language
    own, *others = language.numbers(rule).items()
    books = phrases.listed(f"{book.upper()} {number}" for book, number in others)
    text = f"{own[1]} {language.rule_title(rule)} ({books}): {language.rule_text(rule)}"
    yield from wrapped(text, "  ", "    ")


def told_rulings(phrases: Phrases, rules: Iterable[str]) -> Iterator[str]:
    """Where these rules are silent, what is ruled."""
    language, game = phrases.language, phrases.game
    for id_ in language.rulings_on(rules):
        letter = "b" if game.follows(f"{id_}b") else "a"
        question, answer = language.ruling(id_, letter)
        other = phrases.say("dialogue.other-ruling", id=f"{id_}b") if language.has_option(id_, "b") else ""
        yield from wrapped(f"{id_}: {question} {answer}{other}", "  ", "    ")


def refused(phrases: Phrases, finding: Finding) -> Iterator[str]:
    """Why something typed is not taken: the reason, and the rule in our own words.

    What was typed, and what is proposed instead, is shown in the words of the user's language.
    """
    told = own_words(phrases, finding, "text", "reasons", "steps", "icons")
    sentence = _TO_TYPE.sub(partial(_own_example, phrases), phrases.language.sentence(_with_names(phrases, told)))
    yield from wrapped(_SAME_TWICE.sub(r"\1", sentence), "  ! ", "    ")
    for fix in finding.fixes or _near_action(phrases, finding):
        if fix.code in _FIXES_TO_TYPE:
            yield from wrapped(phrases.language.fix(own_words(phrases, fix, "name", "text")), "    ")
    if finding.rule:
        text = f"{phrases.language.rule(finding.rule)}: {phrases.language.rule_text(finding.rule)}"
        yield from wrapped(text, "    ")


def own_words(phrases: Phrases, told: T, *keys: str) -> T:
    """A finding or a proposal with what is typed, its values `keys`, in the words of the user's language."""
    own = phrases.vocabulary.own
    values = dict(told.values)
    for key in keys:
        typed = values.get(key)
        if isinstance(typed, str):
            values[key] = own(typed)
        elif isinstance(typed, list | tuple):
            values[key] = [own(each) for each in typed]
    return replace(told, values=values)


def _own_example(phrases: Phrases, found: re.Match[str]) -> str:
    """An example of what to type; a command of the program has the same words in every language."""
    return found[0] if found[1].startswith("wsdv ") else f"`{phrases.vocabulary.own(found[1])}`"


def _with_names(phrases: Phrases, finding: Finding) -> Finding:
    """The places that a word may mean, by their names."""
    facts = phrases.game.catalogue
    places: dict[str, City | Province | Connection] = {**facts.connections, **facts.cities, **facts.provinces}
    near = [places.get(id_, id_) for id_ in finding.values.get("near", ())]
    return replace(finding, values={**finding.values, "near": near}) if near else finding


def _near_action(phrases: Phrases, finding: Finding) -> tuple[Fix, ...]:
    """The action that is spelt almost like that in the user's language."""
    near = phrases.vocabulary.near_mode(str(finding.values["text"])) if finding.code == "mode-unknown" else ""
    return (Fix("did-you-mean", {"name": near}),) if near else ()
