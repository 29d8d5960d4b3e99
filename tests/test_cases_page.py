"""The pages of the cases: every case is there, and GitHub can show them."""

from __future__ import annotations

import re
from functools import cache

from docs.maker.cases_page import PARTS, cases_page, cases_part
from docs.maker.cases_words import ORDER
from docs.maker.headings import slug
from docs.maker.rulings_page import rulings_page
from wsdv_tools.conformance.case_files import published
from wsdv_tools.sources.schema import schemas

MOST_BYTES = 500_000  # GitHub shows a page of Markdown up to 512,000 bytes


@cache
def whole() -> str:
    """The pages that hold cases, one after the other."""
    return "\n".join(map(cases_part, PARTS))


def told(id_: str) -> str:
    """What the page says about one case."""
    _, _, rest = whole().partition(f"`{id_}`")
    return rest.partition("</details>")[0]


def test_slug() -> None:
    assert slug("R9 · Which space, the marker's own?") == "r9--which-space-the-markers-own"


def test_every_case_stands_there_once_with_its_reason() -> None:
    page = whole()
    for case in published():
        assert page.count(f"`{case.id}`") == 1, case.id
        assert re.sub(r"([*_<>])", r"\\\1", case.why) in page, case.id


def test_every_ruling_names_its_cases() -> None:
    rulings = re.split(r"^## R\d+ · ", rulings_page(), flags=re.MULTILINE)[1:]
    assert len(rulings) == 17
    assert [text.splitlines()[0] for text in rulings if "\nCases: [" not in text] == []


def test_github_shows_them() -> None:
    pages = {"cases.md": cases_page(), "rulings.md": rulings_page()} | {name: cases_part(name) for name in PARTS}
    assert {name: len(page) for name, page in pages.items() if len(page.encode()) > MOST_BYTES} == {}


def test_nothing_that_is_expected_is_left_out() -> None:
    case = schemas()["case.schema.json"]["properties"]["cases"]["items"]["properties"]
    assert set(ORDER) == set(case["expect"]["properties"])


def test_a_case_of_a_phase_in_words() -> None:
    assert "- **Board:** the Wall stands; prestige 2; factories: Leipzig, Dresden; lines: Leipzig–Dresden 1.\n" in told(
        "9.1-wall/1"
    )
    assert "- **Decade end:** phase 1; `1: -leipzig-dresden`\n" in told("9.1-wall/1")
    assert "prestige 2 → 1; Leipzig–Dresden 1 → 0." in told("9.1-wall/1")
    assert "East is asked (dismantle, 1 left): `-leipzig`, `-jena`" in told("9.1-wall/3")
    assert "West wins; by insolvency" in told("9.1-wall/7")


def test_a_case_of_a_play_in_words() -> None:
    assert "- **Board:** the set-up.\n- **Played:** `E 17 build leipzig, dresden`\n" in told("6.2-points/2")
    assert "line 1, column 21: `build-too-many`" in told("6.2-points/2")
    assert "  W 20 build kiel\n" in told("4-removal/1")
    assert "West may say (build): `none`, `+flensburg`, `+bremen`" in told("5.1-city/3")


def test_a_computed_case_in_words() -> None:
    assert "values: Leipzig 4, Bitterfeld 2, Dresden 2, Jena 2." in told("5.1-value/2")
    assert "economy: East Berlin 3, East Berlin + Polska south 5" in told("10.5-adds/1")
