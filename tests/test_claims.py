"""What the pages claim apart from commands: numbers, names of files, codes and steps are those of the program."""

from __future__ import annotations

import re
import tomllib

import pytest

from tests.end_paths import IN_A_DECADE_END
from tests.pages import PAGES, ROOT, Span, pieces
from tests.reach import register
from tests.records import notation
from tests.special_paths import IN_A_PLAY
from wsdv_tools.codes import AREAS
from wsdv_tools.components.card_layout import size_in_mm, sizes
from wsdv_tools.components.counters import counts
from wsdv_tools.components.imposition import Plan, plan
from wsdv_tools.facts import Catalogue
from wsdv_tools.record.reader import REASONS
from wsdv_tools.rules.choices import Step
from wsdv_tools.words.choosing import known_languages

CATALOGUE = Catalogue.load()
TEXTS = {page.relative_to(ROOT).as_posix(): " ".join(page.read_text("utf-8").split()) for page in PAGES}
OWN = ("output/", "sources/cs.yaml")  # what the reader makes
_PATH = re.compile(r"[a-z_]+/[\w./-]*")


def table(page: str, head: str) -> list[list[str]]:
    """The rows of the table whose head starts like that, as their cells."""
    rows = (ROOT / page).read_text("utf-8").partition(f"\n| {head}")[2].split("\n\n")[0].splitlines()[2:]
    return [re.split(r"(?<!\\) \| ", row.strip("| ")) for row in rows]


def test_the_python_that_is_needed() -> None:
    with (ROOT / "pyproject.toml").open("rb") as file:
        needed = tomllib.load(file)["project"]["requires-python"].removeprefix(">=")
    told = {version for text in TEXTS.values() for version in re.findall(r"Python (\d\.\d+)", text)}
    assert told == {needed}


def test_the_languages_that_are_shipped() -> None:
    assert known_languages() == ["de", "en", "es", "hu"]
    assert "It speaks German, English, Hungarian and Spanish" in TEXTS["README.md"]


def test_the_size_of_the_game() -> None:
    provinces, cities, connections = (len(getattr(CATALOGUE, name)) for name in ("provinces", "cities", "connections"))
    told = f"{provinces} provinces, {cities} cities, {connections} connections, {len(CATALOGUE.cards)} card faces"
    assert told in TEXTS["CHANGELOG.md"]


def test_sizes_and_numbers_of_what_is_printed() -> None:
    told = TEXTS["docs/printing.md"]
    for size in sizes():
        width, height = size_in_mm(size)
        assert re.search(rf"`(?:--size )?{size}`[ |(]+{width:g} × {height:g}\b", told), size
    poker = size_in_mm("poker")
    full, a4, letter = (
        _grid(plan(poker, paper, bleed=bleed)) for paper, bleed in (("a4", 0), ("a4", 3), ("letter", 3))
    )
    assert f"{full} on a sheet" in told
    assert f"holds {a4} cards (A4) or {letter} (Letter)" in told
    number = counts(CATALOGUE)
    assert (
        f"{number['west']} yellow factories, {number['east']} red ones, {number['infrastructure']} pieces of infra"
        in told
    )


def _grid(sheet: Plan) -> str:
    return f"{sheet.columns} × {sheet.rows}"


def test_every_step_of_the_notation_can_be_read() -> None:
    rows = table("docs/notation.md", "step |")
    assert len(rows) >= 15
    for step in re.findall(r"`([^`]+)`", " ".join(row[0] for row in rows)):
        read = notation().read(step, "event")
        assert isinstance(read, tuple), step
        assert all(isinstance(one, Step) for one in read)


def test_the_size_of_the_register() -> None:
    assert f"a register of {len(register(notation())):,} names" in TEXTS["docs/proof.md"]
    assert f"and {len(IN_A_PLAY) + len(IN_A_DECADE_END)} special paths" in TEXTS["docs/proof.md"]


def test_every_ending_is_named() -> None:
    named = re.search(r"\(W, E or none\) and why: ([\w, -]+)\.", TEXTS["docs/notation.md"])
    assert named
    assert tuple(named[1].replace(" or ", ", ").split(", ")) == REASONS


def test_findings_of_translations_exist() -> None:
    rows = table("docs/translating.md", "finding |")
    assert len(rows) >= 10
    told = {code for row in rows for code in re.findall(r"`([^`]+)`", row[0])}
    assert told <= {code for codes in AREAS.values() for code in codes}


@pytest.mark.parametrize("page", TEXTS)
def test_files_that_are_named_exist(page: str) -> None:
    """Code that looks like a path from the root, or from the program's folder, where its first folder is one there."""
    for piece in pieces((ROOT / page).read_text("utf-8")):
        if not isinstance(piece, Span) or not _PATH.fullmatch(piece.text):
            continue
        for home in (ROOT, ROOT / "wsdv_tools"):
            if (home / piece.text.partition("/")[0]).is_dir() and not piece.text.startswith(OWN):
                assert (home / piece.text).exists(), f"{page}:{piece.line}: {piece.text}"
