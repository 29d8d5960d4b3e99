"""The calls of the page: pure functions on plain data, without server or files.

A table is a file of the folder with its companions. `table` takes their texts and one tap, and gives the texts that
changed and what the page shows. All other calls take a request and give an answer, both as JSON has them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from wsdv_tools.web.board_calls import board, card_svg, words
from wsdv_tools.web.desk import Data, Refused, desk
from wsdv_tools.web.game_table import NEW
from wsdv_tools.web.game_view import SeenGame, uses
from wsdv_tools.web.hint_view import hint as hint_of
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


def _figures(request: Data) -> Data:
    return figures(desk(request.get("lang")), _text(request, "text"))


def _endings(request: Data) -> Data:
    return endings(desk(request.get("lang")), _text(request, "text"))


def _position(request: Data) -> Data:
    """A position that was typed or pasted, and what is wrong with it."""
    return PositionTable(desk(request.get("lang")), {"position": _text(request, "text")}).view(with_pieces=True)


def _new_position(request: Data) -> Data:
    """The text of a position that nobody has tapped in yet: empty, or as a game begins."""
    return {"text": new_position(desk(request.get("lang")), request.get("setup") is True)}


def _decade_end(request: Data) -> Data:
    """A decade end as far as typed decisions go; `do` is one more tap."""
    files = {"position": _text(request, "position"), "decisions": _text(request, "decisions")}
    here = PositionTable(desk(request.get("lang")), files)
    _tap(here, request.get("do"))
    return {"decisions": here.decisions, "view": here.view()}


def _text(request: Data, key: str) -> str:
    value: Any = request.get(key, "")
    if not isinstance(value, str):
        raise desk(request.get("lang")).refuse("request")
    return value


def _uses(request: Data) -> Data:
    """What a card can be used for, and why not for the rest."""
    own = desk(request.get("lang"))
    return uses(own, _text(request, "record"), _text(request, "card"), request.get("hand") is True)


def _explain(request: Data) -> Data:
    """What a card, a rule, a ruling or the code of a finding means; else where these words are found."""
    return Lookup(desk(request.get("lang"))).asked(_text(request, "asked"))


def _index(request: Data) -> Data:
    """Everything that can be explained."""
    return Lookup(desk(request.get("lang"))).index()


def _record(request: Data) -> Data:
    return record(desk(request.get("lang")), _text(request, "text"))


def _record_board(request: Data) -> Data:
    """The board at a stop of a record."""
    own, number = desk(request.get("lang")), request.get("number")
    if type(number) is not int:
        raise own.refuse("request")
    return board_at(own, _text(request, "text"), number)


def _print_choices(_request: Data) -> Data:
    return choices()


def _print_preview(request: Data) -> Data:
    return preview(desk(request.get("lang")), request)


def _print(request: Data) -> Data:
    return printed(desk(request.get("lang")), request)


CALLS: Mapping[str, Callable[[Data], Data]] = {
    "board": board,
    "words": words,
    "position": _position,
    "new-position": _new_position,
    "decade-end": _decade_end,
    "figures": _figures,
    "endings": _endings,
    "uses": _uses,
    "explain": _explain,
    "index": _index,
    "print-choices": _print_choices,
    "print-preview": _print_preview,
    "print": _print,
    "record": _record,
    "record-board": _record_board,
}
