"""The server of the page: a Starlette app that lets devices ask and tap, and notifies them of each other's taps."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from wsdv_tools.findings import Unreadable
from wsdv_tools.sources.saving import cannot_write
from wsdv_tools.web import calls
from wsdv_tools.web.desk import Refusal, Refused, findings_as_data
from wsdv_tools.web.entrance import NO_STORE, Entrance, answer_kept, json_answer, kept, language_of
from wsdv_tools.web.joining import qr_svg
from wsdv_tools.web.openapi import openapi
from wsdv_tools.web.service import Conflict, Service

if TYPE_CHECKING:
    from wsdv_tools.web.desk import Data

_THREADS = {"print": "print", "print-preview": "print", "endings": "search"}  # where others would wait for them
_HERE = ("127.0.0.1", "::1")


class Server(Entrance):
    """One folder, served."""

    def __init__(self, folder: Path, lang: str = "en", address: str | None = None) -> None:
        self.service = Service(folder)
        # Tables one after the other; what somebody pastes or prints may take long, and has a thread of its own.
        threads = ("tables", "calls", "print", "search")
        super().__init__("app.js", self.service.seats, lang, threads, [self.service.folder.path])
        self.address = address  # under which phones come in, where they may

    def routes(self) -> list[Route]:
        return [
            *super().routes(),
            Route("/api", self.describe),
            Route("/api/join", self.join),
            Route("/api/board", self.board),
            Route("/api/cards/{card}.svg", self.card),
            Route("/api/call/{name}", self.call, methods=["POST"]),
            Route("/api/tables", self.tables),
            Route("/api/tables", self.add_table, methods=["POST"]),
            Route("/api/tables/{name}", self.table),
            Route("/api/tables/{name}", self.tap, methods=["POST"]),
            Route("/api/tables/{name}/seat", self.sit, methods=["POST"]),
            Route("/api/tables/{name}/hint", self.hint, methods=["POST"]),
            Route("/api/tables/{name}/events", self.events),
            Route("/api/tables/{name}/file", self.download),
        ]

    def failures(self) -> dict[Any, Any]:
        return super().failures() | {
            Refused: self._refused,
            Conflict: self._conflict,
            Unreadable: self._unreadable,
            OSError: self._not_saved,
        }

    # Joining, and what never changes

    async def describe(self, request: Request) -> Response:
        return self._unchanging(request, "api", openapi)

    async def join(self, _request: Request) -> Response:
        picture = qr_svg(self.address) if self.address else None
        return json_answer({"address": self.address, "qr_svg": picture})

    async def board(self, request: Request) -> Response:
        return self._called(request, "board")

    async def card(self, request: Request) -> Response:
        lang = language_of(request, self.lang)
        name = f"card {request.path_params['card']} {lang}"
        if name not in self._never_changes:
            try:
                drawn = await self._in("calls", calls.card_svg, request.path_params["card"], lang)
            except KeyError:
                raise Refusal(404, "no-path") from None
            self._never_changes[name] = kept(drawn.encode(), "image/svg+xml")
        return answer_kept(request, self._never_changes[name])

    async def call(self, request: Request) -> Response:
        asked = await self._body(request)
        work = calls.CALLS.get(request.path_params["name"])
        if work is None:
            raise Refusal(404, "no-path")
        asked["lang"] = language_of(request, self.lang)
        thread = _THREADS.get(request.path_params["name"], "calls")
        return json_answer(await self._in(thread, work, asked))

    # Tables

    async def tables(self, _request: Request) -> Response:
        return json_answer(await self._in("tables", self.service.listed))

    async def add_table(self, request: Request) -> Response:
        asked = await self._body(request)
        return json_answer(
            await self._in("tables", self.service.add, request.scope["device"], language_of(request, self.lang), asked)
        )

    async def table(self, request: Request) -> Response:
        return json_answer(await self._at_table(request, "tables", self.service.state))

    async def tap(self, request: Request) -> Response:
        told = await self._at_table(request, "tables", self.service.tap, await self._body(request))
        self.listeners.tell(request.path_params["name"])
        return json_answer(told)

    async def sit(self, request: Request) -> Response:
        is_here = request.client is not None and request.client.host in _HERE
        told = await self._at_table(request, "tables", self.service.sit, await self._body(request), is_here)
        self.listeners.tell(request.path_params["name"])
        return json_answer(told)

    async def hint(self, request: Request) -> Response:
        return json_answer(await self._at_table(request, "search", self.service.hint, await self._body(request)))

    async def _at_table(self, request: Request, thread: str, work: Callable[..., Data], *more: Any) -> Data:
        """What the service answers a device about a table; a body has to be read before, it may name a language."""
        lang = language_of(request, self.lang)
        return await self._in(thread, work, request.path_params["name"], request.scope["device"], lang, *more)

    async def events(self, request: Request) -> Response:
        name = request.path_params["name"]

        async def now() -> Data:
            return await self._in("tables", self.service.version, name)

        await now()  # anything that is not a table is refused before anything is sent
        return self._stream(name, now)

    async def download(self, request: Request) -> Response:
        name = request.path_params["name"]
        text = await self._in("tables", self.service.download, name, request.scope["device"])
        ascii_name = "".join(c if c.isascii() and (c.isalnum() or c in "-_.") else "_" for c in name)
        headers = {**NO_STORE, "Content-Disposition": f'attachment; filename="{ascii_name}"'}
        return Response(text, media_type="text/plain; charset=utf-8", headers=headers)

    # Failures

    def _refused(self, _request: Request, error: Refused) -> Response:
        return json_answer({"error": error.as_data()}, 422)

    def _conflict(self, _request: Request, error: Conflict) -> Response:
        return json_answer(error.state, 409)

    def _unreadable(self, request: Request, error: Unreadable) -> Response:
        return json_answer({"error": findings_as_data(error.findings, language_of(request, self.lang))}, 422)

    def _not_saved(self, request: Request, error: OSError) -> Response:
        file = Path(str(error.filename)).name if error.filename else ""
        finding = cannot_write(error, file)
        return json_answer({"error": findings_as_data([finding], language_of(request, self.lang))}, 507)
