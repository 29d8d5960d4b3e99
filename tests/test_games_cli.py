"""The commands and the small games: the game is known by the file, and bad input gets a finding, never a traceback."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from wsdv_tools.cli import run
from wsdv_tools.games.opening import GAMES
from wsdv_tools.sources.schema import schemas

KUBA = """kubakrise-record: 1
us: Anna
su: Bert
bid US 1 SU 2
start US
US moskau home / SU event moskau+2, cuba+2 / command cuba+3
SU us1 neutral / US pass / command moskau+2
US un1 home / command cuba+1
check cuba zone US, US 4, SU 2; stock US 8, SU 5
"""
VORHANG = """vorhang-record: 1
round 1
start US by SU
US pakistan @1,0 / command pakistan+2
SU algerien @0,1 / command algerien+1, europa+1
US suedafrika @0,2 / command europa+1, pakistan+1, europa+1
SU polen @-1,0 / US event ideology+1 / command pakistan+1
US kuba @0,-1 / SU pass / command kuba+1, europa+1
SU brasilien @1,-1 / event US:kuba-1, kuba+2
US japan @2,0 / event japan+2
SU vietnam @2,1 / command algerien+2, europa+1
check ideology 5; pakistan US 3, SU 1; kuba SU 2
"""
SCORED = """kubakrise-position: 1
areas:
  cuba: {zone: neutral, US: 3, SU: 2}
  su1: {zone: neutral, SU: 1}
cuba-card: us1
last: {US: us3, SU: su2}
cards:
  us1: {type: military}
  su1: {type: military}
  us3: {flag: US, command: 3, type: opinion}
  su2: {flag: SU, command: 2, type: political}
