"""Where everything lies: every place has its id, its name and its spot, and every step finds its places."""

from __future__ import annotations

import math
import re
from functools import cache
from random import Random
from xml.etree import ElementTree

import pytest

from tests.decisions import decisions
from tests.records import notation
from wsdv_tools.bots.random_play import Anything, play_game
from wsdv_tools.components.board_svg import BoardDrawing
from wsdv_tools.components.geometry import Geometry
from wsdv_tools.components.laid import laid
from wsdv_tools.components.lettering import Lettering
from wsdv_tools.components.place_names import place_names
from wsdv_tools.components.step_places import places_of
from wsdv_tools.drawing.shapes import Box
from wsdv_tools.facts import Catalogue
from wsdv_tools.rules.choices import Step
from wsdv_tools.rules.position import start
from wsdv_tools.rules.verbs import VERBS, Kind
from wsdv_tools.words.choosing import known_languages

CATALOGUE = Catalogue.load()
GEOMETRY = Geometry.load(CATALOGUE)
WITHOUT_PLACE = {"none", "skip", "void", "look", "swap", "drop", "advance", "sum"}


@cache
def drawing(code: str) -> BoardDrawing:
    return BoardDrawing(notation().game, Lettering.load(CATALOGUE, code))


@cache
def board(code: str) -> ElementTree.Element:
    return ElementTree.fromstring(drawing(code).board())


def ids(tree: ElementTree.Element) -> list[str]:
    return [id_ for element in tree.iter() if (id_ := element.get("id"))]


def test_there_is_a_place_for_everything() -> None:
    counts: dict[str, int] = {}
    for place in GEOMETRY.values():
        counts[place.kind] = counts.get(place.kind, 0) + 1
    assert counts == {
        "city": 42,
        "line": 76,
        "province": 14,
        "plaque": 12,
        "unrest": 14,
        "protest": 14,
        "standards": 13,
        "sector": 3,
        "socialists": 6,
        "wall": 1,
        "track": 3 * 13 + 21,
        "spot": 3 * 13 + 21,
        "phase": 11,
        "holding-box": 1,
        "holding": 12,
        "card": 1 + 7 + 1 + 1 + 2 * 4 + 6,
    }


def test_places_lie_on_the_board_and_cards_of_the_players_beside_it() -> None:
    width, height = GEOMETRY.size
    beside = {"deck", "west", "east", "police"}
    for place in GEOMETRY.values():
        assert GEOMETRY.is_on_board(place) == (place.of not in beside or place.kind != "card")
        if GEOMETRY.is_on_board(place):
            assert place.x - place.width / 2 >= 0 or place.turn, place.id
            assert place.x + place.width / 2 <= width or place.turn, place.id
            assert 0 <= place.y <= height, place.id


def _meet(one: Box, other: Box) -> bool:
    across = min(one.right, other.right) - max(one.x, other.x)
    down = min(one.bottom, other.bottom) - max(one.y, other.y)
    return min(across, down) > 1e-6


def test_no_two_places_for_pieces_overlap() -> None:
    around = {"province", "plaque", "holding-box", "track", "line"}  # these hold others; lines have a test of their own
    rooms = [place for place in GEOMETRY.values() if place.kind not in around]
    for number, one in enumerate(rooms):
        for other in rooms[number + 1 :]:
            assert not _meet(one.box, other.box), (one.id, other.id)


def test_west_lies_left_of_east_and_north_above_south() -> None:
    """A mirrored board would pass most other tests."""
    at = {name: GEOMETRY[f"city-{name}"] for name in ("flensburg", "muenchen", "koeln", "dresden")}
    assert at["flensburg"].y < at["muenchen"].y
    assert at["koeln"].x < at["dresden"].x
    assert GEOMETRY["track-prestige--6"].x < GEOMETRY["track-prestige-6"].x
    assert GEOMETRY["province-west-berlin"].x < GEOMETRY["wall"].x < GEOMETRY["province-east-berlin"].x


def test_a_line_runs_between_its_cities() -> None:
    for connection in CATALOGUE.connections.values():
        ends = [GEOMETRY[f"city-{city.id}"] for city in connection.cities]
        for line in GEOMETRY.lines(connection):
            for point, city in zip(line.ends, ends, strict=True):
                assert math.dist(point, (city.x, city.y)) < 1.2 * city.width, line.id


@pytest.mark.parametrize("code", known_languages())
def test_the_drawing_carries_every_id_once_with_a_name(code: str) -> None:
    found = ids(board(code))
    assert len(found) == len(set(found))
    on_board = {id_ for id_, place in GEOMETRY.items() if GEOMETRY.is_on_board(place)}
    assert on_board - set(found) == set()
    names = place_names(GEOMETRY, Lettering.load(CATALOGUE, code))
    assert len(set(names.values())) == len(names) - 12, "only a plaque is called as its province"
    for element in board(code).iter():
        if element.get("id") in on_board:
            assert element.get("aria-label") == names[str(element.get("id"))]
            title = element.find("{http://www.w3.org/2000/svg}title")
            assert title is not None
            assert title.text == element.get("aria-label")


def test_the_board_of_a_page_has_real_text() -> None:
    texts = {"".join(element.itertext()) for element in board("de").iter() if element.tag.endswith("}text")}
    assert {"Karl-Marx-Stadt", "Sachsen-Anhalt", "Kaderschmiede"} <= texts


