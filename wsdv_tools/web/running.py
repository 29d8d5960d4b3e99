"""Runs the server until somebody stops it."""

from __future__ import annotations

import gc
import logging
import socket
from types import FrameType

import uvicorn

from wsdv_tools.web.connections import HEAD_SECONDS, Patient
from wsdv_tools.web.entrance import Entrance

PORT = 8744
FURTHER = 10  # ports that are tried where nobody asked for one
GARBAGE = (5_000, 10, 10)  # a command runs for a second and needs no garbage collection; a server runs all evening
_ANYWHERE, _HERE = "0.0.0.0", "127.0.0.1"


def listening(lan: bool, port: int | None) -> socket.socket:
    """A socket that listens: at the port that was asked for, or else at the usual one or the next that is free.

    Raises OSError where there is none.
    """
    host = _ANYWHERE if lan else _HERE
    if port is not None:
        return _bound(host, port)
    for number in range(PORT, PORT + FURTHER):
        try:
            return _bound(host, number)
        except OSError:
            continue
    return _bound(host, 0)


def _bound(host: str, port: int) -> socket.socket:
    # By its number asyncio knows that it is TCP, and lets no answer wait for the next one.
    bound = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):  # Windows lets two programs have one port otherwise
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind((host, port))
        bound.listen(128)
    except OSError:
        bound.close()
        raise
    return bound


class _Uvicorn(uvicorn.Server):
    """Releases listening devices at once when it has to end."""

    def __init__(self, config: uvicorn.Config, served: Entrance) -> None:
        super().__init__(config)
        self._served = served

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._served.listeners.close()
        super().handle_exit(sig, frame)


def serve(served: Entrance, bound: socket.socket) -> None:
    """Serve until Ctrl-C."""
    gc.freeze()
    gc.set_threshold(*GARBAGE)
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)  # a client that breaks off is nobody's fault
    config = uvicorn.Config(
        served.app(),
        http=Patient,
        ws="none",
        lifespan="on",
        log_config=None,
        log_level="critical",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=int(HEAD_SECONDS),
        timeout_graceful_shutdown=2,
    )
    _Uvicorn(config, served).run([bound])