"""


@pytest.fixture(autouse=True)
def _no_cards_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("WSDV_LANG", "en")


def written(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.write_text(text, "utf-8")
    return str(path)


def fits(document: object, schema: str) -> bool:
    registry = Registry().with_resources([(name, Resource.from_contents(s)) for name, s in schemas().items()])
    return Draft202012Validator(schemas()[f"{schema}.schema.json"], registry=registry).is_valid(document)


@pytest.mark.parametrize(("name", "text"), [("a.kuba", KUBA), ("b.vorhang", VORHANG), ("c.txt", VORHANG)])
def test_check_knows_the_game(name: str, text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", written(tmp_path, name, text)]) == 0
    assert "no error" in capsys.readouterr().out.splitlines()[-1]


@pytest.mark.parametrize("text", [KUBA, VORHANG, KUBA.replace("cuba+3", "cuba+9")])
def test_check_json_fits_its_schema(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(["check", "--json", written(tmp_path, "game.txt", text)])
    document = json.loads(capsys.readouterr().out)
    assert fits(document, "check")
    assert document["records"][0]["as-typed"] == 1


def test_check_takes_folders_and_both_kinds_of_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written(tmp_path, "a.kuba", KUBA)
    written(tmp_path, "b.vorhang", VORHANG)
    written(tmp_path, "c.wsdv", "wsdv-record: 1\n")
    run(["check", str(tmp_path)])
    assert capsys.readouterr().out.splitlines()[-1].startswith("3 records: 11 plays")


def test_strict_makes_errors_of_what_was_not_judged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "--strict", written(tmp_path, "a.kuba", KUBA)]) == 1
    assert "error: The event of Moskau ist unser Kopf was carried out as typed" in capsys.readouterr().out


@pytest.mark.parametrize("language", ["de", "en", "es", "hu"])
def test_findings_are_told_in_four_languages(language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, "a.kuba", KUBA.replace("cuba+3", "cuba+4"))
    assert run(["check", "--lang", language, path]) == 1
    told = capsys.readouterr().out
    assert "[command-too-large]" in told
    assert "KK-5.2" in told
    assert "{" not in told


@pytest.mark.parametrize(("text", "count"), [(KUBA, 9), (VORHANG, 12)])
def test_fmt_changes_nothing_twice(text: str, count: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    loose = text.replace("cuba+3", "+Cuba*3").replace("europa+1,", "Europa + 1 ;").replace("moskau", "Moskau ist unser")
    assert run(["fmt", written(tmp_path, "a.txt", loose)]) == 0
    once = capsys.readouterr().out
    assert len(once.splitlines()) == count
    assert run(["fmt", written(tmp_path, "b.txt", once)]) == 0
    assert capsys.readouterr().out == once
    assert once == text.replace("moskau", "moskau-ist-unser-kopf")


def test_fmt_keeps_comments_and_what_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "kubakrise-record: 1\nnonsense here  # why\nbid US 1   SU 2 # ours\n# alone\n\nUS x away\n"
    path = written(tmp_path, "a.kuba", text)
    assert run(["fmt", "--write", path]) == 0
    capsys.readouterr()
    shown = Path(path).read_text("utf-8")
    assert shown == "kubakrise-record: 1\nnonsense here  # why\nbid US 1 SU 2  # ours\n# alone\n\nUS x SU\n"


def test_show_prints_the_table_after_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, "b.vorhang", VORHANG)
    assert run(["show", f"{path}:4"]) == 0
    told = capsys.readouterr().out
    assert "Pakistan" in told
    assert "Algeria" not in told
    assert run(["show", "--json", path]) == 0
    assert fits(json.loads(capsys.readouterr().out), "vorhang-position")
    assert run(["show", f"{path}:99"]) == 2
    assert run(["show", "--svg", str(tmp_path / "x.svg"), path]) == 2


@pytest.mark.parametrize(("text", "game"), [(KUBA, "kubakrise"), (VORHANG, "vorhang")])
def test_a_shown_position_can_be_read_again(
    text: str, game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["show", "--json", written(tmp_path, "a.txt", text)]) == 0
    position = capsys.readouterr().out
    assert fits(json.loads(position), f"{game}-position")
    assert run(["show", "--json", written(tmp_path, "p.json", position)]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(position)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("KK-5.2", "Up to the number"),
        ("EV-4", "Control of the region"),
        ("kk-r3", "KK-R3b:"),
        ("out-of-reach", "(error)"),
        ("moskau", "command number: 3"),
        ("brasilien", "infiltrate up to 2"),
    ],
)
def test_explain(asked: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", asked]) == 0
    assert told in capsys.readouterr().out


def test_explain_says_what_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", "KK-99"]) == 2
    assert run(["explain", "EV-R77"]) == 2
    assert capsys.readouterr().out


def test_score_prints_every_step(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, "p.yaml", SCORED)
    assert run(["score", path]) == 0
    told = capsys.readouterr().out
    assert "Cuba (neutral zone, USA 3, USSR 2): 2 for the USA" in told
    assert "2. Military areas: USA 1, USSR 1" in told
    assert told.rstrip().endswith("The USA wins (prestige).")
    assert run(["score", "--json", path]) == 0
    document = json.loads(capsys.readouterr().out)
    assert fits(document, "kubakrise-score")
    assert document["points"] == {"US": 3, "SU": 1}


def test_score_lists_exactly_what_it_needs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "".join(line for line in SCORED.splitlines(keepends=True) if "su1: {type" not in line and "us3:" not in line)
    path = written(tmp_path, "p.yaml", text)
    assert run(["score", "--json", path]) == 3
    document = json.loads(capsys.readouterr().out)
    assert fits(document, "kubakrise-score")
    assert [(need["what"], need["card"]) for need in document["pending"]] == [
        ("type", "su1"),
        ("flag", "us3"),
        ("type", "us3"),
    ]
    assert run(["score", path]) == 3
    told = capsys.readouterr().out
    assert "su1: military, political or opinion?" in told
    assert "In a file it is written like this: `cards: {su1: {type: …}}`; `cards: {us3: {flag: …}}`." in told


@pytest.mark.parametrize(
    ("text", "typed"),
    [
        ("kubakrise-position: 1\nareas: {cuba: {zone: US}}\n", "`cuba-card: …`; `last: {US: …}`."),
        ("kubakrise-record: 1\nset cuba zone US; turn 11\nend\n", "`cuba …`; `last US …`."),
        ("vorhang-position: 1\ntable: {europa: {at: [0, 0]}}\n", "`aftermath: {US: …}`."),
        ("vorhang-record: 1\nset europa @0,0; round 2; turn 9\nend\n", "`aftermath US …`."),
    ],
)
def test_score_says_how_it_is_written(
    text: str, typed: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["score", written(tmp_path, "p.txt", text)]) == 3
    assert f"In a file it is written like this: {typed}" in capsys.readouterr().out


def test_a_card_that_lies_alone_is_told_and_not_the_start_card(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = "  europa: {at: [0, 0]}\n  japan: {at: [1, 1]}\n"
    run(["validate", "--json", written(tmp_path, "p.yaml", f"vorhang-position: 1\ntable:\n{table}")])
    assert [(f["code"], f["line"]) for f in json.loads(capsys.readouterr().out)["findings"]] == [("not-adjacent", 4)]
    islands = "  japan: {at: [5, 5]}\n  iran: {at: [5, 6]}\n  europa: {at: [0, 0]}\n"
    run(["validate", "--json", written(tmp_path, "q.yaml", f"vorhang-position: 1\ntable:\n{islands}")])
    assert [(f["code"], f["line"]) for f in json.loads(capsys.readouterr().out)["findings"]] == [("not-adjacent", 5)]


def test_score_of_a_region(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, "b.vorhang", VORHANG)
    assert run(["score", "--region", "AS", path]) == 0
    assert "Asia: USA 4, USSR 0" in capsys.readouterr().out
    assert run(["score", "--region", "Asien", "--json", path]) == 0
    assert fits(json.loads(capsys.readouterr().out), "vorhang-score")
    assert run(["score", "--region", "Mars", path]) == 2


def test_score_of_a_record_with_a_campaign(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = SCORED.replace("kubakrise-position: 1", "kubakrise-position: 1\nturn: 3")
    assert run(["score", written(tmp_path, "p.yaml", text)]) == 1  # two areas are on the table, not three
    assert "[turn-differs]" in capsys.readouterr().out
    record = "kubakrise-record: 1\ncampaign US 12 SU 3\nset cuba US 1; turn 11\n"
    path = written(tmp_path, "c.kuba", record + "cuba mrbm\nlast US moskau\nlast SU other\n")
    assert run(["score", "--json", path]) == 3
    assert "pending" in json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("game", GAMES)
def test_template_is_a_card_file(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["cards", game, "--lang", "de"]) == 0
    template = capsys.readouterr().out
    path = written(tmp_path, "my.yaml", template)
    assert run(["validate", path]) == 0
    told = capsys.readouterr().out
    assert "cards are still missing. [card-count]" in told
    assert "errors 0" in told


WRONG_CARDS = {
    "flag-counts": ("kubakrise", "".join(f"  un{c}: {{name: {{en: un{c}}}, flag: UN}}\n" for c in "abcd")),
    "command-number": ("kubakrise", "  a: {name: {en: a}, command: 4}\n"),
    "prestige-odd": ("kubakrise", "  a: {name: {en: a}, prestige: 2}\n"),
    "event-place": ("kubakrise", "  a: {name: {en: a}, event: {does: [place: {number: 1, where: neighbours}]}}\n"),
    "card-name-unfit": ("kubakrise", "  cuba: {name: {en: a}}\n"),
    "too-many-cards": ("kubakrise", "".join(f"  {c}: {{name: {{en: {c}}}}}\n" for c in "abcdefghijklmn")),
    "card-differs": ("kubakrise", "  moskau-ist-unser-kopf: {name: {de: a}, command: 2}\n"),
    "card-incomplete": ("vorhang", "  a: {name: {en: a}, region: EU}\n"),
    "wrong-value": ("vorhang", "  a: {name: {en: a}, region: XX}\n"),
    "unknown-key": ("vorhang", "  a: {name: {en: a}, typ: XX}\n"),
}


@pytest.mark.parametrize("code", WRONG_CARDS)
def test_validate_tells_what_is_impossible(code: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game, cards = WRONG_CARDS[code]
    run(["validate", "--json", written(tmp_path, "my.yaml", f"{game}-cards: 1\ncards:\n{cards}")])
    findings = json.loads(capsys.readouterr().out)["findings"]
    assert code in [finding["code"] for finding in findings]
    assert all(finding["line"] for finding in findings)


def test_validate_adds_up_the_regions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sizes = "regions: {EU: {size: 6}, MO: {size: 3}, AS: {size: 3}, AF: {size: 3}, SA: {size: 3}, ZA: {size: 3}}\n"
    path = written(tmp_path, "my.yaml", f"vorhang-cards: 1\n{sizes}cards: {{}}\n")
    assert run(["validate", "--json", path]) == 1
    codes = [finding["code"] for finding in json.loads(capsys.readouterr().out)["findings"]]
    assert "region-sizes" in codes
    two = "  a: {name: {en: a}, region: ZA}\n  b: {name: {en: b}, region: ZA}\n"
    full = f"regions: {{ZA: {{size: 1, bonus: 2}}}}\ncards:\n{two}"
    assert run(["validate", "--json", written(tmp_path, "o.yaml", f"vorhang-cards: 1\n{full}")]) == 1
    assert "region-full" in capsys.readouterr().out


def test_the_owners_cards_are_used(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cards = "kubakrise-cards: 1\ncards:\n  mine: {name: {en: Mine}, flag: US, command: 1, type: military}\n"
    written(tmp_path, "my.yaml", cards)
    record = "kubakrise-record: 1\ncards: my.yaml\nbeginner\nstart US\nUS mine home / command cuba+2\n"
    assert run(["check", written(tmp_path, "a.kuba", record)]) == 1
    assert "[command-too-large]" in capsys.readouterr().out
    bare = written(tmp_path, "b.kuba", record.replace("cards: my.yaml\n", ""))
    assert run(["check", bare]) == 0
    capsys.readouterr()
    (tmp_path / "config" / "wsdv").mkdir(parents=True)
    written(tmp_path / "config" / "wsdv", "kubakrise.yaml", cards)
    assert run(["check", bare]) == 1
    assert run(["check", "--cards", str(tmp_path / "none.yaml"), bare]) == 2


@pytest.mark.parametrize(
    "text",
    [
        "kubakrise-record: 2\n",
        "kubakrise-record: 1\nU x home\n",
        "kubakrise-record: 1\nbid US many SU 2\nbid\nlast US\nhand\nset\ncheck\ncheck foo bar\nresult\nstart\n",
        "kubakrise-record: 1\nUS\nUS x\nUS x home /\nUS y home / dance\nUS z home / command cuba+999\n",
        "kubakrise-record: 1\nUS w home / command ;;,\nUS v home / command SU:\nUS u home / event a>b>c\n",
        "kubakrise-record: 1\nrules: R99z\n",
        "kubakrise-record: 1\ncards: nowhere.yaml\n",
        "kubakrise-record: 1\nset cuba zone nowhere, US x; stock US 99\nUS a-1 home / command none\n",
        "vorhang-record: 1\nround x\nround 1\nUS x @99,99 / command x+1\nUS y n of nothing / command none\n",
        "vorhang-record: 1\nscore XX US 1 SU 2\nscore AS US 1 US 2\naftermath US europa\nset x US 1; ideology 99\n",
        "kubakrise-position: 1\n",
        "kubakrise-position: 1\nareas: {cuba: {zone: mars}}\n",
        "vorhang-position: 1\ntable: {europa: {at: [0]}}\n",
        '{"vorhang-position": 1, "table": {"europa": {"at": [0, 0], "US": 99}}}',
        "kubakrise-cards: 1\ncards: []\n",
    ],
)
@pytest.mark.parametrize("command", ["check", "fmt", "show", "validate", "score"])
def test_bad_input_is_told(command: str, text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = run([command, written(tmp_path, "a.txt", text)])
    told = capsys.readouterr()
    assert code in (0, 1, 2, 3)
    assert "This should not happen" not in told.err
    assert told.out or told.err


def test_the_big_game_does_not_load_the_small_ones() -> None:
    import subprocess
    import sys

    code = (
        "import sys; from wsdv_tools.cli import run; run(['check', 'examples/decade-1.wsdv']); "
        "print([m for m in sys.modules if m.startswith('wsdv_tools.games.')])"
    )
    root = Path(__file__).parent.parent
    result = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert result.stdout.splitlines()[-1] == "['wsdv_tools.games.kinds']"
