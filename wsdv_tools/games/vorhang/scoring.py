"""Scoring in Eiserner Vorhang: a region (EV-4), the aftermath and all regions at the end (EV-7)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from wsdv_tools.games.cards import UNKNOWN, Game, Need
from wsdv_tools.games.sides import SIDES, Side, leading
from wsdv_tools.games.vorhang.facts import REGIONS, START
from wsdv_tools.games.vorhang.position import Country, Position


class RegionPoints(NamedTuple):
    """What a region gives: the countries each side controls, and who gets the bonus; None where it is not known."""

    controlled: Mapping[Side, int]
    leader: Side | None
    bonus: int | None

    @property
    def points(self) -> dict[Side, int]:
        """1 for each country, and the bonus for controlling more of them (EV-4.3, 4.4)."""
        return {side: self.controlled[side] + (self.bonus or 0) * (side is self.leader) for side in SIDES}

    @property
    def is_sure(self) -> bool:
        return self.leader is None or self.bonus is not None


@dataclass(frozen=True, slots=True)
class Move:
    """One step of the final scoring, and where the marker is after it."""

    step: str  # aftermath, or a region
    points: Mapping[Side, int]
    ideology: int


@dataclass(frozen=True, slots=True)
class Scoring:
    """The final scoring as far as it went."""

    steps: tuple[Move, ...]
    winner: Side | None
    reason: str  # flag, nearer, tie

    def as_data(self) -> dict[str, Any]:
        """As in `schemas/vorhang-score.schema.json`."""
        return {
            "winner": self.winner.value if self.winner else None,
            "reason": self.reason,
            "steps": [
                {"step": move.step, **{side.value: move.points[side] for side in SIDES}, "ideology": move.ideology}
                for move in self.steps
            ],
        }


def region_of(game: Game, card: str) -> str | None:
    return "EU" if card == START else game.deck.card(card).region


def countries_of(game: Game, position: Position, region: str) -> list[Country]:
    return [country for country in position.countries if region_of(game, country.card) == region]


def is_complete(game: Game, position: Position, region: str) -> bool:
    """All cards of the region lie on the table (EV-4.1); Europa is one of its six (R1), or one more (R1b)."""
    there = countries_of(game, position, region)
    if "R1b" in game.rulings:
        there = [country for country in there if country.card != START]
    return len(there) == game.deck.region(region).size


def region_points(game: Game, position: Position, region: str) -> RegionPoints:
    """Country by country, then the region (EV-4.2 to 4.4)."""
    holders = [country.controller for country in countries_of(game, position, region)]
    controlled = {side: holders.count(side) for side in SIDES}
    leader = leading(controlled[Side.US] - controlled[Side.SU])
    return RegionPoints(controlled, leader, game.deck.region(region).bonus)


def with_points(position: Position, points: Mapping[Side, int]) -> Position:
    """The marker moves by the difference only (EV-4.5)."""
    return position.with_points(Side.US, points[Side.US] - points[Side.SU])


def aftermath(game: Game, position: Position) -> dict[Side, int]:
    """The numbers of both cards count for their flags, whoever laid them (EV-7.2)."""
    cards = [game.deck.card(card) for card in position.aftermath]
    return {side: sum(card.command or 0 for card in cards if card.flag == side) for side in SIDES}


def _gained(points: Mapping[Side, int]) -> dict[Side, int]:
    """The side with more gains the difference."""
    lead = points[Side.US] - points[Side.SU]
    return {Side.US: max(lead, 0), Side.SU: max(-lead, 0)}


def needs(game: Game, position: Position, region: str | None = None) -> list[Need]:
    """What the scoring, or that of one region, needs and nobody has said."""
    if region:
        return [*_regions_needed(game, position), *_bonus_needed(game, position, region)]
    found = _aftermath_needed(game, position)
    if found:
        return [*found, *_regions_needed(game, position)]
    position = with_points(position, aftermath(game, position))
    if position.winner:
        return []
    found = _regions_needed(game, position)
    for each in REGIONS if not found else ():
        found = _bonus_needed(game, position, each)
        position = with_points(position, region_points(game, position, each).points)
        if found or position.winner:
            break
    return found


def _aftermath_needed(game: Game, position: Position) -> list[Need]:
    found: list[Need] = []
    for side, id_ in zip(SIDES, position.aftermath, strict=True):
        card = game.deck.card(id_)
        if id_ == UNKNOWN:
            found.append(Need("aftermath", side=side))
        elif card.flag is None:
            found.append(Need("flag", id_))
        elif card.command is None:
            found.append(Need("command", id_))
    return found


def _regions_needed(game: Game, position: Position) -> list[Need]:
    """The regions of all countries that somebody controls; of the others none matters."""
    unknown = [c.card for c in position.countries if c.controller and region_of(game, c.card) is None]
    return [Need("region", card) for card in unknown]


def _bonus_needed(game: Game, position: Position, region: str) -> list[Need]:
    return [] if region_points(game, position, region).is_sure else [Need("bonus", region=region)]


def score(game: Game, position: Position) -> Scoring:
    """Aftermath, then all regions, complete or not, until a flag is reached (EV-7.1 to 7.5)."""
    moves: list[Move] = []
    for step in ("aftermath", *REGIONS):
        if step == "aftermath":
            points = _gained(aftermath(game, position))
        else:
            points = region_points(game, position, step).points
        position = with_points(position, points)
        moves.append(Move(step, points, position.ideology))
        if position.winner:
            return Scoring(tuple(moves), position.winner, "flag")
    return Scoring(tuple(moves), *_nearer(game, position))


def _nearer(game: Game, position: Position) -> tuple[Side | None, str]:
    """The side whose flag is nearer; in the middle nobody (R5), or a side by agreement."""
    if position.ideology:
        return leading(position.ideology), "nearer"
    agreed = {"R5b": Side.SU, "R5c": Side.US}
    return next((side for ruling, side in agreed.items() if ruling in game.rulings), None), "tie"
