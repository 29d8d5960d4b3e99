"""Games through the page in a real browser: they are the library's games, line by line and piece by piece."""

from __future__ import annotations

import os
from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from tests.phones import Phone, phone
from tests.serving import Served, furnished
from tests.test_seats import AFFAIR
from wsdv_tools import Match, Row, Turn, check_record
from wsdv_tools.library import open_rulebook
from wsdv_tools.rules.choices import NOTHING
from wsdv_tools.rules.decade_play import DecadeEnd
from wsdv_tools.rules.plain import as_plain
from wsdv_tools.web import calls

if TYPE_CHECKING:
    from playwright.sync_api import Browser

GAMES = int(os.environ.get("WSDV_PAGE_GAMES", "1"))
PLAYS = int(os.environ.get("WSDV_PAGE_PLAYS", "5"))  # after which a game is left; 0: played to its end
BOOK = open_rulebook()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    server = Served(furnished(tmp_path_factory.mktemp("table")))
    yield server
    assert server.stop() == ""


class Partner:
    """Plays at random: decides on a match of the library, and taps the same on the page."""

    def __init__(self, device: Phone, name: str, seed: int) -> None:
        self.device, self.name, self.chance = device, name, Random(seed)
        self.match = Match.start(rulebook=BOOK).settled()

    @property
    def view(self) -> Any:
        return self.device.served.client().table(self.name)["view"]

    def tap(self, where: str) -> None:
        self.device.tap(where)
        self.device.settle()

    def go_on(self) -> bool:
        """One decision; False where the game is over."""
        asked = self.match.pending
        if asked is None:
            return False
        if asked.kind == "keep":
            self.match = self.match.take(max(asked.options, key=lambda kept: len(kept.cards))).settled()  # type: ignore
        elif asked.kind == "row":
            self.lay_out()
        else:
            option = self.chosen()
            before = self.match.now
            self.match = self.match.take(option).settled()
            self.decide(option, before)
        if isinstance(self.match.now, DecadeEnd) or not self.view["end"]:
            return True
        self.tap("[data-key=next]")
        return True

    def lay_out(self) -> None:
        cards = self.chance.sample(self.view["row"]["possible"], 7)
        for card in cards:
            self.tap(f'.panel [data-card="{card}"]')
        self.tap("[data-key=lay]")
        self.match = self.match.take(Row(tuple(sorted(cards, key=int)))).settled()

    def chosen(self) -> Any:
        """An option that the record allows, too: it knows which cards were played in decades before."""
        assert self.match.pending
        options = list(self.match.pending.options)
        shown = self.view["cards"] or {"may-hold": {"west": [], "east": []}, "hands": {"west": [], "east": []}}

        def may(side: str, card: str) -> bool:
            return card in shown["may-hold"][side] or card in shown["hands"][side]

        def allowed(option: Any) -> bool:
            if isinstance(option, Turn):
                return not option.from_hand or may(option.side.value, option.card)
            return option.verb != "discard" or may("east", option.place)

        return self.chance.choice([option for option in options if allowed(option)])

    def decide(self, option: Any, before: Any) -> None:
        if isinstance(option, Turn):
            if option.from_hand:
                self.tap(f"[data-hand={option.side.value}]")
                self.tap("[data-key=show]")
                self.tap(f'#sheet [data-card="{option.card}"]')
            else:
                self.tap(f'.panel [data-card="{option.card}"]')
            self.tap(f"[data-mode={option.mode}]")
            return
        context = str(before.phase) if isinstance(before, DecadeEnd) else before.what.mode
        written = "none" if option == NOTHING else BOOK.notation.write(option, context)
        self.tap(f'[data-do="{written}"]')


@pytest.mark.parametrize("seed", range(GAMES))
def test_games_by_taps_are_the_librarys(browser: Browser, site: Served, seed: int) -> None:
    with phone(browser, site) as device:
        device.open("#/new/game")
        device.tap(".choices .go")
        device.page.wait_for_selector("[data-key=lay]")
        name = device.page.evaluate("() => decodeURIComponent(location.hash.split('/')[2])")
        partner = Partner(device, name, seed)
        while (not PLAYS or sum(played.turn is not None for played in partner.match.history) < PLAYS) and (
            partner.go_on()
        ):
            pass
        record = (site.folder / name).read_text("utf-8")
        own = partner.match.record()
        assert record.startswith(own) if partner.match.pending else record == own
        checked = check_record(record)
        assert not [finding for finding in checked.findings if finding.is_error]
        if partner.match.pending is None:
            assert checked.position
            ends = (checked.position, partner.match.position)
            boards = [as_plain(BOOK.game, end._replace(course=None)) for end in ends]  # a record knows more of cards
            assert boards[0] == boards[1]