@pytest.mark.parametrize("seed", range(3))
def test_layers_use_what_the_board_defines_and_lie_on_its_places(seed: int) -> None:
    chance, game = Random(seed), notation().game
    defined = set(ids(board("hu")))
    for number, played in enumerate(play_game(game, Anything(chance), chance)):
        for one in laid(game, played.after):
            assert one.place in GEOMETRY
            assert one.n > 0 or one.kind in ("factory", "rheinsberg")
        if number % 10 == 0 or played.outcome:
            text = drawing("hu").pieces(played.after, played.before)
            assert set(re.findall(r' href="#([^"]+)"', text)) <= defined
            tree = ElementTree.fromstring(text)
            assert tree.get("id") == "pieces"
            assert {id_.removeprefix("piece-") for id_ in ids(tree)} - {"pieces"} <= set(GEOMETRY)


def test_what_lies_at_the_start() -> None:
    game = notation().game
    lying = {one.place: one for one in laid(game, start(game))}
    assert lying["city-hamburg"][1:] == ("factory", "west", 1)
    assert lying["unrest-nordrhein-westfalen"].n == 2
    assert [place for place in lying if place.startswith("holding-")] == ["holding-1"]
    assert {one.place for one in lying.values() if one.kind == "marker"} == {
        "track-prestige-0",
        "track-currency-0",
        "track-socialists-0",
    }
    assert sum(one.n for one in lying.values() if one.kind == "unrest") == 39


def _cases() -> list[tuple[Step, tuple[str, ...]]]:
    game = notation().game
    city, province, connection = game.city, game.province, game.connection
    rostock = connection("rostock-magdeburg")
    return [
        (Step("build", city("leipzig")), ("city-leipzig",)),
        (Step("lay", rostock), ("line-rostock-magdeburg-1",)),
        (Step("u+", province("bayern")), ("unrest-bayern",)),
        (Step("s+", province("bayern")), ("standards-bayern", "unrest-bayern")),
        (Step("sector-", game.sectors.index("british")), ("sector-british",)),
        (
            Step("s>", province("nordrhein-westfalen"), game.west_berlin),
            ("standards-nordrhein-westfalen", "sector-british", "unrest-west-berlin"),
        ),
        (Step("attack", province("hessen"), province("thueringen")), ("standards-hessen", "unrest-thueringen")),
        (Step("attack", province("hessen"), None), ("standards-hessen",)),
        (Step("attack", game.west_berlin, province("brandenburg")), ("province-west-berlin", "unrest-brandenburg")),
        (Step("at", -3), ("track-prestige--3",)),
        (Step("hamburg", province("niedersachsen")), ("province-niedersachsen", "city-hamburg")),
        (Step("soc", province("sachsen")), ("socialists-sachsen", "unrest-sachsen", "holding-box")),
        (
            Step("stop", city("polska-nord")),
            ("city-polska-nord", "line-neubrandenburg-polska-nord-1", "line-schwedt-polska-nord-1"),
        ),
    ]


@pytest.mark.parametrize(("step", "places"), _cases(), ids=lambda one: str(one)[:40])
def test_the_places_of_a_step(step: Step, places: tuple[str, ...]) -> None:
    assert places_of(notation().game, step, start(notation().game)) == places


def test_a_line_is_told_by_what_lies_there() -> None:
    game = notation().game
    rostock = game.connection("rostock-magdeburg")
    both = ("line-rostock-magdeburg-1", "line-rostock-magdeburg-2")
    for laid_there, added, lifted in ((0, both[:1], ()), (1, both[1:], both[:1]), (2, (), both[1:])):
        lines = tuple(laid_there if number == rostock else 0 for number in range(len(game.lines)))
        position = start(game)._replace(lines=lines)
        assert places_of(game, Step("lay", rostock), position) == added
        assert places_of(game, Step("lift", rostock), position) == lifted
    assert places_of(game, Step("lay", rostock)) == both


def test_every_verb_is_known_to_have_places_or_none() -> None:
    game = notation().game
    examples = {Kind.CITY: 0, Kind.LINE: 0, Kind.PROVINCE: 0, Kind.SECTOR: 0, Kind.SPACE: 0, Kind.TRACK: "currency"}
    police = start(game)._replace(police=("5", "21"))
    for name, verb in VERBS.items():
        supplier = game.suppliers[0] if name == "s>" else examples.get(verb.takes, "5")
        step = Step(name, supplier, examples.get(verb.to))
        without = name in WITHOUT_PLACE or name == "discard"  # nobody holds a card there
        assert bool(places_of(game, step, police)) != (without or name == "lift"), name  # nor lies a line


def test_a_police_card_is_lit_with_the_unrest_it_takes() -> None:
    game = notation().game
    position = start(game)._replace(police=("21", "5"))
    step = Step("use", "5", game.province("sachsen"))
    assert places_of(game, step, position) == ("unrest-sachsen", "card-police-2")
    assert places_of(game, step) == ("unrest-sachsen",)


def test_every_option_of_whole_games_has_its_places() -> None:
    game, verbs = notation().game, set[str]()
    for seed in range(2):
        chance = Random(seed)
        for played in play_game(game, Anything(chance), chance):
            for choice in (decision.choice for decision in decisions(played)):
                for step in choice.options:
                    places = places_of(game, step, choice.position)
                    assert set(places) <= set(GEOMETRY), step
                    assert bool(places) != (step.verb in WITHOUT_PLACE) or step.verb == "stasi", step
                    verbs.add(step.verb)
    assert {"build", "lay", "u+", "attack", "soc", "at", "hamburg"} <= verbs
