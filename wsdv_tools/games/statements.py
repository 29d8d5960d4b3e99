"""`check` and `set` lines: what is said about the board is compared with it, or is the board from here on.

They read like `cuba zone neutral, US 3; stock SU 7`, or `ideology 5`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from wsdv_tools.findings import Wording
from wsdv_tools.games.notation import No, Notation, side_of
from wsdv_tools.games.sides import Side
from wsdv_tools.record.lines import Statements
from wsdv_tools.record.spans import Span, items

_CELL = re.compile(r"@\s*([+-]?\d{1,2})\s*[,.|]\s*([+-]?\d{1,2})")
_NUMBER = re.compile(r"[-+−]?\d{1,3}")
NUMBERED = ("ideology", "turn", "round")


class Statement(NamedTuple):
    """`what` is markers, zone, at, stock, out, to-move, or a number by its name; `of` the card, `side` whose."""

    what: str
    value: Any
    span: Span
    of: str = ""
    side: Side | None = None


def read_statements(span: Span, notation: Notation) -> Iterator[Statement | tuple[Span, No]]:
    """The statements in order; what cannot be read comes with its reason, and the rest is still read."""
    hidden = span._replace(text=_CELL.sub(lambda cell: cell[0].replace(",", "|"), span.text))
    of = ""  # a card, or `stock`, holds until the next
    for item in items(hidden):
        try:
            for statement in _read(item, of, notation):
                of = statement.of or of
                yield statement
        except No as no:
            yield item._replace(text=item.text.replace("|", ",")), no


def _read(item: Span, of: str, notation: Notation) -> Iterator[Statement]:
    words = item.text.split()
    lead = words[0].casefold()
    if lead in NUMBERED:
        yield Statement(lead, _number(words[1:], item), item)
        return
    if lead == "to-move":
        side = side_of(words[1]) if len(words) > 1 else None
        if side is None:
            raise No("side-unknown", text=" ".join(words[1:]))
        yield Statement(lead, side, item)
        return
    if lead in ("stock", "out"):
        of, words = lead, words[1:]
    elif side_of(words[0]) is None and lead != "zone" and not lead.startswith("@"):
        at = _end_of_name(words)
        of, words = notation.find(" ".join(words[:at])), words[at:]
        if not words:
            yield Statement("there", True, item, of)
    yield from _about(of, words, item)


def _end_of_name(words: list[str]) -> int:
    """A card may have a name of several words."""
    for number, word in enumerate(words):
        if number and (side_of(word) or word.casefold() == "zone" or word.startswith("@")):
            return number
    return len(words)


def _about(of: str, words: list[str], item: Span) -> Iterator[Statement]:
    while words:
        if not of:
            raise No("statement-unreadable", text=item.text)
        if words[0].casefold() == "zone" and len(words) > 1:
            yield Statement("zone", words[1], item, of)
            words = words[2:]
            continue
        cell = _CELL.fullmatch(words[0])
        if cell:
            yield Statement("at", (int(cell[1]), int(cell[2])), item, of)
            words = words[1:]
            continue
        side = side_of(words[0])
        if side is None:
            raise No("statement-unreadable", text=item.text)
        what = of if of in ("stock", "out") else "markers"
        yield Statement(what, _number(words[1:2], item), item, of, side)
        words = words[2:]


def _number(words: list[str], item: Span) -> int:
    if len(words) != 1 or not _NUMBER.fullmatch(words[0]):
        raise No("statement-unreadable", text=item.text)
    return int(words[0].replace("−", "-"))


class Stating:
    """The part of a checker that takes statements about the board. Each game says what its board has."""

    whole: tuple[str, ...]  # what the board has as a whole, as a statement names it
    place: str  # what says where a piece lies: its zone, its cell

    notation: Notation
    position: Any
    is_certain: bool

    def say(self, code: str, span: Span, values: Mapping[str, Any] | None = None, rule: str | None = None) -> None:
        raise NotImplementedError

    def lay_out(self, said: Statement) -> None:
        """A card that a `set` line names first is put on the board."""
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
        if self.position.piece(said.of) is None:
            self.lay_out(said)
        piece = self.position.piece(said.of)
        if said.what == self.place:
            self.position = self.position.with_piece(piece._replace(**{self.place: self.wanted_value(said)}))
        elif said.side:
            changed = piece.with_markers(said.side, said.value - piece.markers(said.side))
            self.position = self.position.with_piece(changed)

    def settle(self) -> None:
        """The board was put together."""

    def found_value(self, said: Statement) -> Any:
        """What the board has where a statement says something; None where there is no such place."""
        if said.what in self.whole:
            return getattr(self.position, _attribute(said))
        if said.what == "stock" and said.side:
            return self.position.stock(said.side)
        piece = self.position.piece(said.of)
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
