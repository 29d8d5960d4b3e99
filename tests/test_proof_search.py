"""The search of the forecast: on random graphs its answers are those of looking at everything."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import pytest

from tests.forecast_proof import Journal, TimeIsUp
from wsdv_tools.foresight.proof_search import Search


@pytest.mark.parametrize("seed", range(40))
def test_answers_are_those_of_looking_at_everything(seed: int) -> None:
    chance = Random(seed)
    size = 60
    options = {place: chance.sample(range(place), min(place, chance.randint(1, 4))) for place in range(10, size)}
    one_yes = {place: chance.random() < 0.5 for place in options}
    ends = {place: chance.random() < 0.5 for place in range(10)}

    @cache
    def everything(place: int) -> bool:
        if place in ends:
            return ends[place]
        return (any if one_yes[place] else all)(everything(option) for option in options[place])

    search = Search[int](ends.get, lambda place: (one_yes[place], options[place]), lambda place: (1 + place % 3, 1))
    assert [search.answer(place) for place in reversed(range(size))] == [
        everything(place) for place in reversed(range(size))
    ]


def test_a_proof_goes_on_where_it_stopped(tmp_path: Path) -> None:
    path = tmp_path / "out" / "proof.jsonl"
    assert Journal(path, minutes=1).noted("board", lambda: [1, 2]) == [1, 2]
    with path.open("a", encoding="utf-8") as file:
        file.write('{"board": "half')  # the run was killed in the midst of a line
    again = Journal(path, minutes=0)
    assert again.noted("board", list) == [1, 2]
    with pytest.raises(TimeIsUp):
        again.noted("half", list)


def test_a_changed_program_is_proven_again(tmp_path: Path) -> None:
    path = tmp_path / "proof.jsonl"
    path.write_text('{"program": "another"}\n{"board": "board", "found": [1]}\n', "utf-8")
    assert Journal(path, minutes=1).noted("board", lambda: [2]) == [2]
