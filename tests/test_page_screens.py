"""All screens of the page: accessible, large enough to touch, and in one language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.phones import Phone, phone
from tests.serving import Served, furnished
from tests.thorough import only
from wsdv_tools.sources.shipped import shipped
from wsdv_tools.sources.yaml_reader import read_yaml
from wsdv_tools.web import calls
from wsdv_tools.words.choosing import known_languages

if TYPE_CHECKING:
    from playwright.sync_api import Browser

STATIC = Path(__file__).resolve().parent.parent / "wsdv_tools" / "web" / "static"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = furnished(tmp_path_factory.mktemp("table"))
    (folder / "row.wsdv").write_text("wsdv-record: 1\n\ndecade I\n", "utf-8")
    (folder / "turn.wsdv").write_text("wsdv-record: 1\n\ndecade I\nrow 1 4 5 12 16 17 20\n", "utf-8")
    server = Served(folder)
    yield server
    assert server.stop() == ""


SCREENS: dict[str, Any] = {
    "start": ("#/", None),
    "new": ("#/new/position", None),
    "position": ("#/t/two.yaml", None),
    "province": ("#/t/two.yaml", "[data-key=sachsen]"),
    "tracks": ("#/t/two.yaml", '[data-key="tab tracks"]'),
    "cards": ("#/t/two.yaml", '[data-key="tab cards"]'),
    "check": ("#/t/two.yaml", "[data-key=ready]"),
    "decade-end": ("#/t/two.yaml/end", None),
    "figures": ("#/t/two.yaml", ".round"),
    "turn": ("#/t/turn.wsdv", None),
    "uses": ("#/t/turn.wsdv", '[data-card="20"]'),
    "row": ("#/t/row.wsdv", None),
    "menu": ("#/t/row.wsdv", ".round >> nth=1"),
    "records": ("#/record", None),
    "record": ("#/record/club.wsdv", None),
    "look-up": ("#/lookup", None),
    "card": ("#/lookup/20", None),
    "print": ("#/print", None),
}
SHEETS = ("figures", "uses", "menu")


def show(device: Phone, name: str) -> None:
    """One of the screens, with what has to be tapped there."""
    place, tapped = SCREENS[name]
    if device.page.evaluate("() => location.hash") == place:
        device.go("#/")  # it begins again
    device.go(place)
    if tapped:
        device.tap(tapped)
    if name in SHEETS:
        device.page.wait_for_selector("#sheet[open]")


# In the dark only the colours are others. The board is one picture; what it shows is in the panel, too. Axe would
# leave it out, and yet walk through its thousands of parts, so it is not there meanwhile.
AXE: dict[str, Any] = {"light": {"resultTypes": ["violations"]}, "dark": {"runOnly": ["color-contrast"]}}
_AXE = """async options => {
  const board = document.querySelector(".board-view svg"), holder = board?.parentNode;
  board?.remove();
  try {
    const { violations } = await axe.run(document, options);
    return violations.filter(one => ["serious", "critical"].includes(one.impact))
      .map(one => [one.id, one.nodes.slice(0, 3).map(node => node.html.slice(0, 200))]);
  } finally { holder?.prepend(board); }
}"""


def test_screens_are_accessible_and_large_enough(browser: Browser, site: Served) -> None:
    from axe_playwright_python.sync_playwright import Axe

    with phone(browser, site) as device:
        device.open()
        device.page.evaluate(Axe().axe_script)
        bad: dict[str, Any] = {}
        for name in SCREENS:
            show(device, name)
            is_wide = device.page.evaluate("() => document.documentElement.scrollWidth > innerWidth")
            found = [("small", device.small_targets()), ("wide", is_wide)]
            for scheme, options in AXE.items():
                device.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
                found.append((scheme, device.page.evaluate(_AXE, options)))
            if any(what for _, what in found):
                bad[name] = found
        assert bad == {}


@pytest.mark.parametrize("lang", only(["hu"], known_languages()))
def test_screens_speak_one_language(browser: Browser, site: Served, lang: str) -> None:
    """No English word of the page is seen in another language, at 320 pixels."""
    english, own = (calls.CALLS["words"]({"lang": code})["words"] for code in ("en", lang))
    foreign = {text for key, text in english.items() if isinstance(text, str) and text != own[key]} - {*_flat(own)}
    with phone(browser, site, lang=lang, size=(320, 640)) as device:
        device.open()
        for name in SCREENS:
            show(device, name)
            seen = device.page.evaluate(_TEXTS)
            assert not foreign & {*seen}, name
            is_about_templates = name == "look-up"  # it lists findings about translations
            open_ = [text for text in seen if "undefined" in text or re.search(r"\{[a-z]+\}", text)]
            assert is_about_templates or open_ == [], name
            assert device.page.evaluate("() => document.documentElement.lang") == lang
            assert device.cut_off() == [], name


_TEXTS = """() => { const found = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const isPage = e => !e.closest(".board-view svg");
  while (walk.nextNode()) if (isPage(walk.currentNode.parentElement)) found.push(walk.currentNode.textContent.trim());
  for (const e of [...document.querySelectorAll("[aria-label], [placeholder], [title]")].filter(isPage))
    found.push(...["aria-label", "placeholder", "title"].map(name => e.getAttribute(name)).filter(Boolean));
  return found.filter(Boolean); }"""


def _flat(words: dict[str, Any]) -> Iterator[str]:
    for text in words.values():
        yield from text.values() if isinstance(text, dict) else [text]


@pytest.mark.parametrize("lang", known_languages())
def test_no_word_of_the_page_depends_on_what_is_filled_in_behind_it(lang: str) -> None:
    """The page knows nothing of sounds, such as those that make `a` to `az` in Hungarian."""
    words = read_yaml(shipped("data") / "lang" / f"{lang}.yaml").value
    sounds = {sound["written"] for sound in words["language"].get("sounds", [])}
    for key, text in calls.CALLS["words"]({"lang": lang})["words"].items():
        if not key.startswith("refused."):  # those are filled in by the server
            found = [before for form in _flat({key: text}) for before in re.findall(r"(\S+) \{", form)]
            assert not sounds & {before.casefold() for before in found}, key


def test_every_word_of_the_page_is_used_and_there() -> None:
    scripts = "\n".join(path.read_text("utf-8") for path in sorted(STATIC.glob("*.js")))
    known = {key for key in calls.CALLS["words"]({"lang": "en"})["words"] if not key.startswith("refused.")}
    said = set(re.findall(r'\bt\(\s*"([a-z.-]+)"', scripts))
    begun = set(re.findall(r"\bt\(`([a-z.-]+)\$\{", scripts))
    quoted = set(re.findall(r'"([a-z-]+)"', scripts))
    assert said <= known
    unused = {key for key in known - said - quoted if not any(key.startswith(start) for start in begun)}
    assert unused == set()


def test_the_page_names_no_other_address() -> None:
    for path in STATIC.iterdir():
        text = path.read_text("utf-8").replace("http://www.w3.org/2000/svg", "")
        assert not re.search(r"https?://|//[a-z]+\.", text), path.name
