"""The files of the page: read once, by a list that is made at the start. No name leads anywhere else."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from wsdv_tools.drawing.fonts import WEIGHTS, font_file

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
