"""A game taken down at a real pseudo-terminal: moves, mistakes, questions, and whatever may happen to the file."""

from __future__ import annotations

import errno
import os
import random
import re
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from wsdv_tools.sources.saving import save_bytes

pytest.importorskip("pty", reason="there are no pseudo-terminals on this system")

from tests.player import Player, Sit, seats
from tests.records import EXAMPLE, checked, codes, notation
from wsdv_tools.cli import run
from wsdv_tools.referee import ledger as ledgers
from wsdv_tools.referee.ledger import Due, Ledger
from wsdv_tools.referee.record_files import draft_of

PLAYS = [
    re.sub(r"\s+#.*|^(?:row|[WE]) ", "", line)
    for line in EXAMPLE.splitlines()
    if line.startswith(("hand ", "row ", "W ", "E "))
]
HEADERS = ["A first decade", "Anna", "Bert"]
ROW = "1 4 5 12 16 17 20"
# The decade end of the example, as short as players type it; the last Enter finds it good.
END = ["leipzig-jena", "schwedt-polska-nord", "bitterfeld-leipzig", "-2", "leipzig", "dresden-cssr-ost"]
END += ["st", "he", "bb", ""]
EVENING = [*HEADERS, *PLAYS, *END]


@pytest.fixture
def sit() -> Iterator[Sit]:
    with seats("play") as seat:
        yield seat


def type_all(player: Player, lines: list[str]) -> None:
    for line in lines:
        player.is_asked("")
        player.types(line)


def begun(folder: Path, *lines: str) -> Path:
    """A record of which some lines are written already."""
    path = folder / "club.wsdv"
    path.write_text("\n".join(["wsdv-record: 1", "title: x", "", "decade I", f"row {ROW}", *lines, ""]), "utf-8")
    return path


def facts(path: Path) -> list[str]:
    """What a record tells of the game."""
    lines = path.read_text("utf-8").splitlines()
    return [line for line in lines if line and not re.match(r"(?:wsdv-record|title|date|west|east):", line)]


def test_nobody_is_called_quit(sit: Sit, tmp_path: Path) -> None:
    player = sit(tmp_path, "club")
    player.answers((">", "Quit smoking"), (">", "help"), (">", "quit"))
    assert player.ends() == 0
    assert "title: Quit smoking" in (tmp_path / "club.wsdv").read_text("utf-8")
    assert "west:" not in (tmp_path / "club.wsdv").read_text("utf-8")


def test_a_position_is_no_record_to_go_on_with(sit: Sit, tmp_path: Path) -> None:
    path = tmp_path / "board.yaml"
    path.write_text("wsdv-position: 1\ndecade: 2\n", "utf-8")
    player = sit(tmp_path, "board.yaml")
    assert player.ends() == 2
    assert "wsdv decade-end board.yaml" in player.seen
    assert path.read_text("utf-8") == "wsdv-position: 1\ndecade: 2\n"


@pytest.mark.parametrize("typed", ["help", "?"])
def test_help_is_near(sit: Sit, tmp_path: Path, typed: str) -> None:
    begun(tmp_path)
    player = sit(tmp_path, "club")
    player.answers(("West>", typed))
    assert "undo – undoes the last line" in player.is_asked("West>")


def test_a_decade_is_taken_down_as_it_would_be_typed(tmp_path: Path, sit: Sit) -> None:
    player = sit(tmp_path, "club")
    type_all(player, EVENING)
    told = player.is_asked(">")
    assert "Decade II, half 1: which seven cards are laid out?" in told
    player.types("quit")
    assert player.ends() == 0
    assert "Everything recorded is in club.wsdv" in player.seen
    path = tmp_path / "club.wsdv"
    text = path.read_text("utf-8")
    assert codes(text) == []
    assert checked(text).position == checked(f"{EXAMPLE}\ndecade II\n").position
    assert [line for line in facts(path) if line[0] in "WE"] == [
        re.sub(r"\s+#.*", "", line) for line in EXAMPLE.splitlines() if line.startswith(("W ", "E "))
    ]
    assert run(["fmt", str(path), "--write"]) == 0
    shorter = path.read_text("utf-8")  # without what goes without saying
    assert checked(shorter).position == checked(text).position
    assert max(map(len, player.seen.replace("»", "").splitlines())) <= 160  # a prompt is drawn twice in a line
    assert [p.name for p in tmp_path.iterdir()] == ["club.wsdv"]


