"""The notation of steps: reading and writing are inverses (docs/notation.md)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from wsdv_tools.rules.choices import NOTHING, Step
from wsdv_tools.rules.events import VOID_WORDS
from wsdv_tools.rules.verbs import TRACKS, VERBS, Kind, places_of
from wsdv_tools.words.names import Unknown

if TYPE_CHECKING:
    from wsdv_tools.rules.game import Game
    from wsdv_tools.words.names import Names

MOST_WORDS = 8  # of one step, with those of a second one behind it
MOST_REPEATS = 20  # `*n`: nothing in the game is done more often in one line
_TIMES = re.compile(r"(.*?)\s*(?:\*\s*(.*)|[×x]\s*([0-9]+)|\s([0-9]+)\s*[×x])", re.IGNORECASE | re.DOTALL)
DASHES = dict.fromkeys(map(ord, "‐‑‒–—―−"), "-")
_SUM = re.compile(r"=?\s*([+-]?[0-9]{1,2})(?:\s+[^\W\d_]+)?")
VOIDS = (*TRACKS, *dict.fromkeys(VOID_WORDS.values()))


# A second step after a blank: somebody forgot the comma.
_SECOND_STEP = re.compile(
    r"\S\s+((?:[us]\s*[+-]|[+-]|(?:calm|down|up|skip|stop|import|release|soc|use|void|discard)\s).*)", re.I
)


# What a bare name means in a phase, and in no other; and how it looks from there.
_OF_PHASES = {"3": "down", "5": "sector-", "7": "attack"}
_OF_ANOTHER_PHASE = frozenset({"name-unknown", "city-not-province", "pass-on-elsewhere"})


# Words that say nothing without what follows them.
_EXAMPLES = {
    "u": "u+SN",
    "s": "s+NI",
    "calm": "calm SN",
    "down": "down leipzig",
    "up": "up berlin",
    "skip": "skip repair",
    "stop": "stop cssr-ost",
    "import": "import NW",
    "release": "release NW",
    "soc": "soc SN",
    "use": "use 5 SN",
    "void": "void police",
    "discard": "discard 14",
    "look": "look hand",
    "swap": "swap 14 18",
    "drop": "drop 18",
    "at": "at -1",
}


class Unreadable(NamedTuple):
    """Why a text is not a step: a code of `codes.py` and values."""

    code: str
    values: dict[str, Any]


class No(Exception):
    """A part of a step that cannot be read."""

    def __init__(self, code: str, **values: Any) -> None:
        super().__init__(code)
        self.why = Unreadable(code, values)


class Notation:
    """Reads and writes steps of one game; `names` knows how people spell places."""

    def __init__(self, game: Game, names: Names) -> None:
        self.game = game
        self.names = names
        self._read: dict[tuple[str, str], tuple[Step, ...] | Unreadable] = {}

    def with_rulings(self, named: str) -> tuple[Notation, list[str]]:
        """The notation of the game with other rulings (`R9b, R2b`), and the names that no ruling has."""
        game, unknown = self.game.with_rulings(named)
        return Notation(game, self.names), unknown

    def read(self, text: str, context: str) -> tuple[Step, ...] | Unreadable:
        """The steps of one typed step; `context` is a mode (`build`) or a phase (`9`), for what a bare name means."""
        key = (text, context)
        result = self._read.get(key)
        if result is None:
            try:
                result = self._steps(text, context)
            except No as no:
                result = self._two_steps(text, context) or self._elsewhere(text, context, no)
            self._read[key] = result
        return result

    def _two_steps(self, text: str, context: str) -> Unreadable | None:
        """Whether two steps are there, and only the comma is missing; or two cities, and the hyphen is."""
        second = _SECOND_STEP.search(text)
        parts = (text[: second.start(1)].strip(), second[1]) if second else ()
        if parts and all(_is_step(self.read(part, context)) for part in parts):
            return Unreadable("comma-missing", {"text": parts[1]})
        words = text.split()
        if not 1 < len(words) <= MOST_WORDS:
            return None
        connection = self.names.connection("-".join(words))
        if isinstance(connection, str):
            return Unreadable("name-unknown", {"text": text, "near": (connection,)})
        for cut in range(1, len(words)):
            rest = self.read(" ".join(words[cut:]), context)
            if isinstance(rest, Unreadable) and rest.code != "comma-missing":
                continue
            if not isinstance(self.read(" ".join(words[:cut]), context), Unreadable):
                return Unreadable("comma-missing", {"text": " ".join(words[cut:])})
        return None

    def _elsewhere(self, text: str, context: str, no: No) -> Unreadable:
        """Why a text is not a step; a bare name that says nothing in its phase may say something in another."""
        if context.isdecimal() and no.why.code in _OF_ANOTHER_PHASE:
            for phase, verb in _OF_PHASES.items():
                try:
                    if self._steps(text, phase)[0].verb == verb:
                        return Unreadable("step-other-phase", {"text": text, "phase": context, "other": phase})
                except No:
                    continue
        return no.why

    def write(self, step: Step, context: str = "") -> str:
        """The canonical text of a step."""
        verb = VERBS[step.verb]
        spelling = _BARE.get((context, step.verb), verb.spelling)
        place = _word(self.game, verb.takes, step.place)
        text = spelling.format(place, to=_word(self.game, verb.to, step.to)).rstrip()
        if step.verb == "sum":
            return f"{text}{step.number}"
        if not step.number:
            return text
        return f"{text} {step.number:+d}" if step.verb == "arrow" else f"{text}*{step.number}"

    def _steps(self, text: str, context: str) -> tuple[Step, ...]:
        text = text.strip() if text.isascii() else text.strip().translate(DASHES)
        repeated = _TIMES.fullmatch(text)
        body = repeated[1] if repeated else text
        times = (repeated[2] or repeated[3] or repeated[4] or "").strip() if repeated else "1"
        if not (times.isascii() and times.isdecimal() and len(times) < 4 and 1 <= int(times) <= MOST_REPEATS):
            raise No("step-repeats", text=text)
        step = self._step(body.strip(), context)
        if step.verb == "attack" and repeated:
            return (step._replace(number=int(times)),)
        return (step,) * int(times)

    def _step(self, text: str, context: str) -> Step:
        for pattern, reader in _PATTERNS:
            match = pattern.fullmatch(text)
            if match:
                return reader(self, context, *match.groups())
        return self._bare(text, context)

    def _bare(self, text: str, context: str) -> Step:
        """A name alone means what the mode or the phase does."""
        if text.casefold() in _EXAMPLES:
            raise No("step-incomplete", text=text, example=_EXAMPLES[text.casefold()])
        number = _SUM.fullmatch(text) if context.isdecimal() else None
        if number and context != "2":
            return Step("sum", None, None, int(number[1]))
        if number and int(number[1]) in self.game.catalogue.tracks.prestige:
            return Step("at", int(number[1]))
        if ">" in text:
            return self._attack(text) if context == "7" else self._pass_on(text)
        match context:
            case "build":
                return self._site(text, "build", "lay")
            case "event":
                return self._of_event(text)
            case "3":
                return Step("down", self.city(text))
            case "5":
                return Step("sector-", self.sector(text))
            case "standard":
                return _standard(self, context, text)
            case "unrest" | "8":
                return Step("u-", self.province(text))
            case "9":
                return Step("soc", self.province(text))
        raise No("step-unreadable", text=text)

    def _of_event(self, text: str) -> Step:
        """What is built where; for a province it must be said what happens there."""
        try:
            return self._site(text, "build", "lay")
        except No as no:
            if no.why.code == "province-not-city":
                raise No("province-alone", text=text, place=self.game.provinces[self.province(text)].code) from None
            raise

    def _attack(self, text: str) -> Step:
        one, _, other = text.partition(">")
        target = None if other.strip().casefold() == "none" else self.province(other)
        return Step("attack", self.province(one), target)

    def _pass_on(self, text: str) -> Step:
        one, _, other = text.partition(">")
        if self.province(other) != self.game.west_berlin:
            raise No("pass-on-elsewhere", text=text)
        return Step("s>", self.province(one), self.game.west_berlin)

    def _site(self, text: str, city_verb: str, line_verb: str) -> Step:
        """A city, or a connection."""
        exact = self.names.connection_of_id(text)
        if exact:
            return Step(line_verb, self.game.connection(exact))
        city = self.names.cities.find(text)
        if isinstance(city, str):
            return Step(city_verb, self.game.city(city))
        connection = self.names.connection(text)
        if isinstance(connection, str):
            return Step(line_verb, self.game.connection(connection))
        self._refuse_province(text, city)
        better = connection if connection.near and "-" in text else city
        raise _no_name(better)

    def province(self, text: str) -> int:
        province = self.names.provinces.find(text)
        is_known = isinstance(province, str) or province.several
        if not is_known and isinstance(self.names.cities.find(text), str):
            home = self.game.home[self.game.city(str(self.names.cities.find(text)))]
            near = () if home is None else (self.game.provinces[home].code,)
            raise No("city-not-province", text=text, near=near)
        return self.game.province(_known(province))

    def city(self, text: str) -> int:
        city = self.names.cities.find(text)
        self._refuse_province(text, city)
        return self.game.city(_known(city))

    def _refuse_province(self, text: str, city: str | Unknown) -> None:
        is_known = isinstance(city, str) or city.several
        if not is_known and isinstance(self.names.provinces.find(text), str):
            raise No("province-not-city", text=text)

    def connection(self, text: str) -> int:
        return self.game.connection(_known(self.names.connection(text)))

    def sector(self, text: str) -> int:
        return self.game.sectors.index(_known(self.names.sectors.find(text)))

    def card(self, text: str) -> str:
        """A card's id as typed: a number, I to IV, a face of IV, or a title where one fits."""
        if text in self.game.cards:
            return text
        for id_ in (text.upper(), text.lower().replace("iv-", "IV-")):
            if id_ in self.game.cards or id_ == "IV":
                return id_
        is_name = not text.isdecimal() and not text.startswith(("-", "−"))  # `-5` is no card: it takes one away
        found = self.names.cards.find(text.strip("\"'“”„»«")) if is_name else None
        if isinstance(found, str):
            return found
        if found and found.several:
            raise No("name-several", text=text, near=found.near)
        raise No("card-unknown", text=text)

    def face(self, text: str) -> str:
        """A card by its face: the Wall does not say which of IV's was played, for it is gone either way."""
        card = self.card(text)
        if card not in self.game.cards:
            one, other = (fact.id for fact in self.game.cards.values() if fact.number == card)
            raise No("card-two-sides", text=text, one=one, other=other)
        return card

    def card_of_step(self, text: str) -> str:
        """A card in a hand, in the deck or in front of East; none of IV's sides is ever there, so either will do."""
        card = self.card(text)
        return next(fact.id for fact in self.game.cards.values() if card in (fact.id, fact.number))


