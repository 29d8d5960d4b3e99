"""Slow, half-open or too many connections: each has little time for a request, so that there is room for the rest.

Uvicorn waits for ever for the head of a request. Here a connection that says nothing is closed, and where all places
are taken, the oldest one that still owes us something makes room for the new one.
"""

from __future__ import annotations

from asyncio import TimerHandle, Transport
from collections import Counter

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

MOST = 200  # connections at once; a phone has six
HEAD_SECONDS = 10.0  # for the head of a request, and between two
REQUEST_SECONDS = 60.0  # for the whole of it, until all of the answer is fetched
ENDLESS = "/events"  # how the path of an endless answer ends


class Patient(H11Protocol):
    """A connection that is watched."""

    _timer: TimerHandle | None = None

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > MOST:
            self._make_room()
        self._limit(HEAD_SECONDS)

    def data_received(self, data: bytes) -> None:
        had = self.cycle
        super().data_received(data)
        if self.cycle is not had and not self.cycle.response_complete:
            self._limit(None if self.scope["path"].endswith(ENDLESS) else REQUEST_SECONDS)

    def on_response_complete(self) -> None:
        had = self.cycle
        self._limit(HEAD_SECONDS)
        super().on_response_complete()
        if self.cycle is not had:  # the next request was there already
            self._limit(REQUEST_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        self._limit(None)
        super().connection_lost(exc)

    def _limit(self, seconds: float | None) -> None:
        if self._timer:
            self._timer.cancel()
        self._timer = self.loop.call_later(seconds, self.transport.abort) if seconds else None

    @property
    def is_owing(self) -> bool:
        """Whether we wait for the other end: no request has come, or only a part of it."""
        return self.conn.their_state in (h11.IDLE, h11.SEND_BODY)

    def _make_room(self) -> None:
        """The client with most connections loses one that says nothing, or this new one."""
        owing = [one for one in self.connections if isinstance(one, Patient) and one is not self and one.is_owing]
        counted = Counter(one.client[0] if one.client else "" for one in owing)
        if not counted:
            self.transport.abort()
            return
        most = counted.most_common(1)[0][0]
        named = [one for one in owing if (one.client[0] if one.client else "") == most]
        oldest = min(named, key=lambda one: one.since)
        self.connections.discard(oldest)  # it learns of its end only later
        oldest.transport.abort()

    @property
    def since(self) -> float:
        """When the time began to run that this connection has now."""
        return self._timer.when() - HEAD_SECONDS if self._timer else 0.0