def test_mistakes_are_refused_at_once(tmp_path: Path, sit: Sit) -> None:
    path = begun(tmp_path)
    player = sit(tmp_path, "club.wsdv")
    told = player.is_asked("West>")
    assert "Decade I, half 1: West to play" in told
    assert "20 The Wirtschaftswunder (yellow 4/1)" in told
    for typed, reason in (
        ("20 build hannver", "did you mean “hannover”?"),
        ("20 build leipzig", "Leipzig"),
        ("E 5 event u-SN", "turn"),
        ("5 event u-SN", "6.4"),
        ("20 dance", "“dance”"),
        ("99", "99"),
        ("", "Type a card"),
        ("W 20", "what is card 20"),
    ):
        player.types(typed)
        assert reason in player.is_asked("West>"), typed
    player.types("back")
    player.answers(("West>", "2 build kiel"))
    assert "Card 2 is not in the display. Is it from the hand?" in player.is_asked(">")
    player.types("n")
    assert "display" in player.is_asked("West>")
    assert facts(path) == ["decade I", f"row {ROW}"]


def test_short_ways(tmp_path: Path, sit: Sit) -> None:
    """A card by its title, from the hand without an h, in the words of one's own language; records stay canonical."""
    path = begun(tmp_path, "hand E 9 14")
    player = sit(tmp_path, "club.wsdv", "--lang", "de")
    player.answers(("West>", "wirtschaftswunder bau hannover, kiel"))
    assert "✓ W 20 bauen hannover, kiel" in player.is_asked("Ost>")
    player.types("9 Ereignis +polska-nord, +schwedt-polska-nord; +cssr-ost, +dresden-cssr-ost; u+MV")
    assert "✓ E 9h Ereignis +polska-nord" in player.is_asked("West>")
    player.types("notiz ein Anfang # mit bauen")
    assert "Die Notiz steht in der Aufzeichnung." in player.is_asked("West>")
    player.types("2 bauen")
    assert "Kommt sie von der Hand?" in player.is_asked(">")
    player.types("")
    assert "Was wird als Nächstes gebaut?" in player.is_asked("West>")
    player.types("bremen")
    assert "✓ W 2h bauen bremen" in player.is_asked("Ost>")
    player.types("stasi Lebensstandard")
    assert "✓ E 5 Lebensstandard" in player.is_asked("West>")
    player.types("beenden")
    assert player.ends() == 0
    assert facts(path)[3:] == [
        "W 20 build hannover, kiel",
        "E 9h event +polska-nord, +schwedt-polska-nord; +cssr-ost, +dresden-cssr-ost; u+MV",
        "note: ein Anfang # mit bauen",
        "W 2h build bremen",
        "E 5 standard",
    ]


def test_the_list_keeps_its_numbers(tmp_path: Path, sit: Sit) -> None:
    """Built by questions: what was chosen leaves a gap, the rest stays, and each answer says what is left."""
    path = begun(tmp_path)
    player = sit(tmp_path, "club.wsdv")
    player.answers(("West>", "20 build"))
    told = player.is_asked("West>")
    assert "3 Bremen  4 Hannover  5 Wolfsburg" in told
    assert len(told.splitlines()) < 22, "the question is in sight"
    player.types("3")
    told = player.is_asked("West>")
    assert "✓ Bremen: a factory is built; 3 to go" in told
    assert "2 Kiel  4 Hannover  5 Wolfsburg" in told
    player.types("3")
    assert "Bremen already has a factory." in player.is_asked("West>")
    player.types("hamburg")
    told = player.is_asked("West>")
    assert "What is built next? (3 points to go)" in told
    player.types("options")
    assert "2 Kiel  4 Hannover" in player.is_asked("West>")
    player.types("NI")
    told = player.is_asked("West>")
    assert "4 Hannover" in told
    assert "Kiel" not in told
    player.types("show")
    assert "2 Kiel  4 Hannover" in player.is_asked("West>")
    player.types("4 5")
    assert "Wolfsburg: a factory is built; 1 to go" in player.is_asked("West>")
    player.types("")
    player.is_asked("East>")
    assert facts(path)[-1] == "W 20 build bremen, hannover, wolfsburg"


