"""The board as text, 80 columns wide: both states side by side, then tracks, cards and what lies beside the board."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Iterator
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from wsdv_tools.facts import State
from wsdv_tools.facts.cards import NUMERALS
from wsdv_tools.facts.tracks import FIRST, LAST
from wsdv_tools.rules.course import face
from wsdv_tools.rules.economy import economies, exports, values
from wsdv_tools.rules.figures import flight_icons
from wsdv_tools.rules.position import NONE, RUN_DOWN, UNKNOWN
from wsdv_tools.rules.protests import own_markers
from wsdv_tools.rules.verbs import TRACKS
from wsdv_tools.telling.phrases import NO_BREAK, card_label, in_columns, signed, unbroken, wrapped

if TYPE_CHECKING:
    from wsdv_tools.facts import Card, City
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Course, Position
    from wsdv_tools.telling.phrases import Phrases
    from wsdv_tools.words import Language


WIDTH = {State.WEST: 39, State.EAST: 38}
NAME = {State.WEST: 18, State.EAST: 14}  # East also has socialists
BETWEEN = "│ "
MOST_MARKS = 3


class BoardText:
    """Draws positions of one game in one language; `spelt` is how a console writes what it has no letters for."""

    def __init__(self, game: Game, language: Language, spelt: Callable[[str], str] = str) -> None:
        self.game = game
        self.language = language
        self._shown = spelt  # before it is put in columns

    def _say(self, key: str, **values: Any) -> str:
        return self._shown(self.language.say(f"texts.board.{key}", **values))

    def lines(self, position: Position, with_hands: bool = True) -> Iterator[str]:
        """The whole board; at a table, where both players can see it, without their hands."""
        yield self._head(position)
        yield from self._tracks(position)
        yield ""
        yield from self._both(self._provinces(position, State.WEST), self._provinces(position, State.EAST))
        yield ""
        yield from self._both(self._economy(position, State.WEST), self._economy(position, State.EAST))
        yield ""
        yield from self._say("legend").split("\n")
        for line in self._beside(position, with_hands):
            yield from wrapped(line, "", "  ")

    def _head(self, position: Position) -> str:
        parts = [self._shown(self.language.say("texts.decade", numeral=NUMERALS[position.decade]))]
        course = position.course
        if course and course.half:
            parts += [self._say("half", n=course.half), self._say("to-move", side=course.to_move)]
        parts.append(self._say("wall" if position.wall else "no-wall"))
        return ", ".join(parts)

    def _tracks(self, position: Position) -> Iterator[str]:
        """`Prestige    West 6 5 4 3 [2] 1 0 ... East`: the marker's space in brackets, and what it gives."""
        tracks = self.game.catalogue.tracks
        gives = {"currency": tracks.currency[position.currency], "socialists": tracks.socialists[position.socialists]}
        names = {track: self._shown(self.language.say(f"texts.track-{track}")) for track in ("prestige", *gives)}
        width = max(map(len, names.values()))
        west, east = (self._shown(self.language.name(side)) for side in State)
        for track, name in names.items():
            marker = getattr(position, track)
            spaces = "".join(f"[{abs(n)}]" if n == marker else f" {abs(n)} " for n in range(FIRST, LAST + 1))
            given = f"  {signed(gives[track])}" if track in gives else ""
            yield f"{name:{width}}  {west} {spaces} {east}{given}"

    def _both(self, west: Iterable[str], east: Iterable[str]) -> Iterator[str]:
        for one, other in zip_longest(west, east, fillvalue=""):
            yield f"{one:{WIDTH[State.WEST]}}{BETWEEN}{other}".rstrip()

    def _provinces(self, position: Position, side: State) -> Iterator[str]:
        """Unrest with its markers, standards, socialists, economy and export, province by province."""
        parts = ["standard", "socialists", "economy", "export"]
        if side is State.WEST:
            parts.remove("socialists")
        heads = "".join(f"{self._say(f'head-{part}'):>4}" for part in parts)
        yield f"{self._shown(self.language.name(side)):{NAME[side] + 2}}{self._say('head-unrest'):>6}{heads}"
        exported, economy = exports(self.game, position, -1), economies(self.game, position)
        for province in self.game.own(side):
            numbers: dict[str, int | None] = {
                "standard": position.standards[province],
                "socialists": position.placed[province],
                "economy": economy[province],
                "export": exported[province],
            }
            if province == self.game.west_berlin:
                parts = ["standard"]
            told = "".join(f"{'-' if numbers[part] is None else numbers[part]:>4}" for part in parts)
            name = self._named(province, NAME[side])
            yield f"{name}{position.unrest[province]:>2}{self._marks(position, province):3}{told}"
        if side is State.WEST:
            sectors = dict(zip(self.game.sectors, position.sectors, strict=True))
            yield f"   {self._say('sectors', **sectors)}"

    def _named(self, province: int, width: int) -> str:
        fact = self.game.provinces[province]
        name = self._shown(self.language.name(fact))
        short = (key for key in (f"texts.board.short.{fact.id}", f"texts.place.{fact.id}") if self.language.has(key))
        if len(name) > width:
            name = next((self._shown(self.language.say(key)) for key in short), name)
        return f"{fact.code} {name:{width}.{width}}"

    def _marks(self, position: Position, province: int) -> str:
        own = own_markers(position, province)
        imported = 0
        if province in self.game.suppliers:
            imported = position.imported[self.game.suppliers.index(province)]
        return f"!{own + imported}" if own + imported > MOST_MARKS else "!" * own + "+" * imported

    def _economy(self, position: Position, side: State) -> Iterator[str]:
        """Factories with their values, and infrastructure."""
        value = values(self.game, position)
        standing = [
            unbroken(f"{self._city(city)} {value[number]}{'*' if factory == RUN_DOWN else ''}")
            for number, (city, factory) in enumerate(zip(self.game.cities, position.factories, strict=True))
            if factory != NONE and self.game.city_states[number] is side
        ]
        yield from _column(self._say("factories", text=", ".join(standing) or "-"), WIDTH[side] - 1)
        laid = []
        for number, count in enumerate(position.lines):
            if count and self.game.line_states[number] is side:
                name = "–".join(map(self._city, self.game.connections[number].cities))
                full = self.game.lines[number]
                laid.append(self._shown(name if count == full else unbroken(f"{name} {count}/{full}")))
        yield from _column(self._say("lines", text=", ".join(laid) or "-"), WIDTH[side] - 1)

    def _city(self, city: City) -> str:
        """Of the two cities of a country abroad the one that is meant."""
        key = f"texts.place.{city.id}"
        return self._shown(self.language.say(key) if city.external else self.language.name(city))

    def _beside(self, position: Position, with_hands: bool) -> Iterator[str]:
        """The holding box, police, and the cards."""
        game = self.game
        yield self._say("cadre", n=position.cadre)
        if position.stasi_dissolved:
            yield self._say("stasi-dissolved")
        elif position.police:
            cards = (f"{card}*" if card in position.police_used else card for card in position.police)
            yield self._say("police", text=", ".join(cards))
        delivered = [game.provinces[game.suppliers[s]] for s, did in enumerate(position.delivered) if did]
        if delivered:
            yield self._say("delivered", provinces=delivered)
        if position.closed:
            yield self._say("closed", cities=[game.cities[city] for city in sorted(position.closed)])
        if position.course:
            yield from self._cards(position.course, with_hands)
        if position.played or position.flight_icons:
            played = self._say("played", text=", ".join(position.played)) if position.played else ""
            yield f"{played} {unbroken(self._say('flight', n=flight_icons(game, position)))}".strip()

    def _cards(self, course: Course, with_hands: bool) -> Iterator[str]:
        special = [self._say("special")] if course.special else []
        yield self._say("display", text=", ".join([*course.display, *special]) or "–")
        for side in State if with_hands else ():
            hand = course.hand(side)
            if any(card != UNKNOWN for card in hand):
                yield self._say("hand", side=side, text=", ".join(hand))
            else:
                yield self._say("hand-unknown", side=side, n=len(hand))


