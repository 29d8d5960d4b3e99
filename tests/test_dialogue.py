"""The dialogue at a real pseudo-terminal, as two players use it."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("pty", reason="there are no pseudo-terminals on this system")

from tests.player import Sit, seats
from wsdv_tools.cli import run
from wsdv_tools.dialogue.form_questions import questions
from wsdv_tools.facts import Catalogue
from wsdv_tools.record.notation import No, Notation
from wsdv_tools.rules.game import Game
from wsdv_tools.rules.position import empty
from wsdv_tools.sources.shipped import shipped
from wsdv_tools.sources.yaml_reader import parse_yaml
from wsdv_tools.telling.phrases import Phrases
from wsdv_tools.words import Language
from wsdv_tools.words.names import Names

POSITION = shipped("examples") / "decade-2.yaml"
DECISIONS = shipped("examples") / "decade-2.decisions"
# Everything the example asks, as short as players type it.
ALL = [
    ("West>", "7"),
    ("East>", "-schwedt-polska-nord"),
    ("West>", "-3"),
    ("West>", "sn"),
    ("West>", "sh"),
    ("West>", "leipzig"),
    ("East>", "rostock"),
    ("West>", "berlin"),
    ("East>", "dresden-karl, schwedt-ber"),
    ("West>", "ni"),
    ("West>", "french"),
    ("East>", "bw"),
    ("West>", ""),
    ("West>", "bb"),
    ("West>", ""),
    ("West>", "1"),
    ("East>", "st"),
    ("East>", "bb, mv"),
]


@pytest.fixture
def table(tmp_path: Path) -> Path:
    (tmp_path / "game.yaml").write_bytes(POSITION.read_bytes())
    return tmp_path


@pytest.fixture
def sit() -> Iterator[Sit]:
    with seats("decade-end") as seat:
        yield seat


def test_a_whole_dialogue_equals_the_batch(table: Path, sit: Sit, capsys: pytest.CaptureFixture[str]) -> None:
    player = sit(table, "game.yaml")
    player.answers(*ALL)
    told = player.sees("Nobody has won: decade III begins.")
    assert "SN Sachsen: unrest 3 → 6, standard 2 → 1" in told
    player.answers((">", ""))
    player.sees("game.after.yaml")
    assert player.ends() == 0
    documents = []
    for decisions in (table / "game.decisions", DECISIONS):
        assert run(["decade-end", str(POSITION), "--decisions", str(decisions), "--json"]) == 0
        documents.append(json.loads(capsys.readouterr().out))
    assert documents[0] == documents[1]
    assert run(["decade-end", str(table / "game.after.yaml"), "--only", "10", "--json"]) == 0
    after = json.loads(capsys.readouterr().out)["position"]
    assert after == {**documents[0]["position"], "decade": 4}
    assert max(map(len, player.seen.splitlines())) <= 80


def test_mistakes_are_refused_with_their_reason(table: Path, sit: Sit) -> None:
    player = sit(table, "game.yaml")
    player.answers(("West>", "jena"))
    told = player.is_asked("West>")
    assert "The factory in Jena cannot be dismantled while there is infrastructure on" in told
    assert "5.2 Lines before the factory" in told
    for typed, reason in (
        ("hambrug", "is neither a place"),
        ("leipzg-jena", "did you mean “leipzig-jena”?"),
        ("99", "a number from 1 to 10"),
        ("", "A decision is needed here"),
        ("-rheinsberg", "no factory"),
        ("u+SN", "must be dismantled here"),
    ):
        player.types(typed)
        assert reason in player.is_asked("West>")
    assert not (table / "game.decisions").exists()


def test_a_space_is_no_number_of_the_list(table: Path, sit: Sit) -> None:
    player = sit(table, "game.yaml")
    player.answers(*ALL[:2], ("West>", "1"))
    assert "these spaces may be executed: -3, -2 and" in player.is_asked("West>")
    player.types("-1")
    assert "West: space −1 is executed" in player.is_asked("West>")


def test_the_rule_in_own_words(table: Path, sit: Sit) -> None:
    player = sit(table, "game.yaml", "--lang", "de")
    player.answers(("West>", "?"))
    told = player.is_asked("West>")
    assert "9.1 Was die Republikflucht kostet (HU 9.1, ES 9.1): Die DDR baut" in told
    player.types("7")
    player.answers(("Ost>", "2"), ("West>", "?"))
    told = player.is_asked("West>")
    assert "R9: Welches Feld darf" in told
    assert "--rules R9b" in told


def test_back_and_list(table: Path, sit: Sit) -> None:
    player = sit(table, "game.yaml")
    player.answers(*ALL[:5])
    player.answers(("West>", "list"))
    assert "5 back, phase 1: West: Leipzig–Dresden" in player.is_asked("West>")
    player.types("back")
    assert "Which province does Hamburg belong to" in player.is_asked("West>")
    player.types("back 2")
    assert "Which space is executed?" in player.is_asked("West>")
    player.types("back 1:")
    assert "(2 points to go)" in player.is_asked("West>")
    player.types("back")
    assert "Nothing has been decided yet." in player.is_asked("West>")
    assert (table / "game.decisions").read_text("utf-8") == ""


def test_fix_replays_and_says_what_dropped_out(table: Path, sit: Sit) -> None:
    player = sit(table, "game.yaml")
    player.answers(*ALL[:4])
    player.answers(("West>", "fix leipzig-dresden 0; BY unrest 3"))
    told = player.sees("[Y/n]")
    assert "BY Bayern: unrest 2 → 3" in told
    player.answers((">", ""))
    told = player.is_asked("West>")
    assert "“-leipzig-dresden” no longer fits and is dropped" in told
    assert "0 answers still fit" in told
    assert "3 later answers are kept" in told
    assert "What does East dismantle? (2 points to go)" in told
    assert "bayern: {unrest: 3" in (table / "game.yaml").read_text("utf-8")
    assert (table / "game.yaml.bak").read_bytes() == POSITION.read_bytes()
    player.types("fix leipzig-jena 3")
    assert "Leipzig–Jena has 2 lines, but 3 are laid." in player.is_asked("West>")


@pytest.mark.parametrize(
    ("typed", "offered", "answer", "told"),
    [
        ("fix bavaria 3", ["1 unrest", "2 standard"], "1", "BY Bayern: unrest 2 → 3"),
        ("fix bayern 0", ["1 unrest", "2 standard"], "stand", "BY Bayern: standard 3 → 0"),
        ("fix SN 0", ["1 unrest", "2 standard", "3 socialists"], "3", "SN Sachsen: socialists"),
        ("fix west-berlin 2", ["1 unrest", "2 french", "3 british", "4 american"], "brit", "British sector"),
    ],
)
def test_fix_asks_what_a_number_is_of(
    typed: str, offered: list[str], answer: str, told: str, table: Path, sit: Sit
) -> None:
    player = sit(table, "game.yaml")
    player.answers(("West>", typed))
    asked = player.is_asked(">")
    assert f"{typed.split()[-1]}: which of these?" in asked
    assert [line.strip() for line in asked.splitlines() if line.startswith("    ")][-len(offered) :] == offered
    player.types(answer)
    assert told in player.is_asked(">")


def test_what_was_mended_for_one_run_only_is_told(table: Path, sit: Sit) -> None:
    (table / "game.decisions").write_bytes(DECISIONS.read_bytes())
    player = sit(table, "game.yaml")
    player.answers((">", "back 4"), ("West>", "fix leipzig-dresden 0"), (">", "n"))
    assert "15 later answers are kept; they will be checked" in player.is_asked("West>")
    player.types("list")
    assert "15 later answers are kept" in player.is_asked("West>")
    player.types("quit")
    assert player.ends() == 0
    assert "game.yaml lacks a correction made here: leipzig-dresden 0." in player.seen
    again = sit(table, "game.yaml")
    again.answers(("East>", "fix leipzig-dresden 0"), (">", ""), ("East>", "quit"))
    assert again.ends() == 0
    assert "does not have" not in again.seen


def test_of_a_phase_that_only_one_side_decides_its_own_answer_is_kept(table: Path, sit: Sit) -> None:
    """With the Wall, East alone dismantles in phase 1: West's answer drops out, East's stays."""
    (table / "game.decisions").write_bytes(DECISIONS.read_bytes())
    player = sit(table, "game.yaml")
    player.answers((">", "back 4"), ("West>", "fix wall on"), (">", "n"))
    told = player.is_asked("West>")
    assert "“-leipzig-dresden” is one too many" in told
    assert "15 answers still fit" in told


def test_ctrl_c_and_resume(table: Path, sit: Sit) -> None:
    player = sit(table, "game.yaml")
    player.answers(*ALL[:5])
    player.is_asked("West>")
    os.write(player.leader, b"\x03")
    assert player.ends() == 130
    assert "game.decisions" in player.seen
    assert "Traceback" not in player.seen
    again = sit(table, "game.yaml")
    told = again.is_asked("West>")
    assert "Continuing game.decisions: 5 decisions are kept, phase 3 comes next." in told
    assert "Which factory becomes run down? (3 to go)" in told
    again.types("quit")
    assert again.ends() == 0


def test_killed_and_resumed_to_the_end(table: Path, sit: Sit, capsys: pytest.CaptureFixture[str]) -> None:
    for first, last in ((0, 2), (2, 6), (6, 11)):
        player = sit(table, "game.yaml")
        player.answers(*ALL[first:last])
        player.is_asked(ALL[last][0])
        player.process.send_signal(signal.SIGKILL)
        player.process.wait()
    player = sit(table, "game.yaml")
    player.answers(*ALL[11:], (">", ""))
    assert player.ends() == 0
    assert run(["decade-end", str(POSITION), "--decisions", str(table / "game.decisions")]) == 0
    assert "decade III begins" in capsys.readouterr().out


def test_nothing_is_overwritten_unasked(table: Path, sit: Sit) -> None:
    (table / "game.decisions").write_bytes(DECISIONS.read_bytes())
    (table / "game.after.yaml").write_text("mine\n", "utf-8")
    player = sit(table, "game.yaml")
    assert "Everything is decided in game.decisions" in player.sees("Enter finishes")
    player.answers((">", ""))
    player.sees("Overwrite it? [y/N]")
    player.answers((">", "perhaps"))
    player.sees("Overwrite it? [y/N]")
    player.answers((">", "n"))
    assert player.ends() == 0
    assert (table / "game.after.yaml").read_text("utf-8") == "mine\n"
    assert (table / "game.decisions").read_bytes() == DECISIONS.read_bytes()
    assert sorted(path.name for path in table.iterdir()) == ["game.after.yaml", "game.decisions", "game.yaml"]


def test_what_was_written_by_hand_is_copied_first(table: Path, sit: Sit) -> None:
    (table / "game.decisions").write_text("# ours\n1: -LEI-dresden\n", "utf-8")
    player = sit(table, "game.yaml")
    player.answers(("East>", "-rostock"), ("West>", "quit"))
    assert player.ends() == 0
    assert (table / "game.decisions").read_text("utf-8") == "1: -leipzig-dresden, -rostock\n"
    assert (table / "game.decisions.bak").read_text("utf-8").startswith("# ours")


def test_fresh_keeps_the_old_answers(table: Path, sit: Sit) -> None:
    (table / "game.decisions").write_text("1: -leipzig-jena\n", "utf-8")
    player = sit(table, "game.yaml", "--fresh")
    assert "game.decisions.bak" in player.is_asked("West>")
    assert (table / "game.decisions.bak").read_text("utf-8") == "1: -leipzig-jena\n"


@pytest.mark.parametrize("encoding", ["ascii", "cp1250"])
def test_poor_consoles(table: Path, sit: Sit, encoding: str) -> None:
    player = sit(table, "game.yaml", "--lang", "de", environment={"PYTHONIOENCODING": encoding, "NO_COLOR": "1"})
    told = player.is_asked("West>")
    assert "= 5 Schritte -> 2 Abbaupunkte" in told
    player.types("jena")
    player.is_asked("West>")
    player.types("show")
    player.is_asked("West>")
    assert "Traceback" not in player.seen
    assert "\x1b[1m" not in player.seen


def test_a_position_typed_in(tmp_path: Path, sit: Sit) -> None:
    player = sit(tmp_path)
    player.answers(
        ("[1] >", "I"),
        ("[0 0 0] >", "-1 0 0"),
        ("[0 0] >", "3 1 k"),
        ("[0 0] >", "back"),
        ("[3 1 Kiel] >", "2"),
        ("[0 0] >", "x"),
    )
    assert "none of the cities that this is about: Bremen, Hannover and" in player.is_asked("[0 0] >")
    os.write(player.leader, b"\x03")
    assert player.ends() == 130
    text = (tmp_path / "position.yaml").read_text("utf-8")
    assert "schleswig-holstein: {unrest: 2, standard: 1}" in text
    assert "factories: [kiel]" in text, "what was left out stays"
    assert "unfinished: niedersachsen\n" in text


def test_a_half_typed_position_is_gone_on_with(tmp_path: Path, sit: Sit, capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody takes it for a whole one; going on asks the next question, and the name comes last."""
    path = tmp_path / "position.yaml"
    path.write_text("wsdv-position: 1\nunfinished: thueringen\ndecade: 2\nfactories: [kiel, leipzig]\n", "utf-8")
    assert run(["decade-end", str(path)]) == 1
    assert "Only part of this position has been typed" in capsys.readouterr().out
    player = sit(tmp_path, "position.yaml")
    assert "Continue typing?" in player.is_asked(">")
    player.types("n")
    assert "as if everything else were 0?" in player.is_asked(">")
    player.types("")
    assert player.ends() == 0
    player = sit(tmp_path)
    player.answers((">", ""))
    assert "TH Thüringen" in player.is_asked("[0 0 0] >")
    player.types("back")
    assert "SN Sachsen" in player.is_asked("[0 0 0 Leipzig] >")
    player.types("1 2 3 -leip")
    player.answers(("[0 0 0] >", ""))
    while "Is this your table?" not in (told := player.is_asked("")):
        player.types("")
    told = " ".join(told.split())
    assert "East: 0 factories, 0 pieces of infrastructure, 2 living standards, 1 unrest, 3 socialists" in told
    player.types("no")
    player.answers((">", "saxony unrest 60"))
    assert "only 50 in the box" in " ".join(player.is_asked(">").split())
    player.types("fix SN unrest 2; cadre 1")
    told = player.is_asked(">")
    assert "2 unrest, 3 socialists, 1 in the holding box" in " ".join(told.split())
    assert "unfinished: summary\n" in path.read_text("utf-8")
    player.types("")
    assert "Under which name should the position be saved? Enter: decade-2.yaml" in player.is_asked(">")
    player.types("mine")
    player.sees("Phase 1")
    assert not path.exists()
    assert "unfinished" not in (tmp_path / "mine.yaml").read_text("utf-8")


