"""Tells a scoring and a table of Eiserner Vorhang in words."""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import TYPE_CHECKING, Any

from wsdv_tools.findings import Finding
from wsdv_tools.games.scorers import Scorer
from wsdv_tools.games.sides import Side
from wsdv_tools.games.telling import ask_end, card_value, region_value, result_line, signed, wins
from wsdv_tools.games.vorhang.facts import FLAG_AT, PLAYS, ROUNDS
from wsdv_tools.games.vorhang.scoring import Move, Scoring, countries_of, needs, region_points, score, with_points

if TYPE_CHECKING:
    from wsdv_tools.games.cards import Need
    from wsdv_tools.games.opening import Opened
    from wsdv_tools.games.vorhang.position import Country, Position
    from wsdv_tools.games.words import GameLanguage

_NAME = 10  # characters of a country in the grid


def score_lines(language: GameLanguage, opened: Opened, position: Position, scoring: Scoring) -> Iterator[str]:
    """Aftermath and regions (EV-7), each with its numbers and where the marker is."""
    for move in scoring.steps:
        values = {"us": move.points[Side.US], "su": move.points[Side.SU], "ideology": signed(move.ideology)}
        if move.step == "aftermath":
            cards = [opened.deck.card(card) for card in position.aftermath]
            yield language.say("texts.ev.aftermath", cards=cards, **values)
            continue
        yield language.say("texts.ev.region", region=region_value(move.step), **values)
        yield from region_lines(language, opened, position, move.step)
    yield result_line(language, scoring.winner, scoring.reason)


def region_lines(language: GameLanguage, opened: Opened, position: Position, region: str) -> Iterator[str]:
    """The countries of a region and who controls them, then its bonus (EV-4.2 to 4.4)."""
    for country in countries_of(opened.game, position, region):
        name = language.name(card_value(opened.spec, opened.deck, country.card))
        yield f"   {name:24}  US {country.us:2}   SU {country.su:2}   {wins(language, country.controller)}".rstrip()
    found = region_points(opened.game, position, region)
    if found.leader:
        yield "   " + language.say("texts.ev.bonus", side=found.leader, n=found.bonus or 0)
    else:
        yield "   " + language.say("texts.ev.no-bonus")


def comes_next(language: GameLanguage, position: Position, said: Container[str]) -> str:
    """What is to be recorded next; `said` are the beginnings of the lines so far."""
    is_round_over = position.turn > PLAYS
    if position.winner:
        return ask_end(language, ("result",), said)
    if is_round_over and position.round == ROUNDS:
        return ask_end(language, ("end", "aftermath US", "aftermath SU", "result"), said)
    if is_round_over or (position.to_move is None and "round" not in said):
        return language.say("texts.ev.ask-round", n=position.round + is_round_over)
    if position.to_move is None:
        by = position.chooser
        return language.say("texts.ev.ask-start", n=position.round, side=by, example=f"start {by} by {by}")
    return _head(language, position)


def _head(language: GameLanguage, position: Position) -> str:
    """How far the game is, and whose turn it is."""
    head = language.say("texts.ev.turn", round=position.round, n=min(position.turn, PLAYS), most=PLAYS)
    is_open = position.to_move and position.turn <= PLAYS and not position.winner
    return f"{head}: {language.say('texts.to-move', side=position.to_move)}" if is_open else head


def board_lines(language: GameLanguage, opened: Opened, position: Position) -> Iterator[str]:
    """The table: the grid with every country's markers, the track, stocks and whose turn it is."""
    say = language.say
    yield _head(language, position)
    yield from _grid(language, opened, position)
    ticks = "".join("#" if at == position.ideology else "0" if at == 0 else "·" for at in range(-FLAG_AT, FLAG_AT + 1))
    number = signed(position.ideology) if position.is_sure else "?"
    yield say("texts.ev.track", ticks=ticks, ideology=number)
    yield say("texts.stocks", us=position.stock(Side.US), su=position.stock(Side.SU))


def _grid(language: GameLanguage, opened: Opened, position: Position) -> Iterator[str]:
    by_cell = {country.at: country for country in position.countries}
    xs, ys = [at[0] for at in by_cell], [at[1] for at in by_cell]
    for y in range(max(ys), min(ys) - 1, -1):
        row = [by_cell.get((x, y)) for x in range(min(xs), max(xs) + 1)]
        yield "  ".join(_name(language, opened, country) for country in row).rstrip()
        yield "  ".join(_markers(country) for country in row).rstrip()


def _name(language: GameLanguage, opened: Opened, country: Country | None) -> str:
    if country is None:
        return " " * _NAME
    name = language.name(card_value(opened.spec, opened.deck, country.card))
    return f"{name[:_NAME]:{_NAME}}"


def _markers(country: Country | None) -> str:
    return f"{f'US {country.us} SU {country.su}':{_NAME}}" if country else " " * _NAME


class VorhangScorer(Scorer):
    """The scoring of Eiserner Vorhang for `wsdv score`, of the end or of one region."""

    position: Position

    def needs(self) -> list[Need]:
        return needs(self.opened.game, self.position, self.region)

    def warnings(self) -> list[Finding]:
        position = self.position
        missing = PLAYS + 1 - position.turn + (ROUNDS - position.round) * PLAYS
        if self.region or missing <= 0 or not self.is_told_turn:
            return []
        return [Finding("score-too-early", None, {"n": missing}, "EV-7.1")]

    def _scoring(self) -> Scoring:
        if self.region is None:
            return score(self.opened.game, self.position)
        points = region_points(self.opened.game, self.position, self.region).points
        after = with_points(self.position, points)
        return Scoring((Move(self.region, points, after.ideology),), after.winner, "flag" if after.winner else "")

    def as_data(self) -> dict[str, Any]:
        data = self._scoring().as_data()
        return {**data, "reason": data["reason"] or None}

    def lines(self, language: GameLanguage) -> Iterator[str]:
        scoring = self._scoring()
        lines = list(score_lines(language, self.opened, self.position, scoring))
        yield from lines if scoring.reason else lines[:-1]
