"""Typed positions: every flaw with its place and rule, reading and writing as inverses, builder and schema agreeing."""

from __future__ import annotations

import copy
import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.samples import random_position
from wsdv_tools.codes import CODES, POSITION
from wsdv_tools.facts import Catalogue, State
from wsdv_tools.findings import exit_code
from wsdv_tools.positions.position_reader import Reading, read_position, read_position_text
from wsdv_tools.positions.position_writer import as_yaml
from wsdv_tools.rules.game import Game
from wsdv_tools.rules.plain import as_plain
from wsdv_tools.rules.position import Course, Position, empty, start
from wsdv_tools.sources.schema import check_schema
from wsdv_tools.sources.yaml_reader import parse_yaml
from wsdv_tools.words import Language
from wsdv_tools.words.names import Names

CATALOGUE = Catalogue.load()
GAME = Game(CATALOGUE)
NAMES = Names(CATALOGUE)
ENGLISH = Language.load("en")
SEEDS = st.integers(0, 2**32)


def read(text: str, game: Game = GAME) -> Reading:
    return read_position(parse_yaml(text, "p.yaml"), game, NAMES)


def position_of(text: str) -> Position:
    reading = read(text)
    assert reading.position, [finding.code for finding in reading.findings]
    return reading.position


# What is in line 3 behind the version and decade 1; what is reported; and the words at that place.
FLAWS = [
    ("unfinished: bayern\nfactories: [jena]", "position-unfinished", 3, 1, None),
    ("factories: [jena]\nrundown: [jena, leipzig]", "rundown-not-there", 4, 17, "5.3-value"),
    ("factories: [hamburg]\nrundown: [hamburg]", "run-down-west", 4, 11, "5.3-east-only"),
    ("factories: [polska-nord]\nrundown: [polska-nord]", "run-down-external", 4, 11, "5.3-east-only"),
    ("factories: [jena]\ninfrastructure: {leipzig-jena: 3}", "lines-too-many", 4, 18, "5.1-line"),
    ("infrastructure: {leipzig-jena: 1}", "lines-without-factory", 3, 18, "5.1-line"),
    ("infrastructure: [leipzig-jena]", "lines-without-factory", 3, 18, "5.1-line"),
    ("factories: [schwedt]\ninfrastructure: {polska-nord-schwedt: 1}", "lines-external", 4, 18, "10.5-no-factory"),
    ("factories: [jena]\ninfrastructure: {jena-cssr-west: 1}\nclosed: [cssr-west]", "lines-external", 4, 18,
     "10.5-no-factory"),
    ("closed: [cssr-ost]\nfactories: [cssr-ost]", "factory-closed", 4, 13, "icon-stop"),
    ("closed: [leipzig]", "closed-not-external", 3, 10, "icon-stop"),
    ("cadre: 13", "socialists-too-many", 3, 8, "9.9-triumph"),
    ("provinces:\n  SN: {socialists: 8}\n  TH: {socialists: 5}", "socialists-too-many", 4, 20, "9.9-triumph"),
    ("cadre: 6\nprovinces: {SN: {socialists: 7}}", "socialists-too-many", 3, 8, "9.9-triumph"),
    ("provinces:\n  BY: {socialists: 1}", "socialists-west", 4, 20, "7-duty"),
    ("provinces: {WB: {unrest: 4}}", "imported-unequal", 3, 26, "10.2-import"),
    ("provinces: {WB: {unrest: 4}}\nimported: {NW: 2}", "imported-unequal", 4, 11, "10.2-import"),
    ("imported: {BY: 1}", "not-a-supplier", 3, 12, "10.2-import"),
    ("delivered: [rheinland-pfalz, Bayern]", "delivered-no-supplier", 3, 30, "10.2-standard"),
    ("provinces: {west-berlin: {standard: 1}}", "standard-without-sector", 3, 27, "10.2-even"),
    ("provinces: {bayern: {sectors: {french: 1}}}", "sectors-elsewhere", 3, 22, "10.2-one-province"),
    ("played: [21]", "card-later-decade", 3, 10, "3-hands"),
    ("played: [5]\npolice: [5]", "card-twice", 3, 10, "3-one-card"),
    ("police: [5]\npolice-used: [5, 5]", "card-twice", 4, 18, "8-use"),
    ("half: 1\ndisplay: [I]", "display-other-decade", 4, 11, "3-display-seven"),
    ("police: [1]", "police-not-police", 3, 10, "8-collect"),
    ("police: [5]\npolice-used: [15]", "police-used-not-there", 4, 15, "8-use"),
    ("police: [5]\nstasi-dissolved: true", "police-after-stasi", 3, 9, "icon-stasi"),
    ("provinces: {WB: {sectors: {french: 2}}}\ndelivered: [RP]", "sectors-odd", 3, 27, "10.2-even"),
    ("provinces: {WB: {sectors: {british: 1}}}", "sector-not-delivered", 3, 37, "9.5-west-berlin"),
    ("provinces: {SN: {unrest: 4}}\ncadre: 1", "socialists-waiting", 3, 26, "7-duty"),
    ("provinces: {SN: {unrest: 51}}", "pieces-too-many", 3, 12, None),
    ("played: [2]\nflight-icons: 1", "flight-icons-twice", 4, 1, "9.1-flight"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "code", "line", "column", "rule"), FLAWS)
