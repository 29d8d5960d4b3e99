"""Everything that can be looked up: cards, rules, rulings, findings; and the words in which they are found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wsdv_tools.codes import CODES
from wsdv_tools.findings import Finding
from wsdv_tools.rules.references import CITED
from wsdv_tools.telling.explanations import LETTERS, Explanations
from wsdv_tools.words.examples import example_values

if TYPE_CHECKING:
    from wsdv_tools.facts import Card
    from wsdv_tools.web.desk import Data, Desk

LONGEST = 80
MOST_FOUND = 60


class Lookup:
    """Explains in one language, in sections for a page."""

    def __init__(self, own: Desk) -> None:
        self.own = own
        self.language = own.language
        self.explanations = Explanations(own.language, lambda: own.book.catalogue)

    def asked(self, words: str) -> Data:
        """What is meant by these words, or where they are found."""
        words = words.strip()[:LONGEST]
        meant = self.explanations.meant(words)
        sections: list[Data] = [section for card in meant.cards for section in self._card(card)]
        sections += self._rules(list(meant.rules))
        if meant.ruling:
            sections += self._ruling(meant.ruling)
        if meant.code:
            sections += self._code(meant.code)
        found = self.explanations.mentioned(words) if not sections else []
        return {
            "asked": words,
            "sections": sections,
            "found": [{"name": name, "title": title} for name, title in found[:MOST_FOUND]],
        }

    def index(self) -> Data:
        """All there is, by kinds."""
        rules = [{"name": id_, "title": self.language.rule(id_)} for id_ in self.language.rule_ids()]
        rulings = [id_ for id_ in (f"R{n}" for n in range(1, 100)) if self.language.has_ruling(id_)]
        return {
            "rules": rules,
            "rulings": [{"name": id_, "title": f"{id_}: {self.language.ruling(id_)[0]}"} for id_ in rulings],
            "codes": [{"name": code, "title": self._example(code)} for code in CODES],
        }

    def _example(self, code: str) -> str:
        values = example_values(code, self.language.template(f"findings.{code}"), self.own.book.catalogue)
        return self.language.sentence(Finding(code, None, values))

    def _card(self, card: Card) -> list[Data]:
        lines = self.explanations.event(card)
        title = f"{card.number} {self.language.title(card)}, {card.years}"
        text = self.explanations.printed(card)
        sections: list[Data] = [{"title": title, "text": text, "items": lines, "card": card.id}]
        return sections + (self._rules([card.almanac]) if self.language.has_rule(card.almanac) else [])

    def _rules(self, rules: list[str]) -> list[Data]:
        language, sections = self.language, self._rules_alone(rules)
        for id_ in language.rulings_on(rules):
            sections += self._ruling(id_, with_rules=False)
        says = [f"{books}: {said} → {right}" for books, said, right in language.errata_on(rules)]
        if says:
            sections.append({"title": language.say("texts.explain.errata"), "text": "", "items": says})
        return sections

    def _ruling(self, id_: str, with_rules: bool = True) -> list[Data]:
        language = self.language
        options = [letter for letter in LETTERS if language.has_option(id_, letter)]
        answers = [f"{id_}{letter}: {language.ruling(id_, letter)[1]}" for letter in options]
        section = {
            "title": f"{id_}: {language.ruling(id_)[0]}",
            "text": language.ruling_reason(id_),
            "items": answers,
        }
        further = self._rules_alone(language.rules_of_ruling(id_)) if with_rules else []
        return [section, *further]

    def _rules_alone(self, rules: list[str]) -> list[Data]:
        return [
            {"title": self.language.rule(rule), "text": self.language.rule_text(rule), "items": []} for rule in rules
        ]

    def _code(self, code: str) -> list[Data]:
        head = f"{code} ({self.language.word(CODES[code])})"
        return [{"title": head, "text": self._example(code), "items": []}, *self._rules(list(CITED.get(code, ())))]
