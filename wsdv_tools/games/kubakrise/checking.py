"""Records of Kubakrise: bids, plays, draws, the end, and whether the result is right."""

from __future__ import annotations

from typing import Any

from wsdv_tools.games.cards import UNKNOWN, Need, without
from wsdv_tools.games.checking import Checker, Verdict
from wsdv_tools.games.following import Followed, Typed, Wrong, follow
from wsdv_tools.games.kubakrise.facts import CAMPAIGN, CARDS, CUBA, FLAGS, HIGHEST, MARKERS, PLAYS, ZONES
from wsdv_tools.games.kubakrise.notation import zone_of
from wsdv_tools.games.kubakrise.position import Position
from wsdv_tools.games.kubakrise.rules import beginners_start, is_possible, refuse_bid, turn
from wsdv_tools.games.kubakrise.scoring import Scoring, Standing, after_game, needs, score
from wsdv_tools.games.notation import Spec
from wsdv_tools.games.records import Fact, Play
from wsdv_tools.games.sides import SIDES, Side, of_side, with_side
from wsdv_tools.games.statements import Statement
from wsdv_tools.record.spans import Span
from wsdv_tools.rules.choices import Choice, Step

SPEC = Spec(
    id="kubakrise",
    prefix="KK",
    title="13 Minuten: Die Kubakrise 1962",
    number_of_cards=CARDS,
    flags=FLAGS,
    highest=HIGHEST,
    fixed={CUBA: ("kuba",)},
    lines={
        "bid": ("side", "number", "side", "number"),
        "beginner": (),
        "start": ("side",),
        "draw": ("side", "card"),
        "hand": ("side", "cards"),
        "end": (),
        "cuba": ("card",),
        "last": ("side", "card"),
        "campaign": ("side", "number", "side", "number"),
    },
    reasons=("prestige", "zones", "tie", "nuclear-war", "nuclear-war-both"),
    rulings={"R1": "ab", "R2": "ab", "R3": "ab", "R4": "abc", "R5": "ab", "R6": "ab", "R7": "ab", "R8": "a",
             "R9": "ab", "R10": "ab", "R11": "ab", "R12": "a", "R13": "ab", "R14": "a"},
)  # fmt: skip
RULE_OF_REASON = {
    "prestige": "KK-8.8",
    "zones": "KK-8.9",
    "tie": "KK-8.9",
    "nuclear-war": "KK-8.7",
    "nuclear-war-both": "KK-8.7",
}


