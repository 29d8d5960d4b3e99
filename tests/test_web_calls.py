"""The calls of the page: pure functions on plain data. What they give is what the library gives."""

from __future__ import annotations

import asyncio
import base64
import json
import threading
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any
from zipfile import ZipFile

import pytest
from starlette.requests import Request

from tests.clock import seconds
from wsdv_tools import adjudicate, read_position
from wsdv_tools.library import decade_end, write_position
from wsdv_tools.web import calls, position_table
from wsdv_tools.web.server import Server

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
POSITION = (EXAMPLES / "decade-2.yaml").read_text("utf-8")


def led(seed: int, lang: str = "en") -> tuple[dict[str, str], dict[str, Any]]:
    """A decade end with random answers, tap by tap."""
    chance, files = Random(seed), {"position": POSITION, "decisions": ""}
    while True:
        view = json.loads(json.dumps(calls.table("position", files, lang)["view"]))  # plain data, through and through
        pending = view["end"]["pending"]
        if pending is None:
            return files, view
        taps = [option["do"] for option in pending["options"]] + ["none"] * pending["pass"]
        files |= calls.table("position", files, lang, do={"step": chance.choice(taps)})["files"]


@pytest.mark.parametrize("seed", range(4))
def test_a_decade_end_by_taps_is_the_librarys(seed: int) -> None:
    files, view = led(seed)
    outcome, findings = adjudicate(read_position(POSITION), files["decisions"])
    assert findings == []
    assert view["end"]["winner"] == (outcome.winner.value if outcome.winner else None)
    assert view["end"]["over"] is True
    if not outcome.winner:
        assert read_position(view["end"]["result"]) == outcome.position


def test_every_option_has_a_place_to_tap_or_none() -> None:
    targets = {target["id"] for target in calls.CALLS["board"]({"lang": "en"})["targets"]}
    files: dict[str, str] = {"position": POSITION}
    chance = Random(1)
    while pending := calls.table("position", files, "en")["view"]["end"]["pending"]:
        for option in pending["options"]:
            assert option["tap"] in targets or option["tap"] is None
        files |= calls.table("position", files, "en", do={"step": chance.choice(pending["options"])["do"]})["files"]


def test_statements_are_made_true_one_by_one() -> None:
    files = calls.new("position")["files"]
    for said in ("decade 2", "SN unrest 3", "leipzig", "leipzig down", "leipzig-jena 1", "wall on", "police 5"):
        files |= calls.table("position", files, "en", do={"set": said})["files"]
    files |= calls.table("position", files, "en", do={"confirm": True})["files"]
    position = read_position(files["position"])
    game = decade_end(position).plays[0].rules.game  # type: ignore[attr-defined]
    assert position.unrest[game.province("sachsen")] == 3
    assert position.wall
    assert position.police == ("5",)
    assert write_position(position) == files["position"]


def test_a_position_with_errors_is_told_and_not_adjudicated() -> None:
    files = {"position": "wsdv-position: 1\ndecade: 1\ninfrastructure: {leipzig-jena: 1}\n"}
    view = calls.table("position", files, "de")["view"]
    assert view["end"] is None
    (finding,) = view["findings"]
    assert finding["code"] == "lines-without-factory"
    assert finding["rule"]["text"]


@pytest.mark.parametrize(
    "do",
    [
        *({"step": "u+BY"}, {"step": 3}, {"set": "nonsense 3"}, {"set": None}, {"text": "nonsense"}, {"back": 1}),
        *({"phase": 0}, {"phase": "1"}, {"nonsense": 1}, {"set": "decade 2", "step": "x"}, {}, []),
    ],
)
def test_what_cannot_be_done_is_refused_in_the_language(do: dict[str, Any]) -> None:
    with pytest.raises(calls.Refused) as refused:
        calls.table("position", {"position": POSITION}, "de", do=do)
    assert refused.value.sentence
    assert json.dumps(refused.value.as_data())


def test_undo_takes_one_decision_back() -> None:
    files: dict[str, str] = {"position": POSITION}
    before = calls.table("position", files, "en")["view"]["end"]["pending"]
    files |= calls.table("position", files, "en", do={"step": before["options"][0]["do"]})["files"]
    after = calls.table("position", files, "en", do={"back": 1})
    assert after["view"]["end"]["pending"] == before
    assert after["files"] == {"decisions": ""}


def test_the_words_are_whole_in_every_language() -> None:
    english = calls.CALLS["words"]({"lang": "en"})
    for lang in english["languages"]:
        own = calls.CALLS["words"]({"lang": lang})
        assert own["words"].keys() == english["words"].keys()
        assert all(own["words"].values())


def test_the_figures_of_all_phases_need_no_decision() -> None:
    phases = calls.CALLS["figures"]({"lang": "hu", "text": POSITION})["phases"]
    assert [phase["phase"] for phase in phases] == list(range(1, 11))
    assert all(phase["sums"] for phase in phases)


def test_the_figures_say_how_the_decade_could_end() -> None:
    found = calls.CALLS["endings"]({"lang": "en", "text": POSITION})
    assert found["title"] == "How the decade can end"
    verdicts = {one["ending"]: one["verdict"] for one in found["endings"]}
    assert verdicts
    assert "impossible" not in verdicts.values()
    assert calls.CALLS["endings"]({"lang": "en", "text": "nonsense"})["endings"] == []


