"""The quick yes agrees with jsonschema: on all shipped data, and on documents spoilt in every place."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from wsdv_tools.facts.folder import FILES
from wsdv_tools.sources.schema import fits, schemas
from wsdv_tools.sources.shipped import shipped
from wsdv_tools.sources.yaml_reader import read_yaml

if TYPE_CHECKING:
    from collections.abc import Iterator

KINDS = {**FILES, "language": "lang/de.yaml"}
SPOILT: list[Any] = [None, True, 0, 99, "", "?", [], {}, {"x": 1}, [1, 1]]


def spoilt(value: Any, most: int = 3) -> Iterator[tuple[Any, str | int]]:
    """Every mapping and list with one of its keys; of long lists and mappings the first few entries."""
    steps = list(value)[:most] if isinstance(value, dict) else list(range(min(len(value), most)))
    for step in steps:
        yield value, step
        if isinstance(value[step], dict | list):
            yield from spoilt(value[step], most)


@pytest.mark.parametrize("kind", KINDS)
def test_quick_and_thorough_agree(kind: str) -> None:
    registry: Any = Registry().with_resources([(name, Resource.from_contents(s)) for name, s in schemas().items()])
    thorough = Draft202012Validator(schemas()[f"{kind}.schema.json"], registry=registry)
    is_right = fits(kind)
    value = copy.deepcopy(read_yaml(shipped("data") / KINDS[kind]).value)
    value = {key: inner if isinstance(inner, str) else shortened(inner) for key, inner in value.items()}
    assert is_right(value)
    for parent, step in list(spoilt(value)):
        before = parent[step]
        for wrong in SPOILT:
            parent[step] = wrong
            assert is_right(value) == thorough.is_valid(value), (step, wrong)
        parent[step] = before


def shortened(value: Any) -> Any:
    """Fourteen entries of each list and mapping: enough for every shape, and quick to validate."""
    if isinstance(value, dict):
        return {key: shortened(inner) for key, inner in list(value.items())[:14]}
    return [shortened(inner) for inner in value[:14]] if isinstance(value, list) else value