def test_a_record_that_stops_in_a_decade_end_has_no_error(tmp_path: Path, sit: Sit) -> None:
    path = tmp_path / "club.wsdv"
    lines = EXAMPLE.splitlines()
    end = next(number for number, line in enumerate(lines) if line.startswith("end"))
    path.write_text("\n".join([*lines[:end], "end", "1: -leipzig-jena", ""]), "utf-8")
    player = sit(tmp_path, "club.wsdv")
    assert "error" not in player.is_asked("")
    path.write_text(path.read_text("utf-8").replace("build hannover", "build hamburg", 1), "utf-8")
    assert " error" in sit(tmp_path, "club.wsdv").is_asked("")


def test_why_force_undo_note_and_explain(tmp_path: Path, sit: Sit) -> None:
    path = begun(tmp_path)
    player = sit(tmp_path, "club.wsdv")
    player.answers(("West>", "hand E 9 14"))
    assert "East's hand: 9" in player.is_asked("West>")
    player.types("20 build hannover")
    player.is_asked("East>")
    player.types("force")
    assert "Nothing was refused" in player.is_asked("East>")
    player.types("5 event u-BY")
    told = player.is_asked("East>")
    assert "Bayern does not belong to East" in told
    assert "legal here: u-MV" in told
    player.types("why")
    assert "(HU 6.4, ES 6.4)" in player.is_asked("East>")
    player.types("force")
    assert "BY Bayern: unrest 3 → 2" in player.is_asked("West>")
    assert facts(path)[-1] == "E 5 event u-BY !"
    player.types("undo")
    assert "Undone: E 5 event u-BY !" in player.is_asked("East>")
    player.types("note what a start")
    player.is_asked("East>")
    player.types("explain 20")
    assert "Wirtschaftswunder" in player.is_asked("East>")
    player.types("9h event +polska-nord, +schwedt-polska-nord; +cssr-ost, +dresden-cssr-ost; u+MV")
    player.is_asked("West>")
    assert facts(path)[2:5] == ["hand E 9 14", "W 20 build hannover", "note: what a start"]
    for _ in range(5):
        player.types("undo")
        player.is_asked(">" if _ == 4 else "")
    player.types("undo")
    assert "nothing to undo" in player.is_asked(">")


def test_a_play_by_questions(tmp_path: Path, sit: Sit) -> None:
    path = begun(tmp_path)
    player = sit(tmp_path, "club.wsdv")
    player.answers(("West>", "16"), ("West>", "event"), ("West>", "1"), ("West>", "back"), ("West>", "sn, eb"))
    assert "(2 to go)" in player.is_asked("West>")
    player.types("sn, mv")
    assert "Where does the last socialist" in player.is_asked("East>")
    player.types("?")
    assert "Too few socialists" in player.is_asked("East>")
    player.types("sn")
    told = player.is_asked("East>")
    assert "✓ W 16 event u+SN, u+EB, u+SN, u+MV; soc SN" in told
    player.types("5 event")
    player.answers(("East>", "back"))
    assert "This play is dropped" in player.is_asked("East>")
    player.types("1 build")
    player.answers(("East>", "cottbus"))
    assert "Enter: nothing more" in player.is_asked("East>")
    player.types("")
    player.is_asked("West>")
    assert facts(path)[-1] == "E 1 build cottbus"
    player.types("17 build")
    player.answers(("West>", "4 u BY"))
    assert "from the first one back to the play" in player.is_asked("West>")
    player.types("back")
    assert "This play is dropped" in player.is_asked("West>")
    player.types("17 build")
    assert "What is built next?" in player.is_asked("West>")  # where Hamburg counts is nobody's worry
    player.types("kiel")
    player.answers(("West>", "back"), ("West>", "back"))
    assert "This play is dropped" in player.is_asked("West>")


