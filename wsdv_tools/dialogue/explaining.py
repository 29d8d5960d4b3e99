"""What a rule says, in own words, with its number in each rulebook and the rulings on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from wsdv_tools.dialogue.phrases import wrapped
from wsdv_tools.findings import Finding

if TYPE_CHECKING:
    from wsdv_tools.dialogue.phrases import Phrases
    from wsdv_tools.rules.choices import Choice

# What else a person wants to know who asks about a decision of this kind.
FURTHER_RULES = {
    "dismantle": ("5.2-point", "5.2-factory-last", "5.3-stays", "9-insolvency"),
    "run-down": ("5.3-value",),
    "hamburg": ("10.3-one",),
    "space": ("9.2-space",),
    "sector": ("9.5-limit",),
    "import": ("10.2-imported",),
    "attack": ("9.7-usable", "9.7-markers-later"),
    "build": ("5.1-point", "5.1-protest"),
    "place-socialist": ("7-removes",),
}


def explained(phrases: Phrases, choice: Choice) -> Iterator[str]:
    """The rule that asks for a decision, those that bear on it, and the rulings."""
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
    """Why something typed is not taken: the reason, and the rule in own words."""
    yield from wrapped(phrases.language.sentence(finding), "  ! ", "    ")
    for fix in finding.fixes:
        if fix.code == "did-you-mean":
            yield from wrapped(phrases.language.fix(fix), "    ")
    if finding.rule:
        text = f"{phrases.language.rule(finding.rule)}: {phrases.language.rule_text(finding.rule)}"
        yield from wrapped(text, "    ")
