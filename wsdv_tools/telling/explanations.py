"""What a finding, a rule paragraph, a ruling or a card means, in lines for a terminal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from wsdv_tools.codes import CODES
from wsdv_tools.facts import City, Connection, Province, State
from wsdv_tools.facts.cards import NUMERALS
from wsdv_tools.findings import Finding
from wsdv_tools.rules.references import CITED
from wsdv_tools.telling.phrases import unbroken, wrapped
from wsdv_tools.words.examples import example_values
from wsdv_tools.words.names import folded, spellings

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from wsdv_tools.facts import Card, Catalogue, Icon
    from wsdv_tools.words import Language
    from wsdv_tools.words.names import Names


LETTERS = ("a", "b", "c")
SHORTEST_WORD = 3  # to look up; fewer letters are in everything
_COUNTRIES = frozenset({"cssr", "polska", "rheinsberg", "west-germany", "niedersachsen-hamburg"})


SETUP, SETUP_CHAPTER = "setup", "2"  # the one chapter that people ask for by its name
PHASES_CHAPTER = "9"  # its paragraphs are the phases of a decade end
_PHASE = re.compile(r"(?:phase|fase|f[áa]zis)\s*(\d{1,2})|(\d{1,2})\.?\s*f[áa]zis", re.IGNORECASE)
_PARAGRAPH = re.compile(r"\d{1,2}\.\d{1,2}|(?:rule|regel|§)\s*(\d{1,2}(?:\.\d{1,2})?)", re.IGNORECASE)

# What the notation and the columns of the board in text say in short.
_ABOUT_STANDARDS = ("6.3-three", "6.3-economy", "6.3-unrest")
_COLUMNS = {
    "standard": _ABOUT_STANDARDS,
    "socialists": ("7-duty", "7-removes", "7-stays"),
    "economy": ("6.3-power", "5.1-value"),
    "export": ("9.3-export",),
}
_SHORT = {
    **dict.fromkeys(("s", "ls"), _ABOUT_STANDARDS),
    "u": ("icon-place-unrest", "icon-remove-unrest", "6.1-own", "icon-move-unrest"),
    "u+": ("icon-place-unrest",),
    "u-": ("icon-remove-unrest", "6.1-own"),
    "u>": ("icon-move-unrest",),
    "s+": ("icon-standard", *_ABOUT_STANDARDS),
    "s-": ("icon-remove-standard",),
    "s>": ("10.2-standard",),
    "+": ("5.1-point", "icon-build"),
    "-": ("5.2-point", "icon-dismantle"),
    "h": ("3-hands",),
    "at": ("9.2-space",),
    "calm": ("icon-calm",),
    "soc": _COLUMNS["socialists"],
    "down": ("icon-run-down", "5.3-value"),
    "up": ("icon-repair",),
    "stop": ("icon-stop",),
    "use": ("8-use",),
    "void": ("6.4-void",),
    "skip": ("6.4-ignored",),
    "import": ("10.2-import", "10.2-imported"),
    "release": ("10.2-release",),
    **dict.fromkeys(("discard", "draw"), ("3-special-price",)),
    **dict.fromkeys(("look", "swap", "drop"), ("icon-guillaume",)),
}
_STEP = re.compile(r"([us][-+>])\s*\w*")  # `u+SN`


class Meant(NamedTuple):
    """What can be explained: cards, rules, a ruling or the code of a finding; all empty where nothing is meant."""

    cards: tuple[Card, ...] = ()
    rules: tuple[str, ...] = ()
    ruling: str = ""
    code: str = ""
    chapter: bool = False  # the number of the card is also that of a chapter


class Explanations:
    """Explains in one language."""

    def __init__(self, language: Language, load: Callable[[], Catalogue]) -> None:
        self.language = language
        self._load = load

    @cached_property
    def catalogue(self) -> Catalogue:
        """The facts; most rules can be explained without them."""
        return self._load()

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
        paragraph = _PARAGRAPH.fullmatch(asked)
        rules = language.rules_of(paragraph[1] or paragraph[0]) if paragraph else []
        if rules:
            return Meant(rules=tuple(rules))
        faces = self.catalogue.faces(asked.upper()) or tuple(c for c in self.catalogue.cards.values() if c.id == asked)
        if faces:
            return Meant(cards=tuple(faces), chapter=bool(language.rules_of(asked)))
        phase = _PHASE.fullmatch(asked)
        if phase:
            rules = language.rules_of(f"{PHASES_CHAPTER}.{phase[1] or phase[2]}")
        rules = [rule for rule in language.rule_ids() if rule.casefold() == asked.casefold()] or rules
        if folded(asked).replace("-", "") in (SETUP, folded(language.say("texts.section-setup")).replace("-", "")):
            rules = language.rules_of(SETUP_CHAPTER)
        ruling = re.fullmatch(r"[rR](\d{1,2})[a-c]?", asked)
        if rules or (ruling and language.has_ruling(f"R{ruling[1]}")):
            return Meant(rules=tuple(rules), ruling=f"R{ruling[1]}" if ruling and not rules else "")
        code = asked.casefold()
        return Meant(code=code) if code in CODES else Meant(rules=self._in_short(asked))

    def _in_short(self, asked: str) -> tuple[str, ...]:
        """The rules about an abbreviation; a whole word that rules or cards use is better looked up there."""
        for key, rules in _COLUMNS.items():
            if folded(self.language.say(f"texts.board.head-{key}")) == folded(asked):
                return rules
        step = _STEP.fullmatch(asked.casefold())
        rules = _SHORT.get(step[1] if step else asked.casefold(), ())
        return () if len(asked) >= SHORTEST_WORD and not step and self.mentioned(asked) else rules

    def told(self, asked: str, names: Callable[[], Names]) -> Iterator[str] | None:
        """What `wsdv explain` says to these words; None where nothing is meant by them."""
        meant = self.meant(asked)
        if meant.cards:
            chapter = [self._say("chapter", number=asked)] if meant.chapter else []
            return iter([*(line for card in meant.cards for line in self.card(card)), *chapter])
        if meant.rules:
            return self.rules(meant.rules)
        if meant.ruling:
            return self.ruling(meant.ruling)
        if meant.code:
            return self.code(meant.code)
        place = self._place_of(names(), asked)
        told = [*self.place(place)] if place else []
        mentions = self.mentions(asked)
        if mentions:
            told += [*([""] if told else []), self._say("mentions", text=asked), *mentions]
        return iter(told) if told else None

    def _place_of(self, names: Names, asked: str) -> City | Province | None:
        """The city or province of that name, in any language."""
        province, city = names.provinces.find(asked), names.cities.find(asked)
        if isinstance(province, str):
            return self.catalogue.provinces[province]
        return self.catalogue.cities[city] if isinstance(city, str) else None

    def unknown(self, asked: str) -> str:
        """What to say where nothing is meant."""
        is_short = asked.isalpha() and len(asked) < SHORTEST_WORD
        return self._say("how" if not asked else "too-short" if is_short else "unknown", text=asked)

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
        told = (f"{id_}: {' '.join(self.language.ruling(id_))}{self._others(id_)}" for id_ in ids)
        yield from self._under("rulings", told)

    def _others(self, id_: str) -> str:
        others = [letter for letter in LETTERS[1:] if self.language.has_option(id_, letter)]
        texts = (f"{id_}{letter}: {self.language.ruling(id_, letter)[1]}" for letter in others)
        return "".join(f" ({self._say('other-ruling', text=text)})" for text in texts)

    def _errata(self, rules: Iterable[str]) -> Iterator[str]:
        errata = self.language.errata_on(rules)
        yield from self._under("errata", (f"{books}: {says} → {right}" for books, says, right in errata))

    def _under(self, key: str, told: Iterable[str]) -> Iterator[str]:
        """What concerns a rule, under a heading of its own; nothing where there is nothing."""
        head = ["", self._say(key)]
        for text in told:
            yield from head
            head = []
            yield from wrapped(text, "  ", "      ")

    def ruling(self, id_: str) -> Iterator[str]:
        """A ruling: the question, all answers, and why ours is the first."""
        yield from wrapped(f"{id_}: {self.language.ruling(id_)[0]}", "")
        for letter in LETTERS:
            if self.language.has_option(id_, letter):
                yield from wrapped(f"{id_}{letter}: {self.language.ruling(id_, letter)[1]}", "  ", "       ")
        yield from wrapped(self.language.ruling_reason(id_))
        yield ""
        for rule in self.language.rules_of_ruling(id_):
            yield from wrapped(self.language.rule(rule))

    def card(self, card: Card) -> Iterator[str]:
        """A card: what is printed on it, in words, and what the almanac adds."""
        name = self.language.name(card)
        yield f"{name[:1].upper()}{name[1:]}, {card.years}"
        yield from wrapped(self.printed(card))
        yield f"  {self._say('event')}"
        for line in self.event(card):
            yield from wrapped(line, "    - ", "      ")
        yield from self._almanac(card)

    def event(self, card: Card) -> list[str]:
        """The icons and arrows of a card, and what it does at each decade end."""
        each = self._done_by(*card.each_decade_end)
        at_each = [f"{self.language.say('texts.each-decade-end')}: {'; '.join(each)}"] if each else []
        return self._done_by(card.icons, card.arrows) + at_each

    def _done_by(self, icons: Iterable[Icon], arrows: Mapping[str, int]) -> list[str]:
        return [*map(self.icon, icons), *(self.arrow(track, by) for track, by in arrows.items())]

    def printed(self, card: Card) -> str:
        parts = [self.language.say("texts.decade", numeral=NUMERALS[card.decade]), self._say(f"colour-{card.colour}")]
        parts.append(self._say("special") if card.is_special else self._value(card.values))
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