def test_cards_and_open_icons_are_what_they_are_called(tmp_path: Path, sit: Sit) -> None:
    """A number is the card's own; only icons that can be executed are counted, and they come before what may lapse."""
    moves = ("W 20 build hannover", "E 5 event u-SN", "W 12 unrest BY")
    path = begun(tmp_path, "set SN unrest 7, socialists 1; TH unrest 2; BB unrest 2; BY unrest 3", *moves)
    player = sit(tmp_path, "club.wsdv")
    player.answers(("East>", "I"))
    told = player.is_asked("East>")
    assert "draw: West draws a card" in told
    assert "14 Berlin Airlift" in told
    player.types("1")
    assert "Card 1 (Land reform) is not in East's hand" in player.is_asked("East>")
    player.types("14")
    player.answers(("East>", "calm SN"))
    told = player.is_asked("East>")
    assert "Which province loses one unrest? (2 to go)" in told
    assert "BB Brandenburg (unrest 2), card 5" in told
    assert "nothing" not in told
    player.types("")
    assert "A decision is needed here" in player.is_asked("East>")
    player.types("none")
    assert "nothing" not in player.is_asked("East>")
    player.types("back")
    player.answers(("East>", "TH"))
    assert "(the last one)" in player.is_asked("East>")
    player.types("TH")
    assert "Enter: nothing more" in player.is_asked("East>")
    player.types("")
    player.is_asked("West>")
    assert facts(path)[-1] == "E I event discard 14; calm SN; u-TH*2"


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        (["16 event u+SN*2, u+TH*2"], "W 16 event u+SN*2, u+TH*2"),
        (["16"], "W 16"),
        (["20 build", "hannover", "kiel"], "W 20 build hannover, kiel"),
    ],
)
@pytest.mark.parametrize("leave", ["quit\r", "\x03", "\x04"])
def test_a_move_under_way_is_told_when_people_leave(
    tmp_path: Path, sit: Sit, typed: list[str], line: str, leave: str
) -> None:
    path = begun(tmp_path)
    player = sit(tmp_path, "club.wsdv")
    type_all(player, typed)
    player.is_asked("")
    os.write(player.leader, leave.encode())
    player.ends()
    assert f" {line}\n" in player.seen  # in one piece, to be copied
    is_begun = len(line.split()) > 2
    told = "you continue from here" if is_begun else "type it again"
    assert f"{told}: {line} " in " ".join(player.seen.split())
    assert facts(path) == ["decade I", f"row {ROW}"]
    assert draft_of(path).exists() == is_begun


def test_a_move_that_was_left_goes_on(tmp_path: Path, sit: Sit) -> None:
    """After `quit`, after a power cut, and after the page: the next question comes, not the first."""
    path = begun(tmp_path)
    player = sit(tmp_path, "club.wsdv")
    type_all(player, ["20 build", "hannover", "quit"])
    player.ends()
    player = sit(tmp_path, "club.wsdv")
    assert "Continuing the unfinished play in club.wsdv.draft" in player.is_asked("West>")
    player.types("kiel")
    player.is_asked("West>")
    player.process.kill()
    player = sit(tmp_path, "club.wsdv")
    player.answers(("West>", ""))
    player.is_asked("East>")
    assert facts(path)[-1] == "W 20 build hannover, kiel"
    assert not draft_of(path).exists()


def test_a_move_that_was_left_can_be_dropped(tmp_path: Path, sit: Sit) -> None:
    path = begun(tmp_path)
    player = sit(tmp_path, "club.wsdv")
    type_all(player, ["20 build", "hannover", "quit"])
    player.ends()
    player = sit(tmp_path, "club.wsdv")
    player.answers(("West>", "back"), ("West>", "back"), ("West>", "12 build kiel"))
    player.is_asked("East>")
    assert facts(path)[-1] == "W 12 build kiel"
    assert not draft_of(path).exists()


def test_a_row_that_was_begun_on_the_page_goes_on(tmp_path: Path, sit: Sit) -> None:
    path = begun(tmp_path)
    path.write_text("wsdv-record: 1\ntitle: x\n\ndecade I\n", "utf-8")
    draft_of(path).write_text('{"wsdv-draft": 1, "plays": 0, "row": ["1", "4", "5"]}', "utf-8")
    player = sit(tmp_path, "club.wsdv")
    player.is_asked("> 1 4 5")
    player.types("12 16 17 20")
    player.is_asked("West>")
    assert facts(path)[-1] == f"row {ROW}"
    assert not draft_of(path).exists()


def test_back_from_the_decade_end_and_from_the_next_decade(tmp_path: Path, sit: Sit) -> None:
    player = sit(tmp_path, "club")
    type_all(player, [*HEADERS, *PLAYS])
    player.answers(("West>", "back"))
    assert "Undone: W 8 build wolfsburg" in player.is_asked("West>")
    player.types("8 build wolfsburg, hannover-wolfsburg")
    type_all(player, END)
    assert "Decade II" in player.is_asked(">")
    player.types("undo")
    assert "Everything is decided" in player.is_asked(">")
    player.types("back")
    assert "Where do the police" in player.is_asked("East>")
    assert facts(tmp_path / "club.wsdv")[-1] == "7: NI>ST, TH>HE"