def test_flaw(text: str, code: str, line: int, column: int, rule: str | None) -> None:
    """Each alone, where it is, with its paragraph and a sentence that has all its values."""
    reading = read(f"wsdv-position: 1\ndecade: 1\n{text}\n")
    told = [(f.code, f.place.line, f.place.column, f.rule) for f in reading.findings if f.place]
    assert (code, line, column, rule) in told
    unasked = {"lines-closed", "imported-unequal"}  # they follow from the same slip
    assert {f.code for f in reading.findings} - unasked <= {code}
    for finding in reading.findings:
        assert "{" not in ENGLISH.sentence(finding).replace("{french: 1}", "")
        assert finding.is_error == (CODES[finding.code] == "error")


def test_every_code_of_positions_is_asked_for() -> None:
    asked = {code for _, code, *_ in FLAWS} | {"lines-closed"}
    assert set(POSITION) - asked == set()


def test_all_flaws_come_at_once() -> None:
    reading = read(
        "wsdv-position: 1\ndecade: 1\ncadre: 13\nfactories: [hamburg, jena]\nrundown: [hamburg]\n"
        "infrastructure: {leipzig-jena: 3, cottbus-dresden: 1}\nplayed: [21]\n"
    )
    assert [finding.code for finding in reading.findings] == [
        "socialists-too-many",
        "run-down-west",
        "lines-too-many",
        "lines-without-factory",
        "card-later-decade",
    ]


def test_a_flaw_is_told_beside_a_fault_in_the_same_part() -> None:
    """What can be read is judged; what a faulty entry could have explained does not count against the others."""
    reading = read(
        "wsdv-position: 1\ndecade: II\nwall: maybe\nfactories: [jena, Jena]\n"
        "infrastructure: {leipzig-jena: 3, rostok-berlin: 1, rostock-neub: 1}\nplayed: [2, x, 61]\npolice: [99, 20]\n"
    )
    assert [(f.code, f.place.line, f.place.column) for f in reading.findings if f.place] == [
        ("wrong-value", 3, 7),
        ("place-twice", 4, 19),
        ("lines-too-many", 5, 18),
        ("name-unknown", 5, 35),
        ("lines-without-factory", 5, 53),
        ("wrong-value", 6, 13),
        ("card-later-decade", 6, 16),
        ("wrong-value", 7, 10),
        ("police-not-police", 7, 14),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "decade: 1\nfactories: [jenna]\ninfrastructure: {leipzig-jena: 1}",
        "decade: 1\nfactories: [Jena, 3]\nrundown: [jena]\ninfrastructure: {leipzig-jena: 1}",
        "decade: 1\nfactories:\ninfrastructure: {leipzig-jena: 1}",
        "decade: 5\nplayed: [61]",
        "played: [61]",
        "decade: 1\nprovinces: {Berlin: {unrest: 4}}\nimported: {NW: 1}",
        "decade: 1\nprovinces: {WB: {unrest: x}}\nimported: {NW: 1}",
        "decade: 1\npolice: [five]\npolice-used: [5]",
    ],
)
def test_a_fault_makes_no_second_one(text: str) -> None:
    assert len(read(f"wsdv-position: 1\n{text}\n").findings) == 1


