"""Who wants to hear of changes: devices that show a table are notified when its files change, whoever changed them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import suppress
from pathlib import Path, PurePath
from typing import Any

from watchfiles import awatch

from wsdv_tools.findings import Unreadable
from wsdv_tools.web.desk import Refusal
from wsdv_tools.web.seats import FILE

MOST = 60  # at once; beyond this the oldest is dropped, and asks again if it is still there
BREATH = 15.0  # seconds: then something is sent, so that both ends know that the other is there
AGAIN = 1.0  # seconds until a folder is looked at again that could not be watched


class Listeners:
    """All open streams, each with the name of its table."""

    def __init__(self) -> None:
        self._waiting: dict[asyncio.Event, str] = {}
        self._is_closing = False

    def tell(self, file: str = "") -> None:
        """Wake those whose table a file belongs to; all without a name, or where a server wrote who sits where."""
        for event, table in self._waiting.items():
            if file in ("", FILE) or file.startswith(PurePath(table).stem):
                event.set()

    def close(self) -> None:
        """Release everybody: the server ends."""
        self._is_closing = True
        self.tell()

    async def stream(self, name: str, now: Callable[[], Awaitable[Mapping[str, Any]]]) -> AsyncIterator[str]:
        """Server-sent events: how the table is now, and after every change."""
        event = asyncio.Event()
        if len(self._waiting) >= MOST:
            oldest = next(iter(self._waiting))
            del self._waiting[oldest]
            oldest.set()
        self._waiting[event] = name
        known = ""
        try:
            yield "retry: 1000\n\n"
            while event in self._waiting and not self._is_closing:
                event.clear()
                told = known
                with suppress(Refusal, Unreadable):  # an editor is about to write: soon there is a table again
                    told = json.dumps(await now())
                if told != known:
                    known = told
                    yield f"data: {told}\n\n"
                try:
                    await asyncio.wait_for(event.wait(), BREATH)
                except TimeoutError:
                    yield ": still here\n\n"
        finally:
            self._waiting.pop(event, None)

    async def watch(self, folder: Path) -> None:
        """Notice what others write into the folder; never ends by itself."""
        while True:
            with suppress(OSError, RuntimeError):
                async for changes in awatch(folder, recursive=False, debounce=200, step=30, rust_timeout=1000):
                    for _, path in changes:
                        self.tell(PurePath(path).name)
            await asyncio.sleep(AGAIN)
