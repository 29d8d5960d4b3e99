"""The server of a translator's preview: one language file, shown as it is printed, and again whenever it changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.routing import Route

from wsdv_tools.web.entrance import Entrance, json_answer
from wsdv_tools.web.refusals import Refusal
from wsdv_tools.web.seats import Devices
from wsdv_tools.web.static_files import answer_kept

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from wsdv_tools.web.desk import Data
    from wsdv_tools.web.preview import Preview


class PreviewServer(Entrance):
    """One preview, served; it writes nothing anywhere."""

    def __init__(self, preview: Preview, lang: str) -> None:
        super().__init__("preview.js", Devices(), lang, ("preview",), preview.folders)
        self._preview = preview

    def routes(self) -> list[Route]:
        return [
            *super().routes(),
            Route("/api/preview", self.state),
            Route("/api/preview/events", self.events),
            Route("/api/preview/{name}.svg", self.picture),
        ]

    async def state(self, _request: Request) -> Response:
        return json_answer(await self._now())

    async def events(self, _request: Request) -> Response:
        async def version() -> Data:
            return {"version": (await self._now())["version"]}

        return self._stream(self._preview.path.name, version)

    async def picture(self, request: Request) -> Response:
        found = self._preview.pictures.get(request.path_params["name"])
        if found is None:
            raise Refusal(404, "no-path")
        return answer_kept(request, found)

    async def _now(self) -> Data:
        return await self._in("preview", self._preview.state)
