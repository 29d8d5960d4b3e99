"""The door of the server: nothing passes that another page, another host or a stranger sends.

Somebody else's page in the same browser can send requests to this computer. So the host must be this computer, by
its own address (another name that leads here is a trick), the origin must be our page, a body must be JSON, which no
foreign form can send, and everybody needs the secret of the link.
"""

from __future__ import annotations

import json
import os
import sys
import traceback
from typing import TYPE_CHECKING, Any

from starlette.datastructures import Headers
from starlette.responses import JSONResponse

from wsdv_tools.sources.json_reader import refuse_constant
from wsdv_tools.web.desk import Refusal

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from wsdv_tools.web.seats import Devices

MOST_BODY = 60_000  # bytes: five long games; what takes longest to judge takes about a second
BODY_SECONDS = 5.0
MOST_PATH = 600
SECRET_HEADER = "x-wsdv-secret"
OPEN_PATHS = ("/api/enter",)  # besides the page itself, which holds no secrets
_METHODS = ("GET", "HEAD", "POST")
_CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": _CSP,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_RAW_HEADERS = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]


class Door:
    """Lets a request in, or answers why not; puts the headers on every answer that keep a browser careful."""

    def __init__(self, app: ASGIApp, devices: Devices, lang: str) -> None:
        self.app = app
        self.devices = devices
        self.lang = lang

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        has_begun = False

        async def careful(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *_RAW_HEADERS]
            await send(message)

        try:
            self._check(scope)
            await self.app(scope, receive, careful)
        except Refusal as refusal:
            await self._answer(refusal)(scope, receive, careful)
        except Exception as error:
            _tell_our_fault(error)
            if not has_begun:
                await self._answer(Refusal(500, "our-fault"))(scope, receive, careful)

    def _answer(self, refusal: Refusal) -> JSONResponse:
        return JSONResponse({"error": refusal.as_data(self.lang)}, refusal.status, {"Connection": "close"})

    def _check(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        if not is_own_host(headers.getlist("host"), scope.get("server")):
            raise Refusal(421, "host")
        origin, site = headers.get("origin"), headers.get("sec-fetch-site", "same-origin")
        if (origin is not None and origin != f"http://{headers['host']}") or site not in ("same-origin", "none"):
            raise Refusal(403, "origin")
        if scope["method"] not in _METHODS:
            raise Refusal(405, "method")
        if len(scope["path"]) > MOST_PATH:
            raise Refusal(404, "no-path")
        if scope["path"].startswith("/api") and scope["path"] not in OPEN_PATHS:
            scope["device"] = self._device(headers, scope)
        if scope["method"] == "POST":
            _check_body(headers)

    def _device(self, headers: Headers, scope: Scope) -> str | None:
        """Whose device asks; None for a program that brings the secret itself."""
        given = headers.get(SECRET_HEADER)
        if given is not None and self.devices.is_secret(given):
            return None
        own = cookie_name(scope)
        device = next(
            filter(None, (self.devices.device(value) for name, value in cookies(headers) if name == own)), None
        )
        if device is None:
            raise Refusal(401, "no-secret")
        return device


def cookies(headers: Headers) -> list[tuple[str, str]]:
    """The names and values of all cookies; those of this server's earlier ports come along."""
    parts = (part.strip().partition("=") for part in headers.get("cookie", "").split(";"))
    return [(name, value) for name, _, value in parts]


def cookie_name(scope: Scope) -> str:
    """Cookies do not depend on ports: two servers on one computer must not take each other's."""
    return f"wsdv-{(scope.get('server') or ('', 0))[1]}"


def is_own_host(named: list[str], server: tuple[str, int] | None) -> bool:
    """Whether a request names this computer by the address it came in at, or as localhost.

    >>> is_own_host(["192.168.0.7:8744"], ("192.168.0.7", 8744))
    True
    >>> is_own_host(["evil.example:8744"], ("127.0.0.1", 8744))
    False
    """
    if len(named) != 1 or server is None:
        return False
    host, port = server
    shown = f"[{host}]" if ":" in host else host
    own = {f"{shown}:{port}", *([f"localhost:{port}"] if host in ("127.0.0.1", "::1") else [])}
    return named[0].lower() in own | ({shown} if port == 80 else set())


def _check_body(headers: Headers) -> None:
    if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Refusal(415, "not-json")
    length = headers.get("content-length", "0")
    if not length.isdecimal() or len(length) > 12 or int(length) > MOST_BODY:
        raise Refusal(413, "too-large", kilobytes=MOST_BODY // 1000)


def parsed(body: bytes) -> dict[str, Any]:
    """The object that a body holds."""
    try:
        data = json.loads(body, parse_constant=refuse_constant)
    except (ValueError, RecursionError):
        raise Refusal(400, "not-json") from None
    if not isinstance(data, dict) or not _is_text(data):
        raise Refusal(400, "request")
    return data


def _is_text(data: Any) -> bool:
    """Whether all of it can be written to a file; halves of characters cannot."""
    try:
        json.dumps(data, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _tell_our_fault(error: Exception) -> None:
    """A line for whoever runs the server, and where it was if they want to know."""
    print(f"wsdv: {type(error).__name__}: {error}", file=sys.stderr)
    if os.environ.get("WSDV_DEBUG"):
        traceback.print_exception(error)
