"""Games in which both sides take any legal step: their records must be without a fault when they are read again."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

from wsdv_tools.games.kubakrise import rules as kuba_rules
from wsdv_tools.games.kubakrise import scoring as kuba_scoring
from wsdv_tools.games.kubakrise.facts import DRAWS, PLAYS
from wsdv_tools.games.kubakrise.position import Position as KubaPosition
from wsdv_tools.games.opening import Opened
from wsdv_tools.games.sides import SIDES, Side
from wsdv_tools.games.steps import PASS
from wsdv_tools.games.vorhang import rules as vorhang_rules
from wsdv_tools.games.vorhang import scoring as vorhang_scoring
from wsdv_tools.games.vorhang.facts import HANDS, ROUNDS
from wsdv_tools.games.vorhang.facts import PLAYS as PLAYS_OF_ROUND
from wsdv_tools.games.vorhang.position import Position as VorhangPosition
from wsdv_tools.rules.choices import NOTHING, Asking, Choice, Step
from wsdv_tools.rules.run import Run

_STOPS = 0.25  # how often a side stops that could go on


@dataclass
class Played:
    """A whole game: its record, the board at its end, and how it ended."""

    lines: list[str] = field(default_factory=list)
    position: Any = None
    winner: Side | None = None
    reason: str = ""

    @property
    def text(self) -> str:
        return "".join(f"{line}\n" for line in self.lines)


class _Turn:
    """Answers the choices of one turn by chance, and writes down what a record says of it."""

    def __init__(self, opened: Opened, chance: Random, player: Side) -> None:
        self.notation = opened.notation
        self.chance = chance
        self.player = player
        self.laid = ""
        self.parts: list[tuple[Side, str, list[Step]]] = []

    def run(self, asking: Asking[Any]) -> Any:
        return Run(asking).follow(self._answer, self._hear).result

    def _hear(self, step: Step) -> None:
        """Points that the rules give are written down as well: they tell which of several effects was chosen."""
        if step.verb == "points":
            self.parts[-1][2].append(step)

    def _answer(self, choice: Choice) -> Step | None:
        step = self._chosen(choice)
        side: Any = choice.side
        if choice.kind == "lay":
            self.laid = f"{step.place} {self.notation.write_where(step.to, self.player)}"
        elif choice.kind in ("reply", "use"):
            self.parts.append((side, step.verb, []))
        elif choice.kind == "step" and step != NOTHING:
            self.parts[-1][2].append(step)
        return step

    def _chosen(self, choice: Choice) -> Step:
        options = [step for step in choice.options if step != NOTHING]
        can_stop = choice.kind in ("step", "choose") and NOTHING in choice.options
        if can_stop and (not options or self.chance.random() < _STOPS):
            return NOTHING
        return self.chance.choice(options)

    @property
    def line(self) -> str:
        texts = [f"{self.player} {self.laid}"]
        for side, use, steps in self.parts:
            who = "" if side is self.player else f"{side} "
            said = "" if use == PASS.verb else f" {self.notation.write(steps, side)}"
            texts.append(f"{who}{use}{said}")
        return " / ".join(texts)


def play(opened: Opened, seed: int) -> Played:
    """A game by chance; the same seed gives the same game."""
    return _GAMES[opened.spec.id](opened, Random(seed))


def _shuffled(opened: Opened, chance: Random) -> list[str]:
    cards = list(opened.deck.cards)
    chance.shuffle(cards)
    return cards


def _kubakrise(opened: Opened, chance: Random) -> Played:
    cards = _shuffled(opened, chance)
    hands = (tuple(cards[:2]), tuple(cards[2:4]))
    cuba, pile = cards[4], cards[5:]
    played = Played(["kubakrise-record: 1"])
    position, lines = _bids(opened, chance)
    position = position._replace(hands=hands, cuba_card=cuba)
    played.lines += lines
    played.lines += [f"hand {side} {' '.join(hand)}" for side, hand in zip(SIDES, hands, strict=True)]
    for number in range(PLAYS):
        side = position.to_move or Side.US
        turn = _Turn(opened, chance, side)
        position = turn.run(kuba_rules.turn(opened.game, position))
        played.lines.append(turn.line)
        if number < DRAWS:
            card = pile[number]
            position = position.with_hand(side, (*position.hand(side)[:-1], card))
            played.lines.append(f"draw {side} {card}")
    last = (position.hand(Side.US)[0], position.hand(Side.SU)[0])
    position = position._replace(last=last)
    played.lines += ["end", f"cuba {cuba}", *(f"last {side} {card}" for side, card in zip(SIDES, last, strict=True))]
    scoring = kuba_scoring.score(opened.game, position)
    points = "-".join(str(scoring.points[side]) for side in SIDES)
    return _ended(played, position, scoring, points)


def _bids(opened: Opened, chance: Random) -> tuple[KubaPosition, list[str]]:
    starter = chance.choice(SIDES)
    if chance.random() < _STOPS:
        return kuba_rules.beginners_start(starter), ["beginner", f"start {starter}"]
    lines: list[str] = []
    while True:
        us, su = (chance.choice(kuba_rules.bid(opened.game, side).options[:5]).number for side in SIDES)
        lines.append(f"bid US {us} SU {su}")
        if us != su:
            return kuba_rules.start((us, su), starter), [*lines, f"start {starter}"]


def _vorhang(opened: Opened, chance: Random) -> Played:
    cards = _shuffled(opened, chance)
    played = Played(["vorhang-record: 1"])
    position = VorhangPosition()
    at = 0
    for number in range(1, ROUNDS + 1):
        size = HANDS[number]
        hands = (tuple(cards[at : at + size]), tuple(cards[at + size : at + 2 * size]))
        at += 2 * size
        starter = chance.choice(SIDES)
        position = position._replace(round=number, turn=1, hands=hands)
        played.lines += [f"round {number}", f"start {starter} by {position.chooser}"]
        played.lines += [f"hand {side} {' '.join(hand)}" for side, hand in zip(SIDES, hands, strict=True)]
        position = position._replace(to_move=starter)
        for _ in range(PLAYS_OF_ROUND):
            turn = _Turn(opened, chance, position.to_move or Side.US)
            position = turn.run(vorhang_rules.turn(opened.game, position))
            played.lines.append(turn.line)
            if position.winner:
                scoring = vorhang_scoring.Scoring((), position.winner, "flag")
                return _ended(played, position, scoring, f"{position.ideology:+d}")
        if number == 1:
            position = position._replace(aftermath=(position.hand(Side.US)[0], position.hand(Side.SU)[0]))
    played.lines += ["end", *(f"aftermath {side} {card}" for side, card in zip(SIDES, position.aftermath, strict=True))]
    final = vorhang_scoring.score(opened.game, position)
    return _ended(played, position, final, f"{final.steps[-1].ideology:+d}")


def _ended(played: Played, position: Any, scoring: Any, score: str) -> Played:
    played.lines.append(f"result {scoring.winner or 'none'} {scoring.reason} {score}")
    played.position, played.winner, played.reason = position, scoring.winner, scoring.reason
    return played


_GAMES = {"kubakrise": _kubakrise, "vorhang": _vorhang}