def test_only_a_board_that_can_be_is_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    """An impossible board took 24 seconds; one that is not complete yet is searched as it is."""
    asked: list[Any] = []

    def searched(_own: Any, position: Any) -> list[str]:
        asked.append(position)
        return ["it"]

    monkeypatch.setattr(position_table, "endings_of", searched)
    begun = calls.table("position", {"position": POSITION, "decisions": ""}, "en", do={"set": "prestige 1"})["files"]
    for text, found in (
        (POSITION, ["it"]),
        (begun["position"], ["it"]),
        (f"{POSITION}cadre: 99\n", []),
        ("wsdv-position: 1\ndecade: x\n", []),
    ):
        assert calls.CALLS["endings"]({"text": text, "lang": "en"})["endings"] == found
    assert len(asked) == 2


def test_a_record_that_chooses_rulings_in_every_line_is_read_at_once() -> None:
    """The facts of the game were numbered again for each of them: four seconds."""
    calls.table("game", {"record": "wsdv-record: 1\n"}, "en")
    lines = [f"rules: R9{letter}\n" for letter in "ab"] * 2250
    record = "wsdv-record: 1\n" + "".join(lines)
    assert seconds(lambda: calls.table("game", {"record": record}, "en")) < 2


def test_a_card_is_drawn_with_outlines() -> None:
    drawn = calls.card_svg("20", "de")
    assert "<svg" in drawn
    assert "<text" not in drawn


def test_every_component_is_previewed_and_printed() -> None:
    for component in calls.CALLS["print-choices"]({})["choices"]["component"]:
        shown = calls.CALLS["print-preview"]({"lang": "de", "component": component, "page": 99})
        assert shown["page"] == shown["pages"] - 1
        assert "<svg" in shown["svg"]
    made = calls.CALLS["print"]({"lang": "de", "component": "calibration"})
    assert base64.b64decode(made["data"]).startswith(b"%PDF")
    with pytest.raises(calls.Refused):
        calls.CALLS["print"]({"component": "../etc/passwd"})


@pytest.mark.thorough
def test_the_kit_is_one_file_with_all_that_the_command_makes() -> None:
    made = calls.CALLS["print"]({"lang": "hu", "component": "kit"})
    assert (made["name"], made["type"]) == ("kit-hu.zip", "application/zip")
    with ZipFile(BytesIO(base64.b64decode(made["data"]))) as archive:
        names = archive.namelist()
        assert archive.read("start-here-hu.pdf").startswith(b"%PDF")
    sheets = ["start-here", "cards", "board-a1", "board-a2", "board-a1-tiles", "board-a2-tiles"]
    sheets += ["counters", "reference", "strips", "calibration"]
    assert {name for name in names if name.endswith(".pdf")} == {f"{sheet}-hu.pdf" for sheet in sheets}


@pytest.mark.parametrize("asked", ["20", "IV", "9.3", "R9", "build-under-protest", "10.3-one"])
def test_what_explain_knows_can_be_looked_up(asked: str) -> None:
    for lang in ("de", "hu"):
        answer = calls.CALLS["explain"]({"lang": lang, "asked": asked})
        assert answer["sections"]
        assert all(section["title"] for section in answer["sections"])


def test_words_are_found_and_nonsense_is_not() -> None:
    assert calls.CALLS["explain"]({"lang": "de", "asked": "hamburg"})["found"]
    nothing = calls.CALLS["explain"]({"lang": "de", "asked": "xyzzy"})
    assert nothing["sections"] == nothing["found"] == []


def test_a_record_has_a_board_at_every_stop() -> None:
    text = (EXAMPLES / "decade-1.wsdv").read_text("utf-8")
    shown = calls.CALLS["record"]({"lang": "en", "text": text})
    assert shown["findings"] == [] or all(finding["line"] for finding in shown["findings"])
    assert shown["charts"]
    assert all(len(values) == len(shown["stops"]) for chart in shown["charts"] for values in chart["values"])
    last = len(shown["stops"]) - 1
    board = calls.CALLS["record-board"]({"lang": "en", "text": text, "number": last})
    assert board["pieces"]
    begun = calls.CALLS["position"]({"lang": "en", "text": board["position"]})  # a decade end can begin from here
    assert not [finding for finding in begun["findings"] if finding["severity"] == "error"]
    assert begun["end"]
    assert begun["pieces"] == calls.CALLS["position"]({"lang": "en", "text": begun["text"]})["pieces"]
    with pytest.raises(calls.Refused):
        calls.CALLS["record-board"]({"lang": "en", "text": text, "number": last + 1})
    with pytest.raises(calls.Refused):
        calls.CALLS["record"]({"lang": "en", "text": POSITION})


@pytest.mark.parametrize("name", calls.CALLS)
def test_no_call_is_worked_out_where_everybody_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    where: list[threading.Thread] = []

    def work(_asked: Any) -> dict[str, Any]:
        where.append(threading.current_thread())
        return {}

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"{}", "more_body": False}

    monkeypatch.setitem(calls.CALLS, name, work)
    scope = {"type": "http", "method": "POST", "query_string": b"", "headers": [], "path_params": {"name": name}}
    answer = asyncio.run(Server(tmp_path).call(Request(scope, receive)))
    assert answer.status_code == 200
    assert where != [threading.current_thread()]


def test_lines_of_the_record_in_the_words_of_the_language() -> None:
    """What is typed in German is written as every record is, and shown in German."""
    files = {"record": "wsdv-record: 1\ndecade I\nrow 1 4 8 11 13 14 16\n"}
    files |= calls.table("game", files, "de", do={"line": "W 13 bauen kiel"})["files"]
    files |= calls.table("game", files, "de", do={"line": "notiz: Pause"})["files"]
    assert "W 13 build kiel\nnote: Pause\n" in files["record"]
    assert calls.table("game", files, "de")["view"]["last"]["line"] == "W 13 bauen kiel"
