"""Makes the pictures of pages for a browser, with the system's Chromium: `make pictures`.

Where there is no Chromium, these pictures stay as they are.
"""

from __future__ import annotations

import io
import pathlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from PIL import Image

from tests.browsers import SWITCHES, program
from tests.serving import Served
from wsdv_tools.cli import run
from wsdv_tools.sources.shipped import shipped

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SETTLES = 700  # milliseconds until a page has fetched its pictures
FOLDER = pathlib.Path(__file__).parent.parent / "pictures"


class Screen(NamedTuple):
    """A page that commands make in a folder, and what a browser shows of it."""

    command: Callable[[str], Sequence[str]]
    page: str
    size: tuple[int, int]
    beside: str = ""  # what a phone to its left shows


def report(folder: str) -> Sequence[str]:
    return ["report", str(shipped("examples") / "east-collapses.wsdv"), "-o", f"{folder}/game.html"]


def statistics(folder: str) -> Sequence[str]:
    return ["stats", "--simulate", "200", "--seed", "2", "--out", folder]


def served(folder: str) -> Sequence[str]:
    """The folder of an evening for `wsdv serve`: a game after its first row, and a position."""
    home, examples = pathlib.Path(folder), shipped("examples")
    game = (examples / "decade-1.wsdv").read_text("utf-8").splitlines(keepends=True)
    row = next(number for number, line in enumerate(game) if line.startswith("row "))
    (home / "club.wsdv").write_text("".join(game[: row + 3]), "utf-8")
    for name in ("board", "two"):
        (home / f"{name}.yaml").write_bytes((examples / "decade-2.yaml").read_bytes())
    decisions = (examples / "decade-2.decisions").read_text("utf-8").splitlines(keepends=True)
    (home / "two.decisions").write_text("".join(decisions[:2]), "utf-8")
    return []


PHONE, GAP = (390, 844), 24  # pixels

SCREENS = {
    "serve": Screen(served, "/t/club.wsdv", (PHONE[0] + GAP + 1080, PHONE[1]), "/t/board.yaml/end"),
    "serve-position": Screen(served, "/t/board.yaml", (390, 844)),
    "serve-decade-end": Screen(served, "/t/two.yaml/end", (390, 844)),
    "serve-play": Screen(served, "/t/club.wsdv", (1280, 800)),
    "report": Screen(report, "game.html#at-84", (1280, 800)),
    "statistics": Screen(statistics, "summary.html", (1280, 940)),
}


@contextmanager
def chromium(path: str) -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=[*SWITCHES])
        yield browser
        browser.close()


def screen(name: str, browser: Browser) -> Image.Image:
    """What a browser shows, in few colours: the files stay small."""
    shown = SCREENS[name]
    width, height = shown.size
    with TemporaryDirectory() as folder:
        command = shown.command(folder)
        if command:
            assert run([*command, "--lang", "en"]) < 2
            taken = _taken(browser, f"{pathlib.Path(folder).as_uri()}/{shown.page}", shown.size)
        else:
            server = Served(pathlib.Path(folder))
            own = width - PHONE[0] - GAP if shown.beside else width
            taken = _taken(browser, f"{server.url}{shown.page}", (own, height), "body[data-ready]")
            if shown.beside:
                phone = _taken(browser, f"{server.url}{shown.beside}", PHONE, "body[data-ready]")
                both = Image.new("RGB", shown.size, "white")
                both.paste(phone, (0, 0))
                both.paste(taken, (width - own, 0))
                taken = both
            server.stop()
    return taken.quantize(128, kmeans=1)


def _taken(browser: Browser, address: str, size: tuple[int, int], ready: str = "") -> Image.Image:
    width, height = size
    page = browser.new_page(viewport={"width": width, "height": height}, color_scheme="light", locale="en-GB")
    page.goto(address)
    if ready:
        page.wait_for_selector(ready)
        page.wait_for_timeout(SETTLES)
    taken = page.screenshot()
    page.close()
    return Image.open(io.BytesIO(taken)).convert("RGB")


def main() -> None:
    path = program()
    if path is None:
        print("There is no Chromium: pictures of pages stay as they are.")
        return
    with chromium(path) as browser:
        for name in SCREENS:
            screen(name, browser).save(FOLDER / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