def _column(text: str, width: int) -> list[str]:
    lines = textwrap.wrap(text, width, subsequent_indent="  ", break_on_hyphens=False)
    return [line.replace(NO_BREAK, " ") for line in lines]


def changes(phrases: Phrases, before: Position, after: Position) -> Iterator[str]:
    """What to change on the board, province by province: before → after."""
    game = phrases.game
    tracks = [
        phrases.say(f"change.{part}", before=signed(old), after=signed(new))
        for part in TRACKS
        if (old := getattr(before, part)) != (new := getattr(after, part))
    ]
    if before.cadre != after.cadre:
        tracks.append(phrases.say("change.cadre", before=before.cadre, after=after.cadre))
    yield from tracks
    for province in range(len(game.provinces)):
        told = [*_pieces(phrases, before, after, province)]
        for city in game.cities_of[province]:
            told += _site(phrases, before, after, city)
        if told:
            yield f"{phrases.coded(province)}: {phrases.listed(told)}"
    for city, home in enumerate(game.home):
        if home is None:
            yield from _site(phrases, before, after, city)
    yield from _beside_changed(phrases, before, after)


def _beside_changed(phrases: Phrases, before: Position, after: Position) -> Iterator[str]:
    """What lies beside the map."""
    game = phrases.game
    if before.police_used and not after.police_used:
        yield phrases.say("change.police-ready")
    if (before.played or before.flight_icons) and not (after.played or after.flight_icons):
        yield phrases.say("change.played")
    elif flight_icons(game, before) != flight_icons(game, after):
        yield phrases.say("change.flight", before=flight_icons(game, before), after=flight_icons(game, after))
    if before.wall != after.wall:
        yield phrases.say("change.wall-up" if after.wall else "change.wall-down")
    if before.police != after.police:
        yield phrases.say("board.police", text=phrases.listed(after.police) or "–")
    if before.delivered != after.delivered:
        yield phrases.say("board.delivered", provinces=_delivered(phrases, after) or "–")
    if before.closed != after.closed:
        closed = (phrases.city(city) for city in sorted(after.closed))
        yield phrases.say("board.closed", cities=phrases.listed(closed) or "–")


