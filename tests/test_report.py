"""`wsdv report`: the page of a game, what it says, and that nothing in a record gets out of its place."""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import pytest

from wsdv_tools import open_rulebook
from wsdv_tools.cli import run
from wsdv_tools.components.board_svg import BoardDrawing
from wsdv_tools.components.lettering import Lettering
from wsdv_tools.facts import State
from wsdv_tools.referee.record_files import check_file
from wsdv_tools.reports import game_page
from wsdv_tools.reports.stops import stops
from wsdv_tools.reports.turning import MARGINS, turning
from wsdv_tools.sources.shipped import shipped

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from wsdv_tools.referee.verdicts import Checked

GAME = shipped("examples") / "four-decades.wsdv"
LARGEST = 2_000_000  # bytes
HOSTILE = """</script><script>alert(1)</script><img src="//x.invalid/y" onerror="alert(2)">'"&\u202e{file}$title"""
# All that a page is made of; whatever else is in one came from a record.
TAGS = {
    *("html", "head", "meta", "title", "style", "body", "div", "header", "main", "section", "footer", "h1", "h2", "h3"),
    *("p", "b", "ul", "ol", "li", "a", "span", "blockquote", "figure", "figcaption", "input", "button", "script"),
    *("code", "svg", "g", "use", "defs", "symbol", "path", "text", "clippath"),
}


