"""What the server does with tables: every question and every tap, one after the other, in one thread.

A tap is on the disk before anybody is notified. It is accepted only for the version that the device saw, and an id
that has been taken does nothing twice. A device sees what its seat may know.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wsdv_tools.findings import readable
from wsdv_tools.referee.record_files import record_text
from wsdv_tools.web import calls
from wsdv_tools.web.desk import Refusal
from wsdv_tools.web.seats import SIDES, Seats
from wsdv_tools.web.tables import Folder, State, Table

if TYPE_CHECKING:
    from wsdv_tools.web.desk import Data

MOST_IDS = 500
MOST_VIEWS = 24
_SUFFIXES = {"game": ".wsdv", "position": ".yaml"}


class Conflict(Exception):
    """Somebody else was faster; `state` is how the table is now."""

    def __init__(self, state: Data) -> None:
        super().__init__()
        self.state = state


class Service:
    """The tables of a folder, for devices."""

    def __init__(self, folder: Path) -> None:
        self.seats = Seats(folder)
        self.folder = Folder(folder, self.seats.key)
        self._taken: OrderedDict[tuple[str, str | None, str], None] = OrderedDict()
        self._views: OrderedDict[tuple[str, ...], Data] = OrderedDict()

    # Which there are

    def listed(self) -> Data:
        return {"tables": [listed._asdict() for listed in self.folder.tables()]}

    def add(self, device: str | None, lang: str, wanted: Data) -> Data:
        """A new table: empty, from a text, or a copy of another as this device may see it."""
        kind, name = wanted.get("kind"), wanted.get("name") or ""
        if not isinstance(kind, str) or kind not in _SUFFIXES or not isinstance(name, str):
            raise Refusal(400, "request")
        source = wanted.get("from") or {}
        if not isinstance(source, dict) or not all(isinstance(value, str) for value in source.values()):
            raise Refusal(400, "request")
        text = self.download(source["table"], device) if "table" in source else source.get("text")
        files = calls.new(kind, lang)["files"] if text is None else _begun(kind, text, lang)
        stem = name.removesuffix(_SUFFIXES[kind]).strip() or kind
        return {"name": self.folder.add(kind, f"{stem}{_SUFFIXES[kind]}", files).name}

    # One of them

    def state(self, name: str, device: str | None, lang: str) -> Data:
        table = self.folder.table(name)
        return self._told(table, self.folder.read(table), device, lang)

    def version(self, name: str) -> Data:
        """Changes with the files, but reveals nothing of what is in them."""
        taken = [side for side, how in self.seats.told(name, None).items() if how != "free"]
        return {"version": self.folder.read(self.folder.table(name)).version, "taken": taken}

    def tap(self, name: str, device: str | None, lang: str, asked: Data) -> Data:
        """Do one thing at a table."""
        id_, do = asked.get("id"), asked.get("do")
        if not isinstance(id_, str) or not 0 < len(id_) <= 100 or not isinstance(do, dict):
            raise Refusal(400, "request")
        table = self.folder.table(name)
        before = self.folder.read(table)
        if (name, device, id_) in self._taken:
            return self._told(table, before, device, lang)
        if asked.get("version") != before.version:
            raise Conflict(self._told(table, before, device, lang))
        seat = self.seats.seat(name, device)
        done = calls.table(table.kind, before.texts, lang, seat, do)
        if done["files"]:
            if self.folder.read(table).version != before.version:  # the terminal was faster, this moment
                raise Conflict(self.state(name, device, lang))
            self.folder.save(table, done["files"])
        self._remember(name, device, id_)
        after = self.folder.read(table)
        saved = {role: text for role, text in {**before.texts, **done["files"]}.items() if text}
        if after.texts == saved:  # else the terminal has gone on meanwhile, and the view is not of that
            self._keep_view((name, after.version, lang, seat), done["view"])
        return self._told(table, after, device, lang)

    def hint(self, name: str, device: str | None, lang: str, asked: Data) -> Data:
        """What an option leads to. It only reads, so it may run beside everything else."""
        table = self.folder.table(name)
        seat = self.seats.seat(name, device)
        return calls.hint(table.kind, self.folder.read(table).texts, lang, seat, asked.get("do"))

    def sit(self, name: str, device: str | None, lang: str, asked: Data, is_here: bool) -> Data:
        """Take a side or give it back; the computer that serves may free one whose device is lost."""
        table = self.folder.table(name)
        if "free" in asked:
            if not is_here:
                raise Refusal(403, "seat-free")
            if asked["free"] not in SIDES:
                raise Refusal(400, "request")
            self.seats.free(name, asked["free"])
        elif table.kind != "game":  # a position has no hands to hide
            raise Refusal(400, "request")
        else:
            self.seats.take(name, device, str(asked.get("seat")))
        return self._told(table, self.folder.read(table), device, lang)

    def download(self, name: str, device: str | None) -> str:
        """The file that people know, as this device may see it."""
        table = self.folder.table(name)
        text = next(iter(self.folder.read(table).texts.values()))
        return calls.masked_record(text, self.seats.seat(name, device)) if table.kind == "game" else text

    # As a device sees it

    def _told(self, table: Table, state: State, device: str | None, lang: str) -> Data:
        seat = self.seats.seat(table.name, device)
        key = (table.name, state.version, lang, seat)
        view = self._views.get(key)
        if view is None:
            view = calls.table(table.kind, state.texts, lang, seat)["view"]
        self._keep_view(key, view)
        return {
            "name": table.name,
            "kind": table.kind,
            "version": state.version,
            "seat": seat,
            "seats": self.seats.told(table.name, device),
            "view": view,
        }

    def _keep_view(self, key: tuple[str, ...], view: Any) -> None:
        self._views[key] = view
        self._views.move_to_end(key)
        while len(self._views) > MOST_VIEWS:
            self._views.popitem(last=False)

    def _remember(self, name: str, device: str | None, id_: str) -> None:
        self._taken[name, device, id_] = None
        while len(self._taken) > MOST_IDS:
            self._taken.popitem(last=False)


def _begun(kind: str, text: str, lang: str) -> Mapping[str, str]:
    """The files of a table that begins with a text: a record as it is, a position if it can be one."""
    if kind == "position":
        empty = calls.new(kind, lang)["files"]
        return {**empty, **calls.table(kind, empty, lang, "open", {"text": text})["files"]}
    return {"record": readable(record_text(text, "record"))}
