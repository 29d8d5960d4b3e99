"""The table for Tabletop Simulator: laid out by Python and by Lua, read by both, and the figures are the rules'."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from tests.clock import seconds
from tests.tabletop import (
    GAME,
    POSES,
    Lua,
    Objects,
    book,
    canonical,
    heaped,
    lettering,
    objects,
    piece,
    posed,
    positions,
    read_by_python,
    scene,
    shift,
)
from tests.thorough import only
from wsdv_tools import read_position
from wsdv_tools.components.geometry import Geometry
from wsdv_tools.record.notation import Notation
from wsdv_tools.rules.decade_end import Report
from wsdv_tools.rules.economy import values
from wsdv_tools.rules.figures import as_data, figures_of
from wsdv_tools.rules.game import Game
from wsdv_tools.rules.position import UNKNOWN, Position, put
from wsdv_tools.tabletop.lying import set_up
from wsdv_tools.tabletop.scene import Scene
from wsdv_tools.telling.phrases import NO_BREAK, Phrases
from wsdv_tools.telling.sums import sums
from wsdv_tools.words.names import Names

VERSIONS = ("52", "54")
START = set_up(GAME)
PHASES = range(1, 11)


def script_of(position: Position, code: str = "en") -> str:
    script: str = objects(position, code)[0]["LuaScript"]
    return script


def as_lua_has_it(value: Any) -> Any:
    """Lua drops nil, and an empty list is an empty mapping there."""
    if isinstance(value, dict):
        return {key: as_lua_has_it(each) for key, each in value.items() if each is not None}
    return value


@pytest.mark.parametrize("version", only(["54"], VERSIONS))
def test_positions_of_random_games_come_back(version: str) -> None:
    """However the table lies, and whether pieces are stacks or not, both readers find what was laid out."""
    runtimes = {pose.edge: Lua(version, script_of(START), pose.edge) for pose in POSES}
    for number, position in enumerate(positions()):
        pose = POSES[number % len(POSES)]
        table = objects(position)
        table = posed(heaped(table) if number % 2 else table, pose)
        lua = runtimes[pose.edge]
        lua.load(table)
        found, remarks = lua.read()
        assert remarks == []
        assert canonical(found) == canonical(position)
        by_python, findings = read_by_python(table)
        assert findings == []
        assert canonical(by_python) == canonical(position)


@pytest.mark.parametrize("version", only(["54"], VERSIONS))
def test_figures_and_sums_are_those_of_the_rules(version: str) -> None:
    """Every number of every phase, and the sums in words."""
    codes = ("de", "en", "es", "hu")
    runtimes = {code: Lua(version, script_of(START, code)) for code in codes}
    notation = Notation(GAME, Names(GAME.catalogue))
    for number, position in enumerate(positions()):
        code = codes[number % len(codes)]
        lua, phrases = runtimes[code], Phrases(lettering(code).language, notation)
        lua.load(objects(position, code))
        for phase in PHASES:
            figures = lua.figures(phase)
            if figures.get("flight"):
                figures["flight"].pop("total")
            assert figures == as_lua_has_it(as_data(figures_of(GAME, phase, position)))
            told = [line.replace(NO_BREAK, " ") for line in sums(phrases, Report(GAME, phase, position, []))]
            assert lua.told(phase) == told


def test_the_rulings_of_a_game_are_the_assistants_too() -> None:
    """R8b: no bonus at the track's end; R9b: one space nearer at most; R11b: suppliers count while they deliver."""
    game = Game(GAME.catalogue, ["R8b", "R9b", "R11b"])
    other = Scene(game, lettering(), book(), str)
    own = positions()[0]
    delivered = own._replace(delivered=(True, True, False), sectors=(0, 1, 0))
    standards = put(own.standards, GAME.west_berlin, 1)
    phrases = Phrases(lettering().language, Notation(game, Names(GAME.catalogue)))
    for phase, position in (
        (1, own._replace(wall=True, prestige=-6)),
        (2, own._replace(prestige=5)),
        (2, own._replace(prestige=-4)),
        (5, delivered._replace(standards=standards)),
    ):
        table = json.loads(other.file(position))["ObjectStates"]
        lua = Lua("52", table[0]["LuaScript"])
        lua.load(table)
        assert lua.figures(phase) == as_lua_has_it(as_data(figures_of(game, phase, position)))
        told = sums(phrases, Report(game, phase, position, []))
        assert lua.told(phase) == [line.replace(NO_BREAK, " ") for line in told]
        usual = Report(GAME, phase, position, [])
        assert (usual.figures, sums(Phrases(lettering().language, Notation(GAME, Names(GAME.catalogue))), usual)) != (
            figures_of(game, phase, position),
            told,
        )


