"""Games in which both sides take any legal step: their records must be without a fault when they are read again."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

from wsdv_tools.games.kubakrise import rules as kuba_rules
from wsdv_tools.games.kubakrise import scoring as kuba_scoring
from wsdv_tools.games.kubakrise.facts import DRAWS, PLAYS
from wsdv_tools.games.kubakrise.position import Position as KubaPosition
from wsdv_tools.games.opening import Opened, room
from wsdv_tools.games.sides import SIDES, Side
from wsdv_tools.games.turns import write_turn
from wsdv_tools.games.vorhang import scoring as vorhang_scoring
from wsdv_tools.games.vorhang.facts import HANDS, ROUNDS
from wsdv_tools.games.vorhang.facts import PLAYS as PLAYS_OF_ROUND
from wsdv_tools.games.vorhang.position import Position as VorhangPosition
from wsdv_tools.rules.choices import Choice, Step
from wsdv_tools.rules.run import Run

_BIDS = 6  # nobody bids more
_STOPS = 0.25  # how often a side stops although it could go on


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


class _Player:
    """Answers the choices of a turn at random."""

    def __init__(self, opened: Opened, chance: Random) -> None:
        self.opened = opened
        self.chance = chance

    def turn(self, played: Played, board: Any) -> Any:
        """The board after a turn, which is written down."""
        run = Run(room(self.opened.spec.id).turn(self.opened.game, board)).follow(self._chosen)
        played.lines.append(write_turn(self.opened.notation, board.to_move, run.done))
        return run.result

    def _chosen(self, choice: Choice) -> Step | None:
        is_free = choice.kind in ("step", "choose") and not choice.required
        if is_free and (not choice.options or self.chance.random() < _STOPS):
            return None
        return self.chance.choice(choice.options)


def play(opened: Opened, seed: int) -> Played:
    """A random game; the same seed gives the same game."""
    return _GAMES[opened.spec.id](opened, Random(seed))


def _shuffled(opened: Opened, chance: Random) -> list[str]:
    cards = list(opened.deck.cards)
    chance.shuffle(cards)
    return cards


def _kubakrise(opened: Opened, chance: Random) -> Played:
    cards = _shuffled(opened, chance)
    hands = (tuple(cards[:2]), tuple(cards[2:4]))
    cuba, pile = cards[4], cards[5:]
    played, player = Played(["kubakrise-record: 1"]), _Player(opened, chance)
    position, lines = _bids(opened, chance)
    position = position._replace(hands=hands, cuba_card=cuba)
    played.lines += lines
    played.lines += [f"hand {side} {' '.join(hand)}" for side, hand in zip(SIDES, hands, strict=True)]
    for number in range(PLAYS):
        side = position.to_move or Side.US
        position = player.turn(played, position)
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
        us, su = (chance.choice([n for n in range(_BIDS) if not kuba_rules.refuse_bid(opened.game, n)]) for _ in SIDES)
        lines.append(f"bid US {us} SU {su}")
        if us != su:
            return kuba_rules.start((us, su), starter), [*lines, f"start {starter}"]


def _vorhang(opened: Opened, chance: Random) -> Played:
    cards = _shuffled(opened, chance)
    played, player = Played(["vorhang-record: 1"]), _Player(opened, chance)
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
            position = player.turn(played, position)
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
