"""What somebody says about the board: `SN unrest 2, standard 1; leipzig down; prestige -2`.

One grammar for `check`, `set` and `fix`. A statement names a part of the position and what is there: it can be
compared with a position, and it can be made true.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, NamedTuple

from wsdv_tools.facts.tracks import FIRST, LAST
from wsdv_tools.record.notation import No, Notation, Unreadable
from wsdv_tools.rules.position import INTACT, NONE, RUN_DOWN, put
from wsdv_tools.rules.verbs import TRACKS

if TYPE_CHECKING:
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position

MOST_PIECES = 99
_WORD = re.compile(r"\S+")
_SPLIT = re.compile(r"[,;]")
_NUMBER = re.compile(r"-?[0-9]{1,3}")
_GONE = re.compile(r"[-−][^\W\d]")
_GONE_BESIDE = re.compile(r"((?i:police|played|closed|delivered))((?:\s+[-−][^\s\-−]\S*)+)")  # `played -12 -16`
_MARKED = re.compile(r"((?i:police)\s+\S*[^\s*]|.*[^\s*\d])\s*\*+")  # `leipzig*`, `police 5*`
_ON = {"on": True, "yes": True, "true": True, "off": False, "no": False, "false": False}
_STANDING = {"": INTACT, "up": INTACT, "down": RUN_DOWN, "none": NONE}
READY, USED, ABSENT = "ready", "used", "none"  # what a police card can be


class Statement(NamedTuple):
    """A part of the position, the place in it (a number, a card), and what is there."""

    part: str
    place: Any
    value: Any

    def holds(self, position: Position) -> bool:
        return bool(self.found(position) == self.value)

    def found(self, position: Position) -> Any:
        """What a position has there."""
        return _PARTS[self.part].get(position, self.place)

    def made(self, game: Game, position: Position) -> Position:
        """The position with the statement made true; West Berlin's standards are the sum of its sectors."""
        position = _PARTS[self.part].set(position, self.place, self.value)
        if self.part == "sectors":
            return position._replace(standards=put(position.standards, game.west_berlin, sum(position.sectors)))
        return position


def read_statements(text: str, notation: Notation) -> list[Statement] | Unreadable:
    """All statements of a line; a province holds until the next is named.

    The word `socialists` is the track's marker, or the pieces of the province that is being spoken of.
    """
    reader = StatementReader(notation)
    try:
        for item in _SPLIT.split(text):
            reader.take(item.strip())
    except No as no:
        return no.why
    return reader.statements


