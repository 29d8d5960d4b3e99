"""What every server of pages shares: the files of its page, who comes in, bodies, events, and how it refuses."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from wsdv_tools.drawing.fonts import WEIGHTS, font_file
from wsdv_tools.web import calls
from wsdv_tools.web.desk import Refusal, desk
from wsdv_tools.web.door import BODY_SECONDS, MOST_BODY, Door, cookie_name, cookies, parsed
from wsdv_tools.web.listeners import Listeners

if TYPE_CHECKING:
    from wsdv_tools.web.desk import Data
    from wsdv_tools.web.seats import Devices

HOME = Path(__file__).parent / "static"
_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ttf": "font/ttf",
    ".webmanifest": "application/manifest+json",
}


class Kept(NamedTuple):
    """Something that does not change while the server runs, or seldom."""

    body: bytes
    kind: str
    tag: str


def kept(body: bytes, kind: str) -> Kept:
    return Kept(body, kind, f'"{hashlib.sha256(body).hexdigest()[:20]}"')


def static_files(script: str) -> dict[str, Kept]:
    """Every file of the pages by its path; `/` is the page, with the script that fills it."""
    files = {path.relative_to(HOME).as_posix(): path for path in sorted(HOME.rglob("*")) if path.suffix in _TYPES}
    files |= {f"fonts/{weight}.ttf": Path(font_file(weight)) for weight in WEIGHTS}
    listed = {f"/static/{name}": kept(path.read_bytes(), _TYPES[path.suffix]) for name, path in files.items()}
    page = listed["/static/index.html"]
    return listed | {"/": kept(page.body.replace(b"/static/app.js", f"/static/{script}".encode()), page.kind)}


def answer_kept(request: Request, found: Kept) -> Response:
    """The browser keeps it, and asks each time whether it is still the same."""
    headers = {"ETag": found.tag, "Cache-Control": "private, no-cache"}
    if request.headers.get("if-none-match") == found.tag:
        return Response(status_code=304, headers=headers)
    return Response(found.body, media_type=found.kind, headers=headers)


Answer = TypeVar("Answer")
MOST_WAITING = 24  # questions that wait for their turn; more are sent away at once, and may come again
COOKIE_SECONDS = 30 * 24 * 3600
NO_STORE = {"Cache-Control": "no-store"}


class Entrance:
    """A page that a script fills, and the devices that know its secret; it reports changes in `watched` folders."""

    def __init__(
        self, script: str, devices: Devices, lang: str, threads: Iterable[str], watched: Iterable[Path]
    ) -> None:
        self.listeners = Listeners()
        self.devices = devices
        self.lang = desk(lang).lang
        self._watched = tuple(watched)
        self._files = static_files(script)
        self._never_changes: dict[str, Kept] = {}
        self._threads = {name: ThreadPoolExecutor(1, name) for name in threads}
        self._waiting = 0

    def routes(self) -> list[Route]:
        return [
            Route("/api/enter", self.enter, methods=["POST"]),
            Route("/api/words", self.words),
            *(Route(path, self.file) for path in self._files),
        ]

    def failures(self) -> dict[Any, Any]:
        """How each kind of failure is answered."""
        return {Refusal: self._refusal, HTTPException: self._http}

    def app(self) -> Starlette:
        door = Middleware(Door, devices=self.devices, lang=self.lang)
        return Starlette(
            routes=self.routes(),
            middleware=[door],
            exception_handlers=self.failures(),
            lifespan=lambda _: self._lifespan(),
        )

    @asynccontextmanager
    async def _lifespan(self) -> AsyncIterator[None]:
        watching = [asyncio.create_task(self.listeners.watch(folder)) for folder in self._watched]
        try:
            yield
        finally:
            for task in watching:
                task.cancel()
            for thread in self._threads.values():
                thread.shutdown(wait=True, cancel_futures=True)

    async def _in(self, thread: str, work: Callable[..., Answer], *arguments: Any) -> Answer:
        """Do something that takes a while; where too many wait already, the request is refused."""
        if self._waiting >= MOST_WAITING:
            raise Refusal(503, "busy")
        self._waiting += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._threads[thread], work, *arguments)
        finally:
            self._waiting -= 1

    # The page, and who comes in

    async def file(self, request: Request) -> Response:
        return answer_kept(request, self._files[request.url.path])

    async def enter(self, request: Request) -> Response:
        secret = (await self._body(request)).get("secret")
        brought = [value for _, value in cookies(request.headers)]
        cookie = self.devices.enter(secret if isinstance(secret, str) else "", brought)
        answer = JSONResponse({"entered": True}, headers=NO_STORE)
        answer.set_cookie(
            cookie_name(request.scope), cookie, max_age=COOKIE_SECONDS, path="/", httponly=True, samesite="strict"
        )
        return answer

    async def words(self, request: Request) -> Response:
        return self._called(request, "words")

    def _called(self, request: Request, name: str) -> Response:
        """The answer of a call that never changes in one language."""
        lang = language_of(request, self.lang)
        return self._unchanging(request, f"{name} {lang}", lambda: calls.CALLS[name]({"lang": lang}))

    def _unchanging(self, request: Request, name: str, make: Callable[[], Data]) -> Response:
        if name not in self._never_changes:
            self._never_changes[name] = kept(as_json(make()), "application/json")
        return answer_kept(request, self._never_changes[name])

    def _stream(self, name: str, now: Callable[[], Awaitable[Data]]) -> Response:
        """Events for whoever shows something of this name."""
        headers = {**NO_STORE, "Connection": "close"}  # so that a dropped listener notices
        return StreamingResponse(self.listeners.stream(name, now), media_type="text/event-stream", headers=headers)

    # Bodies and failures

    async def _body(self, request: Request) -> Data:
        """The object that was sent; slow senders are cut off."""
        body = b""
        try:
            async with asyncio.timeout(BODY_SECONDS):
                async for part in request.stream():
                    body += part
                    if len(body) > MOST_BODY:
                        raise Refusal(413, "too-large", kilobytes=MOST_BODY // 1000)
        except (TimeoutError, ClientDisconnect):
            raise Refusal(408, "too-slow") from None
        asked = parsed(body)
        request.state.lang = asked.get("lang")
        return asked

    def _refusal(self, request: Request, error: Refusal) -> Response:
        lang = language_of(request, self.lang)
        headers = {"Connection": "close"} if error.status in (408, 413) else {}
        headers |= {"Retry-After": "1"} if error.status == 503 else {}
        return json_answer({"error": error.as_data(lang)}, error.status, headers)

    def _http(self, request: Request, error: HTTPException) -> Response:
        code = "method" if error.status_code == 405 else "no-path"
        return self._refusal(request, Refusal(error.status_code, code))


def language_of(request: Request, otherwise: str) -> str:
    """The language that was asked for, if there are words in it."""
    asked = getattr(request.state, "lang", None) or request.query_params.get("lang")
    return desk(asked).lang if isinstance(asked, str) else otherwise


def as_json(data: Any) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


def json_answer(data: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    return Response(as_json(data), status, {**NO_STORE, **(headers or {})}, "application/json")
