"""The page in a real browser: positions by taps, decade ends, nothing lost."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.phones import Phone, phone
from tests.serving import POSITION, Served, furnished
from tests.thorough import only
from wsdv_tools import adjudicate, check_record, read_position
from wsdv_tools.library import write_position

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ENDS = int(os.environ.get("WSDV_PAGE_ENDS", "1"))
MOMENTS = int(os.environ.get("WSDV_PAGE_MOMENTS", "3"))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    server = Served(furnished(tmp_path_factory.mktemp("table")))
    yield server
    assert server.stop() == ""


def fresh(site: Served, name: str) -> str:
    (site.folder / name).write_text(POSITION, "utf-8")
    (site.folder / name).with_suffix(".decisions").unlink(missing_ok=True)
    return f"#/t/{name}"


def begin_end(device: Phone) -> None:
    """Done, and yes, this is our table."""
    device.tap("[data-key=ready]")
    device.tap("[data-key=yes]")
    device.page.wait_for_selector(".phases")


def answer(device: Phone, chance: Random) -> bool:
    """One random decision, on the board or by its button; False where nothing is asked."""
    device.settle()
    options = device.page.locator("[data-do]")
    if not options.count():
        return False
    device.tap(options.nth(chance.randrange(options.count())))
    device.settle()
    return True


def lead(device: Phone, seed: int) -> None:
    chance = Random(seed)
    while answer(device, chance):
        pass


def test_twenty_facts_by_touch_and_a_decade_end(browser: Browser, site: Served) -> None:
    with phone(browser, site) as device:
        device.open()
        device.tap(".door")
        device.tap(".choices button >> nth=1")  # the set-up
        device.page.wait_for_selector("[data-key=ready]")
        for place in ("city-leipzig", "city-dresden", "city-rostock", "line-bitterfeld-leipzig-1"):
            device.tap_place(place)
        device.tap_place("city-leipzig")  # run down
        for place in ("city-hannover", "city-kiel", "line-hamburg-hannover-1", "city-muenchen", "city-frankfurt"):
            device.tap_place(place)
        device.tap_place("track-prestige--2")
        device.tap_place("track-currency-1")
        device.tap_place("track-socialists-3")
        device.tap_place("wall")
        device.tap_place("plaque-sachsen")
        for _ in range(2):
            device.tap('[data-key="Unrest +"]')
        device.tap('[data-key="Living standard +"]')
        device.tap_place("plaque-bayern")
        device.tap('[data-key="Living standard +"]')
        device.tap('[data-key="tab cards"]')
        for card in ("police 5", "played 17", "played 20"):
            device.tap(f'[data-key="{card}"]')
        device.settle()
        facts = device.page.url
        name = facts.rpartition("/")[2]
        position = (site.folder / name).read_text("utf-8")
        for fact in ("leipzig", "rundown: [leipzig]", "bitterfeld-leipzig: 1", "prestige: -2", "wall: true"):
            assert fact in position
        assert "sachsen: {unrest: 5, standard: 1}" in position, position
        assert "police: [5]" in position
        assert "played: [17, 20]" in position
        assert device.taps <= 60, device.taps
        begin_end(device)
        lead(device, 1)
        assert device.page.locator(".tick").count() > 0
        first = device.page.locator(".tick input").first
        first.check()
        device.page.reload()
        device.ready()
        assert device.page.locator(".tick input").first.is_checked()


@pytest.mark.parametrize("seed", range(ENDS))
def test_random_decade_ends_are_the_librarys(browser: Browser, site: Served, seed: int) -> None:
    place = fresh(site, f"end-{seed}.yaml")
    with phone(browser, site) as device:
        device.open(place)
        begin_end(device)
        lead(device, seed)
        decisions = (site.folder / f"end-{seed}.decisions").read_text("utf-8")
        outcome, findings = adjudicate(read_position(POSITION), decisions)
        assert findings == []
        assert outcome.pending is None
        end = site.client().table(f"end-{seed}.yaml")["view"]["end"]
        assert end["winner"] == (outcome.winner.value if outcome.winner else None)
        assert end["result"] == (None if outcome.winner else write_position(outcome.position))


@pytest.mark.thorough
def test_reloads_kills_and_lost_connections_lose_nothing(browser: Browser, tmp_path: Path) -> None:
    served = Served(furnished(tmp_path))
    chance, done = Random(7), 0
    with phone(browser, served) as device:
        device.open(fresh(served, "lost.yaml"))
        begin_end(device)
        while done < MOMENTS:
            device.settle()
            if not device.page.locator("[data-do]").count():
                device.tap(".undo")
                continue
            before = (tmp_path / "lost.decisions").read_text("utf-8") if (tmp_path / "lost.decisions").exists() else ""
            what = ("reload", "kill", "offline")[done % 3]
            disturb(device, served, what, chance)
            after = (tmp_path / "lost.decisions").read_text("utf-8")
            assert after != before  # the tap that was given counts, and counts once
            _, findings = adjudicate(read_position(POSITION), after)
            assert findings == []
            done += 1
    served.stop()


def disturb(device: Phone, served: Served, what: str, chance: Random) -> None:
    """A tap, and at that moment something happens to the page, the server or the way between them."""
    options = device.page.locator("[data-do]")
    option = options.nth(chance.randrange(options.count()))
    if what == "reload":
        device.tap(option)
        device.settle()
        device.page.reload()
        device.ready()
        device.page.wait_for_selector(".phases")
        return
    with device.lost():
        if what == "kill":
            served.kill()
            device.tap(option)
            device.page.wait_for_selector("body.offline")
            served.start()
        else:
            device.page.context.set_offline(True)
            device.tap(option)
            device.page.wait_for_selector("body.offline")
            device.page.context.set_offline(False)
        device.page.wait_for_selector("body:not(.offline)")
        device.settle()


def test_two_phones_see_each_other(browser: Browser, site: Served) -> None:
    place = fresh(site, "both.yaml")
    with phone(browser, site) as one, phone(browser, site) as other:
        one.open(place)
        begin_end(one)
        other.open(f"{place}/end")
        question = ".question"
        for device, partner in ((one, other), (other, one), (one, other)):
            device.tap("[data-do]")
            device.settle()
            partner.shows(device.version)
            assert partner.page.locator(question).inner_text() == device.page.locator(question).inner_text()
        one.refusals |= {"409"}
        other.refusals |= {"409"}
        one.tap("[data-do]")  # both at once: one of them counts, or both after each other
        other.tap(other.page.locator("[data-do]").last)
        one.settle()
        other.settle()
        _, findings = adjudicate(read_position(POSITION), (site.folder / "both.decisions").read_text("utf-8"))
        assert findings == []


def test_a_hint_is_asked_for_and_decides_nothing(browser: Browser, site: Served) -> None:
    place = fresh(site, "hint.yaml")
    with phone(browser, site) as device:
        device.open(f"{place}/end")
        options = device.page.locator("[data-do]").count()
        before = device.version
        device.tap("[data-key=hint]")
        device.page.wait_for_function("n => document.querySelectorAll('.leads').length === n", arg=options)
        assert "East loses at most" in device.page.locator(".leads").first.inner_text()
        assert "the choice is yours" in device.page.locator(".asking .hint").inner_text()
        assert device.version == before
        device.tap("[data-do]")
        device.settle()
        assert device.page.locator(".leads").count() == 0
        device.tap("[data-key=hint]")
        device.go("#/print")  # the search may go on: nobody is shown another screen's words
        device.page.wait_for_selector(".sheet-view img")
        assert device.page.locator("#head h1").inner_text() == "Print"


@pytest.mark.thorough
def test_a_decade_end_begins_from_a_line_of_a_record(browser: Browser, site: Served) -> None:
    with phone(browser, site) as device:
        device.open("#/new/position")
        device.tap('a[href="#/record/club.wsdv"]')
        device.page.wait_for_selector(".jump")
        device.tap(device.page.locator(".jump").nth(3))
        line = int(device.page.locator(".here").get_attribute("value") or 0)
        device.tap("[data-key=begin]")
        device.page.wait_for_selector("[data-key=ready]")
        name = device.page.url.rpartition("/")[2]
        begun = read_position((site.folder / name).read_text("utf-8"))
        text = (site.folder / "club.wsdv").read_text("utf-8")
        there = [moment.after for moment in check_record(text).moments if moment.line.span.line == line]
        assert begun == there[-1]._replace(course=None)


SIZES = {"phone": (390, 844), "tablet": (820, 1180), "laptop": (1280, 800)}


@pytest.mark.parametrize("screen", only(["phone"], SIZES))
def test_the_preview_of_what_is_printed_is_seen_at_once(browser: Browser, site: Served, screen: str) -> None:
    with phone(browser, site, size=SIZES[screen]) as device:
        device.open("#/print")
        device.page.wait_for_function("() => document.querySelector('.sheet-view img')?.naturalWidth > 0")
        box = device.page.locator(".sheet-view img").bounding_box()
        assert box
        assert box["width"] > 200
        assert box["y"] + box["height"] <= SIZES[screen][1]


def test_a_text_that_cannot_be_read_says_where_and_what_was_meant(browser: Browser, site: Served) -> None:
    with phone(browser, site) as device:
        device.open("#/new/position")
        device.page.locator("textarea").fill("wsdv-position: 1\nprovinces:\n  BY: {standart: 2}\n")
        device.tap(".row .go")
        told = device.page.locator("#notice p").first.inner_text()
        assert told.startswith("Line 1: ")
        assert "decade" in told
        others = device.page.locator("#notice p").nth(1).inner_text()
        assert others.startswith("Line 3: ")
        assert "“standard”" in others


def test_a_marker_is_listed_with_the_side_it_favours(browser: Browser, site: Served) -> None:
    (site.folder / "markers.yaml").write_text(
        "wsdv-position: 1\ndecade: 1\ntracks: {prestige: 2, currency: -1}\n", "utf-8"
    )
    with phone(browser, site) as device:
        device.open("#/t/markers.yaml")
        device.tap("[data-key=ready]")
        rows = device.page.locator(".summary tr").evaluate_all(
            "rows => rows.map(row => [...row.cells].map(cell => cell.innerText))"
        )
        assert rows[7:11] == [["Tracks"], ["Prestige", "", "+2"], ["Currency", "−1", ""], ["Socialists", "0"]]


def test_a_tap_on_the_board_taps_nothing_else(browser: Browser, site: Served) -> None:
    """Not what is drawn under the finger by then, either."""
    with phone(browser, site, size=(820, 1180)) as device:
        device.open(fresh(site, "one.yaml"))
        device.page.evaluate(
            "() => { window.hit = []; addEventListener('click', e => window.hit.push(e.target.textContent), true); }"
        )
        device.tap_place("plaque-sachsen")
        device.tap('[data-key="Unrest +"]')
        assert device.page.evaluate("() => window.hit") == ["+"]


def test_labels_on_a_small_board_do_not_cover_each_other(browser: Browser, site: Served) -> None:
    with phone(browser, site, size=(320, 640)) as device:
        device.open(fresh(site, "labels.yaml"))
        for section in ("all", "east"):
            device.tap(f"[data-section={section}]")
            chips = device.page.locator(".chip rect").evaluate_all(
                "all => all.map(one => one.getBoundingClientRect()).map(box => [box.x, box.y, box.width, box.height])"
            )
            assert len(chips) == 14
            for one, other in combinations(chips, 2):
                apart = (abs(one[axis] - other[axis]) >= one[axis + 2] - 0.5 for axis in (0, 1))
                assert any(apart), (section, one, other)


def test_the_count_of_errors_leads_to_the_first(browser: Browser, site: Served) -> None:
    record = "wsdv-record: 1\ndecade I\nrow 1 4 5 12 16 17 20\nW 20 build hannover\nE 5 event u-BY\n"
    with phone(browser, site) as device:
        device.open("#/record")
        device.page.locator("textarea").fill(record)
        device.tap("[data-key=check]")
        device.tap("[data-key=first-error]")
        wrong = device.page.locator(".wrong").first
        assert wrong.get_attribute("value") == "5"
        box, panel = wrong.bounding_box(), device.page.locator(".panel").bounding_box()
        assert box
        assert panel
        assert panel["y"] <= box["y"] < panel["y"] + panel["height"]


# What is free below the panel; what is drawn later, and so lies over the rest; what is on top at the mark of a card
_FREE_BELOW = """() => Math.round(innerHeight - document.querySelector(".panel").getBoundingClientRect().bottom)"""
_NAMES_LIE_OVER_LIT = """() => Boolean(document.querySelector("#lit").compareDocumentPosition(
  document.querySelector("#names")) & Node.DOCUMENT_POSITION_FOLLOWING)"""
_AT_THE_MARK = """() => {
  const seen = document.querySelector(".card[aria-pressed=true]").getBoundingClientRect();
  return document.elementFromPoint(seen.right - 9, seen.top + 7).tagName;
}"""


@pytest.mark.parametrize("size", [(390, 844), (820, 1180)])
def test_the_page_fills_the_screen_whatever_part_of_the_board_is_shown(
    browser: Browser, site: Served, size: tuple[int, int]
) -> None:
    with phone(browser, site, size=size) as device:
        device.open(fresh(site, f"filled-{size[0]}.yaml"))
        for section in ("tracks", "east", "all"):
            device.tap(f"[data-section={section}]")
            assert device.page.evaluate(_FREE_BELOW) == 0, section


def test_what_is_lit_covers_no_name_that_can_be_read(browser: Browser, site: Served) -> None:
    with phone(browser, site) as device:
        device.open(fresh(site, "names.yaml"))
        device.tap("[data-section=all]")
        assert not device.page.evaluate(_NAMES_LIE_OVER_LIT)  # the large labels lie over them
        for _ in range(3):
            device.tap(".zooms button >> nth=1")
        assert device.page.evaluate(_NAMES_LIE_OVER_LIT)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_chosen_card_is_marked_over_its_picture(browser: Browser, site: Served, scheme: str) -> None:
    (site.folder / f"{scheme}.wsdv").write_text("wsdv-record: 1\n\ndecade I\n", "utf-8")
    with phone(browser, site, scheme=scheme) as device:
        device.open(f"#/t/{scheme}.wsdv")
        device.tap('.panel [data-card="1"]')
        device.settle()
        assert device.page.evaluate(_AT_THE_MARK) == "BUTTON"


_CHIPS = """() => ({
  open: document.querySelectorAll(".chip.open").length,
  isOver: Boolean(document.querySelector("#lit").compareDocumentPosition(
    document.querySelector("#chips")) & Node.DOCUMENT_POSITION_FOLLOWING),
})"""


def test_a_lit_province_can_be_read(browser: Browser, site: Served) -> None:
    record = "wsdv-record: 1\n\ndecade I\nrow 1 4 5 12 16 17 20\nW 20 unrest SH\n"
    (site.folder / "police.wsdv").write_text(record, "utf-8")
    with phone(browser, site, size=(1280, 800)) as device:
        device.open("#/t/police.wsdv")
        device.tap('.panel [data-card="5"]')
        device.tap("#sheet .use button >> nth=0")  # removes one unrest in the East
        device.page.wait_for_selector("[data-do]")
        assert device.page.evaluate(_CHIPS) == {"open": 6, "isOver": True}
