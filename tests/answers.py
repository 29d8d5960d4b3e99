"""A server under test checks each of its own answers against the OpenAPI document that it gives to other programs.

`Served` imports this before the server starts. What does not fit is printed, and fails the test that stops the server.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from functools import cache
from typing import Any

from jsonschema_rs import Draft202012Validator
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from wsdv_tools.web.entrance import Entrance
from wsdv_tools.web.openapi import openapi

MISFIT = "does not fit its schema"
_NAME = re.compile(r"\\{[a-z]+\\}")


@cache
def _test(schema: str) -> Callable[[Any], bool]:
    one = {"$ref": f"openapi#/components/schemas/{schema}"}
    is_valid: Callable[[Any], bool] = Draft202012Validator(one, retriever=lambda _: openapi()).is_valid
    return is_valid


@cache
def _described() -> list[tuple[re.Pattern[str], dict[str, Any]]]:
    paths = openapi()["paths"].items()
    return [(re.compile(_NAME.sub("[^/]+", re.escape(path))), methods) for path, methods in paths]


def misfit(method: str, path: str, status: int, kind: str, body: bytes) -> str | None:
    """What is wrong with an answer to somebody who came in; None where nothing is."""
    operation = next((found for pattern, found in _described() if pattern.fullmatch(path)), {}).get(method.lower())
    if status in (200, 409) and operation is None:
        return f"{method} {path} is not described"
    if status == 304 or "json" not in kind:
        told = kind.partition(";")[0]
        fits = status == 304 or (operation and told in operation["responses"]["200"]["content"])
        return None if fits else f"{method} {path}: {status}, {told} {MISFIT}"
    if operation is None or status not in (200, 409):
        schema = "error"
    else:
        schema = operation["responses"]["200"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
    fits = _test(schema)(json.loads(body))
    return None if fits else f"{method} {path}: {status}, {schema} {MISFIT}: {body[:300].decode()}"


class Checking:
    """Looks at what goes out under `/api`."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not scope["path"].startswith("/api") or scope["path"].endswith("/events"):
            await self.app(scope, receive, send)
            return
        head: Message = {}
        body = b""

        async def sent(message: Message) -> None:
            nonlocal head, body
            if message["type"] == "http.response.start":
                head = message
            else:
                body += message.get("body", b"")
            await send(message)

        await self.app(scope, receive, sent)
        kind = dict(head["headers"]).get(b"content-type", b"").decode()
        wrong = misfit(scope["method"], scope["path"], head["status"], kind, body)
        if wrong:
            print(f"wsdv: {wrong}", file=sys.stderr)


def watch_answers() -> None:
    """From now on; the program itself is not changed."""
    plain = Entrance.app

    def app(self: Entrance) -> Any:
        return Checking(plain(self))

    Entrance.app = app  # type: ignore[method-assign]
