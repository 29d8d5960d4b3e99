"""`wsdv decade-end` and `wsdv position` without a terminal: result, exit codes, findings with their lines."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from wsdv_tools.cli import run
from wsdv_tools.rules import decade_end as rules
from wsdv_tools.rules.choices import Asking
from wsdv_tools.rules.decade_end import Phase
from wsdv_tools.rules.game import Game
from wsdv_tools.rules.position import Position
from wsdv_tools.sources.schema import schemas
from wsdv_tools.sources.shipped import shipped

POSITION = shipped("examples") / "decade-2.yaml"
DECISIONS = shipped("examples") / "decade-2.decisions"


def wsdv(*arguments: object) -> int:
    return run(["decade-end", *map(str, arguments), "--lang", "en"])


def validate(document: Any) -> None:
    registry = Registry().with_resources([(name, Resource.from_contents(s)) for name, s in schemas().items()])
    validator = Draft202012Validator(schemas()["decade-end.schema.json"], registry=registry)
    assert [error.message for error in validator.iter_errors(document)] == []


def result(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, Any]:
    code = wsdv(*arguments, "--json")
    document = json.loads(capsys.readouterr().out)
    validate(document)
    return code, document


def edited(tmp_path: Path, old: str, new: str) -> Path:
    text = POSITION.read_text("utf-8")
    assert old in text
    path = tmp_path / "position.yaml"
    path.write_text(text.replace(old, new, 1), "utf-8")
    return path


def test_all_decisions_give_a_whole_result(capsys: pytest.CaptureFixture[str]) -> None:
    code, document = result(capsys, POSITION, "--decisions", DECISIONS)
    assert code == 0
    assert [phase["phase"] for phase in document["phases"]] == list(range(1, 11))
    assert document["pending"] is None
    assert document["position"]["decade"] == 3
    assert "findings" not in document


def test_a_missing_decision_waits(capsys: pytest.CaptureFixture[str]) -> None:
    code, document = result(capsys, POSITION)
    assert code == 3
    pending = document["pending"]
    assert (pending["phase"], pending["decision"], pending["side"], pending["left"]) == (1, "dismantle", "west", 2)
    assert "-leipzig-jena" in pending["options"]
    assert pending["rule"] == "9.1"


def test_hamburg_is_assumed_till_it_is_said(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    decisions = tmp_path / "some.decisions"
    decisions.write_text("".join(DECISIONS.read_text("utf-8").splitlines(keepends=True)[:3]), "utf-8")
    code, document = result(capsys, POSITION, "--decisions", decisions)
    assert code == 3
    figures = document["phases"][-1]["figures"]
    assert figures["hamburg"] == "niedersachsen"
    assert figures["hamburg-assumed"] is True
    assert document["pending"]["options"] == ["hamburg=NI", "hamburg=SH"]
    _, document = result(capsys, POSITION, "--decisions", DECISIONS)
    assert "hamburg-assumed" not in document["phases"][2]["figures"]


def test_text_says_who_must_decide_what(capsys: pytest.CaptureFixture[str]) -> None:
    assert wsdv(POSITION) == 3
    told = capsys.readouterr().out
    assert "= 5 steps → 2 points to dismantle" in told
    assert "West has to decide. What does East dismantle?" in told
    assert "-leipzig-jena" in told
    assert "9.1" in told


@pytest.mark.parametrize("phase", range(1, 11))
def test_only_prints_the_figures_of_one_phase(capsys: pytest.CaptureFixture[str], phase: int) -> None:
    code, document = result(capsys, POSITION, "--only", phase)
    assert code == 0
    assert [each["phase"] for each in document["phases"]] == [phase]
    assert wsdv(POSITION, "--only", phase) == 0
    assert f"Phase {phase}:" in capsys.readouterr().out


@pytest.mark.parametrize("how", [(), ("--json",)])
def test_each_phase_is_adjudicated_once(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, how: tuple[str, ...]
) -> None:
    """Text and JSON are reported from one run of the rules."""
    begun: Counter[str] = Counter()

    def counted(phase: Phase) -> Phase:
        def count(game: Game, position: Position) -> Asking[Position]:
            begun[phase.__name__] += 1
            return phase(game, position)

        return count

    monkeypatch.setattr(rules, "PHASES", tuple(counted(phase) for phase in rules.PHASES))
    assert wsdv(POSITION, "--decisions", DECISIONS, *how) == 0
    assert capsys.readouterr().out
    assert list(begun.values()) == [1] * 10


def test_a_refused_sector_is_named_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Its id means nothing to a player."""
    position, decisions = tmp_path / "game.yaml", tmp_path / "decisions.txt"
    position.write_text(
        "wsdv-position: 1\ndecade: 1\nprovinces: {west-berlin: {sectors: {french: 1}}}\n"
        "delivered: [RP]\nfactories: [hamburg, dortmund, berlin, bitterfeld]\n",
        "utf-8",
    )
    decisions.write_text("5: british\n", "utf-8")
    assert wsdv(position, "--decisions", decisions, "--only", 5) == 1
    told = capsys.readouterr().out
    assert "There is no living standard in the British sector." in told


def test_from_begins_later(capsys: pytest.CaptureFixture[str]) -> None:
    _, document = result(capsys, POSITION, "--from", 8)
    assert document["phases"][0]["phase"] == 8
    assert wsdv(POSITION, "--from", 2, "--only", 2) == 2


