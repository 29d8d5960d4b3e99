"""`check` and `set` lines: what is said about the board is compared with it, or is the board from here on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wsdv_tools.findings import Wording
from wsdv_tools.games.notation import No, Notation
from wsdv_tools.games.statements import Statement, read_statements
from wsdv_tools.record.line_reader import Statements
from wsdv_tools.record.lines import Span


class Stating:
    """The part of a checker that takes statements about the board. Each game says what its board has."""

    whole: tuple[str, ...]  # what the board has as a whole, as a statement names it
    place: str  # what says where a piece lies: its zone, its cell

    notation: Notation
    position: Any
    is_certain: bool

    def say(self, code: str, span: Span, values: Mapping[str, Any] | None = None, rule: str | None = None) -> None:
        raise NotImplementedError

    def piece(self, card: str) -> Any:
        """The area or country of a card; None where it is not on the table."""
        raise NotImplementedError

    def lay_out(self, said: Statement) -> Any:
        """A card that a `set` line names first is put on the board."""
        raise NotImplementedError

    def exchange(self, piece: Any) -> None:
        """Put a piece in the place of the one of the same card."""
        raise NotImplementedError

    def statements(self, line: Statements) -> None:
        """A `check` line is compared with the board, a `set` line is the board from here on."""
        if line.word == "set":
            self.clear()
        for said in read_statements(line.said, self.notation):
            if not isinstance(said, Statement):
                self.say(said[1].code, said[0], said[1].values)
                continue
            try:
                self.put(said) if line.word == "set" else self._check(said)
            except No as no:
                self.say(no.code, said.span, no.values)
        if line.word == "set":
            self.settle()

    def clear(self) -> None:
        """Take everything off the board."""
        raise NotImplementedError

    def put(self, said: Statement) -> None:
        """Put on the board what a statement says."""
        if said.what in self.whole:
            self.position = self.position._replace(**{_attribute(said): said.value})
            return
        if said.what not in ("there", self.place, "markers"):
            raise No("statement-unreadable", text=said.span.text)
        piece = self.piece(said.of) or self.lay_out(said)
        if said.what == self.place:
            self.exchange(piece._replace(**{self.place: self.wanted_value(said)}))
        elif said.side:
            self.exchange(piece.with_markers(said.side, said.value - piece.markers(said.side)))

    def settle(self) -> None:
        """The board was put together."""

    def found_value(self, said: Statement) -> Any:
        """What the board has where a statement says something; None where there is no such place."""
        if said.what in self.whole:
            return getattr(self.position, _attribute(said))
        if said.what == "stock" and said.side:
            return self.position.stock(said.side)
        piece = self.piece(said.of)
        if piece is None or said.what == "there":
            return True if piece else None
        if said.what == self.place:
            return getattr(piece, self.place)
        if said.what == "markers" and said.side:
            return piece.markers(said.side)
        raise No("statement-unreadable", text=said.span.text)

    def wanted_value(self, said: Statement) -> Any:
        return said.value

    def shown_value(self, _said: Statement, value: Any) -> Any:
        """A value of the board as it is written."""
        return value

    def _check(self, said: Statement) -> None:
        if not self.is_certain:
            return
        found = self.found_value(said)
        if found != self.wanted_value(said):
            nothing = Wording("words", "nothing-there", "not there")
            shown = nothing if found is None else self.shown_value(said, found)
            self.say("check-differs", said.span, {"text": said.span.text, "found": shown})


def _attribute(said: Statement) -> str:
    return said.what.replace("-", "_")
