"""The charts of a game: what they show, and that nothing in a title gets out of it."""

from __future__ import annotations

import itertools
import xml.etree.ElementTree as ET
from functools import cache

import pytest

from wsdv_tools import open_rulebook
from wsdv_tools.referee.record_files import check_file
from wsdv_tools.referee.verdicts import Checked
from wsdv_tools.reports.charts import NAMES, PAIRS, TRACKS, Bar, bars, charts, lines
from wsdv_tools.reports.stops import standing, stops
from wsdv_tools.rules.game import Game
from wsdv_tools.rules.position import start
from wsdv_tools.rules.protests import markers_of
from wsdv_tools.sources.shipped import shipped

TITLES = {name: name.title() for name in (*NAMES, "west", "east")}


@cache
def checked(name: str = "four-decades") -> tuple[Game, Checked]:
    notation = open_rulebook().notation
    return notation.game, check_file(shipped("examples") / f"{name}.wsdv", notation).checked


def test_a_stop_for_every_play_and_every_phase() -> None:
    game, record = checked()
    course = stops(record)
    assert course[0].position._replace(course=None) == start(game)
    assert sum(1 for stop in course if stop.moment and not stop.phase) == record.plays == 71
    assert [stop.phase for stop in course if stop.phase] == [*range(1, 11)] * 4
    assert course[-1].position == record.position
    assert all(stop.before == other.position for other, stop in itertools.pairwise(course) if stop.phase > 1)


def test_a_game_that_ends_early_has_fewer_phases() -> None:
    _, record = checked("insolvency")
    assert stops(record)[-1].phase == record.moments[-1].outcome.reports[-1].phase < 10  # type: ignore[union-attr]


def test_no_board_no_stops() -> None:
    assert stops(Checked("empty.wsdv")) == []


def test_the_numbers_are_those_of_the_board() -> None:
    game, record = checked()
    course = stops(record)
    drawn = charts(game, course, TITLES)
    assert list(drawn) == list(NAMES)
    for name in TRACKS:
        assert drawn[name].values == (tuple(getattr(stop.position, name) for stop in course),)
    for number, stop in enumerate(course):
        now = standing(game, stop.position)
        for name in PAIRS:
            pair = (getattr(now, f"west_{name}"), getattr(now, f"east_{name}"))
            assert tuple(values[number] for values in drawn[name].values) == pair
    protests = [markers_of(game, course[-1].position, side) for side in sorted(set(game.states), reverse=True)]
    assert [values[-1] for values in drawn["protests"].values] == protests


def test_a_point_lies_where_its_number_says() -> None:
    svg = lines("few", "Few", [(0, 4, 4), (0, 0, 2)], [])
    paths = [path.get("d") for path in ET.fromstring(svg).iter("path") if path.get("stroke-width") == "0.9"]
    bottom, top = 35.5, round(35.5 - 33 / 1.06, 3)
    assert paths[0] == f"M9 {bottom:g}L48.75 {bottom:g}L48.75 {top:g}L88.5 {top:g}L88.5 {top:g}"
    assert paths[1]
    assert paths[1].endswith(f"L88.5 {(bottom + top) / 2:g}")


@pytest.mark.parametrize("title", ['"><script>alert(1)</script>', "a & b", "’\u202e"])
def test_a_title_stays_a_title(title: str) -> None:
    game, record = checked()
    drawn = charts(game, stops(record), dict.fromkeys(TITLES, title))
    svgs = [*(chart.svg for chart in drawn.values()), bars(title, [Bar(title, ((2, "#000000", title),), title)])]
    for svg in svgs:
        root = ET.fromstring(svg)
        assert root.get("aria-label") == title
        assert not [*root.iter("script")]


def test_bars_are_as_long_as_their_numbers() -> None:
    rows = [Bar("one", ((1, "#111111", ""), (3, "#222222", ""))), Bar("two", ((2, "#111111", ""), (0, "#222222", "")))]
    paths = [path.get("d", "") for path in ET.fromstring(bars("Both", rows)).iter("path")]
    widths = [float(d.split("L")[1].split()[0]) - float(d[1:].split()[0]) for d in paths]
    assert widths == pytest.approx([widths[0], 3 * widths[0], 2 * widths[0]], abs=0.01)
    assert 60 < 4 * widths[0] < 90


def test_the_same_twice() -> None:
    game, record = checked()
    assert charts(game, stops(record), TITLES) == charts(game, stops(record), TITLES)
