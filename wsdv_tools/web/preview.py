"""A language file as it is now: cards and sheets as pictures, what is wrong with it, and the server that shows it."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.routing import Route

from wsdv_tools.components.card_faces import CardPrinter
from wsdv_tools.components.kit import Kit, Options
from wsdv_tools.components.lettering import Lettering
from wsdv_tools.drawing.palette import Palette
from wsdv_tools.drawing.shapes import Page
from wsdv_tools.drawing.svg import svg
from wsdv_tools.facts.cards import Untitled
from wsdv_tools.findings import Finding, Unreadable, as_dict
from wsdv_tools.sources.text_reader import read_bytes
from wsdv_tools.sources.yaml_reader import examine_yaml
from wsdv_tools.translating.origins import origins_file
from wsdv_tools.translating.page import groups
from wsdv_tools.translating.translation import Workshop
from wsdv_tools.visible import one_line
from wsdv_tools.web.desk import Refusal, desk
from wsdv_tools.web.entrance import Entrance, Kept, answer_kept, json_answer, kept
from wsdv_tools.web.seats import Devices

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from wsdv_tools.facts import Catalogue
    from wsdv_tools.web.desk import Data

# What XML must not contain: a picture with one of these in its labels would not be shown at all.
_NOT_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Preview:
    """What the page shows of one language file; made again when the file, or its origins, have changed.

    `check` gives what `wsdv validate` finds. While a file cannot be read, the earlier pictures are kept.
    """

    def __init__(self, path: Path, catalogue: Catalogue, check: Callable[[], list[Finding]], lang: str) -> None:
        self.path = path
        self.pictures: dict[str, Kept] = {}
        self._catalogue = catalogue
        self._check = check
        self._speaker = desk(lang).language
        self._shown: list[Data] = []
        self._state: Data = {}

    @property
    def folders(self) -> list[Path]:
        """Where changes are to be noticed."""
        return [self.path.absolute().parent, origins_file(str(self.path.absolute())).parent]

    def state(self) -> Data:
        """All that the page shows; pictures by name and version."""
        files = (self.path, origins_file(str(self.path)))
        version = hashlib.sha256(repr([read_bytes(file)[0] for file in files]).encode()).hexdigest()[:20]
        if self._state.get("version") != version:
            self._state = {"version": version, **self._made()}
        return self._state

    def _made(self) -> Data:
        is_old = False
        findings: list[Finding] = []
        try:
            findings = self._check()
            drawn = list(self._drawn())
        except Unreadable as error:
            is_old = True
            findings = findings or list(error.findings)
        else:
            self.pictures = {name: picture for name, _, picture in drawn}
            self._shown = [{"name": name, "title": title, "tag": tag} for name, title, (_, _, tag) in drawn]
        strings, done = self._progress()
        causes = groups(findings)
        return {
            "lang": self._speaker.code,
            "file": one_line(self.path.name),
            "strings": strings,
            "done": done,
            "old": is_old,
            "pictures": self._shown,
            "groups": [
                {"cause": self._speaker.say(f"texts.cause.{cause}"), "findings": [self._told(one) for one in members]}
                for cause, members in causes.items()
            ],
        }

    def _drawn(self) -> Iterator[tuple[str, str, Kept]]:
        """Every picture with its name and title: the cards, then the pages of the reference sheets."""
        lettering = Lettering.load(self._catalogue, str(self.path.absolute()))
        faces = CardPrinter(lettering, Palette.load("full"))
        for card in self._catalogue.cards.values():
            title = one_line(lettering.title(card))
            page = Page(faces.width, faces.height, faces.face(card), title)
            yield f"card-{card.id}", f"{card.number} {title}", _picture(page, lettering.code)
        for number, page in enumerate(Kit(lettering, Options()).reference().document.pages, 1):
            yield f"sheet-{number}", one_line(page.title), _picture(page, lettering.code)

    def _progress(self) -> tuple[int, int]:
        """How many texts there are, and how many of them are translated."""
        document = examine_yaml(self.path)[0]
        workshop = Workshop.open(self._catalogue.folder)
        done = len(workshop.translation(document).pairs) if document else 0
        return len(workshop.source.by_key), done

    def _told(self, finding: Finding) -> Data:
        """As in `validate --json`, with its place as a person reads it and the picture that it is about."""
        place, thing = finding.place, finding.values.get("thing")
        section, _, rest = str(finding.values.get("key", "")).partition(".")
        card = thing.id if isinstance(thing, Untitled) else rest.partition(".")[0] if section == "cards" else ""
        where = f"{one_line(place.file)}:{place.line}:{place.column}" if place else ""
        return as_dict(finding, self._speaker) | {"where": where, "picture": f"card-{card}" if card else None}


def _picture(page: Page, language: str) -> Kept:
    drawn = _NOT_XML.sub("\N{REPLACEMENT CHARACTER}", svg(page, language, has_outlines=True))
    return kept(drawn.encode(), "image/svg+xml")


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
