"""A game as a seat sees it: what is due, the cards, the play that is going on, and what has to be changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wsdv_tools.facts import State
from wsdv_tools.findings import Finding
from wsdv_tools.positions.position_writer import as_yaml
from wsdv_tools.referee.ledger import Due
from wsdv_tools.rules.actions import ACTIONS
from wsdv_tools.rules.adjudicator import Turn
from wsdv_tools.rules.course import DISPLAY
from wsdv_tools.rules.hands import may_be_in_hand
from wsdv_tools.rules.position import UNKNOWN
from wsdv_tools.telling.board_text import changes, special_card
from wsdv_tools.web.end_view import asked_of
from wsdv_tools.web.game_table import NAMES, GameTable, row_cards
from wsdv_tools.web.masking import SECRET_KINDS, masked_record, seen

if TYPE_CHECKING:
    from wsdv_tools.referee.record_files import TurnPlay
    from wsdv_tools.rules.position import Position
    from wsdv_tools.web.desk import Data, Desk

MOST_FINDINGS = 20


class SeenGame(GameTable):
    """A game, and how the page shows it."""

    def view(self) -> Data:
        """For this seat: all of it is made from the record as the seat may see it."""
        return GameView(self.as_seen()).data()


class GameView:
    """A game as a seat sees it."""

    def __init__(self, table: GameTable) -> None:
        self.table = table
        self.own = table.own
        self.ledger = table.ledger
        self.game = table.ledger.notation.game

    def data(self) -> Data:
        checked, ending = self.table.settled.checked, self.table.ending()
        position = checked.position
        unfinished = self.table.unfinished
        play = unfinished.play
        board = ending.end.position if ending else play.position if play else position
        return {
            "kind": "game",
            "text": self.ledger.text,
            "names": {key: checked.headers.get(key, "") for key in NAMES},
            "due": self.ledger.due.value,
            "certain": checked.is_certain,
            "findings": [self.own.told(finding) for finding in self.table.settled.findings[-MOST_FINDINGS:]],
            "decade": position.decade if position else None,
            "cards": self._cards(board, play) if board and board.course else None,
            "row": self._row(unfinished.row) if self.ledger.due is Due.ROW else None,
            "play": self._play(play) if play else None,
            "end": ending.view() if ending else None,
            "last": self._last(),
            "over": self._over(),
            "board": as_yaml(self.game, board._replace(course=None)) if board else None,  # for the figures
            "pieces": None if ending or board is None else self._pieces(board, play),
        }

    def _pieces(self, board: Position, play: TurnPlay | None) -> str:
        moments = self.ledger.checked.moments
        before = play.start if play else moments[-1].before if moments else board
        return self.own.drawing.pieces(board, before)

    def _cards(self, board: Position, play: TurnPlay | None) -> Data:
        course = board.course
        assert course is not None
        side = course.to_move
        special = special_card(board) if course.special else None
        # Which card East takes now is East's: what this seat may not see is shown as before the play.
        open_, before = seen(self.table.seat), self.table.settled.checked.position or board
        player = play.what.side if play and isinstance(play.what, Turn) else None
        is_open = player is None or player in open_
        shown = {one: board if one in open_ and is_open else before for one in State}
        return {
            "half": course.half,
            "to-move": side.value,
            "display": list(course.display),
            "special": special,
            "hands": {one.value: self._hand(shown[one], one) for one in State},
            "may-hold": {one.value: self._may_hold(shown[one], one) for one in State},
        }

    @staticmethod
    def _hand(board: Position, side: State) -> list[str]:
        return list(board.course.hand(side)) if board.course else []

    def _may_hold(self, board: Position, side: State) -> list[str]:
        """The cards that an unknown card of a hand may be."""
        course = board.course
        if course is None or UNKNOWN not in course.hand(side):
            return []
        known = course.hand(side)
        may = (card for card in self.game.cards if may_be_in_hand(self.game, board, course, side, card))
        return [card for card in may if card not in known and self.table.not_kept(side, card) is None]

    def _row(self, row: tuple[str, ...]) -> Data:
        position = self.ledger.checked.position
        possible = row_cards(self.game, position, position.course) if position and position.course else []
        return {"cards": list(row), "possible": possible, "full": len(row) == DISPLAY}

    def _play(self, play: TurnPlay) -> Data:
        assert isinstance(play.what, Turn)
        phrases = self.own.phrases_of(self.ledger.notation)
        asked = asked_of(self.own, phrases, play.pending, play.what.mode) if play.pending else None
        if asked and play.pending and not self.table.may(play.pending.side, play.pending.kind in SECRET_KINDS):
            asked |= {"options": [], "pass": False}
        return {
            "side": play.what.side.value,
            "card": play.what.card,
            "hand": play.what.from_hand,
            "mode": play.what.mode,
            "line": self._told_line(play),
            "pending": asked,
            "changes": list(changes(phrases, play.start, play.position)),
        }

    def _told_line(self, play: TurnPlay) -> str:
        line = self.table.line_of(play)
        return self._own(masked_record(f"{line}\n", self.table.seat, self.ledger.notation).strip())

    def _own(self, line: str) -> str:
        """A line of the record in the words of the language."""
        return self.own.phrases.vocabulary.own(line)

    def _last(self) -> Data | None:
        """What the last line did, for whoever moves the pieces."""
        checked = self.table.settled.checked
        if not checked.moments:
            return None
        moment = checked.moments[-1]
        told = list(changes(self.own.phrases_of(self.ledger.notation), moment.before, moment.after))
        return {"line": self._own(moment.line.span.text), "changes": told if moment.outcome is None else []}

    def _over(self) -> str | None:
        if self.ledger.due is not Due.NOTHING:
            return None
        checked = self.ledger.checked
        return self.own.phrases.ended(checked.winner, checked.reason or "unfinished")


def uses(own: Desk, text: str, card: str, from_hand: bool) -> Data:
    """What a card can be used for by the side to move, and why not for the rest."""
    table = GameTable(own, {"record": text})
    position, course = table.course()
    if card not in own.game.cards:
        raise own.refuse("request")
    found = []
    for mode in ACTIONS:
        turn = Turn(course.to_move, card, from_hand, mode)
        fault = table.refuse(position, turn)
        why = own.told(Finding.of(fault, text=card)) if fault else None
        found.append({"mode": mode, "label": own.phrases.say(f"play.mode-{mode}"), "why": why})
    return {"card": card, "hand": from_hand, "side": course.to_move.value, "uses": found}