def _delivered(phrases: Phrases, position: Position) -> str:
    suppliers = zip(phrases.game.suppliers, position.delivered, strict=True)
    return phrases.listed(phrases.province(supplier) for supplier, did in suppliers if did)


def _pieces(phrases: Phrases, before: Position, after: Position, province: int) -> Iterator[str]:
    game = phrases.game
    parts = (("unrest", "unrest"), ("standards", "standard"), ("placed", "placed"))
    for part, key in parts:
        old, new = getattr(before, part)[province], getattr(after, part)[province]
        if part == "standards" and province == game.west_berlin:
            continue
        if old != new:
            yield phrases.say(f"change.{key}", before=old, after=new)
    if province == game.west_berlin:
        for sector, (old, new) in enumerate(zip(before.sectors, after.sectors, strict=True)):
            if old != new:
                yield f"{phrases.sector(sector)} {old} → {new}"
    if province in game.suppliers:
        sector = game.suppliers.index(province)
        old, new = before.imported[sector], after.imported[sector]
        if old != new:
            yield phrases.say("change.imported", before=old, after=new)


def _site(phrases: Phrases, before: Position, after: Position, city: int) -> Iterator[str]:
    """A city's factory, and the lines of the connections that are reported with this city."""
    game = phrases.game
    old, new = before.factories[city], after.factories[city]
    if old != new:
        key = "gone" if new == NONE else "down" if new == RUN_DOWN else "built"
        yield phrases.say(f"change.{key}", city=phrases.city(city))
    for connection in game.connections_of[city]:
        if game.ends[connection][0] == city:
            old, new = before.lines[connection], after.lines[connection]
            if old != new:
                yield f"{phrases.name(game.connections[connection])} {old} → {new}"


def summary(phrases: Phrases, position: Position) -> Iterator[str]:
    """A position in three lines, for people to compare with their table."""
    tracks = {name: signed(getattr(position, name)) for name in TRACKS}
    wall = phrases.say("board.wall" if position.wall else "board.no-wall")
    yield phrases.say("summary.head", numeral=NUMERALS[position.decade], wall=wall, **tracks)
    for side in State:
        yield phrases.say("summary.side", side=side, text=phrases.listed(_counted(phrases, position, side)))


def _counted(phrases: Phrases, position: Position, side: State) -> Iterator[str]:
    game = phrases.game
    cities = [city for city, state in enumerate(game.city_states) if state is side and position.factories[city]]
    provinces = [province for province, state in enumerate(game.states) if state is side]
    counts = {
        "factories": len(cities),
        "rundown": sum(position.factories[city] == RUN_DOWN for city in cities),
        "lines": sum(
            laid for (one, _), laid in zip(game.ends, position.lines, strict=True) if game.city_states[one] is side
        ),
        "standards": sum(position.standards[province] for province in provinces),
        "unrest": sum(position.unrest[province] for province in provinces),
        "socialists": sum(position.placed[province] for province in provinces),
    }
    if side is State.EAST:
        counts |= {"cadre": position.cadre, "police": len(position.police), "flight": flight_icons(game, position)}
    always = ("factories", "lines", "standards", "unrest")
    yield from (phrases.say(f"summary.{key}", n=n) for key, n in counts.items() if n or key in always)


def heading(phrases: Phrases, position: Position, course: Course) -> str:
    """`Decade I, half 1: West to move`."""
    numeral, side = NUMERALS[position.decade], phrases.name(course.to_move)
    return phrases.say("play.turn", numeral=numeral, half=course.half, side=side)


def scene(phrases: Phrases, position: Position, course: Course) -> Iterator[str]:
    """The cards on the table, then the hands."""
    entries = [_entry(phrases, card) for card in course.display]
    if course.special:
        entries.append(_entry(phrases, special_card(position)))
    yield from in_columns(entries)
    for side in State:
        yield from wrapped(_hand(phrases, course, side))


def special_card(position: Position) -> str:
    """The special card of the decade, the side that lies up."""
    return face(position, NUMERALS[position.decade])


def _entry(phrases: Phrases, card: str) -> str:
    if card == UNKNOWN:
        return f"  ? {phrases.say('play.unknown-card')}"
    fact = phrases.game.cards[card]
    return f"{fact.number:>3} {phrases.language.title(fact)} ({_worth(phrases, fact)})"


def _worth(phrases: Phrases, card: Card) -> str:
    """The colour, which says who benefits, and the value."""
    if card.is_special:
        return phrases.say("play.special", side=State.EAST)
    west, east = card.values[State.WEST], card.values[State.EAST]
    value = str(west) if west == east else f"{west}/{east}"
    return f"{phrases.say(f'play.{card.colour}')} {value}"


def _hand(phrases: Phrases, course: Course, side: State) -> str:
    hand = course.hand(side)
    known = [card_label(phrases, card) for card in hand if card != UNKNOWN]
    if not known:
        return phrases.say("board.hand-unknown", side=side, n=len(hand))
    unknown = [UNKNOWN] * (len(hand) - len(known))
    return phrases.say("board.hand", side=side, text=phrases.listed([*known, *unknown]))