@pytest.mark.parametrize("version", only(["54"], VERSIONS))
def test_the_assistant_sets_up_what_python_lays_out(version: str) -> None:
    """From the bags and decks of one position to another one, twice."""
    for position, before in zip(positions()[:6], [START, *positions()[6:11]], strict=True):
        lua = Lua(version, script_of(position))
        lua.load(posed(objects(before), POSES[2]))
        for _ in range(2):
            lua.runtime.execute("setUp(DATA.lying)")
            found, remarks = lua.read()
            assert remarks == []
            assert canonical(found) == canonical(position)


def test_every_kind_of_fact_is_among_the_positions() -> None:
    """What the tests above compare is there."""
    those = positions()
    courses = [position.course for position in those if position.course]
    facts = {
        "closed": any(position.closed for position in those),
        "display": any(course.display for course in courses),
        "hands": any(course.west_hand and course.east_hand for course in courses),
        "used": any(position.police_used for position in those),
        "run down": any(2 in position.factories for position in those),
        "imported": any(any(position.imported) for position in those),
        "stasi": any(position.stasi_dissolved for position in those),
        "delivered": any(any(position.delivered) for position in those),
        "removed": any(course.removed for course in courses),
        "unknown": any(UNKNOWN in (*course.west_hand, *course.east_hand) for course in courses),
        "wall": any(position.wall for position in those),
        "double lines": any(2 in position.lines for position in those),
        "decades": len({position.decade for position in those}) > 2,
    }
    assert [fact for fact, is_there in facts.items() if not is_there] == []


# A board that is not as the picture shows it


def wrong(table: Objects) -> None:
    """Neither reader may take a table for what it is not."""
    lua = Lua("52", script_of(START))
    lua.load(table)
    position = positions()[0]
    for found, remarks in (lua.read(), read_by_python(table)):
        assert canonical(found) != canonical(position)
        assert remarks


def test_a_mirrored_table_does_not_pass() -> None:
    for axis in ("posX", "posZ"):
        table = copy.deepcopy(objects(positions()[0]))
        for one in table[1:]:
            one["Transform"][axis] *= -1
        wrong(table)


def test_a_shifted_table_does_not_pass() -> None:
    for right, up in ((25, 0), (0, -25)):
        table = copy.deepcopy(objects(positions()[0]))
        for one in table[1:]:
            shift(one, right, up)
        wrong(table)


def test_a_board_turned_alone_does_not_pass() -> None:
    table = copy.deepcopy(objects(positions()[0]))
    table[0]["Transform"]["rotY"] = 0.0
    wrong(table)


@pytest.mark.parametrize(("city", "is_left", "is_far"), [("flensburg", True, True), ("karl-marx-stadt", False, False)])
def test_a_piece_on_a_city_lies_where_the_picture_shows_it(city: str, is_left: bool, is_far: bool) -> None:
    """Worked out from the picture alone: its upper left corner is far left for whoever sits at the first seat."""
    place = Geometry.load(GAME.catalogue)[f"city-{city}"]
    side, left, top = 849.0, (-75 + 741.4 - 849) / 2, (841 - 849) / 2
    right, up = (place.x - left) / 25.4 - side / 50.8, side / 50.8 - (place.y - top) / 25.4
    assert (right < 0, up > 0) == (is_left, is_far)
    table = copy.deepcopy(objects(START))
    unrest = copy.deepcopy(piece(table, "factory-west"))
    unrest["Transform"] |= {"posX": right, "posZ": up}
    unrest["GMNotes"] = "wsdv factory-west" if city == "flensburg" else "wsdv factory-east"
    table.append(unrest)
    lua = Lua("52", script_of(START))
    lua.load(table)
    for found, remarks in (lua.read(), read_by_python(table)):
        assert remarks == []
        assert found.factories[GAME.city(city)] == 1


