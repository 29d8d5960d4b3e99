"""Single lines that a referee has to understand or to judge rightly; each is an example that somebody once typed."""

from __future__ import annotations

import pytest

from tests.records import EXAMPLE, checked, codes, english, errors, with_line
from wsdv_tools.sources.shipped import shipped

FOUR_DECADES = (shipped("examples") / "four-decades.wsdv").read_text("utf-8")
INSOLVENCY = (shipped("examples") / "insolvency.wsdv").read_text("utf-8")
HEAD = "wsdv-record: 1\ndecade I\nrow 1 4 5 12 16 17 20\n"


def told(text: str) -> list[tuple[str, int]]:
    return [(finding.code, finding.place.line) for finding in errors(text) if finding.place]


def sentences(text: str) -> list[str]:
    return [english().sentence(finding) for finding in errors(text)]


@pytest.mark.parametrize("wrong", ["III", "IV", "I"])
def test_a_wrong_decade_is_one_typo(wrong: str) -> None:
    text = FOUR_DECADES.replace("\ndecade II\n", f"\ndecade {wrong}\n")
    assert told(text) == [("decade-order", 36)]
    assert checked(text).position == checked(FOUR_DECADES).position


def test_a_row_of_another_decade_is_one_typo() -> None:
    """The plays after it show that these cards never lay there."""
    text = FOUR_DECADES.replace("row 23 26 27 29 34 37 38", "row 43 46 47 49 54 57 58")
    assert told(text) == [("display-other-decade", 40)]
    after, true = checked(text).position, checked(FOUR_DECADES).position
    assert after is not None
    assert true is not None
    assert after._replace(course=None) == true._replace(course=None)


def test_a_row_of_another_decade_lies_there_if_it_is_played() -> None:
    text = "wsdv-record: 1\ndecade I\nrow 21 22 23 24 25 26 27\nW 21 build kiel\nE 22 build leipzig\n"
    assert told(text) == [("display-other-decade", 3)]


def test_one_remark_after_the_end_of_the_game() -> None:
    behind = "decade II\nrow 23 26 27 29 34 37 38\nW 23 build kiel\nE 26 build leipzig\nend\n1: -leipzig\n3: jena\n"
    over, _, result = INSOLVENCY.rstrip().rpartition("\n")
    text = f"{over}\n{behind}{result}\n"
    assert [code for code, _ in told(text)] == ["after-the-end"]
    assert checked(text).reason == "insolvency"


@pytest.mark.parametrize(
    ("title", "cards"), [("Berlin", ("14", "22")), ("The", ("18", "20", "IV-wall-falls")), ("Ber", ("14", "21", "22"))]
)
def test_a_title_that_fits_several_cards(title: str, cards: tuple[str, ...]) -> None:
    (finding,) = errors(f"{HEAD}W {title} unrest BY; -hamburg\n")
    assert (finding.code, finding.values["near"], finding.fixes) == ("name-several", cards, ())


def test_a_title_that_fits_one_card() -> None:
    assert told(f"{HEAD}W Göttingen unrest BY; -hamburg\n") == []
    assert told(f"{HEAD}W Land reform unrest BY; -hamburg\n") == []


def test_a_name_that_fits_several_places() -> None:
    """Sachsen and Sachsen-Anhalt both have unrest: nobody chooses for East, and nothing is proposed."""
    (finding,) = errors(f"{HEAD}W 20 build kiel\nE 5 event u-s\n")
    assert (finding.code, finding.fixes) == ("name-several", ())
    assert english().sentence(finding) == (
        "“s” could be any of sachsen, sachsen-anhalt and schleswig-holstein. Type more of the name."
    )


def test_a_name_that_fits_several_places_of_which_one_is_legal() -> None:
    """`h` begins several cities; of those West has a factory only in Hamburg."""
    assert told(f"{HEAD}W 4 unrest BY; -h\n") == []


def test_a_line_of_one_letter() -> None:
    """It said once that “E” starts no line, because a play starts with W or E."""
    assert sentences(f"{HEAD}E\n") == [
        "“E” is not a complete play: after the side come the card and what it is played for, for example "
        "`E 9 build leipzig`."
    ]


def test_a_bare_province_in_an_event() -> None:
    (finding,) = errors(f"{HEAD}W 20 build kiel\nE 5 event Saxony\n")
    assert [english().fix(fix) for fix in finding.fixes] == ["did you mean “u-SN”?"]


@pytest.mark.parametrize(
    "line",
    [
        "W 20 build hannover, hamburg‐hannover ×2",
        "W 20 build hannover, hamburg−hannover x2",
        "West plays 20: build hannover, hamburg — hannover*2",
        "W 20: build hannover; hamburg-hannover 2x",
    ],
)
def test_a_line_written_otherwise(line: str) -> None:
    assert codes(with_line(10, line)) == []
    assert checked(with_line(10, line)).position == checked(EXAMPLE).position


def test_semicolons_in_row_and_hand() -> None:
    text = EXAMPLE.replace("row 1 4 5 12 16 17 20", "row 1; 4; 5; 12; 16; 17; 20").replace(
        "hand E 9 14", "hand E 9; 14"
    )
    assert codes(text) == []


def test_both_collapse_needs_no_hyphen() -> None:
    record = (shipped("examples") / "both-collapse.wsdv").read_text("utf-8")
    assert "both-collapse" in record
    assert codes(record.replace(" both-collapse", " both collapse")) == []


def test_west_is_west_berlin() -> None:
    assert codes(with_line(16, "W 18h event u-SH, u-west")) == []


def test_an_h_too_many_is_offered_to_be_dropped() -> None:
    (finding,) = errors(with_line(10, "W 20h build hannover, hamburg-hannover*2"))
    assert [english().fix(fix) for fix in finding.fixes] == ["did you mean “20”?"]


def test_a_second_void_leaves_both_possible() -> None:
    result = checked(with_line(21, "W 15 event void police; void u-; +bremen; -rostock"))
    assert any(finding.code.startswith("void") for finding in result.findings)


@pytest.mark.parametrize(
    ("line", "typed"),
    [
        (30, "1: =3; -leipzig-jena, -schwedt-polska-nord, -bitterfeld-leipzig; hamburg=NI"),
        (31, "2: at -2; down leipzig"),
        (34, "8: use 5 BB; hamburg=SH"),
    ],
)
def test_true_words_in_phases(line: int, typed: str) -> None:
    assert codes(with_line(line, typed)) == []
    assert checked(with_line(line, typed)).position == checked(EXAMPLE).position