@pytest.mark.thorough
def test_a_half_finished_move_survives_reload_and_kill(browser: Browser, tmp_path_factory: Any) -> None:
    served = Served(furnished(tmp_path_factory.mktemp("draft")))
    (served.folder / "half.wsdv").write_text("wsdv-record: 1\n\ndecade I\nrow 1 4 5 12 16 17 20\n", "utf-8")
    with phone(browser, served) as device:
        device.open("#/t/half.wsdv")
        device.tap('.panel [data-card="20"]')
        device.tap("[data-mode=build]")
        device.tap('[data-do="hannover"]')
        device.settle()
        line = device.page.locator(".line").first.inner_text()
        assert line == "W 20 build hannover"
        device.page.reload()
        device.ready()
        assert device.page.locator(".line").first.inner_text() == line
        with device.lost():
            served.kill()
            served.start()
            device.page.reload()
            device.ready()
        assert device.page.locator(".line").first.inner_text() == line
        device.tap(".undo")
        device.settle()
        assert device.page.locator(".line").first.inner_text() == "W 20 build"
    served.stop()


@pytest.mark.thorough
def test_the_computer_that_serves_frees_the_seat_of_a_lost_device(browser: Browser, site: Served) -> None:
    (site.folder / "seats.wsdv").write_text("wsdv-record: 1\n\ndecade I\n", "utf-8")
    menu = ".round >> nth=1"
    with phone(browser, site) as lost:
        lost.open("#/t/seats.wsdv")
        lost.tap(menu)
        with lost.page.expect_response("**/seat"):
            lost.tap("[data-seat=east]")
    with phone(browser, site) as laptop:
        laptop.open("#/t/seats.wsdv")
        laptop.tap(menu)
        assert laptop.page.locator("[data-seat=east]").is_disabled()
        assert laptop.page.locator("[data-free=west]").count() == 0
        laptop.tap("[data-free=east]")
        with laptop.page.expect_response("**/seat"):
            laptop.tap("[data-key=free]")
        laptop.page.reload()
        laptop.ready("#/t/seats.wsdv")
        laptop.tap(menu)
        assert laptop.page.locator("[data-seat=east]").is_enabled()
        assert laptop.page.locator("[data-free]").count() == 0


def test_west_waits_while_east_decides_by_what_it_has_seen(browser: Browser, site: Served) -> None:
    """East has looked at West's hand (the Guillaume Affair), and may swap: West's phone cannot know what is asked."""
    (site.folder / "affair.wsdv").write_text(AFFAIR, "utf-8")
    east = site.client()
    assert east.post("/api/tables/affair.wsdv/seat", {"seat": "east"}).status == 200
    with phone(browser, site) as west:
        west.open("#/t/affair.wsdv")
        west.tap(".round >> nth=1")
        with west.page.expect_response("**/seat"):
            west.tap("[data-seat=west]")
        for do in ({"turn": {"card": "50", "hand": False, "mode": "event"}}, {"step": "u+SH"}, {"step": "look hand"}):
            answer = east.tap("affair.wsdv", do)
            assert answer.status == 200
        west.shows(answer.data["version"])
        assert west.page.locator(".verdict").inner_text() == "East decides on the other device."
        answer = east.tap("affair.wsdv", {"step": "swap 53 51"})
        west.shows(answer.data["version"])
        assert "swap 53 51" in west.page.locator(".panel code.line").inner_text()


def test_a_hand_is_seen_by_its_own_side_only() -> None:
    """By no call, no record text, no finding: all of it is made from what the seat may know."""
    record = "wsdv-record: 1\n\ndecade I\nhand E 9 14\nhand W 2 3\nrow 1 4 5 12 16 17 20\nW 20 build hannover\n"
    record += "E 14h event\n"
    seen = {seat: calls.table("game", {"record": record}, "en", seat)["view"] for seat in calls.SEATS}
    assert "hand E 9 14" in seen["open"]["text"]
    assert "hand W 2 3" in seen["west"]["text"]
    for seat, hidden in (("west", "9 14"), ("east", "2 3"), ("watch", "9 14"), ("watch", "2 3")):
        assert hidden not in str({**seen[seat], "pieces": ""})
    assert seen["west"]["cards"]["hands"]["west"] == ["2", "3"]
    assert set(seen["west"]["cards"]["hands"]["east"]) == {"?"}
    assert "hand E" not in calls.masked_record(record, "west").replace("# hand E", "")


def test_a_side_decides_on_its_own_device() -> None:
    record = "wsdv-record: 1\n\ndecade I\nrow 1 4 5 12 16 17 20\n"
    turn = {"turn": {"card": "20", "hand": False, "mode": "build"}}
    with pytest.raises(calls.Refused) as refused:
        calls.table("game", {"record": record}, "de", "east", turn)
    assert refused.value.code == "not-your-side"
    assert calls.table("game", {"record": record}, "de", "west", turn)["files"]["draft"]
