"""What `check` and `set` lines say about the board: `cuba zone neutral, US 3; stock SU 7`, `ideology 5`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from wsdv_tools.games.notation import No, Notation
from wsdv_tools.games.sides import Side, side_of
from wsdv_tools.record.lines import Span, items

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
