"""How an answer to the questions about a position is read: its words and numbers, its cities and connections."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import TYPE_CHECKING

from wsdv_tools.facts.cards import NUMERALS
from wsdv_tools.record.notation import No
from wsdv_tools.record.statements import MOST_PIECES, Statement, count
from wsdv_tools.rules.position import INTACT, NONE, RUN_DOWN
from wsdv_tools.words.names import folded, spellings

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from wsdv_tools.facts import State
    from wsdv_tools.rules.position import Position
    from wsdv_tools.telling.phrases import Phrases

_WORDS = re.compile(r"[^\s,;]+")
_SIGNS = re.compile(r"[=:]")
_NAME_AND_NUMBER = re.compile(r"(?<![^\s,;])([^\s,;*\d][^\s,;*]*)\s+([0-9]+)(?![^\s,;])")
_HYPHEN = re.compile(r"(?<=[^\s,;])\s*[-‐-―−]\s*(?=[^\W\d])")
MOST_WORDS = 6  # of a connection: both cities may have names of several words
MINUS = ("-", "−")  # taken away
MARK = "*"  # run down, used; and how many lines
# The decades as people call them, in English, German, Hungarian and Spanish; written without accents.
_DECADES = {
    1: "one first eins eine erste egy elso uno una primera primero",
    2: "two second zwei zwo zweite ketto masodik dos segunda segundo",
    3: "three third drei dritte harom harmadik tres tercera tercero",
    4: "four fourth vier vierte negy negyedik cuatro cuarta cuarto",
}


def typed_words(text: str) -> list[str]:
    """The words of an answer; separated by commas, semicolons or blanks.

    >>> typed_words("3 1, kiel")
    ['3', '1', 'kiel']
    """
    return _WORDS.findall(text)


def numbers(
    words: list[str], parts: list[tuple[str, int | None]], least: int = 0, most: int = MOST_PIECES
) -> list[Statement]:
    """One number for each part; those left out at the end stay as they are."""
    if len(words) > len(parts):
        raise No("type-too-many", text=" ".join(words[len(parts) :]), n=len(parts))
    return [Statement(part, place, count(word, least, most)) for (part, place), word in zip(parts, words, strict=False)]


def named_numbers(
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
    alone = [word for word in others if _is_number(word)]
    if named and alone:
        raise No("type-number-whose", text=" ".join(alone))
    return named + numbers(alone, [*parts.values()], least, most), [word for word in others if not _is_number(word)]


def _is_number(word: str) -> bool:
    return word.lstrip("-−+").isdecimal()


def typed_facts(text: str) -> list[str]:
    """The words of an answer in which numbers may be named: `prestige: 2`, `prestige = 2`."""
    return typed_words(_SIGNS.sub(" ", text))


def typed_tracks(phrases: Phrases, text: str) -> list[str]:
    """The words of an answer about tracks, whose names may have two words: `nyugati valuta 2`."""
    return typed_words(phrases.vocabulary.canonical(_SIGNS.sub(" ", text)))


def decade_number(word: str) -> str:
    """`II`, `2.` and `zwei` are 2; any other word stays as it is.

    >>> [decade_number(word) for word in ("II", "2.", "Kettő", "5")]
    ['2', '2', '2', '5']
    """
    bare = word.removesuffix(".")
    if bare.upper() in NUMERALS[1:]:
        return str(NUMERALS.index(bare.upper()))
    return next((str(number) for number, said in _DECADES.items() if folded(bare) in said.split()), bare)


# What is taken away


def takes_only(words: list[str]) -> bool:
    """Whether an answer only takes away, `-5`; all else stays as it is then."""
    return all(word.startswith(MINUS) for word in words)


def names_there(words: list[str]) -> list[tuple[str, bool]]:
    """The names of an answer, and whether they are to be there; `0` is none.

    >>> names_there(["5*", "-15"])
    [('5*', True), ('15', False)]
    """
    return [(word.lstrip("-−"), not word.startswith(MINUS)) for word in words if word != "0"]


# Cities and connections


def typable(phrases: Phrases, city: int) -> str:
    """The name of a city as one word: `Polska-Nord`."""
    return phrases.city(city).replace(" ", "-")


def standing(phrases: Phrases, position: Position, cities: tuple[int, ...]) -> list[str]:
    """The factories as they would be typed."""
    return [
        typable(phrases, city) + (MARK if position.factories[city] == RUN_DOWN else "")
        for city in cities
        if position.factories[city]
    ]


def factories(phrases: Phrases, words: list[str], cities: tuple[int, ...]) -> list[Statement]:
    """The cities named have a factory, the others of the place have none; `*` is run down, `-kiel` only takes away.

    Where none is named, all stay as they are.
    """
    named = named_cities(phrases, words, cities)
    if takes_only(words):
        return [Statement("factories", city, NONE) for city in named]
    found = {city: RUN_DOWN if name.endswith(MARK) else INTACT for city, name in named.items()}
    gone = {city for city, name in named.items() if name.startswith(MINUS)}
    return [Statement("factories", city, NONE if city in gone else found.get(city, NONE)) for city in cities]


def named_cities(phrases: Phrases, words: list[str], cities: tuple[int, ...]) -> dict[int, str]:
    """The cities that are named, with what was typed for each: several words may be one, `karl marx stadt`."""
    named: dict[int, str] = {}
    while words:
        lengths = range(min(MOST_WORDS, len(words)), 1, -1)
        length = next((n for n in lengths if len(_beginning(phrases, _bare("-".join(words[:n])), cities)) == 1), 1)
        name = "-".join(words[:length])
        named[_city(phrases, _bare(name), cities)] = name
        words = words[length:]
    return named


def _bare(name: str) -> str:
    """Without what says that it is taken away or run down."""
    return name.strip(f"-−{MARK}")


def _beginning(phrases: Phrases, name: str, cities: tuple[int, ...]) -> list[int]:
    """Those of a few cities whose names begin like that, or the one that is called so."""
    called = {city: spellings(phrases.city(city)) for city in cities}
    exact = [city for city in cities if folded(name) in called[city]]
    return exact or [
        city
        for city in cities
        if any(one.startswith(folded(name)) for one in called[city] | spellings(phrases.game.cities[city].id))
    ]


def _city(phrases: Phrases, name: str, cities: tuple[int, ...]) -> int:
    """One of a few cities: of these the first letters will do."""
    fitting = _beginning(phrases, name, cities)
    ids = {phrases.game.cities[city].id: city for city in cities}
    found = phrases.notation.names.cities.find(name)
    if not fitting and not isinstance(found, str) and found.several:
        fitting = [ids[id_] for id_ in found.near if id_ in ids]
    if len(fitting) == 1:
        return fitting[0]
    if isinstance(found, str) and found in ids:
        return ids[found]
    if fitting:
        raise No("name-several", text=name, near=tuple(phrases.game.cities[city].id for city in fitting))
    near = () if isinstance(found, str) else tuple(get_close_matches(folded(name), ids, 1, 0.7))
    if near or not ids:
        raise No("name-unknown", text=name, near=near)
    raise No("type-city-elsewhere", text=name, cities=[phrases.game.cities[city] for city in cities], n=len(cities))


def typed_lines(phrases: Phrases, text: str) -> list[str]:
    """The words of an answer about lines, each a connection: `leipzig-jena 2`, as `fix` has it, is `leipzig-jena*2`.

    Blanks around the hyphen, or instead of it, are forgiven: `leipzig - jena`, `leipzig jena`.
    """
    parts = re.split("[,;]", _NAME_AND_NUMBER.sub(r"\1*\2", _HYPHEN.sub("-", text)))
    return [word for part in parts for word in _connections(phrases, typed_words(part))]


def _connections(phrases: Phrases, words: list[str]) -> Iterator[str]:
    """The words, with those joined that name a connection, or two cities, together."""
    while words:
        lengths = range(min(MOST_WORDS, len(words)), 1, -1)
        length = next((length for length in lengths if _are_one(phrases, words[:length])), 1)
        yield "-".join(words[:length])
        words = words[length:]


def _are_one(phrases: Phrases, words: list[str]) -> bool:
    """Whether several words are one connection; the last may say how many lines it has."""
    names = phrases.notation.names
    *first, last = [*words[:-1], words[-1].partition(MARK)[0]]
    if any(MARK in word or word[0].isdecimal() for word in first) or isinstance(names.connection(first[0]), str):
        return False
    are_cities = not first[1:] and all(isinstance(names.cities.find(word), str) for word in (*first, last))
    return are_cities or isinstance(names.connection("-".join((*first, last))), str)


def laid_lines(phrases: Phrases, words: list[str], possible: list[int], state: State) -> list[Statement]:
    """Numbers of the list or names; `*1` or, after a name, `1` where one of two lines is laid."""
    game = phrases.game
    laid = dict.fromkeys(possible, 0)
    for word in words:
        if word == "0":
            continue
        name, star, number = word.partition(MARK)
        if name.isdecimal():
            connection = possible[count(name, 1, len(possible)) - 1]
        else:
            connection = _connection(phrases, name, state)
        home = game.line_states[connection]
        if home is not state:  # what is typed for the other state would be forgotten when that is asked
            raise No("type-line-elsewhere", text=word, connection=game.connections[connection], side=home, other=state)
        most = game.lines[connection]
        if star and not (number.isdecimal() and int(number[:9]) <= most):
            raise No("type-lines-most", text=word, connection=game.connections[connection], n=most)
        laid[connection] = int(number) if star else most
    return [Statement("lines", connection, number) for connection, number in laid.items()]


def _connection(phrases: Phrases, name: str, state: State) -> int:
    """A connection by its name; what is proposed instead is one of the state that is asked about."""
    game, names = phrases.game, phrases.notation.names
    try:
        return phrases.notation.connection(name)
    except No as no:
        city = names.cities.find(name)
        if isinstance(city, str):
            near = tuple(connection.id for connection in game.catalogue.cities[city].connections)
            raise No("no-connection", text=name, near=near) from None
        near = tuple(id_ for id_ in no.why.values["near"] if game.line_states[game.connection(id_)] is state)
        if no.why.code == "name-unknown":
            raise No("name-unknown", text=name, near=near) from None
        raise
