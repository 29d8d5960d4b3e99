"""Who may come in, and who sits where: kept in the folder, so that phones can go on after the server was restarted.

The file is looked at before every use, and changed by one server after the other: two servers of one folder agree on
who sits where, and neither overwrites a seat that the other has just given away.

The link holds a secret that everybody at the table has. A device that knows it gets a cookie: a name of its own and a
signature, made with a key that nobody else knows. A side belongs to one device; nobody else sees its hand.
"""

from __future__ import annotations

import hmac
import json
import os
import secrets
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from wsdv_tools.sources.saving import alone_in, save_bytes
from wsdv_tools.sources.text_reader import read_bytes
from wsdv_tools.web.desk import Refusal

FILE = ".wsdv-serve.json"
SIDES = ("west", "east")
MOST_TABLES = 500  # whose seats are remembered; the oldest are forgotten first


class Devices:
    """Who may come in: whoever brings the secret gets a cookie that only this key can sign."""

    def __init__(self, secret: str | None = None, key: str | None = None) -> None:
        self.secret = secret or secrets.token_urlsafe(16)
        self.key = bytes.fromhex(key or secrets.token_hex(32))

    def enter(self, secret: str, cookies: Iterable[str] = ()) -> str:
        """A cookie for a device that knows the secret; one that has been here before stays who it is."""
        if not self.is_secret(secret):
            raise Refusal(401, "no-secret")
        known = next(filter(None, map(self.device, cookies)), None)
        device = known or secrets.token_hex(8)
        return f"{device}.{self._signature(device)}"

    def is_secret(self, secret: str) -> bool:
        return hmac.compare_digest(secret.encode(), self.secret.encode())

    def device(self, cookie: str) -> str | None:
        """The device that a cookie names; None where we did not make it."""
        device, _, signature = cookie.partition(".")
        return device if hmac.compare_digest(signature.encode(), self._signature(device).encode()) else None

    def _signature(self, device: str) -> str:
        return hmac.new(self.key, f"{self.secret} {device}".encode(), "sha256").hexdigest()


class Seats(Devices):
    """The secret, the key, and which device holds which side of which table."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        status = folder.stat()
        self._where = [status.st_dev, status.st_ino]
        with alone_in(folder):
            kept = self._kept()
            super().__init__(kept.get("secret"), kept.get("key"))
            self._seats: dict[str, dict[str, str]] = kept.get("seats") or {}
            self._looked = self._look()
            if not kept:
                self._save()

    # Seats

    def seat(self, table: str, device: str | None) -> str:
        """Where a device sits. No hand is secret before a side has been taken; then the others look on."""
        held = self._held().get(table, {})
        mine = next((side for side, holder in held.items() if holder == device), None)
        return mine or ("watch" if held else "open")

    def told(self, table: str, device: str | None) -> dict[str, str]:
        """Each side as this device sees it: mine, taken or free."""
        held = self._held().get(table, {})
        return {side: ("mine" if held[side] == device else "taken") if side in held else "free" for side in SIDES}

    def take(self, table: str, device: str | None, seat: str) -> None:
        """Take a side, or give it back with `open` or `watch`."""
        if seat not in (*SIDES, "open", "watch"):
            raise Refusal(400, "request")
        if seat in SIDES and device is None:
            raise Refusal(403, "seat-program")
        with alone_in(self._path.parent):
            held = self._held().get(table, {})
            if seat in SIDES and held.get(seat, device) != device:
                raise Refusal(409, "seat-taken")
            others = {side: holder for side, holder in held.items() if holder != device or device is None}
            self._set(table, others | ({seat: device} if seat in SIDES and device else {}))

    def free(self, table: str, side: str) -> None:
        """Free a side whose device is lost; only the computer that serves may ask for it."""
        with alone_in(self._path.parent):
            self._set(table, {other: holder for other, holder in self._held().get(table, {}).items() if other != side})

    def _set(self, table: str, held: dict[str, str]) -> None:
        if held == self._seats.get(table, {}):
            return
        self._seats.pop(table, None)
        if held:
            self._seats[table] = held
        while len(self._seats) > MOST_TABLES:
            del self._seats[next(iter(self._seats))]
        self._save()

    # The file

    def _held(self) -> dict[str, dict[str, str]]:
        """The seats as another server of this folder may have written them; ours where there is no such file."""
        looked = self._look()
        if looked != self._looked:
            self._seats = self._kept().get("seats", self._seats)
            self._looked = looked
        return self._seats

    def _look(self) -> tuple[int, ...]:
        try:
            status = self._path.lstat()
        except OSError:
            return ()
        return status.st_ino, status.st_mtime_ns, status.st_size

    def _kept(self) -> dict[str, Any]:
        """What an earlier run left here; a file that came with somebody else's folder is not trusted."""
        data, _ = read_bytes(self._path) if not self._path.is_symlink() else (None, [])
        with suppress(ValueError, TypeError, LookupError, AttributeError, RecursionError):
            kept = json.loads(data or b"")
            is_ours = kept["wsdv-serve"] == 1 and kept["folder"] == self._where
            if is_ours and len(bytes.fromhex(kept["key"])) == 32 and _is_whole(kept["secret"], kept["seats"]):
                return dict(kept)
        return {}

    def _save(self) -> None:
        kept = {
            "wsdv-serve": 1,
            "folder": self._where,
            "secret": self.secret,
            "key": self.key.hex(),
            "seats": self._seats,
        }
        if not os.path.lexists(self._path):
            with suppress(FileExistsError):
                os.close(os.open(self._path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        elif not self._path.is_symlink():  # it may have come with a folder: nobody else may read it
            os.chmod(self._path, 0o600)
        save_bytes(self._path, json.dumps(kept, indent=1).encode(), follow=False)
        self._looked = self._look()


def _is_whole(secret: Any, seats: Any) -> bool:
    return (
        isinstance(secret, str)
        and len(secret) >= 16
        and all(
            held.keys() <= {*SIDES} and all(isinstance(one, str) for one in held.values()) for held in seats.values()
        )
    )
