"""The pages are true: a reader who does what they show sees what they show, and every link leads somewhere."""

from __future__ import annotations

import doctest
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("pty", reason="there are no pseudo-terminals on this system")

import wsdv_tools
from tests import pages
from tests.pages import PAGES, README, ROOT, Block, anchors, links, pieces
from tests.reader import NOT_RUN, Reader
from tests.records import checked, codes
from wsdv_tools.cli import run
from wsdv_tools.drawing import png
from wsdv_tools.sources.yaml_reader import parse_yaml

# The files of the repository that the reader of a page has at hand; whoever reads the others starts in an empty folder.
AT_HAND = {
    "CONTRIBUTING.md": {"data/lang/hu.yaml": "hu.yaml", "data/lang/sources/hu.yaml": "sources/hu.yaml"},
    "report.md": {"examples/four-decades.wsdv": "game.wsdv"},
    "statistics.md": {f"examples/{path.name}": f"games/{path.name}" for path in (ROOT / "examples").glob("*.wsdv")},
}
PAINT = png.png
IDS = [page.relative_to(ROOT).as_posix() for page in PAGES]


@pytest.fixture
def reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Reader:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WSDV_LANG", "en")
    # Pages show no pictures that a command paints: a tenth of their pixels must do.
    monkeypatch.setattr(png, "png", lambda page, dpi, is_clear=False: PAINT(page, dpi / 10, is_clear))
    return Reader(tmp_path)


@pytest.mark.parametrize("page", PAGES, ids=IDS)
def test_all_that_is_shown_works(page: Path, reader: Reader) -> None:
    for file, name in AT_HAND.get(page.name, {}).items():
        target = reader.folder / name
        target.parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / file, target)
    faults = reader.read(page.read_text("utf-8"))
    assert not faults, "\n\n".join(faults)


def test_lines_are_compared_as_told() -> None:
    results = doctest.testmod(pages)
    assert results.attempted >= 2
    assert results.failed == 0


FAULTY = {
    "`wsdv frobnicate game.yaml` does it": "`wsdv frobnicate game.yaml` ends with 2",
    "`wsdv frobnicate` does it": "`wsdv frobnicate` ends with 2",
    "`wsdv explain 20 --loud`": "`wsdv explain 20 --loud` ends with 2",
    "`wsdv check missing.wsdv`": "`wsdv check missing.wsdv` ends with 2",
    "give `--loud`": "no command has --loud",
    "give `--ink pink`": "no command has --ink pink",
    "`make coffee` first": "`make coffee` is no target of the Makefile",
    "```sh\nrm game.yaml\n```": "`rm game.yaml` is run by no test",
    "```\nwsdv demo\n```": "the block says '' behind its fence",
    "```console\n$ wsdv explain R99\n```": "`wsdv explain R99` ends with",
    "```console\n$ wsdv --version\nwsdv 0.0.0\n```": "`wsdv --version` prints:\nwsdv ",
    "```console\nWest> 20\n```": "the block starts with no command",
    "```console\n$ wsdv play club\nGood evening.\n> Anna\n```": "it prints:\n  A new record.",
    "```sql games.sqlite\nSELECT 1;\n-- 1\n```": "there is no games.sqlite",
    "`wsdv translate accept hu`": "`wsdv translate accept hu` would change the shipped files",
}


@pytest.mark.parametrize("text", FAULTY)
def test_what_does_not_work_is_found(text: str, reader: Reader) -> None:
    (fault,) = reader.read(f"A page.\n\n{text}\n")
    assert fault.startswith(f"line 3: {FAULTY[text]}")


def test_what_is_not_run_is_still_shown() -> None:
    shown = {code for page in PAGES for code in NOT_RUN if code in page.read_text("utf-8")}
    assert set(NOT_RUN) == shown


@pytest.mark.parametrize("page", PAGES, ids=IDS)
def test_links_lead_somewhere(page: Path) -> None:
    for link in links(page.read_text("utf-8")):
        if link.startswith("https://"):
            continue
        path, _, anchor = link.partition("#")
        target = page.parent / path if path else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


def test_every_page_can_be_reached_from_the_readme() -> None:
    reached, waiting = set(), [README]
    while waiting:
        page = waiting.pop()
        reached.add(page)
        named = {(page.parent / link.partition("#")[0]).resolve() for link in links(page.read_text("utf-8"))}
        waiting += [target for target in named & set(PAGES) if target not in reached]
    assert [page.name for page in PAGES if page not in reached] == []


def blocks(page: str, language: str) -> list[Block]:
    found = [piece for piece in pieces((ROOT / "docs" / page).read_text("utf-8")) if isinstance(piece, Block)]
    return [block for block in found if block.language == language]


PROGRAMS = {
    "random_bot": (["2"], "", "result "),
    "greedy_bot": (["1"], "", " by "),
    "tracks_csv": ([str(ROOT / "examples" / "decade-1.wsdv")], "", "line,decade,prestige,currency,socialists"),
    "answer_json": ([str(ROOT / "examples" / "decade-2.yaml")], "0\n" * 60, '"winner": "west"'),
    "one_side": (["east"], "", "west's hand: ?"),
}


def test_the_programs_of_the_library_are_those_of_its_page() -> None:
    page = (ROOT / "docs" / "library.md").read_text("utf-8")
    folder = ROOT / "examples" / "programs"
    assert {path.stem for path in folder.glob("*.py")} == set(PROGRAMS)
    for path in folder.glob("*.py"):
        assert f"```python\n{path.read_text('utf-8')}```\n" in page, path.name


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_of_the_library_runs(name: str, tmp_path: Path) -> None:
    arguments, typed, expected = PROGRAMS[name]
    program = str(ROOT / "examples" / "programs" / f"{name}.py")
    done = subprocess.run(
        [sys.executable, program, *arguments], input=typed, capture_output=True, text=True, cwd=tmp_path, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert expected in done.stdout


def test_library() -> None:
    results = doctest.testfile(str(ROOT / "docs" / "library.md"), module_relative=False, encoding="utf-8")
    assert results.attempted > 20
    assert results.failed == 0


def test_every_public_name_is_there() -> None:
    for name in wsdv_tools.__all__:
        assert getattr(wsdv_tools, name) is not None
    assert set(wsdv_tools._HOME_OF) | {"__version__"} == set(wsdv_tools.__all__)
    with pytest.raises(AttributeError, match="no attribute 'banana'"):
        wsdv_tools.banana  # noqa: B018


def test_importing_pulls_in_nothing() -> None:
    code = (
        "import sys, wsdv_tools; print([m for m in ('click', 'reportlab', 'yaml', 'jsonschema') if m in sys.modules])"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_notation() -> None:
    """The example decade is legal."""
    decade = max((block.text for block in blocks("notation.md", "wsdv")), key=len)
    result = checked(decade)
    assert [finding.code for finding in result.findings] == []
    assert result.plays >= 14
    assert result.position
    assert result.position.decade == 2


def test_lines_of_the_notation_can_be_read() -> None:
    unreadable = {"line-unreadable", "name-unknown", "step-unreadable", "statement-unreadable", "card-unknown"}
    for block in blocks("notation.md", "wsdv"):
        assert not unreadable.intersection(codes(block.text)), block.text


def test_yaml_of_the_translators_can_be_read(reader: Reader) -> None:
    first, *others = blocks("translating.md", "yaml")
    assert run(["translate", "new", "cs"]) == 0
    assert first.text in (reader.folder / "cs.yaml").read_text("utf-8")
    assert len(others) >= 2
    for block in others:
        assert parse_yaml(block.text, "cs.yaml").value, block.text
