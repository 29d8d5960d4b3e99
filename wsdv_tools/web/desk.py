"""What the calls of the page share: the words, the rules and the drawing of one language, and how they refuse.

A player is `Refused`; a request that the server does not serve is a `Refusal`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from wsdv_tools.components.board_svg import BoardDrawing
from wsdv_tools.components.lettering import Lettering
from wsdv_tools.findings import Finding, as_dict
from wsdv_tools.library import open_rulebook
from wsdv_tools.rules.adjudicator import Adjudicator
from wsdv_tools.telling.explanations import FURTHER_RULES, LETTERS
from wsdv_tools.telling.phrases import Phrases
from wsdv_tools.words import Language
from wsdv_tools.words.choosing import FALLBACK, known_languages

if TYPE_CHECKING:
    from wsdv_tools.record.notation import Notation
    from wsdv_tools.rules.choices import Choice
    from wsdv_tools.rules.game import Game

Data = dict[str, Any]
MOST_WHYS = 200  # reasons that are kept: far more than there are decisions, unless games have other rulings


class Refused(Exception):
    """What was asked cannot be done: said to a player, in the language that was asked for."""

    def __init__(
        self, code: str, sentence: str, rule: Data | None = None, help_: list[str] | None = None, **more: Any
    ) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.rule = rule
        self.help = help_ or []
        self.more = more  # whatever else the page can show: all findings of a text

    def as_data(self) -> Data:
        return {"code": self.code, "sentence": self.sentence, "rule": self.rule, "help": self.help, **self.more}


class Desk:
    """One language; what takes long is made when it is first needed, and kept."""

    def __init__(self, lang: str) -> None:
        self.book = open_rulebook()
        self.language = Language.load(lang)
        self.lang = lang
        self._whys: dict[tuple[str, str, Game], list[Data]] = {}

    @property
    def game(self) -> Game:
        return self.book.game

    @property
    def notation(self) -> Notation:
        return self.book.notation

    @cached_property
    def phrases(self) -> Phrases:
        return Phrases(self.language, self.notation)

    def phrases_of(self, notation: Notation) -> Phrases:
        """The same words for a game with other rulings."""
        return self.phrases if notation is self.notation else Phrases(self.language, notation)

    @property
    def rules(self) -> Adjudicator:
        return Adjudicator(self.game)

    @cached_property
    def lettering(self) -> Lettering:
        return Lettering.load(self.book.catalogue, self.lang)

    @cached_property
    def drawing(self) -> BoardDrawing:
        return BoardDrawing(self.game, self.lettering)

    def say(self, key: str, /, **values: Any) -> str:
        return self.phrases.say(f"web.{key}", **values)

    # Findings and rules

    def told(self, finding: Finding) -> Data:
        """A finding as the page shows it: its sentence, its place, and the rule in words."""
        data = as_dict(finding, self.language)
        return data | {"rule": self.rule(finding.rule) if finding.rule else None}

    def rule(self, rule: str) -> Data:
        return {"id": rule, "title": self.language.rule(rule), "text": self.language.rule_text(rule)}

    def refuse(self, code: str, **values: Any) -> Refused:
        """A refusal in words of the page."""
        return Refused(code, self.say(f"refused.{code}", **values))

    def refused(self, finding: Finding, **more: Any) -> Refused:
        told = self.told(finding)
        return Refused(finding.code, told["message"], told["rule"], told["help"], **more)

    def why(self, choice: Choice, game: Game) -> list[Data]:
        """The rule that asks for a decision, those that affect it, and the rulings where they say nothing."""
        key = (choice.rule, choice.kind, game)
        if key not in self._whys:
            rules = list(dict.fromkeys([choice.rule, *FURTHER_RULES.get(choice.kind, ())]))
            found = [*(self.rule(rule) for rule in rules), *self._rulings([choice.rule], game)]
            if len(self._whys) >= MOST_WHYS:
                self._whys.clear()
            self._whys[key] = found
        return self._whys[key]

    def _rulings(self, rules: Iterable[str], game: Game) -> list[Data]:
        found = []
        for id_ in self.language.rulings_on(rules):
            letter = next((letter for letter in LETTERS[1:] if game.follows(f"{id_}{letter}")), LETTERS[0])
            question, answer = self.language.ruling(id_, letter)
            found.append({"id": id_, "title": f"{id_}: {question}", "text": answer})
        return found


@lru_cache(maxsize=16)
def _desk(lang: str) -> Desk:
    return Desk(lang)


def desk(lang: Any) -> Desk:
    """The desk of a shipped language; of English where there are no such words."""
    return _desk(_spoken(lang) if isinstance(lang, str) else FALLBACK)


@lru_cache(maxsize=32)
def _spoken(lang: str) -> str:
    """Which files are shipped does not change while a server runs."""
    return lang if lang in known_languages() else FALLBACK


class Refusal(Exception):
    """A request that is not served. `code` names its sentence among the texts of the language files."""

    def __init__(self, status: int, code: str, **values: Any) -> None:
        super().__init__(code)
        self.status = status
        self.code = code
        self.values = values

    def as_data(self, lang: str) -> Data:
        sentence = desk(lang).phrases.say(f"serve.{self.code}", **self.values)
        return {"code": self.code, "sentence": sentence, "rule": None, "help": []}


def findings_as_data(findings: Iterable[Finding], lang: str) -> Data:
    """What is wrong with a file, as an error: the first finding counts."""
    own = desk(lang)
    first = next(iter(findings))
    return own.refused(first).as_data()