class Parsed(HTMLParser):
    """A page taken apart as a browser would."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: Counter[str] = Counter()
        self.attributes: list[tuple[str, str]] = []
        self.ids: Counter[str] = Counter()
        self.said = ""
        self.scripts: list[str] = []
        self._in = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._in = tag
        self.tags[tag] += 1
        self.attributes += [(name, value or "") for name, value in attrs]
        self.ids.update(value for name, value in attrs if name == "id" and value)
        if tag == "script":
            self.scripts.append("")

    def handle_endtag(self, _tag: str) -> None:
        self._in = ""

    def handle_data(self, data: str) -> None:
        if self._in == "script":
            self.scripts[-1] += data
        elif self._in != "style":
            self.said += data

    @property
    def data(self) -> Any:
        return json.loads(self.scripts[0])


@cache
def page_of(game: str = "four-decades", language: str = "en") -> str:
    with TemporaryDirectory() as folder:
        return report(Path(folder), shipped("examples") / f"{game}.wsdv", "--lang", language)


def opened(browser: Browser, folder: Path, content: str, **options: Any) -> Page:
    """The page as a file in a new window."""
    file = folder / "opened.html"
    file.write_text(content, "utf-8")
    page = browser.new_context(**options).new_page()
    page.on("dialog", lambda dialog: pytest.fail(dialog.message))
    page.goto(file.as_uri())
    return page


def report(folder: Path, record: Path, *options: str, code: int = 0) -> str:
    file = folder / "page.html"
    assert run(["report", str(record), "-o", str(file), *(options or ("--lang", "en"))]) == code
    return file.read_text("utf-8")


@cache
def checked(name: str) -> Checked:
    return check_file(shipped("examples") / f"{name}.wsdv", open_rulebook().notation).checked


def hostile_record(folder: Path) -> Path:
    """A game in which everything that people type freely is an attack."""
    lines = GAME.read_text("utf-8").splitlines()
    free = {"title:", "west:", "east:", "date:", "note:"}
    lines = [f"{line.split()[0]} {HOSTILE}" if line.split(" ")[0] in free else line for line in lines]
    lines = [f"{line.split('#')[0]} # {HOSTILE}" if "#" in line else line for line in lines]
    path = folder / "hostile.wsdv"
    path.write_text("\n".join([*lines[:20], f"W {HOSTILE}", *lines[20:], ""]), "utf-8")
    return path


@pytest.mark.parametrize("language", ["de", "en", "es", "hu"])
def test_a_whole_game_is_a_small_page_and_the_same_twice(language: str, tmp_path: Path) -> None:
    page = page_of(language=language)
    assert len(page.encode()) < LARGEST
    if language == "hu":
        assert report(tmp_path, GAME, "--lang", language) == page
    parsed = Parsed(page)
    assert not parsed.tags.keys() - TAGS
    assert [id_ for id_, times in parsed.ids.items() if times > 1] == []
    assert not re.search(r"\{\w+\}|texts\.|\$\w", parsed.said)


@pytest.mark.parametrize("game", ["four-decades", "insolvency", "decade-1"])
def test_every_stop_has_its_entry_and_its_board(game: str) -> None:
    parsed = Parsed(page_of(game))
    course = stops(checked(game))
    assert len(parsed.data["boards"]) == len(course)
    assert {id_ for id_ in parsed.ids if id_.startswith("stop-")} == {f"stop-{n}" for n in range(len(course))}


def test_the_pieces_are_those_of_the_drawing() -> None:
    """Storing each piece once loses none, and changes their order nowhere."""
    data = Parsed(page_of()).data
    game = open_rulebook().game
    drawing = BoardDrawing(game, Lettering.load(game.catalogue, "en"))
    for stop, numbers in list(zip(stops(checked("four-decades")), data["boards"], strict=True))[::7]:
        layer = drawing.pieces(stop.position, stop.before)
        assert layer == f'<g id="pieces">{"".join(data["pieces"][number] for number in numbers)}</g>'
    assert len(set(data["pieces"])) == len(data["pieces"])


def test_it_tells_plays_sums_and_who_won() -> None:
    said = Parsed(page_of()).said
    for text in (
        "Four decades to the end",
        "West: Anna",
        "East wins: four decades are over, and the GDR still stands.",
        "71 plays, no errors",
        "West · 16 1953 Uprising – the event on the card",
        "20 The Wirtschaftswunder (from the hand) – the event on the card",
        "SN Sachsen: unrest 3 → 4",
        "Phase 3: Currency",
        "Mass protest markers: West 1, East 3; a state collapses at 4.",
        "East came closest to collapse at the end of decade IV: 3 of 4 mass protest markers.",
        "West opens with the uprising of 1953",
    ):
        assert text in said, text


def test_nothing_in_a_record_gets_out_of_its_place(tmp_path: Path) -> None:
    page = report(tmp_path, hostile_record(tmp_path), code=1)
    parsed, good = Parsed(page), Parsed(page_of())
    assert not parsed.tags.keys() - TAGS
    assert parsed.tags["script"] == good.tags["script"] == 2
    assert parsed.scripts[1] == good.scripts[1]
    names = {name for name, _ in parsed.attributes}
    assert [name for name in names if name.startswith("on") or name in ("src", "style", "srcdoc")] == []
    links = {value for name, value in parsed.attributes if name in ("href", "xlink:href")}
    assert [link for link in links if not link.startswith("#")] == []
    assert "\u202e" not in page
    assert parsed.said.count("alert(1)") > 50  # it is reported, not hidden


def test_findings_stand_at_their_lines(tmp_path: Path) -> None:
    record = tmp_path / "wrong.wsdv"
    record.write_text(
        "wsdv-record: 1\ndecade I\nrow 1 4 5 12 16 17 20\nW 20 build hannover, hannover\nE 5 evnt\nW 4 unrest BY\n",
        "utf-8",
    )
    page = report(tmp_path, record, code=1)
    first, other = (page.split(f'id="stop-{number}"')[1].split('class="entry')[1] for number in (1, 2))
    assert "Hannover already has a factory" in first
    assert "rule 5.1" in first
    assert "what is dismantled" in other
    assert '<span class="title raw">E 5 evnt</span>' in page
    assert "3 plays, 3 errors" in Parsed(page).said
    assert "From line 6 on, the board shown is only one of several possible ones" in Parsed(page).said
    assert "From line" not in Parsed(page_of()).said


def test_the_rulings_of_a_record_count(tmp_path: Path) -> None:
    """With the Wall and prestige at its end, R8b gives West no bonus."""
    lines = "set decade 2; wall on; prestige -6; berlin; leipzig; hamburg; dortmund\ndecade II\nend\n1: -leipzig\n"
    record = tmp_path / "rulings.wsdv"
    for head, told in (("", "so West gets the track's bonus (R8)"), ("rules: R8b\n", "already at −6 (R8b)")):
        record.write_text(f"wsdv-record: 1\n{head}{lines}", "utf-8")
        assert told in Parsed(report(tmp_path, record, code=1)).said


def test_a_record_without_a_board_is_told_all_the_same(tmp_path: Path) -> None:
    record = tmp_path / "late.wsdv"
    record.write_text("wsdv-record: 1\ndecade III\nrow 41 42 43 44 45 46 47\nW 41 build kiel\n", "utf-8")
    page = report(tmp_path, record)
    assert "W 41 build kiel" in Parsed(page).said
    assert Parsed(page).data == {}
    assert "r-slider" not in Parsed(page).ids


def test_what_is_no_record_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "page.html"
    assert run(["report", str(shipped("examples") / "decade-2.yaml"), "-o", str(file)]) > 0
    assert run(["report", str(tmp_path / "nothing.wsdv"), "-o", str(file)]) == 2
    kuba = tmp_path / "game.kuba"
    kuba.write_text("kubakrise-record: 1\n", "utf-8")
    capsys.readouterr()
    assert run(["report", str(kuba), "-o", str(file), "--lang", "en"]) == 2
    assert "only for games of Wir sind das Volk!" in capsys.readouterr().err
    assert not file.exists()


def test_nothing_of_others_is_replaced(tmp_path: Path) -> None:
    file = tmp_path / "diary.html"
    file.write_text("dear diary", "utf-8")
    assert run(["report", str(GAME), "-o", str(file)]) == 1
    assert file.read_text("utf-8") == "dear diary"


def test_a_record_without_end_becomes_a_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_page, "MOST_STOPS", 30)
    page = Parsed(report(tmp_path, GAME))
    assert len(page.data["boards"]) == 30
    assert "Only the first 30 positions are shown; the record has more." in page.said
    assert "E 65 event u-NW" in page.said  # what comes later is reported as it was typed


# What decided a game

TIPS = {
    "east-collapses": (4, 7, 122),
    "west-collapses": (3, 0, 73),
    "insolvency": (3, 10, 91),
    "triumph": (3, 10, 90),
    "socialism-fails": (3, 10, 84),
    "both-collapse": (4, 9, 118),
}  # the decade, phase and line from which on the board was lost, counted by hand on the boards


@pytest.mark.parametrize("game", TIPS)
def test_where_a_game_tips(game: str) -> None:
    record, rules = checked(game), open_rulebook().game
    course = stops(record)
    found = turning(rules, course, record.winner, record.reason)
    assert found
    assert found.tip is not None
    stop = course[found.tip]
    assert (stop.decade, stop.phase, stop.line) == TIPS[game]
    margin = MARGINS[record.reason or ""]
    later = [one for one in course[found.tip :] if one.decade == course[-1].decade or not one.phase]
    assert record.winner
    assert all(margin(rules, one.position, record.winner) >= 0 for one in later)
    for step in found.steps:
        before, after = (margin(rules, course[n].position, record.winner) for n in (step - 1, step))
        assert after > before


def test_time_tips_nothing() -> None:
    record = checked("four-decades")
    assert turning(open_rulebook().game, stops(record), record.winner, record.reason) is None
    assert turning(open_rulebook().game, [], State.WEST, "collapse") is None


# In a browser


def test_the_page_in_a_browser(browser: Browser, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    page = opened(browser, tmp_path, page_of(), viewport={"width": 1280, "height": 800})
    asked, wrong = [], []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: wrong.append(message.text))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    address = page.url
    page.reload()
    last = len(stops(checked("four-decades"))) - 1
    slider = page.locator("#r-slider")
    assert slider.input_value() == str(last)
    assert page.locator("#r-now .title").inner_text() == "Phase 10: Wir sind das Volk?"
    assert page.locator("svg.chart").count() == 6
    slider.fill("1")
    assert "1953 Uprising" in page.locator("#r-now").inner_text()
    assert page.locator("#value-protests-1").inner_text() == "3"
    assert page.locator('#pieces [id="piece-unrest-sachsen"]').get_attribute("aria-label") == "Sachsen: unrest: 4"
    shifts = page.locator("[id^=now-]").evaluate_all("all => all.map((one) => one.getAttribute('transform'))")
    assert len(set(shifts)) == 1
    page.locator("#r-on").click()
    page.keyboard.press("ArrowRight")
    assert slider.input_value() == "3"
    page.locator("#r-back").click()
    assert page.locator("#stop-2.current").count() == 1
    page.locator("#stop-30 a.title").click()
    expect(slider).to_have_value("30")
    expect(page).to_have_url(f"{address}#at-30")
    page.locator("#r-run").click()
    expect(slider).not_to_have_value("30")
    assert asked == [address]
    assert wrong == []
    page.context.close()


@pytest.mark.thorough
def test_a_hostile_game_fits_small_screens_and_does_nothing(browser: Browser, tmp_path: Path) -> None:
    content = report(tmp_path, hostile_record(tmp_path), "--lang", "hu", code=1)
    page = opened(browser, tmp_path, content)
    for width, height in ((320, 640), (390, 844), (820, 1180)):
        page.set_viewport_size({"width": width, "height": height})
        page.locator("#r-slider").fill(str(width % 50))
        assert page.evaluate("document.documentElement.scrollWidth") == width
        boxes = [page.locator(f"#r-{name}").bounding_box() for name in ("back", "on", "run")]
        assert all(box and min(box["width"], box["height"]) >= 40 for box in boxes)
    page.context.close()


@pytest.mark.thorough
def test_without_scripts_it_is_still_a_page(browser: Browser, tmp_path: Path) -> None:
    page = opened(browser, tmp_path, page_of(), java_script_enabled=False)
    assert not page.locator("#r-slider").is_visible()
    assert page.locator("figure.paper svg.board").count() == 4
    assert page.locator("figure.paper svg.board").first.is_visible()
    page.context.close()
