"""What a finding, a rule paragraph, a ruling or a card means, in lines for a terminal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from wsdv_tools.codes import CODES
from wsdv_tools.facts import City, Connection, Province, State
from wsdv_tools.facts.cards import NUMERALS
from wsdv_tools.findings import Finding, Fix
from wsdv_tools.rules.references import CITED
from wsdv_tools.telling.phrases import unbroken, wrapped
from wsdv_tools.words.examples import example_values
from wsdv_tools.words.names import folded, spellings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wsdv_tools.facts import Card, Catalogue, Icon
    from wsdv_tools.rules.choices import Choice
    from wsdv_tools.telling.phrases import Phrases
    from wsdv_tools.words import Language


T = TypeVar("T", Finding, Fix)
LETTERS = ("a", "b", "c")
SHORTEST_WORD = 3  # to look up; fewer letters are in everything
_TO_TYPE = re.compile(r"`([^`]+)`")  # what a sentence says people could type
_FIXES_TO_TYPE = ("did-you-mean", "say-delivered")
_SAME_TWICE = re.compile(r"(`([^`]+)`) \(\2\)")  # `build` (építés), with both in the same language
_COUNTRIES = frozenset({"cssr", "polska", "rheinsberg", "west-germany", "niedersachsen-hamburg"})


SETUP, SETUP_CHAPTER = "setup", "2"  # the one chapter that people ask for by its name
PHASES_CHAPTER = "9"  # its paragraphs are the phases of a decade end
_PHASE = re.compile(r"(?:phase|fase|f[áa]zis)\s*(\d{1,2})|(\d{1,2})\.?\s*f[áa]zis", re.IGNORECASE)
_PARAGRAPH = re.compile(r"\d{1,2}\.\d{1,2}|(?:rule|regel|§)\s*(\d{1,2}(?:\.\d{1,2})?)", re.IGNORECASE)


class Meant(NamedTuple):
    """What can be explained: cards, rules, a ruling or the code of a finding; all empty where nothing is meant."""

    cards: tuple[Card, ...] = ()
    rules: tuple[str, ...] = ()
    ruling: str = ""
    code: str = ""
    chapter: bool = False  # the number of the card is also that of a chapter


class Explanations:
    """Explains in one language."""

    def __init__(self, language: Language, catalogue: Catalogue) -> None:
        self.language = language
        self.catalogue = catalogue

    def _say(self, key: str, **values: Any) -> str:
        return self.language.say(f"texts.explain.{key}", **values)

    def code(self, code: str) -> Iterator[str]:
        """A finding's code: its sentence with example values, and the rules it cites."""
        yield f"{code} ({self.language.word(CODES[code])})"
        values = example_values(code, self.language.template(f"findings.{code}"), self.catalogue)
        yield from wrapped(self._say("example", text=self.language.sentence(Finding(code, None, values))))
        rules = CITED.get(code, ())
        if rules:
            yield ""
            yield from self.rules(rules)

    def rules(self, rules: Sequence[str]) -> Iterator[str]:
        """Rules in our own words, with their numbers in each rulebook; then what concerns them."""
        for rule in rules:
            yield self.language.rule_title(rule)
            text = self.language.rule_text(rule)
            yield from wrapped(f"{text} ({self._numbers(rule)})" if text else f"({self._numbers(rule)})")
        yield from self._rulings(self.language.rulings_on(rules))
        yield from self._errata(rules)

    def meant(self, asked: str) -> Meant:
        """What somebody who types these words wants explained."""
        language = self.language
        faces = self.catalogue.faces(asked.upper()) or tuple(c for c in self.catalogue.cards.values() if c.id == asked)
        if faces:
            return Meant(cards=tuple(faces), chapter=bool(language.rules_of(asked)))
        paragraph = _PARAGRAPH.fullmatch(asked)
        rules = language.rules_of(paragraph[1] or paragraph[0]) if paragraph else []
        phase = _PHASE.fullmatch(asked)
        if phase and not rules:
            rules = language.rules_of(f"{PHASES_CHAPTER}.{phase[1] or phase[2]}")
        rules = [rule for rule in language.rule_ids() if rule.casefold() == asked.casefold()] or rules
        if folded(asked).replace("-", "") in (SETUP, folded(language.say("texts.section-setup")).replace("-", "")):
            rules = language.rules_of(SETUP_CHAPTER)
        ruling = re.fullmatch(r"[rR](\d{1,2})[a-c]?", asked)
        if rules or (ruling and language.has_ruling(f"R{ruling[1]}")):
            return Meant(rules=tuple(rules), ruling=f"R{ruling[1]}" if ruling and not rules else "")
        return Meant(code=asked.casefold() if asked.casefold() in CODES else "")

    def mentions(self, words: str) -> list[str]:
        """Those of `mentioned`, in lines to choose from."""
        found = self.mentioned(words)
        width = max((len(name) for name, _ in found), default=0)
        return [f"  {name:{width}}  {title}" for name, title in found]

    def mentioned(self, words: str) -> list[tuple[str, str]]:
        """The rules and cards whose titles have these words; else the rules that use them.

        Those with a word that starts like that come first.
        """
        asked = [word for word in map(folded, words.split()) if len(word) >= SHORTEST_WORD]
        if not asked:
            return []

        def having(texts: Iterable[tuple[str, str, str]]) -> list[tuple[str, str]]:
            found = []
            for name, title, text in texts:
                # Hyphens are forgiven: `setup` is `set-up`.
                spelt = [f"-{form}" for full in spellings(text) for form in (full, full.replace("-", ""))]
                if all(any(word in spelling for spelling in spelt) for word in asked):
                    starts = all(any(f"-{word}" in spelling for spelling in spelt) for word in asked)
                    found.append((not starts, name, title))
            return [(name, title) for _, name, title in sorted(found, key=lambda entry: entry[0])]

        titles = [(rule, self.language.rule_title(rule)) for rule in self.language.rule_ids()]
        cards = [(card.number, self.language.title(card)) for card in self.catalogue.cards.values()]
        other_names = (" ".join(self.language.other_titles(card)) for card in self.catalogue.cards.values())
        spelt_too = {name: f"{title} {others}" for (name, title), others in zip(cards, other_names, strict=True)}
        titles += cards
        found = having((name, title, spelt_too.get(name, title)) for name, title in titles)
        return found or having((name, title, f"{title} {self.language.rule_text(name)}") for name, title in titles)

    def place(self, place: City | Province) -> Iterator[str]:
        """A city with its connections, or a province with its cities and neighbours."""
        name = self.language.name(place)
        if isinstance(place, Province):
            yield self._say("province", name=name, code=place.code, side=place.state)
            told: dict[str, tuple[City | Province, ...]] = {"cities": place.cities, "neighbours": place.neighbours}
            yield from (self._say(key, places=self._names(places)) for key, places in told.items() if places)
            yield self._say("setup-unrest", n=place.setup_unrest)
            if place.sector:
                yield self._say("supplies", sector=self.language.say(f"sectors.{place.sector}"))
            return
        yield self._say("city", name=name, places=self._either(place.provinces) or self._country(place))
        if place.is_setup:
            yield self._say("setup-factory")
        lines = ", ".join(unbroken(self._line(connection, place)) for connection in place.connections)
        key = "connections-double" if any(each.lines == 2 for each in place.connections) else "connections"
        yield from wrapped(self._say(key, places=lines), "", "  ")

    def _names(self, places: Iterable[City | Province]) -> str:
        return ", ".join(unbroken(self.language.spoken(place)) for place in places)

    def _either(self, provinces: Iterable[Province]) -> str:
        """Hamburg counts for one of two provinces, never for both."""
        return self.language.listed((self.language.spoken(province) for province in provinces), "or")

    def _country(self, city: City) -> str:
        return self.language.say(f"texts.in-{city.external}") if city.external else ""

    def _line(self, connection: Connection, city: City) -> str:
        """The other city, and whether there are two lines."""
        other = self.language.spoken(next(each for each in connection.cities if each is not city))
        return f"{other} (2)" if connection.lines == 2 else other

    def _numbers(self, rule: str) -> str:
        numbers = self.language.numbers(rule)
        listed = ", ".join(unbroken(f"{book.upper()} {number}") for book, number in numbers.items())
        return f"{self._say('almanac')}: {listed}" if rule.startswith("almanac-") else listed

    def _rulings(self, ids: Iterable[str]) -> Iterator[str]:
        head = ["", self._say("rulings")]
        for id_ in ids:
            yield from head
            head = []
            question, answer = self.language.ruling(id_)
            yield from wrapped(f"{id_}: {question} {answer}{self._others(id_)}", "  ", "      ")

    def _others(self, id_: str) -> str:
        others = [letter for letter in LETTERS[1:] if self.language.has_option(id_, letter)]
        texts = (f"{id_}{letter}: {self.language.ruling(id_, letter)[1]}" for letter in others)
        return "".join(f" ({self._say('other-ruling', text=text)})" for text in texts)

    def _errata(self, rules: Iterable[str]) -> Iterator[str]:
        head = ["", self._say("errata")]
        for books, says, right in self.language.errata_on(rules):
            yield from head
            head = []
            yield from wrapped(f"{books}: {says} → {right}", "  ", "      ")

    def ruling(self, id_: str) -> Iterator[str]:
        """A ruling: the question, all answers, and why ours is the first."""
        yield from wrapped(f"{id_}: {self.language.ruling(id_)[0]}", "")
        for letter in LETTERS:
            if self.language.has_option(id_, letter):
                yield from wrapped(f"{id_}{letter}: {self.language.ruling(id_, letter)[1]}", "  ", "       ")
        yield from wrapped(self.language.ruling_reason(id_))
        yield ""
        yield from self._told_once(self.language.rules_of_ruling(id_))

    def _told_once(self, rules: Iterable[str]) -> Iterator[str]:
        for rule in rules:
            yield from wrapped(self.language.rule(rule))

    def card(self, card: Card) -> Iterator[str]:
        """A card: what is printed on it, in words, and what the almanac adds."""
        name = self.language.name(card)
        yield f"{name[:1].upper()}{name[1:]}, {card.years}"
        yield from wrapped(self.printed(card))
        yield f"  {self._say('event')}"
        for icon in card.icons:
            yield from wrapped(self.icon(icon), "    - ", "      ")
        for track, arrows in card.arrows.items():
            yield from wrapped(self.arrow(track, arrows), "    - ", "      ")
        icons, arrows_each = card.each_decade_end
        if icons or arrows_each:
            told = [*map(self.icon, icons), *(self.arrow(track, by) for track, by in arrows_each.items())]
            yield from wrapped(f"{self.language.say('texts.each-decade-end')}: {'; '.join(told)}", "    - ", "      ")
        yield from self._almanac(card)

    def printed(self, card: Card) -> str:
        parts = [self.language.say("texts.decade", numeral=NUMERALS[card.decade]), self._say(f"colour-{card.colour}")]
        if card.is_special:
            parts.append(self._say("special"))
        else:
            parts.append(self._value(card.values))
        if card.flight:
            parts.append(self._say("flight", n=card.flight))
        return "; ".join(parts) + "."

    def _value(self, values: Mapping[State, int]) -> str:
        west, east = values[State.WEST], values[State.EAST]
        return self._say("value", n=west) if west == east else self._say("values", west=west, east=east)

    def icon(self, icon: Icon) -> str:
        """`2 unrest to the West, in West Germany, at most 1 in one province, West says where`."""
        key = f"icon.{icon.kind.replace('_', '-')}"
        parts = [self._say(key, n=icon.count, side=icon.state)]
        if icon.place:
            parts.append(self._say("in", place=self._place(icon.place)))
        if icon.per_province:
            parts.append(self.language.say("texts.at-most", n=icon.per_province))
        if icon.by:
            parts.append(self._say("by", side=icon.by))
        return ", ".join(parts)

    def _place(self, place: str) -> str:
        if place in _COUNTRIES:
            return self.language.say(f"texts.in-{place}")
        return self.language.name(self.catalogue.provinces[place])

    def arrow(self, track: str, arrows: int) -> str:
        side = State.EAST if arrows > 0 else State.WEST
        name = self.language.say(f"texts.track-{track}")
        return self._say("arrow", track=name, n=abs(arrows), side=side)

    def _almanac(self, card: Card) -> Iterator[str]:
        rule = card.almanac
        if self.language.has_rule(rule):
            yield from wrapped(f"{self._say('almanac')}: {self.language.rule_text(rule)}")
            yield from self._rulings(self.language.rulings_on([rule]))
            yield from self._errata([rule])


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
