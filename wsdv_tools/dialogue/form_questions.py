"""The questions by which a position is typed in: what each asks, what is there, how its answer is read."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from wsdv_tools.facts import State
from wsdv_tools.facts.cards import NUMERALS
from wsdv_tools.facts.tracks import FIRST as WEST_END
from wsdv_tools.facts.tracks import LAST as EAST_END
from wsdv_tools.record.notation import No
from wsdv_tools.record.statements import MOST_PIECES, READY, USED, Statement, count
from wsdv_tools.rules.position import INTACT, NONE, RUN_DOWN
from wsdv_tools.rules.protests import own_markers
from wsdv_tools.telling.phrases import Phrases
from wsdv_tools.words.names import folded, spellings

if TYPE_CHECKING:
    from wsdv_tools.rules.position import Position

_WORDS = re.compile(r"[^\s,;]+")
_NAME_AND_NUMBER = re.compile(r"(?<![^\s,;])([^\s,;*\d][^\s,;*]*)\s+([0-9]+)(?![^\s,;])")
_SIGNS = re.compile(r"[=:]")
_MARK = "*"  # run down, used; and how many lines


def typed_words(text: str) -> list[str]:
    """The words of an answer; separated by commas, semicolons or blanks.

    >>> typed_words("3 1, kiel")
    ['3', '1', 'kiel']
    """
    return _WORDS.findall(text)


def _typed_lines(text: str) -> list[str]:
    """The words of an answer about lines: `leipzig-jena 2`, as `fix` has it, is `leipzig-jena*2`."""
    return typed_words(_NAME_AND_NUMBER.sub(r"\1*\2", text))


class Question(NamedTuple):
    """One question: its text, the answer that would change nothing, how an answer is read, and what completes."""

    text: str
    current: str
    read: Callable[[list[str]], list[Statement]]
    words: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    split: Callable[[str], list[str]] = typed_words


# A question about a position, or None where there is nothing to ask.
Maker = Callable[[Phrases, "Position"], Question | None]


FIRST, SUMMARY = "decade", "summary"  # the first question, and the name of the last one, when all is typed


def questions(phrases: Phrases) -> dict[str, Maker]:
    """All questions by the names they have in a file, in the order in which they are asked (docs/positions.md)."""
    ids = [province.id for province in phrases.game.provinces]
    return {
        FIRST: _decade,
        "tracks": _tracks,
        "wall": _wall,
        **{id_: _province(number) for number, id_ in enumerate(ids)},
        "elsewhere": _elsewhere,
        **{f"lines-{state.value}": _lines(state) for state in State},
        "cadre": _cadre,
        "police": _police,
        "delivered": _delivered,
        "imported": _imported,
        "played": _played,
        "closed": _closed,
    }


def _numbers(
    words: list[str], parts: list[tuple[str, int | None]], least: int = 0, most: int = MOST_PIECES
) -> list[Statement]:
    """One number for each part; those left out at the end stay as they are."""
    if len(words) > len(parts):
        raise No("type-too-many", text=" ".join(words[len(parts) :]), n=len(parts))
    return [Statement(part, place, count(word, least, most)) for (part, place), word in zip(parts, words, strict=False)]


def _named_numbers(
    phrases: Phrases,
    words: list[str],
    parts: Mapping[str, tuple[str, int | None]],
    least: int = 0,
    most: int = MOST_PIECES,
) -> tuple[list[Statement], list[str]]:
    """Numbers in the order of the parts, `2 1`, or by their names, `unrest 2 standard 1`; and all other words."""
    named: list[Statement] = []
    others: list[str] = []
    left = iter(words)
    for word in left:
        key = phrases.vocabulary.canonical(word).casefold()
        if key not in parts:
            others.append(word)
            continue
        number = next(left, None)
        if number is None or not _is_number(number):
            raise No("type-number-missing", text=word)
        statement = Statement(*parts[key], count(number, least, most))
        if any(statement[:2] == other[:2] for other in named):
            raise No("place-twice", text=word)
        named.append(statement)
    numbers = [word for word in others if _is_number(word)]
    if named and numbers:
        raise No("type-number-whose", text=" ".join(numbers))
    return named + _numbers(numbers, [*parts.values()], least, most), [word for word in others if not _is_number(word)]


def _is_number(word: str) -> bool:
    return word.lstrip("-−+").isdecimal()


def _typed_facts(text: str) -> list[str]:
    """The words of an answer in which numbers may be named: `prestige: 2`, `prestige = 2`."""
    return typed_words(_SIGNS.sub(" ", text))


def _decade(phrases: Phrases, position: Position) -> Question:
    def read(words: list[str]) -> list[Statement]:
        numerals = {numeral: str(number) for number, numeral in enumerate(NUMERALS)}
        decade = _numbers([numerals.get(word.upper(), word) for word in words], [("decade", None)], 1, 4)
        if decade[0].value > 1:
            return decade
        open_again = [Statement("closed", city, False) for city in position.closed]
        return [*decade, Statement("wall", None, False), *open_again]  # of these decade I is not asked

    return Question(phrases.say("type.decade"), str(position.decade), read)


def _tracks(phrases: Phrases, position: Position) -> Question:
    def read(words: list[str]) -> list[Statement]:
        parts: dict[str, tuple[str, int | None]] = {track: (track, None) for track in tracks}
        statements, others = _named_numbers(phrases, words, parts, WEST_END, EAST_END)
        for word in others:
            raise No("statement-number", text=word, least=WEST_END, most=EAST_END)
        return statements

    tracks = ("prestige", "currency", "socialists")
    current = " ".join(str(getattr(position, track)) for track in tracks)
    words = tuple(phrases.vocabulary.all_of(tracks))
    return Question(phrases.say("type.tracks"), current, read, words, split=_typed_facts)


def _wall(phrases: Phrases, position: Position) -> Question | None:
    if position.decade == 1:
        return None  # it can be built in decade II only

    def read(words: list[str]) -> list[Statement]:
        said = words[0].casefold()
        if said not in (*yes, *no):
            raise No("type-yes-or-no", text=words[0], yes=yes[0], no=no[0])
        return [Statement("wall", None, said in yes)]

    yes, no = phrases.say("command.yes").split(), phrases.say("command.no").split()
    return Question(phrases.say("type.wall"), yes[0] if position.wall else no[0], read, (yes[0], no[0]))


def _province(number: int) -> Maker:
    def make(phrases: Phrases, position: Position) -> Question:
        game = phrases.game
        name = f"{game.provinces[number].code} {phrases.province(number)}"
        if number == game.west_berlin:
            return _west_berlin(phrases, position, name)
        parts: dict[str, tuple[str, int | None]] = {"unrest": ("unrest", number), "standard": ("standards", number)}
        if game.states[number] is State.EAST:
            parts["socialists"] = ("placed", number)

        def read(words: list[str]) -> list[Statement]:
            statements, names = _named_numbers(phrases, words, parts)
            return statements + _factories(phrases, names, game.cities_of[number])

        key = "type.province-east" if len(parts) == 3 else "type.province-west"
        cities = phrases.listed(phrases.city(city) for city in game.cities_of[number])
        numbers = [str(getattr(position, part)[number]) for part, _ in parts.values()]
        current = " ".join([*numbers, *_standing(phrases, position, game.cities_of[number])])
        words = tuple(game.cities[city].id for city in game.cities_of[number])
        example = words[0] if words else ""
        text = phrases.say(key, name=name, cities=cities, example=example, n=len(game.cities_of[number]))
        return Question(text, current, read, words, split=_typed_facts)

    return make


def _west_berlin(phrases: Phrases, position: Position, name: str) -> Question:
    parts: dict[str, tuple[str, int | None]] = {"unrest": ("unrest", phrases.game.west_berlin)}
    parts |= {sector: ("sectors", number) for number, sector in enumerate(phrases.game.sectors)}

    def read(words: list[str]) -> list[Statement]:
        statements, others = _named_numbers(phrases, words, parts)
        for word in others:
            raise No("statement-number", text=word, least=0, most=MOST_PIECES)
        return statements

    current = " ".join(map(str, (position.unrest[phrases.game.west_berlin], *position.sectors)))
    return Question(phrases.say("type.west-berlin", name=name), current, read, split=_typed_facts)


def _standing(phrases: Phrases, position: Position, cities: tuple[int, ...]) -> list[str]:
    """The factories as they would be typed."""
    return [
        phrases.game.cities[city].id + (_MARK if position.factories[city] == RUN_DOWN else "")
        for city in cities
        if position.factories[city]
    ]


def _factories(phrases: Phrases, names: list[str], cities: tuple[int, ...]) -> list[Statement]:
    """The cities named have a factory, the others of the place have none; `*` is run down, `-kiel` only takes away.

    Where none is named, all stay as they are.
    """
    named = {_city(phrases, name.strip(f"-−{_MARK}"), cities): name for name in names}
    if all(name.startswith(("-", "−")) for name in names):
        return [Statement("factories", city, NONE) for city in named]
    found = {city: RUN_DOWN if name.endswith(_MARK) else INTACT for city, name in named.items()}
    gone = {city for city, name in named.items() if name.startswith(("-", "−"))}
    return [Statement("factories", city, NONE if city in gone else found.get(city, NONE)) for city in cities]


def _city(phrases: Phrases, name: str, cities: tuple[int, ...]) -> int:
    """One of a few cities: of these the first letters will do."""
    fitting = [
        city
        for city in cities
        if any(
            spelling.startswith(folded(name))
            for text in (phrases.game.cities[city].id, phrases.city(city))
            for spelling in spellings(text)
        )
    ]
    exact = [city for city in fitting if folded(name) in spellings(phrases.city(city))]
    if len(exact or fitting) == 1:
        return (exact or fitting)[0]
    city = phrases.notation.city(name)
    if city not in cities:
        raise No("type-city-elsewhere", text=name, cities=[phrases.game.cities[c] for c in cities], n=len(cities))
    return city


def _elsewhere(phrases: Phrases, position: Position) -> Question:
    cities = tuple(city for city, home in enumerate(phrases.game.home) if home is None)

    def read(words: list[str]) -> list[Statement]:
        if words == ["0"]:
            return [Statement("factories", city, NONE) for city in cities]
        return _factories(phrases, [word for word in words if word != "0"], cities)

    ids = tuple(phrases.game.cities[city].id for city in cities)
    current = " ".join(_standing(phrases, position, cities)) or "0"
    return Question(phrases.say("type.elsewhere", cities=phrases.listed(ids)), current, read, ids)


def _lines(state: State) -> Maker:
    """The connections of a state that have lines or can have them."""

    def make(phrases: Phrases, position: Position) -> Question | None:
        game = phrases.game
        own = [number for number in range(len(game.ends)) if game.line_states[number] is state]
        bearing = [number for number in own if _can_bear_lines(phrases, position, game.ends[number])]
        # What was typed beyond these comes behind them: after `back` all others keep their numbers.
        possible = bearing + [number for number in own if position.lines[number] and number not in bearing]
        if not possible:
            return None

        def read(words: list[str]) -> list[Statement]:
            return _laid(phrases, words, possible, state)

        current = [
            f"{place}*{laid}" if laid != game.lines[number] else str(place)
            for place, number in enumerate(possible, 1)
            if (laid := position.lines[number])
        ]
        options = tuple(
            phrases.name(game.connections[number]) + (" (2)" if game.lines[number] == 2 else "") for number in possible
        )
        words = tuple(game.connections[number].id for number in possible)
        text = phrases.say("type.lines", name=phrases.name(state))
        return Question(text, " ".join(current) or "0", read, words, options, _typed_lines)

    return make


def _can_bear_lines(phrases: Phrases, position: Position, ends: tuple[int, int]) -> bool:
    """With a factory at either end, and abroad with one there (5.1-line, R3)."""
    game = phrases.game
    empty_abroad = any(game.external[city] and not position.factories[city] for city in ends)
    return any(position.factories[city] for city in ends) and (not empty_abroad or game.follows("R3b"))


def _laid(phrases: Phrases, words: list[str], possible: list[int], state: State) -> list[Statement]:
    """Numbers of the list or names; `*1` or, after a name, `1` where one of two lines is laid."""
    game = phrases.game
    laid = dict.fromkeys(possible, 0)
    for word in words:
        if word == "0":
            continue
        name, star, number = word.partition(_MARK)
        if name.isdecimal():
            connection = possible[count(name, 1, len(possible)) - 1]
        else:
            connection = phrases.notation.connection(name)
        home = game.line_states[connection]
        if home is not state:  # what is typed for the other state would be forgotten when that is asked
            raise No("type-line-elsewhere", text=word, connection=game.connections[connection], side=home, other=state)
        most = game.lines[connection]
        if star and not (number.isdecimal() and int(number[:9]) <= most):
            raise No("type-lines-most", text=word, connection=game.connections[connection], n=most)
        laid[connection] = int(number) if star else most
    return [Statement("lines", connection, number) for connection, number in laid.items()]


def _cadre(phrases: Phrases, position: Position) -> Question:
    def read(words: list[str]) -> list[Statement]:
        return _numbers(words, [("cadre", None)], 0, phrases.game.catalogue.pieces.socialists)

    return Question(phrases.say("type.cadre"), str(position.cadre), read)


def _police(phrases: Phrases, position: Position) -> Question:
    def read(words: list[str]) -> list[Statement]:
        gone = [Statement("police", card, "none") for card in position.police]
        return gone + [
            Statement(
                "police", phrases.notation.face(word.removesuffix(_MARK)), USED if word.endswith(_MARK) else READY
            )
            for word in words
            if word != "0"
        ]

    cards = [card + (_MARK if card in position.police_used else "") for card in position.police]
    return Question(phrases.say("type.police"), " ".join(cards) or "0", read)


def _delivered(phrases: Phrases, position: Position) -> Question:
    codes = tuple(phrases.game.provinces[supplier].code for supplier in phrases.game.suppliers)

    def read(words: list[str]) -> list[Statement]:
        named = {phrases.notation.province(word) for word in words if word != "0"}
        for province in named.difference(phrases.game.suppliers):
            raise No("not-a-supplier", province=phrases.game.provinces[province])
        return [Statement("delivered", s, supplier in named) for s, supplier in enumerate(phrases.game.suppliers)]

    # Whoever has a standard there has most likely delivered it.
    likely = position.delivered if any(position.delivered) else tuple(map(bool, position.sectors))
    current = [code for code, did in zip(codes, likely, strict=True) if did]
    return Question(phrases.say("type.delivered"), " ".join(current) or "0", read, codes)


def _imported(phrases: Phrases, position: Position) -> Question | None:
    number = own_markers(position, phrases.game.west_berlin)
    if not number:
        return None
    codes = [phrases.game.provinces[supplier].code for supplier in phrases.game.suppliers]

    def read(words: list[str]) -> list[Statement]:
        return _numbers(words, [("imported", sector) for sector in range(len(codes))])

    text = phrases.say("type.imported", n=number, codes=phrases.listed(codes))
    return Question(text, " ".join(map(str, position.imported)), read)


def _played(phrases: Phrases, position: Position) -> Question:
    def read(words: list[str]) -> list[Statement]:
        gone = [Statement("played", card, False) for card in position.played]
        if len(words) == 1 and words[0].startswith("="):
            return [*gone, Statement("flight_icons", None, count(words[0][1:]))]
        cards = [Statement("played", phrases.notation.face(word), True) for word in words if word != "0"]
        return [*gone, Statement("flight_icons", None, 0), *cards]

    icons = f"={position.flight_icons}" if position.flight_icons else "0"
    return Question(phrases.say("type.played"), " ".join(position.played) or icons, read)


def _closed(phrases: Phrases, position: Position) -> Question | None:
    if position.decade == 1:
        return None  # cards 37 and 73 come later
    external = tuple(city for city, country in enumerate(phrases.game.external) if country)

    def read(words: list[str]) -> list[Statement]:
        named = {phrases.notation.city(word) for word in words if word != "0"}
        return [Statement("closed", city, city in named) for city in dict.fromkeys([*external, *named])]

    ids = tuple(phrases.game.cities[city].id for city in external)
    closed = [phrases.game.cities[city].id for city in sorted(position.closed)]
    return Question(phrases.say("type.closed", cities=phrases.listed(ids)), " ".join(closed) or "0", read, ids)
