"""The words of the small games: nothing is missing in any of the four languages, nothing is unused."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.test_codes import placeholders
from wsdv_tools.cli import run
from wsdv_tools.codes import CODES, GAMES
from wsdv_tools.games.opening import GAMES as NAMES
from wsdv_tools.games.opening import room
from wsdv_tools.games.words import GameLanguage, folder
from wsdv_tools.sources.schema import check_schema, small_game_words
from wsdv_tools.sources.yaml_reader import read_yaml
from wsdv_tools.words import Language

ROOT = Path(__file__).resolve().parent.parent
FILES = [*(ROOT / "wsdv_tools" / "games").rglob("*.py"), *(ROOT / "wsdv_tools" / "cli").glob("*.py")]
CODE = "\n".join(path.read_text("utf-8") for path in sorted(FILES))
LANGUAGES = ("de", "en", "es", "hu")
WORDS: dict[str, dict[str, Any]] = {code: read_yaml(folder() / "lang" / f"{code}.yaml").value for code in LANGUAGES}
RULINGS = {entry["id"]: entry for entry in read_yaml(folder() / "rulings.yaml").value["rulings"]}


@pytest.mark.parametrize("code", LANGUAGES)
def test_file_has_its_shape(code: str) -> None:
    assert check_schema(read_yaml(folder() / "lang" / f"{code}.yaml"), "game-language") == []


@pytest.mark.parametrize("section", ["words", "findings", "notes", "texts"])
@pytest.mark.parametrize("code", ["de", "es", "hu"])
def test_languages_have_the_same_texts_and_places(code: str, section: str) -> None:
    own, english = WORDS[code][section], WORDS["en"][section]
    assert set(own) == set(english)
    assert [key for key in english if placeholders(own[key]) != placeholders(english[key])] == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_rule_and_ruling_is_told(code: str) -> None:
    assert set(WORDS[code]["rules"]) == set(WORDS["en"]["rules"])
    assert all(rule["title"] and rule["text"] for rule in WORDS[code]["rules"].values())
    assert {id_: list(told["options"]) for id_, told in WORDS[code]["rulings"].items()} == {
        id_: entry["options"] for id_, entry in RULINGS.items()
    }
    assert all(told["question"] and told["why"] for told in WORDS[code]["rulings"].values())


def test_schema_sentences_are_translated() -> None:
    for code in ("de", "es", "hu"):
        assert set(WORDS[code]["schema"]) == set(small_game_words())


def test_every_code_has_a_sentence_and_is_used() -> None:
    assert set(GAMES) <= set(WORDS["en"]["findings"])
    assert set(WORDS["en"]["findings"]) <= set(GAMES) | set(CODES)
    assert [code for code in GAMES if f'"{code}"' not in CODE] == []
    assert set(GAMES) & set(CODES) == set()


def test_no_text_is_idle() -> None:
    """A text is asked for by its key, complete or made of a part and a name."""
    parts = "side- fixed- zone- type- region- reason- where- fact- need- source- flag- part-"
    made = (*parts.split(), "kk.row-", "kk.section-", "ev.section-", "ask-", "option-", "kk.option-", "ev.option-")
    keys = [key for section in ("words", "notes", "texts") for key in WORDS["en"][section]]
    idle = [key for key in keys if not key.startswith(made) and not is_asked_for(key)]
    assert idle == []


def is_asked_for(key: str) -> bool:
    last = key.rpartition(".")[2]
    return any(f'"{name}"' in CODE for name in (key, last, f"texts.{key}", f"words.{key}"))


def test_rules_cited_exist() -> None:
    cited = set(re.findall(r'"((?:KK|EV)-\d+\.\d+)"', CODE))
    assert cited <= set(WORDS["en"]["rules"])


@pytest.mark.parametrize("game", NAMES)
def test_rulings_of_the_code_are_those_of_the_data(game: str) -> None:
    spec = room(game).SPEC
    told = {id_.partition("-")[2]: "".join(e["options"]) for id_, e in RULINGS.items() if id_.startswith(spec.prefix)}
    assert dict(spec.rulings) == told
    cited = set(re.findall(r'"(R\d+[bc])"', "\n".join(path.read_text("utf-8") for path in FILES)))
    assert set(spec.choosable()) <= cited
    assert all(rule in WORDS["en"]["rules"] for entry in RULINGS.values() for rule in entry["rules"])


def test_a_language_falls_back_to_english() -> None:
    czech = GameLanguage(Language(lambda: {"language": {"code": "cs"}}, folder().parent))
    assert czech.word("side-SU") == "the USSR"
    assert czech.rule("KK-5.1") == "KK-5.1 One area"


def test_a_translator_has_the_same_workbench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WSDV_LANG", "en")
    assert run(["translate", "new", "cs-games"]) == 0
    assert run(["translate", "export", "cs-games", "--format", "csv"]) == 0
    sheet = Path("cs-games.csv").read_text("utf-8-sig")
    Path("cs-games.csv").write_text(sheet.replace("the USSR,", "the USSR,Sovětský svaz", 1), "utf-8")
    assert run(["translate", "import", "cs-games.csv"]) == 0
    assert read_yaml(Path("cs-games.yaml")).value["words"]["side-SU"] == "Sovětský svaz"
    assert run(["validate", "cs-games.yaml"]) == 0
    assert run(["validate", "cs-games.yaml", "--release"]) == 1


def test_the_checks_see_a_faulty_translation(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (folder() / "lang" / "hu.yaml").read_text("utf-8")
    assert text.count("24 befolyásjelzője") == 1
    (tmp_path / "hu.yaml").write_text(text.replace("24 befolyásjelzője", "25 befolyásjelzője"), "utf-8")
    run(["validate", str(tmp_path / "hu.yaml"), "--lang", "en"])
    told = capsys.readouterr().out
    assert "[number]" in told
    assert "rules.EV-1.2.text" in told
