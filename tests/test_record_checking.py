"""The mistakes players make: each is found at its line and column, with its rule, a reason and a way out."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.records import EXAMPLE, LINES, checked, codes, english, errors, with_line
from wsdv_tools.facts import State
from wsdv_tools.findings import Severity

# line, what is typed there, code, column, rule, part of the sentence, part of the proposal ("" where there is none)
MISTAKES = [
    (9, "row 1 4 5 12 16 17", "row-not-seven", 1, "3", "7 cards; this one has 6", ""),
    (9, "row 1 4 5 12 16 17 41", "display-other-decade", 20, "3", "(Transit Agreement) cannot be in the display", ""),
    (9, "row 1 4 5 12 16 17 17", "row-card-twice", 20, "3", "in the display twice", ""),
    (9, "row I 1 4 5 12 16 17 20", "row-special", 5, "3", "not one of the 7 cards", ""),
    (10, "E 20 build leipzig", "not-your-turn", 1, "3", "It is West's turn", ""),
    (10, "W 19 build hannover", "card-not-in-display", 3, "3", "the display has 1, 4, 5, 12, 16, 17 and 20", ""),
    (10, "W 20 build hannover*2", "build-occupied", 12, "5.1", "Hannover already has a factory", "+bremen"),
    (10, "W 20 build leipzig", "build-wrong-state", 12, "6.2", "is in the other state", "+flensburg"),
    (10, "W 20 build muenchen-nuernberg", "line-without-factory", 12, "5.1", "no factory at either end", "+"),
    (
        10,
        "W 20 build hannover, hamburg-hannover*2, bremen, kiel",
        "build-too-many",
        50,
        "6.2",
        "one build point too many: card 20 (The Wirtschaftswunder) gives West 4",
        "",
    ),
    (11, "E 5 event", "decision-missing", 5, "6.4", "East has to say where unrest is removed", "u-MV"),
    (11, "E 5 build polska-nord", "build-external", 11, "10.5", "only cards 7 and 9", "+rostock"),
    (12, "W 4 event u+HE*2", "event-wrong-colour", 5, "6.4", "who benefits, not where", ""),
    (
        12,
        "W 4 unrest BY",
        "decision-missing",
        5,
        "6.1",
        "has to say what is dismantled",
        "-hamburg-hannover, -dortmund",
    ),
    (12, "W 4 unrest BY, HE; -dortmund", "unrest-only-one", 16, "6.1", "removes only one unrest", "-hamburg-hannover"),
    (12, "W 4 unrest BY; -hannover", "dismantle-connected", 16, "5.2", "dismantle that first", "-hamburg-hannover"),
    (13, "E 9h event +leipzig; u+MV", "build-outside", 12, "6.4", "The card does not allow building in", "+cssr-ost"),
    (14, "W 17 standard NI, SH", "standard-counted-twice", 19, "10.3", "Hamburg already counts for another", "s+NW"),
    (
        14,
        "W 17 standard SH, BY",
        "standard-economy",
        19,
        "6.3",
        "economy is 0; its living standard no. 1 needs 3, so it is 3 short",
        "",
    ),
    (14, "W 17 standard NI*2", "standard-same-province", 15, "6.3", "already gets a living standard", "s+NW"),
    (14, "W 17 standard SN", "standard-wrong-state", 15, "6.3", "Sachsen does not belong to West", "s+NI"),
    (14, "W 17 standard WB", "standard-west-berlin", 15, "10.2", "from a supplier", "s+NW>WB"),
    (14, "W 17 standard NI>WB", "pass-on-no-supplier", 15, "10.2", "does not supply West Berlin", "s+NI"),
    (15, "E 1 event u-BB*3", "no-icon-left", 11, "6.4", "has no icon for “", ""),
    (16, "W 18h unrest SH; -dortmund", "payment-not-needed", 18, "6.1", "for free", ""),
    (16, "W 9h event u-SH", "card-seen-elsewhere", 3, "3", "has been played", ""),
    (
        20,
        "E I event calm SN, calm TH; u-BB, u-MV",
        "decision-missing",
        5,
        "3",
        "pays for the special card",
        "discard 14",
    ),
    (
        20,
        "E I event u-BB; calm SN, calm TH; u-MV; draw",
        "calm-first",
        11,
        "Card I",
        "type the `calm` steps first",
        "calm SN",
    ),
    (20, "W I event; draw", "special-east-only", 3, "3", "only East may take it", ""),
    (20, "E II event; draw", "special-other-decade", 3, "3", "is not in the display of decade I", ""),
    (20, "E I unrest SN", "special-event-only", 5, "6", "only be used for its event", ""),
    (21, "W 15 event void currency; +kiel; -rostock", "void-not-there", 12, "6.4", "no such arrow", "void police"),
    (21, "W 15 event void police; -berlin", "decision-missing", 0, "", "", ""),
    (22, "E I event u-BB; draw", "special-gone", 3, "3", "has already been taken", ""),
    (22, "E 2 event +jena; use 5 SN, use 5 BB; u+BB", "use-twice", 28, "8", "already been used", "u+"),
    (24, "E 3 build rheinsberg", "build-rheinsberg", 11, "10.4", "Only card 27", "+"),
    (26, "E 6 standard SN, TH, ST", "standard-points-shared", 22, "6.3", "has been used for other provinces", ""),
    (28, "check SN unrest 3", "check-differs", 7, "", "but on the board it is “SN unrest 2”", ""),
    (28, "check SN unrest 2; socialists -1", "socialists-of-province", 20, "", "number of socialists in Sachsen", ""),
    (28, "check played IV", "card-two-sides", 7, "", "it was: IV-round-table or IV-wall-falls", ""),
    (28, "check SN unrest 2; socialists 1", "check-differs", 20, "", "“SN socialists 1”", ""),
    (28, "check presige 1", "name-unknown", 7, "", "“presige” is neither a place nor a word", "prestige"),
    (30, "1: -leipzig-jena, -jena", "dismantle-connected", 19, "5.2", "there is infrastructure on Leipzig–Jena", "-"),
    (
        30,
        "1: -leipzig-jena, -schwedt-polska-nord",
        "decision-missing",
        1,
        "9.1",
        "what is dismantled",
        "-bitterfeld-leipzig",
    ),
    (30, LINES[29].split(" #")[0].rstrip() + ", -jena", "decision-too-many", 62, "9.1", "asks for only 3 of these", ""),
    (31, "2: at -3; down leipzig", "space-not-open", 4, "9.2", "-2 and -1", "at -1"),
    (31, "2: down rostock", "run-down-none-there", 4, "6.4", "no factory that could become run down", "down berlin"),
    (32, "4: -polska-nord", "dismantle-external", 4, "5.2", "only cards 37 and 73", "-"),
    (33, "7: NI>SN, TH>HE", "attack-no-neighbour", 4, "9.7", "neighbours in the other state are", "NI>ST"),
    (33, "7: NI>ST, NI>MV, TH>HE", "attack-once", 11, "9.7", "only one neighbour", ""),
    (34, "8: BB, SN", "decision-too-many", 8, "9.8", "asks for only 1 of these", ""),
    (34, "8: BY", "police-east-only", 4, "9.8", "only from provinces in the East", "u-BB"),
]


@pytest.mark.parametrize(("line", "typed", "code", "column", "rule", "reason", "proposal"), MISTAKES)
def test_mistake(line: int, typed: str, code: str, column: int, rule: str, reason: str, proposal: str) -> None:
    found = errors(with_line(line, typed))
    if not column:  # a build point may lapse (R16): this one is none
        assert not [finding for finding in found if finding.place and finding.place.line == line]
        return
    told = [finding for finding in found if finding.code == code]
    assert told, [finding.code for finding in found]
    assert told[0].place
    assert (told[0].place.line, told[0].place.column) == (line, column)
    assert reason in english().sentence(told[0])
    assert rule in (english().rule(told[0].rule) if told[0].rule else "")
    assert proposal in " ".join(english().fix(fix) for fix in told[0].fixes)
    assert bool(proposal) == bool(told[0].fixes)
    assert min(finding.place.line for finding in found if finding.place) == line


def test_the_example_has_no_fault() -> None:
    assert codes(EXAMPLE) == []


def test_four_standards() -> None:
    """A fourth standard in one action, where every economy would do (6.3)."""
    cities = "hannover bremen wolfsburg dortmund duisburg koeln bielefeld muenchen nuernberg ingolstadt kiel flensburg"
    head = f"wsdv-record: 1\nset {cities.replace(' ', ', ')}, hamburg\ndecade I\nrow 1 2 3 4 5 6 20\n"
    (finding,) = errors(f"{head}W 20 standard NI, NW, BY, SH")
    assert finding.code == "standard-four"
    assert "One action places at most three living standards" in english().sentence(finding)


@pytest.mark.parametrize(("wall", "side"), [("on", "IV-round-table"), ("off", "IV-wall-falls")])
def test_wrong_side_of_card_iv(wall: str, side: str) -> None:
    head = f"wsdv-record: 1\ndecade IV\nset wall {wall}; prestige 1; berlin\nrow 61 62 63 64 65 66 67\n"
    assert [finding.code for finding in errors(f"{head}E {side} event; draw")] == ["special-wrong-side"]
    assert errors(f"{head}E IV event; draw") == []


def test_building_under_protest() -> None:
    text = "wsdv-record: 1\nset SN unrest 4; leipzig; jena\ndecade I\nrow 1 2 3 4 5 6 20\nW 20 build\nE 3 build dresden"
    (finding,) = errors(text)
    assert finding.code == "build-under-protest"
    assert english().sentence(finding) == "Nothing may be built in Dresden: Sachsen has a protest marker."
    assert "+dresden" not in english().fix(finding.fixes[0])


def test_flight_dismantled_by_one_side_only() -> None:
    """A player who types only one side's half learns that the choices alternate, and who begins (9.1)."""
    (finding,) = errors(with_line(30, "1: -leipzig-jena, -bitterfeld-leipzig"))
    asked = "Phase 1 asks for 3 of these decisions; the sides take turns, and West starts."
    assert english().note(finding.notes[0]) == asked


