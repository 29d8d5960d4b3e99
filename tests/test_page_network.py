"""The page on a bad connection and beside other devices: no tap is lost, nothing old is shown, nothing is missed."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from tests.phones import Phone, phone
from tests.serving import POSITION, Served, eventually

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

# What the page was told by events, and all versions that it has drawn.
_NOTE = """
  window.heard = {}; window.drawn = [];
  window.EventSource = class extends EventSource {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", event => { heard = JSON.parse(event.data); });
    }
  };
  addEventListener("DOMContentLoaded", () => new MutationObserver(() => drawn.push(document.body.dataset.version))
    .observe(document.body, { attributeFilter: ["data-version"] }));
"""
_WEST_IS_TAKEN = """() => {
  document.querySelectorAll(".round")[1].click();
  return document.querySelector("[data-seat=west]").disabled;
}"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("network")
    for name in ("away", "undo", "events"):
        (folder / f"{name}.yaml").write_text(POSITION, "utf-8")
    for number in range(13):
        (folder / f"old-{number}.yaml").write_text(POSITION, "utf-8")
        os.utime(folder / f"old-{number}.yaml", (number, number))
    (folder / "game.wsdv").write_text("wsdv-record: 1\n\ndecade I\nrow 1 4 5 12 16 17 20\n", "utf-8")
    server = Served(folder)
    yield server
    assert server.stop() == ""


@contextmanager
def held(device: Phone, method: str, name: str) -> Iterator[list[Route]]:
    """What the page asks of a table meanwhile waits in this list; afterwards the way is free."""
    waiting: list[Route] = []
    is_over = False

    def hold(route: Route) -> None:
        if route.request.method == method and not is_over:
            waiting.append(route)
        else:
            route.fallback()

    device.page.route(f"**/api/tables/{name}*", hold)
    yield waiting
    is_over = True


def until_asked(device: Phone, waiting: list[Route]) -> None:
    while not waiting:
        device.page.wait_for_timeout(20)  # it lets the browser's messages in


@pytest.mark.thorough
def test_taps_outlive_a_bad_connection_and_their_screen(browser: Browser, site: Served) -> None:
    with phone(browser, site) as device, device.lost():
        device.page.route("**/api/enter", lambda route: route.abort(), times=1)
        device.open()  # the secret is not forgotten when the first call fails
        device.tap(".older summary")
        device.tap('a[href="#/t/old-0.yaml"]')  # all tables can be reached
        device.ready("#/t/old-0.yaml")
        device.go("#/t/away.yaml")
        before = site.client().table("away.yaml")["view"]["facts"]
        device.tap("[data-key=sachsen]")

        def cut(route: Route) -> None:
            answer = route.fetch()
            route.fulfill(response=answer, body=answer.body()[:200])

        device.page.route("**/api/tables/away.yaml", cut, times=1)
        device.tap('[data-key="Unrest +"]')  # the server has it, and the page asks until it knows
        device.settle()
        assert device.version == site.client().table("away.yaml")["version"]
        with held(device, "POST", "away.yaml") as waiting:
            for _ in range(2):
                device.tap('[data-key="Unrest +"]')
            device.tap('[data-key="tab tracks"]')
            for _ in range(2):
                device.tap('[data-key="The Wall stands"]')  # there and back
            until_asked(device, waiting)
            device.go("#/lookup")
        waiting[0].continue_()
        device.settle()
        after = site.client().table("away.yaml")["view"]["facts"]
        assert after["provinces"]["sachsen"]["unrest"] == before["provinces"]["sachsen"].get("unrest", 0) + 3
        assert after.get("wall") == before.get("wall")


def test_others_are_seen_whatever_is_under_way(browser: Browser, site: Served) -> None:
    other = site.client()
    with phone(browser, site) as device:
        device.page.add_init_script(_NOTE)
        device.open("#/t/events.yaml")
        device.tap("[data-key=sachsen]")
        with held(device, "POST", "events.yaml") as waiting:
            device.tap('[data-key="Unrest +"]')
            until_asked(device, waiting)
            answer = waiting[0].fetch()
            assert other.tap("events.yaml", {"set": "hannover none"}).status == 200
            version = other.table("events.yaml")["version"]
            device.page.wait_for_function("version => heard.version === version", arg=version)
            waiting[0].fulfill(response=answer)
        device.shows(version)
        device.settle()
        with held(device, "GET", "events.yaml") as waiting:
            device.page.evaluate("() => dispatchEvent(new Event('online'))")  # it looks what is there
            until_asked(device, waiting)
            old = waiting[0].fetch()
            device.tap('[data-key="Unrest +"]')
            device.settle()
        newest = device.version
        assert json.loads(old.body())["version"] == version != newest
        with device.page.expect_event("requestfinished", lambda request: request == waiting[0].request):
            waiting[0].fulfill(response=old)
        for route in waiting[1:]:
            route.continue_()
        device.tap('[data-key="Unrest +"]')
        device.settle()
        drawn = device.page.evaluate("() => drawn")
        assert version not in drawn[drawn.index(newest) :]
        device.go("#/t/game.wsdv")
        device.page.wait_for_function("() => heard.taken")
        version = device.version
        assert other.post("/api/tables/game.wsdv/seat", {"seat": "west"}).status == 200
        device.page.wait_for_function(_WEST_IS_TAKEN)
        assert device.version == version


def test_undo_takes_back_ones_own_taps_only(browser: Browser, site: Served) -> None:
    other = site.client()

    def facts() -> str:
        return (site.folder / "undo.yaml").read_text("utf-8")

    with phone(browser, site) as device:
        device.open("#/t/undo.yaml")
        device.tap("[data-key=sachsen]")
        begun = device.page.locator(".stepper output").first.inner_text()
        device.tap('[data-key="Unrest +"]')
        device.settle()
        assert other.tap("undo.yaml", {"set": "BY unrest 17"}).status == 200
        device.shows(other.table("undo.yaml")["version"])
        device.tap("[data-key=undo]")
        device.settle()
        assert device.page.locator(".stepper output").first.inner_text() == begun
        assert device.page.locator("[data-key=undo]").is_disabled()
        assert "bayern: {unrest: 17" in facts()
        device.refusals |= {"409"}
        with held(device, "POST", "undo.yaml") as waiting:
            device.tap('[data-key="Unrest +"]')
            until_asked(device, waiting)
            assert other.tap("undo.yaml", {"set": "BY unrest 18"}).status == 200
        waiting[0].continue_()
        device.settle()
        eventually(lambda: "bayern: {unrest: 18" in facts())
        assert device.page.locator("[data-key=undo]").is_disabled()  # a tap that came too late is nothing to undo
