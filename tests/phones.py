"""A phone at the table: the real page in a real browser, touched as a finger would, every tap counted."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from wsdv_tools.web import calls

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, Request

    from tests.serving import Served

PHONE = (390, 844)
PATIENCE = 60_000  # milliseconds: the machine may do other work, and a fault is a fault however late it is found
# A finger's click comes to the page after the browser has answered that it was touched: the page counts them. On the
# board a finger that is lifted is the tap, and no click follows.
_COUNT = """{
  const count = () => { window.clicks = (window.clicks ?? 0) + 1; };
  addEventListener("click", count, true);
  addEventListener("pointerup", event => event.target.closest?.(".board-view") && count(), true);
}"""
_MIDDLE = """([x, y]) => {
  const svg = document.querySelector(".board-view svg"), seen = svg.getBoundingClientRect();
  const at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
  const inside = at.x > seen.left + 8 && at.x < seen.right - 8 && at.y > seen.top + 8 && at.y < seen.bottom - 8;
  return [at.x, at.y, inside];
}"""
# The middle of what can be seen, the smaller side of what can be touched, and its name.
_SIZES = """() => [...document.querySelectorAll("button, a, select, input, summary, textarea")]
  .filter(e => e.offsetParent !== null && getComputedStyle(e).opacity !== "0" && !e.closest(".tick"))
  .map(e => [Math.min(e.getBoundingClientRect().width, e.getBoundingClientRect().height),
             e.getAttribute("aria-label") || e.textContent.trim().slice(0, 40) || e.tagName])"""

_CUT_OFF = """() => [...document.querySelectorAll("button, a, select, input:not(.file), summary, textarea")]
  .filter(e => e.offsetParent !== null)
  .filter(e => e.getBoundingClientRect().left < -0.5 || e.getBoundingClientRect().right > innerWidth + 0.5)
  .map(e => e.getAttribute("aria-label") || e.textContent.trim().slice(0, 40) || e.tagName)"""


class Phone:
    """One device. What goes wrong in the page, or is asked of another host, fails the test at its end."""

    def __init__(self, page: Page, served: Served) -> None:
        self.page = page
        self.served = served
        self.taps = 0
        self.errors: list[str] = []
        self.away = False  # whatever the browser says about requests is expected meanwhile
        self.was_away = False  # a lost connection may be reported late
        self.refusals = {"422"}  # answers that the page shows to the player, and the browser calls failures
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", self._told)
        page.on("request", self._asked)

    def _told(self, message: ConsoleMessage) -> None:
        text = message.text
        is_lost = "net::ERR" in text and self.was_away
        is_request = "Failed to load resource" in text
        is_expected = is_request and (self.away or any(f"status of {status}" in text for status in self.refusals))
        if message.type == "error" and not (is_lost or is_expected):
            self.errors.append(text)

    @contextmanager
    def lost(self) -> Iterator[None]:
        """While the server cannot be reached."""
        self.away = self.was_away = True
        yield
        self.away = False

    def _asked(self, request: Request) -> None:
        if not request.url.startswith((f"http://127.0.0.1:{self.served.port}/", "data:", "blob:")):
            self.errors.append(f"asks {request.url}")

    # Going somewhere

    def open(self, place: str = "#/") -> None:
        self.page.goto(self.served.url)
        self.ready("#/")
        if place != "#/":
            self.go(place)

    def go(self, place: str) -> None:
        if self.page.evaluate("() => location.hash") != place:
            self.page.evaluate("place => { delete document.body.dataset.ready; location.hash = place; }", place)
        self.ready(place)

    def ready(self, place: str | None = None) -> None:
        self.page.wait_for_selector(f'body[data-ready="{place}"]' if place else "body[data-ready]")

    # Touching

    def tap(self, where: str | Locator) -> None:
        found = self.page.locator(where).first if isinstance(where, str) else where
        with self._touching():
            found.tap()

    @contextmanager
    def _touching(self) -> Iterator[None]:
        """Until the page has had the tap."""
        before = self.page.evaluate("() => window.clicks ?? 0")
        yield
        self.page.wait_for_function("before => (window.clicks ?? 0) > before", arg=before)
        self.taps += 1

    def tap_place(self, id_: str) -> None:
        """A place of the board; a section of it is chosen first where it cannot be seen."""
        (target,) = (target for target in calls.CALLS["board"]({"lang": "en"})["targets"] if target["id"] == id_)
        x, y = middle(target)
        for section in (None, "east", "south", "north", "berlin", "tracks", "all"):
            if section:
                self.tap(f"[data-section={section}]")
            left, top, is_seen = self.page.evaluate(_MIDDLE, [x, y])
            if is_seen:
                with self._touching():
                    self.page.touchscreen.tap(left, top)
                return
        raise AssertionError(f"{id_} is nowhere to be seen")

    def settle(self) -> None:
        """Until every tap is answered."""
        self.page.wait_for_function("() => !document.body.dataset.waiting")

    @property
    def version(self) -> str:
        """Which version of the table is shown."""
        return str(self.page.evaluate("() => document.body.dataset.version"))

    def shows(self, version: str) -> None:
        """Until this version is shown."""
        self.page.wait_for_selector(f'body[data-version="{version}"]')

    def cut_off(self) -> list[str]:
        """What can be touched and is not wholly between the left and the right of the window."""
        return list(self.page.evaluate(_CUT_OFF))

    def small_targets(self) -> list[Any]:
        return [(size, name) for size, name in self.page.evaluate(_SIZES) if size < 39.5]


def middle(target: dict[str, Any]) -> tuple[float, float]:
    if "line" in target:
        x1, y1, x2, y2 = target["line"]
        return (x1 + x2) / 2, (y1 + y2) / 2
    x, y, width, height = target["box"]
    return x + width / 2, y + height / 2


@contextmanager
def phone(
    browser: Browser, served: Served, lang: str = "en", size: tuple[int, int] = PHONE, scheme: Any = "light"
) -> Iterator[Phone]:
    width, height = size
    viewport: Any = {"width": width, "height": height}
    context = browser.new_context(
        viewport=viewport, locale=lang, has_touch=True, color_scheme=scheme, reduced_motion="reduce"
    )
    context.set_default_timeout(PATIENCE)
    context.add_init_script(_COUNT)
    try:
        device = Phone(context.new_page(), served)
        yield device
        assert device.errors == []
    finally:
        context.close()
