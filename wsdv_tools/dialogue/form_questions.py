"""The questions by which a position is typed in: what each asks, what is there, how its answer is read."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from wsdv_tools.dialogue.form_answers import (
    MARK,
    MINUS,
    decade_number,
    factories,
    laid_lines,
    named_cities,
    named_numbers,
    names_there,
    numbers,
    standing,
    takes_only,
    typable,
    typed_facts,
    typed_lines,
    typed_tracks,
    typed_words,
)
from wsdv_tools.facts import State
from wsdv_tools.facts.tracks import FIRST as WEST_END
from wsdv_tools.facts.tracks import LAST as EAST_END
from wsdv_tools.record.notation import No
from wsdv_tools.record.statements import ABSENT, MOST_PIECES, READY, USED, Statement, count
from wsdv_tools.rules.position import NONE
from wsdv_tools.rules.protests import own_markers
from wsdv_tools.rules.verbs import TRACKS
from wsdv_tools.telling.phrases import Phrases

if TYPE_CHECKING:
    from wsdv_tools.rules.position import Position


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


def _decade(phrases: Phrases, position: Position) -> Question:
    def read(words: list[str]) -> list[Statement]:
        decade = numbers([decade_number(word) for word in words], [("decade", None)], 1, 4)
        if decade[0].value > 1:
            return decade
        open_again = [Statement("closed", city, False) for city in position.closed]
        return [*decade, Statement("wall", None, False), *open_again]  # of these decade I is not asked

    return Question(phrases.say("type.decade"), str(position.decade), read)


def _tracks(phrases: Phrases, position: Position) -> Question:
    def read(words: list[str]) -> list[Statement]:
        parts: dict[str, tuple[str, int | None]] = {track: (track, None) for track in TRACKS}
        statements, others = named_numbers(phrases, words, parts, WEST_END, EAST_END)
        for word in others:
            raise No("statement-number", text=word, least=WEST_END, most=EAST_END)
        return statements

    current = " ".join(str(getattr(position, track)) for track in TRACKS)
    words = tuple(phrases.vocabulary.all_of(TRACKS))
    return Question(phrases.say("type.tracks"), current, read, words, split=partial(typed_tracks, phrases))


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
        name = phrases.coded(number)
        if number == game.west_berlin:
            return _west_berlin(phrases, position, name)
        parts: dict[str, tuple[str, int | None]] = {"unrest": ("unrest", number), "standard": ("standards", number)}
        if game.states[number] is State.EAST:
            parts["socialists"] = ("placed", number)

        def read(words: list[str]) -> list[Statement]:
            statements, names = named_numbers(phrases, words, parts)
            return statements + factories(phrases, names, game.cities_of[number])

        key = "type.province-east" if len(parts) == 3 else "type.province-west"
        cities = phrases.listed(phrases.city(city) for city in game.cities_of[number])
        numbers = [str(getattr(position, part)[number]) for part, _ in parts.values()]
        current = " ".join([*numbers, *standing(phrases, position, game.cities_of[number])])
        words = tuple(typable(phrases, city) for city in game.cities_of[number])
        example = words[0].casefold() if words else ""
        text = phrases.say(key, name=name, cities=cities, example=example, n=len(game.cities_of[number]))
        return Question(text, current, read, words, split=typed_facts)

    return make


def _west_berlin(phrases: Phrases, position: Position, name: str) -> Question:
    parts: dict[str, tuple[str, int | None]] = {"unrest": ("unrest", phrases.game.west_berlin)}
    parts |= {sector: ("sectors", number) for number, sector in enumerate(phrases.game.sectors)}

    def read(words: list[str]) -> list[Statement]:
        statements, others = named_numbers(phrases, words, parts)
        for word in others:
            raise No("statement-number", text=word, least=0, most=MOST_PIECES)
        return statements

    current = " ".join(map(str, (position.unrest[phrases.game.west_berlin], *position.sectors)))
    return Question(phrases.say("type.west-berlin", name=name), current, read, split=typed_facts)


def _elsewhere(phrases: Phrases, position: Position) -> Question:
    cities = tuple(city for city, home in enumerate(phrases.game.home) if home is None)

    def read(words: list[str]) -> list[Statement]:
        if words == ["0"]:
            return [Statement("factories", city, NONE) for city in cities]
        return factories(phrases, [word for word in words if word != "0"], cities)

    names = tuple(typable(phrases, city) for city in cities)
    current = " ".join(standing(phrases, position, cities)) or "0"
    return Question(phrases.say("type.elsewhere", cities=phrases.listed(names)), current, read, names)


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
            return laid_lines(phrases, words, possible, state)

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
        return Question(text, " ".join(current) or "0", read, words, options, partial(typed_lines, phrases))

    return make


def _can_bear_lines(phrases: Phrases, position: Position, ends: tuple[int, int]) -> bool:
    """With a factory at either end, and abroad with one there (5.1-line, R3)."""
    game = phrases.game
    empty_abroad = any(game.external[city] and not position.factories[city] for city in ends)
    return any(position.factories[city] for city in ends) and (not empty_abroad or game.follows("R3b"))


def _cadre(phrases: Phrases, position: Position) -> Question:
    def read(words: list[str]) -> list[Statement]:
        return numbers(words, [("cadre", None)], 0, phrases.game.catalogue.pieces.socialists)

    return Question(phrases.say("type.cadre"), str(position.cadre), read)


def _police(phrases: Phrases, position: Position) -> Question:
    def read(words: list[str]) -> list[Statement]:
        gone = [] if takes_only(words) else [Statement("police", card, ABSENT) for card in position.police]
        return gone + [
            Statement("police", phrases.notation.face(name.removesuffix(MARK)), _how(name, is_there))
            for name, is_there in names_there(words)
        ]

    cards = [card + (MARK if card in position.police_used else "") for card in position.police]
    return Question(phrases.say("type.police"), " ".join(cards) or "0", read)


def _how(name: str, is_there: bool) -> str:
    """Whether a police card is used, ready or taken away."""
    return ABSENT if not is_there else USED if name.endswith(MARK) else READY


def _delivered(phrases: Phrases, position: Position) -> Question:
    codes = tuple(phrases.game.provinces[supplier].code for supplier in phrases.game.suppliers)

    def read(words: list[str]) -> list[Statement]:
        named = {phrases.notation.province(name): is_there for name, is_there in names_there(words)}
        for province in set(named).difference(phrases.game.suppliers):
            raise No("not-a-supplier", province=phrases.game.provinces[province])
        others = dict(zip(phrases.game.suppliers, position.delivered, strict=True)) if takes_only(words) else {}
        did = {**others, **named}
        return [Statement("delivered", s, did.get(one, False)) for s, one in enumerate(phrases.game.suppliers)]

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
        return numbers(words, [("imported", sector) for sector in range(len(codes))])

    text = phrases.say("type.imported", n=number, codes=phrases.listed(codes))
    return Question(text, " ".join(map(str, position.imported)), read)


def _played(phrases: Phrases, position: Position) -> Question:
    def read(words: list[str]) -> list[Statement]:
        gone = [Statement("played", card, False) for card in position.played]
        if len(words) == 1 and words[0].startswith("="):
            return [*gone, Statement("flight_icons", None, count(words[0][1:]))]
        cards = [Statement("played", phrases.notation.face(name), is_there) for name, is_there in names_there(words)]
        return cards if takes_only(words) else [*gone, Statement("flight_icons", None, 0), *cards]

    icons = f"={position.flight_icons}" if position.flight_icons else "0"
    return Question(phrases.say("type.played"), " ".join(position.played) or icons, read)


def _closed(phrases: Phrases, position: Position) -> Question | None:
    if position.decade == 1:
        return None  # cards 37 and 73 come later
    external = tuple(city for city, country in enumerate(phrases.game.external) if country)

    def read(words: list[str]) -> list[Statement]:
        named = named_cities(phrases, [word for word in words if word != "0"], external)
        if words and takes_only(words):
            return [Statement("closed", city, False) for city in named]
        is_closed = {city for city, name in named.items() if not name.startswith(MINUS)}
        return [Statement("closed", city, city in is_closed) for city in dict.fromkeys([*external, *position.closed])]

    names = tuple(typable(phrases, city) for city in external)
    closed = [typable(phrases, city) for city in sorted(position.closed)]
    return Question(phrases.say("type.closed", cities=phrases.listed(names)), " ".join(closed) or "0", read, names)