class KubaChecker(Checker):
    """One walk over a record of Kubakrise."""

    spec = SPEC
    default_rules = {  # noqa: RUF012
        "step-not-asked": "KK-4.2",
        "reply-not-asked": "KK-4.4",
        "used-twice": "KK-3.3",
    }
    once_rule = "KK-3.2"
    hand_rules = ("KK-7.1", "KK-2.2")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.position: Position = Position()
        self.tied: Span | None = None  # the last bid, where nobody bid more
        self.has_bid = False
        self.is_beginner = False
        self.campaign: Standing | None = None
        self.stocks: dict[Side, int] = {}  # that a `set` line names

    def begin(self, position: Position) -> None:
        super().begin(position)
        self.has_bid = True

    # Set-up

    def bidding(self, line: Fact) -> None:
        for number, span in (line.said[1], line.said[3]):
            fault = refuse_bid(self.game, number)
            if fault:
                self.say(fault.code, span, fault.values, fault.rule)
        bids = self.both(line, "KK-2.4")
        if bids is None:
            return
        self.has_bid = True
        self.tied = line.span if bids[Side.US] == bids[Side.SU] else None
        self.position = Position(out=(min(bids[Side.US], MARKERS), min(bids[Side.SU], MARKERS)))

    def beginner(self, _line: Fact) -> None:
        self.has_bid = self.is_beginner = True

    def starting(self, line: Fact) -> None:
        self._after_bids(line.span)
        side = line.value(0)
        self.has_started = True
        hands = self.position.hands
        self.position = beginners_start(side) if self.is_beginner else self.position._replace(to_move=side)
        self.position = self.position._replace(hands=hands)

    def _after_bids(self, span: Span) -> None:
        if self.tied:
            self.say("bid-tied", self.tied, {}, "KK-2.5")
            self.tied = None
        elif not self.has_bid:
            self.say("set-up-missing", span, {}, "KK-2.4")
        self.has_bid = True

    def campaigning(self, line: Fact) -> None:
        points = self.both(line, "KK-9.1")
        if points is None:
            return
        self.campaign = self.found.extra["campaign-before"] = Standing(points, None, None)
        for at in (1, 3):
            number, span = line.said[at]
            if number >= CAMPAIGN:
                self.say("campaign-over", span, {"number": number}, "KK-9.1")

    # Cards

    def where(self, card: str, side: Side | None) -> str:
        """Where a card is known to be, other than in this side's hand or yet to come."""
        position = self.position
        if position.piece(card):
            return "table"
        if card == position.cuba_card:
            return "cuba"
        for other in SIDES:
            if other is not side and card in position.hand(other):
                return "other-hand" if side else "not-in-hand"
            if other is not side and card == of_side(position.last, other):
                return "last"
        return ""

    def draw(self, line: Fact) -> None:
        side, (card, span) = line.value(0), line.said[1]
        hand = self.position.hand(side)
        if card in hand or self.elsewhere(card, span, "KK-7.1", self.where(card, side)):
            return
        if UNKNOWN not in hand:
            self.say("draw-not-due", span, {"side": side}, "KK-7.1")
            return
        self.position = self.position.with_hand(side, (*without(hand, UNKNOWN), card))

    def cuba(self, line: Fact) -> None:
        card, span = line.said[0]
        if not self.elsewhere(card, span, "KK-2.3", self.where(card, None)):
            self.position = self.position._replace(cuba_card=card)

    def last(self, line: Fact) -> None:
        side, (card, span) = line.value(0), line.said[1]
        hand = self.position.hand(side)
        where = self.where(card, side)
        if not where and card not in hand and UNKNOWN not in hand:
            where = "not-in-hand"
        if not self.elsewhere(card, span, "KK-7.3", where):
            self.position = self.position._replace(last=with_side(self.position.last, side, card))

    def end(self, line: Fact) -> None:
        if self.position.turn <= PLAYS and self.is_certain:
            self.say("turns-missing", line.span, {"n": PLAYS - self.position.turn + 1}, "KK-7.2")

    takers = {  # noqa: RUF012
        "bid": bidding,
        "beginner": beginner,
        "start": starting,
        "campaign": campaigning,
        "hand": Checker.take_hand,
        "draw": draw,
        "cuba": cuba,
        "last": last,
        "end": end,
    }

    # Plays

    def start_of(self, line: Play) -> Any:
        position = self.position
        if position.to_move is None and not self.has_started and position.turn == 1 and self.is_certain:
            self._after_bids(line.span)
            if self.is_beginner:
                position = beginners_start(line.side)._replace(hands=position.hands)
            self.has_started = True
        if position.is_played:
            self.say("too-many-turns", line.card_span, {"n": PLAYS}, "KK-7.2")
        return self.in_turn(position, line, "KK-2.6")

    def follow(self, board: Position, line: Play, laid: Typed) -> Followed:
        return follow(lambda: turn(self.game, board), laid, line.parts, line.side, is_possible, lambda _: False)

    def layable(self, choice: Choice, wrong: Wrong) -> list[Step]:
        card = wrong.fault.values.get("card")
        if card or wrong.fault.code != "foreign-zone":
            return []
        id_ = self.notation.find(wrong.span.text)
        side: Any = choice.side
        return [Step("lay", id_, zone) for zone in (side.way, 0)]

    # Statements

    whole = ("turn", "to-move")
    place = "zone"

    def clear(self) -> None:
        self.position = Position(turn=self.position.turn, to_move=self.position.to_move)
        self.is_certain, self.has_started, self.stocks = True, True, {}

    def settle(self) -> None:
        """13 less what is on the table and in the stock is out of the game."""
        for side, number in self.stocks.items():
            out = max(0, self.position.stock(side) - number)
            self.position = self.position._replace(out=with_side(self.position.out, side, out))

    def wanted_value(self, said: Statement) -> Any:
        return zone_of(said.value) if said.what == "zone" else said.value

    def shown_value(self, said: Statement, value: Any) -> Any:
        return ZONES[value] if said.what == "zone" else value

    def found_value(self, said: Statement) -> Any:
        if said.what == "out" and said.side:
            return of_side(self.position.out, said.side)
        return super().found_value(said)

    def put(self, said: Statement) -> None:
        if said.what == "stock" and said.side:
            self.stocks[said.side] = said.value
        else:
            super().put(said)

    def lay_out(self, said: Statement) -> None:
        """Each area except Cuba was a turn."""
        laid = self.position.laid(said.of, 0)
        self.position = laid._replace(turn=len(laid.areas))

    # The end

    end_rule = "KK-7.2"

    def is_played(self) -> bool:
        return self.position.is_played

    def missing(self) -> list[Need]:
        return needs(self.game, self.position)

    def scored(self) -> Scoring:
        scoring = score(self.game, self.position)
        if self.campaign:
            self.found.extra["campaign"] = after_game(
                self.campaign, scoring.points, scoring.war, scoring.winner, self.game.rulings
            )
        return scoring

    def verdict_of(self, scoring: Scoring) -> Verdict:
        score_ = f"{scoring.points[Side.US]}-{scoring.points[Side.SU]}"
        return Verdict(scoring.winner, scoring.reason, score_, RULE_OF_REASON[scoring.reason])
