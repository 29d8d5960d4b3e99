"""The page by keyboard alone: what has the focus can be seen, has a name, and is not lost when something is done."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.phones import Phone, phone
from tests.serving import POSITION, Served, furnished
from wsdv_tools import adjudicate, read_position

if TYPE_CHECKING:
    from playwright.sync_api import Browser

MOST_TABS = 120  # to get round a whole screen
# What has the focus: its key, its name as a screen reader says it, and whether a frame shows it.
_FOCUS = """() => { const e = document.activeElement, style = getComputedStyle(e);
  if (!e || e === document.body) return null;
  const name = e.getAttribute("aria-label") || e.textContent.trim() || e.labels?.[0]?.textContent || "";
  const seen = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
  const { key, mode, section } = e.dataset;
  return [key ?? mode ?? section ?? e.getAttribute("href") ?? e.tagName, name.trim(), seen]; }"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    server = Served(furnished(tmp_path_factory.mktemp("table")))
    yield server
    assert server.stop() == ""


class Keys:
    """Somebody without a pointer."""

    def __init__(self, device: Phone) -> None:
        self.device, self.page = device, device.page

    def focus(self) -> list[str] | None:
        found: list[str] | None = self.page.evaluate(_FOCUS)
        if found:
            assert found[1], f"{found[0]} has no name"
            assert found[2], f"nobody sees that {found[0]} has the focus"
        return found

    def to(self, key: str) -> None:
        """With Tab, to what has this key."""
        for _ in range(MOST_TABS):
            found = self.focus()
            if found and found[0] == key:
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab never comes to {key}")

    def press(self, key: str, with_: str = "Enter") -> None:
        self.to(key)
        self.page.keyboard.press(with_)
        self.device.settle()


@pytest.mark.thorough
def test_a_whole_decade_end_by_keyboard(browser: Browser, site: Served) -> None:
    (site.folder / "keys.yaml").write_text(POSITION, "utf-8")
    chance = Random(5)
    with phone(browser, site, size=(1280, 800)) as device:
        device.open("#/t/keys.yaml")
        keys = Keys(device)
        keys.press("ready")
        keys.press("yes")
        device.page.wait_for_selector(".phases")
        decided = 0
        while options := device.page.locator("[data-do]").evaluate_all("all => all.map(one => one.dataset.key)"):
            keys.press(chance.choice(options), chance.choice(["Enter", "Space"]))
            decided += 1
            kept = keys.focus()
            assert kept, "the focus is lost after a decision"
            if decided == 1:
                keys.press("why")
                assert device.page.evaluate("() => document.querySelector('#sheet').contains(document.activeElement)")
                device.page.keyboard.press("Escape")
                assert (keys.focus() or [""])[0] == "why"
        assert decided > 5
        decisions = (site.folder / "keys.decisions").read_text("utf-8")
        outcome, findings = adjudicate(read_position(POSITION), decisions)
        assert (findings, outcome.pending) == ([], None)
        device.page.locator(".tick input").first.focus()
        device.page.keyboard.press("Space")
        assert device.page.locator(".tick input").first.is_checked()


def test_a_position_and_a_play_by_keyboard(browser: Browser, site: Served) -> None:
    (site.folder / "keyed.yaml").write_text(POSITION, "utf-8")
    (site.folder / "keyed.wsdv").write_text("wsdv-record: 1\n\ndecade I\nrow 1 4 5 12 16 17 20\n", "utf-8")
    with phone(browser, site, size=(1280, 800)) as device:
        device.open("#/t/keyed.yaml")
        keys = Keys(device)
        keys.press("sachsen")
        keys.press("Unrest +")
        assert (keys.focus() or [""])[0] == "Unrest +"
        keys.press("Unrest +")
        keys.press("leipzig")
        facts = site.client().table("keyed.yaml")["view"]["facts"]
        before = read_position(POSITION)
        assert sum(province.get("unrest", 0) for province in facts["provinces"].values()) == sum(before.unrest) + 2
        assert "leipzig" in facts["rundown"]
        device.go("#/t/keyed.wsdv")
        keys.press("card 20")
        device.page.wait_for_selector("#sheet[open]")
        keys.press("build")
        keys.press("hannover")
        assert keys.focus()
        assert device.page.locator(".line").first.inner_text() == "W 20 build hannover"