@pytest.mark.parametrize(("typed", "decade"), [("I", 1), ("ii", 2), ("IV", 4), ("3", 3)])
def test_decade_in_roman_numerals(typed: str, decade: int) -> None:
    assert position_of(f"wsdv-position: 1\ndecade: {typed}").decade == decade


def test_a_record_is_no_position() -> None:
    for text, file in [("wsdv-record: 1\ndecade I\n", "game.txt"), ("decade I\nrow 1 2 3\n", "game.wsdv")]:
        reading = read_position_text(text, file, GAME, NAMES)
        assert [finding.code for finding in reading.findings] == ["record-not-position"]
        assert exit_code(reading.findings) == 2


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("provinces: {sachsn: {unrest: 1}}", [("name-unknown", 3, 13)]),
        ("factories: [karl, berli, ham]", []),  # prefixes of three letters and more
        ("factories: [cssr]", [("name-several", 3, 13)]),
        ("factories: [jena, Jena]", [("place-twice", 3, 19)]),
        ("provinces: {SN: {unrest: 1}, sachsen: {unrest: 2}}", [("place-twice", 3, 30)]),
        ("factories: [jena]\ninfrastructure: {jena-leipzig: 1, leipzig–jena: 1}", [("place-twice", 4, 35)]),
        ("infrastructure: {leipzig-hamburg: 1}", [("no-connection", 3, 18)]),
        ("tracks: {prestige: 7}", [("wrong-value", 3, 20)]),
        ("wal: true", [("unknown-key", 3, 1)]),
        ("provinces: [sachsen]", [("wrong-value", 3, 12)]),
        ("provinces: {sachsen: {unrest: -1}}", [("wrong-value", 3, 31)]),
        ("provinces: {sachsen: {unrest: 1.5}}", [("wrong-value", 3, 31)]),
        ("provinces: {sachsen: {unrest: 1.0}}", []),  # a whole number, to a schema
        ("provinces: {sachsen: }", [("empty-value", 3, 22)]),
        ("provinces: {sachsen: 3}", [("wrong-value", 3, 22)]),
        ("wall: yes", [("wrong-value", 3, 7)]),
        ("played: [81]", [("wrong-value", 3, 10)]),
        ("played: ['28']", [("wrong-value", 3, 10)]),
        ("hands: {west: [14, '?'], east: [\"?\"]}", []),
    ],
)  # fmt: skip
def test_names_and_shapes(text: str, told: list[tuple[str, int, int]]) -> None:
    reading = read(f"wsdv-position: 1\ndecade: 1\n{text}\n")
    assert sorted((f.code, f.place.line, f.place.column) for f in reading.findings if f.place) == sorted(told)