def test_an_agreed_deviation_is_a_note() -> None:
    (finding,) = [f for f in checked(with_line(12, "W 4 event u+HE*2 !")).findings if f.place and f.place.line == 12]
    assert (finding.code, finding.severity) == ("event-wrong-colour", Severity.NOTE)


@pytest.mark.parametrize(
    ("line", "typed"),
    [
        (7, ""),
        (9, ""),
        (9, "row 1 4 5 12 16 17"),
        (9, "row 1 4 5 12 16 17 41"),
        (13, "E 9 event +polska-nord, +schwedt-polska-nord; +cssr-ost, +dresden-cssr-ost; u+MV"),
        (14, "W 17 standard NI, NW>WB, HE; hamburg=NI"),
        (19, ""),
    ],
)
def test_one_fault_one_finding(line: int, typed: str) -> None:
    assert len(codes(with_line(line, typed))) == 1


def test_a_missing_decision_leaves_several_boards_until_set() -> None:
    text = with_line(11, "E 5 event")
    result = checked(text)
    assert [f.code for f in result.findings if f.is_error] == ["decision-missing"]
    assert (result.plays, result.unchecked, result.is_certain) == (17, 0, False)
    assert len(result.boards) > 1
    lines = text.splitlines()
    again = "\n".join([*lines[:27], "set prestige -2; berlin; leipzig; leipzig-jena 1; SN unrest 5", *lines[28:]])
    assert checked(again).is_certain is True


