"""Reading records: free spelling, a span on every part, and nothing that stops the reader."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.records import notation
from wsdv_tools.facts import State
from wsdv_tools.record import lines as reading
from wsdv_tools.record.notation import Unreadable
from wsdv_tools.record.reader import read_record
from wsdv_tools.rules.choices import Step

GAME = notation().game
CONTEXTS = ("unrest", "build", "standard", "event", *map(str, range(1, 11)))
PLACES = {
    **dict.fromkeys(("build", "dismantle", "down", "up", "stop"), range(len(GAME.cities))),
    **dict.fromkeys(("lay", "lift"), range(len(GAME.connections))),
    **dict.fromkeys(
        ("u+", "u-", "calm", "s+", "s-", "import", "release", "soc", "hamburg"), range(len(GAME.provinces))
    ),
    **dict.fromkeys(("discard", "drop"), GAME.cards),
    "sector+": range(len(GAME.sectors)),
    "look": ("hand", "deck"),
    "at": range(-6, 7),
}
PAIRS = [
    Step("u>", 1, 2),
    Step("s>", GAME.suppliers[0], GAME.west_berlin),
    Step("assign", GAME.city("polska-nord"), GAME.province("brandenburg")),
    Step("use", "5", GAME.province("sachsen")),
    Step("swap", "14", "18"),
    Step("void", "u+", "west"),
    Step("void", "police"),
    Step("draw"),
]
ALL_STEPS = [Step(verb, place) for verb, places in PLACES.items() for place in places] + PAIRS


def one(text: str) -> reading.Line:
    record = read_record(text, "f.wsdv", notation())
    assert not record.findings, record.findings
    return record.lines[0]


@pytest.mark.parametrize("context", CONTEXTS)
def test_steps_are_read_as_they_are_written(context: str) -> None:
    steps = ALL_STEPS
    if context == "5":
        steps = [*steps, *(Step("sector-", sector) for sector in range(3))]
    if context == "7":
        steps = [*steps, Step("attack", 1, 8), Step("attack", 1, None), Step("attack", 1, 8, 2)]
    if context == "9":  # there `-P` takes a socialist away
        steps = [step for step in steps if step.verb not in ("lift", "dismantle")] + [Step("lose", 9)]
    for step in steps:
        text = notation().write(step, context)
        if step.verb == "hamburg":
            assert notation().read(text, context) == (Step("hamburg", step.place),)
        else:
            assert notation().read(text, context) == (step,), text


@pytest.mark.parametrize(
    ("text", "side", "card", "mode", "from_hand"),
    [
        ("W 20 build kiel", State.WEST, "20", "build", False),
        ("west 20 B kiel", State.WEST, "20", "build", False),
        ("BRD 20h b kiel", State.WEST, "20", "build", True),
        ("frg 20 h build kiel", State.WEST, "20", "build", True),
        ("DDR i EVENT", State.EAST, "I", "event", False),
        ("kelet IV e", State.EAST, "IV", "event", False),
        ("este iv-wall-falls e", State.EAST, "IV-wall-falls", "event", False),
        ("E 3 s SN", State.EAST, "3", "standard", False),
        ("E 3 u SN", State.EAST, "3", "unrest", False),
    ],
)
def test_heads_of_plays(text: str, side: State, card: str, mode: str, from_hand: bool) -> None:
    line = one(text)
    assert isinstance(line, reading.Play)
    assert (line.side, line.card, line.mode, line.from_hand) == (side, card, mode, from_hand)


@pytest.mark.parametrize(
    ("typed", "step"),
    [
        ("+karl-marx-stadt-jena", Step("lay", GAME.connection("karl-marx-stadt-jena"))),
        ("jena-karl", Step("lay", GAME.connection("karl-marx-stadt-jena"))),
        ("+ Jena – Leipzig", Step("lay", GAME.connection("leipzig-jena"))),
        ("+chemnitz", Step("build", GAME.city("karl-marx-stadt"))),
        ("u-muenchen", None),
        ("u-bayern", Step("u-", GAME.province("bayern"))),
        ("u - BY", Step("u-", GAME.province("bayern"))),
        ("U+thü", Step("u+", GAME.province("thueringen"))),
        ("u+sachsen", Step("u+", GAME.province("sachsen"))),
        ("s+nrw>west-berlin", Step("s>", GAME.province("nordrhein-westfalen"), GAME.west_berlin)),
        ("−rostock", Step("dismantle", GAME.city("rostock"))),
    ],
)
def test_forgiving_names(typed: str, step: Step | None) -> None:
    read = notation().read(typed, "event")
    if step is None:
        assert isinstance(read, Unreadable)
    else:
        assert read == (step,)


def test_every_part_has_its_columns() -> None:
    line = one("  E 9h event +jena*2;  u+BB  # why")
    assert isinstance(line, reading.Play)
    assert (line.span.column, line.comment) == (3, "# why")
    assert (line.card_span.column, line.mode_span.column) == (5, 8)
    assert [(typed.step.verb, typed.span.column, typed.span.end) for typed in line.typed] == [
        ("build", 14, 21),
        ("build", 14, 21),
        ("u+", 24, 28),
    ]


def test_a_sign_inside_a_word_starts_no_comment() -> None:
    line = one("title: Game #3 of the club")
    assert isinstance(line, reading.Header)
    assert line.value == "Game #3 of the club"
    assert one("#comment").comment == "#comment"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_any_line_ends(end: str) -> None:
    record = read_record(end.join(["wsdv-record: 1", "", "decade II", "end"]), "f", notation())
    assert [line.span.line for line in record.lines] == [1, 2, 3, 4]
    assert isinstance(record.lines[2], reading.Decade)


@pytest.mark.parametrize(
    ("text", "code", "column"),
    [
        ("O 2 event", "side-ambiguous", 1),
        ("X 2 event", "side-unknown", 1),
        ("W 99 build", "card-unknown", 3),
        ("W 3 buidl kiel", "mode-unknown", 5),
        ("W 3 épület kiel", "mode-unknown", 5),
        ("W 3 build kielx*99", "step-repeats", 11),
        ("W 3 build kiel*" + "9" * 5000, "step-repeats", 11),
        ("E 3 event void", "step-incomplete", 11),
        ("E 3 event void wall", "void-unknown", 11),
        ("W 3 standard NW>EB", "pass-on-elsewhere", 14),
        ("W 3 build berl-x", "name-unknown", 11),
        ("E 3 build pols", "name-several", 11),
        ("W 3 unrest sa", "name-several", 12),
        ("W 3 unrest b", "name-several", 12),
        ("W 3 build ha", "name-several", 11),
        ("W 3 build ha-ha", "name-unknown", 11),  # one connection fits, but two letters are too few
        ("W 3 build hannover hamburg-hannover", "comma-missing", 11),
        ("W 3 build hannover-hamburg*2 kiel bremen", "comma-missing", 11),
        ("W 3 standard NI>WB BY", "comma-missing", 14),
        ("W 3 standard kiel", "city-not-province", 14),
        ("W 3 event u+hamburg", "city-not-province", 11),
        ("W 3 build west-berlin", "province-not-city", 11),
        ("3: SN", "province-not-city", 4),
        ("6: HE>TH", "step-other-phase", 4),
        ("9: leipzig", "step-other-phase", 4),
        ("4: french", "step-unreadable", 4),
        ("8: french", "step-other-phase", 4),
        ("1: leipzig", "step-unreadable", 4),  # the minus is missing, not the phase
        ("9: berlin", "name-several", 4),
        ("decade V", "decade-unknown", 8),
        ("end now", "line-too-long", 1),
        ("11: SN", "phase-unknown", 1),
        ("result W colapse", "result-unreadable", 10),
        ("result X time", "result-unreadable", 8),
        ("hand 3 4", "side-unknown", 6),
        ("banana", "line-unreadable", 1),
        ("tittle: x", "header-unknown", 1),
    ],
)
def test_what_cannot_be_read(text: str, code: str, column: int) -> None:
    record = read_record(f"decade I\n{text}\nend", "f", notation())
    (finding,) = record.findings
    assert finding.place
    assert (finding.code, finding.place.line, finding.place.column) == (code, 2, column)
    assert isinstance(record.lines[2], reading.End)


def test_did_you_mean() -> None:
    for text, name in (
        ("W 3 build leipzg", "leipzig"),
        ("W 3 build je", "jena"),
        ("W 3 build berlin cottbus", "berlin-cottbus"),
        ("tittle: x", "title"),
        ("result W colapse", "collapse"),
    ):
        (finding,) = read_record(text, "f", notation()).findings
        assert finding.fixes[0].values["name"] == name


@settings(deadline=None)
@given(st.text(max_size=80))
def test_any_text_is_read(text: str) -> None:
    read_record(text, "f", notation())