# What lies astray


def told_by_both(table: Objects, code: str = "en") -> list[tuple[str, str]]:
    """The remarks of the assistant; those of Python are the same, word for word."""
    lua = Lua("52", script_of(START, code))
    lua.load(table)
    found, remarks = lua.read()
    by_python, findings = read_by_python(table, code)
    assert sorted(remarks) == sorted((each.code, lettering(code).language.sentence(each)) for each in findings)
    assert found == by_python
    return sorted(remarks)


def moved(notes: str, right: float, up: float = 0.0, number: int = 0) -> Objects:
    table = copy.deepcopy(objects(START))
    shift(piece(table, notes, number), right, up)
    return table


def added(notes: str, to: str) -> Objects:
    """The table with another piece at a place."""
    table = copy.deepcopy(objects(START))
    one = copy.deepcopy(piece(table, "unrest"))
    place = scene()._mat[to]
    x, y = scene()._mat.point(place.x, place.y)
    one["Transform"] |= {"posX": (x - 424.5) / 25.4, "posZ": (424.5 - y) / 25.4}
    one["GMNotes"], one["Nickname"] = f"wsdv {notes}", "It"
    return [*table, one]


def test_a_piece_without_a_name_is_told_by_what_it_is() -> None:
    table = moved("factory-west", 30)
    piece(table, "factory-west")["Nickname"] = ""
    ((_, text),) = told_by_both(table)
    assert text.startswith("wsdv factory-west: near ")


def test_a_stray_piece_is_told_and_not_counted() -> None:
    assert told_by_both(moved("factory-west", 30)) == [
        ("piece-stray", "West factory: near Hamburg, but not on a space for it; not counted.")
    ]
    assert told_by_both(moved("factory-west", 5)) == []
    assert told_by_both(moved("factory-west", 900)) == []  # off the mat: in nobody's way


@pytest.mark.parametrize(
    ("notes", "to", "code"),
    [
        ("factory-west", "city-leipzig", "piece-foreign"),
        ("factory-east", "city-hamburg", "piece-foreign"),
        ("closed", "city-leipzig", "piece-foreign"),
        ("closed", "city-cssr-ost", None),
        ("factory-west", "city-hamburg", "piece-too-many"),
        ("infrastructure", "line-kiel-hamburg-1", None),
        ("prestige", "spot-prestige-3", "piece-too-many"),
        ("delivery", "sector-french", None),
        ("stasi", "stasi", None),
        ("protest-west-1", "protest-bayern", "protest-markers"),
        ("something", "city-leipzig", None),
    ],
)
def test_a_piece_where_it_does_not_belong(notes: str, to: str, code: str | None) -> None:
    to = to if to in scene()._mat else next(id_ for id_ in scene()._mat if id_.startswith("line-"))
    assert [each for each, _ in told_by_both(added(notes, to))] == ([code] if code else [])


def test_a_piece_between_two_places_is_doubtful() -> None:
    """The markers' spaces meet: a millimetre beside the border it could mean either."""
    place = scene()._mat["track-prestige-0"]
    spot = scene()._mat["spot-prestige-0"]
    table = moved("prestige", place.x + place.width / 2 - 1 - spot.x)
    (remark,) = told_by_both(table, "de")
    assert remark == (
        "piece-doubtful",
        "Prestige zwischen zwei Plätzen: gezählt für Prestige 0, nicht für Prestige +1.",
    )


def test_a_marker_that_lies_nowhere_is_missing() -> None:
    for kind, n in (("decade", 1), ("currency", 0)):
        table = [one for one in objects(START) if one["GMNotes"] != f"wsdv {kind}"]
        (remark,) = told_by_both(table)
        assert remark[0] == "marker-missing"
        assert remark[1].endswith(f"{n} is assumed.")