def test_names_are_proposed_among_what_is_legal() -> None:
    """Both are near; only one can be built."""
    finding = next(f for f in errors(with_line(11, "E 5 build berlin-bitterfld")) if f.code == "name-unknown")
    assert finding.fixes[0].values["name"] == "berlin-bitterfeld"


def test_rulings_of_the_record() -> None:
    text = "wsdv-record: 1\nrules: r9B, R99\n"
    (finding,) = errors(text)
    assert finding.code == "ruling-unknown"
    assert "“R99” is not a ruling" in english().sentence(finding)


def test_results() -> None:
    assert codes(EXAMPLE + "result none agreed\n") == []
    assert codes(EXAMPLE + "result W collapse\n") == ["result-too-early"]
    result = checked(EXAMPLE + "result W resigned\n")
    assert (result.winner, result.reason) == (State.WEST, "resigned")


def test_set_from_a_file_that_is_not_there() -> None:
    assert codes("wsdv-record: 1\nset nowhere.yaml\nresult none agreed\n") == ["cannot-open"]


def tokens(line: str) -> list[str]:
    return line.split(" #")[0].split()


WORDS = sorted(
    {token for line in LINES[3:] for token in tokens(line)} | {"x", "W", "E", "99", "u+", "-", "*", "none", ";"}
)


@settings(deadline=None)
@given(st.integers(0, 10**9))
def test_a_changed_token_is_found_where_it_stands_or_later(seed: int) -> None:
    choose = random.Random(seed)
    number = choose.randrange(4, len(LINES) + 1)
    words = tokens(LINES[number - 1])
    if not words:
        return
    words[choose.randrange(len(words))] = choose.choice(WORDS)
    found = errors(with_line(number, " ".join(words)))
    assert all(finding.place and finding.place.line >= number for finding in found)
    for finding in found:
        assert english().sentence(finding)


def test_stops_at_a_line() -> None:
    from tests.records import notation
    from wsdv_tools.record.reader import read_record
    from wsdv_tools.referee.checker import check_record

    record = read_record(EXAMPLE, "f", notation())
    at_end = check_record(record, notation(), 29)
    assert at_end.position
    assert (at_end.position.decade, at_end.findings) == (1, [])
    after_phase_1 = check_record(record, notation(), 30)
    assert after_phase_1.position
    assert after_phase_1.position.lines[notation().game.connection("leipzig-jena")] == 1


def test_a_hand_is_told_before_the_first_play() -> None:
    found = errors("decade I\nrow 1 4 5 12 16 17 20\nhand W 18 19\nW 20 build kiel\nhand E 9 14\n")
    assert [(f.code, f.place.line, f.rule) for f in found if f.place] == [("hand-too-late", 5, "3-hands")]