class StatementReader:
    """Reads item by item; knows which province is being spoken of."""

    def __init__(self, notation: Notation) -> None:
        self.notation = notation
        self.province: int | None = None
        self.statements: list[Statement] = []
        self._names_played = False  # whether the item before names cards: `played 26, 30`

    def take(self, item: str) -> None:
        item = _with_words(item)
        words = _WORD.findall(item)
        if not words:
            return
        first = words[0].casefold()
        if self._names_played and first.isdecimal():
            item, words, first = f"played {item}", ["played", *words], "played"
        self._names_played = first == "played"
        if first in INSIDE_WORDS and (self.province is not None or first not in TRACKS):
            self._inside(item, words)
            return
        reader = _FIRST_WORDS.get(first)
        if reader is not None:
            self.province = None
            self.statements += reader(self, item, words[1:])
            return
        where = next((n for n, word in enumerate(words) if word.casefold() in INSIDE_WORDS), None)
        if where:
            self.province = self.notation.province(" ".join(words[:where]))
            self._inside(item, words[where:])
        else:
            self.province = None
            try:
                self.statements.append(self._site(item, words))
            except No as no:
                near = get_close_matches(first, (*_FIRST_WORDS, *INSIDE_WORDS), 1, 0.7)
                raise No("name-unknown", text=words[0], near=tuple(near)) if near else no from None

    def _inside(self, item: str, words: list[str]) -> None:
        """`unrest 2 standard 1` of the province that is being spoken of."""
        if self.province is None or len(words) % 2:
            raise No("statement-unreadable", text=item)
        for key, number in zip(words[::2], words[1::2], strict=True):
            part = INSIDE_WORDS.get(key.casefold())
            if part is None:
                raise No("statement-unreadable", text=item)
            if part == "standards" and self.province == self.notation.game.west_berlin:
                raise No("standard-without-sector", text=item)
            if part == "placed" and number.startswith(("-", "−")):
                raise No("socialists-of-province", text=item, province=self.notation.game.provinces[self.province])
            self.statements.append(Statement(part, self.province, count(number)))

    def _site(self, item: str, words: list[str]) -> Statement:
        """`leipzig`, `leipzig down`, `leipzig-jena 2`, `leipzig-jena none`, `french 1`."""
        *name, last = words
        if last.lstrip("+-−").isdecimal() and name:
            sector = self.notation.names.sectors.find(" ".join(name))
            if isinstance(sector, str):
                return Statement("sectors", self.notation.game.sectors.index(sector), count(last))
            if isinstance(self.notation.names.provinces.find(" ".join(name)), str):  # its word is missing
                raise No("statement-unreadable", text=item)
            return Statement("lines", self.notation.connection(" ".join(name)), count(last))
        if last.casefold() in _STANDING and name:
            connection = self.notation.names.connection(" ".join(name))
            if _STANDING[last.casefold()] == NONE and isinstance(connection, str):
                return Statement("lines", self.notation.game.connection(connection), 0)
            return Statement("factories", self.notation.city(" ".join(name)), _STANDING[last.casefold()])
        try:
            return Statement("factories", self.notation.city(item), INTACT)
        except No as no:
            if no.why.code == "province-not-city":  # its word is missing
                raise No("statement-unreadable", text=item) from None
            raise


def _with_words(item: str) -> str:
    """An item with the words that its signs stand for: what is taken away, run down or used.

    >>> [_with_words(item) for item in ("-leipzig", "police -5", "leipzig*", "police 5*")]
    ['leipzig none', 'police 5 none', 'leipzig down', 'police 5 used']
    """
    if _GONE.match(item):
        return f"{item[1:]} none"
    if gone := _GONE_BESIDE.fullmatch(item):
        return f"{gone[1]} {' '.join(word[1:] for word in gone[2].split())} none"
    if marked := _MARKED.fullmatch(item):
        return f"{marked[1]} {'used' if item.casefold().startswith('police ') else 'down'}"
    return item


def count(text: str, least: int = 0, most: int = MOST_PIECES) -> int:
    """A number as typed, within its bounds."""
    plain = text.replace("−", "-").removeprefix("+")
    if not _NUMBER.fullmatch(plain):
        raise No("statement-number", text=text, least=least, most=most)
    number = int(plain)
    if not least <= number <= most:
        raise No("statement-number", text=text, least=least, most=most)
    return number


_Read = Callable[[StatementReader, str, list[str]], "list[Statement]"]  # the words after the first


def _number(part: str, least: int = 0, most: int = MOST_PIECES) -> _Read:
    def read(_: StatementReader, item: str, words: list[str]) -> list[Statement]:
        if len(words) != 1:
            raise No("statement-unreadable", text=item)
        return [Statement(part, None, count(words[0], least, most))]

    return read


def _wall(_: StatementReader, item: str, words: list[str]) -> list[Statement]:
    if len(words) != 1 or words[0].casefold() not in _ON:
        raise No("statement-unreadable", text=item)
    return [Statement("wall", None, _ON[words[0].casefold()])]


def _stasi(_: StatementReader, item: str, words: list[str]) -> list[Statement]:
    if [word.casefold() for word in words] not in (["dissolved"], ["dissolved", "none"]):
        raise No("statement-unreadable", text=item)
    return [Statement("stasi_dissolved", None, len(words) == 1)]


def _is_there(words: list[str]) -> tuple[list[str], bool]:
    """The words without a `none` at their end, and whether there was none."""
    gone = len(words) > 1 and words[-1].casefold() == "none"
    return (words[:-1] if gone else words), not gone