def _is_step(read: tuple[Step, ...] | Unreadable) -> bool:
    """Whether a text is a step, or several with a comma missing."""
    return not isinstance(read, Unreadable) or read.code == "comma-missing"


def _known(found: str | Unknown) -> str:
    if isinstance(found, Unknown):
        raise _no_name(found)
    return found


def _no_name(unknown: Unknown) -> No:
    code = "no-connection" if unknown.apart else "name-several" if unknown.several else "name-unknown"
    return No(code, text=unknown.text, near=unknown.near)


def _minus(notation: Notation, context: str, text: str) -> Step:
    if context == "9":
        return Step("lose", notation.province(text))
    if context == "5":
        with suppress(No):
            return Step("s-", notation.province(text))
    return notation._site(text, "dismantle", "lift")


def _standard(notation: Notation, _: str, text: str) -> Step:
    if ">" in text:
        return notation._pass_on(text)
    if isinstance(notation.names.sectors.find(text), str):
        return Step("sector+", notation.sector(text))
    return Step("s+", notation.province(text))


def _assign(notation: Notation, _: str, city: str, province: str) -> Step:
    number = notation.city(city)
    if number == notation.game.hamburg:
        return Step("hamburg", notation.province(province))
    return Step("assign", number, notation.province(province))


def _void(_: Notation, __: str, icon: str, side: str | None) -> Step:
    name = icon.casefold()
    if name not in VOIDS:
        raise No("void-unknown", text=icon, icons=VOIDS)
    return Step("void", name, side.casefold() if side else None)


