"""Tells a scoring and a table of Kubakrise in words."""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import TYPE_CHECKING, Any

from wsdv_tools.findings import Finding, Wording
from wsdv_tools.games.kubakrise.facts import PLAYS, ZONES
from wsdv_tools.games.kubakrise.scoring import Standing, after_game, needs, score
from wsdv_tools.games.scorers import Scorer
from wsdv_tools.games.sides import SIDES, Side
from wsdv_tools.games.telling import ask_end, card_value, result_line, wins

if TYPE_CHECKING:
    from wsdv_tools.games.cards import Need
    from wsdv_tools.games.kubakrise.position import Position
    from wsdv_tools.games.kubakrise.scoring import Compared, Scoring
    from wsdv_tools.games.opening import Opened
    from wsdv_tools.games.words import GameLanguage


def type_value(type_: str) -> Wording:
    return Wording("words", f"type-{type_}", type_)


def zone_value(zone: int) -> Wording:
    return Wording("words", f"zone-{ZONES[zone]}", ZONES[zone])


def score_lines(language: GameLanguage, opened: Opened, position: Position, scoring: Scoring) -> Iterator[str]:
    """The four steps (KK-8), each with its numbers."""

    def say(key: str, **values: Any) -> str:
        return language.say(f"texts.kk.{key}", **values)

    yield say("step-1")
    for area, side, points in scoring.control:
        card = card_value(opened.spec, opened.deck, area.card)
        values = {"area": card, "zone": zone_value(area.zone), "us": area.us, "su": area.su}
        yield "   " + (say("area-won", **values, side=side, n=points) if side else say("area-nobody", **values))
    yield say("step-2", **_numbers(scoring.military))
    yield "   " + _point(language, scoring.military)
    last = [opened.deck.card(card) for card in position.last]
    yield say("step-3", **_numbers(scoring.aftermath), cards=last)
    yield "   " + _point(language, scoring.aftermath)
    if scoring.escalation:
        yield "   " + say("escalation", type=type_value(scoring.escalation))
    else:
        yield "   " + say("no-escalation")
    yield say("step-4")
    for side in SIDES:
        counts = ", ".join(f"{language.name(type_value(type_))} {n}" for type_, n in scoring.home[side].items())
        yield "   " + say("home", side=side, counts=counts or "–")
    for side in scoring.war:
        yield "   " + say("war", side=side)
    if not scoring.war:
        yield "   " + say("no-war")
        yield say("points", us=scoring.points[Side.US], su=scoring.points[Side.SU])
        if scoring.reason in ("zones", "tie"):
            yield say("zones", us=scoring.zones[Side.US], su=scoring.zones[Side.SU])
    yield result_line(language, scoring.winner, scoring.reason)


def _numbers(compared: Compared) -> dict[str, int]:
    return {"us": compared.count[Side.US], "su": compared.count[Side.SU]}


def _point(language: GameLanguage, compared: Compared) -> str:
    if compared.point is None:
        return language.say("texts.kk.no-point")
    return language.say("texts.kk.point", side=compared.point)


def campaign_lines(language: GameLanguage, standing: Standing) -> Iterator[str]:
    """The state of the campaign after this game (KK-9)."""
    yield language.say("texts.kk.campaign", us=standing.points[Side.US], su=standing.points[Side.SU])
    if standing.reason and standing.winner:
        yield language.say("texts.kk.campaign-won", side=standing.winner)
    elif standing.reason:
        yield language.say("texts.kk.campaign-lost")
    else:
        yield language.say("texts.kk.campaign-on")


def comes_next(language: GameLanguage, position: Position, said: Container[str]) -> str:
    """What is to be recorded next; `said` are the beginnings of the lines so far."""
    has_bid, is_even = "bid" in said, position.out[0] == position.out[1]
    if position.to_move is None and "beginner" not in said and is_even:
        return language.say("texts.kk.ask-bid-again" if has_bid else "texts.kk.ask-bid")
    if position.to_move is None:
        return language.say("texts.kk.ask-start")
    if position.is_played:
        return ask_end(language, ("end", "cuba", "last US", "last SU", "result"), said)
    return _head(language, position)


def _head(language: GameLanguage, position: Position) -> str:
    """How far the game is, and whose turn it is."""
    if position.is_played:
        return language.say("texts.kk.all-played")
    head = language.say("texts.kk.turn", n=position.turn, most=PLAYS)
    return f"{head}: {language.say('texts.to-move', side=position.to_move)}" if position.to_move else head


def board_lines(language: GameLanguage, opened: Opened, position: Position) -> Iterator[str]:
    """The table: zone by zone its areas with their markers, then stocks and whose turn it is."""
    say = language.say
    yield _head(language, position)
    for zone in (1, 0, -1):
        yield language.name(zone_value(zone))
        areas = [area for area in position.areas if area.zone == zone]
        for area in areas:
            name = language.name(card_value(opened.spec, opened.deck, area.card))
            yield f"   {name:32}  US {area.us:2}   SU {area.su:2}   {wins(language, area.controller)}".rstrip()
        if not areas:
            yield "   –"
    yield say("texts.stocks", us=position.stock(Side.US), su=position.stock(Side.SU))


class KubaScorer(Scorer):
    """The scoring of Kubakrise for `wsdv score`."""

    position: Position

    def needs(self) -> list[Need]:
        return needs(self.opened.game, self.position)

    def warnings(self) -> list[Finding]:
        missing = PLAYS + 1 - self.position.turn
        if missing <= 0 or not self.is_told_turn:
            return []
        return [Finding("score-too-early", None, {"n": missing}, "KK-7.2")]

    def _standing(self) -> Standing | None:
        checked = self.loaded.checked
        before = checked.extra.get("campaign-before") if checked else None
        if before is None:
            return None
        scoring = score(self.opened.game, self.position)
        return after_game(before, scoring.points, scoring.war, scoring.winner, self.opened.game.rulings)

    def as_data(self) -> dict[str, Any]:
        data = score(self.opened.game, self.position).as_data()
        standing = self._standing()
        if standing:
            points = {side.value: standing.points[side] for side in SIDES}
            winner = standing.winner.value if standing.winner else None
            data["campaign"] = {"points": points, "winner": winner, "reason": standing.reason}
        return data

    def lines(self, language: GameLanguage) -> Iterator[str]:
        scoring = score(self.opened.game, self.position)
        yield from score_lines(language, self.opened, self.position, scoring)
        standing = self._standing()
        if standing:
            yield from campaign_lines(language, standing)