def test_a_card_with_two_faces_in_a_pile_is_told() -> None:
    position = next(p for p in positions(60) if any(card.startswith("IV") for card in p.played) and len(p.played) > 2)
    table = copy.deepcopy(objects(position))
    pile = next(one for one in table if one["Nickname"] == "played pile" and "ContainedObjects" in one)
    four = next(one for one in table if one["GMNotes"].startswith("wsdv card IV"))
    table.remove(four)
    pile["ContainedObjects"].append(four)
    assert [code for code, _ in told_by_both(table)] == ["card-side-hidden"]


def test_a_card_face_down_is_not_named() -> None:
    """Everybody reads what the assistant says."""
    position = next(p for p in positions() if p.course and p.course.display)
    assert position.course
    table = copy.deepcopy(objects(position))
    card = piece(table, f"card {position.course.display[0]}")
    shift(card, 0, -100)
    ((code, text),) = told_by_both(table)
    assert (code, text.partition(":")[0]) == ("piece-stray", card["Nickname"])
    for name in (card["Nickname"], ""):
        card["Transform"]["rotZ"], card["Nickname"] = 180.0, name
        ((code, text),) = told_by_both(table, "de")
        assert (code, text.partition(" ")[0]) == ("piece-stray", "Karte")


def test_stacks_that_are_too_many_together_are_told() -> None:
    """A position knows no more than 99 of a kind in one place."""
    for notes, to in (("unrest", "unrest-sachsen"), ("standard", "sector-french"), ("socialist", "holding-box")):
        table = added(notes, to)
        table[-1]["Number"] = 60
        assert "piece-too-many" not in [code for code, _ in told_by_both(table)]
        table.append(table[-1] | {"GUID": "abcdef"})
        assert [code for code, _ in told_by_both(table)].count("piece-too-many") == 1


def test_cards_in_a_hand_are_the_sides() -> None:
    position = next(p for p in positions() if p.course and len(p.course.east_hand) > 1)
    assert position.course
    table = copy.deepcopy(objects(position))
    held = [one for one in table if f"wsdv card {position.course.east_hand[0]}" == one["GMNotes"]]
    held[0]["Transform"] |= {"posX": 60.0, "posZ": -3.0}
    zone = copy.deepcopy(table[0]) | {"Name": "HandTrigger", "FogColor": "Red", "GMNotes": "", "Nickname": ""}
    zone["Transform"] = held[0]["Transform"] | {"rotY": 30.0, "scaleX": 8.0, "scaleZ": 3.0}
    lua = Lua("52", script_of(START))
    lua.load(table)
    lua.globals.HANDS[held[0]["GUID"]] = "Red"
    for found, remarks in (lua.read(), read_by_python([*table, zone])):
        assert remarks == []
        assert canonical(found) == canonical(position)


def test_a_position_of_no_game_comes_back_too() -> None:
    """Typed from a board: no cards, counted flight icons."""
    typed = read_position("{wsdv-position: 1, decade: 3, flight-icons: 4, wall: false, factories: [kiel], cadre: 2}")
    lua = Lua("54", script_of(START))
    lua.load(objects(typed))
    for found, remarks in (lua.read(), read_by_python(objects(typed))):
        assert remarks == []
        assert found == typed


def test_cards_in_unusual_places_come_back() -> None:
    """A card of an earlier decade that Guillaume put into the deck, cards nobody has seen, a hand beyond its places."""
    hands = {"west": [41, "?", 42, 43, 44, 45, 46], "east": ["?"]}
    course = {"half": 2, "to-move": "east", "display": [52, "?", 12], "special": True, "hands": hands}
    deck = {"deck-added": [12, 14], "deck-removed": [50, 3]}
    typed = read_position(json.dumps({"wsdv-position": 1, "decade": 3, **course, **deck}))
    lua = Lua("52", script_of(START))
    lua.load(objects(typed))
    for found, remarks in (lua.read(), read_by_python(objects(typed))):
        assert remarks == []
        assert canonical(found) == canonical(typed)
        assert found.course
        assert found.course.display == ("52", "?", "12")
        assert set(found.course.buried) == {"12", "14"}