def _there(part: str, find: Callable[[Notation, str], int]) -> _Read:
    def read(reader: StatementReader, item: str, words: list[str]) -> list[Statement]:
        name, is_there = _is_there(words)
        if not name:
            raise No("statement-unreadable", text=item)
        return [Statement(part, find(reader.notation, " ".join(name)), is_there)]

    return read


def _imported(reader: StatementReader, item: str, words: list[str]) -> list[Statement]:
    if len(words) < 2:
        raise No("statement-unreadable", text=item)
    return [Statement("imported", _sector_of(reader.notation, " ".join(words[:-1])), count(words[-1]))]


def _sector_of(notation: Notation, text: str) -> int:
    """The sector a supplier supplies."""
    province = notation.province(text)
    if province not in notation.game.suppliers:
        raise No("not-a-supplier", province=notation.game.provinces[province])
    return notation.game.suppliers.index(province)


def _police(reader: StatementReader, item: str, words: list[str]) -> list[Statement]:
    how = words[1].casefold() if len(words) == 2 else READY
    if not 1 <= len(words) <= 2 or how not in (READY, USED, ABSENT):
        raise No("statement-unreadable", text=item)
    return [Statement("police", reader.notation.card_of_step(words[0]), how)]


def _played(reader: StatementReader, item: str, words: list[str]) -> list[Statement]:
    cards, is_there = _is_there(words)
    if not cards:
        raise No("statement-unreadable", text=item)
    return [Statement("played", reader.notation.face(card), is_there) for card in cards]


INSIDE_WORDS = {"unrest": "unrest", "standard": "standards", "standards": "standards", "socialists": "placed"}
_FIRST_WORDS: dict[str, _Read] = {
    **{track: _number(track, FIRST, LAST) for track in TRACKS},
    "decade": _number("decade", 1, 4),
    "cadre": _number("cadre"),
    "flight-icons": _number("flight_icons"),
    "wall": _wall,
    "stasi": _stasi,
    "closed": _there("closed", Notation.city),
    "delivered": _there("delivered", _sector_of),
    "imported": _imported,
    "police": _police,
    "played": _played,
}


class _Part(NamedTuple):
    """How a part of the position is looked at, and how it is changed."""

    get: Callable[[Position, Any], Any]
    set: Callable[[Position, Any, Any], Position]


def _alone(name: str) -> _Part:
    return _Part(
        lambda position, _: getattr(position, name), lambda position, _, value: position._replace(**{name: value})
    )


def _one_of(name: str) -> _Part:
    def change(position: Position, place: int, value: Any) -> Position:
        changed: dict[str, Any] = {name: put(getattr(position, name), place, value)}
        return position._replace(**changed)

    return _Part(lambda position, place: getattr(position, name)[place], change)


def _set_closed(position: Position, city: int, is_closed: bool) -> Position:
    return position._replace(closed=position.closed | {city} if is_closed else position.closed - {city})


def _police_found(position: Position, card: str) -> str:
    if card in position.police_used:
        return USED
    return READY if card in position.police else ABSENT


def _set_police(position: Position, card: str, how: str) -> Position:
    used = tuple(other for other in position.police_used if other != card)
    if how == ABSENT:
        return position._replace(police=tuple(other for other in position.police if other != card), police_used=used)
    police = position.police if card in position.police else (*position.police, card)
    return position._replace(police=police, police_used=(*used, card) if how == USED else used)


def _set_played(position: Position, card: str, is_there: bool) -> Position:
    played = tuple(other for other in position.played if other != card)
    return position._replace(played=(*played, card) if is_there else played)


_PARTS: dict[str, _Part] = {
    **{name: _alone(name) for name in (*TRACKS, "decade", "cadre", "flight_icons", "wall", "stasi_dissolved")},
    **{
        name: _one_of(name)
        for name in ("unrest", "standards", "sectors", "placed", "factories", "lines", "delivered", "imported")
    },
    "closed": _Part(lambda position, city: city in position.closed, _set_closed),
    "police": _Part(_police_found, _set_police),
    "played": _Part(lambda position, card: card in position.played, _set_played),
}

