"""What has to be changed on the board."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from wsdv_tools.dialogue.phrases import signed
from wsdv_tools.rules.phases_economy import flight_icons
from wsdv_tools.rules.position import NONE, RUN_DOWN

if TYPE_CHECKING:
    from wsdv_tools.dialogue.phrases import Phrases
    from wsdv_tools.rules.position import Position


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