def test_names_are_forgiving() -> None:
    typed = """
wsdv-position: 1
decade: 2
tracks: {prestige: -2, currency: 1, socialists: 3}
provinces:
  Bayern: {unrest: 3, standard: 1}
  SN: {unrest: 2, standard: 1, socialists: 1}
  Berlin (West): {unrest: 4, sectors: {french: 1}}
cadre: 1
factories: [HAMBURG, Köln, berlin, bitterfeld, Leipzig]
rundown: [lei]
infrastructure: {Bremen–Hamburg: 1, jena-leipzig: 2}
closed: [ČSSR Ost]
police: [5, 15]
police-used: [5]
delivered: [Rheinland-Pfalz]
imported: {NW: 1}
played: [28, 32, 37, 12]
"""
    names = Names(CATALOGUE, lambda: {"cssr-ost": ["ČSSR Ost"]})
    reading = read_position(parse_yaml(typed, "p.yaml"), GAME, names)
    assert reading.findings == []
    assert reading.position
    assert as_plain(GAME, reading.position) == {
        "wsdv-position": 1,
        "decade": 2,
        "tracks": {"prestige": -2, "currency": 1, "socialists": 3},
        "provinces": {
            "bayern": {"unrest": 3, "standard": 1},
            "west-berlin": {"unrest": 4, "sectors": {"french": 1}},
            "sachsen": {"unrest": 2, "standard": 1, "socialists": 1},
        },
        "cadre": 1,
        "factories": ["hamburg", "koeln", "berlin", "bitterfeld", "leipzig"],
        "rundown": ["leipzig"],
        "infrastructure": {"hamburg-bremen": 1, "leipzig-jena": 2},
        "closed": ["cssr-ost"],
        "police": [5, 15],
        "police-used": [5],
        "delivered": ["rheinland-pfalz"],
        "imported": {"nordrhein-westfalen": 1},
        "played": [28, 32, 37, 12],
    }


def test_keys_of_another_language_are_proposed_in_short() -> None:
    text = "{decade}: 2\nmauer: ja\nprovinzen: {{bayern: {{unruhe: 2}}}}\nfábricas: [kiel]\nblah: 1\nfoo: 2\n"
    for decade in ("Dekade", "évtized"):
        findings = read(text.format(decade=decade)).findings
        meant = [fix.values["name"] for finding in findings for fix in finding.fixes]
        assert meant == ["decade", "wall", "provinces", "factories"]
        listed = [finding.values["key"] for finding in findings if finding.notes]
        assert listed == ["blah"], "the known keys are listed once, where no other key is meant"


@pytest.mark.parametrize(("typed", "meant"), [("ja", "true"), ("nein", "false"), ("igen", "true"), ("sí", "true")])
def test_yes_and_no_of_another_language(typed: str, meant: str) -> None:
    (finding,) = read(f"wsdv-position: 1\ndecade: 2\nwall: {typed}\n").findings
    assert [fix.values["name"] for fix in finding.fixes] == [meant]


def test_everything_left_out_is_nothing() -> None:
    assert position_of("wsdv-position: 1\ndecade: 3\n") == empty(GAME, 3)


def test_the_set_up() -> None:
    """2-setup-unrest, 2-setup-factories, 2-setup-cadre, 2-setup-markers."""
    plain = as_plain(GAME, start(GAME))
    suppliers = {"nordrhein-westfalen", "rheinland-pfalz", "baden-wuerttemberg"}
    assert plain.pop("provinces") == {id_: {"unrest": 2 if id_ in suppliers else 3} for id_ in CATALOGUE.provinces}
    assert plain.pop("tracks") == {"prestige": 0, "currency": 0, "socialists": 0}
    factories = ["hamburg", "dortmund", "berlin", "bitterfeld"]
    assert plain == {"wsdv-position": 1, "decade": 1, "cadre": 1, "factories": factories}


def with_course(position: Position, random: Random) -> Position:
    """The position inside a decade: the cards of the decade that lie nowhere yet, dealt anyhow."""
    lying = {*position.police, *position.played}
    free = [c.id for c in CATALOGUE.cards.values() if c.decade == position.decade and c.id not in lying]
    free = [card for card in free if not CATALOGUE.cards[card].is_special]
    random.shuffle(free)
    course = Course(
        half=random.randint(1, 2),
        to_move=random.choice(list(State)),
        display=tuple(free[:3]),
        special=random.random() < 0.5,
        west_hand=tuple(free[3:5]),
        east_hand=("?", "?")[: random.randint(0, 2)],
        removed=tuple(free[5:6]),
    )
    return position._replace(course=course)