def _arrow(_: Notation, __: str, track: str, way: str) -> Step:
    return Step("arrow", track.casefold(), None, int(way.replace(" ", "")))


def _of_place(verb: str) -> Callable[[Notation, str, str], Step]:
    find = Notation.city if VERBS[verb].takes is Kind.CITY else Notation.province
    return lambda notation, _, text: Step(verb, find(notation, text))


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.IGNORECASE)


def _plain_words() -> Iterator[tuple[re.Pattern[str], Callable[..., Step]]]:
    """The verbs that are a word and a place: `calm SN`, `down leipzig`."""
    for name, verb in VERBS.items():
        if verb.spelling == f"{name} {{}}" and verb.takes in (Kind.CITY, Kind.PROVINCE):
            yield _pattern(rf"{name}\s+(.+)"), _of_place(name)


# Tried in this order; operators win over names.
_PATTERNS: tuple[tuple[re.Pattern[str], Callable[..., Step]], ...] = (
    (_pattern(r"u\s*\+\s*(.+)"), _of_place("u+")),
    (_pattern(r"u\s*-\s*(.+)"), _of_place("u-")),
    (_pattern(r"u\s+(.+?)\s*>\s*(.+)"), lambda n, _, one, other: Step("u>", n.province(one), n.province(other))),
    (_pattern(r"s\s*\+\s*(.+)"), _standard),
    (_pattern(r"s\s*-\s*(.+)"), _of_place("s-")),
    (_pattern(r"\+\s*(.+)"), lambda n, _, text: n._site(text, "build", "lay")),
    (_pattern(r"-\s*(.+)"), _minus),
    *_plain_words(),
    (_pattern(r"skip\s+repair"), lambda *_: Step("skip", "repair")),
    (_pattern(r"skip\s+u\s*-"), lambda *_: Step("skip", "u-")),
    (_pattern(r"use\s+(\S+)\s+(.+)"), lambda n, _, card, place: Step("use", n.card_of_step(card), n.province(place))),
    (_pattern(r"void\s+(\S+)(?:\s+(west|east))?"), _void),
    (_pattern(r"(.+?)\s*=\s*(.+)"), _assign),
    (_pattern(r"discard\s+(\S+)"), lambda n, _, card: Step("discard", n.card_of_step(card))),
    (_pattern(r"draw"), lambda *_: Step("draw")),
    (_pattern(r"look\s+(hand|deck)"), lambda _, __, where: Step("look", where.casefold())),
    (
        _pattern(r"swap\s+(\S+)\s+(\S+)"),
        lambda n, _, one, other: Step("swap", n.card_of_step(one), n.card_of_step(other)),
    ),
    (_pattern(r"drop\s+(\S+)"), lambda n, _, card: Step("drop", n.card_of_step(card))),
    (_pattern(r"at\s+([-+]?\d)"), lambda _, __, space: Step("at", int(space))),
    (_pattern(r"none"), lambda *_: NOTHING),
    # What happens by itself may be typed, too.
    (_pattern(rf"({'|'.join(TRACKS)})(\s*[-+]\s*\d|\s+\d)"), _arrow),
    (_pattern(r"police"), lambda *_: Step("police")),
    (_pattern(r"wall\s+(on|off)"), lambda _, __, how: Step("wall", how.casefold())),
    (_pattern(r"stasi\s+dissolved"), lambda *_: Step("stasi")),
)


# What a phase or mode writes without its verb.
_BARE = {
    ("3", "down"): "{}",
    ("8", "u-"): "{}",
    ("9", "soc"): "{}",
    ("build", "build"): "{}",
    ("build", "lay"): "{}",
    ("standard", "s+"): "{}",
    ("standard", "s>"): "{}>{to}",
    ("unrest", "u-"): "{}",
}


def _word(game: Game, kind: Kind, place: Any) -> str:
    """A place as the notation writes it: provinces by their code, all else by its id."""
    if kind is Kind.PROVINCE:
        return "none" if place is None else game.provinces[place].code
    many = places_of(game, kind)
    if many is None:
        return "" if place is None else str(place)
    named = many[place]
    return named if isinstance(named, str) else str(named.id)