def snapshots(folder: Path, sit: Sit) -> list[str]:
    """The file after each line of the evening."""
    player = sit(folder, "club.wsdv")
    player.is_asked("")
    found = []
    for line in EVENING:
        player.types(line)
        player.is_asked("")
        found.append((folder / "club.wsdv").read_text("utf-8"))
    return found


def next_line(text: str, after: list[str]) -> int:
    """Which line of the evening comes next, by what a killed process has left: a whole state, never half a line."""
    if text in after:
        return len(after) - after[::-1].index(text)
    for number, (one, other) in enumerate(zip(["wsdv-record: 1\n", *after], after, strict=False)):
        if text == one:
            return number
        if text.startswith(one) and other.startswith(text) and text.endswith("\n"):
            return number + 1  # it was taken; only what comes by itself is missing
    raise AssertionError(f"no state of the evening:\n{text}")


def test_killed_again_and_again_and_nothing_is_lost(tmp_path: Path, sit: Sit) -> None:
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    whole.mkdir()
    killed.mkdir()
    after = snapshots(whole, sit)
    dice = random.Random(1989)
    moments = sorted(dice.sample(range(1, len(EVENING) - 1), 4))
    path = killed / "club.wsdv"
    for moment in [*moments, len(EVENING)]:
        player = sit(killed, "club.wsdv")
        player.is_asked("")
        start = next_line(path.read_text("utf-8"), after)
        for line in EVENING[start:moment]:
            player.types(line)
            player.is_asked("")
        if moment < len(EVENING):
            player.types(EVENING[max(start, moment)])
            time.sleep(dice.uniform(0, 0.06))
            player.process.send_signal(signal.SIGKILL)
            player.process.wait()
    assert path.read_text("utf-8") == after[-1]
    assert codes(after[-1]) == []


def test_somebody_else_writes_meanwhile(tmp_path: Path, sit: Sit) -> None:
    path = begun(tmp_path)
    player = sit(tmp_path, "club.wsdv")
    player.is_asked("West>")
    with path.open("a", encoding="utf-8") as file:
        file.write("W 20 build kiel # by somebody else\n")
    player.types("20 build hannover")
    told = player.is_asked("East>")
    assert "Somebody else has changed" in told
    assert "East to play" in told
    assert path.read_text("utf-8").endswith("W 20 build kiel # by somebody else\n")
    player.types("\x155 event u-SN")  # what was typed is there again: first it is taken away
    player.is_asked("West>")
    assert facts(path)[-2:] == ["W 20 build kiel # by somebody else", "E 5 event u-SN"]


def test_a_record_with_errors_goes_on(tmp_path: Path, sit: Sit) -> None:
    path = begun(tmp_path, "W 20 build leipzig", "E 5 evnt u-SN")
    player = sit(tmp_path, "club.wsdv")
    told = player.is_asked("East>" if "East to play" in player.seen else "")
    assert "It has" in told
    assert "What is on the board is no longer known" in told
    player.types("4")
    assert "the program cannot ask" in player.is_asked("")
    player.types("set prestige -1; BY unrest 3; hannover; SN unrest 2")
    assert "not certain" not in player.is_asked("")
    assert facts(path)[-1].startswith("set prestige -1")


def test_a_disk_that_is_full_for_a_while(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = begun(tmp_path)
    ledger = Ledger(path, notation())
    ledger.open()
    before = path.read_bytes()
    real = save_bytes

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(ledgers, "save_bytes", full)
    assert ledger.keep(ledger.with_line("W 20 build hannover"))
    assert ledger.trouble is not None
    assert ledger.trouble.errno == errno.ENOSPC
    assert path.read_bytes() == before
    assert ledger.keep(ledger.with_line("E 5 event u-SN"))
    monkeypatch.setattr(ledgers, "save_bytes", real)
    path.write_bytes(before + b"note: theirs\n")
    assert not ledger.keep(ledger.with_line("W 4 unrest BY"))
    assert facts(path)[2:] == ["note: theirs", "W 20 build hannover", "E 5 event u-SN"]
    assert ledger.is_saved
    assert ledger.due is Due.PLAY


def test_a_phase_line_that_cannot_be_read_is_kept_as_a_comment(tmp_path: Path) -> None:
    path = begun(tmp_path, "end", "1: -leipzg-jena", "2: at -1")
    ledger = Ledger(path, notation())
    ledger.open()
    assert ledger.keep(ledger.with_phases("1: -rostock\n"))
    assert facts(path)[-3:] == ["end", "# 1: -leipzg-jena", "1: -rostock"]


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="may write everywhere")
def test_a_folder_that_may_not_be_written_to(tmp_path: Path, sit: Sit) -> None:
    begun(tmp_path)
    tmp_path.chmod(0o500)
    try:
        player = sit(tmp_path, "club.wsdv")
        player.answers(("West>", "20 build hannover"))
        assert "cannot be written: you do not have permission to write there" in player.is_asked("East>")
        player.types("quit")
        assert player.ends() == 1
        assert "W 20 build hannover" in player.seen
    finally:
        tmp_path.chmod(0o700)


