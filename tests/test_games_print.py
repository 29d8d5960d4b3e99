"""What is printed for the small games: all pages in four languages, nothing too long, nothing invented."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from wsdv_tools.cli import run
from wsdv_tools.components.kit import Options, Part
from wsdv_tools.drawing.shapes import Text, flat
from wsdv_tools.games.opening import open_game
from wsdv_tools.games.sheets import sheets_of
from wsdv_tools.games.words import GameLanguage
from wsdv_tools.words import Language

MADE_UP = Path(__file__).parent / "games"
GAMES = ("kubakrise", "vorhang")
LANGUAGES = ("de", "en", "es", "hu")


def parts(game: str, code: str, cards: Path | None = None, **choices: Any) -> list[Part]:
    sheets = sheets_of(
        open_game(game, cards), GameLanguage(Language.load(code)), Options(**choices), has_cards=cards is not None
    )
    made = [make() for make in sheets.makers()]
    assert [finding for finding in sheets.findings if finding.is_error] == []
    return made


def words(part: Part) -> list[str]:
    return [item.text for page in part.document.pages for item in flat(page.items) if isinstance(item, Text)]


@pytest.fixture(autouse=True)
def _no_cards_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_page_fits_in_every_language(game: str, code: str) -> None:
    made = parts(game, code, MADE_UP / f"made_up_{game}.yaml")
    assert all(name in part.name for part, name in zip(made, names(game), strict=True))
    assert all("{" not in text for part in made for text in words(part))


def names(game: str) -> tuple[str, ...]:
    return ("reference", "mat" if game == "kubakrise" else "track", "markers", "score", "cards")


@pytest.mark.parametrize("ink", ["low", "mono"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("game", GAMES)
def test_other_paper_and_ink(game: str, paper: str, ink: str) -> None:
    assert parts(game, "de", MADE_UP / f"made_up_{game}.yaml", paper=paper, ink=ink)


def test_without_cards_nothing_is_invented() -> None:
    assert [part.name for part in parts("kubakrise", "en")] == [
        f"kubakrise-{name}-en" for name in ("reference", "mat", "markers", "score")
    ]
    track, score, cards = (
        part for part in parts("vorhang", "en") if part.name.split("-")[1] in ("track", "score", "cards")
    )
    bonuses = [text for text in words(track) if text.startswith("+")]
    assert bonuses == ["+3", "+2", "+1", "+2"]  # two regions are left open
    assert "Africa + __" in words(score)
    assert "Start card" in words(cards)
    assert "Poland" not in words(cards)


def test_bonuses_come_from_the_owners_file() -> None:
    track = next(part for part in parts("vorhang", "en", MADE_UP / "made_up_vorhang.yaml") if "track" in part.name)
    assert [text for text in words(track) if text.startswith("+")] == ["+3", "+2", "+2", "+1", "+1", "+2"]


def test_what_is_only_inferred_is_printed_with_a_question_mark(tmp_path: Path) -> None:
    track = next(part for part in parts("vorhang", "en") if "track" in part.name)
    assert [text for text in words(track) if text.endswith("?")] == ["3?", "3?", "2?"]
    cards = tmp_path / "my.yaml"
    cards.write_text("vorhang-cards: 1\nregions: {AF: {size: 4}}\ncards: {}\n", "utf-8")
    track = next(part for part in parts("vorhang", "en", cards) if "track" in part.name)
    assert [text for text in words(track) if text.endswith("?")] == ["3?", "2?"]
    assert "4" in words(track)
    assert "+3" in words(track)  # the rulebook shows the bonus of Europe, whatever the file lacks


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_tables_name_the_sides_as_the_language_does(game: str, code: str) -> None:
    score = next(part for part in parts(game, code) if "score" in part.name)
    shown = "".join(words(score)).replace("-", "").replace("\xad", "")
    language = GameLanguage(Language.load(code))
    assert all(language.word(f"flag-{side}") in shown for side in ("US", "SU"))


@pytest.mark.parametrize(("game", "number"), [("kubakrise", 13), ("vorhang", 24)])
def test_as_many_markers_as_in_the_box(game: str, number: int) -> None:
    markers = next(part for part in parts(game, "en", backs="none") if "markers" in part.name)
    assert words(markers).count("US") == words(markers).count("SU") == number


@pytest.mark.parametrize("game", GAMES)
def test_print_writes_a_folder(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out"
    assert run(["print", game, "--lang", "hu", "--out", str(out), "--format", "svg"]) == 0
    assert capsys.readouterr().out
    manifest = json.loads((out / f"{game}-manifest.json").read_text("utf-8"))
    assert set(manifest["files"]) == {path.name for path in out.iterdir()} - {f"{game}-manifest.json"}


def test_a_text_too_long_for_its_card_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    long = "word " * 400
    cards = tmp_path / "my.yaml"
    cards.write_text(
        f'kubakrise-cards: 1\ncards:\n  a: {{name: {{en: A}}, event: {{text: {{en: "{long}"}}}}}}\n', "utf-8"
    )
    assert run(["print", "kubakrise", "--lang", "en", "--cards", str(cards), "--out", str(tmp_path / "o")]) == 1
    assert "[fit]" in capsys.readouterr().out
    assert not (tmp_path / "o").exists()