_INSIDE = {"unrest": "unrest", "standards": "standard", "placed": "socialists"}
_STANDING_WORDS = {NONE: " none", RUN_DOWN: " down"}


def write_item(notation: Notation, typed: str, statements: Sequence[Statement]) -> str:
    """One item, which may say several things: of a province (`SN unrest 2 standard 1`), or of cards played.

    The province is named where the item named it; else it is the one of the item before.
    """
    if not statements:
        return typed
    game = notation.game
    first = statements[0]
    if first.part in _INSIDE:
        is_named = typed.split(None, 1)[0].casefold() not in INSIDE_WORDS
        name = [game.provinces[first.place].code] if is_named else []
        return " ".join([*name, *(f"{_INSIDE[one.part]} {one.value}" for one in statements)])
    if first.part == "played":
        cards = " ".join(one.place for one in statements)
        return f"played {cards}{_gone(first.value)}"
    return write_statement(game, first)


def write_statement(game: Game, statement: Statement) -> str:
    """One statement that is alone."""
    return _WRITERS[statement.part](game, statement)


def _gone(is_there: bool) -> str:
    return "" if is_there else " none"


def _counted(word: str) -> Callable[[Game, Statement], str]:
    return lambda _, one: f"{word} {one.value}"


def _supplier(game: Game, one: Statement) -> str:
    code: str = game.provinces[game.suppliers[one.place]].code
    return code


def _inside(word: str) -> Callable[[Game, Statement], str]:
    return lambda game, one: f"{game.provinces[one.place].code} {word} {one.value}"


_WRITERS: dict[str, Callable[[Game, Statement], str]] = {
    **{word: _counted(word) for word in (*TRACKS, "decade", "cadre")},
    **{part: _inside(word) for part, word in _INSIDE.items()},
    "flight_icons": _counted("flight-icons"),
    "wall": lambda _, one: f"wall {'on' if one.value else 'off'}",
    "stasi_dissolved": lambda _, one: f"stasi dissolved{_gone(one.value)}",
    "closed": lambda game, one: f"closed {game.cities[one.place].id}{_gone(one.value)}",
    "delivered": lambda game, one: f"delivered {_supplier(game, one)}{_gone(one.value)}",
    "imported": lambda game, one: f"imported {_supplier(game, one)} {one.value}",
    "police": lambda _, one: f"police {one.place}" + ("" if one.value == READY else f" {one.value}"),
    "played": lambda _, one: f"played {one.place}{_gone(one.value)}",
    "sectors": lambda game, one: f"{game.sectors[one.place]} {one.value}",
    "factories": lambda game, one: game.cities[one.place].id + _STANDING_WORDS.get(one.value, ""),
    "lines": lambda game, one: f"{game.connections[one.place].id} {one.value}",
}


def uncertain(game: Game, boards: Sequence[Position]) -> list[str]:
    """Where boards differ, as people would type it, with all that may be there: `SN unrest 1 / 2`."""
    found = []
    parts = {part: getattr(boards[0], part) for part in WHOLE + BY_PLACE} if len(boards) > 1 else {}
    for part, value in parts.items():
        for place in range(len(value)) if part in BY_PLACE else (None,):
            said = Statement(part, place, value if place is None else value[place])
            texts = sorted({write_statement(game, said._replace(value=said.found(board))) for board in boards})
            is_total = part == "standards" and place == game.west_berlin  # the sum of its sectors
            if len(texts) > 1 and not is_total:
                found.append(_several(texts))
    return found


WHOLE = (*TRACKS, "cadre", "wall")
BY_PLACE = ("unrest", "standards", "sectors", "placed", "factories", "lines", "imported")


def _several(texts: list[str]) -> str:
    """`SN unrest 1` and `SN unrest 2` in one."""
    words = [text.split() for text in texts]
    same = sum(1 for each in zip(*words, strict=False) if len(set(each)) == 1)
    values = (" ".join(each[same:]) or "up" for each in words)
    return f"{' '.join(words[0][:same])} {' / '.join(values)}"