@given(SEEDS)
@settings(max_examples=120, deadline=None)
def test_writing_and_reading_are_inverses(seed: int) -> None:
    random = Random(seed)
    position = random_position(GAME, random)
    if random.random() < 0.5:
        position = with_course(position, random)
    text = as_yaml(GAME, position)
    assert position_of(text) == position
    assert position_of(json.dumps(as_plain(GAME, position))) == position
    assert as_yaml(GAME, position_of(text)) == text
    assert check_schema(parse_yaml(text, "p.yaml"), "position") == []


# Anything somebody might put in a place: right, nearly right, wrong.
ANYTHING: st.SearchStrategy[Any] = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-8, 100),
        st.sampled_from([0.5, 1.0, "1", "?", "28", "I", "IV", "IV-round-table", "west", "french", "hamburg", "", "x"]),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=2),
        st.dictionaries(st.sampled_from(["unrest", "french", "west", "hamburg", "sectors", "prestige", "x"]), inner,
                        max_size=2),
    ),
    max_leaves=3,
)  # fmt: skip
KEYS = ["wsdv-position", "decade", "tracks", "wall", "provinces", "cadre", "half", "to-move", "hands", "special", "x"]


def paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(found for key, inner in inside for found in paths(inner, (*path, key)))]


@st.composite
def mutated(draw: st.DrawFn) -> Any:
    """A good position with one to three of its parts exchanged, added or left out."""
    random = Random(draw(SEEDS))
    plain: Any = copy.deepcopy(as_plain(GAME, with_course(random_position(GAME, random), random)))
    for _ in range(draw(st.integers(1, 3))):
        *path, last = draw(st.sampled_from(paths(plain)[1:] or [("x",)]))
        holder = plain
        for step in path:
            holder = holder[step]
        if draw(st.booleans()) and isinstance(holder, dict):
            last = draw(st.sampled_from([last, *KEYS]))
        if draw(st.booleans()) and (isinstance(holder, list) or last in holder):
            del holder[last]
        else:
            holder[last] = draw(ANYTHING)
    return plain


@given(mutated())
@settings(max_examples=200, deadline=None)
def test_a_position_is_built_exactly_where_the_schema_agrees(plain: Any) -> None:
    """The builder is written by hand for speed; it takes what the schema takes, and what it refuses is explained."""
    reading = read(json.dumps(plain))
    by_schema = [f for f in reading.findings if f.code in ("wrong-value", "empty-value", "unknown-key", "missing-key",
                                                           "misspelt-key", "wrong-key")]  # fmt: skip
    left_out = ("name-unknown", "name-several", "place-twice", "sectors-elsewhere")
    by_place = [f for f in reading.findings if f.code in left_out]
    if reading.position is None:
        assert by_schema
    elif not by_place:  # what fits no place is left out before the schema is asked
        assert by_schema == []
        assert check_schema(parse_yaml(json.dumps(plain), "p.yaml"), "position") == []
    for finding in reading.findings:
        assert ENGLISH.sentence(finding)
        assert finding.place


def test_a_half_typed_position_is_none() -> None:
    """It can be looked at and gone on with, but nobody takes it for a whole one."""
    reading = read("wsdv-position: 1\nunfinished: bayern\ndecade: 2\nprovinces: {west-berlin: {unrest: 4}}\n")
    assert reading.unfinished == "bayern"
    assert not reading.is_good
    assert reading.position
    assert [finding.code for finding in reading.findings] == ["position-unfinished"]
    written = as_yaml(GAME, reading.position, "bayern")
    assert written.splitlines()[:2] == ["wsdv-position: 1", "unfinished: bayern"]
    assert read(written) == reading
    assert read(as_yaml(GAME, reading.position)).unfinished == ""
    assert check_schema(parse_yaml(written, "p.yaml"), "position") == []


@pytest.mark.parametrize("value", ["3", '""', "[bayern]", "true"])
def test_the_next_question_is_a_name(value: str) -> None:
    reading = read(f"wsdv-position: 1\nunfinished: {value}\ndecade: 2\n")
    assert reading.position is None
    assert not reading.unfinished
    assert [finding.code for finding in reading.findings] in (["wrong-value"], ["empty-value"])
