"""How long the page takes on a slow phone, against an empty page of as many bytes."""

from __future__ import annotations

import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from benchmarks.measuring import Took
from tests.browsers import SWITCHES, program
from tests.serving import Served, furnished

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SLOWER = 4  # times: a cheap phone by the measure of browsers
ROUNDS = 5


def ready(_amount: int) -> Took:
    """From the address until it can be touched, with nothing kept from before."""
    from playwright.sync_api import sync_playwright

    path = program()
    if path is None:
        return Took(0.0, 0.0)
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        served = Served(furnished(Path(folder)), first="pass")
        browser = playwright.chromium.launch(executable_path=path, args=[*SWITCHES])
        try:
            rounds = [_opened(browser, served.url, "body[data-ready]")]
            nothing = []
            with EmptyPage(rounds[0][1]) as address:
                for _ in range(ROUNDS):  # in turn, so that both have the same machine
                    nothing.append(_opened(browser, address, "body[data-whole]")[0])
                    rounds.append(_opened(browser, served.url, "body[data-ready]"))
        finally:
            browser.close()
            served.stop()
    page = min(seconds for seconds, _ in rounds)
    return Took(page, page / min(nothing))


def _opened(browser: Browser, address: str, ready: str) -> tuple[float, int]:
    """The seconds, and the bytes that were fetched until then."""
    context = browser.new_context(viewport={"width": 390, "height": 844})
    try:
        page = context.new_page()
        fetched = _counted(page)
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        begun = time.perf_counter()
        page.goto(address, wait_until="commit")
        page.wait_for_selector(ready, state="attached")
        return time.perf_counter() - begun, sum(fetched)
    finally:
        context.close()


def _counted(page: Page) -> list[int]:
    fetched: list[int] = []
    page.on("response", lambda answer: fetched.append(int(answer.headers.get("content-length", 0))))
    return fetched


class EmptyPage:
    """A server of one page: nothing but a comment of so many bytes."""

    def __init__(self, number: int) -> None:
        body = b"<!doctype html><title>empty</title><body><!--" + b"x" * number + b"-->"
        body += b"<script>document.body.dataset.whole = 1</script>"

        class Page(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_told: object) -> None:
                """Quietly."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Page)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def __enter__(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}/"

    def __exit__(self, *_told: object) -> None:
        self._server.shutdown()
