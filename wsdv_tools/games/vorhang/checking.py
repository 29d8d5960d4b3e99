"""Records of Eiserner Vorhang: rounds, plays, scorings, the aftermath, and whether the result is right."""

from __future__ import annotations

from typing import Any

from wsdv_tools.games.cards import UNKNOWN, Need
from wsdv_tools.games.checking import Checker, Verdict
from wsdv_tools.games.following import Followed, Typed, Wrong, follow
from wsdv_tools.games.notation import No, Spec
from wsdv_tools.games.records import Fact, Play, ResultLine
from wsdv_tools.games.sides import SIDES, Side, of_side, with_side
from wsdv_tools.games.statements import Statement
from wsdv_tools.games.telling import region_value, signed
from wsdv_tools.games.vorhang.acting import is_possible
from wsdv_tools.games.vorhang.facts import CARDS, FLAG_AT, FLAGS, HANDS, HIGHEST, PLAYS, ROUNDS, START
from wsdv_tools.games.vorhang.notation import write_cell
from wsdv_tools.games.vorhang.position import Country, Position
from wsdv_tools.games.vorhang.rules import own_cells, turn
from wsdv_tools.games.vorhang.scoring import Scoring, is_complete, needs, region_of, region_points, score, with_points
from wsdv_tools.record.spans import Span
from wsdv_tools.rules.choices import Choice, Step

SPEC = Spec(
    id="vorhang",
    prefix="EV",
    title="Eiserner Vorhang",
    number_of_cards=CARDS,
    flags=FLAGS,
    highest=HIGHEST,
    fixed={START: ("europe",)},
    lines={
        "round": ("number",),
        "start": ("side", "by", "side"),
        "hand": ("side", "cards"),
        "score": ("region", "side", "number", "side", "number"),
        "end": (),
        "aftermath": ("side", "card"),
    },
    reasons=("flag", "nearer", "tie"),
    rulings={"R1": "ab", "R2": "a", "R3": "ab", "R4": "ab", "R5": "abc", "R6": "ab", "R7": "ab", "R8": "a", "R9": "a",
             "R10": "a", "R11": "a", "R12": "ab", "R13": "ab"},
)  # fmt: skip


