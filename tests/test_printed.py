"""The data says what the printed game says: compared with tables written separately, and every number of it matters."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

import pytest

from tests.printed_board import (
    BOX,
    CITIES,
    ENDS,
    PROVINCES,
    SPACES,
    read_off_box,
    read_off_cities,
    read_off_ends,
    read_off_provinces,
    read_off_tracks,
    squeezed,
)
from tests.printed_cards import SIGNS, printed_rows, read_off
from tests.thorough import only
from wsdv_tools.facts import Catalogue
from wsdv_tools.facts.catalogue import FACTS
from wsdv_tools.facts.data_checks import colours_follow_the_almanac
from wsdv_tools.facts.folder import DataFolder
from wsdv_tools.sources.shipped import shipped
from wsdv_tools.sources.yaml_reader import Document, read_yaml

if TYPE_CHECKING:
    from collections.abc import Iterator

DATA = shipped("data")
VALUES = {kind: read_yaml(DATA / f"{kind}.yaml").value for kind in FACTS}


def differences(catalogue: Catalogue) -> list[str]:
    """Where the catalogue and the printed game disagree."""
    pairs = [
        (squeezed(PROVINCES), read_off_provinces(catalogue)),
        (squeezed(CITIES), read_off_cities(catalogue)),
        (squeezed(SPACES), read_off_tracks(catalogue, SIGNS)),
        (squeezed(ENDS), read_off_ends(catalogue, SIGNS)),
        (squeezed(BOX), read_off_box(catalogue)),
        (
            [f"{card} {cells}" for card, cells in printed_rows().items()],
            [f"{card.id} {read_off(card)}" for card in catalogue.cards.values()],
        ),
    ]
    return [line for printed, data in pairs if printed != data for line in sorted({*printed} ^ {*data}) or ["order"]]


def test_data_is_what_is_printed() -> None:
    assert differences(Catalogue.build(DATA, VALUES)) == []


def test_tables_are_whole() -> None:
    assert len(printed_rows()) == 85
    assert len(squeezed(PROVINCES)) == 14
    assert len(squeezed(CITIES)) == 42
    lines = sum(1 + end.endswith("=2") for line in squeezed(CITIES) for end in line.partition(":")[2].split(",") if end)
    assert lines == 2 * (46 + 30)


def numbers(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The paths of all numbers, and of the years, which are texts of digits."""
    if isinstance(value, dict | list):
        for step, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from numbers(inner, (*path, step))
    elif (isinstance(value, int) and not isinstance(value, bool)) or (isinstance(value, str) and value[:2] == "19"):
        yield path


def changed(value: Any, path: tuple[str | int, ...], by: int) -> Any:
    value = copy.deepcopy(value)
    inner = value
    for step in path[:-1]:
        inner = inner[step]
    old = inner[path[-1]]
    inner[path[-1]] = old + by if isinstance(old, int) else f"{int(old[:4]) + by}{old[4:]}"
    return value


def is_caught(kind: str, value: Any) -> bool:
    try:
        catalogue = Catalogue.build(DATA, {**VALUES, kind: value})
    except (LookupError, ValueError, TypeError):
        return True
    if differences(catalogue):
        return True
    document = Document(value, kind, "")
    return any(colours_follow_the_almanac(DataFolder({kind: document}, {}))) if kind == "cards" else False


@pytest.mark.parametrize("kind", FACTS)
@pytest.mark.parametrize("by", only([1], [1, -1]))
def test_every_changed_number_is_caught(kind: str, by: int) -> None:
    paths = list(numbers(VALUES[kind]))
    assert len(paths) > (7 if kind == "setup" else 20)
    assert not is_caught(kind, VALUES[kind])
    missed = [path for path in paths if not is_caught(kind, changed(VALUES[kind], path, by))]
    assert missed == []
