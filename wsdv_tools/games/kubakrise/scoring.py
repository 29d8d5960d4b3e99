"""The prestige scoring of Kubakrise (KK-8), from a position alone, or what is still needed for it; campaigns (KK-9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from wsdv_tools.games.cards import UNKNOWN, Card, Game, Need
from wsdv_tools.games.kubakrise.facts import CAMPAIGN, COUNTING_TYPE, CUBA, FEWEST_FOR_WAR
from wsdv_tools.games.kubakrise.position import Area, Position
from wsdv_tools.games.sides import SIDES, Side, leading

Numbers = Mapping[Side, int]


@dataclass(frozen=True, slots=True)
class Compared:
    """Both sides' number, and who gets the point for the higher one."""

    count: Numbers
    point: Side | None


@dataclass(frozen=True, slots=True)
class Scoring:
    """The four steps in order. `home` counts the cards of each type in a side's zone, last cards included."""

    control: tuple[tuple[Area, Side | None, int], ...]
    military: Compared
    aftermath: Compared
    escalation: str | None  # the type that both last cards have
    home: Mapping[Side, Mapping[str, int]]
    war: tuple[Side, ...]
    points: Numbers
    zones: Numbers
    winner: Side | None
    reason: str

    def as_data(self) -> dict[str, Any]:
        """As in `schemas/kubakrise-score.schema.json`."""
        return {
            "control": [
                {"area": area.card, "side": side.value if side else None, "points": points}
                for area, side, points in self.control
            ],
            "military": _compared(self.military),
            "aftermath": _compared(self.aftermath),
            "escalation": self.escalation,
            "home": {side.value: dict(types) for side, types in self.home.items()},
            "war": [side.value for side in self.war],
            "points": {side.value: number for side, number in self.points.items()},
            "zones": {side.value: number for side, number in self.zones.items()},
            "winner": self.winner.value if self.winner else None,
            "reason": self.reason,
        }


def _compared(compared: Compared) -> dict[str, Any]:
    point = compared.point.value if compared.point else None
    return {"count": {side.value: number for side, number in compared.count.items()}, "point": point}


def needs(game: Game, position: Position) -> list[Need]:
    """What the scoring needs and nobody has said, unless it makes no difference."""
    found: list[Need] = []
    cuba = position.piece(CUBA)
    if position.cuba_card == UNKNOWN and cuba and cuba.controller:
        found.append(Need("cuba-card"))
    for side, card in zip(SIDES, position.last, strict=True):
        if card == UNKNOWN:
            found.append(Need("last", side=side))
    for area in position.areas:
        face = _face(game, position, area)
        if area.controller and face.id != UNKNOWN:
            if face.type is None:
                found.append(Need("type", face.id))
            if "R9b" in game.rulings and area.card != CUBA and face.prestige is None:
                found.append(Need("prestige", face.id))
    found += _needs_of_last_cards(game, position)
    return found


def _needs_of_last_cards(game: Game, position: Position) -> Iterator[Need]:
    for id_ in position.last:
        card = game.deck.card(id_)
        if id_ == UNKNOWN:
            continue
        if card.flag is None:
            yield Need("flag", id_)
        elif card.flag != "UN" and card.command is None:
            yield Need("command", id_)
        if card.type is None:
            yield Need("type", id_)


def score(game: Game, position: Position) -> Scoring:
    """All four steps; `needs` must be empty."""
    control = tuple((area, area.controller, _worth(game, area)) for area in position.areas)
    points = dict.fromkeys(SIDES, 0)
    for _, side, worth in control:
        if side:
            points[side] += worth
    military = _military(game, position)
    aftermath = _aftermath(game, position)
    for compared in (military, aftermath):
        if compared.point:
            points[compared.point] += 1
    last = [game.deck.card(card) for card in position.last]
    escalation = last[0].type if last[0].type == last[1].type else None
    home = {side: _home(game, position, side, escalation) for side in SIDES}
    war = tuple(side for side in SIDES if any(number >= FEWEST_FOR_WAR for number in home[side].values()))
    zones = {side: sum(a.zone == side.way for a in position.areas) + bool(escalation) for side in SIDES}
    winner, reason = _verdict(war, points, zones)
    return Scoring(control, military, aftermath, escalation, home, war, points, zones, winner, reason)


def _face(game: Game, position: Position, area: Area) -> Card:
    """From step 2 on Cuba is the card it was (KK-8.4)."""
    return game.deck.card(position.cuba_card if area.card == CUBA else area.card)


def _worth(game: Game, area: Area) -> int:
    """1 point, 2 for Cuba (KK-8.3); by ruling R9b what is printed."""
    if area.card == CUBA:
        return 2
    return (game.deck.card(area.card).prestige or 1) if "R9b" in game.rulings else 1


def _more(count: Numbers) -> Compared:
    return Compared(count, leading(count[Side.US] - count[Side.SU]))


def _military(game: Game, position: Position) -> Compared:
    """Step 2: who controls more military areas gets 1 point; if equal, nobody (KK-8.4)."""
    held = Counter(area.controller for area in position.areas if _face(game, position, area).type == COUNTING_TYPE)
    return _more({side: held[side] for side in SIDES})


def _aftermath(game: Game, position: Position) -> Compared:
    """Step 3: the numbers of the last cards count for their flags, whoever held them (KK-8.5)."""
    cards = [game.deck.card(card) for card in position.last]
    return _more({side: sum(card.command or 0 for card in cards if card.flag == side) for side in SIDES})


def _home(game: Game, position: Position, side: Side, escalation: str | None) -> dict[str, int]:
    """The types in a side's zone; last cards of the same type are laid there, too (KK-8.6)."""
    types = Counter(_face(game, position, area).type for area in position.areas if area.zone == side.way)
    types[escalation] += 1
    return {type_: number for type_, number in sorted(types.items(), key=str) if type_ is not None}


def _verdict(war: tuple[Side, ...], points: Numbers, zones: Numbers) -> tuple[Side | None, str]:
    """Nuclear war first (KK-8.7), then points (KK-8.8), then areas in the side's own zone (KK-8.9)."""
    if len(war) == len(SIDES):
        return None, "nuclear-war-both"
    if war:
        return war[0].other, "nuclear-war"
    for numbers, reason in ((points, "prestige"), (zones, "zones")):
        lead = _more(numbers).point
        if lead:
            return lead, reason
    return None, "tie"


@dataclass(frozen=True, slots=True)
class Standing:
    """The state of a campaign after a game: `reason` is None while it goes on."""

    points: Mapping[Side, int]
    winner: Side | None
    reason: str | None  # points, nuclear-war, nuclear-war-both


def after_game(
    before: Standing,
    points: Mapping[Side, int],
    war: Iterable[Side] = (),
    winner: Side | None = None,
    rulings: Iterable[str] = (),
) -> Standing:
    """The standing after one more game; `winner` is the one of that game."""
    chosen, started = frozenset(rulings), tuple(war)
    if len(started) == len(SIDES):
        return before if "R11b" in chosen else Standing(before.points, None, "nuclear-war-both")
    if started:
        return Standing(before.points, started[0].other, "nuclear-war")
    total = {side: before.points[side] + points[side] for side in SIDES}
    there = [side for side in SIDES if total[side] >= CAMPAIGN]
    if len(there) == 1:
        return Standing(total, there[0], "points")
    if not there:
        return Standing(total, None, None)
    # Both are there: who won this game, or the higher total.
    ahead = winner if "R10b" in chosen else leading(total[Side.US] - total[Side.SU])
    return Standing(total, ahead, "points" if ahead else None)