def test_back_keeps_what_was_typed(tmp_path: Path, sit: Sit) -> None:
    player = sit(tmp_path)
    player.answers(("[1] >", "2"), ("[0 0 0] >", "-2 1 3"), ("[no] >", "yes"))
    player.answers(("[0 0] >", "2 1 kiel"), ("[0 0] >", "3"), ("[0 0] >", "back"), ("[3 0] >", "back"))
    player.answers(("[2 1 Kiel] >", ""), ("[3 0] >", "back"), ("[2 1 Kiel] >", "back"), ("[yes] >", "back"))
    player.answers(("[-2 1 3] >", "back"), ("[2] >", "1"), ("[-2 1 3] >", "quit"))
    assert player.ends() == 0
    text = (tmp_path / "position.yaml").read_text("utf-8")
    assert "schleswig-holstein: {unrest: 2, standard: 1}" in text
    assert "wall" not in text, "of which decade I is not asked"


def test_help_is_no_answer(tmp_path: Path, sit: Sit) -> None:
    player = sit(tmp_path)
    player.answers(("[1] >", "help"), ("[1] >", "?"))
    assert "goes to the previous question" in player.is_asked("[1] >")
    assert not list(tmp_path.iterdir())


# A position of twenty facts, as short as somebody types it.
TWENTY = [
    *("II", "-2 1 3", ""),  # decade; prestige, currency, socialists
    *("3 1 k", "", "", "", "", "", "2 2 m", ""),  # Schleswig-Holstein; Bayern
    *("", "", "", "", "2 1 1 l* d", ""),  # Sachsen
    "",  # nothing abroad
    *("1 5", "4"),  # infrastructure of West and East
    *("1", "5 21*", "", "=2", ""),  # holding box, police cards, flight icons
    *("", ""),  # that is our table, and its name
]
FACTS = {
    "decade": 2,
    "tracks": {"prestige": -2, "currency": 1, "socialists": 3},  # 4
    "provinces": {
        "schleswig-holstein": {"unrest": 3, "standard": 1},
        "bayern": {"unrest": 2, "standard": 2},
        "sachsen": {"unrest": 2, "standard": 1, "socialists": 1},
    },  # 11
    "cadre": 1,
    "factories": ["kiel", "muenchen", "leipzig", "dresden"],
    "rundown": ["leipzig"],  # 17
    "infrastructure": {"flensburg-kiel": 1, "ulm-muenchen": 1, "leipzig-jena": 2},  # 20
    "police": [5, 21],
    "police-used": [21],
    "flight-icons": 2,  # and some more
}


