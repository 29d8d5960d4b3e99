"""The board in a few lines, and what has to be changed on it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from wsdv_tools.dialogue.phrases import signed, wrapped
from wsdv_tools.facts import State
from wsdv_tools.rules.economy import values
from wsdv_tools.rules.position import NONE, RUN_DOWN
from wsdv_tools.rules.protests import markers

if TYPE_CHECKING:
    from wsdv_tools.dialogue.phrases import Phrases
    from wsdv_tools.rules.position import Position

NUMERALS = ("", "I", "II", "III", "IV")
_FACTORIES = 20  # the column where they start


def shown(phrases: Phrases, position: Position) -> Iterator[str]:
    """A position, compact: provinces with their factories' values, then lines and all that lies beside."""
    tracks = {
        "prestige": signed(position.prestige),
        "currency": signed(position.currency),
        "socialists": signed(position.socialists),
    }
    numeral = NUMERALS[position.decade]
    yield from wrapped(phrases.say("show.head", numeral=numeral, cadre=position.cadre, **tracks), "")
    yield phrases.say("show.columns")
    for state in State:
        for province in phrases.game.own(state):
            yield from _row(phrases, position, province)
    yield from _elsewhere(phrases, position)
    for line in _beside(phrases, position):
        yield from wrapped(line, "", "  ")


def _row(phrases: Phrases, position: Position, province: int) -> list[str]:
    unrest = f"{position.unrest[province]:3}{'!' * markers(phrases.game, position, province):2}"
    placed = position.placed[province] or ""
    standing = [_factory(phrases, position, city) for city in phrases.game.cities_of[province]]
    text = phrases.listed(factory for factory in standing if factory)
    if province == phrases.game.west_berlin:
        sectors = zip(range(len(phrases.game.sectors)), position.sectors, strict=True)
        text = phrases.listed(f"{phrases.sector(sector)} {number}" for sector, number in sectors if number)
    code = phrases.game.provinces[province].code
    row = f"{code} {unrest} {position.standards[province]:4} {placed!s:>4}"
    return wrapped(text, f"{row:{_FACTORIES}}", " " * _FACTORIES) or [row.rstrip()]


def _factory(phrases: Phrases, position: Position, city: int) -> str:
    if position.factories[city] == NONE:
        return ""
    value = values(phrases.game, position)[city]
    return f"{phrases.city(city)} {value}{'*' if position.factories[city] == RUN_DOWN else ''}"


def _elsewhere(phrases: Phrases, position: Position) -> Iterator[str]:
    """Hamburg and the external factories, which are no province's own."""
    standing = [_factory(phrases, position, c) for c, home in enumerate(phrases.game.home) if home is None]
    text = phrases.listed(factory for factory in standing if factory)
    if text:
        yield from wrapped(text, " " * _FACTORIES)


def _beside(phrases: Phrases, position: Position) -> Iterator[str]:
    game = phrases.game
    lines = []
    for number, laid in enumerate(position.lines):
        if laid:
            name, full = phrases.name(game.connections[number]), game.lines[number]
            lines.append(name if laid == full else f"{name} {laid}/{full}")
    yield phrases.say("show.lines", text=phrases.listed(lines) or "–")
    if position.police:
        cards = (f"{card}*" if card in position.police_used else card for card in position.police)
        yield phrases.say("show.police", text=phrases.listed(cards))
    if any(position.delivered):
        yield phrases.say("show.delivered", text=_delivered(phrases, position))
    imported = [f"{phrases.province(game.suppliers[s])} {n}" for s, n in enumerate(position.imported) if n]
    if imported:
        yield phrases.say("show.imported", text=phrases.listed(imported))
    if position.closed:
        yield phrases.say("show.closed", text=phrases.listed(phrases.city(city) for city in sorted(position.closed)))
    if position.wall:
        yield phrases.say("show.wall")
    if position.played or position.flight_icons:
        yield phrases.say("show.flight", n=flight_icons(phrases, position))


def changes(phrases: Phrases, before: Position, after: Position) -> Iterator[str]:
    """What to change on the board, province by province: before → after."""
    game = phrases.game
    tracks = [
        phrases.say(f"change.{part}", before=signed(old), after=signed(new))
        for part in ("prestige", "currency", "socialists")
        if (old := getattr(before, part)) != (new := getattr(after, part))
    ]
    if before.cadre != after.cadre:
        tracks.append(phrases.say("change.cadre", before=before.cadre, after=after.cadre))
    yield from tracks
    for province, fact in enumerate(game.provinces):
        told = [*_pieces(phrases, before, after, province)]
        for city in game.cities_of[province]:
            told += _site(phrases, before, after, city)
        if told:
            yield f"{fact.code} {phrases.province(province)}: {phrases.listed(told)}"
    for city, home in enumerate(game.home):
        if home is None:
            yield from _site(phrases, before, after, city)
    yield from _beside_changed(phrases, before, after)


def _beside_changed(phrases: Phrases, before: Position, after: Position) -> Iterator[str]:
    """What lies beside the map."""
    if before.police_used and not after.police_used:
        yield phrases.say("change.police-ready")
    if (before.played or before.flight_icons) and not (after.played or after.flight_icons):
        yield phrases.say("change.played")
    elif flight_icons(phrases, before) != flight_icons(phrases, after):
        yield phrases.say("change.flight", before=flight_icons(phrases, before), after=flight_icons(phrases, after))
    if before.wall != after.wall:
        yield phrases.say("change.wall-up" if after.wall else "change.wall-down")
    if before.police != after.police:
        yield phrases.say("show.police", text=phrases.listed(after.police) or "–")
    if before.delivered != after.delivered:
        yield phrases.say("show.delivered", text=_delivered(phrases, after) or "–")
    if before.closed != after.closed:
        closed = (phrases.city(city) for city in sorted(after.closed))
        yield phrases.say("show.closed", text=phrases.listed(closed) or "–")


def flight_icons(phrases: Phrases, position: Position) -> int:
    return position.flight_icons + sum(phrases.game.flight_icons[card] for card in position.played)


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
    """A city's factory, and the lines of the connections that are told with this city."""
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
