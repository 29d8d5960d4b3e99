"""`wsdv fmt`: canonical spelling, idempotent, and a record that says the same as before."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.records import EXAMPLE, LINES, checked, notation
from wsdv_tools.cli import run
from wsdv_tools.record.lines import Line, Phase, Play
from wsdv_tools.record.reader import read_record
from wsdv_tools.record.writer import phase_line, play_line, write_record
from wsdv_tools.referee.verdicts import Checked
from wsdv_tools.rules.choices import Step
from wsdv_tools.sources.shipped import shipped

GAME = notation().game


def formatted(text: str) -> str:
    return write_record(read_record(text, "f", notation()), notation())


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("west 20 B Hannover,hamburg – hannover,hamburg-hannover", "W 20 build hannover, hamburg-hannover*2"),
        ("ddr 9 h e +Polska-Nord;U+mecklenburg", "E 9h event +polska-nord; u+MV"),
        ("W 17 s niedersachsen,nrw>wb ; hamburg=NI", "W 17 standard NI, NW>WB; hamburg=NI"),
        ("W 4 u bayern;- hamburg-hannover!", "W 4 unrest BY; -hamburg-hannover !"),
        ("E i event CALM sn;discard 14", "E I event calm SN; discard 14"),
        ("E 6 build", "E 6 build"),
        ("3:hamburg=ni;leipzig,jena", "3: hamburg=NI; leipzig, jena"),
        ("9 : sn , sn", "9: SN*2"),
        ("7: BY>TH,BY>TH", "7: BY>TH, BY>TH"),
        ("8:", "8:"),
        ("DECADE 2", "decade II"),
        ("hand ost 9,14", "hand E 9 14"),
        ("row 1,4 5 12 16 17 20", "row 1 4 5 12 16 17 20"),
        ("result west Collapse", "result W collapse"),
        ("Title:  A   game", "title: A   game"),
        ("Venue: Leipzig", "Venue: Leipzig"),
        ("check PRESTIGE −2 ,SACHSEN unrest 2;standards 1", "check prestige -2, SN unrest 2; standard 1"),
        ("check jena-leipzig 2;chemnitz down; wall yes", "check leipzig-jena 2; karl-marx-stadt down; wall on"),
        ("set game.yaml", "set game.yaml"),
        ("  what  is this ; ", "  what  is this ;"),
        ("E 3 build  jena,  unknwn place", "E 3 build jena, unknwn place"),
    ],
)
def test_canonical_lines(typed: str, canonical: str) -> None:
    assert formatted(typed) == f"{canonical}\n"
    assert formatted(canonical) == f"{canonical}\n"


def test_comments_stay() -> None:
    play = "W 20 build hannover, hamburg-hannover*2, dortmund"
    text = f"# at the start\n   # indented\ndecade 1 # short\n{play} # long\n\n\n"
    assert formatted(text) == (
        "# at the start\n   # indented\ndecade I                                # short\n"
        "W 20 build hannover, hamburg-hannover*2, dortmund  # long\n"
    )


def test_bom_and_line_ends() -> None:
    assert formatted("decade 1\r\nend\r\n") == "decade I\nend\n"


def said(line: Line) -> tuple[object, ...]:
    """What a line says, wherever its parts are."""
    values = [getattr(line, name) for name in line.__dataclass_fields__ if not name.endswith("span")]
    if isinstance(line, Play):
        return (line.side, line.card, line.from_hand, line.mode, line.agreed, [typed.step for typed in line.typed])
    if isinstance(line, Phase):
        return (line.number, [typed.step for typed in line.typed])
    return (type(line), line.comment, *(value for value in values if isinstance(value, str | int | bool)))


def spoilt(text: str, seed: int) -> str:
    """A record typed carelessly: blanks, case, and a mistake here and there."""
    choose = random.Random(seed)
    lines = text.split("\n")
    for _ in range(choose.randrange(4)):
        at = choose.randrange(len(lines))
        words = lines[at].split(" ")
        words[choose.randrange(len(words))] = choose.choice(
            ["", "x", "leipzig", "SN", "*2", ";", "W", "3:", "!", "#", "u+"]
        )
        lines[at] = choose.choice([" ", "  "]).join(words)
    return choose.choice(["\n", "\r\n"]).join(lines)


GAMES = [path.read_text("utf-8") for path in sorted(shipped("examples").glob("*.wsdv"))]


def told(record: Checked) -> list[tuple[str, int]]:
    """What is wrong in which line; columns may change with the spelling."""
    return sorted((finding.code, finding.place.line) for finding in record.findings if finding.place)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(GAMES[:3]))
def test_formatting_changes_nothing_but_the_spelling(seed: int, game: str) -> None:
    text = spoilt(game, seed)
    canonical = formatted(text)
    assert formatted(canonical) == canonical
    before, after = checked(text), checked(canonical)
    assert told(before) == told(after)
    assert (before.plays, before.unchecked, before.winner, before.position) == (
        after.plays,
        after.unchecked,
        after.winner,
        after.position,
    )


@pytest.mark.parametrize("game", GAMES)
def test_reading_what_was_written_gives_the_same_record(game: str) -> None:
    first = read_record(game, "f", notation())
    again = read_record(write_record(first, notation()), "f", notation())
    assert [said(line) for line in first.lines] == [said(line) for line in again.lines]


def test_lines_from_steps() -> None:
    jena, line = GAME.city("jena"), GAME.connection("leipzig-jena")
    sachsen = GAME.province("sachsen")
    steps = [Step("build", jena), Step("lay", line), Step("lay", line), Step("u+", sachsen)]
    east = GAME.states[sachsen]
    assert play_line(notation(), east, "3", "event", steps, from_hand=True) == "E 3h event +jena, +leipzig-jena*2; u+SN"
    assert play_line(notation(), east, "3", "build", steps[:2], agreed=True) == "E 3 build jena, leipzig-jena !"
    assert phase_line(notation(), 9, [Step("soc", sachsen)] * 21) == "9: SN*20, SN"
    assert phase_line(notation(), 4, []) == "4:"


def test_prints(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.wsdv"
    file.write_bytes(b"\xef\xbb\xbfdecade 1\r\nwhat?\r\n")
    assert run(["fmt", str(file)]) == 0
    assert capsys.readouterr().out == "decade I\nwhat?\n"
    assert file.read_bytes().startswith(b"\xef\xbb\xbf")


def test_writes_in_place_and_leaves_good_files_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.wsdv"
    file.write_bytes(b"decade 1\r\n")
    assert run(["fmt", "--write", str(file), "--lang", "en"]) == 0
    assert file.read_bytes() == b"decade I\n"
    assert "rewritten" in capsys.readouterr().out
    assert run(["fmt", "--write", str(file)]) == 0
    assert capsys.readouterr().out == ""
    assert [path.name for path in tmp_path.iterdir()] == ["game.wsdv"]


@pytest.mark.parametrize("data", [b"\xff\xfe", b"a\0b"])
def test_no_text(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "game.wsdv"
    file.write_bytes(data)
    assert run(["fmt", "--write", str(file)]) == 2
    assert file.read_bytes() == data


def test_the_example_is_canonical_but_for_its_comments() -> None:
    assert [line.split(" #")[0].rstrip() for line in formatted(EXAMPLE).splitlines()] == [
        line.split(" #")[0].rstrip() for line in LINES
    ]


def test_a_file_that_cannot_be_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path, text: str) -> None:  # noqa: ARG001
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("wsdv_tools.cli.fmt.save_text", refuse)
    file = tmp_path / "game.wsdv"
    file.write_text("decade 1\n", "utf-8")
    assert run(["fmt", "--write", str(file), "--lang", "en"]) > 0
    assert "cannot be written: you do not have permission to write there" in capsys.readouterr().out


def test_a_position_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "board.yaml"
    path.write_text("wsdv-position: 1\ndecade: 2\nprovinces:\n  BY: {unrest: 1}\n", "utf-8")
    assert run(["fmt", "--write", str(path), "--lang", "en"]) == 2
    assert "wsdv decade-end" in capsys.readouterr().out
    assert "\n  BY: {unrest: 1}" in path.read_text("utf-8")