def test_twenty_facts_in_120_keystrokes(tmp_path: Path, sit: Sit) -> None:
    """Every character and every Enter counts, from the first question to the first phase."""
    player = sit(tmp_path)
    keys = 0
    for typed in TWENTY:
        player.is_asked("")
        player.types(typed)
        keys += len(typed) + 1
    player.sees("Phase 1")
    value = parse_yaml((tmp_path / "decade-2.yaml").read_text("utf-8"), "p").value
    assert value == {"wsdv-position": 1, **FACTS}
    assert keys <= 120, keys


@pytest.mark.parametrize(
    ("typed", "laid"),
    [
        ("hamburg-hannover 2, kiel-hamburg", {"hamburg-hannover": 2, "kiel-hamburg": 1}),
        ("hamburg-hannover 2, leipzig-jena", None),  # East is asked next
        ("hamburg-hannover 1; hannover-wolfsburg", {"hamburg-hannover": 1, "hannover-wolfsburg": 1}),
        ("hamburg-hannover, 2", {"hamburg-hannover": 2, "kiel-hamburg": 1}),
        ("1 2", {"flensburg-hamburg": 2, "kiel-hamburg": 1}),
        ("hamburg-hannover 0", {}),
        ("hamburg-hannover 3", None),
    ],
)
def test_a_number_behind_a_name_is_how_many_lines(typed: str, laid: dict[str, int] | None) -> None:
    game = Game(Catalogue.load())
    names = ("hamburg", "hannover", "wolfsburg", "leipzig", "jena")
    factories = tuple(int(city.id in names) for city in game.cities)
    phrases = Phrases(Language.load("en"), Notation(game, Names(game.catalogue)))
    position = empty(game)._replace(factories=factories)
    asked = [question for make in questions(phrases).values() if (question := make(phrases, position))]
    question = next(each for each in asked if any(option.startswith("Hannover") for option in each.options))
    try:
        statements = question.read(question.split(typed))
    except No:
        assert laid is None
        return
    for statement in statements:
        position = statement.made(game, position)
    lying = {game.connections[number].id: lines for number, lines in enumerate(position.lines) if lines}
    assert lying == laid
