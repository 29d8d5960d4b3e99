"""`wsdv translate preview`: cards, sheets and findings of a language file, shown again when it is saved."""

from __future__ import annotations

import http.client
import json
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.phones import phone
from tests.serving import Client, Served
from wsdv_tools.cli import run
from wsdv_tools.cli.session import Session
from wsdv_tools.cli.validate import Asked, check_file
from wsdv_tools.web.preview import Preview

if TYPE_CHECKING:
    from playwright.sync_api import Browser

HOSTILE = "<img src=x onerror=document.title=1> & \\x01\\e[31m"  # as it is in the file
SEEN = "<img src=x onerror=document.title=1> & \\u0001\\u001b[31m"
LONG = "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz " * 3


class Previewed(Served):
    """A real `wsdv translate preview` of `cs.yaml` in the folder."""

    def wish(self) -> list[str]:
        return ["translate", "preview", str(self.folder / "cs.yaml")]


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A language that has just been started."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WSDV_LANG", "en")
    assert run(["translate", "new", "cs", "--name", "Čeština"]) == 0
    return tmp_path / "cs.yaml"


@pytest.fixture
def previewed(file: Path) -> Iterator[Previewed]:
    server = Previewed(file.parent, first="pass")  # its answers are not described: only its own page asks
    yield server
    server.stop()


def entitle(file: Path, **titles: str) -> None:
    """Give cards (`_16`) a title, as a translator's editor would: a new file takes the place of the old one."""
    lines = file.read_text("utf-8").split("\n")
    for card, title in titles.items():
        (at,) = (number for number, line in enumerate(lines) if line.startswith(f"  {card[1:]}: {{title: "))
        lines[at] = f'  {card[1:]}: {{title: "{title}"}}'
    beside = file.with_suffix(".new")
    beside.write_text("\n".join(lines), "utf-8")
    beside.replace(file)


def preview_of(file: Path) -> Preview:
    session = Session(lang="en")
    asked = Asked(session, (file,), release=False)
    return Preview(file, session.catalogue, lambda: check_file(file, asked), "en")


def told(state: Any, code: str) -> list[Any]:
    return [finding for group in state["groups"] for finding in group["findings"] if finding["code"] == code]


def titles(state: Any) -> dict[str, str]:
    return {picture["name"]: picture["title"] for picture in state["pictures"]}


def tags(state: Any) -> dict[str, str]:
    return {picture["name"]: picture["tag"] for picture in state["pictures"]}


def test_a_save_changes_its_card_and_no_other(file: Path) -> None:
    shown = preview_of(file)
    before = shown.state()
    assert shown.state() is before
    entitle(file, _16="Povstání 16. června")
    after = shown.state()
    assert after["version"] != before["version"]
    assert (before["done"], after["done"]) == (0, 1)
    assert titles(before)["card-16"] == "16 17. Juni"
    assert titles(after)["card-16"] == "16 Povstání 16. června"
    changed = {name for name, tag in tags(after).items() if tags(before)[name] != tag}
    assert {name for name in changed if name.startswith("card-")} == {"card-16"}
    assert {name for name in changed if name.startswith("sheet-")}  # the almanac names it, too
    (finding,) = told(after, "number")
    assert finding["where"].endswith(f"cs.yaml:{finding['line']}:15")
    assert finding["picture"] == "card-16"


def test_what_cannot_be_printed_is_still_shown(file: Path) -> None:
    entitle(file, _1=HOSTILE, _2=LONG, _3="漢字")
    shown = preview_of(file)
    state = shown.state()
    assert titles(state)["card-1"] == f"1 {SEEN}"
    assert {finding["picture"] for finding in told(state, "glyph")} == {"card-1", "card-3"}
    assert {finding["picture"] for finding in told(state, "fit")} == {"card-2"}
    for picture in shown.pictures.values():
        ET.fromstring(picture.body)  # it can be read as XML


