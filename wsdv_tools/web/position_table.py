"""A position on the table, tapped in fact by fact, and the decade end that follows from it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from wsdv_tools.facts import State
from wsdv_tools.library import check_position
from wsdv_tools.positions.position_writer import as_yaml
from wsdv_tools.record.statements import read_statements
from wsdv_tools.rules.figures import flight_icons
from wsdv_tools.rules.plain import as_plain
from wsdv_tools.rules.position import NONE, empty, start
from wsdv_tools.web.end_view import Ending, endings_of, figures_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wsdv_tools.findings import Finding
    from wsdv_tools.positions.position_reader import Reading
    from wsdv_tools.rules.game import Game
    from wsdv_tools.rules.position import Position
    from wsdv_tools.web.desk import Data, Desk

FILE = "position.yaml"  # as findings name it
MOST_FINDINGS = 50
IN_ANY_ORDER = "decade"  # the question that a half-typed position names where people tap in any order


def new_position(own: Desk, at_start: bool = False) -> str:
    """The text of a new table: an empty board, or the board as a game begins."""
    return as_yaml(own.game, start(own.game) if at_start else empty(own.game), IN_ANY_ORDER)


class PositionTable:
    """The texts of one table; a tap changes them."""

    def __init__(self, own: Desk, files: Mapping[str, str], _seat: str = "open") -> None:
        self.own = own
        self.text = files.get("position", "")
        self.decisions = files.get("decisions", "")

    @property
    def texts(self) -> dict[str, str]:
        return {"position": self.text, "decisions": self.decisions}

    # Taps

    def do(self, do: Data) -> None:
        ((kind, value),) = do.items()
        if kind not in _TAPS:
            raise self.own.refuse("request")
        _TAPS[kind](self, value)

    def set(self, value: Any) -> None:
        """Make statements true: `SN unrest 2`, `leipzig down`. Then somebody has to look at the whole board again."""
        position = self._reading.position
        if position is None or not isinstance(value, str):
            raise self.own.refuse("request")
        statements = read_statements(value, self.own.notation)
        if not isinstance(statements, list):
            raise self.own.refuse("not-offered", text=value)
        for statement in statements:
            position = statement.made(self.own.game, position)
        self.text = as_yaml(self.own.game, position, IN_ANY_ORDER)

    def replace(self, value: Any) -> None:
        """Another position altogether: pasted, taken from a record, or the one before."""
        if not isinstance(value, str):
            raise self.own.refuse("request")
        reading = _read(value)
        if reading.position is None:
            first = next(finding for finding in reading.findings if finding.is_error)
            raise self.own.refused(first, findings=[self.own.told(finding) for finding in reading.findings])
        self.text = as_yaml(self.own.game, reading.position._replace(course=None), reading.unfinished)

    def confirm(self, _value: Any) -> None:
        """Yes, this is our table: the position is complete."""
        position = self._reading.position
        if position is None:
            raise self.own.refuse("request")
        self.text = as_yaml(self.own.game, position)

    def step(self, value: Any) -> None:
        ending = self.ending()
        if ending is None or not isinstance(value, str):
            raise self.own.refuse("nothing-asked")
        ending.take(value)
        self.decisions = ending.lines

    def back(self, _value: Any) -> None:
        ending = self.ending()
        if ending is None or not ending.back():
            raise self.own.refuse("nothing-to-undo")
        self.decisions = ending.lines

    def phase(self, value: Any) -> None:
        ending = self.ending()
        if ending is None or type(value) is not int or not 1 <= value <= 10:
            raise self.own.refuse("request")
        ending.back_to(value)
        self.decisions = ending.lines

    # What the page shows

    def as_seen(self) -> PositionTable:
        """A position has no secrets."""
        return self

    @property
    def _reading(self) -> Reading:
        return _read(self.text)

    def ending(self) -> Ending | None:
        """None where the position has errors: nothing is adjudicated then."""
        reading = self._reading
        if reading.position is None or not reading.is_good:
            return None
        return Ending(self.own, self.own.notation, reading.position._replace(course=None), self.decisions)

    def _findings(self) -> list[Finding]:
        """What is wrong with the board as it is, also while it is not complete; nobody reads on after so many."""
        return _as_it_is(self.own.game, self.text).findings[:MOST_FINDINGS]

    def view(self, with_pieces: bool = False) -> Data:
        """The position's own pieces are left out where those of its decade end are shown, unless asked for."""
        reading, own = self._reading, self.own
        position, ending = reading.position, self.ending()
        shown: Data = {
            "kind": "position",
            "text": self.text,
            "unfinished": bool(reading.unfinished),
            "findings": [own.told(finding) for finding in self._findings()],
            **_told(own.game, position),
            "pieces": own.drawing.pieces(position) if position and (with_pieces or not ending) else None,
            "end": ending.view() if ending else None,
        }
        return shown


_TAPS = {
    "set": PositionTable.set,
    "text": PositionTable.replace,
    "confirm": PositionTable.confirm,
    "step": PositionTable.step,
    "back": PositionTable.back,
    "phase": PositionTable.phase,
}


@lru_cache(maxsize=16)
def _told(game: Game, position: Position | None) -> Data:
    """What a decade end does not change, however many steps it has."""
    if position is None:
        return {"facts": None, "counts": None}
    return {"facts": as_plain(game, position), "counts": counts(game, position)}


@lru_cache(maxsize=16)
def _read(text: str) -> Reading:
    return check_position(text, FILE)


def _as_it_is(game: Game, text: str) -> Reading:
    """A board that is not complete yet, as if it were."""
    reading = _read(text)
    return _read(as_yaml(game, reading.position)) if reading.unfinished and reading.position else reading


def counts(game: Game, position: Position) -> Data:
    """How many pieces of each kind lie on the board, by side."""
    sides: Data = {}
    for side in State:
        own = game.own(side)
        sides[side.value] = {
            "factories": sum(
                factory != NONE and game.city_states[city] is side for city, factory in enumerate(position.factories)
            ),
            "lines": sum(laid for line, laid in enumerate(position.lines) if game.line_states[line] is side),
            "unrest": sum(position.unrest[province] for province in own),
            "standards": sum(position.standards[province] for province in own),
        }
    sides["socialists"] = position.socialists_on_board
    sides["flight"] = flight_icons(game, position)
    return sides


def figures(own: Desk, text: str) -> Data:
    """If the decade ended now: the sums of all phases on a board that was typed."""
    position = _read(text).position
    return {"phases": figures_of(own, position) if position else []}


def endings(own: Desk, text: str) -> Data:
    """How the decade could end; it is searched, so it may take a moment longer. An impossible board has no end."""
    reading = _as_it_is(own.game, text)
    found = endings_of(own, reading.position) if reading.position and reading.is_good else []
    return {"title": own.phrases.say("forecast.endings"), "endings": found}