def test_a_file_that_grows_too_large(tmp_path: Path, sit: Sit) -> None:
    """The system refuses to write, as on a full disk; the process lives, and says what it could not keep."""
    import resource

    path = begun(tmp_path)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    player = sit(tmp_path, "club.wsdv")
    player.is_asked("West>")
    resource.prlimit(player.process.pid, resource.RLIMIT_FSIZE, (20, limits[1]))
    player.types("20 build hannover")
    assert "club.wsdv cannot be written: File too large" in player.is_asked("East>")
    resource.prlimit(player.process.pid, resource.RLIMIT_FSIZE, limits)
    player.types("5 event u-SN")
    assert "nothing is missing" in player.is_asked("West>")
    assert facts(path)[2:] == ["W 20 build hannover", "E 5 event u-SN"]
    assert [p.name for p in tmp_path.iterdir()] == ["club.wsdv"]


def test_what_cannot_be_written_is_printed(tmp_path: Path, sit: Sit) -> None:
    import resource

    begun(tmp_path)
    player = sit(tmp_path, "club.wsdv", "--lang", "de")
    player.is_asked("West>")
    resource.prlimit(player.process.pid, resource.RLIMIT_FSIZE, (20, resource.RLIM_INFINITY))
    player.types("20 bauen hannover")
    player.is_asked("Ost>")
    player.types("beenden")
    assert player.ends() == 1
    assert "\nW 20 build hannover\n" in player.seen.replace("\r", "")


@pytest.mark.parametrize("encoding", ["ascii", "cp1250"])
def test_poor_consoles(tmp_path: Path, sit: Sit, encoding: str) -> None:
    begun(tmp_path)
    environment = {"PYTHONIOENCODING": encoding, "NO_COLOR": "1"}
    player = sit(tmp_path, "club.wsdv", "--lang", "de", environment=environment)
    told = player.is_asked("Westen>") if "Westen>" in player.seen else player.is_asked("")
    assert "\x1b[1m" not in told
    for typed in ("20 build hannover", "show", "5", "undo"):
        player.types(typed)
        player.is_asked("")
    assert "Traceback" not in player.seen


def test_not_at_a_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["play", str(tmp_path / "club.wsdv")]) == 2
    assert "terminal" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_mistyped_command_gets_a_proposal(tmp_path: Path, sit: Sit) -> None:
    player = sit(tmp_path, "club", "--lang", "de")
    player.answers(*((">", line) for line in (*HEADERS, ROW)))
    player.is_asked("West>")
    player.types("hlife")
    assert "war „hilfe“ gemeint?" in player.is_asked("West>")
    player.types("20")
    player.is_asked("West>")
    player.types("zurük")
    assert "war „zurück“ gemeint?" in player.is_asked("West>")
    player.types("bauen")
    player.is_asked("West>")
    player.types("beeenden")
    assert "war „beenden“ gemeint?" in player.is_asked("West>")


def test_a_note_is_confirmed_however_it_is_typed(tmp_path: Path, sit: Sit) -> None:
    player = sit(tmp_path, "club", "--lang", "de")
    player.answers(*((">", line) for line in (*HEADERS, ROW)))
    player.is_asked("West>")
    for typed in ("notiz Pause", "Notiz: Die Mauer steht", "note: Pause"):
        player.types(typed)
        assert player.is_asked("West>").count("Die Notiz steht in der Aufzeichnung.") == 1
    text = (tmp_path / "club.wsdv").read_text("utf-8")
    assert "note: Pause\nnote: Die Mauer steht\nnote: Pause\n" in text
