"""The description of the calls for other programs: an OpenAPI document, its schemas taken from `schemas/`."""

from __future__ import annotations

import json
from importlib.metadata import version
from typing import Any, NamedTuple

from wsdv_tools.sources.shipped import shipped
from wsdv_tools.web.calls import CALLS
from wsdv_tools.web.door import SECRET_HEADER

_SERVED = ("serve", "serve-views", "serve-calls")  # their definitions have one name each, in all of the document
_POSITION = "position"  # the format of files, as it is
_HERE = "#/$defs/"
_THERE = "#/components/schemas/"


class Described(NamedTuple):
    """One call: what it is for, what is sent, and what comes back (names among the schema's definitions)."""

    path: str
    method: str
    about: str
    answer: str | None = None  # none: something else than JSON
    request: str | None = None
    kind: str = "application/json"


DESCRIBED = (
    Described("/api", "get", "This document.", "document"),
    Described("/api/enter", "post", "Bring the secret of the link, and get a cookie.", "entered", "enter"),
    Described("/api/join", "get", "The address for other devices, and its QR code.", "join"),
    Described("/api/board", "get", "The drawn board, its places, the cards.", "board"),
    Described("/api/words", "get", "The words of the page.", "words"),
    Described("/api/cards/{card}.svg", "get", "A card as it is printed.", kind="image/svg+xml"),
    *(Described(f"/api/call/{name}", "post", one.about, one.answer, one.request) for name, one in CALLS.items()),
    Described("/api/tables", "get", "The records and positions of the folder.", "tables"),
    Described("/api/tables", "post", "Begin a game or a position.", "added", "add"),
    Described("/api/tables/{name}", "get", "A table as this device may see it.", "table"),
    Described("/api/tables/{name}", "post", "Do one thing; 409 and the table where it has changed.", "table", "tap"),
    Described("/api/tables/{name}/seat", "post", "Take a side, or give it back.", "table", "sit"),
    Described("/api/tables/{name}/hint", "post", "What an option leads to, in the worst case.", "hint", "hint-request"),
    Described("/api/tables/{name}/events", "get", "Server-sent events on every change.", kind="text/event-stream"),
    Described("/api/tables/{name}/file", "get", "The file, as this device may see it.", kind="text/plain"),
)


def definitions() -> dict[str, Any]:
    """The schemas of all that is sent, by name."""
    found: dict[str, Any] = {}
    for file in _SERVED:
        found |= _read(file, _THERE)["$defs"]
    # A view shows a position, and a file is one: two things of the same name.
    return found | {"position-file": _read(_POSITION, f"{_THERE}position-file/$defs/")}


def _read(file: str, own: str) -> dict[str, Any]:
    """A schema, its references changed to their place in the document."""
    text = (shipped("schemas") / f"{file}.schema.json").read_text("utf-8")
    text = text.replace(f'"{_POSITION}.schema.json"', f'"{_THERE}position-file"')
    for other in _SERVED:
        text = text.replace(f"{other}.schema.json{_HERE}", _THERE)
    found: dict[str, Any] = json.loads(text.replace(f'"{_HERE}', f'"{own}'))
    return {key: value for key, value in found.items() if key not in ("$schema", "$id")}


def openapi() -> dict[str, Any]:
    paths: dict[str, dict[str, Any]] = {}
    for one in DESCRIBED:
        paths.setdefault(one.path, {})[one.method] = _operation(one)
    return {
        "openapi": "3.1.0",
        "info": {"title": "wsdv serve", "version": version("wsdv_tools")},
        "paths": paths,
        "components": {
            "schemas": definitions(),
            "securitySchemes": {"secret": {"type": "apiKey", "in": "header", "name": SECRET_HEADER}},
        },
        "security": [{"secret": []}],
    }


def _operation(one: Described) -> dict[str, Any]:
    names = [part[1 : part.index("}")] for part in one.path.split("/") if part.startswith("{")]
    parameters = [{"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in names]
    parameters.append({"name": "lang", "in": "query", "required": False, "schema": {"type": "string"}})
    schema = {"$ref": f"#/components/schemas/{one.answer}"} if one.answer else {"type": "string"}
    error = {"description": "Why not.", "content": _json("error")}
    operation: dict[str, Any] = {
        "summary": one.about,
        "parameters": parameters,
        "responses": {"200": {"description": one.about, "content": {one.kind: {"schema": schema}}}, "default": error},
    }
    if one.request:
        operation["requestBody"] = {"required": True, "content": _json(one.request)}
    return operation


def _json(name: str) -> dict[str, Any]:
    return {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}}
