"""Cases that are records: whole ones, or just plays in the middle of a half."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from wsdv_tools.conformance.flat import flat
from wsdv_tools.facts import State
from wsdv_tools.record.reader import Play, Record, read_record
from wsdv_tools.record.referee import Checked, check_record
from wsdv_tools.rules.course import HAND, face
from wsdv_tools.rules.position import UNKNOWN, Course

if TYPE_CHECKING:
    from wsdv_tools.record.notation import Notation
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position

_BEGINNING = re.compile(r"\s*(wsdv-record|decade)\b", re.IGNORECASE)
_CARD = re.compile(r"^\s*[WE] +(\d+|[IV]+)", re.MULTILINE)


def is_whole(text: str) -> bool:
    """Whether a record begins its decade itself."""
    return bool(_BEGINNING.match(text))


def decade_of(text: str, game: Game) -> int:
    """The decade plays are made in, unless the case says another: that of the latest card."""
    decades = {card.number: card.decade for card in game.cards.values()}
    return max((decades.get(number, 1) for number in _CARD.findall(text)), default=1)


def check_text(text: str, name: str, notation: Notation, position: Position) -> tuple[Position, Checked]:
    """A case's record, checked, and the board before its first play."""
    record = read_record(text, name, notation)
    if is_whole(text):
        checked = check_record(record, notation)
        return (checked.moments[0].before if checked.moments else position), checked
    if position.course is None:
        position = position._replace(course=_middle_of_a_half(notation.game, position, record))
    return position, check_record(record, notation, start_from=position)


def _middle_of_a_half(game: Game, position: Position, record: Record) -> Course:
    """Whose turn it is, with the cards that are played lying there, and one more."""
    plays = [line for line in record.lines if isinstance(line, Play)]
    normal = [card.id for card in game.cards.values() if card.decade == position.decade and not card.is_special]
    used = {*(line.card for line in plays), *position.played, *position.police}
    display = [line.card for line in plays if not line.from_hand and line.card in normal]
    display += [card for card in normal if card not in used][:1]
    hand = (UNKNOWN,) * HAND
    return Course(1, plays[0].side if plays else State.WEST, tuple(dict.fromkeys(display)), True, hand, hand)


def pile_as_told(game: Game, before: Position, checked: Checked) -> list[Any]:
    """The change of the played pile that goes without saying: all cards that were played."""
    plays = [moment for moment in checked.moments if isinstance(moment.line, Play)]
    cards = tuple(face(moment.before, moment.line.card) for moment in plays if isinstance(moment.line, Play))
    after = before._replace(played=(*before.played, *cards))
    return [flat(game, before)["played"], flat(game, after)["played"]]