# What players get


def test_the_script_is_small_and_quick() -> None:
    position = max(positions(), key=lambda p: sum(p.unrest) + sum(p.lines) + sum(p.standards))
    script = script_of(position)
    assert len(script.encode()) < 300_000
    for version in VERSIONS:
        lua = Lua(version, script)
        lua.load(objects(position))
        assert seconds(lua.globals.onFigures) < 0.1
        assert len(lua.said()) > 20


@pytest.mark.parametrize("code", ["de", "en", "es", "hu"])
def test_every_entry_of_the_menu_answers(code: str) -> None:
    lua = Lua("52", script_of(START, code))
    lua.load(objects(START, code))
    lua.globals.onLoad("")
    assert len(list(lua.globals.MENU.keys())) == 9
    for entry in lua.globals.MENU.values():
        entry("Red")
    said = lua.said()
    assert len(said) > 30
    assert not any("{" in line for line in said if "wsdv-position" not in line)
    assert next(iter(lua.globals.PRIVATE.values()))[1] == "Red"
    assert len(lua.globals.SNAPS) > 150
    assert len(lua.globals.Notes.tabs) == 2


def test_the_mat_fits_itself_to_its_pieces_once() -> None:
    """However large the game makes a tile, the mat has the size that the pieces expect; a player may change it."""
    lua = Lua("52", script_of(START), edge=3.3)
    lua.load(objects(START))
    lua.globals.onLoad("")
    assert lua.globals.self.getScale().x * 3.3 == pytest.approx(849 / 25.4, rel=1e-4)
    assert lua.read()[1] == []
    saved = lua.globals.onSave()
    lua.globals.self.setScale(lua.table([2, 1, 2]))
    lua.globals.onLoad(saved)
    assert lua.globals.self.getScale().x == 2


def test_nobody_sees_the_others_hand() -> None:
    position = next(p for p in positions() if p.course and p.course.west_hand and p.course.east_hand)
    assert position.course
    lua = Lua("52", script_of(START))
    lua.load(objects(position))
    for colour, own, other in (("Yellow", "west", "east"), ("Red", "east", "west"), ("Blue", "", "west")):
        lua.runtime.execute("PRIVATE = {}")
        lua.globals.onChat("!wsdv position", lua.table({"color": colour}))
        (told,) = (each[2] for each in lua.globals.PRIVATE.values())
        hands = json.loads(told)["hands"]
        assert set(hands[other]) == {"?"}
        assert not own or "?" not in hands[own]
    assert not any("hands" in line for line in lua.said())


def test_the_set_up_is_asked_for_twice() -> None:
    position = positions()[3]
    lua = Lua("52", script_of(START))
    lua.load(objects(position))
    before, _ = lua.read()
    lua.globals.onSetUp()
    assert lua.read()[0] == before
    lua.globals.Time.time = 60
    lua.globals.onSetUp()
    assert lua.read()[0] == before
    lua.globals.onSetUp()
    assert canonical(lua.read()[0]) == canonical(START)


def test_the_next_phase_moves_its_marker_and_nothing_else() -> None:
    lua = Lua("52", script_of(START))
    lua.load(objects(START))
    for phase in [*PHASES, 0, 1]:
        lua.globals.onNextPhase()
        found, _ = lua.globals.readTable()
        assert found["decade-end"] == phase
        assert lua.read()[0] == START


def test_factories_show_their_values() -> None:
    position = max(positions(), key=lambda p: sum(p.lines))
    lua = Lua("52", script_of(START))
    lua.load(objects(position))
    lua.globals.onValues()
    labels = [one.buttons[1].label for one in lua.globals.OBJECTS.values() if len(one.buttons)]
    worth = values(GAME, position)
    assert sorted(labels) == sorted(str(worth[city]) for city, stands in enumerate(position.factories) if stands)
    for act in lua.globals.LATER.values():  # what is shown is not true for long
        act()
    assert not any(len(one.buttons) for one in lua.globals.OBJECTS.values())