def test_a_broken_file_keeps_the_pictures_and_says_what_is_wrong(file: Path) -> None:
    good = file.read_text("utf-8")
    file.write_text("language: [", "utf-8")
    shown = preview_of(file)
    assert (shown.state()["old"], shown.state()["pictures"]) == (True, [])
    file.write_text(good, "utf-8")
    whole = shown.state()
    assert not whole["old"]
    file.write_text(good + "\ncards: {}\n  x", "utf-8")
    broken = shown.state()
    assert broken["old"]
    assert broken["pictures"] == whole["pictures"]
    assert any(finding["severity"] == "error" for group in broken["groups"] for finding in group["findings"])
    file.unlink()
    assert told(shown.state(), "cannot-open")


def test_the_server_wants_its_secret_and_tells_of_a_save(previewed: Previewed, file: Path) -> None:
    stranger, device = Client(previewed, enters=False), previewed.client()
    page = stranger.get("/")
    assert (page.status, b"preview.js" in page.body) == (200, True)
    assert "default-src 'none'" in page.headers["content-security-policy"]
    for path in ("/api/preview", "/api/preview/events", "/api/preview/card-1.svg", "/api/words"):
        assert stranger.get(path).status == 401
        assert device.get(path, Host="evil.example").status == 421
    assert device.get("/api/preview/card-99.svg").status == 404
    assert device.get("/api/tables").status == 404
    before = device.get("/api/preview").data["version"]
    connection = http.client.HTTPConnection("127.0.0.1", previewed.port, timeout=20)
    connection.request("GET", "/api/preview/events", headers={"Cookie": device.cookie or ""})
    events = (json.loads(line[6:]) for line in connection.getresponse() if line.startswith(b"data: "))
    assert next(events) == {"version": before}
    entitle(file, _1="Pozemková reforma")
    after = next(events)["version"]
    connection.close()
    state = device.get("/api/preview").data
    assert after == state["version"] != before
    assert b"Pozemkov" in device.get("/api/preview/card-1.svg").body
    assert sorted(path.name for path in file.parent.iterdir()) == ["cs.yaml", "sources"]  # it writes nothing
    assert previewed.stop() == ""


@pytest.mark.thorough
def test_a_title_appears_on_the_page_when_it_is_saved(browser: Browser, previewed: Previewed, file: Path) -> None:
    with phone(browser, previewed) as device:
        page = device.page
        page.goto(previewed.url)
        caption = page.locator("[data-name=card-1] figcaption")
        assert caption.text_content() == "1 Bodenreform"
        assert previewed.secret not in page.url
        entitle(file, _1="Pozemková reforma")
        page.wait_for_function(
            "() => document.querySelector('[data-name=card-1]').textContent === '1 Pozemková reforma'"
        )
        page.wait_for_function("() => document.querySelector('[data-name=card-1] img').naturalWidth > 0")
        entitle(file, _1=HOSTILE)
        page.wait_for_selector("[data-name=card-1].wrong")
        assert caption.text_content() == f"1 {SEEN}"
        page.wait_for_function("() => document.querySelector('[data-name=card-1] img').naturalWidth > 0")
        assert page.locator("[src=x]").count() == 0
        assert page.title().startswith("cs.yaml")
        device.tap("[data-key=findings]")
        assert "U+0001" in (page.locator("section.findings").text_content() or "")
        device.tap("[data-key=sheets]")
        assert page.locator("section.sheets img").first.is_visible()
        assert device.small_targets() == []
        file.write_text("language: [", "utf-8")
        page.wait_for_selector("#notice:not([hidden])")
        assert "cannot be read" in (page.locator("#notice").text_content() or "")


@pytest.mark.parametrize(("wish", "code"), [("xx", 2), ("hu-games", 2)])
def test_what_has_no_cards_is_refused(file: Path, wish: str, code: int) -> None:
    assert file.is_file()
    assert run(["translate", "preview", wish, "--no-browser", "--port", "0"]) == code