class VorhangChecker(Checker):
    """One walk over a record of Eiserner Vorhang."""

    spec = SPEC
    default_rules = {  # noqa: RUF012
        "step-not-asked": "EV-6.3",
        "reply-not-asked": "EV-5.8",
        "used-twice": "EV-5.1",
        "after-the-win": "EV-1.5",
        "not-on-table": "EV-3.1",
    }
    once_rule = "EV-3.4"
    hand_rules = ("EV-2.3", "EV-2.9")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.position: Position = Position()
        self.just_scored: dict[str, dict[Side, int]] = {}
        self.unsure_of: str | None = None  # the region whose bonus was not known

    # Rounds

    def rounds(self, line: Fact) -> None:
        number, span = line.said[0]
        expected = 1 if self.found.plays == 0 and self.position.turn == 1 else 2
        if not 1 <= number <= ROUNDS:
            self.say("round-unknown", span, {"n": number}, "EV-2.5")
            return
        if number == 2 and self.position.round == 1:
            self._second_round(line.span)
        elif number != expected and self.is_certain:
            self.say("round-order", span, {"n": expected}, "EV-2.5")

    def _second_round(self, span: Span) -> None:
        """Each player lays the fifth card aside and gets four new ones (EV-2.8, 2.9)."""
        position = self.position
        if position.turn <= PLAYS and self.is_certain:
            self.say("turns-missing", span, {"n": PLAYS - position.turn + 1}, "EV-2.7")
        kept = [position.hand(side) for side in SIDES]
        known = tuple(hand[0] if len(hand) == 1 else UNKNOWN for hand in kept)
        hand = (UNKNOWN,) * HANDS[2]
        aftermath = (known[0], known[1])
        self.position = position._replace(round=2, turn=1, to_move=None, hands=(hand, hand), aftermath=aftermath)
        self.has_started = False

    def starting(self, line: Fact) -> None:
        starter, chooser = line.value(0), line.value(2)
        right = self.position.chooser
        rule = "EV-2.6" if self.position.round == 1 else "EV-2.8"
        if chooser is not right and self.is_certain and self.position.is_sure:
            self.say("wrong-chooser", line.said[2][1], {"side": right}, rule)
        self.position = self.position._replace(to_move=starter)
        self.has_started = True

    # Cards

    def where(self, card: str, side: Side | None) -> str:
        if self.position.piece(card) or card == START:
            return "table"
        if side and card in self.position.hand(side.other):
            return "other-hand"
        return "aftermath" if card in self.position.aftermath else ""

    def aftermath(self, line: Fact) -> None:
        side, (card, span) = line.value(0), line.said[1]
        kept = self.position.aftermath
        where = "table" if self.position.piece(card) else ""
        if not where and of_side(kept, side) not in (UNKNOWN, card):
            where = "not-in-hand"
        if not where and card == of_side(kept, side.other):
            where = "aftermath"
        if not self.elsewhere(card, span, "EV-2.9", where):
            self.position = self.position._replace(aftermath=with_side(kept, side, card))

    def region_scored(self, line: Fact) -> None:
        """An optional line that says what a region gave; it gives the bonus where nobody knew it."""
        region, points = line.value(0), {line.value(1): line.value(2), line.value(3): line.value(4)}
        if len(points) < len(SIDES) or not self.is_certain:
            return
        if region == self.unsure_of:
            self.unsure_of = None
            bare = self.just_scored[region]
            change = {side: points[side] - bare[side] for side in SIDES}
            self.position = with_points(self.position._replace(is_sure=True), change)
            return
        right = self.just_scored.get(region)
        if right is None:
            self.say("score-not-due", line.said[0][1], {"region": region_value(region)}, "EV-4.1")
        elif right != points and self.unsure_of is None:
            values = {"region": region_value(region), "us": right[Side.US], "su": right[Side.SU]}
            self.say("wrong-score", line.span, values, "EV-4.5")

    def end(self, line: Fact) -> None:
        position = self.position
        if position.winner and self.is_certain:
            self.say("game-won", line.span, {"side": position.winner}, "EV-1.5")
        elif self.is_certain and (position.round, position.turn) != (ROUNDS, PLAYS + 1):
            missing = PLAYS - position.turn + 1 + (ROUNDS - position.round) * PLAYS
            self.say("turns-missing", line.span, {"n": missing}, "EV-2.7")

    takers = {  # noqa: RUF012
        "round": rounds,
        "start": starting,
        "hand": Checker.take_hand,
        "score": region_scored,
        "end": end,
        "aftermath": aftermath,
    }

    # Plays

    def start_of(self, line: Play) -> Any:
        position = self.position
        if position.winner and self.is_certain:
            self.say("game-won", line.card_span, {"side": position.winner}, "EV-1.5")
        elif position.turn > PLAYS and position.round == 1 and self.is_certain:
            self.say("round-missing", line.span, {}, "EV-2.7")
            self._second_round(line.span)
            position = self.position
        elif position.turn > PLAYS and self.is_certain:
            self.say("too-many-turns", line.card_span, {"n": PLAYS * ROUNDS}, "EV-2.7")
        if not self.has_started and self.is_certain:
            self.has_started = True
            if position.to_move is None:
                self.say("start-missing", line.span, {"side": position.chooser}, "EV-2.6")
        return self.in_turn(position, line, "EV-2.5")

    def follow(self, board: Position, line: Play, laid: Typed) -> Followed:
        region = region_of(self.game, line.card)
        if region is None:
            self.count("region-unknown", line.card_span)
        followed = follow(
            lambda: turn(self.game, board), laid, line.parts, line.side, is_possible, lambda b: bool(b and b.winner)
        )
        if board.winner:
            followed.wrong.clear()  # it was reported that the game was over
        self.just_scored = {}
        laid_out = board.laid(line.card, laid.step.to)
        if region and is_complete(self.game, laid_out, region):
            found = region_points(self.game, laid_out, region)
            self.just_scored[region] = found.points
            if not found.is_sure:
                self.unsure_of = region
                self.count("bonus-unknown", line.card_span)
        return followed

    def layable(self, choice: Choice, wrong: Wrong) -> list[Step]:
        if wrong.fault.code not in ("not-adjacent", "not-at-region", "cell-taken"):
            return []
        board: Any = choice.position
        card = self.notation.find(wrong.span.text)
        cells = own_cells(self.game, board, card) or board.free_cells
        return [Step("lay", card, cell) for cell in cells]

    def _worded(self, key: str, value: Any) -> Any:
        if key == "cell" and isinstance(value, tuple):
            return write_cell(value)
        return [*map(write_cell, value)] if key == "cells" else super()._worded(key, value)

    def laid(self, board: Position, line: Play) -> Position:
        is_cell = len(line.where) == len(("x", "y"))
        return board.laid(line.card, line.where) if is_cell else board

    # Statements

    whole = ("turn", "round", "ideology", "to-move")
    place = "at"

    def clear(self) -> None:
        old = self.position
        fresh = Position(countries=(Country(START, (0, 0)),), round=old.round, turn=old.turn, to_move=old.to_move)
        self.position = fresh._replace(hands=old.hands, aftermath=old.aftermath)
        self.is_certain, self.has_started, self.unsure_of = True, True, None

    def _check(self, said: Statement) -> None:
        """Where the marker may be elsewhere, a `check` line says where it is."""
        if said.what == "ideology" and self.is_certain and not self.position.is_sure and abs(said.value) <= FLAG_AT:
            self.position = self.position._replace(ideology=said.value, is_sure=True)
            self.unsure_of = None
            return
        super()._check(said)

    def shown_value(self, said: Statement, value: Any) -> Any:
        return write_cell(value) if said.what == "at" else value

    def lay_out(self, said: Statement) -> None:
        if said.what != "at":
            raise No("cell-missing", text=said.span.text)
        self.position = self.position.laid(said.of, said.value)

    # The end

    end_rule = "EV-2.7"

    def is_played(self) -> bool:
        is_last = self.position.round == ROUNDS and self.position.turn > PLAYS
        return is_last or self.position.winner is not None

    def missing(self) -> list[Need]:
        return [] if self.position.winner else needs(self.game, self.position)

    def scored(self) -> Scoring:
        winner = self.position.winner
        return Scoring((), winner, "flag") if winner else score(self.game, self.position)

    def verdict_of(self, scoring: Scoring) -> Verdict:
        ideology = scoring.steps[-1].ideology if scoring.steps else self.position.ideology
        rule = "EV-1.5" if scoring.reason == "flag" else "EV-7.5"
        return Verdict(scoring.winner, scoring.reason, signed(ideology), rule)

    def verdict(self, line: ResultLine | None) -> Verdict | None:
        return super().verdict(line) if self.position.is_sure else None