def test_won_game_is_no_failure(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = edited(tmp_path, "hessen: {unrest: 4", "hessen: {unrest: 16")
    code, document = result(capsys, path, "--from", 10)
    assert (code, document["winner"], document["reason"]) == (0, "east", "collapse")


def test_errors_of_the_position_have_lines(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = edited(tmp_path, "leipzig-jena: 1", "leipzig-jena: 3")
    path.write_text(path.read_text("utf-8").replace("[kiel, hamburg,", "[kiel, hambrug,"), "utf-8")
    code, document = result(capsys, path)
    assert code == 1
    assert document["position"] is None
    lines = path.read_text("utf-8").splitlines()
    for finding, text in zip(document["findings"], ("hambrug", "leipzig-jena: 3"), strict=True):
        assert text in lines[finding["line"] - 1]
    assert [finding["code"] for finding in document["findings"]] == ["name-unknown", "lines-too-many"]
    assert wsdv(path) == 1
    assert "did you mean “hamburg”?" in capsys.readouterr().out


def test_a_warning_stops_nothing(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = edited(tmp_path, "delivered: [rheinland-pfalz, ", "delivered: [")
    code, document = result(capsys, path)
    assert [finding["code"] for finding in document["findings"]] == ["sector-not-delivered"]
    assert (code, len(document["phases"])) == (3, 1)


@pytest.mark.parametrize(
    "content", [b"", b"\x00", b"provinces: [", b"\xff\xfe", b"wsdv-position: &a 1\nx: *a", b"a: {" * 60]
)
def test_what_cannot_be_read(capsys: pytest.CaptureFixture[str], tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "bad.yaml"
    path.write_bytes(content)
    code, document = result(capsys, path)
    assert code == 2
    assert document["findings"]


def test_a_file_that_is_not_there(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert result(capsys, tmp_path / "none.yaml")[0] == 2
    assert result(capsys, POSITION, "--decisions", tmp_path / "none.decisions")[0] == 2


def test_an_illegal_decision(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    decisions = tmp_path / "x.decisions"
    decisions.write_text("# first\n1: -jena\n", "utf-8")
    code, document = result(capsys, POSITION, "--decisions", decisions)
    assert code == 1
    (finding,) = document["findings"]
    assert (finding["code"], finding["line"], finding["column"]) == ("dismantle-connected", 2, 4)
    assert finding["rule"] == "5.2"
    assert finding["help"]
    assert wsdv(POSITION, "--decisions", decisions) == 1
    assert "dismantle that first" in capsys.readouterr().out


def test_an_unreadable_decision(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    decisions = tmp_path / "x.decisions"
    decisions.write_text("1: -leipzg-jena\nso what\n", "utf-8")
    code, document = result(capsys, POSITION, "--decisions", decisions)
    assert code == 1
    assert [finding["code"] for finding in document["findings"]] == ["name-unknown", "decision-line"]


def test_json_is_a_position_too(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    _, document = result(capsys, POSITION)
    path = tmp_path / "position.json"
    path.write_text(json.dumps(document["position"], indent="\t"), "utf-8")
    assert result(capsys, path) == (3, document)


def test_rulings(capsys: pytest.CaptureFixture[str]) -> None:
    _, document = result(capsys, POSITION, "--only", 2, "--rules", "R9b")
    assert document["phases"][0]["figures"]["choices"] == [-3, -2]
    assert wsdv(POSITION, "--rules", "R9c") == 2
    told = capsys.readouterr().out
    assert "did you mean “R9b”?" in told
    assert "R12" not in told


def test_nothing_is_written(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = edited(tmp_path, "decade: 2", "decade: 2")
    wsdv(path, "--json")
    wsdv(path, "--decisions", DECISIONS)
    capsys.readouterr()
    assert [each.name for each in tmp_path.iterdir()] == ["position.yaml"]


def test_without_position_off_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert wsdv() == 2
    assert "POSITION" in capsys.readouterr().err


def test_german(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["decade-end", str(POSITION), "--decisions", str(DECISIONS), "--lang", "de"]) == 0
    told = capsys.readouterr().out
    assert "5 Schritte → 2 Abbaupunkte" in told
    assert "Niemand hat gewonnen: Dekade III beginnt." in told
    assert max(map(len, told.splitlines())) < 80


def test_imports_only_what_it_needs() -> None:
    """What makes it slow stays out; benchmarks measure the time."""
    slow = "('prompt_toolkit', 'jsonschema', 'reportlab')"
    code = (
        f"import sys; from wsdv_tools.cli import run; run(sys.argv[1:]); print([m for m in {slow} if m in sys.modules])"
    )
    command = [sys.executable, "-c", code, "decade-end", str(POSITION), "--json"]
    done = subprocess.run(command, check=True, capture_output=True, text=True, encoding="utf-8")
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize("lang", ["de", "en"])
def test_the_template_is_a_position(capsys: pytest.CaptureFixture[str], tmp_path: Path, lang: str) -> None:
    path = tmp_path / "new.yaml"
    assert run(["position", "new", str(path), "--lang", lang]) == 0
    text = path.read_text("utf-8")
    assert len(re.findall(r"^  [A-Z]{2}: ", text, re.MULTILINE)) == 14
    assert run(["validate", str(path)]) == 0
    capsys.readouterr()
    code, document = result(capsys, path)
    assert (code, document["position"]) == (0, {**document["position"], "decade": 2})


def test_a_template_overwrites_nothing(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("mine", "utf-8")
    assert run(["position", "new", str(path)]) == 2
    assert path.read_text("utf-8") == "mine"
    capsys.readouterr()
    assert run(["position", "new", str(tmp_path / "no" / "folder.yaml")]) == 2
    assert "folder.yaml" in capsys.readouterr().out
