"""The calls of the page: pure functions on plain data, without server or files.

A table is a file of the folder with its companions. `table` takes their texts and one tap, and gives the texts that
changed and what the page shows. All other calls take a request and give an answer, both as JSON has them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from wsdv_tools.web.board_calls import board, card_svg, words
from wsdv_tools.web.desk import Data, Desk, Refused, desk
from wsdv_tools.web.end_view import hint as hint_of
from wsdv_tools.web.game_table import NEW
from wsdv_tools.web.game_view import SeenGame, uses
from wsdv_tools.web.lookup import Lookup
from wsdv_tools.web.masking import masked_record as _masked
from wsdv_tools.web.position_table import PositionTable, endings, figures, new_position
from wsdv_tools.web.printing_calls import choices, preview, printed
from wsdv_tools.web.record_view import board_at, record

__all__ = ["CALLS", "Refused", "card_svg", "hint", "masked_record", "new", "table"]

SEATS = ("open", "west", "east", "watch")


def new(kind: str, lang: str = "en") -> Data:
    """The files of a new table."""
    own = desk(lang)
    if kind == "position":
        return {"files": {"position": new_position(own)}}
    if kind == "game":
        return {"files": {"record": NEW}}
    raise own.refuse("request")


def table(kind: str, files: Mapping[str, str], lang: str, seat: str = "open", do: Data | None = None) -> Data:
    """The view of a table for a seat, after a tap if there is one; and the texts that the tap changed."""
    own = desk(lang)
    if kind not in _TABLES or seat not in SEATS:
        raise own.refuse("request")
    now = _TABLES[kind](own, files, seat)
    _tap(now, do)
    changed = {role: text for role, text in now.texts.items() if text != files.get(role, "")}
    return {"files": changed, "view": now.view()}


def _tap(here: PositionTable | SeenGame, do: Any) -> None:
    """Do what was tapped, if anything was."""
    if do is None:
        return
    if not isinstance(do, dict) or len(do) != 1:
        raise here.own.refuse("request")
    here.do(do)


def hint(kind: str, files: Mapping[str, str], lang: str, seat: str, do: Any) -> Data:
    """What an option of the decade end leads to, from everything that a seat may know."""
    own = desk(lang)
    ending = _TABLES[kind](own, files, seat).as_seen().ending()
    if ending is None or not isinstance(do, str):
        raise own.refuse("nothing-asked")
    return hint_of(ending, do)


_TABLES: Mapping[str, type[PositionTable] | type[SeenGame]] = {"position": PositionTable, "game": SeenGame}


def masked_record(text: str, seat: str) -> str:
    """A record as a seat may see it."""
    return _masked(text, seat, desk("en").notation)


def _position(own: Desk, asked: Data) -> Data:
    """A position that was typed or pasted, and what is wrong with it."""
    return PositionTable(own, {"position": _text(own, asked, "text")}).view(with_pieces=True)


def _new_position(own: Desk, asked: Data) -> Data:
    """The text of a position that nobody has tapped in yet: empty, or as a game begins."""
    return {"text": new_position(own, asked.get("setup") is True)}


def _decade_end(own: Desk, asked: Data) -> Data:
    """A decade end as far as typed decisions go; `do` is one more tap."""
    here = PositionTable(own, {role: _text(own, asked, role) for role in ("position", "decisions")})
    _tap(here, asked.get("do"))
    return {"decisions": here.decisions, "view": here.view()}


def _uses(own: Desk, asked: Data) -> Data:
    """What a card can be used for, and why not for the rest."""
    return uses(own, _text(own, asked, "record"), _text(own, asked, "card"), asked.get("hand") is True)


def _record_board(own: Desk, asked: Data) -> Data:
    """The board at a stop of a record."""
    number = asked.get("number")
    if type(number) is not int:
        raise own.refuse("request")
    return board_at(own, _text(own, asked, "text"), number)


def _text(own: Desk, asked: Data, key: str) -> str:
    value: Any = asked.get(key, "")
    if not isinstance(value, str):
        raise own.refuse("request")
    return value


def _of_text(work: Callable[[Desk, str], Data], key: str = "text") -> Callable[[Desk, Data], Data]:
    """A call that takes nothing but a text."""
    return lambda own, asked: work(own, _text(own, asked, key))


@dataclass(frozen=True)
class Call:
    """A call without a table: what it is for, what comes back and what is sent (names of schemas), what it does."""

    about: str
    answer: str
    request: str
    work: Callable[[Desk, Data], Data]

    def __call__(self, asked: Data) -> Data:
        return self.work(desk(asked.get("lang")), asked)


CALLS: dict[str, Call] = {
    "board": Call("The drawn board, its places, the cards.", "board", "request", board),
    "words": Call("The words of the page.", "words", "request", words),
    "position": Call("A position that was typed, and what is wrong with it.", "position", "with-text", _position),
    "new-position": Call("The text of a new position.", "new-position", "new-position-request", _new_position),
    "decade-end": Call("A decade end as far as decisions carry it.", "decade-end", "decade-end-request", _decade_end),
    "figures": Call("If the decade ended now: the sums of all phases.", "figures", "with-text", _of_text(figures)),
    "endings": Call("If the decade ended now: who could force what.", "endings", "with-text", _of_text(endings)),
    "uses": Call("What a card can be used for, and why not for the rest.", "uses", "uses-request", _uses),
    "explain": Call(
        "What a card, a rule, a ruling or a finding means.",
        "explain",
        "explain-request",
        _of_text(lambda own, words: Lookup(own).asked(words), "asked"),
    ),
    "index": Call("All that can be explained.", "index", "request", lambda own, _: Lookup(own).index()),
    "print-choices": Call("What can be printed, and how.", "print-choices", "request", lambda *_: choices()),
    "print-preview": Call("One page as a picture.", "print-preview", "print-request", preview),
    "print": Call("The PDF.", "print", "print-request", printed),
    "record": Call("A record, checked.", "record", "with-text", _of_text(record)),
    "record-board": Call("The board at a stop of a record.", "record-board", "record-board-request", _record_board),
}
